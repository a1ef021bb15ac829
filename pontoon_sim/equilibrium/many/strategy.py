"""The play of a table of punters and of their banker, to look at and to keep in a file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import OptionError, quoted
from ...files import shown
from ...presets import rules as find_rules
from ...rulebook import Rules
from ..kernels import FOLLOW
from ..learning import highest
from ..play import BankerPlan, Field, Ints, PunterPlan
from ..strategy import Strategy, _check, _normal
from ..tables import Floats
from ..tree import Event
from .answering import Answerer
from .beliefs import Seat
from .field import seat_field
from .measuring import game_of, play_of, room_of
from .records import Game, Play, Room
from .turns import weigh_table

SCHEMA = "pontoon.table-strategy/1"

Shown = tuple[int, tuple[Event, ...]]  # what a seat shows that stuck: its stake (before a double), and its history


class TableStrategy(Strategy):
    """A play of all punters, the same for each, and of a banker who answers the whole table.

    What `Strategy` tells of the banker is his play against one seat, on the average of what the others show.

    Parameters
    ----------
    field : Field
    punter : PunterPlan
    banker : BankerPlan
        That average.
    punters : int
    soft : float
        The part of all that is at stake by which drawing must be better to be certain.
    all_amounts : bool
    """

    def __init__(
        self,
        field: Field,
        punter: PunterPlan,
        banker: BankerPlan,
        punters: int,
        soft: float,
        all_amounts: bool = False,
    ):
        super().__init__(field, punter, banker, all_amounts)
        self.punters, self.soft = punters, soft

    @cached_property
    def answerer(self) -> Answerer:
        """The banker."""
        return Answerer(Seat(self.field), self.punters, self.soft)

    @cached_property
    def _at_work(self) -> tuple[Game, Play, Room]:
        play = play_of(self.answerer, self.punter_plan, self.banker_plan)
        return game_of(self.field), play, room_of(self.field, self.punters, np.random.SeedSequence(0))

    # ---- What it does.

    def first_amounts(self, stake: int) -> tuple[int, ...]:
        """What the first card may be bought for."""
        return self.field.tree.publics[self._place(stake, (), False)].amounts

    def draws_at(self, table: Sequence[Shown], hand: str, doubled: bool = False) -> float:
        """How likely the banker draws to a hand (ranks) when these seats stuck, and all others are out.

        Parameters
        ----------
        table : sequence of (stake, history)
            As in `Strategy.actions`; of five cards the history is three times ``("five", total stake)``.
        hand : str
        doubled : bool
        """
        column = int(self.field.tables.column_of[self._node(hand)])
        return float(self.draws_to(table, [column], doubled)[0])

    def draws_to(self, table: Sequence[Shown], columns: Sequence[int] | Ints, doubled: bool = False) -> Floats:
        """The same for some of his hands, as columns in `Tables`."""
        field, (game, play, room) = self.field, self._at_work
        room.public[:] = -1
        room.look[:] = play.out_of[int(doubled), 0]
        for seat, (stake, history) in enumerate(table):
            public = self._place(stake, history, doubled)
            room.public[seat], room.look[seat] = public, play.look_of[public]
            room.stake[seat] = field.tree.staked[public]
        found = np.zeros(len(columns))
        for place, column in enumerate(columns):
            weigh_table(game, play, room, self.punters, int(column), self.soft)
            found[place] = room.draws[column]
        return found

    # ---- What it is worth, reckoned with the banker's average play.

    def value(self) -> float:
        """What a punter gains a deal."""
        return self.worth_against(self.banker_plan)

    def bounds(self) -> tuple[float, float]:
        """What a punter gains, and the most that he would gain by another play."""
        return self.value(), highest(self.field, self.field.banker_flow(self.banker_plan))

    def most_with_splits(self) -> None:
        """With several punters nothing is worked out of splits."""

    def worth_against(self, banker: BankerPlan) -> float:
        """What a punter gains a deal from a banker who plays so against each seat."""
        actions = PunterPlan(self.punter_plan.stakes, self.punter_plan.actions.copy())
        worth = self.field.punter_worth(FOLLOW, actions, self.field.banker_flow(banker))
        return float((self.punter_plan.stakes * worth).sum())

    # ---- A file.

    def save(self, path: str | Path, told: dict[str, Any]) -> None:
        """Write it to a file (NumPy's ``.npz``), with what else is to be told of it."""
        head = {
            "schema": SCHEMA,
            "rules": self.rules.model_dump(),
            "levels": self.field.levels,
            "all_amounts": self.all_amounts,
            "punters": self.punters,
            "soft": self.soft,
            "told": told,
        }
        plans = {**vars(self.punter_plan), **vars(self.banker_plan)}
        with Path(path).open("wb") as file:
            np.savez_compressed(file, head=np.array(json.dumps(head)), **plans)

    @classmethod
    def load(cls, path: str | Path, workers: Executor | None = None) -> tuple[TableStrategy, dict[str, Any]]:
        """A strategy from its file, and what was told of it.

        Raises
        ------
        OptionError
            When the file cannot be read or holds no such strategy.
        """
        try:
            with np.load(Path(path), allow_pickle=False) as file:
                head = json.loads(str(file["head"]))
                stakes, actions, doubles, draws = (file[name] for name in ("stakes", "actions", "doubles", "draws"))
            if head["schema"] != SCHEMA:
                raise ValueError(f"its schema is {quoted(head['schema'])}")
            rules, punters, soft = find_rules(Rules(**head["rules"])), int(head["punters"]), float(head["soft"])
            if not (2 <= punters <= 10 and 0 < soft <= 1):
                raise ValueError("it has no such table")
            field = seat_field(rules, tuple(map(int, head["levels"])), bool(head["all_amounts"]), punters, workers)
            plans = PunterPlan(stakes, _normal(actions)), BankerPlan(doubles, np.clip(draws, 0.0, 1.0))
            _check(field, plans)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise OptionError(
                f"{shown(path)} is no strategy that can be read ({why}): give a file that pontoon solve --out wrote."
            ) from None
        return cls(field, *plans, punters, soft, bool(head["all_amounts"])), dict(head["told"])


def schema_of(path: str | Path) -> str | None:
    """What kind of strategy a file says that it holds; None where it does not say."""
    try:
        with np.load(Path(path), allow_pickle=False) as file:
            return str(json.loads(str(file["head"]))["schema"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile):
        return None


__all__ = ["SCHEMA", "Shown", "TableStrategy", "schema_of"]
