"""What a seat had best burn and split, once either may be followed by the other.

Burns and splits are first told by values that err by some thousandths of a stake. Those that are close are settled by
exact accounts of the whole seat, each with the best play that goes with it, until no other choice is better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..hands import graph
from ..policy.players import SLOTS
from ..policy.tables import Awareness, solved_policy
from .best import HandPlay, HandSolver
from .burnplay import BurningSeat
from .habits import ANY_TEN
from .phases import Phases
from .seat import Seat

CLOSE = 1.0  # stakes over the cards of the pack: values that differ by less may be misjudged


@dataclass(frozen=True)
class Plan:
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

    def same(self, other: Plan) -> bool:
        """Whether both come to the same."""
        return self.splits == other.splits and bool((self.burns == other.burns).all())


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


class Burn(NamedTuple):
    """To burn a hand, or not to."""

    node: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The ranks of the hand."""
        values = np.repeat(np.arange(11), graph().counts[self.node]).tolist()
        return tuple(card - 1 if card < 10 else ANY_TEN for card in values)

    def other(self, plan: Plan) -> Plan:
        """The turn with the other choice."""
        burns = plan.burns.copy()
        burns[self.node] ^= 1
        return replace(plan, burns=burns)

    def note(self, worths: Worths, plan: Plan, gain: float) -> None:
        """Set right what it is worth, the other choice being better by so much than that of the plan."""
        kept, _ = worths.burns[self.node]
        worths.burns[self.node] = kept, kept + (-gain if plan.burns[self.node] else gain)


class Split(NamedTuple):
    """To split a pair up to so many hands (1: to play it)."""

    rank: int
    most: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The pair."""
        return self.rank, self.rank

    def other(self, plan: Plan) -> Plan:
        """The turn with that choice."""
        return replace(plan, most=(*plan.most[: self.rank], self.most, *plan.most[self.rank + 1 :]))

    def note(self, worths: Worths, plan: Plan, gain: float) -> None:
        """Set right what it is worth, as it is better by so much than the choice of the plan."""
        kept, split = worths.splits[self.rank]
        before = plan.most[self.rank]
        if self.most > 1:
            split[self.most] = gain + (split[before] if before > 1 else kept)
        else:
            split[before] = kept - gain


class Choosing:
    """Looks for the best turn of a seat with a given stake and side of the double."""

    def __init__(self, solver: HandSolver, side: int, stake: int, firsts: Collection[int]):
        self.solver, self.side, self.stake = solver, side, stake
        self.firsts = [rank for rank in firsts if solver.deck.ranks[rank] > 0] or solver.deck.there
        self.seat = BurningSeat(solver, side, stake, self.firsts)

    def settled(self, guess: Plan, worths: Worths) -> tuple[Plan, dict[int, HandPlay]]:
        """The best turn, and the best play that goes with it; close worths are set right."""
        here = self._tried(guess)
        close, better, worth = list(self._close(worths)), True, None
        while better:
            better = False
            for choice in close:
                other = choice.other(here[0])
                if other.same(here[0]):
                    continue
                there = self._tried(other)
                worth = self.worth(*here) if worth is None else worth
                gain = self.worth(*there) - worth
                choice.note(worths, here[0], gain / self.seat.chance(*choice.cards))
                if gain > 1e-12 * self.stake:
                    here, worth, better = there, worth + gain, True
        return here

    def _tried(self, plan: Plan) -> tuple[Plan, dict[int, HandPlay]]:
        return plan, self.seat.plays(self.seat.habits(plan.burns, plan.splits))

    def _close(self, worths: Worths) -> Iterator[Burn | Split]:
        """The choices that may be misjudged."""
        deck = self.solver.deck
        near = CLOSE * self.stake * self.solver.times(self.side) * (0 if deck.infinite else 1 / deck.size)
        for node, (kept, burnt) in worths.burns.items():
            if abs(burnt - kept) < near:
                yield Burn(node)
        for rank, (kept, split) in worths.splits.items():
            found = {1: kept} | split
            best = max(found, key=lambda most: found[most])
            for most in found:
                if found[best] - found[most] <= near * self._reaches(rank, min(most, best) + 1):
                    yield Split(rank, most)

    def _reaches(self, rank: int, most: int) -> float:
        """At least the chance that a pair which is split leads to so many hands, a third or fourth of its rank being
        dealt to some of them."""
        deck, found = self.solver.deck, 1.0
        left = float(deck.ranks[list(self.solver.alike(rank))].sum()) - 2
        for hands in range(2, most):
            found *= min(hands * max(left - hands + 2, 0.0) / max(deck.size - 1 - hands, 1.0), 1.0)
        return found

    def worth(self, plan: Plan, plays: dict[int, HandPlay]) -> float:
        """What the seat earns with that turn and those plays, with this stake on this side, exactly."""
        solver, phases = self.solver, Phases(self.solver.game)
        begins = np.full((2, SLOTS), phases.first(plays[0]), np.int16)
        for slot, play in plays.items():
            begins[:, slot] = phases.first(play)
        splits = np.zeros((2, 16), np.int8)
        splits[:, :13] = [most if most > 1 else 0 for most in plan.splits]
        aware = Awareness(np.ones(1, np.int64), splits, np.tile(plan.burns, (2, 1)), begins)
        policy = solved_policy("tried", solver.game.rules, *phases.tables(), aware)
        seat = Seat(solver.game, policy, np.full(16, self.stake, np.int64), solver.packs)
        deck = solver.deck
        return sum(deck.chance(first) * seat.on_side(self.side, first).gain for first in self.firsts)


__all__ = ["Choosing", "Plan", "Worths"]
