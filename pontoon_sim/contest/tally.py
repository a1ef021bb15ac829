"""Finished series as exact sums, plainly staked and boldly, with the same cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..evening.sittings import SittingSetting
from ..evening.standings import EVERYONE, IN_TURN, Keeping, Series
from ..law import plain_law
from .trials import SHARES


@dataclass
class Paired:
    """Sums over series of somebody's share when he stakes boldly, and plainly, and of the difference; in 1/SHARES.

    Attributes
    ----------
    count : int
    bold, bold_squares, plain, plain_squares, gain, gain_squares : int
    """

    count: int = 0
    bold: int = 0
    bold_squares: int = 0
    plain: int = 0
    plain_squares: int = 0
    gain: int = 0
    gain_squares: int = 0

    def add(self, other: Paired) -> None:
        """Add the sums of other series."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @classmethod
    def of(cls, bold: NDArray[np.int64], plain: NDArray[np.int64]) -> Paired:
        """The sums of some series."""
        gain = bold - plain
        sums = [int(part) for one in (bold, plain, gain) for part in (one.sum(), (one * one).sum())]
        return cls(bold.size, *sums)


@dataclass
class Arm:
    """Sums over series that were played in one way.

    Attributes
    ----------
    wins : list of list of int
        By starting position and number of winners (0 is never used): how often somebody was among them.
    people : list of int, twice the persons
        By chair: shares won, in 1/SHARES, and their squares.
    groups : list of list of int
        The same for each group of people who play alike.
    totals : list of list of int
        By starting position: final totals in 1/unit, and their squares.
    winning : Counter
        Series by the winning total, in 1/unit.
    shared : int
        Series with several winners.
    paired : list of Paired
        By starting position; of series in which somebody there was bold.
    """

    wins: list[list[int]]
    people: list[list[int]]
    groups: list[list[int]]
    totals: list[list[int]]
    winning: Counter[int]
    shared: int
    paired: list[Paired]

    @classmethod
    def empty(cls, persons: int, groups: int) -> Arm:
        """The sums of no series."""
        return cls(
            wins=[[0] * (persons + 1) for _ in range(persons)],
            people=[[0, 0] for _ in range(persons)],
            groups=[[0, 0] for _ in range(groups)],
            totals=[[0, 0] for _ in range(persons)],
            winning=Counter(),
            shared=0,
            paired=[Paired() for _ in range(persons)],
        )

    def add(self, other: Arm) -> None:
        """Add the sums of other series."""
        for name in ("wins", "people", "groups", "totals"):
            rows = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [[a + b for a, b in zip(mine, theirs, strict=True)] for mine, theirs in rows])
        self.winning.update(other.winning)
        self.shared += other.shared
        for mine, theirs in zip(self.paired, other.paired, strict=True):
            mine.add(theirs)


@dataclass
class ContestTally:
    """Exact sums of series, arm by arm."""

    deals: int = 0
    series: int = 0
    voided: int = 0
    locked: int = 0
    arms: list[Arm] = field(default_factory=list)

    def add(self, other: ContestTally) -> None:
        """Add other series of the same contest."""
        self.deals += other.deals
        self.series += other.series
        self.voided += other.voided
        self.locked += other.locked
        for mine, theirs in zip(self.arms, other.arms, strict=True):
            mine.add(theirs)


@dataclass(frozen=True)
class Contest:
    """Series played in several ways with the same cards; the first way is the plain one.

    Attributes
    ----------
    arms : tuple of SittingSetting
        Alike but for what is staked.
    groups : tuple of int
        By chair, which group of people who play alike it belongs to.
    """

    arms: tuple[SittingSetting, ...]
    groups: tuple[int, ...]

    kernel: ClassVar[str] = "run_sittings"

    @property
    def persons(self) -> int:
        return len(self.groups)

    @property
    def unit(self) -> int:
        return plain_law(self.arms[0].rules).unit

    def chunk(self) -> int:
        """Deals of a chunk, whole series."""
        return self.arms[0].chunk()

    def nothing(self) -> ContestTally:
        """The sums of no series."""
        groups = max(self.groups) + 1
        return ContestTally(arms=[Arm.empty(self.persons, groups) for _ in self.arms])

    def play(self, seed: int, index: int, deals: int) -> ContestTally:
        """The sums of the first so many deals of one chunk."""
        tallies = [arm.play(seed, index, deals) for arm in self.arms]
        plain: Series = tallies[0].found
        arms = [
            self._arm(arm, tally.found, None if place == 0 else plain)
            for place, (arm, tally) in enumerate(zip(self.arms, tallies, strict=True))
        ]
        return ContestTally(deals, tallies[0].sittings, tallies[0].voided, tallies[0].locked, arms)

    def _arm(self, setting: SittingSetting, found: Series, plain: Series | None) -> Arm:
        persons = self.persons
        arm = Arm.empty(persons, max(self.groups) + 1)
        seats = (found.firsts[:, None] + np.arange(persons)) % persons  # the chair of each starting position
        finals = np.take_along_axis(found.finals, seats, axis=1)
        shares, winners = shares_of(finals)
        for place in range(persons):
            won = winners[shares[:, place] > 0]
            arm.wins[place] = np.bincount(won, minlength=persons + 1).tolist()
            arm.totals[place] = [int(finals[:, place].sum()), int((finals[:, place] ** 2).sum())]
        by_chair, _ = shares_of(found.finals)
        groups = np.array(self.groups)
        arm.people = [_sums(by_chair[:, chair]) for chair in range(persons)]
        arm.groups = [_sums(by_chair[:, groups == group].sum(axis=1)) for group in range(len(arm.groups))]
        values, counts = np.unique(finals.max(axis=1), return_counts=True)
        arm.winning = Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        arm.shared = int((winners > 1).sum())
        if plain is not None:
            arm.paired = _paired(setting, shares, shares_of(np.take_along_axis(plain.finals, seats, axis=1))[0], seats)
        return arm


def _sums(shares: NDArray[np.int64]) -> list[int]:
    return [int(shares.sum()), int((shares * shares).sum())]


def shares_of(finals: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Who has won, from final totals, a series a row: each one's share in 1/SHARES, and how many share it."""
    best = finals == finals.max(axis=1, keepdims=True)
    winners = best.sum(axis=1)
    return best * (SHARES // winners)[:, None], winners


def _paired(
    setting: SittingSetting, bold: NDArray[np.int64], plain: NDArray[np.int64], seats: NDArray[np.int64]
) -> list[Paired]:
    """By starting position, of those who were bold there."""
    assert isinstance(setting.habit, Keeping)
    persons = seats.shape[1]
    turns = np.arange(len(seats))[:, None] % persons  # as `standings` takes them
    bolds = {IN_TURN: seats == turns, EVERYONE: np.ones(seats.shape, bool)}[setting.habit.who]
    places = range(persons)
    return [Paired.of(bold[bolds[:, place], place], plain[bolds[:, place], place]) for place in places]
