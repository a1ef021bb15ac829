"""A split pair in expectation, without looking at pairs of hands.

Let the pair be of rank r. Each of the final hands holds one r as its first card. Its second card is not an r (else it
would have been split again), or it is one that could not be split for want of hands. The cards that sibling hands took
are unseen and exchangeable, so all that a hand must know of its siblings is how many r are gone: first cards, second
cards that stuck, and, by inclusion and exclusion over "not another r", second cards that were ruled out. Hence the
expectation of the whole seat is a sum of single hands, each played with j other r removed from the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple


class Term(NamedTuple):
    """A single hand in the sum: its weight, the number of other r gone, and whether its second card is an r."""

    weight: float
    gone: int
    same: bool


class Ending(NamedTuple):
    """How a split may end: second cards that were split in turn, that stuck, and that were no r."""

    split: int
    stuck: int
    other: int


@lru_cache(maxsize=64)
def endings(most_hands: int) -> Counter[Ending]:
    """All ways a split may end, each with the number of orders that lead to it."""
    return Counter(_resolved(2, 2, Ending(0, 0, 0), most_hands))


def _resolved(pending: int, hands: int, so_far: Ending, most: int) -> Iterator[Ending]:
    """Deal second cards to the hands that wait for one."""
    if pending == 0:
        yield so_far
        return
    yield from _resolved(pending - 1, hands, so_far._replace(other=so_far.other + 1), most)
    if hands < most:
        yield from _resolved(pending + 1, hands + 1, so_far._replace(split=so_far.split + 1), most)
    else:
        yield from _resolved(pending - 1, hands, so_far._replace(stuck=so_far.stuck + 1), most)


def terms(most_hands: int, left: float, size: float, infinite: bool) -> list[Term]:
    """The single hands of a seat that split a pair.

    Parameters
    ----------
    most_hands : int
    left, size : float
        Cards of the pair's rank, and all cards, once the pair is seen (of an infinite pack: share, and 1).
    """
    found: dict[tuple[int, bool], float] = {}

    def all_of_rank(draws: int) -> float:
        chance = 1.0
        for taken in range(draws):
            chance *= left / size if infinite else max(left - taken, 0.0) / (size - taken)
        return chance

    def add(times: int, ruled_out: int, fixed: int, same: bool) -> None:
        for excluded in range(ruled_out + 1):
            weight = times * (-1) ** excluded * comb(ruled_out, excluded) * all_of_rank(fixed + excluded)
            key = (1 + fixed + excluded, same)
            found[key] = found.get(key, 0.0) + weight

    for (split, stuck, other), orders in endings(most_hands).items():
        if other:
            add(orders * other, other - 1, split + stuck, same=False)
        if stuck:
            add(orders * stuck, other, split + stuck - 1, same=True)
    return [Term(weight, gone, same) for (gone, same), weight in sorted(found.items()) if weight]
