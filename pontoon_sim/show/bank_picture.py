"""Pictures of the bank: how long people hold it, what it is worth, and how that hangs on the number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator, PercentFormatter

from ..errors import printable
from ..estimate import quantile
from .bank import by_chair
from .plot import BANK, FAINT, INK, PUNTERS, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Told = Mapping[str, Any]

# Lines that stay apart for colour-blind eyes (Okabe and Ito), and by their marks.
_COLOURS = (BANK, PUNTERS, "#009E73", "#CC79A7", "#E69F00", "#56B4E9", INK, "#8C6D31", "#7F7F7F")
_MARKS = "osD^vPX*"
_TAIL = 0.98  # of all tenures are drawn


def passing(result: Told) -> Figure:
    """Two panels: how long a tenure lasts, and what the bank is worth by the length of the evening."""
    with mpl.rc_context(STYLE):
        figure = _sheet(f"The bank under {result['rules_name']}: how it passes and what it is worth", 10.5)
        tenures, prices = figure.subplots(1, 2, gridspec_kw={"width_ratios": (1.1, 1)})
        _tenures(tenures, result["tenure"])
        _prices(prices, result)
        figure.supxlabel(_conditions([result], 160), fontsize=7.5, x=0.01, ha="left")
        return figure


def prices_by_evening(results: Sequence[Told]) -> Figure:
    """What the bank is worth by the length of the evening, a line for each result."""
    with mpl.rc_context(STYLE):
        figure = _sheet("What the bank is worth, by the deals to come", 9)
        axes = figure.subplots()
        drawn = [one for one in results if one["price"] and _known(one["price"]["evenings"])]
        lines: dict[str, list[Told]] = {}
        for one in drawn:
            lines.setdefault(str(one["price"]), []).append(one)
        for place, same in enumerate(lines.values()):
            rows = _known(same[0]["price"]["evenings"])
            _line(axes, [row["deals"] for row in rows], rows, place, _label(same), same[0]["confidence"])
        _by_deals(axes, [row["deals"] for one in drawn for row in one["price"]["evenings"]])
        _finish(axes, bool(drawn), outside=len(drawn) > 1)
        figure.supxlabel(_conditions(results), fontsize=7.5, x=0.01, ha="left")
        return figure


def prices_by_players(results: Sequence[Told]) -> Figure:
    """What the bank is worth in an endless evening by the number of punters, a line for each rule system."""
    with mpl.rc_context(STYLE):
        figure = _sheet("What the bank is worth, by the number of punters", 9)
        axes = figure.subplots()
        systems: dict[str, list[Told]] = {}
        for one in results:
            if one["price"] and one["price"]["endless"]["value"] is not None:
                systems.setdefault(one["rules_name"], []).append(one)
        for place, (name, rows) in enumerate(systems.items()):
            found = [one["price"]["endless"] for one in rows]
            _line(
                axes,
                [one["punters"] for one in rows],
                found,
                place,
                "\n".join(wrap(printable(name), 26)),
                rows[0]["confidence"],
            )
        axes.xaxis.set_major_locator(FixedLocator(sorted({one["punters"] for one in results})))
        axes.set_xlabel("punters at the table, besides the banker")
        axes.set_ylabel("price of the bank, units")
        _finish(axes, bool(systems), outside=len(systems) > 1)
        figure.supxlabel(_conditions(results), fontsize=7.5, x=0.01, ha="left")
        return figure


def _sheet(title: str, width: float) -> Figure:
    figure = Figure(figsize=(width, 4.6), layout="constrained")
    figure.suptitle(printable(title), x=0.01, ha="left", fontsize=12, fontweight="bold")
    return figure


def _known(rows: Sequence[Told]) -> list[Told]:
    return [row for row in rows if row["value"] is not None]


def _label(same: Sequence[Told]) -> str:
    """The names of those who have one line in common, which hides none of them."""
    punters = same[0]["punters"]
    names = [printable(f"{one['rules_name']},") for one in same]
    return "\n".join(wrap(f"{' '.join(names)} {punters} punter{'s' * (punters > 1)}", 28))


def _tenures(axes: Axes, tenure: Told | None) -> None:
    axes.set_title("How long people hold the bank", loc="left", fontsize=10)
    if tenure is None or tenure["mean"] is None:
        _nothing(axes, "The bank does not pass.")
        return
    shares, seen, last = [share for _, share in tenure["distribution"]], 0.0, 0
    while last < len(shares) and (seen < _TAIL or last < 3):
        seen += shares[last]
        last += 1
    errors = [error or 0.0 for error in tenure["distribution_standard_error"][:last]]
    places = range(1, last + 1)
    axes.bar(
        places,
        shares[:last],
        width=0.8,
        color=BANK,
        yerr=errors,
        ecolor=INK,
        error_kw={"elinewidth": 0.8},
        label="seen, with standard errors",
    )
    mean = tenure["mean"]
    if mean > 1:
        level = [(1 - 1 / mean) ** (deals - 1) / mean for deals in places]
        words = f"if each deal passed it alike\n(mean {mean:.2f} deals)"
        axes.plot(places, level, color=PUNTERS, marker=".", markersize=4, linewidth=1, label=words)
        axes.legend(frameon=False, loc="upper right")
    step = next(step for step in (2, 5, 10, 20) if last <= 10 * step or step == 20)
    rest = 1 - sum(shares[:last])
    more = f"; {100 * rest:.1f} % last longer" if rest > 5e-4 else ""
    axes.set_xlabel(f"deals in a row{more}")
    axes.set_xlim(0.2, last + 0.8)
    axes.xaxis.set_major_locator(FixedLocator([1, *range(step, last + 1, step)]))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0 if max(shares) > 0.03 else 1))
    axes.set_ylabel("share of tenures")
    _tidy(axes)


def _prices(axes: Axes, result: Told) -> None:
    axes.set_title("What it is worth, by the deals to come", loc="left", fontsize=10)
    rows = _known(result["price"]["evenings"]) if result["price"] else []
    if not rows:
        _nothing(axes, "It has no price: the bank never passes." if result["price"] is None else "Nothing is known.")
        return
    level, deals = result["confidence"], [row["deals"] for row in rows]
    chained = any(row["method"] == "chain" for row in rows)
    words = "as the chain of tenures has it" if chained else "in evenings that were played"
    _line(axes, deals, rows, 0, words, level)
    played = [(row["deals"], row) for row in rows if chained and row["simulated"] is not None]
    if played:
        errors = [quantile(level) * (row["simulated_standard_error"] or 0.0) for _, row in played]
        axes.errorbar(
            [1.06 * at for at, _ in played],
            [row["simulated"] for _, row in played],
            yerr=errors,
            fmt="s",
            markersize=4.5,
            markerfacecolor="white",
            color=PUNTERS,
            capsize=2.5,
            linewidth=1,
            label="in evenings that were played",
        )
    endless = result["price"]["endless"]["value"]
    if endless is not None:
        axes.axhline(endless, color=INK, linewidth=0.9, linestyle="--", label=f"without end: {endless:.2f}")
    _by_deals(axes, deals)
    _finish(axes, True)


def _by_deals(axes: Axes, deals: Sequence[int]) -> None:
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(sorted(set(deals))))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0f}")
    axes.set_xlabel("deals to come")
    axes.set_ylabel("price of the bank, units")


def _line(axes: Axes, at: Sequence[int], rows: Sequence[Told], place: int, label: str, confidence: float) -> None:
    """Estimates with their intervals."""
    errors = [quantile(confidence) * (row["standard_error"] or 0.0) for row in rows]
    axes.errorbar(
        at,
        [row["value"] for row in rows],
        yerr=errors,
        marker=_MARKS[place % len(_MARKS)],
        color=_COLOURS[place % len(_COLOURS)],
        markersize=5,
        linewidth=1.4,
        capsize=2.5,
        label=label,
    )


def _finish(axes: Axes, drawn: bool, outside: bool = False) -> None:
    if not drawn:
        _nothing(axes, "Nothing here has a price.")
        return
    if axes.dataLim.y0 >= 0:
        axes.set_ylim(bottom=0)
    elif axes.dataLim.y1 > 0:
        axes.axhline(0, color=INK, linewidth=0.8)
    beside: Any = {"bbox_to_anchor": (1.01, 1.0), "loc": "upper left"} if outside else {"loc": "best"}
    axes.legend(frameon=False, fontsize=9, **beside)
    _tidy(axes)


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)


def _nothing(axes: Axes, words: str) -> None:
    axes.set_axis_off()
    axes.text(0.5, 0.5, words, ha="center", va="center", transform=axes.transAxes)


def _conditions(results: Sequence[Told], width: int = 140) -> str:
    """How it was played, as far as it is the same everywhere, in small print."""
    counts = {
        "punters": [str(one["punters"]) for one in results],
        "they play": [by_chair(one["punter"]) for one in results],
        "bankers": [by_chair(one["banker"]) for one in results],
        "stakes": [by_chair(one["stakes"]) for one in results],
        "deals": [f"{one['deals']:,}" for one in results],
        "seed": [str(one["seed"]) for one in results],
    }
    level = f"bars: {100 * results[0]['confidence']:g} % intervals of prices"
    said = [f"{name}: {_few(list(dict.fromkeys(all_)))}" for name, all_ in counts.items()]
    return "\n".join(wrap(printable("; ".join([*said, level])), width))


def _few(said: Sequence[str]) -> str:
    return " or ".join(said) if len(said) <= 2 else f"{said[0]} to {said[-1]}" if said[0].isdigit() else "several"
