"""What a table of cells says, in words: the extremes, and what each axis does, as far as the errors let one tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from ..errors import printable
from ..policy.names import short_name
from .edge import per_cent

if TYPE_CHECKING:
    import pandas as pd

HEADLINE = "bank_edge_per_initial_stake"
SURE = 3.0  # standard errors from which a difference is called one


def findings(table: pd.DataFrame, axes: Sequence[str]) -> list[str]:
    """Sentences about the bank's edge per initial stake.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies.
    """
    edges = table[(table.measure == HEADLINE) & table.value.notna()]
    if edges.empty:
        return ["No cell has an edge."]
    varying = [axis for axis in axes if edges[axis].nunique() > 1]
    said = list(_extremes(edges, varying))
    for axis in varying:
        said += _axis(edges, axis, [other for other in varying if other != axis])
    return said


def _extremes(edges: pd.DataFrame, axes: Sequence[str]) -> Iterator[str]:
    ranked = edges.sort_values("value", kind="stable")
    low, high = ranked.iloc[0], ranked.iloc[-1]
    if not axes or low.value == high.value:
        yield f"The bank's edge is {_edge(low)} of the initial stakes in every cell."
        return
    yield f"The bank gains most, {_edge(high)} of the initial stakes, with {_cell(high, axes)}."
    least = "gains least" if low.value >= 0 else "loses most"
    yield f"It {least}, {_edge(low)}, with {_cell(low, axes)}."


def _axis(edges: pd.DataFrame, axis: str, others: Sequence[str]) -> Iterator[str]:
    """How often each value of an axis is best for the punters, all else alike."""
    groups = [group for _, group in edges.groupby(list(others), sort=False)] if others else [edges]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return
    wins: dict[str, int] = {}
    unsure = 0
    for group in groups:
        ranked = group.sort_values("value", kind="stable")
        best, second = ranked.iloc[0], ranked.iloc[1]
        wins[best[axis]] = wins.get(best[axis], 0) + 1
        unsure += _unsure(best, second)
    name, ranking = printable(axis.removeprefix("set.")), sorted(wins.items(), key=lambda pair: -pair[1])
    shares = ", ".join(f"{_value(value)} in {count:,}" for value, count in ranking)
    cases = f"{len(groups):,} comparison{'s' * (len(groups) > 1)}"
    doubt = f" In {unsure:,} of them the best two cannot be told apart." if unsure else ""
    yield f"Of {name}, the punters do best with: {shares} (of {cases} with all else alike).{doubt}"
    if len(groups) == 1:
        ranked = groups[0].sort_values("value", kind="stable")
        yield (
            f"{name} in order: " + "; ".join(f"{_value(row[axis])} {_edge(row)}" for _, row in ranked.iterrows()) + "."
        )


def _unsure(one: pd.Series, other: pd.Series) -> bool:
    errors = [0.0 if error != error else float(error) for error in (one.standard_error, other.standard_error)]
    return bool(abs(one.value - other.value) <= SURE * sqrt(sum(error**2 for error in errors)))


def _edge(row: pd.Series) -> str:
    error = row.standard_error
    return per_cent(row.value, "+") + ("" if error != error else f" +/- {per_cent(1.96 * error)}")


def _cell(row: pd.Series, axes: Sequence[str]) -> str:
    return ", ".join(f"{printable(axis.removeprefix('set.'))} {_value(row[axis])}" for axis in axes)


def _value(value: str) -> str:
    return printable(short_name(str(value)))
