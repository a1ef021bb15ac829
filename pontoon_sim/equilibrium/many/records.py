"""What the kernels that deal whole tables look into: the game, both sides' play, and scratch memory."""

from __future__ import annotations

from typing import Any, NamedTuple

CHANCES = 24  # drawn beforehand for each seat: its stake, and each of its turns


class Game(NamedTuple):
    """The game as kernels see it.

    Attributes
    ----------
    branch, staked, after, bounds, row, child, roots : arrays
        As in `tree.Tree`; `public_of` (spots,) the public state of a spot.
    klass, bank_klass : int64 (rows,), (nodes,)
        A punter's class by row, a banker's by node.
    pay : float64 (CLASSES * CLASSES,)
    at_once : int
        Whether a banker's pontoon ends the deal before anybody plays.
    node, column_of, children : int64 (columns,), (nodes,), (nodes, 10)
    starts : int64 (11, 11)
        The banker's column by his first two cards.
    reach_from, reach : int64 (columns + 1,), int64
        The columns that a column may come to, itself the last.
    edges, leads : as in `kernels.banker_back`
    levels : float64 (levels,)
    branch_of : int64 (2, levels)
        The branch by double and level.
    full, counts, size : float64 (11,), int64 (columns * 11,), int64 (columns,)
        Cards of the pack, and of the banker's hands, by value; how many cards these hold.
    bounds, five : int64 (publics + 1,), int8 (publics,)
        As in `tree.Tree`; whether five cards are shown, the twisted ones being no part of the state.
    hidden_at, hidden : int64 (spots + 1,), int64
        The hidden cards of a spot: value * `counting.DEEP` + how many such ones it has before that.
    """

    public_of: Any
    staked: Any
    after: Any
    row: Any
    child: Any
    roots: Any
    klass: Any
    bank_klass: Any
    pay: Any
    at_once: int
    node: Any
    column_of: Any
    children: Any
    starts: Any
    reach_from: Any
    reach: Any
    edges: Any
    leads: Any
    levels: Any
    branch_of: Any
    full: Any
    counts: Any
    size: Any
    bounds: Any
    five: Any
    hidden_at: Any
    hidden: Any


class Play(NamedTuple):
    """Both sides' play.

    Attributes
    ----------
    stakes : float64 (2, 11, levels)
        The punters', and the deviating one's.
    actions : float64 (2, spots, actions)
    look_of : int64 (publics,)
        The look of a public state in which one sticks.
    out_of : int64 (2, levels)
        The look of one who is out, by double and level.
    here, ends, stick, draw : float64 (looks, columns)
        As in `beliefs.Looks`, for both kinds of branches.
    chance, last : float64 (columns,)
        As in `beliefs.Hands`.
    gains : float64 (levels, 11)
        What a double brings a punter.
    doubles : int
        Whether the banker may double.
    soft : float
    sticks : float64 (spots,)
        The punters' flow to sticking.
    average_doubles, average_draws : float64 (levels, 11), (publics, columns)
        The banker's average play against one seat.
    """

    stakes: Any
    actions: Any
    look_of: Any
    out_of: Any
    here: Any
    ends: Any
    stick: Any
    draw: Any
    chance: Any
    last: Any
    gains: Any
    doubles: int
    soft: float
    sticks: Any
    average_doubles: Any
    average_draws: Any


class Room(NamedTuple):
    """Scratch memory.

    Attributes
    ----------
    cards : uint8 (pack,), values
    words : uint64 (5,), the generator's state
    at : int64 (seats + 1,), the next card of each; the banker's last
    chances : float64 (seats * CHANCES,)
    level, spot : int64 (seats,)
    public, klass : int64 (seats,)
        How a turn ended: the public state in which it stuck (-1: out), and the class of hand.
    stake : float64 (seats,)
    look : int64 (seats,)
    weight, value, plain, draws : float64 (columns,)
    gain : float64 (seats,)
    faced : int64 (seats * 11,)
        Cards that lie face up, by value.
    left, fall, sums, seen : float64
        See `counting`.
    """

    cards: Any
    words: Any
    at: Any
    chances: Any
    level: Any
    public: Any
    klass: Any
    stake: Any
    look: Any
    weight: Any
    value: Any
    plain: Any
    draws: Any
    gain: Any
    faced: Any
    left: Any
    fall: Any
    sums: Any
    seen: Any
