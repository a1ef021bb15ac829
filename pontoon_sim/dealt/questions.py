"""The questions about what is dealt, and their answers: what the law of the rules says of cards, weighed by the pack.

Hands are the nodes of the graph of hands; of two first cards the law says whether they are a pontoon, a pair to split
or a hand to burn. Here nothing is played: cards are dealt blind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from ..aftermath import SALE, rotation
from ..cards import ACE, RANKS
from ..hands import WIDTH, graph
from ..law import IS_BURNABLE, IS_PAIR, NODE_BITS, PONTOON_SHIFT, plain_law
from ..rulebook import Rules
from .stock import Stock, equally_likely_above

SEVEN = RANKS.index("7")
TWO_CARD_TOTALS = range(4, 22)
BUSTING = range(12, 22)  # hard totals that one card may bust
MORE_CARDS = (2, 3, 4)  # of hands that take one more
MOST_DEALS_A_TURN = 1000  # of a bank that rotates by count
BANK, HIDDEN = "bank_passes", "A banker's pontoon moves the bank too, once it is shown, and that hangs on the play."

Answer = tuple[str, Fraction]


class Questions:
    """All that can be asked about a deal.

    Attributes
    ----------
    rules : Rules
    stock : Stock
        What is dealt from.
    punters : int
        At the table.
    reasons : dict of str to str
        Why a question has no answer, by its name; known once all are asked.
    """

    def __init__(self, rules: Rules, stock: Stock, punters: int):
        self.rules, self.stock, self.punters = rules, stock, punters
        self.law, self.graph = plain_law(rules), graph()
        self.reasons: dict[str, str] = {}

    def answers(self) -> Iterator[Answer]:
        """Every question with its answer, in the order of `words.SECTIONS`."""
        yield from self.two_cards()
        yield from self.hands()
        yield from self.at_the_table()
        yield from self.one_card_more()

    def two_cards(self) -> Iterator[Answer]:
        """Best totals of two cards: all, hard and soft ones apart, and from each upwards."""
        two, best = self.graph.cards == 2, self.graph.best
        whole = {total: self._of(two & (best == total)) for total in TWO_CARD_TOTALS}
        for total in TWO_CARD_TOTALS:
            yield f"two_cards_{total}", whole[total]
            hard = self._of(two & (best == total) & ~self.graph.soft)
            for name, chance in (("hard", hard), ("soft", whole[total] - hard)):
                if chance:
                    yield f"two_cards_{name}_{total}", chance
            yield f"two_cards_at_least_{total}", sum((whole[it] for it in whole if it >= total), Fraction())

    def hands(self) -> Iterator[Answer]:
        """Hands with a name, of two cards and of more."""
        rules = self.rules
        yield "pontoon", self._pontoon
        if rules.pontoon_ranking != "equal":
            yield "high_pontoon", self._pairs(lambda entry: self._level(entry) == 2)
        yield "pair", sum((self.stock.in_order(rank, rank) for rank in range(len(RANKS))), Fraction())
        yield "two_aces", self.stock.in_order(ACE, ACE)
        if rules.splits:
            yield "split_pair", self._pairs(lambda entry: entry & IS_PAIR)
        if rules.burn != "none":
            yield "burnable_hand", self._pairs(lambda entry: entry & IS_BURNABLE)
        yield "sticking_hand", self._of((self.graph.cards == 2) & np.array(self.law.may_stick, bool))
        yield "three_sevens", self.stock.in_order(SEVEN, SEVEN, SEVEN)
        if rules.royal_pontoon:
            yield "royal_pontoon", self.stock.in_order(SEVEN, SEVEN, SEVEN)
        for cards in (2, 3, 4, 5):
            yield f"within_21_in_{cards}", self._of(self.graph.cards == cards)
        if rules.five_card_trick != "none":
            yield "trick_no_pontoon_first", self._of(self.graph.cards == 5) - self._trick_of_pontoon

    def at_the_table(self) -> Iterator[Answer]:
        """Pontoons among several hands, and what moves the bank; hands are as first dealt."""
        hands = range(1, self.punters + 2)
        yield from ((f"some_pontoon_{count}", self.some_pontoon(count)) for count in hands)
        yield from ((f"all_pontoons_{count}", self.all_pontoons(count)) for count in hands[1:])
        for punters in range(1, self.punters + 1):
            chance = self._bank_passes(punters)
            if chance is not None:
                yield f"{BANK}_{punters}", chance

    def one_card_more(self) -> Iterator[Answer]:
        """The chance that one card busts a hard total: ranks being equally likely, and once the hand's own are out."""
        hands = self.graph
        for total in BUSTING:
            yield f"bust_{total}_equal_ranks", equally_likely_above(21 - total)
            for cards in MORE_CARDS:
                made = (hands.cards == cards) & (hands.best == total) & ~hands.soft
                dealt = self._of(made)
                if dealt:
                    bust = (self.stock.hand(one) * self.stock.above(21 - total, one) for one in self._dealt(made))
                    yield f"bust_{total}_in_{cards}", sum(bust, Fraction()) / dealt

    def all_pontoons(self, hands: int) -> Fraction:
        """The chance that so many given hands of two cards are all pontoons."""
        stock = self.stock
        tens = sum((stock.ranks[rank] for rank in self._tens), Fraction())
        pairs = stock.orders(stock.ranks[ACE], hands) * stock.orders(tens, hands)
        return 2**hands * pairs / stock.orders(stock.size, 2 * hands)

    def some_pontoon(self, hands: int) -> Fraction:
        """The chance that one at least of so many is, by inclusion and exclusion."""
        parts = ((-1) ** (some + 1) * comb(hands, some) * self.all_pontoons(some) for some in range(1, hands + 1))
        return sum(parts, Fraction())

    def _bank_passes(self, punters: int) -> Fraction | None:
        """The chance that the bank changes hands, with so many punters; None, with its reason, where none is known."""
        rules = self.rules
        either = self.some_pontoon(punters + 1)
        if rules.bank_passes == "sale":
            self.reasons[BANK] = SALE
            return None
        if rules.bank_passes == "rotation-on-any-natural" and rules.banker_pontoon_shown != "at-once":
            self.reasons[BANK] = HIDDEN
            return None
        if rules.bank_passes == "rotate-every":
            return Fraction(rotation(rules, punters)).limit_denominator(MOST_DEALS_A_TURN)
        return {
            "never": Fraction(),
            "eldest-natural": self.some_pontoon(punters),
            "rotation-on-any-natural": either,
            "rotation-on-natural": either - self._pontoon,
            "pontoon": either - self._pontoon,
        }[rules.bank_passes]

    def _of(self, wanted: NDArray[np.bool_]) -> Fraction:
        """The chance of those nodes."""
        return sum((self.stock.hand(counts) for counts in self._dealt(wanted)), Fraction())

    def _dealt(self, wanted: NDArray[np.bool_]) -> Iterator[list[int]]:
        """Cards of each value in those nodes, as far as they can be dealt."""
        for counts in self.graph.counts[wanted].tolist():
            if self.stock.holds(counts):
                yield counts

    def _pairs(self, wanted: Callable[[int], object]) -> Fraction:
        """The chance of two first cards of which the law says what is wanted."""
        ranks = range(len(RANKS))
        chances = (
            self.stock.in_order(one, two) for one in ranks for two in ranks if wanted(self.law.pair[one * WIDTH + two])
        )
        return sum(chances, Fraction())

    @staticmethod
    def _level(entry: int) -> int:
        return entry >> PONTOON_SHIFT & 3

    @cached_property
    def _pontoon(self) -> Fraction:
        return self._pairs(self._level)

    @cached_property
    def _tens(self) -> list[int]:
        """Ranks that make a pontoon with an ace."""
        return [rank for rank in range(len(RANKS)) if self._level(self.law.pair[ACE * WIDTH + rank])]

    @cached_property
    def _trick_of_pontoon(self) -> Fraction:
        """The chance of five cards within 21 of which the first two are a pontoon."""
        found = Fraction()
        for ten in self._tens:
            room = 21 - self.graph.low[self.law.pair[ACE * WIDTH + ten] & NODE_BITS]
            rest = Questions(self.rules, self.stock.without(ACE, ten), self.punters)
            three = rest._of((self.graph.cards == 3) & (self.graph.low <= room))
            found += 2 * self.stock.in_order(ACE, ten) * three
        return found
