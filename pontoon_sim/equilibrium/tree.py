"""What both sides can see of a punter's turn, and what he alone sees: the states of the game, as arrays.

A *public state* is what the banker knows: the stake, whether it is doubled, every buy with its amount, every card that
was twisted face up, in their order. In it the punter is at one of several *spots*: his hidden cards (the first two and
those he bought) as a multiset, for their order changes nothing of what is to come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import LaterError
from ..hands import BUST, EMPTY
from ..law import buy_limits, can_buy
from ..rulebook import Rules
from .tables import VALUES, Tables

STICK, TWIST, BUY = 0, 1, 2  # places of actions: from `BUY` on the amounts that a buy may cost, rising

NEW, ASKED, PLAYS = range(3)  # stages: two new cards come after a burn; is the hand burnt?; it is played
KEEP, BURN = 1, 2  # places of what is answered when it is asked

ORDER = 2  # see `Grower`
MOST = 4_000_000  # draws between spots: four times what the largest preset has

# ("buy", amount), ("twist", value of the card) or ("burn", value of its smaller card); behind burns ("new", 0) and
# ("asked", 0) for the stages of the same names
Event = tuple[str, int]


class Branch(NamedTuple):
    """How a deal may begin: the stake, and how often it counts (2 once the banker has doubled)."""

    stake: int
    times: int


@dataclass
class Public:
    """A public state.

    Attributes
    ----------
    branch : int
    history : tuple of Event
    staked, last, buys, twisted : int
        Total stake, last buy (0: none), number of buys, whether a card was twisted.
    amounts : tuple of int
        What the next card may be bought for.
    burnt, stage : int
        The set of burnt cards (`burnt.BurntTables`), and `NEW`, `ASKED` or `PLAYS`.
    spots : dict of (hidden, hand) to int
        Nodes of the hidden cards and of the whole hand; the place among the spots of the state.
    """

    branch: int
    history: tuple[Event, ...]
    staked: int
    last: int = 0
    buys: int = 0
    twisted: int = 0
    amounts: tuple[int, ...] = ()
    burnt: int = 0
    stage: int = PLAYS
    spots: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def drawn(self) -> tuple[Event, ...]:
        """What came once the hand was played."""
        return tuple(event for event in self.history if event[0] not in ("burn", "new", "asked"))

    @property
    def kind(self) -> tuple[int, int, int, int, list[int]]:
        """What was burnt, how many cards have come and were bought, and which were twisted: what hands there may be."""
        twisted = sorted(card for what, card in self.history if what == "twist")
        return self.burnt, self.stage, len(self.drawn), self.buys, twisted

    def spot(self, hidden: int, hand: int) -> int:
        """The place of a spot, which is added when it is new."""
        return self.spots.setdefault((hidden, hand), len(self.spots))


@dataclass(frozen=True)
class Tree:
    """All states, earlier ones first, and those of a kind together.

    Attributes
    ----------
    branches : tuple of Branch
    publics : tuple of Public
    bounds : int64 (publics + 1,)
        Where the spots of each public state begin.
    branch : int64 (publics,)
    staked : float64 (publics,)
    row : int64 (spots,)
        The whole hand's row in `Tables`.
    allowed : int8 (spots, actions)
    after : float64 (publics, actions)
        Total stake after an action.
    child : int32 (spots, actions - 1, 10)
        The spot after a draw and the value of the card; -1 where that ends the hand for all to see.
    roots : int64 (branches, 11, 11)
        The spot by branch, first and second card; -1 for a pontoon and where there is none.
    ordered : bool
        Whether the order of all twisted cards is seen.
    order : int
        As `Grower` has it.
    """

    branches: tuple[Branch, ...]
    publics: tuple[Public, ...]
    bounds: NDArray[np.int64]
    branch: NDArray[np.int64]
    staked: NDArray[np.float64]
    row: NDArray[np.int64]
    allowed: NDArray[np.int8]
    after: NDArray[np.float64]
    child: NDArray[np.int32]
    roots: NDArray[np.int64]
    ordered: bool
    order: int

    def publics_seen(self) -> set[tuple[int, int, tuple[Event, ...]]]:
        """All that a banker may see of a punter: the stake, how often it counts, and what he bought and twisted."""
        return {(*self.branches[public.branch], public.history) for public in self.publics}


class Grower:
    """Grows the tree, one number of cards after the other.

    Parameters
    ----------
    tables : Tables
    branches : tuple of Branch
    all_amounts : bool
        Whether a buy may cost any legal amount, or but the least and the most.
    order : int
        So many cards are twisted in an order that is seen; of later ones it is seen which they are. With `ORDER`, the
        order of a whole turn of five cards is.
    """

    def __init__(self, tables: Tables, branches: tuple[Branch, ...], all_amounts: bool = False, order: int = ORDER):
        self.tables, self.branches = tables, branches
        self.all_amounts, self.order = all_amounts, order
        self.ordered = True
        self.publics: list[Public] = []
        self._known: dict[tuple[int, tuple[Event, ...]], int] = {}
        self._edges: list[tuple[int, int, int, int, int, int]] = []  # state, spot, action, card, state, spot
        self._roots: list[tuple[int, int, int, int, int]] = []  # branch, first card, second card, state, spot

    def tree(self) -> Tree:
        """The whole tree."""
        for number, (stake, times) in enumerate(self.branches):
            self._state(Public(number, (), stake * times))
            for one in VALUES:
                for two in VALUES:
                    found = self._dealt(number, 0, one, two)
                    if found:
                        self._roots.append((number, one, two, *found))
        for place, _ in enumerate(self.publics):  # grows while it is read; a state has all its spots by its turn
            self._grow(place)
            if len(self._edges) > MOST or len(self.publics) * len(self.tables.columns) > 40 * MOST:
                raise LaterError(
                    f"Under {self.tables.rules.name} such stakes and buys make too many states to solve: take fewer "
                    "stakes (levels), buys=ends, fewer hands to be burnt (burns), or rules with a limit of five cards."
                )
        self._sort()
        return self._packed()

    def _dealt(self, branch: int, burnt: int, one: int, two: int) -> tuple[int, int] | None:
        """The public state and the spot after two cards; None for a pontoon and where there are no such cards."""
        tables, start = self.tables, self.tables.starts[one, two]
        if start < 0 or tables.row(burnt, int(tables.columns[start])) < 0:
            return None
        node = int(tables.columns[start])
        asked = tables.burnt_after(burnt, node) >= 0
        for stage in (PLAYS, ASKED) if asked else (PLAYS,):  # the hand may be kept
            place = self._state(self._begun(branch, burnt, stage))
            spot = self.publics[place].spot(node, node)
        return place, spot

    def _begun(self, branch: int, burnt: int, stage: int) -> Public:
        """A public state before anything is bought or twisted."""
        stake, times = self.branches[branch]
        events = [("burn", card) for card in self.tables.burnt_cards(burnt)]
        events += {NEW: [("new", 0)], ASKED: [("asked", 0)], PLAYS: []}[stage]
        return Public(branch, tuple(events), stake * times, burnt=burnt, stage=stage)

    def _state(self, public: Public) -> int:
        """The place of a public state, which is added when it is new."""
        public.history = self._seen(public.history)
        key = (public.branch, public.history)
        if key not in self._known:
            self._known[key] = len(self.publics)
            public.amounts = self._amounts(public)
            self.publics.append(public)
        return self._known[key]

    def _seen(self, history: tuple[Event, ...]) -> tuple[Event, ...]:
        """A history as it is known."""
        found = as_known(history, self.order)
        self.ordered = self.ordered and found == history
        return found

    def _amounts(self, public: Public) -> tuple[int, ...]:
        law, (stake, times) = self.tables.law, self.branches[public.branch]
        if public.stage != PLAYS or law.first_buy_max == 0 or (law.max_buys and public.buys >= law.max_buys):
            return ()
        if public.twisted and not law.buy_after_twist:
            return ()
        least, most = buy_limits(law, stake if law.extras.cap_undoubled else stake * times, public.last)
        return tuple(range(least, most + 1)) if self.all_amounts else tuple(sorted({int(least), int(most)}))

    def _grow(self, place: int) -> None:
        """What may follow a public state."""
        tables, public = self.tables, self.publics[place]
        for (hidden, hand), spot in list(public.spots.items()):
            if public.stage == ASKED:
                self._asked(place, spot, hand)
                continue
            if public.stage == NEW:
                for second in VALUES:
                    first = int(tables.children[EMPTY].tolist().index(hand)) + 1
                    found = self._dealt(public.branch, public.burnt, first, second)
                    if found:
                        self._edges.append((place, spot, TWIST, second, *found))
                continue
            if not tables.open[hand]:
                continue
            for card in VALUES:
                after = int(tables.children[hand, card - 1])
                if after == BUST or tables.row(public.burnt, after) < 0:  # settled, or no card of that value is left
                    continue
                self._link(place, spot, TWIST, card, self._twisted(public, card), (hidden, after))
                if not can_buy(tables.law, hand, public.buys, public.twisted):
                    continue
                grown = int(tables.children[hidden, card - 1])
                for number, amount in enumerate(public.amounts):
                    self._link(place, spot, BUY + number, card, self._bought(public, amount), (grown, after))

    def _asked(self, place: int, spot: int, hand: int) -> None:
        """A hand is kept, or burnt for two new cards, the first of which is seen by itself here."""
        tables, public = self.tables, self.publics[place]
        self._link(place, spot, KEEP, 1, self._begun(public.branch, public.burnt, PLAYS), (hand, hand))
        burnt = tables.burnt_after(public.burnt, hand)
        for card in VALUES:
            node = int(tables.children[EMPTY, card - 1])
            self._link(place, spot, BURN, card, self._begun(public.branch, burnt, NEW), (node, node))

    def _link(self, place: int, spot: int, action: int, card: int, to: Public, cards: tuple[int, int]) -> None:
        other = self._state(to)
        self._edges.append((place, spot, action, card, other, self.publics[other].spot(*cards)))

    def _twisted(self, public: Public, card: int) -> Public:
        return Public(
            public.branch, (*public.history, ("twist", card)), public.staked, public.last, public.buys, twisted=1,
            burnt=public.burnt,
        )  # fmt: skip

    def _bought(self, public: Public, amount: int) -> Public:
        history, staked = (*public.history, ("buy", amount)), public.staked + amount
        return Public(public.branch, history, staked, amount, public.buys + 1, public.twisted, burnt=public.burnt)

    def _sort(self) -> None:
        """Put public states of a kind together; those of fewer cards stay first."""
        order = sorted(range(len(self.publics)), key=lambda place: self.publics[place].kind)
        place_of = {old: new for new, old in enumerate(order)}
        self.publics = [self.publics[old] for old in order]
        self._known = {key: place_of[place] for key, place in self._known.items()}
        self._roots = [(a, b, c, place_of[d], e) for a, b, c, d, e in self._roots]
        self._edges = [(place_of[a], b, c, d, place_of[e], f) for a, b, c, d, e, f in self._edges]

    def _packed(self) -> Tree:
        tables, publics = self.tables, self.publics
        bounds = np.cumsum([0, *(len(public.spots) for public in publics)])
        row = [self._row(public, hand) for public in publics for _, hand in public.spots]
        actions = BUY + max(len(public.amounts) + (public.stage == ASKED) for public in publics)
        allowed = np.zeros((len(row), actions), np.int8)
        after = np.zeros((len(publics), actions))
        for place, public in enumerate(publics):
            after[place] = public.staked
            after[place, BUY : BUY + len(public.amounts)] += public.amounts
            for (_, hand), spot in public.spots.items():
                may = allowed[bounds[place] + spot]
                if public.stage != PLAYS:
                    may[TWIST : BURN + 1 if public.stage == ASKED else BUY] = 1
                    continue
                may[STICK] = tables.law.may_stick[hand] or not tables.open[hand]
                may[TWIST] = tables.open[hand]
                if tables.open[hand] and can_buy(tables.law, hand, public.buys, public.twisted):
                    may[BUY : BUY + len(public.amounts)] = 1
        child = np.full((len(row), actions - 1, 10), -1, np.int32)
        edges = np.array(self._edges, np.int64).reshape(-1, 6).T
        child[bounds[edges[0]] + edges[1], edges[2] - 1, edges[3] - 1] = bounds[edges[4]] + edges[5]
        roots = np.full((len(self.branches), 11, 11), -1)
        for number, one, two, place, spot in self._roots:
            roots[number, one, two] = bounds[place] + spot
        return Tree(
            branches=self.branches,
            publics=tuple(publics),
            bounds=bounds.astype(np.int64),
            branch=np.array([public.branch for public in publics], np.int64),
            staked=np.array([float(public.staked) for public in publics]),
            row=np.array(row, np.int64),
            allowed=allowed,
            after=after,
            child=child,
            roots=roots.astype(np.int64),
            ordered=self.ordered,
            order=self.order,
        )

    def _row(self, public: Public, hand: int) -> int:
        find = self.tables.row if public.stage == PLAYS else self.tables.row_beside
        return find(public.burnt, hand)


def as_known(history: tuple[Event, ...], order: int) -> tuple[Event, ...]:
    """A history of which so many twisted cards are known in their order: later ones come in the order of values."""
    twists = [place for place, event in enumerate(history) if event[0] == "twist"]
    if len(twists) <= order + 1:  # the order of one card is no question
        return history
    known = twists[order]
    return (*history[:known], *sorted(history[known:]))


def places_within(tree: Tree, smaller: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the public states of a tree, and their spots, are in one that shows less of the order of cards."""
    known = {(public.branch, public.history): place for place, public in enumerate(smaller.publics)}
    publics = [known[public.branch, as_known(public.history, smaller.order)] for public in tree.publics]
    spots = [
        smaller.bounds[place] + smaller.publics[place].spots[cards]
        for place, public in zip(publics, tree.publics, strict=True)
        for cards in public.spots
    ]
    return np.array(publics), np.array(spots)


def branches_of(rules: Rules, levels: tuple[int, ...]) -> tuple[Branch, ...]:
    """How a deal with one of those stakes may begin: undoubled by rising stakes, then doubled where that may be."""
    times = (1,) if rules.banker_doubles == "no" else (1, 2)
    return tuple(Branch(stake, count) for count in times for stake in levels)
