"""What a punter who split would gain by looking at the hands beside the one in play: measured, by sampling them.

The best response looks at the hand in play, the rank that was split and the hands held. To measure what more eyes are
worth, one sibling hand is dealt and played out at random; then the hand in play is solved anew from a pack without the
sibling's cards, and compared with the best response on that same pack. The first of two hands sees less than the
second, which sees a finished sibling: counting both as if they saw so much bounds the gain from above.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..cards import value
from ..hands import BUST, WIDTH, graph
from ..law import pontoon_level
from ..policy.players import STICK
from .best import HandPlay, HandSolver, weights
from .response import PunterResponse


class Eyes(NamedTuple):
    """What looking at a sibling adds to a hand of a split pair, in units: mean and standard error, at most."""

    gain: float
    standard_error: float


def worth_of_siblings(found: PunterResponse, rank: int, stake: int, samples: int = 200, seed: int = 1) -> Eyes:
    """What a hand of that split pair would gain by seeing its sibling's cards.

    Parameters
    ----------
    found : PunterResponse
        It splits that rank with that initial stake, the banker not doubling.
    samples : int
        Siblings that are dealt.
    """
    solver, rng = found.solver, np.random.default_rng(seed)
    most = found.policy.most_hands(stake, False, rank, solver.game.plain.max_hands)
    play = solver.half(0, stake, rank, 2, most, False)
    gains = []
    for _ in range(samples):
        deck = solver.deck.without(*_sibling(solver, play, rank, rng))
        gains.append(_gain(HandSolver(solver.game, deck), play, stake, rank))
    return Eyes(float(np.mean(gains)), float(np.std(gains, ddof=1) / samples**0.5))


def _sibling(solver: HandSolver, play: HandPlay, rank: int, rng: np.random.Generator) -> list[int]:
    """The cards of a sibling hand, played out: it begins with the rank, and the second card is another."""
    law, cards, node, past = solver.game.plain, [rank], graph().node_of([rank]), 0
    deck = solver.deck.without(rank, rank)
    while True:
        chances = np.maximum(deck.ranks, 0.0)
        if len(cards) == 1:
            chances[list(solver.alike(rank))] = 0.0
        card = int(rng.choice(13, p=chances / chances.sum()))
        cards.append(card)
        deck = deck.without(card)
        node = law.take[node * WIDTH + card]
        if len(cards) == 2 and pontoon_level(solver.game.rules, *cards) and law.split_pontoon:
            return cards
        if node == BUST or not law.open[node] or play.moves[past, node] == STICK:
            return cards
        past = int(play.choices.step[past, play.moves[past, node]])


def _gain(solver: HandSolver, play: HandPlay, stake: int, rank: int) -> float:
    """What solving anew gains over playing on as before, the pack being known better."""
    nodes = solver.wanted[graph().counts[solver.wanted, value(rank)] > 0]
    weight = weights(solver.deck.without(rank), nodes, solver.game.nodes, value(rank))
    parts = [(solver.deck, solver.against(0, solver.alike(rank), 0), weight)]
    best, before = (_root(solver, solver.solve(0, stake, parts, nodes, forced), rank) for forced in (None, play.moves))
    return best - before


def _root(solver: HandSolver, play: HandPlay, rank: int) -> float:
    """The value of a hand before its second card, as far as it is played."""
    rules, rest, total = solver.game.rules, solver.deck.without(rank), 0.0
    for second in range(13):
        node, chance = graph().node_of([rank, second]), max(rest.chance(second), 0.0)
        ends = pontoon_level(rules, rank, second) and solver.game.plain.split_pontoon
        if chance and second not in solver.alike(rank) and not ends and play.weight[node]:
            total += chance * float(play.value[0, node] / play.weight[node])
    return total
