"""Where results go: standard output, a file of commas, a terminal with colours or without."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import OutputError, counted
from ..files import shown
from .failures import say

if TYPE_CHECKING:
    import pandas as pd

    from ..show.grids import Grid

# What JSON need not escape, and terminals obey.
_CONTROLS = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
FEW = 30  # independent pieces (deals, sittings, sessions, series) of which errors are anything to go by
PIPED_WIDTH = 100  # of tables that no terminal shows


@dataclass(frozen=True)
class Face:
    """How a command answers.

    Attributes
    ----------
    json : bool
        Strict JSON, and nothing else on standard output.
    csv : str or None
        File of the table; ``-`` is standard output.
    quiet, no_color : bool
    table : str or None
        Another file of the table, in Markdown, LaTeX, CSV or Parquet by its ending.
    """

    json: bool
    csv: str | None
    quiet: bool
    no_color: bool
    table: str | None = None

    def check(self) -> None:
        """Refuse, before anything runs, what could not be written afterwards."""
        if self.csv == "":
            raise click.UsageError("--csv is empty: give the name of a file, or - for standard output.")
        if self.csv == "-":
            if self.json:
                raise click.UsageError("--json and --csv - both want standard output: give --csv a file.")
        elif self.csv is not None:
            check_file(Path(self.csv))
        if self.table is not None:
            from ..show.written import kind_of

            kind_of(Path(self.table))
            check_file(Path(self.table))

    @property
    def draws(self) -> bool:
        """Whether tables for readers go to standard output."""
        return not self.json and self.csv != "-"

    @property
    def saves(self) -> bool:
        """Whether a table is asked for as a file."""
        return self.csv is not None or self.table is not None

    def save(self, table: str, grids: Callable[[pd.DataFrame], Sequence[Grid]] | None = None) -> None:
        """Write a table of commas into the files that ``--csv`` and ``--table`` asked for; `grids`: as for `keep`."""
        self._save_csv(table)
        if self.table is not None:
            import pandas as pd

            frame = pd.read_csv(io.StringIO(table), keep_default_na=False, na_values=[""])
            self._save_table(frame, None if grids is None else lambda: grids(frame))

    def keep(self, frame: Callable[[], pd.DataFrame], grids: Callable[[], Sequence[Grid]] | None = None) -> None:
        """The same with a frame, made only where it is asked for.

        Parameters
        ----------
        frame : callable
            What programs read.
        grids : callable, optional
            What readers read, where it is not the same.
        """
        if not self.saves:
            return
        found = frame()
        if self.csv is not None:
            self._save_csv(found.to_csv(index=False, lineterminator="\n"))
        if self.table is not None:
            self._save_table(found, grids)

    def _save_csv(self, table: str) -> None:
        if self.csv == "-":
            emit_bytes(table.encode("utf-8", "replace"))
        elif self.csv is not None:
            write_file(Path(self.csv), table)

    def _save_table(self, frame: pd.DataFrame, grids: Callable[[], Sequence[Grid]] | None) -> None:
        from ..show.written import ENDINGS, kind_of, table_bytes

        path = Path(self.table or "")
        kind = kind_of(path)
        write_file(path, table_bytes(kind, frame, grids() if grids is not None and ENDINGS[kind] else None))

    def show(self, *parts: Any) -> None:
        """Draw on standard output."""
        from ..show.page import draw

        terminal = on_terminal(sys.stdout)
        colour = terminal and not self.no_color and not os.environ.get("NO_COLOR")
        width = None if terminal else PIPED_WIDTH
        emit(draw(parts, width, colour, getattr(sys.stdout, "encoding", None) or "utf-8"))

    @property
    def width(self) -> int:
        """Columns of what is shown."""
        from ..show.page import terminal_width

        return terminal_width() if on_terminal(sys.stdout) else PIPED_WIDTH

    def warn_of_few(self, pieces: int, what: str, option: str) -> None:
        """Say so where figures and their errors come from so few independent pieces that they mean nothing yet."""
        if 0 < pieces < FEW:
            self.remark(
                f"Only {counted(pieces, what)}: figures and errors of fewer than {FEW} mean nothing yet; ask for more "
                f"with {option}."
            )

    def remark(self, sentence: str) -> None:
        """Say something on standard error, unless quiet."""
        if not self.quiet:
            say(sentence)


def on_terminal(stream: Any) -> bool:
    """Whether a stream is a terminal that can move its cursor, whatever the environment claims."""
    try:
        return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"
    except (AttributeError, ValueError):
        return False


def emit(text: str) -> None:
    """Write to standard output, to the last byte."""
    try:
        if sys.stdout is None:
            raise OSError(None, "it is closed")
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputError(
            f"Standard output cannot be written ({fault.strerror or fault}): send it elsewhere or free some room."
        ) from None


def emit_bytes(data: bytes) -> None:
    """The same with bytes, where the encoding must not depend on the terminal."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        emit(data.decode("utf-8"))
        return
    try:
        sys.stdout.flush()
        raw.write(data)
        raw.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputError(f"Standard output cannot be written ({fault.strerror or fault}): free some room.") from None


def emit_json(answer: Any) -> None:
    """Write strict JSON; escaped where the stream's encoding lacks a character."""
    text = json.dumps(answer, indent=2, allow_nan=False, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(answer, indent=2, allow_nan=False)
    emit(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def comma_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV; None is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _unwritable(path: Path, fault: OSError) -> OutputError:
    return OutputError(f"{shown(path)} cannot be written ({fault.strerror or fault}): choose another file.")


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _beside(path: Path) -> Path:
    """A temporary neighbour of the file that a path means, links followed."""
    target = path.resolve()
    return target.with_name(f".{target.name[:200]}.{os.getpid()}.tmp")


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, by trying its folder.

    Raises
    ------
    OutputError
    """
    if path.is_dir():
        raise OutputError(f"{shown(path)} is a folder: give the name of a file in it.")
    if not path.parent.is_dir():
        raise OutputError(
            f"There is no folder {shown(path.parent)}: make it first, or choose another file than {shown(path)}."
        )
    try:
        if not _is_device(path):
            probe = _beside(path)
            probe.touch()
            probe.unlink()
    except OSError as fault:
        raise _unwritable(path, fault) from None


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file (text as UTF-8) or leave the old one as it was.

    Raises
    ------
    OutputError
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        if _is_device(path):
            path.write_bytes(data)
            return
        parts = _beside(path)
        try:
            parts.write_bytes(data)
            parts.replace(path.resolve())
        finally:
            parts.unlink(missing_ok=True)
    except OSError as fault:
        raise _unwritable(path, fault) from None


PICTURES = (".png", ".svg", ".pdf")


def picture_file(name: str) -> Path:
    """The file of a picture, refused at once where it cannot be drawn or written.

    Raises
    ------
    OptionError, OutputError
    """
    from ..errors import OptionError, quoted

    path = Path(name)
    if path.suffix.lower() not in PICTURES:
        raise OptionError(f"{quoted(name)} is no picture that can be drawn: end its name in .png, .svg or .pdf.")
    check_file(path)
    return path
