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
from .tree import Tree


class Kind(NamedTuple):
    """Public states `first` to `last` of a kind.

    Attributes
    ----------
    first, last : int
    spots : int64 (last - first, hands)
        The spot by public state and hand; where there is none, one behind the last spot of the tree.
    meetings : float64 (hands, 2 * columns)
        `Tables.meetings` of those hands.
    """

    first: int
    last: int
    spots: NDArray[np.int64]
    meetings: Floats


def kinds(tables: Tables, tree: Tree) -> list[Kind]:
    """All kinds of public states, in their order.

    In a public state the punter's hidden cards follow from his whole hand: the twisted ones are seen.
    """
    found, first, nowhere = [], 0, len(tree.row)
    for _, some in groupby(tree.publics, key=lambda public: public.kind):
        last = first + len(list(some))
        rows, hands = np.unique(tree.row[tree.bounds[first] : tree.bounds[last]], return_inverse=True)
        publics = np.repeat(np.arange(last - first), np.diff(tree.bounds[first : last + 1]))
        spots = np.full((last - first, len(rows)), nowhere)
        spots[publics, hands] = np.arange(tree.bounds[first], tree.bounds[last])
        found.append(Kind(first, last, spots, tables.meetings[rows]))
        first = last
    return found
