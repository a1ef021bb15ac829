"""The pack: shuffled, dealt from the front, used cards under it; and the random numbers that shuffle it.

Three things answer the deal's one question *the next card?* (`draw`): `FreshPack`, of which only the cards that
are dealt get shuffled; `RingPack`, which keeps every card, for deals in which thrown-in cards come back; and a
written-down deal (`script.py`). The random numbers are NumPy's SFC64 bit generator, bit for bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .cards import TEN
from .jit import inlined, jitable, overload
from .memory import apart

PADDING = 256  # entries behind a fresh pack, all tens: a deal that runs out of cards ends among them, to be replayed
HAND_ROOM = 32  # cards that a hand can hold in a ring: 21 aces, and the tens of a deal that ran out

_U = np.uint64
POSITION = 4  # index, behind the generator's four words, of the position in the pack


class FreshPack(NamedTuple):
    """A pack that is shuffled for every deal, as it is dealt.

    Attributes
    ----------
    cards : uint8 (size + PADDING,)
        Ranks, in any order.
    words : uint64 (5,)
        State of the generator, and the position of the next card.
    size : uint64
        Number of cards.
    """

    cards: Any
    words: Any
    size: Any

    def draw(self, hand: int) -> int:
        return int(_fresh_draw(self, hand))

    def throw(self, hand: int) -> None:
        """Nothing: a fresh pack does not look at its used cards."""

    def part(self, hand: int, last: int) -> None:
        """Nothing: a fresh pack does not keep hands."""

    def cut(self) -> tuple[int, int]:
        """Two tens, which are no brulet: deals with one are played from a ring."""
        return TEN, TEN


class RingPack(NamedTuple):
    """A shuffled pack that keeps its used cards: under it, or aside until it ends.

    Attributes
    ----------
    cards : uint8 (size,)
        The ring; `state` says where the pack begins and how many cards it has.
    held, held_count : uint8 (41 * HAND_ROOM,), int64 (41,)
        The cards of each hand, in the order received; the banker's last.
    aside, state, words
        Used cards out of play; head, count, cards aside, exhausted (0 or 1); the generator, to shuffle those.
    size, under_at_once, reshuffles : int
        Number of cards; whether thrown-in hands go under the pack at once; whether used cards are shuffled when
        it ends.
    """

    cards: Any
    held: Any
    held_count: Any
    aside: Any
    state: Any
    words: Any
    size: int
    under_at_once: int
    reshuffles: int

    def draw(self, hand: int) -> int:
        return int(_ring_draw(self, hand))

    def throw(self, hand: int) -> None:
        _ring_throw(self, hand)

    def part(self, hand: int, last: int) -> None:
        _ring_part(self, hand, last)

    def cut(self) -> tuple[int, int]:
        return _ring_cut(self)

    def take_brulet(self) -> None:
        _ring_take_brulet(self)


HEAD, COUNT, ASIDE, EXHAUSTED = 0, 1, 2, 3


@inlined
def next_word(words):
    """The next 64 random bits of SFC64."""
    out = words[0] + words[1] + words[3]
    words[3] += _U(1)
    words[0] = words[1] ^ (words[1] >> _U(11))
    words[1] = words[2] + (words[2] << _U(3))
    words[2] = ((words[2] << _U(24)) | (words[2] >> _U(40))) + out
    return out


@inlined
def below(words, limit):
    """A random uint64 below `limit`, itself at most 512: 55 bits times limit, so the bias is under 2**-46."""
    return ((next_word(words) >> _U(9)) * limit) >> _U(55)


@inlined
def _fresh_draw(pack, hand):
    words = pack.words
    at = words[POSITION]
    left = pack.size - at if at < pack.size else _U(1)
    chosen = at + below(words, left)
    card = pack.cards[chosen]
    pack.cards[chosen] = pack.cards[at]
    pack.cards[at] = card
    words[POSITION] = at + _U(1)
    return np.int64(card)


@jitable
def _ring_draw(pack, hand):
    state = pack.state
    if state[COUNT] == 0 and pack.reshuffles:
        for i in range(state[ASIDE]):
            pack.cards[i] = pack.aside[i]
        _shuffle(pack.cards, pack.words, state[ASIDE])
        state[HEAD], state[COUNT], state[ASIDE] = 0, state[ASIDE], 0
    if state[COUNT] == 0:
        state[EXHAUSTED] = 1
        return np.int64(TEN)
    card = pack.cards[state[HEAD]]
    state[HEAD] = (state[HEAD] + 1) % pack.size
    state[COUNT] -= 1
    pack.held[hand * HAND_ROOM + pack.held_count[hand]] = card
    pack.held_count[hand] += 1
    return np.int64(card)


@jitable
def _shuffle(cards, words, count):
    for i in range(count - 1):
        j = i + np.int64(below(words, np.uint64(count - i)))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@jitable
def _ring_throw(pack, hand):
    state = pack.state
    for i in range(pack.held_count[hand]):
        card = pack.held[hand * HAND_ROOM + i]
        if pack.under_at_once:
            pack.cards[(state[HEAD] + state[COUNT]) % pack.size] = card
            state[COUNT] += 1
        else:
            pack.aside[state[ASIDE]] = card
            state[ASIDE] += 1
    pack.held_count[hand] = 0


@jitable
def _ring_part(pack, hand, last):
    for other in range(last, hand, -1):
        for i in range(pack.held_count[other]):
            pack.held[(other + 1) * HAND_ROOM + i] = pack.held[other * HAND_ROOM + i]
        pack.held_count[other + 1] = pack.held_count[other]
    pack.held[(hand + 1) * HAND_ROOM] = pack.held[hand * HAND_ROOM + 1]
    pack.held_count[hand] = pack.held_count[hand + 1] = 1


@jitable
def _ring_cut(pack):
    return np.int64(pack.cards[0]), np.int64(pack.cards[pack.size - 1])


@jitable
def _ring_take_brulet(pack):
    pack.aside[0], pack.aside[1] = pack.cards[0], pack.cards[pack.size - 1]
    pack.state[HEAD], pack.state[COUNT], pack.state[ASIDE] = 1, pack.size - 2, 2


@jitable
def fill_ring(ring, cards):
    """Lay that order of cards in the ring, the first one to be dealt first."""
    for i in range(ring.size):
        ring.cards[i] = cards[i]
    ring.held_count[:] = 0
    ring.state[HEAD], ring.state[COUNT], ring.state[ASIDE], ring.state[EXHAUSTED] = 0, ring.size, 0, 0


@jitable
def shuffle_fresh(pack):
    """Shuffle the whole pack at once."""
    _shuffle(pack.cards, pack.words, np.int64(pack.size))


def fresh_pack(packs: int, seed: np.random.SeedSequence) -> FreshPack:
    """That many packs of 52, with a stream of random numbers of their own."""
    words = np.random.SFC64(seed).state["state"]["state"]
    size = 52 * packs
    cards = apart(size + PADDING, np.uint8)
    cards[:] = TEN
    cards[:size] = np.repeat(np.arange(13), 4 * packs)
    state = apart(5, np.uint64)
    state[:4] = words
    return FreshPack(cards, state, _U(size))


def ring_pack(packs: int, words: Any, under_at_once: bool, reshuffles: bool) -> RingPack:
    """An empty ring for that many packs, with the generator of another pack."""
    size = 52 * packs
    return RingPack(
        cards=np.zeros(size, np.uint8),
        held=np.zeros(41 * HAND_ROOM, np.uint8),
        held_count=np.zeros(41, np.int64),
        aside=np.zeros(size, np.uint8),
        state=np.zeros(4, np.int64),
        words=words,
        size=size,
        under_at_once=int(under_at_once),
        reshuffles=int(reshuffles),
    )


# The questions and notices by which the deal speaks to a pack. Called from Python they are methods; compiled, the
# type of the pack chooses.
def draw(pack, hand):
    """The next card's rank, dealt to that hand."""
    return pack.draw(hand)


def throw(pack, hand):
    """The hand is bust or burnt: its cards go where used cards go during a deal."""
    pack.throw(hand)


def part(pack, hand, last):
    """The hand is split: its second card begins the next hand, and the hands up to `last` move up by one."""
    pack.part(hand, last)


def cut(pack):
    """Ranks of the top and the bottom card."""
    return pack.cut()


def take_brulet(pack):
    """Top and bottom card formed a brulet: they join the used cards."""
    pack.take_brulet()


def _by_pack(pack: Any, fresh: Any, ring: Any) -> Any:
    kind = getattr(pack, "instance_class", None)
    return fresh if kind is FreshPack else ring if kind is RingPack else None


@overload(draw, jit_options={"forceinline": True})
def _draw(pack, hand):
    return _by_pack(pack, _fresh_draw, lambda pack, hand: _ring_draw(pack, hand))


@overload(throw)
def _throw(pack, hand):
    return _by_pack(pack, lambda pack, hand: None, _ring_throw)


@overload(part)
def _part(pack, hand, last):
    return _by_pack(pack, lambda pack, hand, last: None, _ring_part)


@overload(cut)
def _cut(pack):
    return _by_pack(pack, lambda pack: (TEN, TEN), _ring_cut)


@overload(take_brulet)
def _take_brulet(pack):
    return _by_pack(pack, lambda pack: None, _ring_take_brulet)
