"""How likely a punter stakes and does what, by tables or by chance: all that a `Book` asks about him."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ... import deal
from ...cards import RANKS, TEN
from ...law import Law
from ...rulebook import Rules
from ..answers import STICK, TWIST, added
from ..mixed.policies import MixedPunter, MixedStakes
from ..stakes import StakeSchedule
from ..tables import PunterPolicy

Chances = dict[int, float]  # of initial stakes; a sure one is the whole number 1, so that what is counted stays whole


class Deed(NamedTuple):
    """What he may do: the deal's move (`deal.STICK`, `deal.TWIST`, or an amount), its chance, and his name for it."""

    move: int
    chance: float
    action: int


class Habit(Protocol):
    """How a punter plays."""

    def splits(self, initial: int, doubled: int, rank: int, legal: int) -> int:
        """Up to how many hands he splits a pair of that rank."""
        ...

    def burns(self, initial: int, doubled: int, node: int) -> bool:
        """Whether he throws away that hand of two cards for two others."""
        ...

    def begin(self, initial: int, doubled: int, slot: int, node: int) -> int:
        """What he remembers as he begins with that hand of two cards: a number of his own, his phase.

        The stake is that before a double.
        """
        ...

    def deeds(self, phase: int, node: int, base: int, last: int) -> tuple[Deed, ...]:
        """What he may do with a hand that takes cards."""
        ...

    def after(self, phase: int, action: int, rank: int) -> int:
        """His phase once he did that and got a card."""
        ...


def habit_of(law: Law, policy: PunterPolicy) -> Habit:
    """How a policy plays."""
    return ByChance(policy) if isinstance(policy, MixedPunter) else ByTable(law, policy)


class ByTable:
    """Who always does the same in the same place."""

    def __init__(self, law: Law, policy: PunterPolicy):
        self.law, self.policy = law, policy

    def splits(self, initial: int, doubled: int, rank: int, legal: int) -> int:
        return self.policy.most_hands(initial, bool(doubled), rank, legal)

    def burns(self, initial: int, doubled: int, node: int) -> bool:
        return bool(self.policy.burnt(initial, bool(doubled))[node])

    def begin(self, initial: int, doubled: int, slot: int, node: int) -> int:
        return self.policy.begin(initial, bool(doubled), slot)

    def deeds(self, phase: int, node: int, base: int, last: int) -> tuple[Deed, ...]:
        code = int(self.policy.moves[phase, node])
        if code == STICK:
            return (Deed(deal.STICK, 1, code),)
        return (Deed(deal.TWIST if code == TWIST else added(self.law, self.policy, base, last, code), 1, code),)

    def after(self, phase: int, action: int, rank: int) -> int:
        return int(self.policy.following[phase, action])


class ByChance:
    """Who draws lots for what he does (`mixed.record.Turn`): his phase is the spot of the solved game where he is."""

    def __init__(self, policy: MixedPunter):
        self.turn = policy.turn
        rising = self.turn.chance.reshape(-1, self.turn.actions)
        self.chances = _steps(rising)
        self.amounts = self.turn.amount.reshape(-1, self.turn.actions)
        self.children = self.turn.child.reshape(len(rising), -1, TEN + 1)

    def splits(self, initial: int, doubled: int, rank: int, legal: int) -> int:
        return 1

    def burns(self, initial: int, doubled: int, node: int) -> bool:
        return False

    def begin(self, initial: int, doubled: int, slot: int, node: int) -> int:
        return int(self.turn.root[int(self.turn.branch[2 * initial + doubled]) * self.turn.nodes + node])

    def deeds(self, phase: int, node: int, base: int, last: int) -> tuple[Deed, ...]:
        named = {STICK: deal.STICK, TWIST: deal.TWIST}
        return tuple(
            Deed(named.get(action, int(self.amounts[phase, action])), chance, action)
            for action, chance in enumerate(self.chances[phase])
            if chance > 0.0
        )

    def after(self, phase: int, action: int, rank: int) -> int:
        return int(self.children[phase, action - 1, min(rank, TEN)])


def stakes_by_rank(rules: Rules, schedule: StakeSchedule) -> list[Chances]:
    """How likely each initial stake is, by the rank of the first card (13)."""
    places = [deal.NO_CARD if rules.stakes_when == "before-deal" else rank for rank in range(len(RANKS))]
    if isinstance(schedule, MixedStakes):
        levels = [int(level) for level in schedule.turn.levels]
        rows = _steps(schedule.turn.stakes.reshape(-1, len(levels)))
        return [{level: chance for level, chance in zip(levels, rows[at], strict=True) if chance > 0} for at in places]
    return [{int(schedule.stakes[at]): 1} for at in places]


def _steps(rising: object) -> list[list[float]]:
    """The chances of which rows are rising sums, whose last one is above 1 (`equilibrium.policies.rising`)."""
    sums = np.minimum(np.asarray(rising), 1.0)
    found: list[list[float]] = np.maximum(np.diff(sums, axis=1, prepend=0.0), 0.0).tolist()
    return found
