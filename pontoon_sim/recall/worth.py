"""What memory is worth while the pack is not shuffled: the question, put to tables of sittings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arguments import MOST_DEALS, seed_for, threads_for, whole
from ..errors import LaterError, OptionError, quoted
from ..estimate import quantile
from ..evening.record import COMPOSITION, COUNTS, NOTHING, ORDER
from ..evening.sittings import SittingSetting, SittingTally
from ..exact.answers import answered
from ..law import plain_law
from ..policy.build import Seated, seats_of
from ..policy.names import OPTIMAL
from ..policy.stakes import StakeSchedule
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, simulate
from .habit import Memory
from .plans import set_plans, together
from .result import BANKER, PUNTER, MemoryResult, MemoryRow, bank_row, per, punter_row
from .tuning import EXACT, PILOT, Tuning

KINDS = {"nothing": NOTHING, "counts": COUNTS, "composition": COMPOSITION, "order": ORDER}
DEALS = 1_000_000  # of each table, where nothing else is asked for
FEWER = 10  # times fewer deals are played by who looks ahead, which takes long
DEFAULT = (OPTIMAL, "stick-16")  # how people play: who remembers, and the others
STEPS = (1, 2, 5)  # spreads that are looked at: these times powers of ten
ORDERED = ("hands", "dealt")  # ways to gather that keep an order which can be remembered


def memory(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    punter: Any = None,
    banker: Any = None,
    stakes: Any = "min",
    spread: Any = (),
    kind: str | Sequence[str] = (),
    busts: str = "shown",
    deals: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Callable[[int, int, str], None] | None = None,
) -> MemoryResult:
    """What it is worth to remember the cards of a pack that is not shuffled between deals.

    The punter on the first chair remembers nothing; or how many tens, aces and other cards have gone since the
    shuffle; or which cards; or the order in which they went under, too. He chooses his stakes between two limits by his
    first card and by what he remembers, and his play. The others, and the banker, play their policies; the banker
    keeps the bank. Then the banker remembers, and nobody else.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        Number of punters, 1 to 10; 5 unless the rules are a casino's.
    punter : policy or sequence of policies by chair
        The first is how he plays while he remembers nothing; ``optimal``, and the others ``stick-16``, when left out.
    banker, stakes
        The banker's policy, and the stakes of the other punters.
    spread : str or sequence of str
        Stakes he chooses between, as in ``1-5``; by default growing ones up to the rules' limits.
    kind : str or sequence of str
        ``counts``, ``composition``, ``order``: all by default.
    busts : str
        ``shown``, or ``hidden``: bust hands go under the pack unseen.
    deals : int
        Counted deals of each table: a million. Who looks ahead plays a tenth of them.
    seed, threads, confidence
        As in `edge`.
    watch : callable
        Called with the number of tables done, of all, and the next one.

    Returns
    -------
    MemoryResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Notes
    -----
    What a memory gains is found on the very cards of the rememberer's own evening: each deal is also played as he would
    have played it remembering nothing. Errors come from totals of sittings of a thousand deals. He plays well, not
    perfectly: every gain is one that is really made, and a lower bound for what the memory is worth.
    """
    start = time.perf_counter()
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    seats = seats_of(punters if punters is not None else 1 if system.dealer else 5)
    spreads, kinds = _spreads(spread, system), _kinds(kind)
    level = 0.95 if confidence is None else confidence
    quantile(level)
    counted, number, workers = _deals(deals), seed_for(seed), threads_for(threads)
    _answerable(system, busts)
    said = DEFAULT[:seats] if punter is None else punter
    found = answered(system, seats, said, banker, stakes)
    who = Seated(found.punters, found.banker, found.stakes)
    work = _Work(system, who, busts == "hidden", counted, number, workers)
    rows: list[MemoryRow] = []
    complete = True
    try:
        steps = work.steps(spreads, kinds)
        for done, step in enumerate(steps):
            if watch:
                watch(done, len(steps), step.said)
            rows.append(work.row(step))
    except (KeyboardInterrupt, Interrupted):
        complete = False
    names = who.described()
    return MemoryResult(
        rules=system,
        punters=seats,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes[1:],
        busts=busts,
        seed=number,
        deals=counted,
        confidence=float(level),
        rows=tuple(rows),
        reasons=work.reasons,
        complete=complete,
        elapsed_s=time.perf_counter() - start,
    )


class Step(NamedTuple):
    """A row to be found."""

    who: str
    kind: str
    spread: tuple[int, int]

    @property
    def said(self) -> str:
        """What is worked on, in words."""
        stakes = f", {self.spread[0]}-{self.spread[1]}" if self.who == PUNTER else ""
        return f"{self.who}: {self.kind}{stakes}"


class _Work:
    """Plays the tables."""

    def __init__(self, rules: Rules, who: Seated, hidden: bool, deals: int, seed: int, threads: int):
        self.rules, self.who, self.hidden = rules, who, hidden
        self.deals, self.seed, self.threads = deals, seed, threads
        self.tuning = Tuning(rules, who, *_effort(deals))
        self.reasons: dict[str, str] = {}
        self.unit = plain_law(rules).unit

    def steps(self, spreads: list[tuple[int, int]], kinds: list[str]) -> list[Step]:
        """All rows, in the order of the table; what cannot be remembered gets a reason instead."""
        if "order" in kinds and (self.rules.gather not in ORDERED or self.hidden):
            self.reasons["order"] = "The order of the cards cannot be remembered: " + (
                "bust hands go under unseen." if self.hidden else f"they are gathered {self.rules.gather}."
            )
            kinds = [kind for kind in kinds if kind != "order"]
        found = [Step(PUNTER, kind, spread) for spread in spreads for kind in ("nothing", *kinds)]
        flat = spreads[0]
        of_bank = [kind for kind in kinds if kind != "counts"]
        return found + [Step(BANKER, kind, flat) for kind in (["nothing", *of_bank] if of_bank else [])]

    def row(self, step: Step) -> MemoryRow:
        """Play what a row needs."""
        if step.who == BANKER:
            return self._bank(step)
        plain = self.tuning.plain_stakes(*step.spread)
        kind = KINDS[step.kind]
        base = Memory(together([self.who.punters[0]], self.rules), kind=kind, plain=plain.stakes, hidden=self.hidden)
        base = base.but(stakes=step.spread)
        if kind == NOTHING:
            return punter_row(step.kind, step.spread, self._play(base, plain), None, self.unit)
        counts = COUNTS if kind == COUNTS else COMPOSITION
        stake = None
        if step.spread[0] < step.spread[1]:
            model = self.tuning.model(counts, step.spread, lambda deck: self.who.punters[0])
            stake = self._play(base.but(model=model), plain)
        policies, steer, limits = self.tuning.plans(counts)
        grade = self.tuning.grades_of_some(counts)
        model = base.model
        if step.spread[0] < step.spread[1]:
            model = self.tuning.model(counts, step.spread, lambda deck: policies[grade[deck]])
        more = set_plans(self.rules) if kind == ORDER else []
        both = base.but(
            plans=together([*policies, *more], self.rules), plays=True, model=model, steer=steer, limits=limits
        )
        row = punter_row(step.kind, step.spread, self._play(both, plain), stake, self.unit)
        if kind != COMPOSITION:
            return row
        ideal = self.tuning.ideal(step.spread)
        return replace(row, ideal={name: per(gains, np.ones(len(gains))) for name, gains in ideal.items()})

    def _bank(self, step: Step) -> MemoryRow:
        least = self.tuning.plain_stakes(self.rules.stake_min, self.rules.stake_min)
        plans = together([self.who.punters[0]], self.rules)
        habit = Memory(plans, bank=True, plain=least.stakes, hidden=self.hidden)
        if step.kind == "nothing":
            return bank_row(step.kind, self._play(habit, least), self.unit)
        try:
            draws, steer, limits = self.tuning.banker_plans
        except LaterError as fault:
            self.reasons["banker"] = str(fault)
            draws, steer, limits = self.who.banker.draws[None], habit.steer, habit.limits
        habit = habit.but(kind=KINDS[step.kind], plays=True, draws=draws, steer=steer, limits=limits)
        return bank_row(step.kind, self._play(habit, least), self.unit)

    def _play(self, habit: Memory, stakes: StakeSchedule) -> np.ndarray[Any, Any]:
        """The totals of all sittings."""
        slow = habit.kind == ORDER and not habit.bank
        deals = max(self.deals // FEWER, 1) if slow else self.deals
        setting = SittingSetting(self.rules, self.tuning.seated(habit.plans.policy, stakes), habit=habit)
        tally: SittingTally = simulate(setting, deals, self.seed, self.threads)
        rows: np.ndarray[Any, Any] = tally.found.sittings
        return rows


def _effort(deals: int) -> tuple[int, int]:
    """Compositions of the pilot, and those for exact values: fewer where few deals are asked for."""
    return (PILOT, EXACT) if deals >= 100_000 else (PILOT // 8, EXACT // 4)


def _answerable(rules: Rules, busts: str) -> None:
    if not isinstance(busts, str) or busts not in ("shown", "hidden"):
        raise OptionError(f"{quoted(busts)} is no way for bust hands to go: they are shown or hidden.")
    if rules.shuffle == "every-deal":
        raise OptionError(
            f"Under {rules.name!r} the pack is shuffled for every deal (shuffle=every-deal), so that nothing is left "
            "to be remembered: set for instance shuffle=after-pontoon."
        )
    if busts == "hidden" and rules.gather not in ("hands", "hands-mixed"):
        raise OptionError(
            f"busts=hidden is understood where hands go under the pack as they break, and here cards are gathered "
            f"{rules.gather}: set gather=hands, or leave it out."
        )
    if rules.brulet != "none":
        raise LaterError("What memory is worth is not followed together with a brulet: set brulet=none.")


def _kinds(kind: str | Sequence[str]) -> list[str]:
    said = [kind] if isinstance(kind, str) else list(kind)
    for one in said:
        if one not in KINDS or one == "nothing":
            raise OptionError(f"{quoted(one)} is nothing to remember: it is counts, composition or order.")
    return [name for name in KINDS if name != "nothing" and (name in said or not said)]


def _spreads(said: Any, rules: Rules) -> list[tuple[int, int]]:
    """The stakes to choose between, each pair once."""
    every = [said] if isinstance(said, str) else list(said)
    if not every:
        return list(dict.fromkeys((rules.stake_min, most) for most in _rising(rules)))
    return list(dict.fromkeys(_spread(one, rules) for one in every))


def _rising(rules: Rules) -> Iterator[int]:
    """The smallest stake, growing ones, and the largest."""
    yield rules.stake_min
    for power in range(7):
        for step in STEPS:
            if rules.stake_min < step * 10**power < rules.stake_max:
                yield step * 10**power
    yield rules.stake_max


def _spread(said: Any, rules: Rules) -> tuple[int, int]:
    least, dash, most = str(said).partition("-")
    if not (dash and least.isascii() and most.isascii() and least.isdigit() and most.isdigit()) or len(str(said)) > 20:
        raise OptionError(f"{quoted(said)} is no spread of stakes: write the least and the most, as in 1-5.")
    if not rules.stake_min <= int(least) <= int(most) <= rules.stake_max:
        raise OptionError(
            f"The spread {quoted(said)} does not lie within the limits of {rules.name!r}, {rules.stake_min} to "
            f"{rules.stake_max}, from the least to the most: keep to them, or set stake_max."
        )
    return int(least), int(most)


def _deals(deals: int | None) -> int:
    count = DEALS if deals is None else whole(deals)
    if count is None or not 1 <= count <= MOST_DEALS:
        raise OptionError(f"{quoted(deals)} is no number of deals: it is a whole number from 1 to {MOST_DEALS:,}.")
    return count
