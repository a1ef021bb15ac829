"""The picture of what a unit shot gains: by first card, and by hand before the fourth card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..errors import OptionError, printable
from ..policy.names import short_name
from .plot import BANK, FAINT, INK, PUNTERS, STYLE

_NAMED = 6  # hands that are named in the picture: the best ones, one of a total


def gains(result: Mapping[str, Any]) -> Figure:
    """Bars by first card, and a dot for each three cards by their total; above 0 the punter gains.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.shoot/1``.

    Raises
    ------
    OptionError
        When there is no exact table.
    """
    if result["table"] is None:
        raise OptionError(f"There is nothing to draw: {result['reasons']['table']}")
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 7.6), layout="constrained")
        name, policy = printable(result["rules_name"]), printable(short_name(result["punter"][0]))
        figure.suptitle(f"What a unit shot gains: {name}", x=0.01, ha="left", fontsize=12, fontweight="bold")
        above, below = figure.subplots(2, 1, height_ratios=(2, 3))
        _cards(above, result["table"])
        _hands(below, result["table"]["before_fourth"])
        packs = result["packs"]
        conditions = (
            f"Exact, {packs} pack{'s' * (packs > 1)} freshly shuffled; {policy} against "
            f"{printable(short_name(result['banker']))}, played as without shots; rules {result['rules_id']}"
        )
        figure.supxlabel(conditions, fontsize=7.5, x=0.01, ha="left")
        return figure


def _cards(axes: Axes, told: Mapping[str, Any]) -> None:
    cards = [row["hand"] for row in told["before_second"]]
    values = [row["per_unit"] for row in told["before_second"]]
    axes.bar(range(len(cards)), values, width=0.7, color=[PUNTERS if value > 0 else BANK for value in values])
    for place, value in enumerate(values):
        side = 1 if value >= 0 else -1
        axes.annotate(
            f"{value:+.2f}",
            (place, value),
            xytext=(0, 3 * side),
            textcoords="offset points",
            fontsize=9,
            ha="center",
            va="bottom" if side > 0 else "top",
        )
    if told["new_hand"]:
        places = [cards.index(row["hand"]) for row in told["new_hand"]]
        new = [row["per_unit"] for row in told["new_hand"]]
        axes.scatter(places, new, marker="D", s=26, color=INK, zorder=3, label="the new hand of a split pair")
        axes.legend(frameon=False, loc="best")
    axes.set_xticks(range(len(cards)), cards)
    axes.tick_params(axis="x", length=0)
    axes.set_title("Before the second card, by the first", loc="left", fontsize=10)
    _finish(axes)


def _hands(axes: Axes, rows: list[Mapping[str, Any]]) -> None:
    for soft, colour, label in ((False, BANK, "hard"), (True, PUNTERS, "soft")):
        some = [row for row in rows if row["soft"] == soft]
        sizes = [10 + 25_000 * row["chance"] for row in some]
        points = [row["total"] for row in some], [row["per_unit"] for row in some]
        axes.scatter(*points, s=sizes, color=colour, alpha=0.55, linewidth=0, label=label)
    best: dict[tuple[int, bool], Mapping[str, Any]] = {}
    for row in sorted(rows, key=lambda row: -row["per_unit"]):
        best.setdefault((row["total"], row["soft"]), row)
    for row in list(best.values())[:_NAMED]:
        axes.annotate(
            row["hand"],
            (row["total"], row["per_unit"]),
            xytext=(6, 2),
            textcoords="offset points",
            fontsize=8,
        )
    if rows:
        totals = sorted({row["total"] for row in rows})
        axes.set_xticks(range(totals[0], totals[-1] + 1))
        handles = axes.legend(frameon=False, loc="best").legend_handles
        for handle in handles:
            handle.set_sizes([40])  # type: ignore[union-attr]  # markers of a scatter have sizes
    axes.set_title("Before the fourth card, by the three (larger: more often)", loc="left", fontsize=10)
    axes.set_xlabel("best total of three cards")
    _finish(axes)


def _finish(axes: Axes) -> None:
    axes.set_ylabel("units")
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.margins(y=0.14)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)
