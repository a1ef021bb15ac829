"""What each thing that a punter shows tells of the cards that he hides, worked out once from his policy.

A *state* is all that the table sees of a hand in play: the stake, whether it came of a split, and in their order the
twists with their cards and the buys with their amounts. With it go all sets of hidden cards that would have made this
punter do what he did, and in how many orders. Which of them are likely is a matter of what else is seen, later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...cards import ACE, RANKS
from ...deal import NO_CARD, split_slot
from ...errors import LaterError
from ...hands import BUST, EMPTY, WIDTH, graph
from ...law import Law, plain_law, pontoon_level, split_rank
from ...rulebook import Rules
from ..players import STICK, TWIST, added
from ..stakes import StakeSchedule
from ..tables import PunterPolicy
from .sorts import Sorts

MOST_STATES = 100_000  # some 100 MB; without a limit of cards a table can show far more than that

Hidden = tuple[int, ...]  # sorts of hidden cards, sorted


class Maybe(NamedTuple):
    """A hand that would look like this: what it hides, the policy's phase, and the node of all its cards."""

    hidden: Hidden
    phase: int
    node: int


Ways = Counter[Maybe]  # in how many orders it may have come about


@dataclass
class State:
    """What the table sees of a hand, and what may lie behind it.

    Attributes
    ----------
    ways : Counter of Maybe
    base, last : int
        The initial stake, and the last buy.
    twist : dict of sort to state
    buy : dict of amount to state
    stops : Counter of (hidden cards, class)
        The hands among them that are not played on.
    """

    ways: Ways
    base: int
    last: int
    twist: dict[int, int] = field(default_factory=dict)
    buy: dict[int, int] = field(default_factory=dict)
    stops: Counter[tuple[Hidden, int]] = field(default_factory=Counter)


class Root(NamedTuple):
    """How a hand begins: the plan of its seat, the initial stake, and the slot of a split (0: none)."""

    plan: int
    initial: int
    slot: int


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
            for initial in sorted(set(self._stakes(schedule).values())):
                self._begin(number, policy, schedule, initial)
            for state in range(first, MOST_STATES + 1):  # their list grows meanwhile
                if state == len(self.states):
                    break
                self._play_on(number, policy, state)
            else:
                raise LaterError(
                    f"A banker who reads the table would have to tell more than {MOST_STATES:,} things apart that the "
                    f"policy {policy.name!r} may show under {rules.name!r}: set max_cards=5, or name another banker."
                )

    def _stakes(self, schedule: StakeSchedule) -> dict[int, int]:
        """The initial stake by rank of the first card."""
        before = self.rules.stakes_when == "before-deal"
        return {rank: int(schedule.stakes[NO_CARD if before else rank]) for rank in range(len(RANKS))}

    def _begin(self, plan: int, policy: PunterPolicy, schedule: StakeSchedule, initial: int) -> None:
        firsts = {rank for rank, stake in self._stakes(schedule).items() if stake == initial}
        self.roots[Root(plan, initial, 0)] = self._state(plan, self._unsplit(policy, initial, firsts), initial, 0)
        for rank in range(len(RANKS)) if self.rules.splits and not self.by_first else ():
            if split_rank(self.rules, rank, rank) != rank or not policy.ever_splits[rank]:
                continue
            for hands in range(2, self.rules.max_hands + 1):
                ways = self._split(policy, initial, rank, hands)
                root = Root(plan, initial, split_slot(rank, hands, 0))
                self.roots[root] = state = self._state(plan, ways, initial, 0)
                if rank == ACE and self.law.split_aces_one_card:
                    self._one_card.add(state)

    def _unsplit(self, policy: PunterPolicy, initial: int, firsts: set[int]) -> Ways:
        """The first two cards of a hand that is neither a pontoon nor split."""
        ways: Ways = Counter()
        phase = policy.begin(initial, False)
        for one, some in self._sorts_among(firsts):
            for two, others in self._sorts_among(set(range(len(RANKS)))):
                if pontoon_level(self.rules, some, others):
                    continue
                rank = split_rank(self.rules, some, others) if one == two else None
                if rank is not None and policy.most_hands(initial, False, rank, self.rules.max_hands) > 1:
                    continue
                self._add(ways, self._sorted(one, two), phase, self.node(EMPTY, one, two))
        return ways

    def _split(self, policy: PunterPolicy, initial: int, rank: int, hands: int) -> Ways:
        """The second card of a hand that came of a split, and is not split again: the first one is known."""
        ways: Ways = Counter()
        most = policy.most_hands(initial, False, rank, self.rules.max_hands)
        first = self.sorts.of[rank]
        for two, other in self._sorts_among(set(range(len(RANKS)))):
            pair = split_rank(self.rules, rank, other) is not None
            if pair and hands < most:
                continue
            if pontoon_level(self.rules, rank, other) and self.law.split_pontoon:
                continue
            phase = policy.begin(initial, False, split_slot(rank, hands, int(pair)))
            self._add(ways, (two,), phase, self.node(EMPTY, first, two))
        return ways

    def _sorts_among(self, ranks: set[int]) -> Iterator[tuple[int, int]]:
        """Sorts among some ranks (all of a sort or none), each with a rank of it."""
        return ((sort, some[0]) for sort, some in enumerate(self.sorts.ranks) if some[0] in ranks)

    def _sorted(self, *hidden: int) -> Hidden:
        return (*hidden[: self.by_first], *sorted(hidden[self.by_first :]))

    def node(self, node: int, *sorts: int) -> int:
        """The node after some more cards."""
        for sort in sorts:
            node = int(self.take[node * WIDTH + self.sorts.ranks[sort][0]])
        return node

    def _add(self, ways: Ways, hidden: Hidden, phase: int, node: int, times: int = 1) -> None:
        """Count a hand, if the pack has the cards for it and they are not bust."""
        if node != BUST and all(hidden.count(sort) <= self.full[sort] for sort in hidden):
            ways[Maybe(hidden, phase, node)] += times

    def _state(self, plan: int, ways: Ways, base: int, last: int) -> int:
        """The state with those hands behind it, that of another order of cards where it comes to the same."""
        key = (plan, base, last, frozenset(ways.items()))
        if key not in self._known:
            self._known[key] = len(self.states)
            self.states.append(State(ways, base, last))
        return self._known[key]

    def _play_on(self, plan: int, policy: PunterPolicy, number: int) -> None:
        """Part the hands of a state by what they do next."""
        law, state = self.law, self.states[number]
        twisted: dict[int, Ways] = {}
        bought: dict[int, Ways] = {}
        one_card = number in self._one_card
        for maybe, times in state.ways.items():
            hidden, phase, node = maybe
            code = STICK if one_card or not law.open[node] else int(policy.moves[phase, node])
            if code == STICK:
                state.stops[hidden, law.klass[node]] += times
                continue
            after = int(policy.following[phase, code])
            more = added(law, policy, state.base, state.last, code)
            for sort in range(len(self.full)):
                child = self.node(node, sort)
                if code == TWIST:
                    self._add(twisted.setdefault(sort, Counter()), hidden, after, child, times)
                else:
                    both = self._sorted(*hidden, sort)
                    self._add(bought.setdefault(more, Counter()), both, after, child, times)
        state.twist = {sort: self._state(plan, ways, state.base, state.last) for sort, ways in twisted.items() if ways}
        state.buy = {more: self._state(plan, ways, state.base, more) for more, ways in bought.items() if ways}
