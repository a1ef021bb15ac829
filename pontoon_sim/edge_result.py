"""What `edge` answers: figures with their errors, as JSON, as a table and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from . import __version__
from .errors import PontoonError, counted, listed
from .estimate import DENOMINATORS, Estimate, SeatEstimate
from .figures import Figures
from .policy.names import short_name
from .policy.punter import plays_as
from .rulebook import Rules
from .tally import Tally

if TYPE_CHECKING:
    import pandas as pd

    from .as_played import AsPlayed
    from .evening.schedules import Schedules

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
    pack : str
        ``fresh``, ``continue``, or ``infinite`` (exact figures only).
    figures : Figures
        What was found, by whichever method.
    sums : Tally or None
        The exact sums behind every figure of a simulation.
    seed : int or None
        None for exact figures.
    confidence : float or None
        Level of the intervals; None for exact figures, which have none.
    complete : bool
        False when interrupted: the figures are those of the deals done.
    precision, precision_met : float or None, bool or None
        The half-width of the headline's interval that was asked for, and whether it was reached.
    elapsed_s : float
    remarks : tuple of str
        What `optimal` came to, in sentences.
    shooting : tuple of str
        How the seats shoot; empty where nobody does.
    played : AsPlayed or None
        How the pack fared that was played on, and what a fresh one would have given.
    schedules : Schedules or None
        What is staked from deal to deal, where stakes follow a schedule over a session.
    engine : str or None
        What played fresh packs: ``lanes`` or ``scalar``.
    variance : str or None
        Whether controls with exact means were taken off the deals: ``plain`` or ``reduced``; None for exact figures.
    """

    rules: Rules
    punters: int
    punter: tuple[str, ...]
    banker: str
    stakes: tuple[str, ...]
    pack: str
    figures: Figures = field(repr=False)
    sums: Tally | None = field(repr=False)
    seed: int | None
    confidence: float | None
    complete: bool
    precision: float | None
    precision_met: bool | None
    elapsed_s: float
    remarks: tuple[str, ...] = ()
    shooting: tuple[str, ...] = ()
    played: AsPlayed | None = None
    schedules: Schedules | None = None
    engine: str | None = None
    variance: str | None = None

    @property
    def bank_edge(self) -> dict[str, Estimate]:
        """The edge in its three denominators: ``per_deal``, ``per_initial_stake``, ``per_unit_staked``."""
        return self.figures.bank_edge

    @property
    def tally(self) -> Tally:
        """The exact sums behind a simulation.

        Raises
        ------
        PontoonError
            For exact figures, which come from no deals that were played.
        """
        if self.sums is None:
            raise PontoonError("Exact figures come from no tally of deals: see `figures`, or use method='mc'.")
        return self.sums

    def interval(self, estimate: Estimate) -> tuple[float, float] | None:
        """The interval of a figure at the level of this result; None where it has no standard error."""
        return None if self.confidence is None else estimate.interval(self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon edge`` (schema ``pontoon.edge/1``)."""
        edge, found = self.bank_edge, self.figures
        infinite = self.pack == "infinite"
        rate = found.deals / self.elapsed_s if found.deals is not None and self.elapsed_s else None
        return {
            "schema": "pontoon.edge/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": None if infinite else self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": list(self.punter),
            "banker": self.banker,
            "stakes": self.stakes[0] if len(set(self.stakes)) == 1 else list(self.stakes),
            "session": None if self.schedules is None else self.schedules.to_dict(),
            "shoot": list(self.shooting) or None,
            "pack": self.pack,
            "gather": self.rules.gather,
            "method": found.method,
            "engine": self.engine,
            "variance": self.variance,
            "seed": self.seed,
            "deals": found.deals,
            "plain_deals": found.plain_deals,
            "voided": found.voided,
            "complete": self.complete,
            "precision": self.precision,
            "precision_met": self.precision_met,
            "confidence": self.confidence,
            "bank_edge": {name: edge[name].value for name in DENOMINATORS},
            "standard_error": {name: edge[name].standard_error for name in DENOMINATORS},
            "interval95": {name: _pair(self.interval(edge[name])) for name in DENOMINATORS},
            "assumes": found.assumes,
            "variance_per_deal": found.variance,
            "sd_per_deal": None if found.variance is None else found.variance**0.5,
            "mean_initial_stake": found.mean_initial_stake,
            "mean_staked": found.mean_staked,
            "seats": [self._seat(seat) for seat in found.seats],
            "punter_outcomes": found.punter_outcomes,
            "banker_outcomes": found.banker_outcomes,
            "shuffles_per_deal": found.shuffles,
            "bank_changes_per_deal": found.bank_changes,
            **(self.played.to_dict() if self.played else {"sittings": self._sessions(), "locked": None}),
            "exact_sums": found.sums,
            "reasons": found.reasons,
            "notes": self.notes(),
            **dict(zip(TIMING, (self.elapsed_s, rate), strict=True)),
            "version": __version__,
        }

    def pieces(self) -> tuple[int, str]:
        """How many independent pieces errors come from, and what they are."""
        if self.played is not None:
            return self.played.sittings, "sitting"
        sessions = self._sessions()
        return (self.figures.deals or 0, "deal") if sessions is None else (sessions, "session")

    def _sessions(self) -> int | None:
        """Independent sessions from fresh packs; None where each deal stands alone."""
        return None if self.schedules is None else (self.figures.deals or 0) // self.schedules.session

    def _seat(self, seat: SeatEstimate) -> dict[str, Any]:
        told = {
            "seat": seat.seat,
            "punter": self.punter[seat.seat - 1],
            "punter_ev_per_deal": seat.ev.value,
            "standard_error": seat.ev.standard_error,
            "interval95": _pair(self.interval(seat.ev)),
            "mean_initial_stake": seat.mean_initial_stake,
            "mean_staked": seat.mean_staked,
        }
        if seat.by_first_card is None:
            return told
        by_card = {
            rank: {"punter_ev_per_deal": gain, "stake": stake} for rank, (gain, stake) in seat.by_first_card.items()
        }
        return told | {"by_first_card": by_card}

    def notes(self) -> list[str]:
        """What a reader of the figures must know about their conditions."""
        said = [f"{now} plays as {then} here: min_stick={self.rules.min_stick}." for now, then in self._raised()]
        said += self._of_the_pack()
        if self.rules.shoot:
            said.append(
                "Shots are part of the edge per deal and per initial stake: pontoon shoot tells them apart."
                if self.shooting
                else "Nobody shoots: --shoot says how, and pontoon shoot tells what it brings."
            )
        if self.rules.brulet != "none":
            when = "after every shuffle" if self.played else "before every deal, the pack being freshly cut"
            said.append(f"The dealer looks for a brulet {when}.")
        counted, void = self.figures.deals or 0, self.figures.voided or 0
        if void > counted / 1000:
            said.append(
                f"{100 * void / (counted + void):.2f} % of all deals ran out of cards and were cancelled: the figures "
                "are of those that did not, which used fewer cards."
            )
        said += self.remarks
        said += [self.figures.assumes] if self.figures.assumes else []
        for reason in dict.fromkeys(self.figures.reasons.values()):
            names = [name for name, why in self.figures.reasons.items() if why == reason]
            said.append(f"Not given: {listed(names)}. {reason}")
        return said

    def _of_the_pack(self) -> list[str]:
        """How the pack is kept."""
        if self.played is None:
            pack = "a freshly shuffled pack" if self.pack == "fresh" else "an infinite pack, whatever `packs` says"
            fresh = f"Every deal is from {pack}, and the banker stays."
            if self.schedules is None:
                return [fresh]
            return [
                fresh,
                self.schedules.words(),
                f"{counted(self._sessions() or 0, 'independent session')}; errors come from whole sessions.",
            ]
        rules, played = self.rules, self.played
        ends = bool(played.locked) and self.schedules is None and not rules.shoot  # habits and kitties go on
        said = [
            f"The pack is played on, and the {'bank moves' if self.shooting else 'banker stays'}. Used cards: "
            f"gather={rules.gather}; the pack is shuffled: {rules.shuffle}.",
            f"{counted(played.sittings, 'independent sitting')} of {'up to ' if ends else ''}"
            f"{counted(played.sitting_deals, 'deal')} each, after {played.warm_up} that are not counted; errors come "
            "from whole sittings.",
        ]
        if self.schedules is not None:
            said.append(self.schedules.words(" with the first counted deal of a sitting,"))
        if played.locked:
            said.append(
                f"{counted(played.locked, 'time')} the pack came back to an order that it had had since it was "
                "shuffled, and would never have been shuffled again: "
                + ("that sitting ended there, and another began with a shuffle." if ends else "it was shuffled then.")
                + " The figures are of a table that does so."
            )
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
        for seat in self.figures.seats:
            measures.append((seat.seat, "punter_ev_per_deal", seat.ev))
            for rank, (gain, _) in (seat.by_first_card or {}).items():
                measures.append((seat.seat, f"punter_ev_given_first_card_{rank}", Estimate(gain, None)))
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
                "low95": (self.interval(estimate) or (None, None))[0],
                "high95": (self.interval(estimate) or (None, None))[1],
                "deals": self.figures.deals,
                "method": self.figures.method,
                "confidence": self.confidence,
                "seed": None if self.seed is None else str(self.seed),
                "complete": self.complete,
            }
            for seat, measure, estimate in measures
        ]
        kinds = dict.fromkeys(("value", "standard_error", "low95", "high95", "confidence"), "float64")
        return pd.DataFrame(rows).astype({**kinds, "deals": "Int64", "seed": "object"})

    def headline(self) -> str:
        """The answer in a sentence."""
        edge = self.bank_edge["per_initial_stake"]
        if edge.value is None:
            return "No deal was finished: there is nothing to tell."
        gains = "the bank gains" if round(edge.value, 12) >= 0 else "the punters gain"
        certainty = f" ({self.figures.certainty})" if self.figures.certainty else ""
        return f"Under {self.rules.name} {gains} {100 * abs(edge.value):.4f} % of the initial stakes{certainty}."

    def __repr__(self) -> str:
        lines = [
            self.headline(),
            f"{self._who()}, banker {self.banker}; {'; '.join(self.basis())}"
            + ("" if self.complete else " (interrupted: incomplete)"),
        ]
        for name, estimate in self.bank_edge.items():
            error = "" if estimate.standard_error is None else f" +/- {estimate.standard_error:.6f}"
            lines.append(f"  {name:<18} {_shown(estimate.value, 1, '', '+', 6)}{error}")
        return "\n".join(lines)

    def basis(self) -> list[str]:
        """What stands behind the figures, in words."""
        return [self.figures.basis] + ([] if self.seed is None else [f"seed {self.seed}"])

    def _who(self) -> str:
        """The punters in words."""
        names = dict.fromkeys(short_name(name) for name in self.punter)
        return f"{counted(self.punters, 'punter')} {', '.join(names)}"

    def _repr_html_(self) -> str:
        edges = [
            (NAMES[name], edge, 1 if name == "per_deal" else 100, "" if name == "per_deal" else " %")
            for name, edge in self.bank_edge.items()
        ]
        seats = [
            (f"{seat.seat}: {short_name(self.punter[seat.seat - 1])}", seat.ev, 1, "") for seat in self.figures.seats
        ]
        conditions = [
            f"{self.rules.name}: {self.rules.title} (digest {self.rules.rules_id})",
            f"{self._who()}; banker {short_name(self.banker)}; stakes "
            + ", ".join(dict.fromkeys(short_name(name) for name in self.stakes)),
            "; ".join(self.basis()),
            *self.notes(),
        ]
        if not self.complete:
            conditions.append("Interrupted: incomplete.")
        parts = [f"<p>{escape(self.headline())}</p>"]
        parts += [self._html_table(*table) for table in (("bank edge", edges), ("seat, units a deal", seats))]
        return "".join(parts) + f"<p>{'<br>'.join(map(escape, conditions))}</p>"

    def _html_table(self, first: str, rows: list[tuple[str, Estimate, int, str]]) -> str:
        """Rows of a name, an estimate, what to multiply it by, and its unit."""
        errors = ("standard error", f"{100 * self.confidence:g} % interval") if self.confidence is not None else ()
        cells = [[f"<th>{head}</th>" for head in (first, "value", *errors)]]
        for name, estimate, by, unit in rows:
            low, high = self.interval(estimate) or (None, None)
            texts = (
                name,
                _shown(estimate.value, by, unit, "+"),
                _shown(estimate.standard_error, by, unit),
                "-" if low is None else f"{_shown(low, by, unit, '+')} to {_shown(high, by, unit, '+')}",
            )
            cells.append([f"<td>{escape(text)}</td>" for text in texts[: len(cells[0])]])
        return "<table>" + "".join(f"<tr>{''.join(row)}</tr>" for row in cells) + "</table>"


def _shown(value: float | None, by: int, unit: str, sign: str = "", places: int = 4) -> str:
    return "-" if value is None else f"{by * value:{sign}.{places}f}{unit}"


def _pair(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)
