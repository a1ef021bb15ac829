"""What `shoot` answers: figures of shots and ordinary stakes, and the exact table, as JSON, as tables and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import __version__
from ..cards import RANKS
from ..errors import counted
from ..estimate import Estimate
from ..exact.shots import ShotGains
from ..hands import graph
from ..policy.shots import FOURTH, SECOND, SPLIT
from ..rulebook import Rules
from .figures import OnHand, ShotFigures

if TYPE_CHECKING:
    import pandas as pd

WHEN = {SECOND: "before_second", SPLIT: "new_hand", FOURTH: "before_fourth"}


@dataclass(frozen=True)
class ShootResult:
    """What `shoot` found.

    Attributes
    ----------
    rules : Rules
    punters : int
    punter, banker, stakes, shooting : tuple of str, str, tuple of str, tuple of str
        Names of policies and schedules, by seat.
    pack : str
        ``continue`` or ``fresh``.
    top_up : int
        The banker makes up the kitty when less is left; 0: never.
    figures : ShotFigures or None
        What was simulated; None where only the table was asked for.
    gains : ShotGains or None
        What a unit shot gains, exactly, as seat 1 plays; None with a `reason`.
    alone : float or None
        What seat 1 would gain by his shots in a deal, alone at the table with a fresh kitty, exactly.
    reasons : dict of str to str
        Why something is None.
    seed, confidence : int or None, float or None
    complete : bool
    elapsed_s : float
    remarks : tuple of str
    """

    rules: Rules
    punters: int
    punter: tuple[str, ...]
    banker: str
    stakes: tuple[str, ...]
    shooting: tuple[str, ...]
    pack: str
    top_up: int
    figures: ShotFigures | None = field(repr=False)
    gains: ShotGains | None = field(repr=False)
    alone: float | None
    reasons: dict[str, str]
    seed: int | None
    confidence: float | None
    complete: bool
    elapsed_s: float
    remarks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon shoot`` (schema ``pontoon.shoot/1``)."""
        found = self.figures
        return {
            "schema": "pontoon.shoot/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": list(self.punter),
            "banker": self.banker,
            "stakes": list(self.stakes),
            "shoot": list(self.shooting),
            "top_up": self.top_up,
            "pack": self.pack,
            "method": "exact" if found is None else "mc",
            "seed": self.seed,
            "deals": None if found is None else found.deals,
            "sittings": None if found is None else found.sittings,
            "voided": None if found is None else found.voided,
            "complete": self.complete,
            "confidence": self.confidence,
            **({} if found is None else self._simulated(found)),
            "table": self._table(),
            "exact_gain_alone": self.alone,
            "reasons": self.reasons,
            "notes": list(self.notes()),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def _simulated(self, found: ShotFigures) -> dict[str, Any]:
        seats = [
            {
                "seat": seat.seat,
                "shoot": self.shooting[seat.seat - 1],
                "mean_shot": seat.mean_shot,
                "gain_per_deal": seat.gain.value,
                "standard_error": seat.gain.standard_error,
                "per_unit_shot": self._told(seat.per_unit_shot),
                "ordinary_gain_per_deal": seat.ordinary.value,
                "ordinary_standard_error": seat.ordinary.standard_error,
            }
            for seat in found.seats
        ]
        kitty = {("mean" if name == "mean" else f"{name}_per_deal"): value for name, value in found.kitty.items()}
        return {
            "bank_edge": {
                name: {per: self._told(one) for per, one in some.items()} for name, some in found.bank.items()
            },
            "shots": {
                "mean_shot": found.mean_shot,
                "gain_per_deal": found.gain.value,
                "standard_error": found.gain.standard_error,
                "per_unit_shot": self._told(found.per_unit_shot),
                "by_seat": seats,
                "by_first_card": _on_hands(found.by_first_card),
                "before_fourth": _on_hands(found.before_fourth),
            },
            "kitty": kitty,
        }

    def _told(self, one: Estimate) -> dict[str, Any]:
        between = None if self.confidence is None else one.interval(self.confidence)
        return {
            "value": one.value,
            "standard_error": one.standard_error,
            "interval95": None if between is None else list(between),
        }

    def _table(self) -> dict[str, list[dict[str, Any]]] | None:
        if self.gains is None:
            return None
        rows = table_rows(self.gains)
        names = ("hand", "total", "soft", "chance", "per_unit")
        return {
            name: [{key: row[key] for key in names} for row in rows if row["when"] == when]
            for when, name in WHEN.items()
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each figure, of the bank (seat 0) and the seats; without a simulation, the table."""
        import pandas as pd

        if self.figures is None:
            return self.table_frame()
        found = self.figures
        return pd.DataFrame(
            {
                "rules": self.rules.name,
                "seat": seat,
                "measure": name,
                "value": one.value,
                "standard_error": one.standard_error,
                "deals": found.deals,
                "seed": None if self.seed is None else str(self.seed),
                "complete": self.complete,
            }
            for seat, name, one in self.measures()
        ).astype({"value": "float64", "standard_error": "float64", "seed": "object"})

    def measures(self) -> list[tuple[int, str, Estimate]]:
        """All simulated figures: the seat (0: the bank), the measure, the estimate."""
        if self.figures is None:
            return []
        found = self.figures
        rows = [(0, f"bank_{name}_{per}", one) for name, some in found.bank.items() for per, one in some.items()]
        rows.append((0, "mean_shot", Estimate(found.mean_shot, None)))
        rows += [(0, f"kitty_{name}", Estimate(value, None)) for name, value in found.kitty.items()]
        for seat in found.seats:
            told = {
                "mean_shot": Estimate(seat.mean_shot, None),
                "gain_on_shots": seat.gain,
                "gain_per_unit_shot": seat.per_unit_shot,
                "gain_on_ordinary_stakes": seat.ordinary,
            }
            rows += [(seat.seat, name, one) for name, one in told.items()]
        return rows

    def table_frame(self) -> pd.DataFrame:
        """The exact table: what a unit shot gains; ``shot`` is ``all`` where it gains, so that it reads as a policy."""
        import pandas as pd

        columns = ["when", "hand", "shot", "total", "soft", "chance", "per_unit"]
        return pd.DataFrame(table_rows(self.gains) if self.gains else [], columns=columns)

    def headline(self) -> str:
        """The answer in a sentence."""
        if self.figures is None:
            return self.advice()
        one = self.figures.bank["shots"]["per_unit_shot"]
        other = self.figures.bank["ordinary"]["per_initial_stake"]
        if other.value is None:
            return "No deal was finished: there is nothing to tell."
        ordinary = f"{_per_cent(other)} of the initial stakes"
        if one.value is None:
            return f"Under {self.rules.name} the bank's edge is {ordinary}, and nobody shoots."
        return f"Under {self.rules.name} the bank's edge is {ordinary}, and {_per_cent(one)} of what is shot."

    def advice(self) -> str:
        """Where it pays to shoot, in a sentence."""
        if self.gains is None:
            return self.reasons["table"]
        rows = [row for row in table_rows(self.gains) if row["shot"] == "all"]
        cards = [row["hand"] for row in rows if row["when"] == SECOND]
        hands = [row for row in rows if row["when"] == FOURTH]
        before = f"before the second card on {', '.join(cards)}" if cards else "never before the second card"
        share = sum(row["chance"] for row in hands)
        fourth = f"before the fourth card on {counted(len(hands), 'hand')}, which come in {100 * share:.1f} % of deals"
        return f"It pays to shoot {before}, and {fourth}." if hands else f"It pays to shoot {before}."

    def notes(self) -> tuple[str, ...]:
        """What a reader must know about the figures."""
        said = ["The kitty is the banker's money: his gain is that at the table and the change of the kitty."]
        if self.figures is None:
            said = []
        elif self.pack == "fresh":
            said.append(f"Every deal is from a freshly shuffled pack, with a new kitty of {self.rules.kitty}.")
        else:
            said.append(
                "The pack is played on and the bank moves as the rules say; seats count from the banker's left."
            )
            if self.rules.empty_kitty == "auction":
                said.append(
                    "An empty kitty sells the bank to the next seat, at a price all think fair: no result holds it."
                )
        if self.gains is not None:
            said.append("The table is exact for a fresh pack and for play that shots do not change.")
        return (*said, *self.remarks, *dict.fromkeys(self.reasons.values()))

    def __repr__(self) -> str:
        return "\n".join(dict.fromkeys([self.headline(), self.advice()]))


def _per_cent(one: Estimate) -> str:
    error = "" if one.standard_error is None else f" (standard error {100 * one.standard_error:.4f} %)"
    return f"{100 * (one.value or 0.0):+.4f} %{error}"


def _on_hands(found: dict[str, OnHand]) -> dict[str, dict[str, float]]:
    return {name: {"mean_shot": one.mean_shot, "per_unit_shot": one.per_unit_shot} for name, one in found.items()}


def table_rows(gains: ShotGains) -> list[dict[str, Any]]:
    """The exact table, a row for each card and hand that can be shot on."""
    hands = graph()
    rows: list[dict[str, Any]] = []
    for when, some, least in ((SECOND, gains.second, gains.waiting), (SPLIT, gains.split, np.zeros(13))):
        for rank in np.flatnonzero(~np.isnan(some)).tolist():
            one = float(some[rank])
            shoots = one > 0 and one >= least[rank]
            chance = float(gains.chances[rank]) if when == SECOND else None
            rows.append(_row(when, RANKS[rank], shoots, None, None, chance, one))
    nodes = np.flatnonzero(gains.drawing > 0).tolist()
    for node in sorted(nodes, key=lambda node: (hands.best[node], hands.soft[node], node)):
        name = "-".join(RANKS[value - 1] for value in range(1, 11) for _ in range(hands.counts[node, value]))
        one = float(gains.fourth[node])
        total, soft = int(hands.best[node]), bool(hands.soft[node])
        rows.append(_row(FOURTH, name, one > 0, total, soft, float(gains.drawing[node]), one))
    return rows


def _row(
    when: str, hand: str, shoots: bool, total: int | None, soft: bool | None, chance: float | None, per_unit: float
) -> dict[str, Any]:
    return {
        "when": when,
        "hand": hand,
        "shot": "all" if shoots else "0",
        "total": total,
        "soft": soft,
        "chance": chance,
        "per_unit": per_unit,
    }
