"""A picture of how an equilibrium was found: the bounds coming together, and the exploitability falling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from ..errors import printable
from .plot import BANK, FAINT, INK, PUNTERS, STYLE


def course(result: Mapping[str, Any]) -> Figure:
    """Bounds and exploitability by the number of iterations.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.solve/1``, with a course.
    """
    marks = result["course"]
    steps = [mark["iterations"] for mark in marks]
    low, high = ([mark[side] for mark in marks] for side in ("low", "high"))
    value = result["value"]["punter_ev_per_deal"]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9.6, 4.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.fill_between(steps, low, high, color=FAINT, alpha=0.35, linewidth=0)
        left.plot(steps, high, color=PUNTERS, label="no punter gains more", linewidth=1.8, linestyle="--")
        left.plot(steps, low, color=BANK, label="the punter is sure of it", linewidth=1.8)
        left.axhline(value, color=INK, linewidth=0.8, label=f"both as found: {value:+.5f}")
        left.set_ylabel("units a deal")
        left.set_title("What the punter gains", loc="left", fontsize=10)
        left.legend(frameon=False, fontsize=9)
        off = [max((mark["high"] - mark["low"]) / 2, 1e-16) for mark in marks]
        right.plot(steps, off, color=INK, linewidth=1.8)
        right.set_yscale("log")
        right.yaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
        right.yaxis.set_minor_formatter(NullFormatter())
        if result["precision"] is not None:
            right.axhline(result["precision"] * result["rules"]["stake_min"], color=FAINT, linewidth=1, linestyle="--")
        right.set_ylabel("units a deal")
        right.set_title("Exploitability", loc="left", fontsize=10)
        for axes in (left, right):
            axes.set_xscale("log")
            axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.set_xlabel("iterations")
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(color=FAINT, linewidth=0.5, alpha=0.6)
            axes.set_axisbelow(True)
        name = printable(result["rules_name"]) + ("" if result["complete"] else " (incomplete)")
        figure.suptitle(f"One punter against one banker: {name}", x=0.01, ha="left", fontsize=12, fontweight="bold")
        figure.supxlabel(
            f"stakes {', '.join(map(str, result['stakes']))}; buys: {result['buys']}; {result['iterations']:,} "
            f"iterations in {result['elapsed_s']:.0f} s",
            fontsize=7.5, x=0.01, ha="left",
        )  # fmt: skip
        return figure
