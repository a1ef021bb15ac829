"""`solve` for several punters: learn, take the banker's average play from many tables, and deal whole tables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from ...arguments import seed_for, threads_for
from ...errors import LaterError
from ...estimate import Estimate
from ...rulebook import Rules
from ..strategy import Strategy
from .field import seat_field
from .learning import TableLearner
from .measuring import Measured, measure
from .questions import against_bought, thresholds
from .result import Step, TableEquilibrium
from .strategy import TableStrategy

PRECISION, ITERATIONS = 3e-3, 1000  # where nothing else is asked for
MOST_SOFT = 0.01  # of all stakes at table
TABLES, CHECKED, AVERAGED = 200, 1000, 5000  # tables of an iteration; of a look at how far the work is; of the end
SIZE, LEAST_TABLES = 400_000, 20  # public states times the banker's hands above which tables are fewer; and no fewer
DEALS, COUNTED = 1_000_000, 20_000  # that both sides' play is measured by; at which counting is tried
FIRST_LOOK = 40  # iterations before it is worth while to look how far the work is
ROOM = 0.4  # of the precision, for what the last average and the deals show beyond what is reckoned

Watch = Callable[[int, float], None]


def solve_table(
    rules: Rules,
    punters: int,
    levels: tuple[int, ...],
    buys: str,
    precision: float | None,
    iterations: int | None,
    threads: int | None,
    seed: int | None,
    watch: Watch | None,
) -> TableEquilibrium:
    """The equilibrium of several punters; the arguments are those of `..solving.solve`, checked.

    Raises
    ------
    LaterError
        When the rules have what is not solved yet.
    """
    if rules.natural_from_all:
        raise LaterError(
            "natural_from_all=true: with several punters the equilibrium is not worked out where one of them collects "
            "from the others; set natural_from_all=false, or punters=1."
        )
    least, most, start = precision or PRECISION, iterations or ITERATIONS, time.perf_counter()
    number = seed_for(seed)
    learning, averaging, dealing = np.random.SeedSequence(number).spawn(3)
    with ThreadPoolExecutor(threads_for(threads)) as pool:
        soft = min(MOST_SOFT, 4 * least)
        field = seat_field(rules, levels, buys == "all", punters, pool)
        share = min(1.0, SIZE / (field.publics * field.width))
        learner = TableLearner(field, punters, soft, _some(TABLES, share), learning)
        course, complete = _learn(learner, _some(CHECKED, share), least * rules.stake_min, most, start, watch)
        flow, averaged = learner.average, _some(AVERAGED, share)
        banker = learner.answerer.plan(flow, learner.banker, averaged, np.random.default_rng(averaging))
        play = Strategy.of_flows(field, flow, field.banker_flow(banker), buys == "all")
        strategy = TableStrategy(field, play.punter_plan, banker, punters, soft, buys == "all")
        measured = measure(strategy.answerer, strategy.punter_plan, banker, DEALS, COUNTED, dealing)
        return _answer(strategy, measured, course, complete, least, number, learner.iterations, start, averaged)


def _some(tables: int, share: float) -> int:
    """So many tables, but fewer of a larger game."""
    return max(round(tables * share), min(tables, LEAST_TABLES))


def judge_table(path: str | Path, threads: int | None = None, seed: int | None = None) -> TableEquilibrium:
    """What the play in a file is worth and what other play would gain, measured anew.

    Raises
    ------
    OptionError
        When it is no such file.
    """
    start, number = time.perf_counter(), seed_for(seed)
    with ThreadPoolExecutor(threads_for(threads)) as pool:
        strategy, told = TableStrategy.load(path, pool)
        stream = np.random.SeedSequence(number)
        measured = measure(strategy.answerer, strategy.punter_plan, strategy.banker_plan, DEALS, COUNTED, stream)
        course = [Step(*step) for step in told.get("course", ())]
        done, complete = int(told.get("iterations", 0)), bool(told.get("complete", True))
        found = _answer(strategy, measured, course, complete, None, number, done, start, int(told.get("tables", 0)))
    return replace(found, strategy_file=str(path))


def _learn(
    learner: TableLearner, tables: int, precision: float, most: int, start: float, watch: Watch | None
) -> tuple[list[Step], bool]:
    """Iterate until a punter gains little by other play; what was seen on the way, and whether it came to its end."""
    from ..solving import _heard

    course: list[Step] = []
    stop, field = threading.Event(), learner.field

    def work() -> None:
        look = FIRST_LOOK
        while not stop.is_set() and learner.iterations < most:
            learner.iterate()
            if learner.iterations < look and learner.iterations < most:
                continue
            gain = _reckoned_gain(learner, tables)
            course.append(Step(learner.iterations, gain, time.perf_counter() - start))
            if watch:
                watch(learner.iterations, gain / field.tables.rules.stake_min)
            if gain <= ROOM * precision:
                return
            look = int(1.4 * learner.iterations)

    _, complete = _heard(work, stop)
    if not learner.iterations:
        raise KeyboardInterrupt
    return course, complete


def _reckoned_gain(learner: TableLearner, tables: int) -> float:
    """What a punter gains by the best answer to the banker, reckoned with his average play."""
    field, flow = learner.field, learner.average
    banker = learner.answerer.plan(flow, learner.banker, tables, learner.rng)
    play = TableStrategy(
        field, Strategy.of_flows(field, flow, field.banker_flow(banker), False).punter_plan, banker, 2, 1.0
    )
    low, high = play.bounds()
    return high - low


def _answer(
    strategy: TableStrategy,
    measured: Measured,
    course: list[Step],
    complete: bool,
    precision: float | None,
    seed: int,
    iterations: int,
    start: float,
    tables: int,
) -> TableEquilibrium:
    """All figures put together; the strategy does without the threads that are gone afterwards."""
    reckoned, most = strategy.bounds()
    found = TableEquilibrium(
        rules=strategy.rules,
        punters=strategy.punters,
        levels=tuple(strategy.field.levels),
        buys="all" if strategy.all_amounts else "ends",
        value=_moved(measured.off, reckoned),
        simulated=measured.seat,
        reckoned=reckoned,
        punter_gain=_moved(measured.punter, most - reckoned),
        bank_gain=measured.banker,
        counting_gain=measured.counter,
        iterations=iterations,
        tables=tables,
        deals=measured.deals,
        seed=seed,
        precision=precision,
        complete=complete,
        course=tuple(course),
        thresholds=thresholds(strategy),
        against_bought=against_bought(strategy),
        elapsed_s=time.perf_counter() - start,
        strategy=strategy,
    )
    strategy.field.workers = None
    return found


def _moved(estimate: Estimate, by: float) -> Estimate:
    assert estimate.value is not None
    return Estimate(estimate.value + by, estimate.standard_error)
