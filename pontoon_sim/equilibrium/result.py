"""What `solve` answers: the value between its bounds, and how both sides play."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..cards import RANKS
from ..deal import NO_CARD
from ..errors import counted
from ..policy.stakes import StakeSchedule
from ..rulebook import Rules

if TYPE_CHECKING:
    import pandas as pd

    from .strategy import Strategy

LEAST_SHOWN = 5e-4  # chance of a stake below which it is left out


class Mark(NamedTuple):
    """How far the work was: iterations, what punter and banker were sure of, and when."""

    iterations: int
    low: float
    high: float
    elapsed_s: float


@dataclass(frozen=True)
class Equilibrium:
    """The equilibrium of one punter against one banker, as near as it was sought.

    Attributes
    ----------
    rules : Rules
    levels : tuple of int
        Stakes that might be chosen.
    buys : str
        What a buy might cost: ``ends`` or ``all``.
    value : float
        What the punter gains a deal when both play as they do in the strategy, in units.
    low, high : float
        What the punter gains at least by it, whatever the banker does, and what any punter gains at most against it.
    iterations : int
    precision : float or None
        The exploitability asked for, in smallest stakes.
    complete : bool
        Whether nobody interrupted it.
    course : tuple of Mark
        How it came about; here the banker never sees more of the order of cards than the solved game shows.
    elapsed_s : float
    most_with_splits : float or None
        What any punter gains at most against it who may also split, each split hand being played without a look at the
        others; he is sure of `low`, for he need not split. None where nobody may, or the dealer is fixed.
    strategy : Strategy or None
        None where the dealer is fixed.
    schedule : StakeSchedule or None
        The best stakes against such a dealer.
    strategy_file : str or None
        Where the strategy was read or written.
    """

    rules: Rules
    levels: tuple[int, ...]
    buys: str
    value: float
    low: float
    high: float
    iterations: int
    precision: float | None
    complete: bool
    course: tuple[Mark, ...] = field(repr=False)
    elapsed_s: float
    most_with_splits: float | None = None
    strategy: Strategy | None = field(default=None, repr=False)
    schedule: StakeSchedule | None = field(default=None, repr=False)
    strategy_file: str | None = None

    @property
    def exploitability(self) -> float:
        """What a side gains by the best answer to the other's play, in units a deal: the mean of both sides."""
        return (self.high - self.low) / 2

    @property
    def precision_met(self) -> bool | None:
        """Whether it is as near as was asked; None where nothing was."""
        return None if self.precision is None else self.exploitability <= self.precision * self.rules.stake_min

    def first_stakes(self) -> dict[str, dict[int, float]]:
        """How likely each stake is, by the rank of the first card; under ``*`` where stakes come before the deal."""
        cards = ["*"] if self.rules.stakes_when == "before-deal" else list(RANKS)
        if self.strategy is None:
            assert self.schedule is not None
            table = self.schedule.stakes
            places = {"*": NO_CARD} | {card: place for place, card in enumerate(RANKS)}
            return {card: {int(table[places[card]]): 1.0} for card in cards}
        return {card: self.strategy.stakes("A" if card == "*" else card) for card in cards}

    def doubles(self) -> dict[str, dict[int, float]] | None:
        """How likely the banker doubles, by the rank of his first card and the stake; None where he may not."""
        strategy = self.strategy
        if strategy is None or not strategy.field.doubles:
            return None
        return {card: {stake: strategy.doubles(card, stake) for stake in self.levels} for card in RANKS}

    def assumes(self) -> list[str]:
        """Under which limits it is the value."""
        said = []
        if self.rules.splits:
            said.append("Nobody splits: the rules are taken with max_hands=1.")
        burns = 0 if self.strategy is None else self.strategy.field.tables.burns
        if burns:
            said.append(
                f"Burnt cards are seen by the banker. In the play found no more than {counted(burns, 'hand')} are "
                "burnt one after the other; the upper bound counts with a punter who burns on."
            )
        elif self.rules.burn != "none" and self.strategy is not None:
            said.append("Nobody burns: the rules are taken with burn=none.")
        if self.rules.shoot:
            said.append("Nobody shoots: the rules are taken with shoot=false.")
        if self.strategy is None:
            said.append(f"The dealer is fixed ({self.rules.dealer}): the value is what the punter's best play gains.")
        else:
            said.append("The banker sees the stake, every buy and its amount, and every card that is twisted.")
            if not self.strategy.field.tree.ordered:
                said.append(
                    "The play found looks at the order of the first two cards that are twisted, and at which ones "
                    "follow; the lower bound counts with a banker who sees the order of all."
                )
        return said

    def headline(self) -> str:
        """The answer in a sentence."""
        who = f"Under {self.rules.name} a punter"
        digits = 4 if self.exploitability > 5e-5 else 6
        if self.strategy is None:
            verb = "gains" if self.value >= 0 else "loses"
            return f"{who} {verb} {abs(self.value):.6f} units a deal by the best play against the dealer."
        return (
            f"{who} gains {self.value:+.{digits}f} units a deal when both sides play as well as can be: "
            f"no less than {self.low:+.{digits}f}, no more than {self.high:+.{digits}f}."
        )

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon solve`` (schema ``pontoon.solve/1``)."""
        doubles, more = self.doubles(), self.most_with_splits
        return {
            "schema": "pontoon.solve/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(1),
            "punters": 1,
            "max_hands": 1,
            "value": {"punter_ev_per_deal": self.value, "low": self.low, "high": self.high},
            "with_splits": None if more is None else {"low": self.low, "high": max(more, self.high)},
            "exploitability": self.exploitability,
            "precision": self.precision,
            "precision_met": self.precision_met,
            "iterations": self.iterations,
            "complete": self.complete,
            "stakes": list(self.levels),
            "buys": self.buys,
            "first_stake": {card: _pairs(chances) for card, chances in self.first_stakes().items()},
            "banker_doubles": None if doubles is None else {card: _pairs(some) for card, some in doubles.items()},
            "dealer": self.rules.dealer or None,
            "assumes": self.assumes(),
            "course": [mark._asdict() for mark in self.course],
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

        whole = {
            "rules": self.rules.name,
            "punter_ev_per_deal": self.value,
            "low": self.low,
            "high": self.high,
            "exploitability": self.exploitability,
            "iterations": self.iterations,
        }
        rows = [
            {"card": card, "stake": stake, "probability": chance} | whole
            for card, chances in self.first_stakes().items()
            for stake, chance in chances.items()
        ]
        return pd.DataFrame(rows)

    def save(self, path: str | Path) -> None:
        """Write the strategy to a file, to be read by `Strategy.load`.

        Raises
        ------
        OptionError
            Where the dealer is fixed: there is but a best play, which `chart` writes.
        """
        if self.strategy is None:
            from ..errors import OptionError

            raise OptionError(
                f"{self.rules.name} has a fixed dealer, so there is no strategy of both sides to write: the punter's "
                "best play is what pontoon chart --out FILE.csv writes."
            )
        told = {
            "iterations": self.iterations,
            "complete": self.complete,
            "course": [list(mark) for mark in self.course],
        }
        self.strategy.save(path, told)

    def __repr__(self) -> str:
        return self.headline()


def _pairs(chances: dict[int, float]) -> list[list[float]]:
    """Stakes with their chances, for JSON."""
    return [[stake, chance] for stake, chance in chances.items()]
