"""Who remembers at a table of sittings, and the totals of each sitting that come of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..evening.record import FEATURES, NOTHING
from ..evening.remembering import COLUMNS, Remembering
from ..evening.sittings import SittingSetting
from ..pack import fresh_pack
from ..ring import ring_pack
from ..scratch import apart
from ..tabletop import new_table
from .plans import Plans

ROLLOUTS = 32  # imagined deals by which who remembers the order chooses


@dataclass
class Found:
    """What was found at a table.

    Attributes
    ----------
    rows : list of int64 (sittings, COLUMNS)
        See `remembering.COLUMNS`.
    samples : list of float64 (deals, 13)
        What deals were expected to be dealt from.
    """

    rows: list[NDArray[np.int64]]
    samples: list[NDArray[np.float64]]

    def add(self, other: Found) -> None:
        """Add what was found in later sittings."""
        self.rows += other.rows
        self.samples += other.samples

    @property
    def sittings(self) -> NDArray[np.int64]:
        """All rows, one below the other."""
        return np.concatenate(self.rows)

    @property
    def compositions(self) -> NDArray[np.float64]:
        """All samples, one below the other."""
        return np.concatenate(self.samples)


@dataclass(frozen=True)
class Memory:
    """A habit: somebody remembers.

    Attributes
    ----------
    plans : Plans
        Of the punter on the first chair.
    kind : int
        What is remembered: see `evening.record`.
    bank, plays, hidden : bool
        As in `Remembering`.
    stakes : (int, int)
        The stakes he chooses between.
    model : float64 (14, FEATURES)
    steer : float64 (FEATURES,)
    limits : float64 (graded,)
    plain : int64 (16,)
        His stakes by first card if he remembered nothing.
    draws : int8 (plans, 2, nodes)
        The banker's plans.
    samples : int
        Compositions to keep of each chunk.
    rollouts : int
    """

    plans: Plans
    kind: int = NOTHING
    bank: bool = False
    plays: bool = False
    hidden: bool = False
    stakes: tuple[int, int] = (1, 1)
    model: NDArray[np.float64] = field(default_factory=lambda: np.zeros((14, FEATURES)))
    steer: NDArray[np.float64] = field(default_factory=lambda: np.zeros(FEATURES))
    limits: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    plain: NDArray[np.int64] = field(default_factory=lambda: np.ones(16, np.int64))
    draws: NDArray[np.int8] = field(default_factory=lambda: np.zeros((1, 2, 1), np.int8))
    samples: int = 0
    rollouts: int = ROLLOUTS

    def but(self, **changes: Any) -> Memory:
        """The same, but for some fields."""
        return replace(self, **changes)

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Remembering:
        """Somebody who remembers nothing yet."""
        persons, size = setting.punters + 1, 52 * setting.packs
        plans = len(self.draws) if self.bank else len(self.plans.at)
        sittings = setting.chunk() // setting.length + 1
        full = apart(13, np.float64)
        full[:] = 4 * setting.packs
        trial = ring_pack(
            setting.packs,
            fresh_pack(setting.packs, stream).words,
            setting.rules.gather,
            setting.rules.exhaustion == "reshuffle-used",
            one_kind=True,
        )
        return Remembering(
            kind=self.kind,
            bank=int(self.bank),
            plays=int(self.plays),
            hidden=int(self.hidden),
            warm_up=setting.warm_up,
            least=self.stakes[0],
            most=self.stakes[1],
            size=size,
            reach=min(3 * persons + 5, size),
            horizon=min(3 * persons + 5, size),
            rollouts=self.rollouts,
            trust=2 * persons,
            plans=plans,
            graded=len(self.limits),
            state=apart(10, np.int64),
            left=apart(13, np.float64),
            full=full,
            shares=apart(13, np.float64),
            queue=apart(4 * size, np.uint8),
            features=apart(FEATURES, np.float64),
            model=np.ascontiguousarray(self.model, np.float64).ravel().copy(),
            steer=self.steer.astype(np.float64),
            limits=self.limits.astype(np.float64),
            plain=self.plain.astype(np.int64),
            at=self.plans.at.copy(),
            codes_at=self.plans.codes_at.copy(),
            rows_of=self.plans.rows_of.copy(),
            draws=self.draws.ravel().copy(),
            rows=apart(sittings * COLUMNS, np.int64),
            samples=np.zeros(13 * self.samples),
            trial=trial,
            table=new_table(setting.punters),
            sums=apart(3 * plans, np.float64),
            cards=apart(2 * size, np.uint8),
        )

    def found(self, between: Remembering) -> Found:
        """What has been noted when the chunk is over."""
        rows = between.rows.reshape(-1, COLUMNS)
        return Found([rows[rows[:, 0] > 0].copy()], [between.samples.reshape(-1, 13)[: between.state[7]].copy()])
