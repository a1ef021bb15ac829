"""What `effects` answers: a row for each changed rule, as JSON, as a table and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import __version__
from .consistency import spelt
from .rulebook import Rules

if TYPE_CHECKING:
    import pandas as pd

EVEN = 5e-9  # a smaller change is none


@dataclass(frozen=True)
class Worth:
    """The bank's edge under some rules: units a deal, and per unit of initial stake.

    Attributes
    ----------
    per_deal, per_initial_stake : float or None
    method : str
        ``exact`` or ``mc``.
    standard_error : float or None
        Of the edge per unit of initial stake, where it was simulated.
    """

    per_deal: float | None
    per_initial_stake: float | None
    method: str = "exact"
    standard_error: float | None = None

    def minus(self, other: Worth) -> Worth:
        """The change from another to this one."""
        errors = [one for one in (self.standard_error, other.standard_error) if one is not None]
        return Worth(
            _minus(self.per_deal, other.per_deal),
            _minus(self.per_initial_stake, other.per_initial_stake),
            "mc" if errors else "exact",
            sum(error**2 for error in errors) ** 0.5 if errors else None,
        )

    def to_dict(self) -> dict[str, float | None]:
        """Its two figures by name."""
        return {"per_deal": self.per_deal, "per_initial_stake": self.per_initial_stake}


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


@dataclass(frozen=True)
class Effect:
    """One field changed.

    Attributes
    ----------
    field : str
        Empty for the rules as they are.
    value : Any
        What the field was set to.
    kept, reoptimised : Worth
        The edge when everybody plays on as before, as far as the rules let them; and when both sides adapt.
    banker : str
        Who banks when both sides adapt.
    """

    field: str
    value: Any
    kept: Worth
    reoptimised: Worth
    banker: str


@dataclass(frozen=True)
class EffectsResult:
    """What every single change of a rule does to the bank's edge.

    Attributes
    ----------
    rules : Rules
    punters : int
    punter, banker, stakes : str
        How seat 1 and the banker play before a change.
    base : Effect
        Without a change.
    rows : tuple of Effect
        The largest change (re-optimised, per initial stake) first; with a target, the nearest to it first.
    target : float or None
        The edge per unit of initial stake that was asked for.
    fair : tuple of (str, float)
        Payouts, and the value of each at which the edge hits the target while strategies are kept.
    left_out : dict of str to str
        Changes that cannot be made alone, and why.
    complete : bool
        False when interrupted.
    elapsed_s : float
    """

    rules: Rules
    punters: int
    punter: str
    banker: str
    stakes: str
    base: Effect
    rows: tuple[Effect, ...]
    target: float | None
    fair: tuple[tuple[str, float], ...]
    left_out: dict[str, str]
    complete: bool
    elapsed_s: float

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon effects`` (schema ``pontoon.effects/1``)."""
        return {
            "schema": "pontoon.effects/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "punters": self.punters,
            "punter": self.punter,
            "banker": self.banker,
            "stakes": self.stakes,
            "complete": self.complete,
            "base": {
                "edge_kept": self.base.kept.to_dict(),
                "edge_reoptimised": self.base.reoptimised.to_dict(),
                "banker_reoptimised": self.base.banker,
                "method": self.base.kept.minus(self.base.reoptimised).method,
            },
            "rows": [self._row(row) for row in self.rows],
            "target": self.target,
            "fair_payouts": [{"field": field, "value": value} for field, value in self.fair],
            "left_out": self.left_out,
            "notes": list(self.notes()),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def _row(self, row: Effect) -> dict[str, Any]:
        kept, adapted = row.kept.minus(self.base.kept), row.reoptimised.minus(self.base.reoptimised)
        return {
            "field": row.field,
            "value": row.value,
            "edge_kept": row.kept.to_dict(),
            "edge_reoptimised": row.reoptimised.to_dict(),
            "change_kept": kept.to_dict(),
            "change_reoptimised": adapted.to_dict(),
            "banker_reoptimised": row.banker,
            "method": "mc" if "mc" in (kept.method, adapted.method) else "exact",
            "standard_error": {"change_kept": kept.standard_error, "change_reoptimised": adapted.standard_error},
        }

    def notes(self) -> tuple[str, ...]:
        """What a reader must know about the figures."""
        fixed = self.rules.dealer
        side = f"the dealer stays {fixed}" if fixed else "the banker plays the stick-N/M that leaves them least"
        return (
            "Kept: everybody plays on as before; a buy or a stick that is not allowed any more becomes a twist.",
            f"Re-optimised: the punters answer as well as can be, and {side}.",
            "Every deal is from a freshly shuffled pack, and the banker looks at his own hand only.",
        )

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each change, edges and changes in columns."""
        import pandas as pd

        rows = []
        for row in map(self._row, self.rows):
            flat = {"rules": self.rules.name, "field": row["field"], "value": str(row["value"])}
            for name in ("edge_kept", "change_kept", "edge_reoptimised", "change_reoptimised"):
                flat |= {f"{name}_{unit}": number for unit, number in row[name].items()}
            rows.append(flat | {"banker_reoptimised": row["banker_reoptimised"], "method": row["method"]})
        return pd.DataFrame(rows)

    def headline(self) -> str:
        """The answer in a sentence."""
        edge = self.base.reoptimised.per_initial_stake
        shown = "unknown" if edge is None else f"{100 * edge:+.4f} % of the initial stakes"
        said = f"Under {self.rules.name}, both sides at their best, the bank's edge is {shown}"
        if not self.rows:
            return f"{said}; no rule was changed."
        first, change = self.rows[0], self.rows[0].reoptimised.minus(self.base.reoptimised).per_initial_stake
        what = f"{first.field}={spelt(first.value)}"
        if self.target is not None:
            edges = (self.base.reoptimised, first.reoptimised)
            now, then = (abs((one.per_initial_stake or 0.0) - self.target) for one in edges)
            if now <= then:
                return f"{said}; nothing that was changed brings it nearer to {100 * self.target:g} %."
            return f"{said}; {what} brings it nearest to {100 * self.target:g} %."
        return f"{said}; {what} changes it most." if change and abs(change) > EVEN else f"{said}; nothing changed it."

    def __repr__(self) -> str:
        lines = [self.headline()]
        for row in self.rows[:12]:
            change = row.reoptimised.minus(self.base.reoptimised).per_initial_stake
            lines.append(f"  {row.field}={spelt(row.value)}: {'-' if change is None else format(change, '+.4%')}")
        return "\n".join(lines)
