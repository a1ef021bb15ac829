"""A sweep as text: its cells, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import listed
from ..study.options import HEADLINES
from .edge import per_cent, short_count, units
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
    names = result.plan.columns()
    measure, words, is_share = HEADLINES[result.plan.command]
    made = table(*names, words, "std. error", "method", "deals", numbers=range(len(names), len(names) + 2))
    edges = [row for row in result.rows if row["measure"] == measure and row["seat"] in (0, _first(result, measure))]
    tell = per_cent if is_share else units
    for row in edges[:MOST]:
        made.add_row(
            *(str(row[name]) for name in names),
            tell(row["value"], "+"),
            tell(row["standard_error"]),
            row["method"],
            "-" if row["deals"] is None else short_count(row["deals"]),
        )
    yield made
    if len(edges) > MOST:
        yield dim(f"{len(edges) - MOST} more are in the tables of the run.")
    yield ""
    yield facts(
        [
            ("run", result.headline()),
            ("folder", str(result.folder)),
            *_effort(result.effort),
            *(
                [("left out", f"{len(result.impossible)} impossible cells: see manifest.json")]
                * bool(result.impossible)
            ),
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
