"""The automaton that lanes play, as the kernel reads it, and what its numbers mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..hands import WIDTH
from ..pack import POSITION

PUNTERS = 6  # most of them: their first cards and the banker's lie in one word of sixteen
PAIRS = 256  # two ranks of four bits
KNOWN = POSITION + 1  # index, behind the position in a pack begun, of how many of its cards are known

ASIDE = 0  # the end of a hand, and of a bank, whose pack is played by the deal itself
NOBODY = 1  # the end of a bank that does not play

# Fields of a value, from the lowest bit: the bank's gain (signed, in 1/unit), what is staked in all, the initial
# stake, and how many pontoons. Values of all seats are added as they are.
GAIN_BITS, STAKED_BITS, INITIAL_BITS, PONTOON_BITS = 24, 20, 16, 3


class End(NamedTuple):
    """How a punter's hand ended: its class, the initial stake, all that was staked, and whether the banker doubled."""

    klass: int
    initial: int
    staked: int
    doubled: int


class Tables(NamedTuple):
    """The automaton as the kernel reads it.

    Attributes
    ----------
    starts : uint16 (punters * contexts * 256,)
        State of a seat by context and two first cards. A context is what the banker's first cards do to all seats: he
        doubles, or shows a pontoon at once.
    steps : uint16 (states * 16,)
        State after a card; ends come first and stay as they are.
    bank_starts : uint32 (256,)
        State of the bank by its first two cards, and (from bit 16) their context.
    bank_steps : uint16 (states * 16,)
    values : int64 (ends << width,)
        What a seat adds up to, by its end and the bank's: see the fields above.
    punters, contexts, completes, rounds : int
        `rounds`: words of random numbers for the cards of a deal.
    out : int
        Ends from 1 to this one are bust.
    first_open, bank_first_open : int
        States from this one on take a card.
    width : int
        Bits of the bank's end.
    depth : int
        Most cards that a hand takes beyond two.
    idle : int
        Where the banker plays on with nobody to play for: how far behind each of his ends stands the one that says so;
        else 0.
    """

    starts: NDArray[np.uint16]
    steps: NDArray[np.uint16]
    bank_starts: NDArray[np.uint32]
    bank_steps: NDArray[np.uint16]
    values: NDArray[np.int64]
    punters: int
    contexts: int
    completes: int
    rounds: int
    out: int
    first_open: int
    bank_first_open: int
    width: int
    depth: int
    idle: int


@dataclass(frozen=True)
class Program:
    """The tables, and what their numbers mean.

    Attributes
    ----------
    tables : Tables
    ends : list of End
        By number; that of `ASIDE` is no hand.
    bank_ends : list of int
        The banker's class by number of its end; that of `ASIDE` is none. Those of a bank that plays on with nobody to
        play for come last, and are no hand either.
    nets : int64 (ends, bank ends)
        What a punter wins, in 1/unit.
    """

    tables: Tables
    ends: list[End]
    bank_ends: list[int]
    nets: NDArray[np.int64]

    @property
    def share_aside(self) -> float:
        """About how many deals are set aside for what a hand does with its first two cards."""
        tables, others = self.tables, 1.0
        chances = np.full((len(RANKS), len(RANKS)), 4 * 4.0) - np.diag([4.0] * len(RANKS))
        for start in tables.starts.reshape(tables.punters, tables.contexts, WIDTH, WIDTH)[
            :, 0, : len(RANKS), : len(RANKS)
        ]:
            others *= 1 - chances[start == ASIDE].sum() / chances.sum()
        return 1 - others
