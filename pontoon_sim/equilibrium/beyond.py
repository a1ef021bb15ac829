"""Burning more often than the solved game knows: what a punter may gain by it at the most.

A banker may play as in the strategy as long as no more hands are burnt than it knows, and by his own hand alone
afterwards, sticking on a total. What a punter then gains by the best play has to be added to the upper bound; he comes
to it but once in some ten thousand deals.
"""

from __future__ import annotations

import numpy as np

from ..cards import RANKS, value
from ..exact.against import Game, Side
from ..exact.burning import estimated_worth
from ..exact.deck import TENS, Deck
from ..policy.banker import banker_policy
from .burnt import BurntTables, Pair
from .play import Field, PunterPlan
from .tables import Floats
from .tree import ASKED, BURN, PLAYS, STICK, TWIST

STICKS_ON = 17
OFF = 5e-3  # stakes that the estimate of two new cards may err by


def beyond_worth(field: Field, firsts: Floats) -> Floats:
    """What is gained by more burns, by first card and stake (11, levels), at the most.

    To be asked for after `Field.punter_worth` has looked for the best play.

    Parameters
    ----------
    firsts : float64 (branches, 11)
        How the banker's first cards are doubled, as in `play.BankerFlow`.
    """
    found, tables = np.zeros((11, len(field.levels))), field.tables
    if not isinstance(tables, BurntTables):
        return found
    tree, worth = field.tree, field.worths()[0]
    flow = field.punter_flow(_burning(field)).actions[:, STICK]
    games = [_game(field, firsts, number) for number in range(len(tree.branches))]
    known: dict[tuple[int, tuple[Pair, ...]], float] = {}
    for place, public in enumerate(tree.publics):
        if public.stage != PLAYS or public.drawn:
            continue
        for (_, hand), spot in public.spots.items():
            at = tree.bounds[place] + spot
            if not tables.burnable(hand) or tables.burnt_after(public.burnt, hand) >= 0 or flow[at] == 0:
                continue
            burnt = tuple(sorted((*tables.sets[public.burnt], tables.pair_of(hand))))
            key = public.branch, burnt
            if key not in known:
                known[key] = _new_cards(field, games[public.branch], public.branch, burnt)
            more = flow[at] * max(tables.chances[tree.row[at]] * known[key] - worth[at], 0.0)
            share = np.bincount([card for pair in burnt for card in pair], minlength=11) / (2 * len(burnt))
            found[:, field.level[public.branch]] += more * share  # any card of them may have been the first
    return found


def _burning(field: Field) -> PunterPlan:
    """Every stake, and every hand burnt that may be: it counts the orders of cards that lead to each spot."""
    actions = np.zeros(field.tree.allowed.shape)
    stage = np.array([public.stage for public in field.tree.publics])[field.public_of]
    actions[stage == PLAYS, STICK] = 1.0
    actions[stage == ASKED, BURN] = 1.0
    actions[(stage != PLAYS) & (stage != ASKED), TWIST] = 1.0
    return PunterPlan(np.ones((11, len(field.levels))), actions)


def _game(field: Field, firsts: Floats, number: int) -> Game:
    rules = field.tables.rules
    game = Game(rules, banker_policy(f"stick-{STICKS_ON}", rules))
    by_rank = firsts[number][[value(rank) for rank in range(len(RANKS))]]
    game.sides = (Side(by_rank, field.tree.branches[number].times),)
    return game


def _new_cards(field: Field, game: Game, number: int, burnt: tuple[Pair, ...]) -> float:
    """What two new cards are worth at the most once those hands are burnt."""
    stake = field.tree.branches[number].stake
    left: Deck = field.tables.deck
    cards = np.bincount([card for pair in burnt for card in pair], minlength=11)
    if (cards > left.values).any():
        return -np.inf
    for card in np.flatnonzero(cards).tolist():
        left = left.thinned(tuple(TENS) if card == 10 else (card - 1,), int(cards[card]))
    often = float(game.sides[0].first.max())
    return estimated_worth(game, left, 0, stake) + OFF * field.units[number] * often
