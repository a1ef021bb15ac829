"""The slow way: a short pack dealt out in every order through the one deal of the rule book, with fractions.

Nothing here knows how the exact analysis works. Both must give the same figures, to the last digit that counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..aftermath import bank_moves, shuffles
from ..cards import RANKS
from ..deal import play_deal
from ..errors import OptionError
from ..law import plain_law
from ..policy.players import Players
from ..rulebook import Rules
from ..tabletop import BANK_CLASS, Table, new_table
from ..tally import BANKER_OUTCOMES, PUNTER_OUTCOMES

Shares = dict[str, Fraction]


@dataclass(frozen=True)
class AllOrders:
    """What all orders of a pack give on the average, exactly.

    Attributes
    ----------
    seats : tuple of Fraction
        Expected gain of each seat, in units.
    by_card : tuple of dict of int to Fraction
        The same given the rank of the seat's first card.
    gain, initial, staked, variance : Fraction
        Of the bank's gain, and of what all punters put up at first and in all; the variance of the bank's gain.
    punter_outcomes, banker_outcomes : dict of str to Fraction
    shuffles, bank_changes : Fraction
        What the rules call for, per deal.
    orders : int
        Courses of the deal that differ.
    """

    seats: tuple[Fraction, ...]
    by_card: tuple[dict[int, Fraction], ...]
    gain: Fraction
    initial: Fraction
    staked: Fraction
    variance: Fraction
    punter_outcomes: Shares
    banker_outcomes: Shares
    shuffles: Fraction
    bank_changes: Fraction
    orders: int


def all_orders(rules: Rules, cards: Mapping[str, int], players: Players, punters: int = 1) -> AllOrders:
    """Deal a short pack out in every order.

    Parameters
    ----------
    rules : Rules
    cards : mapping of str to int
        How often each rank is in the pack, as in ``{"A": 2, "8": 3, "K": 4}``.
    players : Players
        As from `policy.build.build_players`.

    Raises
    ------
    OptionError
        When the pack runs out in a deal.
    """
    law, table = plain_law(rules), new_table(punters)
    pack = _EveryOrder(cards)
    sums, orders = _Sums(punters), 0
    while True:
        play_deal(law, pack, players, table)
        sums.add(law, table, pack)
        orders += 1
        if not pack.next_order():
            return sums.averages(law.unit, orders)


class _EveryOrder:
    """A pack that answers a deal's draws; after each deal, `next_order` turns to another course of the draws."""

    def __init__(self, cards: Mapping[str, int]):
        self.cards = {RANKS.index(rank): count for rank, count in cards.items()}
        self.path: list[list[int]] = []  # by draw: which of the ranks left, and of how many
        self._begin()

    def _begin(self) -> None:
        self.depth, self.left, self.weight = 0, dict(self.cards), Fraction(1)
        self.looked_at: list[int] = []
        self.firsts: dict[int, int] = {}  # of each hand: that of the table may be burnt

    def next_order(self) -> bool:
        """Another course; False when all were had."""
        while self.path and self.path[-1][0] == self.path[-1][1] - 1:
            self.path.pop()
        if not self.path:
            return False
        self.path[-1][0] += 1
        self._begin()
        return True

    def draw(self, hand: int) -> int:
        rank = self.looked_at.pop(0) if len(self.looked_at) == 2 else self._chosen()
        self.firsts.setdefault(hand, rank)
        return rank

    def _chosen(self) -> int:
        ranks = [rank for rank, count in self.left.items() if count]
        if not ranks:
            raise OptionError("The short pack runs out of cards in a deal: give it more.")
        if self.depth == len(self.path):
            self.path.append([0, len(ranks)])
        rank = ranks[self.path[self.depth][0]]
        self.depth += 1
        self.weight *= Fraction(self.left[rank], sum(self.left.values()))
        self.left[rank] -= 1
        return rank

    def cut(self) -> tuple[int, int]:
        self.looked_at = [self._chosen(), self._chosen()]
        return self.looked_at[0], self.looked_at[1]

    def take_brulet(self) -> None:
        self.looked_at = []

    def throw(self, hand: int) -> None:
        """Nothing: used cards come back after all others."""

    def part(self, hand: int, last: int) -> None:
        """Nothing: hands are not kept."""


class _Sums:
    """Sums over courses of the deal, each with its chance."""

    def __init__(self, punters: int):
        self.punters = punters
        self.nets: list[Counter[int]] = [Counter() for _ in range(punters)]  # by first card
        self.chances: list[Counter[int]] = [Counter() for _ in range(punters)]
        self.sums: Counter[str] = Counter()
        self.classes: Counter[int] = Counter()
        self.bank: Counter[int] = Counter()

    def add(self, law: Any, table: Table, pack: _EveryOrder) -> None:
        weight: Any = pack.weight
        hands = [4 * seat + number for seat in range(self.punters) for number in range(table.hands[seat])]
        moved = bank_moves(law, table, 0, 1) != self.punters
        told = {
            "gain": table.net[self.punters],
            "square": table.net[self.punters] ** 2,
            "initial": table.initial[: self.punters].sum(),
            "staked": table.staked[hands].sum(),
            "moved": moved,
            "shuffled": shuffles(law, table, moved),
        }
        for name, number in told.items():
            self.sums[name] += weight * int(number)
        for seat in range(self.punters):
            first = pack.firsts[4 * seat]
            self.nets[seat][first] += weight * int(table.net[seat])
            self.chances[seat][first] += weight
        for hand in hands:
            self.classes[int(table.klass[hand])] += weight
        self.bank[int(table.result[BANK_CLASS])] += weight

    def averages(self, unit: int, orders: int) -> AllOrders:
        sums = {name: Fraction(number) for name, number in self.sums.items()}
        return AllOrders(
            seats=tuple(Fraction(sum(nets.values())) / unit for nets in self.nets),
            by_card=tuple(
                {first: Fraction(net) / chances[first] / unit for first, net in nets.items()}
                for nets, chances in zip(self.nets, self.chances, strict=True)
            ),
            gain=sums["gain"] / unit,
            initial=sums["initial"],
            staked=sums["staked"],
            variance=(sums["square"] - sums["gain"] ** 2) / unit**2,
            punter_outcomes=_shares(self.classes, PUNTER_OUTCOMES),
            banker_outcomes=_shares(self.bank, BANKER_OUTCOMES),
            shuffles=sums["shuffled"],
            bank_changes=sums["moved"],
            orders=orders,
        )


def _shares(counts: Counter[int], outcomes: dict[str, range]) -> Shares:
    total = sum(counts.values())
    return {name: Fraction(sum(counts[klass] for klass in some)) / total for name, some in outcomes.items()}
