"""The chances of what is dealt, for cells of an experiment: as ``pontoon odds`` tells them."""

from __future__ import annotations

from collections.abc import Callable

from ..house_edge import punters_for
from ..rulebook import Rules
from . import run
from .result import OddsResult


def odds(
    rules: Rules,
    *,
    punters: int | None = None,
    pack: str = "fresh",
    seed: int | None = None,
    threads: int | None = None,
    prepare: Callable[[], None] | None = None,
) -> OddsResult:
    """The chances of one cell; arguments as of `run.odds`.

    Parameters
    ----------
    seed, threads : int, optional
        As every cell is asked; nothing is drawn here, and it is done at once.
    prepare : callable, optional
        Called when all is understood.

    Raises
    ------
    PontoonError
        As from `run.odds`.
    """
    run.packs_for(rules, punters_for(punters, rules), None, pack)
    if prepare:
        prepare()
    return run.odds(rules, punters=punters, pack=pack)
