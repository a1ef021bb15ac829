"""A comparison as a picture: each arm's edge beside that of the best one."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ..errors import counted, printable
from .plot import BANK, FAINT, INK, PUNTERS, STYLE


def compared(result: Mapping[str, Any]) -> Figure:
    """What each arm gives the bank more (or less) than the best one, with both intervals.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.compare/1``.
    """
    best, *others = result["ranking"]
    rows = [(name, *_against(result, name, best)) for name in others]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 2.4 + 0.42 * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(rows))[::-1]
        for place, (_, value, own, wide, sure) in zip(places, rows, strict=True):
            colour = PUNTERS if sure else INK
            axes.plot(wide, [place, place], color=FAINT, linewidth=7, solid_capstyle="butt", zorder=1)
            axes.plot(own, [place, place], color=colour, linewidth=2, zorder=2)
            axes.plot([value], [place], marker="o" if sure else "D", color=colour, markersize=6, zorder=3)
            axes.annotate(
                f"{value:+.3f}" + ("" if sure else "  (open)"),
                (value, place),
                xytext=(0, 9),
                textcoords="offset points",
                ha="center",
                fontsize=8.5,
            )
        axes.axvline(0, color=BANK, linewidth=1.2)
        axes.annotate(printable(best), (0, 1), xycoords=("data", "axes fraction"), xytext=(4, -11),
                      textcoords="offset points", color=BANK, fontsize=9, fontweight="bold")  # fmt: skip
        axes.set_yticks(places, [fill(printable(name), 30) for name, *_ in rows])
        axes.set_ylim(-0.7, len(rows) - 0.1)
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.grid(axis="x", color=FAINT, linewidth=0.5, alpha=0.6)
        axes.set_axisbelow(True)
        axes.margins(x=0.12)
        axes.set_xlabel(
            f"bank's edge less that of {printable(best)}, per cent of the initial stakes; "
            f"line: {100 * result['confidence']:g} % interval, band: all at once"
        )
        figure.suptitle(fill(printable(result["verdict"][0]), 78), x=0.01, ha="left", fontsize=11.5, fontweight="bold")
        first = result["arms"][0]
        figure.supxlabel(
            f"{printable(first['rules_name'].partition(' with ')[0])}; {counted(first['punters'], 'punter')}; "
            f"{counted(result['deals'], 'deal')} by each arm on the same cards; seed {result['seed']}",
            fontsize=7.5,
            x=0.01,
            ha="left",
        )
        return figure


def _against(result: Mapping[str, Any], name: str, best: str) -> tuple[float, list[float], list[float], bool]:
    """Per cent: the difference to the best arm, its own interval and that for all at once; and whether it is sure."""
    for one in result["differences"]:
        if {one["a"], one["b"]} == {name, best}:
            sign = 100 if one["a"] == name else -100
            value = one["per_initial_stake"] or 0.0
            own, wide = (
                sorted(sign * end for end in one[f"per_initial_stake_{kind}95"] or (value, value))
                for kind in ("interval", "simultaneous")
            )
            return sign * value, own, wide, one["told_apart"]
    raise KeyError((name, best))
