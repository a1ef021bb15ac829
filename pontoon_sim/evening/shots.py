"""What shots bring over an evening, apart from the ordinary stakes: by seat, by what the hand showed, and the kitty.

Nothing is changed here: this kind only notes (`between`). Of every sitting it takes the products of totals, since
sittings are independent of each other as deals are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..hands import graph
from ..jit import is_a, jitable, overload
from ..law import CLASSES
from ..scratch import apart
from ..tabletop import BANK_CLASS, KITTY
from . import between as between_deals
from .state import BANKER, KITTY_BEFORE, PLAYED

if TYPE_CHECKING:
    from .sittings import SittingSetting

# What is added up, for each seat and for all together: units shot; the punter's gain on them, in units; his gain on
# ordinary stakes, in 1/unit; his initial stakes, in units; and deals.
SHOT, ON_SHOTS, ORDINARY, INITIAL, DEALS = range(5)
WIDTH = 5
# Entries of `ShotNotes.kitty`: sums over counted deals of the kitty before them; deals that left it empty; units that
# bankers put up before them, and that they took home when the bank moved.
BEFORE, EMPTY, PUT_UP, TAKEN = range(4)
# Entries of `ShotNotes.last`: what the kitty held and which chair banked when the last deal was over.
LAST_KITTY, LAST_BANKER = range(2)


class ShotNotes(NamedTuple):
    """Notes of what is shot, by players who have shooting policies (`Seated.shots`), be it ``none``.

    Attributes
    ----------
    warm_up : int
        Deals of a sitting that are not counted.
    now, sums : int64 ((punters + 1) * WIDTH,)
        Totals of the sitting, and of all; the last row is the whole table.
    products : int64 ((punters + 1) * WIDTH * WIDTH,)
        Over sittings: products of the totals of a row.
    cards, nodes : int64 (2 * 16,), int64 (2 * nodes,)
        Units shot, and gained: before the second card by the first one's rank, of hands that were not split; before
        the fourth card by the node of three.
    kitty, last : int64 (4,), int64 (2,)
        See the names above.
    sittings : int64 (1,)
    """

    warm_up: int
    now: Any
    sums: Any
    products: Any
    cards: Any
    nodes: Any
    kitty: Any
    last: Any
    sittings: Any

    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _sit_down(self, law, players, table, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        _prepare(self, law, ring, players, table, evening)

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        _note(self, law, ring, players, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _get_up(self, law, players, table, evening)


@jitable
def _sit_down(between, law, players, table, evening):
    between.last[LAST_BANKER] = -1
    between.now[:] = 0


@jitable
def _prepare(between, law, ring, players, table, evening):
    """Look what became of the kitty since the last deal; before a deal that is dealt again nothing did."""
    kitty, last, now = between.kitty, between.last, table.result[KITTY]
    players.shots.late[:] = 0
    if evening.state[PLAYED] >= between.warm_up and last[LAST_BANKER] >= 0:
        if last[LAST_BANKER] == evening.state[BANKER]:
            kitty[PUT_UP] += now - last[LAST_KITTY]
        else:
            kitty[TAKEN] += last[LAST_KITTY]
            kitty[PUT_UP] += now
    last[LAST_KITTY], last[LAST_BANKER] = now, evening.state[BANKER]


@jitable
def _note(between, law, ring, players, table, evening, moves):
    between.last[LAST_KITTY] = table.result[KITTY]
    if evening.state[PLAYED] <= between.warm_up:
        return
    between.kitty[BEFORE] += evening.state[KITTY_BEFORE]
    if table.result[KITTY] == 0:
        between.kitty[EMPTY] += 1
    now, whole = between.now, table.punters * WIDTH
    for seat in range(table.punters):
        shot, gain = 0, 0
        for hand in range(4 * seat, 4 * seat + table.hands[seat]):
            one = table.shot[hand]
            if one:
                sign = outcome(law, table, hand)
                shot += one
                gain += sign * one
                _by_hand(between, players.shots, table, seat, hand, sign)
        row = seat * WIDTH
        for at in (row, whole):
            now[at + SHOT] += shot
            now[at + ON_SHOTS] += gain
            now[at + ORDINARY] += table.net[seat] - gain * law.unit
            now[at + INITIAL] += table.initial[seat]
        now[row + DEALS] += 1
    now[whole + DEALS] += 1


@jitable
def outcome(law, table, hand):
    """1 where a settled hand's shot was paid, -1 where it went to the kitty."""
    klass = table.klass[hand]
    return 1 if klass and law.pay[klass * CLASSES + table.result[BANK_CLASS]] > 0 else -1


@jitable
def _by_hand(between, shots, table, seat, hand, sign):
    late = shots.late[hand]
    if late:
        place = 2 * shots.late_node[hand]
        between.nodes[place] += late
        between.nodes[place + 1] += sign * late
    early = table.shot[hand] - late
    if early and table.hands[seat] == 1:
        place = 2 * table.first[hand]
        between.cards[place] += early
        between.cards[place + 1] += sign * early


@jitable
def _get_up(between, law, players, table, evening):
    between.sittings[0] += 1
    now, sums, products = between.now, between.sums, between.products
    for row in range(table.punters + 1):
        for one in range(WIDTH):
            value = now[row * WIDTH + one]
            sums[row * WIDTH + one] += value
            for other in range(WIDTH):
                products[(row * WIDTH + one) * WIDTH + other] += value * now[row * WIDTH + other]


@overload(between_deals.sit_down)
def _sits_down(between, law, players, table, evening):
    return _sit_down if is_a(ShotNotes, between) else None


@overload(between_deals.prepare)
def _prepares(between, law, ring, players, table, evening):
    return _prepare if is_a(ShotNotes, between) else None


@overload(between_deals.note)
def _notes(between, law, ring, players, table, evening, moves):
    return _note if is_a(ShotNotes, between) else None


@overload(between_deals.get_up)
def _gets_up(between, law, players, table, evening):
    return _get_up if is_a(ShotNotes, between) else None


@dataclass
class ShotSums:
    """What was noted, in Python integers of any size.

    Attributes
    ----------
    sittings : int
    sums, products, cards, nodes, kitty : list of int
        As in `ShotNotes`.
    """

    sittings: int
    sums: list[int]
    products: list[int]
    cards: list[int]
    nodes: list[int]
    kitty: list[int]

    def add(self, other: ShotSums) -> None:
        """Add what was noted in other sittings."""
        self.sittings += other.sittings
        for name in ("sums", "products", "cards", "nodes", "kitty"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, [one + two for one, two in zip(mine, theirs, strict=True)])

    def total(self, row: int, column: int) -> int:
        """The sum of a column, for a seat (from 0) or, at the number of punters, for all together."""
        return self.sums[row * WIDTH + column]

    def product(self, row: int, one: int, other: int) -> int:
        """The sum over sittings of the product of two columns' totals."""
        return self.products[(row * WIDTH + one) * WIDTH + other]


@dataclass(frozen=True)
class NotesShots:
    """The habit of noting what is shot (`sittings.Habit`)."""

    warm_up: int

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> ShotNotes:
        return self.sheet(setting.punters)

    def sheet(self, punters: int) -> ShotNotes:
        """Empty notes."""
        rows = punters + 1
        return ShotNotes(
            warm_up=self.warm_up,
            now=apart(rows * WIDTH, np.int64),
            sums=apart(rows * WIDTH, np.int64),
            products=apart(rows * WIDTH * WIDTH, np.int64),
            cards=apart(2 * 16, np.int64),
            nodes=apart(2 * len(graph().low), np.int64),
            kitty=apart(4, np.int64),
            last=apart(2, np.int64),
            sittings=apart(1, np.int64),
        )

    def found(self, between: ShotNotes) -> ShotSums:
        names = ("sums", "products", "cards", "nodes", "kitty")
        return ShotSums(int(between.sittings[0]), *(getattr(between, name).tolist() for name in names))
