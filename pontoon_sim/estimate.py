"""From exact sums to figures with errors.

Gains of the seats of one deal are correlated (they face one banker), and deals of one pack that goes on are dependent,
so every error comes from totals of independent pieces: deals from fresh packs, or whole sittings. A
figure per unit is a ratio of two sums; its error is that of the residuals ``gain - ratio * stake`` (the usual
estimator of a ratio, whose own bias of order 1/deals is left alone).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from .arguments import real
from .errors import OptionError, quoted
from .tally import GAIN_GAIN, SEAT_COLUMNS, Moments, Rational, Tally

DENOMINATORS = ("per_deal", "per_initial_stake", "per_unit_staked")


@dataclass(frozen=True)
class Estimate:
    """A figure, and its standard error where more than one deal lies behind it."""

    value: float | None
    standard_error: float | None

    def interval(self, confidence: float) -> tuple[float, float] | None:
        """The two-sided normal interval of that confidence."""
        half = self.half_width(confidence)
        return None if half is None or self.value is None else (self.value - half, self.value + half)

    def half_width(self, confidence: float) -> float | None:
        """Half the width of that interval."""
        return None if self.standard_error is None else quantile(confidence) * self.standard_error


def quantile(confidence: float) -> float:
    """How many standard errors reach to either side of a figure: 1.95996 for 0.95.

    Raises
    ------
    OptionError
        When the confidence is not strictly between 0 and 1.
    """
    level = real(confidence)
    if level is None or not 0 < level < 1:
        raise OptionError(
            f"A confidence of {quoted(confidence)} is not strictly between 0 and 1: write for instance 0.95."
        )
    return -NormalDist().inv_cdf((1 - level) / 2) + 0.0  # by the lower tail, which keeps its digits next to 1


def beyond(value: float | None, error: float | None, interval: Sequence[float] | None) -> str:
    """How far the truth may lie from a share of which nothing, or nothing else, was seen: ``below 0.038 %``.

    Empty for all other figures: their errors say it.
    """
    if error != 0 or interval is None:
        return ""
    low, high = interval
    if value == 0 and high > 0:
        return f"below {100 * high:.2g} %"
    if value == 1 and low < 1:
        return f"above {100 - float(f'{100 * (1 - low):.2g}'):.8g} %"
    return ""


def sample_variance(total: int, squares: int, count: int) -> float | None:
    """Variance with divisor count - 1, from exact sums; None for fewer than two."""
    return float(Fraction(count * squares - total * total, count * (count - 1))) if count > 1 else None


def ratio_of(
    gain: Rational, gains: Rational, base: int, products: Rational, bases: int, pieces: int, unit: int
) -> Estimate:
    """Sum of gains over sum of a base; `gains`, `products` and `bases` are sums of squares and products over pieces."""
    if base == 0:
        return Estimate(None, None)
    ratio = Fraction(gain, base)
    value = float(ratio / unit)
    if pieces < 2:
        return Estimate(value, None)
    residuals = gains - 2 * ratio * products + ratio * ratio * bases
    variance = residuals / (pieces - 1) * pieces / Fraction(base) ** 2
    return Estimate(value, sqrt(variance) / unit)


def bank_edge(tally: Tally, moments: Moments | None = None) -> dict[str, Estimate]:
    """The bank's edge per deal, per unit of initial stake and per unit staked.

    Parameters
    ----------
    tally : Tally
    moments : Moments, optional
        What the errors are made of; the tally's own when left out.
    """
    gain, unit, by = tally.reckoned() if moments is None else (tally.gain, tally.unit, moments)
    return {
        "per_deal": ratio_of(gain, by.gg, tally.deals, by.gd, by.dd, by.pieces, unit),
        "per_initial_stake": ratio_of(gain, by.gg, tally.initial, by.gi, by.ii, by.pieces, unit),
        "per_unit_staked": ratio_of(gain, by.gg, tally.staked, by.gs, by.ss, by.pieces, unit),
    }


def variance_per_deal(tally: Tally) -> float | None:
    """Variance of the bank's gain of one deal, in squared units."""
    variance = sample_variance(tally.gain, tally.sums["squares"][GAIN_GAIN], tally.deals)
    return None if variance is None else variance / tally.unit**2


@dataclass(frozen=True)
class SeatEstimate:
    """One seat's expectation per deal, its mean stakes in units, and what only exact analysis knows by first card.

    Attributes
    ----------
    by_first_card : dict or None
        By rank: the seat's gain per deal given that first card, and the stake that it puts up there (its mean).
    """

    seat: int
    ev: Estimate
    mean_initial_stake: float | None
    mean_staked: float | None
    by_first_card: dict[str, tuple[float, float]] | None = None


def seat_estimates(tally: Tally) -> list[SeatEstimate]:
    """The seats' results, seat 1 (the banker's left) first."""
    found, by = [], tally.moments()
    for seat in range(tally.punters):
        _, _, initial, staked = tally.sums["seats"][SEAT_COLUMNS * seat : SEAT_COLUMNS * (seat + 1)]
        first, all_ = (total / tally.deals if tally.deals else None for total in (initial, staked))
        net, squares, products, unit = tally.seat_reckoned(seat)
        ev = ratio_of(net, squares, tally.deals, products, by.dd, by.pieces, unit)
        found.append(SeatEstimate(seat + 1, ev, first, all_))
    return found


def shares(counts: dict[str, int]) -> dict[str, float | None]:
    """Counts as shares of their sum."""
    total = sum(counts.values())
    return {name: count / total if total else None for name, count in counts.items()}
