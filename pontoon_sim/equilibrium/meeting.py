"""Where the two sides' hands meet: public states in which the punter may hold the same, put together as one kind.

The order of cards, the buys and the stakes make many public states, but in few of them does the punter hold other
hands. What a hand gains is then read once for all states of its kind, and not from far away for each.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tables import Floats, Tables
from .tree import PLAYS, Tree

Ints = NDArray[np.int64]


class Kind(NamedTuple):
    """Public states `first` to `last` of a kind.

    Attributes
    ----------
    first, last : int
    at : int
        Where its figures begin, by public state and column, in an array of those of all kinds.
    columns : int64 (live,)
        The banker's hands that fit the pack beside one of the punter's; others never meet.
    edges, leads : int64 (live + 1,), int64
        Where the next ones of a live column begin, and these, as places among the live ones.
    spots : int64 (last - first, hands)
        The spot by public state and hand; where there is none, one behind the last spot of the tree.
    meetings : float64 (hands, 2 * live)
        `Tables.meetings` of those hands.
    special : float64, same shape, optional
        The same of `Tables.special`, where there is one.
    """

    first: int
    last: int
    at: int
    columns: Ints
    edges: Ints
    leads: Ints
    spots: Ints
    meetings: Floats
    special: Floats | None

    def of(self, figures: Floats, each: int = 1) -> Floats:
        """Its part of the figures of all kinds, so many by live column: (last - first, each * live)."""
        count = (self.last - self.first) * len(self.columns)
        return figures[each * self.at : each * (self.at + count)].reshape(self.last - self.first, -1)


def kinds(tables: Tables, tree: Tree) -> list[Kind]:
    """All kinds of public states, in their order.

    In a public state the punter's hidden cards follow from his whole hand: the twisted ones are seen.
    """
    found: list[Kind] = []
    first, at, nowhere = 0, 0, len(tree.row)
    his, width = tables.counts(tables.columns), len(tables.columns)
    for _, some in groupby(tree.publics, key=lambda public: public.kind):
        last = first + len(list(some))
        if tree.publics[first].stage != PLAYS:  # nobody sticks there
            none, spots = np.zeros(0, np.int64), np.zeros((last - first, 0), np.int64)
            found.append(Kind(first, last, at, none, *_next(tables, none), spots, np.zeros((0, 0)), None))
            first = last
            continue
        rows, hands = np.unique(tree.row[tree.bounds[first] : tree.bounds[last]], return_inverse=True)
        publics = np.repeat(np.arange(last - first), np.diff(tree.bounds[first : last + 1]))
        spots = np.full((last - first, len(rows)), nowhere)
        spots[publics, hands] = np.arange(tree.bounds[first], tree.bounds[last])
        columns = _live(tables, tables.held(rows), his)
        both = np.concatenate([columns, width + columns])
        meetings = tables.meetings_of(rows)[:, both]
        special = None if tables.special is None else tables.special.meetings_of(rows)[:, both]
        found.append(Kind(first, last, at, columns, *_next(tables, columns), spots, meetings, special))
        first, at = last, at + (last - first) * len(columns)
    return found


def _live(tables: Tables, own: Ints, his: Ints) -> Ints:
    """Columns of which there are cards enough beside one of those hands at least."""
    fits = np.zeros(len(his), bool)
    for hand in own:
        fits |= (his + hand <= tables.deck.values).all(axis=1)
    return np.flatnonzero(fits)


def _next(tables: Tables, columns: Ints) -> tuple[Ints, Ints]:
    """What may follow live columns: `Kind.edges` and `Kind.leads`."""
    place = np.full(len(tables.columns) + 1, -1)
    place[columns] = np.arange(len(columns))
    after = place[tables.after[columns]]  # where there is none: the last entry, which is -1
    return np.concatenate([[0], np.cumsum((after >= 0).sum(axis=1))]), after[after >= 0]
