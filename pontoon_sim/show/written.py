"""Tables as files: Markdown and LaTeX for readers, CSV and Parquet for programs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, quoted
from .grids import Grid, grid_of_frame

if TYPE_CHECKING:
    import pandas as pd

#: Endings of files, and whether they are for readers.
ENDINGS = {".md": True, ".tex": True, ".csv": False, ".parquet": False}

_MARKDOWN = str.maketrans({letter: f"\\{letter}" for letter in "\\`*_[]<>|"} | {"\n": " "})


def kind_of(path: Path) -> str:
    """The ending of a table's file.

    Raises
    ------
    OptionError
        Where no table is written so.
    """
    kind = path.suffix.lower()
    if kind not in ENDINGS:
        raise OptionError(f"{quoted(str(path))} is no table that can be written: end its name in {_SAID}.")
    return kind


_SAID = ", ".join(list(ENDINGS)[:-1]) + f" or {list(ENDINGS)[-1]}"


def table_bytes(kind: str, frame: pd.DataFrame, grids: Sequence[Grid] | None = None) -> bytes:
    """A table as the bytes of a file of that ending.

    Parameters
    ----------
    kind : str
        One of `ENDINGS`.
    frame : DataFrame
        What programs read.
    grids : sequence of Grid, optional
        What readers read; the frame itself, rounded, when left out.
    """
    if kind == ".csv":
        return frame.to_csv(index=False, lineterminator="\n").encode("utf-8", "replace")
    if kind == ".parquet":
        sheet = io.BytesIO()
        _storable(frame).to_parquet(sheet, index=False)
        return sheet.getvalue()
    write = markdown if kind == ".md" else latex
    return "\n".join(write(grid) for grid in (grids or [grid_of_frame(frame)])).encode("utf-8", "replace")


def _storable(frame: pd.DataFrame) -> pd.DataFrame:
    """The same with texts where a column mixes kinds: Parquet wants one."""
    mixed = [name for name in frame.columns if frame[name].dtype == object]
    return frame.astype(dict.fromkeys(mixed, "string"))


def markdown(grid: Grid) -> str:
    """A pipe table whose columns stand below each other in the file too.

    Written here: the library that pandas would ask for leaves a `|` in a cell as it is, which breaks the table.
    """
    texts = [[_escaped(head) for head in grid.heads], *([_escaped(cell.text) for cell in row] for row in grid.rows)]
    wide = [max(3, *(len(row[place]) for row in texts)) for place in range(len(grid.heads))]

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    def placed(row: Sequence[str]) -> str:
        return line([
            text.rjust(width) if place in grid.numbers else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, wide, strict=True))
        ])  # fmt: skip

    rule = line(["-" * (width - 1) + (":" if place in grid.numbers else "-") for place, width in enumerate(wide)])
    head = [f"**{_escaped(grid.title)}**", ""] if grid.title else []
    return "\n".join([*head, placed(texts[0]), rule, *map(placed, texts[1:])]) + "\n"


def _escaped(text: str) -> str:
    return text.translate(_MARKDOWN)


def latex(grid: Grid) -> str:
    r"""A table of the package booktabs (``\usepackage{booktabs}``), with everything escaped that LaTeX obeys."""
    import pandas as pd

    frame = pd.DataFrame([[cell.text for cell in row] for row in grid.rows], columns=range(len(grid.heads)), dtype=str)
    frame.columns = pd.Index(grid.heads)
    style: Any = frame.style.format(_typeset, escape="latex").format_index(_typeset, escape="latex", axis=1)
    sides = "".join("r" if place in grid.numbers else "l" for place in range(len(grid.heads)))
    text = str(style.hide(axis="index").to_latex(hrules=True, column_format=sides))
    return (f"% {' '.join(grid.title.split())}\n" if grid.title else "") + text


def _typeset(cell: object) -> str:
    """What is escaped already, with a minus for a hyphen before a figure, and signs that old fonts lack by name."""
    text = str(cell)
    if text[:1] == "-" and text[1:2].isdigit():
        text = f"$-${text[1:]}"
    return text.replace("<", r"\textless{}").replace(">", r"\textgreater{}").replace("|", r"\textbar{}")
