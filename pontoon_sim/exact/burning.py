"""What it is worth to throw a hand of two cards away for two others, and to do so again where that is better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..cards import ACE, value
from ..hands import graph
from ..law import IS_BURNABLE, PONTOON, SINGLE, pontoon_level, split_rank
from .against import Game
from .best import HandSolver
from .deck import TENS, Deck

CUT = 1e-5  # less likely burns change what two new cards are worth as the first ones do
NEW_SPLITS = 5e-3  # after a less likely burn a split gains as much as after a likely one
NEVER_SPLIT = -0.1  # by so many stakes a split must lose to be left out after a burn

Gains = dict[int, float]  # what splitting a pair gains over playing it, by rank


def burnt_worth(game: Game, deck: Deck, side: int, stake: int, hands: int) -> float:
    """Expected gain of two new cards from a deck, the deal going on: see `kernels`.

    Every multiset of burnt cards is looked at by itself, down to a chance of `CUT`; less likely ones are taken to
    change the value by as much as the first burn of such a pair does. That moves the result by about 1e-6 of a stake.

    Parameters
    ----------
    deck : Deck
        Without the burnt cards.
    stake : int
        The initial stake, before a double.
    hands : int
        Hands that the seat holds.
    """
    return float(_Burning(game, side, stake, hands).found(deck))


def estimated_worth(game: Game, deck: Deck, side: int, stake: int) -> float:
    """The same in a hundredth of the time, without splits and as if a second burn left the pack alone.

    A first guess at what to burn and split, which errs by some thousandths of a stake: `burnchoice` settles the rest.
    """
    dealt, _ = _Burning(game, side, stake, 1)._deal(deck, 0.0, {})
    found = 0.0
    for _ in range(40):  # each round leaves a tenth of the error
        found = sum(two.chance * (two.kept if two.burns is None else max(two.kept, found)) for two in dealt)
    return found


class _Two(NamedTuple):
    """Two new cards: their chance, what they are worth kept, and their values where they may be burnt."""

    chance: float
    kept: float
    burns: tuple[int, int] | None


class _Burning:
    """Two new cards from decks that lack more and more burnt cards."""

    def __init__(self, game: Game, side: int, stake: int, hands: int):
        self.game, self.side, self.stake, self.hands = game, side, stake, hands
        self._dealt: dict[bytes, tuple[list[_Two], Gains]] = {}
        self._known: dict[bytes, float] = {}
        self._shift: dict[tuple[int, int], float] = {}  # by how much burning that pair first changes the value
        self._cut = 0.0

    def found(self, deck: Deck) -> float:
        """What two cards from that deck are worth."""
        for self._cut in (NEW_SPLITS, CUT):
            self._known.clear()
            value_ = self._worth(deck, 1.0, {})
            dealt, gains = self._dealt[_key(deck)]
            burnt = {two.burns for two in dealt if two.burns} if not deck.infinite else ()
            self._shift = {pair: self._worth(_without(deck, pair), 0.0, gains) - value_ for pair in burnt}
        return value_

    def _worth(self, deck: Deck, chance: float, gains: Gains) -> float:
        """The same; the deck is met with that chance."""
        key = _key(deck)
        if key in self._known:
            return self._known[key]
        if key not in self._dealt:
            self._dealt[key] = self._deal(deck, chance, gains)
        dealt, gains = self._dealt[key]
        fixed, again = 0.0, []
        for two in dealt:
            if two.burns is None:
                fixed += two.chance * two.kept
                continue
            likely = chance * sum(other.chance for other in dealt if other.burns == two.burns)
            if likely < self._cut or deck.infinite:
                again.append(two)
            else:
                fixed += two.chance * max(two.kept, self._worth(_without(deck, two.burns), likely, gains))
        found = fixed + sum(two.chance * two.kept for two in again)
        for _ in range(40 if again else 0):  # each round leaves a tenth of the error
            later = ((two, found + self._shift.get(two.burns or (0, 0), 0.0)) for two in again)
            found = fixed + sum(two.chance * max(two.kept, burnt) for two, burnt in later)
        self._known[key] = found
        return found

    def _deal(self, deck: Deck, chance: float, gains: Gains) -> tuple[list[_Two], Gains]:
        """All two cards from a deck, and what splits gain there."""
        solver = HandSolver(self.game, deck)
        if chance >= NEW_SPLITS:
            worth_while = [rank for rank in range(13) if gains.get(rank, 0.0) > NEVER_SPLIT * self.stake]
            gains = {rank: self._gain(solver, rank) for rank in worth_while}
        dealt = []
        for one, two, likely in _pairs(deck):
            burns = self.game.plain.pair[one << 4 | two] & IS_BURNABLE
            values = (min(value(one), value(two)), max(value(one), value(two)))
            dealt.append(_Two(likely, self._kept(solver, one, two, gains), values if burns else None))
        return dealt, gains

    def _kept(self, solver: HandSolver, one: int, two: int, gains: Gains) -> float:
        """What two cards are worth that are not burnt."""
        game, law = self.game, self.game.plain
        node, level = graph().node_of([one, two]), pontoon_level(game.rules, one, two)
        if level and (self.hands == 1 or law.split_pontoon):
            single = self.hands > 1 and law.split_pontoon == 1
            return self._ended(solver, node, level - 1 + (SINGLE if single else PONTOON))
        rank = split_rank(game.rules, one, two)
        gain = max(gains.get(rank, 0.0), 0.0) if rank is not None else 0.0
        if self.hands > 1 and law.split_aces_one_card and one == ACE:
            return self._ended(solver, node, int(game.klass[node])) + gain
        return float(np.nanmax(solver.unsplit(self.side, self.stake).worth[0, node])) + gain

    def _ended(self, solver: HandSolver, node: int, klass: int) -> float:
        flat = solver.undoubled(self.side, self.stake) * self.game.undoubled[klass]
        pay = self.game.pay[klass] * (solver.times(self.side) * self.stake - flat)
        return float(solver.against(self.side, (), 0).ends[node] @ pay)

    def _gain(self, solver: HandSolver, rank: int) -> float:
        """What splitting a pair gains over playing it; nothing to speak of where it cannot be done."""
        room = self.game.plain.max_hands - self.hands + 1
        if room < 2 or split_rank(self.game.rules, rank, rank) != rank:
            return -np.inf
        if not solver.deck.infinite and solver.deck.ranks[list(solver.alike(rank))].sum() < 2:
            return -np.inf
        kept = self._kept(solver, rank, rank, {})
        found = max(solver.split_worth(self.side, self.stake, rank, most) for most in range(2, room + 1))
        return found - kept


def _key(deck: Deck) -> bytes:
    return deck.ranks.round(6).tobytes()


def _without(deck: Deck, pair: tuple[int, int]) -> Deck:
    """The deck with two more values gone; tens, whose faces count for next to nothing, are taken all alike."""
    for card in pair:
        deck = deck.thinned(tuple(TENS), 1) if card == 10 else deck.without(card - 1)
    return deck


def _pairs(deck: Deck) -> Iterator[tuple[int, int, float]]:
    """Two cards in order, with their chance."""
    for one in range(13):
        rest = deck.without(one)
        for two in range(13):
            chance = deck.chance(one) * max(rest.chance(two), 0.0)
            if chance > 0:
                yield one, two, chance


__all__ = ["burnt_worth", "estimated_worth"]
