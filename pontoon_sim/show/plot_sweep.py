"""Pictures of a sweep: a measure along an axis, one line for each value of another; a map of two axes; bars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import cycle
from textwrap import fill
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ..errors import printable
from ..policy.names import short_name
from .plot import FAINT, INK, STYLE

if TYPE_CHECKING:
    import pandas as pd

#: Okabe and Ito's colours, which stay apart for colour-blind eyes, with marks and dashes that stay apart in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#222222", "#999999")
MARKS, DASHES = ("o", "s", "^", "D", "v", "P", "X", "*"), ("-", "--", "-.", ":")
MOST_PANELS = 12

#: Measures in words, with what their values are multiplied by and their unit.
MEASURES = {
    "bank_edge_per_initial_stake": ("bank's edge", 100, "per cent of the initial stakes"),
    "bank_edge_per_unit_staked": ("bank's edge", 100, "per cent of all that is staked"),
    "bank_edge_per_deal": ("bank's edge", 1, "units a deal"),
    "punter_ev_per_deal": ("punter's gain", 1, "units a deal"),
}


def swept(table: pd.DataFrame, axes: Sequence[str], plot: Mapping[str, Any], title: str) -> Figure:
    """The picture that an experiment asks for.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies.
    plot : mapping
        ``kind`` (``lines``, ``heat`` or ``bars``), ``x``, ``by`` (or None), ``measure``, ``title``.
    title : str
        Where the plot has none of its own.
    """
    chosen = table[
        (table.measure == plot["measure"]) & (table.seat == table.seat[table.measure == plot["measure"]].min())
    ]
    rest = [name for name in axes if name not in (plot["x"], plot["by"]) and chosen[name].nunique() > 1]
    groups = list(chosen.groupby(rest, sort=False)) if rest else [((), chosen)]
    with mpl.rc_context(STYLE):
        shown = groups[:MOST_PANELS]
        columns = 1 if len(shown) == 1 else 2 if len(shown) <= 4 else 3
        rows = -(-len(shown) // columns)
        figure = Figure(figsize=(8, 1.3 + (4.2 if columns == 1 else 2.7) * rows), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True, sharex=True)
        draw = {"lines": _lines, "heat": _heat, "bars": _bars}[plot["kind"]]
        ticks = [list(dict.fromkeys(chosen[plot[name]])) if plot[name] else [""] for name in ("x", "by")]
        for place, (axes_, (key, part)) in enumerate(zip(grid.flat, shown, strict=False)):
            draw(axes_, part, plot, *ticks)
            if plot["by"] and plot["kind"] != "heat" and place == 0:
                handles, words = axes_.get_legend_handles_labels()
                figure.legend(
                    handles, words, title=_name(plot["by"]), loc="outside right upper", fontsize=8, title_fontsize=8,
                    frameon=False,
                )  # fmt: skip
            axes_.set_title(fill(_words(dict(zip(rest, key, strict=True))), 34), fontsize=9)
        for axes_ in list(grid.flat)[len(shown) :]:
            axes_.set_visible(False)
        figure.suptitle(fill(printable(plot["title"] or title), 76), x=0.01, ha="left", fontsize=12, fontweight="bold")
        figure.supylabel(_label(plot) if plot["kind"] != "heat" else str(plot["by"]), fontsize=9.5)
        figure.supxlabel(_name(plot["x"]), fontsize=9.5)
        left_out = f" {len(groups) - len(shown)} more panels are left out." if len(groups) > len(shown) else ""
        figure.text(0.99, 0.002, f"{_basis(chosen)}{left_out}", fontsize=7, ha="right", color=INK)
        return figure


def _lines(axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str]) -> None:
    numbers = _numbers(ticks)
    looks = zip(cycle(COLOURS), cycle(MARKS), cycle(DASHES), strict=False)
    scale = MEASURES.get(plot["measure"], ("", 1, ""))[1]
    for name, (colour, mark, dash) in zip(names, looks, strict=False):
        line = part[part[plot["by"]] == name] if plot["by"] else part
        places = [numbers[value] for value in line[plot["x"]]]
        halves = scale * (line.high95 - line.value).fillna(0.0).to_numpy(float)
        axes.errorbar(
            places, scale * line.value.to_numpy(float), yerr=halves if halves.any() else None,
            color=colour, marker=mark, linestyle=dash, markersize=4.5, capsize=2.5, linewidth=1.4,
            label=short_name(printable(str(name))),
        )  # fmt: skip
    axes.set_xticks([numbers[value] for value in ticks], [_tick(value) for value in ticks])
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.grid(color=FAINT, linewidth=0.5, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _heat(axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], across: list[str], up: list[str]) -> None:
    scale = MEASURES.get(plot["measure"], ("", 1, ""))[1]
    values = np.full((len(up), len(across)), np.nan)
    for x, by, value in zip(part[plot["x"]], part[plot["by"]], part.value, strict=True):
        values[up.index(by), across.index(x)] = scale * value
    limit = max(float(np.nanmax(np.abs(values))), 1e-12)
    axes.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit, aspect="auto", origin="lower")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            ink = "white" if abs(value) > 0.6 * limit else INK
            axes.text(column, row, f"{value:+.2f}", ha="center", va="center", fontsize=8, color=ink)
    axes.set_xticks(range(len(across)), [_tick(value) for value in across])
    axes.set_yticks(range(len(up)), [_tick(value) for value in up])
    axes.tick_params(length=0)


def _bars(axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str]) -> None:
    scale = MEASURES.get(plot["measure"], ("", 1, ""))[1]
    width = 0.8 / len(names)
    for place, (name, colour) in enumerate(zip(names, cycle(COLOURS), strict=False)):
        line = part[part[plot["by"]] == name] if plot["by"] else part
        at = [ticks.index(value) + (place - (len(names) - 1) / 2) * width for value in line[plot["x"]]]
        halves = scale * (line.high95 - line.value).fillna(0.0).to_numpy(float)
        axes.bar(
            at, scale * line.value.to_numpy(float), width, yerr=halves if halves.any() else None, capsize=2.5,
            color=colour, ecolor=INK, label=short_name(printable(str(name))),
        )  # fmt: skip
    axes.set_xticks(range(len(ticks)), [fill(_tick(value), 14) for value in ticks], fontsize=8)
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.spines[["top", "right"]].set_visible(False)


def _numbers(ticks: Sequence[str]) -> dict[str, float]:
    """Places along an axis: the number in each value where all have just one that differs, else the order."""
    found = [re.findall(r"\d+(?:\.\d+)?", value) for value in ticks]
    if all(len(numbers) == 1 for numbers in found) and len({numbers[0] for numbers in found}) == len(ticks):
        return {value: float(numbers[0]) for value, numbers in zip(ticks, found, strict=True)}
    return {value: float(place) for place, value in enumerate(ticks)}


def _tick(value: str) -> str:
    return printable(short_name(str(value)))


def _name(axis: str) -> str:
    return printable(axis.removeprefix("set."))


def _words(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{_name(name)} {_tick(str(value))}" for name, value in values.items())


def _label(plot: Mapping[str, Any]) -> str:
    words, _, unit = MEASURES.get(plot["measure"], (plot["measure"].replace("_", " "), 1, ""))
    return f"{words}, {unit}" if unit else words


def _basis(chosen: pd.DataFrame) -> str:
    """What the figures rest on."""
    methods = sorted(set(chosen.method))
    if methods == ["exact"]:
        return "exact"
    deals = chosen.deals.dropna()
    return f"{'exact, or ' if len(methods) > 1 else ''}{int(deals.min()):,} deals a cell at least, 95 % intervals"
