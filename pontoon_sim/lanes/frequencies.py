"""How often hands end in each of their ends, exactly: every way to draw from one pack, counted in integers.

A seat's own cards are any cards of the pack in any order, whatever the others do, as nobody's play looks at them; so
are the banker's. That a banker doubles, or shows a pontoon at once, hangs on two cards more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..hands import WIDTH
from .tables import ASIDE, Program

SUITS, CARDS = 4, 52


class Frequencies(NamedTuple):
    """Chances of ends, each with the context in which it comes up; those of a seat are the same in every like seat.

    Attributes
    ----------
    seats : list of list of dict of int to Fraction
        By seat and context: the chance of each end. `ASIDE` is among them.
    bank : list of dict of int to Fraction
        By context: the chance of each end of the banker who plays on.
    """

    seats: list[list[dict[int, Fraction]]]
    bank: list[dict[int, Fraction]]


def frequencies(program: Program) -> Frequencies:
    """The chances of a program whose banker plays on."""
    return _Ways(program).frequencies()


class _Ways:
    """Ranks that no table tells apart are drawn as one kind of card."""

    def __init__(self, program: Program):
        tables, count = program.tables, len(RANKS)
        self.contexts = tables.contexts
        self.first_open, self.bank_first_open = tables.first_open, tables.bank_first_open
        self.steps, self.bank_steps = (
            steps.reshape(-1, WIDTH)[:, :count].astype(int) for steps in (tables.steps, tables.bank_steps)
        )
        starts = tables.starts.reshape(-1, WIDTH, WIDTH)[:, :count, :count].astype(int)
        bank_starts = tables.bank_starts.reshape(WIDTH, WIDTH)[:count, :count].astype(int)
        both_ways = [starts, starts.swapaxes(1, 2), bank_starts, bank_starts.T, self.steps, self.bank_steps]
        every = np.concatenate([table.reshape(-1, count) for table in both_ways])
        columns: dict[bytes, list[int]] = defaultdict(list)
        for rank in range(count):
            columns[every[:, rank].tobytes()].append(rank)
        self.sizes = [SUITS * len(ranks) for ranks in columns.values()]
        self.one_of = [ranks[0] for ranks in columns.values()]
        self.starts = starts.reshape(tables.punters, tables.contexts, count, count)
        self.bank_starts = bank_starts

    def frequencies(self) -> Frequencies:
        known: dict[bytes, list[dict[int, Fraction]]] = {}
        seats = []
        for starts in self.starts:
            key = starts.tobytes()
            if key not in known:
                known[key] = [self._seat(starts[context], context) for context in range(self.contexts)]
            seats.append(known[key])
        return Frequencies(seats, self._bank())

    def _seat(self, starts: NDArray[np.int64], context: int) -> dict[int, Fraction]:
        pairs = [(int(starts[one, two]), a, b) for a, one, b, two in self._pairs()]
        mine, others = (
            [(a, b) for a, one, b, two in self._pairs() if (self.bank_starts[one, two] >> 16 == context) == so]
            for so in (True, False)
        )
        found: dict[tuple[int, int], int] = defaultdict(int)
        for end, used, ways, drawn in self._ends(pairs, self.steps, self.first_open):
            left = [size - gone for size, gone in zip(self.sizes, used, strict=True)]
            if len(mine) < len(others):
                also = _ways_of(mine, left)
            else:
                also = sum(left) * (sum(left) - 1) - _ways_of(others, left)
            found[end, drawn + 2] += ways * also
        return _chances(found)

    def _bank(self) -> list[dict[int, Fraction]]:
        found = []
        for context in range(self.contexts):
            entries = [(int(self.bank_starts[one, two]), a, b) for a, one, b, two in self._pairs()]
            pairs = [(entry & 0xFFFF, a, b) for entry, a, b in entries if entry >> 16 == context]
            ends: dict[tuple[int, int], int] = defaultdict(int)
            for end, _, ways, drawn in self._ends(pairs, self.bank_steps, self.bank_first_open):
                ends[end, drawn] += ways
            found.append(_chances(ends))
        return found

    def _pairs(self) -> Iterator[tuple[int, int, int, int]]:
        """Every two kinds of card, each with a rank of its kind."""
        for a, one in enumerate(self.one_of):
            for b, two in enumerate(self.one_of):
                yield a, one, b, two

    def _ends(
        self, pairs: list[tuple[int, int, int]], steps: NDArray[Any], first_open: int
    ) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
        """Every end with the cards of a hand, in how many orders they come up, and how many they are."""
        after = steps.tolist()
        hands: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for state, a, b in pairs:
            two = tuple((kind == a) + (kind == b) for kind in range(len(self.sizes)))
            hands[state, two] += self.sizes[a] * (self.sizes[b] - (a == b))
        drawn = 2
        while hands:
            further: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
            for (state, used), ways in hands.items():
                if state < first_open:
                    yield state, used, ways, drawn
                    continue
                for kind, (size, gone) in enumerate(zip(self.sizes, used, strict=True)):
                    if size > gone:
                        with_it = (*used[:kind], gone + 1, *used[kind + 1 :])
                        further[after[state][self.one_of[kind]], with_it] += ways * (size - gone)
            hands, drawn = further, drawn + 1


def _ways_of(pairs: list[tuple[int, int]], left: list[int]) -> int:
    """In how many ways the next two cards are one of those pairs of kinds."""
    return sum(left[a] * (left[b] - (a == b)) for a, b in pairs)


def _chances(found: dict[tuple[int, int], int]) -> dict[int, Fraction]:
    """Chances of ends, from how many orders of so many cards lead there."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for (end, count), ways in found.items():
        chances[end] += Fraction(ways, _orders(count))
    return dict(chances)


def _orders(count: int) -> int:
    """In how many orders so many cards come from a pack."""
    orders = 1
    for place in range(count):
        orders *= CARDS - place
    return orders


def without_aside(chances: dict[int, Fraction]) -> dict[int, Fraction]:
    """The chances of ends that lanes play to the end themselves."""
    return {end: chance for end, chance in chances.items() if end != ASIDE}
