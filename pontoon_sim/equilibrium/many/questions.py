"""What people ask of the play found: whether the banker may as well stick on a total, and when he does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..learning import highest
from ..play import BankerPlan
from .strategy import TableStrategy

TOTALS = range(14, 20)  # on which a banker who looks at nobody might stick
CLOSE = range(14, 18)  # on which this one might do either


def thresholds(strategy: TableStrategy, totals: Sequence[int] = TOTALS) -> dict[int, tuple[float, float]]:
    """What a punter gains from a banker who sticks on a total and looks at nobody.

    By the total: with the strategy's play, and with the best answer. That banker doubles as the strategy's does on the
    average.
    """
    field, found = strategy.field, {}
    tables = field.tables
    for total in totals:
        draws = tables.hands.best[tables.columns] < total
        plan = BankerPlan(strategy.banker_plan.doubles, np.tile(draws.astype(float), (field.publics, 1)))
        found[total] = strategy.worth_against(plan), highest(field, field.banker_flow(plan))
    return found


def against_bought(strategy: TableStrategy, totals: Sequence[int] = CLOSE) -> dict[tuple[int, int], dict[int, float]]:
    """How likely the banker draws to two cards of a total, against two seats that bought one card each and stuck.

    All others are out. By the seats' stake and what they paid for the card (nothing doubled), and by the total; his
    hands of that total by how likely they are.
    """
    field, found = strategy.field, {}
    tables = field.tables
    two = np.flatnonzero(tables.hands.cards[tables.columns] == 2)
    best, chance = tables.hands.best[tables.columns[two]], strategy.answerer.seat.hands.chance[two]
    orders = 2 - (tables.counts(tables.columns[two]) == 2).any(axis=1)  # of two unlike cards there are two
    for stake in field.levels:
        for amount in strategy.first_amounts(stake):
            draws = strategy.draws_to([(stake, (("buy", amount),))] * 2, two)
            found[stake, amount] = {
                total: float(np.average(draws[best == total], weights=(chance * orders)[best == total]))
                for total in totals
                if (best == total).any()
            }
    return found
