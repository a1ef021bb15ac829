"""How the bank passes from hand to hand, and what it is worth to hold it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from ..arguments import seed_for, threads_for, whole
from ..errors import OptionError, counted, quoted
from ..estimate import quantile
from ..evening.bank import BankHabit
from ..evening.schedules import asked_schedules
from ..evening.sittings import LENGTH, WARM_UP, SittingSetting, SittingTally
from ..house_edge import CONFIDENCE, deals_for, punters_for, whole_sessions
from ..presets import rules as find_rules
from ..rulebook import Rules
from ..simulate import Interrupted, most_of_a_deal, simulate
from .figures import Played, result_of
from .people import People, people_of
from .result import BankResult

EVENINGS = (1, 2, 4, 8, 16, 32, 64)  # deals of the evenings that are priced, where nothing else is asked for
LONGEST = 256  # deals of an evening
SHORTEST_TENURES = 64  # lengths of tenures that are told apart, at least
SITTINGS = 40  # a small run is cut into so many, for the sake of its errors
ALONE = 4  # times as many deals go into evenings where their price hangs on them alone
_ROOM = 2**62  # what sums of money must stay below
_OTHER = 2**64  # between the seeds of the runs of one question

Watch = Callable[[int, int, str], None]


def bank(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    deals: int | None = None,
    evening: Any = None,
    sale_every: int | None = None,
    gather: str | None = None,
    purse: Any = None,
    session: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    confidence: float | None = None,
    watch: Watch | None = None,
    prepare: Callable[[SittingSetting], None] | None = None,
) -> BankResult:
    """How the bank passes and what it is worth, with the pack and the bank as the rules have them.

    The price of the bank is the value of holding it less the mean value of the other seats. In an endless evening
    these are relative values (Poisson's equation); for an evening of so many deals they are what each position gains.
    Where the bank moves only with a shuffle this is an exact chain of tenures, and evenings that are played besides
    confirm it; where it also moves without, the price of an evening is taken from those that were played.

    Parameters
    ----------
    rules : str, Path or Rules
        A preset, a file of rules, or what `pontoon_sim.rules` returns.
    punters : int
        Number of punters of a deal, 1 to 10: there is one person more, who banks. 5 unless the rules are a casino's.
    punter, stakes, banker : str or sequence
        Policy and schedule as a punter, and policy as a banker, or one for each chair (the last one fills the rest).
        Chairs are counted round the table; under rules where the bank never moves the last chair holds it. A schedule
        may be one over a session, which goes on where its owner banks.
    deals : int
        Counted deals; 2 million when left out. Evenings besides take about as many again, and four times as many where
        their price hangs on them alone.
    evening : int or sequence of int
        Deals of the evenings that are priced, 1 to 256: 1, 2, 4, ..., 64 when left out.
    sale_every : int
        For ``bank_passes=sale``: after so many deals the bank is sold to the next seat.
    gather : str
        How used cards go back under the pack: the rules' own way when left out.
    purse, session : int
        As for `edge`, of each chair. An evening begins with a session.
    seed, threads, confidence
        As for `edge`.
    watch : callable
        Called with deals done, deals in all, and what is done, now and then.
    prepare : callable
        Called once all arguments are understood, before the first deal is played.

    Returns
    -------
    BankResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.
    """
    system = find_rules(rules, **({} if gather is None else {"gather": gather}))
    played_by = sold_by_count(system, sale_every)
    seats = punters_for(punters, system)
    count = deals_for(deals)
    milestones = evenings_for(evening)
    confidence = CONFIDENCE if confidence is None else confidence
    quantile(confidence)
    seed, workers = seed_for(seed), threads_for(threads)
    asked = asked_schedules(system, seats, stakes, purse, session)
    people = people_of(system, seats, punter, banker, stakes if asked is None else asked.bases, asked)
    if system.bank_passes == "sale":
        _priced_alike(people)
    if count * most_of_a_deal(system, seats) > _ROOM:
        raise OptionError(
            f"{counted(count, 'deal')} with such stakes are more than can be added up: count fewer deals."
        )
    length = min(LENGTH, max(10, count // SITTINGS))
    if people.schedules is not None:  # sittings of whole sessions
        count = whole_sessions(count, people.schedules)
        length = max(length // people.schedules.session, 1) * people.schedules.session
    run = _Run(system, played_by, people, milestones, seed, workers, watch)
    setting = run.setting(length=length, warm_up=min(WARM_UP, length))
    start = time.perf_counter()
    try:
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        played = run.play(setting, count)
    except KeyboardInterrupt:
        played = Played(setting, setting.nothing(), (), False)
    return result_of(
        system, people, milestones, played,
        sale_every=sale_every, seed=seed, threads=workers, confidence=float(confidence), start=start,
    )  # fmt: skip


def sold_by_count(rules: Rules, sale_every: int | None) -> Rules:
    """The rules by which the bank moves: a sale after every so many deals is a rotation by count.

    Raises
    ------
    OptionError
        Where the rules do not sell the bank, or for a number out of range.
    """
    if sale_every is None:
        return rules
    if rules.bank_passes != "sale":
        raise OptionError(
            f"The bank is sold under bank_passes=sale only, and here it is {rules.bank_passes}: leave out the deals "
            "between sales, or set bank_passes=sale."
        )
    every = whole(sale_every)
    if every is None or not 1 <= every <= 1000:
        raise OptionError(f"{quoted(sale_every)} is no number of deals between sales: it is from 1 to 1000.")
    return find_rules(rules, bank_passes="rotate-every", rotate_every=every)


def evenings_for(evening: Any) -> list[int]:
    """The lengths of the evenings that are meant, in ascending order.

    Raises
    ------
    OptionError
    """
    said = evening if isinstance(evening, Sequence) and not isinstance(evening, str | bytes) else [evening]
    if evening is None or not said:
        return list(EVENINGS)
    lengths = [whole(one) for one in said]
    for one, deals in zip(said, lengths, strict=True):
        if deals is None or not 1 <= deals <= LONGEST:
            raise OptionError(f"{quoted(one)} is no length of an evening here: it is from 1 to {LONGEST} deals.")
    return sorted({deals for deals in lengths if deals is not None})


def _priced_alike(people: People) -> None:
    if not people.alike:
        raise OptionError(
            "Where the bank is sold, its price is the one among people who all play alike: give one punter's policy, "
            "one schedule of stakes and one banker's policy."
        )


def banks(systems: Sequence[Rules], players: Sequence[int | None] = (None,), **given: Any) -> list[BankResult]:
    """`bank` for each rule system at tables of each size, all with one seed; up to an interruption.

    Parameters
    ----------
    systems : sequence of Rules
    players : sequence of int
        Numbers of punters; None is that of the rules.
    **given
        What else `bank` takes.
    """
    given |= {"seed": seed_for(given.get("seed"))}
    found: list[BankResult] = []
    for system in systems:
        for punters in players:
            found.append(bank(system, punters=punters, **given))
            if not found[-1].complete:
                return found
    return found


class _Run:
    """The simulations of one question: sittings in the middle of an endless evening, and evenings from their start."""

    def __init__(
        self,
        rules: Rules,
        played_by: Rules,
        people: People,
        milestones: list[int],
        seed: int,
        workers: int,
        watch: Watch | None,
    ):
        self.rules, self.played_by, self.people, self.milestones = rules, played_by, people, milestones
        self.seed, self.workers, self.watch = seed, workers, watch
        self.stays = played_by.bank_passes in ("never", "sale")
        self.done = self.total = 0

    def setting(self, length: int, warm_up: int, first: int | None = None) -> SittingSetting:
        """Sittings in the middle of an evening; without a warm-up, evenings with that chair banking first."""
        from_start, schedules = warm_up == 0, self.people.schedules
        habit = BankHabit(
            ages=1 if from_start else self._ages(),
            milestones=self.milestones if from_start else (),
            alike=self.people.alike or self.stays,
            sold=self.rules.bank_passes == "sale",
        )
        return SittingSetting(
            self.played_by,
            self.people.who if schedules is None else schedules.seated(self.people.who, self.rules),
            length=length,
            warm_up=warm_up,
            moving=True,
            first=self.people.punters if self.stays else first,
            bankers=self.people.bankers,
            habit=habit if schedules is None else schedules.habit(habit),
        )

    def _ages(self) -> int:
        """Lengths of tenures that are told apart: all that there are of a bank that rotates by count, within reason."""
        told = max(SHORTEST_TENURES, *self.milestones)
        if self.played_by.bank_passes != "rotate-every" or self.played_by.rotate_every == "players":
            return told
        return max(
            told, self.played_by.rotate_every if self.people.alike else min(self.played_by.rotate_every, LONGEST)
        )

    def play(self, setting: SittingSetting, deals: int) -> Played:
        """Sittings first; then evenings with each chair as the first banker, or one where all are alike."""
        length = max(self.milestones)
        firsts = [0] if self.people.alike or self.stays else list(range(self.people.punters + 1))
        besides = deals * (1 if self.people.chained(self.played_by) else ALONE)
        evenings = max(besides // (length * len(firsts)), 2)
        self.total = deals + evenings * length * len(firsts)
        middle, whole = setting.nothing(), []
        try:
            middle = self._simulate(setting, deals, self.seed, "sittings")
            for place, first in enumerate(firsts, start=1):
                begun = self.setting(length, 0, first)
                whole.append(self._simulate(begun, evenings * length, self.seed + place * _OTHER, "evenings"))
        except Interrupted as stopped:
            if not middle.deals:
                middle = cast(SittingTally, stopped.tally)
            return Played(setting, middle, (), False)
        return Played(setting, middle, tuple(whole), True)

    def _simulate(self, setting: SittingSetting, deals: int, seed: int, part: str) -> SittingTally:
        def told(tally: SittingTally) -> None:
            if self.watch:
                self.watch(self.done + tally.deals, self.total, part)

        tally: SittingTally = simulate(setting, deals, seed, self.workers, None, told)
        self.done += tally.deals
        return tally
