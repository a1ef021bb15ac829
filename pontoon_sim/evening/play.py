"""Deals one after another at one table: the pack goes on or is shuffled, the bank stays or moves, as the rules say."""

from __future__ import annotations

import numpy as np

from ..aftermath import bank_moves, shuffles
from ..cards import ACE, JACK
from ..deal import play_deal
from ..gathering import begin_deal, call_in, gather, shuffle_ring
from ..jit import inlined, jitable, kernel
from ..law import shooting
from ..pack import below, draw, throw
from ..ring import BY_HANDS, DEALT, EXHAUSTED, HEAD, KEPT_ASIDE, RENEWED, TAIL
from ..tabletop import KITTY
from ..tally import INITIAL, NET, SEAT_COLUMNS, STAKED, add_deal
from .between import get_up, note, prepare, sit_down
from .chairs import take_seats
from .state import (
    AGE,
    BANKER,
    BY_JACK,
    BY_LOT,
    BY_SEAT,
    DD,
    GD,
    GG,
    GI,
    GS,
    GUARD,
    HELD,
    II,
    KITTY_BEFORE,
    LOCKED,
    PLAYED,
    RENEWALS,
    SHUFFLED,
    SITTINGS,
    SS,
    VOIDED,
)

GUARD_FROM = 24  # deals since a shuffle from which the order of the pack is looked at
MOST_IN_VAIN = 1000  # void deals in a row after which a table is given up


@kernel
def run_sittings(law, ring, players, table, sums, between, evening, sittings, length, warm_up):
    """Play sittings of so many counted deals each; how many deals were counted, or -1 when nearly all are void.

    Deals of the warm-up, before each sitting, are played but not counted: a sitting is a piece of an endless evening,
    which does not begin with a fresh pack. One that a locked pack ends is followed by one without a warm-up, for the
    deals that are missing: those after such a shuffle belong to the evening as much as the others.
    """
    state = evening.state
    for _ in range(sittings):
        begin_sitting(law, ring, players, table, between, evening)
        begun, locked = warm_up, state[LOCKED]
        for deal in range(warm_up + length):
            if deal == warm_up:
                mark(sums, evening)
            if not next_deal(law, ring, players, table, between, evening):
                return -1
            if deal >= warm_up:
                add_deal(table, sums)
            if state[LOCKED] != locked and evening.ends_locked and deal + 1 < warm_up + length:
                get_up(between, law, players, table, evening)
                if deal >= warm_up:
                    add_sitting(sums, evening, table.punters, deal + 1 - begun)
                    mark(sums, evening)
                    begun = deal + 1
                begin_sitting(law, ring, players, table, between, evening)
                locked = state[LOCKED]
        get_up(between, law, players, table, evening)
        add_sitting(sums, evening, table.punters, warm_up + length - begun)
    return sittings * length


@jitable
def begin_sitting(law, ring, players, table, between, evening):
    """People sit down, somebody becomes the banker, and the pack is shuffled."""
    state, persons = evening.state, table.punters + 1
    state[BANKER] = first_banker(ring, evening.first, persons)
    state[HELD], state[AGE], state[PLAYED] = 0, 0, 0
    shuffle_ring(ring)
    if shooting(law.extras):
        table.result[KITTY] = evening.kitty
    if evening.moving or state[BANKER] != table.punters or not evening.chairs.banks_alike:
        take_seats(players, evening.chairs, state[BANKER])  # else they sit as `lay_chairs` has laid them
    sit_down(between, law, players, table, evening)


@jitable
def first_banker(ring, first, persons):
    """The chair that banks first."""
    if first >= 0:
        return first
    if first == BY_LOT:
        return np.int64(below(ring.words, np.uint64(persons)))
    wanted, chair = JACK if first == BY_JACK else ACE, 0
    shuffle_ring(ring)
    begin_deal(ring)
    while draw(ring, 0) != wanted:
        throw(ring, 0)
        chair += 1
    call_in(ring)
    return chair % persons


@inlined
def next_deal(law, ring, players, table, between, evening):
    """Play until a deal counts, and do all that follows it but for adding it to the sums; False to give up.

    The deal then lies in `table`, while the pack and the bank are ready for the next one.
    """
    state, in_vain = evening.state, 0
    while True:
        begin_deal(ring)
        if shooting(law.extras):
            state[KITTY_BEFORE] = table.result[KITTY]
        prepare(between, law, ring, players, table, evening)
        play_deal(law, ring, players, table)
        if not ring.state[EXHAUSTED]:
            break
        cancel(law, ring, table, evening)
        in_vain += 1
        if in_vain == MOST_IN_VAIN:
            return False
    state[PLAYED] += 1
    state[HELD] += 1
    state[AGE] = 1 if ring.state[RENEWED] else state[AGE] + 1
    state[RENEWALS] += ring.state[RENEWED]
    moves = bank_moves(law, table, 1 if state[HELD] == 1 else 0, state[HELD])
    if shooting(law.extras):
        moves = sold(table, evening, moves)
    note(between, law, ring, players, table, evening, moves)
    gather(ring, table.punters, table.hands)
    if shuffles(law, table, moves != table.punters):
        fresh_start(law, ring, evening)
    elif state[AGE] >= GUARD_FROM and is_locked(ring, evening):
        state[LOCKED] += 1
        fresh_start(law, ring, evening)
    if moves != table.punters:
        pass_bank(law, players, table, evening, moves)
    if shooting(law.extras):
        tend_kitty(table, evening)
    return True


# ---- The kitty, which is the banker's money: he may add to it before any deal, and take it when the bank moves.


@jitable
def sold(table, evening, moves):
    """Which seat takes the bank, once an empty kitty is seen to: at an auction all bid alike, and the next one has it.

    All value the bank the same, so that its price leaves nobody better or worse off: it enters no result.
    """
    return 0 if evening.sells and table.result[KITTY] == 0 and moves == table.punters else moves


@jitable
def tend_kitty(table, evening):
    """The banker puts up a new kitty for an empty one, and makes up one that has fallen too low."""
    if table.result[KITTY] == 0 or table.result[KITTY] < evening.top_up:
        table.result[KITTY] = max(table.result[KITTY], evening.kitty)


@inlined
def pass_bank(law, players, table, evening, moves):
    """A seat takes the bank."""
    state = evening.state
    state[HELD] = 0
    if evening.moving:
        state[BANKER] = (state[BANKER] + 1 + moves) % (table.punters + 1)
        if not (evening.chairs.alike and evening.chairs.banks_alike):  # such a call is worth sparing
            take_seats(players, evening.chairs, state[BANKER])
        if shooting(law.extras):  # the old banker keeps what is left of his kitty
            table.result[KITTY] = evening.kitty


@jitable
def cancel(law, ring, table, evening):
    """The cards ran out: the deal is void, all is returned, and the pack is shuffled."""
    evening.state[VOIDED] += 1
    call_in(ring)
    fresh_start(law, ring, evening)
    if shooting(law.extras):
        table.result[KITTY] = evening.state[KITTY_BEFORE]


@inlined
def fresh_start(law, ring, evening):
    """Shuffle the pack."""
    shuffle_ring(ring)
    evening.state[AGE] = 0
    evening.state[SHUFFLED] += 1


@jitable
def is_locked(ring, evening):
    """Whether the pack came back to an order that it had since the last shuffle, or was not shuffled for very long.

    With fixed play and a fixed way to gather, an order that came back once comes back for ever.
    """
    age = evening.state[AGE]
    if age >= GUARD:
        return True
    if ring.gather != DEALT and ring.gather != BY_HANDS and ring.gather != KEPT_ASIDE:
        return False
    digest = np.uint64(evening.state[BANKER] + 1)
    for i in range(ring.state[HEAD], ring.state[TAIL]):
        digest = (digest ^ np.uint64(ring.cards[i])) * np.uint64(1099511628211)
        digest ^= digest >> np.uint64(29)
    evening.seen[age] = digest
    for earlier in range(GUARD_FROM, age):  # noqa: SIM110 - kernels know no generators
        if evening.seen[earlier] == digest:
            return True
    return False


# ---- What is counted of whole sittings, which are independent of each other as deals are not.


@jitable
def mark(sums, evening):
    """Note where the sums stand as a sitting begins to count."""
    for i in range(evening.marks.size):
        evening.marks[i] = sums.seats[i]


@jitable
def add_sitting(sums, evening, punters, deals):
    """Add the products of a sitting's totals."""
    batches = evening.batches
    evening.state[SITTINGS] += 1
    gain, initial, staked = 0, 0, 0
    for seat in range(punters):
        column = SEAT_COLUMNS * seat
        net = sums.seats[column + NET] - evening.marks[column + NET]
        batches[BY_SEAT + 2 * seat] += net * net
        batches[BY_SEAT + 2 * seat + 1] += net * deals
        gain -= net
        initial += sums.seats[column + INITIAL] - evening.marks[column + INITIAL]
        staked += sums.seats[column + STAKED] - evening.marks[column + STAKED]
    batches[GG] += gain * gain
    batches[II] += initial * initial
    batches[SS] += staked * staked
    batches[DD] += deals * deals
    batches[GI] += gain * initial
    batches[GS] += gain * staked
    batches[GD] += gain * deals
