"""Numbers that Python callers hand over, of whatever kind, as `int` and `float`; None for what is no such number."""

from __future__ import annotations

import numbers
from decimal import Decimal
from math import isfinite
from typing import Any

MOST_DEALS = 10**12  # of one run


def whole(value: Any) -> int | None:
    """A whole number, NumPy's included, as `int`; None for flags, fractions and all else."""
    value = plain(value)
    return int(value) if isinstance(value, numbers.Integral) and not isinstance(value, bool) else None


def real(value: Any) -> float | None:
    """A finite number (also of `decimal`, `fractions` and NumPy) as `float`; None for flags and all else."""
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real | Decimal):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def plain(value: Any) -> Any:
    """A NumPy scalar as Python's own; anything else as it is."""
    return value.item() if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0 else value
