"""Numbers that Python callers hand over, of whatever kind, as `int` and `float`; None for what is no such number."""

from __future__ import annotations

import numbers
import os
import re
import secrets
from decimal import Context, Decimal
from math import isfinite
from typing import Any

from .errors import OptionError, quoted

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


def threads_for(threads: int | None) -> int:
    """The number of threads that is meant: all cores where none is given."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = whole(threads)
    if count is None or not 1 <= count <= 256:
        raise OptionError(f"{quoted(threads)} is no number of threads: it is a whole number from 1 to 256.")
    return count


_SHAPE = re.compile(r"([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:[eE]\+?[0-9]{1,9})?)([kKmMgGbB]?)")
_SUFFIX = {"": Decimal(1), "k": Decimal(10**3), "m": Decimal(10**6), "g": Decimal(10**9), "b": Decimal(10**9)}
_DIGITS = 60  # more are above any limit
_EXACT = Context(prec=1000)


def count_of(text: str, least: int, most: int, how: str) -> int:
    """The whole number that a text such as ``2e6``, ``10_000`` or ``5M`` stands for.

    Raises
    ------
    ValueError
        With a sentence; `how` says how one writes such a number.
    """
    shape = _SHAPE.fullmatch(text.strip())
    if shape is None:
        raise ValueError(f"{quoted(text)} is no whole number from {least}: {how}.")
    plain_ = Decimal(shape[1].replace("_", ""))
    if plain_.adjusted() > _DIGITS or (number := _EXACT.multiply(plain_, _SUFFIX[shape[2].lower()])) > most:
        raise ValueError(f"{quoted(text)} is above {most:,}, the largest number here.")
    if number != number.to_integral_value(context=_EXACT):
        raise ValueError(f"{quoted(text)} is no whole number: {how}.")
    if number < least:
        raise ValueError(f"{quoted(text)} is below {least}, the smallest number here.")
    return int(number)


def seed_for(seed: int | None) -> int:
    """The seed that is meant: drawn where none is given."""
    if seed is None:
        return secrets.randbelow(2**53)
    number = whole(seed)
    if number is None or not 0 <= number < 2**128:
        raise OptionError(f"{quoted(seed)} is no seed: it is a whole number from 0 to 2^128 - 1.")
    return number
