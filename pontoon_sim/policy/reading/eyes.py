"""What a reading banker knows and notes, as compiled code takes it: `Eyes` among the players of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...ring import HAND_ROOM
from ...scratch import apart
from ...tabletop import HANDS

LEVELS = 21  # cards that he may draw beyond his two: 21 aces


class Blind(NamedTuple):
    """The banker looks at his own hand only: known when compiling."""

    none: int = 0


class Books(NamedTuple):
    """What he knows beforehand; made by `build.read_books`. A *sort* is a card that he tells apart (`sorts`).

    Attributes
    ----------
    bank : int
        The number of his own hand.
    sorts, ends, depth, width : int
        How many sorts of cards, and ends of a punter's hand that pay differently; how many hidden cards of a sort a
        hand may hold; room for stakes, twice as many as one more than the largest.
    busts_hidden : int
        1 where bust hands are not shown.
    sort_of, rank_of : int64 (16,), (sorts,)
        The sort of a rank, and a rank of each sort.
    full : float64 (sorts,)
        Cards of the whole pack.
    plan : int64 (punters,)
        Which policy and schedule a seat plays by.
    roots : int64 (plans * width * 64,)
        The first state of a hand, by plan, twice the initial stake (and one, once it is doubled) and `deal.split_slot`
        (without its `how`), or how often it was burnt; -1: none.
    twist : int64 (states * sorts,)
        The state after a twisted card; -1 where such a hand is bust.
    buy, amount, to, other : int64 (states,), (buys,) ...
        A state's first buy (-1: none); of each buy its amount, the state after it, and the next buy of the same state.
    stops : int64 (states + 1,)
        Where the hands begin with which a punter stops there; and for each of these:
    ways, end : float64, uint8 (hands,)
        In how many orders it comes about, and what it ends as.
    hidden, cards_at : int64 (states,)
        How many cards it hides in that state, and where they begin in:
    cards, place : uint8
        Sorts of hidden cards; ``sort * depth + j`` for the j-th of a sort in a hand.
    end_of : int64 (CLASSES,)
        The end by class.
    worth : float64 (ends * CLASSES,)
        What the bank gains, in stakes, by the punter's end and its own class.
    best : float64 (nodes * ends,)
        The most of it that can still come of a hand of the banker's.
    sure : int8 (nodes,)
        Hands with which he draws (1) or sticks (2) whatever he sees.
    doubles : float64 (plans * width * 16,)
        What a double is worth against one seat, by plan, twice its stake, and the rank of his own first card.
    """

    bank: int
    sorts: int
    ends: int
    depth: int
    width: int
    busts_hidden: int
    sort_of: Any
    rank_of: Any
    full: Any
    plan: Any
    roots: Any
    twist: Any
    buy: Any
    amount: Any
    to: Any
    other: Any
    stops: Any
    ways: Any
    end: Any
    hidden: Any
    cards_at: Any
    cards: Any
    place: Any
    end_of: Any
    worth: Any
    best: Any
    sure: Any
    doubles: Any


class Notes(NamedTuple):
    """Scratch memory: what he has seen in this deal, and what he makes of it.

    Attributes
    ----------
    initial, burnt, state, count, held : int64
        By seat twice its initial stake (and one, once it is doubled), and how often it burnt; by hand its
        state, and the cards it got in play.
    live : int64 (1,)
        Hands against which he plays; and of each of them:
    at, end, stake, norm : int64, int64, float64, float64 (41,)
        Its state (-1: it lies open, and ends as `end`), its stake, and one by the sum of its chances.
    left : float64 (LEVELS * sorts,)
        Unseen cards by how many he has drawn in thought.
    fall : float64 (sorts * depth,)
    part, parts : float64 (ends,), (ends * sorts,)
        Of one hand: chance by end, and with a hidden card of that sort.
    now, next, less : float64 (ends,), (ends,), (sorts * ends,)
        Of all hands, in stakes: by end; the same for his next card, per unseen card; and what hidden cards take off.
    chance, stick, draw, most : float64 (LEVELS,)
        Of a thought: chance of its cards, what sticking is worth, drawing as far as it is known, and at the most.
    stop, bound : float64 (LEVELS * sorts,)
        By the next card: what sticking is worth then, and the most that going on may be.
    node, card : int64 (LEVELS,)
    """

    initial: Any
    burnt: Any
    state: Any
    count: Any
    held: Any
    live: Any
    at: Any
    end: Any
    stake: Any
    norm: Any
    left: Any
    fall: Any
    part: Any
    parts: Any
    now: Any
    next: Any
    less: Any
    chance: Any
    stick: Any
    draw: Any
    most: Any
    stop: Any
    bound: Any
    node: Any
    card: Any


class Eyes(NamedTuple):
    """A banker who reads the table."""

    books: Books
    notes: Notes

    def apart(self) -> Eyes:
        """The same knowledge with notes of its own."""
        return Eyes(self.books, new_notes(self.books))


def new_notes(books: Books) -> Notes:
    """An empty set of notes."""
    sorts, ends = books.sorts, books.ends
    counts = {
        "initial": HANDS,
        "burnt": HANDS,
        "state": HANDS,
        "count": HANDS,
        "held": HANDS * HAND_ROOM,
        "live": 1,
        "at": HANDS,
    }
    counts |= {"end": HANDS, "node": LEVELS, "card": LEVELS}
    sizes = {"stake": HANDS, "norm": HANDS, "left": LEVELS * sorts, "fall": sorts * books.depth}
    sizes |= {"part": ends, "parts": ends * sorts, "now": ends, "next": ends, "less": ends * sorts}
    sizes |= {"chance": LEVELS, "stick": LEVELS, "draw": LEVELS, "most": LEVELS}
    sizes |= {"stop": LEVELS * sorts, "bound": LEVELS * sorts}
    arrays = {name: apart(size, np.int64) for name, size in counts.items()}
    arrays |= {name: apart(size, np.float64) for name, size in sizes.items()}
    return Notes(**arrays)
