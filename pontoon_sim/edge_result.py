"""What `edge` answers: figures with their errors, as JSON, as a table and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from . import __version__
from .estimate import DENOMINATORS, Estimate, bank_edge, seat_estimates, shares, variance_per_deal
from .law import plain_law
from .policy.names import short_name
from .policy.punter import plays_as
from .rulebook import Rules
from .tally import Tally

if TYPE_CHECKING:
    import pandas as pd

#: The denominators of the edge in words.
NAMES = {
    "per_deal": "units a deal, all punters together",
    "per_initial_stake": "of the initial stakes",
    "per_unit_staked": "of all that is staked, buys and splits included",
}
#: Fields of the JSON that differ between two runs with the same seed.
TIMING = ("elapsed_s", "deals_per_s")


@dataclass(frozen=True)
class EdgeResult:
    """What `edge` found.

    Attributes
    ----------
    rules : Rules
    punters : int
    punter, banker, stakes : tuple of str, str, tuple of str
        Names of the policies and schedules, by seat.
    tally : Tally
        The exact sums behind every figure.
    seed : int
    confidence : float
        Level of the intervals.
    complete : bool
        False when interrupted: the figures are those of the deals done.
    precision, precision_met : float or None, bool or None
        The half-width of the headline's interval that was asked for, and whether it was reached.
    elapsed_s : float
    """

    rules: Rules
    punters: int
    punter: tuple[str, ...]
    banker: str
    stakes: tuple[str, ...]
    tally: Tally = field(repr=False)
    seed: int
    confidence: float
    complete: bool
    precision: float | None
    precision_met: bool | None
    elapsed_s: float

    @property
    def bank_edge(self) -> dict[str, Estimate]:
        """The edge in its three denominators: ``per_deal``, ``per_initial_stake``, ``per_unit_staked``."""
        return bank_edge(self.tally)

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon edge`` (schema ``pontoon.edge/1``)."""
        edge, tally = self.bank_edge, self.tally
        variance = variance_per_deal(tally)
        return {
            "schema": "pontoon.edge/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": list(self.punter),
            "banker": self.banker,
            "stakes": self.stakes[0] if len(set(self.stakes)) == 1 else list(self.stakes),
            "pack": "fresh",
            "gather": self.rules.gather,
            "method": "mc",
            "seed": self.seed,
            "deals": tally.deals,
            "voided": tally.voided,
            "complete": self.complete,
            "precision": self.precision,
            "precision_met": self.precision_met,
            "confidence": self.confidence,
            "bank_edge": {name: edge[name].value for name in DENOMINATORS},
            "standard_error": {name: edge[name].standard_error for name in DENOMINATORS},
            "interval95": {name: _pair(edge[name].interval(self.confidence)) for name in DENOMINATORS},
            "variance_per_deal": variance,
            "sd_per_deal": None if variance is None else variance**0.5,
            **self._mean_stakes(),
            "seats": self._seats(),
            "punter_outcomes": shares(tally.outcomes()),
            "banker_outcomes": shares(tally.bank_outcomes()),
            **self._events(),
            "exact_sums": {"unit": tally.unit, **tally.sums},
            "notes": self.notes(),
            **dict(
                zip(TIMING, (self.elapsed_s, tally.deals / self.elapsed_s if self.elapsed_s else None), strict=True)
            ),
            "version": __version__,
        }

    def _mean_stakes(self) -> dict[str, float | None]:
        """Means over all seats."""
        seats = seat_estimates(self.tally)
        if not self.tally.deals:
            return {"mean_initial_stake": None, "mean_staked": None}
        return {
            "mean_initial_stake": sum(seat.mean_initial_stake or 0 for seat in seats) / self.punters,
            "mean_staked": sum(seat.mean_staked or 0 for seat in seats) / self.punters,
        }

    def _seats(self) -> list[dict[str, Any]]:
        return [
            {
                "seat": seat.seat,
                "punter": self.punter[seat.seat - 1],
                "punter_ev_per_deal": seat.ev.value,
                "standard_error": seat.ev.standard_error,
                "interval95": _pair(seat.ev.interval(self.confidence)),
                "mean_initial_stake": seat.mean_initial_stake,
                "mean_staked": seat.mean_staked,
            }
            for seat in seat_estimates(self.tally)
        ]

    def _events(self) -> dict[str, float | None]:
        """How often the rules call for a shuffle and move the bank, per counted deal."""
        deals, rules = self.tally.deals, self.rules
        if not deals:
            return {"shuffles_per_deal": None, "bank_changes_per_deal": None}
        shuffled, moved = self.tally.shuffles_and_moves(plain_law(rules))
        moves: float | None = moved / deals
        if rules.bank_passes == "rotate-every":
            moves = 1 / (self.punters + 1 if rules.rotate_every == "players" else rules.rotate_every)
        elif rules.bank_passes == "sale":
            moves = None
        shuffles = moves if rules.shuffle == "on-bank-change" else shuffled / deals
        return {"shuffles_per_deal": shuffles, "bank_changes_per_deal": moves}

    def notes(self) -> list[str]:
        """What a reader of the figures must know about their conditions."""
        said = [f"{now} plays as {then} here: min_stick={self.rules.min_stick}." for now, then in self._raised()]
        said.append("Every deal is from a freshly shuffled pack, and the banker stays.")
        if self.rules.shoot:
            said.append("Nobody shoots: named policies never do.")
        if self.rules.bank_passes == "sale":
            said.append("Sales of the bank are agreed between deals: bank_changes_per_deal is undefined.")
        if self.rules.brulet != "none":
            said.append("The dealer looks for a brulet before every deal, the pack being freshly cut.")
        return said

    def _raised(self) -> list[tuple[str, str]]:
        """Policies that stick later than their names say, with what they play as."""
        named = ((name, plays_as(name, self.rules)) for name in dict.fromkeys(self.punter))
        return [(name, played) for name, played in named if name != played]

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON: numbers that are undefined are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A tidy table: one row a measure, of the bank (seat 0) and of each seat, with error and interval."""
        import pandas as pd

        measures = [(0, f"bank_edge_{name}", estimate) for name, estimate in self.bank_edge.items()]
        measures += [(seat.seat, "punter_ev_per_deal", seat.ev) for seat in seat_estimates(self.tally)]
        rows = [
            {
                "rules": self.rules.name,
                "rules_id": self.rules.rules_id,
                "punter": self.punter[max(seat, 1) - 1]
                if seat or len(set(self.punter)) == 1
                else "; ".join(self.punter),
                "banker": self.banker,
                "stakes": self.stakes[max(seat, 1) - 1]
                if seat or len(set(self.stakes)) == 1
                else "; ".join(self.stakes),
                "seat": seat,
                "measure": measure,
                "value": estimate.value,
                "standard_error": estimate.standard_error,
                "low95": (estimate.interval(self.confidence) or (None, None))[0],
                "high95": (estimate.interval(self.confidence) or (None, None))[1],
                "deals": self.tally.deals,
                "method": "mc",
                "confidence": self.confidence,
                "seed": str(self.seed),
                "complete": self.complete,
            }
            for seat, measure, estimate in measures
        ]
        floats = dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64")
        return pd.DataFrame(rows).astype(floats)

    def headline(self) -> str:
        """The answer in a sentence."""
        edge = self.bank_edge["per_initial_stake"]
        if edge.value is None:
            return "No deal was finished: there is nothing to tell."
        gains = "the bank gains" if edge.value >= 0 else "the punters gain"
        error = "" if edge.standard_error is None else f" (standard error {100 * edge.standard_error:.4f} %)"
        if self.tally.deals == 1:
            error = " (one deal, which tells nothing about the error)"
        return f"Under {self.rules.name} {gains} {100 * abs(edge.value):.4f} % of the initial stakes{error}."

    def __repr__(self) -> str:
        lines = [
            self.headline(),
            f"{self.tally.deals:,} deals, {self._who()}, banker {self.banker}, seed {self.seed}"
            + ("" if self.complete else " (interrupted: incomplete)"),
        ]
        for name, estimate in self.bank_edge.items():
            lines.append(f"  {name:<18} {_signed(estimate.value)} +/- {_signed(estimate.standard_error, '')}")
        return "\n".join(lines)

    def _who(self) -> str:
        """The punters in words."""
        names = dict.fromkeys(short_name(name) for name in self.punter)
        return f"{self.punters} punter{'s' * (self.punters > 1)} {', '.join(names)}"

    def _repr_html_(self) -> str:
        edges = [
            (NAMES[name], edge, 1 if name == "per_deal" else 100, "" if name == "per_deal" else " %")
            for name, edge in self.bank_edge.items()
        ]
        seats = [
            (f"{seat.seat}: {short_name(self.punter[seat.seat - 1])}", seat.ev, 1, "")
            for seat in seat_estimates(self.tally)
        ]
        conditions = [
            f"{self.rules.name}: {self.rules.title} (digest {self.rules.rules_id})",
            f"{self._who()}; banker {short_name(self.banker)}; stakes "
            + ", ".join(dict.fromkeys(short_name(name) for name in self.stakes)),
            f"{self.tally.deals:,} deals counted, {self.tally.voided:,} void; seed {self.seed}",
            *self.notes(),
        ]
        if not self.complete:
            conditions.append("Interrupted: incomplete.")
        parts = [f"<p>{escape(self.headline())}</p>"]
        parts += [self._html_table(*table) for table in (("bank edge", edges), ("seat, units a deal", seats))]
        return "".join(parts) + f"<p>{'<br>'.join(map(escape, conditions))}</p>"

    def _html_table(self, first: str, rows: list[tuple[str, Estimate, int, str]]) -> str:
        """Rows of a name, an estimate, what to multiply it by, and its unit."""
        heads = (first, "value", "standard error", f"{100 * self.confidence:g} % interval")
        cells = [[f"<th>{head}</th>" for head in heads]]
        for name, estimate, by, unit in rows:
            low, high = estimate.interval(self.confidence) or (None, None)
            texts = (
                name,
                _shown(estimate.value, by, unit, "+"),
                _shown(estimate.standard_error, by, unit),
                "-" if low is None else f"{_shown(low, by, unit, '+')} to {_shown(high, by, unit, '+')}",
            )
            cells.append([f"<td>{escape(text)}</td>" for text in texts])
        return "<table>" + "".join(f"<tr>{''.join(row)}</tr>" for row in cells) + "</table>"


def _shown(value: float | None, by: int, unit: str, sign: str = "") -> str:
    return "-" if value is None else f"{by * value:{sign}.4f}{unit}"


def _pair(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)


def _signed(value: float | None, sign: str = "+") -> str:
    return "-" if value is None else f"{value:{sign}.6f}"
