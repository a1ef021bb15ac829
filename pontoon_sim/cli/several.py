"""Commands that answer for several rule systems in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..rulebook import Rules


def understand(systems: Sequence[Rules], ask: Callable[..., Any], **given: Any) -> None:
    """Refuse, before anything is played, what one of several systems cannot do.

    Parameters
    ----------
    ask : callable
        Takes a system, what is `given`, and ``prepare``, which it calls when all of that is understood.

    Raises
    ------
    PontoonError
        With the name of the system before the sentence.
    """
    from ..errors import PontoonError
    from ..understanding import understood

    for system in systems:
        try:
            understood(ask, system, **given)
        except PontoonError as fault:
            raise type(fault)(f"{system.name}: {fault}") from None
