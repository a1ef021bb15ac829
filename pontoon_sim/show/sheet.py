"""A sheet of paper to draw on: boxes and lines of text at places in inches from its upper left corner."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from typing import Any

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Rectangle
from matplotlib.textpath import text_to_path

from .plot import INK

POINT = 1 / 72  # inch
CAP = 0.73  # height of a capital letter, and of a figure, in sizes of the font
LEADING = 1.32  # from line to line, in sizes
_LARGEST = 2000  # characters of a line that anybody reads


@lru_cache(maxsize=32)
def _font(size: float, bold: bool) -> FontProperties:
    return FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")


@lru_cache(maxsize=8192)
def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is, in inches, whatever it is drawn with later."""
    width, _, _ = text_to_path.get_text_width_height_descent(text, _font(size, bold), False)
    return float(width) * POINT * 1.015  # pixels round letters up


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than that; a word that is wider itself is broken."""
    lines, line = [], ""
    for word in text[:_LARGEST].split():
        joined = f"{line} {word}" if line else word
        if width_of(joined, size, bold) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while width_of(word, size, bold) > width and len(word) > 1:
            fits = _fitting(word, size, width, bold)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def _fitting(word: str, size: float, width: float, bold: bool) -> int:
    """How many of its first letters are no wider than that; at least one."""
    return 1 + bisect(range(2, len(word)), width, key=lambda count: width_of(word[:count], size, bold))


class Sheet:
    """An empty sheet of that many inches."""

    def __init__(self, width: float, height: float):
        self.width, self.height = width, height
        self.figure = Figure(figsize=(width, height), dpi=160)
        self.axes: Any = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)
        self.axes.set_axis_off()

    def text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, colour: str = INK, side: str = "left"
    ) -> None:
        """A line of text; `y` is its base line, and `x` its `side` (left, center or right)."""
        self.axes.text(
            x, y, text, fontsize=size, weight="bold" if bold else "normal", color=colour, ha=side, va="baseline"
        )

    def middle(self, x: float, y: float, text: str, size: float, **how: Any) -> None:
        """The same around the middle of its capital letters."""
        self.text(x, y + CAP * size * POINT / 2, text, size, **({"side": "center"} | how))

    def lines(self, x: float, y: float, lines: list[str], size: float, **how: Any) -> float:
        """Lines below each other, from `y` down; where they end."""
        for place, line in enumerate(lines):
            self.text(x, y + (place * LEADING + 1) * size * POINT, line, size, **how)
        return y + len(lines) * LEADING * size * POINT

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "none", thick: float = 0.6
    ) -> None:
        """A filled box, `x` and `y` its upper left corner."""
        self.axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor=edge, linewidth=thick))

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""
        self.axes.add_patch(Circle((x, y), radius, facecolor=fill, edgecolor="none"))
