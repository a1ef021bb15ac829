"""What `series` answers: chances with their errors, as JSON, as a table and in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import counted
from ..estimate import Estimate
from ..policy.names import short_name
from ..rulebook import Rules
from . import figures as from_sums
from .bold import BoldTable
from .people import People
from .tally import Arm, ContestTally
from .words import rows_of, sentences

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class SeriesResult:
    """What `series` found.

    Attributes
    ----------
    rules : Rules
    who : People
        Policies by person.
    deals : int
        Counted deals of a series.
    first_banker, bold : str
        As they were asked for.
    last_deals : tuple of int
        In how many last deals somebody was bold, by arm.
    table : BoldTable or None
        What is staked boldly.
    figures : ContestTally
        The exact sums behind every figure.
    unit : int
        Sums of money are in 1/`unit` of a unit.
    seed : int
    confidence : float
    complete : bool
        False when interrupted: the figures are those of the series done.
    elapsed_s : float
    """

    rules: Rules
    who: People = field(repr=False)
    deals: int
    first_banker: str
    bold: str
    last_deals: tuple[int, ...]
    table: BoldTable | None = field(repr=False)
    figures: ContestTally = field(repr=False)
    unit: int
    seed: int
    confidence: float
    complete: bool
    elapsed_s: float

    @property
    def persons(self) -> int:
        """People at the table."""
        return len(self.who.punters)

    @property
    def plain(self) -> Arm:
        """The sums of the series in which all stake as they were told to."""
        return self.figures.arms[0]

    @property
    def win_probability(self) -> list[Estimate]:
        """The chance to win by starting position, the first banker before the seats from his left."""
        return from_sums.win_chances(self.plain, self.figures.series)

    @property
    def mean_totals(self) -> list[Estimate]:
        """The mean final total by starting position, in units."""
        return from_sums.mean_totals(self.plain, self.figures.series, self.unit)

    @property
    def winning_mean(self) -> Estimate:
        """The mean winning total, in units."""
        return from_sums.winning_mean(self.plain, self.figures.series, self.unit)

    @property
    def shared(self) -> Estimate:
        """The share of series that are tied."""
        return from_sums.tied(self.plain, self.figures.series)

    def bold_figures(self) -> dict[str, dict[str, Estimate]]:
        """What boldness is worth, arm by arm, all positions together.

        ``last_N``: in so many last deals; ``by_card``: always by the first card, as in the first deal; ``thumb``: the
        most when behind, else the least.
        """
        if self.table is None or len(self.figures.arms) < 2:
            return {}
        names = [*(f"last_{last}" for last in self.last_deals), "by_card", "thumb"]
        return {name: from_sums.paired(arm.paired) for name, arm in zip(names, self.figures.arms[1:], strict=False)}

    def _fully_bold(self) -> Arm:
        return self.figures.arms[len(self.last_deals)]

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon series`` (schema ``pontoon.series/1``)."""
        series, wins, totals = self.figures.series, self.win_probability, self.mean_totals
        winning = {"mean": self.winning_mean.value, "quantiles": from_sums.quantiles(self.plain.winning, self.unit)}
        return {
            "schema": "pontoon.series/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "packs": self.rules.packs_for(self.persons - 1),
            "deals": self.deals,
            "players": self.persons,
            "punters": self.persons - 1,
            "punter": [policy.name for policy in self.who.punters],
            "banker": [policy.name for policy in self.who.bankers],
            "stakes": list(self.who.staked),
            "session": None if self.who.schedules is None else self.who.schedules.to_dict(),
            "first_banker": self.first_banker,
            "gather": self.rules.gather,
            "method": "mc",
            "seed": self.seed,
            "series": series,
            "deals_played": self.figures.deals,
            "voided": self.figures.voided,
            "locked": self.figures.locked,
            "complete": self.complete,
            "confidence": self.confidence,
            "win_probability": [one.value for one in wins],
            "winning_total": winning,
            "shared": self.shared.value,
            "mean_total": [one.value for one in totals],
            "standard_error": {
                "win_probability": [one.standard_error for one in wins],
                "winning_total": self.winning_mean.standard_error,
                "shared": self.shared.standard_error,
                "mean_total": [one.standard_error for one in totals],
            },
            "interval95": {
                "win_probability": [self._interval(one) for one in wins],
                "winning_total": self._interval(self.winning_mean),
                "shared": self._interval(self.shared),
                "mean_total": [self._interval(one) for one in totals],
            },
            "distribution": [
                [total / self.unit, count / series] for total, count in sorted(self.plain.winning.items())
            ],
            "people": self._people(),
            "policies": self._policies(),
            "bold": self._bold(),
            "exact_sums": {"wins_by_position_and_winners": self.plain.wins, "totals": self.plain.totals},
            "notes": self.notes(),
            "elapsed_s": self.elapsed_s,
            "deals_per_s": self.figures.deals * len(self.figures.arms) / self.elapsed_s if self.elapsed_s else None,
            "version": __version__,
        }

    def _interval(self, estimate: Estimate) -> list[float] | None:
        found = estimate.interval(self.confidence)
        return None if found is None else list(found)

    def _told(self, estimate: Estimate) -> dict[str, Any]:
        return {
            "value": estimate.value,
            "standard_error": estimate.standard_error,
            "interval95": self._interval(estimate),
        }

    def _play(self, person: int) -> dict[str, str]:
        who = self.who
        return {
            "punter": who.punters[person].name,
            "banker": who.bankers[person].name,
            "stakes": who.staked[person],
        }

    def _people(self) -> list[dict[str, Any]]:
        """How each person plays, and his chance to win wherever he starts."""
        found = from_sums.shares(self.plain.people, self.figures.series)
        return [
            {"person": person, **self._play(person), "win_probability": one.value, "standard_error": one.standard_error}
            for person, one in enumerate(found)
        ]

    def _policies(self) -> list[dict[str, Any]]:
        """The chance that somebody who plays in such a way wins, and what is their share of the people."""
        groups = self.who.groups
        rows = []
        for group, one in enumerate(from_sums.shares(self.plain.groups, self.figures.series)):
            members = [person for person, its in enumerate(groups) if its == group]
            rows.append(
                {
                    "people": members,
                    **self._play(members[0]),
                    "win_probability": one.value,
                    "standard_error": one.standard_error,
                    "share_of_people": len(members) / self.persons,
                }
            )
        return rows

    def _bold(self) -> dict[str, Any] | None:
        found, table = self.bold_figures(), self.table
        if table is None or not found:
            return None
        tell = {name: {key: self._told(one) for key, one in told.items()} for name, told in found.items()}
        by_position = [from_sums.paired([one]) for one in self._fully_bold().paired]
        last = [{"deals": deals, **tell[f"last_{deals}"]} for deals in self.last_deals]
        return {
            "searched_series": table.series,
            "one": {key: value for key, value in last[-1].items() if key != "deals"},
            "by_starting_position": [{key: self._told(one) for key, one in row.items()} for row in by_position],
            "last_deals": last,
            "by_first_card_alone": tell["by_card"],
            "most_when_behind": tell["thumb"],
            "everyone": self._everyone(),
            "stakes": rows_of(table),
            "words": sentences(table),
        }

    def _everyone(self) -> dict[str, Any] | None:
        if self.bold != "all":
            return None
        arm, series = self.figures.arms[-1], self.figures.series
        return {
            "win_probability": [self._told(one) for one in from_sums.win_chances(arm, series)],
            "change": [self._told(from_sums.paired([one])["gain"]) for one in arm.paired],
            "winning_total": {
                **self._told(from_sums.winning_mean(arm, series, self.unit)),
                "quantiles": from_sums.quantiles(arm.winning, self.unit),
            },
            "shared": self._told(from_sums.tied(arm, series)),
        }

    def notes(self) -> list[str]:
        """What a reader must know about the figures."""
        count = f"{self.deals} counted deals" if self.deals > 1 else "one counted deal"
        said = [
            f"A series is {count}, void ones not among them; the highest total wins, and a series tied by k counts "
            "1/k for each."
        ]
        if self.rules.bank_passes == "never":
            said.append("The bank never moves under these rules.")
        elif self.rules.bank_passes == "sale":
            said.append("Nobody sells or buys the bank here.")
        if self.rules.shoot:
            said.append("Nobody shoots: named policies never do.")
        if self.first_banker == "named" and len(set(self.who.groups)) > 1:
            said.append("Who is named first banks first: with --first-banker rules, policies change places by lot.")
        if self.figures.locked:
            said.append(
                f"A pack that would never have been shuffled again was shuffled {counted(self.figures.locked, 'time')}."
            )
        if self.who.schedules is not None:
            said.append(self.who.schedules.words(", as the series does,"))
        said += self.who.remarks
        if self.table is not None:
            said.append(
                "Bold stakes answer people who stake as ever; they were found in series that are not counted here. "
                "They look at the standings, the deals left and the first card. Who holds the bank stakes nothing."
            )
        return said

    def headline(self) -> str:
        """The answer in a sentence."""
        first = self.win_probability[0]
        if first.value is None:
            return "No series was finished: there is nothing to tell."
        error = "" if first.standard_error is None else f" (+/- {100 * first.standard_error:.2f})"
        said = (
            f"Under {self.rules.name} who banks first wins {100 * first.value:.2f} %{error} of the series of "
            f"{counted(self.deals, 'deal')} among {self.persons} people; even shares were "
            f"{100 / self.persons:.2f} %."
        )
        found = self.bold_figures()
        if found:
            told = found[f"last_{self.deals}"]
            if told["bold"].value is not None and told["plain"].value is not None:
                said += (
                    f" Who alone stakes by the standings wins {100 * told['bold'].value:.2f} % instead of "
                    f"{100 * told['plain'].value:.2f} %."
                )
        return said

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A tidy table: a row for each arm, starting position (0 banks first; empty: all together) and measure."""
        import pandas as pd

        rows = [
            {
                "rules": self.rules.name,
                "rules_id": self.rules.rules_id,
                "deals": self.deals,
                "players": self.persons,
                "staking": staking,
                "position": position,
                "measure": measure,
                "value": one.value,
                "standard_error": one.standard_error,
                "low95": (one.interval(self.confidence) or (None, None))[0],
                "high95": (one.interval(self.confidence) or (None, None))[1],
                "series": self.figures.series,
                "confidence": self.confidence,
                "seed": str(self.seed),
                "complete": self.complete,
            }
            for staking, position, measure, one in self.measures()
        ]
        kinds = dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64")
        return pd.DataFrame(rows).astype({**kinds, "position": "Int64"})

    def measures(self) -> list[tuple[str, int | None, str, Estimate]]:
        """All figures: how it is staked, the starting position (None: all together), the measure, the estimate."""
        rows: list[tuple[str, int | None, str, Estimate]] = []
        rows += [("plain", place, "win_probability", one) for place, one in enumerate(self.win_probability)]
        rows += [("plain", place, "mean_total", one) for place, one in enumerate(self.mean_totals)]
        rows += [("plain", None, "winning_total", self.winning_mean), ("plain", None, "shared", self.shared)]
        for name, told in self.bold_figures().items():
            rows += [(f"bold_{name}", None, f"win_probability_{key}", one) for key, one in told.items()]
        if self.bold_figures():
            for place, one in enumerate(self._fully_bold().paired):
                told = from_sums.paired([one])
                rows += [("bold", place, f"win_probability_{key}", value) for key, value in told.items()]
            if self.bold == "all":
                chances = from_sums.win_chances(self.figures.arms[-1], self.figures.series)
                rows += [("all_bold", place, "win_probability", one) for place, one in enumerate(chances)]
        return rows

    def bold_frame(self) -> pd.DataFrame:
        """What is staked boldly: a row for each number of deals left, class of the lead and first card."""
        import pandas as pd

        columns = ("deals_left", "lead_from", "lead_to", "share", "card", "stake", "plain")
        rows = rows_of(self.table) if self.table is not None else []
        flat = [
            (row["deals_left"], row["lead_from"], row["lead_to"], row["share"], card, stake, row["plain"][card])
            for row in rows
            for card, stake in row["stakes"].items()
        ]
        return pd.DataFrame(flat, columns=columns).astype({"lead_from": "Int64", "lead_to": "Int64"})

    def __repr__(self) -> str:
        lines = [self.headline()]
        for place, one in enumerate(self.win_probability):
            if one.value is not None:
                name = "banks first" if place == 0 else f"seat {place}"
                lines.append(f"  {name:<12} {100 * one.value:6.2f} %  {short_name(self.who.punters[place].name)}")
        return "\n".join(lines)
