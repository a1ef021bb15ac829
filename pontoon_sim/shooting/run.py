"""Shoot Pontoon: many deals in which punters shoot, and where shooting pays."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..arguments import seed_for, threads_for, whole
from ..errors import LaterError, OptionError, quoted
from ..estimate import quantile
from ..evening.shots import NotesShots
from ..evening.sittings import LENGTH, WARM_UP, SittingSetting, SittingTally
from ..exact.answers import answered
from ..exact.shots import ShotGains, alone, best_shots, shot_gains
from ..house_edge import CONFIDENCE, deals_for, punters_for
from ..law import plain_law
from ..policy.build import Seated, by_seat
from ..policy.names import OPTIMAL, is_optimal
from ..policy.shots import ShotPolicy, shot_policy
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, simulate
from .figures import shot_figures
from .result import ShootResult

PACKS = ("continue", "fresh")


def shoot(
    rules: str | Path | Rules = "shoot",
    *,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    shoot: Any = OPTIMAL,
    top_up: int = 0,
    pack: str = "continue",
    table: bool = False,
    deals: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Callable[[Any], None] | None = None,
    prepare: Callable[[Any], None] | None = None,
) -> ShootResult:
    """What shots bring: the edge of ordinary stakes and of shots apart, the kitty, and where shooting pays.

    Parameters
    ----------
    rules, punters, punter, banker, stakes, deals, seed, threads, confidence, watch, prepare
        As for `edge`.
    shoot : str, path or sequence
        Shooting policy, or one for each seat (the last one fills the rest): ``optimal`` (the whole room where a unit
        gains), ``none``, ``all``, a CSV file or a text such as ``A=1/2,*=0;4:13-16=all``; see
        `policy.shots.shot_policy`.
    top_up : int
        The banker makes up the kitty to that of the rules before a deal when less than so many units are left; 0:
        only when it is empty.
    pack : str
        ``continue``: the pack is played on, the bank moves and the kitty lasts, as the rules say (whoever moves to
        another seat plays as the one who sat there). ``fresh``: a shuffled pack and a new kitty for every deal.
    table : bool
        Only the exact table of what a unit shot gains: nothing is simulated.

    Returns
    -------
    ShootResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> shoot(table=True).advice()[:50]
    'It pays to shoot before the second card on A, and '
    """
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    if pack not in PACKS:
        raise OptionError(f"{quoted(pack)} is no way to keep a pack here: it is continue or fresh.")
    if table and any(value is not None for value in (deals, seed, threads, confidence)):
        raise OptionError("The table is exact: leave out deals, seed, threads and confidence, or the table.")
    shot_policy("none", system)  # refuses rules without shots
    seats = punters_for(punters, system)
    top_up = _top_up(top_up, system, pack)
    level = CONFIDENCE if confidence is None else confidence
    quantile(level)
    most, seed, workers = deals_for(deals), None if table else seed_for(seed), threads_for(threads)
    start = time.perf_counter()
    party = _party(system, seats, punter, banker, stakes, shoot)
    figures, complete = None, True
    if seed is not None:
        setting = _setting(system, party, pack, top_up)
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        tally, complete = _played(setting, most, seed, workers, watch)
        notes = _no_notes(seats) if tally.found is None else tally.found
        figures = shot_figures(notes, seats, plain_law(system).unit, tally.voided)
    names = party.who.described()
    return ShootResult(
        rules=system,
        punters=seats,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes,
        shooting=tuple(one.name for one in party.who.shots),
        pack=pack,
        top_up=top_up,
        figures=figures,
        gains=party.gains,
        alone=party.alone,
        reasons=party.reasons,
        seed=seed,
        confidence=None if table else float(level),
        complete=complete,
        elapsed_s=time.perf_counter() - start,
        remarks=party.remarks,
    )


def _played(
    setting: SittingSetting, deals: int, seed: int, workers: int, watch: Callable[[Any], None] | None
) -> tuple[SittingTally, bool]:
    """What was played, and whether that is all."""
    try:
        return simulate(setting, deals, seed, workers, None, watch), True
    except Interrupted as stopped:
        return cast(SittingTally, stopped.tally), False


class _Party(NamedTuple):
    """Who plays and shoots, with what is exact about it."""

    who: Seated
    gains: ShotGains | None
    alone: float | None
    reasons: dict[str, str]
    remarks: tuple[str, ...]


def _party(system: Rules, seats: int, punter: Any, banker: Any, stakes: Any, shoot: Any) -> _Party:
    plans = by_seat("shoot", shoot, seats, lambda one: None if is_optimal(one) else shot_policy(one, system))
    answers = answered(system, seats, punter, banker, stakes)
    known: dict[tuple[str, str], ShotGains] = {}

    def gains(seat: int) -> ShotGains:
        policy, schedule = answers.punters[seat], answers.stakes[seat]
        key = policy.digest, schedule.digest
        if key not in known:
            packs = system.packs_for(seats)
            known[key] = shot_gains(system, policy, answers.banker, schedule, packs)
        return known[key]

    aims: list[ShotPolicy] = [best_shots(gains(seat)) if plan is None else plan for seat, plan in enumerate(plans)]
    who = Seated(answers.punters, answers.banker, answers.stakes, aims)
    reasons: dict[str, str] = {}
    try:
        first = gains(0)
    except LaterError as fault:
        reasons["table"] = reasons["exact_gain_alone"] = str(fault)
        return _Party(who, None, None, reasons, answers.remarks)
    value = alone(first, aims[0], system.kitty)
    if value is None:
        reasons["exact_gain_alone"] = (
            "What a punter alone gains by shots is not exact where he splits: hands share a room."
        )
    return _Party(who, first, value, reasons, answers.remarks)


def _setting(system: Rules, party: _Party, pack: str, top_up: int) -> SittingSetting:
    """The table; the first banker plays like the last seat once he is a punter."""
    who = party.who
    everybody = Seated(
        [*who.punters, who.punters[-1]], who.banker, [*who.stakes, who.stakes[-1]], [*who.shots, who.shots[-1]]
    )
    if pack == "fresh":
        return SittingSetting(system, everybody, length=1, warm_up=0, habit=NotesShots(0))
    return SittingSetting(system, everybody, LENGTH, WARM_UP, moving=True, top_up=top_up, habit=NotesShots(WARM_UP))


def _no_notes(seats: int) -> Any:
    """The notes of no deals."""
    habit = NotesShots(0)
    return habit.found(habit.sheet(seats))


def _top_up(units: int, system: Rules, pack: str) -> int:
    least = whole(units)
    if least is None or not 0 <= least <= system.kitty:
        raise OptionError(
            f"top_up={quoted(units)} is not allowed: write whole units from 0 to the kitty of {system.kitty}."
        )
    if least and pack == "fresh":
        raise OptionError("With --pack fresh every deal has a new kitty: leave out top_up, or play the pack on.")
    return least
