"""The best play of hands under rules that let a seat burn: against all that its turn may have taken from the pack.

A punter looks at the hand in play, and not at what he burnt before. So one table serves hands that were dealt and hands
in place of burnt ones, and one each those of a split pair. What is gone from the pack besides the hand is a mixture
over all turns that lead there, and `leftover` makes one weight of it. Given what is burnt and split, the chance of a
hand's cards in one order is the same factor for every turn; so the best play against the mixture is found backwards, as
against a single deck.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN, value
from ..hands import graph
from ..policy.players import SLOTS
from .against import Against
from .best import HandPlay, HandSolver, weights
from .burns import Named
from .deck import Deck
from .habits import FRESH, Habits
from .leftover import Leftovers
from .ways import Beginning, Kind, State, Terms, all_ways, coded, face_chance
from .weighed import faces_told, weighed

#: What may be left out of a mixture, in terms of its weight (see `ways`).
PRECISION = 1e-7


class BurningSeat:
    """The hands of a seat that burns, with a given stake and side of the banker's double.

    Parameters
    ----------
    solver : HandSolver
    side, stake : int
    firsts : collection of int
        The first cards on which the seat puts up that stake.
    """

    def __init__(self, solver: HandSolver, side: int, stake: int, firsts: Collection[int] = range(13)):
        self.solver, self.side, self.stake = solver, side, stake
        deck = solver.deck
        mine = np.zeros(13)
        mine[list(firsts)] = deck.ranks[list(firsts)]
        self._first = np.append(mine, mine[TEN:].sum()) / deck.size

    def habits(self, burns: NDArray[np.int8], most: list[int]) -> Habits:
        """What a seat burns and splits that looks at how each hand came about."""
        game = self.solver.game
        return Habits(game.rules, burns, most, game.faces_matter, np.arange(SLOTS, dtype=np.int16))

    def plays(self, habits: Habits) -> dict[int, HandPlay]:
        """The best play by `deal.split_slot`; what is not there is played as a hand that is not split (0)."""
        solver = self.solver
        if solver.deck.infinite:
            return self._plays_of_an_infinite_pack(habits)
        terms = all_ways(habits, self._beginnings(habits), solver.deck, solver.deck.size, PRECISION).terms
        dealt = np.array([coded()]), np.array([float(self._first[:13].sum())])
        unsplit = Kind(FRESH, 1)
        terms[unsplit] = _together([dealt, *([terms[unsplit]] if unsplit in terms else [])])
        left = Leftovers(solver.deck.values, habits.values)
        found: dict[int, HandPlay] = {}
        for first in sorted({max(kind.first, FRESH) for kind in terms}):
            kinds = [kind for kind in terms if max(kind.first, FRESH) == first]
            plays = self._best(left, first, [terms[kind] for kind in kinds])
            for kind, play in zip(kinds, plays, strict=True):
                seconds = habits.cards if first >= 0 else (FRESH,)
                found |= {habits.slot(kind.first, second, kind.hands): play for second in seconds}
        return found

    def _plays_of_an_infinite_pack(self, habits: Habits) -> dict[int, HandPlay]:
        """Of an infinite pack nothing is ever gone."""
        solver, found = self.solver, {0: self.solver.unsplit(self.side, self.stake)}
        for rank in range(13):
            if habits.most[rank] > 1:
                found |= {
                    slot: solver.half(self.side, self.stake, rank, hands, habits.most[rank], paired)
                    for slot, hands, paired in solver.slots(rank, habits.most[rank])
                }
        return found

    def _beginnings(self, habits: Habits) -> list[Beginning]:
        """The seat's first two cards where they are burnt or split."""
        found = []
        for event in habits.events(FRESH, 1):
            state = State(event.first, event.behind, 1 + len(event.behind))
            found.append(Beginning(state, event.cards, self.chance(*event.cards)))
        return found

    def chance(self, one: int, two: int) -> float:
        """That the seat is dealt those two cards, in any order, with this stake."""
        deck = self.solver.deck
        left, gone = np.append(deck.ranks, deck.ranks[TEN:].sum()), 0 if deck.infinite else 1
        orders = {(one, two), (two, one)}
        return float(sum(self._first[a] * max(left[b] - gone * (a == b), 0.0) / (deck.size - gone) for a, b in orders))

    def _best(self, left: Leftovers, first: int, kinds: list[Terms]) -> list[HandPlay]:
        """The best play of hands with that first card (below 0: of two new cards) by their terms."""
        solver = self.solver
        nodes = solver.wanted
        if first >= 0:
            nodes = nodes[graph().counts[nodes, value(first)] > 0]
        weight = weights(solver.deck, nodes, solver.game.nodes)
        return [
            solver.solve(self.side, self.stake, [(solver.deck, against, weight)], nodes)
            for against in self._against(left, kinds, nodes)
        ]

    def _against(self, left: Leftovers, kinds: list[Terms], nodes: NDArray[np.int64]) -> Sequence[Against]:
        """What hands are worth in each mixture; the faces of their own tens are not looked at."""
        game, deck, tables = self.solver.game, self.solver.deck, []
        one_side = game.sides[self.side]
        told = faces_told(game.rules, one_side)
        for named in (Named(terms, left.turns) for terms in kinds):
            shares = np.array([_faces(deck, gone, told) for gone in named.tens])
            tables.append([left.weights(named.folding, named.weights * share[named.which]) for share in shares.T])
        together = [np.stack(some, axis=1) for some in zip(*tables, strict=True)]
        drawn = nodes[np.array(game.plain.open)[nodes] == 1]
        return weighed(game, one_side, deck, left, together, nodes, drawn)


def _faces(deck: Deck, gone: tuple[int, ...], told: tuple[tuple[int, ...], ...]) -> list[float]:
    """That tens which are gone have those faces; and the banker's ten then one of each class that is told."""
    return [face_chance(deck, gone), *(sum(face_chance(deck, (*gone, rank)) for rank in ranks) for ranks in told)]


def _together(parts: list[Terms]) -> Terms:
    codes, chances = zip(*parts, strict=True)
    return np.concatenate(codes), np.concatenate(chances)


__all__ = ["BurningSeat"]
