"""CSV files of policies and schedules: rows by column, and what may be wrong with a file before anybody reads it."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from ..errors import PolicyError, did_you_mean, quoted
from ..files import Unreadable, read_text, shown


@dataclass(frozen=True)
class Row:
    """One row of a file: its cells by column, without blanks around them."""

    file: Path
    line: int
    cells: dict[str, str]

    @property
    def where(self) -> str:
        """Where it stands, to begin a message with."""
        return f"{shown(self.file)}, line {self.line}"

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def get(self, column: str, default: str = "") -> str:
        """The cell of a column that the file may lack."""
        return self.cells.get(column, default)


def read_rows(
    file: Path, columns: tuple[str, ...], needed: tuple[str, ...] | None = None, beside: tuple[str, ...] = ()
) -> list[Row]:
    """The rows of a CSV file with these columns, in any order.

    Parameters
    ----------
    file : Path
    columns : tuple of str
        The columns of such a file.
    needed : tuple of str, optional
        Those that may not be missing; all of them where left out.
    beside : tuple of str
        Others that it may have.

    Raises
    ------
    PolicyError
        When the file cannot be read, is not CSV in UTF-8, is empty, or lacks or adds columns.
    """
    lines = _read_lines(file)
    if not lines:
        raise PolicyError(f"{shown(file)} is empty: begin it with the line {','.join(columns)}.")
    line, header = lines[0]
    found = [name.strip().lower() for name in header]
    _check_header(f"{shown(file)}, line {line}", found, (*columns, *beside), columns if needed is None else needed)
    rows = []
    for line, cells in lines[1:]:
        if len(cells) != len(found):
            raise PolicyError(
                f"{shown(file)}, line {line}: the row has {len(cells)} cells and the header {len(found)}: make them "
                "as many."
            )
        rows.append(Row(file, line, dict(zip(found, (cell.strip() for cell in cells), strict=True))))
    if not rows:
        raise PolicyError(f"{shown(file)} has a header and no rows: add some.")
    return rows


def read_header(file: Path) -> list[str]:
    """The columns of a CSV file; none where it is empty.

    Raises
    ------
    PolicyError
        When the file cannot be read, or is not CSV in UTF-8.
    """
    lines = _read_lines(file)
    return [name.strip().lower() for name in lines[0][1]] if lines else []


def _read_lines(file: Path) -> list[tuple[int, list[str]]]:
    """Line number and cells of every line that is not blank."""
    try:
        text = read_text(file, "check the path")
    except Unreadable as fault:
        raise PolicyError(f"{shown(file)} {fault}") from None
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    lines = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((reader.line_num, cells))
    except csv.Error as fault:
        raise PolicyError(
            f"{shown(file)}, line {reader.line_num}: this is not CSV ({fault}): mend that line."
        ) from None
    return lines


def _check_header(where: str, columns: list[str], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for column in columns:
        if column not in known:
            raise PolicyError(
                f"{where}: there is no column {quoted(column)}{did_you_mean(column, known)}: "
                f"the columns are {', '.join(known)}."
            )
    if len(set(columns)) < len(columns):
        raise PolicyError(f"{where}: a column stands there twice: name each once.")
    missing = [column for column in needed if column not in columns]
    if missing:
        raise PolicyError(
            f"{where}: the column {', '.join(missing)} is missing: add it; needed are {', '.join(needed)}."
        )
