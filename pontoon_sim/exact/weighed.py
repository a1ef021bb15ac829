"""What hands are worth against the banker when each pair of hands has a weight: see `leftover`."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, TEN
from ..jit import inlined, kernel
from ..law import CLASSES, HIGH_PONTOON, PONTOON, pontoon_level
from ..rulebook import Rules
from .against import Against, Game, Side
from .deck import TENS, Deck
from .kernels import chance
from .leftover import Leftovers


class Weighed(Against):
    """What hands are worth, each pair of a punter's and a banker's hand times its weight.

    Parameters
    ----------
    game, side, deck
        As of `Against`.
    ends, quiet
        As there, weighed.
    """

    def __init__(self, game: Game, side: Side, deck: Deck, ends: NDArray[np.float64], quiet: NDArray[np.float64]):
        self.game, self.side, self.deck, self.ends, self._quiet = game, side, deck, ends, quiet

    @cached_property
    def quiet(self) -> NDArray[np.float64]:
        """As in `Against`, weighed."""
        return self._quiet


def faces_told(rules: Rules, side: Side) -> tuple[tuple[int, ...], ...]:
    """The tens that must be told apart in the banker's hand: in some classes, or in none (all are alike)."""
    classes: dict[tuple[float, int], list[int]] = {}
    for rank in TENS:
        classes.setdefault((float(side.first[rank]), pontoon_level(rules, ACE, rank)), []).append(rank)
    return tuple(tuple(ranks) for ranks in classes.values()) if len(classes) > 1 else ()


def weighed(
    game: Game,
    side: Side,
    deck: Deck,
    left: Leftovers,
    weights: list[NDArray[np.float64]],
    wanted: NDArray[np.int64],
    drawn: NDArray[np.int64],
) -> list[Weighed]:
    """What hands are worth by several sets of weights.

    Parameters
    ----------
    game, side, deck
        As of `Against`; the pack is a finite one.
    left : Leftovers
    weights : list of float64 (multisets, sets)
        By number of the multiset of both hands. With `faces_told`, the first ones are for a banker whose first card and
        pontoon show no ten, and then there are weights for each class of tens: that it is the ten there.
    wanted, drawn : int64 arrays
        Hands that may end, and those that may take a card.
    """
    sets = weights[0].shape[1]
    ends, quiet = np.zeros((sets, game.nodes, CLASSES)), np.zeros((sets, game.nodes, 11))
    for pairs, some in zip(_pairs(game.rules, side), weights, strict=True):
        first = pairs[0, :, 2].copy()
        stopped = pairs[1:].sum(axis=0) * game.at_once
        pairs[1:] *= not game.at_once
        draws, table = game.draws[side.times - 1], (left.turns, left.slots, some)
        weighed_walk(game.law, game.graph, draws, deck.values, pairs, *table, wanted, game.reach, ends)
        weighed_quiet(game.law, game.graph, deck.values, first, stopped, *table, drawn, quiet)
    return [Weighed(game, side, deck, *tables) for tables in zip(ends, quiet, strict=True)]


def _pairs(rules: Rules, side: Side) -> list[NDArray[np.float64]]:
    """What two first cards of the banker's count for, by value: as a hand to play, a plain and a high pontoon."""

    def with_ten(rank: int) -> NDArray[np.float64]:
        pairs, level = np.zeros((3, 11, 11)), pontoon_level(rules, ACE, rank)
        pairs[0, 10, 2:] = pairs[level, 10, 1] = side.first[rank]
        pairs[level, 1, 10] = side.first[ACE]
        return pairs

    without = np.zeros((3, 11, 11))
    without[0, 1:10, 1:] = side.first[:TEN, None]
    without[0, 1, 10] = 0
    told = faces_told(rules, side)
    return [without, *(with_ten(ranks[0]) for ranks in told)] if told else [without + with_ten(TEN)]


@inlined
def number(turns, slots, counts, hand, other, card):
    """The number of the multiset of two hands and perhaps one card more (0 for none)."""
    found, room = 0, slots.shape[1] - 1
    for place in range(turns.size):
        one = turns[place]
        held = counts[hand, one] + counts[other, one] + (1 if one == card else 0)
        found += slots[place, room, held]
        room -= one * held
    return found


@kernel
def weighed_walk(law, graph, draws, left, pairs, turns, slots, weights, wanted, reach, out):
    """As `kernels.banker_walk`, each pair of hands times its weight; for several sets of weights at once.

    A weight is a chance of later draws, so that it is the mean of the weights after one card more. Hence what all the
    banker's bust hands weigh is what is lacking.

    Parameters
    ----------
    law, graph, draws, left, wanted, reach
        As there; the pack is a finite one.
    pairs : float64 (3, 11, 11)
        What the banker's first two cards, by value, count for: as a hand that he plays, as a plain and a high pontoon.
    turns, slots, weights
        Numbers of multisets, see `Leftovers`; weights by number and set.
    out : float64 (sets, nodes, CLASSES)
        Added to in the rows of the wanted hands.
    """
    sets = weights.shape[1]
    size = 0.0
    for card in range(1, 11):
        size += left[card]
    for hand in wanted:
        unseen = size - graph.cards[hand]
        reach[:] = 0.0
        for one in range(1, 11):
            begins = chance(left, graph.counts, hand, one, unseen, 0)
            if begins <= 0.0:
                continue
            for two in range(1, 11):
                rest = left[two] - graph.counts[hand, two] - (1.0 if one == two else 0.0)
                both = begins * max(rest, 0.0) / max(unseen - 1.0, 1.0)
                if both <= 0.0:
                    continue
                node = graph.take[graph.take[16 + one - 1] * 16 + two - 1]
                reach[node] += both * pairs[0, one, two]
                place = number(turns, slots, graph.counts, hand, node, 0)
                for one_set in range(sets):
                    both_weigh = both * weights[place, one_set]
                    out[one_set, hand, PONTOON] += both_weigh * pairs[1, one, two]
                    out[one_set, hand, HIGH_PONTOON] += both_weigh * pairs[2, one, two]
                    out[one_set, hand, 0] += both_weigh * pairs[0, one, two]
        for node in range(2, reach.size):  # fewer cards come first
            if reach[node] == 0.0:
                continue
            if law.open[node] == 0 or draws[node] == 0:
                place = number(turns, slots, graph.counts, hand, node, 0)
                for one_set in range(sets):
                    ended = reach[node] * weights[place, one_set]
                    out[one_set, hand, law.bank_klass[node]] += ended
                    out[one_set, hand, 0] -= ended
                continue
            for card in range(1, 11):
                child = law.take[node * 16 + card - 1]
                if child != 0:
                    rest = left[card] - graph.counts[hand, card] - graph.counts[node, card]
                    reach[child] += reach[node] * max(rest, 0.0) / max(unseen - graph.cards[node], 1.0)


@kernel
def weighed_quiet(law, graph, left, first, stopped, turns, slots, weights, drawn, out):
    """The weight of a bust hand, by the hand before and the card that busts it: `against.Against.quiet`, weighed.

    Parameters
    ----------
    law, graph, left, turns, slots, weights
        As in `weighed_walk`.
    first : float64 (11,)
        What the banker's first card counts for.
    stopped : float64 (11, 11)
        What two first cards of the banker's count for that end the deal.
    drawn : int64 (n,)
        The hands that take a card.
    out : float64 (sets, nodes, 11)
        Added to in those rows.
    """
    size = 0.0
    for card in range(1, 11):
        size += left[card]
    for hand in drawn:
        unseen = size - graph.cards[hand] - 1.0
        for card in range(1, 11):
            if law.take[hand * 16 + card - 1] != 0 or left[card] - graph.counts[hand, card] <= 0.0:
                continue
            for one in range(1, 11):
                held = left[one] - graph.counts[hand, one] - (1.0 if one == card else 0.0)
                begins = max(held, 0.0) / max(unseen, 1.0)
                if begins <= 0.0:
                    continue
                single = graph.take[16 + one - 1]
                place = number(turns, slots, graph.counts, hand, single, card)
                for one_set in range(weights.shape[1]):
                    out[one_set, hand, card] += first[one] * begins * weights[place, one_set]
                for two in range(1, 11):
                    if stopped[one, two] == 0.0:
                        continue
                    rest = left[two] - graph.counts[hand, two]
                    rest -= (1.0 if two == card else 0.0) + (1.0 if one == two else 0.0)
                    both = begins * max(rest, 0.0) / max(unseen - 1.0, 1.0)
                    if both <= 0.0:
                        continue
                    place = number(turns, slots, graph.counts, hand, graph.take[single * 16 + two - 1], card)
                    for one_set in range(weights.shape[1]):
                        out[one_set, hand, card] -= stopped[one, two] * both * weights[place, one_set]
