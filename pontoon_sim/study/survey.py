"""An experiment looked at before anything is played: its cells, and about how much work they are."""

from __future__ import annotations

from typing import Any

from ..house_edge import DEALS
from .cells import Cell, cells_of
from .effort import first_deals
from .experiment import Experiment, experiment
from .kinds import KINDS

EXACTLY = 0.3  # seconds that an exact cell takes, about
WHOLE_PACK = 0.18  # seconds that a million deals take more where every pack is shuffled to its end


def deals_each(plan: Experiment, deals: int | None, cells: int) -> int | None:
    """Deals of each of so many cells; None: by a precision, or as many as its command plays by itself.

    With a budget they are those of the first round.
    """
    if plan.budget is not None:
        return first_deals(plan, deals, cells)
    if plan.command != "edge":
        if deals is not None:
            plan = with_deals(plan, deals)
        return plan.deals
    return None if plan.precision and deals is None else deals or plan.deals or DEALS


def with_deals(plan: Experiment, deals: int) -> Experiment:
    """The experiment with so many deals, checked as if the file said them."""
    return experiment({**plan.model_dump(exclude_unset=True), "deals": deals})


def survey(plan: Experiment, deals: int | None = None) -> dict[str, Any]:
    """The cells of an experiment, and about how much work they are; nothing is played."""
    cells, impossible = cells_of(plan)
    each = deals_each(plan, deals, sum(cell.method != "exact" for cell in cells))
    simulated = [cell for cell in cells if cell.method == "mc"]
    known = each is not None or (plan.command != "edge" and not plan.precision)
    counts = [_about(cell, each)[0] for cell in simulated]
    seconds = sum(_about(cell, each)[1] for cell in cells)
    if plan.budget is not None and counts:  # all of it, at the most
        seconds *= plan.budget / sum(counts)
        counts = [plan.budget]
    return {
        "schema": "pontoon.survey/1",
        "title": plan.title,
        "command": plan.command,
        "cells": [
            {"cell": cell.place, "values": cell.values, "method": cell.method, "seed": cell.seed} for cell in cells
        ],
        "impossible": [{"values": one.values, "why": one.why} for one in impossible],
        "simulated": len(simulated),
        "replicates": plan.replicates,
        "seeds": plan.seeds(),
        "resumable": plan.command == "edge",
        "deals_in_all": sum(counts) if known else None,
        "budget": plan.budget,
        "seconds": seconds,
    }


def _about(cell: Cell, deals: int | None) -> tuple[int, float]:
    """Deals of a cell, and seconds on one core, about."""
    if cell.command != "edge":
        kind = KINDS[cell.command]
        return deals or kind.usual(cell.given), kind.about(cell.given, cell.punters, deals)
    count = deals or DEALS
    each = 0.03 + 0.03 * cell.punters + WHOLE_PACK * cell.shared
    return count, count * each / 1e6 if cell.method == "mc" else EXACTLY
