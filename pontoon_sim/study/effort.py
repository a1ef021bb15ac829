"""Deals where they tell most: to the values of an axis between which it is still open which is best, round by round.

In each round the cells of a line that may still be best get as many deals again as they had. Who is told apart from the
best is out for good. Looks are many, so that each is taken at a higher level: of the chance of an error, 1/2 is left to
the first look, 1/6 to the second, 1/12 to the third, ...; all of them together keep the confidence that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from ..errors import OptionError
from .cells import Cell, label
from .differences import Line, best_of, figures, lines
from .experiment import Experiment

LOG = "effort.json"
MEASURE = "per_initial_stake"
ALIKE = 100_000  # deals: cells that never differed in so many are taken for alike
SHARES = 8  # of the budget for each cell, on the average: one of them is spent in the first round


@dataclass(frozen=True)
class Round:
    """What is to be done by the end of a round.

    Attributes
    ----------
    deals : tuple of int
        Of each cell, in all; exact ones play none.
    out : frozenset of int
        Places of cells that are not best, told by the rounds before.
    """

    deals: tuple[int, ...]
    out: frozenset[int] = frozenset()

    def to_dict(self) -> dict[str, Any]:
        """As it is kept."""
        return {"deals": list(self.deals), "out": sorted(self.out)}


@dataclass(frozen=True)
class Verdict:
    """What is known of a line.

    Attributes
    ----------
    line : Line
    best : int
        The cell that looks best, by its index in the line.
    contested : tuple of int
        Those that may be better.
    worse : tuple of int
        Those that are not, by their indices.
    same : tuple of int
        Those that are the same play as the best, as far as any deal showed.
    """

    line: Line
    best: int
    contested: tuple[int, ...]
    worse: tuple[int, ...]
    same: tuple[int, ...] = ()


def first_deals(plan: Experiment, deals: int | None, cells: int) -> int:
    """Deals of each cell in the first round.

    Raises
    ------
    OptionError
        When the budget is not enough for it.
    """
    assert plan.budget is not None
    first = deals or plan.deals or max(plan.budget // (SHARES * cells), 1)
    if first * cells > plan.budget:
        raise OptionError(
            f"{cells} cells of {first:,} deals take more than the budget of {plan.budget:,}: give a larger budget, or "
            "fewer deals, which are those of the first round."
        )
    return first


def look(
    plan: Experiment, cells: Sequence[Cell], part: Callable[[Cell], dict[str, Any]], out: frozenset[int], rounds: int
) -> list[Verdict]:
    """What is known of each line after so many rounds, `out` being told before."""
    assert plan.compare is not None
    level = 1 - (1 - plan.confidence) / (rounds * (rounds + 1))
    found = []
    for line in lines(plan, cells, [plan.compare]):
        alive = [place for place, cell in enumerate(line.cells) if cell.place not in out]
        known = figures([part(line.cells[place]) for place in alive], MEASURE)
        if np.isnan(known.values).all() or len(alive) < 2:
            found.append(Verdict(line, alive[0], (), ()))
            continue
        best = best_of(line.axis, known)
        multiple = known.multiple(level) if known.told else 0.0
        contested: list[int] = []
        worse: list[int] = []
        same: list[int] = []
        for other, place in enumerate(alive):
            gap, error = abs(known.values[best] - known.values[other]), sqrt(known.spread(best, other))
            alike = line.cells[place].digest == line.cells[alive[best]].digest
            if gap == error == 0:
                alike = alike or (known.deals[other] or ALIKE) >= ALIKE
            if known.told and gap > multiple * error:
                worse.append(place)
            elif other != best:
                (same if alike else contested).append(place)
        found.append(Verdict(line, alive[best], tuple(contested), tuple(worse), tuple(same)))
    return found


def next_round(
    plan: Experiment, cells: Sequence[Cell], part: Callable[[Cell], dict[str, Any]], now: Round, rounds: int
) -> Round | None:
    """What comes after a round that is done; None when all is told, or the budget is spent."""
    assert plan.budget is not None
    verdicts = look(plan, cells, part, now.out, rounds)
    out = now.out | {verdict.line.cells[place].place for verdict in verdicts for place in verdict.worse}
    asked = sorted(
        {
            verdict.line.cells[place].place
            for verdict in verdicts
            if verdict.contested
            for place in (verdict.best, *verdict.contested)
        }
    )
    index = {cell.place: place for place, cell in enumerate(cells)}
    asked = [place for place in asked if part(cells[index[place]])["method"] != "exact"]
    room = plan.budget - spent(cells, part, now)
    more = {index[place]: now.deals[index[place]] for place in asked}
    wanted = sum(more.values())
    if wanted > room:
        more = {place: deals * room // wanted for place, deals in more.items()}
    if not any(more.values()):
        return None
    return Round(tuple(deals + more.get(place, 0) for place, deals in enumerate(now.deals)), frozenset(out))


def spent(cells: Sequence[Cell], part: Callable[[Cell], dict[str, Any]], now: Round) -> int:
    """Deals that were played by the end of a round."""
    return sum(deals for cell, deals in zip(cells, now.deals, strict=True) if part(cell)["method"] != "exact")


def summary(
    plan: Experiment, cells: Sequence[Cell], part: Callable[[Cell], dict[str, Any]], now: Round, rounds: int
) -> dict[str, Any]:
    """What the effort came to: rounds, deals of each cell, and what is not told yet."""
    verdicts = look(plan, cells, part, now.out, rounds)
    return {
        "budget": plan.budget,
        "compare": plan.compare,
        "rounds": rounds,
        "spent": spent(cells, part, now),
        "deals": [
            {"values": cell.values, "deals": deals if part(cell)["method"] != "exact" else None}
            for cell, deals in zip(cells, now.deals, strict=True)
        ],
        "lines": [_told(verdict) for verdict in verdicts],
        "undecided": sum(bool(verdict.contested) for verdict in verdicts),
    }


def _told(verdict: Verdict) -> dict[str, Any]:
    line = verdict.line
    return {
        "where": label(line.rest),
        "best": line.values[verdict.best],
        "open": [line.values[place] for place in verdict.contested],
        "same": [line.values[place] for place in verdict.same],
    }
