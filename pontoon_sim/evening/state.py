"""The course of an evening: who banks, how long the pack has gone on, and what is counted of whole sittings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..scratch import apart

if TYPE_CHECKING:
    from .chairs import Chairs

# Entries of `Evening.state`: the banker's chair; deals of his tenure so far; deals since the last shuffle; counted
# deals of the sitting; void deals; shuffles between deals, and within them; times that the guard stepped in; the kitty
# before the deal; sittings that are over.
BANKER, HELD, AGE, PLAYED, VOIDED, SHUFFLED, RENEWALS, LOCKED, KITTY_BEFORE, SITTINGS = range(10)

#: Who banks first (`Evening.first`): one drawn by lot, as by the highest card; the first jack or ace dealt round the
#: table; or a chair, from 0.
BY_LOT, BY_JACK, BY_ACE = -1, -2, -3

GUARD = 4096  # deals without a shuffle after which one is made, whatever the pack looks like

#: Columns of `Evening.batches`, sums over sittings of products of the bank's gain G (in 1/unit), the initial stakes I,
#: all stakes S (in units) and the counted deals D; from `BY_SEAT` on, of each seat's net result with itself and
#: with D.
GG, II, SS, DD, GI, GS, GD, BY_SEAT = range(8)
BATCH_COLUMNS = BY_SEAT + 2 * 10


class Evening(NamedTuple):
    """The course of an evening.

    Attributes
    ----------
    state : int64 (10,)
        See the names above.
    moving : int
        Whether the bank moves; else the rules' moves are counted, and the banker stays.
    first : int
        Who banks first: `BY_LOT`, `BY_JACK`, `BY_ACE`, or a chair.
    kitty, top_up : int
        What a banker puts up for shots, in units; and he makes it up to that before a deal when less than `top_up` is
        left.
    sells : int
        Whether an empty kitty sells the bank, else the banker puts up a new one.
    ends_locked : int
        Whether a sitting ends where the guard steps in; else it goes on with the pack shuffled.
    chairs : Chairs
    seen : uint64 (GUARD,)
        Digests of the pack after the deals since the last shuffle.
    batches, marks : int64 (BATCH_COLUMNS,), int64 (10 * SEAT_COLUMNS,)
        Sums over sittings, and where the sums by seat stood when the sitting began.
    """

    state: Any
    moving: int
    first: int
    kitty: int
    chairs: Any
    seen: Any
    batches: Any
    marks: Any
    top_up: int
    sells: int
    ends_locked: int


def new_evening(
    chairs: Chairs,
    moving: bool = True,
    first: int = BY_LOT,
    kitty: int = 0,
    top_up: int = 0,
    sells: bool = False,
    ends_locked: bool = False,
) -> Evening:
    """An evening that has not begun."""
    return Evening(
        state=apart(10, np.int64),
        moving=int(moving),
        first=first,
        kitty=kitty,
        chairs=chairs,
        seen=apart(GUARD, np.uint64),
        batches=apart(BATCH_COLUMNS, np.int64),
        marks=apart(40, np.int64),
        top_up=top_up,
        sells=int(sells),
        ends_locked=int(ends_locked),
    )
