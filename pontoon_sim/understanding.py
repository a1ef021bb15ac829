"""What is asked, understood to the point where it would be played, and no further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class _Enough(BaseException):
    """Raised where a function would begin to play; no handler of errors on the way may take it for one."""


def _leave(*_: Any) -> None:
    raise _Enough


def understood(ask: Callable[..., Any], *first: Any, begins: str = "prepare", **given: Any) -> None:
    """Ask for what is `given`, and leave where it would begin to play: nothing is played.

    Parameters
    ----------
    ask : callable
    begins : str
        Argument of the function that is called where it begins to play.

    Raises
    ------
    PontoonError
        As from the function itself, for what it cannot do.
    """
    try:
        ask(*first, **given, **{begins: _leave})
    except _Enough:
        return
    raise AssertionError("it was to stop before it plays")
