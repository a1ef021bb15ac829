"""What `solve` answers for several punters: the value of a seat, what other play would gain, and how all play."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import __version__
from ...cards import RANKS
from ...estimate import Estimate
from ...rulebook import Rules
from .strategy import TableStrategy

if TYPE_CHECKING:
    import pandas as pd


class Step(NamedTuple):
    """How far the work was: iterations, what a punter was reckoned to gain by other play, and when."""

    iterations: int
    punter_gain: float
    elapsed_s: float


@dataclass(frozen=True)
class TableEquilibrium:
    """A symmetric equilibrium of several punters against one banker, as near as it was sought.

    Attributes
    ----------
    rules : Rules
    punters : int
    levels : tuple of int
        Stakes that might be chosen.
    buys : str
        What a buy might cost: ``ends`` or ``all``.
    value : Estimate
        What a punter gains a deal when all play as they do in the strategy, in units: reckoned with the banker's
        average play against one seat, and put right by what whole tables, dealt from one pack, paid otherwise.
    simulated : Estimate
        The same from those tables alone.
    reckoned : float
        The same without them.
    punter_gain : Estimate
        What one punter gains more by the best answer to that average play, at such tables.
    bank_gain : Estimate
        What the bank gains more a deal by an answer to all that the punters show that is never soft.
    counting_gain : Estimate
        What the bank reckons to gain more a deal by an answer that also counts all cards that lie face up.
    iterations, tables, deals, seed : int
        The work: iterations; tables at which the average was taken; and tables that were dealt.
    precision : float or None
        The gain asked for, in smallest stakes.
    complete : bool
        Whether nobody interrupted it.
    course : tuple of Step
    thresholds : dict of int to (float, float)
        What a punter gains from a banker who sticks on that total and looks at nobody: by this play, by the best.
    against_bought : dict of (int, int) to dict of int to float
        How likely the banker draws against two seats that bought one card: see `questions.against_bought`.
    elapsed_s : float
    strategy : TableStrategy
    strategy_file : str or None
        Where it was read or written.
    """

    rules: Rules
    punters: int
    levels: tuple[int, ...]
    buys: str
    value: Estimate
    simulated: Estimate
    reckoned: float
    punter_gain: Estimate
    bank_gain: Estimate
    counting_gain: Estimate
    iterations: int
    tables: int
    deals: int
    seed: int
    precision: float | None
    complete: bool
    course: tuple[Step, ...] = field(repr=False)
    thresholds: dict[int, tuple[float, float]]
    against_bought: dict[tuple[int, int], dict[int, float]]
    elapsed_s: float
    strategy: TableStrategy = field(repr=False)
    strategy_file: str | None = None

    @property
    def bank(self) -> Estimate:
        """What the bank gains a deal from all punters together."""
        value, error = _pair(self.value)
        return Estimate(-self.punters * value, self.punters * error)

    @property
    def exploitability(self) -> float:
        """What a side gains by other play, in units a deal: the larger of both, without a banker who counts."""
        return max(_pair(self.punter_gain)[0], _pair(self.bank_gain)[0])

    @property
    def precision_met(self) -> bool | None:
        """Whether it is as near as was asked; None where nothing was."""
        return None if self.precision is None else self.exploitability <= self.precision * self.rules.stake_min

    def first_stakes(self) -> dict[str, dict[int, float]]:
        """How likely each stake is, by the rank of the first card; under ``*`` where stakes come before the deal."""
        cards = ["*"] if self.rules.stakes_when == "before-deal" else list(RANKS)
        return {card: self.strategy.stakes("A" if card == "*" else card) for card in cards}

    def doubles(self) -> dict[str, dict[int, float]] | None:
        """How likely the banker doubles on the average, by his first card and a seat's stake; None where he may not."""
        if not self.strategy.field.doubles:
            return None
        return {card: {stake: self.strategy.doubles(card, stake) for stake in self.levels} for card in RANKS}

    def assumes(self) -> list[str]:
        """Under which limits it is the value."""
        said = [
            f"Nobody {what}: the rules are taken with {how}."
            for there, what, how in (
                (self.rules.splits, "splits", "max_hands=1"),
                (self.rules.burn != "none", "burns", "burn=none"),
                (self.rules.shoot, "shoots", "shoot=false"),
            )
            if there
        ]
        said.append("All punters play alike, and each by his own cards alone: nobody looks at what other seats show.")
        said.append(
            "The banker sees every seat's stake, buys and twisted cards, but does not count: to him seats are "
            "independent given his hand, and those that are out show nothing but their stake. What counting all "
            "face-up cards would bring him is told, as he would reckon it, and is no part of the precision. He is "
            f"soft: where drawing and sticking differ by less than {self.strategy.soft:.3g} of all stakes at table he "
            "does either."
        )
        if not self.strategy.field.tree.ordered:
            said.append("Nobody looks at the order in which cards are twisted.")
        return said

    def headline(self) -> str:
        """The answer in a sentence."""
        value, error = _pair(self.value)
        (punter, punter_error), (bank, bank_error) = _pair(self.punter_gain), _pair(self.bank_gain)
        return (
            f"Under {self.rules.name} each of {self.punters} punters gains {value:+.4f} units a deal (standard error "
            f"{error:.4f}) when all play as well as can be: by other play a punter would gain {punter:.4f} "
            f"({punter_error:.4f}) more, and the bank {bank:.4f} ({bank_error:.4f})."
        )

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon solve`` (schema ``pontoon.solve/1``)."""
        doubles = self.doubles()
        value, error = _pair(self.value)
        return {
            "schema": "pontoon.solve/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "max_hands": 1,
            "value": {
                "punter_ev_per_deal": value,
                "standard_error": error,
                "reckoned": self.reckoned,
                "simulated": _figure(self.simulated),
            },
            "bank_ev_per_deal": _figure(self.bank),
            "deviations": {
                "punter": _figure(self.punter_gain),
                "bank": _figure(self.bank_gain),
                "counting_bank": _figure(self.counting_gain),
            },
            "with_splits": None,
            "exploitability": self.exploitability,
            "precision": self.precision,
            "precision_met": self.precision_met,
            "iterations": self.iterations,
            "tables": self.tables,
            "deals": self.deals,
            "seed": self.seed,
            "complete": self.complete,
            "stakes": list(self.levels),
            "buys": self.buys,
            "first_stake": {card: _pairs(chances) for card, chances in self.first_stakes().items()},
            "banker_doubles": None if doubles is None else {card: _pairs(some) for card, some in doubles.items()},
            "thresholds": {
                str(total): {"punter_ev_per_deal": mine, "best_punter_ev_per_deal": best}
                for total, (mine, best) in self.thresholds.items()
            },
            "against_two_bought": [
                {"stake": stake, "paid": amount, "draws": {str(total): chance for total, chance in draws.items()}}
                for (stake, amount), draws in self.against_bought.items()
            ],
            "dealer": None,
            "assumes": self.assumes(),
            "course": [step._asdict() for step in self.course],
            "strategy_file": self.strategy_file,
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each first card and stake: how likely it is, and beside it the value."""
        import pandas as pd

        value, error = _pair(self.value)
        whole = {
            "rules": self.rules.name,
            "punters": self.punters,
            "punter_ev_per_deal": value,
            "standard_error": error,
            "punter_gain": self.punter_gain.value,
            "bank_gain": self.bank_gain.value,
            "iterations": self.iterations,
        }
        rows = [
            {"card": card, "stake": stake, "probability": chance} | whole
            for card, chances in self.first_stakes().items()
            for stake, chance in chances.items()
        ]
        return pd.DataFrame(rows)

    def save(self, path: str | Path) -> None:
        """Write the strategy to a file, to be read by `TableStrategy.load`."""
        self.strategy.save(
            path,
            {
                "iterations": self.iterations,
                "tables": self.tables,
                "complete": self.complete,
                "seed": self.seed,
                "course": [list(step) for step in self.course],
            },
        )

    def __repr__(self) -> str:
        return self.headline()


def _pair(estimate: Estimate) -> tuple[float, float]:
    """A figure and its error, which are there."""
    assert estimate.value is not None
    assert estimate.standard_error is not None
    return estimate.value, estimate.standard_error


def _figure(estimate: Estimate) -> dict[str, float | None]:
    return {"value": estimate.value, "standard_error": estimate.standard_error}


def _pairs(chances: dict[int, float]) -> list[list[float]]:
    """Stakes with their chances, for JSON."""
    return [[stake, chance] for stake, chance in chances.items()]
