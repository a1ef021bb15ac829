"""The pack: what the deal asks of it, a pack that is shuffled for every deal, and the random numbers for that.

Three things answer the deal's one question *the next card?* (`draw`): `FreshPack`, of which only the cards that
are dealt get shuffled; `ring.RingPack`, which keeps every card, for deals in which used cards come back; and a
written-down deal (`script`). The random numbers are NumPy's SFC64 bit generator, bit for bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .cards import TEN
from .jit import inlined, is_a, jitable, overload
from .scratch import apart

PADDING = 256  # entries behind a fresh pack, all tens: a deal that runs out of cards ends among them, to be replayed

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


@inlined
def next_state(one, two, three, counter):
    """The next 64 random bits of SFC64 and its four words after them, kept where the caller likes."""
    out = one + two + counter
    return (
        out,
        two ^ (two >> _U(11)),
        three + (three << _U(3)),
        ((three << _U(24)) | (three >> _U(40))) + out,
        counter + _U(1),
    )


@inlined
def next_word(words):
    """The next 64 random bits, of a generator that lies in an array."""
    out, words[0], words[1], words[2], words[3] = next_state(words[0], words[1], words[2], words[3])
    return out


@inlined
def scaled(word, limit):
    """A random uint64 below `limit`, itself at most 512: 55 bits times limit, so the bias is under 2**-46."""
    return ((word >> _U(9)) * limit) >> _U(55)


@inlined
def below(words, limit):
    """A random uint64 below `limit`, itself at most 512."""
    return scaled(next_word(words), limit)


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
def shuffle(cards, words, count):
    """Shuffle the first so many cards."""
    for i in range(count - 1):
        j = i + np.int64(below(words, np.uint64(count - i)))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@jitable
def shuffle_fresh(pack):
    """Shuffle the whole pack at once."""
    shuffle(pack.cards, pack.words, np.int64(pack.size))


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


@overload(draw, jit_options={"forceinline": True})
def _draw(pack, hand):
    return _fresh_draw if is_a(FreshPack, pack) else None


@overload(throw)
def _throw(pack, hand):
    return (lambda pack, hand: None) if is_a(FreshPack, pack) else None


@overload(part)
def _part(pack, hand, last):
    return (lambda pack, hand, last: None) if is_a(FreshPack, pack) else None


@overload(cut)
def _cut(pack):
    return (lambda pack: (TEN, TEN)) if is_a(FreshPack, pack) else None


@overload(take_brulet)
def _take_brulet(pack):
    return (lambda pack: None) if is_a(FreshPack, pack) else None
