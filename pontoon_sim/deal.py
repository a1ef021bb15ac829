"""One deal of Pontoon, from the first card to the settlement, in the order of the rule book. Written once.

`play_deal` asks two kinds of question only: *the next card?* (`pack.draw`) and *what does this player do?* (the
``ask_...`` functions here); and it lets those look who care for what lies open (``see_...``). The simulator compiles
it, with a shuffled pack and tables of policies to answer; a written-down deal, an adviser or a trainer answers from
Python, and nothing else in the package plays a deal.

Hands are numbered: seat ``s`` holds hands ``4 * s`` to ``4 * s + 3``, left to right, and the banker hand
``4 * punters``. Answers are taken as legal: tables are checked when they are built, scripts when they are read.
"""

from __future__ import annotations

from .cards import ACE
from .jit import inlined, jitable
from .law import (
    IS_BURNABLE,
    IS_PAIR,
    NODE_BITS,
    NOT_PLAYED,
    PONTOON,
    PONTOON_SHIFT,
    SINGLE,
    SPLIT_RANK_SHIFT,
    brulet_takes,
    burning,
    cap_undoubled,
    completes,
    doubling,
    natural_from_all,
    shooting,
    stakes_first,
)
from .pack import draw, part, throw
from .settlement import look_for_brulet, nobody_plays, settle, settle_naturals, settle_shot
from .tabletop import BANK_CLASS, BANK_PONTOON, DOUBLED, KITTY, OUTSTANDING

BEFORE_FOURTH, BEFORE_SECOND, NEW_HAND = range(3)  # when a shot is asked for (`ask_shot`): the last one after a split
STICK, TWIST = 0, -1  # answers of `ask_move`; a positive one buys for that amount
NO_CARD = 15  # in place of the second card of a split hand that has not been reached


# ---- The questions. Called from Python they are methods of the players; compiled, policy tables answer (policy/).


def ask_stake(players, law, seat, rank):
    """The initial stake of a seat, its first card known (or `NO_CARD` before the deal)."""
    return players.ask_stake(law, seat, rank)


def ask_double(players, law, rank):
    """Does the banker double all stakes on that first card?"""
    return players.ask_double(law, rank)


def ask_shot(players, law, hand, room, when, seen):
    """The amount shot on a hand, 0 for none; at most `room`.

    `when`: `BEFORE_SECOND` card, on the `NEW_HAND` of a split, or `BEFORE_FOURTH` card. `seen` is the rank of the
    hand's first card, but before a fourth card the node of its three cards.
    """
    return players.ask_shot(law, hand, room, when, seen)


def ask_situation(players, law, seat, initial, doubled):
    """What a seat's policy makes of its initial stake (before a double) and of the double: a number of its own."""
    return players.ask_situation(law, seat, initial, doubled)


def ask_burn(players, law, hand, node, situation):
    """Is this hand of two cards thrown away for two others?"""
    return players.ask_burn(law, hand, node, situation)


def ask_split(players, law, hand, rank, hands, situation):
    """Is this pair of a rank split, the seat holding so many hands?"""
    return players.ask_split(law, hand, rank, hands, situation)


def ask_begin(players, law, hand, slot, situation):
    """The phase in which a policy begins a hand; `slot` says whether and how it came of a split (`split_slot`)."""
    return players.ask_begin(law, hand, slot, situation)


def is_asked(players, law, node):
    """Is whoever holds this hand asked for a move? Tables need not be: on a hand that takes no card they stick."""
    return law.open[node]


def ask_move(players, law, hand, node, phase, base, last):
    """`STICK`, `TWIST`, or an amount to buy for; and what the policy remembers of it (its phase)."""
    return players.ask_move(law, hand, node, phase, base, last)


def ask_bank_draws(players, law, node, doubled):
    """Does the banker take another card?"""
    return players.ask_bank_draws(law, node, doubled)


# ---- What can be seen. Called from Python only players who look have such methods; compiled, the others' vanish.


def see_card(players, law, hand, move, card):
    """A hand that is played gets a card: face up where the move is `TWIST`, else bought, face down."""
    if hasattr(players, "see_card"):
        players.see_card(law, hand, move, card)


def see_table(players, law, table, one, two):
    """It is the banker's turn, and these are his first two cards: the table lies before him."""
    if hasattr(players, "see_table"):
        players.see_table(law, table, one, two)


@inlined
def split_slot(rank, hands, how):
    """Where a policy looks up how it begins a hand that came of a split.

    Parameters
    ----------
    rank : int
        The rank that was split: that of the first card with which the hand began.
    hands : int
        Hands that the seat holds by then, 2 to 4.
    how : int
        1: it is a pair of that rank again, not split any more; 2: it was burnt, and has two new cards; else 0.
    """
    return 64 * how + 16 * (hands - 1) + rank


# ---- The deal.


@inlined
def play_deal(law, pack, players, table):
    """Play one deal; the answer lies in `table`."""
    extras = law.extras
    punters = table.punters
    result = table.result
    bank = 4 * punters
    result[DOUBLED] = 0

    if brulet_takes(extras):
        look_for_brulet(law, pack, table)
    if stakes_first(extras):
        for seat in range(punters):
            table.initial[seat] = ask_stake(players, law, seat, NO_CARD)

    for seat in range(punters):
        table.first[4 * seat] = draw(pack, 4 * seat)
    bank_first = draw(pack, bank)

    if not stakes_first(extras):
        for seat in range(punters):
            table.initial[seat] = ask_stake(players, law, seat, table.first[4 * seat])
    if doubling(extras) and ask_double(players, law, bank_first):
        result[DOUBLED] = 1
        for seat in range(punters):
            table.initial[seat] *= 2
    if shooting(extras):
        table.shot[:] = 0
        result[OUTSTANDING] = 0
        for seat in range(punters):
            place_shot(law, players, table, 4 * seat, BEFORE_SECOND, table.first[4 * seat])

    for seat in range(punters):
        table.second[4 * seat] = draw(pack, 4 * seat)
    bank_second = draw(pack, bank)
    bank_two = law.pair[(bank_first << 4) | bank_second]
    bank_pontoon = (bank_two >> PONTOON_SHIFT) & 3
    result[BANK_PONTOON] = bank_pontoon

    if natural_from_all(extras) and settle_naturals(law, table):
        return
    if bank_pontoon and law.shown_at_once:
        nobody_plays(law, table)
        result[BANK_CLASS] = PONTOON - 1 + bank_pontoon
        settle(law, table)
        return

    live = 0
    for seat in range(punters):
        live += play_seat(law, pack, players, table, seat)

    result[BANK_CLASS] = NOT_PLAYED
    if live or completes(extras):
        if bank_pontoon:
            result[BANK_CLASS] = PONTOON - 1 + bank_pontoon
        else:
            node = bank_two & NODE_BITS
            doubled = result[DOUBLED] if doubling(extras) else 0
            see_table(players, law, table, bank_first, bank_second)
            while is_asked(players, law, node) and ask_bank_draws(players, law, node, doubled):
                card = draw(pack, bank)
                see_card(players, law, bank, TWIST, card)
                node = law.take[node * 16 + card]
            result[BANK_CLASS] = law.bank_klass[node]
    elif bank_pontoon:
        result[BANK_PONTOON] = 0  # he does not turn up
    settle(law, table)


@inlined
def play_seat(law, pack, players, table, seat):
    """A punter's turn; the number of his hands that are not bust."""
    hand = 4 * seat
    two = law.pair[(table.first[hand] << 4) | table.second[hand]]
    initial = table.initial[seat]
    doubled = table.result[DOUBLED] if doubling(law.extras) else 0
    situation = ask_situation(players, law, seat, initial // 2 if doubled else initial, doubled)
    if burning(law.extras) and two & IS_BURNABLE:
        two, _ = burn(law, pack, players, table, hand, two, situation)
    table.hands[seat] = 1
    table.staked[hand] = initial
    pontoon = (two >> PONTOON_SHIFT) & 3
    if pontoon:
        table.klass[hand] = PONTOON - 1 + pontoon
        return 1
    if two & IS_PAIR and ask_split(players, law, hand, (two >> SPLIT_RANK_SHIFT) & 15, 1, situation):
        return play_split(law, pack, players, table, seat, situation)
    phase = ask_begin(players, law, hand, 0, situation)
    return play_hand(law, pack, players, table, hand, two & NODE_BITS, initial, phase)


@inlined
def play_hand(law, pack, players, table, hand, node, initial, phase):
    """Buy, twist or stick until the hand ends; 1 when it is not bust."""
    staked, last = initial, 0
    base = initial
    if cap_undoubled(law.extras) and table.result[DOUBLED]:
        base = initial // 2
    while is_asked(players, law, node):
        move, phase = ask_move(players, law, hand, node, phase, base, last)
        if move == STICK:
            break
        if move > 0:
            staked += move
            last = move
        if shooting(law.extras) and law.may_shoot[node]:
            place_shot(law, players, table, hand, BEFORE_FOURTH, node)
        card = draw(pack, hand)
        see_card(players, law, hand, move, card)
        node = law.take[node * 16 + card]
    table.staked[hand] = staked
    klass = law.klass[node]
    table.klass[hand] = klass
    if klass == 0:
        throw(pack, hand)
        if shooting(law.extras):
            settle_shot(law, table, hand, False)
        return 0
    return 1


@jitable
def burn(law, pack, players, table, hand, two, situation):
    """Throw the two cards away for two others, as often as the player likes; what he then holds, and how often."""
    times = 0
    while two & IS_BURNABLE and ask_burn(players, law, hand, two & NODE_BITS, situation):
        throw(pack, hand)
        table.first[hand] = draw(pack, hand)
        table.second[hand] = draw(pack, hand)
        two = law.pair[(table.first[hand] << 4) | table.second[hand]]
        times += 1
    return two, times


@jitable
def play_split(law, pack, players, table, seat, situation):
    """The turn of a punter who has just split his pair; the number of his hands that are not bust."""
    hand, live = 4 * seat, 0
    split_hand(law, pack, players, table, seat, hand)
    while hand < 4 * seat + table.hands[seat]:
        if table.second[hand] == NO_CARD:
            table.second[hand] = draw(pack, hand)
        table.staked[hand] = table.initial[seat]
        two = law.pair[(table.first[hand] << 4) | table.second[hand]]
        of = (law.pair[(table.first[hand] << 4) | table.first[hand]] >> SPLIT_RANK_SHIFT) & 15
        burnt = 0
        if burning(law.extras) and two & IS_BURNABLE:
            two, burnt = burn(law, pack, players, table, hand, two, situation)
        pair, hands = two & IS_PAIR, table.hands[seat]
        rank = (two >> SPLIT_RANK_SHIFT) & 15
        if pair and hands < law.max_hands and ask_split(players, law, hand, rank, hands, situation):
            split_hand(law, pack, players, table, seat, hand)
            continue
        slot = split_slot(of, hands, 2 if burnt else 1 if pair else 0)
        phase = ask_begin(players, law, hand, slot, situation)
        live += play_split_hand(law, pack, players, table, seat, hand, two, phase)
        hand += 1
    return live


@jitable
def split_hand(law, pack, players, table, seat, hand):
    """One hand becomes two; the new one stands right behind, and each gets its second card (or when reached)."""
    last = 4 * seat + table.hands[seat] - 1
    part(pack, hand, last)
    for other in range(last, hand, -1):
        table.first[other + 1], table.second[other + 1] = table.first[other], table.second[other]
        table.shot[other + 1] = table.shot[other]
    table.first[hand + 1] = table.second[hand]
    table.shot[hand + 1] = 0
    table.hands[seat] += 1
    table.second[hand] = draw(pack, hand)
    table.second[hand + 1] = NO_CARD
    if not law.deal_when_reached:
        table.second[hand + 1] = draw(pack, hand + 1)
    if shooting(law.extras):
        place_shot(law, players, table, hand + 1, NEW_HAND, table.first[hand + 1])


@jitable
def play_split_hand(law, pack, players, table, seat, hand, two, phase):
    """Play a hand that came of a split and stays one; 1 when it is not bust."""
    node = two & NODE_BITS
    pontoon = (two >> PONTOON_SHIFT) & 3
    if pontoon and law.split_pontoon:
        table.klass[hand] = pontoon + (PONTOON if law.split_pontoon == 2 else SINGLE) - 1
        return 1
    if law.split_aces_one_card and table.first[hand] == ACE:
        table.klass[hand] = law.klass[node]
        return 1
    return play_hand(law, pack, players, table, hand, node, table.initial[seat], phase)


# ---- Shots (`shoot`): bets on a hand against the banker's kitty.


@inlined
def place_shot(law, players, table, hand, when, seen):
    """Let the hand's player shoot; see `ask_shot`."""
    room = table.result[KITTY] - table.result[OUTSTANDING]
    amount = ask_shot(players, law, hand, room, when, seen)
    table.shot[hand] += amount
    table.result[OUTSTANDING] += amount
