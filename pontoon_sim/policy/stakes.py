"""Schedules of initial stakes: how much a punter puts up, by his first card where he has seen it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..arguments import whole
from ..cards import RANKS, parse_rank
from ..deal import NO_CARD
from ..errors import PolicyError, PontoonError, counted, cut, did_you_mean, quoted
from ..files import named
from ..rulebook import Rules
from .names import OPTIMAL, as_file, digest_of, refuse_optimal, sealed
from .rows import read_rows

_INSTEAD = "min, max, a number, or stakes by the first card such as A=5,T=2,*=1"
REST = "*"
NO_RANK = len(RANKS)  # an index of `StakeSchedule.stakes` that no card has

#: Schedules over a session (`sessions`), by the word that their names begin with.
SESSION = ("proportional", "kelly", "martingale", "paroli", "dalembert", "levels")


@dataclass(frozen=True, eq=False)
class StakeSchedule:
    """How much a punter stakes; make one by `stake_schedule`.

    Attributes
    ----------
    name : str
    digest : str
    stakes : int64 (16,)
        Initial stake by rank of the first card; index 15 is the stake before the deal.
    """

    name: str
    digest: str
    stakes: NDArray[np.int64]
    by_chance: ClassVar[bool] = False  # True: see `mixed.policies`


def stake_schedule(name: str | int | PathLike[str] | StakeSchedule, rules: Rules) -> StakeSchedule:
    """The schedule of stakes of that name under those rules.

    Parameters
    ----------
    name : str, int, path or StakeSchedule
        ``min``, ``max``, a whole number, stakes by the first card (``A=5,T=2,*=1``; J, Q and K are not T), a CSV file
        with the columns ``card, stake``, or a schedule (which is checked against the rules).
    rules : Rules

    Raises
    ------
    PolicyError
        When there is no such schedule, the rules do not take it, or it changes from deal to deal.
    """
    if isinstance(name, StakeSchedule):
        if not name.by_chance:
            _check(name.name, name.stakes, rules)
        return name
    if (number := whole(name)) is not None:
        return _named(str(number) if abs(number) < 10**9 else quoted(number), rules)
    if session_kind(name) is not None:
        raise PolicyError(
            f"The schedule of stakes {quoted(name)} changes from deal to deal, and here a deal stands alone: write "
            f"{_INSTEAD}, or ask edge, bank, series or purse, as in `pontoon edge --stakes {cut(str(name))}`."
        )
    file = as_file(name)  # type: ignore[arg-type]  # no number, for `whole` said so
    if file is not None:
        return schedule(named(file), rules, _from_file(file), rest=f"a row {REST},stake")
    return _named(str(name).strip(), rules)


def session_kind(name: object) -> str | None:
    """The kind of a schedule over a session, None for the name of anything else."""
    word = name.split(":")[0].strip() if isinstance(name, str) else ""
    return word if word in SESSION else None


@lru_cache(maxsize=512)
def _named(name: str, rules: Rules) -> StakeSchedule:
    refuse_optimal("schedule of stakes", name)
    if "=" in name:
        return schedule(name, rules, _by_card(name))
    flat = {"min": rules.stake_min, "max": rules.stake_max}
    if name in flat:
        return schedule(name, rules, {REST: flat[name]})
    if not re.fullmatch(r"-?[0-9]{1,9}", name):
        raise PolicyError(
            f"There is no schedule of stakes {quoted(name)}{did_you_mean(name, [*flat, OPTIMAL, *SESSION])}: write "
            f"{_INSTEAD}, or a CSV file (a name ending in .csv or with a slash)."
        )
    return schedule(name, rules, {REST: int(name)})


def _by_card(name: str) -> dict[str, int]:
    said: dict[str, int] = {}
    for part in name.split(","):
        card, sign, stake = (text.strip() for text in part.partition("="))
        if not sign or not re.fullmatch(r"-?[0-9]{1,9}", stake):
            raise PolicyError(
                f"{quoted(name)}: {quoted(part)} is not card=stake with a whole number: write for instance A=5."
            )
        card = _read_card(card, quoted(name))
        if card in said:
            raise PolicyError(f"{quoted(name)}: the stake on {card} is given twice: give it once.")
        said[card] = int(stake)
    return said


def _from_file(file: Path) -> dict[str, int]:
    said: dict[str, int] = {}
    for row in read_rows(file, ("card", "stake")):
        card, stake = _read_card(row["card"], row.where), row["stake"]
        if not re.fullmatch(r"-?[0-9]{1,9}", stake):
            raise PolicyError(f"{row.where}: the stake {quoted(stake)} is not a whole number: write units, such as 3.")
        if card in said:
            raise PolicyError(f"{row.where}: the stake on {card} is given twice: give it once.")
        said[card] = int(stake)
    return said


def _read_card(text: str, where: str) -> str:
    """The rank, or `REST`, that a schedule names; `where` is for the message."""
    if text == REST:
        return REST
    try:
        return RANKS[parse_rank(text)]
    except PontoonError as fault:
        raise PolicyError(f"{where}: {fault} {REST} stands for all the rest.") from None


def schedule(name: str, rules: Rules, said: dict[str, int], rest: str = f"{REST}=stake") -> StakeSchedule:
    """The schedule with these stakes by rank, `REST` for the ranks not named; `rest` is how one writes that.

    Raises
    ------
    PolicyError
        When a rank has no stake, a stake is outside the limits, or stakes vary that are put up before the deal.
    """
    missing = [rank for rank in RANKS if rank not in said and REST not in said]
    if missing:
        raise PolicyError(f"{quoted(name)} names no stake on {', '.join(missing)}: add them, or {rest} for the rest.")
    table = np.zeros(16, np.int64)
    table[: len(RANKS)] = [said.get(rank, said.get(REST, 0)) for rank in RANKS]
    flat = table[: len(RANKS)].min() == table[: len(RANKS)].max()
    table[NO_CARD] = table[0] if flat else rules.stake_min
    _check(name, table, rules)
    sealed(table)
    return StakeSchedule(name, digest_of(table), table)


def with_room(schedule: StakeSchedule, most: int) -> StakeSchedule:
    """The same schedule, with a largest stake on a rank that no card has: tables by stake are made that wide."""
    stakes = schedule.stakes.copy()
    stakes[NO_RANK] = max(most, stakes[NO_RANK])
    sealed(stakes)
    return replace(schedule, stakes=stakes)


def _check(name: str, table: NDArray[np.int64], rules: Rules) -> None:
    stakes, least, most = table[[*range(len(RANKS)), NO_CARD]], rules.stake_min, rules.stake_max
    limits = f"{least} to {most} units" if least < most else counted(least, "unit")
    for stake in stakes:
        if not least <= stake <= most:
            raise PolicyError(
                f"The stakes {quoted(name)} put up {stake}: under {rules.name!r} a stake is {limits}; keep to that, "
                "or set stake_min and stake_max."
            )
    if rules.stakes_when == "before-deal" and stakes.min() != stakes.max():
        raise PolicyError(
            f"The stakes {quoted(name)} vary by the first card, and under {rules.name!r} they are put up before the "
            "deal (stakes_when=before-deal): write one stake for all."
        )
