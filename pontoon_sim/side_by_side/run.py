"""`compare`: thresholds, policies, bankers, stakes or rules under common random numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..arguments import seed_for, threads_for
from ..edge_result import EdgeResult
from ..errors import OptionError
from ..estimate import quantile
from ..figures import simulated
from ..house_edge import CONFIDENCE, deals_for, punters_for
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, simulate
from .arms import Table, tables, varied
from .differences import differences
from .result import CompareResult
from .same_cards import ArmsTally, SameCards


def compare(
    rules: str | Path | Rules = "pagat",
    *,
    punter: Any = "stick-16",
    vary: str | Sequence[str] | None = None,
    punters: int | None = None,
    banker: Any = None,
    stakes: Any = "min",
    deals: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Callable[[ArmsTally], None] | None = None,
    prepare: Callable[[SameCards], None] | None = None,
) -> CompareResult:
    """Which is better, and is it sure? Every deal is played by all arms from the same order of the pack.

    Parameters
    ----------
    rules : str, Path or Rules
    punter : policy or sequence of policies
        The arms, each played by all punters; or, with `vary`, how the punters play in all arms.
    vary : str or sequence of str, optional
        What is varied instead: ``banker=stick-15..19``, ``stakes=1..5``, ``rules=...`` or any field of the rules, as
        in ``min_stick=15..17``; several of the same name are joined.
    punters, banker, stakes, deals, seed, threads, confidence, watch, prepare
        As for `edge`.

    Returns
    -------
    CompareResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> found = compare(punter=["stick-15", "stick-18"], punters=1, deals=20_000, seed=1)
    >>> found.differences.pairs[0].per_deal.value < 0
    True
    """
    level = CONFIDENCE if confidence is None else confidence
    quantile(level)
    name, values = varied(vary, punter)
    if (name == "banker" and banker is not None) or (name == "stakes" and stakes != "min"):
        raise OptionError(f"{name} is varied and given: say it once.")
    system = find_rules(rules)
    seats = punters_for(punters, system)
    arms = tables(system, seats, name, values, {"punter": punter, "banker": banker, "stakes": stakes})
    most, seed, workers = deals_for(deals, None), seed_for(seed), threads_for(threads)
    setting = SameCards(tuple(arm.arm() for arm in arms), seats)
    complete, start = True, time.perf_counter()
    try:
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        tally = simulate(setting, most, seed, workers, watch=watch)
    except Interrupted as stopped:
        tally, complete = stopped.tally, False
    except KeyboardInterrupt:  # before the first deal
        tally, complete = setting.nothing(), False
    elapsed = time.perf_counter() - start
    return CompareResult(
        varied=name,
        names=tuple(arm.name for arm in arms),
        arms=tuple(_result(arm, tally, place, seed, float(level), complete, elapsed) for place, arm in enumerate(arms)),
        tally=tally,
        differences=differences(tally, float(level)),
        seed=seed,
        confidence=float(level),
        complete=complete,
        elapsed_s=elapsed,
    )


def _result(
    arm: Table, tally: ArmsTally, place: int, seed: int, level: float, complete: bool, elapsed: float
) -> EdgeResult:
    """One arm as `edge` would tell it."""
    names, sums = arm.who.described(), tally.arms[place]
    return EdgeResult(
        rules=arm.rules,
        punters=sums.punters,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes,
        pack="fresh",
        figures=simulated(arm.rules, sums),
        sums=sums,
        seed=seed,
        confidence=level,
        complete=complete,
        precision=None,
        precision_met=None,
        elapsed_s=elapsed,
        remarks=arm.remarks,
    )
