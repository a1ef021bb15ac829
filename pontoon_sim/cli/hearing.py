"""What the package has to say while it works, as remarks on standard error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from .output import Face


class _Remarks(logging.Handler):
    """Hands on each message as a remark."""

    def __init__(self, face: Face):
        super().__init__()
        self.face = face

    def emit(self, record: logging.LogRecord) -> None:
        """Say it, unless the user wants quiet."""
        self.face.remark(record.getMessage())


@contextmanager
def heard(face: Face) -> Iterator[None]:
    """As long as it lasts, what the package tells its log is said to the user."""
    log, handler = logging.getLogger("pontoon_sim"), _Remarks(face)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
