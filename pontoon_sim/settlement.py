"""Who pays whom: the end of a deal, read off the settlement matrix of the law."""

from __future__ import annotations

from .jit import inlined, jitable
from .law import (
    CLASSES,
    DOUBLES_ORDINARY,
    HIGH_PONTOON,
    HIGH_SINGLE,
    NODE_BITS,
    NOT_PLAYED,
    PONTOON,
    PONTOON_SHIFT,
    TWENTY_ONE,
    UNPLAYED,
    UNPLAYED_21,
    brulet_takes,
    doubling,
    shooting,
)
from .pack import cut, take_brulet
from .tabletop import BANK_CLASS, BANK_PONTOON, BRULET, DOUBLED, ELDEST, KITTY, OUTSTANDING, PUNTER_PONTOON


@jitable
def settle_shot(law, table, hand, won):
    """Move a hand's shot between its player and the kitty; what the player gains, in 1/unit."""
    shot = table.shot[hand] if won else -table.shot[hand]
    table.result[KITTY] -= shot
    table.result[OUTSTANDING] -= table.shot[hand]
    return shot * law.unit


@inlined
def hand_gain(law, table, hand, cell):
    """What a hand wins or loses by its cell of the settlement matrix, without shots."""
    stake = table.staked[hand]
    if doubling(law.extras) == DOUBLES_ORDINARY and table.result[DOUBLED] and law.undoubled[cell]:
        stake -= table.initial[hand >> 2] // 2
    return law.pay[cell] * stake


@inlined
def settle(law, table):
    """Settle every hand with the banker; note who held pontoons."""
    result, punters = table.result, table.punters
    eldest, pontoons, gain = punters, 0, 0
    for seat in range(punters):
        hand = 4 * seat
        net = settle_hand(law, table, hand)
        if table.hands[seat] > 1:
            more, split_pontoons = settle_split_hands(law, table, seat)
            net += more
            pontoons |= split_pontoons
        elif PONTOON <= table.klass[hand] <= HIGH_PONTOON:
            pontoons = 1
            eldest = min(eldest, seat)
        table.net[seat] = net
        gain -= net
    table.net[punters] = gain
    result[ELDEST] = eldest
    result[PUNTER_PONTOON] = pontoons
    if brulet_takes(law.extras):
        settle_brulet(law, table)


@inlined
def settle_hand(law, table, hand):
    """What a hand gains from the banker, and from the kitty by its shot."""
    klass = table.klass[hand]
    cell = klass * CLASSES + table.result[BANK_CLASS]
    gain = hand_gain(law, table, hand, cell)
    if shooting(law.extras):
        if klass == 0:  # the shot went to the kitty when the hand was bust
            gain -= table.shot[hand] * law.unit
        else:
            gain += settle_shot(law, table, hand, law.pay[cell] > 0)
    return gain


@jitable
def settle_split_hands(law, table, seat):
    """What the hands of a seat gain but its first, and whether any of them all is a pontoon."""
    gain, pontoons = 0, 0
    for hand in range(4 * seat, 4 * seat + table.hands[seat]):
        if hand > 4 * seat:
            gain += settle_hand(law, table, hand)
        if PONTOON <= table.klass[hand] <= HIGH_SINGLE:
            pontoons = 1
    return gain, pontoons


@jitable
def nobody_plays(law, table):
    """The second cards ended the deal: note what every punter holds."""
    for seat in range(table.punters):
        hand = 4 * seat
        two = law.pair[(table.first[hand] << 4) | table.second[hand]]
        pontoon = (two >> PONTOON_SHIFT) & 3
        table.hands[seat] = 1
        table.staked[hand] = table.initial[seat]
        table.klass[hand] = UNPLAYED_21 if law.klass[two & NODE_BITS] == TWENTY_ONE else UNPLAYED
        if pontoon:
            table.klass[hand] = PONTOON - 1 + pontoon


@jitable
def settle_naturals(law, table):
    """1800: the eldest holder of a natural collects from all who hold none, and the deal is over.

    The banker is the last in age. False when nobody holds one, and nothing is done.
    """
    result, punters = table.result, table.punters
    eldest = punters
    for seat in range(punters - 1, -1, -1):
        two = law.pair[(table.first[4 * seat] << 4) | table.second[4 * seat]]
        if (two >> PONTOON_SHIFT) & 3:
            eldest = seat
    if eldest == punters and not result[BANK_PONTOON]:
        return False
    nobody_plays(law, table)
    result[ELDEST] = eldest
    result[PUNTER_PONTOON] = 1 if eldest < punters else 0
    result[BANK_CLASS] = PONTOON if result[BANK_PONTOON] else NOT_PLAYED
    halves = 2 if doubling(law.extras) == DOUBLES_ORDINARY and result[DOUBLED] else 1
    multiple = law.pay[PONTOON * CLASSES] if eldest < punters else -law.pay[UNPLAYED * CLASSES + PONTOON]
    collected = 0
    for seat in range(punters):
        table.net[seat] = 0
        if table.klass[4 * seat] >= UNPLAYED:
            table.net[seat] = -multiple * (table.initial[seat] // halves)
            collected -= table.net[seat]
    if eldest == punters:
        table.net[punters] = collected
    else:
        from_bank = 0 if result[BANK_PONTOON] else multiple * (table.initial[eldest] // halves)
        table.net[eldest] = collected + from_bank
        table.net[punters] = -from_bank
    if brulet_takes(law.extras):
        settle_brulet(law, table)
    return True


@jitable
def look_for_brulet(law, pack, table):
    """After the cut the dealer looks at the top and the bottom card."""
    top, bottom = cut(pack)
    table.result[BRULET] = 0
    if (law.pair[(top << 4) | bottom] >> PONTOON_SHIFT) & 3:
        take_brulet(pack)
        table.result[BRULET] = 1


@jitable
def settle_brulet(law, table):
    """Add what a brulet takes to the results."""
    if table.result[BRULET]:
        takes = brulet_takes(law.extras) * law.unit
        for seat in range(table.punters):
            table.net[seat] -= takes
        table.net[table.punters] += takes * table.punters
