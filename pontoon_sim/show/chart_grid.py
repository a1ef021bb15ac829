"""The grids of a picture: cells with their letters, hard and soft totals and pairs beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..charts.strategy import Block, Cell
from .chart_words import HEADS, KINDS
from .colours import BAR, fill_of, ink_of, lighter
from .sheet import LEADING, POINT, Sheet, width_of, wrapped

QUIET = "#555555"
FULL = 0.5  # initial stakes that a wrong move costs where the bar is full
_LABEL_ROOM, _GAP, _BLOCK_GAP = 0.1, 0.3, 0.8  # in inches beside a label; in widths of a cell between panels, blocks
_LETTER = 0.56  # size of a letter in heights of a cell


@dataclass(frozen=True)
class Format:
    """A kind of sheet: its size and margin in inches, and the sizes of its fonts."""

    width: float
    height: float
    margin: float
    title: float
    head: float
    body: float
    key: float  # of the legend
    small: float
    row: float  # tallest row, in inches
    narrow: bool


A4 = Format(8.27, 11.69, 0.5, 22, 12, 9.5, 9, 7.5, 0.45, False)
PHONE = Format(6.75, 12.0, 0.28, 22, 16, 13.5, 12, 11, 0.55, True)  # 1080 by 1920 pixels


def cell_box(sheet: Sheet, cell: Cell, x: float, y: float, width: float, height: float, size: float) -> None:
    """A cell: its colour, its letter, a bar for the cost of a wrong move, and a dot where some hands differ."""
    fill = fill_of(cell)
    sheet.box(x, y, width, height, fill, "#C8C8C8" if cell.forced else "none", 0.5)
    barred = cell.cost is not None and not cell.forced
    _letter(sheet, cell, x + width / 2, y + height * (0.45 if barred else 0.5), size)
    if cell.cost is not None and not cell.forced:
        thick, inset = height * 0.085, width * 0.1
        share = min(max(cell.cost, 0.0) / FULL, 1.0)
        room, top = width - 2 * inset, y + height - 1.9 * thick
        sheet.box(x + inset, top, room, thick, lighter(fill))
        if share > 0:
            sheet.box(x + inset, top, room * share, thick, BAR)
    if cell.specials:
        radius = min(width, height) * 0.08
        sheet.dot(x + width - 2 * radius, y + 2 * radius, radius, BAR)


def _letter(sheet: Sheet, cell: Cell, x: float, y: float, size: float) -> None:
    """The letter, and smaller beside it the amount where that is neither the most nor the least."""
    letter, amount = cell.move.letter, cell.move.text[len(cell.move.letter) :]
    small, ink = size * 0.6, ink_of(cell)
    wide = width_of(letter, size, True) + (width_of(amount, small, True) if amount else 0.0)
    sheet.middle(x - wide / 2, y, letter, size, bold=True, colour=ink, side="left")
    if amount:
        start = x - wide / 2 + width_of(letter, size, True)
        sheet.middle(start, y, amount, small, bold=True, colour=ink, side="left")


class Grid:
    """Some blocks beside each other, each with its title and its panels."""

    def __init__(self, sheet: Sheet, form: Format, blocks: Sequence[Block], left: float, inner: float):
        self.sheet, self.form, self.blocks, self.left = sheet, form, blocks, left
        widest = max(width_of(row.label, form.body) for block in blocks for row in block.rows)
        self.label = _LABEL_ROOM + max(widest, width_of("cards", form.small * 0.9))
        columns, labels, gaps = 0.0, 0, _BLOCK_GAP * (len(blocks) - 1)
        for block in blocks:
            kinds = self._kinds(block)
            columns += sum(len(block.panel(kind)[1]) for kind in kinds)
            labels += len(kinds)
            gaps += _GAP * (len(kinds) - 1)
        self.cell = min((inner - labels * self.label) / (columns + gaps), 1.0)
        self.titles = []
        for block in blocks:
            room = self._width(block) if len(blocks) > 1 else inner
            self.titles.append((wrapped(block.title, form.head, room, True), wrapped(block.note, form.small, room)))

    @property
    def head(self) -> float:
        """Height above the first row: titles, notes and the heads of columns."""
        form = self.form
        titles = max((len(title) * form.head + len(note) * form.small) * LEADING for title, note in self.titles)
        return (titles + 2.9 * form.body) * POINT + 0.04

    @property
    def rows(self) -> int:
        """How many rows stand below each other."""
        return max(len(block.panel(kind)[0]) for block in self.blocks for kind in KINDS)

    def draw(self, top: float, row: float) -> float:
        """Draw everything, rows so high; where it ends."""
        x = self.left
        for block, (title, note) in zip(self.blocks, self.titles, strict=True):
            y = self.sheet.lines(x, top, title, self.form.head, bold=True)
            self.sheet.lines(x, y, note, self.form.small, colour=QUIET)
            for kind in self._kinds(block):
                self._panel(block, kind, x, top + self.head, row)
                x += self._panel_width(block, kind) + _GAP * self.cell
            x += (_BLOCK_GAP - _GAP) * self.cell
        return top + self.head + self.rows * row

    def hole(self, top: float, row: float) -> tuple[float, float, float, float]:
        """What the first block leaves free beside its hard totals: left, top, width, height."""
        block = self.blocks[0]
        kinds = [kind for kind in self._kinds(block) if kind != "hard"]
        used = max((len(block.panel(kind)[0]) for kind in kinds), default=0)
        left = self.left + self._panel_width(block, "hard") + _GAP * self.cell
        right = self.left + self._width(block) if len(self.blocks) > 1 else self.form.width - self.form.margin
        start = top + self.head + used * row
        return left, start, right - left, top + self.head + self.rows * row - start

    def _kinds(self, block: Block) -> list[str]:
        return [kind for kind in KINDS if block.panel(kind)[0]]

    def _panel_width(self, block: Block, kind: str) -> float:
        return self.label + len(block.panel(kind)[1]) * self.cell

    def _width(self, block: Block) -> float:
        kinds = self._kinds(block)
        return sum(self._panel_width(block, kind) for kind in kinds) + _GAP * self.cell * (len(kinds) - 1)

    def _panel(self, block: Block, kind: str, x: float, top: float, height: float) -> None:
        sheet, form, cell = self.sheet, self.form, self.cell
        rows, columns = block.panel(kind)
        body = form.body * POINT
        sheet.text(x, top - 1.75 * body, HEADS[kind], form.body, bold=True)
        start, remark = x + width_of(HEADS[kind], form.body, True) + 0.06, "ace as 11" if kind == "soft" else ""
        if start + width_of(remark, form.small) <= x + self._panel_width(block, kind):
            sheet.text(start, top - 1.75 * body, remark, form.small, colour=QUIET)
        sheet.text(x + self.label - 0.06, top - 0.45 * body, "cards", form.small * 0.9, colour=QUIET, side="right")
        for place, column in enumerate(columns):
            sheet.text(x + self.label + (place + 0.5) * cell, top - 0.45 * body, column, form.body, side="center")
        letter = min(height * _LETTER, cell * 0.5) / POINT
        size = min(form.body, height * 0.75 / POINT)
        for place, row in enumerate(rows):
            y = top + place * height
            sheet.middle(x + self.label - 0.06, y + height / 2, row.label, size, side="right")
            for across, column in enumerate(columns):
                found = block.cells.get((row, column))
                if found is not None:
                    left = x + self.label + across * cell
                    cell_box(sheet, found, left + 0.012, y + 0.012, cell - 0.024, height - 0.024, letter)
