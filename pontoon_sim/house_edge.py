"""The banker's edge under given house rules, policies and stakes: the package's first question."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .arguments import MOST_DEALS, real, seed_for, threads_for, whole
from .as_played import as_played, session_setting, sitting_setting
from .edge_result import EdgeResult
from .equilibrium.named import with_equilibria
from .errors import LaterError, OptionError, counted, did_you_mean, listed, quoted
from .estimate import bank_edge, quantile
from .evening.schedules import Asked, Schedules, asked_schedules
from .figures import simulated, solved
from .policy.build import PUNTERS, Seated, by_seat, seated
from .policy.mixed.policies import check_table
from .policy.names import asks_for_best, reads_the_table
from .policy.reader import may_double
from .policy.sessions import FLAT
from .policy.shots import shot_policy
from .presets import rules as find_rules
from .ring import GATHERS
from .rulebook import Rules
from .sampling import fresh_setting, of_fresh_packs
from .simulate import Interrupted, Setting, simulate
from .tally import Tally

DEALS, CONFIDENCE = 2_000_000, 0.95  # where nothing else is asked for


def edge(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    pack: str = "fresh",
    gather: str | None = None,
    shoot: Any = None,
    purse: Any = None,
    session: int | None = None,
    method: str = "mc",
    confidence: float | None = None,
    engine: str | None = None,
    variance: str | None = None,
    watch: Callable[[Tally], None] | None = None,
    prepare: Callable[[Setting], None] | None = None,
) -> EdgeResult:
    """The banker's edge: estimated from simulated deals, or exact.

    Parameters
    ----------
    rules : str, Path or Rules
        A preset, a file of rules, or what `pontoon_sim.rules` returns.
    punters : int
        Number of punters, 1 to 10; 5 unless the rules are a casino's.
    punter, stakes : str or sequence
        Policy and stake schedule, or one for each seat (the last one fills the rest). A schedule may be one over a
        session (see `policy.sessions`), such as ``martingale``: simulation only.
    banker : str
        The banker's policy; by default the dealer of the rules, or ``stick-17``. ``reads-the-table`` looks at what the
        punters show (see `policy.reader.reading_banker`). ``equilibrium``, for either side and the stakes, is play by
        chance as `solve` finds it, for these rules, from ``equilibrium:FILE.npz``, or what `solve` answered itself.
    deals : int
        Counted deals: 2 million, or with `precision` as many as that takes.
    precision : float
        Stop when half the interval of the edge per initial stake is no wider.
    seed : int
        Same seed, same result, on any number of threads; drawn when left out.
    threads : int
        As many as the machine has cores, by default.
    pack : str
        ``fresh``: shuffled for every deal; ``continue``: played on and shuffled when the rules say so (simulation
        only); or ``infinite``: every card as from so many packs that none is missed (exact only).
    gather : str
        How used cards go back under a pack that is played on: ``dealt``, ``hands``, ``hands-mixed``, ``mixed`` or
        ``aside``; as the rules say when left out.
    shoot : str or sequence
        How the seats shoot, where the rules let them (see `policy.shots.shot_policy`); nobody does when left out.
    purse, session : int
        Of stakes over a session: the units that everybody (or each seat) begins it with, without a limit when left
        out; and its deals, 100 when left out.
    method : str
        ``mc`` (simulation) or ``exact``. Exact figures have no error, and what cannot be exact is None with a reason;
        `deals`, `precision`, `seed`, `threads`, `confidence` and `watch` are for simulations only.
    confidence : float
        Level of all intervals, strictly between 0 and 1; 0.95 when left out.
    engine : str
        What plays fresh packs, to check one by the other: ``lanes`` (many deals at once), ``scalar`` (deal by deal),
        or ``auto``, which is lanes wherever they apply.
    variance : str
        ``reduced``: what a deal brings by each hand taken by itself, whose mean is known exactly, is taken off every
        deal and its mean put back, which leaves the answer as it is and its error much smaller (see `lanes.controls`);
        ``plain``: the deals as they fall. When left out, reduced wherever lanes play and the cards surely last.
    watch : callable
        Called with the tally so far, now and then.
    prepare : callable
        Called once all arguments are understood, before the clock starts and the first deal is played.

    Returns
    -------
    EdgeResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> edge("pagat", punters=1, deals=10_000, seed=1).tally.deals
    10000
    >>> edge("pagat", punters=1, punter="stick-15", banker="stick-15", method="exact").headline()
    'Under pagat the bank gains 11.7844 % of the initial stakes (exact).'
    """
    _answerable(pack, gather, method)
    if method == "exact":
        _random_only(
            shoot=shoot,
            deals=deals,
            precision=precision,
            seed=seed,
            threads=threads,
            confidence=confidence,
            engine=engine,
            variance=variance,
            watch=watch,
        )
    system = find_rules(rules, **({} if gather is None else {"gather": gather}))
    seats = punters_for(punters, system)
    punter, banker, stakes, of_chance = with_equilibria(system, seats, punter, banker, stakes, pack)
    asked = asked_schedules(system, seats, stakes, purse, session)
    of_fresh_packs(engine, variance, asked is None and pack == "fresh")
    if asked is not None:
        _alone(asked, method, shoot)
        if reads_the_table(banker):
            raise LaterError(
                "A banker who reads the table knows what each first card stakes, and does not follow stakes over a "
                "session: name stakes by the first card, or another banker."
            )
        stakes = asked.bases
    who, remarks = who_plays(system, seats, punter, banker, stakes, pack)
    remarks = (*of_chance, *remarks)
    schedules = None
    if asked is not None:
        schedules = asked.settled(system, who.punters, [who.banker], who.stakes, system.packs_for(seats))
    if shoot is not None:
        if reads_the_table(banker):
            raise LaterError("A banker who reads the table does not reckon with shots: leave --shoot out.")
        who = who._replace(shots=by_seat("shoot", shoot, seats, lambda one: shot_policy(one, system)))
    if method == "exact":
        return _exactly(system, who, pack, prepare, remarks)
    confidence = CONFIDENCE if confidence is None else confidence
    quantile(confidence)
    confidence = float(confidence)
    precision = _precision(precision)
    most = deals_for(deals, precision)
    seed = seed_for(seed)
    workers = threads_for(threads)
    setting: Any
    if schedules is not None:
        setting, most = session_setting(system, who, schedules, pack), whole_sessions(most, schedules)
    elif pack == "continue":
        setting = sitting_setting(system, who, most)
    else:
        setting = fresh_setting(system, who, engine or "auto", variance)

    def enough(tally: Tally) -> bool:
        half = bank_edge(tally)["per_initial_stake"].half_width(confidence)
        return half is not None and precision is not None and half <= precision

    complete, start = True, time.perf_counter()
    try:
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        tally = simulate(setting, most, seed, workers, enough if precision else None, watch)
    except Interrupted as stopped:
        tally, complete = stopped.tally, False
    except KeyboardInterrupt:  # before the first deal
        tally, complete = setting.nothing(), False
    names = who.described()
    return EdgeResult(
        rules=system,
        punters=seats,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes if schedules is None else schedules.names,
        pack=pack,
        figures=simulated(system, tally),
        sums=tally,
        seed=seed,
        confidence=confidence,
        complete=complete,
        precision=precision,
        precision_met=enough(tally) if precision else None,
        elapsed_s=time.perf_counter() - start,
        remarks=remarks,
        shooting=tuple(one.name for one in who.shots),
        played=as_played(setting, who, tally, seed, workers) if pack == "continue" else None,
        schedules=schedules,
        engine=setting.played_by if isinstance(setting, Setting) else None,
        variance="plain" if not isinstance(setting, Setting) or setting.reduction is None else "reduced",
    )


def who_plays(
    rules: Rules, seats: int, punter: Any, banker: Any, stakes: Any, pack: str
) -> tuple[Seated, tuple[str, ...]]:
    """The policies of the table, ``optimal`` and ``equilibrium`` worked out, with what is to be said of that."""
    punter, banker, stakes, of_chance = with_equilibria(rules, seats, punter, banker, stakes, pack)
    if reads_the_table(banker):
        _readable(punter, stakes, pack)
        from .exact.doubling import worth_of_doubling

        who = seated(rules, seats, punter, banker, stakes, reads=worth_of_doubling)
        return who, (*of_chance, *_reading_remarks(rules, who, pack))
    if not asks_for_best(punter, banker, stakes):
        who = seated(rules, seats, punter, banker, stakes)
        if who.by_chance:
            check_table(who.punters, who.banker, who.stakes)
        return who, of_chance
    from .exact.answers import answered

    found = answered(rules, seats, punter, banker, stakes, None if pack == "infinite" else rules.packs_for(seats))
    return Seated(found.punters, found.banker, found.stakes), found.remarks


_READS = "The banker knows how his punter plays, and reads the hand by what is bought, staked and lies face up."
_READS_SEATS = (
    "The banker knows how his punters play, and reads hand by hand what is bought, staked and lies face up; what other "
    "hands hide he then takes as unseen cards like all the rest."
)

_READS_SINGLE = "He never doubles."
_READS_DOUBLES = (
    "He doubles where that gains more, reckoned stake by stake as if each punter were alone and he then looked at his "
    "own hand only."
)
_READS_ANEW = (
    "He does not remember the cards of earlier deals: in each he reckons with a full, shuffled pack less what he sees."
)


def _reading_remarks(rules: Rules, who: Seated, pack: str) -> tuple[str, ...]:
    """What is to be said of a banker who reads the table."""
    found = [_READS if len(who.punters) == 1 else _READS_SEATS]
    if may_double(who.banker.name, rules, who.punters, who.stakes):
        found.append(_READS_DOUBLES)
    elif rules.banker_doubles != "no":
        found.append(_READS_SINGLE)
    return (*found, *([_READS_ANEW] if pack == "continue" else []))


def _readable(punter: Any, stakes: Any, pack: str) -> None:
    """Refuse what a banker who reads the table cannot read."""
    if asks_for_best(punter, stakes):
        raise LaterError(
            "The best play against a banker who reads the table is not worked out: name the punters' policies and "
            "stakes, or another banker."
        )
    if pack == "infinite":
        raise LaterError(
            "A banker who reads the table reckons with the cards that are left, and pack=infinite has no end of them: "
            "use --pack fresh, or name another banker."
        )


def _exactly(
    rules: Rules, who: Seated, pack: str, prepare: Callable[[Setting], None] | None, remarks: tuple[str, ...]
) -> EdgeResult:
    """The exact answer for the policies of a table."""
    from .exact.table import exact_table

    seats, names = len(who.punters), who.described()
    if prepare:
        prepare(Setting(rules, seats, who.packed()))
    start = time.perf_counter()
    packs = None if pack == "infinite" else rules.packs_for(seats)
    figures = solved(exact_table(rules, who.punters, who.banker, who.stakes, packs))
    return EdgeResult(
        rules=rules,
        punters=seats,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes,
        pack=pack,
        figures=figures,
        sums=None,
        seed=None,
        confidence=None,
        complete=True,
        precision=None,
        precision_met=None,
        elapsed_s=time.perf_counter() - start,
        remarks=remarks,
    )


def _answerable(pack: str, gather: str | None, method: str) -> None:
    if not isinstance(method, str) or method not in ("mc", "exact"):
        raise OptionError(f"{quoted(method)} is no method: it is mc (simulation) or exact.")
    if not isinstance(pack, str) or pack not in ("fresh", "continue", "infinite"):
        raise OptionError(f"{quoted(pack)} is no way to keep a pack: it is fresh, continue or infinite.")
    if pack == "infinite" and method == "mc":
        raise OptionError("An infinite pack cannot be shuffled: use --method exact with it, or --set packs=8.")
    if pack == "continue" and method == "exact":
        raise OptionError(
            "What a pack that is played on deals hangs on all deals before, and is not worked out exactly: use "
            "--method mc with --pack continue, or --pack fresh."
        )
    if gather is not None and pack != "continue":
        raise OptionError(f"gather={gather} says how a pack is played on: add --pack continue, or leave it out.")
    if gather is not None and (not isinstance(gather, str) or gather not in GATHERS):
        raise OptionError(
            f"{quoted(gather)} is no way to gather used cards{did_you_mean(str(gather), GATHERS)}: it is one of "
            f"{', '.join(GATHERS)}."
        )


def _alone(asked: Asked, method: str, shoot: Any) -> None:
    """Refuse what stakes that change from deal to deal do not go together with."""
    name = quoted(next(plan.name for plan in asked.plans if plan is not None and plan.kind != FLAT))
    if method == "exact":
        raise OptionError(
            f"The stakes {name} hang on the deals before, and only deals that stand alone are worked out exactly: use "
            "--method mc. Where a schedule begins with one stake for all cards and play does not look at the stake, "
            "the edge per unit staked is that of --stakes min."
        )
    if shoot is not None:
        raise OptionError(
            f"Shots are not followed under stakes that change from deal to deal ({name}): leave one of them out."
        )


def whole_sessions(deals: int, schedules: Schedules) -> int:
    """The deals of as many whole sessions as these are.

    Raises
    ------
    OptionError
        Where they are less than one.
    """
    if deals < schedules.session:
        raise OptionError(
            f"{counted(deals, 'deal')} are less than one session of {schedules.session:,}: count more deals, or take a "
            "shorter session."
        )
    return deals // schedules.session * schedules.session


def _random_only(**given: Any) -> None:
    """Refuse, with an exact method, what only a simulation takes."""
    names = [name for name, value in given.items() if value is not None]
    if names:
        raise OptionError(
            f"Exact figures are not sampled and have no error: leave out {listed(names)}, or use --method mc."
        )


def punters_for(punters: int | None, rules: Rules) -> int:
    """The number of punters that is meant: 5 where none is given, one in a casino."""
    if punters is None:
        return 1 if rules.dealer else 5
    seats = whole(punters)
    if seats is None or not 1 <= seats <= PUNTERS:
        raise OptionError(f"punters={quoted(punters)} is not allowed: write a whole number from 1 to {PUNTERS}.")
    return seats


def _precision(precision: float | None) -> float | None:
    if precision is None:
        return None
    width = real(precision)
    if width is None or not width > 0:
        fault = "is no finite number" if width is None else "is not above 0"
        raise OptionError(f"A precision of {quoted(precision)} {fault}: write for instance 0.0005.")
    return width


def deals_for(deals: int | None, precision: float | None = None) -> int:
    """The number of deals that is meant, at the most where a precision ends them."""
    if deals is None:
        return MOST_DEALS if precision is not None else DEALS
    count = whole(deals)
    if count is None or not 1 <= count <= MOST_DEALS:
        raise OptionError(f"{quoted(deals)} is no number of deals: it is a whole number from 1 to {MOST_DEALS:,}.")
    return count
