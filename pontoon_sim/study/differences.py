"""Differences of cells: between neighbours along each axis, and from the best of each line; paired where cards are.

A line is what differs along one axis only. Exact cells have no error. Cells of shared cards have residuals, batch by
batch, whose products are covariances. All others are independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..estimate import DENOMINATORS, quantile
from ..side_by_side.differences import together
from .cells import Cell
from .experiment import JOINED, REPLICATE, Experiment
from .shared import ALL, COUNTED, FIRST, GAIN, ORDERS

if TYPE_CHECKING:
    import pandas as pd

Part = dict[str, Any]
Sums = NDArray[np.float64]

BELOW = dict(zip(DENOMINATORS, (COUNTED, FIRST, ALL), strict=True))
MOST = 40  # cells of a line up to which the intervals of all its differences are as short as can be
_ROUNDING = 1e-12  # of a variance


class Line(NamedTuple):
    """Cells that differ along one axis.

    Attributes
    ----------
    axis : str
    cells : list of Cell
    values : list of str
        Of the axis, by cell.
    rest : dict
        What is the same in all of them.
    """

    axis: str
    cells: list[Cell]
    values: list[str]
    rest: dict[str, Any]


def lines(plan: Experiment, cells: Sequence[Cell], axes: Sequence[str] | None = None) -> list[Line]:
    """All lines of two cells and more, along all axes or some."""
    found: list[Line] = []
    for axis in plan.axes if axes is None else axes:
        names = axis.split(JOINED)
        groups: dict[str, Line] = {}
        for cell in cells:
            rest = {name: value for name, value in cell.values.items() if name not in names}
            line = groups.setdefault(str(rest), Line(axis, [], [], rest))
            line.cells.append(cell)
            line.values.append(", ".join(str(cell.values[name]) for name in names))
        found += [line for line in groups.values() if len(line.cells) > 1]
    return found


class Figures(NamedTuple):
    """One measure of all cells of a line: their values, the covariances of these, and how many deals lie behind."""

    values: NDArray[np.float64]
    covariance: NDArray[np.float64]
    deals: list[int | None]
    told: bool

    def spread(self, a: int, b: int) -> float:
        """Variance of a difference; rounding makes none of what is always the same."""
        own = self.covariance[a, a] + self.covariance[b, b]
        found = float(own - 2 * self.covariance[a, b])
        return found if found > _ROUNDING * float(own) else 0.0

    def of(self, a: int, b: int) -> Figures:
        """Those of two cells alone."""
        two = [a, b]
        return Figures(self.values[two], self.covariance[np.ix_(two, two)], [self.deals[a], self.deals[b]], self.told)

    def multiple(self, confidence: float) -> float:
        """How many standard errors hold for all differences at once."""
        count = len(self.values)
        if count > MOST:
            return quantile(1 - (1 - confidence) / (count * (count - 1) / 2))
        return together(self.covariance, confidence)


def figures(parts: Sequence[Part], name: str) -> Figures:
    """The bank's edge by one denominator, of cells as they were kept."""
    found = [next(row for row in part["rows"] if row["measure"] == f"bank_edge_{name}") for part in parts]
    values = _own(parts, name)
    covariance = np.zeros((len(parts), len(parts)))
    told = True
    for place, (part, row) in enumerate(zip(parts, found, strict=True)):
        if part["method"] != "exact" and "batches" not in part:
            covariance[place, place] = (row["standard_error"] or 0.0) ** 2
            told = told and row["standard_error"] is not None
    shared = [place for place, part in enumerate(parts) if "batches" in part]
    deals = [row["deals"] for row in found]
    if shared:
        sums = aligned([np.array(parts[place]["batches"]) for place in shared])
        units = [parts[place]["unit"] for place in shared]
        residuals = np.array([_residuals(one, unit, BELOW[name]) for one, unit in zip(sums, units, strict=True)])
        count = residuals.shape[1]
        told = told and count > 1
        covariance[np.ix_(shared, shared)] = residuals @ residuals.T * (count / max(count - 1, 1))
        for place, one, unit in zip(shared, sums, units, strict=True):
            below = one[:, BELOW[name]].sum()
            values[place] = one[:, GAIN].sum() / unit / below if below else np.nan
            deals[place] = int(one[:, COUNTED].sum())
    return Figures(values, covariance, deals, told)


def _own(parts: Sequence[Part], name: str) -> NDArray[np.float64]:
    """The figures of cells by all that each has played."""
    found = [next(row["value"] for row in part["rows"] if row["measure"] == f"bank_edge_{name}") for part in parts]
    return np.array([np.nan if value is None else value for value in found])


def aligned(batches: list[NDArray[np.int64]]) -> list[Sums]:
    """The batches of cells, joined so that they begin and end with the same orders; what only some played is left."""
    ends = [np.cumsum(one[:, ORDERS]) for one in batches]
    common = ends[0]
    for one in ends[1:]:
        common = np.intersect1d(common, one)
    found = []
    for one, its in zip(batches, ends, strict=True):
        last = np.searchsorted(its, common)
        starts = np.concatenate([[0], last[:-1] + 1])
        kept = one[: last[-1] + 1] if len(last) else one[:0]
        found.append(np.add.reduceat(kept, starts, axis=0).astype(float) if len(kept) else kept.astype(float))
    return found


def _residuals(sums: Sums, unit: int, column: int) -> NDArray[np.float64]:
    """By batch, what it adds to the error of the ratio of two sums."""
    gains, below = sums[:, GAIN] / unit, sums[:, column]
    total = below.sum()
    return (gains - gains.sum() / total * below) / total if total else np.zeros(len(sums))


def best_of(axis: str, found: Figures) -> int:
    """The cell that is best for whoever chooses along the axis: the banker for himself, all others for the punters."""
    return int(np.nanargmax(found.values) if axis == "banker" else np.nanargmin(found.values))


def differences(plan: Experiment, cells: Sequence[Cell], part: Callable[[Cell], Part]) -> list[dict[str, Any]]:
    """Rows of all differences, in the order of the axes.

    Parameters
    ----------
    plan : Experiment
    cells : sequence of Cell
        Those that are done.
    part : callable
        What was kept of a cell.
    """
    made: list[dict[str, Any]] = []
    for line in lines(plan, cells):
        parts = [part(cell) for cell in line.cells]
        for name in DENOMINATORS:
            found = figures(parts, name)
            known = [place for place, value in enumerate(found.values) if not np.isnan(value)]
            if len(known) < 2:
                continue
            multiple = found.multiple(plan.confidence) if found.told else None
            alike = len({part["rows"][0]["deals"] for part in parts if part["method"] != "exact"}) < 2
            best = best_of(line.axis, found if alike else found._replace(values=_own(parts, name)))
            pairs = [("neighbour", a, b) for a, b in pairwise(known)]
            pairs += [("best", best, other) for other in known if other != best]
            methods = [one["method"] for one in parts]
            for against, a, b in pairs:
                two = found.of(a, b) if alike else figures([parts[a], parts[b]], name)
                made.append(_row(plan, line, f"bank_edge_{name}", two, (against, a, b), multiple, methods))
    return made


def _row(
    plan: Experiment,
    line: Line,
    measure: str,
    found: Figures,
    pair: tuple[str, int, int],
    multiple: float | None,
    methods: list[str],
) -> dict[str, Any]:
    against, a, b = pair
    value, spread = float(found.values[0] - found.values[1]), found.spread(0, 1)
    sure = {methods[a], methods[b]} == {"exact"}
    error = None if sure or not found.told else sqrt(spread)
    half, all_ = (None if error is None else by * error for by in (quantile(plan.confidence), multiple or 0.0))
    counts = [count for count in found.deals if count is not None]
    own = float(found.covariance.trace())
    return {
        **{name: str(line.rest.get(name, "")) for name in plan.names()},
        **({REPLICATE: line.rest[REPLICATE]} if plan.replicates is not None else {}),
        "axis": line.axis,
        "against": against,
        "a": line.values[a],
        "b": line.values[b],
        "measure": measure,
        "difference": value,
        "standard_error": error,
        "low95": None if half is None else value - half,
        "high95": None if half is None else value + half,
        "simultaneous_low95": None if all_ is None else value - all_,
        "simultaneous_high95": None if all_ is None else value + all_,
        "told_apart": value != 0 if sure else None if all_ is None else abs(value) > all_,
        "variance_ratio": own / spread if error and spread else None,
        "deals": min(counts) if counts else None,
        "method": "exact" if sure else "mc",
    }


def frame(plan: Experiment, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """The tidy table of differences, in one schema whatever it holds."""
    import pandas as pd

    texts = [*plan.names(), "axis", "against", "a", "b", "measure", "method"]
    numbers = ["difference", "standard_error", "low95", "high95", "simultaneous_low95", "simultaneous_high95",
               "variance_ratio"]  # fmt: skip
    columns = [*plan.columns(), "axis", "against", "a", "b", "measure", *numbers[:6], "told_apart", "variance_ratio",
               "deals", "method"]  # fmt: skip
    kinds = {**dict.fromkeys(texts, "string"), **dict.fromkeys(numbers, "float64")}
    kinds |= {"told_apart": "boolean", "deals": "Int64"}
    kinds |= {REPLICATE: "int64"} if plan.replicates is not None else {}
    return pd.DataFrame(rows, columns=columns).astype(kinds)
