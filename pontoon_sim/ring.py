"""A pack that keeps every card: used ones come back under it, or wait aside until it ends.

The pack is the cards from `HEAD` to `TAIL` of a long row. Cards are laid under it at the tail, and before a deal that
could reach the end of the row it is moved back to the beginning.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .cards import TEN
from .jit import inlined, is_a, jitable, overload
from .pack import cut, draw, next_state, part, take_brulet, throw
from .scratch import apart
from .tabletop import HANDS

HAND_ROOM = 32  # cards that a hand can hold: 21 aces and the card that broke it, with room to spare

# Entries of `RingPack.state`: see there.
HEAD, TAIL, START, ASIDE, RENEWED, EXHAUSTED, FRESHLY = range(7)

#: Ways in which used cards go back under the pack, as the rules name them (`Rules.gather`).
GATHERS = ("dealt", "hands", "hands-mixed", "mixed", "aside")
DEALT, BY_HANDS, HANDS_MIXED, MIXED, KEPT_ASIDE = range(5)

PACKS_LONG = 16  # how many times the pack the row is long
AT_ONCE = 5  # cards of a hand that are laid under the pack without looking how many they are
_U = np.uint64  # an index of this type needs no look at its sign
HALF = _U(2**32 - 1)  # the lower half of a random word


class Renews(NamedTuple):
    """Used cards are shuffled when the pack ends: where `allowed` is 1."""

    allowed: int = 1


class Ends(NamedTuple):
    """The cards run out when the pack ends: known when compiling."""

    none: int = 0


class RingPack(NamedTuple):
    """A pack that keeps its used cards: under it, or aside until it ends.

    Attributes
    ----------
    cards : uint8 (several times `size`,)
        Ranks; the pack lies from `HEAD` to `TAIL`.
    held, held_count : uint8 (41 * HAND_ROOM,), int64 (41,)
        The cards of each hand on the table, in the order received; the banker's hand after all others.
    aside : uint8 (size,)
        Used cards out of play.
    state : int64 (7,)
        By the names above: where the pack begins and ends; where it began at the start of the deal; the number of
        cards aside; whether those were shuffled within the deal, whether the cards ran out, and whether the pack was
        shuffled just before the deal.
    words : uint64 (4 at least)
        The generator.
    size : int
        Number of cards.
    gather : int
        `DEALT`, `BY_HANDS`, ...
    end : Renews or Ends
    """

    cards: Any
    held: Any
    held_count: Any
    aside: Any
    state: Any
    words: Any
    size: int
    gather: int
    end: Any

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
    if state[HEAD] == state[TAIL] and not renewed(pack.end, pack):
        state[EXHAUSTED] = 1
        return np.int64(TEN)
    head = state[HEAD]
    card = pack.cards[_U(head)]
    state[HEAD] = head + 1
    count = pack.held_count[_U(hand)]
    pack.held[_U(hand * HAND_ROOM + count)] = card
    pack.held_count[_U(hand)] = count + 1
    return np.int64(card)


def renewed(end, ring):
    """Shuffle the used cards to be dealt, the pack having ended, where the rules want it; False where none are had."""
    return isinstance(end, Renews) and end.allowed == 1 and renew(ring)


@overload(renewed)
def _renewed(end, ring):
    if is_a(Renews, end):
        return lambda end, ring: end.allowed == 1 and renew(ring)
    return lambda end, ring: False


@jitable
def renew(ring):
    """Shuffle the used cards aside to be dealt; False where there are none."""
    state = ring.state
    count = state[ASIDE]
    if count == 0:
        return False
    begin = state[TAIL]
    for i in range(count):
        push(ring, ring.aside[i])
    state[ASIDE] = 0
    mix(ring.cards, ring.words, begin, count)
    state[RENEWED] = 1
    return True


@inlined
def push(ring, card):
    """Put a card under the pack."""
    tail = ring.state[TAIL]
    ring.cards[tail] = card
    ring.state[TAIL] = tail + 1


@jitable
def _throw(pack, hand):
    """A hand is bust or burnt: its cards go under the pack at once, or aside."""
    if pack.gather == BY_HANDS or pack.gather == HANDS_MIXED:
        lay_under(pack, hand)
    else:
        lay_aside(pack, hand)


@inlined
def lay_under(ring, hand):
    """A hand goes under the pack, the card received first nearest to it (or in random order)."""
    begin, count = hand * HAND_ROOM, ring.held_count[hand]
    if ring.gather == HANDS_MIXED:
        mix(ring.held, ring.words, begin, count)
    tail = ring.state[TAIL]
    for i in range(AT_ONCE):  # no question of how many: what is too much is overwritten by the next hand
        ring.cards[_U(tail + i)] = ring.held[_U(begin + i)]
    for i in range(AT_ONCE, count):
        ring.cards[tail + i] = ring.held[begin + i]
    ring.state[TAIL] = tail + count
    ring.held_count[hand] = 0


@jitable
def lay_aside(ring, hand):
    """A hand goes out of play."""
    state = ring.state
    for i in range(hand * HAND_ROOM, hand * HAND_ROOM + ring.held_count[hand]):
        ring.aside[state[ASIDE]] = ring.held[i]
        state[ASIDE] += 1
    ring.held_count[hand] = 0


@inlined
def mix(cards, words, begin, count):
    """Shuffle so many cards of a row from a place on: two of them by each random word."""
    one, two, three, counter = words[0], words[1], words[2], words[3]
    place, left = _U(begin), _U(count)
    while left > _U(1):
        word, one, two, three, counter = next_state(one, two, three, counter)
        first, second = (word & HALF) * left, (word >> _U(32)) * (left - _U(1))
        if ((first & HALF) < left or (second & HALF) < left) and uneven(first, second, left):
            continue
        swap(cards, place, place + (first >> _U(32)))
        swap(cards, place + _U(1), place + _U(1) + (second >> _U(32)))
        place += _U(2)
        left -= _U(2)
    words[0], words[1], words[2], words[3] = one, two, three, counter


@jitable
def uneven(first, second, left):
    """Whether one of two halves of a word, times its limit, is among the few that would favour some results.

    Lemire, Fast random integer generation in an interval, ACM Trans. Model. Comput. Simul. 29 (2019).
    """
    whole = HALF + _U(1)
    return (first & HALF) < whole % left or (second & HALF) < whole % (left - _U(1))


@inlined
def swap(cards, one, other):
    """Two cards change places."""
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@jitable
def _part(pack, hand, last):
    if pack.state[EXHAUSTED]:  # the pair may be none, and the deal is void anyhow
        return
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
    return np.int64(pack.cards[state[HEAD]]), np.int64(pack.cards[state[TAIL] - 1])


@jitable
def _take_brulet(pack):
    state = pack.state
    top, bottom = _cut(pack)
    pack.aside[state[ASIDE]], pack.aside[state[ASIDE] + 1] = top, bottom
    state[ASIDE] += 2
    state[HEAD] += 1
    state[TAIL] -= 1
    state[START] = state[HEAD]


def ring_pack(packs: int, words: Any, way: str = "hands", reshuffles: bool = False, one_kind: bool = False) -> RingPack:
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
    one_kind : bool
        Whether that is to be looked up in play rather than known when compiling: one kernel then serves both.
    """
    size = 52 * packs
    cards = apart(PACKS_LONG * size, np.uint8)
    cards[:size] = np.repeat(np.arange(13), 4 * packs)
    state = apart(7, np.int64)
    state[TAIL] = size
    return RingPack(
        cards=cards,
        held=apart(HANDS * HAND_ROOM, np.uint8),
        held_count=apart(HANDS, np.int64),
        aside=apart(size, np.uint8),
        state=state,
        words=words,
        size=size,
        gather=GATHERS.index(way),
        end=Renews(int(reshuffles)) if reshuffles or one_kind else Ends(),
    )


def in_pack(ring: RingPack) -> list[int]:
    """The ranks in the pack, the next one first."""
    found: list[int] = ring.cards[ring.state[HEAD] : ring.state[TAIL]].tolist()
    return found


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
