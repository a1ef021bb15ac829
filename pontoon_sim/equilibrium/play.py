"""Both sides' play in the tree, and the passes that meet them: what each is worth against the other's flow."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .kernels import banker_back, banker_forth, banker_meets, punter_back, punter_forth, stick_worth
from .meeting import Kind, kinds
from .tables import VALUES, Floats, Tables
from .tree import STICK, Tree

Ints = NDArray[np.int64]

PARTS = 16  # into which the work of a pass is shared out

# Regrets of one who learns nothing.
NO_REGRET: Floats = np.zeros((0, 0))
NO_REGRETS: Floats = np.zeros((0, 0, 0))


@dataclass
class PunterPlan:
    """How likely the punter does what: stakes (11, levels) by first card, and actions (spots, actions) at every spot.

    Below 0: not allowed. Where stakes are put up before the deal all first cards have the same row.
    """

    stakes: Floats
    actions: Floats


@dataclass
class BankerPlan:
    """How likely the banker does what: doubles (levels, 11) by stake and first card, draws (publics, columns)."""

    doubles: Floats
    draws: Floats


@dataclass
class PunterFlow:
    """What the punter's play lets through: stakes (11, levels), actions (spots, actions)."""

    stakes: Floats
    actions: Floats
    beside: Floats  # (branches, 11): what ends besides the banker's play, by his first card

    def times(self, factor: float) -> PunterFlow:
        """The flow so many times."""
        return PunterFlow(factor * self.stakes, factor * self.actions, factor * self.beside)

    def plus(self, weight: float, total: PunterFlow | None) -> PunterFlow:
        """A total (None: of nothing) with the flow so many times added to it."""
        if total is None:
            return self.times(weight)
        total.stakes += weight * self.stakes
        total.actions += weight * self.actions
        total.beside += weight * self.beside
        return total


@dataclass
class BankerFlow:
    """What the banker's play lets through: first cards (branches, 11), sticks and draws (publics, 2 * columns)."""

    firsts: Floats
    hands: Floats


class Field:
    """Tables and tree together, and the passes over them.

    Parameters
    ----------
    tables : Tables
    tree : Tree
    workers : Executor, optional
        Public states are shared out among them; into the same parts, however many they are, so that all sums are the
        same.
    """

    def __init__(self, tables: Tables, tree: Tree, workers: Executor | None = None):
        self.tables, self.tree = tables, tree
        self.workers = workers
        self.levels = sorted({branch.stake for branch in tree.branches})
        self.doubles = len(tree.branches) > len(self.levels)
        self.level = np.array([self.levels.index(branch.stake) for branch in tree.branches])
        self.edges = np.concatenate([[0], np.cumsum((tables.after >= 0).sum(axis=1))])
        self.leads = tables.after[tables.after >= 0]
        self.width = len(tables.columns)
        self.publics, self.spots = len(tree.publics), len(tree.row)
        self.units = np.array([float(branch.stake * branch.times) for branch in tree.branches])
        self.parts = self._parts()
        self._worth = np.zeros(tree.allowed.shape[1])
        self._stick, self._value = np.zeros(self.spots + 1), np.zeros(self.spots)
        self.public_of = np.repeat(np.arange(self.publics), np.diff(tree.bounds))
        self._hands = np.zeros((len(self.parts), len(self.units), self.width))
        self._flow = np.zeros((self.publics, 2 * self.width))

    def _parts(self) -> list[list[Kind]]:
        """All kinds of public states, shared out so that each part is about as much work."""
        found = kinds(self.tables, self.tree)
        work = np.cumsum([kind.spots.size + 20 * len(kind.spots) for kind in found])
        cuts = np.searchsorted(work, np.linspace(0, work[-1], PARTS + 1)[1:-1])
        edges = [0, *sorted({int(cut) for cut in cuts} - {0, len(found)}), len(found)]
        return [found[first:last] for first, last in pairwise(edges)]

    def _share(self, work: Callable[[int, list[Kind]], None]) -> None:
        """Do a part of the work for each part of the public states."""
        if self.workers is None:
            for number, part in enumerate(self.parts):
                work(number, part)
        else:
            for done in [self.workers.submit(work, number, part) for number, part in enumerate(self.parts)]:
                done.result()

    @property
    def stakes_first(self) -> bool:
        """Whether stakes are put up before the deal."""
        return bool(self.tables.law.extras.stakes_first)

    def by_double(self, by_branch: Floats) -> list[Floats]:
        """Figures by branch as (levels, ...) without and with a double (where the banker may)."""
        return [by_branch[[branch.times == times for branch in self.tree.branches]] for times in (1, 2)]

    @property
    def pair_chance(self) -> Floats:
        """The chance of two cards of a value, by value (11,)."""
        twice = 2 * np.eye(11, dtype=np.int64)
        return self.tables.together(twice, np.zeros((1, 11), np.int64))[:, 0]

    def kept_pairs(self) -> Floats:
        """What two cards of a value were worth when `punter_worth` looked last: (branches, 11)."""
        spots = self.tree.roots[:, range(11), range(11)]
        return np.where(spots >= 0, self._value[spots], 0.0)

    # ---- Beginnings.

    def punter_plan(self) -> PunterPlan:
        """The plan that does everything alike."""
        allowed = self.tree.allowed.astype(float)
        actions = np.where(allowed > 0, allowed / allowed.sum(axis=1, keepdims=True), -1.0)
        return PunterPlan(np.full((11, len(self.levels)), 1 / len(self.levels)), actions)

    @property
    def no_plan(self) -> BankerPlan:
        """In place of a plan where the banker takes the best."""
        return BankerPlan(np.zeros((0, 0)), np.zeros((0, 0)))

    def banker_plan(self) -> BankerPlan:
        """The plan that does everything alike."""
        doubles = np.full((len(self.levels), 11), 0.5 if self.doubles else 0.0)
        return BankerPlan(doubles, np.full((self.publics, self.width), 0.5))

    # ---- Flows.

    def punter_flow(self, plan: PunterPlan) -> PunterFlow:
        """What a plan lets through."""
        tree, tables = self.tree, self.tables
        actions = np.zeros_like(plan.actions)
        for branch, roots in enumerate(tree.roots):
            stakes = np.broadcast_to(plan.stakes[:, self.level[branch], None], roots.shape)
            np.add.at(actions[:, 0], roots[roots >= 0], stakes[roots >= 0])
        weights = plan.stakes[:, self.level].T * self.units[:, None]  # (branches, 11) by the punter's first card
        beside = weights @ tables.beside
        punter_forth(
            tree.bounds, tree.branch, tree.staked, tree.row, tree.after, tree.child,
            tables.losses, tables.pontoons, plan.actions, actions, beside,
        )  # fmt: skip
        return PunterFlow(plan.stakes, actions, beside)

    def firsts(self, doubles: Floats) -> Floats:
        """The flow to the banker's first cards in each branch (branches, 11)."""
        found = np.zeros((len(self.units), 11))
        for number, branch in enumerate(self.tree.branches):
            chance = doubles[self.level[number], 1:]
            found[number, 1:] = chance if branch.times == 2 else 1 - chance
        return found

    def banker_flow(self, plan: BankerPlan, weight: float = 0.0, total: Floats | None = None) -> BankerFlow:
        """What a plan lets through, valid until the next call; `weight` times that of hands is added to a total."""
        firsts, starts = self.firsts(plan.doubles), np.zeros((len(self.units), self.width))
        for one in VALUES:
            for two in VALUES:
                if self.tables.starts[one, two] >= 0:
                    starts[:, self.tables.starts[one, two]] += firsts[:, one]
        hands = self._flow
        added = hands if total is None else total

        def work(_: int, part: list[Kind]) -> None:
            banker_forth(
                part[0].first,
                part[-1].last,
                self.tree.branch,
                self.edges,
                self.leads,
                starts,
                plan.draws,
                hands,
                weight,
                added,
            )

        self._share(work)
        return BankerFlow(firsts, hands)

    # ---- Worths.

    def punter_worth(self, how: int, plan: PunterPlan, against: BankerFlow, regret: Floats = NO_REGRET) -> Floats:
        """What each stake is worth by first card (11, levels), playing on; the plan's actions change as `how` says."""
        tree, tables = self.tree, self.tables
        pontoons, losses = tables.pontoons @ against.firsts.T, tables.losses @ against.firsts.T

        def work(_: int, part: list[Kind]) -> None:
            for kind in part:
                stick_worth(kind.first, kind.spots, kind.meetings, against.hands, self._stick)

        self._share(work)
        self._stick[:-1] += pontoons[tree.row, tree.branch[self.public_of]]
        self._stick[:-1] *= tree.staked[self.public_of]
        punter_back(
            how, tree.bounds, tree.branch, tree.row, tree.after, tree.child,
            losses, self._stick, regret, plan.actions, self._worth, self._value,
        )  # fmt: skip
        played = np.where(tree.roots >= 0, self._value[tree.roots], 0.0).sum(axis=2)  # (branches, 11)
        played += self.units[:, None] * (against.firsts @ tables.beside.T)
        found = np.zeros((11, len(self.levels)))
        np.add.at(found.T, self.level, played)
        return found

    def worths(self) -> tuple[Floats, Floats]:
        """What `punter_worth` found last: at every spot, and by sticking there; both times the chance of the cards."""
        return self._value.copy(), self._stick[:-1].copy()

    def banker_worth(self, how: int, plan: BankerPlan, against: PunterFlow, regret: Floats = NO_REGRETS) -> Floats:
        """What the banker's first cards are worth to the punter (branches, 11), playing on; as `punter_worth`."""
        tree, tables = self.tree, self.tables

        sticks = np.append(against.actions[:, STICK] * tree.staked[self.public_of], 0.0)

        def work(number: int, part: list[Kind]) -> None:
            for kind in part:
                here = sticks[kind.spots]
                self.answered(how, kind, here, tree.branch[kind.first : kind.last], plan, regret, self._hands[number])

        self._hands[:] = 0.0
        self._share(work)
        by_branch = self._hands.sum(axis=0)
        found = against.beside.copy()
        for one in VALUES:
            starts = tables.starts[one]
            found[:, one] += by_branch[:, starts[starts >= 0]].sum(axis=1)
        return found

    def answered(
        self, how: int, kind: Kind, sticks: Floats, branch: Ints, plan: BankerPlan, regret: Floats, out: Floats
    ) -> None:
        """Add to `out` (branches, columns) what the banker's hands are worth against hands of a kind that stick."""
        met = np.empty((len(sticks), 2 * self.width))
        banker_meets(sticks, kind.meetings, met)
        banker_back(how, kind.first, branch, sticks.any(axis=1), self.edges, self.leads, regret, plan.draws, met, out)
