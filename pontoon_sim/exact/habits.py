"""What a policy burns and splits, as events of a seat's turn that are told by ranks of cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN, value
from ..deal import split_slot
from ..hands import graph
from ..law import split_rank
from ..rulebook import Rules
from .deck import TENS

ANY_TEN = 13  # in place of a rank: a card that counts ten, whatever its face
LOOSE = (*range(TEN), ANY_TEN)  # cards whose faces do not matter: those burnt, and those split by value
FRESH = -1  # in place of a first card: both cards of the hand are new
RENEWED = -2  # and below, less the rank that was split: in place of burnt cards of a hand that came of a split


def rank_of(card: int) -> int:
    """A rank in place of a card: the ten for any that counts ten."""
    return TEN if card == ANY_TEN else card


class Event(NamedTuple):
    """What a hand may turn out to be, if not one to play: burnt, or split.

    Attributes
    ----------
    cards : tuple of int
        Those that show it, the hand's known first card excepted.
    first : int
        The first card of the hand that is next in turn.
    behind : tuple of int
        That of a new hand right behind it.
    orders : int
        In how many orders the cards may come.
    """

    cards: tuple[int, ...]
    first: int
    behind: tuple[int, ...] = ()
    orders: int = 1


class Habits:
    """What a policy burns and splits in one situation.

    Parameters
    ----------
    rules : Rules
    burns : int8 (nodes,)
        Whether it burns that hand.
    most : list of int (13,)
        Up to how many hands it splits a pair of that rank; 1 where it does not.
    faces : bool
        Whether the faces of tens matter to what hands earn.
    begins : int array (192,) or None
        The phase in which it begins a hand, by `deal.split_slot`; None: all hands alike.
    """

    def __init__(
        self, rules: Rules, burns: NDArray[np.int8], most: list[int], faces: bool, begins: NDArray[np.int16] | None
    ):
        self.rules, self.burns, self.most, self.begins = rules, burns, most, begins
        self.by_face = faces or (max(most[TEN:]) > 1 and rules.split != "value")
        self.cards = list(range(13)) if self.by_face else list(LOOSE)
        self.most_hands = max(most)
        self.values = self._values()
        self._events: dict[tuple[int, int], list[Event]] = {}
        self._alike: dict[tuple[int, int], int] = {}

    def _values(self) -> NDArray[np.int64]:
        """The values 1 to 10: those burnt together next to each other, those neither burnt nor split last."""
        total = 0 if self.rules.burn == "none" else int(self.rules.burn)
        used = {value(rank) for rank in range(13) if self.most[rank] > 1}
        used |= set(np.flatnonzero(graph().counts[self.burns > 0].any(axis=0)).tolist())
        return np.array(sorted(range(1, 11), key=lambda card: (card not in used, -max(card, total - card), -card)))

    def burnt(self, one: int, two: int) -> bool:
        """Whether a hand of two cards is burnt."""
        return bool(self.burns[graph().node_of([one, two])])  # `ANY_TEN` counts ten there too

    def split(self, one: int, two: int, hands: int) -> bool:
        """Whether a hand of two cards is split, the seat holding so many hands."""
        if ANY_TEN in (one, two) and self.rules.split != "value":
            return False  # by rank: faces are told apart where any ten is split
        rank = split_rank(self.rules, rank_of(one), rank_of(two))
        return rank is not None and hands < self.most[rank]

    def slot(self, first: int, second: int, hands: int) -> int:
        """Where the policy looks up how it begins such a hand; a first card below 0 says that both are new."""
        if self.begins is None or first == FRESH:
            return 0
        if first < 0:
            return int(split_slot(RENEWED - first, hands, 2))
        rank = self._split_of(first)
        return int(split_slot(rank, hands, int(split_rank(self.rules, rank_of(first), rank_of(second)) == rank)))

    def renewed(self, first: int) -> int:
        """In place of a first card, once such a hand is burnt."""
        return first if first < 0 else FRESH if self.begins is None else RENEWED - self._split_of(first)

    def _split_of(self, first: int) -> int:
        """The rank by which a pair is known that was split and left that card."""
        rank = split_rank(self.rules, rank_of(first), rank_of(first))
        assert rank is not None
        return rank

    def alike(self, first: int, hands: int) -> int:
        """The smallest number of hands at which such a hand is split and played alike; more than one is not one."""
        if (first, hands) not in self._alike:
            told = self._told(first, hands)
            fewest = next(some for some in range(min(hands, 2), hands + 1) if self._told(first, some) == told)
            self._alike[first, hands] = fewest
        return self._alike[first, hands]

    def _told(self, first: int, hands: int) -> tuple[list[bool], list[int]]:
        """What tells hands with that first card apart: whether they are split, and how they begin."""
        slots = sorted({self.slot(first, two, hands) for two in (self.cards if first >= 0 else (FRESH,))})
        begins = [] if self.begins is None else self.begins[slots].tolist()
        return [hands < most for most in self.most], begins

    def events(self, first: int, hands: int) -> list[Event]:
        """What a hand with that first card may turn out to be, if not one to play."""
        if (first, hands) not in self._events:
            self._events[first, hands] = [*self._burns(first), *self._splits(first, hands)]
        return self._events[first, hands]

    def _burns(self, first: int) -> list[Event]:
        if first >= 0:
            return [Event((two,), self.renewed(first)) for two in LOOSE if self.burnt(first, two)]
        pairs = [(one, two) for one in LOOSE for two in LOOSE if one <= two and self.burnt(one, two)]
        return [Event((one, two), first, orders=1 if one == two else 2) for one, two in pairs]

    def _splits(self, first: int, hands: int) -> list[Event]:
        cards = LOOSE if self.rules.split == "value" else self.cards
        if first >= 0:
            return [Event((two,), first, (two,)) for two in cards if self.split(first, two, hands)]
        pairs = [(one, two) for one in cards for two in cards if self.split(one, two, hands)]
        return [Event((one, two), one, (two,)) for one, two in pairs]

    def known_as(self, first: int) -> list[int]:
        """What a hand's first card may be, once it matters what face it has."""
        if first < 0:
            return self.cards
        return list(TENS) if first == ANY_TEN and self.by_face else [first]
