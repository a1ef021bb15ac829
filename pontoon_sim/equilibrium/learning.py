"""Both sides learn from regret until neither has anything left to learn: CFR+, in its predictive form or without.

In turn each side meets the other's newest play, regrets what it did not do, and plans anew. Not the newest plays come
to the equilibrium but their averages, in which later ones count far more.
"""

from __future__ import annotations

import numpy as np

from .beyond import beyond_worth
from .kernels import BEST, LEARN
from .play import NO_FIGURES, BankerFlow, Field, PunterFlow
from .tables import Floats
from .tree import places_within

POWER = 6.0  # the play of iteration t weighs t to this power: tried from 1 to 16, and 4 to 8 are all near the best


class Learner:
    """The state of the work: plans, regrets, and the sums of flows."""

    def __init__(self, field: Field):
        self.field = field
        self.iterations = 0
        self.punter, plan = field.punter_plan(), field.banker_plan()
        self.doubles, self.draws = plan.doubles, field.packed(plan.draws)
        self._flow = field.banker_flow(plan)
        self._stake_regret = np.zeros_like(self.punter.stakes)
        self._regret = np.zeros_like(self.punter.actions)
        self._double_regret = np.zeros((*self.doubles.shape, 2))
        self._draw_regret = field.figures(2)
        self._weight = 0.0
        self._punter_sum: PunterFlow | None = None
        self._firsts_sum = np.zeros_like(self._flow.firsts)
        self._hands_sum = np.zeros_like(self._flow.hands)

    @classmethod
    def begun(cls, field: Field, smaller: Learner) -> Learner:
        """One who begins with what was learnt in a game that shows less of the order of cards.

        What was one state there is several here, and each begins with its play, and with its part of the regrets.
        """
        learner, before = cls(field), smaller.field
        publics, spots = places_within(field.tree, before.tree)
        learner.punter.stakes, learner.doubles = smaller.punter.stakes.copy(), smaller.doubles.copy()
        learner.punter.actions = smaller.punter.actions[spots]
        learner._stake_regret, learner._double_regret = smaller._stake_regret.copy(), smaller._double_regret.copy()
        learner._regret = smaller._regret[spots] / np.bincount(spots)[spots][:, None]
        parts = np.bincount(publics)[publics]
        old = list(before.kinds())
        firsts = [kind.first for kind in old]
        for kind in field.kinds():
            there = publics[kind.first : kind.last]
            other = old[int(np.searchsorted(firsts, there[0], "right")) - 1]
            kind.of(learner.draws)[:] = other.of(smaller.draws)[there - other.first]
            regrets = other.of(smaller._draw_regret, 2)[there - other.first]
            kind.of(learner._draw_regret, 2)[:] = regrets / parts[kind.first : kind.last, None]
        field.renew(learner._flow, learner.doubles, learner.draws, 0.0, learner._hands_sum)
        return learner

    def iterate(self) -> None:
        """Let the punter learn, then the banker."""
        field, weight = self.field, float(self.iterations + 1) ** POWER
        worth = field.punter_worth(LEARN, self.punter, self._flow, self._regret)
        if field.stakes_first:
            worth = np.broadcast_to(worth.sum(axis=0), worth.shape)
        self.punter.stakes = matched(worth, self.punter.stakes, self._stake_regret, field.ahead)
        flow = field.punter_flow(self.punter)
        by_first = field.banker_worth(LEARN, self.draws, flow, self._draw_regret)
        if field.doubles:
            worth = -np.stack(field.by_double(by_first), axis=-1)
            plan = np.stack([1 - self.doubles, self.doubles], axis=-1)
            self.doubles = matched(worth, plan, self._double_regret, field.ahead)[..., 1]
        self._flow.changed[:] = True if field.doubles else field.learnt
        field.renew(self._flow, self.doubles, self.draws, weight, self._hands_sum)
        self._firsts_sum += weight * self._flow.firsts
        self._punter_sum = flow.plus(weight, self._punter_sum)
        self._weight += weight
        self.iterations += 1

    def sums(self) -> tuple[PunterFlow, BankerFlow]:
        """The flows of both sides' average plays, some number of times."""
        assert self._punter_sum is not None, "before the first iteration there is none"
        self.field.pay(self._flow, self._hands_sum)
        return self._punter_sum, BankerFlow.of(self.field, self._firsts_sum, self._hands_sum)

    def bounds(self) -> tuple[float, float]:
        """What the punter's average play is sure of, and what the banker's leaves at the most.

        Against a banker who sees no more of the order of cards than the tree shows.
        """
        punter, banker = self.sums()
        return lowest(self.field, punter) / self._weight, highest(self.field, banker) / self._weight


def matched(worth: Floats, plan: Floats, regret: Floats, ahead: float) -> Floats:
    """Regret matching of a few choices (the last axis): as `kernels.learned`, which says why; `regret` is changed."""
    now = worth - (plan * worth).sum(axis=-1, keepdims=True)
    np.maximum(regret + now, 0.0, out=regret)
    new = np.maximum(regret + ahead * now, 0.0)
    total = new.sum(axis=-1, keepdims=True)
    return np.where(total > 0, new / np.where(total > 0, total, 1.0), 1 / plan.shape[-1])


def highest(field: Field, banker: BankerFlow) -> float:
    """What a punter gains who answers that play of the banker as well as can be, at the most: see `beyond`."""
    worth = field.punter_worth(BEST, field.punter_plan(), banker)
    return best_stakes(field, worth + beyond_worth(field, banker.firsts))


def best_stakes(field: Field, worth: Floats) -> float:
    """What stakes are worth by first card (11, levels), the best being chosen."""
    return float(worth.sum(axis=0).max() if field.stakes_first else worth.max(axis=1).sum())


def lowest(field: Field, punter: PunterFlow) -> float:
    """What is left to that play of the punter by a banker who answers it as well as can be."""
    return least(field, field.banker_worth(BEST, NO_FIGURES, punter))


def least(field: Field, by_first: Floats) -> float:
    """What his first cards are worth in all, the banker doubling where that is better for him."""
    return float(np.minimum(*field.by_double(by_first)).sum()) if field.doubles else float(by_first.sum())
