"""A series of counted deals with a winner: who wins it, and what bold stakes are worth."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..arguments import MOST_DEALS, seed_for, threads_for, whole
from ..errors import OptionError, did_you_mean, quoted
from ..estimate import quantile
from ..evening.boldness import LEVEL, boldness
from ..evening.schedules import asked_schedules
from ..evening.sittings import SittingSetting
from ..evening.standings import EVERYONE, IN_TURN, Keeping
from ..house_edge import CONFIDENCE
from ..policy.build import seats_of
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, simulate
from .bold import SERIES as BOLD_SERIES
from .bold import BoldTable, bold_table, refuse_flat
from .people import people
from .result import SeriesResult
from .tally import Contest, ContestTally

DEALS, SERIES = 8, 200_000  # where nothing else is asked for
MOST, MOST_BOLD = 1000, 50  # deals of a series, and of one for which bold stakes are looked for
FIRST_BANKERS, BOLD = ("named", "rules"), ("none", "one", "all")
CURVE = 8  # ways of being bold in some last deals only that are tried, about

Step = Callable[[int, int, str], None]


def series(
    rules: str | Path | Rules = "eight-deal",
    *,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    deals: int = DEALS,
    series: int = SERIES,
    first_banker: str = "named",
    bold: str = "none",
    bold_series: int | None = None,
    gather: str | None = None,
    purse: Any = None,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Step | None = None,
    prepare: Callable[[Any], None] | None = None,
) -> SeriesResult:
    """A series of some counted deals: the bank moves, balances have no limit, the highest total wins, ties share.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        Punters of a deal, 1 to 10; people at the table are one more. 5 unless the rules are a casino's.
    punter, banker, stakes : str or sequence
        How each person punts, banks and stakes; the first is he who banks first, the next sits at his left, and so on
        (the last one fills the rest). ``optimal`` means the best in a single deal. A schedule of stakes may be one over
        a session (see `policy.sessions`), which begins with each series.
    deals : int
        Counted deals of a series; void ones are not among them.
    series : int
        Series to play.
    first_banker : str
        ``named``: the first person. ``rules``: as the rules choose him, so that people and starting positions are
        told apart.
    bold : str
        ``one``: look for stakes by the standings, and play them on one chair, each in its turn, against the others as
        before. ``all``: let everybody play them as well.
    bold_series : int
        Series to look for them in: 40,000, fewer where they are long.
    gather : str
        How used cards go back under the pack; by default as the rules say.
    purse : int or sequence of int
        Of stakes over a session, by person: units to which his balance is added; without a limit when left out.
    seed, threads, confidence
        As for `edge`.
    watch : callable
        Called with what is done, of all, and the name of the work.
    prepare : callable
        Called once all arguments are understood.

    Returns
    -------
    SeriesResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> series(punters=3, series=100, seed=1).figures.series
    100
    """
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    if gather is not None:
        system = find_rules(system, gather=gather)
    seats = seats_of(punters if punters is not None else 1 if system.dealer else 5)
    length, count = _count("deals", deals, MOST, "deals of one series"), _count("series", series, MOST_DEALS)
    if length * count > MOST_DEALS:
        raise OptionError(f"{count:,} series of {length} deals are too many: take {MOST_DEALS // length:,} at most.")
    first = _one_of("first_banker", first_banker, FIRST_BANKERS)
    boldly = _one_of("bold", bold, BOLD)
    trials = _trials(system, boldly, bold_series, length)
    quantile(confidence := CONFIDENCE if confidence is None else confidence)
    seed, workers = seed_for(seed), threads_for(threads)
    asked = asked_schedules(system, seats, stakes, purse)
    if asked is not None:
        if boldly != "none":
            raise OptionError(
                "Bold stakes are looked for against people who stake each deal for itself, and a schedule goes from "
                "deal to deal: leave out bold, or name stakes such as min or A=5,*=1."
            )
        asked, stakes = replace(asked, session=length), asked.bases
    who = people(system, seats, punter, banker, stakes, asked)
    setting = SittingSetting(
        rules=system,
        who=who.seated(system.stake_max),
        length=length,
        warm_up=0,
        moving=True,
        first=0 if first == "named" else None,
        bankers=who.bankers,
        habit=Keeping() if who.schedules is None else who.schedules.habit(Keeping()),
    )
    contest = Contest((setting,), who.groups)
    if prepare:
        prepare(contest)
    start = time.perf_counter()
    table, tally, complete = None, contest.nothing(), True
    try:
        if boldly != "none":
            table = bold_table(setting, _other(seed), workers, trials, watch)
            contest = replace(contest, arms=(setting, *_bold_arms(setting, table, boldly)))
            tally = contest.nothing()
        tally = simulate(contest, count * length, seed, workers, None, _telling(watch, count))
    except Interrupted as stopped:
        complete = False
        tally = stopped.tally if isinstance(stopped.tally, ContestTally) else tally
    except KeyboardInterrupt:  # before the first series
        complete = False
    return SeriesResult(
        rules=system,
        who=who,
        deals=length,
        first_banker=first,
        bold=boldly,
        last_deals=_last_deals(length) if table else (),
        table=table,
        figures=tally,
        unit=contest.unit,
        seed=seed,
        confidence=float(confidence),
        complete=complete,
        elapsed_s=time.perf_counter() - start,
    )


def _bold_arms(setting: SittingSetting, table: BoldTable, bold: str) -> list[SittingSetting]:
    """One chair bold in more and more last deals, at last in all; by first card, or by a rule of thumb; everybody."""
    by_card = np.broadcast_to(table.stakes[-1, LEVEL], table.stakes.shape)
    habits = [Keeping(IN_TURN, table.asked(last)) for last in _last_deals(setting.length)]
    thumb = np.full(table.stakes.shape, setting.rules.stake_min)
    thumb[:, :LEVEL] = setting.rules.stake_max
    habits += [Keeping(IN_TURN, boldness(simple, table.unit, table.scale)) for simple in (by_card, thumb)]
    if bold == "all":
        habits.append(Keeping(EVERYONE, table.asked()))
    return [replace(setting, habit=habit) for habit in habits]


def _last_deals(length: int) -> tuple[int, ...]:
    """In how many last deals somebody is bold, each in an arm of its own; all of them in the last one."""
    return tuple(sorted({round(part) for part in np.linspace(1, length, min(CURVE, length))}))


def _telling(watch: Step | None, series: int) -> Callable[[Any], None] | None:
    return None if watch is None else lambda tally: watch(tally.series, series, "series")


def _other(seed: int) -> int:
    """The seed of the series in which bold stakes are looked for: no others are played with it."""
    one, two = np.random.SeedSequence([seed, 1]).generate_state(2, np.uint64).tolist()
    return int(one << 64 | two)


def _trials(rules: Rules, bold: str, said: int | None, length: int) -> int:
    if bold == "none":
        if said is not None:
            raise OptionError("bold_series is for bold stakes: add bold=one or all, or leave it out.")
        return 0
    refuse_flat(rules)
    if length > MOST_BOLD:
        raise OptionError(
            f"Bold stakes are looked for in series of {MOST_BOLD} deals at most, not of {length}: take fewer deals."
        )
    if said is not None:
        return _count("bold_series", said, 10**7)
    return max(min(BOLD_SERIES, BOLD_SERIES * DEALS**2 // length**2), BOLD_SERIES // 10)


def _count(name: str, said: Any, most: int, what: str = "") -> int:
    number = whole(said)
    if number is None or not 1 <= number <= most:
        means = f" ({what}; series is how many of them are played)" if what else ""
        raise OptionError(f"{name}={quoted(said)} is not allowed{means}: write a whole number from 1 to {most:,}.")
    return number


def _one_of(name: str, said: Any, known: tuple[str, ...]) -> str:
    if not isinstance(said, str) or said not in known:
        raise OptionError(f"{name}={quoted(said)} is not known{did_you_mean(said, known)}: it is {', '.join(known)}.")
    return said
