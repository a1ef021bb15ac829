"""What a banker gains who also notes in which order cards were twisted, where the solved game does not show it.

Without a limit of five cards there are too many orders to solve for. The banker who sees but which cards were twisted
leaves the punter what he can gain at the most; against the punter's play that comes of it, a banker who notes the order
tells what the punter is sure of. Orders that say the same of the punter's hidden cards are one to him.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .kernels import BEST, banker_back
from .play import Field, PunterFlow
from .tables import Floats
from .tree import STICK

BLOCK = 64  # histories that are worked out together
DIGITS = 13  # to which two orders say the same
Flows = dict[bytes, Floats]  # flows to the spots of a public state, by what they say of the hidden cards


class OrderAware:
    """The banker's best response with the order of twisted cards in sight, to a punter who does not look at it.

    Parameters
    ----------
    field : Field
    flow : PunterFlow
    least : float
        Histories that cannot cost the punter so much are not looked at, but taken at their worst.
    """

    def __init__(self, field: Field, flow: PunterFlow, least: float = 1e-10):
        self.field, self.flow, self.least = field, flow, least
        total = flow.actions.sum(axis=1, keepdims=True)
        self.plan = np.divide(flow.actions, total, out=np.zeros_like(flow.actions), where=total > 0)
        tables = field.tables
        chance = tables.together(tables.counts(tables.rows), np.zeros((1, 11), np.int64))[:, 0]
        self.chance = chance[field.tree.row]
        self.worst = float(np.abs(tables.pay).max() * field.tree.after.max())
        self.left_out = np.zeros(len(field.units))
        self.histories = 0

    def worth(self) -> Floats:
        """What the banker's first cards are worth to the punter at the least: (branches, 11).

        What is left out is counted with every first card, so that it is never too little.
        """
        field, tables = self.field, self.field.tables
        hands = np.zeros((len(field.units), field.width))
        block: list[tuple[int, Floats]] = []
        for some in self._sticks():
            block.append(some)
            if len(block) == BLOCK:
                self._answered(block, hands)
                block = []
        if block:
            self._answered(block, hands)
        found = self.flow.beside.copy()
        for one in range(1, 11):
            starts = tables.starts[one]
            found[:, one] += hands[:, starts[starts >= 0]].sum(axis=1)
        found[:, 1:] -= self.left_out[:, None]
        return found

    def _sticks(self) -> Iterator[tuple[int, Floats]]:
        """Public states and flows of hands that stick there, for each order that says something else."""
        tree = self.field.tree
        waiting: dict[int, Flows] = {}
        for public in range(len(tree.publics)):
            first, last = tree.bounds[public : public + 2]
            flows = waiting.pop(public, {})
            if not tree.publics[public].history:
                flows = {b"": self.flow.actions[first:last].sum(axis=1)}
            for flow in flows.values():
                if (flow * self.chance[first:last]).sum() * self.worst < self.least:
                    self.left_out[tree.branch[public]] += (flow * self.chance[first:last]).sum() * self.worst
                    continue
                self.histories += 1
                yield public, flow * self.plan[first:last, STICK]
                self._onward(public, flow, waiting)

    def _onward(self, public: int, flow: Floats, waiting: dict[int, Flows]) -> None:
        """Let a flow go on to what may follow."""
        tree = self.field.tree
        first, last = tree.bounds[public : public + 2]
        for action in range(1, tree.child.shape[1] + 1):
            moved = flow * self.plan[first:last, action]
            for after in tree.child[first:last, action - 1].T:
                there = np.flatnonzero((after >= 0) & (moved > 0))
                if len(there) == 0:
                    continue
                other = int(np.searchsorted(tree.bounds, after[there[0]], "right")) - 1
                base = tree.bounds[other]
                found = np.zeros(tree.bounds[other + 1] - base)
                np.add.at(found, after[there] - base, moved[there])
                alike = waiting.setdefault(other, {})
                says = np.round(found / found.max(), DIGITS).tobytes()
                alike[says] = alike[says] + found if says in alike else found

    def _answered(self, block: list[tuple[int, Floats]], hands: Floats) -> None:
        """Add the worth of the banker's hands against a block of histories."""
        field, tree = self.field, self.field.tree
        bounds = np.cumsum([0, *(len(flow) for _, flow in block)])
        spots = np.concatenate([np.arange(*tree.bounds[public : public + 2]) for public, _ in block])
        publics: NDArray[np.int64] = np.array([public for public, _ in block])
        sticks = np.concatenate([flow for _, flow in block])[:, None]
        banker_back(
            BEST, 0, len(block), bounds, tree.branch[publics], tree.staked[publics], tree.row[spots],
            field.tables.meetings, field.edges, field.leads, sticks, np.zeros((0, 0, 0)), np.zeros((0, 0)),
            np.zeros(2 * field.width), hands,
        )  # fmt: skip
