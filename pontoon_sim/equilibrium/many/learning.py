"""Punters learn from regret, the banker answers what they have played so far: as near to an equilibrium as that comes.

In turn the banker answers the average play of all punters, at tables that are drawn at random, and one punter learns
from the average of those answers that fits what he shows. All punters play alike.
"""

from __future__ import annotations

import numpy as np

from ..kernels import LEARN
from ..learning import matched
from ..play import Field, PunterFlow
from .answering import Answerer
from .beliefs import Seat

POWER = 2.0  # the play of iteration t weighs t to this power


class TableLearner:
    """The state of the work: the punters' plan, its regrets, and the sum of their flows."""

    def __init__(self, field: Field, punters: int, soft: float, tables: int, seed: np.random.SeedSequence):
        self.field, self.tables = field, tables
        self.answerer = Answerer(Seat(field), punters, soft)
        self.rng = np.random.default_rng(seed)
        self.iterations = 0
        self.punter, self.banker = field.punter_plan(), field.banker_plan()
        self._stake_regret = np.zeros_like(self.punter.stakes)
        self._regret = np.zeros_like(self.punter.actions)
        self._sum = field.punter_flow(self.punter)
        self._weight = 1.0

    @property
    def average(self) -> PunterFlow:
        """The flow of the punters' average play."""
        return self._sum.times(1 / self._weight)

    def iterate(self) -> None:
        """Let the banker answer, then the punter learn."""
        field, weight = self.field, float(self.iterations + 1) ** POWER
        self.banker = self.answerer.plan(self.average, self.banker, self.tables, self.rng)
        worth = field.punter_worth(LEARN, self.punter, field.banker_flow(self.banker), self._regret)
        if field.stakes_first:
            worth = np.broadcast_to(worth.sum(axis=0), worth.shape)
        self.punter.stakes = matched(worth, self.punter.stakes, self._stake_regret, field.ahead)
        self._sum = field.punter_flow(self.punter).plus(weight, self._sum)
        self._weight += weight
        self.iterations += 1
