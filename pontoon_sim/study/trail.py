"""How figures settle while deals are played: marks at a few counts of whole chunks, for pictures of convergence.

The counts are fixed (1, 2, 3, 4, 6, 8, 12, 16, ... chunks), and a chunk is whole or not there: a run that was stopped
leaves the same trail as one that never was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..estimate import bank_edge, quantile

if TYPE_CHECKING:
    import pandas as pd

    from ..tally import Tally

TRAIL = "trail.csv"
MEASURE = "bank_edge_per_initial_stake"

Mark = list[Any]  # deals, value, standard error


def is_marked(chunks: int) -> bool:
    """Whether the trail has a mark after so many chunks: powers of two, and half way between them."""
    return chunks > 0 and chunks // (chunks & -chunks) in (1, 3)


def mark_of(tally: Tally) -> Mark:
    """The bank's edge per initial stake so far."""
    edge = bank_edge(tally)["per_initial_stake"]
    return [tally.deals, edge.value, edge.standard_error]


def marked(trail: Sequence[Mark], chunks: int, tally: Tally) -> list[Mark]:
    """The trail after one more chunk."""
    return [*trail, mark_of(tally)] if is_marked(chunks) else list(trail)


def marks_of(told: dict[str, Any]) -> list[Mark]:
    """The trail of a cell that is finished, its last figures at the end; none of an exact one."""
    marks: list[Mark] = list(told.get("whole", {}).get("trail", []))
    last = [row for row in told["rows"] if row["measure"] == MEASURE and row["method"] == "mc"]
    if last and (not marks or marks[-1][0] < last[0]["deals"]):
        marks.append([last[0]["deals"], last[0]["value"], last[0]["standard_error"]])
    return marks


def trail_frame(
    axes: Sequence[str], cells: Iterable[tuple[dict[str, Any], list[Mark]]], confidence: float
) -> pd.DataFrame:
    """Trails as a tidy table: axes, measure, deals, value, standard_error, low95, high95.

    Parameters
    ----------
    axes : sequence of str
    cells : iterable of dict and list
        Values of the axes, and the marks.
    confidence : float
        Of the interval.
    """
    import pandas as pd

    by = quantile(confidence)
    rows = [
        (*(str(values[name]) for name in axes), MEASURE, deals, value, error, *_ends(value, error, by))
        for values, marks in cells
        for deals, value, error in marks
    ]
    columns = [*axes, "measure", "deals", "value", "standard_error", "low95", "high95"]
    kinds = dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64")
    return pd.DataFrame(rows, columns=columns).astype({**kinds, "deals": "int64"})


def _ends(value: float | None, error: float | None, by: float) -> tuple[float | None, float | None]:
    return (None, None) if value is None or error is None else (value - by * error, value + by * error)
