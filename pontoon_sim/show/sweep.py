"""A sweep as text: its cells, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import listed
from ..study.options import HEADLINES
from .grids import grids_of
from .page import dim, facts, strong, table

if TYPE_CHECKING:
    from ..study.run import SweepResult

MOST = 60  # rows for readers; all of them are in the tables of the run


def page(result: SweepResult) -> Iterator[Any]:
    """What was done, the edge of each cell, and where it all lies."""
    yield strong(result.plan.title)
    if result.plan.question:
        yield dim(result.plan.question)
    yield ""
    found = result.to_frame()
    for grid in grids_of(found, result.plan.columns(), [HEADLINES[result.plan.command][0]]):
        made = table(*grid.heads, numbers=sorted(grid.numbers))
        for row in grid.rows[:MOST]:
            made.add_row(*(cell.text for cell in row))
        yield made
        if len(grid.rows) > MOST:
            yield dim(f"{len(grid.rows) - MOST} more are in the tables of the run.")
    yield ""
    yield facts(
        [
            ("run", result.headline()),
            ("folder", str(result.folder)),
            *_effort(result.effort),
            *_left_out(result),
        ]
    )


def _effort(told: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    """How a budget was spent, and what is not told."""
    if told is None:
        return
    rounds = f"{told['rounds']} round{'s' * (told['rounds'] > 1)}"
    yield "budget", f"{told['spent']:,} of {told['budget']:,} deals played, in {rounds}"
    lines = told["lines"]
    yield "told", f"the best {told['compare']} in {len(lines) - told['undecided']} of {len(lines)} lines"
    for line in [line for line in lines if line["open"]][:MOST]:
        where = f"{line['where']}: " if line["where"] else ""
        yield "open", f"{where}{line['best']} looks best; {listed(line['open'])} may be better"


def _first(result: SweepResult, measure: str) -> int:
    """The first seat that the measure is told of."""
    return min((row["seat"] for row in result.rows if row["measure"] == measure), default=0)


def listed_cells(told: Mapping[str, Any]) -> Iterator[Any]:
    """The cells of an experiment that is not run yet."""
    yield strong(told["title"])
    yield ""
    names = list(told["cells"][0]["values"])
    made = table("", *names, "method")
    for cell in told["cells"][:MOST]:
        made.add_row(str(cell["cell"]), *(str(cell["values"][name]) for name in names), cell["method"])
    yield made
    if len(told["cells"]) > MOST:
        yield dim(f"{len(told['cells']) - MOST} more: --json lists all.")
    yield ""
    for one in told["impossible"]:
        yield dim(f"Left out: {', '.join(f'{k}={v}' for k, v in one['values'].items())}: {one['why']}")
    yield facts(
        [
            ("cells", f"{len(told['cells']):,}"),
            ("simulated", f"{told['simulated']:,} of them" + _deals(told)),
            ("time", f"about {told['seconds']:,.0f} s on one core"),
        ]
    )


def _deals(told: Mapping[str, Any]) -> str:
    deals = told["deals_in_all"]
    if deals == 0:
        return ""
    return ", until they are precise enough" if deals is None else f", {deals:,} deals in all"


def _left_out(result: SweepResult) -> Iterator[tuple[str, str]]:
    if result.impossible:
        yield "left out", f"{len(result.impossible)} impossible cells: see manifest.json"
