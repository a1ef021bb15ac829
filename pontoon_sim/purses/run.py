"""What becomes of a purse: sittings of many deals under a schedule of stakes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..arguments import MOST_DEALS, seed_for, threads_for, whole
from ..errors import OptionError, quoted
from ..estimate import quantile
from ..evening.purse_sums import PurseHabit
from ..evening.sittings import SittingSetting, SittingTally
from ..house_edge import CONFIDENCE
from ..policy.build import seats_of
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, simulate
from .people import people_of, spread_stakes
from .result import PurseResult

PURSE, LENGTH, SESSIONS = 100, 100, 20_000
SPREADS = (1, 2, 5, 10)  # largest stakes, in smallest ones
MOST_LENGTH = 10**6


def purse(
    rules: str | Path | Rules = "pagat",
    *,
    purse: int | Sequence[int] = PURSE,
    length: int = LENGTH,
    sessions: int = SESSIONS,
    target: int | Sequence[int] | None = None,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    pack: str = "fresh",
    gather: str | None = None,
    moving: bool = False,
    spread: bool | Sequence[int] = False,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Callable[[SittingTally], None] | None = None,
    prepare: Callable[[SittingSetting], None] | None = None,
) -> PurseResult:
    """What becomes of a purse in a session of many deals: ruin, targets, quantiles, falls.

    A punter stakes what his schedule says, within the limits of the rules and no more than his purse pays. Splits
    and buys are on credit within a deal. He is ruined when his purse does not hold the smallest stake after a deal:
    the purse stays as it is, and what follows does not count.

    Parameters
    ----------
    rules : str, Path or Rules
    purse : int or sequence of int
        Units with which everybody sits down; a list is by seat (the last one fills the rest).
    length, sessions : int
        Deals of a session, and how many sessions are played.
    target : int or sequence of int
        The purse to reach before ruin; twice the purse when left out.
    punters : int
        5 unless the rules are a casino's.
    punter, banker
        As in `edge`.
    stakes : str or sequence
        By seat: whatever `edge` takes, or a schedule over the session: ``proportional:0.02``, ``kelly:0.5``,
        ``martingale``, ``paroli:3``, ``dalembert``, ``levels:1=1/2,2=1/4,4=1/4``, each (but kelly) with
        ``:base=A=2,*=1``; see `pontoon_sim.policy.sessions`.
    pack : str
        ``fresh``: shuffled for every deal; ``continue``: played on, and shuffled when the rules say so.
    gather : str
        How used cards go back under a pack that is played on.
    moving : bool
        Whether the bank passes on as the rules say; then everybody has a purse, and one more is at the table.
    spread : bool or sequence of int
        Also play with the largest stake 1, 2, 5 and 10 times (or as many times) the smallest.
    seed, threads, confidence, watch, prepare
        As in `edge`.

    Returns
    -------
    PurseResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> found = purse("pagat", punters=1, purse=10, length=20, sessions=100, seed=1)
    >>> found.sums.sittings
    100
    """
    system = _system(rules, pack, gather)
    quantile(CONFIDENCE if confidence is None else confidence)
    deals = _count("length", length, MOST_LENGTH)
    given: dict[str, Any] = {
        "seats": seats_of(punters if punters is not None else 1 if system.dealer else 5),
        "deals": (deals, _count("sessions", sessions, MOST_DEALS // deals)),
        "named": {"punter": punter, "banker": banker, "purse": purse, "target": target},
        "pack": pack,
        "moving": bool(moving),
        "seed": seed_for(seed),
        "threads": threads_for(threads),
        "confidence": float(CONFIDENCE if confidence is None else confidence),
    }
    limits = _limits(system, spread)
    result = _played(system, stakes=stakes, watch=watch, prepare=prepare, **given)
    rows: list[PurseResult] = []
    for limit in limits:
        if not (rows or [result])[-1].complete:
            break
        other = system if limit == system.stake_max else find_rules(system, stake_max=limit)
        rows.append(_played(other, stakes=spread_stakes(stakes), before=system, watch=watch, **given))
    return replace(
        result,
        spread=tuple(rows),
        complete=result.complete and all(row.complete for row in rows),
    )


def _played(
    rules: Rules,
    *,
    seats: int,
    deals: tuple[int, int],
    named: dict[str, Any],
    stakes: Any,
    pack: str,
    moving: bool,
    seed: int,
    threads: int,
    confidence: float,
    watch: Callable[[SittingTally], None] | None = None,
    prepare: Callable[[SittingSetting], None] | None = None,
    before: Rules | None = None,
) -> PurseResult:
    """The sessions under one system of rules."""
    people = people_of(rules, seats, moving, stakes=stakes, before=before, **named)
    length, sessions = deals
    played = rules.model_copy(update={"shuffle": "every-deal"}) if pack == "fresh" else rules
    setting = SittingSetting(
        played,
        people.who,
        length=length,
        warm_up=0,
        moving=moving,
        habit=PurseHabit(people.plans, people.purses, people.targets),
    )
    complete, start = True, time.perf_counter()
    try:
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        tally = simulate(setting, length * sessions, seed, threads, None, watch)
    except Interrupted as stopped:
        tally, complete = stopped.tally, False
    except KeyboardInterrupt:  # before the first deal
        tally, complete = setting.nothing(), False
    return PurseResult(
        rules=rules,
        punters=seats,
        people=people,
        pack=pack,
        moving=moving,
        length=length,
        tally=tally,
        seed=seed,
        confidence=confidence,
        complete=complete,
        elapsed_s=time.perf_counter() - start,
    )


def _system(rules: str | Path | Rules, pack: str, gather: str | None) -> Rules:
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    if not isinstance(pack, str) or pack not in ("fresh", "continue"):
        raise OptionError(f"{quoted(pack)} is no way to keep a pack through a session: it is fresh or continue.")
    if gather is None:
        return system
    if pack == "fresh":
        raise OptionError("A pack that is shuffled for every deal is gathered in no order: add --pack continue.")
    return find_rules(system, gather=gather)


def _count(name: str, said: Any, most: int) -> int:
    count = whole(said)
    if count is None or not 1 <= count <= most:
        raise OptionError(f"{name}={quoted(said)} is not allowed: write a whole number from 1 to {most:,}.")
    return count


def _limits(rules: Rules, spread: bool | Sequence[int]) -> list[int]:
    """The largest stakes to try, in units."""
    if spread is False or spread is None:
        return []
    limits = []
    for said in SPREADS if spread is True else spread:
        times = whole(said)
        if times is None or times < 1 or times * rules.stake_min > 1000:
            raise OptionError(
                f"A spread of {quoted(said)} is not allowed: write how many times the smallest stake the largest one "
                "is, from 1, with no stake above 1000 units."
            )
        limits.append(times * rules.stake_min)
    return limits
