"""`solve`: the value of the game of punters against one banker, and how both sides play it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..arguments import real, threads_for, whole
from ..errors import LaterError, OptionError, listed, quoted, written
from ..exact.response import best_punter
from ..policy.banker import banker_policy
from ..presets import rules as find_rules
from ..rulebook import Rules
from .burnt import MOST_BURNS
from .learning import Learner
from .result import Equilibrium, Mark
from .strategy import Strategy, field_of

if TYPE_CHECKING:
    from .many.result import TableEquilibrium

PRECISION, ITERATIONS = 1e-4, 100_000  # where nothing else is asked for
MOST_ITERATIONS = 10**7
MOST_PUNTERS = 10
MOST_EVER = 5  # hands burnt one after the other
ENDS, ALL = "ends", "all"
_Found = TypeVar("_Found")

FIRST_LOOK, LATE_LOOK = 10, 40  # iterations before it is looked how far the work is, the latter of a game well begun
ROOM = 0.9  # of the precision, where a banker who sees the order of all cards is judged by at the end only

Watch = Callable[[int, float], None]


def solve(
    rules: str | Path | Rules = "pagat",
    *,
    levels: str | Sequence[int] = ENDS,
    buys: str = ENDS,
    precision: float | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    watch: Watch | None = None,
    punters: int = 1,
    seed: int | None = None,
    prepare: Callable[[], None] | None = None,
    burns: int | None = None,
) -> Equilibrium | TableEquilibrium:
    """The equilibrium of one or several punters against one banker: nobody gains by playing otherwise.

    A deal is from a fresh pack. The banker sees the stake, every buy and its amount, and every card that is twisted or
    burnt; nobody splits or shoots, and of several punters nobody burns. The value is told with what either side is sure
    of: see `result.Equilibrium`. The dealer of a casino is fixed, and there it is what the punter's best play gains.

    Several punters all play alike, each by his own cards alone, against a banker who sees what all of them show; what
    is gained by other play is then measured at dealt tables, with its error: see `many.result.TableEquilibrium`.

    Parameters
    ----------
    rules : str, Path or Rules
    levels : str or sequence of int
        Stakes that may be chosen: ``ends``, the smallest and the largest; ``all``; or these, also as in ``1,3,5``.
    buys : str
        What a buy may cost: ``ends``, the least and the most legal amount; or ``all``.
    precision : float
        The exploitability at which the work ends, in smallest stakes; 0.0001, with several punters 0.003.
    iterations : int
        The most to do; 100,000, with several punters 1000.
    threads : int
        All cores by default. They never change a result.
    watch : callable
        Called now and then with the iterations done and the exploitability, in smallest stakes.
    punters : int
        1 to 10.
    seed : int
        Of the tables that are drawn with several punters; drawn when left out.
    prepare : callable
        Called when all is understood, before the work.
    burns : int
        Hands that a punter may burn one after the other in the game that is solved, where the rules let him: 0 to 5; 3
        when left out. What he may gain by burning on is part of the upper bound.

    Raises
    ------
    OptionError
        When an argument is out of its range.
    LaterError
        When the rules have what is not solved yet.
    """
    system = find_rules(rules)
    stakes = _levels(system, levels)
    if buys not in (ENDS, ALL):
        raise OptionError(f"buys={quoted(buys)} is not known: it is ends (the least and the most legal amount) or all.")
    count = whole(punters)
    if count is None or not 1 <= count <= MOST_PUNTERS:
        raise OptionError(f"{quoted(punters)} is no number of punters: it is a whole number from 1 to {MOST_PUNTERS}.")
    least = real(PRECISION if precision is None else precision)
    most = whole(ITERATIONS if iterations is None else iterations)
    if least is None or least <= 0:
        raise OptionError(f"{quoted(precision)} is no precision: it is a number above 0, in smallest stakes.")
    if most is None or not 1 <= most <= MOST_ITERATIONS:
        raise OptionError(f"{quoted(iterations)} is no number of iterations: it is a whole number from 1 to 10000000.")
    often = _burns(system, count, burns)
    workers = threads_for(threads)
    _refuse(system, count)
    if prepare:
        prepare()
    if system.dealer:
        return _against_a_dealer(system, stakes, buys)
    if count > 1:
        from .many.solving import solve_table

        asked = None if precision is None else least, None if iterations is None else most
        return solve_table(system, count, stakes, buys, *asked, threads, seed, watch)
    with ThreadPoolExecutor(workers) as pool:
        found = _solved(system, stakes, buys, least, most, pool, watch, often)
    return _released(found)


def judge(path: str | Path, threads: int | None = None, seed: int | None = None) -> Equilibrium | TableEquilibrium:
    """What the strategies of a file are worth and sure of, worked out anew; of several punters, by tables dealt anew.

    Raises
    ------
    OptionError
        When it is no such file.
    """
    from .many.strategy import SCHEMA, schema_of

    if schema_of(path) == SCHEMA:
        from .many.solving import judge_table

        return judge_table(path, threads, seed)
    start = time.perf_counter()
    with ThreadPoolExecutor(threads_for(threads)) as pool:
        strategy, told = Strategy.load(path, pool)
        value, (low, high), with_splits = strategy.value(), strategy.bounds(), strategy.most_with_splits()
    found = Equilibrium(
        rules=strategy.rules,
        levels=tuple(strategy.field.levels),
        buys=ALL if strategy.all_amounts else ENDS,
        value=value,
        low=low,
        high=high,
        most_with_splits=with_splits,
        iterations=int(told.get("iterations", 0)),
        precision=None,
        complete=bool(told.get("complete", True)),
        course=tuple(Mark(*mark) for mark in told.get("course", ())),
        elapsed_s=time.perf_counter() - start,
        strategy=strategy,
        strategy_file=str(path),
    )
    return _released(found)


def _released(found: Equilibrium) -> Equilibrium:
    """The answer, whose strategy does without the threads that are gone."""
    if found.strategy is not None:
        found.strategy.field.workers = None
    return found


def _levels(rules: Rules, levels: str | Sequence[int]) -> tuple[int, ...]:
    """The stakes meant, rising."""
    if levels == ENDS:
        return tuple(sorted({rules.stake_min, rules.stake_max}))
    if levels == ALL:
        return tuple(range(rules.stake_min, rules.stake_max + 1))
    said = levels.split(",") if isinstance(levels, str) else levels
    found = [whole(int(one) if isinstance(one, str) and one.strip().isdecimal() else one) for one in said]
    if not found or any(stake is None or not rules.stake_min <= stake <= rules.stake_max for stake in found):
        raise OptionError(
            f"levels={quoted(levels)} are no stakes: they are ends, all, or whole numbers from {rules.stake_min} to "
            f"{rules.stake_max}."
        )
    return tuple(sorted({stake for stake in found if stake is not None}))


def _burns(rules: Rules, punters: int, burns: int | None) -> int:
    """How many hands may be burnt one after the other in the solved game."""
    if burns is None:
        return 0 if rules.burn == "none" or punters > 1 or rules.dealer else MOST_BURNS
    often = whole(burns)
    if often is None or not 0 <= often <= MOST_EVER:
        raise OptionError(f"{quoted(burns)} is no number of burnt hands: it is a whole number from 0 to {MOST_EVER}.")
    if often and (rules.burn == "none" or punters > 1 or rules.dealer):
        why = "burn=none" if rules.burn == "none" else "a fixed dealer" if rules.dealer else "several punters"
        raise OptionError(f"burns={often}: with {why} no hand is burnt in the game that is solved; leave burns out.")
    return often


def _refuse(rules: Rules, punters: int) -> None:
    """Refuse what is not solved."""
    faces = rules.pontoon_ranking != "equal" or not rules.ace_ten_is_pontoon
    if faces and not rules.dealer:  # against a fixed dealer the best play knows them
        field = "ace_ten_is_pontoon" if rules.pontoon_ranking == "equal" else "pontoon_ranking"
        raise LaterError(
            f"{field}={written(getattr(rules, field))}: the equilibrium is not worked out where the faces of tens "
            "matter; leave it as it usually is."
        )
    if rules.banker_doubles == "ordinary" and punters > 1:
        raise LaterError(
            "banker_doubles=ordinary: with several punters the equilibrium is worked out with everything, or with no; "
            "set one of them, or punters=1."
        )
    if rules.brulet != "none":
        raise LaterError(f"brulet={rules.brulet}: the equilibrium is not worked out with it; set brulet=none.")


def _against_a_dealer(rules: Rules, levels: tuple[int, ...], buys: str) -> Equilibrium:
    """The punter's best response: all that there is to find where the dealer is fixed."""
    said = {"levels": levels != _levels(rules, ENDS), "buys": buys != ENDS}
    if any(said.values()):
        raise OptionError(
            f"{rules.name} has a fixed dealer, against whom nothing between the ends is ever better: leave out "
            f"{listed([name for name, there in said.items() if there])}."
        )
    start = time.perf_counter()
    best = best_punter(rules, banker_policy(rules.dealer, rules), rules.packs_for(1), splits=False)
    value = float(best.account.account.gain)
    return Equilibrium(
        rules=rules,
        levels=levels,
        buys=buys,
        value=value,
        low=value,
        high=value,
        iterations=0,
        precision=None,
        complete=True,
        course=(),
        elapsed_s=time.perf_counter() - start,
        schedule=best.schedule,
    )


def _solved(
    rules: Rules,
    levels: tuple[int, ...],
    buys: str,
    precision: float,
    most: int,
    pool: Executor,
    watch: Watch | None,
    burns: int,
) -> Equilibrium:
    start = time.perf_counter()
    field = field_of(rules, levels, buys == ALL, pool, burns=burns)
    aim = precision if field.tree.ordered else ROOM * precision
    course: list[Mark] = []
    stop = threading.Event()

    def taught(learner: Learner, course: list[Mark], first: int = FIRST_LOOK) -> Learner:
        while not stop.is_set() and learner.iterations < most:
            learner.iterate()
            if learner.iterations < _next(course, first) and learner.iterations < most:
                continue
            low, high = learner.bounds()
            course.append(Mark(learner.iterations, low, high, time.perf_counter() - start))
            off = (high - low) / 2 / rules.stake_min
            if watch:
                watch(learner.iterations, off)
            if off <= aim:
                break
        return learner

    def work() -> Learner:
        if field.tree.ordered:
            return taught(Learner(field), course)
        smaller = field_of(rules, levels, buys == ALL, pool, order=0, burns=burns)
        return taught(Learner.begun(field, taught(Learner(smaller), [])), course, LATE_LOOK)

    learner, complete = _heard(work, stop)
    if not learner.iterations:
        raise KeyboardInterrupt
    strategy = Strategy.of_flows(learner.field, *learner.sums(), buys == ALL)
    value, (low, high) = strategy.value(), strategy.bounds()
    return Equilibrium(
        rules=rules,
        levels=levels,
        buys=buys,
        value=value,
        low=low,
        high=high,
        most_with_splits=strategy.most_with_splits(),
        iterations=learner.iterations,
        precision=precision,
        complete=complete,
        course=tuple(course),
        elapsed_s=time.perf_counter() - start,
        strategy=strategy,
    )


def _next(course: list[Mark], first: int) -> int:
    """The iteration at which it is worth while to look how far the work is: a fifth further each time."""
    return max(first, int(1.2 * course[-1].iterations)) if course else first


def _heard(work: Callable[[], _Found], stop: threading.Event) -> tuple[_Found, bool]:
    """Do the work where Ctrl-C does not cut an iteration in two; what came of it, and whether it was not pressed."""
    with ThreadPoolExecutor(1) as apart:
        done = apart.submit(work)
        try:
            return done.result(), True
        except KeyboardInterrupt:
            stop.set()
            return done.result(), False
