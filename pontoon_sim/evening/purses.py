"""Purses: what everybody has after each deal of a sitting, and what he therefore stakes in the next one.

Everybody sits down with a purse, and stakes by a schedule over the session (`staking`), no more than his purse pays.
Splits, buys and a banker's winnings are on credit within a deal: only after it is looked whether the purse still
holds the smallest stake. Whose does not is *ruined*: his purse stays as it is, and nothing counts that follows. He
keeps his place and the smallest stake, so that the others play on at the same table. What his purse would be had he
been lent all that is noted beside it (`CREDIT`), for it is what people work out who forget about ruin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..jit import inlined, is_a, jitable, overload
from ..policy.sessions import StakePlan
from ..rulebook import Rules
from ..scratch import apart
from .between import get_up, note, prepare, sit_down
from .chairs import chair_of
from .staking import Staking, lay_plans, lay_seat, level_after
from .state import PLAYED

# Columns of a person in `Purses.now` and `Purses.ends`. Money is in 1/unit but for the stakes: the purse; what it
# would be on credit; the level of the schedule; the least and the largest purse so far; the deepest fall from a
# largest one; deals lost in a row now, and at the most; the deal of the ruin, and that in which the target was reached
# (0 for neither); deals played until the ruin; those of them as a punter, with their net results, initial stakes
# (after a double) and all stakes.
(PURSE, CREDIT, LEVEL, LEAST, PEAK, FALL, LOSSES, LONGEST, RUINED, REACHED, ENDURED, PUNTING, NET, INITIAL,
 STAKED) = range(15)  # fmt: skip
COLUMNS = 15

SITTING, POINT = range(2)  # of `Purses.clock`: sittings that are over; checkpoints passed in this one


class Purses(NamedTuple):
    """The purses of all persons, by chair, and where their course is written down.

    Attributes
    ----------
    staking : Staking
    unit : int
    starts, targets : int64 (persons,)
        In 1/unit.
    now : int64 (persons * COLUMNS,)
    laid : int64 (10,)
        For what each seat's stakes were laid: they are laid anew when that changes.
    clock : int64 (2,)
    times : int64 (points,)
        The deals after which purses are written down, ascending.
    paths : int64 (sittings * points * persons,)
    ends : int64 (sittings * persons * COLUMNS,)
    """

    staking: Staking
    unit: int
    starts: Any
    targets: Any
    now: Any
    laid: Any
    clock: Any
    times: Any
    paths: Any
    ends: Any

    # The same answers as plain Python, with the JIT off.
    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _open(self, law, players, table, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        _stake(self, law, ring, players, table, evening)

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        _settle(self, law, ring, players, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _close(self, law, players, table, evening)


def new_purses(
    plans: Sequence[StakePlan],
    rules: Rules,
    unit: int,
    starts: Sequence[int],
    targets: Sequence[int],
    times: Sequence[int],
    sittings: int,
) -> Purses:
    """Purses that nobody has touched yet.

    Parameters
    ----------
    plans : sequence of StakePlan
        By chair, as many as there are people.
    starts, targets : sequence of int
        Purses to begin with and to reach, in units.
    times : sequence of int
        Deals after which purses are written down.
    sittings : int
        How many there is room for.
    """
    persons, points = len(plans), len(times)
    return Purses(
        staking=lay_plans(plans, rules),
        unit=unit,
        starts=np.array(starts, np.int64) * unit,
        targets=np.array(targets, np.int64) * unit,
        now=apart(persons * COLUMNS, np.int64),
        laid=apart(10, np.int64),
        clock=apart(2, np.int64),
        times=np.array(times, np.int64),
        paths=apart(sittings * points * persons, np.int64),
        ends=apart(sittings * persons * COLUMNS, np.int64),
    )


@jitable
def _open(between, law, players, table, evening):
    now = between.now
    for person in range(table.punters + 1):
        start = person * COLUMNS
        for column in range(COLUMNS):
            now[start + column] = 0
        for column in (PURSE, CREDIT, LEAST, PEAK):
            now[start + column] = between.starts[person]
    for seat in range(table.punters):
        between.laid[seat] = -1
    between.clock[POINT] = 0


@inlined
def _stake(between, law, ring, players, table, evening):
    staking, now = between.staking, between.now
    for seat in range(table.punters):
        person = chair_of(evening, table.punters + 1, seat)
        start = person * COLUMNS
        level = now[start + LEVEL]
        purse = 0 if now[start + RUINED] else now[start + PURSE]
        lay_seat(staking, between.laid, seat, person, level, purse, between.unit, players.stakes)


@inlined
def _settle(between, law, ring, players, table, evening, moves):
    deal, persons = evening.state[PLAYED], table.punters + 1
    for seat in range(table.punters):
        person = chair_of(evening, persons, seat)
        if not between.now[person * COLUMNS + RUINED]:
            count_stakes(between, table, person, seat)
        pay(between, person, table.net[seat], deal)
    if evening.moving:
        pay(between, chair_of(evening, persons, table.punters), table.net[table.punters], deal)
    point = between.clock[POINT]
    if point < between.times.size and deal == between.times[point]:
        start = (between.clock[SITTING] * between.times.size + point) * persons
        for person in range(persons):
            between.paths[start + person] = between.now[person * COLUMNS + PURSE]
        between.clock[POINT] += 1


@jitable
def count_stakes(between, table, person, seat):
    """Count what a punter put up and won, and find his next level."""
    now, start = between.now, person * COLUMNS
    staked = 0
    for hand in range(4 * seat, 4 * seat + table.hands[seat]):
        staked += table.staked[hand]
    now[start + PUNTING] += 1
    now[start + NET] += table.net[seat]
    now[start + INITIAL] += table.initial[seat]
    now[start + STAKED] += staked
    now[start + LEVEL] = level_after(between.staking, person, now[start + LEVEL], table.net[seat])


@jitable
def pay(between, person, net, deal):
    """Pay a person what a deal brought him, and see what has become of his purse."""
    now, start = between.now, person * COLUMNS
    now[start + CREDIT] += net
    if now[start + RUINED]:
        return
    purse = now[start + PURSE] + net
    now[start + PURSE] = purse
    now[start + ENDURED] += 1
    if net < 0:  # a deal stood off neither lengthens a run of losses nor ends it
        now[start + LOSSES] += 1
        now[start + LONGEST] = max(now[start + LONGEST], now[start + LOSSES])
    elif net > 0:
        now[start + LOSSES] = 0
    now[start + LEAST] = min(now[start + LEAST], purse)
    now[start + PEAK] = max(now[start + PEAK], purse)
    now[start + FALL] = max(now[start + FALL], now[start + PEAK] - purse)
    if now[start + REACHED] == 0 and purse >= between.targets[person]:
        now[start + REACHED] = deal
    if purse < between.staking.lowest * between.unit:
        now[start + RUINED] = deal


@jitable
def _close(between, law, players, table, evening):
    size = (table.punters + 1) * COLUMNS
    start = between.clock[SITTING] * size
    for i in range(size):
        between.ends[start + i] = between.now[i]
    between.clock[SITTING] += 1


@overload(sit_down)
def _sit_down(between, law, players, table, evening):
    return _open if is_a(Purses, between) else None


@overload(prepare)
def _prepare(between, law, ring, players, table, evening):
    return _stake if is_a(Purses, between) else None


@overload(note)
def _note(between, law, ring, players, table, evening, moves):
    return _settle if is_a(Purses, between) else None


@overload(get_up)
def _get_up(between, law, players, table, evening):
    return _close if is_a(Purses, between) else None
