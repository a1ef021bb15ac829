"""The walks through the graph of hands: the banker's against a hand, a punter's by his policy, and his best one.

One thing carries the exact analysis. Let X be what a hand gains, and A the event that the second cards do not end the
deal. The expectation of ``X * 1(A)`` obeys the tower rule with unconditional draws, whatever the punter does: his
next card may be any unseen card, though he knows that the banker holds no pontoon. So hands are walked through with
plain draws, and the banker is taken into account at their ends only.
"""

from __future__ import annotations

import numpy as np

from ..jit import inlined, kernel
from ..law import CLASSES, HIGH_PONTOON, PONTOON


@inlined
def chance(left, counts, node, card, unseen, infinite):
    """That the next card has that value, when `node` lies on the table and `unseen` cards are left."""
    if infinite:
        return left[card]
    return max(left[card] - counts[node, card], 0.0) / max(unseen, 1.0)


@kernel
def banker_walk(law, graph, draws, left, infinite, first, faces, at_once, wanted, reach, out):
    """How the banker ends against each hand of a punter.

    Parameters
    ----------
    law : Law, compiled
    graph : HandGraph, compiled
    draws : int8 (nodes,)
        The banker's policy.
    left : float64 (11,)
        Unseen cards by value, before the punter's hand; shares of an `infinite` pack.
    first : float64 (11,)
        Weight of the banker's first card by value: 1, or a share of it (those on which he doubles).
    faces : float64 (2, 3)
        With ace and ten, the ace first and the ten first: chances of no pontoon, of a plain and of a high one.
    at_once : int
        1: a pontoon ends the deal, so it is left out.
    wanted : int64 (n,)
        The punter's hands.
    reach : float64 (nodes,), scratch
    out : float64 (nodes, CLASSES)
        Filled: probability of the banker's classes, in the rows of the wanted hands.
    """
    size = 0.0
    for card in range(1, 11):
        size += left[card]
    for hand in wanted:
        unseen = size - graph.cards[hand]
        out[hand, :] = 0.0
        reach[:] = 0.0
        for one in range(1, 11):
            weight = first[one] * chance(left, graph.counts, hand, one, unseen, infinite)
            if weight <= 0.0:
                continue
            for two in range(1, 11):
                rest = left[two] - graph.counts[hand, two] - (1.0 if one == two else 0.0)
                both = weight * (left[two] if infinite else max(rest, 0.0) / max(unseen - 1.0, 1.0))
                node = graph.take[graph.take[16 + one - 1] * 16 + two - 1]
                if one + two == 11 and (one == 1 or two == 1):
                    order = 0 if one == 1 else 1
                    if at_once == 0:
                        out[hand, PONTOON] += both * faces[order, 1]
                        out[hand, HIGH_PONTOON] += both * faces[order, 2]
                    both *= faces[order, 0]
                reach[node] += both
        for node in range(2, reach.size):  # fewer cards come first
            weight = reach[node]
            if weight == 0.0:
                continue
            if law.open[node] == 0 or draws[node] == 0:
                out[hand, law.bank_klass[node]] += weight
                continue
            for card in range(1, 11):
                rest = left[card] - graph.counts[hand, card] - graph.counts[node, card]
                step = left[card] if infinite else max(rest, 0.0) / max(unseen - graph.cards[node], 1.0)
                child = law.take[node * 16 + card - 1]
                if child == 0:
                    out[hand, 0] += weight * step
                else:
                    reach[child] += weight * step


@kernel
def punter_walk(law, graph, moves, following, left, infinite, quiet, reach, ends, busts):
    """Where a punter's hand ends that plays by tables.

    Parameters
    ----------
    moves : int8 (histories, nodes)
        Code of the action by history (a policy's phase together with what was bought) and hand.
    following : int64 (histories, 16)
        The next history, by history and code.
    left : float64 (11,)
        Unseen cards by value, before this hand; shares of an `infinite` pack.
    quiet : float64 (nodes, 11)
        Chance that the deal goes on (no pontoon of the banker's shown at once), by hand and card that busts it.
    reach : float64 (histories, nodes)
        Probability of the hands that the walk begins with; overwritten.
    ends : float64 (histories, nodes)
        Is added to: probability that the hand ends there.
    busts : float64 (histories,)
        Is added to: probability of a bust, the deal going on.
    """
    size = 0.0
    for card in range(1, 11):
        size += left[card]
    histories = moves.shape[0]
    for node in range(2, reach.shape[1]):
        for history in range(histories):
            weight = reach[history, node]
            if weight == 0.0:
                continue
            code = moves[history, node]
            if law.open[node] == 0 or code == 0:
                ends[history, node] += weight
                continue
            after = following[history, code]
            unseen = size - graph.cards[node]
            for card in range(1, 11):
                step = weight * chance(left, graph.counts, node, card, unseen, infinite)
                child = law.take[node * 16 + card - 1]
                if child == 0:
                    busts[after] += step * quiet[node, card]
                else:
                    reach[after, child] += step


@kernel
def best_walk(
    law, graph, step, staked, off, left, infinite, gains, flat, quiet, weight, nodes, tie, forced, worth, value, moves
):
    """The best play of a hand, from its ends backwards; or what its actions are worth when some are forced.

    Several decks may be possible, with weights that may be negative; the hand is played without knowing which. Values
    are per particular order of cards and include its probability, so that a draw is worth the plain sum of what it
    leads to.

    Parameters
    ----------
    step : int64 (pasts, 4)
        The state after each code, or -1: `choices.Choices`.
    staked : float64 (pasts,)
    off : float
        The part of the stake that special results do not count, after an ordinary double.
    left : float64 (decks, 11)
        Unseen cards by value before this hand, but for its first card where the pair was split.
    gains, flat : float64 (decks, nodes)
        Gain of a hand that ends, per unit staked; and of the part that `off` takes from.
    quiet : float64 (decks, nodes, 11)
        Chance that the deal goes on, by hand and card that busts it.
    weight : float64 (decks, nodes)
        Probability of the cards of a hand in one order.
    nodes : int64 (n,)
        The hands to play, those of fewer cards first.
    tie : float
        By how much, relative to the weight, a later code must be better.
    forced : int8 (pasts, nodes)
        The action that is taken whatever it is worth; -1: the best one.
    worth : float64 (pasts, nodes, 4)
        Filled: value of each action, per hand (not times its probability); NaN where it is not allowed.
    value : float64 (pasts, nodes)
        Filled: the value of the action taken, times the probability.
    moves : int8 (pasts, nodes)
        Filled: the action taken.
    """
    decks = left.shape[0]
    for place in range(nodes.size - 1, -1, -1):
        node = nodes[place]
        ends, taken, bust, reach = 0.0, 0.0, 0.0, 0.0
        for deck in range(decks):
            reach += weight[deck, node]
            ends += weight[deck, node] * gains[deck, node]
            taken += weight[deck, node] * flat[deck, node]
            size = 0.0
            for card in range(1, 11):
                size += left[deck, card]
            for card in range(1, 11):
                if law.take[node * 16 + card - 1] == 0:
                    chance_of = left[deck, card]
                    if infinite == 0:
                        held = graph.counts[node, card]
                        chance_of = max(chance_of - held, 0.0) / max(size - graph.cards[node], 1.0)
                    bust += weight[deck, node] * chance_of * quiet[deck, node, card]
        for past in range(step.shape[0]):
            stick = staked[past] * ends - off * taken
            best, code = stick, 0
            for action in range(4):
                worth[past, node, action] = np.nan
            if law.open[node] == 0 or reach == 0.0:
                worth[past, node, 0] = stick / reach if reach != 0.0 else 0.0
                value[past, node] = stick
                continue
            if law.may_stick[node]:
                worth[past, node, 0] = stick / reach
            else:
                best, code = -np.inf, 1
            for action in range(1, 4):
                after = step[past, action]
                if after < 0 or (action > 1 and law.may_buy[node] == 0):
                    continue
                drawn = -staked[after] * bust
                for card in range(1, 11):
                    child = law.take[node * 16 + card - 1]
                    if child != 0:
                        drawn += value[after, child]
                worth[past, node, action] = drawn / reach
                if drawn > best + tie * abs(reach):
                    best, code = drawn, action
            if forced[past, node] >= 0:
                code = forced[past, node]
                best = worth[past, node, code] * reach
            value[past, node] = best
            moves[past, node] = code


__all__ = ["CLASSES", "banker_walk", "best_walk", "punter_walk"]
