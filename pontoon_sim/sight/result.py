"""What looking at the others' cards is worth, told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..estimate import Estimate, quantile
from ..rulebook import Rules

if TYPE_CHECKING:
    import pandas as pd


class LookRow(NamedTuple):
    """The last seat of a table, in units a deal.

    Attributes
    ----------
    punters, packs : int
    blind : float
        What he gains looking at his own hand only, exactly.
    seen : float
        Mean number of cards that lie face up when his turn comes.
    face_up, all_known : Estimate
        What he gains more by them; and by all cards of the seats in front, were they face up.
    """

    punters: int
    packs: int
    blind: float
    seen: float
    face_up: Estimate
    all_known: Estimate

    def to_dict(self, confidence: float) -> dict[str, Any]:
        """As in the JSON."""
        told: dict[str, Any] = {
            "punters": self.punters, "packs": self.packs, "blind": self.blind, "seen_cards": self.seen,
        }  # fmt: skip
        for name, one in (("face_up", self.face_up), ("all_known", self.all_known)):
            interval = one.interval(confidence)
            told[name] = one.value
            told[f"{name}_standard_error"] = one.standard_error
            told[f"{name}_interval"] = None if interval is None else list(interval)
        return told


@dataclass(frozen=True)
class LookResult:
    """What it is worth to look, by the number of punters.

    Attributes
    ----------
    rules : Rules
    others, banker : str
        Policies of the seats in front, and of the banker.
    splits : bool
        Whether who looks may split.
    seed, deals : int
        Deals of the seats in front, for each number of punters.
    confidence : float
    rows : tuple of LookRow
    complete : bool
        False when interrupted.
    elapsed_s : float
    """

    rules: Rules
    others: str
    banker: str
    splits: bool
    seed: int
    deals: int
    confidence: float
    rows: tuple[LookRow, ...]
    complete: bool
    elapsed_s: float

    def __post_init__(self) -> None:
        quantile(self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon look`` (schema ``pontoon.look/1``)."""
        return {
            "schema": "pontoon.look/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "others": self.others,
            "banker": self.banker,
            "splits": self.splits,
            "seed": self.seed,
            "deals": self.deals,
            "complete": self.complete,
            "confidence": self.confidence,
            "rows": [row.to_dict(self.confidence) for row in self.rows],
            "notes": list(self.notes()),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each number of punters."""
        import pandas as pd

        rows = []
        for row in self.rows:
            told = row.to_dict(self.confidence)
            for name in ("face_up", "all_known"):
                told[f"{name}_low"], told[f"{name}_high"] = told.pop(f"{name}_interval") or (None, None)
            rows.append({"rules": self.rules.name, **told})
        return pd.DataFrame(rows)

    def notes(self) -> tuple[str, ...]:
        """What a reader must know about the figures."""
        return (
            "Gain: units a deal over the best play that looks at its own hand only. The seats in front are dealt at "
            "random; the rest of each deal is worked out exactly from the cards that they left.",
            "Face up lie twisted cards, bust hands and declared pontoons. He takes them for out of the pack and "
            "reasons no further: what sticking tells of hidden cards he leaves aside, so looking may be worth more.",
            "All known: the same were every card of the seats in front face up, which no inference can beat.",
        )

    def headline(self) -> str:
        """The answer in a sentence."""
        if not self.rows:
            return f"Under {self.rules.name}: no table was looked at."
        said = ", ".join(
            f"{row.face_up.value:+.4f}{_error(row.face_up)} ({row.punters} punters)"
            for row in self.rows
            if row.face_up.value is not None
        )
        return f"Under {self.rules.name} looking at the cards face up gains the last punter, in units a deal: {said}."

    def __repr__(self) -> str:
        return self.headline()


def _error(one: Estimate) -> str:
    return "" if one.standard_error is None else f" +/- {one.standard_error:.4f}"


__all__ = ["LookResult", "LookRow"]
