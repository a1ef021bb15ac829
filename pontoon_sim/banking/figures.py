"""From what was noted of the bank to the figures that `bank` answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..aftermath import SALE
from ..as_played import session_setting
from ..errors import LaterError, counted
from ..estimate import Estimate, bank_edge
from ..evening import price
from ..evening.sittings import SittingSetting, SittingTally
from ..exact.table import exact_table
from ..figures import solved
from ..rulebook import Rules
from ..simulate import Playable, Setting, simulate
from .people import People
from .result import NOTHING, BankResult, Chair, Edge, Evening, Tenure

Floats = NDArray[np.float64]
_FRESH_DEALS = 1_000_000  # for edges from fresh packs that cannot be exact, at the most
_FRESH_SEED = 2**96  # what lies between a question's seed and that of its fresh deals


@dataclass(frozen=True)
class Played:
    """What was played: sittings in the middle of an endless evening, and evenings by the chair that banked first.

    Attributes
    ----------
    setting : SittingSetting
        Of the sittings.
    middle : SittingTally
    evenings : tuple of SittingTally
        Empty where there was no time for them.
    complete : bool
    """

    setting: SittingSetting
    middle: SittingTally
    evenings: tuple[SittingTally, ...]
    complete: bool


def result_of(
    rules: Rules,
    people: People,
    milestones: list[int],
    played: Played,
    *,
    sale_every: int | None,
    seed: int,
    threads: int,
    confidence: float,
    start: float,
) -> BankResult:
    """All figures of a question, from what was played for it."""
    middle, by = played.middle, played.setting.rules
    reasons = _reasons(rules, sale_every)
    persons = people.punters + 1
    tenure, gain, takes = None, (NOTHING,) * persons, (NOTHING,) * people.punters
    fresh = as_played = Edge(NOTHING, NOTHING, "mc")
    endless: Estimate = NOTHING
    chairs: tuple[Chair, ...] = ()
    told: tuple[Evening, ...] = ()
    remarks = people.remarks
    if middle.found is not None:
        of = price.passing(middle.found, middle.unit)
        tenure = None if "tenure" in reasons else _tenure(of, reasons)
        gain, takes, as_played = _per_deal(of)
        endless, chairs = _endless(of, reasons)
        told = _evenings(rules, by, of, played, milestones, people.chained(by))
        fresh, assumed = _fresh(rules, people, of, seed, threads)
        remarks += _remarks(rules, people, by, sale_every, middle) + assumed
    who = people.who.described()
    return BankResult(
        rules=rules,
        sale_every=sale_every,
        punters=people.punters,
        punter=who.punter,
        banker=tuple(bank.name for bank in people.bankers),
        stakes=people.stakes,
        schedules=people.schedules,
        deals=middle.deals,
        voided=middle.voided,
        sittings=middle.sittings,
        length=played.setting.length,
        warm_up=played.setting.warm_up,
        locked=middle.locked,
        evenings_played=sum(one.sittings for one in played.evenings),
        tenure=tenure,
        gain=gain,
        takes=takes,
        endless=endless,
        evenings=told,
        chairs=chairs,
        fresh=fresh,
        as_played=as_played,
        seed=seed,
        confidence=confidence,
        complete=played.complete,
        elapsed_s=time.perf_counter() - start,
        reasons=reasons,
        remarks=remarks,
    )


def estimate_of(values: Floats) -> Estimate:
    """A figure in all samples, as an estimate; what is not finite is unknown."""
    value, error = price.jackknife(values)
    return Estimate(*(float(one) if np.isfinite(one) else None for one in (value, error)))


def _each(values: Floats) -> tuple[Estimate, ...]:
    """The same for a row of figures."""
    return tuple(estimate_of(column) for column in np.moveaxis(values, -1, 0))


# ---- Words.


def _reasons(rules: Rules, sale_every: int | None) -> dict[str, str]:
    if rules.bank_passes == "never":
        why = f"Under {rules.name} the bank never passes: nobody can take it or sell it."
        return {"tenure": why, "price": why}
    if rules.bank_passes == "sale":
        grows = (
            "A bank that stays, or is sold on at its price, is worth more the more deals are to come, without bound."
        )
        return {"price.endless": grows} | ({} if sale_every else {"tenure": SALE})
    return {}


def _remarks(rules: Rules, people: People, by: Rules, sale_every: int | None, tally: SittingTally) -> tuple[str, ...]:
    """How the figures came about, and how far they hold."""
    said = (
        [] if people.schedules is None else [people.schedules.words(" with an evening, or where the last one ended,")]
    )
    if rules.bank_passes == "sale":
        said.append(_sold(sale_every))
    elif rules.bank_passes != "never":
        alike = price.tenures_begin_alike(by)
        said.append(_EXACT_CHAIN if people.chained(by) else _SCHEDULED if alike else _NEAR_CHAIN)
        if rules.bank_passes == "rotate-every":
            said.append(
                "The bank rotates by count, so gains swing to the end of an evening: the endless price is that of one "
                "who has just taken the bank, the swing averaged out."
            )
    if tally.locked:
        said.append(
            f"{counted(tally.locked, 'time')} the pack came back to an order that it had had, and would never have "
            "been shuffled again: there a shuffle was put in."
        )
    return tuple(said)


_EXACT_CHAIN = (
    "The bank never moves without a shuffle, so that all tenures begin alike: prices have no error but the sampling "
    "error, and evenings that were played besides confirm them."
)
_NEAR_CHAIN = (
    "The bank also moves without a shuffle: prices of evenings are those of evenings that were played from a fresh "
    "pack; the endless price takes what follows a move of the bank as independent of what came before."
)

_SCHEDULED = (
    "Schedules go on when the bank moves, so that a tenure hangs on the deals before it: prices of evenings are those "
    "of evenings that were played from the beginning of a session; the endless price takes tenures as independent."
)


def _sold(sale_every: int | None) -> str:
    fair = (
        "what it gains above the mean of the other seats until the end of the evening: who sells it on is paid for "
        "the rest, so that it does not matter how often it is sold"
    )
    if sale_every is None:
        return f"The bank stays, and its price is {fair}. Say how often it is sold to see what that does to the pack."
    every = f"{sale_every} deals" if sale_every > 1 else "deal"
    return f"The bank is sold to the next seat after every {every}. Its fair price is {fair}."


# ---- Figures.


def _tenure(of: price.Passing, reasons: dict[str, str]) -> Tenure:
    mean, chances = price.tenure(of)
    shares = _each(chances)
    found = Tenure(estimate_of(mean), shares[:-1], shares[-1])
    if found.mean.value is None:
        reasons["tenure.mean"] = "The bank did not pass in these deals: take more --deals."
    return found


def _by_place(what: Floats) -> Floats:
    """Sums by place at the table, the banker's first: (samples, persons)."""
    return np.sum([np.roll(what[:, chair].sum(axis=1), -chair, axis=-1) for chair in range(what.shape[1])], axis=0)


def _per_deal(of: price.Passing) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...], Edge]:
    """Gains per deal by place, chances of each seat to take the bank, and the edge as played."""
    deals = of.deals.sum(axis=(1, 2))
    gains, moves = _by_place(of.gains), _by_place(of.moves)
    gain = _each(gains / deals[:, None])
    edge = Edge(gain[0], estimate_of(gains[:, 0] / of.initial.sum(axis=(1, 2))), "mc")
    return gain, _each((moves / deals[:, None])[:, 1:]), edge


def _endless(of: price.Passing, reasons: dict[str, str]) -> tuple[Estimate, tuple[Chair, ...]]:
    """The price of the bank in an endless evening, and what is different from chair to chair."""
    if "price" in reasons or "price.endless" in reasons:
        return NOTHING, ()
    found = price.endless(of)
    if found is None:
        reasons["price.endless"] = "The bank did not get to every chair in these deals: take more --deals."
        return NOTHING, ()
    average, values = found
    worth = price.prices(values)
    if of.alike:
        return estimate_of(worth[:, 0]), ()
    deals = of.deals.sum(axis=2)[0]
    rows = zip((deals / deals.sum()).tolist(), _each(average), _each(worth), strict=True)
    return estimate_of(worth.mean(axis=1)), tuple(Chair(chair, *row) for chair, row in enumerate(rows, start=1))


def _evenings(
    rules: Rules, by: Rules, of: price.Passing, played: Played, milestones: list[int], exact: bool
) -> tuple[Evening, ...]:
    """Prices and fates of evenings, from the chain of tenures (where that is `exact`), or from those played."""
    sold, priced = rules.bank_passes == "sale", rules.bank_passes != "never"
    chained = None if by.bank_passes in ("never", "sale") else _chained(of, milestones, sold)
    simulated = _simulated(played.evenings, alike=of.alike) if played.evenings else None
    told = []
    for place, deals in enumerate(milestones):
        found = [None if values is None else values[:, place] for values in (chained, simulated)]
        prices = [
            estimate_of(price.prices(values).mean(axis=-1)) if values is not None and priced else NOTHING
            for values in found
        ]
        right = 0 if exact else 1
        told.append(
            Evening(deals, prices[right], prices[1], prices[0], ("chain", "simulated")[right], *_fate(found[right]))
        )
    return tuple(told)


def _chained(of: price.Passing, milestones: list[int], sold: bool) -> Floats:
    return price.evenings(price.staying(of) if sold else of, milestones)


def _simulated(evenings: Sequence[SittingTally], alike: bool) -> Floats:
    """Mean gains of evenings that were played: (samples, milestones, firsts, persons), by chair."""
    found = []
    for first, tally in enumerate(evenings):
        fates = price.samples(tally.found.fates)
        with np.errstate(invalid="ignore", divide="ignore"):
            gains = fates[..., 1:] / fates[..., :1] / tally.unit
        found.append(gains if alike else np.roll(gains, first, axis=-1))
    return np.stack(found, axis=2)


def _fate(values: Floats | None) -> tuple[tuple[Estimate, ...], Estimate]:
    """What each starting position gains, and by how much the left of the first banker differs from other punters."""
    if values is None:
        return (), NOTHING
    firsts, persons = values.shape[1:]
    places = np.mean([np.roll(values[:, first], -first, axis=-1) for first in range(firsts)], axis=0)
    left = estimate_of(places[:, 1] - places[:, 2:].mean(axis=1)) if persons > 2 else NOTHING
    return _each(places), left


# ---- The edge from fresh packs.


def _fresh(rules: Rules, people: People, of: price.Passing, seed: int, threads: int) -> tuple[Edge, tuple[str, ...]]:
    """The bank's edge from fresh packs, chairs counting by how often they bank; exact where it can be."""
    deals = of.deals[0].sum(axis=1)
    bankers = [people.punters] if of.alike else range(len(deals))
    shares = (deals / deals.sum()).tolist()
    rows: list[tuple[float, Estimate, Estimate]] = []
    assumed: dict[str, None] = {}
    try:
        if people.schedules is not None:
            raise LaterError("Deals that hang on those before are simulated.")
        for share, chair in zip(shares, bankers, strict=True):
            who = people.table(chair)
            table = solved(exact_table(rules, who.punters, who.banker, who.stakes, rules.packs_for(people.punters)))
            assumed |= {table.assumes: None} if table.assumes else {}
            rows.append((share, table.bank_edge["per_deal"], table.bank_edge["per_initial_stake"]))
        method = "exact"
    except LaterError:
        method, rows = "mc", []
        count = min(_FRESH_DEALS, int(deals.sum()))
        for share, chair in zip(shares, bankers, strict=True):
            setting, least = _fresh_setting(rules, people, chair)
            found = bank_edge(
                simulate(setting, max(count // len(shares), least), seed + (1 + chair) * _FRESH_SEED, threads)
            )
            rows.append((share, found["per_deal"], found["per_initial_stake"]))
    return _weighed(rows, method), tuple(assumed)


def _fresh_setting(rules: Rules, people: People, chair: int) -> tuple[Playable, int]:
    """Deals from fresh packs in which that chair banks for ever, and how many of them are few."""
    who, schedules = people.table(chair), people.schedules
    if schedules is None:
        return Setting(rules, people.punters, who.packed()), 2
    return session_setting(rules, who, schedules.of(people.seats(chair)), "fresh"), 2 * schedules.session


def _weighed(rows: list[tuple[float, Estimate, Estimate]], method: str) -> Edge:
    """Edges of several tables as one, stakes weighed with their shares."""
    gains, initials, error = [], [], 0.0
    for share, per_deal, per_stake in rows:
        assert per_deal.value is not None
        gains.append(share * float(per_deal.value))
        error += (share * (per_deal.standard_error or 0.0)) ** 2
        initials.append(share * float(per_deal.value / per_stake.value if per_stake.value else 0.0))
    initial = sum(initials)
    known = error**0.5 if method == "mc" else None
    per_stake_error = known / initial if known is not None and initial else None
    return Edge(
        Estimate(sum(gains), known), Estimate(sum(gains) / initial if initial else None, per_stake_error), method
    )
