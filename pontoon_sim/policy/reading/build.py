"""A table's `Book` packed into the arrays that compiled code looks into."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...cards import TEN
from ...hands import BUST, WIDTH, graph
from ...law import CLASSES, HIGH_SINGLE, PONTOON, plain_law
from ...rulebook import Rules
from ..stakes import StakeSchedule
from ..tables import PunterPolicy
from .book import Book, Hidden
from .eyes import Books
from .look import RANK_ROOM, SLOTS
from .sorts import sorts_of


def read_books(
    rules: Rules,
    punters: list[PunterPolicy],
    stakes: list[StakeSchedule],
    busts_hidden: bool = False,
    doubles: bool = False,
) -> Books:
    """What a banker who reads the table knows of these punters.

    Parameters
    ----------
    rules : Rules
    punters, stakes : list of PunterPolicy, list of StakeSchedule
        By seat.
    busts_hidden : bool
        Whether the cards of bust hands are not shown.
    doubles : bool
        Whether he may double. Where that is worth it is for others to say: here it is nowhere.

    Raises
    ------
    LaterError
        When they may show too much.
    """
    plans: dict[tuple[str, str], int] = {}
    seats = [plans.setdefault((p.digest, s.digest), len(plans)) for p, s in zip(punters, stakes, strict=True)]
    unlike = [(punters[seats.index(plan)], stakes[seats.index(plan)]) for plan in plans.values()]
    sorts = sorts_of(rules, punters, stakes)
    book = Book(rules, unlike, sorts, rules.packs_for(len(punters)), doubles=doubles)
    ends, end_of, worth = _ends(rules, {klass for state in book.states for _, klass in state.stops})
    width = 2 * (1 + max(root.initial for root in book.roots))
    of = np.array([*sorts.of, 0, 0, 0], np.int64)
    return Books(
        bank=4 * len(punters),
        sorts=len(sorts.ranks),
        ends=ends,
        width=width,
        busts_hidden=int(busts_hidden),
        sort_of=of,
        rank_of=np.array([some[0] for some in sorts.ranks], np.int64),
        full=np.array(book.full, np.float64),
        plan=np.array(seats, np.int64),
        roots=_roots(book, width),
        **_moves(book),
        **_stops(book, end_of),
        end_of=end_of,
        worth=worth,
        best=_best(rules, ends, worth),
        sure=_sure(rules, ends, worth),
        doubles=np.zeros(len(unlike) * width * RANK_ROOM),
    )


def _ends(rules: Rules, classes: Iterable[int]) -> tuple[int, NDArray[np.int64], NDArray[np.float64]]:
    """Number of unlike ends, the end by class, and what the bank gains by end and its own class."""
    law = plain_law(rules)
    pay = np.array(law.pay, np.float64).reshape(CLASSES, CLASSES) / law.unit
    end_of = np.zeros(CLASSES, np.int64)
    rows: list[NDArray[np.float64]] = []
    for klass in sorted({*classes, *range(PONTOON, HIGH_SINGLE + 1)}):
        row = -pay[klass, :PONTOON]  # his own pontoon leaves him nothing to decide
        places = [place for place, other in enumerate(rows) if np.array_equal(other, row)]
        end_of[klass] = places[0] if places else len(rows)
        if not places:
            rows.append(row)
    worth = np.zeros((len(rows), CLASSES))
    worth[:, :PONTOON] = rows
    return len(rows), end_of, worth.ravel()


def _best(rules: Rules, ends: int, worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """The most that can still come of a banker's hand, by node and end."""
    law, hands = plain_law(rules), graph()
    by_class = worth.reshape(ends, CLASSES).T
    best = by_class[np.array(law.bank_klass)].copy()
    for node in range(len(hands.low) - 1, BUST, -1):  # hands of more cards come last
        if law.open[node]:
            after = hands.take[node * WIDTH : node * WIDTH + TEN + 1]
            best[node] = np.maximum(best[node], best[after].max(axis=0))
    return np.ascontiguousarray(best.ravel())


def _sure(rules: Rules, ends: int, worth: NDArray[np.float64]) -> NDArray[np.int8]:
    """Hands with which he draws (1) or sticks (2) whatever the punters hold; by node, else 0."""
    law, hands = plain_law(rules), graph()
    by_node = worth.reshape(ends, CLASSES).T[np.array(law.bank_klass)]
    best, found = _best(rules, ends, worth).reshape(-1, ends), np.zeros(len(hands.low), np.int8)
    for node in np.flatnonzero(law.open):
        after = hands.take[node * WIDTH : node * WIDTH + TEN + 1]
        if (by_node[after] >= by_node[node]).all():
            found[node] = 1
        elif (best[node] <= by_node[node]).all():
            found[node] = 2
    return found


def _roots(book: Book, width: int) -> NDArray[np.int64]:
    found = np.full((len(book.plans), width, SLOTS), -1, np.int64)
    for root, state in book.roots.items():
        found[root.plan, 2 * root.initial + root.doubled, root.slot] = state
    return found.ravel()


def _moves(book: Book) -> dict[str, Any]:
    """The states after twists and buys."""
    twist = np.full((len(book.states), len(book.full)), -1, np.int64)
    first = np.full(len(book.states), -1, np.int64)
    amount: list[int] = []
    to: list[int] = []
    other: list[int] = []
    for number, state in enumerate(book.states):
        for sort, after in state.twist.items():
            twist[number, sort] = after
        for more, after in state.buy.items():
            other.append(first[number])
            first[number] = len(amount)
            amount.append(more)
            to.append(after)
    lists = {"amount": amount, "to": to, "other": other}
    return {"twist": twist.ravel(), "buy": first} | {k: np.array(some or [0], np.int64) for k, some in lists.items()}


def _stops(book: Book, end_of: NDArray[np.int64]) -> dict[str, Any]:
    """The hands with which a punter stops, state by state."""
    depth = 1 + max((hand.count(s) - 1 for state in book.states for hand, _ in state.stops for s in hand), default=0)
    stops, hidden, cards_at = [0], list[int](), list[int]()
    ways: list[float] = []
    ends: list[int] = []
    cards: list[int] = []
    places: list[int] = []
    for state in book.states:
        hidden.append(len(next(iter(state.ways)).hidden) if state.ways else 0)
        cards_at.append(len(cards))
        by_end: dict[tuple[int, Hidden], float] = defaultdict(float)
        for (hand, klass), times in state.stops.items():
            by_end[int(end_of[klass]), hand] += times
        for (end, hand), times in sorted(by_end.items()):
            ways.append(float(times))
            ends.append(end)
            cards += hand
            places += [sort * depth + hand[:at].count(sort) for at, sort in enumerate(hand)]
        stops.append(len(ways))
    lists = {"stops": stops, "hidden": hidden, "cards_at": cards_at}
    small = {"end": ends, "cards": cards, "place": places}  # gone through often: the less memory, the faster
    whole: dict[str, Any] = {name: np.array(some, np.int64) for name, some in lists.items()}
    whole |= {
        name: np.array(some, np.uint8 if max(some, default=0) < 256 else np.uint16) for name, some in small.items()
    }
    return whole | {"depth": depth, "ways": np.array(ways, np.float64)}
