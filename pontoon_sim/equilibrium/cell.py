"""The equilibrium as a cell of an experiment: the figures of ``pontoon solve``, and no times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..rulebook import Rules
from .solving import solve as solve_now


def solve(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int = 1,
    stakes_levels: str | int = "ends",
    buys: str = "ends",
    precision: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    prepare: Callable[[], None] | None = None,
) -> Any:
    """The equilibrium of a table, as `solving.solve` finds it.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
    stakes_levels : str or int
        ``ends``, ``all``, or stakes as in ``1,3,5``.
    buys : str
        ``ends`` or ``all``.
    precision : float, optional
        In smallest stakes.
    seed : int, optional
        Of the tables that are drawn with several punters.
    prepare : callable, optional
        Called when all is understood.

    Raises
    ------
    PontoonError
        As from `solving.solve`.
    """
    told = str(stakes_levels)
    levels: Any = told if told in ("ends", "all") else [int(one) if one.isdecimal() else one for one in told.split(",")]
    given: dict[str, Any] = {"punters": punters, "levels": levels, "buys": buys, "precision": precision, "seed": seed}
    return solve_now(rules, **given, threads=threads, prepare=prepare)
