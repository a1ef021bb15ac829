"""How hands end, exactly, for cells of an experiment: as ``pontoon chart --kind hands`` tells it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..presets import rules as find_rules
from ..rulebook import Rules
from .figures import Figures, hands, seated


class FinalHands(NamedTuple):
    """Shares of final hands.

    Attributes
    ----------
    figures : Figures
    complete : bool
        Always: such a cell is done at once.
    """

    figures: Figures
    complete: bool = True


def chart(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int = 1,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    seed: int | None = None,
    threads: int | None = None,
    prepare: Callable[[], None] | None = None,
) -> FinalHands:
    """How the hands of one punter and of the banker end, whatever the other has.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        At the table: they say how many packs are in use.
    punter, banker, stakes : policy or name, optional
        As in `edge`.
    seed, threads : int, optional
        As every cell is asked; nothing is drawn here, and it is done at once.
    prepare : callable, optional
        Called when all is understood.

    Raises
    ------
    PontoonError
        As from `figures.seated`; where the figures cannot be exact.
    """
    table = seated(find_rules(rules), punter, banker, stakes, punters)
    if prepare:
        prepare()
    return FinalHands(hands(table))
