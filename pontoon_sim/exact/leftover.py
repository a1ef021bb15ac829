"""What the cards left over by two hands are good for: the weight of a punter's and a banker's hand together.

By exchangeability a punter's final hand and the banker's may be dealt first, and what else the punter's turn took from
the pack (`ways`) afterwards, from what they leave over. So all terms of one kind of hand together are a single weight
for each pair of hands,

    W(u) = sum over terms of  weight * product over values v of (C_v - u_v) falling g_v  /  (N - |u|) falling |g|

where u is the multiset of the values of both hands, g that of the term, and C the deck of N cards. `Leftovers`
tabulates it for all multisets that two hands can make.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..jit import kernel
from .remembered import remembered
from .ways import falling, one_over

#: Low total of two hands: 21 and 21 at most, a bust one of 31 against two cards of the banker's.
ROOM = 42
FIELD = 5  # bits of a count, where counts are put together


class Leftovers:
    """All multisets of values of low total at most `ROOM` that a deck holds, numbered.

    A multiset is numbered by its counts of each value in turn: in lexicographic order.

    Parameters
    ----------
    values : float64 (11,)
        Cards of the deck by value.
    turns : int64 (10,)
        The values in the order in which they are looked at. Any will do; the fewer terms differ in the values that are
        still to come, the less work is left. So the two values of a pair that is burnt had better follow each other,
        and values that no term holds be the last.

    Attributes
    ----------
    slots : int64 (10, ROOM + 1, ROOM + 1)
        ``slots[i, room, k]``: how many multisets of the i-th value and those after it, with total up to `room`, hold
        fewer than k of the i-th.
    """

    def __init__(self, values: NDArray[np.float64], turns: NDArray[np.int64]):
        self.values, self.turns = values, turns
        self.slots = np.zeros((len(turns), ROOM + 1, ROOM + 1), np.int64)
        later = np.ones(ROOM + 1, np.int64)  # multisets of the values after it, by room
        for place in range(len(turns) - 1, -1, -1):
            card, these = int(turns[place]), np.zeros_like(later)
            for room in range(ROOM + 1):
                fits = [later[room - card * count] for count in range(int(self._most(card, np.array(room))) + 1)]
                self.slots[place, room, 1 : len(fits) + 1] = np.cumsum(fits)
                these[room] = sum(fits)
            later = these

    def _most(self, card: int, room: NDArray[np.int64]) -> NDArray[np.int64]:
        """The most cards of a value that fit."""
        return np.minimum(room // card, int(self.values[card]))

    @cached_property
    def _steps(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Value by value, of each multiset of those so far: the number of it without that value, and how many of it."""
        found, room = [], np.array([ROOM])
        for card in self.turns.tolist():
            most = self._most(card, room)
            parent = np.repeat(np.arange(len(room)), most + 1)
            taken = np.arange(len(parent)) - np.repeat(np.cumsum(most + 1) - most - 1, most + 1)
            room = room[parent] - card * taken
            found.append((parent, taken))
        return found

    @cached_property
    def _cards(self) -> NDArray[np.int64]:
        """The size of each multiset."""
        cards = np.zeros(1, np.int64)
        for parent, taken in self._steps:
            cards = cards[parent] + taken
        return cards

    def weights(self, folding: Folding, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """W by number of the multiset, for terms folded in the order of `turns`, with weights (n,).

        Value by value, the sum over the terms is split by what they hold of the values still to come: terms that hold
        the same share all further work.
        """
        table, last = weights[folding.order][None, :], -1
        for place, some in enumerate(folding.folds):
            if some is None:
                continue
            card, taken, (held, group) = int(self.turns[place]), self._steps[place][1], some
            left = self.values[card] - np.arange(ROOM // card + 1.0)
            folded = np.empty((len(taken), int(group[-1]) + 1))
            fold(table, self._onto(last, place), taken, falling(left, int(held.max())), held, group, folded)
            table, last = folded, place
        ways = falling(self.values.sum() - np.arange(ROOM + 1.0), int(folding.sizes.max()))[:, folding.sizes]
        found = np.empty(len(self._cards))
        collect(table, self._onto(last, len(self.turns) - 1), one_over(ways), self._cards, found)
        return found

    @remembered
    def _onto(self, before: int, after: int) -> NDArray[np.int64]:
        """Of each multiset of the values up to a place: the number of it up to a place before (-1: of none)."""
        if after == before:
            return np.arange(len(self._steps[after][0]))
        parent = self._steps[after][0]
        return parent if after == before + 1 else self._onto(before, after - 1)[parent]


class Folding:
    """How terms fold, whatever the deck: see `Leftovers.weights`.

    Parameters
    ----------
    counts : int64 (n, 11)
        What the terms hold, by value.
    turns : int64 (10,)
        The values in the order in which they are folded.

    Attributes
    ----------
    order : int64 (n,)
        The terms, so that those stand together that are folded to one.
    folds : list
        By value: how many of it each column holds, and the column that it goes to; None where no term holds any.
    sizes : int64 array
        Of the columns left: the cards of their terms.
    """

    def __init__(self, counts: NDArray[np.int64], turns: NDArray[np.int64]):
        keys = counts.sum(axis=1)
        for card in turns[::-1]:  # one number for all counts: the size, and the last value first
            keys = keys << FIELD | counts[:, card]
        self.order = np.argsort(keys)
        keys = keys[self.order]
        self.folds: list[tuple[NDArray[np.int64], NDArray[np.int64]] | None] = []
        for _ in turns:
            held, keys = keys & (1 << FIELD) - 1, keys >> FIELD
            if not held.any():
                self.folds.append(None)
                continue
            new = np.diff(keys, prepend=-1) != 0
            self.folds.append((held, np.cumsum(new) - 1))
            keys = keys[new]
        self.sizes = keys


@kernel
def fold(table, row, taken, falls, held, group, out):
    """Add up the columns of a table by group (those of one stand together), each times a falling factorial.

    Parameters
    ----------
    table : float64 (rows, columns)
    row, taken : int64 (n,)
        Of each new row: the old one, and how many cards of the value are taken.
    falls : float64 (taken, held)
    held, group : int64 (columns,)
        Of each column: how many cards of the value it holds, and the column that it goes to.
    out : float64 (n, groups)
        Filled.
    """
    for new in range(row.size):
        old, some = row[new], taken[new]
        due, place = 0.0, 0
        for column in range(held.size):
            if group[column] != place:
                out[new, place] = due
                due, place = 0.0, group[column]
            due += table[old, column] * falls[some, held[column]]
        out[new, place] = due


@kernel
def collect(table, row, inverse, cards, out):
    """Add up the columns of a table, each over the ways to draw its terms.

    Parameters
    ----------
    table : float64 (rows, columns)
    row, cards : int64 (n,)
        Of each multiset: its row, and its size.
    inverse : float64 (sizes, columns)
        One over the ways, by the size of the multiset.
    out : float64 (n,)
        Filled.
    """
    for place in range(row.size):
        some, size, total = row[place], cards[place], 0.0
        for column in range(table.shape[1]):
            total += table[some, column] * inverse[size, column]
        out[place] = total
