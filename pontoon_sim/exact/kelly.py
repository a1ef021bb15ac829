"""The share of a purse that lets it grow fastest, by first card, from exact analysis.

A bet of the share ``f`` of the purse with the result ``X`` per unit lets the logarithm of the purse grow by
``E log(1 + f X) = f E X - f^2 E X^2 / 2 + ...`` a deal, which is largest near ``f = E X / E X^2``: the edge over the
mean square of the result, which is the variance but for the square of the edge. It is exactly the best share where a
deal brings one stake or takes one (Kelly, A New Interpretation of Information Rate, 1956).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..cards import RANKS
from ..errors import PolicyError, quoted
from ..policy.sessions import StakePlan
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .against import Game
from .deck import deck_of
from .seat import Seat


def with_shares(plan: StakePlan, rules: Rules, punter: PunterPolicy, banker: BankerPolicy, packs: int) -> StakePlan:
    """The plan with its shares of the purse filled in; a plan of another kind as it is.

    Parameters
    ----------
    packs : int
        Fresh packs in use. The hands of a split pair are taken for independent of each other, and of the others at
        the table nothing is known.

    Raises
    ------
    PolicyError
        Where the mean square of a result is not followed exactly.
    """
    if plan.kind != "kelly":
        return plan
    assert plan.number is not None
    shares = best_shares(rules, punter, banker, packs)
    if shares is None:
        raise PolicyError(
            f"The stakes {quoted(plan.name)} need the variance of a deal by first card, which is not followed exactly "
            "where special hands do not count a double: use proportional:F, or a banker who never doubles."
        )
    return replace(plan, shares=tuple(float(plan.number) * share for share in shares))


def best_shares(rules: Rules, punter: PunterPolicy, banker: BankerPolicy, packs: int) -> tuple[float, ...] | None:
    """The share of the purse that grows fastest on each first card, 0 where the punter has no advantage.

    One share for all cards where stakes are put up before the deal. None where squares are not followed.
    """
    stake = rules.stake_min
    deck = deck_of(packs)
    seat = Seat(Game(rules, banker), punter, np.full(16, stake, np.int64), deck)
    gains, squares, chances = np.zeros(len(RANKS)), np.zeros(len(RANKS)), np.zeros(len(RANKS))
    for first in deck.there:
        account, _ = seat.given(first)
        gains[first], squares[first], chances[first] = account.gain, account.square, deck.chance(first)
    if np.isnan(squares).any():
        return None
    if rules.stakes_when == "before-deal":
        gains, squares = np.full(len(RANKS), gains @ chances), np.full(len(RANKS), squares @ chances)
    shares = np.divide(np.maximum(gains, 0) * stake, squares, out=np.zeros(len(RANKS)), where=squares > 0)
    return tuple(shares.tolist())
