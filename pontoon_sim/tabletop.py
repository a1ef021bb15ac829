"""What lies on the table during a deal: scratch memory, and the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .scratch import apart

HANDS = 41  # ten punters with four hands each, and the banker

# Entries of `Table.result`.
BANK_CLASS, DOUBLED, ELDEST, PUNTER_PONTOON, BANK_PONTOON, BRULET, KITTY, OUTSTANDING = range(8)


class Table(NamedTuple):
    """What lies on the table: scratch memory of a deal, and its result.

    Attributes
    ----------
    punters : int
    net : int64 (11,)
        Result of each seat, in 1/unit of a unit; the banker's at index `punters`.
    initial : int64 (10,)
        Initial stake of each seat, after a double; every split hand carries as much.
    first, second : int64 (41,)
        The first two cards of each hand.
    hands : int64 (10,)
        Number of hands of each seat.
    klass, staked, shot : int64 (41,)
        Class, total stake and shot of each hand.
    result : int64 (8,)
        See the names above: the banker's class, whether he doubled, the first seat with an unsplit pontoon (or
        `punters`), whether a punter and whether the banker held a pontoon, whether a brulet was taken, the
        kitty (set before the deal), and the shots outstanding against it.
    """

    punters: int
    net: Any
    initial: Any
    first: Any
    second: Any
    hands: Any
    klass: Any
    staked: Any
    shot: Any
    result: Any


def new_table(punters: int) -> Table:
    """An empty table."""
    sizes = {"net": 11, "initial": 10, "hands": 10, "result": 8}
    arrays = {name: apart(sizes.get(name, HANDS), np.int64) for name in Table._fields[1:]}
    return Table(punters=punters, **arrays)
