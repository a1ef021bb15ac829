"""Pictures of exact figures: by first card, by where players stick, by final hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..errors import printable
from ..policy.names import short_name
from .chart_words import against, punters_who, who_plays
from .plot import BANK, FAINT, INK, PUNTERS, STYLE

Told = Mapping[str, Any]  # what `charts.figures.Figures.to_dict` gives

_CHARACTERS = 84  # of a line of the title


def first_cards(told: Told) -> Figure:
    """A bar for each first card: what the punter may expect, in per cent of his stake."""
    rows = told["rows"]
    with mpl.rc_context(STYLE):
        figure, (axes,) = _sheet(told, "What the first card is worth", 1, 4.6)
        names = ["10" if row["card"] == "T" else row["card"] for row in rows]
        values = [100 * row["gain"] for row in rows]
        _bars(axes, names, values, [PUNTERS if value >= 0 else BANK for value in values])
        axes.set_xlabel("first card")
        axes.set_ylabel("punter's result, % of the stake")
        mean = sum(100 * row["gain"] * row["chance"] for row in rows)
        _remark(figure, told, f"Above 0 the punter gains. Mean of all cards: {mean:+.2f} %.")
        return figure


def thresholds(told: Told) -> Figure:
    """Two panels of bars: the bank's edge by where the punter sticks, and by where the banker does."""
    with mpl.rc_context(STYLE):
        figure, panels = _sheet(told, "Where to stick", 2, 6.6)
        sides = (("punter", against(told["banker"]), BANK), ("banker", punters_who(told["punter"]), BANK))
        for axes, (side, other, colour) in zip(panels, sides, strict=True):
            rows = [row for row in told["rows"] if row["side"] == side]
            values = [100 * row["bank_edge"] for row in rows]
            best = (min if side == "punter" else max)(values)
            colours = [PUNTERS if value == best else colour for value in values]
            _bars(axes, [str(row["sticks_on"]) for row in rows], values, colours, places=2)
            axes.set_title(f"The {side} sticks on ..., against {other}", loc="left", fontsize=10)
            axes.set_ylabel("bank's edge, %")
        _remark(figure, told, "In per cent of the initial stakes. Orange: the best for the one who chooses.")
        return figure


def hands(told: Told) -> Figure:
    """Pairs of bars: how the punter's and the banker's hands end."""
    rows = told["rows"][::-1]
    with mpl.rc_context(STYLE):
        figure, (axes,) = _sheet(told, "How hands end", 1, 1.9 + 0.42 * len(rows))
        for side, colour, shift in (("punter", PUNTERS, 0.2), ("banker", BANK, -0.2)):
            shares = [100 * row[side] for row in rows]
            places = [place + shift for place in range(len(rows))]
            axes.barh(places, shares, height=0.36, color=colour, label=f"the {side}'s hands")
            for place, share in zip(places, shares, strict=True):
                if share > 0:
                    _label(axes, f"{share:.2f}", (share, place), (4, 0), ha="left", va="center")
        names = {"unplayed": "ended by the\nbanker's pontoon"}
        axes.set_yticks(range(len(rows)), [names.get(row["hand"], row["hand"]) for row in rows])
        axes.tick_params(axis="y", length=0)
        axes.margins(x=0.12, y=0.02)
        axes.set_xlabel("per cent of each side's hands")
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.grid(axis="x", color=FAINT, linewidth=0.5, alpha=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False, loc="best")
        _remark(figure, told, "The banker's hand is played to its end, whatever the punter has.")
        return figure


def splits(told: Told) -> Figure:
    """Pairs of bars: what each pair is worth as one hand, and split."""
    rows = told["rows"]
    with mpl.rc_context(STYLE):
        figure, (axes,) = _sheet(told, "Which pairs to split", 1, 4.6)
        for name, colour, shift, label in (("kept", BANK, -0.2, "as one hand"), ("split", PUNTERS, 0.2, "split")):
            places = [place + shift for place in range(len(rows))]
            axes.bar(places, [row[name] for row in rows], width=0.36, color=colour, label=label)
        axes.set_xticks(range(len(rows)), [row["pair"].replace("TT", "10 10") for row in rows])
        axes.tick_params(axis="x", length=0)
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_xlabel("pair")
        axes.set_ylabel("punter's result, stakes")
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False, loc="best")
        _remark(figure, told, "What a pair is worth, the deal going on: played as one hand, and split at its best.")
        return figure


def _sheet(told: Told, title: str, panels: int, height: float) -> tuple[Figure, Sequence[Axes]]:
    """An empty figure with its title, and so many panels below each other."""
    head = wrap(f"{title}: {printable(told['title'])}", _CHARACTERS * 10 // 13)
    below = wrap(f"{who_plays(told['punter'])} against {against(told['banker'])}", _CHARACTERS)
    lines = [*head, *below] if panels == 1 else head
    figure = Figure(figsize=(8, height + 0.2 * len(lines)), layout="constrained")
    figure.suptitle("\n".join(head), x=0.01, ha="left", fontsize=12, fontweight="bold")
    axes = figure.subplots(panels, 1, squeeze=False)[:, 0]
    if panels == 1:
        axes[0].set_title("\n".join(below), loc="left", fontsize=10)
    return figure, list(axes)


def _bars(axes: Axes, names: Sequence[str], values: Sequence[float], colours: Sequence[str], places: int = 1) -> None:
    """Upright bars with their figures at the ends."""
    axes.bar(range(len(values)), values, width=0.7, color=colours)
    for place, value in enumerate(values):
        side = 1 if value >= 0 else -1
        _label(
            axes, f"{value:+.{places}f}", (place, value), (0, 3 * side), ha="center", va="bottom" if side > 0 else "top"
        )
    axes.set_xticks(range(len(names)), names)
    axes.tick_params(axis="x", length=0)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.margins(x=0.02, y=0.14)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)


def _label(axes: Axes, text: str, place: tuple[float, float], shift: tuple[float, float], **how: Any) -> None:
    axes.annotate(text, place, xytext=shift, textcoords="offset points", fontsize=9, **how)


def _remark(figure: Figure, told: Told, words: str) -> None:
    """The conditions, in small print."""
    packs = told["packs"]
    said = (
        f"{words}\nExact, {packs} pack{'s' * (packs > 1)}, one punter, stakes {printable(short_name(told['stakes']))}; "
        f"rules {told['rules_id']}"
    )
    figure.supxlabel(said, fontsize=7.5, x=0.01, ha="left")
