"""Several ways to play in the tables of one policy, between which somebody who remembers chooses before each deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import PolicyError
from ..hands import graph
from ..law import plain_law
from ..policy.names import digest_of
from ..policy.players import BUY_MOST, CODES, SLOTS, STICK, TWIST
from ..policy.tables import Awareness, PunterPolicy, table_policy
from ..rulebook import Rules


class Plans(NamedTuple):
    """Policies one below the other.

    Attributes
    ----------
    policy : PunterPolicy
        Plays as the first one, and holds the tables of all.
    at, codes_at : int64 (plans,)
        Where each begins, for the first seat of a table.
    rows_of : int64 (plans * 2 * width,)
        The rows of each one's situations, by initial stake and double, as in `players.Aware.row`.
    """

    policy: PunterPolicy
    at: NDArray[np.int64]
    codes_at: NDArray[np.int64]
    rows_of: NDArray[np.int64]


def together(policies: Sequence[PunterPolicy], rules: Rules) -> Plans:
    """Plans made of policies; all but the first must buy for the least or the most only."""
    nodes, width = len(graph().low), rules.stake_max + 1
    first = policies[0]
    tables: list[tuple[Any, Any, Any]] = []
    rows = np.zeros((len(policies), width, 2), np.int64)
    for plan, policy in enumerate(policies):
        begin = sum(len(splits) for splits, _, _ in tables)
        tables.append(_situations(policy))
        for initial in range(1, width):
            for doubled in range(2):
                own = policy.aware.situation(initial, bool(doubled)) if policy.aware else doubled
                rows[plan, initial, doubled] = begin + own
    splits, burns, begins = (np.concatenate([table[part] for table in tables]) for part in range(3))
    own_levels = first.aware.levels if first.aware else np.ones(1, np.int64)
    levels = np.concatenate([own_levels, 10**9 + np.arange(len(splits) // 2 - len(own_levels))])
    phases = np.cumsum([0] + [policy.phases for policy in policies])[:-1]
    moves = np.concatenate([policy.moves for policy in policies])
    following = np.concatenate([policy.following for policy in policies])
    aware = Awareness(levels, splits, burns, begins)
    parts = (moves, following, first.amounts, splits, burns, begins, levels)
    policy = PunterPolicy(
        first.name, digest_of(*parts), moves, following, first.amounts, first.splits, first.burns, aware, rules.rules_id
    )
    return Plans(policy, phases * nodes, phases * CODES, rows.ravel())


def _situations(policy: PunterPolicy) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]:
    """Splits, burns and first phases by situation; two situations of a policy that looks at none."""
    if policy.aware is not None:
        return policy.aware.splits, policy.aware.burns, policy.aware.begins
    return np.tile(policy.splits, (2, 1)), np.tile(policy.burns, (2, 1)), np.zeros((2, SLOTS), np.int16)


def set_plans(rules: Rules) -> list[PunterPolicy]:
    """Plans for who knows what comes: buy so many cards, twist so many, and stick; as far as the rules let him."""
    law, hands = plain_law(rules), graph()
    drawn = hands.cards.astype(int) - 2
    found: dict[str, PunterPolicy] = {}
    most = min(3, rules.max_buys or 3) if rules.first_buy_max else 0
    may_open, may_stick, may_buy = (np.array(table) == 1 for table in (law.open, law.may_stick, law.may_buy))
    for buys in range(most + 1):
        for twists in range(4 - buys):
            moves = np.where(may_stick & (drawn >= buys + twists), STICK, TWIST)
            moves = np.where((drawn < buys) & may_buy, BUY_MOST, moves)
            moves = np.where(may_open, moves, STICK).astype(np.int8)
            try:
                policy = table_policy(f"buy {buys}, twist {twists}", rules, moves, np.zeros((1, CODES), np.int16))
            except PolicyError:  # such a buy is not allowed
                continue
            found[policy.digest] = policy
    return list(found.values())
