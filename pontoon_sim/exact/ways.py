"""What else a seat's turn takes from the pack: burnt pairs, split cards, and what sibling hands must not be.

Burnt cards are gone as the cards of other hands are. So a seat that burns, and perhaps splits, is a sum of single
hands, as in `splits`. In each term one hand is in focus. What comes after it does not matter to it; of what came
before, only cards are named that were burnt, that begin a split hand, or that are ruled out: an earlier hand that was
played on was *not* burnt or split, and by inclusion and exclusion that is "anything" less each pair of cards that would
have been. What is left of a term is a weight and a multiset of cards that are gone, and the term is worth

    weight * (chance to draw those cards) * (what a hand of its kind earns when they are gone).

The tree of terms has no end, as a new pair may be burnt again. Where is it cut off? A term together with all that grows
from it is worth what an honest turn earns from there on, on the event that its cards are drawn: at most the largest
result of a seat, times ``|weight| * (chance to draw its cards)``. Terms are left out when that product is small, and
its sum over all that are left out bounds the error.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..errors import LaterError
from .deck import Deck
from .habits import ANY_TEN, FRESH, Habits
from .rows import Rows, joined, rows

MOST_TERMS = 6_000_000
MOST_CARDS = 63  # that a term names

_WIDTHS = np.array([4, 4, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 5], np.uint64)  # bits of a count, by card
_SHIFTS = np.cumsum(_WIDTHS) - _WIDTHS
_MASKS = (np.uint64(1) << _WIDTHS) - np.uint64(1)

Codes = NDArray[np.uint64]  # multisets of cards: a count in each field
Floats = NDArray[np.float64]
Terms = tuple[Codes, Floats]  # what is gone, and weights


class Kind(NamedTuple):
    """What matters of a hand in focus: its first card (below 0: both are new), and the hands held."""

    first: int
    hands: int


class State(NamedTuple):
    """A seat's turn: the first cards of the hand in turn and of those behind, and the hands held."""

    first: int
    behind: tuple[int, ...] = ()
    hands: int = 1


class Beginning(NamedTuple):
    """Where terms set out from: a state, the cards that are gone by then, and the chance of all that."""

    state: State
    cards: tuple[int, ...] = ()
    chance: float = 1.0


class Ways(NamedTuple):
    """The terms by kind of the hand in focus, without its own first card; and the bound on what is left out."""

    terms: dict[Kind, Terms]
    bound: float


def coded(*cards: int) -> np.uint64:
    """A multiset of cards."""
    return np.uint64(sum(1 << int(_SHIFTS[card]) for card in cards))


def counts_of(codes: Codes) -> NDArray[np.int64]:
    """How many cards of each rank, and of any ten, multisets hold: (n, 14)."""
    return ((codes[:, None] >> _SHIFTS) & _MASKS).astype(np.int64)


def falling(tops: Floats, most: int) -> Floats:
    """Falling factorials ``top * (top - 1) * ...``, never below 0, of 0 to `most` factors: (tops, most + 1)."""
    factors = np.maximum(tops[:, None] - np.arange(most), 0.0)
    return np.concatenate([np.ones((len(factors), 1)), np.cumprod(factors, axis=1)], axis=1)


def one_over(ways: Floats) -> Floats:
    """The inverse of numbers of ways; 0 for no way."""
    return np.divide(1.0, ways, out=np.zeros_like(ways), where=ways > 0)


def fresh(*burnt: int, chance: float = 1.0) -> Beginning:
    """Two new cards, in place of burnt ones or of none; the terms name those burnt."""
    return Beginning(State(FRESH), burnt, chance)


def parted(one: int, two: int, chance: float = 1.0) -> Beginning:
    """A pair that was dealt and is split; the terms name it."""
    return Beginning(State(one, (two,), 2), (one, two), chance)


def all_ways(habits: Habits, starts: list[Beginning], deck: Deck, size: float, bound: float) -> Ways:
    """The terms of a turn.

    Parameters
    ----------
    habits : Habits
    starts : list of Beginning
        How the turn may begin, as of `fresh` and `parted`.
    deck : Deck
        What the turn draws from, cards that are gone at the start included; or one that holds more of some ranks.
    size : float
        The number of cards that the turn draws from.
    bound : float
        What may be left out, as a share of the largest result of a seat.

    Raises
    ------
    LaterError
        When that takes too many terms.
    """
    turn, least = Turn(habits, deck, size), bound / 2e4
    while True:
        found = turn.terms(starts, least)
        if found.bound <= bound:
            return found
        least *= min(0.5 * bound / found.bound, 0.1)


class Turn:
    """The tree of terms, level by level: terms in the same state and with the same cards are one."""

    def __init__(self, habits: Habits, deck: Deck, size: float):
        self.habits, self.deck = habits, deck
        tens = float(deck.ranks[TEN:].sum())
        self._ranks = falling(np.asarray(deck.ranks, np.float64), MOST_CARDS)
        self._tens = falling(tens - np.arange(MOST_CARDS + 1.0), MOST_CARDS)
        self._orders = one_over(falling(np.array([size]), MOST_CARDS)[0])
        self._shares = np.append(deck.ranks, tens)
        self.states: dict[State, int] = {}
        self._kinds: dict[Kind, int] = {}
        self._laid_out = 0  # states whose steps are known
        self._begin = np.zeros(1, np.int64)  # where the steps of each state begin
        self._steps = rows([])  # the state after each step, the cards that it names, what it multiplies a weight by
        self._done = rows([])  # by state: its kind, its own cards, their share

    def terms(self, starts: list[Beginning], least: float) -> Ways:
        """All terms of that weight times chance at least."""
        level = self._first(starts)
        done: list[Rows] = []
        bound, met = 0.0, 0
        while len(level.codes):
            sizes: Floats = np.abs(level.weights) * self.chances(level.codes)
            keep = sizes >= least
            bound += float(sizes[~keep].sum())
            level = level.at(keep)
            met += len(level.codes)
            if met > MOST_TERMS:
                raise LaterError(
                    "A policy that burns and splits so many ranks is not followed exactly: its hands meet in too many "
                    "ways. Use --method mc, or split fewer ranks."
                )
            self._lay_out()
            kinds, own, shares = self._done.at(level.places)
            done.append(Rows(kinds, level.codes - own, level.weights / shares))
            level = self._after(level).added_up()
        return Ways(self._by_kind(done), bound)

    def _first(self, starts: list[Beginning]) -> Rows:
        places = np.array([self._number(start.state) for start in starts], np.int64)
        codes = np.array([self._named(start.cards) for start in starts], np.uint64)
        weights = np.array([start.chance for start in starts]) / self.chances(codes)
        return Rows(places, codes, weights).added_up()

    def _after(self, level: Rows) -> Rows:
        """What all those terms lead to."""
        begin, count = self._begin[level.places], np.diff(self._begin)[level.places]
        row = np.repeat(np.arange(len(count)), count)
        step = np.arange(len(row)) - np.repeat(np.cumsum(count) - count - begin, count)
        weights = level.weights[row] * self._steps.weights[step]
        return Rows(self._steps.places[step], level.codes[row] + self._steps.codes[step], weights)

    def _by_kind(self, done: list[Rows]) -> dict[Kind, Terms]:
        if not done:
            return {}
        found = joined(done).added_up()
        kinds, codes, weights = found.at(np.argsort(found.places, kind="stable"))
        ends = np.searchsorted(kinds, np.arange(len(self._kinds) + 1))
        return {
            kind: (codes[ends[place] : ends[place + 1]], weights[ends[place] : ends[place + 1]])
            for kind, place in self._kinds.items()
            if ends[place] < ends[place + 1]
        }

    def _number(self, state: State) -> int:
        return self.states.setdefault(state, len(self.states))

    def _lay_out(self) -> None:
        """Find the steps of all states that were met so far."""
        steps, own, ends = [], [], [0]
        for state in list(self.states)[self._laid_out :]:
            cards = () if state.first < 0 else (state.first,)
            kind = Kind(state.first, self.habits.alike(state.first, state.hands))
            own.append((self._kinds.setdefault(kind, len(self._kinds)), self._named(cards), self._share(cards)))
            steps += self._steps_of(state)
            ends.append(len(steps))
        if own:
            self._laid_out += len(own)
            self._begin = np.append(self._begin, self._begin[-1] + np.array(ends[1:]))
            self._done = joined([self._done, rows(own)])
            self._steps = joined([self._steps, rows(steps)])

    def _steps_of(self, state: State) -> list[tuple[int, np.uint64, float]]:
        """Let the hand in turn be burnt, or split, or played: in focus, or before one that is.

        Each step has the state after it, the cards that it names, and what it multiplies the weight by.
        """
        habits, found = self.habits, []
        events = habits.events(state.first, state.hands)
        shown = [(self._named(one.cards), self._share(one.cards) * one.orders) for one in events]
        for event, (codes, factor) in zip(events, shown, strict=True):
            after = State(event.first, event.behind + state.behind, state.hands + len(event.behind))
            found.append((self._number(after), codes, factor))
        if state.behind:
            next_hand = self._number(State(state.behind[0], state.behind[1:], state.hands))
            found += [(next_hand, np.uint64(0), 1.0), *((next_hand, codes, -factor) for codes, factor in shown)]
        return found

    def _named(self, cards: tuple[int, ...]) -> np.uint64:
        """Cards as terms name them; of an infinite pack nothing is ever gone."""
        return np.uint64(0) if self.deck.infinite else coded(*cards)

    def _share(self, cards: tuple[int, ...]) -> float:
        """The chance of cards of an infinite pack, which is part of the weight; 1 of a finite one."""
        return float(np.prod(self._shares[list(cards)])) if self.deck.infinite else 1.0

    def chances(self, codes: Codes) -> Floats:
        """The chance to draw cards in one given order; 1 of an infinite pack, as terms name none."""
        used = np.bitwise_or.reduce(codes)
        held = {
            card: ((codes >> _SHIFTS[card]) & _MASKS[card]).astype(np.intp)
            for card in range(ANY_TEN + 1)
            if (used >> _SHIFTS[card]) & _MASKS[card]
        }
        none = np.zeros(len(codes), np.intp)
        found: Floats = self._orders[sum(held.values(), none)]
        if ANY_TEN in held:
            faces = sum((held[card] for card in held if TEN <= card < ANY_TEN), none)
            found = found * self._tens[faces, held.pop(ANY_TEN)]
        for rank, count in held.items():
            found = found * self._ranks[rank, count]
        return found


def face_chance(deck: Deck, ranks: tuple[int, ...]) -> float:
    """That cards which count ten have those faces, in one given order."""
    chance = 1.0
    for rank in ranks:
        tens = float(deck.ranks[TEN:].sum())
        chance *= max(float(deck.ranks[rank]), 0.0) / tens if tens > 0 else 0.0
        deck = deck.without(rank)
    return chance
