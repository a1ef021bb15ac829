"""From exact sums of series to chances with errors.

Series are independent of each other, so every error is that of a mean of independent shares. Where the same cards were
played twice, the error of the difference is that of the differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from ..estimate import Estimate, sample_variance
from .tally import Arm, Paired
from .trials import SHARES

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)  # of the winning total's quantiles


def mean(total: int, squares: int, count: int, scale: int = 1) -> Estimate:
    """The mean of so many independent numbers, each divided by `scale`, from their exact sum and sum of squares."""
    if not count:
        return Estimate(None, None)
    variance = sample_variance(total, squares, count)
    return Estimate(float(Fraction(total, count * scale)), None if variance is None else sqrt(variance / count) / scale)


def win_chances(arm: Arm, series: int) -> list[Estimate]:
    """The chance to win by starting position; a series tied by k counts 1/k."""
    found = []
    for counts in arm.wins:
        parts = [(SHARES // winners, count) for winners, count in enumerate(counts) if winners]
        found.append(
            mean(
                sum(share * count for share, count in parts),
                sum(share * share * count for share, count in parts),
                series,
                SHARES,
            )
        )
    return found


def shares(sums: Sequence[Sequence[int]], series: int) -> list[Estimate]:
    """Mean shares from sums and sums of squares in 1/SHARES."""
    return [mean(total, squares, series, SHARES) for total, squares in sums]


def mean_totals(arm: Arm, series: int, unit: int) -> list[Estimate]:
    """The mean final total by starting position, in units."""
    return [mean(total, squares, series, unit) for total, squares in arm.totals]


def winning_mean(arm: Arm, series: int, unit: int) -> Estimate:
    """The mean winning total, in units."""
    total, squares = (sum(value**power * count for value, count in arm.winning.items()) for power in (1, 2))
    return mean(total, squares, series, unit)


def tied(arm: Arm, series: int) -> Estimate:
    """The share of series with several winners."""
    return mean(arm.shared, arm.shared, series)


def quantiles(winning: Counter[int], unit: int) -> dict[str, float | None]:
    """The smallest winning total that is not passed in such a share of series, in units."""
    series, found = sum(winning.values()), {}
    for level in LEVELS:
        below, answer = 0, None
        for total in sorted(winning):
            below += winning[total]
            if below >= level * series:
                answer = total / unit
                break
        found[f"{level:g}"] = answer
    return found


def paired(sums: Sequence[Paired]) -> dict[str, Estimate]:
    """The share won by who was bold, by the same people staking plainly, and the difference."""
    whole = Paired()
    for one in sums:
        whole.add(one)
    return {
        "plain": mean(whole.plain, whole.plain_squares, whole.count, SHARES),
        "bold": mean(whole.bold, whole.bold_squares, whole.count, SHARES),
        "gain": mean(whole.gain, whole.gain_squares, whole.count, SHARES),
    }
