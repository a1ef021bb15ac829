"""What each thing that a punter shows tells of the cards that he hides, worked out once from how he plays (`habits`).

A *state* is all that the table sees of a hand in play: the stake, whether it came of a split, and in their order the
twists with their cards and the buys with their amounts. With it go all sets of hidden cards that may have made this
punter do what he did, and in how many orders; one who decides by chance counts by how likely he does it. Which of them
are likely is a matter of what else is seen, later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from ...cards import ACE, RANKS
from ...deal import STICK, TWIST, split_slot
from ...errors import LaterError
from ...hands import BUST, EMPTY, WIDTH, graph
from ...law import Law, plain_law, pontoon_level, split_rank
from ...rulebook import Rules
from ..stakes import StakeSchedule
from ..tables import PunterPolicy
from .habits import Chances, Deed, Habit, habit_of, stakes_by_rank
from .look import MOST_BURNS
from .sorts import Sorts

MOST_STATES = 100_000  # some 100 MB; without a limit of cards a table can show far more than that

Hidden = tuple[int, ...]  # sorts of hidden cards, sorted


class Maybe(NamedTuple):
    """A hand that would look like this: what it hides, the policy's phase, and the node of all its cards."""

    hidden: Hidden
    phase: int
    node: int


Ways = dict[Maybe, float]  # in how many orders it may have come about, each times the chance that he plays so


@dataclass
class State:
    """What the table sees of a hand, and what may lie behind it.

    Attributes
    ----------
    ways : dict of Maybe to number
    base, last : int
        The stake that limits buys, and the last buy.
    twist : dict of sort to state
    buy : dict of amount to state
    stops : dict of (hidden cards, class) to number
        The hands among them that are not played on.
    """

    ways: Ways
    base: int
    last: int
    twist: dict[int, int] = field(default_factory=dict)
    buy: dict[int, int] = field(default_factory=dict)
    stops: dict[tuple[Hidden, int], float] = field(default_factory=dict)


class Root(NamedTuple):
    """How a hand begins: the plan of its seat, the stake before a double, the slot, the double.

    The slot is that of a split (`deal.split_slot`), or how often a hand that is none was burnt.
    """

    plan: int
    initial: int
    slot: int
    doubled: int = 0


class Book:
    """All states of a table's hands.

    Parameters
    ----------
    rules : Rules
    plans : list of (PunterPolicy, StakeSchedule)
        The unlike ones among the seats.
    sorts : Sorts
    packs : int
    by_first : bool
        Whether hands that began with another card are told apart: the first hidden card is then the first one, and
        only the rest is sorted. For accounts by the first card; hands that came of splits are left out.
    doubles : bool
        Whether the banker may double: punters may play otherwise then, and buy for more.

    Raises
    ------
    LaterError
        When there are too many states.
    """

    def __init__(
        self,
        rules: Rules,
        plans: list[tuple[PunterPolicy, StakeSchedule]],
        sorts: Sorts,
        packs: int,
        by_first: bool = False,
        doubles: bool = False,
    ):
        self.rules, self.plans, self.sorts = rules, plans, sorts
        self.by_first = int(by_first)
        self.law: Law = plain_law(rules)
        self.full = [4 * packs * len(some) for some in sorts.ranks]
        self.take = graph().take
        self.states: list[State] = []
        self.roots: dict[Root, int] = {}
        self._known: dict[tuple[object, ...], int] = {}
        self._one_card: set[int] = set()  # states of split aces that get no further card
        for number, (policy, schedule) in enumerate(plans):
            first = len(self.states)
            habit, staked = habit_of(self.law, policy), stakes_by_rank(rules, schedule)
            stakes = sorted({stake for some in staked for stake in some})
            for initial, doubled in product(stakes, range(1 + doubles)):
                self._begin(number, policy, habit, initial, doubled, staked)
            for state in range(first, MOST_STATES + 1):  # their list grows meanwhile
                if state == len(self.states):
                    break
                self._play_on(number, habit, state)
            else:
                raise LaterError(
                    f"A banker who reads the table would have to tell more than {MOST_STATES:,} things apart that the "
                    f"policy {policy.name!r} may show under {rules.name!r}: set max_cards=5, or name another banker."
                )

    def _begin(
        self, plan: int, policy: PunterPolicy, habit: Habit, initial: int, doubled: int, staked: list[Chances]
    ) -> None:
        firsts = {rank: some[initial] for rank, some in enumerate(staked) if initial in some}
        base = initial if self.law.extras.cap_undoubled else initial * (1 + doubled)
        for burns, ways in enumerate(self._unsplit(habit, initial, doubled, firsts)):
            self.roots[Root(plan, initial, burns, doubled)] = self._state(plan, ways, base, 0)
        for rank in range(len(RANKS)) if self.rules.splits and not self.by_first else ():
            if split_rank(self.rules, rank, rank) != rank or not policy.ever_splits[rank]:
                continue
            for hands in range(2, self.rules.max_hands + 1):
                ways = self._split(habit, initial, doubled, rank, hands)
                root = Root(plan, initial, split_slot(rank, hands, 0), doubled)
                self.roots[root] = state = self._state(plan, ways, base, 0)
                if rank == ACE and self.law.split_aces_one_card:
                    self._one_card.add(state)

    def _unsplit(self, habit: Habit, initial: int, doubled: int, firsts: dict[int, float]) -> list[Ways]:
        """The two cards of a hand that is neither a pontoon nor split, and those burnt before, by how often it was.

        `firsts` says by rank how likely a first card is staked so.
        """
        found: list[Ways] = []
        thrown: dict[Hidden, float] = {(): 1}
        chances = firsts
        while thrown and len(found) <= MOST_BURNS:
            ways: Ways = {}
            before, thrown = thrown, {}
            for (gone, times), (one, some), (two, others) in product(
                before.items(), self._sorts_among(chances), self._sorts_among(range(len(RANKS)))
            ):
                node, hidden = self.node(EMPTY, one, two), self._sorted(*gone, one, two)
                orders = times * chances[some]
                if habit.burns(initial, doubled, node):
                    thrown[hidden] = thrown.get(hidden, 0) + orders
                    continue
                rank = split_rank(self.rules, some, others) if one == two else None
                splits = rank is not None and habit.splits(initial, doubled, rank, self.rules.max_hands) > 1
                if not splits and not pontoon_level(self.rules, some, others):
                    self._add(ways, hidden, habit.begin(initial, doubled, 0, node), node, orders)
            found.append(ways)
            chances = dict.fromkeys(range(len(RANKS)), 1)
        return found

    def _split(self, habit: Habit, initial: int, doubled: int, rank: int, hands: int) -> Ways:
        """The second card of a hand that came of a split, and is not split again: the first one is known."""
        ways: Ways = {}
        most = habit.splits(initial, doubled, rank, self.rules.max_hands)
        first = self.sorts.of[rank]
        for two, other in self._sorts_among(range(len(RANKS))):
            pair = split_rank(self.rules, rank, other) is not None
            if pair and hands < most:
                continue
            if pontoon_level(self.rules, rank, other) and self.law.split_pontoon:
                continue
            node = self.node(EMPTY, first, two)
            phase = habit.begin(initial, doubled, split_slot(rank, hands, int(pair)), node)
            self._add(ways, (two,), phase, node)
        return ways

    def _sorts_among(self, ranks: Collection[int]) -> Iterator[tuple[int, int]]:
        """Sorts among some ranks (all of a sort or none), each with a rank of it."""
        return ((sort, some[0]) for sort, some in enumerate(self.sorts.ranks) if some[0] in ranks)

    def _sorted(self, *hidden: int) -> Hidden:
        return (*hidden[: self.by_first], *sorted(hidden[self.by_first :]))

    def node(self, node: int, *sorts: int) -> int:
        """The node after some more cards."""
        for sort in sorts:
            node = int(self.take[node * WIDTH + self.sorts.ranks[sort][0]])
        return node

    def _add(self, ways: Ways, hidden: Hidden, phase: int, node: int, times: float = 1) -> None:
        """Count a hand, if the pack has the cards for it and they are not bust."""
        if node != BUST and all(hidden.count(sort) <= self.full[sort] for sort in hidden):
            maybe = Maybe(hidden, phase, node)
            ways[maybe] = ways.get(maybe, 0) + times

    def _state(self, plan: int, ways: Ways, base: int, last: int) -> int:
        """The state with those hands behind it, that of another order of cards where it comes to the same."""
        key = (plan, base, last, frozenset(ways.items()))
        if key not in self._known:
            self._known[key] = len(self.states)
            self.states.append(State(ways, base, last))
        return self._known[key]

    def _play_on(self, plan: int, habit: Habit, number: int) -> None:
        """Part the hands of a state by what they do next."""
        law, state = self.law, self.states[number]
        twisted: dict[int, Ways] = {}
        bought: dict[int, Ways] = {}
        one_card = number in self._one_card
        for maybe, times in state.ways.items():
            hidden, phase, node = maybe
            ends = one_card or not law.open[node]
            for deed in (_STAYS,) if ends else habit.deeds(phase, node, state.base, state.last):
                if deed.move == STICK:
                    end = hidden, int(law.klass[node])
                    state.stops[end] = state.stops.get(end, 0) + times * deed.chance
                    continue
                for sort, some in enumerate(self.sorts.ranks):
                    child, after = self.node(node, sort), habit.after(phase, deed.action, some[0])
                    if deed.move == TWIST:
                        self._add(twisted.setdefault(sort, {}), hidden, after, child, times * deed.chance)
                    else:
                        both = self._sorted(*hidden, sort)
                        self._add(bought.setdefault(deed.move, {}), both, after, child, times * deed.chance)
        state.twist = {sort: self._state(plan, ways, state.base, state.last) for sort, ways in twisted.items() if ways}
        state.buy = {more: self._state(plan, ways, state.base, more) for more, ways in bought.items() if ways}


_STAYS = Deed(STICK, 1, STICK)  # what a hand does that takes no card
