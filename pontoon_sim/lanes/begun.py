"""A pack whose first cards are known already: what lanes set aside, and the deal plays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..cards import RANKS, TEN
from ..deal import play_deal
from ..jit import inlined, is_a, jitable, kernel, overload
from ..law import shooting
from ..pack import PADDING, POSITION, FreshPack, cut, draw, part, shuffle, take_brulet, throw
from ..scratch import apart
from ..tabletop import KITTY
from ..tally import add_deal
from .left import add_left
from .tables import KNOWN

_U = np.uint64


class BegunPack(NamedTuple):
    """One pack of which the first cards are known; a deal that asks for more is played again with all of them.

    Attributes
    ----------
    cards : uint8 (size + PADDING,)
        Ranks: the cards that are known in their order, and anything behind.
    words : uint64 (6,)
        State of the generator, the position of the next card, and how many are known.
    size : uint64
        Number of cards.
    """

    cards: Any
    words: Any
    size: Any

    def draw(self, hand: int) -> int:
        return int(_begun_draw(self, hand))

    def throw(self, hand: int) -> None:
        """Nothing: it does not look at its used cards."""

    def part(self, hand: int, last: int) -> None:
        """Nothing: it does not keep hands."""

    def fresh(self) -> FreshPack:
        """The same cards and generator as a fresh pack."""
        return FreshPack(self.cards, self.words, self.size)


def begun_pack(stream: np.random.SeedSequence) -> BegunPack:
    """One pack of 52, with a stream of random numbers of its own for what is not known."""
    cards, words = apart(52 + PADDING, np.uint8), apart(KNOWN + 1, np.uint64)
    cards[:] = TEN
    words[:POSITION] = np.random.SFC64(stream).state["state"]["state"]
    return BegunPack(cards, words, _U(52))


@inlined
def begin_pack(pack, high, low, known):
    """Lay that many cards on top, given as two words of sixteen ranks."""
    for place in range(np.int64(known)):
        word = high if place < 16 else low
        pack.cards[place] = (word >> _U(4 * (15 - (place & 15)))) & _U(15)
    pack.words[POSITION], pack.words[KNOWN] = _U(0), known


@inlined
def _begun_draw(pack, hand):
    at = pack.words[POSITION]
    pack.words[POSITION] = at + _U(1)
    return np.int64(pack.cards[at])


@jitable
def lay_rest(pack):
    """Lay all cards that are not known behind those that are, shuffled, and begin anew."""
    known = np.int64(pack.words[KNOWN])
    at = known
    for rank in range(len(RANKS)):
        left = 4
        for place in range(known):
            left -= 1 if pack.cards[place] == rank else 0
        for _ in range(left):
            pack.cards[at] = rank
            at += 1
    shuffle(pack.cards[known:], pack.words, at - known)
    pack.words[POSITION], pack.words[KNOWN] = _U(0), pack.size


@kernel
def run_begun(law, pack, players, table, sums, aside, begin, end, tables, controls, left):
    """Play the packs set aside from one place to another, or until one runs out of cards; the place of that one.

    Where there are `controls`, what is left of each deal is added to `left`.
    """
    place, whole = begin, False
    while place < end:
        if whole:
            lay_rest(pack)
        else:
            begin_pack(pack, aside.high[place], aside.low[place], aside.known[place])
        if shooting(law.extras):
            table.result[KITTY] = shooting(law.extras)
        play_deal(law, pack, players, table)
        lasts = pack.words[POSITION] <= pack.words[KNOWN]
        if lasts and controls.scale:
            lasts = add_left(pack, table, tables, controls, left)
        if lasts:
            add_deal(table, sums)
            place, whole = place + 1, False
        elif whole:
            return place
        else:  # more cards than are known: once more with all of them
            whole = True
    return end


def _by_begun(pack: Any, answer: Any) -> Any:
    return answer if is_a(BegunPack, pack) else None


@overload(draw, jit_options={"forceinline": True})
def _draw(pack, hand):
    return _by_begun(pack, _begun_draw)


@overload(throw)
def _throw(pack, hand):
    return _by_begun(pack, lambda pack, hand: None)


@overload(part)
def _part(pack, hand, last):
    return _by_begun(pack, lambda pack, hand, last: None)


@overload(cut)
def _cut(pack):
    return _by_begun(pack, lambda pack: (TEN, TEN))


@overload(take_brulet)
def _take_brulet(pack):
    return _by_begun(pack, lambda pack: None)
