"""Whole tables dealt from one pack, compiled: what both sides gain, and what the approximations are off by.

Each deal is played in several *ways* with the same cards and the same chances: as found; by a banker who is never soft;
and with the first seat taken by a punter who answers as well as can be. The cards that a hand may draw are reserved for
it, so that one seat's play moves nobody else's cards (where hands have at most five: by symmetry the chances are the
same). The banker's mixing is reckoned, not drawn.
"""

from __future__ import annotations

import numpy as np

from ...jit import inlined, jitable, kernel
from ...law import CLASSES, PONTOON, UNPLAYED
from ...pack import below, next_word
from .counting import count_table
from .records import CHANCES
from .turns import chosen, pays, play_banker, take_turn, weigh_table

AS_FOUND, SHARP, DEVIATING = range(3)  # ways
WAYS = 3
FOUND, OFF, BANKER, PUNTER, COUNTER = range(5)  # what is added up: see `play_tables`
UNIT = 1.0 / 2.0**53


@inlined
def chance(words):
    """A random number from 0 to below 1."""
    return np.float64(next_word(words) >> np.uint64(11)) * UNIT


@kernel
def play_tables(game, play, room, seats, deals, counting, room_each, sums, squares):
    """Play some deals, and add up what comes of them.

    Parameters
    ----------
    game, play, room : Game, Play, Room
    seats, deals : int
    counting : int
        Whether it is also reckoned what a banker would gain who counts.
    room_each : int
        Cards reserved for each hand beyond the first two; 0: all draw from one row.
    sums, squares : float64 (5,)
        Are added to: a seat's mean gain as found; the same less what is reckoned with the banker's average play; what
        the sharp banker gains over the found one; less what is reckoned of it, what the deviating punter gains
        over the others' play; and what a counting banker reckons to gain over the found one.
    """
    size = room.cards.size
    needed = min(2 * seats + 2 + (seats + 1) * room_each, size - 1) if room_each > 0 else size - 1
    for _ in range(deals):
        for i in range(needed):
            j = i + np.int64(below(room.words, np.uint64(size - i)))
            card = room.cards[i]
            room.cards[i] = room.cards[j]
            room.cards[j] = card
        for i in range(seats * CHANCES):
            room.chances[i] = chance(room.words)
        doubling = chance(room.words)
        found, sharp, counted, off, first, other = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for way in range(WAYS):
            times = 2 if doubling < stakes_and_double(game, play, room, seats, way) else 1
            play_deal(game, play, room, seats, times, room_each, way)
            total, one = gained(room, seats), room.gain[0]
            if way == SHARP:
                sharp = total
                continue
            if way == AS_FOUND and counting:
                counted = count_table(game, play, room, seats)
            reckon(game, play, room, seats, times, room_each, way, doubling)
            if way == AS_FOUND:
                found, off, first = total, total - gained(room, seats), one - room.gain[0]
            else:
                other = one - room.gain[0]
        note(sums, squares, FOUND, found / seats)
        note(sums, squares, OFF, off / seats)
        note(sums, squares, BANKER, found - sharp)
        note(sums, squares, PUNTER, other - first)
        note(sums, squares, COUNTER, counted)


@jitable
def gained(room, seats):
    """What all seats gained."""
    total = 0.0
    for seat in range(seats):
        total += room.gain[seat]
    return total


@jitable
def stakes_and_double(game, play, room, seats, way):
    """All stakes by the first cards; how likely the banker then doubles."""
    gain, total = 0.0, 0.0
    first = room.cards[2 * seats]
    for seat in range(seats):
        plan = 1 if way == DEVIATING and seat == 0 else 0
        level = chosen(play.stakes[plan, room.cards[2 * seat]], room.chances[seat * CHANCES], game.levels.size)
        room.level[seat] = level
        gain += play.gains[level, first]
        total += game.levels[level]
    if play.doubles == 0:
        return 0.0
    if way == SHARP:
        return 1.0 if gain < 0.0 else 0.0
    return min(max(0.5 - 0.5 * gain / (play.soft * total), 0.0), 1.0)


@jitable
def play_deal(game, play, room, seats, times, room_each, way):
    """All turns and the settlement."""
    bank = 2 * seats
    start = game.starts[room.cards[bank], room.cards[bank + 1]]
    if start < 0 and game.at_once:
        for seat in range(seats):
            shown_at_once(game, room, seat, times)
        return
    live = 0
    for seat in range(seats):
        room.at[seat] = bank + 2 + seat * room_each
    for seat in range(seats):
        plan = 1 if way == DEVIATING and seat == 0 else 0
        take_turn(game, room, play.actions[plan], seat, room.level[seat], times, seat if room_each > 0 else 0)
        public = room.public[seat]
        live += public >= 0
        room.look[seat] = play.look_of[public] if public >= 0 else play.out_of[times - 1, room.level[seat]]
        room.gain[seat] = pays(game, room, seat, PONTOON if start < 0 else 0)
    if start < 0 or live == 0:
        return
    weigh_table(game, play, room, seats, start, 0.0 if way == SHARP else play.soft)
    for seat in range(seats):
        if room.public[seat] >= 0:
            play_banker(game, room.draws, room, seat, start, bank_from(room, seats, room_each))


@jitable
def bank_from(room, seats, room_each):
    """Where the banker's further cards begin."""
    return 2 * seats + 2 + seats * room_each if room_each > 0 else room.at[0]


@jitable
def shown_at_once(game, room, seat, times):
    """Settle a seat with a banker's pontoon that is shown at once."""
    own = game.roots[0, room.cards[2 * seat], room.cards[2 * seat + 1]]
    klass = PONTOON if own < 0 else UNPLAYED
    room.gain[seat] = game.levels[room.level[seat]] * times * game.pay[klass * CLASSES + PONTOON]


@jitable
def reckon(game, play, room, seats, times, room_each, way, doubling):
    """The same deal, the banker playing against each seat as he does on the average of tables.

    Where he then doubles against a seat and did not, or the other way about, its turn is played anew.
    """
    bank = 2 * seats
    start = game.starts[room.cards[bank], room.cards[bank + 1]]
    for seat in range(seats):
        chance = play.average_doubles[room.level[seat], room.cards[bank]]
        mine = 2 if play.doubles and doubling < chance else 1
        if start < 0 and game.at_once:
            shown_at_once(game, room, seat, mine)
            continue
        if mine != times:
            if room_each > 0:
                room.at[seat] = bank + 2 + seat * room_each
            plan = 1 if way == DEVIATING and seat == 0 else 0
            take_turn(game, room, play.actions[plan], seat, room.level[seat], mine, seat if room_each > 0 else 0)
        room.gain[seat] = pays(game, room, seat, PONTOON if start < 0 else 0)
        public = room.public[seat]
        if start >= 0 and public >= 0:
            at = bank_from(room, seats, room_each)
            play_banker(game, play.average_draws[public], room, seat, start, at)


@jitable
def note(sums, squares, place, value):
    """Add to a sum, and to that of squares."""
    sums[place] += value
    squares[place] += value * value
