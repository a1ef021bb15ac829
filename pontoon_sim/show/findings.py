"""What a table of cells says, in words: the extremes, and what each axis does, as far as the errors let one tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from ..estimate import quantile
from .measures import HEADLINE, Measure, axis_name, axis_value, axis_words, measure_of, sought, varying
from .rounding import number_of, rounded

if TYPE_CHECKING:
    import pandas as pd

SURE = 3.0  # standard errors from which a difference is called one
MOST = 5  # other measures that are told of

#: Measures of a course or a distribution, of which there are many: they are in the tables.
_COURSE = re.compile(r"_\d+$|%")

#: How extremes are called: of what the bank gains, and of anything else.
_BANK = ("The bank gains most, {high} of the initial stakes, with {where}.", "It {least}, {low}, with {where}.")
_ANY = ("The {words} is highest, {high}, with {where}.", "It is lowest, {low}, with {where}.")


def findings(table: pd.DataFrame, axes: Sequence[str], confidence: float = 0.95) -> list[str]:
    """Sentences about the bank's edge per initial stake, and about what else was sought.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies.
    confidence : float
        Of the intervals that are told.
    """
    if "standard_error" not in table:
        table = table.assign(standard_error=float("nan"))
    told = _Told(table, axes, confidence)
    names = [name for name in sought(table) if not name.startswith("bank_edge_") or name == HEADLINE]
    if not told.of(names[0] if names else HEADLINE):
        return ["No cell has an edge."] if HEADLINE in names or not names else ["No cell has a figure."]
    if names[0] == HEADLINE:
        names = [name for name in names if name != "punter_ev_per_deal"]  # the same seen from the other side
    others = [name for name in names[1:] if not _COURSE.search(name) and told.differs(name)][:MOST]
    said = [*told.of(names[0], deep=True), *(sentence for name in others for sentence in told.of(name))]
    return [*said, *told.sureness(names[0])]


class _Told:
    """The sentences about one table."""

    def __init__(self, table: pd.DataFrame, axes: Sequence[str], confidence: float):
        self.table, self.axes = table, list(axes)
        self.confidence, self.by = confidence, quantile(confidence)

    def of(self, name: str, deep: bool = False) -> list[str]:
        """About one measure: extremes, and with `deep` each axis too."""
        rows, axes = self._rows(name)
        if rows.empty:
            return []
        measure = measure_of(name)
        said = list(self._extremes(rows, axes, measure))
        for axis in axes if deep else ():
            said += self._axis(rows, axis, [other for other in axes if other != axis], measure)
        return said

    def differs(self, name: str) -> bool:
        """Whether a measure has more than one value."""
        return self._rows(name)[0].value.nunique() > 1

    def sureness(self, name: str) -> Iterator[str]:
        """How far the figures can be trusted."""
        rows, axes = self._rows(name)
        unsure = rows[rows.standard_error > 0]
        if unsure.empty:
            if "method" in rows and set(rows.method) == {"exact"}:
                yield "All of these figures are exact."
            return
        worst = unsure.sort_values("standard_error", kind="stable").iloc[-1]
        measure = measure_of(name)
        half, _ = rounded(self.by * worst.standard_error, self.by * worst.standard_error, measure.scale)
        where = f", with {axis_words({axis: worst[axis] for axis in axes})}" if axes else ""
        yield (
            f"The widest interval of {100 * self.confidence:g} % reaches ± {half} {_unit(measure)}".rstrip()
            + f"{where}."
        )

    def _rows(self, name: str) -> tuple[pd.DataFrame, list[str]]:
        """Rows of a measure with numbers for values, and the axes that tell them apart."""
        rows = self.table[self.table.measure == name]
        rows = rows.assign(value=[float("nan") if (v := number_of(value)) is None else v for value in rows.value])
        rows = rows[rows.value.notna()]
        rows = rows.assign(standard_error=rows.standard_error.astype(float))
        return rows, varying(rows, [*self.axes, *(["seat"] if "seat" in rows else [])])

    def _extremes(self, rows: pd.DataFrame, axes: list[str], measure: Measure) -> Iterator[str]:
        ranked = rows.sort_values("value", kind="stable")
        low, high = ranked.iloc[0], ranked.iloc[-1]
        bank = measure.name == HEADLINE
        words = "bank's edge" if bank else measure.words
        if not axes or low.value == high.value:
            of = " of the initial stakes" if bank else ""
            yield f"The {words} is {self._figure(low, measure)}{of}{' in every cell' if axes else ''}."
            return
        most, least = _BANK if bank else _ANY
        given = {
            "words": words,
            "least": "gains least" if low.value >= 0 else "loses most",
            "low": self._figure(low, measure),
            "high": self._figure(high, measure),
        }
        yield most.format(where=_where(high, axes) + _alike(rows, high), **given)
        yield least.format(where=_where(low, axes) + _alike(rows, low), **given)
        if _unsure(high, low):
            yield "Even these two cannot be told apart: more deals would tell."

    def _axis(self, rows: pd.DataFrame, axis: str, others: Sequence[str], measure: Measure) -> Iterator[str]:
        """How often each value of an axis is best for the punters (or has the highest figure), all else alike."""
        groups = [group for _, group in rows.groupby(list(others), sort=False)] if others else [rows]
        groups = [group for group in groups if len(group) > 1]
        if not groups:
            return
        bank = measure.name == HEADLINE
        wins: dict[str, int] = {}
        unsure = 0
        for group in groups:
            ranked = group.sort_values("value", kind="stable", ascending=bank)
            best, second = ranked.iloc[0], ranked.iloc[1]
            wins[best[axis]] = wins.get(best[axis], 0) + 1
            unsure += _unsure(best, second)
        name, ranking = axis_name(axis), sorted(wins.items(), key=lambda pair: -pair[1])
        if len(groups) == 1:
            ranked = groups[0].sort_values("value", kind="stable", ascending=bank)
            doubt = " The first two cannot be told apart." if unsure else ""
            listed = "; ".join(f"{axis_value(row[axis])} {self._figure(row, measure)}" for _, row in ranked.iterrows())
            best_for = "for the punters, the best first" if bank else "the highest first"
            yield f"{name[:1].upper()}{name[1:]} in order, {best_for}: {listed}.{doubt}"
            return
        shares = ", ".join(f"{axis_value(value)} in {count:,}" for value, count in ranking)
        doubt = f" In {unsure:,} of them the best two cannot be told apart." if unsure else ""
        does = "the punters do best with" if bank else f"the {measure.words} is highest with"
        yield f"Of {name}, {does}: {shares} (of {len(groups):,} comparisons with all else alike).{doubt}"

    def _figure(self, row: pd.Series, measure: Measure) -> str:
        """A value with its unit, and the half of its interval where it has an error."""
        error = row.standard_error if row.standard_error > 0 else None
        text, half = rounded(row.value, None if error is None else self.by * error, measure.scale, measure.sign)
        unit = " %" if measure.scale == 100 else ""
        after = "" if measure.scale == 100 or not measure.unit else f" {measure.unit}"
        return f"{text}{unit}" + ("" if error is None else f" ± {half}{unit}") + after


def _unit(measure: Measure) -> str:
    return "%" if measure.scale == 100 else measure.unit


def _unsure(one: pd.Series, other: pd.Series) -> bool:
    errors = [0.0 if error != error else float(error) for error in (one.standard_error, other.standard_error)]
    return bool(abs(one.value - other.value) <= SURE * sqrt(sum(error**2 for error in errors)))


def _alike(rows: pd.DataFrame, one: pd.Series) -> str:
    """How many other cells have the very same figure."""
    count = int((rows.value == one.value).sum()) - 1
    return f" (and as much in {count:,} more cell{'s' * (count > 1)})" if count else ""


def _where(row: pd.Series, axes: Sequence[str]) -> str:
    return axis_words({axis: row[axis] for axis in axes})
