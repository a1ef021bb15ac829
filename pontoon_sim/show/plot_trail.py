"""Pictures of convergence: a figure against the deals behind it, in the band of its interval, which narrows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from .edge import short_count
from .looks import look
from .measures import Measure, axis_value
from .plot import FAINT

if TYPE_CHECKING:
    import pandas as pd

FEW = 6  # series whose bands can lie over each other


def settling(
    axes: Any, part: pd.DataFrame, plot: Mapping[str, Any], ticks: list[str], names: list[str], measure: Measure
) -> None:
    """A line for each series, in its band; a dotted one where it ended."""
    for place, name in enumerate(names):
        rows = (part[part[plot["by"]] == name] if plot["by"] else part).sort_values("deals")
        if rows.empty:
            continue
        how = look(place)
        deals = rows.deals.to_numpy(float)
        value, low, high = (measure.scale * rows[key].to_numpy(float) for key in ("value", "low95", "high95"))
        axes.fill_between(deals, low, high, color=how.colour, alpha=0.22 if len(names) <= FEW else 0.1, linewidth=0)
        for end in (low, high):
            axes.plot(deals, end, color=how.colour, linewidth=0.6, alpha=0.7)
        axes.plot(
            deals, value, color=how.colour, marker=how.mark, linestyle=how.dash, markersize=4, linewidth=1.4,
            label=axis_value(name),
        )  # fmt: skip
        axes.axhline(value[-1], color=how.colour, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda deals, place: short_count(round(deals))))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
