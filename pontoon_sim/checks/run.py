"""`selfcheck`: every preset, simulated and worked out, and short packs dealt out in every order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..arguments import MOST_DEALS, seed_for, threads_for, whole
from ..errors import LaterError, OptionError, quoted
from ..presets import preset_names
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Setting
from ..tally import Tally
from .cases import Case, cases_for, short_packs, variations
from .compare import Check, ShortCheck, compared, dealt_out
from .result import SelfcheckResult

DEALS = 1_000_000  # of each case
LEAST_DEALS = 10_000  # from which sums are near enough to normal, and errors known well enough


def selfcheck(
    rules: str | Path | Rules | Sequence[str | Path | Rules] = "all",
    *,
    deals: int = DEALS,
    seed: int | None = None,
    threads: int | None = None,
    watch: Callable[[int, int, str], None] | None = None,
    prepare: Callable[[Setting], None] | None = None,
) -> SelfcheckResult:
    """Compare simulation and exact analysis, and exact analysis and every order of short packs.

    Parameters
    ----------
    rules : str, Path, Rules or several
        Rule systems to check; ``"all"`` is every preset.
    deals : int
        Deals that each case is simulated for, 10,000 at least.
    seed : int
        Same seed, same result; drawn when left out. Each case has a seed of its own, made from it.
    threads : int
        As many as the machine has cores, by default.
    watch : callable
        Told, now and then, the deals done, those of all cases, and the case at work.
    prepare : callable
        Called before each simulation, as by `edge`.

    Returns
    -------
    SelfcheckResult
        With ``complete=False``, and the cases that were finished, when interrupted.

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood.

    Examples
    --------
    >>> selfcheck("vingt-un-1800", deals=10_000, seed=1).in_line
    True
    """
    count = whole(deals)
    if count is None or not LEAST_DEALS <= count <= MOST_DEALS:
        raise OptionError(
            f"{quoted(deals)} is no number of deals to compare by: it is a whole number from {LEAST_DEALS:,} to "
            f"{MOST_DEALS:,}."
        )
    start, seed, workers = time.perf_counter(), seed_for(seed), threads_for(threads)
    systems = _systems(rules)
    shorts = [short for system in systems if _is_preset(system) for short in short_packs(system.name)]
    cases = [case for system in systems for case in _cases(system)]
    found = Found()
    try:
        for short in shorts:
            if watch:
                watch(0, count * len(cases), short.rules.name)
            found.shorts.append(dealt_out(short))
        for place, case in enumerate(cases):
            at_work = watch and partial(_tell, watch, place * count, count * len(cases), case)
            own = int(np.random.SeedSequence(seed, spawn_key=(place,)).generate_state(1, np.uint64)[0])
            try:
                check = compared(case, count, own, workers, at_work, prepare)
            except LaterError as fault:
                found.left_out.append((case, str(fault)))
                continue
            if check is None:
                break
            found.checks.append(check)
    except KeyboardInterrupt:
        pass  # what was finished is told
    complete = len(found.shorts) == len(shorts) and len(found.checks) + len(found.left_out) == len(cases)
    return SelfcheckResult(
        seed=seed,
        deals=count,
        checks=tuple(found.checks),
        shorts=tuple(found.shorts),
        left_out=tuple(found.left_out),
        complete=complete,
        elapsed_s=time.perf_counter() - start,
    )


@dataclass
class Found:
    """What was finished so far."""

    checks: list[Check] = field(default_factory=list)
    shorts: list[ShortCheck] = field(default_factory=list)
    left_out: list[tuple[Case, str]] = field(default_factory=list)


def _tell(watch: Callable[[int, int, str], None], before: int, all_: int, case: Case, tally: Tally) -> None:
    watch(before + tally.deals, all_, case.rules.name)


def _systems(rules: Any) -> list[Rules]:
    """The rule systems that are meant."""
    said = rules if isinstance(rules, list | tuple) else [rules]
    names = [name for one in said for name in (preset_names() if isinstance(one, str) and one == "all" else (one,))]
    if not names:
        raise OptionError("There are no rules in an empty list: name a rule system, or leave it out for all of them.")
    return [one if isinstance(one, Rules) else find_rules(one) for one in names]


def _is_preset(system: Rules) -> bool:
    return system.name in preset_names() and system.rules_id == find_rules(system.name).rules_id


def _cases(system: Rules) -> Iterator[Case]:
    """The cases of a system, and those that change it where it is a preset."""
    yield from cases_for(system)
    if _is_preset(system):
        yield from variations(system.name)
