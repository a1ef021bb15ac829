"""What it is worth to a banker to double, by his first card and by what one punter has staked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..policy.stakes import StakeSchedule
from ..policy.tables import PunterPolicy
from ..rulebook import Rules
from .banker import refuse_unfollowed
from .bankplay import Prospects
from .deck import Packs, deck_of
from .measures import Gathering, OpenGame
from .seat import stakes_by_card

LEAST = 1e-12  # of the stakes: what is worth less is worth nothing


def worth_of_doubling(
    rules: Rules, policy: PunterPolicy, schedule: StakeSchedule, packs: Packs
) -> dict[int, NDArray[np.float64]]:
    """What a double gains the bank, given the stake and the banker's first card.

    Either way he then plays as well as a look at his own hand lets him, this punter being the only one.

    Parameters
    ----------
    rules : Rules
        Under which he may double.
    policy, schedule
        Without chance, and without burns.
    packs : int, Deck or None
        As for `banker.best_banker`.

    Returns
    -------
    dict of int to float64 (13,)
        By the stake before the double; units a deal, by rank.

    Raises
    ------
    LaterError
        As from `banker.best_banker`.
    """
    refuse_unfollowed(rules, [policy])
    game, deck = OpenGame(rules), deck_of(packs)
    gathering, staked = Gathering(game, policy, schedule.stakes, deck), stakes_by_card(rules, schedule.stakes)
    found: dict[int, NDArray[np.float64]] = {}
    for stake in sorted({int(one) for one in staked}):
        firsts = [rank for rank in deck.there if staked[rank] == stake]
        measures = [gathering.nothing() for _ in game.sides]
        for side, total in enumerate(measures):
            for first in firsts:
                total.add(gathering.on_side(side, first), deck.chance(first))
        ahead = Prospects(game, deck, [total.places for total in measures])
        plain, doubled = (_gains(ahead, side) for side in range(2))
        found[stake] = worth = np.zeros(len(RANKS))
        for own, more in zip(ahead.firsts, doubled - plain, strict=True):
            likely = sum((deck.chance(one) * deck.without(one).chance(his) for one in firsts for his in own.ranks), 0.0)
            if abs(more) > LEAST * stake * likely:
                worth[list(own.ranks)] = more / likely
    return found


def _gains(ahead: Prospects, number: int) -> NDArray[np.float64]:
    """What he gains by first card on one side of the double, playing as well as can be."""
    side = ahead.sides[number]
    draws = ahead.best(side, np.zeros((ahead.tables, ahead.game.nodes)))
    return ahead.gains(side, ahead.back(side, lambda nodes, _: draws[nodes]))


__all__ = ["worth_of_doubling"]
