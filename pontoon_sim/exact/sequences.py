"""The banker's hands, card by card, against the measure of the punters' hands.

If a punter ends with the hand n, the chance that the banker is dealt a particular sequence of cards depends only on
what the sequence makes: it is a product of falling factorials of what n leaves in the deck, and one factor more for
each card. Hence what the banker gains if he stops at a hand m is a sum over n; all such sums are matrix products, one
number of cards after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..hands import BUST, EMPTY, WIDTH, HandGraph
from .deck import Deck


class Level(NamedTuple):
    """Hands of so many cards that a deck can deal.

    Attributes
    ----------
    nodes : int64 (n,)
    before : int64 (n,)
        For each, a hand with one card less: its place in the level before.
    card : int64 (n,)
        The value of that card.
    """

    nodes: NDArray[np.int64]
    before: NDArray[np.int64]
    card: NDArray[np.int64]


def children(hands: HandGraph) -> NDArray[np.int64]:
    """The hand after a card of value 1 to 10 (columns 0 to 9), by node."""
    return np.asarray(hands.take.reshape(-1, WIDTH)[:, :10], np.int64)


def levels(hands: HandGraph, deck: Deck, most_cards: int) -> list[Level]:
    """The hands that a deck can deal, by their number of cards, the empty one first."""
    parent, card = np.zeros(len(hands.low), np.int64), np.zeros(len(hands.low), np.int64)
    nodes = np.arange(len(hands.low))
    for column, after in enumerate(children(hands).T):
        parent[after], card[after] = nodes, column + 1
    fits = np.asarray((hands.counts <= (21 if deck.infinite else deck.values)).all(axis=1) & (nodes != BUST))
    found = [Level(np.array([EMPTY]), np.array([0]), np.array([1]))]
    for cards in range(1, most_cards + 1):
        here = nodes[fits & (hands.cards == cards)]
        found.append(Level(here, np.searchsorted(found[-1].nodes, parent[here]), card[here]))
    return found


def chances(
    hands: HandGraph, deck: Deck, some: list[Level], against: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Level by level from one card: nodes m, and the chances of a sequence that makes m (m, n) given the hands n."""
    left = deck.values[:, None] - (0 if deck.infinite else 1) * hands.counts[against].T.astype(float)
    size = deck.size - (0 if deck.infinite else 1) * hands.cards[against].astype(float)
    chance = np.ones((1, len(against)))
    for cards, (before, level) in enumerate(pairwise(some)):
        step = left[level.card]
        if not deck.infinite:
            held = hands.counts[before.nodes[level.before], level.card]
            step = np.maximum(step - held[:, None], 0.0) / np.maximum(size - cards, 1.0)
        chance = chance[level.before] * step
        yield level.nodes, chance


def stop_and_bust(
    hands: HandGraph,
    klass: NDArray[np.int64],
    deck: Deck,
    some: list[Level],
    against: NDArray[np.int64],
    worth: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What stopping at a hand, and what being bust with it, would be worth: per sequence of cards.

    Parameters
    ----------
    klass : int64 (nodes,)
        What the banker's hands rank as.
    against : int64 (n,)
        Punters' hands.
    worth : float64 (n, classes, tables)
        The bank's gain against them by its class, for several measures at once.

    Returns
    -------
    float64 (2, tables, nodes)
    """
    found = np.zeros((2, worth.shape[2], len(klass)))
    for nodes, chance in chances(hands, deck, some, against):
        for one in np.unique(klass[nodes]):
            these = np.flatnonzero(klass[nodes] == one)
            found[0][:, nodes[these]] = (chance[these] @ worth[:, one]).T
        found[1][:, nodes] = (chance @ worth[:, 0]).T
    return found
