"""The chart of play by chance as text, and as a picture in which every cell is a bar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..errors import printable
from .chart_words import against, who_plays
from .colours import FILL
from .page import dim, facts, strong, table
from .plot import STYLE

Told = Mapping[str, Any]  # what `charts.mixed.MixedChart.to_dict` gives

LETTERS = ("S", "T", "b", "B")  # in the order of ``moves``
LITTLE = 5e-3  # chance of a move that is not told


def page(told: Told) -> Iterator[Any]:
    """The parts of a page for a terminal: first stakes, then a table for each stage of a hand."""
    yield strong(_head(told))
    yield ""
    yield _stakes(told)
    for stage, cells, columns, rows in _stages(told):
        yield ""
        yield strong(f"Hands, {stage}")
        made = table("Total", *(f"{count} cards" for count in columns))
        for row in rows:
            made.add_row(_named(row), *(_cell(told, cells.get((row, count))) for count in columns))
        yield made
    yield ""
    yield facts(_conditions(told))
    yield ""
    yield dim(_LEGEND)


_LEGEND = (
    "S stick, T twist, b buy for the least, B buy for more; behind each how often in per cent, over all hands of that "
    "total as often as they come. A letter alone: always. --out FILE.csv has each state with its probabilities."
)


def markdown(told: Told) -> str:
    """The same as GitHub's Markdown."""
    levels = _levels(told)
    lines = [f"# {_head(told)}", "", _line(["First card", *(f"stakes {stake}" for stake in levels)])]
    lines.append("|" + " --- |" * (1 + len(levels)))
    lines += [_line([card, *shares]) for card, shares in _shares(told)]
    for stage, cells, columns, rows in _stages(told):
        lines += ["", f"## Hands, {stage}", "", _line(["Total", *(f"{count} cards" for count in columns)])]
        lines.append("|" + " --- |" * (1 + len(columns)))
        lines += [_line([_named(row), *(_cell(told, cells.get((row, count))) for count in columns)]) for row in rows]
    return "\n".join([*lines, "", *(f"- {name}: {words}" for name, words in _conditions(told)), "", _LEGEND, ""])


def picture(told: Told) -> Figure:
    """Panels of bars: stakes by first card, then each stage with a bar for every total and number of cards."""
    stages = list(_stages(told))
    heights = [2.2, *(0.5 + 0.24 * len(rows) for _, _, _, rows in stages)]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, sum(heights) + 1.2), layout="constrained")
        figure.suptitle(_head(told), x=0.01, ha="left", fontsize=12, fontweight="bold", wrap=True)
        panels = figure.subplots(len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights})[:, 0]
        _draw_stakes(panels[0], told)
        for axes, (stage, cells, columns, rows) in zip(panels[1:], stages, strict=True):
            axes.set_title(f"Hands, {stage}", loc="left", fontsize=10)
            for place, count in enumerate(columns):
                for height, row in enumerate(rows):
                    if (row, count) in cells:
                        _draw_cell(axes, cells[row, count], [told["moves"], place, height])
            axes.set_xticks([place + 0.5 for place in range(len(columns))], [f"{count} cards" for count in columns])
            axes.set_yticks(range(len(rows)), [_named(row) for row in rows], fontsize=8)
            axes.set_xlim(0, len(columns))
            axes.set_ylim(len(rows) - 0.4, -0.6)
            axes.tick_params(length=0)
            axes.spines[:].set_visible(False)
        patches = [
            Patch(facecolor=FILL[letter], edgecolor="#888888", label=name)
            for letter, name in zip(LETTERS, told["moves"], strict=True)
        ]
        figure.legend(handles=patches, loc="outside lower center", ncols=len(patches), frameon=False)
        return figure


def _draw_stakes(axes: Axes, told: Told) -> None:
    """A bar for each first card, of how often which stake."""
    cards, levels = list(told["first_stakes"]), _levels(told)
    below = [0.0] * len(cards)
    for number, stake in enumerate(levels):
        some = [100 * dict(map(tuple, told["first_stakes"][card])).get(stake, 0.0) for card in cards]
        shade = f"{0.85 - 0.7 * number / max(len(levels) - 1, 1):.2f}"
        axes.bar(range(len(cards)), some, bottom=below, width=0.8, color=shade, edgecolor="#888888", label=f"{stake}")
        below = [one + other for one, other in zip(below, some, strict=True)]
    names = {"T": "10", "*": "any card"}
    axes.set_xticks(range(len(cards)), [names.get(card, card) for card in cards])
    axes.set_title("Stakes by first card, per cent", loc="left", fontsize=10)
    axes.tick_params(axis="x", length=0)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.legend(title="stake", frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)


def _draw_cell(axes: Axes, row: Mapping[str, Any], where: list[Any]) -> None:
    """A bar of a cell's moves."""
    moves, place, height = where
    at = place + 0.03
    for letter, name in zip(LETTERS, moves, strict=True):
        wide = 0.94 * row[name]
        axes.barh(height, wide, left=at, height=0.8, color=FILL[letter], edgecolor="#888888", linewidth=0.3)
        if row[name] > 0.1:
            axes.text(at + wide / 2, height, f"{letter} {100 * row[name]:.0f}", ha="center", va="center", fontsize=6.5)
        at += wide


def _head(told: Told) -> str:
    return f"{who_plays(told['punter'])} against {against(told['banker'])}: {printable(told['title'])}"


Row = tuple[bool, int]


def _stages(told: Told) -> Iterator[tuple[str, dict[tuple[Row, int], Mapping[str, Any]], list[int], list[Row]]]:
    """Each stage with its cells by row and number of cards, the numbers, and the rows."""
    for stage in dict.fromkeys(row["stage"] for row in told["hands"]):
        cells = {((row["soft"], row["total"]), row["cards"]): row for row in told["hands"] if row["stage"] == stage}
        yield stage, cells, sorted({count for _, count in cells}), sorted({row for row, _ in cells})


def _named(row: Row) -> str:
    return f"{'soft' if row[0] else 'hard'} {row[1]}"


def _cell(told: Told, row: Mapping[str, Any] | None) -> str:
    if row is None:
        return ""
    some = [(letter, row[name]) for letter, name in zip(LETTERS, told["moves"], strict=True) if row[name] >= LITTLE]
    if len(some) == 1:
        return some[0][0]
    return " ".join(f"{letter}{100 * chance:.0f}" for letter, chance in some)


def _levels(told: Told) -> list[int]:
    return sorted({stake for some in told["first_stakes"].values() for stake, _ in some})


def _shares(told: Told) -> Iterator[tuple[str, list[str]]]:
    for card, some in told["first_stakes"].items():
        found = dict(map(tuple, some))
        yield ("any card" if card == "*" else card), [_share(found.get(stake, 0.0)) for stake in _levels(told)]


def _share(chance: float) -> str:
    return "-" if chance < 5e-6 else f"{100 * chance:.3f} %"


def _stakes(told: Told) -> Any:
    levels = _levels(told)
    made = table("First card", *(f"stakes {stake}" for stake in levels), numbers=range(1, len(levels) + 1))
    for card, shares in _shares(told):
        made.add_row(card, *shares)
    return made


def _conditions(told: Told) -> list[tuple[str, str]]:
    packs = told["packs"]
    return [
        ("rules", f"{printable(told['rules_name'])} (digest {told['rules_id']})"),
        ("pack", f"fresh, {packs} pack{'s' * (packs > 1)} of 52"),
        ("stakes", printable(told["stakes"])),
        ("worth", f"{told['punter_ev_per_deal']:+.6f} units a deal to the punter"),
    ]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
