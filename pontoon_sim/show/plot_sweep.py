"""Pictures of a sweep: a measure along an axis, in as many panels as there are other axes' values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ..errors import printable
from .looks import look
from .measures import Measure, axis_name, axis_value, axis_words, measure_of, varying
from .plot import FAINT, INK, STYLE
from .plot_rows import ranked, row_names, spread, spread_measures
from .plot_trail import settling
from .rounding import NOTHING, rounded

if TYPE_CHECKING:
    import pandas as pd

MOST_PANELS, MOST_ROWS, MOST_TICKS = 12, 60, 24
_ROOM = 84  # letters beside each other below a picture
_LYING = ("ranked", "spread")  # whose values run from left to right


def swept(
    table: pd.DataFrame,
    axes: Sequence[str],
    plot: Mapping[str, Any],
    title: str,
    trail: pd.DataFrame | None = None,
    confidence: float = 0.95,
) -> Figure | None:
    """The picture that an experiment asks for; None where there is nothing to draw.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies.
    plot : mapping
        ``kind`` (``lines``, ``heat``, ``bars``, ``ranked``, ``spread`` or ``convergence``), ``x`` and ``by`` (or
        None), ``measure``, ``title``.
    title : str
        Where the plot has none of its own.
    trail : DataFrame, optional
        How the figures settled, for ``convergence``.
    confidence : float
        Of the intervals in the tables.
    """
    measure = measure_of(plot["measure"])
    if plot["kind"] == "convergence":
        chosen = None if trail is None else trail[trail.measure == plot["measure"]]
    else:
        wanted = spread_measures(table, plot["measure"]) if plot["kind"] == "spread" else [plot["measure"]]
        chosen = table[table.measure.isin(wanted) & table.value.notna()]
        seat = plot.get("seat")
        chosen = chosen[chosen.seat == (chosen.seat.min() if seat is None else seat)]
    if chosen is None or chosen.empty:
        return None
    intervals = f"{100 * confidence:g} % intervals"
    return _panels(chosen, axes, plot, fill(printable(plot["title"] or title), 76), measure, intervals)


def _panels(
    chosen: pd.DataFrame, axes: Sequence[str], plot: Mapping[str, Any], title: str, measure: Measure, intervals: str
) -> Figure:
    kind = plot["kind"]
    rest = _free(chosen, axes, [plot[name] for name in ("x", "by") if plot[name]])
    groups = list(chosen.groupby(rest, sort=False)) if rest else [((), chosen)]
    ticks, names = ([*dict.fromkeys(chosen[plot[name]])] if plot[name] else [""] for name in ("x", "by"))
    lying = kind in _LYING
    with mpl.rc_context(STYLE):
        shown = groups[:MOST_PANELS]
        columns = 1 if len(shown) == 1 else 2 if len(shown) <= 4 or lying else 3
        rows = -(-len(shown) // columns)
        tall = 4.2 if columns == 1 else 2.7
        if lying:
            ticks = row_names(chosen, plot, ticks)[-MOST_ROWS:]
            tall = 0.7 + 0.16 * len(ticks) * (1 + max(len(names), 2))
        figure = Figure(figsize=(8 if columns < 3 else 9, 1.5 + tall * rows), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True, sharex=True)
        draw: Callable[..., None] = {
            "lines": _lines, "heat": _heat, "bars": _bars, "ranked": ranked, "spread": spread, "convergence": settling,
        }[kind]  # fmt: skip
        for panel, (key, part) in zip(grid.flat, shown, strict=False):
            draw(panel, part[part[plot["x"]].isin(ticks)] if lying else part, plot, ticks, names, measure)
            panel.set_title(fill(axis_words(dict(zip(rest, key, strict=True))), 34), fontsize=9)
            if kind in ("lines", "heat", "bars"):
                _name_ticks(panel, ticks, _ROOM // columns)
        if plot["by"] and kind != "heat":
            _legend(figure, list(grid.flat)[: len(shown)], plot["by"])
        for panel in list(grid.flat)[len(shown) :]:
            panel.set_visible(False)
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        up = axis_name(plot["by"]) if kind == "heat" else measure.label
        figure.supylabel("" if lying else up, fontsize=9.5)
        along = measure.label if lying else "deals" if kind == "convergence" else axis_name(plot["x"])
        for panel in list(grid.flat)[max(len(shown) - columns, 0) : len(shown)]:  # those with none below
            panel.tick_params(labelbottom=True)
            panel.set_xlabel(fill(along, _ROOM // columns), fontsize=9.5)
        fewer = (
            (len(groups) - len(shown), "panels"),
            (chosen[plot["x"]].nunique() - len(ticks) if lying else 0, "rows"),
        )
        left_out = "".join(f"; {count} more {what} are left out" for count, what in fewer if count)
        said = f"{measure.label}; " if kind == "heat" else ""
        figure.supxlabel(f"{said}{_basis(chosen, kind, intervals)}{left_out}", fontsize=7.5, x=0.01, ha="left")
        return figure


def _free(chosen: pd.DataFrame, axes: Sequence[str], drawn: Sequence[str]) -> list[str]:
    """The axes that vary besides those that are drawn; one that only varies with them is no other."""
    others = [name for name in varying(chosen, axes) if name not in drawn]
    if not drawn:
        return others
    return [name for name in others if (chosen.groupby(list(drawn), sort=False)[name].nunique() > 1).any()]


def _legend(figure: Figure, panels: Sequence[Any], by: str) -> None:
    """Everything once that is named in any panel."""
    named: dict[str, Any] = {}
    for panel in panels:
        for handle, word in zip(*panel.get_legend_handles_labels(), strict=True):
            named.setdefault(word, handle)
    figure.legend(
        list(named.values()), [fill(word, 24) for word in named], title=axis_name(by), loc="outside right center",
        fontsize=8, title_fontsize=8, frameon=False,
    )  # fmt: skip


def _series(
    part: pd.DataFrame, plot: Mapping[str, Any], names: Sequence[str], measure: Measure
) -> list[tuple[str, pd.DataFrame, Any, Any]]:
    """The rows of each series, with their values and the halves of their intervals (None where there are none)."""
    found = []
    for name in names:
        rows = part[part[plot["by"]] == name] if plot["by"] else part
        halves = measure.scale * (rows.high95 - rows.value).fillna(0.0).to_numpy(float)
        values = measure.scale * rows.value.to_numpy(float)
        found.append((axis_value(name), rows, values, halves if halves.any() else None))
    return found


def _lines(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str], measure: Measure
) -> None:
    numbers = _numbers(ticks)
    for place, (name, rows, values, halves) in enumerate(_series(part, plot, names, measure)):
        how = look(place)
        axes.errorbar(
            [numbers[value] for value in rows[plot["x"]]], values, yerr=halves, color=how.colour, marker=how.mark,
            linestyle=how.dash, markersize=4.5, capsize=2.5, linewidth=1.4, label=name,
        )  # fmt: skip
    axes.set_xticks([numbers[value] for value in ticks])
    _frame(axes)
    axes.grid(color=FAINT, linewidth=0.5, alpha=0.6)


def _heat(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], across: list[str], up: list[str], measure: Measure
) -> None:
    values = np.full((len(up), len(across)), np.nan)
    texts = np.full(values.shape, NOTHING, dtype=object)
    for one in part.to_dict("records"):
        at = up.index(one[plot["by"]]), across.index(one[plot["x"]])
        values[at] = measure.scale * one["value"]
        value, error = rounded(one["value"], one["standard_error"], measure.scale, measure.sign)
        texts[at] = f"{values[at]:{measure.sign}.2f}" if error == NOTHING else f"{value}\n± {_half(one, measure)}"
    limit = max(float(np.nanmax(np.abs(values))), 1e-12)
    axes.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit, aspect="auto", origin="lower")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            ink = "white" if abs(value) > 0.6 * limit else INK
            small = 8 if len(across) < 7 else 6.5
            axes.text(column, row, texts[row, column], ha="center", va="center", fontsize=small, color=ink)
    axes.set_xticks(range(len(across)))
    axes.set_yticks(range(len(up)), [fill(axis_value(value), 18) for value in up])
    axes.tick_params(length=0)


def _half(row: Mapping[Any, Any], measure: Measure) -> str:
    return rounded(row["high95"] - row["value"], row["standard_error"], measure.scale)[0]


def _bars(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str], measure: Measure
) -> None:
    width = 0.8 / len(names)
    for place, (name, rows, values, halves) in enumerate(_series(part, plot, names, measure)):
        at = [ticks.index(value) + (place - (len(names) - 1) / 2) * width for value in rows[plot["x"]]]
        how = look(place)
        if not at:  # bars that are not there would be named in a look of their own
            continue
        axes.bar(
            at, values, width, yerr=halves, capsize=2.5, color=how.colour, ecolor=INK, label=name, hatch=how.hatch,
            edgecolor="white", linewidth=0.4,
        )  # fmt: skip
    axes.set_xticks(range(len(ticks)))
    _frame(axes)


def _frame(axes: Any) -> None:
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.spines[["top", "right"]].set_visible(False)


def _numbers(ticks: Sequence[str]) -> dict[str, float]:
    """Places along an axis: the number in each value where all have just one that differs, else the order."""
    found = [re.findall(r"\d+(?:\.\d+)?", value) for value in ticks]
    if all(len(numbers) == 1 for numbers in found) and len({numbers[0] for numbers in found}) == len(ticks):
        return {value: float(numbers[0]) for value, numbers in zip(ticks, found, strict=True)}
    return {value: float(place) for place, value in enumerate(ticks)}


def _name_ticks(axes: Any, values: Sequence[str], room: int) -> None:
    """Words below the ticks, broken or turned where they would run into each other."""
    step = -(-len(values) // MOST_TICKS)  # where there are more, not every one has its words
    axes.set_xticks(axes.get_xticks()[::step])
    words = [axis_value(value) for value in values[::step]]
    each = max(room // len(words), 3)
    if any(len(part) > each for word in words for part in word.split()):
        axes.set_xticklabels(
            [fill(word, 18) for word in words], fontsize=8, rotation=35, ha="right", rotation_mode="anchor"
        )
    else:
        axes.set_xticklabels([fill(word, each) for word in words], fontsize=9)


def _basis(chosen: pd.DataFrame, kind: str, intervals: str) -> str:
    """What the figures rest on."""
    if kind == "convergence":
        return f"bands: {intervals}; dotted: where it ended"
    levels = sorted({float(one.level) for one in map(measure_of, set(chosen.measure)) if one.level})
    box = f"box: 25 to 75 % of all outcomes, line: {levels[0]:g} to {levels[-1]:g} %; " if len(levels) > 1 else ""
    methods = sorted(set(chosen.method.dropna()))
    if methods == ["exact"]:
        return "exact"
    deals = chosen.deals[chosen.method != "exact"].dropna()
    least = f"{int(deals.min()):,} deals a cell at least, " if len(deals) else ""
    return f"{box}{'exact, or ' if 'exact' in methods else ''}{least}{intervals}"
