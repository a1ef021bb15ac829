"""A pack in which every hand has places of its own, so that what one hand takes does not change what another gets.

All orders of the cards being equally likely, it is all the same from which place of the pack a card comes, as long as
nobody has looked at it. Two tables that play differently then still deal the same cards to the same hands.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .cards import TEN
from .jit import inlined, is_a, jitable, overload
from .pack import cut, draw, part, take_brulet, throw
from .tabletop import HANDS

NEEDED, ROOM = 5, 8  # places that each hand needs at the least, and that it gets at the most
REST, NONE_LEFT = 0, 1  # entries of `PlacesPack.state`


class PlacesPack(NamedTuple):
    """A shuffled pack in which every first hand of a seat has a block of places; all others take what is behind.

    Attributes
    ----------
    cards : uint8 (size,)
    next, until : int64 (44,)
        The next place of each hand, and the end of its block.
    state : int64 (2,)
        The next place behind the blocks; whether the cards ran out.
    size, block, persons : int
    """

    cards: Any
    next: Any
    until: Any
    state: Any
    size: int
    block: int
    persons: int

    def draw(self, hand: int) -> int:
        return int(_draw(self, hand))

    def throw(self, hand: int) -> None:
        """Nothing: no card comes back before all have been dealt."""

    def part(self, hand: int, last: int) -> None:
        """Nothing: the kept hand keeps its places."""

    def cut(self) -> tuple[int, int]:
        """Two tens, which are no brulet: the top card is somebody's."""
        return TEN, TEN


@inlined
def _draw(pack, hand):
    at = pack.next[hand]
    if at < pack.until[hand]:
        pack.next[hand] = at + 1
        return np.int64(pack.cards[at])
    at = pack.state[REST]
    if at < pack.size:
        pack.state[REST] = at + 1
        return np.int64(pack.cards[at])
    return spare(pack)


@jitable
def spare(pack):
    """A card from the end of a block that is not used up."""
    for seat in range(pack.persons):
        hand = 4 * seat
        if pack.next[hand] < pack.until[hand]:
            pack.until[hand] -= 1
            return np.int64(pack.cards[pack.until[hand]])
    pack.state[NONE_LEFT] = 1
    return np.int64(TEN)


@jitable
def lay_places(pack):
    """Begin a deal."""
    for hand in range(4 * pack.persons):
        pack.next[hand] = pack.until[hand] = 0
    for seat in range(pack.persons):
        pack.next[4 * seat] = seat * pack.block
        pack.until[4 * seat] = (seat + 1) * pack.block
    pack.state[REST] = pack.persons * pack.block
    pack.state[NONE_LEFT] = 0


def places_pack(cards: Any, size: int, punters: int) -> PlacesPack | None:
    """Places in that row of cards, or None where there are not enough for so many."""
    persons = punters + 1
    block = min(size // persons, ROOM)
    if block < NEEDED:
        return None
    following, until, state = (np.zeros(count, np.int64) for count in (HANDS + 3, HANDS + 3, 2))
    return PlacesPack(cards, following, until, state, size, block, persons)


@overload(draw, jit_options={"forceinline": True})
def _asked_draw(pack, hand):
    return _draw if is_a(PlacesPack, pack) else None


@overload(throw)
def _asked_throw(pack, hand):
    return (lambda pack, hand: None) if is_a(PlacesPack, pack) else None


@overload(part)
def _asked_part(pack, hand, last):
    return (lambda pack, hand, last: None) if is_a(PlacesPack, pack) else None


@overload(cut)
def _asked_cut(pack):
    return (lambda pack: (TEN, TEN)) if is_a(PlacesPack, pack) else None


@overload(take_brulet)
def _asked_take_brulet(pack):
    return (lambda pack: None) if is_a(PlacesPack, pack) else None
