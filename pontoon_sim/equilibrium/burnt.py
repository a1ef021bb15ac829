"""Where hands are burnt: tables for every set of cards that may be burnt by then, stacked.

Burnt cards are shown before they are thrown away. So both sides know them, and all that follows is a game of its own
with fewer cards: the order in which they were burnt changes nothing in it.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from ..exact.deck import Deck
from ..hands import EMPTY
from ..rulebook import Rules
from .tables import Floats, Tables

MOST_BURNS = 3  # hands that are burnt one after the other in a solved game, unless it is said otherwise
LIKELY = 1.5e-5  # sets of burnt cards that are less likely are left to `beyond`

Pair = tuple[int, int]  # values of two cards, rising


class BurntTables(Tables):
    """Tables whose rows are those of all sets of burnt cards, one after the other.

    Of each set they are first the hands of `parts`, then the hands of which it is asked whether they are burnt, then
    the single cards after a burn.

    Parameters
    ----------
    rules, deck, settle
        As for `Tables`.
    most : int
        Hands that may be burnt one after the other.

    Attributes
    ----------
    parts : list of Tables
        By set.
    """

    def __init__(self, rules: Rules, deck: Deck, settle: bool = True, most: int = MOST_BURNS):
        super().__init__(rules, deck, settle)
        self.burns = most
        total = 0 if rules.burn == "none" else int(rules.burn)
        self.pairs = [(one, total - one) for one in range(2, total // 2 + 1) if total - one <= 10]
        self.sets = [some for count in range(most + 1) for some in self._sets(count)]
        self.parts = [Tables(rules, deck, settle, _counts(some)) for some in self.sets]
        self._hands = [int(self.children[self.children[EMPTY, one - 1], two - 1]) for one, two in self.pairs]
        self._cards = self.children[EMPTY].tolist()
        sizes = [len(part.rows) + len(self.pairs) + len(self._cards) for part in self.parts]
        self._begins = np.cumsum([0, *sizes])
        self.rows = np.concatenate([np.concatenate([part.rows, self._hands, self._cards]) for part in self.parts])
        self.rows = self.rows.astype(np.int64)
        if self.special is not None:
            self.special = self._stacked_special()

    def _sets(self, count: int) -> list[tuple[Pair, ...]]:
        """All sets of so many burnt hands that are likely enough."""
        some = combinations_with_replacement(self.pairs, count)
        return [one for one in some if self._likely(one) >= LIKELY]

    def _likely(self, burnt: tuple[Pair, ...]) -> float:
        """The chance that one after the other just those hands are dealt, in any order."""
        orders = factorial(len(burnt)) * prod(1 if one == two else 2 for one, two in burnt)
        alike = prod(factorial(burnt.count(pair)) for pair in set(burnt))
        cards, none = _counts(burnt)[None], np.zeros((1, 11), np.int64)
        return float(orders / alike * self.together(cards, none)[0, 0])

    def _stacked_special(self) -> BurntTables:
        found = copy(self)
        found.parts = [part.special for part in self.parts if part.special is not None]
        found.pay, found.bust = found.parts[0].pay, found.parts[0].bust
        return found

    # ---- Sets, and rows.

    def burnt_after(self, burnt: int, hand: int) -> int:
        """The set once a hand of two cards is burnt too; -1 where it is not to be burnt."""
        if not self.burnable(hand):
            return -1
        more = tuple(sorted((*self.sets[burnt], self.pair_of(hand))))
        return self.sets.index(more) if more in self.sets else -1

    def burnable(self, hand: int) -> bool:
        """Whether a hand of two cards is one that may be burnt."""
        return hand in self._hands

    def pair_of(self, hand: int) -> Pair:
        """Its cards."""
        return self.pairs[self._hands.index(hand)]

    def burnt_cards(self, burnt: int) -> tuple[int, ...]:
        """The smaller card of each burnt hand."""
        return tuple(one for one, _ in self.sets[burnt])

    def row(self, burnt: int, hand: int) -> int:
        """The row of a hand; -1 for none."""
        found = int(self.parts[burnt].row_of[hand])
        return found if found < 0 else int(self._begins[burnt]) + found

    def row_beside(self, burnt: int, hand: int) -> int:
        """As in `Tables`."""
        place = [*self._hands, *self._cards].index(hand)
        return int(self._begins[burnt]) + len(self.parts[burnt].rows) + place

    # ---- What they hold.

    @cached_property
    def losses(self) -> Floats:
        """As in `Tables`; a single card is followed by a pontoon."""
        none = np.zeros((len(self.pairs), 11))
        return np.concatenate([np.concatenate([part.losses, none, part.new_pontoons]) for part in self.parts])

    @cached_property
    def pontoons(self) -> Floats:
        """As in `Tables`."""
        none = np.zeros((len(self.pairs) + len(self._cards), 11))
        return np.concatenate([np.concatenate([part.pontoons, none]) for part in self.parts])

    @cached_property
    def quiets(self) -> Floats:
        """As in `Tables`."""
        return np.concatenate([part.quiet(self.counts(self._rows_of(place))) for place, part in enumerate(self.parts)])

    @cached_property
    def chances(self) -> Floats:
        """As in `Tables`."""
        none = np.zeros((1, 11), np.int64)
        return np.concatenate(
            [part.together(self.counts(self._rows_of(place)), none)[:, 0] for place, part in enumerate(self.parts)]
        )

    def _rows_of(self, place: int) -> NDArray[np.int64]:
        return self.rows[self._begins[place] : self._begins[place + 1]]

    def meetings_of(self, rows: NDArray[np.int64]) -> Floats:
        """As in `Tables`, for rows of one set; they are not kept, for there are many."""
        return self.parts[self._set_of(rows)].meetings_at(self.rows[rows])

    def held(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """As in `Tables`, for rows of one set."""
        return self.counts(self.rows[rows]) + self.parts[self._set_of(rows)].burnt

    def _set_of(self, rows: NDArray[np.int64]) -> int:
        return int(np.searchsorted(self._begins, rows[0], "right")) - 1


def _counts(burnt: tuple[Pair, ...]) -> NDArray[np.int64]:
    """Burnt cards by value (11,)."""
    return np.bincount([card for pair in burnt for card in pair], minlength=11)


def tables_of(rules: Rules, deck: Deck, burns: int, settle: bool = True) -> Tables:
    """The tables of a game in which so many hands may be burnt one after the other."""
    return BurntTables(rules, deck, settle, burns) if burns and rules.burn != "none" else Tables(rules, deck, settle)


__all__ = ["MOST_BURNS", "BurntTables", "tables_of"]
