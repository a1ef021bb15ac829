"""A pack that keeps every card: used ones come back under it, or wait aside until it ends.

The cards from `HEAD` to `TAIL` are the pack, counted for ever and kept modulo the number of places. Those from `READY`
to `LOOSE` are in no order yet: they get one, some at a time, as they are needed, so that a shuffle costs nothing but
the random numbers for cards that are dealt.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .cards import TEN
from .jit import inlined, is_a, jitable, overload
from .memory import apart
from .pack import below, cut, draw, next_state, part, scaled, take_brulet, throw
from .tabletop import HANDS

HAND_ROOM = 32  # cards that a hand can hold: 21 aces and the card that broke it, with room to spare

# Entries of `RingPack.state`: see there.
HEAD, READY, LOOSE, TAIL, START, ASIDE, RENEWED, EXHAUSTED, FRESHLY = range(9)

#: Ways in which used cards go back under the pack, as the rules name them (`Rules.gather`).
GATHERS = ("dealt", "hands", "hands-mixed", "mixed", "aside")
DEALT, BY_HANDS, HANDS_MIXED, MIXED, KEPT_ASIDE = range(5)

SOME = 8  # cards that are put in order at a time within a deal
_U = np.uint64


class RingPack(NamedTuple):
    """A pack that keeps its used cards: under it, or aside until it ends.

    Attributes
    ----------
    cards : uint8 (a power of two, at least `size`)
        Ranks; the pack is ``cards[i % len(cards)]`` for i from `HEAD` to `TAIL`.
    held, held_count : uint8 (41 * HAND_ROOM,), int64 (41,)
        The cards of each hand on the table, in the order received; the banker's hand after all others.
    aside : uint8 (size,)
        Used cards out of play.
    state : int64 (9,)
        By the names above: where the pack begins, from where to where it is in no order yet, and where it ends; where
        it began at the start of the deal; the number of cards aside; whether those were shuffled within the deal,
        whether the cards ran out, and whether the pack was shuffled just before the deal.
    words : uint64 (4 at least)
        The generator.
    size, mask : int
        Number of cards; number of places less one.
    gather : int
        `DEALT`, `BY_HANDS`, ...
    reshuffles : int
        Whether used cards are shuffled when the pack ends.
    """

    cards: Any
    held: Any
    held_count: Any
    aside: Any
    state: Any
    words: Any
    size: int
    mask: int
    gather: int
    reshuffles: int

    def draw(self, hand: int) -> int:
        return int(_draw(self, hand))

    def throw(self, hand: int) -> None:
        _throw(self, hand)

    def part(self, hand: int, last: int) -> None:
        _part(self, hand, last)

    def cut(self) -> tuple[int, int]:
        return _cut(self)

    def take_brulet(self) -> None:
        _take_brulet(self)


# ---- What the deal asks.


@inlined
def _draw(pack, hand):
    state = pack.state
    head = state[HEAD]
    if head == state[READY] and not make_ready(pack, SOME):
        state[EXHAUSTED] = 1
        return np.int64(TEN)
    card = pack.cards[head & pack.mask]
    state[HEAD] = head + 1
    count = pack.held_count[hand]
    pack.held[hand * HAND_ROOM + count] = card
    pack.held_count[hand] = count + 1
    return np.int64(card)


@jitable
def make_ready(ring, count):
    """See to it that so many cards more are in order, as far as there are any; False where there is none."""
    state = ring.state
    if state[HEAD] == state[TAIL] and not renew(ring):
        return False
    if state[READY] < state[LOOSE]:
        put_in_order(ring, count)
    if state[READY] == state[LOOSE]:  # what was laid under the pack since lies in order
        state[READY] = state[LOOSE] = state[TAIL]
    return True


@jitable
def put_in_order(ring, count):
    """Draw which of the loose cards come next, so many of them."""
    state, words, cards = ring.state, ring.words, ring.cards
    ready, loose, mask = state[READY], state[LOOSE], ring.mask
    one, two, three, counter = words[0], words[1], words[2], words[3]
    for place in range(ready, min(ready + count, loose)):
        word, one, two, three, counter = next_state(one, two, three, counter)
        other = place + np.int64(scaled(word, _U(loose - place)))
        card = cards[place & mask]
        cards[place & mask] = cards[other & mask]
        cards[other & mask] = card
    words[0], words[1], words[2], words[3] = one, two, three, counter
    state[READY] = min(ready + count, loose)


@jitable
def renew(ring):
    """Shuffle the used cards aside to be dealt, the pack having ended; False where there are none."""
    state = ring.state
    count = state[ASIDE]
    if not ring.reshuffles or count == 0:
        return False
    for i in range(count):
        push(ring, ring.aside[i])
    state[ASIDE] = 0
    state[READY], state[LOOSE] = state[HEAD], state[TAIL]
    state[RENEWED] = 1
    return True


@inlined
def push(ring, card):
    """Put a card under the pack."""
    tail = ring.state[TAIL]
    ring.cards[tail & ring.mask] = card
    ring.state[TAIL] = tail + 1


@jitable
def _throw(pack, hand):
    """A hand is bust or burnt: its cards go under the pack at once, or aside."""
    if pack.gather == BY_HANDS or pack.gather == HANDS_MIXED:
        lay_under(pack, hand)
    else:
        lay_aside(pack, hand)


@jitable
def lay_under(ring, hand):
    """A hand goes under the pack, the card received first nearest to it (or in random order)."""
    begin, count = hand * HAND_ROOM, ring.held_count[hand]
    if ring.gather == HANDS_MIXED:
        mix(ring.held, ring.words, begin, count, HANDS * HAND_ROOM)
    for i in range(begin, begin + count):
        push(ring, ring.held[i])
    ring.held_count[hand] = 0


@jitable
def lay_aside(ring, hand):
    """A hand goes out of play."""
    state = ring.state
    for i in range(hand * HAND_ROOM, hand * HAND_ROOM + ring.held_count[hand]):
        ring.aside[state[ASIDE]] = ring.held[i]
        state[ASIDE] += 1
    ring.held_count[hand] = 0


@jitable
def mix(cards, words, begin, count, capacity):
    """Shuffle so many cards from a place on, in an array that goes round."""
    for i in range(count - 1):
        one = (begin + i) % capacity
        other = (begin + i + np.int64(below(words, _U(count - i)))) % capacity
        card = cards[one]
        cards[one] = cards[other]
        cards[other] = card


@jitable
def _part(pack, hand, last):
    held, counts = pack.held, pack.held_count
    for other in range(last, hand, -1):
        for i in range(counts[other]):
            held[(other + 1) * HAND_ROOM + i] = held[other * HAND_ROOM + i]
        counts[other + 1] = counts[other]
    held[(hand + 1) * HAND_ROOM] = held[hand * HAND_ROOM + 1]
    counts[hand] = counts[hand + 1] = 1


@jitable
def _cut(pack):
    """Top and bottom card, which the dealer sees after a shuffle only; else two tens, which are no brulet."""
    state = pack.state
    if not state[FRESHLY]:
        return TEN, TEN
    return np.int64(pack.cards[state[HEAD] & pack.mask]), np.int64(pack.cards[(state[TAIL] - 1) & pack.mask])


@jitable
def _take_brulet(pack):
    state = pack.state
    top, bottom = _cut(pack)
    pack.aside[state[ASIDE]], pack.aside[state[ASIDE] + 1] = top, bottom
    state[ASIDE] += 2
    state[HEAD] += 1
    state[TAIL] -= 1
    state[START] = state[HEAD]
    state[READY] = state[LOOSE] = state[TAIL]


# ---- What happens to it between deals.


@jitable
def fill_ring(ring, cards):
    """Lay that order of cards in the ring, the first one to be dealt first, as if just shuffled."""
    for i in range(ring.size):
        ring.cards[i] = cards[i]
    ring.held_count[:] = 0
    ring.state[:] = 0
    ring.state[READY:START] = ring.size
    ring.state[FRESHLY] = 1


@jitable
def begin_deal(ring, cards):
    """Note where the pack stands before a deal, which is going to take about so many cards."""
    state = ring.state
    state[START] = state[HEAD]
    state[RENEWED] = 0
    state[EXHAUSTED] = 0
    missing = cards - (state[READY] - state[HEAD])
    if missing > 0 and state[READY] < state[LOOSE]:
        put_in_order(ring, missing)


@jitable
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
    if ring.gather == DEALT and not state[RENEWED]:
        begin, end = state[START], state[HEAD]
        lay_brulet_under(ring, end - begin, punters, hands)
        for i in range(begin, end):
            push(ring, ring.cards[i & ring.mask])
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
        mix(ring.cards, ring.words, tail, state[TAIL] - tail, ring.mask + 1)


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


@jitable
def shuffle_ring(ring, at_once):
    """Shuffle the pack, cards aside included, nobody holding any.

    `at_once`: its order is settled now, for a dealer who may look at its top and bottom; else as it is dealt.
    """
    state = ring.state
    for i in range(state[ASIDE]):
        push(ring, ring.aside[i])
    state[ASIDE] = 0
    state[READY], state[LOOSE] = state[HEAD], state[TAIL]
    state[FRESHLY] = 1
    if at_once:
        put_in_order(ring, state[TAIL] - state[HEAD])


def ring_pack(packs: int, words: Any, way: str = "hands", reshuffles: bool = False) -> RingPack:
    """A ring of that many packs of 52, by rank, to be shuffled.

    Parameters
    ----------
    packs : int
    words : uint64 array
        Generator that shuffles it: `pack.fresh_pack`.
    way : str
        How used cards go back: one of `GATHERS`.
    reshuffles : bool
        Whether used cards are shuffled when the pack ends.
    """
    size = 52 * packs
    places = 1 << (size - 1).bit_length()
    cards = apart(places, np.uint8)
    cards[:size] = np.repeat(np.arange(13), 4 * packs)
    state = apart(9, np.int64)
    state[LOOSE] = state[TAIL] = size
    return RingPack(
        cards=cards,
        held=apart(HANDS * HAND_ROOM, np.uint8),
        held_count=apart(HANDS, np.int64),
        aside=apart(size, np.uint8),
        state=state,
        words=words,
        size=size,
        mask=places - 1,
        gather=GATHERS.index(way),
        reshuffles=int(reshuffles),
    )


def in_pack(ring: RingPack) -> list[int]:
    """The ranks in the pack, the next one first (as far as they are in an order)."""
    return [int(ring.cards[i & ring.mask]) for i in range(ring.state[HEAD], ring.state[TAIL])]


def _by_ring(ring: Any, answer: Any) -> Any:
    return answer if is_a(RingPack, ring) else None


@overload(draw, jit_options={"forceinline": True})
def _asked_draw(pack, hand):
    return _by_ring(pack, _draw)


@overload(throw)
def _asked_throw(pack, hand):
    return _by_ring(pack, _throw)


@overload(part)
def _asked_part(pack, hand, last):
    return _by_ring(pack, _part)


@overload(cut)
def _asked_cut(pack):
    return _by_ring(pack, _cut)


@overload(take_brulet)
def _asked_take_brulet(pack):
    return _by_ring(pack, _take_brulet)
