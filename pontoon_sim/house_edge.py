"""The banker's edge under given house rules, policies and stakes: the package's first question and answer."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__
from .errors import LaterError, OptionError
from .estimate import DENOMINATORS, Estimate, bank_edge, quantile, seat_estimates, shares, variance_per_deal
from .law import plain_law
from .law import plain_law
from .policy.build import build_players
from .presets import rules as find_rules
from .rulebook import Rules
from .simulate import Interrupted, Setting, simulate
from .tally import Tally

if TYPE_CHECKING:
    import pandas as pd

DEALS = 2_000_000
MOST_DEALS = 10**12
UNITS = {
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
            "rules": self.rules.effective(),
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
            **dict(zip(TIMING, (self.elapsed_s, tally.deals / self.elapsed_s if self.elapsed_s else None), strict=True)),
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
        said = ["Every deal is from a freshly shuffled pack, and the banker stays."]
        if self.rules.shoot:
            said.append("Nobody shoots: named policies never do.")
        if self.rules.bank_passes == "sale":
            said.append("Sales of the bank are agreed between deals: bank_changes_per_deal is undefined.")
        if self.rules.brulet != "none":
            said.append("The dealer looks for a brulet before every deal, the pack being freshly cut.")
        return said

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
                "punter": self.punter[max(seat, 1) - 1] if seat or len(set(self.punter)) == 1 else "; ".join(self.punter),
                "banker": self.banker,
                "stakes": self.stakes[max(seat, 1) - 1] if seat or len(set(self.stakes)) == 1 else "; ".join(self.stakes),
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
        floats = {name: "float64" for name in ("value", "standard_error", "low95", "high95")}
        return pd.DataFrame(rows).astype(floats)

    def headline(self) -> str:
        """The answer in a sentence."""
        edge = self.bank_edge["per_initial_stake"]
        if edge.value is None:
            return "No deal was finished: there is nothing to tell."
        side = "bank" if edge.value >= 0 else "punters"
        error = "" if edge.standard_error is None else f" (standard error {100 * edge.standard_error:.4f} %)"
        return f"Under {self.rules.name} the {side} gain{'s' * (side == 'bank')} {100 * abs(edge.value):.4f} % of the initial stakes{error}."

    def __repr__(self) -> str:
        punter = self.punter[0] if len(set(self.punter)) == 1 else ", ".join(self.punter)
        lines = [
            self.headline(),
            f"{self.tally.deals:,} deals, {self.punters} punter(s) {punter}, banker {self.banker}, seed {self.seed}"
            + ("" if self.complete else " (interrupted: incomplete)"),
        ]
        for name, estimate in self.bank_edge.items():
            lines.append(f"  {name:<18} {_signed(estimate.value)} +/- {_signed(estimate.standard_error, '')}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{_signed(e.value)}</td><td>{_signed(e.standard_error, '')}</td><td>{UNITS[name]}</td></tr>"
            for name, e in self.bank_edge.items()
        )
        head = "<tr><th>bank edge</th><th>value</th><th>standard error</th><th>unit</th></tr>"
        return f"<p>{escape(self.headline())}</p><table>{head}{rows}</table>"


def _pair(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)


def _signed(value: float | None, sign: str = "+") -> str:
    return "-" if value is None else f"{value:{sign}.6f}"


def edge(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    punter: Any = "stick-16",
    banker: Any = None,
    stakes: Any = "min",
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    pack: str = "fresh",
    gather: str | None = None,
    method: str = "mc",
    confidence: float = 0.95,
    watch: Callable[[Tally], None] | None = None,
    prepare: Callable[[Setting], None] | None = None,
) -> EdgeResult:
    """Estimate the banker's edge.

    Parameters
    ----------
    rules : str, Path or Rules
        A preset, a file of rules, or what `pontoon_sim.rules` returns.
    punters : int
        Number of punters, 1 to 10; 5 unless the rules are a casino's.
    punter, stakes : str or sequence
        Policy and stake schedule, or one for each seat (the last one fills the rest).
    banker : str
        The banker's policy; by default the dealer of the rules, or ``stick-17``.
    deals : int
        Counted deals: 2 million, or with `precision` as many as that takes.
    precision : float
        Stop when half the interval of the edge per initial stake is no wider.
    seed : int
        Same seed, same result, on any number of threads; drawn when left out.
    threads : int
        As many as the machine has cores, by default.
    confidence : float
        Level of all intervals, strictly between 0 and 1.
    watch : callable
        Called with the tally so far, now and then.
    prepare : callable
        Called once all arguments are understood, before the clock starts and the first deal is played.

    Returns
    -------
    EdgeResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> edge("pagat", punters=1, deals=10_000, seed=1).tally.deals
    10000
    """
    _answerable(pack, gather, method)
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    seats = punters if punters is not None else (1 if system.dealer else 5)
    quantile(confidence)
    most = _deals(deals, precision)
    seed = _seed(seed)
    players, names = build_players(system, seats, punter, banker, stakes)
    setting = Setting(system, seats, players)

    def enough(tally: Tally) -> bool:
        half = bank_edge(tally)["per_initial_stake"].half_width(confidence)
        return half is not None and precision is not None and half <= precision

    workers, complete, start = threads_for(threads), True, time.perf_counter()
    try:
        if prepare:
            prepare(setting)
            start = time.perf_counter()
        tally = simulate(setting, most, seed, workers, enough if precision else None, watch)
    except Interrupted as stopped:
        tally, complete = stopped.tally, False
    except KeyboardInterrupt:  # before the first deal
        tally, complete = Tally(seats, plain_law(system).unit), False
    return EdgeResult(
        rules=system,
        punters=seats,
        punter=names.punter,
        banker=names.banker,
        stakes=names.stakes,
        tally=tally,
        seed=seed,
        confidence=confidence,
        complete=complete,
        precision=precision,
        precision_met=enough(tally) if precision else None,
        elapsed_s=time.perf_counter() - start,
    )


def _answerable(pack: str, gather: str | None, method: str) -> None:
    if method not in ("mc", "exact"):
        raise OptionError(f"{method!r} is no method: it is mc (simulation) or exact.")
    if pack not in ("fresh", "continue"):
        raise OptionError(f"{pack!r} is no way to keep a pack: it is fresh or continue.")
    if method == "exact":
        raise LaterError("The exact method is not part of this version yet: use --method mc.")
    if pack == "continue" or gather is not None:
        raise LaterError(
            "A pack that is not shuffled between deals (--pack continue, --gather) is not part of this version yet: "
            "use --pack fresh."
        )


def _deals(deals: int | None, precision: float | None) -> int:
    if precision is not None and not precision > 0:
        raise OptionError(f"A precision of {precision} is not above 0: write for instance 0.0005.")
    if deals is None:
        return MOST_DEALS if precision is not None else DEALS
    if isinstance(deals, bool) or not isinstance(deals, int) or not 1 <= deals <= MOST_DEALS:
        raise OptionError(f"{deals} is no number of deals: it is a whole number from 1 to {MOST_DEALS:,}.")
    return deals


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbelow(2**53)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**128:
        raise OptionError(f"{seed} is no seed: it is a whole number from 0 to 2^128 - 1.")
    return seed


def threads_for(threads: int | None) -> int:
    """The number of threads that is meant: all cores where none is given."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise OptionError(f"{threads} is no number of threads: it is a whole number from 1 to 256.")
    return threads


__all__: Sequence[str] = ("EdgeResult", "edge")
