"""With splitting: between what bounds the value lies where pairs may be split.

Of the deals in which a pair is split the solved game knows nothing. But a punter need not split, so he is sure of what
he is sure of without. And a banker may play all other deals as he does in the strategy, and those by his own hand
alone, sticking on a total: what a punter then gains, who splits where that is better, is the most that there can be for
one who plays each split hand without a look at the others.
"""

from __future__ import annotations

import numpy as np

from ..cards import RANKS, TEN, value
from ..exact.against import Game, Side
from ..exact.best import HandSolver
from ..exact.deck import TENS
from ..law import split_rank
from ..policy.banker import banker_policy
from .beyond import beyond_worth
from .kernels import BEST
from .learning import best_stakes
from .play import BankerFlow, Field
from .tables import Floats

STICKS_ON = range(15, 19)  # totals that are tried for the banker in deals with splits


def highest_with_splits(field: Field, banker: BankerFlow) -> float:
    """What any punter gains at most from a banker who plays so, and sticks on a total where a pair is split.

    He sees which pair it is, and so the total may be another for each.
    """
    worth = field.punter_worth(BEST, field.punter_plan(), banker)
    kept, paired = field.kept_pairs(), _paired(field)
    worth += beyond_worth(field, banker.firsts)
    split = np.min([_split_pairs(field, banker.firsts, total, paired) for total in STICKS_ON], axis=0)
    for branch, more in enumerate(np.maximum(split - kept, 0.0)):
        worth[:, field.level[branch]] += more * paired
    return best_stakes(field, worth)


def _paired(field: Field) -> Floats:
    """The part of two cards of equal value, by value, that is a pair to split (11,)."""
    rules, deck = field.tables.rules, field.tables.deck
    found = np.zeros(11)
    for card in range(1, 10):
        found[card] = split_rank(rules, card - 1, card - 1) is not None
    tens = deck.ranks[TENS]
    ways = sum(
        float(tens[one] * (tens[two] - (one == two)))
        for one in range(4)
        for two in range(4)
        if split_rank(rules, TEN + one, TEN + two) is not None
    )
    found[10] = ways / max(tens.sum() * (tens.sum() - 1), 1.0)
    return found


def _split_pairs(field: Field, firsts: Floats, total: int, paired: Floats) -> Floats:
    """What two cards of equal value are worth split, times their chance, in each branch: (branches, 11)."""
    tables, rules = field.tables, field.tables.rules
    if not field.tables.burns:
        rules = rules.model_copy(update={"burn": "none"})  # as in all of the solved game
    found = np.full((len(field.units), 11), -np.inf)
    pairs = [rank for rank in range(TEN + 1) if paired[value(rank)]]
    for number, branch in enumerate(field.tree.branches):
        game = Game(rules, banker_policy(f"stick-{total}", rules))
        by_rank = firsts[number][[value(rank) for rank in range(len(RANKS))]]
        game.sides = (Side(by_rank, branch.times),)
        solver = HandSolver(game, tables.deck)
        for rank in pairs:
            if tables.deck.ranks[list(solver.alike(rank))].sum() < 2:
                continue
            most = range(2, rules.max_hands + 1)
            worth = max(solver.split_worth(0, branch.stake, rank, hands) for hands in most)
            found[number, value(rank)] = worth * field.pair_chance[value(rank)]
    return found
