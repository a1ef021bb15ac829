"""What hands are worth against the banker when each pair of hands has a weight: see `leftover`."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..jit import inlined, kernel
from ..law import CLASSES, HIGH_PONTOON, PONTOON
from .against import Against, Game, Side
from .deck import Deck
from .kernels import chance
from .leftover import Leftovers


class Weighed(Against):
    """What hands are worth, each pair of a punter's and a banker's hand times its weight.

    Parameters
    ----------
    plain : Against
        The same deck and known faces without weights.
    ends, quiet
        As there, weighed.
    """

    def __init__(self, plain: Against, ends: NDArray[np.float64], quiet: NDArray[np.float64]):
        self.game, self.side, self.deck = plain.game, plain.side, plain.deck
        self.faces, self.first, self.ends, self._quiet = plain.faces, plain.first, ends, quiet

    @cached_property
    def quiet(self) -> NDArray[np.float64]:
        """As in `Against`, weighed."""
        return self._quiet


def weighed(
    game: Game,
    side: Side,
    deck: Deck,
    faces: tuple[int, ...],
    left: Leftovers,
    weights: NDArray[np.float64],
    wanted: NDArray[np.int64],
    drawn: NDArray[np.int64],
) -> list[Weighed]:
    """What hands are worth by several sets of weights.

    Parameters
    ----------
    game, side, deck
        As of `Against`; the pack is a finite one.
    faces : tuple of int
        Ranks of the tens whose faces are known.
    left : Leftovers
    weights : float64 (multisets, sets)
        By number of the multiset of both hands.
    wanted, drawn : int64 arrays
        Hands that may end, and those that may take a card.
    """
    plain = Against(game, side, deck, faces, np.empty(0, np.int64))
    pairs = _pairs(plain)
    stopped = pairs[1:].sum(axis=0) * game.at_once
    pairs[1:] *= not game.at_once
    sets = weights.shape[1]
    ends, quiet = np.zeros((sets, game.nodes, CLASSES)), np.zeros((sets, game.nodes, 11))
    some, draws = (left.turns, left.slots, weights), game.draws[side.times - 1]
    weighed_walk(game.law, game.graph, draws, deck.values, pairs, *some, wanted, game.reach, ends)
    weighed_quiet(game.law, game.graph, deck.values, plain.first, stopped, *some, drawn, quiet)
    return [Weighed(plain, *tables) for tables in zip(ends, quiet, strict=True)]


def _pairs(plain: Against) -> NDArray[np.float64]:
    """What two first cards of the banker's count for, by value: as a hand to play, a plain and a high pontoon."""
    pairs = np.zeros((3, 11, 11))
    pairs[0] = plain.first[:, None]
    by_order = np.broadcast_to(plain.faces, (2, 3))  # the ace first, the ten first
    for faces, (one, two) in zip(by_order, ((1, 10), (10, 1)), strict=True):
        pairs[:, one, two] = plain.first[one] * faces
    return pairs


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
    """As `kernels.banker_walk`, each pair of hands times its weight; for several groups of weights at once.

    A weight is a chance of later draws, so that it is the mean of the weights after one card more. Hence what all the
    banker's bust hands weigh is what is lacking.

    Parameters
    ----------
    law, graph, draws, left, wanted, reach
        As there; the pack is a finite one.
    pairs : float64 (3, 11, 11)
        What the banker's first two cards, by value, count for: as a hand that he plays, as a plain and a high pontoon.
    turns, slots, weights
        Numbers of multisets, see `Leftovers`; weights by number and group.
    out : float64 (groups, nodes, CLASSES)
        Filled in the rows of the wanted hands.
    """
    groups = weights.shape[1]
    size = 0.0
    for card in range(1, 11):
        size += left[card]
    for hand in wanted:
        unseen = size - graph.cards[hand]
        out[:, hand, :] = 0.0
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
                for group in range(groups):
                    both_weigh = both * weights[place, group]
                    out[group, hand, PONTOON] += both_weigh * pairs[1, one, two]
                    out[group, hand, HIGH_PONTOON] += both_weigh * pairs[2, one, two]
                    out[group, hand, 0] += both_weigh * pairs[0, one, two]
        for node in range(2, reach.size):  # fewer cards come first
            if reach[node] == 0.0:
                continue
            if law.open[node] == 0 or draws[node] == 0:
                place = number(turns, slots, graph.counts, hand, node, 0)
                for group in range(groups):
                    ended = reach[node] * weights[place, group]
                    out[group, hand, law.bank_klass[node]] += ended
                    out[group, hand, 0] -= ended
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
    out : float64 (groups, nodes, 11)
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
                for group in range(weights.shape[1]):
                    out[group, hand, card] += first[one] * begins * weights[place, group]
                for two in range(1, 11):
                    if stopped[one, two] == 0.0:
                        continue
                    rest = left[two] - graph.counts[hand, two]
                    rest -= (1.0 if two == card else 0.0) + (1.0 if one == two else 0.0)
                    both = begins * max(rest, 0.0) / max(unseen - 1.0, 1.0)
                    if both <= 0.0:
                        continue
                    place = number(turns, slots, graph.counts, hand, graph.take[single * 16 + two - 1], card)
                    for group in range(weights.shape[1]):
                        out[group, hand, card] -= stopped[one, two] * both * weights[place, group]
