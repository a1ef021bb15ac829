"""Sorts of cards: the ranks that nobody at a table treats alike are told apart, and no others."""

from __future__ import annotations

from typing import NamedTuple

from ...cards import ACE, RANKS, TEN, value
from ...law import pontoon_level
from ...rulebook import Rules
from ..stakes import StakeSchedule
from ..tables import PunterPolicy
from .habits import stakes_by_rank


class Sorts(NamedTuple):
    """Cards that are told apart, numbered by value, the tens last.

    Attributes
    ----------
    of : tuple of int
        By rank (13): its sort.
    ranks : tuple of tuple of int
        By sort: its ranks, all of one value.
    """

    of: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]

    @property
    def values(self) -> list[int]:
        """What a card of each sort counts."""
        return [value(some[0]) for some in self.ranks]


def sorts_of(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule]) -> Sorts:
    """The sorts of a table: tens differ where stakes, pontoons or splits tell them apart."""

    by_rank = [stakes_by_rank(rules, one) for one in stakes]

    def mark(rank: int) -> tuple[object, ...]:
        staked = tuple(tuple(one[rank].items()) for one in by_rank)
        alone = rules.split != "value" and any(policy.ever_splits[rank] for policy in punters)
        return staked, pontoon_level(rules, ACE, rank) > 0, rank if alone else None

    found: list[tuple[int, ...]] = [(rank,) for rank in range(TEN)]
    marks: dict[tuple[object, ...], list[int]] = {}
    for rank in range(TEN, len(RANKS)):
        marks.setdefault(mark(rank), []).append(rank)
    found += [tuple(some) for some in marks.values()]
    return Sorts(tuple(next(s for s, some in enumerate(found) if r in some) for r in range(len(RANKS))), tuple(found))
