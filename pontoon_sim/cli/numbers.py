"""Numbers as people write them: ``2e6``, ``10_000``, ``5M``."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click

from ..arguments import MOST_DEALS, count_of
from ..errors import quoted

_HOW = "write for instance 200000, 10_000, 2e6, 3k or 5M"


class Count(click.ParamType):
    """A whole number from `least` to `most`."""

    name = "number"

    def __init__(self, least: int = 1, most: int = MOST_DEALS, how: str = _HOW):
        self.least, self.most, self.how = least, most, how

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a refusal in a sentence."""
        if isinstance(value, int):
            return value
        try:
            return count_of(value, self.least, self.most, self.how)
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


class Positive(click.ParamType):
    """A finite number above 0."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a refusal in a sentence."""
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not isfinite(number) or number <= 0:
            self.fail(f"{quoted(value)} is no number above 0: write for instance 0.0005.", param, ctx)
        return number


COUNT = Count()
PLACES = Count(1, 10, "write for instance 5")
UNITS = Count(1, 10**9, "write for instance 100")
SESSION = Count(1, 10**6, "write for instance 200")
SEED = Count(0, 2**128 - 1, "write for instance 0, 42 or 1e6")
THREADS = Count(1, 256, "write for instance 4")
POSITIVE = Positive()
