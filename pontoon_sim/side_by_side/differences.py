"""Differences of tables that played the same cards, with intervals of each and of all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ..estimate import Estimate, quantile
from .same_cards import ArmsTally

DRAWS = 1 << 14  # of the normal distribution by which all differences together are judged


@dataclass(frozen=True)
class Difference:
    """What one arm gives the bank less what another does.

    Attributes
    ----------
    a, b : int
        Arms, counted from 0.
    per_deal, per_initial_stake : Estimate
        In units a deal, and in stakes.
    variance_ratio : float or None
        How many times more deals the same error takes when each arm plays deals of its own.
    """

    a: int
    b: int
    per_deal: Estimate
    per_initial_stake: Estimate
    variance_ratio: float | None


@dataclass(frozen=True)
class Differences:
    """All of them, and how many standard errors hold for all at once (None where there is no error)."""

    pairs: tuple[Difference, ...]
    together: float | None


def differences(tally: ArmsTally, confidence: float) -> Differences:
    """All pairs of arms.

    Parameters
    ----------
    tally : ArmsTally
    confidence : float
        Level of the intervals, for which `Differences.together` is the multiple of a standard error: the quantile of
        the largest of all differences, each by its own error, of arms whose means are normal with the covariance that
        was found.
    """
    count = len(tally.arms)
    gains, stakes = np.array(tally.totals[:count], float) / 2, np.array(tally.totals[count:], float)
    per_deal, per_stake = _covariances(tally)
    pairs = []
    for a, b in combinations(range(count), 2):
        if tally.deals == 0:
            pairs.append(Difference(a, b, Estimate(None, None), Estimate(None, None), None))
            continue
        spread = _spread(per_deal, a, b)
        alone = per_deal[a, a] + per_deal[b, b]
        pairs.append(
            Difference(
                a,
                b,
                Estimate(float(gains[a] - gains[b]) / tally.deals, _error(spread, tally.deals)),
                Estimate(
                    float(gains[a] / stakes[a] - gains[b] / stakes[b]), _error(_spread(per_stake, a, b), tally.deals)
                ),
                float(alone / spread) if spread > 0 and tally.deals > 1 else None,
            )
        )
    return Differences(tuple(pairs), together(per_deal, confidence) if tally.deals > 1 else None)


def _covariances(tally: ArmsTally) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of one deal's gains, and of its gains per stake (by their residuals), between arms."""
    count, deals = len(tally.arms), max(tally.deals, 2)
    products = [tally.products[row * 2 * count : (row + 1) * 2 * count] for row in range(2 * count)]
    centred = np.array(  # exact integers first, so that nothing is lost by large means
        [
            [
                (tally.deals * products[i][j] - tally.totals[i] * tally.totals[j]) / (deals * (deals - 1))
                for j in range(2 * count)
            ]
            for i in range(2 * count)
        ]
    )
    centred[:count] /= 2
    centred[:, :count] /= 2
    totals = np.array(tally.totals, float)
    stakes = np.maximum(totals[count:], 1.0)
    ratio = totals[:count] / 2 / stakes
    turn = np.hstack([np.eye(count), -np.diag(ratio)]) * (tally.deals / stakes)[:, None]
    return centred[:count, :count], turn @ centred @ turn.T


def _spread(covariance: NDArray[np.float64], a: int, b: int) -> float:
    """Variance of a difference; rounding must not make it negative."""
    return max(float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]), 0.0)


def _error(spread: float, deals: int) -> float | None:
    return sqrt(spread / deals) if deals > 1 else None


def together(covariance: NDArray[np.float64], confidence: float) -> float:
    """How many standard errors hold for all pairwise differences at once; by drawn normal numbers, always the same."""
    count = len(covariance)
    if count < 3:
        return quantile(confidence)
    values, vectors = np.linalg.eigh(covariance)
    arms = (vectors * np.sqrt(np.maximum(values, 0.0))) @ _normal(count)
    largest = np.zeros(DRAWS)
    for a, b in combinations(range(count), 2):
        error = sqrt(_spread(covariance, a, b))
        if error > 0:
            largest = np.maximum(largest, np.abs(arms[a] - arms[b]) / error)
    return float(np.quantile(largest, confidence))


@lru_cache(maxsize=8)
def _normal(count: int) -> NDArray[np.float64]:
    """Points spread as normal numbers are, always the same: (count, `DRAWS`).

    Multiples of powers of a root of ``x**(n + 1) = x + 1`` fill the unit cube evenly (Roberts' R sequence), and pairs
    of them become normal by Box and Muller. Quantiles from them are as near as from 100,000 random numbers.
    """
    pairs = (count + 1) // 2
    root = 2.0
    for _ in range(64):
        root = (1 + root) ** (1 / (2 * pairs + 1))
    steps = root ** -np.arange(1.0, 2 * pairs + 1)
    one, two = np.split((0.5 + steps[:, None] * np.arange(1, DRAWS + 1)) % 1, 2)
    radius, angle = np.sqrt(-2 * np.log(one)), 2 * np.pi * two
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])[:count]
