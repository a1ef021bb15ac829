"""Drawing text for a terminal, a file or a pipe: one look for all tables, and ASCII where that is all there is."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import Any

from rich.box import Box
from rich.console import Console, ConsoleOptions, Group
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ..errors import printable

_RULED = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
_RULED_ASCII = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)

DIM, STRONG, HEAD = "dim", "bold", "bold cyan"


class _Sheet(io.StringIO):
    """Text that knows in which encoding it will be written."""

    encoding = "utf-8"


class _Harmless:
    """A part without control characters, wherever its text may come from."""

    def __init__(self, part: Any):
        self.part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.part, options):
            text = segment.text
            yield segment if text.isprintable() else Segment("\n".join(map(printable, text.split("\n"))), segment.style)


def draw(parts: Iterable[Any], width: int | None, colour: bool, encoding: str) -> str:
    """Text of some parts (texts, tables), one below the other.

    Parameters
    ----------
    width : int or None
        Columns; None asks the terminal.
    colour : bool
        Otherwise plain characters only, and no blanks at the ends of lines.
    encoding : str
        Lines are drawn in ASCII unless it is one of Unicode.
    """
    sheet = _Sheet()
    sheet.encoding = encoding
    console = Console(
        file=sheet,
        width=width or terminal_width(),
        force_terminal=colour,
        force_jupyter=False,
        color_system="auto" if colour else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(_Harmless(_ascii(part) if console.options.ascii_only else part))
    text = sheet.getvalue()
    return text if colour else "".join(line.rstrip() + "\n" for line in text.splitlines())


def terminal_width() -> int:
    """What the terminal has, within reason: a narrower one breaks lines itself rather than lose figures."""
    return min(max(get_terminal_size((80, 24)).columns, 80), 100)


def _ascii(part: Any) -> Any:
    """The same part with lines of ASCII."""
    if isinstance(part, Table) and part.box is _RULED:
        part.box = _RULED_ASCII
    elif isinstance(part, Padding):
        _ascii(part.renderable)
    elif isinstance(part, Group):
        for inner in part.renderables:
            _ascii(inner)
    return part


def table(*columns: str, title: str = "", words: Sequence[int] = (), numbers: Sequence[int] = ()) -> Table:
    """An empty table: a head, a line below it, and blanks between columns.

    Parameters
    ----------
    words : sequence of int
        Columns of running text, which may be broken between words; all others keep their lines.
    numbers : sequence of int
        Columns that stand at the right.
    """
    made = Table(
        box=_RULED,
        title=title or None,
        title_style=STRONG,
        title_justify="left",
        header_style=HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for place, name in enumerate(columns):
        right = place in numbers
        made.add_column(
            name,
            justify="right" if right else "left",
            no_wrap=place not in words,
            overflow="fold",
            ratio=1 if place in words else None,
        )
    return made


def facts(pairs: Iterable[tuple[str, str]]) -> Table:
    """Names with what they are, without head or lines."""
    made = Table.grid(padding=(0, 3, 0, 0))
    made.add_column(no_wrap=True, style=DIM)
    made.add_column(overflow="fold", ratio=1)
    for name, text in pairs:
        made.add_row(name, Text(text))
    return made


def strong(text: str) -> Text:
    """A headline."""
    return Text(text, style=STRONG)


def dim(text: str) -> Text:
    """A remark."""
    return Text(text, style=DIM)


def indented(text: str | Text, by: int = 4) -> Padding:
    """A paragraph further to the right."""
    return Padding(text, (0, 0, 0, by))
