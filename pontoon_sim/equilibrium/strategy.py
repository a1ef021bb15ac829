"""Both sides' play as one thing: how likely each does what, to look at, to keep in a file, and to judge."""

from __future__ import annotations

import json
import zipfile
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

from ..cards import RANKS, value
from ..errors import OptionError, quoted
from ..exact.deck import full_deck
from ..files import shown
from ..hands import EMPTY
from ..presets import rules as find_rules
from ..rulebook import Rules
from .burnt import tables_of
from .kernels import FOLLOW
from .learning import highest, least, lowest
from .ordered import OrderAware
from .play import BankerFlow, BankerPlan, Field, PunterFlow, PunterPlan
from .splits import highest_with_splits
from .tables import Floats
from .tree import BURN, ORDER, STICK, TWIST, Event, Grower, branches_of

SCHEMA = "pontoon.strategy/1"


def field_of(
    rules: Rules,
    levels: tuple[int, ...],
    all_amounts: bool,
    workers: Executor | None = None,
    order: int = ORDER,
    burns: int = 0,
) -> Field:
    """The game of one punter, from a fresh pack, in which he stakes one of those levels; `order` as in `Grower`.

    So many hands may be burnt one after the other.
    """
    tables = tables_of(rules, full_deck(rules.packs_for(1)), burns)
    return Field(tables, Grower(tables, branches_of(rules, levels), all_amounts, order).tree(), workers)


class Strategy:
    """A play of each side.

    Parameters
    ----------
    field : Field
    punter : PunterPlan
    banker : BankerPlan
    all_amounts : bool
        Whether buys may cost any legal amount.
    """

    def __init__(self, field: Field, punter: PunterPlan, banker: BankerPlan, all_amounts: bool = False):
        self.field, self.all_amounts = field, all_amounts
        self.punter_plan, self.banker_plan = punter, banker
        self._places = {(public.branch, public.history): place for place, public in enumerate(field.tree.publics)}

    @classmethod
    def of_flows(cls, field: Field, punter: PunterFlow, banker: BankerFlow, all_amounts: bool) -> Strategy:
        """The play that lets those flows (or many times them) through; where nothing comes, the simplest."""
        total = punter.actions.sum(axis=1, keepdims=True)
        first = field.tree.allowed & (np.cumsum(field.tree.allowed, axis=1) == 1)
        actions = np.divide(punter.actions, total, out=first.astype(float), where=total > 0)
        actions[field.tree.allowed == 0] = -1.0
        stakes = punter.stakes / punter.stakes.sum(axis=1, keepdims=True)
        doubles = np.zeros((len(field.levels), 11))
        if field.doubles:
            plain, doubled = (some[:, 1:] for some in field.by_double(banker.firsts))
            doubles[:, 1:] = doubled / (plain + doubled)
        return cls(field, PunterPlan(stakes, actions), BankerPlan(doubles, field.draws(banker)), all_amounts)

    @property
    def rules(self) -> Rules:
        """The rules for which it is."""
        return self.field.tables.rules

    # ---- What it does.

    def stakes(self, card: str) -> dict[int, float]:
        """How likely each stake is on a first card (its rank, as ``A`` or ``T``)."""
        row = self.punter_plan.stakes[value(RANKS.index(card))]
        return dict(zip(self.field.levels, row.tolist(), strict=True))

    def doubles(self, card: str, stake: int) -> float:
        """How likely the banker doubles on a first card against that stake."""
        return float(self.banker_plan.doubles[self.field.levels.index(stake), value(RANKS.index(card))])

    def actions(
        self, stake: int, hidden: str, history: tuple[Event, ...] = (), doubled: bool = False
    ) -> dict[str, float]:
        """How likely the punter does what, as ``stick``, ``twist`` or ``buy 2``.

        Parameters
        ----------
        stake : int
            Before a double.
        hidden : str
            Ranks of his first two cards and of those he bought.
        history : tuple of (str, int)
            ``("buy", amount)`` and ``("twist", value of the card)``, in order; before them ``("burn", value of the
            smaller card)`` of every burnt hand, rising.
        doubled : bool
        """
        place = self._place(stake, history, doubled)
        node, hand = self._node(hidden), self._node(hidden)
        for what, card in history:
            if what == "twist":
                hand = int(self.field.tables.children[hand, card - 1])
        public = self.field.tree.publics[place]
        row = self.punter_plan.actions[self.field.tree.bounds[place] + public.spots[node, hand]]
        names = ("stick", "twist", *(f"buy {amount}" for amount in public.amounts))
        return {name: float(chance) for name, chance in zip(names, row, strict=False) if chance >= 0}

    def burns(self, stake: int, hand: str, burnt: tuple[Event, ...] = (), doubled: bool = False) -> float:
        """How likely the punter burns a hand (two ranks) that he may burn, after those burns; as `actions`."""
        place, node = self._place(stake, (*burnt, ("asked", 0)), doubled), self._node(hand)
        spot = self.field.tree.bounds[place] + self.field.tree.publics[place].spots[node, node]
        return float(self.punter_plan.actions[spot, BURN])

    def draws(self, stake: int, hand: str, history: tuple[Event, ...] = (), doubled: bool = False) -> float:
        """How likely the banker draws to a hand (ranks) against what he saw of the punter; as `actions`."""
        place = self._place(stake, history, doubled)
        return float(self.banker_plan.draws[place, self.field.tables.column_of[self._node(hand)]])

    def _place(self, stake: int, history: tuple[Event, ...], doubled: bool) -> int:
        branch = self.field.tree.branches.index((stake, 2 if doubled else 1))
        return self._places[branch, history]

    def _node(self, cards: str) -> int:
        node = EMPTY
        for card in cards:
            node = int(self.field.tables.children[node, value(RANKS.index(card)) - 1])
        return node

    # ---- What it is worth.

    def value(self) -> float:
        """What the punter gains a deal."""
        banker = self.field.banker_flow(self.banker_plan)
        actions = PunterPlan(self.punter_plan.stakes, self.punter_plan.actions.copy())
        return float((self.punter_plan.stakes * self.field.punter_worth(FOLLOW, actions, banker)).sum())

    def bounds(self) -> tuple[float, float]:
        """What the punter's play is sure of, and what the banker's leaves at the most.

        Where the solved game does not show the order of all twisted cards, the former is against a banker who sees it.
        """
        high = highest(self.field, self.field.banker_flow(self.banker_plan))
        flow = self.field.punter_flow(self.punter_plan)
        if self.field.tree.ordered:
            return lowest(self.field, flow), high
        return least(self.field, OrderAware(self.field, flow).worth()), high

    def most_with_splits(self) -> float | None:
        """What a punter gains at most who may also split: see `splits`. None where the rules let nobody."""
        if not self.rules.splits:
            return None
        return highest_with_splits(self.field, self.field.banker_flow(self.banker_plan))

    # ---- A file.

    def save(self, path: str | Path, told: dict[str, Any]) -> None:
        """Write it to a file (NumPy's ``.npz``), with what else is to be told of it."""
        head = {
            "schema": SCHEMA,
            "rules": self.rules.model_dump(),
            "levels": self.field.levels,
            "all_amounts": self.all_amounts,
            "burns": self.field.tables.burns,
            "told": told,
        }
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                head=np.array(json.dumps(head)),
                stakes=self.punter_plan.stakes,
                actions=self.punter_plan.actions.astype(np.float32),
                doubles=self.banker_plan.doubles,
                draws=self.banker_plan.draws.astype(np.float32),
            )

    def kept(self) -> Strategy:
        """The same play as it comes back from a file, whose numbers are shorter."""
        actions, draws = (
            some.astype(np.float32).astype(float) for some in (self.punter_plan.actions, self.banker_plan.draws)
        )
        plans = (
            PunterPlan(self.punter_plan.stakes, _normal(actions)),
            BankerPlan(self.banker_plan.doubles, np.clip(draws, 0.0, 1.0)),
        )
        return Strategy(self.field, *plans, self.all_amounts)

    @classmethod
    def load(cls, path: str | Path, workers: Executor | None = None) -> tuple[Strategy, dict[str, Any]]:
        """A strategy from its file, and what was told of it.

        Raises
        ------
        OptionError
            When the file cannot be read or holds no such strategy.
        """
        try:
            if Path(path).is_file() and not zipfile.is_zipfile(path):
                raise ValueError("it is no archive of NumPy's")
            with np.load(Path(path), allow_pickle=False) as file:
                head = json.loads(str(file["head"]))
                stakes, doubles = file["stakes"].astype(float), file["doubles"].astype(float)
                actions, draws = file["actions"].astype(float), file["draws"].astype(float)
            if head["schema"] != SCHEMA:
                raise ValueError(f"its schema is {quoted(head['schema'])}")
            rules = find_rules(Rules(**head["rules"]))
            levels, burns = tuple(map(int, head["levels"])), int(head.get("burns", 0))
            field = field_of(rules, levels, bool(head["all_amounts"]), workers, burns=burns)
            plans = PunterPlan(stakes, _normal(actions)), BankerPlan(doubles, np.clip(draws, 0.0, 1.0))
            found = cls(field, *plans, bool(head["all_amounts"]))
            _check(field, plans)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise OptionError(
                f"{shown(path)} is no strategy that can be read ({why}): give a file that pontoon solve --out wrote."
            ) from None
        return found, dict(head["told"])


def _normal(actions: Floats) -> Floats:
    """Chances that add up to one again, after their rounding."""
    positive = np.maximum(actions, 0.0)
    return np.where(actions < 0, -1.0, positive / np.maximum(positive.sum(axis=-1, keepdims=True), 1e-300))


def _check(field: Field, plans: tuple[PunterPlan, BankerPlan]) -> None:
    """Refuse plans that are not for those rules."""
    for plan, like in zip(plans, (field.punter_plan(), field.banker_plan()), strict=True):
        for name, usual in vars(like).items():
            if vars(plan)[name].shape != usual.shape or not np.isfinite(vars(plan)[name]).all():
                raise ValueError(f"its {name} do not fit its rules")
    if not ((plans[0].actions < 0) == (field.tree.allowed == 0)).all():
        raise ValueError("its actions break its rules")


__all__ = ["STICK", "TWIST", "Strategy", "field_of"]
