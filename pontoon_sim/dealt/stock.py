"""Cards to deal from, counted in whole numbers: every chance is a fraction, exact for any number of packs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, perm, prod
from typing import NamedTuple

from ..cards import RANKS, TEN, value

SUITS_OF_A_RANK = 4


class Stock(NamedTuple):
    """Unseen cards.

    Attributes
    ----------
    ranks : tuple of Fraction (13,)
        Cards left of each rank; of an infinite pack, their shares.
    infinite : bool
    """

    ranks: tuple[Fraction, ...]
    infinite: bool

    @property
    def size(self) -> Fraction:
        """Cards left (1 of an infinite pack)."""
        return sum(self.ranks, Fraction())

    @property
    def values(self) -> tuple[Fraction, ...]:
        """Cards left of each value 1 to 10 (index 0 unused)."""
        return Fraction(), *self.ranks[:TEN], sum(self.ranks[TEN:], Fraction())

    def without(self, *seen: int) -> Stock:
        """What is left once cards of those ranks are seen."""
        if self.infinite:
            return self
        return Stock(tuple(count - seen.count(rank) for rank, count in enumerate(self.ranks)), False)

    def orders(self, count: Fraction, draws: int) -> Fraction:
        """The ways to draw so many cards, one after the other, out of a number of them."""
        return count**draws if self.infinite else Fraction(perm(int(count), draws))

    def in_order(self, *ranks: int) -> Fraction:
        """The chance that the next cards are of those ranks, in that order."""
        each = (self.orders(count, ranks.count(rank)) for rank, count in enumerate(self.ranks))
        return prod(each, start=Fraction(1)) / self.orders(self.size, len(ranks))

    def hand(self, counts: Sequence[int]) -> Fraction:
        """The chance that the next cards are so many of each value (index 0 unused), in any order."""
        cards = sum(counts)
        places = factorial(cards) // prod(map(factorial, counts))
        drawn = (self.orders(count, some) for count, some in zip(self.values, counts, strict=True))
        return places * prod(drawn, start=Fraction(1)) / self.orders(self.size, cards)

    def holds(self, counts: Sequence[int]) -> bool:
        """Whether so many cards of each value are there."""
        return self.infinite or all(some <= count for some, count in zip(counts, self.values, strict=True))

    def above(self, most: int, counts: Sequence[int]) -> Fraction:
        """The chance that a card counts more than that, once so many of each value are seen."""
        left = self.values
        if not self.infinite:
            left = tuple(count - some for count, some in zip(left, counts, strict=True))
        return sum(left[most + 1 :], Fraction()) / sum(left, Fraction())


def stock_of(packs: int | None) -> Stock:
    """That many packs of 52, or an infinite one (None)."""
    each = Fraction(1, len(RANKS)) if packs is None else Fraction(SUITS_OF_A_RANK * packs)
    return Stock((each,) * len(RANKS), packs is None)


def equally_likely_above(most: int) -> Fraction:
    """The chance that a card counts more than that, all ranks being equally likely."""
    return Fraction(sum(value(rank) > most for rank in range(len(RANKS))), len(RANKS))
