"""What `purse` answers: chances, quantiles and means with their errors, as JSON, as a table and in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import counted
from ..estimate import Estimate, beyond
from ..evening.purse_sums import PersonSums, PurseSums
from ..evening.sittings import SittingTally
from ..law import plain_law
from ..rulebook import Rules
from .figures import Chance, cuts, deviation, growth, mean, ratio
from .people import People

if TYPE_CHECKING:
    import pandas as pd

#: Chances in the JSON, and in words.
CHANCES = {
    "ruin": "ruined on the way",
    "final_not_above_0": "purse at 0 or less at the end",
    "on_credit_not_above_0": "the same, lent all he lacked",
    "target_reached": "target reached before any ruin",
    "ruin_first": "ruined before the target",
    "neither": "neither",
}
_EDGES = {"per_deal": "punting", "per_initial_stake": "initial", "per_unit_staked": "staked"}


@dataclass(frozen=True)
class PurseResult:
    """What `purse` found.

    Attributes
    ----------
    rules : Rules
    punters : int
        Of a deal.
    people : People
        Policies, schedules, purses and targets by chair.
    pack : str
    moving : bool
        Whether the bank moves, and all have purses; else player ``n`` is seat ``n``.
    length : int
        Deals of a session.
    tally : SittingTally
        The exact sums behind everything.
    seed : int
    confidence : float
    complete : bool
        False when interrupted: the figures are those of the sessions done.
    elapsed_s : float
    spread : tuple of PurseResult
        The same with other largest stakes.
    """

    rules: Rules
    punters: int
    people: People = field(repr=False)
    pack: str
    moving: bool
    length: int
    tally: SittingTally = field(repr=False)
    seed: int
    confidence: float
    complete: bool
    elapsed_s: float
    spread: tuple[PurseResult, ...] = ()

    @property
    def sums(self) -> PurseSums | None:
        """Exact counts of what became of purses; None where no session was finished."""
        found: PurseSums | None = self.tally.found
        return found

    @property
    def sessions(self) -> int:
        """Sessions played to their end."""
        return self.tally.sittings

    @property
    def unit(self) -> int:
        """Purses are counted in 1/unit of a unit."""
        return plain_law(self.rules).unit

    @cached_property
    def players(self) -> list[dict[str, Any]]:
        """All about everybody with a purse, as in the JSON."""
        if self.sums is None:
            return []
        return [self._player(number) for number in range(self.punters + self.moving)]

    def _player(self, number: int) -> dict[str, Any]:
        assert self.sums is not None
        found, plan = self.sums.people[number], self.people.plans[number]
        money, unit, start = found.sums, self.unit, self.people.purses[number]
        done = self.sessions
        shares = None if plan.shares is None else [float(share) for share in plan.shares]
        return {
            "player": number + 1,
            "punter": self.people.who.punters[number].name,
            "stakes": plan.name,
            "shares_of_purse": shares,
            "purse": start,
            "target": self.people.targets[number],
            **{name: chance.to_dict(self.confidence) for name, chance in self._chances(found).items()},
            "result": {
                **self._estimate(mean(money, "result", done, unit)),
                "standard_deviation": deviation(money, "result", done, unit),
                "quantiles": self._cuts(found.results),
            },
            "deepest_fall": {
                **self._estimate(mean(money, "fall", done, unit)),
                "quantiles": self._cuts(found.falls),
            },
            "longest_run_of_losses": {
                **self._estimate(mean(money, "longest", done)),
                "quantiles": self._cuts(found.longest, 1),
            },
            "least_purse": {"quantiles": self._cuts(found.least)},
            "deals_played": self._estimate(mean(money, "endured", done)),
            "mean_initial_stake": self._estimate(ratio(money, "initial", "punting", done)),
            "mean_staked": self._estimate(ratio(money, "staked", "punting", done)),
            "bank_edge": {
                name: self._estimate(_minus(ratio(money, "net", below, done, unit))) for name, below in _EDGES.items()
            },
            "log_growth_per_deal": self._estimate(growth(found.results, start * unit, self.length)),
            "fan": list(self._fan(found)),
        }

    def _chances(self, found: PersonSums) -> dict[str, Chance]:
        done, reached = self.sessions, found.reached[-1]
        counts = (found.ruined[-1], found.broke, found.owing, reached, found.ruined_first)
        return {
            name: Chance(count, done)
            for name, count in zip(CHANCES, (*counts, done - reached - found.ruined_first), strict=True)
        }

    def _fan(self, found: PersonSums) -> Iterator[dict[str, Any]]:
        assert self.sums is not None
        for place, deals in enumerate(self.sums.times):
            yield {
                "deals": deals,
                "purse": self._cuts(found.fan[place]),
                "ruin": Chance(found.ruined[place], self.sessions).to_dict(self.confidence),
                "target_reached": Chance(found.reached[place], self.sessions).to_dict(self.confidence),
            }

    def _estimate(self, estimate: Estimate) -> dict[str, Any]:
        pair = estimate.interval(self.confidence)
        return {
            "value": estimate.value,
            "standard_error": estimate.standard_error,
            "interval95": None if pair is None else list(pair),
        }

    def _cuts(self, counts: Any, unit: int | None = None) -> dict[str, Any]:
        made = cuts(counts, unit or self.unit, self.confidence)
        return {str(cut.level): {"value": cut.value, "interval95": [cut.low, cut.high]} for cut in made}

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon purse`` (schema ``pontoon.purse/1``)."""
        rate = self.tally.deals / self.elapsed_s if self.elapsed_s else None
        own = range(self.punters + self.moving)
        return {
            "schema": "pontoon.purse/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": [self.people.who.punters[number].name for number in own],
            "banker": self.people.who.banker.name,
            "stakes": [self.people.plans[number].name for number in own],
            "pack": self.pack,
            "gather": self.rules.gather,
            "moving": self.moving,
            "method": "mc",
            "seed": self.seed,
            "length": self.length,
            "sessions": self.sessions,
            "deals": self.tally.deals,
            "voided": self.tally.voided,
            "locked": self.tally.locked,
            "complete": self.complete,
            "confidence": self.confidence,
            "resolution": None if self.sums is None else self.sums.width / self.unit,
            "players": self.players,
            "spread": [row.summary() for row in self.spread],
            "notes": self.notes(),
            "elapsed_s": self.elapsed_s,
            "deals_per_s": rate,
            "version": __version__,
        }

    def summary(self) -> dict[str, Any]:
        """The first player's figures in short: a row of the table of spreads."""
        row = {
            "stake_min": self.rules.stake_min,
            "stake_max": self.rules.stake_max,
            "stakes": self.people.plans[0].name,
            "sessions": self.sessions,
        }
        if not self.players:
            return row
        first = self.players[0]
        names = ("bank_edge", "mean_initial_stake", "result", "deepest_fall", "ruin", "target_reached")
        return row | {name: first[name] for name in names}

    def notes(self) -> list[str]:
        """What a reader of the figures must know about their conditions."""
        pack = "Every deal is from a freshly shuffled pack" if self.pack == "fresh" else "The pack is played on"
        bank = "moves as the rules say, and everybody has a purse" if self.moving else "stays, and bears any loss"
        said = [
            f"{pack}; the bank {bank}.",
            "Ruined: the purse does not hold the smallest stake after a deal. It then stays as it is, also below 0: "
            "what is lost within a deal is on credit.",
        ]
        if self.moving:
            said.append(
                "Who banks first is drawn as the rules say. A ruined person is dealt on, uncounted, and may bank, so "
                "that results do not sum to nothing."
            )
        if self.rules.shoot:
            said.append("Nobody shoots: see pontoon shoot.")
        if self.tally.locked:
            said.append(
                f"A pack that came back to an earlier order was shuffled, {counted(self.tally.locked, 'time')}."
            )
        if self.sums is not None and self.sums.width > 1:
            said.append(f"Purses are counted in classes of {counted(self.sums.width / self.unit, 'unit')}.")
        if self.spread:
            best = ", who then stakes the best on each first card" if self.people.plans[0].name == "min" else ""
            said.append(f"The table of largest stakes is that of player 1{best}.")
        return [*said, *self.people.remarks]

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON: numbers that are undefined are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A tidy table: one row a player and measure; of the course one for each checkpoint too."""
        import pandas as pd

        from .rows import rows_of

        rows = [
            {
                "rules": self.rules.name,
                "rules_id": self.rules.rules_id,
                **row,
                "sessions": self.sessions,
                "length": self.length,
                "confidence": self.confidence,
                "seed": str(self.seed),
                "complete": self.complete,
            }
            for player in self.players
            for row in rows_of(player, self.length)
        ]
        return pd.DataFrame(rows)

    def headline(self) -> str:
        """The answer in a sentence."""
        if not self.players:
            return "No session was finished: there is nothing to tell."
        first = self.players[0]
        ruin, target = (_share(first[name]) for name in ("ruin", "target_reached"))
        return (
            f"A purse of {first['purse']} under {self.rules.name}, stakes {first['stakes']}: ruined in {ruin} of "
            f"the sessions of {counted(self.length, 'deal')}; {first['target']} reached in {target}."
        )

    def __repr__(self) -> str:
        lines = [self.headline()]
        for player in self.players:
            result = player["result"]
            cells = ", ".join(f"{level} %: {cut['value']:g}" for level, cut in result["quantiles"].items())
            lines.append(f"  player {player['player']}: mean {result['value']:+.3f}; {cells}")
        return "\n".join(lines)


def _share(chance: dict[str, Any]) -> str:
    bound = beyond(chance["value"], chance["standard_error"], chance["interval95"])
    return f"{100 * chance['value']:.2f} %" + (f" ({bound})" if bound else "")


def _minus(estimate: Estimate) -> Estimate:
    return Estimate(None if estimate.value is None else -estimate.value, estimate.standard_error)
