"""A strategy chart as text: for a terminal, in colours or plain letters, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from ..charts.strategy import Block, Cell, StrategyChart
from ..errors import printable
from .chart_words import (
    CLOSE,
    HEADS,
    KINDS,
    NO_CHOICE,
    exceptions,
    flat_stake,
    forced,
    marked,
    priced,
    remarks,
    rules_line,
    subtitle,
)
from .colours import fill_of, ink_of
from .page import DIM, HEAD, STRONG, dim, strong

_GAP, _BLOCK_GAP = 2, 4
_NAMED = 12  # exceptions that a terminal names
_NOTES = (("*", "some hands differ", marked), ("~", f"a mistake costs less than {CLOSE:g} of a stake", priced))


def page(chart: StrategyChart, width: int = 80) -> Iterator[Any]:
    """The parts of a chart for a terminal: blocks beside each other where they fit."""
    yield strong(printable(chart.title))
    yield subtitle(chart)
    for words in remarks(chart):
        yield dim(words)
    yield ""
    drawings = [_drawn(block) for block in chart.blocks]
    if sum(map(_width, drawings)) + _BLOCK_GAP * (len(drawings) - 1) <= width:
        drawings = [_beside(drawings, _BLOCK_GAP)]
    for lines in drawings:
        yield from lines
        yield ""
    yield from _below(chart)


def _drawn(block: Block) -> list[Text]:
    """A block as lines: title, heads, and the panels beside each other."""
    panels = [_panel(block, kind) for kind in KINDS if block.panel(kind)[0]]
    body = _beside(panels, _GAP)
    return [Text(block.title, style=STRONG), Text(block.note, style=DIM), *body]


def _panel(block: Block, kind: str) -> list[Text]:
    rows, columns = block.panel(kind)
    label = max(len(HEADS[kind]), *(len(row.label) for row in rows))
    texts = [_letters(cell) for cell in block.cells.values()]
    wide = max(map(len, [*texts, *columns])) + 1
    head = Text(HEADS[kind].ljust(label), style=HEAD)
    for column in columns:
        head.append(" ").append(column.center(wide), style=HEAD)
    lines = [head]
    for row in rows:
        line = Text(row.label.rjust(label))
        for column in columns:
            cell = block.cells.get((row, column))
            line.append(" ")
            line.append(*((" " * wide,) if cell is None else (_letters(cell).center(wide), _style(cell))))
        lines.append(line)
    return lines


def _letters(cell: Cell) -> str:
    """Letter and marks of a cell, in plain characters."""
    if cell.forced:
        return cell.move.letter.lower()
    close = cell.cost is not None and cell.cost < CLOSE
    return cell.move.text + ("*" if cell.specials else "~" if close else "")


def _style(cell: Cell) -> str:
    return DIM if cell.forced else f"bold {ink_of(cell)} on {fill_of(cell)}"


def _width(lines: Sequence[Text]) -> int:
    return max(line.cell_len for line in lines)


def _beside(drawings: Sequence[Sequence[Text]], gap: int) -> list[Text]:
    """Drawings beside each other, aligned at the top."""
    made = []
    for place in range(max(map(len, drawings))):
        line = Text()
        for number, lines in enumerate(drawings):
            part = lines[place].copy() if place < len(lines) else Text()
            last = number == len(drawings) - 1
            part.pad_right(0 if last else _width(lines) + gap - part.cell_len)
            line.append_text(part)
        made.append(line)
    return made


def _below(chart: StrategyChart) -> Iterator[Any]:
    """Legend, stakes and exceptions."""
    legend = Text()
    for move, words in chart.legend:
        legend.append(f" {move.text} ", style=_style(Cell(move, False, 0.0)))
        legend.append(f" {words}   ")
    if forced(chart):
        legend.append(" t ", style=DIM).append(f" {NO_CHOICE}")
    yield legend
    marks = [f"{mark} {words}" for mark, words, holds in _NOTES if holds(chart)]
    if marks:
        yield dim("; ".join(marks))
    yield dim("Columns: cards held. Soft: an ace counts 11. Totals are those before the move.")
    if chart.stakes:
        yield ""
        yield from _stakes(chart)
    found, small = exceptions(chart)
    if found:
        yield ""
        yield strong("Exceptions worth learning" if priced(chart) else "Exceptions")
        yield from found[:_NAMED]
        rest = len(found) - _NAMED
        if rest > 0:
            yield dim(f"and {rest} more: --out FILE.md or FILE.csv names all of them")
    if small:
        yield dim(f"{small} more hands differ by next to nothing.")
    yield ""
    yield dim(rules_line(chart))


def _stakes(chart: StrategyChart) -> Iterator[Text]:
    flat = flat_stake(chart)
    if flat is not None:
        yield Text(f"Stake: {flat} unit{'s' * (flat > 1)} on every first card")
        return
    stakes = chart.stakes or {}
    wide = max(3, *(len(str(stake)) + 1 for stake in stakes.values()))
    head = "First card".ljust(12)
    yield Text(head + "".join(("10" if rank == "T" else rank).rjust(wide) for rank in stakes), style=HEAD)
    yield Text("Stake".ljust(12) + "".join(str(stake).rjust(wide) for stake in stakes.values()))


def markdown(chart: StrategyChart) -> str:
    """A chart as GitHub's Markdown, with tables of moves and of costs."""
    lines = [f"# {_plain(chart.title)}", "", f"**{_plain(subtitle(chart))}**", ""]
    lines += [line for words in remarks(chart) for line in (_plain(words), "")]
    for block in chart.blocks:
        lines += [f"## {block.title}", "", f"{block.note[:1].upper()}{block.note[1:]}.", ""]
        for kind in KINDS:
            if block.panel(kind)[0]:
                lines += [*_table(block, kind), ""]
    lines += ["## Legend", "", *(f"- **{move.text}**: {words}" for move, words in chart.legend)]
    lines += [f"- **t**: {NO_CHOICE}"] if forced(chart) else []
    lines += [f"- `{mark}` {words}" for mark, words, holds in _NOTES if holds(chart)]
    lines += ["- Columns are cards held; with a soft total an ace counts 11.", ""]
    if chart.stakes:
        ranks = ["10" if rank == "T" else rank for rank in chart.stakes]
        lines += ["## Stake on the first card", "", _line(["Card", *ranks]), _rule(len(ranks))]
        lines += [_line(["Units", *map(str, chart.stakes.values())]), ""]
    found, _ = exceptions(chart)
    if found:
        lines += ["## Exceptions", "", *(f"- {words}" for words in found), ""]
    if priced(chart):
        lines += ["## What a mistake costs", "", "In initial stakes: what the next best move loses.", ""]
        for block in chart.blocks:
            for kind in KINDS:
                if block.panel(kind)[0]:
                    lines += [f"{block.title}:", "", *_table(block, kind, costs=True), ""]
    return "\n".join([*lines, _plain(rules_line(chart)), ""])


def _table(block: Block, kind: str, costs: bool = False) -> list[str]:
    rows, columns = block.panel(kind)
    lines = [_line([HEADS[kind], *columns]), _rule(len(columns))]
    for row in rows:
        cells = [block.cells.get((row, column)) for column in columns]
        lines.append(_line([row.label, *("" if cell is None else _said(cell, costs) for cell in cells)]))
    return lines


def _said(cell: Cell, costs: bool) -> str:
    if costs:
        return "" if cell.cost is None or cell.forced else f"{cell.cost:.3f}"
    return _letters(cell).replace("*", "\\*").replace("~", "\\~")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(columns: int) -> str:
    return "|" + " --: |" + " :-: |" * columns


def _plain(words: str) -> str:
    """Text in which Markdown finds no marks of its own."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#~" else letter for letter in printable(words))
