"""`odds`: what are the chances of what is dealt?"""

from __future__ import annotations

from pathlib import Path

from ..arguments import whole
from ..errors import OptionError, quoted
from ..house_edge import punters_for
from ..presets import rules as find_rules
from ..rulebook import Rules
from .questions import Questions
from .result import OddsResult
from .stock import stock_of

MOST_PACKS = 1000


def odds(
    rules: str | Path | Rules = "pagat", *, punters: int | None = None, packs: int | None = None, pack: str = "fresh"
) -> OddsResult:
    """The chances of what is dealt under some rules, as fractions: totals, pontoons, pairs, tricks, busts.

    They are counted over the composition of the pack, and nothing is rounded or drawn at random.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        At the table, 1 to 10: pontoons are told of as many hands and the banker's; 5 unless the rules are a casino's.
    packs : int
        Packs of 52, 1 to 1000; as the rules say when left out.
    pack : str
        ``fresh``, or ``infinite``: every card as from so many packs that none is missed.

    Returns
    -------
    OddsResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood.

    Examples
    --------
    >>> odds("pagat").chances["pontoon"]
    Fraction(32, 663)
    >>> odds("pagat", pack="infinite").chances["pontoon"]
    Fraction(8, 169)
    """
    system = find_rules(rules)
    seats = punters_for(punters, system)
    dealt_from = packs_for(system, seats, packs, pack)
    asked = Questions(system, stock_of(dealt_from), seats)
    return OddsResult(system, dealt_from, seats, dict(asked.answers()), asked.reasons)


def packs_for(rules: Rules, punters: int, packs: int | None, pack: str) -> int | None:
    """The number of packs that is meant; None is an infinite one."""
    if pack not in ("fresh", "infinite"):
        raise OptionError(f"{quoted(pack)} is no pack to deal from: it is fresh or infinite.")
    if packs is None:
        return None if pack == "infinite" else rules.packs_for(punters)
    count = whole(packs)
    if count is None or not 1 <= count <= MOST_PACKS:
        raise OptionError(f"packs={quoted(packs)} is not allowed: write a whole number from 1 to {MOST_PACKS}.")
    if pack == "infinite":
        raise OptionError(f"packs={count} and an infinite pack are two answers: leave one of them out.")
    return count
