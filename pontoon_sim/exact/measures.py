"""Where punters' hands end, by hand and stake: all that the banker's best play needs to know of them.

A seat's walk is linear in the hands it comes by, so instead of an account it can gather, for each hand, the chance that
it ends there times its stake. Hands are told apart by the deck that they are drawn from and by the faces of their first
tens, as in `against.Against`.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, RANKS, TEN
from ..hands import WIDTH, graph
from ..law import HIGH_PONTOON, PONTOON, TWENTY_ONE, UNPLAYED, UNPLAYED_21, pontoon_level
from ..policy.stakes import StakeSchedule
from ..policy.tables import PunterPolicy, banker_table
from ..rulebook import Rules
from .against import Against, Game, Side
from .deck import TENS, Deck
from .hand import Account, Histories, walked
from .seat import Seat

STAKED, UNDOUBLED, AT_RISK = range(3)  # rows: total stake, its part that special results do not count, stake of draws
BY_HAND = -1  # a class: that of the node


class Place(NamedTuple):
    """What hands have in common that are gathered together.

    Attributes
    ----------
    ranks : tuple of float
        The deck by rank, before the hand's own cards.
    own : tuple of int
        The hand's first cards that are tens.
    klass : int
        What it ranks as, or `BY_HAND`.
    shown : bool
        The two cards of a deal that the banker's pontoon ended at once.
    """

    ranks: tuple[float, ...]
    own: tuple[int, ...]
    klass: int = BY_HAND
    shown: bool = False


class OpenGame(Game):
    """A game in which the banker's play is the question."""

    def __init__(self, rules: Rules):
        super().__init__(rules, banker_table("open", rules, np.zeros(len(graph().low))))
        self.may_double = rules.banker_doubles != "no"
        self.by_face = self.may_double or not rules.ace_ten_is_pontoon  # what he does may depend on his ten's face
        self.faces_matter |= self.by_face

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The deals without a double and those with one, whatever the banker's first card."""
        return tuple(Side(np.ones(len(RANKS)), times) for times in ((1, 2) if self.may_double else (1,)))


class Measure(Account):
    """Chances times stakes of hands, by place; adds up as accounts do."""

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self.nodes = nodes
        self.places: dict[Place, NDArray[np.float64]] = {}  # each (3, nodes): STAKED, UNDOUBLED, AT_RISK

    def at(self, place: Place) -> NDArray[np.float64]:
        """The table of a place."""
        if place not in self.places:
            self.places[place] = np.zeros((3, self.nodes))
        return self.places[place]

    def add(self, other: Account, times: float = 1.0) -> None:
        """Add another measure, `times` over."""
        assert isinstance(other, Measure)
        for place, table in other.places.items():
            mine = self.at(place)
            mine += times * table


class Gathering(Seat):
    """A seat that gathers where its hands end, on either side of the banker's double."""

    def nothing(self) -> Measure:
        """An empty measure."""
        return Measure(self.game.nodes)

    def measures(self) -> list[Measure]:
        """One for each side."""
        found = []
        for side in range(len(self.game.sides)):
            total = self.nothing()
            for first in range(len(RANKS)):
                total.add(self.on_side(side, first), self.deck.chance(first))
            found.append(total)
        return found

    def played(
        self, against: Against, told: Histories, starts: dict[int, float], deck: Deck, undoubled: float
    ) -> Measure:
        """Where a hand ends that is played on, and the stakes with which it draws."""
        found = self.nothing()
        table = found.at(Place(tuple(against.deck.ranks), against.own))
        nodes = self.game.nodes
        moves = told.moves[:, :nodes] * (np.array(self.game.plain.open[:nodes]) > 0)
        after = np.take_along_axis(told.following, moves.astype(np.int64), axis=1)
        reach, ends, _ = walked(self.game, self._no_matter, told, starts, deck)
        table[STAKED] = told.staked @ ends
        table[UNDOUBLED] = undoubled * ends.sum(axis=0)
        table[AT_RISK] = (reach * (moves != 0) * told.staked[after]).sum(axis=0)
        return found

    @cached_property
    def _no_matter(self) -> NDArray[np.float64]:
        """In place of `Against.quiet`: busts are worked out from the stakes at risk."""
        return np.zeros((self.game.nodes, 11))

    def finished(
        self, against: Against, node: int, klass: int, chance: float, stake: float, undoubled: float
    ) -> Measure:
        """A hand that ends at once."""
        found = self.nothing()
        table = found.at(Place(tuple(against.deck.ranks), against.own, klass))
        table[STAKED, node], table[UNDOUBLED, node] = chance * stake, chance * undoubled
        return found

    def _stopped(self, side: int, first: int, second: int, own: tuple[int, ...]) -> Measure:
        """Two cards as the banker's pontoon, shown at once, finds them."""
        level, node = pontoon_level(self.game.rules, first, second), graph().node_of([first, second])
        if self.game.rules.natural_from_all and level:
            return self.nothing()  # no stake moves
        klass = UNPLAYED_21 if self.game.klass[node] == TWENTY_ONE else UNPLAYED
        found = self.nothing()
        table = found.at(Place(tuple(self.deck.ranks), own, PONTOON - 1 + level if level else klass, shown=True))
        table[STAKED, node], table[UNDOUBLED, node] = self._put_up(side, first), self._off(side, first)
        return found


def gathered(
    game: OpenGame, punters: list[PunterPolicy], stakes: list[StakeSchedule], deck: Deck
) -> list[dict[Place, NDArray[np.float64]]]:
    """The measures of all seats together, for each side."""
    found: dict[tuple[str, str], list[Measure]] = {}
    totals = [Measure(game.nodes) for _ in game.sides]
    for policy, schedule in zip(punters, stakes, strict=True):
        key = (policy.digest, schedule.digest)
        if key not in found:
            seat = Gathering(game, policy, schedule.stakes, deck)
            found[key] = seat.measures()
        for total, measure in zip(totals, found[key], strict=True):
            total.add(measure)
    return [total.places for total in totals]


# ---- What hands are worth to the bank.


def worth(game: Game, place: Place, table: NDArray[np.float64], banker: slice) -> NDArray[np.float64]:
    """The bank's gain by hand and by class of the banker, times the chance of the hand: (nodes, classes)."""
    klass = game.klass if place.klass == BY_HAND else np.full(game.nodes, place.klass)
    pay, special = game.pay[klass, banker], game.undoubled[klass, banker]
    return np.asarray((table[UNDOUBLED][:, None] * special - table[STAKED][:, None]) * pay)


def shares(deck: Deck, own: tuple[int, ...]) -> NDArray[np.float64]:
    """Chances of the faces of an unseen ten, ten to king, a hand's own tens being known."""
    left = deck.without(*own).ranks[TEN:]
    return np.asarray(left / max(left.sum(), 1e-300))


def besides_play(game: OpenGame, place: Place, table: NDArray[np.float64], infinite: bool) -> NDArray[np.float64]:
    """The bank's gain that does not depend on how it draws: from hands that bust, and by a pontoon.

    Returns
    -------
    float64 (13,)
        By the rank of the banker's first card, times the chance of that card.
    """
    found = np.zeros(len(RANKS))
    deck = Deck(np.array(place.ranks), infinite)
    if place.shown or not game.at_once:
        found += _by_pontoons(game, place, table, deck)
    if not place.shown:
        found += _by_busts(game, place, table, deck)
    return found


def _levels(game: Game) -> NDArray[np.int64]:
    """Level of pontoon that an ace makes with the tens."""
    return np.array([pontoon_level(game.rules, ACE, rank) for rank in TENS])


def _by_pontoons(game: Game, place: Place, table: NDArray[np.float64], deck: Deck) -> NDArray[np.float64]:
    hands, gone = game.graph, 0 if deck.infinite else 1
    rows = np.flatnonzero(table[STAKED])
    left = np.maximum(deck.values - gone * hands.counts[rows], 0)
    size = deck.size - gone * hands.cards[rows]
    both = left[:, 1] * left[:, 10] / (size * (size - gone))
    by_level = both @ worth(game, place, table, slice(PONTOON, HIGH_PONTOON + 1))[rows]
    by_ten = shares(deck, place.own) * np.concatenate([[0.0], by_level])[_levels(game)]
    return _ace_or_ten_first(by_ten)


def _ace_or_ten_first(by_ten: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ace and ten may come in either order: by first rank."""
    return np.concatenate([[by_ten.sum()], np.zeros(TEN - 1), by_ten])


def _by_busts(game: OpenGame, place: Place, table: NDArray[np.float64], deck: Deck) -> NDArray[np.float64]:
    """A bust hand has lost its stake, unless the banker's pontoon ended the deal before."""
    hands, gone = game.graph, 0 if deck.infinite else 1
    rows = np.flatnonzero(table[AT_RISK])
    left = np.maximum(deck.values - gone * hands.counts[rows], 0.0)[:, 1:]
    size = (deck.size - gone * hands.cards[rows])[:, None]
    busts = hands.take.reshape(-1, WIDTH)[rows, :10] == 0
    lost = table[AT_RISK, rows][:, None] * busts * left / size  # by hand and card
    after = np.maximum(left[:, None, :] - gone * np.eye(10), 0.0)
    by_value = np.einsum("hc,hcv->v", lost / np.maximum(size - gone, 1.0), after)
    found = np.concatenate([by_value[:9], by_value[9] * shares(deck, place.own)])
    if game.at_once:
        pairs = np.maximum((size - gone) * (size - 2 * gone), 1.0)
        both = float((lost / pairs * after[:, :, 0] * after[:, :, 9]).sum())
        found -= _ace_or_ten_first(both * shares(deck, place.own) * (_levels(game) > 0))
    return found


__all__ = ["Gathering", "OpenGame", "Place", "besides_play", "gathered", "shares", "worth"]
