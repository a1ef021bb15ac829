"""The picture of a series: who wins it, with what total, and what bold stakes are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from ..contest.words import lead_words
from ..errors import counted, printable
from .plot import BANK, FAINT, INK, PUNTERS, STYLE
from .series import leads_of, mean_stake, people_in_words

Result = Mapping[str, Any]
TAIL = 0.005  # of the winning totals lies beyond what is drawn
BARS = 60  # of the winning total, at the most
_STAKES = LinearSegmentedColormap.from_list("stakes", ["#F4F4F4", "#F6C9A0", PUNTERS])


def picture(result: Result) -> Figure:
    """Chances by starting position and the winning total; with bold stakes, what they are worth and what they are.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.series/1``, of one series at the least.
    """
    bold = result["bold"]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 9.6 if bold else 4.6), layout="constrained")
        grid = figure.add_gridspec(2 if bold else 1, 2, height_ratios=[1, 1.35] if bold else [1])
        _chances(figure.add_subplot(grid[0, 0]), result)
        _totals(figure.add_subplot(grid[0, 1]), result)
        if bold:
            _curve(figure.add_subplot(grid[1, 0]), result)
            _stakes(figure, figure.add_subplot(grid[1, 1]), result)
        deals = counted(result["deals"], "deal")
        name = printable(result["rules_name"]) + ("" if result["complete"] else " (incomplete)")
        figure.suptitle(
            f"A series of {deals} among {result['players']} people: {name}",
            x=0.01,
            ha="left",
            fontsize=12,
            fontweight="bold",
        )
        figure.supxlabel(_conditions(result), fontsize=7.5, x=0.01, ha="left")
        return figure


def _conditions(result: Result) -> str:
    return (
        f"{people_in_words(result)}\n{result['series']:,} series, {100 * result['confidence']:g} % intervals, seed "
        f"{result['seed']}; rules {result['rules_id']}"
    )


def _chances(axes: Axes, result: Result) -> None:
    """Bars by starting position: plainly, and who is alone bold there."""
    bold = result["bold"]
    sides = [("all stake alike" if bold else "", BANK, _plain(result))]
    if bold:
        sides.append(("alone bold", PUNTERS, [row["bold"] for row in bold["by_starting_position"]]))
    if bold and bold["everyone"]:
        sides.append(("all bold", "#8A8A8A", bold["everyone"]["win_probability"]))
    width = 0.8 / len(sides)
    for side, (label, colour, told) in enumerate(sides):
        places = [place + (side - (len(sides) - 1) / 2) * width for place in range(len(told))]
        heights = [100 * (one["value"] or 0.0) for one in told]
        halves = [50 * (one["interval95"][1] - one["interval95"][0]) if one["interval95"] else 0.0 for one in told]
        axes.bar(places, heights, width * 0.92, yerr=halves, color=colour, ecolor=INK, capsize=2, label=label or None)
        for place, height, half in zip(places, heights, halves, strict=True):
            axes.annotate(
                f"{height:.1f}" if len(sides) * len(told) <= 14 else f"{height:.0f}",
                (place, height + half),
                xytext=(0, 3),
                textcoords="offset points",
                ha="center",
                fontsize=8 if len(sides) * len(told) <= 18 else 6.5,
            )
    even = 100 / result["players"]
    axes.axhline(even, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xlim(-0.6, result["players"] - 0.4)
    names = ["banks\nfirst", *(f"seat {place}" for place in range(1, result["players"]))]
    axes.set_xticks(
        range(result["players"]),
        names if result["players"] <= 7 else [names[0], *map(str, range(1, result["players"]))],
    )
    axes.set_ylabel("wins the series, %")
    axes.set_title(f"Chance to win by starting seat (dashed: even shares, {even:.1f} %)", loc="left", fontsize=10)
    if bold:
        axes.set_ylim(0, 1.16 * axes.get_ylim()[1])  # room for the legend
        axes.legend(frameon=False, fontsize=9, loc="upper right", ncols=len(sides))
    _tidy(axes)


def _plain(result: Result) -> list[dict[str, Any]]:
    pairs = zip(result["win_probability"], result["interval95"]["win_probability"], strict=True)
    return [{"value": value, "interval95": interval} for value, interval in pairs]


def _totals(axes: Axes, result: Result) -> None:
    """The distribution of the winning total."""
    below = 0.0
    shown: list[tuple[float, float]] = []
    for total, share in result["distribution"]:
        if below > 1 - TAIL and shown:
            break
        shown.append((total, share))
        below += share
    step, single = _step(shown)
    shares: dict[int, float] = {}
    for total, share in shown:
        shares[int(total // step)] = shares.get(int(total // step), 0.0) + share
    middles = [place * step if single else (place + 0.5) * step for place in shares]
    axes.bar(middles, [100 * share for share in shares.values()], 0.86 * step, color=BANK)
    quantiles = result["winning_total"]["quantiles"]
    top = 109 * max(shares.values())
    axes.set_ylim(0, 1.01 * top)  # room for words above the bars
    for level, words in (("0.5", "median"), ("0.95", "95 %")):
        value = quantiles[level]
        axes.axvline(value, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.annotate(f" {words} {value:g}", (value, top), ha="left", va="top", fontsize=9)
    mean = result["winning_total"]["mean"]
    axes.set_title(
        f"Winning total (mean {mean:.2f}; {100 * result['shared']:.1f} % of the series are tied)",
        loc="left",
        fontsize=10,
    )
    axes.set_xlabel("units" + ("" if single else f", in steps of {step:g}"))
    axes.set_ylabel("of the series, %")
    _tidy(axes)


def _step(rows: Sequence[tuple[float, float]]) -> tuple[float, bool]:
    """The width of a bar in units, and whether each total has a bar of its own.

    It is a multiple of what all totals are multiples of: else bars would hold now more of them and now fewer.
    """
    base = gcd(*(round(2 * total) for total, _ in rows)) / 2 or 1.0
    step, reach = base, rows[-1][0] - rows[0][0]
    while reach / step > BARS:
        step += base
    return step, step == base


def _curve(axes: Axes, result: Result) -> None:
    """What boldness brings, by the number of last deals in which somebody is bold; the gain's intervals."""
    bold = result["bold"]
    rows = bold["last_deals"]
    deals = [0, *(row["deals"] for row in rows)]
    values = [100 * one["value"] for one in (bold["one"]["plain"], *(row["bold"] for row in rows))]
    pairs = [row["gain"]["interval95"] or (0.0, 0.0) for row in rows]
    halves = [0.0, *(50 * (high - low) for low, high in pairs)]
    axes.errorbar(deals, values, yerr=halves, color=PUNTERS, ecolor=INK, marker="o", markersize=5, capsize=2.5)
    halo = [withStroke(linewidth=3, foreground="white")]  # a number may lie on a line
    for place, value in zip(deals, values, strict=True):
        axes.annotate(
            f"{value:.1f}",
            (place, value),
            xytext=(-4, 6) if place else (7, -3),  # the first one keeps off the axis
            textcoords="offset points",
            fontsize=9,
            ha="right" if place else "left",
            path_effects=halo,
        )
    simple = (
        ("most_when_behind", "the most when behind", (4, 3)),
        ("by_first_card_alone", "by the first card alone", (1, 2)),
    )
    for key, words, dashes in simple:
        height = 100 * bold[key]["bold"]["value"]
        axes.axhline(height, color=INK, linewidth=1, linestyle=(0, dashes), label=f"{words}: {height:.1f}", zorder=0.9)
    axes.legend(fontsize=9, loc="lower right", edgecolor="none", framealpha=0.9)  # where a rising curve leaves room
    axes.set_xticks(deals)
    axes.margins(x=0.08, y=0.14)
    axes.set_xlabel("bold in so many last deals, plain before")
    axes.set_ylabel("wins the series, %")
    axes.set_title("One bold player, mean of all seats (intervals of the gain)", loc="left", fontsize=10)
    _tidy(axes)


def _stakes(figure: Figure, axes: Axes, result: Result) -> None:
    """The mean stake by standing and deals left."""
    rows = result["bold"]["stakes"]
    leads = leads_of(rows)[::-1]
    lefts = sorted({row["deals_left"] for row in rows}, reverse=True)
    values = [[float("nan")] * len(lefts) for _ in leads]
    for row in rows:
        place = leads.index((row["lead_from"], row["lead_to"]))
        values[place][lefts.index(row["deals_left"])] = mean_stake(row)
    stakes = [stake for row in rows for stake in row["stakes"].values()]
    least, most = min(stakes), max(stakes)
    drawn = axes.imshow(values, aspect="auto", cmap=_STAKES, vmin=least, vmax=max(most, least + 1))
    for place, line in enumerate(values):
        for column, value in enumerate(line):
            if value == value and len(lefts) <= 12:
                axes.annotate(f"{value:.1f}", (column, place), ha="center", va="center", fontsize=7.5)
    axes.set_xticks(range(len(lefts)), map(str, lefts))
    axes.set_yticks(range(len(leads)), [lead_words(*lead) for lead in leads], fontsize=8)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("deals left, the one to come included")
    axes.set_title("What he stakes: mean over the first cards, in units", loc="left", fontsize=10)
    bar = figure.colorbar(drawn, ax=axes, pad=0.02, aspect=40)
    bar.outline.set_visible(False)


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)
