"""What a banker gains who also notes in which order cards were twisted, where the solved game does not show it.

Without a limit of five cards there are too many orders to solve for. The banker who sees but which cards were twisted
leaves the punter what he can gain at the most; against the punter's play that comes of it, a banker who notes the order
tells what the punter is sure of. Orders that say the same of the punter's hidden cards are one to him.
"""

from __future__ import annotations

import numpy as np

from .kernels import BEST
from .meeting import Kind
from .play import NO_PLAN, Field, Ints, PunterFlow
from .tables import Floats
from .tree import PLAYS, STICK

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
        self.chance = tables.chances[field.tree.row]
        self.worst = float(np.abs(tables.pay).max() * field.tree.after.max())
        self.left_out = np.zeros(len(field.units))
        self.histories = 0

    def worth(self) -> Floats:
        """What the banker's first cards are worth to the punter at the least: (branches, 11).

        What is left out is counted with every first card, so that it is never too little.
        """
        field, tables = self.field, self.field.tables
        hands = np.zeros((len(field.units), field.width))
        waiting: dict[int, Flows] = {}
        for part in field.parts:
            for kind in part:
                for public, spots in enumerate(kind.spots, start=kind.first):
                    self._met(kind, public, spots, waiting, hands)
        found = self.flow.beside.copy()
        for one in range(1, 11):
            starts = tables.starts[one]
            found[:, one] += hands[:, starts[starts >= 0]].sum(axis=1)
        found[:, 1:] -= self.left_out[:, None]
        return found

    def _met(self, kind: Kind, public: int, spots: Ints, waiting: dict[int, Flows], hands: Floats) -> None:
        """Add the worth of the banker's hands at a public state, and let the flows to it go on."""
        tree = self.field.tree
        if tree.publics[public].stage != PLAYS:  # where play begins after it, the whole flow is looked up
            return
        first, last = tree.bounds[public : public + 2]
        flows = waiting.pop(public, {})
        if not tree.publics[public].drawn:
            flows = {b"": self.flow.actions[first:last].sum(axis=1)}
        kept = []
        for flow in flows.values():
            risk = (flow * self.chance[first:last]).sum() * self.worst
            if risk < self.least:
                self.left_out[tree.branch[public]] += risk
                continue
            kept.append(np.append(flow * self.plan[first:last, STICK], 0.0))
            self._onward(public, flow, waiting)
        if kept:
            self.histories += len(kept)
            sticks = np.stack(kept)[:, np.where(spots < len(tree.row), spots - first, -1)]
            places = np.full(len(kept), public - kind.first)
            self.field.answered(BEST, kind, places, sticks, NO_PLAN, NO_PLAN, hands)

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
