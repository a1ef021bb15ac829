"""The banker who reads the table, exactly, against one punter: for all that the table may show, his best play.

What he sees of the one hand against him (`policy.reading.book`) is all that he knows besides his own cards. So for
each such sight he plays as well as can be, as in `bankplay`: per sequence of cards, backwards from the most. A sight
is a row here, and all rows are worked through together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..errors import LaterError
from ..hands import BUST, EMPTY, WIDTH, graph
from ..law import CLASSES, plain_law
from ..policy.banker import banker_policy
from ..policy.reading.book import Book, Hidden
from ..policy.reading.sorts import sorts_of
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .deck import Deck, Packs, deck_of
from .lasts import can_run_out
from .table import ExactTable, exact_table

FIXED = "stick-17"  # a banker whose account is known: only what the reader gains more is worked out here
VALUES = 10

Draws = NDArray[np.bool_]
Decide = Callable[[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]], Draws]


def reading_table(
    rules: Rules, punters: list[PunterPolicy], banker: BankerPolicy, stakes: list[StakeSchedule], packs: Packs
) -> ExactTable:
    """The exact table of a banker who reads his one punter: the best response of any banker who sees what he sees.

    Parameters
    ----------
    rules, punters, banker, stakes, packs
        As for `exact_table`.

    Raises
    ------
    LaterError
        For several punters, splits, an infinite pack, and where tens are told apart.
    """
    deck = deck_of(packs)
    _refuse(rules, punters, stakes, deck)
    fixed = banker_policy(FIXED, rules)
    found = exact_table(rules, punters, fixed, stakes, packs)
    more = Sights(rules, punters[0], stakes[0], int(deck.size) // 52).gains_over(fixed.draws[0].astype(bool))
    (seat,) = found.seats
    by_card = seat.by_card - np.concatenate([more[:TEN], [more[TEN] / 4] * 4]) * 13
    account = replace(seat.account, gain=seat.account.gain - float(more.sum()), square=float("nan"))
    why = "It is not followed how often a banker who reads the table ends with which hand."
    return replace(
        found,
        seats=(seat._replace(account=account, by_card=by_card),),
        gain=found.gain + float(more.sum()),
        variance=None,
        banker_outcomes=None,
        runs_out=can_run_out(rules, punters, banker, deck),
        reasons=found.reasons | {"variance_per_deal": why, "banker_outcomes": why},
    )


def _refuse(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], deck: Deck) -> None:
    who = "A banker who reads the table is worked out exactly"
    if len(punters) > 1:
        raise LaterError(f"{who} against one punter only: use --punters 1, or --method mc.")
    if deck.infinite or deck.size % 52:
        raise LaterError(f"{who} for whole packs only: use --pack fresh, or --method mc.")
    if punters[0].ever_splits.any():
        raise LaterError(
            f"{who} against a punter who does not split, for split hands are seen together: leave split=... out of "
            f"{punters[0].name!r}, or use --method mc."
        )
    if len(sorts_of(rules, punters, stakes).ranks) > VALUES:
        raise LaterError(
            f"{who} where ten, jack, queen and king are all alike: stake the same on them (as in A=5,*=1), set "
            "ace_ten_is_pontoon=true, or use --method mc."
        )


class Sights:
    """All that a banker may see of one punter who is in, as rows.

    Parameters
    ----------
    rules : Rules
    policy : PunterPolicy
    schedule : StakeSchedule
    packs : int
    """

    def __init__(self, rules: Rules, policy: PunterPolicy, schedule: StakeSchedule, packs: int):
        self.law, self.hands = plain_law(rules), graph()
        self.book = Book(rules, [(policy, schedule)], sorts_of(rules, [policy], [schedule]), packs, by_first=True)
        self.deck = np.array([0, *self.book.full], float)
        fits = self.hands.fits(packs)
        short = self.hands.cards <= 5 if rules.max_cards == 5 else self.hands.cards >= 0
        self.nodes = int(np.flatnonzero(short)[-1]) + 1  # hands of more cards come last
        self.fits = fits[: self.nodes]
        self.open = np.array(self.law.open[: self.nodes], bool) & self.fits
        after = self.hands.take.reshape(-1, WIDTH)[: self.nodes, :VALUES].astype(np.int64)
        self.after = np.where(after < self.nodes, after, BUST)
        self.pay = np.array(self.law.pay, float).reshape(CLASSES, CLASSES) / self.law.unit
        self.stakes, self.firsts = self._rows()

    def _rows(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Stake times chance of the punter's hands by sight and node of all his cards; the same by first card."""
        found: dict[tuple[int, int, Hidden], dict[tuple[int, int], float]] = {}
        for state, paths, staked, seen in self._walked():
            for (hidden, _), times in self.book.states[state].stops.items():
                node = self.book.node(EMPTY, *seen, *hidden)
                sight, place = found.setdefault((state, staked, seen), {}), (node, hidden[0])
                sight[place] = sight.get(place, 0.0) + staked * paths * times * self._chance(node)
        firsts = np.zeros((VALUES, len(found), self.nodes))
        for row, some in enumerate(found.values()):
            for (node, first), weight in some.items():
                firsts[first, row, node] = weight
        return firsts.sum(axis=0), firsts

    def _walked(self) -> list[tuple[int, int, int, Hidden]]:
        """All that may be seen: the state, in how many orders, the stake, and the face-up cards."""
        reach: dict[tuple[int, int, Hidden], int] = {}
        for root, state in self.book.roots.items():
            reach[state, root.initial, ()] = 1
        ways = Counter(reach)
        queue = list(reach)
        for place in queue:  # grows while it is read; a state is never seen again with other numbers of cards
            state, staked, seen = place
            book = self.book.states[state]
            steps = [(to, staked, tuple(sorted((*seen, sort)))) for sort, to in book.twist.items()]
            steps += [(to, staked + more, seen) for more, to in book.buy.items()]
            for then in steps:
                if then not in ways:
                    queue.append(then)
                ways[then] += ways[place]
        return [(state, ways[state, staked, seen], staked, seen) for state, staked, seen in queue]

    def _chance(self, node: int) -> float:
        """Chance of the cards of a hand in one order."""
        counts = self.hands.counts[node]
        each = prod(self.deck[v] - i for v in range(1, 11) for i in range(counts[v]))
        return float(each / prod(self.deck.sum() - i for i in range(int(self.hands.cards[node]))))

    def gains_over(self, draws: Draws) -> NDArray[np.float64]:
        """What reading gains the bank over a play that looks at its own hand only, by the punter's first card (10,)."""
        stop, over = self._prospects(self.stakes)
        best = np.zeros(stop.shape, bool)

        def decide(nodes: NDArray[np.int64], stick: NDArray[np.float64], draw: NDArray[np.float64]) -> Draws:
            best[:, nodes] = draw > stick + 1e-15
            return best[:, nodes]

        self._back(stop, over, decide)
        found, fixedly = np.zeros(VALUES), np.broadcast_to(draws[: self.nodes], best.shape)
        for first in range(VALUES):
            stop, over = self._prospects(self.firsts[first])
            reading = self._back(stop, over, lambda nodes, *_: best[:, nodes])
            fixed = self._back(stop, over, lambda nodes, *_: fixedly[:, nodes])
            found[first] = self._dealt(reading) - self._dealt(fixed)
        return found

    def _prospects(self, stakes: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By sight and hand, per sequence of cards: what stopping is worth, and being bust with the next card."""
        stop = np.zeros(stakes.shape)
        held = np.flatnonzero(stakes.any(axis=0))
        klass, mine = np.array(self.law.klass)[held], np.array(self.law.bank_klass)[: self.nodes]
        chance = self._given(held)
        for theirs in np.unique(mine[self.fits]):
            columns = np.flatnonzero(self.fits & (mine == theirs))
            stop[:, columns] = -(stakes[:, held] * self.pay[klass, theirs]) @ chance[:, columns]
        bust = -(stakes[:, held] * self.pay[klass, BUST]) @ chance
        safe = np.where(self.after == BUST, 0.0, bust[:, self.after]).sum(axis=2)
        return stop, np.where(self.open, bust - safe, 0.0)

    def _given(self, held: NDArray[np.int64]) -> NDArray[np.float64]:
        """Chance of one sequence of cards that makes each hand, a punter holding another one: (held, nodes)."""
        theirs, mine = self.hands.counts[held], self.hands.counts[: self.nodes]
        left = self.deck[1:] - theirs[:, 1:]
        found = np.ones((len(held), self.nodes))
        for i in range(int(mine.max())):
            found *= np.where(mine[None, :, 1:] > i, np.maximum(left[:, None, :] - i, 0.0), 1.0).prod(axis=2)
        size = self.deck.sum() - self.hands.cards[held]
        for i in range(int(self.hands.cards[: self.nodes].max())):
            found /= np.where(self.hands.cards[None, : self.nodes] > i, np.maximum(size[:, None] - i, 1.0), 1.0)
        return found

    def _back(self, stop: NDArray[np.float64], over: NDArray[np.float64], decide: Decide) -> NDArray[np.float64]:
        """What all hands are worth when played on, backwards from the most cards: (sights, nodes)."""
        found = stop.copy()
        cards = self.hands.cards[: self.nodes]
        for count in range(int(cards[self.open].max()), 1, -1):
            nodes = np.flatnonzero(self.open & (cards == count))
            after = self.after[nodes]
            draw = over[:, nodes] + np.where(after == BUST, 0.0, found[:, after]).sum(axis=2)
            found[:, nodes] = np.where(decide(nodes, found[:, nodes], draw), draw, found[:, nodes])
        return found

    def _dealt(self, worth: NDArray[np.float64]) -> float:
        """The sum over all first two cards of the banker's that are no pontoon."""
        total = 0.0
        for one in range(1, VALUES + 1):
            for two in range(1, VALUES + 1):
                if {one, two} != {1, VALUES}:
                    total += float(worth[:, self.after[self.after[EMPTY, one - 1], two - 1]].sum())
        return total


__all__ = ["reading_table"]
