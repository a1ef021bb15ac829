"""Numbers as people write them: ``2e6``, ``10_000``, ``5M``."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from math import isfinite
from typing import Any

import click

from ..arguments import MOST_DEALS
from ..errors import quoted

_SHAPE = re.compile(r"([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:[eE]\+?[0-9]{1,9})?)([kKmMgGbB]?)")
_SUFFIX = {"": Decimal(1), "k": Decimal(10**3), "m": Decimal(10**6), "g": Decimal(10**9), "b": Decimal(10**9)}
_DIGITS = 60  # more are above any limit
_EXACT = Context(prec=1000)
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
        shape = _SHAPE.fullmatch(value.strip())
        if shape is None:
            self.fail(f"{quoted(value)} is no whole number from {self.least}: {self.how}.", param, ctx)
        plain = Decimal(shape[1].replace("_", ""))
        if plain.adjusted() > _DIGITS or (number := _EXACT.multiply(plain, _SUFFIX[shape[2].lower()])) > self.most:
            self.fail(f"{quoted(value)} is above {self.most:,}, the largest number here.", param, ctx)
        if number != number.to_integral_value(context=_EXACT):
            self.fail(f"{quoted(value)} is no whole number: {self.how}.", param, ctx)
        if number < self.least:
            self.fail(f"{quoted(value)} is below {self.least}, the smallest number here.", param, ctx)
        return int(number)


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
SEED = Count(0, 2**128 - 1, "write for instance 0, 42 or 1e6")
THREADS = Count(1, 256, "write for instance 4")
POSITIVE = Positive()
