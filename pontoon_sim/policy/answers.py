"""What tables of policies answer to the deal's questions, in compiled code; `players` chooses who answers which."""

from __future__ import annotations

from typing import Any

from .. import deal
from ..jit import inlined, jitable
from ..law import buy_limits
from .reading.decide import reads_draw as decided
from .reading.look import doubles_on, look_at_burn, look_at_hand, look_at_stake

# Codes of the actions in a policy's table; a higher one buys `Players.amounts[code]` halves of the initial stake.
STICK, TWIST, BUY_LEAST, BUY_MOST = 0, 1, 2, 3
CODES = 16
SLOTS = 192  # ways in which a hand may begin: `deal.split_slot`
NEW_HANDS, BEFORE_FOURTHS = 16, 32  # where the entries of a shooting policy begin, behind those before a second card


@inlined
def stake(players, law, seat, rank):
    return players.stakes[seat * 16 + rank]


@inlined
def double(players, law, rank):
    return players.bank_doubles[rank]


@inlined
def reads_double(players, law, rank):
    return doubles_on(players.eyes, rank)


@inlined
def no_shot(players, law, hand, room, when, seen):
    return 0


@jitable
def shot(players, law, hand, room, when, seen):
    shots = players.shots
    place = shots.at[hand >> 2] + seen
    if when == deal.NEW_HAND:
        place += NEW_HANDS
    elif when == deal.BEFORE_FOURTH:
        place += BEFORE_FOURTHS
    amount = min(shots.units[place] + room * shots.parts[place] // shots.wholes[place], shots.most[place], room)
    if when == deal.BEFORE_FOURTH:
        shots.late[hand], shots.late_node[hand] = amount, seen
    return amount


@inlined
def seat_as_row(players, law, seat, initial, doubled):
    return seat


@inlined
def row_of(players, law, seat, initial, doubled):
    return players.aware.row[2 * (seat * players.aware.width + initial) + doubled]


@inlined
def phase_zero(players, law, hand, slot, situation):
    return 0


@inlined
def first_phase(players, law, hand, slot, situation):
    return players.aware.begins[situation * SLOTS + slot]


@inlined
def burn(players, law, hand, node, situation):
    return players.burns[situation * players.nodes + node]


@inlined
def split(players, law, hand, rank, hands, situation):
    most = players.splits[situation * 16 + rank]
    return most == 1 or hands < most


@inlined
def move(players, law, hand, node, phase, base, last):
    seat = hand >> 2
    code = players.moves[players.at[seat] + phase * players.nodes + node]
    if code == STICK:
        return deal.STICK, phase
    after = players.following[players.codes_at[seat] + phase * CODES + code]
    if code == TWIST:
        return deal.TWIST, after
    least, most = buy_limits(law, base, last)
    if code == BUY_LEAST:
        return least, after
    if code == BUY_MOST:
        return most, after
    amount = players.amounts[seat * CODES + code] * base // 2
    return min(max(amount, least), most), after


def added(law: Any, policy: Any, base: int, last: int, code: int) -> int:
    """What a code of a `PunterPolicy` other than sticking adds to the stake, as `move` does it for the deal."""
    if code == TWIST:
        return 0
    least, most = buy_limits(law, base, last)
    if code == BUY_LEAST:
        return int(least)
    if code == BUY_MOST:
        return int(most)
    return int(min(max(int(policy.amounts[code]) * base // 2, least), most))


@inlined
def bank_draws(players, law, node, doubled):
    return players.bank_draws[doubled * players.nodes + node]


@inlined
def reads_draw(players, law, node, doubled):
    return decided(players.eyes, law, node)


# A reading banker notes what he sees where the deal asks a punter anyway.


@inlined
def seen_burn(players, law, hand, node, situation):
    burns = burn(players, law, hand, node, situation)
    if burns:
        look_at_burn(players.eyes, hand)
    return burns


@inlined
def seen_stake(players, law, seat, rank):
    initial = stake(players, law, seat, rank)
    look_at_stake(players.eyes, seat, initial, 0)
    return initial


@inlined
def seen_seat_as_row(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial, doubled)
    return seat_as_row(players, law, seat, initial, doubled)


@inlined
def seen_row_of(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial, doubled)
    return row_of(players, law, seat, initial, doubled)


@inlined
def seen_phase_zero(players, law, hand, slot, situation):
    look_at_hand(players.eyes, hand, slot)
    return 0


@inlined
def seen_first_phase(players, law, hand, slot, situation):
    look_at_hand(players.eyes, hand, slot)
    return first_phase(players, law, hand, slot, situation)
