"""What `bank` answers: how the bank passes and what it is worth, as JSON, as a table and in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..errors import counted
from ..estimate import Estimate
from ..policy.names import short_name
from ..policy.punter import plays_as
from ..rulebook import Rules
from .first import first_banker_chances

if TYPE_CHECKING:
    import pandas as pd

    from ..evening.schedules import Schedules

NOTHING = Estimate(None, None)


class Tenure(NamedTuple):
    """How long people bank: the mean in deals, the share of each length from 1 on, and of all that are longer."""

    mean: Estimate
    shares: tuple[Estimate, ...]
    longer: Estimate


class Evening(NamedTuple):
    """An evening of so many deals that begins with a whole pack and a new banker.

    Attributes
    ----------
    deals : int
    price : Estimate
        By the method that is right for the rules, see `method`.
    simulated : Estimate
        Of evenings that were played for the purpose, independent of what `chained` comes from.
    chained : Estimate
        From the chances of passing, age by age; only near where the bank moves without a shuffle.
    method : str
        ``chain`` or ``simulated``: which of the two the price is.
    gains : tuple of Estimate
        What each starting position gains over the evening: the first banker's, then from his left.
    left : Estimate
        What the first banker's left gains above the mean of the other punters' positions.
    """

    deals: int
    price: Estimate
    simulated: Estimate
    chained: Estimate
    method: str
    gains: tuple[Estimate, ...]
    left: Estimate


class Chair(NamedTuple):
    """One person where not all play alike: how often he banks, his gain per deal, the price of the bank to him."""

    chair: int
    banks: float | None
    gain: Estimate
    price: Estimate


class Edge(NamedTuple):
    """A bank's edge, per deal and per unit of initial stake, and how it was found: ``exact`` or ``mc``."""

    per_deal: Estimate
    per_initial_stake: Estimate
    method: str

    def minus(self, other: Edge) -> Edge:
        """The difference of two that are independent."""
        return Edge(
            _minus(self.per_deal, other.per_deal),
            _minus(self.per_initial_stake, other.per_initial_stake),
            "mc" if "mc" in (self.method, other.method) else "exact",
        )

    def to_dict(self) -> dict[str, Any]:
        """Its figures by name."""
        return {
            "per_deal": self.per_deal.value,
            "per_initial_stake": self.per_initial_stake.value,
            "standard_error": {
                "per_deal": self.per_deal.standard_error,
                "per_initial_stake": self.per_initial_stake.standard_error,
            },
            "method": self.method,
        }


def _minus(one: Estimate, other: Estimate) -> Estimate:
    if one.value is None or other.value is None:
        return NOTHING
    errors = [error for error in (one.standard_error, other.standard_error) if error is not None]
    return Estimate(one.value - other.value, sum(error**2 for error in errors) ** 0.5 if errors else None)


@dataclass(frozen=True)
class BankResult:
    """How the bank passes and what it is worth. All gains and prices are in units of the table.

    Attributes
    ----------
    rules : Rules
    sale_every : int or None
        Deals after which the bank is sold to the next seat.
    punters : int
    punter, banker, stakes : tuple of str
        Names by chair: there is one more than punters.
    deals, voided, sittings, length, warm_up, locked : int
        Counted deals, void ones, the independent sittings they were played in, counted deals of a sitting, deals before
        each that do not count, and times that the guard shuffled a pack that would never have been shuffled again.
    evenings_played : int
        Evenings that were played to confirm the prices.
    tenure : Tenure or None
    gain, takes : tuple of Estimate
        Per deal: what the banker gains, then each seat from his left; the chance that each seat takes the bank next.
    endless : Estimate
        The price of the bank in an endless evening, for one who has just taken it.
    evenings : tuple of Evening
    chairs : tuple of Chair
        Empty where all play alike.
    fresh, as_played : Edge
        The bank's edge from fresh packs, and with the pack and the bank as the rules have them.
    seed : int
    confidence : float
    complete : bool
    elapsed_s : float
    reasons : dict of str to str
        Why a figure is None.
    remarks : tuple of str
    schedules : Schedules or None
        What is staked from deal to deal, by chair, where stakes follow a schedule over a session.
    """

    rules: Rules
    sale_every: int | None
    punters: int
    punter: tuple[str, ...]
    banker: tuple[str, ...]
    stakes: tuple[str, ...]
    deals: int
    voided: int
    sittings: int
    length: int
    warm_up: int
    locked: int
    evenings_played: int
    tenure: Tenure | None
    gain: tuple[Estimate, ...]
    takes: tuple[Estimate, ...]
    endless: Estimate
    evenings: tuple[Evening, ...] = field(repr=False)
    chairs: tuple[Chair, ...] = field(repr=False)
    fresh: Edge
    as_played: Edge
    seed: int
    confidence: float
    complete: bool
    elapsed_s: float
    reasons: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    schedules: Schedules | None = None

    @property
    def rest(self) -> Edge:
        """What the edge as played is above the one from fresh packs."""
        return self.as_played.minus(self.fresh)

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon bank`` (schema ``pontoon.bank/1``)."""
        return {
            "schema": "pontoon.bank/1",
            "rules_name": self.rules.name,
            "rules": self.rules.settings(),
            "rules_id": self.rules.rules_id,
            "sale_every": self.sale_every,
            "packs": self.rules.packs_for(self.punters),
            "punters": self.punters,
            "punter": list(self.punter),
            "banker": self.banker[0] if len(set(self.banker)) == 1 else list(self.banker),
            "stakes": self.stakes[0] if len(set(self.stakes)) == 1 else list(self.stakes),
            "session": None if self.schedules is None else self.schedules.to_dict(),
            "gather": self.rules.gather,
            "seed": self.seed,
            "deals": self.deals,
            "voided": self.voided,
            "sittings": {"count": self.sittings, "deals": self.length, "warm_up": self.warm_up},
            "evenings_played": self.evenings_played,
            "locked": self.locked,
            "complete": self.complete,
            "confidence": self.confidence,
            "tenure": self._tenure(),
            "gain_per_deal": _split(self.gain),
            "takes_bank_next": [one.value for one in self.takes],
            "takes_bank_next_standard_error": [one.standard_error for one in self.takes],
            "first_banker": first_banker_chances(self.rules, self.punters),
            "price": self._price(),
            "fates": [self._fate(one) for one in self.evenings],
            "chairs": [
                {"chair": one.chair, "banks": one.banks, "gain_per_deal": told(one.gain), "price": told(one.price)}
                for one in self.chairs
            ],
            "fresh_edge": self.fresh.to_dict(),
            "as_played_edge": self.as_played.to_dict(),
            "as_played_less_fresh": self.rest.to_dict(),
            "reasons": self.reasons,
            "notes": self.notes(),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def _tenure(self) -> dict[str, Any] | None:
        if self.tenure is None:
            return None
        mean, shares, longer = self.tenure
        return {
            "mean": mean.value,
            "standard_error": mean.standard_error,
            "interval95": self._interval(mean),
            "distribution": [[deals, share.value] for deals, share in enumerate(shares, start=1)],
            "distribution_standard_error": [share.standard_error for share in shares],
            "longer": longer.value,
        }

    def _price(self) -> dict[str, Any] | None:
        if "price" in self.reasons:
            return None
        return {
            "endless": told(self.endless)
            | {
                "interval95": self._interval(self.endless),
                "exact_chain": {one.method for one in self.evenings} == {"chain"},
            },
            "evenings": [
                {"deals": one.deals}
                | told(one.price)
                | {
                    "interval95": self._interval(one.price),
                    "method": one.method,
                    "simulated": one.simulated.value,
                    "simulated_standard_error": one.simulated.standard_error,
                    "chained": one.chained.value,
                    "chained_standard_error": one.chained.standard_error,
                }
                for one in self.evenings
            ],
        }

    def _fate(self, one: Evening) -> dict[str, Any]:
        return {"deals": one.deals} | _split(one.gains) | {"left_above_others": told(one.left)}

    def _interval(self, one: Estimate) -> list[float] | None:
        found = one.interval(self.confidence)
        return None if found is None else list(found)

    def notes(self) -> list[str]:
        """What a reader of the figures must know."""
        said = [f"{now} plays as {then} here: min_stick={self.rules.min_stick}." for now, then in self._raised()]
        said += [*self.remarks, *dict.fromkeys(self.reasons.values())]
        left = self.at_the_left()
        return [*said, left] if left else said

    def _raised(self) -> Iterator[tuple[str, str]]:
        """Policies that stick later than their names say, with what they play as."""
        for name in dict.fromkeys(self.punter):
            if (played := plays_as(name, self.rules)) != name:
                yield name, played

    def at_the_left(self) -> str:
        """Who gains from sitting at the banker's left, in a sentence; empty where nothing is known."""
        known = [one for one in self.evenings if one.left.value is not None and one.left.standard_error]
        if not known:
            return ""
        last = known[-1]
        gain, half = last.left.value, last.left.half_width(self.confidence)
        assert gain is not None
        assert half is not None
        deals = counted(last.deals, "deal")
        if abs(gain) <= half:
            return (
                f"Over {deals} the seat at the first banker's left does no better or worse than the other punters', as "
                f"far as can be seen ({gain:+.3f} +/- {half:.3f} units)."
            )
        return (
            f"Over {deals} whoever sits at the first banker's left {'gains' if gain > 0 else 'loses'} {abs(gain):.3f} "
            f"(+/- {half:.3f}) units against the mean of the other punters' seats."
        )

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON: numbers that are undefined are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def measures(self) -> Iterator[tuple[str, int, int, Estimate]]:
        """All figures: the measure, the seat or position (0: the banker's), the deals it is about, the estimate."""
        if self.tenure is not None:
            yield "tenure_mean", 0, 0, self.tenure.mean
            for deals, share in enumerate(self.tenure.shares, start=1):
                yield "tenure_share", 0, deals, share
        for seat, one in enumerate(self.gain):
            yield "gain_per_deal", seat, 1, one
        for seat, one in enumerate(self.takes, start=1):
            yield "takes_bank_next", seat, 1, one
        yield "price_endless", 0, 0, self.endless
        for evening in self.evenings:
            yield "price", 0, evening.deals, evening.price
            for place, one in enumerate(evening.gains):
                yield "gain_of_evening", place, evening.deals, one
        for name, edge in (("fresh", self.fresh), ("as_played", self.as_played), ("as_played_less_fresh", self.rest)):
            yield f"{name}_per_deal", 0, 1, edge.per_deal
            yield f"{name}_per_initial_stake", 0, 1, edge.per_initial_stake

    def to_frame(self) -> pd.DataFrame:
        """A tidy table: a row a figure, with its error and interval."""
        import pandas as pd

        rows = []
        for measure, seat, deals, one in self.measures():
            low, high = one.interval(self.confidence) or (None, None)
            conditions = {"rules": self.rules.name, "rules_id": self.rules.rules_id, "punters": self.punters}
            figure = {"measure": measure, "seat": seat, "of_deals": deals, "value": one.value}
            error = {"standard_error": one.standard_error, "low95": low, "high95": high}
            rows.append(conditions | figure | error | {"deals": self.deals, "seed": str(self.seed)})
        kinds = dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64")
        return pd.DataFrame(rows).astype(kinds)

    def headline(self) -> str:
        """The answer in a sentence."""
        if not self.deals:
            return "No deal was finished: there is nothing to tell."
        gain = self.gain[0].value
        said = f"Under {self.rules.name} the bank gains {0.0 if gain is None else gain:+.3f} units a deal"
        if self.tenure is None or self.tenure.mean.value is None:
            return f"{said}, and stays where it is."
        said += f", stays {self.tenure.mean.value:.2f} deals with a banker"
        if self.endless.value is None:
            return (
                f"{said}." if self.rules.bank_passes != "sale" else f"{said}; its price grows with the deals to come."
            )
        error = "" if self.endless.standard_error is None else f" (standard error {self.endless.standard_error:.3f})"
        return f"{said}, and is worth {self.endless.value:.3f} units{error}."

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(map(short_name, self.punter)))
        lines = [
            self.headline(),
            f"{counted(self.punters, 'punter')} of {names}; {counted(self.deals, 'deal')}, seed {self.seed}",
        ]
        for one in self.evenings:
            if one.price.value is not None:
                lines.append(
                    f"  {one.deals:>4} deals to go: {one.price.value:+.4f} +/- {one.price.standard_error or 0:.4f}"
                )
        return "\n".join(lines)


def told(one: Estimate) -> dict[str, float | None]:
    """An estimate as JSON."""
    return {"value": one.value, "standard_error": one.standard_error}


def _split(places: tuple[Estimate, ...]) -> dict[str, Any]:
    """The banker's figure and those of the seats from his left."""
    return {
        "banker": places[0].value,
        "by_seat": [one.value for one in places[1:]],
        "standard_error": {
            "banker": places[0].standard_error,
            "by_seat": [one.standard_error for one in places[1:]],
        },
    }
