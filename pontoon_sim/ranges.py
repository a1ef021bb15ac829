"""Lists of values as people write them: ``stick-15..19``, ``1..7``, ``16,17``."""

from __future__ import annotations

import re

from .errors import OptionError, quoted

MOST = 1000  # values that one range may stand for
_RANGE = re.compile(r"(.*?)(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?(.*)", re.DOTALL)


def values_of(text: str) -> list[str]:
    """The values that a text stands for: one, or a range such as ``stick-15..19`` or ``10..50..10`` (by steps).

    Raises
    ------
    OptionError
        For a range that is empty or too long.

    Examples
    --------
    >>> values_of("stick-15..17:split=A")
    ['stick-15:split=A', 'stick-16:split=A', 'stick-17:split=A']
    >>> values_of("10..50..20")
    ['10', '30', '50']
    >>> values_of("optimal")
    ['optimal']
    """
    found = _RANGE.fullmatch(text)
    if not found:
        return [text]
    before, first, last, step, after = found.groups()
    if before and first.startswith("-"):  # the hyphen of stick-15, not a sign
        before, first = before + "-", first[1:]
    low, high, by = int(first), int(last), int(step or 1)
    if high < low or by == 0:
        raise OptionError(f"{quoted(text)} is an empty range: write the smaller number first, as in 15..19.")
    if (high - low) // by + 1 > MOST:
        raise OptionError(f"{quoted(text)} is a range of more than {MOST} values: write a shorter one, or a step.")
    return [f"{before}{number}{after}" for number in range(low, high + 1, by)]
