"""A play of both sides that is no equilibrium: chances at random, for tests of those who play by chance."""

from __future__ import annotations

import numpy as np

from pontoon_sim.equilibrium.play import BankerPlan, Field, PunterPlan
from pontoon_sim.equilibrium.strategy import Strategy


def any_play(field: Field, all_amounts: bool = False, seed: int = 1) -> Strategy:
    """A play of both sides, each choice with chances at random: no equilibrium, and as good to play by."""
    some = np.random.default_rng(seed)
    allowed = field.tree.allowed
    weights = some.exponential(size=allowed.shape) * allowed * (some.random(allowed.shape) < 0.7)
    weights += (weights.sum(axis=1, keepdims=True) == 0) * allowed
    actions = np.where(allowed > 0, weights / weights.sum(axis=1, keepdims=True), -1.0)
    stakes = some.dirichlet(np.ones(len(field.levels)), size=11)
    if field.stakes_first:
        stakes[:] = stakes[0]
    doubles = some.random((len(field.levels), 11)) * field.doubles
    draws = some.random((field.publics, field.width))
    return Strategy(field, PunterPlan(stakes, actions), BankerPlan(doubles, draws), all_amounts)
