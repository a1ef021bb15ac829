"""Sittings: many independent pieces of an evening, played chunk by chunk, and the sums that come of them.

Deals of one pack that goes on are dependent, and so are those of one banker; sittings are not. Errors therefore come
from totals of sittings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np

from ..errors import OptionError
from ..jit import JIT
from ..law import compiled_law, plain_law
from ..pack import fresh_pack
from ..policy.build import Seated
from ..policy.tables import BankerPolicy
from ..ring import ring_pack
from ..rulebook import Rules
from ..simulate import most_of_a_deal
from ..tabletop import new_table
from ..tally import Moments, Tally, new_sums
from .between import Nothing
from .chairs import lay_chairs
from .play import run_sittings
from .state import (
    BATCH_COLUMNS,
    BY_ACE,
    BY_JACK,
    BY_LOT,
    BY_SEAT,
    DD,
    GD,
    GG,
    GI,
    GS,
    II,
    LOCKED,
    RENEWALS,
    SHUFFLED,
    SITTINGS,
    SS,
    VOIDED,
    new_evening,
)

LENGTH = 1000  # deals of a sitting
WARM_UP = 64  # deals before each that are not counted: by then nothing is left of the fresh pack's beginning
CHUNK = 262_144  # deals of a chunk, about
FIRST = {"highest-card": BY_LOT, "first-jack": BY_JACK, "first-ace": BY_ACE}
_ROOM = 2**62  # what an integer sum of a chunk must stay below


class Found(Protocol):
    """What people found between the deals of some sittings; it can be added up."""

    def add(self, other: Any) -> None:
        """Add what was found in other sittings."""


class Habit(Protocol):
    """Makes what people do between deals (`between`), for one chunk at a time."""

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Any:
        """A named tuple that answers the questions of `between`, with arrays of its own."""

    def found(self, between: Any) -> Found | None:
        """What it has noted when the chunk is over."""


class NoHabit:
    """Nobody does anything between deals."""

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Nothing:
        return Nothing()

    def found(self, between: Nothing) -> None:
        return None


@dataclass
class SittingTally(Tally):
    """Sums of deals, and of products of the totals of sittings.

    Attributes
    ----------
    sittings, warmed, locked, shuffled, renewed : int
        Sittings; deals of their warm-ups; times that the guard found a pack that would never be shuffled again, which
        ends a sitting where nobody has habits and no kitty goes on; shuffles between deals, and of used cards within
        a deal (void deals and warm-ups included).
    batches : list of int
        See `state.GG` and its neighbours.
    found : Found or None
        What was noted between deals.
    """

    sittings: int = 0
    warmed: int = 0
    locked: int = 0
    shuffled: int = 0
    renewed: int = 0
    batches: list[int] = field(default_factory=lambda: [0] * BATCH_COLUMNS)
    found: Any = None

    def moments(self) -> Moments:
        """Products of totals, sittings being independent of each other."""
        by = self.batches
        return Moments(self.sittings, by[GG], by[II], by[SS], by[DD], by[GI], by[GS], by[GD])

    def seat_moments(self, seat: int) -> tuple[int, int]:
        """Sums over sittings of a seat's net result squared, and times the deals; seats count from 0."""
        return self.batches[BY_SEAT + 2 * seat], self.batches[BY_SEAT + 2 * seat + 1]

    def add(self, other: Tally) -> None:
        super().add(other)
        assert isinstance(other, SittingTally)
        self.sittings += other.sittings
        self.warmed += other.warmed
        self.locked += other.locked
        self.shuffled += other.shuffled
        self.renewed += other.renewed
        self.batches = [mine + theirs for mine, theirs in zip(self.batches, other.batches, strict=True)]
        if self.found is None:
            self.found = other.found
        elif other.found is not None:
            self.found.add(other.found)


@dataclass(frozen=True)
class SittingSetting:
    """All that a simulation of sittings depends on, but the seed.

    Attributes
    ----------
    rules : Rules
    who : Seated
        The policies of all chairs, the first banker's included: as many punters' policies as there are people.
    length : int
        Counted deals of a sitting that no locked pack ends.
    warm_up : int
        Deals before each that are not counted.
    moving : bool
        Whether the bank moves; else chair ``punters`` banks for ever.
    first : int or None
        The chair that banks first; None: as the rules say.
    bankers : sequence of BankerPolicy, optional
        Each chair's own policy as a banker.
    kitty : int or None
        What a banker puts up for shots; the rules' own when left out.
    top_up : int
        The banker makes up the kitty to that before a deal when less than so many units are left.
    habit : Habit
    """

    rules: Rules
    who: Seated
    length: int = LENGTH
    warm_up: int = WARM_UP
    moving: bool = False
    first: int | None = None
    bankers: Sequence[BankerPolicy] | None = None
    kitty: int | None = None
    top_up: int = 0
    habit: Habit = field(default_factory=NoHabit)

    kernel: ClassVar[str] = "run_sittings"

    @property
    def punters(self) -> int:
        """Punters of a deal."""
        return len(self.who.punters) - 1

    @property
    def packs(self) -> int:
        return self.rules.packs_for(self.punters)

    def chunk(self) -> int:
        """Deals of a chunk, whole sittings: fewer where stakes are so large that integer sums could overflow."""
        most = (most_of_a_deal(self.rules, self.punters) + self._most_shot()) * self.length
        sittings = max(CHUNK // self.length, 1)
        while sittings > 1 and sittings * most * most > _ROOM:
            sittings //= 2
        return sittings * self.length

    def _most_shot(self) -> int:
        """More than anybody can win by shots in a deal, in 1/unit of a unit: a kitty may have grown."""
        if not self.rules.shoot:
            return 0
        hands = self.rules.max_hands if self.rules.splits else 1
        return 2 * 2 * self.punters * hands * max((one.most for one in self.who.shots), default=0)

    def nothing(self) -> SittingTally:
        """The sums of no deals."""
        return SittingTally(self.punters, plain_law(self.rules).unit)

    def play(self, seed: int, index: int, deals: int) -> SittingTally:
        """The sums of the first so many deals of one chunk."""
        return _Chunk(self, seed, index).play(deals)


class _Chunk:
    """The sittings of one chunk."""

    def __init__(self, setting: SittingSetting, seed: int, index: int):
        rules = setting.rules
        self.setting = setting
        # Kernels of people with habits take long to compile: one serves all rule systems, if not at the full speed.
        one_kind = not isinstance(setting.habit, NoHabit)
        self.law = compiled_law(rules, keep_extras=one_kind) if JIT else plain_law(rules)
        self.table, self.sums = new_table(setting.punters), new_sums()
        stream, own = np.random.SeedSequence(seed, spawn_key=(index,)).spawn(2)
        self.ring = ring_pack(
            setting.packs,
            fresh_pack(setting.packs, stream).words,
            rules.gather,
            rules.exhaustion == "reshuffle-used",
            one_kind,
        )
        self.players, chairs = lay_chairs(setting.who, setting.bankers)
        first = setting.first
        if first is None:
            first = FIRST[rules.first_banker] if setting.moving else setting.punters
        kitty = rules.kitty if setting.kitty is None else setting.kitty
        sells = rules.empty_kitty == "auction"
        # Who has habits sits for as many deals as his question says, and a kitty goes on: there the pack is shuffled.
        # To cut a bank off where no pontoon is coming would leave out long tenures (10.89 deals for 10.97, as dealt).
        ends = not (one_kind or rules.shoot)
        self.evening = new_evening(chairs, setting.moving, first, kitty, setting.top_up, sells, ends)
        self.between = setting.habit.fresh(setting, own)

    def play(self, deals: int) -> SittingTally:
        length = self.setting.length
        with np.errstate(over="ignore"):  # random words wrap around; said only where the JIT is off
            self._run(deals // length, length)
            if deals % length:
                self._run(1, deals % length)
        state = self.evening.state
        return SittingTally(
            punters=self.setting.punters,
            unit=self.law.unit,
            deals=deals,
            voided=int(state[VOIDED]),
            sums={name: values.tolist() for name, values in self.sums._asdict().items()},
            sittings=int(state[SITTINGS]),
            warmed=-(-deals // length) * self.setting.warm_up,
            locked=int(state[LOCKED]),
            shuffled=int(state[SHUFFLED]),
            renewed=int(state[RENEWALS]),
            batches=self.evening.batches.tolist(),
            found=self.setting.habit.found(self.between),
        )

    def _run(self, sittings: int, length: int) -> None:
        if sittings == 0:
            return
        args = (self.law, self.ring, self.players, self.table, self.sums, self.between, self.evening)
        if run_sittings(*args, sittings, length, self.setting.warm_up) < 0:
            raise OptionError(
                f"Nearly every deal of {self.setting.punters} punters from {self.setting.packs} pack(s) runs out of "
                "cards and is void: take fewer punters or more packs."
            )
