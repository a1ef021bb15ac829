"""The players of a table: policies and stakes by seat, packed into the one record that the deal asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..arguments import whole
from ..errors import OptionError, quoted
from ..hands import graph
from ..rulebook import Rules
from ..scratch import apart
from ..tabletop import HANDS
from .banker import banker_policy
from .mixed.pack import pack_mixed
from .mixed.policies import (
    MixedBanker,
    MixedPunter,
    MixedStakes,
    Unplain,
    check_table,
    decides_by_chance,
    refuse_chance,
)
from .names import reads_the_table
from .players import SLOTS, Aware, NoShots, Players, Shots, Unaware
from .punter import punter_policy
from .reader import DoublingWorth, reading_banker
from .reading.eyes import Blind, Eyes, new_notes
from .shots import ShotPolicy
from .stakes import StakeSchedule, stake_schedule
from .tables import BankerPolicy, PunterPolicy

PUNTERS = 10  # most punters at a table

PunterLike = str | PathLike[str] | PunterPolicy
BankerLike = str | PathLike[str] | BankerPolicy
StakesLike = str | int | PathLike[str] | StakeSchedule

_Thing = TypeVar("_Thing")


class Described(NamedTuple):
    """Who plays: names of policies and schedules by seat, and the digests of their tables.

    Attributes
    ----------
    punter, stakes : tuple of str
        By seat.
    banker : str
    punter_digests, stakes_digests : tuple of str
    banker_digest : str
    """

    punter: tuple[str, ...]
    banker: str
    stakes: tuple[str, ...]
    punter_digests: tuple[str, ...]
    banker_digest: str
    stakes_digests: tuple[str, ...]


class Seated(NamedTuple):
    """The policies themselves, of all at the table."""

    punters: list[PunterPolicy]
    banker: BankerPolicy
    stakes: list[StakeSchedule]
    shots: Sequence[ShotPolicy] = ()  # none: nobody shoots

    def packed(self) -> Players:
        """Their tables as the deal asks them: freshly made arrays.

        Raises
        ------
        LaterError, OptionError
            Where some decide by chance and cannot play at this table: see `mixed.policies.check_table`.
        """
        if not self.by_chance:
            return pack_players(*self)
        check_table(self.punters, self.banker, self.stakes)
        plain = pack_players(*self._plain())
        return plain._replace(mixed=pack_mixed(self.punters, self.banker, self.stakes))

    @property
    def by_chance(self) -> bool:
        """Whether somebody decides by chance."""
        return decides_by_chance(*self.punters, self.banker, *self.stakes)

    def _plain(self) -> Seated:
        """The same table with somebody in place of those who decide by chance, whose tables are never asked."""
        everybody = (*self.punters, self.banker, *self.stakes)
        rules: Rules = next(one.play.rules for one in everybody if isinstance(one, Unplain))
        return Seated(
            [punter_policy("stick-16", rules) if isinstance(one, MixedPunter) else one for one in self.punters],
            banker_policy("stick-17", rules) if isinstance(self.banker, MixedBanker) else self.banker,
            [stake_schedule("max", rules) if isinstance(one, MixedStakes) else one for one in self.stakes],
            self.shots,
        )

    def described(self) -> Described:
        """Their names and digests."""
        return Described(
            punter=tuple(policy.name for policy in self.punters),
            banker=self.banker.name,
            stakes=tuple(one.name for one in self.stakes),
            punter_digests=tuple(policy.digest for policy in self.punters),
            banker_digest=self.banker.digest,
            stakes_digests=tuple(one.digest for one in self.stakes),
        )


def build_players(
    rules: Rules,
    punters: int,
    punter: PunterLike | Sequence[PunterLike] | None = None,
    banker: BankerLike | None = None,
    stakes: StakesLike | Sequence[StakesLike] | None = None,
) -> tuple[Players, Described]:
    """All players of a table, ready for the deal: `seated`, with their tables packed and their names.

    Returns
    -------
    players : Players
        Freshly made arrays.
    described : Described
    """
    who = seated(rules, punters, punter, banker, stakes)
    return who.packed(), who.described()


def seated(
    rules: Rules,
    punters: int,
    punter: PunterLike | Sequence[PunterLike] | None = None,
    banker: BankerLike | None = None,
    stakes: StakesLike | Sequence[StakesLike] | None = None,
    most: int = PUNTERS,
    reads: DoublingWorth | None = None,
) -> Seated:
    """The policies of a table by seat.

    Parameters
    ----------
    rules : Rules
    punters : int
        Number of punters, 1 to 10.
    punter : policy or sequence of policies by seat, optional
        Names, files or objects; the last one fills the rest. ``stick-16`` when left out.
    banker : policy, optional
        The rules' own dealer, or ``stick-17``, when left out.
    stakes : schedule or sequence of schedules by seat, optional
        ``min`` when left out.
    most : int
        Seats at the most; one more where the banker, whose turn to be a punter may come, is among them.
    reads : callable, optional
        Given where the banker may be one who reads the table, which needs punters who stay where they are: how he
        knows what a double is worth (see `reader.reading_banker`).

    Raises
    ------
    OptionError
        For a number of punters out of range, or more policies or schedules than punters.
    PolicyError, LaterError
        As from `punter_policy`, `banker_policy` and `stake_schedule`.
    """
    seats = seats_of(punters, most)
    makers = by_seat("punter", "stick-16" if punter is None else punter, seats, lambda p: punter_policy(p, rules))
    schedules = by_seat("stakes", "min" if stakes is None else stakes, seats, lambda s: stake_schedule(s, rules))
    said = banker if banker is not None else rules.dealer or "stick-17"
    if reads is not None and reads_the_table(said):
        return Seated(makers, reading_banker(str(said), rules, makers, schedules, reads), schedules)
    bank = banker_policy(said, rules)
    return Seated(makers, bank, schedules)


def seats_of(punters: int, most: int = PUNTERS) -> int:
    """The number of punters that is meant.

    Raises
    ------
    OptionError
    """
    seats = whole(punters)
    if seats is None or not 1 <= seats <= most:
        raise OptionError(f"punters={quoted(punters)} is not allowed: write a whole number from 1 to {most}.")
    return seats


def by_seat(option: str, said: Any, punters: int, make: Callable[[Any], _Thing]) -> list[_Thing]:
    """One thing for each seat; the last one said fills the rest.

    Raises
    ------
    OptionError
        When there are none, or more than seats.
    """
    several = list(said) if isinstance(said, Sequence) and not isinstance(said, str | bytes) else [said]
    if not several:
        raise OptionError(f"{option} is an empty list: give one, or one for each seat.")
    if len(several) > punters:
        raise OptionError(
            f"{option} has {len(several)} entries for {punters} punter{'s' * (punters > 1)}: give at most one a seat."
        )
    made = [make(one) for one in several]
    return made + made[-1:] * (punters - len(made))


def pack_players(
    makers: list[PunterPolicy], bank: BankerPolicy, schedules: list[StakeSchedule], shots: Sequence[ShotPolicy] = ()
) -> Players:
    """The tables of policies, one a seat, as the deal asks them: freshly made arrays."""
    refuse_chance("Whoever deals here takes tables of one action each", *makers, bank, *schedules)
    nodes = len(graph().low)
    unlike = list({policy.digest: policy for policy in makers}.values())
    begins = np.cumsum([0] + [policy.phases for policy in unlike])
    place = {policy.digest: int(begin) for policy, begin in zip(unlike, begins, strict=False)}
    phase = np.array([place[policy.digest] for policy in makers], np.int64)
    aware = any(policy.aware is not None for policy in makers)
    rows = [policy.aware if aware and policy.aware is not None else policy for policy in makers]
    return Players(
        moves=_joined([policy.moves for policy in unlike], np.int8),
        following=_joined([policy.following for policy in unlike], np.int16),
        at=phase * nodes,
        codes_at=phase * unlike[0].following.shape[1],
        amounts=_joined([next(p for p in unlike if p.digest == policy.digest).amounts for policy in makers], np.int64),
        stakes=_joined([one.stakes for one in schedules], np.int64),
        splits=_joined([row.splits for row in rows], np.int8),
        burns=_joined([row.burns for row in rows], np.int8),
        aware=_awareness(makers, schedules) if aware else Unaware(),
        bank_draws=_joined([bank.draws], np.int8),
        bank_doubles=_joined([bank.doubles], np.int8),
        nodes=nodes,
        shots=_shots(shots) if shots else NoShots(),
        eyes=Blind() if bank.books is None else Eyes(bank.books, new_notes(bank.books)),
    )


def _shots(policies: Sequence[ShotPolicy]) -> Shots:
    unlike = list({policy.digest: policy for policy in policies}.values())
    place = {policy.digest: number * len(policy.units) for number, policy in enumerate(unlike)}
    return Shots(
        at=np.array([place[policy.digest] for policy in policies], np.int64),
        units=_joined([policy.units for policy in unlike], np.int64),
        parts=_joined([policy.parts for policy in unlike], np.int64),
        wholes=_joined([policy.wholes for policy in unlike], np.int64),
        most=np.repeat(np.array([policy.most for policy in unlike], np.int64), len(unlike[0].units)),
        late=apart(HANDS, np.int64),
        late_node=apart(HANDS, np.int64),
    )


def _awareness(makers: list[PunterPolicy], schedules: list[StakeSchedule]) -> Aware:
    """Rows of situations one below the other, seat by seat; a policy that looks at nothing has one row."""
    width = 1 + max(int(one.stakes.max()) for one in schedules)
    row = np.zeros((len(makers), width, 2), np.int64)
    begins: list[NDArray[np.int16]] = []
    for seat, policy in enumerate(makers):
        first = sum(map(len, begins))
        if policy.aware is None:
            row[seat], table = first, np.zeros((1, SLOTS), np.int16)
        else:
            table = policy.aware.begins
            for initial in range(1, width):
                for doubled in range(2):
                    row[seat, initial, doubled] = first + policy.aware.situation(initial, bool(doubled))
        begins.append(table)
    return Aware(row=row.ravel(), width=width, begins=_joined(begins, np.int16))


def _joined(tables: list[Any], kind: Any) -> Any:
    """One fresh flat array of all tables."""
    return np.concatenate([table.ravel() for table in tables]).astype(kind, order="C", copy=True)
