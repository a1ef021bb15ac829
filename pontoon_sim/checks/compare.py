"""One case, compared: every figure that both a simulation and the exact analysis give, in standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from ..cards import RANKS
from ..edge_result import EdgeResult
from ..errors import LaterError
from ..exact.deck import Deck
from ..exact.orders import all_orders
from ..exact.table import exact_table
from ..house_edge import edge
from ..policy.build import seated
from ..simulate import Setting
from ..tally import Tally
from .cases import Case, Short

#: The least variance of a count, of so many deals, that is near enough to normal far out (skewness below 0.032).
LEAST_VARIANCE = 1000

#: What sums of a few thousand products of fractions may be off, being done in binary.
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Figure:
    """A simulated figure beside the exact one."""

    measure: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def z(self) -> float:
        """How many standard errors the simulated figure lies above the exact one."""
        return (self.simulated - self.exact) / self.standard_error


@dataclass(frozen=True)
class Check:
    """A case with all its figures; the first is the bank's edge per unit of initial stake."""

    case: Case
    seed: int
    deals: int
    figures: tuple[Figure, ...]

    @property
    def worst(self) -> Figure:
        """The figure that lies farthest off."""
        return max(self.figures, key=lambda figure: abs(figure.z))


@dataclass(frozen=True)
class ShortCheck:
    """A short pack: how far the exact analysis is from the average over all orders."""

    short: Short
    orders: int
    exact: float
    by_orders: float
    difference: float  # the largest, of all figures

    @property
    def agrees(self) -> bool:
        """Whether all figures are the same, but for the last digits of binary fractions."""
        return self.difference <= TOLERANCE


def compared(
    case: Case,
    deals: int,
    seed: int,
    threads: int,
    watch: Callable[[Tally], None] | None = None,
    prepare: Callable[[Setting], None] | None = None,
) -> Check | None:
    """Simulate a case and work it out; None when somebody interrupted the simulation.

    Raises
    ------
    LaterError
        When the case is not followed exactly, or its cards could run out.
    """
    exact = edge(method="exact", **case.arguments())
    if exact.figures.assumes is not None:
        raise LaterError(exact.figures.assumes)
    simulated = edge(deals=deals, seed=seed, threads=threads, watch=watch, prepare=prepare, **case.arguments())
    if not simulated.complete:
        return None
    return Check(case, seed, deals, tuple(_figures(exact, simulated)))


def _figures(exact: EdgeResult, simulated: EdgeResult) -> Iterator[Figure]:
    for name in ("per_initial_stake", "per_unit_staked", "per_deal"):
        sought, found = exact.bank_edge[name], simulated.bank_edge[name]
        if sought.value is not None and found.value is not None and found.standard_error:
            yield Figure(f"bank_edge.{name}", sought.value, found.value, found.standard_error)
    for one, other in zip(exact.figures.seats, simulated.figures.seats, strict=True):
        if exact.punters > 1 and one.ev.value is not None and other.ev.value is not None and other.ev.standard_error:
            yield Figure(f"seat {one.seat}", one.ev.value, other.ev.value, other.ev.standard_error)
    deals = simulated.tally.deals
    for name, chance, share in _shares(exact, simulated):
        if chance is not None and share is not None and deals * chance * (1 - chance) >= LEAST_VARIANCE:
            yield Figure(name, chance, share, sqrt(chance * (1 - chance) / deals))


def _shares(exact: EdgeResult, simulated: EdgeResult) -> Iterator[tuple[str, float | None, float | None]]:
    """Chances per deal, with how often that came about."""
    mine, his = exact.figures, simulated.figures
    if exact.rules.bank_passes != "rotate-every":
        yield "bank_changes_per_deal", mine.bank_changes, his.bank_changes
        yield "shuffles_per_deal", mine.shuffles, his.shuffles
    sides: list[tuple[str, Any, Any]] = [("banker_outcomes", mine.banker_outcomes, his.banker_outcomes)]
    if mine.variance is not None:  # one hand a deal
        sides.append(("punter_outcomes", mine.punter_outcomes, his.punter_outcomes))
    for side, chances, shares in sides:
        for outcome, chance in (chances or {}).items():
            yield f"{side}.{outcome}", chance, shares[outcome]


def dealt_out(short: Short) -> ShortCheck:
    """Deal a short pack out in every order, and work it out."""
    rules, punters = short.rules, len(short.punter)
    who = seated(rules, punters, list(short.punter), short.banker, short.stakes)
    orders = all_orders(rules, short.cards, who.packed(), punters)
    deck = Deck(np.array([float(short.cards.get(rank, 0)) for rank in RANKS]), False)
    table = exact_table(rules, who.punters, who.banker, who.stakes, deck)
    pairs = [(getattr(table, name), getattr(orders, name)) for name in ("gain", "initial", "staked")]
    pairs += [(getattr(table, name), getattr(orders, name)) for name in ("variance", "shuffles", "bank_changes")]
    pairs += [(seat.account.gain, gain) for seat, gain in zip(table.seats, orders.seats, strict=True)]
    for seat, gains in zip(table.seats, orders.by_card, strict=True):
        pairs += [(seat.by_card[first], gain) for first, gain in gains.items()]
    for found, all_ in (
        (table.punter_outcomes, orders.punter_outcomes),
        (table.banker_outcomes, orders.banker_outcomes),
    ):
        pairs += [(share, all_[name]) for name, share in (found or {}).items()]
    off = max(abs(float(found) - float(all_)) for found, all_ in pairs if found is not None)
    return ShortCheck(short, orders.orders, table.gain, float(orders.gain), off)
