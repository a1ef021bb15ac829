"""A strategy chart as a picture: a sheet of A4 to pin to the wall, or a tall one for a phone."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from .. import __version__
from ..charts.strategy import Cell, Move, Special, StrategyChart
from ..errors import printable
from .chart_grid import A4, FULL, PHONE, QUIET, Format, Grid, cell_box
from .chart_words import (
    NO_CHOICE,
    exceptions,
    flat_stake,
    forced,
    marked,
    priced,
    remarks,
    rules_line,
    subtitle,
    together,
)
from .plot import INK, STYLE
from .sheet import LEADING, POINT, Sheet, width_of, wrapped

_SPACE = 0.2  # inches between the parts
MOST_LINES = 4  # of one exception
LEAST_ROW = 0.25  # inches on a phone: rather a longer picture


class Key(NamedTuple):
    """An entry of the legend: a cell and what it means."""

    cell: Cell
    words: str


def strategy(chart: StrategyChart, *, phone: bool = False) -> Figure:
    """The picture of a chart.

    Parameters
    ----------
    chart : StrategyChart
    phone : bool
        1080 by 1920 pixels, with rows that are played alike as one; else a sheet of A4.
    """
    with mpl.rc_context(STYLE):
        return _Picture(chart, PHONE if phone else A4).drawn()


class _Picture:
    """Draws a chart from top to bottom; the rows get the room that the words leave."""

    def __init__(self, chart: StrategyChart, form: Format):
        self.chart, self.form = chart, form
        self.sheet = Sheet(form.width, form.height)
        self.left, self.inner = form.margin, form.width - 2 * form.margin
        blocks = [together(block) if form.narrow else block for block in chart.blocks]
        beside = [[block] for block in blocks] if form.narrow else [blocks]
        self.grids = [Grid(self.sheet, form, some, self.left, self.inner) for some in beside]
        self.keys = _keys(chart)
        self.step = form.key * POINT * (1.9 if form.narrow else 2.1)  # from one entry of the legend to the next

    def drawn(self) -> Figure:
        """The whole picture."""
        form = self.form
        top = self._header(form.margin) + 0.16
        foot = form.height - form.margin - form.small * POINT
        room = foot - top - 0.1 - self._stakes_height() - self._specials_height()
        row = self._row(room)
        inside = self._fits_hole(top, row)
        if not inside:
            row = self._row(room - self._legend_rows() * self.step - _SPACE)
        short = (LEAST_ROW - row) * sum(grid.rows for grid in self.grids)
        if form.narrow and short > 1e-9:  # a phone scrolls
            return _Picture(self.chart, replace(form, height=form.height + short)).drawn()
        y = top
        for grid in self.grids:
            y = grid.draw(y, row) + _SPACE
        if inside:
            left, start, width, height = self.grids[0].hole(top, row)
            self._legend(
                left + (width - self._key_width(self.keys)) / 2, start + height - len(self.keys) * self.step, 1
            )
        y = self._stakes(y)
        if not inside:
            y = self._legend(self.left, y, self._legend_columns()) + _SPACE
        self._specials(y, foot - 0.14)
        self._footer(foot)
        return self.sheet.figure

    def _row(self, room: float) -> float:
        """The height of a row when the grids have that much room."""
        heads = sum(grid.head for grid in self.grids) + _SPACE * len(self.grids)
        return min((room - heads) / sum(grid.rows for grid in self.grids), self.form.row)

    def _fits_hole(self, top: float, row: float) -> bool:
        """Whether the legend finds room between the grids."""
        if self.form.narrow:
            return False
        _, _, width, height = self.grids[0].hole(top, row)
        return self._key_width(self.keys) <= width and (len(self.keys) + 0.8) * self.step <= height

    def _header(self, y: float) -> float:
        """Title, who plays whom, and what that is worth."""
        form, chart = self.form, self.chart
        title, size = printable(chart.title), form.title
        while len(lines := wrapped(title, size, self.inner, True)) > 2 and size > form.title * 0.6:
            size -= 1
        lines = lines if len(lines) <= 4 else [*lines[:3], lines[3][:-3] + "..."]
        y = self.sheet.lines(self.left, y, lines, size, bold=True)
        y = self.sheet.lines(self.left, y + 0.03, wrapped(subtitle(chart), form.head, self.inner)[:3], form.head)
        for words in remarks(chart):
            lines = wrapped(words, form.body, self.inner)[:3]
            y = self.sheet.lines(self.left, y + 0.02, lines, form.body, colour=QUIET)
        self.sheet.box(self.left, y + 0.06, self.inner, 0.015, INK)
        return y + 0.075

    def _strip(self) -> float:
        """Height of the strip of stakes; none where one sentence says it."""
        return 0.0 if flat_stake(self.chart) is not None else self.form.body * POINT * 3.6

    def _stakes_height(self) -> float:
        if not self.chart.stakes:
            return 0.0
        return self.form.head * POINT * LEADING + self._strip() + _SPACE

    def _stakes(self, y: float) -> float:
        """The stake on each first card, as a strip of thirteen; one sentence where it is always the same."""
        form, sheet, stakes = self.form, self.sheet, self.chart.stakes
        if not stakes:
            return y
        flat = flat_stake(self.chart)
        if flat is not None:
            words = f"Stake: {flat} unit{'s' * (flat > 1)} on every first card"
            return sheet.lines(self.left, y, [words], form.head, bold=True) + _SPACE
        y = sheet.lines(self.left, y, ["Stake on the first card, in units"], form.head, bold=True)
        height, step = self._strip() - 0.04, self.inner / len(stakes)
        widest = max(width_of(str(stake), form.head, True) for stake in stakes.values())
        size = min(form.head, form.head * (step - 0.08) / widest)
        most = max(stakes.values())
        for place, (rank, stake) in enumerate(stakes.items()):
            x, shade = self.left + place * step, 248 - round(78 * stake / most)
            sheet.box(x + 0.012, y + 0.04, step - 0.024, height, f"#{shade:02x}{shade:02x}{shade:02x}")
            name = "10" if rank == "T" else rank
            sheet.middle(x + step / 2, y + 0.04 + height * 0.27, name, form.body, colour="#444444")
            sheet.middle(x + step / 2, y + 0.04 + height * 0.69, str(stake), size, bold=True)
        return y + 0.04 + height + _SPACE

    def _key_width(self, keys: list[Key]) -> float:
        """The width of a column of the legend."""
        return self.step * 1.18 + 0.1 + max(width_of(key.words, self.form.key) for key in keys)

    def _key_columns(self, count: int) -> list[list[Key]]:
        rows = -(-len(self.keys) // count)
        return [self.keys[at : at + rows] for at in range(0, len(self.keys), rows)]

    def _legend_columns(self) -> int:
        """As many as fit beside each other."""
        for count in range(4, 1, -1):
            columns = self._key_columns(count)
            if sum(map(self._key_width, columns)) + 0.25 * (len(columns) - 1) <= self.inner:
                return count
        return 1

    def _legend_rows(self) -> int:
        return -(-len(self.keys) // self._legend_columns())

    def _legend(self, left: float, y: float, count: int) -> float:
        """Every kind of cell with its meaning, in columns with equal gaps."""
        form, sheet, step = self.form, self.sheet, self.step
        columns = self._key_columns(count)
        height, spare = step * 0.84, self.inner - sum(map(self._key_width, columns))
        for keys in columns:
            for row, key in enumerate(keys):
                top = y + row * step
                cell_box(sheet, key.cell, left, top, height * 1.4, height, form.key * 1.1)
                sheet.middle(left + height * 1.4 + 0.1, top + height / 2, key.words, form.key, side="left")
            left += self._key_width(keys) + min(spare / max(len(columns) - 1, 1), 0.6)
        return y + len(columns[0]) * step

    def _entries(self) -> list[list[str]]:
        """The lines of every exception."""
        found, _ = exceptions(self.chart)
        entries = []
        for words in found:
            lines = wrapped(words, self.form.small, self._special_width())
            entries.append(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "and others"])
        return entries

    def _special_width(self) -> float:
        return self.inner if self.form.narrow else (self.inner - _SPACE) / 2

    def _specials_height(self) -> float:
        """Room that is kept for exceptions; they take more where there is more."""
        entries = self._entries()
        if not entries:
            return 0.0
        lines = sum(map(len, entries)) + 0.3 * len(entries)
        kept = min(lines, 5) if self.form.narrow else min(lines / 2 + 1, 9)
        return (self.form.head + kept * self.form.small) * POINT * LEADING + 0.2

    def _specials(self, y: float, bottom: float) -> None:
        """Hands that are played unlike their cell, as many as fit."""
        form, sheet = self.form, self.sheet
        entries = self._entries()
        step, head = form.small * POINT * LEADING, form.head * POINT * LEADING
        each = int((bottom - y - head) / step)
        if not entries or each < 1:
            return
        starts: list[tuple[int, float]] = []
        column, row = 0, 0.0
        for lines in entries:
            if row + len(lines) > each:
                column, row = column + 1, 0
            if column > (0 if form.narrow else 1) or len(lines) > each:
                break
            starts.append((column, row))
            row += len(lines) + 0.3
        words = "Exceptions worth learning" if len(starts) == len(entries) else "The dearest exceptions"
        if not priced(self.chart):
            words = "Exceptions" if len(starts) == len(entries) else "Some exceptions"
        sheet.lines(self.left, y, [words], form.head, bold=True)
        for (column, row), lines in zip(starts, entries, strict=False):
            x = self.left + column * (self._special_width() + _SPACE)
            sheet.lines(x, y + head + row * step, lines, form.small)

    def _footer(self, y: float) -> None:
        form = self.form
        right = f"pontoon_sim {__version__}"
        room = self.inner - width_of(right, form.small) - 0.3
        words = wrapped(rules_line(self.chart), form.small, room)
        base = y + form.small * POINT
        self.sheet.text(self.left, base, words[0] + ("..." if len(words) > 1 else ""), form.small, colour=QUIET)
        self.sheet.text(self.left + self.inner, base, right, form.small, colour=QUIET, side="right")


def _keys(chart: StrategyChart) -> list[Key]:
    """The legend: the moves, and what bars and dots mean."""
    keys = [Key(Cell(move, False, 0.0), words) for move, words in chart.legend]
    twist = Move("T", "twist")
    if forced(chart):
        keys.append(Key(Cell(twist, True, 0.0), NO_CHOICE))
    empty = Move("", "stick")
    if priced(chart):
        keys.append(Key(Cell(empty, False, 0.0, cost=0.05), "a mistake costs 0.05 of a stake"))
        keys.append(Key(Cell(empty, False, 0.0, cost=FULL), f"a mistake costs {FULL:g} or more"))
    if marked(chart):
        special = Special("", "", twist, None, 0.0)
        keys.append(Key(Cell(empty, False, 0.0, specials=(special,)), "some hands differ: see below"))
    return keys
