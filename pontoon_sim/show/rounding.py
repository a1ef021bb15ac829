"""Figures with as many digits as their errors let one believe: two digits of the error, and the value to the same."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import Any

MOST_PLACES, PLACES = 9, 4  # decimal places at the most, and of what has no error
NOTHING = "-"


def number_of(value: Any) -> float | None:
    """A value as a number; None for what is missing, infinite or no number."""
    try:
        found = float(value)
    except (TypeError, ValueError):  # pandas' NA too
        return None
    return found if isfinite(found) else None


def places(error: float | None) -> int:
    """Decimal places that show two digits of an error."""
    if not error:
        return PLACES
    return min(max(1 - floor(log10(float(f"{abs(error):.1e}"))), 0), MOST_PLACES)


def rounded(value: Any, error: Any = None, scale: float = 1, sign: str = "") -> tuple[str, str]:
    """A value and its error as texts, in as many places as the error allows; a dash for what is missing.

    Parameters
    ----------
    value, error
        Numbers, or what stands for none; a value that is a text stays as it is.
    scale : float
        Both are multiplied by it.
    sign : str
        ``+`` shows the sign of what is above 0 too.
    """
    known, unsure = number_of(value), number_of(error)
    if known is None:
        return (value if isinstance(value, str) else NOTHING), NOTHING
    known, unsure = known * scale, None if unsure is None else unsure * scale
    digits = places(unsure)
    text = f"{known:{sign},.{digits}f}"
    if not unsure and known and abs(known) < 10**-PLACES:
        text = f"{known:{sign}.2e}"
    return text, NOTHING if unsure is None else f"{unsure:,.{digits}f}"
