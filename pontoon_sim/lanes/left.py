"""What is left of deals once controls are taken off them: added up, and made figures of."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..jit import jitable
from ..law import NOT_PLAYED
from ..pack import POSITION
from ..scratch import apart
from ..tabletop import BANK_CLASS, DOUBLED
from ..tally import Moments, Tally
from .controls import Reduction
from .tables import ASIDE, KNOWN, PAIRS

# Columns of `Left.squares`: sums over deals of what is left of the bank's gain, squared, times the initial stakes, and
# times all stakes. A seat has two in `Left.seats`: what is left of its net result, and the square of that.
LEFT_LEFT, LEFT_INITIAL, LEFT_STAKED = range(3)
REST, REST_REST = range(2)
COLUMNS = 2


class Left(NamedTuple):
    """Sums of a chunk of deals, in 1/(scale * unit) and squares of that.

    Attributes
    ----------
    squares : int64 (3,)
    seats : int64 (COLUMNS * punters,)
    """

    squares: Any
    seats: Any


def new_left(punters: int) -> Left:
    """All zero."""
    return Left(apart(3, np.int64), apart(COLUMNS * punters, np.int64))


@jitable
def add_left(pack, table, tables, controls, left):
    """Add what is left of the deal that a pack begun has just played.

    Returns
    -------
    done : bool
        False where more cards of the pack have to be known for it, and nothing was added.
    """
    klass, punters = bank_class(pack, table, tables, controls), table.punters
    if klass < 0:
        return False
    gain, initial, staked = 0, 0, 0
    for seat in range(punters):
        row, hand = controls.rows[seat], 4 * seat
        pair = (np.int64(pack.cards[seat]) << 4) | np.int64(pack.cards[punters + 1 + seat])
        off = controls.bank[row, klass] + own_control(table, tables, controls, seat, pair, _context(pack, tables))
        net = controls.scale * table.net[seat] - off
        left.seats[COLUMNS * seat + REST] += net
        left.seats[COLUMNS * seat + REST_REST] += net * net
        gain -= net
        initial += table.initial[seat]
        for one in range(hand, hand + table.hands[seat]):
            staked += table.staked[one]
    left.squares[LEFT_LEFT] += gain * gain
    left.squares[LEFT_INITIAL] += gain * initial
    left.squares[LEFT_STAKED] += gain * staked
    return True


@jitable
def _start(pack, tables):
    """Where the banker's first two cards stand: his state, and the context."""
    return np.int64(
        tables.bank_starts[(np.int64(pack.cards[tables.punters]) << 4) | np.int64(pack.cards[2 * tables.punters + 1])]
    )


@jitable
def _context(pack, tables):
    return _start(pack, tables) >> 16


@jitable
def bank_class(pack, table, tables, controls):
    """The banker's class, or how he would have ended with nobody to play for; -1 where that takes unknown cards."""
    if table.result[BANK_CLASS] != NOT_PLAYED:
        return table.result[BANK_CLASS]
    state, at = _start(pack, tables) & 0xFFFF, np.int64(pack.words[POSITION])
    known, size = np.int64(pack.words[KNOWN]), np.int64(pack.size)
    while state >= tables.bank_first_open:
        if at >= known and known < size:
            return -1
        state = np.int64(tables.bank_steps[(state << 4) | np.int64(pack.cards[at])])
        at += 1
    return controls.classes[state]


@jitable
def own_control(table, tables, controls, seat, pair, context):
    """What a seat's own end takes off, nothing where lanes leave its first two cards to the deal."""
    if tables.starts[PAIRS * (tables.contexts * seat + context) + pair] == ASIDE:
        return 0
    hand = 4 * seat
    key = (((table.klass[hand] << 1) | table.result[DOUBLED]) << 48) | (table.initial[seat] << 24) | table.staked[hand]
    return controls.own[controls.rows[seat], controls.places[np.searchsorted(controls.keys, key)]]


@dataclass
class ReducedTally(Tally):
    """A tally that also holds what is left of deals, and makes its figures of that.

    Attributes
    ----------
    scale : int
        What is left is told in 1/(scale * unit).
    means : tuple of Fraction
        The exact mean of what was taken off each seat's net result.
    left : dict of str to list of int
        The fields of `Left`.
    """

    scale: int = 1
    means: tuple[Fraction, ...] = ()
    left: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, tally: Tally, reduction: Reduction, left: Left) -> ReducedTally:
        """A tally together with what is left of its deals."""
        sums = {name: values.tolist() for name, values in left._asdict().items()}
        scale = reduction.controls.scale
        return cls(tally.punters, tally.unit, tally.deals, tally.voided, tally.sums, scale, reduction.means, sums)

    @property
    def reduced(self) -> bool:
        """Whether figures come of less than whole deals."""
        return True

    def add(self, other: Tally) -> None:
        """Add the deals of another tally of the same table."""
        if not isinstance(other, ReducedTally) or (self.scale, self.means) != (other.scale, other.means):
            raise ValueError("tallies of different controls cannot be added")
        super().add(other)
        for name, values in other.left.items():
            self.left[name] = [mine + theirs for mine, theirs in zip(self.left[name], values, strict=True)]

    def reckoned(self) -> tuple[Fraction, int, Moments]:
        """What is left of the bank's gain with the mean of what was taken off put back."""
        plain, mean, deals = self.moments(), -sum(self.means, Fraction()), self.deals
        rest = -sum(self.left["seats"][REST::COLUMNS])
        squares, by_initial, by_staked = self.left["squares"]
        gain = rest + deals * mean
        return (
            gain,
            self.scale * self.unit,
            plain._replace(
                gg=squares + 2 * mean * rest + deals * mean**2,
                gi=by_initial + mean * self.initial,
                gs=by_staked + mean * self.staked,
                gd=gain,
            ),
        )

    def seat_reckoned(self, seat: int) -> tuple[Fraction, Fraction, Fraction, int]:
        """The same of a seat's net result."""
        mean, deals = self.means[seat], self.deals
        rest, squares = self.left["seats"][COLUMNS * seat : COLUMNS * (seat + 1)]
        net = rest + deals * mean
        return net, squares + 2 * mean * rest + deals * mean**2, net, self.scale * self.unit

    def exact_sums(self) -> dict[str, Any]:
        """All sums, and what is known without a deal, as fractions."""
        means = [str(mean) for mean in self.means]
        return {**super().exact_sums(), "reduced": {"scale": self.scale, "means": means, **self.left}}
