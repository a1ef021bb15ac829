"""From counts of sittings to chances, quantiles and means, each with its error.

Deals of one evening are dependent, whole sittings are not: every error here comes from sittings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import fsum, lgamma, log, sqrt
from typing import Any

import numpy as np

from ..estimate import Estimate, quantile, sample_variance

#: Parts of a hundred at which distributions are cut.
CUTS = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Chance:
    """A share of sittings."""

    count: int
    sittings: int

    @property
    def value(self) -> float | None:
        """The share."""
        return self.count / self.sittings if self.sittings else None

    @property
    def standard_error(self) -> float | None:
        """Of a share of independent sittings (binomial)."""
        share = self.value
        return None if share is None or self.sittings < 2 else sqrt(share * (1 - share) / self.sittings)

    def interval(self, confidence: float) -> tuple[float, float] | None:
        """Wilson's interval, which keeps its level where a share is near 0 or 1."""
        if self.value is None:
            return None
        z2, n, share = quantile(confidence) ** 2, self.sittings, self.value
        middle = (share + z2 / (2 * n)) / (1 + z2 / n)
        half = sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
        low = 0.0 if self.count == 0 else max(middle - half, 0.0)
        return low, 1.0 if self.count == n else min(middle + half, 1.0)

    def to_dict(self, confidence: float) -> dict[str, Any]:
        """Its figures by name."""
        pair = self.interval(confidence)
        return {
            "value": self.value,
            "standard_error": self.standard_error,
            "interval95": None if pair is None else list(pair),
        }


@dataclass(frozen=True)
class Cut:
    """A quantile of a distribution, between two order statistics that hold it with a given confidence.

    Attributes
    ----------
    level : int
        In per cent.
    value : float
    low, high : float or None
        None where there are too few sittings for a bound on that side.
    """

    level: int
    value: float
    low: float | None
    high: float | None


def cuts(counts: Mapping[int, int], unit: int, confidence: float, levels: tuple[int, ...] = CUTS) -> list[Cut]:
    """Quantiles of whole numbers in 1/unit that came so often each, in units.

    The quantile is the smallest value that so many per cent do not pass. Its interval runs between the order
    statistics whose ranks a binomial number stays within with at least that confidence.
    """
    values = np.array(sorted(counts), np.int64)
    below = np.cumsum([counts[value] for value in values.tolist()])
    total = int(below[-1]) if below.size else 0
    if not total:
        return []

    def at(rank: int | None) -> float | None:
        return None if rank is None else float(values[np.searchsorted(below, rank)]) / unit

    found = []
    for level in levels:
        low, high = ranks(total, level, confidence)
        value = at(max(-(-level * total // 100), 1))
        assert value is not None
        found.append(Cut(level, value, at(low), at(high)))
    return found


@lru_cache(maxsize=256)
def ranks(total: int, level: int, confidence: float) -> tuple[int | None, int | None]:
    """Ranks of order statistics, from 1, between which a quantile lies; None where no rank is far enough out.

    With ``B`` binomial: the largest ``low`` with ``P(B < low)``, and the smallest ``high`` with ``P(B >= high)``, at
    most half of what the confidence leaves.
    """
    share, rest = level / 100, (1 - confidence) / 2
    spread = 12 * sqrt(total * share * (1 - share)) + 40
    first = max(int(total * share - spread), 0)
    numbers = np.arange(first, min(int(total * share + spread), total) + 1)
    logs = np.array([_log_binomial(total, int(number), share) for number in numbers])
    upto = np.cumsum(np.exp(logs))  # P(B <= number)
    under = numbers[upto <= rest]
    over = numbers[upto >= 1 - rest]
    low = int(under[-1]) + 1 if under.size else None
    high = int(over[0]) + 1 if over.size and over[0] < total else None
    return low, high


def _log_binomial(total: int, number: int, share: float) -> float:
    chosen = lgamma(total + 1) - lgamma(number + 1) - lgamma(total - number + 1)
    return chosen + number * log(share) + (total - number) * log(1 - share)


def mean(sums: Mapping[Any, int], name: str, sittings: int, unit: int = 1) -> Estimate:
    """Mean of a number over sittings."""
    if not sittings:
        return Estimate(None, None)
    variance = sample_variance(sums[name], sums[name, name], sittings)
    error = None if variance is None else sqrt(variance / sittings) / unit
    return Estimate(float(Fraction(sums[name], sittings * unit)), error)


def deviation(sums: Mapping[Any, int], name: str, sittings: int, unit: int = 1) -> float | None:
    """Standard deviation of a number over sittings."""
    variance = sample_variance(sums[name], sums[name, name], sittings) if sittings else None
    return None if variance is None else sqrt(variance) / unit


def ratio(sums: Mapping[Any, int], above: str, below: str, sittings: int, unit: int = 1) -> Estimate:
    """A sum over another one, such as all gains over all stakes, its error from the residuals of sittings."""
    if not sums[below]:
        return Estimate(None, None)
    found = Fraction(sums[above], sums[below])
    if sittings < 2:
        return Estimate(float(found / unit), None)
    key = (above, below) if (above, below) in sums else (below, above)
    residuals = sums[above, above] - 2 * found * sums[key] + found * found * sums[below, below]
    variance = residuals * sittings / (sittings - 1) / Fraction(sums[below]) ** 2
    return Estimate(float(found / unit), sqrt(variance) / unit)


def growth(results: Mapping[int, int], start: int, length: int) -> Estimate:
    """Mean growth of the logarithm of a purse, per deal of a sitting; undefined once a purse is not above 0."""
    sittings = sum(results.values())
    if not sittings or min(results) + start <= 0:
        return Estimate(None, None)
    logs = [(log((start + result) / start) / length, results[result]) for result in sorted(results)]
    middle = fsum(count * value for value, count in logs) / sittings
    if sittings < 2:
        return Estimate(middle, None)
    squares = fsum(count * (value - middle) ** 2 for value, count in logs)
    return Estimate(middle, sqrt(squares / (sittings - 1) / sittings))
