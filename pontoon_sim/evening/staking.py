"""What everybody stakes next: schedules over a session as tables that a kernel reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..jit import inlined, jitable
from ..policy.sessions import SCALE, StakePlan
from ..rulebook import Rules

WIN, LOSS, PUSH = range(3)
_LARGE = 2**36  # a purse of which every share is the largest stake; times SCALE it still is an int64


class Staking(NamedTuple):
    """The schedules of all persons.

    Attributes
    ----------
    by_share : int64 (persons,)
        1 where stakes are shares of the purse.
    shares : int64 (persons * 16,)
        Those shares by rank of the first card, in 1/`SCALE`; index 15 before the deal.
    units : int64 (persons * 16,)
        What else is staked on the level 1, by rank.
    sizes : int64 (persons * width,)
        How many times that, by level.
    following : int64 (persons * width * 3,)
        The next level after a deal won, lost, stood off.
    width : int
        Levels at the most.
    lowest, highest : int
        The limits of stakes, in units.
    """

    by_share: Any
    shares: Any
    units: Any
    sizes: Any
    following: Any
    width: int
    lowest: int
    highest: int


def lay_plans(plans: Sequence[StakePlan], rules: Rules) -> Staking:
    """The schedules of so many persons as tables."""
    ladders = [plan.ladder(rules) for plan in plans]
    width = max(map(len, ladders))
    sizes = np.ones((len(plans), width), np.int64)
    following = np.zeros((len(plans), width, 3), np.int64)
    for person, ladder in enumerate(ladders):
        place = {step[0]: index for index, step in enumerate(ladder)}
        for index, (size, *after) in enumerate(ladder):
            sizes[person, index] = size
            following[person, index] = [place[level] for level in after]
    return Staking(
        by_share=np.array([int(plan.by_share) for plan in plans], np.int64),
        shares=np.concatenate([plan.parts() for plan in plans]),
        units=np.concatenate([plan.base.stakes for plan in plans]).astype(np.int64),
        sizes=sizes.ravel(),
        following=following.ravel(),
        width=width,
        lowest=rules.stake_min,
        highest=rules.stake_max,
    )


@jitable
def most_of(staking, purse, unit):
    """The largest stake that a purse in 1/unit pays: never below the smallest one of the rules, which is owed."""
    return min(max(purse // unit, staking.lowest), staking.highest)


@jitable
def lay_stakes(staking, person, level, purse, unit, stakes, start):
    """Write what a person stakes in the next deal, by rank of the first card, from ``stakes[start]`` on."""
    most = most_of(staking, purse, unit)
    size = staking.sizes[person * staking.width + level]
    for rank in range(16):
        if staking.by_share[person]:
            stake = min(max(purse, 0), _LARGE) * staking.shares[16 * person + rank] // (SCALE * unit)
        else:
            stake = size * staking.units[16 * person + rank]
        stakes[start + rank] = min(max(stake, staking.lowest), most)


@inlined
def lay_seat(staking, laid, seat, person, level, purse, unit, stakes):
    """The same for a seat of the next deal; spared where nothing has changed since it was `laid`."""
    key = (person * staking.width + level) * 1024 + most_of(staking, purse, unit)
    if staking.by_share[person] or laid[seat] != key:
        lay_stakes(staking, person, level, purse, unit, stakes, 16 * seat)
        laid[seat] = key


@jitable
def level_after(staking, person, level, net):
    """The level after a deal that brought so much."""
    how = WIN if net > 0 else LOSS if net < 0 else PUSH
    return staking.following[(person * staking.width + level) * 3 + how]
