"""The play that was found as policies: tables by which compiled deals are played, and what others must not do there."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..cards import RANKS, value
from ..errors import LaterError, quoted
from ..exact.deck import Packs
from ..exact.table import ExactTable
from ..hands import EMPTY
from ..policy.mixed.policies import MixedBanker, MixedPunter, MixedStakes
from ..policy.mixed.record import Turn, View
from ..policy.names import digest_of, sealed
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .fixed import as_plan, unsettled
from .play import Field, PunterPlan
from .strategy import Strategy
from .tables import VALUES, Floats
from .tree import TWIST

BUY = TWIST + 1  # the first action that is a buy
SURE = 2.0  # above any random number: in a row of rising sums the last one that is possible


class Play:
    """A strategy, as policies of a table take it.

    Parameters
    ----------
    strategy : Strategy
        It is taken as a file would keep it, so that a play is the same whether it was kept in between or not.
    name : str
        What its policies are called.
    """

    def __init__(self, strategy: Strategy, name: str):
        self.strategy, self.name = strategy.kept(), name
        self.rules: Rules = strategy.rules
        plans = self.strategy.punter_plan, self.strategy.banker_plan
        self.digest = digest_of(
            np.array(self.strategy.field.levels), plans[0].stakes, plans[0].actions, plans[1].doubles, plans[1].draws
        )

    @property
    def punter(self) -> MixedPunter:
        """The punter who plays so."""
        return MixedPunter(self.name, self.digest, self)

    @property
    def banker(self) -> MixedBanker:
        """The banker who plays so."""
        return MixedBanker(self.name, self.digest, self)

    @property
    def stakes(self) -> MixedStakes:
        """The stakes that the punter puts up."""
        return MixedStakes(self.name, self.digest, self)

    @cached_property
    def unsettled(self) -> tuple[Field, PunterPlan]:
        """The punter's play where the banker plays without chance: see `fixed.unsettled`."""
        return unsettled(self.strategy)

    # ---- Tables for compiled deals.

    @cached_property
    def _branch(self) -> Any:
        """The branch by ``2 * stake + doubled``."""
        tree = self.strategy.field.tree
        found = np.full(2 * (1 + max(branch.stake for branch in tree.branches)), -1, np.int64)
        for number, branch in enumerate(tree.branches):
            found[2 * branch.stake + (branch.times == 2)] = number
        return found

    @cached_property
    def _paid(self) -> Floats:
        """What every action costs, by public state and action."""
        tree = self.strategy.field.tree
        paid = tree.after - tree.staked[:, None]
        paid[:, :BUY] = 0.0
        return paid

    @cached_property
    def turn(self) -> Turn:
        """The punter's play."""
        field, tree = self.strategy.field, self.strategy.field.tree
        children, plan = field.tables.children, self.strategy.punter_plan
        root = np.full((len(tree.branches), len(children)), -1, np.int32)
        for one in VALUES:
            for two in VALUES:
                root[:, children[children[EMPTY, one - 1], two - 1]] = tree.roots[:, one, two]
        rows = [value(rank) if rank < len(RANKS) else 1 for rank in range(16)]  # before the deal all rows are alike
        likely = np.maximum(plan.actions, 0.0)
        sure = np.where(likely.max(axis=1) >= 1.0, likely.argmax(axis=1), -1)
        made = Turn(
            levels=np.array(field.levels, np.int64),
            stakes=rising(plan.stakes[rows]).ravel(),
            branch=self._branch,
            root=root.ravel(),
            nodes=len(children),
            actions=likely.shape[1],
            sure=sure.astype(np.int8),
            chance=rising(likely).ravel(),
            amount=np.rint(self._paid[field.public_of]).astype(np.int64).ravel(),
            child=tree.child.ravel(),
        )
        sealed(*(array for array in made if isinstance(array, np.ndarray)))
        return made

    @cached_property
    def view(self) -> View:
        """The banker's play."""
        field, tree = self.strategy.field, self.strategy.field.tree
        plan, publics, actions = self.strategy.banker_plan, field.publics, tree.allowed.shape[1]
        places = {public.branch: place for place, public in enumerate(tree.publics) if not public.history}
        twist, buys = np.full((publics, 10), -1, np.int32), max(actions - BUY, 1)
        buy, amount = np.full((publics, buys), -1, np.int32), np.zeros((publics, buys), np.int64)
        for action in range(TWIST, actions):
            after = tree.child[:, action - 1]
            spots, cards = np.nonzero(after >= 0)
            states, to = field.public_of[spots], field.public_of[after[spots, cards]]
            if action == TWIST:
                twist[states, cards] = to
            else:
                buy[states, action - BUY] = to
                amount[states, action - BUY] = np.rint(self._paid[states, action])
        width = len(self._branch) // 2
        doubles = np.zeros((16, width))
        for rank in range(len(RANKS)):
            doubles[rank, field.levels] = plan.doubles[:, value(rank)]
        made = View(
            branch=self._branch,
            width=width,
            doubles=doubles.ravel(),
            first=np.array([places[number] for number in range(len(tree.branches))], np.int32),
            twist=twist.ravel(),
            buys=buys,
            amount=amount.ravel(),
            buy=buy.ravel(),
            columns=field.width,
            column=field.tables.column_of.astype(np.int64),
            draws=np.ascontiguousarray(plan.draws).ravel(),
        )
        sealed(*(array for array in made if isinstance(array, np.ndarray)))
        return made

    # ---- Who may meet whom.

    def check_seen(self, punter: PunterPolicy, stakes: StakeSchedule, banker: str) -> None:
        """Refuse a punter of whom the banker may see what the solved game does not know.

        Raises
        ------
        LaterError
        """
        if isinstance(punter, MixedPunter) and not self.knows(punter.play):
            raise LaterError(
                f"The banker {quoted(banker)} and the punter {quoted(punter.name)} were solved with other stakes or "
                "buys, or for other rules, and one may do what the other does not know: solve both alike."
            )
        if isinstance(stakes, MixedStakes) and not self.knows(stakes.play):
            raise LaterError(
                f"The banker {quoted(banker)} was solved with other stakes than {quoted(stakes.name)} puts up: solve "
                "both alike."
            )
        if not isinstance(punter, MixedPunter):
            as_plan(self.strategy.field, punter, stakes, banker)

    def knows(self, other: Play) -> bool:
        """Whether all that another play may show is in this one's game."""
        mine, his = (one.strategy.field.tree.publics_seen() for one in (self, other))
        return self.rules.rules_id == other.rules.rules_id and his <= mine

    def exact_table(
        self,
        rules: Rules,
        punters: list[PunterPolicy],
        banker: BankerPolicy,
        stakes: list[StakeSchedule],
        packs: Packs,
    ) -> ExactTable:
        """The exact table at which somebody plays so: see `account.exact_table`."""
        from .account import exact_table

        return exact_table(self, rules, punters, banker, stakes, packs)


def rising(chances: Floats) -> Floats:
    """Rows of chances as rising sums, `SURE` from the last one on that is possible: so rounding never leads beyond."""
    found = np.cumsum(chances, axis=1)
    last = chances.shape[1] - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    found[np.arange(chances.shape[1]) >= last[:, None]] = SURE
    return found


__all__ = ["Play", "rising"]
