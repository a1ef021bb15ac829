"""What became of purses in many sittings, as exact counts: the course at checkpoints, ends, and sums for errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..law import plain_law
from ..policy.sessions import StakePlan
from .purses import (
    COLUMNS,
    CREDIT,
    ENDURED,
    FALL,
    INITIAL,
    LEAST,
    LONGEST,
    NET,
    PUNTING,
    PURSE,
    REACHED,
    RUINED,
    SITTING,
    STAKED,
    Purses,
    new_purses,
)
from .sittings import SittingSetting

POINTS = 40  # checkpoints along a sitting
_EXACT = 50_000  # a spread of purses up to which every amount is counted by itself
_ROOM = 2**62

#: Numbers of a sitting of which the sums and all sums of products are kept.
SUMMED = ("result", "fall", "longest", "endured", "punting", "net", "initial", "staked")


def checkpoints(length: int) -> tuple[int, ...]:
    """The deals of a sitting after which purses are looked at; the last one among them."""
    return tuple(sorted({-(-length * point // POINTS) for point in range(1, POINTS + 1)}))


def resolution(stake_max: int, unit: int, length: int) -> int:
    """The width of the classes in which purses are counted, in 1/unit: 1 unless they spread very far.

    A deal moves a purse by some two stakes, and twelve standard deviations hold nearly all; where they are more than
    50,000 amounts, neighbours are counted as one, which is less than 0.0003 of a standard deviation.
    """
    spread = 12 * 2 * stake_max * unit * (int(length**0.5) + 1)
    return max(spread // _EXACT, 1)


@dataclass
class PersonSums:
    """One person's purses over many sittings.

    Attributes
    ----------
    fan : list of Counter
        By checkpoint: how many sittings had that purse then (in classes, see `resolution`).
    ruined, reached : list of int
        By checkpoint: sittings in which he was ruined by then; in which he had reached the target before any ruin.
    results, falls, longest, least : Counter
        Sittings by the result, the deepest fall from a largest purse, the longest run of losses and the least purse.
    broke, owing : int
        Sittings that ended with a purse not above 0; that would have, had he been lent all.
    ruined_first : int
        Sittings in which he was ruined without reaching the target.
    sums : dict of str, or of pairs of str, to int
        Of the numbers of `SUMMED`, and of their products.
    """

    fan: list[Counter[int]]
    ruined: list[int]
    reached: list[int]
    results: Counter[int] = field(default_factory=Counter)
    falls: Counter[int] = field(default_factory=Counter)
    longest: Counter[int] = field(default_factory=Counter)
    least: Counter[int] = field(default_factory=Counter)
    broke: int = 0
    owing: int = 0
    ruined_first: int = 0
    sums: Counter[Any] = field(default_factory=Counter)

    def add(self, other: PersonSums) -> None:
        """Add other sittings."""
        for mine, theirs in zip(self.fan, other.fan, strict=True):
            mine.update(theirs)
        self.ruined = [mine + theirs for mine, theirs in zip(self.ruined, other.ruined, strict=True)]
        self.reached = [mine + theirs for mine, theirs in zip(self.reached, other.reached, strict=True)]
        for name in ("results", "falls", "longest", "least", "sums"):
            getattr(self, name).update(getattr(other, name))
        self.broke += other.broke
        self.owing += other.owing
        self.ruined_first += other.ruined_first


@dataclass
class PurseSums:
    """The purses of everybody who has one, by chair."""

    sittings: int
    times: tuple[int, ...]
    width: int
    people: list[PersonSums]

    def add(self, other: PurseSums) -> None:
        """Add what became of purses in other sittings."""
        self.sittings += other.sittings
        for mine, theirs in zip(self.people, other.people, strict=True):
            mine.add(theirs)


@dataclass(frozen=True)
class PurseHabit:
    """People with purses, who stake by schedules over the session.

    Attributes
    ----------
    plans : tuple of StakePlan
        By chair, one for each of the people.
    starts, targets : tuple of int
        Purses to begin with and to reach, in units, by chair.
    """

    plans: Sequence[StakePlan]
    starts: Sequence[int]
    targets: Sequence[int]

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Purses:
        unit = plain_law(setting.rules).unit
        sittings = setting.chunk() // setting.length
        times = checkpoints(setting.length)
        return new_purses(self.plans, setting.rules, unit, self.starts, self.targets, times, sittings)

    def found(self, between: Purses) -> PurseSums:
        """Everything counted; the person in the last chair as well, though he may be a banker without a purse."""
        persons, times = len(self.plans), tuple(between.times.tolist())
        sittings = int(between.clock[SITTING])
        paths = between.paths[: sittings * len(times) * persons].reshape(sittings, len(times), persons)
        ends = between.ends[: sittings * persons * COLUMNS].reshape(sittings, persons, COLUMNS)
        width = resolution(between.staking.highest, between.unit, times[-1])
        starts = between.starts.tolist()
        people = [
            _counted(paths[:, :, person], ends[:, person], between.times, start, width)
            for person, start in enumerate(starts)
        ]
        return PurseSums(sittings, times, width, people)


def _counted(
    paths: NDArray[np.int64], ends: NDArray[np.int64], times: NDArray[np.int64], start: int, width: int
) -> PersonSums:
    ruined, reached = ends[:, RUINED], ends[:, REACHED]
    values = {
        "result": ends[:, PURSE] - start,
        "fall": ends[:, FALL],
        "longest": ends[:, LONGEST],
        "endured": ends[:, ENDURED],
        "punting": ends[:, PUNTING],
        "net": ends[:, NET],
        "initial": ends[:, INITIAL],
        "staked": ends[:, STAKED],
    }
    return PersonSums(
        fan=[_counts(paths[:, point], width) for point in range(len(times))],
        ruined=_by_then(ruined, times),
        reached=_by_then(reached, times),
        results=_counts(values["result"], width),
        falls=_counts(values["fall"], width),
        longest=_counts(values["longest"], 1),
        least=_counts(ends[:, LEAST], width),
        broke=int((ends[:, PURSE] <= 0).sum()),
        owing=int((ends[:, CREDIT] <= 0).sum()),
        ruined_first=int(((ruined > 0) & (reached == 0)).sum()),
        sums=_sums(values),
    )


def _counts(values: NDArray[np.int64], width: int) -> Counter[int]:
    """How often each value comes, by the lower end of its class."""
    found, counts = np.unique(values // width * width, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def _by_then(deals: NDArray[np.int64], times: NDArray[np.int64]) -> list[int]:
    """How many sittings had come to it by each checkpoint; 0: never."""
    return np.searchsorted(np.sort(deals[deals > 0]), times, side="right").tolist()


def _sums(values: dict[str, NDArray[np.int64]]) -> Counter[Any]:
    sums: Counter[Any] = Counter({name: int(values[name].sum()) for name in SUMMED})
    for place, one in enumerate(SUMMED):
        for two in SUMMED[place:]:
            sums[one, two] = _product(values[one], values[two])
    return sums


def _product(one: NDArray[np.int64], two: NDArray[np.int64]) -> int:
    """The sum of products, exactly."""
    most = [int(np.abs(some).max(initial=0)) for some in (one, two)]
    if most[0] * most[1] * max(one.size, 1) < _ROOM:
        return int(one @ two)
    return sum(x * y for x, y in zip(one.tolist(), two.tolist(), strict=True))
