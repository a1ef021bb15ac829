"""A seat that burns, and perhaps splits: a sum of single hands, each weighed by what its turn took from the pack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, TEN, value
from ..hands import graph
from ..law import PONTOON, SINGLE, pontoon_level
from .against import Against
from .deck import Deck
from .habits import ANY_TEN, Habits, rank_of
from .hand import Account, finished, played, walked
from .leftover import Folding, Leftovers
from .remembered import remembered
from .ways import Kind, Terms, Ways, all_ways, counts_of, face_chance, fresh, parted
from .weighed import faces_told, weighed

if TYPE_CHECKING:
    from .seat import Seat

#: What is left out of an account may change it by so much, in initial stakes (see `ways`).
PRECISION = 1e-7


class Start(NamedTuple):
    """A hand of two cards: its node, what it ranks as at once (-1: it is played), and how a policy begins it."""

    node: int
    klass: int
    slot: int


class Group(NamedTuple):
    """Hands that weigh alike: their chances, and the weights."""

    starts: dict[Start, float]
    weights: list[NDArray[np.float64]]  # see `weighed.weighed`; of an infinite pack a single number

    def played(self) -> dict[int, dict[int, float]]:
        """The hands that are played, by slot: chances by node."""
        found: dict[int, dict[int, float]] = defaultdict(dict)
        for start, chance in self.starts.items():
            if start.klass < 0:
                found[start.slot][start.node] = chance
        return found


class Turns:
    """What a seat earns once it has burnt or split its first two cards, whatever its turn takes from the pack."""

    def __init__(self, seat: Seat):
        self.seat, self.game = seat, seat.game

    def burns(self, side: int, stake: int, node: int) -> bool:
        """Whether the seat burns a hand."""
        return bool(self._habits(side, stake).burns[node])

    def account(self, side: int, stake: int, first: int, second: int, burnt: bool) -> Account:
        """The account of a seat whose first two cards were dealt, and are burnt (else split)."""
        if self.seat.deck.without(first, second).ranks.min() < 0:
            return Account()  # they cannot be dealt
        if not self._habits(side, stake).by_face:
            first, second = (ANY_TEN if card >= TEN else card for card in (first, second))
        if burnt:
            first, second = sorted((first, second))
        return self._turn(side, stake, first, second, burnt)

    @remembered
    def _turn(self, side: int, stake: int, first: int, second: int, burnt: bool) -> Account:
        total = Account()
        told = () if self.seat.deck.infinite else faces_told(self.game.rules, self.game.sides[side])
        deck, left, groups = self._groups(self._habits(side, stake), told, first, second, burnt)
        for group, against in zip(groups, self._against(side, stake, deck, left, groups), strict=True):
            total.add(self._earned(side, stake, deck, against, group))
        return total

    @remembered
    def _habits(self, side: int, stake: int) -> Habits:
        policy, doubled = self.seat.policy, self.game.sides[side].times == 2
        if policy.aware is None and (side or stake != 1):
            return self._habits(0, 1)
        most = [policy.most_hands(stake, doubled, rank, self.game.plain.max_hands) for rank in range(13)]
        burnt = policy.burnt(stake, doubled)
        begins = None if policy.aware is None else policy.aware.begins[policy.aware.situation(stake, doubled)]
        return Habits(self.game.rules, burnt, most, self.game.faces_matter, begins)

    @cached_property
    def _largest(self) -> float:
        """The largest result that a hand can have, in initial stakes."""
        stakes = {self.seat.stake(first) for first in range(13)}
        sides = [(side.times, stake) for side in self.game.sides for stake in stakes]
        most = max(self.seat._histories(*one).staked.max() / (one[0] * one[1]) for one in sides)
        return float(most * np.abs(self.game.pay).max())

    @remembered
    def _ways(self, habits: Habits, start: tuple[int, ...]) -> Ways:
        """The terms of a turn. Those after a burn serve whichever two cards were burnt first."""
        deck = self.seat.deck
        size = deck.size - (0 if start or deck.infinite else 2)
        begin = parted(*start) if start else fresh()
        return all_ways(habits, [begin], deck, size, PRECISION / (self._largest * habits.most_hands))

    @remembered
    def _named(self, habits: Habits, start: tuple[int, ...]) -> dict[Kind, Named]:
        return {kind: Named(terms, habits.values) for kind, terms in self._ways(habits, start).terms.items()}

    @remembered
    def _groups(
        self, habits: Habits, told: tuple[tuple[int, ...], ...], first: int, second: int, burnt: bool
    ) -> tuple[Deck, Leftovers, list[Group]]:
        """The deck that all cards but burnt ones are drawn from, and all hands of a turn, grouped by their weights."""
        deck = self.seat.deck.without(rank_of(first), rank_of(second)) if burnt else self.seat.deck
        left, groups = Leftovers(deck.values, habits.values), []
        for kind, named in self._named(habits, () if burnt else (first, second)).items():
            for shares, starts in self._alike(habits, kind, deck, told, named.tens):
                weights = [named.weights * share[named.which] for share in shares.T]
                tables = weights if deck.infinite else [left.weights(named.folding, some) for some in weights]
                groups.append(Group(starts, tables))
        return deck, left, groups

    def _alike(
        self,
        habits: Habits,
        kind: Kind,
        deck: Deck,
        told: tuple[tuple[int, ...], ...],
        tens: list[tuple[int, ...]],
    ) -> list[tuple[NDArray[np.float64], dict[Start, float]]]:
        """The hands of a kind, by what each set of named tens counts for with them: shares, and chances by value.

        A term may name tens by their faces, and so may a hand, and the banker's ten may be `told` apart: the chance of
        all those faces together depends on all of them. Shares are by set of tens, and by the banker's ten (0: he has
        none, or all are alike).
        """

        @cache
        def shares_with(own: tuple[int, ...]) -> NDArray[np.float64]:
            faces = [[face_chance(deck, own + gone)] for gone in tens]
            for found, gone in zip(faces, tens, strict=True):
                found += [sum(face_chance(deck, (*own, *gone, rank)) for rank in ranks) for ranks in told]
            return np.array(faces)

        found: dict[Start, NDArray[np.float64]] = defaultdict(lambda: np.zeros((len(tens), 1 + len(told))))
        for first in habits.known_as(kind.first):
            for second in habits.cards:
                if habits.burnt(first, second) or habits.split(first, second, kind.hands):
                    continue
                own = tuple(rank for rank in (first, second) if TEN <= rank < ANY_TEN)
                chance = _value_chance(deck, value(first), value(second))
                found[self._start(habits, kind, first, second)] += chance * shares_with(own)
        groups: dict[bytes, tuple[NDArray[np.float64], dict[Start, float]]] = {}
        for start, shares in found.items():
            chance = float(shares[:, 0].sum())
            if chance > 0:
                _, starts = groups.setdefault((shares / chance).round(12).tobytes(), (shares / chance, {}))
                starts[start] = chance
        return list(groups.values())

    def _start(self, habits: Habits, kind: Kind, first: int, second: int) -> Start:
        """What the deal makes of two cards that are neither burnt nor split."""
        law = self.game.plain
        one, two = rank_of(first), rank_of(second)
        node = graph().node_of([one, two])
        level = pontoon_level(self.game.rules, one, two)
        if kind.hands == 1:
            return Start(node, PONTOON - 1 + level if level else -1, 0)
        if level and law.split_pontoon:
            return Start(node, level - 1 + (PONTOON if law.split_pontoon == 2 else SINGLE), 0)
        if law.split_aces_one_card and one == ACE:
            return Start(node, int(self.game.klass[node]), 0)
        return Start(node, -1, habits.slot(kind.first if kind.first < 0 else first, second, kind.hands))

    def _against(self, side: int, stake: int, deck: Deck, left: Leftovers, groups: list[Group]) -> Sequence[Against]:
        """What hands are worth, by group."""
        if deck.infinite or not groups:
            return [self.seat._against(side, 0, (), ())] * len(groups)
        one_side = self.game.sides[side]
        hands = self._reached(one_side.times, stake, groups, deck)
        weights = [np.stack(some, axis=1) for some in zip(*(group.weights for group in groups), strict=True)]
        return weighed(self.game, one_side, deck, left, weights, *hands)

    def _earned(self, side: int, stake: int, deck: Deck, against: Against, group: Group) -> Account:
        """The account of a group of hands."""
        game, total, times = self.game, Account(), self.game.sides[side].times
        off, put_up = self.seat._undoubled(side, stake), float(times * stake)
        for slot, some in group.played().items():
            total.add(played(game, against, self.seat._histories(times, stake, slot), some, deck, off))
        for start, chance in group.starts.items():
            if start.klass >= 0:
                total.add(finished(game, against, start.node, start.klass, chance, put_up, off))
        if deck.infinite:
            one, total = total, Account()
            total.add(one, float(group.weights[0][0]))
        return total

    def _reached(
        self, times: int, stake: int, groups: list[Group], deck: Deck
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The hands at which a turn may end, and those at which it may take a card."""
        game = self.game
        ended, drawn = np.zeros(game.nodes, bool), np.zeros(game.nodes, bool)
        begun: dict[int, set[int]] = defaultdict(set)
        for group in groups:
            ended[[start.node for start in group.starts if start.klass >= 0]] = True
            for slot, starts in group.played().items():
                begun[slot].update(starts)
        for slot, nodes in begun.items():
            told = self.seat._histories(times, stake, slot)
            reach, ends, _ = walked(game, np.zeros((game.nodes, 11)), told, dict.fromkeys(nodes, 1.0), deck)
            ended |= (ends > 0).any(axis=0)
            drawn |= (reach > ends).any(axis=0)
        return np.flatnonzero(ended), np.flatnonzero(drawn)


class Named:
    """Terms as the weights want them: how they fold, the faces of tens that each names, and its weight."""

    def __init__(self, terms: Terms, turns: NDArray[np.int64]):
        counts, self.weights = counts_of(terms[0]), terms[1]
        faces, self.which = counts[:1, TEN:ANY_TEN], np.zeros(len(counts), np.int64)
        if counts[:, TEN:ANY_TEN].any():
            faces, self.which = np.unique(counts[:, TEN:ANY_TEN], axis=0, return_inverse=True)
        self.tens = [tuple(np.repeat(np.arange(TEN, ANY_TEN), row).tolist()) for row in faces]
        values = np.zeros((len(counts), 1), np.int64), counts[:, :TEN], counts[:, TEN:].sum(axis=1)[:, None]
        self.folding = Folding(np.concatenate(values, axis=1), turns)


def _value_chance(deck: Deck, one: int, two: int) -> float:
    """That two cards have those values, in that order."""
    values, gone = deck.values, 0 if deck.infinite else 1
    second = max(values[two] - gone * (one == two), 0.0) / (deck.size - gone)
    return float(values[one] / deck.size * second)
