"""Exact figures for the other pictures of a strategy: by first card, by where players stick, by final hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..errors import LaterError, OptionError
from ..exact.against import Game
from ..exact.answers import answered
from ..exact.response import best_punter
from ..exact.siblings import Eyes, worth_of_siblings
from ..exact.table import ExactTable, exact_table, left_alone
from ..hands import graph
from ..law import (
    HIGH_PONTOON,
    HIGH_SINGLE,
    NOT_PLAYED,
    PONTOON,
    ROYAL,
    SINGLE,
    TRICK,
    TWENTY_ONE,
    UNPLAYED,
    UNPLAYED_21,
)
from ..policy.banker import banker_policy
from ..policy.build import seats_of
from ..policy.names import OPTIMAL
from ..policy.punter import plays_as, punter_policy
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .strategy import SCHEMA

if TYPE_CHECKING:
    import pandas as pd

TOTALS = range(12, 21)  # on which somebody might stick


@dataclass(frozen=True)
class Figures:
    """Rows of exact numbers with their conditions.

    Attributes
    ----------
    kind : str
        ``first-cards``, ``thresholds``, ``hands`` or ``splits``.
    rules, title, rules_id : str
    punter, banker, stakes : str
        Names of the policies and of the schedule.
    packs : int
    rows : tuple of dict
        The same keys in each.
    """

    kind: str
    rules: str
    title: str
    rules_id: str
    punter: str
    banker: str
    stakes: str
    packs: int
    rows: tuple[dict[str, Any], ...]

    def to_frame(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON."""
        names = ("kind", "title", "rules_id", "punter", "banker", "stakes", "packs")
        said = {name: getattr(self, name) for name in names}
        return {"schema": SCHEMA, "rules_name": self.rules, **said, "method": "exact", "rows": list(self.rows)}


@dataclass(frozen=True)
class Table:
    """One punter against a banker under some rules."""

    rules: Rules
    punter: PunterPolicy
    banker: BankerPolicy
    stakes: StakeSchedule
    punters: int = 1
    remarks: tuple[str, ...] = ()

    @property
    def packs(self) -> int:
        """Packs in use."""
        return self.rules.packs_for(self.punters)

    def solved(self, punter: Any = None, banker: Any = None) -> ExactTable:
        """The exact figures, perhaps with other policies.

        Raises
        ------
        LaterError
            As from `exact_table`.
        """
        maker = self.punter if punter is None else punter_policy(punter, self.rules)
        bank = self.banker if banker is None else banker_policy(banker, self.rules)
        return exact_table(self.rules, [maker], bank, [self.stakes], self.packs)

    def gain(self) -> float | None:
        """The punter's expected result in initial stakes; None where it is not known exactly."""
        try:
            found = self.solved()
        except LaterError:
            return None
        return -float(found.gain / found.initial)

    def figures(self, kind: str, rows: list[dict[str, Any]]) -> Figures:
        """Rows with the conditions of this table."""
        rules = self.rules
        names = (self.punter.name, self.banker.name, self.stakes.name)
        return Figures(kind, rules.name, rules.title or rules.name, rules.rules_id, *names, self.packs, tuple(rows))


def seated(rules: Rules, punter: Any, banker: Any, stakes: Any, punters: int = 1) -> Table:
    """The table with policies by name, ``optimal`` worked out; the rules' dealer banks, or ``stick-17``, when None.

    Raises
    ------
    PontoonError
        When a name is not understood, or the number of punters is out of range.
    """
    seats = seats_of(punters)
    who = answered(rules, seats, punter, banker, stakes)
    return Table(rules, who.punters[0], who.banker, who.stakes[0], seats, who.remarks)


def first_cards(table: Table) -> Figures:
    """What a punter may expect once he has seen his first card: ``card, gain`` in stakes, ``chance``, ``stake``."""
    (seat,) = table.solved().seats
    rows = []
    for place, rank in enumerate(RANKS):
        stake = int(table.stakes.stakes[place])
        rows.append({"card": rank, "gain": float(seat.by_card[place]) / stake, "chance": 1 / 13, "stake": stake})
    return table.figures("first-cards", rows)


def thresholds(table: Table) -> Figures:
    """The bank's edge, in initial stakes, by where one side sticks while the other plays as given.

    Rows: ``side`` (punter or banker), ``sticks_on``, ``bank_edge``.
    """
    rows: list[dict[str, Any]] = []
    for total in TOTALS:
        name = f"stick-{total}"
        if plays_as(name, table.rules) == name:
            found = table.solved(punter=name)
            rows.append({"side": "punter", "sticks_on": total, "bank_edge": found.gain / found.initial})
    for total in TOTALS:
        found = table.solved(banker=f"stick-{total}")
        if table.punter.name == OPTIMAL:  # he answers each banker anew
            found = seated(table.rules, OPTIMAL, f"stick-{total}", table.stakes, table.punters).solved()
        rows.append({"side": "banker", "sticks_on": total, "bank_edge": found.gain / found.initial})
    return table.figures("thresholds", rows)


def splits(table: Table) -> Figures:
    """Every pair that may be split: what it is worth as one hand, and split as well as can be, in initial stakes.

    Rows: ``pair``, ``chance`` of being dealt it, ``kept``, ``split`` (the deal going on), ``hands`` up to which the
    best response splits it (1: it does not), and ``siblings``: at most what it would add, per deal, to look at the
    hands beside the one in play, measured by sampling, with ``siblings_error``.

    Raises
    ------
    OptionError
        When the punter is not to play as well as can be.
    """
    if table.punter.name != OPTIMAL:
        raise OptionError("The worth of splits is that of the best response: leave the punter out, or write optimal.")
    rules, stake = table.rules, int(table.stakes.stakes[0])
    found = best_punter(rules, table.banker, table.packs, table.stakes)
    goes_on = found.solver.against(0, (), 0).ends.sum(axis=1)
    rows: list[dict[str, Any]] = []
    for (side, staked, rank), (kept, split) in found.splits.items():
        if side or staked != stake:
            continue
        deck, alive = found.solver.deck, float(goes_on[graph().node_of([rank, rank])]) * stake
        most = found.policy.most_hands(stake, False, rank, found.solver.game.plain.max_hands)
        chance = deck.chance(rank) * deck.without(rank).chance(rank)
        seen = worth_of_siblings(found, rank, stake) if most > 1 else Eyes(0.0, 0.0)
        rows.append(
            {"pair": RANKS[rank] * 2, "chance": chance, "kept": kept / alive, "split": split / alive, "hands": most}
            | {"siblings": 2 * chance * seen.gain / stake, "siblings_error": 2 * chance * seen.standard_error / stake}
        )
    if not rows:
        raise OptionError(f"Under {rules.name!r} no pair may be split: choose other rules, or set split and max_hands.")
    return table.figures("splits", rows)


#: Final hands in rising order, with their classes for both sides.
HANDS = (
    ("bust", (0,)),
    ("14 or less", range(1, 15)),
    *((str(total), (total,)) for total in range(15, 21)),
    ("21", (TWENTY_ONE,)),
    ("five-card trick", (TRICK,)),
    ("royal pontoon", (ROYAL,)),
    ("pontoon", (PONTOON, HIGH_PONTOON, SINGLE, HIGH_SINGLE)),
    ("unplayed", (UNPLAYED, UNPLAYED_21)),
)


def hands(table: Table) -> Figures:
    """How hands end: ``hand, punter, banker`` as shares of each side's hands, the banker's always played out.

    ``unplayed`` are a punter's hands that the banker's pontoon ended. ``played`` are the shares of the punter's hands
    in all other deals, as casinos tell them; None where a banker's pontoon does not end the deal at once.
    """
    (seat,) = table.solved().seats
    game = Game(table.rules, table.banker)
    mine = seat.account.classes / seat.account.classes.sum()
    bank = left_alone(game, table.packs)
    goes_on = _going_on(seat.account.classes, bank) if game.at_once else None
    rows: list[dict[str, Any]] = []
    for name, classes in HANDS:
        punter = float(mine[list(classes)].sum())
        banker = float(bank[[one for one in classes if one < NOT_PLAYED]].sum())
        if punter > 1e-12 or banker > 1e-12:
            played = None if goes_on is None else float(goes_on[list(classes)].sum())
            rows.append({"hand": name, "punter": punter, "banker": banker, "played": played})
    return table.figures("hands", rows)


def _going_on(classes: NDArray[np.float64], bank: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares by class of a punter's hands in the deals that no banker's pontoon ends.

    Each deal that one ends has one hand of his: unplayed, or a pontoon too.
    """
    left = classes.copy()
    left[[UNPLAYED, UNPLAYED_21]] = 0.0
    left[PONTOON] -= bank[PONTOON : HIGH_PONTOON + 1].sum() - classes[[UNPLAYED, UNPLAYED_21]].sum()
    return np.asarray(left / left.sum())
