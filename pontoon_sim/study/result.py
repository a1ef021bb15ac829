"""What a sweep answers: what was done, and the tidy table of all cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..estimate import quantile
from .cells import Impossible
from .differences import frame as differences_table
from .experiment import REPLICATE, Experiment

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class SweepResult:
    """What a sweep came to.

    Attributes
    ----------
    folder : Path
    plan : Experiment
    cells : int
    cached, new : int
        Cells that were found in the folder, and those worked out now.
    impossible : tuple of Impossible
    complete : bool
    rows : list of dict
        The tidy table.
    differences : list of dict
        Of cells that differ along one axis, see `differences`.
    effort : dict or None
        With a budget: how it was spent, and what is open still.
    """

    folder: Path
    plan: Experiment
    cells: int
    cached: int
    new: int
    impossible: tuple[Impossible, ...]
    complete: bool
    rows: list[dict[str, Any]] = field(repr=False)
    differences: list[dict[str, Any]] = field(default_factory=list, repr=False)
    effort: dict[str, Any] | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """What was done, and the tidy rows (schema ``pontoon.sweep/1``)."""
        return {
            "schema": "pontoon.sweep/1",
            "title": self.plan.title,
            "folder": str(self.folder),
            "complete": self.complete,
            "cells": self.cells,
            "cached": self.cached,
            "new": self.new,
            "impossible": [{"values": one.values, "why": one.why} for one in self.impossible],
            "rows": self.rows,
            "differences": self.differences,
            "effort": self.effort,
            "version": __version__,
        }

    def to_frame(self) -> pd.DataFrame:
        """The tidy table: a row for each cell, seat and measure."""
        return frame(self.plan, self.rows)

    def differences_frame(self) -> pd.DataFrame:
        """A row for each two neighbours along an axis, and for the best of each line against each other one."""
        return differences_table(self.plan, self.differences)

    def headline(self) -> str:
        """What was done, in a sentence."""
        left = "" if self.complete else f" {self.cells - self.cached - self.new} are left: go on with --resume."
        return f"{self.cells:,} cells: {self.cached:,} cached, {self.new:,} new.{left}"


_TOLD = ("seat", "measure", "value", "standard_error", "deals", "voided", "method", "sum", "of")


def frame(plan: Experiment, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """The tidy table, in one schema whatever it holds: axes first, then seat, measure, value, error, interval, sums."""
    import pandas as pd

    names = plan.columns()
    by = quantile(plan.confidence)
    made = []
    for row in rows:
        value, error = row["value"], row["standard_error"]
        ends = (None, None) if value is None or error is None else (value - by * error, value + by * error)
        low, high = row.get("interval", ends)
        told = {name: str(row[name]) for name in names} | {name: row[name] for name in _TOLD}
        made.append(told | {"low95": low, "high95": high})
    columns = [*names, "seat", "measure", "value", "standard_error", "low95", "high95", "deals", "voided", "method",
               "sum", "of"]  # fmt: skip
    table = pd.DataFrame(made, columns=columns)
    kinds = {
        **dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64"),
        **dict.fromkeys(("deals", "voided"), "Int64"),
        "seat": "int64",
    }
    texts = dict.fromkeys([*names, "measure", "method", "sum", "of"], "string")
    whole = {REPLICATE: "int64"} if REPLICATE in names else {}
    return table.astype({**kinds, **texts, **whole})


def pooled(plan: Experiment, table: pd.DataFrame) -> pd.DataFrame:
    """The table with one row for all replicates of a cell: the mean of independent figures, and its error."""
    if plan.replicates is None:
        return table
    keys = [*plan.names(), "seat", "measure"]
    squares = table.assign(standard_error=table.standard_error**2)
    groups = squares.groupby(keys, sort=False)
    found = groups.agg({name: "first" for name in table.columns if name not in (*keys, REPLICATE)})
    count = groups.size()
    simulated = found.method != "exact"
    found["value"] = found.value.where(~simulated, groups.value.mean())
    found["standard_error"] = groups.standard_error.sum(min_count=1) ** 0.5 / count
    half = quantile(plan.confidence) * found.standard_error
    found["low95"], found["high95"] = found.value - half, found.value + half
    for name in ("deals", "voided"):
        found[name] = groups[name].sum(min_count=1)
    for name in ("sum", "of"):
        found[name] = found[name].where(~simulated)
    return found.reset_index()[[name for name in table.columns if name != REPLICATE]]
