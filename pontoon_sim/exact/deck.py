"""What is left of a pack once some cards are seen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, RANKS, TEN
from ..law import pontoon_level
from ..rulebook import Rules

TENS = range(TEN, len(RANKS))  # ranks that count ten


class Deck(NamedTuple):
    """Unseen cards, by rank.

    Attributes
    ----------
    ranks : float64 (13,)
        Cards left of each rank; of an infinite pack, their shares.
    infinite : bool
    """

    ranks: NDArray[np.float64]
    infinite: bool

    @property
    def values(self) -> NDArray[np.float64]:
        """Cards left of each value 1 to 10 (index 0 unused)."""
        return np.concatenate([[0.0], self.ranks[:TEN], [self.ranks[TEN:].sum()]])

    @property
    def size(self) -> float:
        """Cards left (1 of an infinite pack)."""
        return float(self.ranks.sum())

    def chance(self, rank: int) -> float:
        """That an unseen card is of that rank."""
        return float(self.ranks[rank]) / self.size

    def without(self, *seen: int) -> Deck:
        """The deck once cards of those ranks are seen."""
        if self.infinite:
            return self
        left = self.ranks.copy()
        for rank in seen:
            left[rank] -= 1
        return Deck(left, False)

    def thinned(self, alike: tuple[int, ...], gone: int) -> Deck:
        """The deck with so many cards of some ranks gone, which of them being unknown."""
        if self.infinite or not gone:
            return self
        left = self.ranks.copy()
        some = list(alike)
        left[some] *= max(1 - gone / left[some].sum(), 0.0) if left[some].any() else 0.0
        return Deck(left, False)


def full_deck(packs: int | Deck | None) -> Deck:
    """That many packs of 52, or an infinite one (None); a deck is itself."""
    if isinstance(packs, Deck):
        return packs
    return Deck(np.full(13, 1 / 13 if packs is None else 4.0 * packs), packs is None)


def pontoon_faces(rules: Rules, deck: Deck, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """With an ace and an unseen ten, its face weighted by rank: chances of no pontoon, a plain and a high one."""
    found = np.zeros(3)
    tens = deck.ranks[TEN:] * weights[TEN:]
    for rank, count in zip(TENS, tens, strict=True):
        found[pontoon_level(rules, ACE, rank)] += count / max(tens.sum(), 1e-300)
    return found
