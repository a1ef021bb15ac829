"""A split pair in expectation, without looking at pairs of hands.

Let the pair be of rank r. Each of the final hands holds one r as its first card. Its second card is not an r (else it
would have been split again), or it is one that could not be split for want of hands. The cards that sibling hands took
are unseen and exchangeable, so all that a hand must know of its siblings is how many r are gone: first cards, second
cards that stuck, and, by inclusion and exclusion over "not another r", second cards that were ruled out. Hence the
expectation of the whole seat is a sum of single hands, each played with j other r removed from the deck.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb
from typing import NamedTuple


class Term(NamedTuple):
    """A single hand in the sum: its weight, how many other r are gone, whether its second card is an r, the hands."""

    weight: float
    gone: int
    same: bool
    hands: int


class Point(NamedTuple):
    """How far a split has come when a hand is played: pairs split again, pairs that stayed, hands that are no pair."""

    split: int
    stuck: int
    other: int

    @property
    def hands(self) -> int:
        """Hands that the seat holds."""
        return 2 + self.split

    @property
    def pending(self) -> int:
        """Hands that are still to be played."""
        return self.hands - self.stuck - self.other


@lru_cache(maxsize=64)
def points(most_hands: int) -> Counter[Point]:
    """All points at which a hand is about to be resolved, each with the number of ways that lead there.

    Hands are resolved from left to right: each turns out to be a pair that is split again, a pair that stays one
    because the seat holds `most_hands`, or no pair.
    """
    found: Counter[Point] = Counter()
    due = Counter({Point(0, 0, 0): 1})
    while due:
        after: Counter[Point] = Counter()
        for point, ways in due.items():
            if not point.pending:
                continue
            found[point] += ways
            after[point._replace(other=point.other + 1)] += ways
            again = "split" if point.hands < most_hands else "stuck"
            after[point._replace(**{again: getattr(point, again) + 1})] += ways
        due = after
    return found


def terms(most_hands: int, left: float, size: float, infinite: bool) -> list[Term]:
    """The single hands of a seat that split a pair.

    What happens after a hand does not matter to it; what happened before is that some second cards were an r, and
    others were not.

    Parameters
    ----------
    most_hands : int
    left, size : float
        Cards of the pair's rank, and all cards, once the pair is seen (of an infinite pack: share, and 1).
    """
    found: dict[tuple[int, int, bool], float] = {}

    def all_of_rank(draws: int) -> float:
        chance = 1.0
        for taken in range(draws):
            chance *= left / size if infinite else max(left - taken, 0.0) / (size - taken)
        return chance

    for point, ways in points(most_hands).items():
        fixed = point.split + point.stuck
        for same in (False, True) if point.hands == most_hands else (False,):
            for excluded in range(point.other + 1):
                weight = ways * (-1) ** excluded * comb(point.other, excluded) * all_of_rank(fixed + excluded)
                key = (point.hands, 1 + fixed + excluded, same)
                found[key] = found.get(key, 0.0) + weight
    return [Term(weight, gone, same, hands) for (hands, gone, same), weight in sorted(found.items()) if weight]
