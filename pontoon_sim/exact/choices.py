"""All ways in which a hand may have come about, as far as its future depends on them: the states of a best response.

Of the amounts that a buy may cost only the least and the most legal one matter. A hand that ends is worth so much per
unit staked, and the limits of later buys grow in step with earlier ones; so for any plan of play the value is linear
in each amount, the best plan's is convex, and a convex function is largest at an end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..law import Law, buy_limits
from ..policy.players import BUY_LEAST, BUY_MOST, TWIST

NEVER = -1


class Past(NamedTuple):
    """How a hand came about: whether a card was twisted, buys (where they are counted), last buy and total stake."""

    twisted: int
    buys: int
    last: int
    staked: int


@dataclass(frozen=True)
class Choices:
    """The states of a hand with a given stake, and where each code of an action leads.

    Attributes
    ----------
    pasts : tuple of Past
        The first is that of two cards.
    step : int64 (pasts, 4)
        The state after a code of `policy.players`; `NEVER` where the rules do not let it, or it says what another
        code says too.
    staked : float64 (pasts,)
    """

    pasts: tuple[Past, ...]
    step: NDArray[np.int64]
    staked: NDArray[np.float64]

    @property
    def shape(self) -> tuple[tuple[float, ...], ...]:
        """The same per unit of the stake: equal for stakes between which nothing differs but the scale."""
        unit = self.pasts[0].staked
        return tuple((*past[:2], past.last / unit, past.staked / unit) for past in self.pasts)


def choices(
    law: Law, initial: int, base: int, draws: int, start: Past | None = None, asked: int | None = None
) -> Choices:
    """All states of a hand that takes so many cards at the most.

    Parameters
    ----------
    law : Law, plain
    initial : int
        The hand's stake, after a double.
    base : int
        The stake by which buys are limited.
    draws : int
    start : Past, optional
        The first state; that of two cards by default.
    asked : int, optional
        An amount that the first buy costs in place of the most legal one.
    """
    pasts = [start or Past(0, 0, 0, initial)]
    index, depth = {pasts[0]: 0}, [0]
    steps: list[list[int]] = []
    for place, past in enumerate(pasts):  # grows while it is read
        row = [NEVER] * 4
        for code in (TWIST, BUY_LEAST, BUY_MOST) if depth[place] < draws else ():
            after = _after(law, base, past, code, None if place else asked)
            if after is None:
                continue
            if after not in index:
                index[after] = len(pasts)
                pasts.append(after)
                depth.append(depth[place] + 1)
            row[code] = index[after]
        steps.append(row)
    return Choices(tuple(pasts), np.array(steps, np.int64), np.array([float(past.staked) for past in pasts]))


def _after(law: Law, base: int, past: Past, code: int, asked: int | None = None) -> Past | None:
    if code == TWIST:
        return past._replace(twisted=1) if law.buy_after_twist else Past(1, 0, 0, past.staked)
    if not law.first_buy_max or (past.twisted and not law.buy_after_twist):
        return None
    if law.max_buys and past.buys >= law.max_buys:
        return None
    least, most = buy_limits(law, base, past.last)
    if code == BUY_MOST and asked is not None:
        most = asked
    if code == BUY_LEAST and least == most:
        return None
    added = int(least if code == BUY_LEAST else most)
    buys = past.buys + 1 if law.max_buys else 0
    return Past(past.twisted, buys, added, past.staked + added)
