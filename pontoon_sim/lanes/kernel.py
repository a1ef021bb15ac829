"""Packs shuffled and played side by side, a lane each: the same step for all lanes at once, as processors like it.

Loops over lanes are short and without a branch, so that the compiler makes vector instructions of them; what is looked
up in a table stands in loops of its own. The cards of a lane lie in two words as sixteen ranks of four bits each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..jit import inlined, kernel
from ..pack import next_state
from ..scratch import apart
from ..tally import GAIN_GAIN, GAIN_INITIAL, GAIN_STAKED, INITIAL_INITIAL, STAKED_STAKED
from .left import LEFT_INITIAL, LEFT_LEFT, LEFT_STAKED
from .tables import ASIDE, GAIN_BITS, INITIAL_BITS, NOBODY, PUNTERS, STAKED_BITS, Program

LANES = 128
ROOM = 64 * LANES  # packs that are set aside before the kernel lets somebody play them
HELD = 32  # ranks that two words hold

_U = np.uint64
_NO_CARDS = _U(0xFFF << 52)  # of 64 places of six bits those that are no card of a pack count as dealt
_CARD, _TOP, _ALL_BITS = _U(15), _U(60), _U(63)


class Lanes(NamedTuple):
    """Scratch memory: what is known of each lane's deal.

    Attributes
    ----------
    words : uint64 (4, LANES)
        State of its generator.
    high, low : uint64 (LANES,)
        The first cards of its pack, the first one on top.
    known : uint64 (LANES,)
        How many they are; while they are dealt, which of 64 places are used.
    rest, taken : uint64 (LANES,)
        Cards that nobody holds, the next one on top; how many were taken in all.
    state, place, offset, live, aside, value, bank, left : uint64 (LANES,)
        State of the hand that is played; where something is looked up; where the tables of the lane's context
        begin; whether the banker has anybody to play for; whether the deal itself must play this pack; the sum of
        the values of all seats; the bank's state; what is left of the punters' net results.
    ends : uint16 (PUNTERS, LANES)
        The end of each seat.
    """

    words: Any
    high: Any
    low: Any
    known: Any
    rest: Any
    taken: Any
    state: Any
    place: Any
    offset: Any
    live: Any
    aside: Any
    value: Any
    bank: Any
    left: Any
    ends: Any


class Counts(NamedTuple):
    """What is counted of deals in lanes: the rest follows.

    Attributes
    ----------
    ends : int64 (punters, ends << width)
        How often a seat came to an end of its own and one of the bank's.
    endings : int64 (2 << width,)
        How often a deal came to an end of the bank, times 2, plus 1 where a punter held a pontoon.
    squares : int64 (5,)
        As in `tally.Sums`.
    left : int64 (3,)
        As in `left.Left`.
    """

    ends: Any
    endings: Any
    squares: Any
    left: Any


class Aside(NamedTuple):
    """Packs that the deal itself must play: their first cards, the first one on top, and how many are known."""

    high: Any
    low: Any
    known: Any


def new_lanes(stream: np.random.SeedSequence) -> Lanes:
    """Lanes with generators of their own, each seeded as NumPy seeds SFC64; the stream's first words stay free."""
    seeds = stream.generate_state(3 * (LANES + 1), np.uint64).reshape(-1, 3)[1:]
    state = (*seeds.T.copy(), np.ones(LANES, np.uint64))
    for _ in range(12):
        _, *state = next_state(*state)
    words = apart(4 * LANES, np.uint64).reshape(4, LANES)
    words[:] = state
    scratch: dict[str, Any] = {name: apart(LANES, np.uint64) for name in Lanes._fields[1:-1]}
    return Lanes(words, **scratch, ends=apart(PUNTERS * LANES, np.uint16).reshape(PUNTERS, LANES))


def new_counts(program: Program) -> Counts:
    """All zero."""
    tables = program.tables
    row = len(program.ends) << tables.width
    ends = apart(tables.punters * row, np.int64).reshape(tables.punters, row)
    return Counts(ends, apart(2 << tables.width, np.int64), apart(5, np.int64), apart(3, np.int64))


def new_aside() -> Aside:
    """Room for packs."""
    return Aside(*(apart(ROOM + LANES, np.uint64) for _ in Aside._fields))


@kernel
def run_lanes(tables, controls, lanes, counts, aside, deals):
    """Play packs until so many are done, or until there is no room for those set aside.

    Returns
    -------
    done, put : int
        Deals, and how many of them were set aside.
    """
    done, put = 0, 0
    while done < deals and put < ROOM:
        wanted = min(deals - done, LANES)
        shuffle_tops(tables, lanes)
        open_deals(tables, lanes)
        for seat in range(tables.punters):
            begin_seat(tables, lanes, seat)
            take_cards(tables, lanes, tables.steps, tables.first_open)
            end_seat(tables, lanes, seat)
        begin_bank(tables, lanes)
        take_cards(tables, lanes, tables.bank_steps, tables.bank_first_open)
        if tables.idle:
            end_idle_bank(tables, lanes)
        put = end_deals(tables, lanes, aside, wanted, put)
        count_deals(tables, controls, lanes, counts)
        done += wanted
    return done, put


@inlined
def shuffle_tops(tables, lanes):
    """Deal the first cards of every lane's pack, without regard to whom: six random bits name a place.

    A place that is used, or no card at all, deals nothing, so that some packs show more cards than others; how many
    has nothing to do with their order.
    """
    words, high, low, known = lanes.words, lanes.high, lanes.low, lanes.known
    for lane in range(LANES):
        high[lane], low[lane], known[lane] = _U(0), _U(0), _NO_CARDS
    for _ in range(tables.rounds):
        for lane in range(LANES):
            word, words[0, lane], words[1, lane], words[2, lane], words[3, lane] = next_state(
                words[0, lane], words[1, lane], words[2, lane], words[3, lane]
            )
            top, bottom, used = deal_place(high[lane], low[lane], known[lane], word)
            top, bottom, used = deal_place(top, bottom, used, word >> _U(6))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(12))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(18))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(24))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(30))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(36))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(42))
            top, bottom, used = deal_place(top, bottom, used, word >> _U(48))
            high[lane], low[lane], known[lane] = deal_place(top, bottom, used, word >> _U(54))


@inlined
def deal_place(high, low, used, word):
    """The words after the card at the place that the lowest six bits name, where that is still in the pack."""
    place = _U(1) << (word & _ALL_BITS)
    if used & place:
        return high, low, used
    return (high << _U(4)) | (low >> _TOP), (low << _U(4)) | ((word >> _U(2)) & _CARD), used | place


@inlined
def ones(word):
    """How many bits are set."""
    word = word - ((word >> _U(1)) & _U(0x5555555555555555))
    word = (word & _U(0x3333333333333333)) + ((word >> _U(2)) & _U(0x3333333333333333))
    return (((word + (word >> _U(4))) & _U(0x0F0F0F0F0F0F0F0F)) * _U(0x0101010101010101)) >> _U(56)


@inlined
def open_deals(tables, lanes):
    """Lay the first card on top, and look at the banker's first two; those of all seats lie between and behind."""
    high, low = lanes.high, lanes.low
    opening = _U(4 * 2 * (tables.punters + 1))
    one, two = _U(4 * (15 - tables.punters)), _U(4 * (14 - 2 * tables.punters))
    for lane in range(LANES):
        known = ones(lanes.known[lane]) - _U(12)
        missing = (_U(4) * (_U(HELD) - known)) & _U(127)
        top = low[lane] if missing > _ALL_BITS else high[lane]
        bottom = _U(0) if missing > _ALL_BITS else low[lane]
        missing &= _ALL_BITS
        top = (top << missing) | ((bottom >> _U(1)) >> (_ALL_BITS - missing))
        bottom = bottom << missing
        high[lane], low[lane], lanes.known[lane] = top, bottom, known
        lanes.rest[lane] = (top << opening) | (bottom >> (_U(64) - opening))
        lanes.taken[lane] = opening >> _U(2)
        lanes.aside[lane] = _U(1) if known > _U(HELD) else _U(0)
        lanes.live[lane] = _U(tables.completes)
        lanes.place[lane] = (((top >> one) & _CARD) << _U(4)) | ((top >> two) & _CARD)
    for lane in range(LANES):
        lanes.bank[lane] = tables.bank_starts[lanes.place[lane]]
    for lane in range(LANES):
        lanes.offset[lane] = (lanes.bank[lane] >> _U(16)) << _U(8)
        lanes.bank[lane] &= _U(0xFFFF)


@inlined
def begin_seat(tables, lanes, seat):
    """Look at the two first cards of a seat."""
    one, two = _U(4 * (15 - seat)), _U(4 * (14 - seat - tables.punters))
    first = _U(256 * tables.contexts * seat)
    for lane in range(LANES):
        top = lanes.high[lane]
        pair = (((top >> one) & _CARD) << _U(4)) | ((top >> two) & _CARD)
        lanes.place[lane] = first + lanes.offset[lane] + pair
    for lane in range(LANES):
        lanes.state[lane] = tables.starts[lanes.place[lane]]


@inlined
def take_cards(tables, lanes, steps, first_open):
    """A card for every lane whose hand takes one, until none does."""
    first = _U(first_open)
    for _ in range(tables.depth):
        open_lanes = _U(0)
        for lane in range(LANES):
            takes = _U(1) if lanes.state[lane] >= first else _U(0)
            lanes.place[lane] = (lanes.state[lane] << _U(4)) | (lanes.rest[lane] >> _TOP)
            lanes.rest[lane] <<= takes << _U(2)
            lanes.taken[lane] += takes
            open_lanes += takes
        if open_lanes == 0:
            return
        for lane in range(LANES):
            lanes.state[lane] = steps[lanes.place[lane]]


@inlined
def end_seat(tables, lanes, seat):
    """Note how the seat's hand ended."""
    out = _U(tables.out)
    for lane in range(LANES):
        state = lanes.state[lane]
        lanes.aside[lane] |= _U(1) if state == _U(ASIDE) else _U(0)
        lanes.live[lane] |= _U(1) if state > out else _U(0)
        lanes.ends[seat, lane] = state


@inlined
def begin_bank(tables, lanes):
    """The banker plays where there is anybody to play for, or where he plays on."""
    on = _U(tables.idle)
    for lane in range(LANES):
        lanes.state[lane] = lanes.bank[lane] if lanes.live[lane] | on != _U(0) else _U(NOBODY)


@inlined
def end_idle_bank(tables, lanes):
    """Say of the banker who played on that he had nobody to play for."""
    idle = _U(tables.idle)
    for lane in range(LANES):
        lanes.state[lane] += _U(0) if lanes.live[lane] != _U(0) else idle


@inlined
def end_deals(tables, lanes, aside, wanted, put):
    """Set packs aside that the deal must play, those among them of which too few cards are known; how many there are.

    Of more cards than two words hold the first ones are lost: such packs are dealt anew.
    """
    opening = _U(2 * (tables.punters + 1) + 16)
    for lane in range(LANES):
        taken = lanes.taken[lane]
        lanes.aside[lane] |= _U(1) if (taken > lanes.known[lane]) | (taken > opening) else _U(0)
    for lane in range(wanted):
        if lanes.aside[lane]:
            known = lanes.known[lane]
            aside.high[put], aside.low[put] = lanes.high[lane], lanes.low[lane]
            aside.known[put] = known if known <= _U(HELD) else _U(0)
            put += 1
    for lane in range(wanted, LANES):
        lanes.aside[lane] = _U(1)
    for lane in range(LANES):
        lanes.state[lane] = _U(ASIDE) if lanes.aside[lane] else lanes.state[lane]
        lanes.value[lane] = lanes.left[lane] = _U(0)
    return put


@inlined
def count_deals(tables, controls, lanes, counts):
    """Count how all seats and the bank ended; packs that are set aside count among the ends of nobody."""
    width = _U(tables.width)
    for seat in range(tables.punters):
        for lane in range(LANES):
            end = _U(ASIDE) if lanes.aside[lane] else _U(lanes.ends[seat, lane])
            lanes.place[lane] = (end << width) | lanes.state[lane]
        for lane in range(LANES):
            place = lanes.place[lane]
            counts.ends[seat, place] += 1
            lanes.value[lane] += _U(tables.values[place])
        if controls.scale:
            row = controls.rows[seat]
            for lane in range(LANES):
                lanes.left[lane] += _U(controls.left[row, lanes.place[lane]])
    gg = ii = ss = gi = gs = ll = li = ls = np.int64(0)
    for lane in range(LANES):
        value = np.int64(lanes.value[lane])
        gain = (value << (64 - GAIN_BITS)) >> (64 - GAIN_BITS)
        value = (value - gain) >> GAIN_BITS
        staked = value & ((1 << STAKED_BITS) - 1)
        value >>= STAKED_BITS
        initial = value & ((1 << INITIAL_BITS) - 1)
        pontoons = value >> INITIAL_BITS
        gg += gain * gain
        ii += initial * initial
        ss += staked * staked
        gi += gain * initial
        gs += gain * staked
        left = -np.int64(lanes.left[lane])
        ll += left * left
        li += left * initial
        ls += left * staked
        lanes.place[lane] = (lanes.state[lane] << _U(1)) | (_U(1) if pontoons != 0 else _U(0))
    squares = counts.squares
    squares[GAIN_GAIN] += gg
    squares[INITIAL_INITIAL] += ii
    squares[STAKED_STAKED] += ss
    squares[GAIN_INITIAL] += gi
    squares[GAIN_STAKED] += gs
    counts.left[LEFT_LEFT] += ll
    counts.left[LEFT_INITIAL] += li
    counts.left[LEFT_STAKED] += ls
    for lane in range(LANES):
        counts.endings[lanes.place[lane]] += 1
