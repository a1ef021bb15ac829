"""What is fixed before anybody plays: the hands of either side, how likely two of them are at once, what they pay.

All chances are those of particular cards in a particular order: how many orders a plan of play lets through is counted
by the plan's own flow (`passes`). From one pack such a chance depends only on how many cards of each value both hands
hold together: it is a product of falling factorials, and the cards of the two sides are in it alike.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..exact.deck import Deck
from ..hands import BUST, EMPTY, WIDTH, HandGraph, graph
from ..law import CLASSES, PONTOON, TRICK, UNPLAYED, plain_law
from ..rulebook import Rules

Floats = NDArray[np.float64]
VALUES = range(1, 11)


class Tables:
    """Hands, chances and payments of one rule system and one deck.

    A *row* is a hand of the punter, a *column* a hand of the banker that may take a card. A punter's five cards whose
    worth is known to everybody (`settled`) have no row: what they are worth is part of the draw that leads to them.

    Parameters
    ----------
    rules : Rules
    deck : Deck
    settle : bool
        Whether there may be such hands.
    burnt : int64 (11,), optional
        Cards by value that were dealt, shown and thrown away before: all chances are also those of them.

    Attributes
    ----------
    rows, columns : int64 (rows,), (columns,)
        Their nodes, those of fewer cards first.
    row_of, column_of : int64 (nodes,)
        The way back; -1 for none.
    after : int64 (columns, 10)
        The column after a card, -1 when the banker's hand ends with it.
    pay : float64 (CLASSES, CLASSES)
        What a hand is paid for each unit staked, by both classes.
    bust : float
        And when it is bust.
    special : Tables, optional
        Under an ordinary double of the banker, the same with such payments only as are made on the stake before it.
    """

    burns = 0  # hands that may be burnt one after the other

    def __init__(self, rules: Rules, deck: Deck, settle: bool = True, burnt: NDArray[np.int64] | None = None):
        self.rules, self.deck, self.law = rules, deck, plain_law(rules)
        hands: HandGraph = graph()
        self.hands = hands
        self.open = np.array(self.law.open, bool)
        self.klass, self.bank_klass = np.array(self.law.klass), np.array(self.law.bank_klass)
        self.pay = np.array(self.law.pay, float).reshape(CLASSES, CLASSES) / self.law.unit
        self.burnt = np.zeros(11, np.int64) if burnt is None else burnt
        met = deck.fits(hands) & (hands.cards >= 2)
        if rules.max_cards == 5:
            met &= hands.cards <= 5
        self.columns = np.flatnonzero(met & self.open)
        self.left = deck.values - self.burnt
        met &= (hands.counts <= self.left).all(axis=1)
        self.settled = np.zeros(len(met), bool)
        if settle and self._trick_is_settled():
            self.settled = met & (hands.cards == 5)
        self.rows = np.flatnonzero(met & ~self.settled)
        self.row_of, self.column_of = np.full((2, len(met)), -1)
        self.row_of[self.rows] = np.arange(len(self.rows))
        self.column_of[self.columns] = np.arange(len(self.columns))
        self.children = hands.take.reshape(-1, WIDTH)[:, :10].astype(np.int64)
        self.after = self.column_of[self.children[self.columns]]
        self._falls = [_falling(count, 22) for count in deck.values]
        self._orders = 1 / np.maximum(_falling(deck.size, 56), 1.0) * (_falling(deck.size, 56) > 0)
        self.bust = -1.0
        self.special: Tables | None = None
        if rules.banker_doubles == "ordinary":
            self.special = self._with_special_payments()

    def _with_special_payments(self) -> Tables:
        found = copy(self)
        found.pay = self.pay * np.array(self.law.undoubled, float).reshape(CLASSES, CLASSES)
        found.bust = 0.0
        return found

    # ---- Rows by the set of cards that were burnt: here there is but the one of none. See `burnt.BurntTables`.

    def burnt_after(self, burnt: int, hand: int) -> int:
        """The set once a hand of two cards is burnt too; -1 where it is not to be burnt."""
        return -1

    def burnt_cards(self, burnt: int) -> tuple[int, ...]:
        """The smaller card of each burnt hand."""
        return ()

    def row(self, burnt: int, hand: int) -> int:
        """The row of a hand; -1 for none."""
        return int(self.row_of[hand])

    def row_beside(self, burnt: int, hand: int) -> int:
        """The row of a hand that is not played yet: it may be burnt, or it is a first card after a burn."""
        raise KeyError((burnt, hand))  # none is

    def _trick_is_settled(self) -> bool:
        """Whether five cards are one class whatever they are, and the banker can but draw against it.

        He loses as much by sticking on any hand that is open as by anything that a draw may come to.
        """
        if self.rules.max_cards != 5 or self.rules.five_card_trick == "none":
            return False
        own = self.pay[TRICK, : TRICK + 1]
        stops = np.unique(self.bank_klass[self.columns])
        return bool((own[stops] == own.max()).all())

    # ---- Chances.

    def together(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> Floats:
        """Chance of cards that make the one hand, and after them of cards that make the other.

        Parameters
        ----------
        one, other : int64 (n, 11), (m, 11)
            Cards by value, as in `HandGraph.counts`.

        Returns
        -------
        float64 (n, m)
        """
        one = one + self.burnt
        found = self._orders[one.sum(axis=1)[:, None] + other.sum(axis=1)]
        for card in VALUES:
            if one[:, card].any() or other[:, card].any():
                found *= self._falls[card][one[:, card][:, None] + other[:, card]]
        return found

    def counts(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Cards by value of some hands (n, 11)."""
        return self.hands.counts[nodes].astype(np.int64)

    # ---- What a hand that ends is worth.

    @cached_property
    def meetings(self) -> Floats:
        """What a row's hand gains, per unit staked: (rows, 2 * columns).

        First the chance that the banker sticks on the column's hand times the payment; then what his next card brings
        there if it ends his hand.
        """
        return self.meetings_at(self.rows)

    def held(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Cards by value of some rows, with those burnt before (n, 11)."""
        return self.counts(self.rows[rows])

    def meetings_of(self, rows: NDArray[np.int64]) -> Floats:
        """`meetings` of some rows."""
        return self.meetings[rows]

    def meetings_at(self, nodes: NDArray[np.int64]) -> Floats:
        """`meetings` of some hands."""
        own, his = self.counts(nodes), self.counts(self.columns)
        width = len(self.columns)
        found = np.empty((len(nodes), 2 * width))
        by_class = self.pay[self.klass[nodes]]
        found[:, :width] = self.together(own, his) * by_class[:, self.bank_klass[self.columns]]
        found[:, width:] = 0.0
        for card in VALUES:
            ends = np.flatnonzero(self.after[:, card - 1] < 0)
            klass = self.bank_klass[self.children[self.columns[ends], card - 1]]
            found[:, width + ends] += self.together(own, his[ends] + _one(card)) * by_class[:, klass]
        return found

    @cached_property
    def pontoons(self) -> Floats:
        """What a row's hand gains from a banker's pontoon at the end, by his first card: (rows, 11)."""
        return self._pontoons(self.rows)

    def _pontoons(self, nodes: NDArray[np.int64]) -> Floats:
        found = np.zeros((len(nodes), 11))
        if not self.at_once:
            chance = self.together(self.counts(nodes), (_one(1) + _one(10))[None])[:, 0]
            found[:, 1] = found[:, 10] = chance * self.pay[self.klass[nodes], PONTOON]
        return found

    @cached_property
    def losses(self) -> Floats:
        """What a card drawn to a row's hand brings if it ends it for all to see: (rows, 11), by the banker's first.

        It is bust, or makes five cards that are settled; per unit staked after the draw.
        """
        own = self.counts(self.rows)
        found = np.zeros((len(self.rows), 11))
        for card in VALUES:
            after = self.children[self.rows, card - 1]
            fits = own[:, card] < self.left[card]
            bust = np.flatnonzero((after == BUST) & fits & self.open[self.rows])
            found[bust] += self.bust * self.quiet(own[bust] + _one(card))
            five = np.flatnonzero(self.settled[after])
            found[five] += self._settled_worth[after[five]]
        return found

    def quiet(self, own: NDArray[np.int64]) -> Floats:
        """Chance of those cards, and of the banker's first by value, the second cards not ending the deal: (n, 11)."""
        found = np.zeros((len(own), 11))
        for card in VALUES:
            found[:, card] = self.together(own, _one(card)[None])[:, 0]
        if self.at_once:
            pair = self.together(own, (_one(1) + _one(10))[None])[:, 0]
            found[:, [1, 10]] -= pair[:, None]
        return found

    @cached_property
    def quiets(self) -> Floats:
        """`quiet` of all rows."""
        return self.quiet(self.counts(self.rows))

    @cached_property
    def chances(self) -> Floats:
        """The chance of each row's cards (rows,)."""
        return self.together(self.counts(self.rows), np.zeros((1, 11), np.int64))[:, 0]

    @cached_property
    def _settled_worth(self) -> Floats:
        """What five cards gain from a banker who draws as long as he can: (nodes, 11), by his first card."""
        nodes = np.flatnonzero(self.settled)
        worth = self.meetings_at(nodes)[:, len(self.columns) :]
        for column in range(len(self.columns) - 1, -1, -1):
            for after in self.after[column][self.after[column] >= 0]:
                worth[:, column] += worth[:, after]
        found = np.zeros((len(self.hands.low), 11))
        for first in VALUES:
            starts = self.starts[first]
            found[nodes, first] = worth[:, starts[starts >= 0]].sum(axis=1)
        found[nodes] += self._pontoons(nodes)
        return found

    # ---- The second cards.

    @property
    def at_once(self) -> bool:
        """Whether a banker's pontoon ends the deal before anybody plays."""
        return bool(self.law.shown_at_once) or self.rules.natural_from_all

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The banker's column by his first and second card (11, 11); -1 for a pontoon and where there is none."""
        found = np.full((11, 11), -1)
        for one in VALUES:
            for two in VALUES:
                if {one, two} != {1, 10}:
                    found[one, two] = self.column_of[self.children[self.children[EMPTY, one - 1], two - 1]]
        return found

    @cached_property
    def beside(self) -> Floats:
        """What second cards that end the turn bring, per unit of the stake: (11, 11), by the two first cards.

        The punter's first card, then the banker's: a punter's pontoon, and a banker's that is shown at once.
        """
        found = np.zeros((11, 11))
        both = self.rules.natural_from_all
        pontoon, tie = self.pay[PONTOON, 0], 0.0 if both else self.pay[PONTOON, PONTOON]
        pair = _one(1) + _one(10)
        for first in VALUES:
            for second in VALUES:
                own = (_one(first) + _one(second))[None]
                natural = {first, second} == {1, 10}
                shown = self.together(own, pair[None])[0, 0]
                for his in VALUES:
                    meets = shown if his in (1, 10) else 0.0
                    if natural:
                        any_card = self.together(own, _one(his)[None])[0, 0]
                        found[first, his] += pontoon * (any_card - meets) + tie * meets
                    elif self.at_once:
                        found[first, his] += self.pay[UNPLAYED, PONTOON] * meets
        return found

    @property
    def new_pontoons(self) -> Floats:
        """What a pontoon of two new cards after a burn gains, by the first of them: (10, 11), by the banker's first."""
        found, pair = np.zeros((10, 11)), (_one(1) + _one(10))[None]
        for his in VALUES:
            any_card = self.together(pair, _one(his)[None])[0, 0]
            meets = self.together(pair, pair)[0, 0] if his in (1, 10) else 0.0
            tie = 0.0 if self.at_once else self.pay[PONTOON, PONTOON]
            found[[0, 9], his] = self.pay[PONTOON, 0] * (any_card - meets) + tie * meets
        return found


def _one(card: int) -> NDArray[np.int64]:
    """A single card, as cards by value."""
    found = np.zeros(11, np.int64)
    found[card] = 1
    return found


def _falling(count: float, most: int) -> Floats:
    """``count * (count - 1) * ...`` of 0 to `most` factors, never below 0."""
    factors = np.maximum(count - np.arange(most), 0.0)
    return np.concatenate([[1.0], np.cumprod(factors)])
