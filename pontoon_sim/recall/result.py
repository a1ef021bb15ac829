"""What `memory` answers: a row for each kind of memory and spread of stakes, as JSON, as a table and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..estimate import DENOMINATORS, Estimate
from ..rulebook import Rules

if TYPE_CHECKING:
    import pandas as pd

PUNTER, BANKER = "punter", "banker"
NOTHING = Estimate(0.0, 0.0)  # a gain that is none
Rows = NDArray[np.int64]


def per(results: NDArray[Any], stakes: NDArray[Any]) -> Estimate:
    """Sum of results over sum of stakes, of sittings, with the error of such a ratio."""
    total = float(stakes.sum())
    if not total:
        return Estimate(None, None)
    value = float(results.sum()) / total
    if len(results) < 2:
        return Estimate(value, None)
    residuals = results - value * stakes
    return Estimate(value, sqrt(float((residuals**2).sum()) * len(results) / (len(results) - 1)) / total)


@dataclass(frozen=True)
class MemoryRow:
    """What somebody gets who remembers so much.

    Attributes
    ----------
    who : str
        ``punter`` or ``banker``.
    kind : str
        ``nothing``, ``counts``, ``composition`` or ``order``.
    spread : (int, int) or None
        The stakes he chooses between; None for the banker.
    deals : int
    ev : dict of str to Estimate
        What he gains, per deal, per unit of initial stake and per unit staked (for the banker: of all punters' stakes).
    gain, stake_gain, play_gain : Estimate
        Units a deal that he gains over himself remembering nothing, on the same cards; what of it the stakes alone
        gain, while he plays as ever; and what play gains on top.
    mean_initial_stake, mean_staked : float
    ideal : dict of str to Estimate, or None
        Of who remembers all cards: what the best stakes (``stake``), and the best stakes and play (``total``), would
        gain, worked out exactly on compositions sampled from an evening.
    """

    who: str
    kind: str
    spread: tuple[int, int] | None
    deals: int
    ev: dict[str, Estimate]
    gain: Estimate
    stake_gain: Estimate
    play_gain: Estimate
    mean_initial_stake: float
    mean_staked: float
    ideal: dict[str, Estimate] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Its figures by name."""
        gains = {"total": self.gain, "stake": self.stake_gain, "play": self.play_gain}
        return {
            "who": self.who,
            "memory": self.kind,
            "spread": None if self.spread is None else list(self.spread),
            "deals": self.deals,
            "ev": {name: self.ev[name].value for name in DENOMINATORS},
            "standard_error": {name: self.ev[name].standard_error for name in DENOMINATORS},
            "gain": {name: one.value for name, one in gains.items()},
            "gain_standard_error": {name: one.standard_error for name, one in gains.items()},
            "mean_initial_stake": self.mean_initial_stake,
            "mean_staked": self.mean_staked,
            "ideal": None if self.ideal is None else {name: one.value for name, one in self.ideal.items()},
            "ideal_standard_error": None
            if self.ideal is None
            else {name: one.standard_error for name, one in self.ideal.items()},
        }


def _figures(rows: Rows, unit: int, first: int) -> dict[str, Estimate]:
    """Result by column `first` on, which holds a result and two stakes, in three denominators."""
    gain = rows[:, first] / unit
    stakes = (rows[:, 0], rows[:, first + 1], rows[:, first + 2])
    return {name: per(gain, one) for name, one in zip(DENOMINATORS, stakes, strict=True)}


def punter_row(kind: str, spread: tuple[int, int], rows: Rows, staking: Rows | None, unit: int = 1) -> MemoryRow:
    """The row of a punter, from the sittings in which he both stakes and plays by memory; and stakes only."""
    gain = per((rows[:, 1] - rows[:, 7]) / unit, rows[:, 0])
    stake = NOTHING if staking is None else per((staking[:, 1] - staking[:, 7]) / unit, staking[:, 0])
    return MemoryRow(
        PUNTER, kind, spread, int(rows[:, 0].sum()), _figures(rows, unit, 1), gain, stake, _rest(gain, stake),
        *_means(rows, 1),
    )  # fmt: skip


def bank_row(kind: str, rows: Rows, unit: int = 1) -> MemoryRow:
    """The row of the banker."""
    gain = per((rows[:, 4] - rows[:, 8]) / unit, rows[:, 0])
    return MemoryRow(
        BANKER, kind, None, int(rows[:, 0].sum()), _figures(rows, unit, 4), gain, NOTHING, gain, *_means(rows, 4)
    )


def _means(rows: Rows, first: int) -> tuple[float, float]:
    deals = float(rows[:, 0].sum())
    return float(rows[:, first + 1].sum()) / deals, float(rows[:, first + 2].sum()) / deals


def _rest(one: Estimate, other: Estimate) -> Estimate:
    """One estimate less another that is independent of it."""
    if one.value is None or other.value is None:
        return Estimate(None, None)
    if one.standard_error is None or other.standard_error is None:
        return Estimate(one.value - other.value, None)
    return Estimate(one.value - other.value, sqrt(one.standard_error**2 + other.standard_error**2))


@dataclass(frozen=True)
class MemoryResult:
    """What memory is worth at a table.

    Attributes
    ----------
    rules : Rules
    punters : int
    punter, banker, stakes : tuple of str, str, tuple of str
        Policies by chair, the first being that of who remembers nothing; the stakes of the others.
    busts : str
    seed, deals : int
    confidence : float
    rows : tuple of MemoryRow
    reasons : dict of str to str
        Why a kind of memory is left out.
    complete : bool
        False when interrupted.
    elapsed_s : float
    """

    rules: Rules
    punters: int
    punter: tuple[str, ...]
    banker: str
    stakes: tuple[str, ...]
    busts: str
    seed: int
    deals: int
    confidence: float
    rows: tuple[MemoryRow, ...]
    reasons: dict[str, str]
    complete: bool
    elapsed_s: float

    def row(self, kind: str, spread: str | None = None, who: str = PUNTER) -> MemoryRow:
        """The row of that memory and spread (as in ``1-5``; the first one when left out)."""
        for one in self.rows:
            if (one.kind, one.who) == (kind, who) and spread in (
                None,
                one.spread and f"{one.spread[0]}-{one.spread[1]}",
            ):
                return one
        raise KeyError(f"no row of {who}, {kind}, {spread}")

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon memory`` (schema ``pontoon.memory/1``)."""
        return {
            "schema": "pontoon.memory/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": list(self.punter),
            "banker": self.banker,
            "stakes": list(self.stakes),
            "gather": self.rules.gather,
            "busts": self.busts,
            "seed": self.seed,
            "deals": self.deals,
            "complete": self.complete,
            "confidence": self.confidence,
            "rows": [row.to_dict() for row in self.rows],
            "reasons": self.reasons,
            "notes": list(self.notes()),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each kind of memory and spread."""
        import pandas as pd

        rows = []
        for row in self.rows:
            flat: dict[str, Any] = {}
            for name, value in row.to_dict().items():
                if isinstance(value, dict):
                    flat |= {f"{name}_{part}": number for part, number in value.items()}
                else:
                    flat[name] = "-".join(map(str, value)) if isinstance(value, list) else value
            rows.append({"rules": self.rules.name, "punters": self.punters, **flat})
        return pd.DataFrame(rows)

    def notes(self) -> tuple[str, ...]:
        """What a reader must know about the figures."""
        return (
            "Gain: units a deal over the same person remembering nothing, on the same cards. Stake: with the stakes "
            "chosen by memory and play as ever; play: what play by memory adds.",
            "He plays well by what he remembers, not perfectly: the gain is really made, and the memory may be worth "
            "more.",
            "The banker keeps the bank; errors come from sittings of a thousand deals.",
        )

    def headline(self) -> str:
        """The answer in a sentence."""
        rows = [row for row in self.rows if row.who == PUNTER and row.kind != "nothing"]
        if not rows:
            return f"Under {self.rules.name}: no memory was looked at."
        most = rows[-1].spread
        said = ", ".join(
            f"{row.gain.value:+.3f} +/- {row.gain.standard_error or 0.0:.3f} ({row.kind})"
            for row in rows
            if row.spread == most and row.gain.value is not None
        )
        stakes = "" if most is None else f" with stakes of {most[0]} to {most[1]}"
        return f"Under {self.rules.name} memory gains a punter{stakes}, in units a deal with standard errors: {said}."

    def __repr__(self) -> str:
        lines = [self.headline()]
        for row in self.rows:
            spread = "" if row.spread is None else f" {row.spread[0]}-{row.spread[1]}"
            gain, error = row.gain.value or 0.0, row.gain.standard_error or 0.0
            lines.append(f"  {row.who} {row.kind}{spread}: {gain:+.4f} (standard error {error:.4f})")
        return "\n".join(lines)
