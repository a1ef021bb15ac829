"""What to do with what is remembered: plans and stakes for a punter, and plans for the banker, by exact analysis.

A pilot evening gives compositions that deals are dealt from. Where play by a deck rich in tens and by a poor one
differ most, found exactly on some of them, is the figure by which plans are graded; each plan is the best response at
the mean composition of its grade. What a larger stake gains on each first card is worked out exactly on the same
compositions, and fitted to figures of them. Nothing of this needs to be exact: what it is worth is played out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..deal import NO_CARD
from ..evening.record import COMPOSITION, COUNTS, FEATURES
from ..evening.sittings import SittingSetting
from ..exact.against import Game
from ..exact.banker import best_banker
from ..exact.deck import Deck, full_deck
from ..exact.remembered import remembered
from ..exact.response import best_punter
from ..exact.seat import Seat
from ..policy.build import Seated
from ..policy.stakes import StakeSchedule, schedule, stake_schedule
from ..policy.tables import BankerPolicy, PunterPolicy, banker_table
from ..rulebook import Rules
from ..simulate import simulate
from .habit import Memory
from .plans import together

GRADES = 11  # plans that are chosen between by composition
BANK_GRADES = 9  # the same for the banker, whose best draws take long
EXACT = 200  # compositions on which values are worked out exactly
IDEAL = 100  # those on which the best possible is worked out
PILOT = 4096  # compositions of the pilot evening
PILOT_SEED = 1939
LENGTH = 32  # deals of a pilot's sitting

Compositions = NDArray[np.float64]


def figures(decks: Compositions) -> NDArray[np.float64]:
    """What values are estimated from, for each deck (decks, FEATURES): as `evening.record.look`."""
    total = decks.sum(axis=1, keepdims=True)
    shares = decks / total
    ace, ten = shares[:, 0] - 1 / 13, shares[:, TEN:].sum(axis=1) - 4 / 13
    found = np.empty((len(decks), FEATURES), np.float64)
    found[:, 0] = 1.0
    found[:, 1:9] = shares[:, :8] - 1 / 13
    found[:, 9] = ten
    found[:, 10], found[:, 11], found[:, 12] = ace * ace, ace * ten, ten * ten
    found[:, 13] = 1.0 / total[:, 0]
    return found


def as_counted(decks: Compositions) -> Compositions:
    """The decks as they look to somebody who counts tens and aces only."""
    found = decks.copy()
    found[:, 1:TEN] = decks[:, 1:TEN].mean(axis=1, keepdims=True)
    found[:, TEN:] = decks[:, TEN:].mean(axis=1, keepdims=True)
    return found


def fitted(decks: Compositions, values: NDArray[np.float64], there: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of the figures that come nearest to values (decks,) where they are `there`."""
    weight = np.sqrt(there)
    answer = np.linalg.lstsq(figures(decks) * weight[:, None], values * weight, rcond=1e-9)[0]
    return np.asarray(answer, np.float64)


class Tuning:
    """Works out what to do by memory, for one table.

    Parameters
    ----------
    rules : Rules
    who : Seated
        The punters of all seats and the banker; stakes of the first seat do not matter.
    pilot, exact : int
        Compositions of the pilot, and those on which values are worked out.
    """

    def __init__(self, rules: Rules, who: Seated, pilot: int = PILOT, exact: int = EXACT):
        self.rules, self.who = rules, who
        self.packs = rules.packs_for(len(who.punters))
        self.base, self.game = who.punters[0], Game(rules, who.banker)
        self.pilot, self.exact = pilot, exact

    # ---- The table.

    def seated(self, first: PunterPolicy, stakes: StakeSchedule | None = None) -> Seated:
        """All at the table, with that policy on the first chair; the chair of the banker has one for form's sake."""
        own = stakes or stake_schedule("min", self.rules)
        spare = stake_schedule("max", self.rules)
        return Seated(
            [first, *self.who.punters[1:], self.who.punters[-1]], self.who.banker, [own, *self.who.stakes[1:], spare]
        )

    @cached_property
    def decks(self) -> Compositions:
        """What the deals of an evening are dealt from, as far as anybody knows who remembers all cards."""
        plans = together([self.base], self.rules)
        setting = SittingSetting(
            self.rules,
            self.seated(plans.policy),
            length=LENGTH,
            warm_up=LENGTH,
            habit=Memory(plans, samples=self.pilot),
        )
        found: Compositions = simulate(setting, self.pilot, PILOT_SEED).found.compositions
        return found[: self.pilot]

    @cached_property
    def some(self) -> Compositions:
        """Those on which values are worked out exactly, spread evenly over the pilot."""
        step = max(len(self.decks) // self.exact, 1)
        return self.decks[::step][: self.exact]

    # ---- Values.

    def gains(self, policy: PunterPolicy, stake: int, deck: Compositions) -> NDArray[np.float64]:
        """What a policy gains with a stake from a deck: by first card, and in all (14,); 0 for cards that are gone."""
        account = Seat(self.game, policy, np.full(16, stake, np.int64), Deck(deck, False)).account()
        return np.append(account.by_card, account.account.gain)

    @remembered
    def gains_on(self, policy: PunterPolicy, stake: int, place: int | None) -> NDArray[np.float64]:
        """The same from one of some decks, by its place, or from a full one (None)."""
        return self.gains(policy, stake, full_deck(self.packs).ranks if place is None else self.some[place])

    @cached_property
    def linear(self) -> bool:
        """Whether what the base policy gains is in proportion to its stake, so that one stake need be looked at."""
        least, most = self.rules.stake_min, self.rules.stake_max
        one, two = (self.gains_on(self.base, stake, None) for stake in (least, most))
        return bool(np.abs(one * most - two * least).max() < 1e-9 * most)

    def of_stake(self, policy: PunterPolicy, stakes: tuple[int, int], place: int | None) -> NDArray[np.float64]:
        """What the larger stake gains over the smaller on a deck: by first card, and in all (14,)."""
        one = self.gains_on(policy, stakes[0], place)
        if self.linear:
            return (stakes[1] / stakes[0] - 1) * one
        return self.gains_on(policy, stakes[1], place) - one

    def plain_stakes(self, least: int, most: int) -> StakeSchedule:
        """The best stakes of the base policy for who remembers nothing."""
        better = self.of_stake(self.base, (least, most), None) > 1e-12
        if self.rules.stakes_when == "before-deal":
            better[:] = better[13]
        said = {rank: most if better[place] else least for place, rank in enumerate("A23456789TJQK")}
        flat = len(set(said.values())) == 1
        return schedule("best", self.rules, {"*": said["A"]} if flat else said)

    # ---- The punter.

    def best_at(self, deck: Compositions) -> PunterPolicy:
        """The best response where deals are dealt from that deck; with stakes of both limits.

        The deck is blown up to a whole pack: hands that a mean composition of few cards cannot hold may well be dealt.
        """
        return self.best_to(self.whole(deck))

    def best_to(self, deck: Deck) -> PunterPolicy:
        """The best response to the banker from a deck; with stakes of both limits."""
        spread = stake_schedule("min", self.rules)
        if not self.linear and self.rules.stakes_when != "before-deal" and self.rules.stake_max > self.rules.stake_min:
            spread = schedule("both", self.rules, {"A": self.rules.stake_max, "*": self.rules.stake_min})
        return best_punter(self.rules, self.who.banker, deck, spread).policy

    def whole(self, deck: Compositions) -> Deck:
        """As many cards as all packs have, mixed as in that deck."""
        return Deck(deck * (52 * self.packs / deck.sum()), False)

    @cached_property
    def play_differs(self) -> NDArray[np.float64]:
        """How much more play for rich decks gains than play for poor ones, on some decks."""
        ten = self.decks[:, TEN:].sum(axis=1) / self.decks.sum(axis=1)
        low, high = np.quantile(ten, [0.15, 0.85])
        poor, rich = (self.best_at(self.decks[part].mean(axis=0)) for part in (ten <= low, ten >= high))
        return np.array([self.gains(rich, 1, deck)[13] - self.gains(poor, 1, deck)[13] for deck in self.some])

    @remembered
    def graded(self, kind: int) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
        """The figure that plans are graded by, from which figure on each is taken, and the grade of every deck."""
        return self._grades(self.play_differs, kind, GRADES)

    def _grades(
        self, differs: NDArray[np.float64], kind: int, grades: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
        seen = as_counted if kind == COUNTS else np.asarray
        steer = fitted(seen(self.some), differs, np.ones(len(self.some)))
        graded = figures(seen(self.decks)) @ steer
        limits = np.quantile(graded, np.arange(1, grades) / grades)
        # The first plan is that of who remembers nothing; it is never graded to.
        limits = np.concatenate([[-np.inf, -np.inf], limits])
        return steer, limits, (np.searchsorted(limits[2:], graded, "right") + 1).tolist()

    def grades_of_some(self, kind: int) -> list[int]:
        """The grade of each deck on which values are worked out."""
        step = max(len(self.decks) // self.exact, 1)
        return self.graded(kind)[2][::step][: self.exact]

    @remembered
    def plans(self, kind: int) -> tuple[list[PunterPolicy], NDArray[np.float64], NDArray[np.float64]]:
        """The base policy and the best response for each grade; what grades are told by, and their limits."""
        steer, limits, grade = self.graded(kind)
        made = [self.best_at(deck) for deck in self.means(grade, len(limits))]
        return [self.base, *made], steer, limits

    def means(self, grade: Sequence[int], plans: int) -> list[Compositions]:
        """The mean composition of each grade but the first, which is that of who remembers nothing."""
        which = np.array(grade)
        parts = [self.decks[which == place] for place in range(1, plans)]
        return [(part if len(part) else self.decks).mean(axis=0) for part in parts]

    def model(
        self, kind: int, stakes: tuple[int, int], policy_at: Callable[[int], PunterPolicy]
    ) -> NDArray[np.float64]:
        """Weights of what the larger stake gains by first card (14, FEATURES), where deck i is played by a policy."""
        some = as_counted(self.some) if kind == COUNTS else self.some
        values = np.array([self.of_stake(policy_at(place), stakes, place) for place in range(len(self.some))])
        there = np.column_stack([self.some, np.ones(len(self.some))])
        return np.array([fitted(some, values[:, rank], np.minimum(there[:, rank], 1.0)) for rank in range(14)])

    @cached_property
    def best_on_some(self) -> list[PunterPolicy]:
        """The best response to each of the first `IDEAL` of these decks, its very cards being known."""
        return [self.best_to(Deck(deck, False)) for deck in self.some[:IDEAL]]

    def ideal(self, stakes: tuple[int, int]) -> dict[str, NDArray[np.float64]]:
        """What all cards being known would gain at best, exactly, on each of some decks: by stake only, and in all.

        Cards that a deal may reach beyond the unseen ones are taken as if they were unseen, too.
        """
        plain = self.plain_stakes(*stakes).stakes[[*range(13), NO_CARD]]
        found: dict[str, list[float]] = {"stake": [], "total": []}
        for place, (deck, best) in enumerate(zip(self.some, self.best_on_some, strict=False)):
            chance = np.append(deck / deck.sum(), 0.0)
            if self.rules.stakes_when == "before-deal":
                chance = np.eye(14)[13]
            more = self.of_stake(self.base, stakes, place)
            least = float(chance @ self.gains_on(self.base, stakes[0], place))
            now = least + float(chance @ (more * (plain > stakes[0])))
            found["stake"].append(least + float(chance @ np.maximum(more, 0.0)) - now)
            more = np.maximum(self.of_stake(best, stakes, place), 0.0)
            found["total"].append(float(chance @ (self.gains_on(best, stakes[0], place) + more)) - now)
        return {name: np.array(values) for name, values in found.items()}

    # ---- The banker.

    @cached_property
    def banker_plans(self) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.float64]]:
        """The banker's own draws and his best ones for each grade; what grades are told by, and their limits."""
        ten = self.decks[:, TEN:].sum(axis=1) / self.decks.sum(axis=1)
        low, high = np.quantile(ten, [0.15, 0.85])
        poor, rich = (self.banker_at(self.decks[part].mean(axis=0)) for part in (ten <= low, ten >= high))
        differs = np.array([self.bank_gain(rich, deck) - self.bank_gain(poor, deck) for deck in self.some])
        steer, limits, grade = self._grades(differs, COMPOSITION, BANK_GRADES)
        made = [self.banker_at(deck) for deck in self.means(grade, len(limits))]
        return np.array([bank.draws for bank in (self.who.banker, *made)], np.int8), steer, limits

    def banker_at(self, deck: Compositions) -> BankerPolicy:
        """The banker's best draws where deals are dealt from that deck; he doubles as his policy does."""
        best = best_banker(self.rules, self.who.punters, self.who.stakes, self.whole(deck))
        return banker_table("remembers", self.rules, best.draws, self.who.banker.doubles)

    def bank_gain(self, banker: BankerPolicy, deck: Compositions) -> float:
        """What the bank gains of the last seat."""
        game = Game(self.rules, banker)
        seat = Seat(game, self.who.punters[-1], self.who.stakes[-1].stakes, Deck(deck, False))
        return -float(seat.account().account.gain)
