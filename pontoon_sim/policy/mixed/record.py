"""What those who decide by chance go by, as compiled code takes it: `Mixed` among the players of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...scratch import apart
from ..names import sealed

NOTES = 5  # notes by seat: the stake before a double, the branch, the spot (-1: not asked yet), the action, ...
INITIAL, BRANCH, SPOT, ACTION, PUBLIC = range(NOTES)  # ... and the public state in which the banker sees the seat

CHANCE = 2**20  # in the address of a stream of random numbers: that of choices, beside the cards of the same chunk


class Plain(NamedTuple):
    """Nobody decides by chance: known when compiling."""

    none: int = 0


class Turn(NamedTuple):
    """How a punter plays by chance: he walks from spot to spot (`equilibrium.tree`), each with a row of actions.

    A spot is what he knows: his stake, the double, his hidden cards, and what he bought and twisted in its order.

    Attributes
    ----------
    levels : int64 (levels,)
        The stakes, rising.
    stakes : float64 (16 * levels,)
        By rank of the first card (15: before the deal): how likely each stake is or a lower one.
    branch : int64 (2 * width,)
        ``branch[2 * initial + doubled]``: how the deal began; -1 for stakes that are none of the levels.
    root : int32 (branches * nodes,)
        The spot by branch and node of the first two cards.
    nodes, actions : int
    sure : int8 (spots,)
        The action at a spot where there is but one; else -1.
    chance : float64 (spots * actions,)
        How likely each action is or one before it: stick, twist, and the amounts of a buy, rising.
    amount : int64 (spots * actions,)
        What an action pays.
    child : int32 (spots * (actions - 1) * 10,)
        The spot after a draw and the value of the card; -1 where the hand ends.
    """

    levels: Any
    stakes: Any
    branch: Any
    root: Any
    nodes: int
    actions: int
    sure: Any
    chance: Any
    amount: Any
    child: Any


class View(NamedTuple):
    """How a banker plays by chance: he walks from public state to public state, and sees nothing else but his hand.

    Attributes
    ----------
    branch : int64 (2 * width,)
        As in `Turn`.
    width : int
        Stakes that are told apart: one more than the largest.
    doubles : float64 (16 * width,)
        How likely he doubles, by rank of his first card and the stake.
    first : int32 (branches,)
        The public state in which a branch begins.
    twist : int32 (publics * 10,)
        The state after a twisted card, by its value; -1 where the hand then is bust or of five cards that beat all.
    buys : int
        Amounts of a state, at the most.
    amount, buy : int64, int32 (publics * buys,)
        What may be paid (0: nothing more), and the state after it.
    columns : int
    column : int64 (nodes,)
        The column of his hand; -1 for one that takes no card.
    draws : float64 (publics * columns,)
        How likely he draws.
    """

    branch: Any
    width: int
    doubles: Any
    first: Any
    twist: Any
    buys: int
    amount: Any
    buy: Any
    columns: int
    column: Any
    draws: Any


class Mixed(NamedTuple):
    """Who decides by chance, and how.

    Attributes
    ----------
    words : uint64 (4,)
        A generator of their own, so that the cards of a deal do not hang on who plays it.
    notes : int64 (punters * NOTES,)
    plays, stakes : int8 (punters,)
        Whether a seat plays, and stakes, by `turn`.
    bank : int
        The number of the banker's hand.
    banks : int8 (1,)
        Whether the banker plays by `sight`, against the one seat there is.
    turn, sight
    """

    words: Any
    notes: Any
    plays: Any
    stakes: Any
    bank: int
    banks: Any
    turn: Turn
    sight: View

    def apart(self, stream: np.random.SeedSequence) -> Mixed:
        """The same play with notes and random numbers of its own, beside the cards of that stream."""
        beside = np.random.SeedSequence(stream.entropy, spawn_key=(*stream.spawn_key, CHANCE))
        words, notes = apart(4, np.uint64), apart(len(self.notes), np.int64)
        words[:] = np.random.SFC64(beside).state["state"]["state"]
        return self._replace(words=words, notes=notes)


def no_turn() -> Turn:
    """In place of a punter's play where nobody has one."""
    return _sealed(
        Turn(
            levels=np.ones(1, np.int64), stakes=np.ones(16), branch=np.full(2, -1, np.int64),
            root=np.full(1, -1, np.int32), nodes=1, actions=2, sure=np.zeros(1, np.int8), chance=np.ones(2),
            amount=np.zeros(2, np.int64), child=np.full(10, -1, np.int32),
        )
    )  # fmt: skip


def no_view() -> View:
    """In place of a banker's play where he has none."""
    return _sealed(
        View(
            branch=np.full(2, -1, np.int64), width=1, doubles=np.zeros(16), first=np.full(1, -1, np.int32),
            twist=np.full(10, -1, np.int32), buys=1, amount=np.zeros(1, np.int64), buy=np.full(1, -1, np.int32),
            columns=1, column=np.full(1, -1, np.int64), draws=np.zeros(1),
        )
    )  # fmt: skip


def _sealed(made: Any) -> Any:
    """The record, its arrays read-only as those of a play are: else it would be compiled for both."""
    sealed(*(array for array in made if isinstance(array, np.ndarray)))
    return made
