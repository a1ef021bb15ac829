"""Both sides learn from regret until neither has anything left to learn: CFR+ in its predictive form.

In turn each side meets the other's newest play, regrets what it did not do, and plans anew. Not the newest plays near
the equilibrium but their averages, the later ones counting more.
"""

from __future__ import annotations

import numpy as np

from .kernels import BEST, LEARN
from .play import BankerFlow, BankerPlan, Field, PunterFlow, PunterPlan
from .tables import Floats

AHEAD = 1.0
POWER = 6.0


class Learner:
    """The state of the work: regrets, plans and sums of flows."""

    def __init__(self, field: Field):
        self.field = field
        self.iterations = 0
        self.punter, self.banker = field.punter_plan(), field.banker_plan()
        self._stakes = np.zeros((11, len(field.levels)))
        self._doubles = np.zeros((len(field.levels), 11, 2))
        self._actions = np.zeros(self.punter.actions.shape)
        self._draws = np.zeros((field.publics, field.width, 2))
        self._weight = 0.0
        self._punters = PunterFlow(np.zeros_like(self.punter.stakes), np.zeros_like(self.punter.actions), np.zeros((len(field.units), 11)))
        self._bankers = BankerFlow(np.zeros((len(field.units), 11)), np.zeros((field.publics, 2 * field.width)))
        self._banker_flow = field.banker_flow(self.banker)

    def iterate(self) -> None:
        """Let the punter learn, then the banker."""
        field = self.field
        self.iterations += 1
        weight = float(self.iterations) ** POWER
        worth = field.punter_worth(LEARN, self.punter, self._banker_flow, self._actions, 1.0, AHEAD)
        self._learn_stakes(worth)
        flow = field.punter_flow(self.punter)
        by_first = field.banker_worth(LEARN, self.banker, flow, self._draws, 1.0, AHEAD)
        self._learn_doubles(by_first)
        self._banker_flow = field.banker_flow(self.banker, weight, self._bankers.hands)
        self._weight += weight
        for total, new in (
            (self._punters.stakes, flow.stakes), (self._punters.actions, flow.actions), (self._punters.beside, flow.beside),
            (self._bankers.firsts, self._banker_flow.firsts),
        ):
            total += weight * new

    def _learn_stakes(self, worth: Floats) -> None:
        if self.field.tables.law.extras.stakes_first:
            worth = np.broadcast_to(worth.sum(axis=0), worth.shape)
        self.punter.stakes = matched(worth, self.punter.stakes, self._stakes)

    def _learn_doubles(self, by_first: Floats) -> None:
        field = self.field
        if not field.doubles:
            return
        worth = -np.stack([by_first[[b.times == t for b in field.tree.branches]] for t in (1, 2)], axis=-1)
        plan = np.stack([1 - self.banker.doubles, self.banker.doubles], axis=-1)
        self.banker.doubles = matched(worth, plan, self._doubles)[..., 1]

    def averages(self) -> tuple[PunterFlow, BankerFlow]:
        p, b, w = self._punters, self._bankers, self._weight
        return PunterFlow(p.stakes / w, p.actions / w, p.beside / w), BankerFlow(b.firsts / w, b.hands / w)


def matched(worth: Floats, plan: Floats, regret: Floats) -> Floats:
    now = worth - (plan * worth).sum(axis=-1, keepdims=True)
    np.maximum(regret + now, 0.0, out=regret)
    new = np.maximum(regret + AHEAD * now, 0.0)
    total = new.sum(axis=-1, keepdims=True)
    return np.where(total > 0, new / np.where(total > 0, total, 1.0), 1 / plan.shape[-1])


def bounds(field: Field, punter: PunterFlow, banker: BankerFlow) -> tuple[float, float]:
    """What the punter's flow is sure of, and what the banker's leaves at the most."""
    plan = field.punter_plan()
    worth = field.punter_worth(BEST, plan, banker, np.zeros((0, 0)))
    high = worth.sum(axis=0).max() if field.tables.law.extras.stakes_first else worth[1:].max(axis=1).sum()
    answer = field.banker_plan()
    firsts = field.banker_worth(BEST, answer, punter, np.zeros((0, 0, 0)))
    low = 0.0
    for level in range(len(field.levels)):
        low += firsts[field.level == level].min(axis=0).sum()
    return float(low), float(high)
