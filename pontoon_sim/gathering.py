"""What happens to a pack between deals: used cards go back as the rules say, and it is shuffled."""

from __future__ import annotations

from .jit import inlined, jitable
from .ring import (
    ASIDE,
    BY_HANDS,
    DEALT,
    EXHAUSTED,
    FRESHLY,
    HAND_ROOM,
    HEAD,
    KEPT_ASIDE,
    MIXED,
    RENEWED,
    START,
    TAIL,
    lay_aside,
    lay_under,
    mix,
    push,
)
from .tabletop import HANDS


@jitable
def fill_ring(ring, cards):
    """Lay that order of cards in the ring, the first one to be dealt first, as if just shuffled."""
    for i in range(ring.size):
        ring.cards[i] = cards[i]
    ring.held_count[:] = 0
    ring.state[:] = 0
    ring.state[TAIL] = ring.size
    ring.state[FRESHLY] = 1


@inlined
def begin_deal(ring):
    """Note where the pack stands before a deal."""
    state = ring.state
    if state[TAIL] + 2 * ring.size > ring.cards.size:
        move_back(ring)
    state[START] = state[HEAD]
    state[RENEWED] = 0
    state[EXHAUSTED] = 0


@jitable
def move_back(ring):
    """Lay the pack at the beginning of the row."""
    state = ring.state
    count = state[TAIL] - state[HEAD]
    for i in range(count):
        ring.cards[i] = ring.cards[state[HEAD] + i]
    state[HEAD], state[TAIL] = 0, count


@inlined
def gather(ring, punters, hands):
    """Put the used cards of a settled deal where the rules want them.

    Parameters
    ----------
    ring : RingPack
    punters : int
    hands : int64 (punters,)
        Number of hands of each seat.
    """
    state = ring.state
    state[FRESHLY] = 0
    if ring.gather != BY_HANDS or state[ASIDE]:
        gather_otherwise(ring, punters, hands)
        return
    for seat in range(punters):
        lay_under(ring, 4 * seat)
        for hand in range(4 * seat + 1, 4 * seat + hands[seat]):
            lay_under(ring, hand)
    lay_under(ring, 4 * punters)


@jitable
def gather_otherwise(ring, punters, hands):
    """The same where the cards are not simply laid under hand by hand."""
    state = ring.state
    if ring.gather == DEALT and not state[RENEWED]:
        begin, end = state[START], state[HEAD]
        lay_brulet_under(ring, end - begin, punters, hands)
        for i in range(begin, end):
            push(ring, ring.cards[i])
        forget_hands(ring, punters, hands)
        return
    tail = state[TAIL]
    if ring.gather != KEPT_ASIDE:
        for i in range(state[ASIDE]):
            push(ring, ring.aside[i])
        state[ASIDE] = 0
    for seat in range(punters + 1):
        count = hands[seat] if seat < punters else 1
        for hand in range(4 * seat, 4 * seat + count):
            if ring.gather == KEPT_ASIDE:
                lay_aside(ring, hand)
            else:
                lay_under(ring, hand)
    if ring.gather == MIXED:
        mix(ring.cards, ring.words, tail, state[TAIL] - tail)


@jitable
def lay_brulet_under(ring, dealt, punters, hands):
    """The two cards of a brulet go under before the cards that were dealt: they are aside and not among those."""
    thrown = dealt
    for seat in range(punters + 1):
        for hand in range(4 * seat, 4 * seat + (hands[seat] if seat < punters else 1)):
            thrown -= ring.held_count[hand]
    for i in range(ring.state[ASIDE] - thrown):
        push(ring, ring.aside[i])
    ring.state[ASIDE] = 0


@jitable
def forget_hands(ring, punters, hands):
    """Nobody holds a card any more."""
    for seat in range(punters + 1):
        for hand in range(4 * seat, 4 * seat + (hands[seat] if seat < punters else 1)):
            ring.held_count[hand] = 0


@jitable
def call_in(ring):
    """Put every card on the table and aside under the pack: a deal is cancelled, or the pack is to be shuffled."""
    for i in range(ring.state[ASIDE]):
        push(ring, ring.aside[i])
    ring.state[ASIDE] = 0
    for hand in range(HANDS):
        for i in range(hand * HAND_ROOM, hand * HAND_ROOM + ring.held_count[hand]):
            push(ring, ring.held[i])
        ring.held_count[hand] = 0


@inlined
def shuffle_ring(ring):
    """Shuffle the pack, cards aside included, nobody holding any."""
    state = ring.state
    for i in range(state[ASIDE]):
        push(ring, ring.aside[i])
    state[ASIDE] = 0
    mix(ring.cards, ring.words, state[HEAD], state[TAIL] - state[HEAD])
    state[FRESHLY] = 1
