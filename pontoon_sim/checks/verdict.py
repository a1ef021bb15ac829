"""The verdict on many figures at once: how often a right program would be called wrong is fixed beforehand.

Two tests share the level between them. The first looks at the figure that lies farthest off, among all of them
(Bonferroni, so it does not matter how they hang together): it finds one wrong number. The second adds the squares of
one figure of each case, which are independent: it finds many numbers that are a little wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt

#: How often the self-check of a right program fails: once in so many runs.
RUNS = 10_000


@dataclass(frozen=True)
class Verdict:
    """The two tests.

    Attributes
    ----------
    figures, cases : int
    largest_z, largest_p : float
        The farthest figure, and the chance that one of so many lies as far off.
    chi_square, chi_square_p : float
        The sum over cases, and the chance of so large a one.
    """

    figures: int
    cases: int
    largest_z: float
    largest_p: float
    chi_square: float
    chi_square_p: float

    @property
    def in_line(self) -> bool:
        """Whether simulation and exact analysis agree."""
        return min(self.largest_p, self.chi_square_p) >= 1 / RUNS / 2


def judged(every: Sequence[float], one_a_case: Sequence[float]) -> Verdict:
    """The verdict on figures in standard errors: all of them, and one independent one a case."""
    largest = max(every, key=abs, default=0.0)
    squares = sum(z * z for z in one_a_case)
    return Verdict(
        figures=len(every),
        cases=len(one_a_case),
        largest_z=largest,
        largest_p=min(1.0, len(every) * erfc(abs(largest) / sqrt(2))) if every else 1.0,
        chi_square=squares,
        chi_square_p=chi_square_tail(squares, len(one_a_case)),
    )


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a sum of so many squares of independent standard normal numbers exceeds a value.

    The finite sums for whole numbers of degrees of freedom (Abramowitz & Stegun 26.4.4 and 26.4.5).
    """
    if value <= 0 or not freedom:
        return 1.0
    half, odd = value / 2, freedom % 2
    powers = (step + odd / 2 for step in range(freedom // 2))
    tail = sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(tail + (erfc(sqrt(half)) if odd else 0.0), 1.0)
