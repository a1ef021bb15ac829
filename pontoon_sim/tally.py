"""What is counted of every deal: exact integer sums, added up in kernels and merged without limit in Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from .aftermath import bank_moves, shuffles
from .jit import inlined, jitable
from .law import (
    CLASSES,
    HIGH_PONTOON,
    HIGH_SINGLE,
    NOT_PLAYED,
    PONTOON,
    ROYAL,
    TRICK,
    TWENTY_ONE,
    UNPLAYED,
    UNPLAYED_21,
    Law,
)
from .scratch import apart
from .tabletop import BANK_CLASS, BANK_PONTOON, ELDEST, PUNTER_PONTOON, Table, new_table

# Columns of `Sums.squares`: sums over deals of squares and products of the bank's gain G (in 1/unit), the punters'
# initial stakes I and all they staked S (in units).
GAIN_GAIN, INITIAL_INITIAL, STAKED_STAKED, GAIN_INITIAL, GAIN_STAKED = range(5)
# Columns of a seat in `Sums.seats`: sums of its net result (in 1/unit), the square of that, and its stakes.
NET, NET_NET, INITIAL, STAKED = range(4)
SEAT_COLUMNS = 4


Rational = int | Fraction  # exact either way


class Sums(NamedTuple):
    """The sums of a chunk of deals, as a kernel adds to them; few additions a deal, the rest follows from these.

    Attributes
    ----------
    squares : int64 (5,)
        Over deals, see the names above.
    seats : int64 (10 * SEAT_COLUMNS,)
    classes : int64 (32,)
        Number of punters' hands by class.
    endings : int64 (32 * 4,)
        Number of deals by the banker's class, times 4, plus 2 where a punter held a pontoon, plus 1 where one of
        them was unsplit. What follows such a deal (a shuffle, a move of the bank) is worked out afterwards.
    """

    squares: Any
    seats: Any
    classes: Any
    endings: Any


def new_sums() -> Sums:
    """All zero."""
    return Sums(*(apart(size, np.int64) for size in (5, 10 * SEAT_COLUMNS, CLASSES, CLASSES * 4)))


@inlined
def add_deal(table, sums):
    """Add a settled deal."""
    initial, staked = 0, 0
    for seat in range(table.punters):
        sums.classes[table.klass[4 * seat]] += 1
        on_hands = table.staked[4 * seat]
        if table.hands[seat] > 1:
            on_hands += add_split_hands(table, sums, seat)
        net = table.net[seat]
        column = SEAT_COLUMNS * seat
        sums.seats[column + NET] += net
        sums.seats[column + NET_NET] += net * net
        sums.seats[column + INITIAL] += table.initial[seat]
        sums.seats[column + STAKED] += on_hands
        initial += table.initial[seat]
        staked += on_hands
    gain = table.net[table.punters]
    squares = sums.squares
    squares[GAIN_GAIN] += gain * gain
    squares[INITIAL_INITIAL] += initial * initial
    squares[STAKED_STAKED] += staked * staked
    squares[GAIN_INITIAL] += gain * initial
    squares[GAIN_STAKED] += gain * staked
    result = table.result
    unsplit = 1 if result[ELDEST] < table.punters else 0
    sums.endings[4 * result[BANK_CLASS] + 2 * result[PUNTER_PONTOON] + unsplit] += 1


@jitable
def add_split_hands(table, sums, seat):
    """Count the hands of a seat but its first; what is staked on them."""
    staked = 0
    for hand in range(4 * seat + 1, 4 * seat + table.hands[seat]):
        sums.classes[table.klass[hand]] += 1
        staked += table.staked[hand]
    return staked


class Moments(NamedTuple):
    """What errors are made of: sums over independent pieces of products of their totals, in exact integers.

    G is the bank's gain (in 1/unit), I the initial stakes, S all stakes, D the deals of a piece; a piece is a deal from
    a fresh pack, or a whole sitting.
    """

    pieces: int
    gg: Rational
    ii: int
    ss: int
    dd: int
    gi: Rational
    gs: Rational
    gd: Rational


#: Outcome of a punter's hand, and of the banker's, by class.
PUNTER_OUTCOMES = {
    "pontoon": range(PONTOON, HIGH_SINGLE + 1),
    "five_card_trick": range(TRICK, TRICK + 1),
    "twenty_one": range(TWENTY_ONE, TWENTY_ONE + 1),
    "stood": range(1, TWENTY_ONE),
    "bust": range(1),
    "royal_pontoon": range(ROYAL, ROYAL + 1),
    "unplayed": range(UNPLAYED, UNPLAYED_21 + 1),
}
BANKER_OUTCOMES = {
    "pontoon": range(PONTOON, HIGH_PONTOON + 1),
    "five_card_trick": range(TRICK, TRICK + 1),
    "twenty_one": range(TWENTY_ONE, TWENTY_ONE + 1),
    "stood": range(1, TWENTY_ONE),
    "bust": range(1),
    "not_played": range(NOT_PLAYED, NOT_PLAYED + 1),
}


def _after(ending: int) -> Table:
    """A table of one punter, as it lies after a deal with that ending."""
    klass, flags = divmod(ending, 4)
    table = new_table(1)
    table.result[BANK_PONTOON] = klass in BANKER_OUTCOMES["pontoon"]
    table.result[PUNTER_PONTOON] = flags >> 1
    table.result[ELDEST] = 1 - (flags & 1)
    return table


@dataclass
class Tally:
    """Sums of any number of deals, in Python integers of any size.

    Attributes
    ----------
    punters, unit : int
        Gains are in 1/`unit` of a unit.
    deals, voided : int
        Counted deals, and deals cancelled for want of cards.
    sums : dict of str to list of int
        The fields of `Sums`.
    """

    punters: int
    unit: int
    deals: int = 0
    voided: int = 0
    sums: dict[str, list[int]] = field(default_factory=lambda: {n: s.tolist() for n, s in new_sums()._asdict().items()})

    def add(self, other: Tally) -> None:
        """Add the deals of another tally of the same table."""
        if (self.punters, self.unit) != (other.punters, other.unit):
            raise ValueError("tallies of different tables cannot be added")
        self.deals += other.deals
        self.voided += other.voided
        for name, values in other.sums.items():
            self.sums[name] = [mine + theirs for mine, theirs in zip(self.sums[name], values, strict=True)]

    def total(self, column: int) -> int:
        """Sum of a column of `Sums.seats` over seats."""
        return sum(self.sums["seats"][column::SEAT_COLUMNS])

    @property
    def reduced(self) -> bool:
        """Whether figures come of less than whole deals (see `lanes.left.ReducedTally`)."""
        return False

    @property
    def gain(self) -> int:
        """The bank's gain, in 1/unit: nets of all at the table sum to zero."""
        return -self.total(NET)

    @property
    def initial(self) -> int:
        """All initial stakes, in units."""
        return self.total(INITIAL)

    @property
    def staked(self) -> int:
        """All that was staked, in units."""
        return self.total(STAKED)

    def moments(self) -> Moments:
        """Products of totals, deals being independent of each other."""
        gg, ii, ss, gi, gs = self.sums["squares"]
        return Moments(self.deals, gg, ii, ss, self.deals, gi, gs, self.gain)

    def seat_moments(self, seat: int) -> tuple[int, int]:
        """Sums over pieces of a seat's net result squared, and times the deals; seats count from 0."""
        net, squares = self.sums["seats"][SEAT_COLUMNS * seat + NET], self.sums["seats"][SEAT_COLUMNS * seat + NET_NET]
        return squares, net

    def reckoned(self) -> tuple[Rational, int, Moments]:
        """The bank's gain as figures take it, the unit in whose parts it is told, and what its errors are made of."""
        return self.gain, self.unit, self.moments()

    def seat_reckoned(self, seat: int) -> tuple[Rational, Rational, Rational, int]:
        """A seat's net result as figures take it, as `seat_moments` of it, and the unit in whose parts it is told."""
        return (self.sums["seats"][SEAT_COLUMNS * seat + NET], *self.seat_moments(seat), self.unit)

    def exact_sums(self) -> dict[str, Any]:
        """All sums, as JSON has them."""
        return {"unit": self.unit, **self.sums}

    def shuffles_and_moves(self, law: Law) -> tuple[int, int]:
        """Deals after which the law calls for a shuffle, and after which it moves the bank."""
        shuffled = moved = 0
        for ending, count in enumerate(self.sums["endings"]):
            if count:
                table = _after(ending)
                moves = bank_moves(law, table, 0, 1) != table.punters
                moved += count * moves
                shuffled += count * shuffles(law, table, moves)
        return shuffled, moved

    def outcomes(self) -> dict[str, int]:
        """Number of punters' hands by outcome."""
        counts = self.sums["classes"]
        return {name: sum(counts[klass] for klass in classes) for name, classes in PUNTER_OUTCOMES.items()}

    def bank_outcomes(self) -> dict[str, int]:
        """Number of deals by the banker's outcome."""
        counts = self.sums["endings"]
        return {
            name: sum(sum(counts[4 * klass : 4 * klass + 4]) for klass in classes)
            for name, classes in BANKER_OUTCOMES.items()
        }
