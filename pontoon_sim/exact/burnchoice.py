"""What a seat had best burn and split, once either may be followed by the other.

Burns and splits are first told by values that err by some thousandths of a stake. Those that are close are settled by
exact accounts of the whole seat, each with the best play that goes with it, until no other choice is better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..hands import graph
from ..policy.players import SLOTS
from ..policy.tables import Awareness, solved_policy
from .best import HandPlay, HandSolver
from .burnplay import BurningSeat
from .phases import Phases
from .seat import Seat

CLOSE = 1.0  # stakes over the cards of the pack: values that differ by less may be misjudged


@dataclass(frozen=True)
class Turn:
    """What a seat does with two cards before it plays them.

    Attributes
    ----------
    burns : int8 (nodes,)
        Which hands are burnt.
    most : tuple of int (13,)
        Up to how many hands a pair is split that is not burnt; 1 where it is not.
    """

    burns: NDArray[np.int8] = field(repr=False)
    most: tuple[int, ...]

    @property
    def splits(self) -> list[int]:
        """Up to how many hands each pair is split: those burnt are not."""
        pairs = [graph().node_of([rank, rank]) for rank in range(13)]
        return [1 if self.burns[node] else most for node, most in zip(pairs, self.most, strict=True)]

    def other_burn(self, node: int) -> Turn:
        """The same, but that hand burnt if it is not, and not if it is."""
        burns = self.burns.copy()
        burns[node] ^= 1
        return replace(self, burns=burns)

    def other_split(self, rank: int, most: int) -> Turn:
        """The same, but that pair split up to so many hands."""
        return replace(self, most=(*self.most[:rank], most, *self.most[rank + 1 :]))


@dataclass
class Worths:
    """What choices are thought to be worth, given that a seat is dealt two cards that leave them.

    Attributes
    ----------
    burns : dict of int to (float, float)
        By hand: kept, and burnt.
    splits : dict of int to (float, dict of int to float)
        By rank of a pair: kept, and split up to so many hands.
    """

    burns: dict[int, tuple[float, float]] = field(default_factory=dict)
    splits: dict[int, tuple[float, dict[int, float]]] = field(default_factory=dict)


class Choosing:
    """Looks for the best turn of a seat with a given stake and side of the double."""

    def __init__(self, solver: HandSolver, side: int, stake: int, firsts: Collection[int]):
        self.solver, self.side, self.stake = solver, side, stake
        self.firsts = [rank for rank in firsts if solver.deck.ranks[rank] > 0] or solver.deck.there
        self.seat = BurningSeat(solver, side, stake, self.firsts)

    def settled(self, guess: Turn, worths: Worths) -> tuple[Turn, dict[int, HandPlay]]:
        """The best turn, and the best play that goes with it."""
        here, plays, worth = guess, self._plays(guess), None
        others = list(self._close(worths))
        while others:
            before = here
            for kind, *other in others:
                there: Turn = getattr(here, kind)(*other)
                if there.splits == here.splits and (there.burns == here.burns).all():
                    continue
                worth = self.worth(here, plays) if worth is None else worth
                played = self._plays(there)
                found = self.worth(there, played)
                import os; os.environ.get("DBG") and print(kind, other, found - worth)
                if found > worth + 1e-12 * self.stake:
                    here, plays, worth = there, played, found
            if here is before:
                break
        return here, plays

    def _close(self, worths: Worths) -> Iterator[tuple[str, *tuple[int, ...]]]:
        """The choices that may be misjudged."""
        deck = self.solver.deck
        near = CLOSE * self.stake * self.solver.times(self.side) * (0 if deck.infinite else 1 / deck.size)
        for node, (kept, burnt) in worths.burns.items():
            if abs(burnt - kept) < near:
                yield "other_burn", node
        for rank, (kept, split) in worths.splits.items():
            found = {1: kept} | split
            best = max(found, key=lambda most: found[most])
            for most, worth in found.items():
                if found[best] - worth < near * self._reaches(rank, min(most, best) + 1):
                    yield "other_split", rank, most

    def _reaches(self, rank: int, most: int) -> float:
        """At least the chance that a pair which is split leads to so many hands, a third or fourth of its rank being
        dealt to some of them."""
        deck, found = self.solver.deck, 1.0
        left = float(deck.ranks[list(self.solver.alike(rank))].sum()) - 2
        for hands in range(2, most):
            found *= min(hands * max(left - hands + 2, 0.0) / max(deck.size - 1 - hands, 1.0), 1.0)
        return found

    def _plays(self, turn: Turn) -> dict[int, HandPlay]:
        return self.seat.plays(self.seat.habits(turn.burns, turn.splits))

    def worth(self, turn: Turn, plays: dict[int, HandPlay]) -> float:
        """What the seat earns with that turn and those plays, with this stake on this side, exactly."""
        solver, phases = self.solver, Phases(self.solver.game)
        begins = np.full((2, SLOTS), phases.first(plays[0]), np.int16)
        for slot, play in plays.items():
            begins[:, slot] = phases.first(play)
        splits = np.zeros((2, 16), np.int8)
        splits[:, :13] = [most if most > 1 else 0 for most in turn.splits]
        aware = Awareness(np.ones(1, np.int64), splits, np.tile(turn.burns, (2, 1)), begins)
        policy = solved_policy("tried", solver.game.rules, *phases.tables(), aware)
        seat = Seat(solver.game, policy, np.full(16, self.stake, np.int64), solver.packs)
        deck = solver.deck
        return sum(deck.chance(first) * seat._from_first(self.side, first).gain for first in self.firsts)


__all__ = ["Choosing", "Turn", "Worths"]
