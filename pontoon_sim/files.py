"""The one door for what users give to read: plain files of a reasonable size, and standard input."""

from __future__ import annotations

import os
import re
import stat
import sys
from os import PathLike
from pathlib import Path

from .errors import printable

MOST_BYTES = 16 * 2**20
STDIN = "-"
_MOST_NAME = 255


class Unreadable(Exception):  # noqa: N818 - its text is the end of somebody else's sentence
    """A file that is not read; the text goes on after its name: ``cannot be read (...): mend``."""


def read_bytes(path: str | PathLike[str], mend: str) -> bytes:
    """All bytes of a plain file.

    Parameters
    ----------
    path : str or path
    mend : str
        What to do instead, for the message.

    Raises
    ------
    Unreadable
        Also for folders, devices and pipes (which may block or never end) and for more than `MOST_BYTES`.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise Unreadable(f"cannot be read ({'a folder' if Path(path).is_dir() else 'no plain file'}): {mend}.")
        with open(path, "rb", opener=_open) as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:  # the latter for a name that no file can have
        raise Unreadable(f"cannot be read ({getattr(fault, 'strerror', None) or fault}): {mend}.") from None
    return _limited(data)


def _open(name: str, flags: int) -> int:
    """Open without waiting, should the file have become a pipe meanwhile."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def read_stdin() -> bytes:
    """All bytes of standard input.

    Raises
    ------
    Unreadable
    """
    if sys.stdin is None:
        raise Unreadable("cannot be read (it is closed): give a file instead.")
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise Unreadable(
            f"cannot be read ({getattr(fault, 'strerror', None) or fault}): give a file instead."
        ) from None
    return _limited(data)


def _limited(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise Unreadable(f"is larger than {MOST_BYTES // 2**20} MB, the most that is read: give a smaller file.")
    return data


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without its mark.

    Raises
    ------
    Unreadable
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("is not text in UTF-8: save it as UTF-8.") from None


def read_text(path: str | PathLike[str], mend: str) -> str:
    """The text of a plain file; see `read_bytes`."""
    return decoded(read_bytes(path, mend))


def named(path: str | PathLike[str]) -> str:
    """A file's name as text that every encoding of Unicode takes: bytes that are not UTF-8 become U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", str(path))


def shown(path: str | PathLike[str]) -> str:
    """A file's name in a message: nothing that moves a cursor, and not without end."""
    name = printable(named(path))
    return name if len(name) <= _MOST_NAME else f"{name[:100]}...{name[-40:]}"
