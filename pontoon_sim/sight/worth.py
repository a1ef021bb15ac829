"""What it is worth to a punter to look: sampled seats in front of him, and exact accounts of all that comes after.

Given every card of the seats in front, the cards of the punter, the banker and the rest are dealt from what is left:
so an exact account from that deck is what any play of his earns on average. It is made of the play that looks, found on
the deck without the cards face up, and of the one that does not; only which cards are gone is left to chance.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arguments import seed_for, whole
from ..errors import LaterError, OptionError, quoted
from ..estimate import Estimate, quantile
from ..exact.against import Game
from ..exact.deck import Deck, full_deck
from ..exact.lasts import can_run_out
from ..exact.response import best_punter
from ..exact.seat import Seat
from ..policy.banker import banker_policy
from ..policy.build import PUNTERS
from ..policy.mixed.policies import refuse_chance
from ..policy.names import READS, reads_the_table
from ..policy.punter import punter_policy
from ..policy.stakes import stake_schedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..presets import rules as find_rules
from ..rulebook import Rules
from .front import deal_front, refuse_front
from .result import LookResult, LookRow

DEALS = 200  # of the seats in front, for each number of punters: a tenth of a second each
MOST_DEALS = 10**6


def look(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    others: Any = "stick-16",
    banker: Any = None,
    splits: bool = False,
    deals: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    watch: Callable[[int, int, str], None] | None = None,
) -> LookResult:
    """What it is worth to a punter to look at the cards face up in front of him, at tables of 2 punters and more.

    He sits last, stakes the least, and plays as well as can be by his own hand and the cards that he sees.

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        The largest table, 2 to 10 punters: 5 by default.
    others : policy
        How the seats in front play: they only twist and stick.
    banker : policy
        By default the dealer of the rules, or ``stick-17``. He looks at his own hand only.
    splits : bool
        Whether who looks may split, which takes ten times as long.
    deals : int
        Deals of the seats in front, for each number of punters: 200 by default, and at least 2.
    seed, confidence
        As in `edge`.
    watch : callable
        Called with the number of deals done, of all, and the table that comes next.

    Returns
    -------
    LookResult

    Raises
    ------
    OptionError, PolicyError
        When an argument cannot be understood.
    LaterError
        For burns, naturals paid by all, packs that can run out, bankers who read the table, and others who do more
        than twist and stick.
    """
    start = time.perf_counter()
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    most = _number("punters", 5 if punters is None else punters, 2, PUNTERS)
    counted = _number("deals", DEALS if deals is None else deals, 2, MOST_DEALS)
    level = 0.95 if confidence is None else confidence
    quantile(level)
    number = seed_for(seed)
    bank = _banker(system, banker)
    front = punter_policy(others, system)
    refuse_chance("What looking is worth is found against tables of one action each", front, bank)
    refuse_front(system, [front])
    rows: list[LookRow] = []
    looking = _Looking(system, bank, front, splits, counted, number)
    complete = True
    try:
        for seats in range(2, most + 1):
            rows.append(looking.row(seats, watch, (seats - 2) * counted, (most - 1) * counted))
    except KeyboardInterrupt:
        complete = False
    found = (system, front.name, bank.name, splits, number, counted, float(level))
    return LookResult(*found, tuple(rows), complete, time.perf_counter() - start)


def _number(name: str, said: Any, least: int, most: int) -> int:
    number = whole(said)
    if number is None or not least <= number <= most:
        raise OptionError(f"{name} is {quoted(said)}: it must be a whole number from {least} to {most}.")
    return number


def _banker(rules: Rules, said: Any) -> BankerPolicy:
    """The banker, who must look at his own hand only."""
    name = said if said is not None else rules.dealer or "stick-17"
    if rules.burn != "none":
        raise LaterError("What looking is worth is not worked out where hands may be burnt: set burn=none.")
    if rules.natural_from_all:
        raise LaterError(
            "What looking is worth is not worked out where a natural is paid by all: set natural_from_all=false."
        )
    if reads_the_table(name):
        raise LaterError(
            f"What looking is worth is found against a banker who looks at his own hand only, not {READS}: name "
            "another, as in --banker stick-17."
        )
    return banker_policy(name, rules)


class Gains(NamedTuple):
    """Of one deal of the seats in front: cards seen, and what is gained by them, and were all cards known."""

    seen: int
    face_up: float
    all_known: float


class _Looking:
    """Everybody at the table but for how many they are."""

    def __init__(
        self, rules: Rules, banker: BankerPolicy, front: PunterPolicy, splits: bool, deals: int, seed: int
    ) -> None:
        self.rules, self.banker, self.front, self.splits = rules, banker, front, splits
        self.deals, self.seed = deals, seed
        self.game = Game(rules, banker)
        self.schedule = stake_schedule("min", rules)

    def row(self, seats: int, watch: Callable[[int, int, str], None] | None, done: int, steps: int) -> LookRow:
        """The last seat of a table of so many punters."""
        packs = self.rules.packs_for(seats)
        deck = full_deck(packs)
        blind = self.answer(deck)
        if can_run_out(self.rules, [self.front] * (seats - 1) + [blind], self.banker, deck):
            raise LaterError(
                f"With {seats} punters the cards can run out, which is not followed: look at smaller tables, as in "
                f"--punters {seats - 1}, or set packs={packs + 1}."
            )
        found = []
        for deal in range(self.deals):
            if watch:
                watch(done + deal, steps, f"{seats} punters")
            found.append(self.gains(seats, deck, deal, blind))
        told = np.array(found, float)
        return LookRow(
            seats, packs, self.worth(blind, deck), float(told[:, 0].mean()), _mean(told[:, 1]), _mean(told[:, 2])
        )

    def gains(self, seats: int, deck: Deck, deal: int, blind: PunterPolicy) -> Gains:
        """Deal the seats in front; the stream belongs to the deal, so that any one can be had again."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(seats, deal)))
        front = deal_front(rng, self.rules, [self.front] * (seats - 1), deck)
        there = deck.without(*front.seen)
        left = there.without(*front.hidden)
        base = self.worth(blind, left)
        return Gains(
            len(front.seen),
            self.worth(self.answer(there), left) - base,
            self.worth(self.answer(left), left) - base,
        )

    def answer(self, deck: Deck) -> PunterPolicy:
        """The best play of who takes these cards for the unseen ones."""
        return best_punter(self.rules, self.banker, deck, self.schedule, splits=self.splits).policy

    def worth(self, policy: PunterPolicy, deck: Deck) -> float:
        """What a play earns when all is dealt from these cards, in units a deal."""
        return float(Seat(self.game, policy, self.schedule.stakes, deck).account().account.gain)


def _mean(values: NDArray[np.float64]) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))


__all__ = ["look"]
