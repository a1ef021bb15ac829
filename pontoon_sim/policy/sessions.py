"""Stake schedules over a session: what a punter stakes by his purse, or by what the deals before brought him.

A session schedule is a *base*, which is a schedule by the first card (`stakes`), and a rule that says how much of it
is staked next:

- ``proportional:F``: a share of the purse, such as ``0.02`` or ``1/50``. A base that stakes twice as much on an ace
  makes it twice that share there.
- ``kelly`` or ``kelly:FRACTION``: on each first card the share that lets the purse grow fastest, or a fraction of it.
- ``martingale``: twice as much after a deal lost, the base after one won.
- ``paroli`` or ``paroli:WINS``: twice as much after a deal won, until so many (3) are won in a row; then the base.
- ``dalembert``: one base more after a deal lost, one less after one won.
- ``levels:1=1/2,2=1/4,4=1/4/2``: any such table. A level is how many times the base is staked; behind it stand the
  levels after a deal won, lost and (where it is not the same level again) stood off. The first one begins. Also from
  a CSV file with the columns ``level, win, loss`` and perhaps ``push``: ``levels:FILE.csv`` or ``FILE.csv``.

``:base=SCHEDULE`` says the base, as in ``martingale:base=A=2,*=1``; it is ``min`` where nothing is said. A deal is won
when the seat's net result is above 0. Stakes are whole units, rounded down, and keep to the limits of the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..arguments import whole
from ..cards import RANKS
from ..deal import NO_CARD
from ..errors import PolicyError, quoted
from ..files import named
from ..rulebook import Rules
from .adapt import adapted_stakes
from .names import as_file, digest_of
from .rows import read_header, read_rows
from .stakes import SESSION, StakeSchedule, session_kind, stake_schedule

SCALE = 10**8  # shares of a purse are whole numbers of such parts
MOST_LEVEL = 1000  # of a table of levels
FLAT = "flat"  # the kind of a schedule by the first card, which nothing changes
PUSH = "push"

Step = tuple[int, int, int, int]  # a level, and the levels after a win, a loss and a push


@dataclass(frozen=True, eq=False)
class StakePlan:
    """A schedule over a session; make one by `stake_plan`.

    Attributes
    ----------
    name : str
    kind : str
        `FLAT`, or one of `stakes.SESSION`.
    base : StakeSchedule
    number : Fraction or None
        The share of ``proportional``, the fraction of ``kelly``, the wins of ``paroli``.
    steps : tuple of Step
        Of ``levels``.
    shares : tuple of float, or None
        Of the purse, by rank of the first card: of ``kelly`` once the game is known.
    """

    name: str
    kind: str
    base: StakeSchedule
    number: Fraction | None = None
    steps: tuple[Step, ...] = ()
    shares: tuple[float, ...] | None = None

    @property
    def by_share(self) -> bool:
        """Whether stakes are shares of the purse."""
        return self.kind in ("proportional", "kelly")

    @property
    def digest(self) -> str:
        """A short hash of all that it says."""
        said = repr((self.kind, self.base.digest, self.number, self.steps, self.shares))
        return digest_of(np.frombuffer(said.encode(), np.uint8))

    def parts(self) -> NDArray[np.int64]:
        """Shares of the purse by rank (16,), in 1/`SCALE`; index 15 before the deal. All 0 for stakes by level."""
        table = np.zeros(16, np.int64)
        if self.kind == "proportional":
            assert self.number is not None
            base = self.base.stakes[: len(RANKS)]
            table[: len(RANKS)] = [_parts(self.number * int(stake) / int(base.min())) for stake in base]
        elif self.shares is not None:
            table[: len(RANKS)] = [_parts(share) for share in self.shares]
        table[NO_CARD] = table[0]
        return table

    def ladder(self, rules: Rules) -> tuple[Step, ...]:
        """The levels that can be told apart under those rules, the first one to begin with."""
        if self.kind == "levels":
            return self.steps
        least = int(self.base.stakes[[*range(len(RANKS)), NO_CARD]].min())
        top = -(-rules.stake_max // least)  # from here on every stake is the largest
        if self.kind == "paroli":
            assert self.number is not None
            sizes = [2**n for n in range(int(self.number))]
            return tuple((size, 2 * size if size != sizes[-1] else 1, 1, size) for size in sizes)
        if self.kind == "martingale":
            sizes = [2**n for n in range((top - 1).bit_length() + 1)]
            return tuple((size, 1, min(2 * size, sizes[-1]), size) for size in sizes)
        if self.kind == "dalembert":
            return tuple((size, max(size - 1, 1), min(size + 1, top), size) for size in range(1, top + 1))
        return ((1, 1, 1, 1),)


def _parts(share: Fraction | float) -> int:
    """A share of the purse in 1/`SCALE`, rounded down; nobody stakes more than the purse."""
    return min(max(int(SCALE * share), 0), SCALE)


StakePlanLike = str | int | PathLike[str] | StakeSchedule | StakePlan


def flat_plan(schedule: StakeSchedule) -> StakePlan:
    """A schedule by the first card that is the same in every deal."""
    return StakePlan(schedule.name, FLAT, schedule)


def stake_plan(name: StakePlanLike, rules: Rules) -> StakePlan:
    """The schedule over a session of that name.

    Parameters
    ----------
    name : str, int, path, StakeSchedule or StakePlan
        Whatever `stakes.stake_schedule` takes, or one of the schedules of this module.
    rules : Rules

    Raises
    ------
    PolicyError
        When there is no such schedule, or the rules do not take its base.
    """
    if isinstance(name, StakePlan):
        return replace(name, base=stake_schedule(name.base, rules))
    kind = session_kind(name)
    if kind is None:
        is_flat = isinstance(name, StakeSchedule) or whole(name) is not None
        file = None if is_flat else as_file(name)  # type: ignore[arg-type]  # neither of these, so a text or a path
        if file is None or "level" not in read_header(file):
            return flat_plan(stake_schedule(name, rules))
        return StakePlan(named(file), "levels", stake_schedule("min", rules), None, _from_file(file))
    assert isinstance(name, str)
    number, base = _options(name, kind)
    plan = StakePlan(name.strip(), kind, stake_schedule(base, rules))
    if kind == "levels":
        return replace(plan, steps=_steps(name, number))
    return replace(plan, number=_number(name, kind, number))


def adapted_plan(plan: StakePlan, rules: Rules) -> StakePlan:
    """The plan under other rules: the stakes of its base brought within the limits."""
    return replace(plan, base=adapted_stakes(plan.base, rules))


def _options(name: str, kind: str) -> tuple[str, str]:
    """What stands behind the first colon, and the base."""
    number, base = "", ""
    for text in name.split(":")[1:]:
        word, sign, value = text.partition("=")
        if sign and word.strip() == "base":
            if kind == "kelly":
                raise PolicyError(f"{quoted(name)}: kelly itself decides the stake on each card: leave out base=.")
            if base or not value.strip():
                raise PolicyError(f"{quoted(name)}: write base= once, with a schedule behind it, as in base=A=2,*=1.")
            base = value.strip()
        elif number or not text.strip():
            raise PolicyError(f"{quoted(name)}: {quoted(text)} is not understood: write {_SHAPES[kind]}.")
        else:
            number = text.strip()
    return number, base or "min"


_SHAPES = {
    "proportional": "proportional:F with a share of the purse from above 0 to 1, as in proportional:0.02",
    "kelly": "kelly, or kelly:FRACTION with a fraction from above 0 to 10, as in kelly:0.5",
    "martingale": "martingale, perhaps with :base=A=2,*=1",
    "paroli": "paroli, or paroli:WINS with a whole number of wins from 1 to 10, as in paroli:3",
    "dalembert": "dalembert, perhaps with :base=A=2,*=1",
    "levels": "levels:LEVEL=WIN/LOSS,... as in levels:1=1/2,2=1/4,4=1/4, or levels:FILE.csv",
}
_DEFAULTS = {"kelly": Fraction(1), "paroli": Fraction(3)}
_LIMITS = {"proportional": 1, "kelly": 10, "paroli": 10}


def _number(name: str, kind: str, text: str) -> Fraction | None:
    """The number of a kind that takes one."""
    if not text and kind != "proportional":
        return _DEFAULTS.get(kind)
    shape = r"[0-9]{1,3}" if kind == "paroli" else r"[0-9]{0,9}\.?[0-9]{1,12}|[0-9]{1,9}/[0-9]{1,9}"
    try:
        number = Fraction(text) if kind in _LIMITS and re.fullmatch(shape, text) else None
    except ZeroDivisionError:
        number = None
    if number is None or not 0 < number <= _LIMITS[kind]:
        said = f"{quoted(text)} is not understood" if text else "a share of the purse is missing"
        raise PolicyError(f"{quoted(name)}: {said}: write {_SHAPES[kind]}.")
    return number


def _steps(name: str, text: str) -> tuple[Step, ...]:
    """The table of levels in a name, or of the file that it names."""
    file = as_file(text) if "=" not in text and text else None
    if file is not None:
        return _from_file(file)
    rows = []
    for part in text.split(","):
        level, _, after = (one.strip() for one in part.partition("="))
        cells = [one.strip() for one in after.split("/")]
        if not level or len(cells) not in (2, 3):
            raise PolicyError(f"{quoted(name)}: {quoted(part)} is not understood: write {_SHAPES['levels']}.")
        rows.append((f"{quoted(name)}: {part.strip()}", [level, *cells]))
    return _checked(rows)


def _from_file(file: Path) -> tuple[Step, ...]:
    rows = read_rows(file, ("level", "win", "loss"), beside=(PUSH,))
    said = [(row.where, [row["level"], row["win"], row["loss"], row.get(PUSH)]) for row in rows]
    return _checked([(where, cells if cells[3] else cells[:3]) for where, cells in said])


def _checked(rows: list[tuple[str, list[str]]]) -> tuple[Step, ...]:
    """Rows of level, after a win, after a loss, and perhaps after a push, in whole numbers that all have a row."""
    steps: list[Step] = []
    for where, cells in rows:
        for cell in cells:
            if not re.fullmatch(r"[0-9]{1,9}", cell) or not 1 <= int(cell) <= MOST_LEVEL:
                raise PolicyError(f"{where}: the level {quoted(cell)} is no whole number from 1 to {MOST_LEVEL}.")
        level, win, loss, push = (int(cell) for cell in (*cells, cells[0])[:4])
        if level in [step[0] for step in steps]:
            raise PolicyError(f"{where}: the level {level} stands there twice: give it once.")
        steps.append((level, win, loss, push))
    known = {step[0] for step in steps}
    for (where, _), step in zip(rows, steps, strict=True):
        for after in step[1:]:
            if after not in known:
                raise PolicyError(f"{where}: there is no level {after}: add a row for it, or go to another level.")
    return tuple(steps)


__all__ = ["FLAT", "SCALE", "SESSION", "StakePlan", "StakePlanLike", "adapted_plan", "flat_plan", "stake_plan"]
