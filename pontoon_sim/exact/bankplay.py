"""What the banker's hands are worth to him per sequence of cards, and the play that gets the most out of them.

Let F(m) be what he gains by stopping at a hand m, times the chance of one particular sequence of cards that makes m,
and V(m) the same when he plays on as he likes. Then V(m) is the greater of F(m) and the sum of V(m + c) over the next
card c: how often sequences make m is the same factor on both sides. So what he has decided before does not matter.

There is one exception, and it is tiny. The face of his first ten may matter (he doubles on a king and not on a
ten, say, or only court cards make a pontoon), and he plays by what his cards count. Sequences that begin with a certain
ten are then tables of their own, and a decision at m weighs all tables by the number of sequences that come to m.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, RANKS, TEN
from ..hands import BUST, HandGraph
from ..law import PONTOON, pontoon_level
from .deck import TENS, Deck
from .measures import OpenGame, Place, besides_play, shares, worth
from .sequences import children, levels, stop_and_bust

CLASSES_PLAYED = slice(0, PONTOON)  # classes that the banker may play for
TIE = 1e-12  # of the stakes: a smaller difference is none

Decide = Callable[[NDArray[np.int64], NDArray[np.float64]], NDArray[np.bool_]]


class First(NamedTuple):
    """First cards of the banker that need not be told apart: their value, ranks, and the table of their sequences."""

    value: int
    ranks: tuple[int, ...]
    table: int


class Side(NamedTuple):
    """The banker's prospects in one state, doubled or not: tables by sequence, and what does not depend on his play.

    Attributes
    ----------
    stop : float64 (tables, nodes)
        What stopping there is worth, times the chance of a sequence.
    over : float64 (tables, nodes)
        The next card being one that busts him.
    beside : float64 (firsts,)
        Gains by busts and pontoons, by his first card, times its chance.
    """

    stop: NDArray[np.float64]
    over: NDArray[np.float64]
    beside: NDArray[np.float64]


class Prospects:
    """All that a banker need know of rules, deck and punters to choose his play.

    Parameters
    ----------
    game : OpenGame
    deck : Deck
    measures : list of dict of Place to float64 (3, nodes)
        Where the punters' hands end, undoubled and (where he may double) doubled.
    """

    def __init__(self, game: OpenGame, deck: Deck, measures: list[dict[Place, NDArray[np.float64]]]):
        self.game, self.deck = game, deck
        self.hands: HandGraph = game.graph
        self.open = np.array(game.plain.open[: game.nodes], bool)
        after = children(self.hands)[: game.nodes]
        self.after = np.where(after < game.nodes, after, BUST)  # hands of more cards than are allowed are never met
        self.levels = levels(self.hands, deck, int(self.hands.cards[: game.nodes][self.open].max()) + 1)
        self.sides = self._sides(measures)
        staked = sum(table[0].sum() for place, table in measures[0].items() if not place.shown)
        self.tie = TIE * max(float(staked), 1.0)

    # ---- The tables.

    @cached_property
    def firsts(self) -> list[First]:
        """First cards by value; the tens one by one where their faces may matter."""
        low = [First(rank + 1, (rank,), 0) for rank in range(TEN)]
        if not self.game.by_face:
            return [*low, First(10, tuple(TENS), 0)]
        return [*low, *(First(10, (rank,), 1 + rank - TEN) for rank in TENS)]

    @property
    def tables(self) -> int:
        """Number of tables: all sequences, and those that begin with a certain ten."""
        return 1 + max(first.table for first in self.firsts)

    def _weights(self, deck: Deck, own: tuple[int, ...]) -> NDArray[np.float64]:
        """The part of sequences with a ten that belongs to each table."""
        return np.concatenate([[1.0], shares(deck, own)])[: self.tables]

    def _sides(self, measures: list[dict[Place, NDArray[np.float64]]]) -> list[Side]:
        game, klass = self.game, np.array(self.game.plain.bank_klass[: self.game.nodes])
        by_deck: dict[tuple[float, ...], NDArray[np.float64]] = {}
        decks: dict[tuple[float, ...], Deck] = {}
        beside = np.zeros((len(measures), len(RANKS)))
        for side, places in enumerate(measures):
            for place, table in places.items():
                beside[side] += besides_play(game, place, table, self.deck.infinite)
                deck = Deck(np.array(place.ranks), self.deck.infinite)
                if place.shown:
                    continue
                key = tuple(deck.values)
                decks[key] = deck
                if key not in by_deck:
                    by_deck[key] = np.zeros((game.nodes, PONTOON, len(measures), self.tables))
                gain = worth(game, place, table, CLASSES_PLAYED)
                rows = np.flatnonzero(table[0])
                by_deck[key][rows, :, side] += gain[rows, :, None] * self._weights(deck, place.own)
        total = np.zeros((2, len(measures) * self.tables, game.nodes))
        for key, gains in by_deck.items():
            against = np.flatnonzero(gains.any(axis=(1, 2, 3)))
            flat = gains[against].reshape(len(against), PONTOON, len(measures) * self.tables)
            total += stop_and_bust(self.hands, klass, decks[key], self.levels, against, flat)
        stop, bust = total.reshape(2, len(measures), self.tables, game.nodes)
        by_first = np.array([[some[list(first.ranks)].sum() for first in self.firsts] for some in beside])
        return [Side(stop[i], self._over(bust[i]), by_first[i]) for i in range(len(measures))]

    def _over(self, bust: NDArray[np.float64]) -> NDArray[np.float64]:
        """Being bust with the next card: with any card, less those that do not bust."""
        safe = np.where(self.after == BUST, 0.0, bust[:, self.after]).sum(axis=2)
        return np.where(self.open, bust - safe, 0.0)

    @cached_property
    def chance(self) -> NDArray[np.float64]:
        """Chance of a sequence of cards by what it makes: (tables, nodes)."""
        every = np.ones((1, 1, 1))
        klass = np.zeros(self.game.nodes, np.int64)
        found = stop_and_bust(self.hands, klass, self.deck, self.levels, np.array([1]), every)[0, 0]
        return self._weights(self.deck, ())[:, None] * found

    # ---- Walks through them.

    @cached_property
    def starts(self) -> list[list[tuple[int, int]]]:
        """By first card, the hands of two cards that he may play, as (table, node)."""
        return [
            [(table, int(self.after[self.after[1, first.value - 1], two - 1])) for table, two in self._seconds(first)]
            for first in self.firsts
        ]

    def _seconds(self, first: First) -> list[tuple[int, int]]:
        found = []
        for two in range(1, 11):
            table = first.table
            if {first.value, two} == {1, 10}:
                faces = first.ranks if first.value == 10 else tuple(TENS)
                flat = [rank for rank in faces if not pontoon_level(self.game.rules, ACE, rank)]
                if not flat:
                    continue
                table = 1 + flat[0] - TEN  # the ten that makes no pontoon
            found.append((table, two))
        return found

    def back(self, side: Side, decide: Decide, shape: tuple[int, ...] = ()) -> NDArray[np.float64]:
        """What all hands are worth when played on: backwards from the most cards.

        Parameters
        ----------
        decide : callable
            Of nodes (n,) and what drawing there is worth (..., tables, n), whether he draws (..., n).
        shape : tuple of int
            Axes of plays that are looked at together.

        Returns
        -------
        float64 (..., tables, nodes)
        """
        found = np.broadcast_to(side.stop, (*shape, *side.stop.shape)).copy()
        for level in reversed(self.levels[2:]):
            nodes = level.nodes[self.open[level.nodes]]
            draw = self.drawn(side, found, nodes)
            found[..., nodes] = np.where(decide(nodes, draw)[..., None, :], draw, found[..., nodes])
        return found

    def drawn(self, side: Side, worths: NDArray[np.float64], nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """What drawing is worth on some hands, those with a card more being worth that: (..., tables, n)."""
        total = np.broadcast_to(side.over[:, nodes], (*worths.shape[:-1], len(nodes))).copy()
        for card in range(10):
            after = self.after[nodes, card]
            total += np.where(after == BUST, 0.0, worths[..., after])
        return total

    def gains(self, side: Side, worths: NDArray[np.float64]) -> NDArray[np.float64]:
        """The bank's gain by first card, times its chance, once all hands are worth that: (..., firsts)."""
        played = [sum(worths[..., table, node] for table, node in start) for start in self.starts]
        return np.asarray(np.stack(played, axis=-1) + side.beside)

    def forth(self, draws: NDArray[np.bool_], first: NDArray[np.bool_]) -> NDArray[np.float64]:
        """How many sequences come to each hand, by table, from some of the first cards: (tables, nodes)."""
        found = np.zeros((self.tables, self.game.nodes))
        for some, start in zip(first, self.starts, strict=True):
            for table, node in start:
                found[table, node] += some
        for level in self.levels[2:]:
            nodes = level.nodes[draws[level.nodes]]
            for card in range(10):
                after = self.after[nodes, card]
                for some_table in found:
                    np.add.at(some_table, after, some_table[nodes])
            found[:, BUST] = 0.0
        return found

    def weighed(self, paths: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same, but where no sequence comes: there all of them count alike."""
        return np.where(paths.any(axis=0), paths, np.eye(self.tables)[0][:, None])

    def best(self, side: Side, paths: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The best draws, if so many sequences come to each hand."""
        weights, draws = self.weighed(paths), np.zeros(self.game.nodes, bool)
        least = self.tie * (weights * self.chance).sum(axis=0)

        def decide(nodes: NDArray[np.int64], draw: NDArray[np.float64]) -> NDArray[np.bool_]:
            more = (weights[:, nodes] * (draw - side.stop[:, nodes])).sum(axis=0)
            draws[nodes] = more > least[nodes]
            return draws[nodes]

        self.back(side, decide)
        return draws
