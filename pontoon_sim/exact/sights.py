"""All that a banker may see of one punter, and his best play on each sight: per sequence of cards, as in `bankplay`.

A *sight* is what the table shows of a hand that is in (`policy.reading.book`), its face-up cards included. Sights are
rows here, and all rows are worked through together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..hands import BUST, EMPTY, WIDTH, graph
from ..law import CLASSES, plain_law
from ..policy.reading.book import Book, Hidden
from ..policy.reading.sorts import sorts_of
from ..policy.stakes import StakeSchedule
from ..policy.tables import PunterPolicy
from ..rulebook import Rules

VALUES = 10
TIE = 1e-15  # of chances times stakes: by how much drawing must be better

Draws = NDArray[np.bool_]


class Sights:
    """All that a banker may see of one punter who is in, as rows.

    Parameters
    ----------
    rules : Rules
    policy : PunterPolicy
    schedule : StakeSchedule
    packs : int
    """

    def __init__(self, rules: Rules, policy: PunterPolicy, schedule: StakeSchedule, packs: int):
        self.law, self.hands = plain_law(rules), graph()
        self.book = Book(rules, [(policy, schedule)], sorts_of(rules, [policy], [schedule]), packs, by_first=True)
        self.deck = np.array([0, *self.book.full], float)
        fits = self.hands.fits(packs)
        short = self.hands.cards <= 5 if rules.max_cards == 5 else self.hands.cards >= 0
        self.nodes = int(np.flatnonzero(short)[-1]) + 1  # hands of more cards come last
        self.fits = fits[: self.nodes]
        self.open = np.array(self.law.open[: self.nodes], bool) & self.fits
        after = self.hands.take.reshape(-1, WIDTH)[: self.nodes, :VALUES].astype(np.int64)
        self.after = np.where(after < self.nodes, after, BUST)
        self.pay = np.array(self.law.pay, float).reshape(CLASSES, CLASSES) / self.law.unit
        self.stakes, self.firsts = self._rows()

    def _rows(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Stake times chance of the punter's hands by sight and node of all his cards; the same by first card."""
        found: dict[tuple[int, int, Hidden], dict[tuple[int, int], float]] = {}
        for state, paths, staked, seen in self._walked():
            for (hidden, _), times in self.book.states[state].stops.items():
                node = self.book.node(EMPTY, *seen, *hidden)
                sight, place = found.setdefault((state, staked, seen), {}), (node, hidden[0])
                sight[place] = sight.get(place, 0.0) + staked * paths * times * self._chance(node)
        firsts = np.zeros((VALUES, len(found), self.nodes))
        for row, some in enumerate(found.values()):
            for (node, first), weight in some.items():
                firsts[first, row, node] = weight
        return firsts.sum(axis=0), firsts

    def _walked(self) -> list[tuple[int, int, int, Hidden]]:
        """All that may be seen: the state, in how many orders, the stake, and the face-up cards."""
        reach: dict[tuple[int, int, Hidden], int] = {}
        for root, state in self.book.roots.items():
            reach[state, root.initial, ()] = 1
        ways = Counter(reach)
        queue = list(reach)
        for place in queue:  # grows while it is read; a state is never seen again with other numbers of cards
            state, staked, seen = place
            book = self.book.states[state]
            steps = [(to, staked, tuple(sorted((*seen, sort)))) for sort, to in book.twist.items()]
            steps += [(to, staked + more, seen) for more, to in book.buy.items()]
            for then in steps:
                if then not in ways:
                    queue.append(then)
                ways[then] += ways[place]
        return [(state, ways[state, staked, seen], staked, seen) for state, staked, seen in queue]

    def _chance(self, node: int) -> float:
        """Chance of the cards of a hand in one order."""
        counts = self.hands.counts[node]
        each = prod(self.deck[v] - i for v in range(1, 11) for i in range(counts[v]))
        return float(each / prod(self.deck.sum() - i for i in range(int(self.hands.cards[node]))))

    def gains_over(self, draws: Draws) -> NDArray[np.float64]:
        """What reading gains the bank over a play that looks at its own hand only, by the punter's first card (10,)."""
        reads = self._best()
        stops, tries = self._sequences(reads)
        for more, less in zip(
            (stops, tries), self._sequences(np.broadcast_to(draws[: self.nodes], reads.shape)), strict=True
        ):
            more -= less
        by_hand = self._by_hand(stops, tries)
        return np.asarray((self.firsts * by_hand).sum(axis=(1, 2)))

    @cached_property
    def _held(self) -> NDArray[np.int64]:
        """The punter's hands."""
        return np.flatnonzero(self.stakes.any(axis=0))

    @cached_property
    def _given(self) -> NDArray[np.float64]:
        """Chance of one sequence of cards that makes each hand, a punter holding another one: (held, nodes)."""
        theirs, mine = self.hands.counts[self._held], self.hands.counts[: self.nodes]
        found = np.ones((len(theirs), self.nodes))
        for value in range(1, VALUES + 1):
            left = self.deck[value] - theirs[:, value, None] - np.arange(mine[:, value].max())
            falling = np.cumprod(np.hstack([np.ones((len(theirs), 1)), np.maximum(left, 0.0)]), axis=1)
            found *= falling[:, mine[:, value]]
        cards = self.hands.cards[: self.nodes].astype(np.int64)
        size = self.deck.sum() - self.hands.cards[self._held, None] - np.arange(cards.max())
        falling = np.cumprod(np.hstack([np.ones((len(theirs), 1)), np.maximum(size, 1.0)]), axis=1)
        return np.asarray(found / falling[:, cards])

    def _ends(self) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.float64]]]:
        """The banker's classes: with each the hands that end so, and what he gains by the punter's hand."""
        klass, mine = np.array(self.law.klass)[self._held], np.array(self.law.bank_klass)[: self.nodes]
        for theirs in np.unique(mine[self.fits]).tolist():
            yield theirs, np.flatnonzero(self.fits & (mine == theirs)), -self.pay[klass, theirs]

    def _best(self) -> Draws:
        """Whether he draws, by sight and hand: backwards from the most cards."""
        stakes, best = self.stakes[:, self._held], np.zeros(self.stakes.shape, bool)
        worth = np.zeros(self.stakes.shape)
        for theirs, columns, gain in self._ends():
            if theirs != BUST:
                worth[:, columns] = (stakes * gain) @ self._given[:, columns]
        bust = (stakes * -self.pay[np.array(self.law.klass)[self._held], BUST]) @ self._given
        for nodes in reversed(self._levels()):
            draw = bust[:, nodes].copy()
            for after, some in self._next(nodes):
                draw[:, some] += worth[:, after] - bust[:, after]
            best[:, nodes] = draw > worth[:, nodes] + TIE
            worth[:, nodes] = np.maximum(worth[:, nodes], draw)
        return best

    def _levels(self) -> list[NDArray[np.int64]]:
        """Hands with which he may draw, by number of cards."""
        cards = self.hands.cards[: self.nodes]
        return [np.flatnonzero(self.open & (cards == count)) for count in range(2, int(cards[self.open].max()) + 1)]

    def _next(self, nodes: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Card by card: the hands that it makes of some, and which of them those are that it does not bust."""
        for card in range(VALUES):
            after = self.after[nodes, card]
            some = np.flatnonzero(after != BUST)
            yield after[some], some

    def _sequences(self, draws: Draws) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """In how many orders of cards he sticks on a hand, by sight; and in how many busts count as if they made it.

        A draw that busts is any draw less those that do not: so each hand that draws counts one way, and each hand
        that comes of it the other.
        """
        reach = np.zeros(draws.shape)
        for one in range(1, VALUES + 1):
            for two in range(1, VALUES + 1):
                if {one, two} != {1, VALUES}:
                    reach[:, self.after[self.after[EMPTY, one - 1], two - 1]] += 1.0
        tries = np.zeros(draws.shape)
        for nodes in self._levels():
            drawn = reach[:, nodes] * draws[:, nodes]
            tries[:, nodes] += drawn
            reach[:, nodes] -= drawn
            for after, some in self._next(nodes):
                reach[:, after] += drawn[:, some]
                tries[:, after] -= drawn[:, some]
        return reach, tries

    def _by_hand(self, stops: NDArray[np.float64], tries: NDArray[np.float64]) -> NDArray[np.float64]:
        """What so many orders of cards gain the bank by sight and hand of the punter's, per stake times chance."""
        found = np.zeros((len(stops), len(self._held)))
        for theirs, columns, gain in self._ends():
            if theirs != BUST:
                found += (stops[:, columns] @ self._given[:, columns].T) * gain
        found += (tries @ self._given.T) * -self.pay[np.array(self.law.klass)[self._held], BUST]
        whole = np.zeros(stops.shape)
        whole[:, self._held] = found
        return whole
