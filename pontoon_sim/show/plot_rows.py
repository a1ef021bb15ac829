"""Pictures of a sweep that lie: a row for each value of an axis, sorted, as a bar or as a mean with its quantiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ..errors import PontoonError
from ..presets import rules as find_rules
from .looks import look
from .measures import Measure, axis_value, base_of, measure_of
from .plot import FAINT, INK
from .rounding import rounded

if TYPE_CHECKING:
    import pandas as pd


def row_names(chosen: pd.DataFrame, plot: Mapping[str, Any], values: Sequence[str]) -> list[str]:
    """The values of the axis from the least figure up, so that the largest stands on top."""
    plain = chosen[chosen.measure == plot["measure"]]
    means = plain.groupby(plot["x"], sort=False).value.mean()
    return sorted(values, key=lambda value: float(means.get(value, 0.0)))


def words_of(axis: str, value: str) -> str:
    """A value in words: a rule system by its title."""
    if axis == "rules":
        try:
            title = find_rules(value).title
        except PontoonError:
            title = ""
        if title:
            return fill(f"{title} ({axis_value(value)})", 30)
    return fill(axis_value(value), 30)


def ranked(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str], measure: Measure
) -> None:
    """A bar for each value, with its interval and its figure."""
    thick = 0.8 / len(names)
    for place, name in enumerate(names):
        rows = part[part[plot["by"]] == name] if plot["by"] else part
        how = look(place)
        at = [ticks.index(value) + ((len(names) - 1) / 2 - place) * thick for value in rows[plot["x"]]]
        values = measure.scale * rows.value.to_numpy(float)
        halves = measure.scale * (rows.high95 - rows.value).fillna(0.0).to_numpy(float)
        axes.barh(
            at, values, thick * 0.94, xerr=halves if halves.any() else None, color=how.colour, ecolor=INK, capsize=2,
            hatch=how.hatch, edgecolor="white", linewidth=0.4, label=axis_value(name),
        )  # fmt: skip
        for height, value, half in zip(at, values, halves, strict=True):
            side = 1 if value >= 0 else -1
            axes.annotate(
                _figure(value, half, measure.sign, wide=thick > 0.25), (value + side * half, height),
                xytext=(5 * side, 0), textcoords="offset points", ha="left" if side > 0 else "right", va="center",
                fontsize=8 if thick > 0.25 else 6.5,
            )  # fmt: skip
    axes.margins(x=0.24)
    _frame(axes, plot, ticks)


def _figure(value: float, half: float, sign: str, wide: bool) -> str:
    """A figure beside its bar, with the half of its interval where there is room."""
    if not half:
        return f"{value:{sign}.2f}"
    text, error = rounded(value, half, sign=sign)
    return f"{text} ± {error}" if wide else text


def spread_measures(table: pd.DataFrame, name: str) -> list[str]:
    """A measure and the quantiles of what it is the mean of."""
    bases = {name, name.removeprefix("mean_")}
    return [
        one for one in dict.fromkeys(table.measure) if one == name or (one != base_of(one) and base_of(one) in bases)
    ]


def spread(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str], measure: Measure
) -> None:
    """A mean with its interval for each value, on the span of the outer quantiles and the box of the inner ones."""
    thick = 0.8 / len(names)
    for place, name in enumerate(names):
        rows = part[part[plot["by"]] == name] if plot["by"] else part
        how, first = look(place), True
        for value, some in rows.groupby(plot["x"], sort=False):
            height = ticks.index(str(value)) + ((len(names) - 1) / 2 - place) * thick
            _quantiles(axes, some, height, thick, how.colour)
            mean = some[some.measure == plot["measure"]]
            if mean.empty:
                continue
            middle = measure.scale * float(mean.value.iloc[0])
            half = measure.scale * float((mean.high95 - mean.value).fillna(0.0).iloc[0])
            axes.errorbar(
                [middle], [height], xerr=[half] if half else None, color=INK, ecolor=INK, marker=how.mark, markersize=6,
                markerfacecolor=how.colour, markeredgecolor="white", capsize=3, linestyle="none", zorder=4,
                label=axis_value(name) if first else None,
            )  # fmt: skip
            first = False
    axes.margins(x=0.08)
    _frame(axes, plot, ticks)


def _quantiles(axes: Any, some: pd.DataFrame, height: float, thick: float, colour: str) -> None:
    """From the outermost quantiles a line, between the quartiles a box, in the middle a stroke."""
    shown = [measure_of(name) for name in some.measure]
    levels = sorted(
        (float(one.level), one.scale * float(value)) for one, value in zip(shown, some.value, strict=True) if one.level
    )
    if len(levels) > 1:
        axes.plot([levels[0][1], levels[-1][1]], [height, height], color=colour, linewidth=1.6, alpha=0.8, zorder=1)
    known = dict(levels)
    if 25.0 in known and 75.0 in known:
        left, right = known[25.0], known[75.0]
        axes.barh([height], [right - left], thick * 0.5, left=[left], color=colour, alpha=0.35, zorder=2)
    if 50.0 in known:
        axes.plot(
            [known[50.0]] * 2, [height - thick * 0.25, height + thick * 0.25], color=colour, linewidth=2, zorder=3
        )


def _frame(axes: Any, plot: Mapping[str, Any], ticks: list[str]) -> None:
    axes.set_yticks(range(len(ticks)), [words_of(plot["x"], value) for value in ticks], fontsize=8.5)
    axes.set_ylim(-0.6, len(ticks) - 0.4)
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.grid(axis="x", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
