"""A hand in mid play: what each action is worth, and how it may end. Exact, given all that its player knows.

What is known are the hand's own cards, what was done with it, and cards that are out for sure (first cards of the
other hands of a split pair, cards lying face up). All else is as likely as any unseen card. Where a pontoon of the
banker's would have ended the deal, the hand being in play tells that he has none: sums that count such deals as
nothing, as `kernels` has them, are divided by the chance that the deal goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..hands import graph
from ..law import CLASSES, split_rank
from ..policy.players import BUY_MOST
from .against import Against, Game, known_tens
from .best import HandPlay, HandSolver
from .burning import burnt_worth
from .choices import Past, choices
from .deck import full_deck
from .kernels import punter_walk


@dataclass(frozen=True)
class Known:
    """What the player of a hand knows.

    Attributes
    ----------
    ranks : tuple of int
        The hand's cards, the two dealt first.
    gone : tuple of int
        Ranks of other cards that are out.
    side : int
        Index into `Game.sides`: whether the banker has doubled.
    stake : int
        The initial stake, before a double.
    past : Past
        What was done with the hand; its `staked` is the stake as it stands.
    hands : int
        Hands that the seat holds: more than 1 when it came of a split.
    """

    ranks: tuple[int, ...]
    gone: tuple[int, ...]
    side: int
    stake: int
    past: Past
    hands: int = 1


class Outcome(NamedTuple):
    """Chances of a hand against the banker's: it is paid, nothing is paid, it loses."""

    win: float
    tie: float
    lose: float


class Course(NamedTuple):
    """How a hand ends when it is played as well as can be: the outcome, and chances by class, (CLASSES,)."""

    outcome: Outcome
    classes: NDArray[np.float64]


class Onward:
    """What may become of a hand, from where it stands.

    Parameters
    ----------
    game : Game
    packs : int or None
    known : Known

    Attributes
    ----------
    goes_on : float
        Chance, given the cards known, that the banker is on that side and that no pontoon of his ends the deal; 0
        where that cannot be.
    """

    def __init__(self, game: Game, packs: int | None, known: Known):
        self.game, self.known = game, known
        self.solver = HandSolver(game, full_deck(packs).without(*known.gone))
        self.node = graph().node_of(list(known.ranks))
        self.play, self.against = self._played(None)
        self.ends: NDArray[np.float64] = self.against.ends[self.node]
        self.goes_on = float(self.ends.sum())

    def _played(self, asked: int | None) -> tuple[HandPlay, Against]:
        game, known, solver = self.game, self.known, self.solver
        initial = solver.times(known.side) * known.stake
        base = known.stake if game.plain.extras.cap_undoubled else initial
        draws = max(solver.draws + 2 - len(known.ranks), 0)
        told = choices(game.plain, initial, base, draws, known.past, asked)
        return solver.onward(known.side, known.stake, told, self.node, known_tens(game, *known.ranks))

    def action(self, code: int) -> float:
        """Expected net of an action, by its code; NaN where it is none."""
        return float(self.play.worth[0, self.node, code]) / self.goes_on

    def bought(self, amount: int) -> float:
        """Expected net of buying the next card for an amount between the limits."""
        play, _ = self._played(amount)
        return float(play.worth[0, self.node, BUY_MOST]) / self.goes_on

    def ended(self, klass: int) -> float:
        """Expected net of a hand that has ended, by its class."""
        charged = (
            self.known.past.staked
            - self.solver.undoubled(self.known.side, self.known.stake) * (self.game.undoubled[klass])
        )
        return float(self.ends @ (self.game.pay[klass] * charged)) / self.goes_on

    def split(self) -> tuple[float, int]:
        """Expected net of the hands that come of splitting the pair, up to so many hands; which is best."""
        known, rules = self.known, self.game.rules
        rank = split_rank(rules, *known.ranks)
        assert rank is not None
        worth = {
            most: self.solver.split_worth(known.side, known.stake, rank, most)
            for most in range(2, self.game.plain.max_hands - known.hands + 2)
        }
        best = max(worth, key=lambda most: worth[most] + 1e-12 * most)
        return float(worth[best]) / self.goes_on, best + known.hands - 1

    def burnt(self) -> float:
        """Expected net of throwing the two cards away for two others."""
        known = self.known
        deck = self.solver.deck.without(*known.ranks)
        return burnt_worth(self.game, deck, known.side, known.stake, known.hands) / self.goes_on

    def outcome(self, klass: int) -> Outcome:
        """Chances of a hand that ends now with that class."""
        return _outcome(self.ends, self.game.pay[klass], self.goes_on)

    @cached_property
    def bust_next(self) -> float:
        """The chance that the next card busts the hand."""
        left = self.solver.deck.values
        if not self.solver.deck.infinite:
            left = np.maximum(left - graph().counts[self.node], 0)
        busts = np.array([self.game.plain.take[16 * self.node + max(card - 1, 0)] == 0 for card in range(11)])
        chance = left / max(left.sum(), 1) * busts
        return float(chance @ self.against.quiet[self.node]) / self.goes_on

    @cached_property
    def course(self) -> Course:
        """How the hand ends when it is played on as well as can be, unsplit and not burnt."""
        game, play = self.game, self.play
        reach = np.zeros_like(play.value)
        reach[0, self.node] = 1.0
        ends, busts = np.zeros_like(reach), np.zeros(len(reach))
        deck = self.solver.deck
        punter_walk(
            game.law,
            game.graph,
            play.moves,
            np.ascontiguousarray(np.maximum(play.choices.step, 0)),
            deck.values,
            int(deck.infinite),
            self.against.quiet,
            reach,
            ends,
            busts,
        )
        there = ends.sum(axis=0)[:, None] * self.against.ends
        classes = np.bincount(game.klass, weights=there.sum(axis=1), minlength=CLASSES)
        classes[0] += busts.sum()
        pay = game.pay[game.klass]
        win, tie = (float(there[some].sum()) / self.goes_on for some in (pay > 0, pay == 0))
        return Course(Outcome(win, tie, 1 - win - tie), classes / self.goes_on)


def _outcome(ends: NDArray[np.float64], pay: NDArray[np.float64], whole: float) -> Outcome:
    win, tie = (float(ends[some].sum()) / whole for some in (pay > 0, pay == 0))
    return Outcome(win, tie, 1 - win - tie)


__all__ = ["Course", "Known", "Onward", "Outcome"]
