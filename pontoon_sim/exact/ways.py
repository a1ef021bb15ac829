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

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..errors import LaterError
from .deck import Deck
from .habits import ANY_TEN, FRESH, Habits

MOST_TERMS = 6_000_000
MOST_CARDS = 63  # that a term names

_WIDTHS = np.array([4, 4, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 5], np.uint64)  # bits of a count, by card
_SHIFTS = np.cumsum(_WIDTHS) - _WIDTHS

Codes = NDArray[np.uint64]  # multisets of cards: a count in each field
Floats = NDArray[np.float64]
Terms = tuple[Codes, Floats]  # what is gone, and weights


class Kind(NamedTuple):
    """What matters of a hand in focus: its first card, the hands held, and the rank first split (-1: nobody asks)."""

    first: int
    hands: int
    of: int


class State(NamedTuple):
    """A seat's turn: the first cards of the hand in turn and of those behind, the hands held, the rank first split."""

    first: int
    behind: tuple[int, ...] = ()
    hands: int = 1
    of: int = -1


class Ways(NamedTuple):
    """The terms by kind of the hand in focus, without its own first card; and the bound on what is left out."""

    terms: dict[Kind, Terms]
    bound: float


def coded(*cards: int) -> np.uint64:
    """A multiset of cards."""
    return np.uint64(sum(1 << int(_SHIFTS[card]) for card in cards))


def counts_of(codes: Codes) -> NDArray[np.int64]:
    """How many cards of each rank, and of any ten, multisets hold: (n, 14)."""
    return ((codes[:, None] >> _SHIFTS) & ((np.uint64(1) << _WIDTHS) - np.uint64(1))).astype(np.int64)


def falling(tops: Floats, most: int) -> Floats:
    """Falling factorials ``top * (top - 1) * ...``, never below 0, of 0 to `most` factors: (tops, most + 1)."""
    factors = np.maximum(tops[:, None] - np.arange(most), 0.0)
    return np.concatenate([np.ones((len(factors), 1)), np.cumprod(factors, axis=1)], axis=1)


def one_over(ways: Floats) -> Floats:
    """The inverse of numbers of ways; 0 for no way."""
    return np.divide(1.0, ways, out=np.zeros_like(ways), where=ways > 0)


def all_ways(habits: Habits, start: tuple[int, ...], deck: Deck, size: float, bound: float) -> Ways:
    """The terms of a turn that begins with two new cards, or with a pair that is split.

    Parameters
    ----------
    habits : Habits
    start : tuple of int
        () for two new cards, or the cards of the pair: given that it was dealt. The terms name it too.
    deck : Deck
        What the turn draws from, the pair included; or one that holds more of some ranks.
    size : float
        The number of cards that the turn draws from.
    bound : float
        What may be left out, as a share of the largest result of a seat.

    Raises
    ------
    LaterError
        When that takes too many terms.
    """
    turn, least = Turn(habits, deck, size), bound / 100
    while True:
        found = turn.terms(start, least)
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

    def terms(self, start: tuple[int, ...], least: float) -> Ways:
        """All terms of that weight times chance at least."""
        begin = State(FRESH) if not start else State(start[0], start[1:], 2, self.habits.split_first(*start))
        given = np.array([self._named(start)])
        level = {begin: (given, 1 / self.chances(given))}
        done: dict[Kind, list[Terms]] = defaultdict(list)
        bound, met = 0.0, 0
        while level:
            after: dict[State, list[Terms]] = defaultdict(list)
            for state, (codes, weights) in level.items():
                sizes: Floats = np.abs(weights) * self.chances(codes)
                keep = sizes >= least
                bound += float(sizes[~keep].sum())
                met += int(keep.sum())
                if keep.any():
                    self._step(state, (codes[keep], weights[keep]), after, done)
            if met > MOST_TERMS:
                raise LaterError(
                    "A policy that burns and splits so many ranks is not followed exactly: its hands meet in too many "
                    "ways. Use --method mc, or split fewer ranks."
                )
            level = {state: _added_up(parts) for state, parts in after.items()}
        return Ways({kind: _added_up(parts) for kind, parts in done.items()}, bound)

    def _step(self, state: State, terms: Terms, after: dict[State, list[Terms]], done: dict[Kind, list[Terms]]) -> None:
        """Let the hand in turn be burnt, or split, or played: in focus, or before one that is."""
        habits, (codes, weights) = self.habits, terms
        own = () if state.first == FRESH else (state.first,)
        kind = Kind(state.first, habits.alike(state.hands), state.of)
        done[kind].append((codes - self._named(own), weights / self._share(own)))
        events = habits.events(state.first, state.hands)
        shown = [(codes + self._named(one.cards), weights * (self._share(one.cards) * one.orders)) for one in events]
        for event, some in zip(events, shown, strict=True):
            first_split = state.hands == 1 and len(event.behind) > 0
            of = habits.split_first(*event.cards) if first_split else state.of
            after[State(event.first, event.behind + state.behind, state.hands + len(event.behind), of)].append(some)
        if state.behind:
            next_hand = after[State(state.behind[0], state.behind[1:], state.hands, state.of)]
            next_hand += [terms, *((some, -weight) for some, weight in shown)]

    def _named(self, cards: tuple[int, ...]) -> np.uint64:
        """Cards as terms name them; of an infinite pack nothing is ever gone."""
        return np.uint64(0) if self.deck.infinite else coded(*cards)

    def _share(self, cards: tuple[int, ...]) -> float:
        """The chance of cards of an infinite pack, which is part of the weight; 1 of a finite one."""
        return float(np.prod(self._shares[list(cards)])) if self.deck.infinite else 1.0

    def chances(self, codes: Codes) -> Floats:
        """The chance to draw cards in one given order; 1 of an infinite pack, as terms name none."""
        counts = counts_of(codes)
        faces = counts[:, TEN:ANY_TEN].sum(axis=1)
        found: Floats = self._tens[faces, counts[:, ANY_TEN]] * self._orders[counts.sum(axis=1)]
        for rank in np.flatnonzero(counts[:, :ANY_TEN].any(axis=0)):
            found *= self._ranks[rank, counts[:, rank]]
        return found


def _added_up(parts: list[Terms]) -> Terms:
    if len(parts) == 1:
        return parts[0]
    codes, place = np.unique(np.concatenate([codes for codes, _ in parts]), return_inverse=True)
    weights = np.bincount(place, np.concatenate([weights for _, weights in parts]), len(codes))
    return codes, weights.astype(np.float64)


def face_chance(deck: Deck, ranks: tuple[int, ...]) -> float:
    """That cards which count ten have those faces, in one given order."""
    chance = 1.0
    for rank in ranks:
        tens = float(deck.ranks[TEN:].sum())
        chance *= max(float(deck.ranks[rank]), 0.0) / tens if tens > 0 else 0.0
        deck = deck.without(rank)
    return chance
