"""What a unit shot gains, exactly, while everybody plays on as he would without it.

A shot is an even-money bet that the hand beats the banker's, and loses when it is equal, worse or bust. So a unit gains
``2 W - 1``, where W is the chance to win given what the player sees: his first card (before the second card), the pair
that he has just split (on the new hand), or three cards to which he is about to take a fourth. All of them are worked
out for a freshly shuffled pack.

Hands are walked through as in `kernels`: a win happens only where the deal goes on, so it obeys the tower rule.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..deal import split_slot
from ..errors import LaterError
from ..hands import graph
from ..law import split_rank
from ..policy.names import sealed
from ..policy.players import BEFORE_FOURTHS, NEW_HANDS
from ..policy.shots import ShotPolicy, tabled
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .against import Against, Game
from .deck import TENS, Deck, Packs
from .hand import Account, Histories, walked
from .remembered import remembered
from .seat import Seat
from .splits import Point, Term


class Odds(Account):
    """A hand's chances; they add up as accounts do.

    Attributes
    ----------
    wins : float
        Chance of beating the banker (of the hand that keeps the first card, where a pair is split).
    drawing, won : float64 (nodes,)
        Of hands that were not split: chance of three cards to which a fourth is taken, the deal going on; and of that
        with a win in the end.
    """

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self.wins = 0.0
        self.drawing = np.zeros(nodes)
        self.won = np.zeros(nodes)

    def add(self, other: Account, times: float = 1.0) -> None:
        """Add other chances, `times` over."""
        assert isinstance(other, Odds)
        self.wins += times * other.wins
        self.drawing += times * other.drawing
        self.won += times * other.won


class ShotSeat(Seat):
    """A seat of which the chances to win are gathered instead of its gains."""

    def __init__(self, game: Game, policy: PunterPolicy, stakes: NDArray[np.int64], packs: Packs):
        super().__init__(game, policy, stakes, packs)
        if self.turns:
            raise LaterError(
                "What a shot gains is not worked out exactly where hands are burnt, or tens of unlike faces are split: "
                "leave out such policies, or give --shoot as a table and have it simulated."
            )

    def nothing(self) -> Odds:
        return Odds(self.game.nodes)

    def odds(self, first: int) -> Odds:
        """The chances given the first card."""
        total = self.nothing()
        for side in range(len(self.game.sides)):
            total.add(self.on_side(side, first))
        return total

    def new_hand(self, rank: int) -> float | None:
        """The chance that the new hand of a pair of a rank wins, just split for the first time; None: never split."""
        sides = range(len(self.game.sides))
        rest = self.deck.without(rank)
        chance = reached = 0.0
        for side in sides:
            if split_rank(self.game.rules, rank, rank) is None or rest.chance(rank) <= 0:
                return None
            if self._most_hands(side, self.stake(rank), rank) > 1:
                chance += self._followed(side, self.stake(rank), rank, new=True)
                reached += self._goes_on(side, rank)
        return chance / reached if reached > 0 else None

    def _goes_on(self, side: int, rank: int) -> float:
        """The chance, given the pair, of that side and of no pontoon that ends the deal at once."""
        node = graph().node_of([rank, rank])
        return float(self._against(side, 0, (), ()).ends[node].sum())

    def played(self, against: Against, told: Histories, starts: dict[int, float], deck: Deck, undoubled: float) -> Odds:
        game, found = self.game, self.nothing()
        quiet = np.zeros((game.nodes, 11))
        reach, _, _ = walked(game, quiet, told, starts, deck)
        wins = chances_to_win(game, against, told, deck)
        found.wins = float(sum(chance * wins[0, node] for node, chance in starts.items()))
        moves = told.moves[:, : game.nodes]
        asks = (np.array(game.plain.may_shoot[: game.nodes]) & np.array(game.plain.open[: game.nodes])) > 0
        drawing = reach * (moves != 0) * asks
        found.drawing = drawing.sum(axis=0) * against.ends.sum(axis=1)
        found.won = (drawing * wins).sum(axis=0)
        return found

    def finished(self, against: Against, node: int, klass: int, chance: float, stake: float, undoubled: float) -> Odds:
        found = self.nothing()
        found.wins = chance * float(against.ends[node] @ (self.game.pay[klass] > 0))
        return found

    def _stopped(self, side: int, first: int, second: int, own: tuple[int, ...]) -> Odds:
        return self.nothing()  # the banker's pontoon takes all shots

    def _split(self, side: int, stake: int, rank: int) -> Odds:
        found = self.nothing()
        found.wins = self._followed(side, stake, rank, new=False)
        return found

    @remembered
    def _followed(self, side: int, stake: int, rank: int, new: bool) -> float:
        """The chance that one hand of a split pair wins: the one that keeps the first card, or the new one."""
        alike = tuple(TENS) if self.game.rules.split == "value" and rank == TEN else (rank,)
        seen = 0 if self.deck.infinite else 2
        left = sum(self.deck.ranks[one] for one in alike) - seen
        most = self._most_hands(side, stake, rank)
        total = 0.0
        for term in followed(most, left, self.deck.size - seen, self.deck.infinite, new):
            slot = split_slot(rank, term.hands, int(term.same))
            half = self._half(side, stake, rank, alike, term.gone, term.same, slot)
            assert isinstance(half, Odds)
            total += term.weight * half.wins
        return total


def chances_to_win(game: Game, against: Against, told: Histories, deck: Deck) -> NDArray[np.float64]:
    """The chance (histories, nodes) that a hand beats the banker's, the deal going on, by how it came about."""
    law, hands, size = game.plain, graph(), deck.values.sum()
    ends = (against.ends * (game.pay[game.klass] > 0)).sum(axis=1)
    found = np.zeros((len(told.staked), game.nodes))
    places = np.arange(len(told.staked))
    for node in range(game.nodes - 1, 1, -1):  # more cards come first
        found[:, node] = ends[node]
        codes = told.moves[:, node]
        if not law.open[node] or not codes.any():
            continue
        after = told.following[places, codes]
        held = 0 if deck.infinite else hands.counts[node]
        chances = np.maximum(deck.values - held, 0.0) / (1.0 if deck.infinite else max(size - hands.cards[node], 1.0))
        drawn = np.zeros(len(places))
        for card in range(1, 11):
            child = law.take[node * 16 + card - 1]
            if child and chances[card] > 0:
                drawn += chances[card] * found[after, child]
        found[:, node] = np.where(codes != 0, drawn, found[:, node])
    return found


def followed(most: int, left: float, size: float, infinite: bool, new: bool) -> list[Term]:
    """The single hands in the sum (see `splits`) for one hand of a split pair.

    Hands are played from left to right. The new hand of the first split stays the last one until it is played, so those
    before it are resolved first: each of their second cards was the pair's rank, or was not.

    Parameters
    ----------
    most, left, size, infinite
        As for `splits.terms`.
    new : bool
        Follow the new hand, else the one that keeps the first card.
    """

    def all_of_rank(draws: int) -> float:
        chance = 1.0
        for taken in range(draws):
            chance *= left / size if infinite else max(left - taken, 0.0) / (size - taken)
        return chance

    found: dict[tuple[int, int, bool], float] = {}
    for point, ways in (_before_the_last(most) if new else Counter({Point(0, 0, 0): 1})).items():
        for again in range(most - point.hands + 1):
            hands, fixed = point.hands + again, point.split + point.stuck + again
            for same in (False, True) if hands == most else (False,):
                for excluded in range(point.other + 1):
                    chance = ways * (-1) ** excluded * comb(point.other, excluded) * all_of_rank(fixed + excluded)
                    key = (hands, 1 + fixed + excluded, same)
                    found[key] = found.get(key, 0.0) + chance
    return [Term(weight, gone, same, hands) for (hands, gone, same), weight in sorted(found.items()) if weight]


def _before_the_last(most: int) -> Counter[Point]:
    """The points at which only the last hand is still to be played, with the ways that lead there."""
    found: Counter[Point] = Counter()
    due = Counter({Point(0, 0, 0): 1})
    while due:
        after: Counter[Point] = Counter()
        for point, ways in due.items():
            if point.pending == 1:
                found[point] += ways
                continue
            after[point._replace(other=point.other + 1)] += ways
            again = "split" if point.hands < most else "stuck"
            after[point._replace(**{again: getattr(point, again) + 1})] += ways
        due = after
    return found


@dataclass(frozen=True)
class ShotGains:
    """What a unit shot gains by what the player sees, for one policy and stake schedule; NaN where that never happens.

    Attributes
    ----------
    chances : float64 (13,)
        Of the first card.
    second, split : float64 (13,)
        Before the second card by the first one's rank; on the new hand of a pair of that rank, when it is first split.
    fourth, drawing : float64 (nodes,)
        Before the fourth card by the three; and the chance, in a deal, of being about to draw it.
    drawing_by_card, won_by_card : float64 (13, nodes)
        Given the first card: that chance, and the chance of it with a win in the end.
    splits : bool
        Whether the policy ever splits.
    """

    chances: NDArray[np.float64]
    second: NDArray[np.float64]
    split: NDArray[np.float64]
    drawing_by_card: NDArray[np.float64]
    won_by_card: NDArray[np.float64]
    splits: bool

    @cached_property
    def drawing(self) -> NDArray[np.float64]:
        return self.chances @ self.drawing_by_card

    @cached_property
    def fourth(self) -> NDArray[np.float64]:
        won, drawing = self.chances @ self.won_by_card, self.drawing
        return np.where(drawing > 0, 2 * won / np.where(drawing > 0, drawing, 1) - 1, np.nan)

    @property
    def waiting(self) -> NDArray[np.float64]:
        """What a unit of room is worth by first card to a player alone who keeps it for his fourth card."""
        gains = 2 * self.won_by_card - self.drawing_by_card
        return np.where(self.fourth > 0, gains, 0.0).sum(axis=1)


@lru_cache(maxsize=64)
def shot_gains(
    rules: Rules, policy: PunterPolicy, banker: BankerPolicy, schedule: StakeSchedule, packs: int | None
) -> ShotGains:
    """What a unit shot gains, exactly.

    Parameters
    ----------
    schedule : StakeSchedule
        A policy may look at its stake.
    packs : int or None
        Packs in use; None for an infinite one.

    Raises
    ------
    LaterError
        Where hands are burnt or a brulet is looked for.
    """
    if rules.brulet != "none":
        raise LaterError("What a shot gains is not worked out exactly with a brulet: set brulet=none.")
    game = Game(rules, banker)
    seat = ShotSeat(game, policy, schedule.stakes, packs)
    deck = seat.deck
    drawing, won = np.zeros((13, game.nodes)), np.zeros((13, game.nodes))
    second, split = np.full(13, np.nan), np.full(13, np.nan)
    for first in deck.there:
        odds = seat.odds(first)
        second[first] = 2 * odds.wins - 1
        drawing[first], won[first] = odds.drawing, odds.won
        chance = seat.new_hand(first)
        split[first] = np.nan if chance is None else 2 * chance - 1
    chances = np.array([deck.chance(rank) for rank in range(13)])
    sealed(chances, second, split, drawing, won)
    return ShotGains(chances, second, split, drawing, won, bool(policy.ever_splits.any()))


def best_shots(gains: ShotGains, name: str = "optimal") -> ShotPolicy:
    """The whole room wherever a unit shot gains, but before a second card not where it is better to wait."""
    table = np.tile(np.array([0, 0, 1], np.int64), (BEFORE_FOURTHS + len(graph().low), 1))
    table[:13, 1] = (gains.second > 0) & (gains.second >= gains.waiting)
    table[NEW_HANDS : NEW_HANDS + 13, 1] = gains.split > 0
    table[BEFORE_FOURTHS : BEFORE_FOURTHS + len(gains.fourth), 1] = gains.fourth > 0
    return tabled(name, table)


def alone(gains: ShotGains, policy: ShotPolicy, kitty: int) -> float | None:
    """What a punter who is alone at the table gains by his shots in a deal, in units; None where he ever splits.

    Hands of a split share what room is left, in an order that matters.
    """
    if gains.splits:
        return None
    total = 0.0
    hands = np.flatnonzero(gains.drawing > 0)
    for rank in np.flatnonzero(gains.chances > 0):
        early = policy.shot(int(rank), kitty)
        late = np.array([policy.shot(BEFORE_FOURTHS + int(node), kitty - early) for node in hands])
        by_hand = 2 * gains.won_by_card[rank, hands] - gains.drawing_by_card[rank, hands]
        total += gains.chances[rank] * (early * gains.second[rank] + float(late @ by_hand))
    return total
