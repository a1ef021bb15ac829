"""The picture of what memory is worth: a bar for each kind and spread, with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ..errors import counted, printable
from ..estimate import quantile
from .edge import by_seat
from .memory import WORDS
from .plot import BANK, FAINT, INK, PUNTERS, STYLE

SHADES = {"counts": "#56B4E9", "composition": BANK, "order": PUNTERS}


def gains(result: Mapping[str, Any]) -> Figure:
    """What memory gains, in units a deal: panels by kind, as their sizes differ; bars by spread.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.memory/1``.
    """
    rows = [row for row in result["rows"] if row["memory"] != "nothing" and row["gain"]["total"] is not None]
    kinds = list(dict.fromkeys(row["memory"] for row in rows))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(3.2 * max(len(kinds), 2), 4.2), layout="constrained")
        for place, kind in enumerate(kinds):
            axes = figure.add_subplot(1, len(kinds), place + 1)
            _panel(axes, [row for row in rows if row["memory"] == kind], kind, result["confidence"])
            if place == 0:
                axes.set_ylabel(f"units a deal, with {100 * result['confidence']:g} % intervals")
        name = printable(result["rules_name"])
        figure.suptitle(f"Value of memory: {name}", x=0.01, ha="left", fontsize=12, fontweight="bold")
        many = "s" * (result["punters"] > 1)
        said = f"{result['punters']} punter{many} {by_seat(result['punter'])}, banker {result['banker']}"
        figure.supxlabel(f"{printable(said)}; {counted(result['deals'], 'deal')} a table, seed {result['seed']}; play "
                         "hatched", fontsize=7.5, x=0.01, ha="left")  # fmt: skip
        return figure


def _panel(axes: Any, rows: list[Mapping[str, Any]], kind: str, confidence: float) -> None:
    """One kind of memory: what the stake gains, and on top of it what play gains."""
    names = ["banker" if row["spread"] is None else "{}-{}".format(*row["spread"]) for row in rows]
    places = range(len(rows))
    stakes = [row["gain"]["stake"] for row in rows]
    totals = [row["gain"]["total"] for row in rows]
    errors = [quantile(confidence) * (row["gain_standard_error"]["total"] or 0.0) for row in rows]
    axes.bar(places, stakes, color=SHADES[kind], width=0.6)
    play = [total - stake for total, stake in zip(totals, stakes, strict=True)]
    axes.bar(places, play, bottom=stakes, color=SHADES[kind], width=0.6, hatch="///", edgecolor="white", linewidth=0)
    axes.errorbar(places, totals, yerr=errors, fmt="none", ecolor=INK, capsize=3)
    axes.set_xticks(places, names)
    axes.set_title(WORDS[kind], fontsize=10)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)
