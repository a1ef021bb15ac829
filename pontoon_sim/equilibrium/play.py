"""Both sides' play in the tree, and the passes that meet them: what each is worth against the other's flow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from .kernels import BEST, LEARN, banker_back, banker_forth, banker_meets, punter_back, punter_forth, stick_worth
from .meeting import Kind, kinds
from .tables import VALUES, Floats, Tables
from .tree import STICK, Tree

Ints = NDArray[np.int64]

#: How much of a regret stands for the next one, where that helps: it takes a third off the work in games of five cards,
#: and makes three times as much of it in large ones.
AHEAD = 1.0
PARTS = 16  # into which the work of a pass is shared out

# Of one who learns nothing, or plans nothing.
NO_REGRET = NO_PLAN = np.zeros((0, 0))
NO_FIGURES = np.zeros(0)


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
    """What the banker's play lets through: first cards (branches, 11), sticks and draws (as `Field.figures`, 2 each).

    Against public states that the punter does not come to, the banker learns nothing and plays on as before. So what
    his flow there meets need not be reckoned anew (`changed`: where it must be), and is added to a total when it
    changes at last (`owed`: how many times).
    """

    firsts: Floats
    hands: Floats
    changed: NDArray[np.bool_]
    owed: Floats
    met: Floats  # what sticking is worth at every spot, per unit staked
    met_special: Floats  # and of that, what is special (`Tables.special`)

    @classmethod
    def of(cls, field: Field, firsts: Floats, hands: Floats) -> BankerFlow:
        """A flow of which nothing is reckoned yet."""
        met, special = np.zeros((2, field.spots + 1))
        return cls(firsts, hands, np.ones(field.publics, bool), np.zeros(field.publics), met, special)


class Field:
    """Tables and tree together, and the passes over them.

    Parameters
    ----------
    tables : Tables
    tree : Tree
    workers : Executor, optional
        Public states are shared out among them; into the same parts, however many they are, so that all sums are the
        same.

    Attributes
    ----------
    off : float64 (branches,)
        What the banker's double added to the stake where special payments leave it out (`Tables.special`); else 0.
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
        once = 0.0 if tables.special is None else 1.0
        self.off = np.array([once * branch.stake * (branch.times - 1) for branch in tree.branches])
        self.parts = self._parts()
        self._worth = np.zeros(tree.allowed.shape[1])
        self._stick, self._value = np.zeros(self.spots), np.zeros(self.spots)
        self.public_of = np.repeat(np.arange(self.publics), np.diff(tree.bounds))
        self._hands = np.zeros((len(self.parts), len(self.units), self.width))
        self._flow = self.figures(2)
        self.ahead = AHEAD if tree.ordered else 0.0
        self.learnt = np.zeros(self.publics, bool)  # where the banker learnt last

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

    def banker_plan(self) -> BankerPlan:
        """The plan that does everything alike."""
        doubles = np.full((len(self.levels), 11), 0.5 if self.doubles else 0.0)
        return BankerPlan(doubles, np.full((self.publics, self.width), 0.5))

    # ---- Figures by public state and live column: those of all kinds, one behind the other.

    def figures(self, each: int = 1) -> Floats:
        """So many zeros for each."""
        return np.zeros(each * sum((kind.last - kind.first) * len(kind.columns) for kind in self.kinds()))

    def packed(self, figures: Floats) -> Floats:
        """Figures by public state and column (publics, columns) without those of columns that are not live."""
        found = self.figures()
        for kind in self.kinds():
            kind.of(found)[:] = figures[kind.first : kind.last, kind.columns]
        return found

    def draws(self, flow: BankerFlow) -> Floats:
        """How likely he draws whose play lets that through (publics, columns); where nothing comes, never."""
        found = np.zeros((self.publics, self.width))
        for kind in self.kinds():
            sticks, draws = np.split(kind.of(flow.hands, 2), 2, axis=1)
            both = sticks + draws
            chance = np.divide(draws, both, out=np.zeros_like(both), where=both > 0)
            found[kind.first : kind.last, kind.columns] = chance
        return found

    def kinds(self) -> Iterator[Kind]:
        """All kinds of public states, in their order."""
        return chain.from_iterable(self.parts)

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
        if tables.special is not None:
            beside -= self._beside_special(tables.special, plan, actions)
        return PunterFlow(plan.stakes, actions, beside)

    def _beside_special(self, special: Tables, plan: PunterPlan, actions: Floats) -> Floats:
        """What of all that ends besides the banker's play is not paid, for it is special: (branches, 11)."""
        found = (plan.stakes[:, self.level].T * self.off[:, None]) @ special.beside
        number = self.tree.branch[self.public_of]
        sticks, draws = actions[:, STICK], actions[:, STICK + 1 :].sum(axis=1)
        for ends, by_row in ((sticks, special.pontoons), (draws, special.losses)):
            flow = np.zeros((len(self.off), len(by_row)))
            np.add.at(flow, (number, self.tree.row), ends)
            found += self.off[:, None] * (flow @ by_row)
        return found

    def firsts(self, doubles: Floats) -> Floats:
        """The flow to the banker's first cards in each branch (branches, 11)."""
        found = np.zeros((len(self.units), 11))
        for number, branch in enumerate(self.tree.branches):
            chance = doubles[self.level[number], 1:]
            found[number, 1:] = chance if branch.times == 2 else 1 - chance
        return found

    def banker_flow(self, plan: BankerPlan) -> BankerFlow:
        """What a plan lets through, valid until the next call."""
        flow = BankerFlow.of(self, self.firsts(plan.doubles), self._flow)
        self.renew(flow, plan.doubles, self.packed(plan.draws), 0.0, self._flow)
        return flow

    def renew(self, flow: BankerFlow, doubles: Floats, draws: Floats, weight: float, total: Floats) -> None:
        """Let a flow be that of a changed plan, and owe a total so many times of it; where it changes, pay first."""
        flow.firsts[:] = self.firsts(doubles)
        starts = np.zeros((len(self.units), self.width))
        for one in VALUES:
            for two in VALUES:
                if self.tables.starts[one, two] >= 0:
                    starts[:, self.tables.starts[one, two]] += flow.firsts[:, one]

        def work(_: int, part: list[Kind]) -> None:
            for kind in part:
                places, owed = np.flatnonzero(flow.changed[kind.first : kind.last]), flow.owed[kind.first : kind.last]
                if len(places):
                    branch, to = self.tree.branch[kind.first : kind.last], np.ascontiguousarray(starts[:, kind.columns])
                    hands, whole = kind.of(flow.hands, 2), kind.of(total, 2)
                    banker_forth(places, branch, kind.edges, kind.leads, to, kind.of(draws), hands, owed, whole)
                    owed[places] = 0.0
                owed += weight

        self._share(work)

    def pay(self, flow: BankerFlow, total: Floats) -> None:
        """Add to a total what is still owed of a flow."""

        def work(_: int, part: list[Kind]) -> None:
            for kind in part:
                hands, whole = kind.of(flow.hands, 2), kind.of(total, 2)
                for place, times in enumerate(flow.owed[kind.first : kind.last]):
                    whole[place] += times * hands[place]

        self._share(work)
        flow.owed[:] = 0.0

    # ---- Worths.

    def punter_worth(self, how: int, plan: PunterPlan, against: BankerFlow, regret: Floats = NO_REGRET) -> Floats:
        """What each stake is worth by first card (11, levels), playing on; the plan's actions change as `how` says."""
        tree, tables = self.tree, self.tables
        pontoons, losses = tables.pontoons @ against.firsts.T, tables.losses @ against.firsts.T

        def work(_: int, part: list[Kind]) -> None:
            for kind in part:
                places = np.flatnonzero(against.changed[kind.first : kind.last])
                if len(places):
                    stick_worth(places, kind.spots, kind.meetings, kind.of(against.hands, 2), against.met)
                    if kind.special is not None:
                        stick_worth(places, kind.spots, kind.special, kind.of(against.hands, 2), against.met_special)

        self._share(work)
        against.changed[:] = False
        np.add(against.met[:-1], pontoons[tree.row, tree.branch[self.public_of]], out=self._stick)
        self._stick *= tree.staked[self.public_of]
        beside, flat = self.units[:, None] * (against.firsts @ tables.beside.T), np.zeros_like(losses)
        if tables.special is not None:
            number, special = tree.branch[self.public_of], tables.special
            unpaid = against.met_special[:-1] + (special.pontoons @ against.firsts.T)[tree.row, number]
            self._stick -= unpaid * self.off[number]
            beside -= self.off[:, None] * (against.firsts @ special.beside.T)
            flat = (special.losses @ against.firsts.T) * self.off
        punter_back(
            how, self.ahead, tree.bounds, tree.branch, tree.row, tree.after, tree.child,
            losses, flat, self._stick, regret, plan.actions, self._worth, self._value,
        )  # fmt: skip
        played = np.where(tree.roots >= 0, self._value[tree.roots], 0.0).sum(axis=2)  # (branches, 11)
        played += beside
        found = np.zeros((11, len(self.levels)))
        np.add.at(found.T, self.level, played)
        return found

    def worths(self) -> tuple[Floats, Floats]:
        """What `punter_worth` found last: at every spot, and by sticking there; both times the chance of the cards."""
        return self._value.copy(), self._stick.copy()

    def banker_worth(self, how: int, draws: Floats, against: PunterFlow, regret: Floats = NO_FIGURES) -> Floats:
        """What the banker's first cards are worth to the punter (branches, 11), playing on; as `punter_worth`.

        His draws are `packed`; of one who takes the best there are none.
        """
        tables, sticks = self.tables, np.append(against.actions[:, STICK], 0.0)
        comes = np.logical_or.reduceat(sticks[:-1] != 0.0, self.tree.bounds[:-1])
        if how == LEARN:
            self.learnt = comes

        def work(number: int, part: list[Kind]) -> None:
            for kind in part:
                places = np.flatnonzero(comes[kind.first : kind.last])
                if len(places):  # else there is nothing to gain, to lose or to learn
                    own = NO_PLAN if how == BEST else kind.of(draws), NO_PLAN if how != LEARN else kind.of(regret, 2)
                    self.answered(how, kind, places, sticks[kind.spots[places]], *own, self._hands[number])

        self._hands[:] = 0.0
        self._share(work)
        by_branch = self._hands.sum(axis=0)
        found = against.beside.copy()
        for one in VALUES:
            starts = tables.starts[one]
            found[:, one] += by_branch[:, starts[starts >= 0]].sum(axis=1)
        return found

    def answered(
        self, how: int, kind: Kind, places: Ints, sticks: Floats, draws: Floats, regret: Floats, out: Floats
    ) -> None:
        """Add to `out` (branches, columns) what the banker's hands are worth against hands of a kind that stick.

        `sticks` is how the punter's play flows to them, a row for each of the public states, at those places of the
        kind.
        """
        publics = kind.first + places
        branch, met = self.tree.branch[publics], np.empty((len(places), 2 * len(kind.columns)))
        banker_meets(sticks * self.tree.staked[publics, None], kind.meetings, met)
        if kind.special is not None:
            unpaid = np.empty_like(met)
            banker_meets(sticks * self.off[branch, None], kind.special, unpaid)
            met -= unpaid
        found = np.zeros((len(out), len(kind.columns)))
        banker_back(how, self.ahead, places, branch, kind.edges, kind.leads, regret, draws, met, found)
        out[:, kind.columns] += found
