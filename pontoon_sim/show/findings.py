"""What a table of cells says, in words: the extremes, and what each axis does, as far as the errors let one tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from ..effects_result import EVEN
from ..errors import counted, listed, printable
from ..estimate import beyond, quantile
from ..study.experiment import JOINED, REPLICATE
from .measures import HEADLINE, Measure, axis_name, axis_value, axis_words, measure_of, sought, varying
from .rounding import number_of, rounded

if TYPE_CHECKING:
    import pandas as pd

SURE = 3.0  # standard errors from which a difference is called one
MOST = 5  # other measures that are told of
MOST_NAMED = 6  # cells that are named one by one
ALIKE = "come to the same"
_AS_ONE = dict.fromkeys(("punter", "banker"), "are the same play")  # by the axis of which two values are alike

#: Measures of a course or a distribution, of which there are many: they are in the tables.
_COURSE = re.compile(r"_\d+$|%")

#: How extremes are called: of what the bank gains, and of anything else.
_BANK = ("The bank gains most, {high} of the initial stakes, with {where}.", "It {least}, {low}, with {where}.")
_ANY = ("The {words} is highest, {high}, with {where}.", "It is lowest, {low}, with {where}.")


def findings(
    table: pd.DataFrame,
    axes: Sequence[str],
    confidence: float = 0.95,
    first: Sequence[str] = (),
    differences: pd.DataFrame | None = None,
) -> list[str]:
    """Sentences about the measure that a run is about, and about what else was sought.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies; those that vary together are joined by ``+``.
    confidence : float
        Of the intervals that are told.
    first : sequence of str
        The measures that come first, where the run has them: those that it is about.
    differences : DataFrame, optional
        Paired differences between cells, which tell more apart than their errors one by one.
    """
    if "standard_error" not in table:
        table = table.assign(standard_error=float("nan"))
    told = _Told(table, axes, confidence, differences)
    names = [name for name in sought(table, first) if not name.startswith("bank_edge_") or name == HEADLINE]
    names.sort(key=lambda name: first.index(name) if name in first else len(first))
    if not told.of(names[0] if names else HEADLINE):
        return ["No cell has an edge."] if HEADLINE in names or not names else ["No cell has a figure."]
    if names[0] == HEADLINE:
        names = [name for name in names if name != "punter_ev_per_deal"]  # the same seen from the other side
    others: dict[str, str] = {}  # by words, so that the same by another denominator is left to the tables
    for name in names[1:]:
        if not _COURSE.search(name) and ":" not in name and told.differs(name):
            others.setdefault(measure_of(name).words, name)
    others.pop(measure_of(names[0]).words, None)
    said = told.of(names[0], deep=True)
    said += [sentence for name in list(others.values())[:MOST] for sentence in told.of(name)]
    return [*said, *told.changes(), *told.sureness(names[0])]


def of_effort(told: Mapping[str, Any] | None) -> Iterator[str]:
    """What a budget of deals came to: where the best value is told, and where it is open."""
    if told is None:
        return
    lines, axis = told["lines"], axis_name(told["compare"])
    sure = len(lines) - told["undecided"]
    yield (
        f"Of {told['budget']:,} deals at the most, {told['spent']:,} were played where it was open which {axis} is "
        f"best; that is told in {sure} of {counted(len(lines), 'line')}."
    )
    for line in lines:
        where = f"With {printable(line['where'].replace('=', ' '))}, " if line["where"] else ""
        best = axis_value(line["best"])
        if line["open"]:
            may = listed([axis_value(one) for one in line["open"]])
            yield f"{where}{best} looks best, but {may} may be better."
        else:
            yield f"{where}{best} is best."
        if line.get("same"):
            yield f"{where}{listed([best, *map(axis_value, line['same'])])} {_AS_ONE.get(told['compare'], ALIKE)}."


class _Told:
    """The sentences about one table."""

    def __init__(
        self, table: pd.DataFrame, axes: Sequence[str], confidence: float, differences: pd.DataFrame | None = None
    ):
        self.table, self.units = table, [axis.split(JOINED) for axis in axes]
        self.axes = [name for unit in self.units for name in unit]
        self.confidence, self.by = confidence, quantile(confidence)
        self.pairs = {} if differences is None else _pairs(differences, self.axes)

    def of(self, name: str, deep: bool = False) -> list[str]:
        """About one measure: extremes, and with `deep` each axis too."""
        rows, axes = self._rows(name)
        if rows.empty:
            return []
        measure = measure_of(name)
        said = list(self._extremes(rows, axes, measure))
        for unit in [*self.units, ["seat"]] if deep else ():
            if along := [name for name in axes if name in unit]:
                said += self._axis(rows, unit, along, [other for other in axes if other not in unit], measure)
        return said

    def changes(self) -> Iterator[str]:
        """Of experiments with the effects of rules: the changes that bring most and that cost most, cell by cell."""
        start = "change_reoptimised_per_initial_stake:"
        rows, axes = self.table[self.table.measure.str.startswith(start)], varying(self.table, self.axes)
        for _, part in rows.groupby(axes, sort=False) if axes else [((), rows)]:
            ranked = part.sort_values("value", kind="stable")
            if ranked.empty:
                continue
            low, high = ranked.iloc[0], ranked.iloc[-1]
            where = f"With {_where(low, axes)}, " if axes else "Of all changes "
            names = [printable(row.measure.removeprefix(start).replace("_", " ")) for row in (high, low)]
            figures = [self._figure(row, measure_of(row.measure)) for row in (high, low)]
            yield (
                f"{where}{names[0]} changes it most for the bank, by {figures[0]}; {names[1]} most for the punters, "
                f"by {figures[1]}; changes are ranked by the edge with both sides re-optimised."
            )
            idle = [str(name).removeprefix(start) for name in ranked.measure[ranked.value.abs() < EVEN]]
            if idle:
                fields = listed(list(dict.fromkeys(printable(one.partition("=")[0]).replace("_", " ") for one in idle)))
                some = f"{len(idle):,} of {counted(len(ranked), 'change')} leave"
                yield f"{where if axes else ''}{some}{'s' * (len(idle) == 1)} that edge as it is ({fields})."

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
            bounds = (rows.high95 - rows.low95).max() if {"low95", "high95"} <= set(rows) else None
            if bounds is not None and bounds > 0:
                yield f"Each {measure_of(name).words} is known between bounds, at most {bounds:.2g} apart."
            return
        worst = unsure.sort_values("standard_error", kind="stable").iloc[-1]
        measure = measure_of(name)
        half, _ = rounded(self.by * worst.standard_error, self.by * worst.standard_error, measure.scale)
        where = f", with {axis_words({axis: worst[axis] for axis in axes})}" if axes else ""
        yield (
            f"The widest interval of the {measure.words}, at {100 * self.confidence:g} %, reaches ± {half} "
            f"{_unit(measure)}".rstrip()
            + f"{where}."
        )

    def _rows(self, name: str) -> tuple[pd.DataFrame, list[str]]:
        """Rows of a measure with numbers for values, and the axes that tell them apart."""
        rows = self.table[self.table.measure == name]
        rows = rows.assign(value=[float("nan") if (v := number_of(value)) is None else v for value in rows.value])
        rows = rows[rows.value.notna()]
        rows = rows.assign(standard_error=rows.standard_error.astype(float))
        return rows, _apart(rows, varying(rows, [*self.axes, *(["seat"] if "seat" in rows else [])]))

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
        if low.value < 0 < high.value and measure.sign:
            below = ranked[ranked.value < 0]
            some = [axis_words({axis: row[axis] for axis in axes}) for _, row in below.iterrows()][:MOST_NAMED]
            more = f", and {len(below) - MOST_NAMED:,} more" if len(below) > MOST_NAMED else ""
            yield f"It is below 0 in {len(below):,} of {counted(len(rows), 'cell')}: with {'; '.join(some)}{more}."

    def _axis(
        self, rows: pd.DataFrame, unit: list[str], along: list[str], others: Sequence[str], measure: Measure
    ) -> Iterator[str]:
        """How often each value of an axis is best for who chooses it (or has the highest figure), all else alike."""
        groups = [group for _, group in rows.groupby(list(others), sort=False)] if others else [rows]
        groups = [group for group in groups if len(group) > 1]
        if not groups:
            return
        bank, who = measure.name == HEADLINE, "bank" if unit == ["banker"] else "punters"
        wins: dict[str, int] = {}
        unsure = alike = 0
        for group in groups:
            ranked = group.sort_values("value", kind="stable", ascending=bank and who == "punters")
            best, second = ranked.iloc[0], ranked.iloc[1]
            value = _value(best, along)
            wins[value] = wins.get(value, 0) + 1
            same = _same(best, second)
            alike += same
            unsure += not same and (self._open(best, second, unit) if bank else _unsure(best, second))
        name = " and ".join(map(axis_name, along)) if len(along) <= 2 else "all of them"
        ranking = sorted(wins.items(), key=lambda pair: -pair[1])
        if len(groups) == 1:
            ranked = groups[0].sort_values("value", kind="stable", ascending=bank and who == "punters")
            doubt = " The first two cannot be told apart." if unsure else ""
            doubt = f" The first two {_AS_ONE.get(unit[0], ALIKE)}." if alike else doubt
            order = "; ".join(f"{_value(row, along)} {self._figure(row, measure)}" for _, row in ranked.iterrows())
            best_for = f"for the {who}, the best first" if bank else "the highest first"
            yield f"{name[:1].upper()}{name[1:]} in order, {best_for}: {order}.{doubt}"
            return
        shares = ", ".join(f"{value} in {count:,}" for value, count in ranking)
        doubt = f" In {unsure:,} of them the best two cannot be told apart." if unsure else ""
        doubt += f" In {alike:,} of them the best two {_AS_ONE.get(unit[0], ALIKE)}." if alike else ""
        does = f"the {who} {'does' if who == 'bank' else 'do'} best with"
        does = does if bank else f"the {measure.words} is highest with"
        yield f"Of {name}, {does}: {shares} (of {len(groups):,} comparisons with all else alike).{doubt}"

    def _open(self, best: pd.Series, second: pd.Series, unit: list[str]) -> bool:
        """Whether the best two of a line cannot be told apart: by their paired difference where it is known."""
        sure = self.pairs.get(_key(best, second, unit, self.axes))
        return _unsure(best, second) if sure is None else not sure

    def _figure(self, row: pd.Series, measure: Measure) -> str:
        """A value with its unit, and the half of its interval where it has an error."""
        error = row.standard_error if row.standard_error > 0 else None
        text, half = rounded(row.value, None if error is None else self.by * error, measure.scale, measure.sign)
        unit = " %" if measure.scale == 100 else ""
        after = "" if measure.scale == 100 or not measure.unit else f" {measure.unit}"
        bound = beyond(row.value, row.standard_error, (row.low95, row.high95)) if "low95" in row else ""
        return f"{text}{unit}" + (f" ({bound})" if bound else "" if error is None else f" ± {half}{unit}") + after


def _unit(measure: Measure) -> str:
    return "%" if measure.scale == 100 else measure.unit


def _unsure(one: pd.Series, other: pd.Series) -> bool:
    errors = [0.0 if error != error else float(error) for error in (one.standard_error, other.standard_error)]
    return bool(abs(one.value - other.value) <= SURE * sqrt(sum(error**2 for error in errors)))


def _same(one: pd.Series, other: pd.Series) -> bool:
    """Whether two figures are one: exact ones that are even, or the same sums of the same cards."""
    errors = [0.0 if error != error else float(error) for error in (one.standard_error, other.standard_error)]
    return bool(abs(one.value - other.value) < EVEN and errors[0] == errors[1])


def _value(row: pd.Series, along: Sequence[str]) -> str:
    return ", ".join(axis_value(row[name]) for name in along)


def _apart(rows: pd.DataFrame, axes: Sequence[str]) -> list[str]:
    """The axes without those that vary as an earlier one does, and so tell nothing more."""
    import pandas as pd

    found: dict[tuple[int, ...], str] = {}
    for name in axes:
        found.setdefault(tuple(pd.factorize(rows[name])[0].tolist()), name)
    return list(found.values())


def _pairs(differences: pd.DataFrame, axes: Sequence[str]) -> dict[tuple[str, ...], bool]:
    """Whether the best of a line and another one are told apart, by axis, what is the same, and both values."""
    if REPLICATE in differences or "told_apart" not in differences:  # findings are of all replicates together
        return {}
    chosen = differences[(differences.against == "best") & (differences.measure == HEADLINE)]
    return {
        (row["axis"], *(str(row[name]) for name in axes if name not in row["axis"].split(JOINED)), row["a"], row["b"]):
            str(row["told_apart"]) == "True"
        for row in chosen.to_dict("records")
    }  # fmt: skip


def _key(best: pd.Series, second: pd.Series, unit: list[str], axes: Sequence[str]) -> tuple[str, ...]:
    """Of such a pair."""
    ends = [", ".join(str(row[name]) for name in unit) for row in (best, second)]
    return (JOINED.join(unit), *(str(best[name]) for name in axes if name not in unit), *ends)


def _alike(rows: pd.DataFrame, one: pd.Series) -> str:
    """How many other cells have the very same figure."""
    count = int((rows.value == one.value).sum()) - 1
    return f" (and as much in {count:,} more cell{'s' * (count > 1)})" if count else ""


def _where(row: pd.Series, axes: Sequence[str]) -> str:
    return axis_words({axis: row[axis] for axis in axes})
