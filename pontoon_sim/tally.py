"""What is counted of every deal: exact integer sums, added up in kernels and merged without limit in Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .aftermath import bank_moves, shuffles
from .jit import inlined
from .law import CLASSES, HIGH_PONTOON, HIGH_SINGLE, NOT_PLAYED, PONTOON, ROYAL, TRICK, TWENTY_ONE, UNPLAYED, UNPLAYED_21
from .tabletop import BANK_CLASS

# Columns of `Sums.deal`: sums over deals of the bank's gain B (in 1/unit), the punters' initial stakes I and all they
# staked W (in units), and of their squares and products. Columns of `Sums.seats`: the same of one seat.
GAIN, INITIAL, STAKED, GAIN_GAIN, INITIAL_INITIAL, STAKED_STAKED, GAIN_INITIAL, GAIN_STAKED = range(8)
SHUFFLES, MOVES = range(2)


class Sums(NamedTuple):
    """The sums of a chunk of deals, as a kernel adds to them.

    Attributes
    ----------
    deal : int64 (8,)
        Over deals, see the names above.
    seats : int64 (10 * 4,)
        By seat: net result, its square, initial stake, all that was staked.
    classes, bank_classes : int64 (32,)
        Number of punters' hands, and of banker's, by class.
    events : int64 (2,)
        Shuffles and moves of the bank that the rules call for.
    """

    deal: Any
    seats: Any
    classes: Any
    bank_classes: Any
    events: Any


def new_sums() -> Sums:
    """All zero."""
    return Sums(*(np.zeros(size, np.int64) for size in (8, 40, CLASSES, CLASSES, 2)))


@inlined
def add_deal(law, table, sums):
    """Add a settled deal."""
    initial, staked = 0, 0
    for seat in range(table.punters):
        on_hands = 0
        for hand in range(4 * seat, 4 * seat + table.hands[seat]):
            sums.classes[table.klass[hand]] += 1
            on_hands += table.staked[hand]
        net = table.net[seat]
        sums.seats[4 * seat] += net
        sums.seats[4 * seat + 1] += net * net
        sums.seats[4 * seat + 2] += table.initial[seat]
        sums.seats[4 * seat + 3] += on_hands
        initial += table.initial[seat]
        staked += on_hands
    gain = table.net[table.punters]
    deal = sums.deal
    deal[GAIN] += gain
    deal[INITIAL] += initial
    deal[STAKED] += staked
    deal[GAIN_GAIN] += gain * gain
    deal[INITIAL_INITIAL] += initial * initial
    deal[STAKED_STAKED] += staked * staked
    deal[GAIN_INITIAL] += gain * initial
    deal[GAIN_STAKED] += gain * staked
    sums.bank_classes[table.result[BANK_CLASS]] += 1
    moved = bank_moves(law, table, 0, 1) != table.punters
    sums.events[SHUFFLES] += shuffles(law, table, moved)
    sums.events[MOVES] += moved


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

    def outcomes(self, bank: bool = False) -> dict[str, int]:
        """Number of punters' hands (or of the banker's) by outcome."""
        counts = self.sums["bank_classes" if bank else "classes"]
        names = BANKER_OUTCOMES if bank else PUNTER_OUTCOMES
        return {name: sum(counts[klass] for klass in classes) for name, classes in names.items()}
