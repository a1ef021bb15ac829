"""How those who decide by chance answer the deal's questions, in compiled code.

Each side looks at what it may know, and at nothing else: a punter's row is found by his own notes, which his stake, the
double and the cards of his own hand have led to; the banker's by stake, double, amounts and twisted cards alone.
"""

from __future__ import annotations

import numpy as np

from ... import deal
from ...jit import inlined, jitable
from ...pack import next_word
from .. import answers
from ..reading.look import look_at_stake
from .record import ACTION, BRANCH, INITIAL, NOTES, PUBLIC, SPOT

_SHIFT, _UNIT = np.uint64(11), 2.0**-53


@inlined
def drawn(words):
    """A random number from 0 to below 1."""
    return np.float64(next_word(words) >> _SHIFT) * _UNIT


@inlined
def happens(words, chance):
    """Whether something happens that is so likely; what is sure takes no random number."""
    if chance <= 0.0:
        return False
    return chance >= 1.0 or drawn(words) < chance


@inlined
def chosen(words, chances, at, count):
    """A place drawn from a row of rising sums of chances."""
    some, place = drawn(words), 0
    while place < count - 1 and some >= chances[at + place]:
        place += 1
    return place


# ---- The punter.


@jitable
def stake(players, law, seat, rank):
    mixed = players.mixed
    initial = answers.stake(players, law, seat, rank)
    if mixed.stakes[seat]:
        levels = mixed.turn.levels
        initial = levels[chosen(mixed.words, mixed.turn.stakes, rank * levels.size, levels.size)]
    mixed.notes[seat * NOTES + INITIAL] = initial
    return initial


@jitable
def begin(players, seat, initial, doubled):
    """A seat's turn begins, with that stake before a double."""
    mixed = players.mixed
    at = seat * NOTES
    if mixed.plays[seat]:
        mixed.notes[at + BRANCH] = mixed.turn.branch[2 * initial + doubled]
        mixed.notes[at + SPOT] = -1
    if mixed.banks[0]:
        mixed.notes[at + PUBLIC] = mixed.sight.first[mixed.sight.branch[2 * initial + doubled]]


@inlined
def row_of(players, law, seat, initial, doubled):
    begin(players, seat, initial, doubled)
    return answers.row_of(players, law, seat, initial, doubled)


@inlined
def seat_as_row(players, law, seat, initial, doubled):
    begin(players, seat, initial, doubled)
    return answers.seat_as_row(players, law, seat, initial, doubled)


@inlined
def seen_stake(players, law, seat, rank):
    initial = stake(players, law, seat, rank)
    look_at_stake(players.eyes, seat, initial, 0)
    return initial


@inlined
def seen_row_of(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial, doubled)
    return row_of(players, law, seat, initial, doubled)


@inlined
def seen_seat_as_row(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial, doubled)
    return seat_as_row(players, law, seat, initial, doubled)


@jitable
def move(players, law, hand, node, phase, base, last):
    mixed = players.mixed
    seat = hand >> 2
    if not mixed.plays[seat]:
        return answers.move(players, law, hand, node, phase, base, last)
    turn, at = mixed.turn, seat * NOTES
    spot = mixed.notes[at + SPOT]
    if spot < 0:
        spot = np.int64(turn.root[mixed.notes[at + BRANCH] * turn.nodes + node])
        mixed.notes[at + SPOT] = spot
    action = np.int64(turn.sure[spot])
    if action < 0:
        action = chosen(mixed.words, turn.chance, spot * turn.actions, turn.actions)
    mixed.notes[at + ACTION] = action
    if action == answers.STICK:
        return deal.STICK, phase
    if action == answers.TWIST:
        return deal.TWIST, phase
    return turn.amount[spot * turn.actions + action], phase


# ---- What either sees of a card; and the banker.


@jitable
def see_card(players, law, hand, move, card):
    mixed = players.mixed
    if hand == mixed.bank:
        return
    at, worth = (hand >> 2) * NOTES, min(card, 9)
    if mixed.plays[hand >> 2]:
        turn = mixed.turn
        row = mixed.notes[at + SPOT] * (turn.actions - 1) + mixed.notes[at + ACTION] - 1
        mixed.notes[at + SPOT] = turn.child[row * 10 + worth]
    public = mixed.notes[at + PUBLIC]
    if mixed.banks[0] and public >= 0:
        view, after = mixed.sight, np.int64(-1)
        if move == deal.TWIST:
            after = np.int64(view.twist[public * 10 + worth])
        else:
            for place in range(public * view.buys, (public + 1) * view.buys):
                if view.amount[place] == move:
                    after = np.int64(view.buy[place])
        mixed.notes[at + PUBLIC] = after


@jitable
def double(players, law, rank):
    mixed = players.mixed
    if not mixed.banks[0]:
        return answers.double(players, law, rank) != 0
    return happens(mixed.words, mixed.sight.doubles[rank * mixed.sight.width + mixed.notes[INITIAL]])


@jitable
def bank_draws(players, law, node, doubled):
    mixed = players.mixed
    if not mixed.banks[0]:
        return answers.bank_draws(players, law, node, doubled) != 0
    public = mixed.notes[PUBLIC]
    if public < 0:  # five cards against which any other hand loses: to stick is never better than to draw
        return True
    return happens(mixed.words, mixed.sight.draws[public * mixed.sight.columns + mixed.sight.column[node]])
