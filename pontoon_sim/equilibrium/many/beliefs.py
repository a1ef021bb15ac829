"""What a banker makes of a seat whose punter's play he knows: how likely each end of its turn is, and what it pays.

A seat's turn ends in a *look*: a public state in which the punter sticks, or out of the deal (bust or a pontoon) with
one of the stakes. Of each look it is told how much likelier it is when the banker holds some hand, and what the seat
then gains from him, on the average of what it may hide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..play import Field, PunterFlow
from ..tables import VALUES, Floats
from ..tree import STICK

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Hands:
    """The banker's hands, whoever sits there.

    Attributes
    ----------
    chance, ends : float64 (columns,)
        Chance of a hand's particular cards; of those and a next card that ends it.
    mix : float64 (11, columns)
        The share of each value among its cards: how likely each was the first.
    """

    chance: Floats
    ends: Floats
    mix: Floats

    @classmethod
    def of(cls, field: Field) -> Hands:
        """Those of a game."""
        tables = field.tables
        his, none = tables.counts(tables.columns), np.zeros((1, 11), np.int64)
        mix = (his / his.sum(axis=1, keepdims=True)).T
        return cls(tables.together(none, his)[0], _ending(field, none)[0], np.ascontiguousarray(mix))


def _ending(field: Field, own: Ints) -> Floats:
    """Chance of cards, then of a hand of the banker's and of a card that ends it: (n, columns)."""
    tables = field.tables
    his, found = tables.counts(tables.columns), np.zeros((len(own), field.width))
    for card in VALUES:
        ends = np.flatnonzero(tables.after[:, card - 1] < 0)
        one = np.eye(11, dtype=np.int64)[card]
        found[:, ends] += tables.together(own, his[ends] + one)
    return found


@dataclass(frozen=True)
class Looks:
    """All looks of a seat, those of sticking first, where the banker has (or has not) doubled.

    Attributes
    ----------
    publics : int64 (sticks,)
        Their public states.
    level : int64 (looks,)
        The place of the stake among the levels.
    staked : float64 (looks,)
        What is at stake; 0 when out.
    chance : float64 (looks,)
    here, ends : float64 (looks, columns)
        How much likelier than that it is when the banker holds a hand; when he does and his next card ends it.
    stick, draw : float64 (looks, columns)
        What the seat then gains if he sticks; when such a card comes.
    """

    publics: Ints
    level: Ints
    staked: Floats
    chance: Floats
    here: Floats
    ends: Floats
    stick: Floats
    draw: Floats


class Seat:
    """The fixed things that looks are worked out from, and the way from a play to its looks."""

    def __init__(self, field: Field):
        self.field, self.hands = field, Hands.of(field)
        tables = field.tables
        own, his = tables.counts(tables.rows), tables.counts(tables.columns)
        none = np.zeros((1, 11), np.int64)
        self._alone = tables.together(own, none)[:, 0]
        self._met = tables.together(own, his)
        self._ended = _ending(field, own)
        firsts = np.eye(11, dtype=np.int64)
        self._first = tables.together(firsts[1:], none)[:, 0]
        self._first_met = tables.together(firsts[1:], his)
        self._first_ended = _ending(field, firsts[1:])

    def looks(self, flow: PunterFlow, times: int) -> Looks:
        """The looks of a seat whose play lets that flow through (once), the stakes counting so often."""
        field, tree = self.field, self.field.tree
        branches = [number for number, branch in enumerate(tree.branches) if branch.times == times]
        publics = np.flatnonzero(np.isin(tree.branch, branches))
        width, count = field.width, len(publics)
        chance = np.zeros(count)
        sums = np.zeros((3, count, width))  # here, ends, and what sticking pays; the fourth is what a last card pays
        last = np.zeros((count, width))
        for kind in (kind for part in field.parts for kind in part):
            ours = np.flatnonzero((publics >= kind.first) & (publics < kind.last))
            if len(ours) == 0:
                continue
            spots = kind.spots[publics[ours] - kind.first]
            rows = self._rows(kind.spots)
            sticks = np.append(flow.actions[:, STICK], 0.0)[spots]
            paid = sticks * tree.staked[publics[ours], None]
            chance[ours] = sticks @ self._alone[rows]
            sums[0, ours], sums[1, ours] = sticks @ self._met[rows], sticks @ self._ended[rows]
            pays = paid @ kind.meetings
            live = np.ix_(ours, kind.columns)
            sums[2][live], last[live] = np.split(pays, 2, axis=1)
        level = field.level[tree.branch[publics]]
        out = self._out(flow.stakes, level, chance, sums[:2])
        here, ends = (np.vstack([some, more]) for some, more in zip(sums[:2], out[1:], strict=True))
        chances = np.concatenate([chance, out[0]])
        nothing = np.zeros((len(field.levels), width))
        return Looks(
            publics=publics,
            level=np.concatenate([level, np.arange(len(field.levels))]),
            staked=np.concatenate([tree.staked[publics], np.zeros(len(field.levels))]),
            chance=chances,
            here=_over(here, chances[:, None] * self.hands.chance),
            ends=_over(ends, chances[:, None] * self.hands.ends),
            stick=np.vstack([_over(sums[2], here[:count]), nothing]),
            draw=np.vstack([_over(last, ends[:count]), nothing]),
        )

    def _rows(self, spots: Ints) -> Ints:
        """The rows in `Tables` of a kind's hands."""
        there = spots.min(axis=0)
        return self.field.tree.row[there]

    def _out(self, stakes: Floats, level: Ints, chance: Floats, sums: Floats) -> tuple[Floats, Floats, Floats]:
        """By level: the chance to be out, and with the banker's hands: all who staked it, less those who stick."""
        levels = stakes.shape[1]
        found = stakes[1:].T @ self._first, stakes[1:].T @ self._first_met, stakes[1:].T @ self._first_ended
        for place in range(levels):
            mine = level == place
            found[0][place] -= chance[mine].sum()
            found[1][place] -= sums[0, mine].sum(axis=0)
            found[2][place] -= sums[1, mine].sum(axis=0)
        return np.maximum(found[0], 0.0), np.maximum(found[1], 0.0), np.maximum(found[2], 0.0)


def _over(above: Floats, below: Floats) -> Floats:
    """A quotient, 0 where nothing is below."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
