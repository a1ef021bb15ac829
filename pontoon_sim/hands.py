"""The graph of hands: a hand is a node, a card drawn is one look-up.

A hand matters only as a multiset of values, and only while it is not bust. The graph holds every multiset of low
total at most 21 (as many cards of each value as one likes), once. Node `BUST` stands for every bust hand, node
`EMPTY` for no card; the rest are sorted by number of cards, then by low total.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import value

BUST, EMPTY = 0, 1
WIDTH = 16  # entries of `take` a node: 13 ranks, padded to a power of two


class HandGraph(NamedTuple):
    """All hands that are not bust, and what a card makes of them.

    Attributes
    ----------
    take : int16 (nodes * 16,)
        ``take[node * 16 + rank]`` is the node after a card of that rank; `BUST` leads nowhere.
    low, best, cards : int8 (nodes,)
        Total with every ace as 1; total with one ace as 11 where that stays below 22; number of cards.
    counts : int8 (nodes, 11)
        How many cards of each value 1 to 10 a hand holds (column 0 is unused).
    """

    take: NDArray[np.int16]
    low: NDArray[np.int8]
    best: NDArray[np.int8]
    cards: NDArray[np.int8]
    counts: NDArray[np.int8]

    @property
    def soft(self) -> NDArray[np.bool_]:
        """Whether an ace counts 11 in the best total."""
        return self.best != self.low

    def node_of(self, ranks: list[int]) -> int:
        """The node of a list of ranks, in any order."""
        node = EMPTY
        for rank in ranks:
            node = int(self.take[node * WIDTH + rank])
        return node

    def fits(self, packs: int) -> NDArray[np.bool_]:
        """Which nodes can be dealt from that many packs."""
        most = np.array([0] + [4 * packs] * 9 + [16 * packs])
        return np.asarray((self.counts <= most).all(axis=1))


def _multisets(largest: int, room: int) -> list[tuple[int, ...]]:
    """All non-increasing tuples of values from 1 to `largest` with sum at most `room`."""
    found: list[tuple[int, ...]] = [()]
    for first in range(1, min(largest, room) + 1):
        found += [(first, *rest) for rest in _multisets(first, room - first)]
    return found


@lru_cache(maxsize=1)
def graph() -> HandGraph:
    """The graph of hands; built once."""
    hands = sorted(_multisets(10, 21), key=lambda hand: (len(hand), sum(hand), hand))
    index = {hand: node for node, hand in enumerate(hands, start=EMPTY)}
    nodes = len(hands) + 1
    take = np.zeros(nodes * WIDTH, np.int16)
    low, cards = np.zeros(nodes, np.int8), np.zeros(nodes, np.int8)
    counts = np.zeros((nodes, 11), np.int8)
    for hand, node in index.items():
        low[node], cards[node] = sum(hand), len(hand)
        for card in hand:
            counts[node, card] += 1
        after = [0] + [index.get(tuple(sorted((*hand, card), reverse=True)), BUST) for card in range(1, 11)]
        for rank in range(WIDTH):
            take[node * WIDTH + rank] = after[value(rank)]
    best = np.where((counts[:, 1] > 0) & (low <= 11), low + 10, low).astype(np.int8)
    low[BUST] = best[BUST] = 22
    for table in (take, low, best, cards, counts):
        table.flags.writeable = False
    return HandGraph(take, low, best, cards, counts)
