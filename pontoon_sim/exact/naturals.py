"""A natural that collects from everybody (1800), exactly: what ties the seats of such a table together.

The deal ends when anybody holds a natural. What a seat wins and loses in the deals that go on is a sum, by inclusion
and exclusion, over how many of the other punters hold one: each takes an ace and a ten out of the pack. What it wins
and loses in the others hangs on first two cards alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE
from ..law import PONTOON, UNPLAYED, pontoon_level
from ..policy.tables import PunterPolicy
from ..rulebook import Rules
from .against import Game
from .deck import Deck, eligible_tens, falling
from .events import natural_hands
from .hand import Account
from .seat import Seat, SeatAccount, mixed, stakes_by_card


class PlayedOn(Seat):
    """A seat in the deals that no natural ends: nothing is counted where it, or the banker, holds one."""

    def _stopped(self, side: int, first: int, second: int, own: tuple[int, ...]) -> Account:
        return Account()

    def _natural(self, side: int, first: int, own: tuple[int, ...], node: int, level: int) -> Account:
        return Account()


def tied_seats(
    game: Game, policies: list[PunterPolicy], stakes: list[NDArray[np.int64]], deck: Deck
) -> tuple[SeatAccount, ...]:
    """The accounts of all seats, the one at the banker's left first."""
    played: dict[tuple[str, bytes], list[Account]] = {}  # deals that go on know nothing of places
    found = []
    for place, policy in enumerate(policies):
        at, key = _Seated(game, policy, stakes, place), (policy.digest, stakes[place].tobytes())
        if key not in played:
            played[key] = at.played_on(deck)
        parts = []
        for first in deck.there:
            account, stake = at.ended(deck, first)
            account.add(played[key][first], 1 / deck.chance(first))
            parts.append((deck.chance(first), first, account, stake))
        found.append(mixed(parts))
    return tuple(found)


class _Seated:
    """A seat among others: its policy, everybody's stakes by rank, and its place."""

    def __init__(self, game: Game, policy: PunterPolicy, stakes: list[NDArray[np.int64]], place: int):
        self.game, self.policy, self.place = game, policy, place
        self.tables = stakes
        self.stakes = [stakes_by_card(game.rules, table) for table in stakes]

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def played_on(self, deck: Deck) -> list[Account]:
        """The deals in which nobody holds a natural, by the first card and with its chance."""
        gains = [Account() for _ in range(13)]
        for weight, rest in self._without_naturals(deck):
            seat = PlayedOn(self.game, self.policy, self.tables[self.place], rest)
            for first in rest.there:
                gains[first].add(seat.given(first)[0], weight * rest.chance(first))
        for alike in self._alike_tens:  # which of them were taken out was arbitrary
            together = Account()
            for rank in alike:
                together.add(gains[rank])
            for rank in alike:
                gains[rank] = Account()
                gains[rank].add(together, float(deck.ranks[rank] / max(deck.ranks[alike].sum(), 1e-300)))
        return gains

    @cached_property
    def _alike_tens(self) -> list[list[int]]:
        """The ranks that make a natural, those together between which the seat makes no difference."""

        def kind(rank: int) -> tuple[int, int]:
            told_apart = self.rules.split == "rank" and self.policy.splits[rank]
            return int(self.stakes[self.place][rank]), rank if told_apart else 0

        return [list(some) for _, some in groupby(sorted(eligible_tens(self.rules), key=kind), key=kind)]

    def _without_naturals(self, deck: Deck) -> Iterator[tuple[float, Deck]]:
        """Weights and decks by how many other punters hold naturals, and with which tens."""
        others = len(self.stakes) - 1
        held = [float(deck.ranks[alike].sum()) for alike in self._alike_tens]
        for count in range(others + 1):
            aces = falling(float(deck.ranks[ACE]), count, deck.infinite)
            if not aces:
                return
            orders = comb(others, count) * (-2) ** count * aces / falling(deck.size, 2 * count, deck.infinite)
            for shared in _shares(count, len(held)):
                ways = factorial(count) / prod(factorial(some) for some in shared)
                tens = prod(falling(of, some, deck.infinite) for of, some in zip(held, shared, strict=True))
                if tens:
                    yield orders * ways * tens, self._taken_out(deck, count, shared)

    def _taken_out(self, deck: Deck, aces: int, shared: tuple[int, ...]) -> Deck:
        if deck.infinite:
            return deck
        left = deck.ranks.copy()
        left[ACE] -= aces
        for alike, some in zip(self._alike_tens, shared, strict=True):
            for rank in alike:
                taken = min(left[rank], some)
                left[rank] -= taken
                some -= taken
        return Deck(left, False)

    def ended(self, deck: Deck, first: int) -> tuple[Account, float]:
        """The deals that end on the second cards, given the first one; and the stake of all deals."""
        total, rest = Account(), deck.without(first)
        stake = float(self.stakes[self.place][first])
        for second in rest.there:
            natural = pontoon_level(self.rules, first, second) > 0
            total.add(self._with(rest.without(second), natural, stake), rest.chance(second))
        return total, stake

    def _with(self, deck: Deck, natural: bool, stake: float) -> Account:
        """What follows two cards when the deal ends there."""
        others, found = _Others(self.rules, deck, len(self.stakes)), Account()
        from_punter, to_bank = self.game.pay[PONTOON, 0], -self.game.pay[UNPLAYED, PONTOON]
        punters, place = len(self.stakes) - 1, self.place
        if natural:
            collected = stake * (1 - others.some(place + 1))  # from the banker, unless he holds one too
            for seat, table in enumerate(self.stakes):
                if seat != place:
                    collected += others.stake_of(table, place - (seat < place))
            found.gain = float(from_punter * collected)
            found.staked = stake
            found.classes[PONTOON] = 1.0
        else:
            some, any_ = others.some(punters), others.some(punters + 1)
            found.gain = float(-stake * (from_punter * some + to_bank * (any_ - some)))
            found.staked = stake * any_
            found.classes[UNPLAYED] = any_
        found.square = float("nan")
        return found


class _Others:
    """The two cards of everybody else, from the deck that is left to them."""

    def __init__(self, rules: Rules, deck: Deck, hands: int):
        self.deck = deck
        self.tens = eligible_tens(rules)
        self.all = [natural_hands(rules, deck, count) for count in range(hands + 2)]

    def some(self, hands: int) -> float:
        """The chance that one of so many hands is a natural."""
        return sum((-1) ** (n + 1) * comb(hands, n) * self.all[n] for n in range(1, hands + 1))

    def stake_of(self, table: NDArray[np.int64], hands: int) -> float:
        """The stake of a seat in the deals in which it has no natural, and none of so many others has one."""
        return sum(
            (-1) ** n * comb(hands, n) * (self.all[n] * self._beside(table, n) - self.all[n + 1] * self._holding(table))
            for n in range(hands + 1)
            if self.all[n]
        )

    def _beside(self, table: NDArray[np.int64], naturals: int) -> float:
        """Its mean stake when so many given others hold naturals."""
        left = self.deck.ranks.copy()
        size = self.deck.size
        if not self.deck.infinite:
            left[ACE] -= naturals
            left[self.tens] *= 1 - naturals / left[self.tens].sum()
            size -= 2 * naturals
        return float(left @ table) / size

    def _holding(self, table: NDArray[np.int64]) -> float:
        """Its mean stake when it holds a natural itself: the ace came first, or the ten did."""
        tens = self.deck.ranks[self.tens]
        return float(table[ACE] + (tens @ table[self.tens]) / max(tens.sum(), 1e-300)) / 2


def _shares(count: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out a count among so many kinds."""
    if kinds == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in _shares(count - first, kinds - 1):
            yield (first, *rest)
