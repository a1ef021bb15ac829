"""Stakes that look at the standings: how much somebody puts up, by the deals left, by his lead and by his first card.

The stake is put up in the open and everybody's total is known, so such a table sees nothing that its player could not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deal import NO_CARD
from ..jit import jitable

#: Where classes of leads begin, in units, ahead and behind alike: 1, 2, ..., 6 to 7, 8 to 9, and so on.
STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26, 34, 44)
CLASSES = 2 * len(STEPS) + 1
LEVEL = len(STEPS)  # the class of those who are level with the best other


class Boldness(NamedTuple):
    """A table of stakes by standing.

    Attributes
    ----------
    stakes : int64 (deals * CLASSES * 16,)
        ``stakes[((left - 1) * CLASSES + place) * 16 + rank]``: the stake when so many deals are left, the one to come
        included; index 15 before the deal.
    place : int64 (2 * reach + 1,)
        The class of a lead, ``place[lead + reach]``.
    reach : int
        The largest lead that is told apart, in 1/unit of a unit.
    last : int
        Stakes follow the table in so many last deals only.
    """

    stakes: Any
    place: Any
    reach: int
    last: int


@jitable
def class_of(boldness, lead):
    """The class of a lead, in 1/unit; negative leads are deficits."""
    reach = boldness.reach
    return boldness.place[min(max(lead, -reach), reach) + reach]


@jitable
def stake_by(boldness, left, place, rank):
    """The stake with so many deals left, in a class of leads, on a first card."""
    return boldness.stakes[((left - 1) * CLASSES + place) * 16 + rank]


@jitable
def lead_of(totals, chair):
    """By how much somebody is ahead of the best other; below 0 when he is behind."""
    best = totals[chair - 1] if chair else totals[1]
    for other in range(totals.size):
        if other != chair and totals[other] > best:
            best = totals[other]
    return totals[chair] - best


def places(unit: int, scale: int = 1) -> NDArray[np.int64]:
    """`Boldness.place` where steps are so many units; a part of a unit counts as a whole one.

    Parameters
    ----------
    unit : int
        Leads are in 1/`unit` of a unit.
    scale : int
        What every step is multiplied by.
    """
    leads = np.arange(STEPS[-1] * unit * scale + 1)
    ahead = LEVEL + np.searchsorted(scale * np.array(STEPS), -(-leads // unit), side="right")
    ahead[1:] = np.maximum(ahead[1:], LEVEL + 1)
    return np.concatenate([2 * LEVEL - ahead[:0:-1], ahead]).astype(np.int64)


def class_bounds(scale: int = 1) -> list[tuple[int | None, int | None]]:
    """The smallest and the largest lead of each class, in units; None where there is no bound."""
    begins = [scale * step for step in STEPS]
    begins[0] = 1  # less than a whole step counts as one
    ends: list[int | None] = [*(begin - 1 for begin in begins[1:]), None]
    ahead: list[tuple[int | None, int | None]] = list(zip(begins, ends, strict=True))
    behind = [(None if most is None else -most, None if least is None else -least) for least, most in ahead[::-1]]
    return [*behind, (0, 0), *ahead]


def nobody(unit: int) -> Boldness:
    """A table that is never asked."""
    return Boldness(np.zeros(1, np.int64), places(unit), STEPS[-1] * unit, 0)


def boldness(table: NDArray[np.int64], unit: int, scale: int = 1, last: int | None = None) -> Boldness:
    """The table as the deals ask it.

    Parameters
    ----------
    table : int64 (deals, CLASSES, 16)
        Stakes by deals left (1 first), class and rank; index 15 is the stake before a deal.
    unit, scale : int
        As for `places`.
    last : int
        Followed in so many last deals only; by default in all.
    """
    assert table.shape[1:] == (CLASSES, NO_CARD + 1)
    flat = np.ascontiguousarray(table, np.int64).ravel()
    return Boldness(flat, places(unit, scale), STEPS[-1] * unit * scale, len(table) if last is None else last)
