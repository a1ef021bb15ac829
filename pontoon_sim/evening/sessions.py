"""Sessions: stakes by a schedule from deal to deal, beside whatever else is done between deals.

Everybody begins a session with his purse and the first step of his schedule (`staking`), and stakes by it, no more
than his purse pays. Unlike a purse that is looked at for its own sake (`purses`), one that is lost ends nothing: its
owner stakes the smallest stake on credit until his purse holds more. Every deal counts, so that the figures are those
of all that the table plays.

A sitting holds sessions one after the other from its first counted deal on, whole ones unless it is over sooner. So
sessions of different sittings are independent, and what a warm-up does to schedules and purses is over when deals
begin to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..jit import inlined, is_a, jitable, overload
from ..law import plain_law
from ..policy.sessions import StakePlan
from ..scratch import apart
from .between import get_up, note, prepare, sit_down
from .chairs import chair_of
from .sittings import Habit, NoHabit, SittingSetting
from .staking import Staking, lay_plans, lay_seat, level_after
from .state import PLAYED

NO_LIMIT = 2**50  # a purse, in 1/unit, that no session comes near the end of


class Sessions(NamedTuple):
    """The schedules and purses of all persons, by chair, in one chunk.

    Attributes
    ----------
    staking : Staking
    unit : int
    starts, purses : int64 (persons,)
        What they begin a session with, and what they have now, in 1/unit.
    levels : int64 (persons,)
        Where they stand in their schedules.
    length, warm_up : int
        Deals of a session, and of a sitting before its first one.
    laid : int64 (10,)
        For what each seat's stakes were laid, see `lay_seat`.
    inner : named tuple
        What else is done between deals.
    """

    staking: Staking
    unit: int
    starts: Any
    purses: Any
    levels: Any
    length: int
    warm_up: int
    laid: Any
    inner: Any

    # The same answers as plain Python, with the JIT off.
    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _open(self, law, players, table, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        _stake(self, law, ring, players, table, evening)

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        _settle(self, law, ring, players, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _close(self, law, players, table, evening)


@jitable
def begin_session(between):
    """Everybody has his purse again, and stands on the first step of his schedule."""
    for person in range(between.starts.size):
        between.purses[person] = between.starts[person]
        between.levels[person] = 0


@jitable
def _open(between, law, players, table, evening):
    begin_session(between)
    for seat in range(table.punters):
        between.laid[seat] = -1
    sit_down(between.inner, law, players, table, evening)


@inlined
def _stake(between, law, ring, players, table, evening):
    deal = evening.state[PLAYED] - between.warm_up
    if deal >= 0 and deal % between.length == 0:
        begin_session(between)
    for seat in range(table.punters):
        person = chair_of(evening, table.punters + 1, seat)
        level, purse = between.levels[person], between.purses[person]
        lay_seat(between.staking, between.laid, seat, person, level, purse, between.unit, players.stakes)
    prepare(between.inner, law, ring, players, table, evening)


@inlined
def _settle(between, law, ring, players, table, evening, moves):
    persons = table.punters + 1
    for seat in range(table.punters):
        person = chair_of(evening, persons, seat)
        between.purses[person] += table.net[seat]
        between.levels[person] = level_after(between.staking, person, between.levels[person], table.net[seat])
    if evening.moving:
        between.purses[chair_of(evening, persons, table.punters)] += table.net[table.punters]
    note(between.inner, law, ring, players, table, evening, moves)


@jitable
def _close(between, law, players, table, evening):
    get_up(between.inner, law, players, table, evening)


def _for_sessions(between: Any, answer: Any) -> Any:
    return answer if is_a(Sessions, between) else None


@overload(sit_down)
def _sit_down(between, law, players, table, evening):
    return _for_sessions(between, _open)


@overload(prepare)
def _prepare(between, law, ring, players, table, evening):
    return _for_sessions(between, _stake)


@overload(note)
def _note(between, law, ring, players, table, evening, moves):
    return _for_sessions(between, _settle)


@overload(get_up)
def _get_up(between, law, players, table, evening):
    return _for_sessions(between, _close)


@dataclass(frozen=True)
class SessionHabit:
    """People who stake by schedules over a session, beside what else they do.

    Attributes
    ----------
    plans : sequence of StakePlan
        By chair, one for each of the people.
    purses : sequence of int or None
        What they begin a session with, in units; None: money without a limit.
    length : int
        Deals of a session.
    inner : Habit
        What else is done between deals.
    """

    plans: Sequence[StakePlan]
    purses: Sequence[int | None]
    length: int
    inner: Habit = field(default_factory=NoHabit)

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Sessions:
        unit, persons = plain_law(setting.rules).unit, len(self.plans)
        starts = [NO_LIMIT if purse is None else purse * unit for purse in self.purses]
        return Sessions(
            staking=lay_plans(self.plans, setting.rules),
            unit=unit,
            starts=np.array(starts, np.int64),
            purses=apart(persons, np.int64),
            levels=apart(persons, np.int64),
            length=self.length,
            warm_up=setting.warm_up,
            laid=apart(10, np.int64),
            inner=self.inner.fresh(setting, stream),
        )

    def found(self, between: Sessions) -> Any:
        return self.inner.found(between.inner)
