"""One seat's exact account: its first two cards, what the rules and its policy make of them, and the banker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, TEN, value
from ..deal import NO_CARD, split_slot
from ..hands import graph
from ..law import HIGH_PONTOON, PONTOON, SINGLE, TWENTY_ONE, UNPLAYED, UNPLAYED_21, pontoon_level, split_rank
from ..policy.tables import PunterPolicy
from ..rulebook import Rules
from .against import Against, Game, known_tens
from .burns import Turns
from .deck import TENS, Deck, Packs, deck_of
from .hand import Account, Histories, finished, histories, played
from .remembered import remembered
from .splits import terms


class SeatAccount(NamedTuple):
    """A seat's expectations: in all, its first stake, and its gain by the rank of the first card."""

    account: Account
    initial: float
    by_card: NDArray[np.float64]  # (13,), gain given that first card


_KNOWN: dict[tuple[str | bytes | bool, ...], SeatAccount] = {}  # the last few accounts: small, and slow to find
_MOST_KNOWN = 32


def seat_account(game: Game, policy: PunterPolicy, stakes: NDArray[np.int64], packs: Packs) -> SeatAccount:
    """A seat's account, remembered: a best response is first found with it, and then asked for it."""
    deck = deck_of(packs)
    played = (game.rules.rules_id, game.pay.tobytes(), game.banker.digest, policy.digest)
    key = (*played, stakes.tobytes(), deck.ranks.tobytes(), deck.infinite)
    if key not in _KNOWN:
        while len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)), None)
        _KNOWN[key] = Seat(game, policy, stakes, deck).account()
    return _KNOWN[key]


class Seat:
    """A policy and a stake schedule against a banker, from a deck."""

    def __init__(self, game: Game, policy: PunterPolicy, stakes: NDArray[np.int64], packs: Packs):
        self.game, self.policy, self.stakes = game, policy, stakes
        self.deck = deck_of(packs)
        self.wanted = game.hands(self.deck)
        faced = game.faces_matter and game.rules.split == "value" and bool(policy.ever_splits[TEN])
        self.turns = Turns(self) if policy.ever_burns or faced else None  # else only one rank goes when a pair is split
        self.draws = 3 if game.rules.max_cards == 5 else 19

    def account(self) -> SeatAccount:
        """Everything, exactly."""
        return mixed((self.deck.chance(first), first, *self.given(first)) for first in self.deck.there)

    def given(self, first: int) -> tuple[Account, float]:
        """The account and the mean initial stake, given the first card."""
        total, initial = self.nothing(), 0.0
        for side in range(len(self.game.sides)):
            total.add(self.on_side(side, first))
            initial += self._side_chance(side, first) * self._put_up(side, first)
        return total, initial

    def nothing(self) -> Account:
        """An empty account. What is gathered of hands may be something else: see `measures.Gathering`."""
        return Account()

    def played(
        self, against: Against, told: Histories, starts: dict[int, float], deck: Deck, undoubled: float
    ) -> Account:
        """What is gathered of a hand that is played on: see `hand.played`."""
        return played(self.game, against, told, starts, deck, undoubled)

    def finished(
        self, against: Against, node: int, klass: int, chance: float, stake: float, undoubled: float
    ) -> Account:
        """What is gathered of a hand that ends at once: see `hand.finished`."""
        return finished(self.game, against, node, klass, chance, stake, undoubled)

    def stake(self, first: int) -> int:
        """The stake put up on that first card, in units, before a double."""
        return int(stakes_by_card(self.game.rules, self.stakes)[first])

    def _side_chance(self, side: int, first: int) -> float:
        deck = self.deck.without(first)
        return float(self.game.sides[side].first @ deck.ranks) / deck.size

    def _put_up(self, side: int, first: int) -> float:
        """The initial stake, after a double."""
        return float(self.game.sides[side].times * self.stake(first))

    def on_side(self, side: int, first: int) -> Account:
        """The account given the first card, where the banker is on that side: the chance of that is part of it."""
        total, game = self.nothing(), self.game
        rest = self.deck.without(first)
        starts: dict[tuple[int, ...], dict[int, float]] = {}
        for second in range(13):
            chance = rest.chance(second)
            if chance <= 0:
                continue
            node = graph().node_of([first, second])
            own = known_tens(game, first, second)
            if game.at_once:
                total.add(self._stopped(side, first, second, own), chance)
            level = pontoon_level(game.rules, first, second)
            rank = split_rank(game.rules, first, second)
            if level:
                total.add(self._natural(side, first, own, node, level), chance)
            elif self.turns and self.turns.burns(side, self.stake(first), node):
                total.add(self.turns.account(side, self.stake(first), first, second, burnt=True), chance)
            elif rank is not None and self._most_hands(side, self.stake(first), rank) > 1:
                if self.turns:
                    total.add(self.turns.account(side, self.stake(first), first, second, burnt=False), chance)
                else:
                    total.add(self._split(side, self.stake(first), rank), chance)
            else:
                there = starts.setdefault(own, {})
                there[node] = there.get(node, 0.0) + chance
        for own, some in starts.items():
            against = self._against(side, 0, (), own)
            told = self._histories(game.sides[side].times, self.stake(first))
            total.add(self.played(against, told, some, self.deck, self._off(side, first)))
        return total

    def _stopped(self, side: int, first: int, second: int, own: tuple[int, ...]) -> Account:
        """The banker's pontoon, shown at once, against two cards."""
        game, found = self.game, Account()
        level = pontoon_level(game.rules, first, second)
        node = graph().node_of([first, second])
        klass = UNPLAYED_21 if game.klass[node] == TWENTY_ONE else UNPLAYED
        klass = PONTOON - 1 + level if level else klass
        chances = self._against(side, 0, (), own).pontoons(self.deck.without(first, second))
        stake = self._put_up(side, first)
        for banker, chance in ((PONTOON, chances[1]), (HIGH_PONTOON, chances[2])):
            pay = 0.0 if game.rules.natural_from_all and level else game.pay[klass, banker]
            gain = pay * (stake - self._off(side, first) * game.undoubled[klass, banker])
            found.gain += chance * gain
            found.square += chance * gain**2
            found.staked += chance * stake
            found.classes[klass] += chance
            found.bank[banker] += chance
        return found

    def _natural(self, side: int, first: int, own: tuple[int, ...], node: int, level: int) -> Account:
        against = self._against(side, 0, (), own)
        stake = self._put_up(side, first)
        found = self.finished(against, node, PONTOON - 1 + level, 1.0, stake, self._off(side, first))
        if self.game.rules.natural_from_all:
            found.bank[:] = 0.0  # the deal is over, and the banker does not play
        return found

    @remembered
    def _split(self, side: int, stake: int, rank: int) -> Account:
        """The account of a pair that is split, given that it was dealt."""
        rules, total = self.game.rules, self.nothing()
        alike = tuple(TENS) if rules.split == "value" and rank == TEN else (rank,)
        seen = 0 if self.deck.infinite else 2
        left = sum(self.deck.ranks[one] for one in alike) - seen
        most = self._most_hands(side, stake, rank)
        for term in terms(most, left, self.deck.size - seen, self.deck.infinite):
            slot = split_slot(rank, term.hands, int(term.same))
            total.add(self._half(side, stake, rank, alike, term.gone, term.same, slot), term.weight)
        return total

    def _most_hands(self, side: int, stake: int, rank: int) -> int:
        """Up to how many hands the policy splits that pair; 1 where it does not."""
        return self.policy.most_hands(stake, self.game.sides[side].times == 2, rank, self.game.plain.max_hands)

    def _half(
        self, side: int, stake: int, rank: int, alike: tuple[int, ...], gone: int, same: bool, slot: int
    ) -> Account:
        """One hand of a split pair, so many other cards of the pair's rank being gone."""
        game, law, total = self.game, self.game.plain, self.nothing()
        deck, rest = self.deck.thinned(alike, gone), self.deck.thinned(alike, gone + 1)
        times = self.game.sides[side].times
        off, put_up = self._undoubled(side, stake), float(times * stake)
        starts: dict[tuple[int, ...], dict[int, float]] = {}
        for second in range(13):
            chance = max(rest.chance(second), 0.0)
            if chance == 0 or (second in alike) != same:
                continue
            node = graph().node_of([rank, second])
            own = known_tens(game, rank, second)
            level = pontoon_level(game.rules, rank, second)
            against = self._against(side, gone, alike, own)
            if level and law.split_pontoon:
                klass = level - 1 + (PONTOON if law.split_pontoon == 2 else SINGLE)
                total.add(self.finished(against, node, klass, chance, put_up, off))
            elif law.split_aces_one_card and rank == ACE:
                total.add(self.finished(against, node, int(game.klass[node]), chance, put_up, off))
            else:
                there = starts.setdefault(own, {})
                there[node] = there.get(node, 0.0) + chance
        for own, some in starts.items():
            against = self._against(side, gone, alike, own)
            total.add(self.played(against, self._histories(times, stake, slot), some, deck, off))
        return total

    @remembered
    def _against(self, side: int, gone: int, alike: tuple[int, ...], own: tuple[int, ...]) -> Against:
        wanted = self.wanted
        if alike:
            wanted = wanted[graph().counts[wanted, value(alike[0])] > 0]
        return Against(self.game, self.game.sides[side], self.deck.thinned(alike, gone), own, wanted)

    @remembered
    def _histories(self, times: int, stake: int, slot: int = 0) -> Histories:
        law = self.game.plain
        base = stake if law.extras.cap_undoubled else times * stake
        begin = self.policy.begin(stake, times == 2, slot)
        return histories(law, self.policy, begin, times * stake, base, self.draws)

    def _off(self, side: int, first: int) -> float:
        return self._undoubled(side, self.stake(first))

    def _undoubled(self, side: int, stake: int) -> float:
        """The part of the stake that an ordinary double adds and special results do not count."""
        return float(stake) if self.game.ordinary and self.game.sides[side].times == 2 else 0.0


def stakes_by_card(rules: Rules, stakes: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a schedule puts up on each first card, in units, before a double."""
    return np.full(13, stakes[NO_CARD]) if rules.stakes_when == "before-deal" else stakes[:13]


def mixed(parts: Iterable[tuple[float, int, Account, float]]) -> SeatAccount:
    """The sum of parts, each with its weight, its first card, an account and a mean initial stake.

    The weights of a first card add up to its chance; single ones may be negative.
    """
    total, initial = Account(), 0.0
    gains, chances = np.zeros(13), np.zeros(13)
    for weight, first, account, stake in parts:
        total.add(account, weight)
        initial += weight * stake
        gains[first] += weight * account.gain
        chances[first] += weight
    return SeatAccount(total, initial, np.divide(gains, chances, out=np.zeros(13), where=chances > 0))
