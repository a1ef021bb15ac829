"""A punter's best response to a given banker, as a policy: stakes, burns, splits, and every buy, twist and stick."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..deal import NO_CARD
from ..hands import graph
from ..law import split_rank
from ..policy.players import BUY_LEAST, BUY_MOST, CODES, SLOTS, TWIST
from ..policy.stakes import REST, StakeSchedule, schedule
from ..policy.tables import Awareness, BankerPolicy, PunterPolicy, solved_policy
from ..rulebook import Rules
from .against import Game
from .best import HandPlay, HandSolver
from .seat import Seat, SeatAccount


@dataclass(frozen=True)
class PunterResponse:
    """A punter's best response, and what it is worth.

    Attributes
    ----------
    policy : PunterPolicy
    schedule : StakeSchedule
    account : SeatAccount
        What they earn against the banker, exactly.
    solver : HandSolver
        The values behind every decision.
    splits : dict of (side, stake, rank) to (float, float)
        Of each pair that may be split: what it is worth played as one hand, and split as well as can be.
    burns : dict of (side, stake, node) to (float, float)
        Of each hand that may be burnt: what it is worth kept, and burnt.
    """

    policy: PunterPolicy
    schedule: StakeSchedule
    account: SeatAccount
    solver: HandSolver = field(repr=False)
    splits: dict[tuple[int, int, int], tuple[float, float]] = field(default_factory=dict, repr=False)
    burns: dict[tuple[int, int, int], tuple[float, float]] = field(default_factory=dict, repr=False)


def best_punter(
    rules: Rules,
    banker: BankerPolicy,
    packs: int | None,
    stakes: StakeSchedule | None = None,
    name: str = "optimal",
    splits: bool = True,
) -> PunterResponse:
    """The best response of one punter to a banker who looks at his own hand only.

    Parameters
    ----------
    rules : Rules
    banker : BankerPolicy
    packs : int or None
        Packs in use; None for an infinite one.
    stakes : StakeSchedule, optional
        What he stakes; chosen as well as can be when left out.
    name : str
        Name of the policy.
    splits : bool
        False: he may not split, which is found much faster.

    Returns
    -------
    PunterResponse

    Notes
    -----
    Every value is linear in the initial stake under a given plan of play, so the best stake on a first card is the
    smallest or the largest. A tie goes to the smaller stake, and to the simpler action: stick, twist, buy the least.
    """
    game = Game(rules, banker)
    solver = HandSolver(game, packs)
    maker = _Maker(rules, solver, splits)
    if stakes is not None:
        policy = maker.policy(sorted({int(stake) for stake in stakes.stakes[_used(rules)]}), name)
        account = Seat(game, policy, stakes.stakes, packs).account()
        return PunterResponse(policy, stakes, account, solver, maker.splits, maker.burns)
    levels = sorted({rules.stake_min, rules.stake_max})
    policy = maker.policy(levels, name)
    chosen = best_stakes(rules, game, policy, packs)
    account = Seat(game, policy, chosen.stakes, packs).account()
    return PunterResponse(policy, chosen, account, solver, maker.splits, maker.burns)


def best_stakes(rules: Rules, game: Game, policy: PunterPolicy, packs: int | None) -> StakeSchedule:
    """The best schedule of stakes for a punter who plays by a policy, by the first card.

    It is the smallest or the largest stake, but for a policy that buys for odd halves of its stake: these are rounded
    down to whole units, so that every stake is tried.
    """
    every = range(rules.stake_min, rules.stake_max + 1)
    tried = list(every) if (policy.amounts % 2).any() else sorted({every[0], every[-1]})
    found = [Seat(game, policy, np.full(16, stake, np.int64), packs).account() for stake in tried]
    gains = np.array([[one.account.gain] * 13 if rules.stakes_when == "before-deal" else one.by_card for one in found])
    best = np.argmax(gains - 1e-12 * np.arange(len(tried))[:, None], axis=0)  # a tie goes to the smaller stake
    said = {rank: tried[best[place]] for place, rank in enumerate(RANKS)}
    return schedule("optimal", rules, {REST: said["A"]} if len(set(said.values())) == 1 else said)


def _used(rules: Rules) -> list[int]:
    """Where a schedule's stakes are looked up."""
    return [NO_CARD] if rules.stakes_when == "before-deal" else list(range(len(RANKS)))


class _Maker:
    """Puts the best plays of all hands together to one policy."""

    def __init__(self, rules: Rules, solver: HandSolver, may_split: bool = True):
        self.rules, self.solver, self.may_split = rules, solver, may_split
        self.splits: dict[tuple[int, int, int], tuple[float, float]] = {}
        self.burns: dict[tuple[int, int, int], tuple[float, float]] = {}
        self._moves: list[NDArray[np.int8]] = []
        self._following: list[NDArray[np.int16]] = []
        self._places: dict[int, int] = {}

    def policy(self, stakes: list[int], name: str) -> PunterPolicy:
        """The policy for those initial stakes."""
        levels = self._levels(stakes)
        nodes = len(graph().low)
        sides = {self.solver.times(side) == 2: side for side in range(len(self.solver.game.sides))}
        splits, burns = np.zeros((2 * len(levels), 16), np.int8), np.zeros((2 * len(levels), nodes), np.int8)
        begins = np.zeros((2 * len(levels), SLOTS), np.int16)
        for level, stake in enumerate(levels):
            for doubled in (False, True):
                row, side = 2 * level + doubled, sides.get(doubled)
                if side is not None:
                    splits[row], burns[row], begins[row] = self._situation(side, stake)
            for row, other in ((2 * level, 2 * level + 1), (2 * level + 1, 2 * level)):
                if sides.get(row % 2 == 1) is None:  # he never, or always, doubles
                    splits[row], burns[row], begins[row] = splits[other], burns[other], begins[other]
        moves, following = np.concatenate(self._moves), np.concatenate(self._following)
        if self.may_split:
            moves, following, begins = _smallest(moves, following, begins)
        levels_ = np.array([1, *levels[1:]], np.int64)
        return solved_policy(name, self.rules, moves, following, Awareness(levels_, splits, burns, begins))

    def _levels(self, stakes: list[int]) -> list[int]:
        """Those stakes at which play may differ from that with the one before."""
        found: list[int] = []
        for stake in stakes:
            shape = self.solver.choices(0, stake).shape
            if not found or self.solver.choices(0, found[-1]).shape != shape:
                found.append(stake)
        return found

    def _situation(self, side: int, stake: int) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]:
        """Splits, burns and first phases with a stake, on a side."""
        begins = np.full(SLOTS, self._phase(self.solver.unsplit(side, stake)), np.int16)
        splits = np.zeros(16, np.int8)
        for rank in range(13):
            if self.may_split and split_rank(self.rules, rank, rank) == rank:
                most = self._best_split(side, stake, rank)
                splits[rank] = 1 if most == self.rules.max_hands else most
                for slot, hands, paired in self.solver.slots(rank, most) if most else ():
                    half = self.solver.half(side, stake, rank, hands, most, paired)
                    begins[slot] = self._phase(half, self.solver.unsplit(side, stake))
        return splits, self._best_burns(side, stake, splits), begins

    def _best_split(self, side: int, stake: int, rank: int) -> int:
        """Up to how many hands a pair is best split; 0: not at all."""
        solver, node = self.solver, graph().node_of([rank, rank])
        if sum(solver.deck.ranks[list(solver.alike(rank))]) < 2 and not solver.deck.infinite:
            return 0
        kept = float(np.nanmax(solver.unsplit(side, stake).worth[0, node]))
        found = {most: solver.split_worth(side, stake, rank, most) for most in range(2, self.rules.max_hands + 1)}
        best = max(found, key=lambda most: found[most] + 1e-12 * most)
        self.splits[side, stake, rank] = (kept, found[best])
        return best if found[best] > kept + 1e-12 * stake else 0

    def _best_burns(self, side: int, stake: int, splits: NDArray[np.int8]) -> NDArray[np.int8]:
        """Which hands are best burnt; a pair that is burnt is not split."""
        solver, table = self.solver, self._no_burns()
        pairs = {graph().node_of([rank, rank]): rank for rank in range(len(RANKS))}
        for node, burnt in solver.burnt(side, stake).items():
            kept, rank = float(np.nanmax(solver.unsplit(side, stake).worth[0, node])), pairs.get(node)
            if rank is not None:
                kept = max(kept, *self.splits.get((side, stake, rank), (kept,)))
            self.burns[side, stake, node] = (kept, burnt)
            table[node] = burnt > kept + 1e-12 * stake
            if rank is not None and table[node]:
                splits[rank] = 0
        return table

    @staticmethod
    def _no_burns() -> NDArray[np.int8]:
        return np.zeros(len(graph().low), np.int8)

    def _phase(self, play: HandPlay, otherwise: HandPlay | None = None) -> int:
        """The number of the first phase of a play, which is added to the tables once.

        A split hand that was burnt may hold none of the rank that was split: it is played `otherwise`.
        """
        if id(play) not in self._places:
            first = sum(map(len, self._moves))
            self._places[id(play)] = first
            following = np.zeros((len(play.moves), CODES), np.int16)
            following[:] = first + np.arange(len(play.moves))[:, None]
            for code in (TWIST, BUY_LEAST, BUY_MOST):
                step = play.choices.step[:, code]
                following[:, code] = first + np.where(step < 0, np.arange(len(step)), step)
            moves = play.moves
            if otherwise is not None:
                moves = np.where(play.weight[: moves.shape[1]] == 0, otherwise.moves, moves)
            self._moves.append(self.solver.game.whole(moves))
            self._following.append(following)
        return self._places[id(play)]


def _smallest(
    moves: NDArray[np.int8], following: NDArray[np.int16], begins: NDArray[np.int16]
) -> tuple[NDArray[np.int8], NDArray[np.int16], NDArray[np.int16]]:
    """The same tables without phases that do the same for ever: those are told apart step by step."""
    used = np.zeros((len(moves), CODES), bool)
    for code in range(CODES):
        used[:, code] = (moves == code).any(axis=1)
    kind = np.unique(moves, axis=0, return_inverse=True)[1].ravel()
    while True:
        seen = np.where(used, kind[following], -1)
        again = np.unique(np.column_stack([kind, seen]), axis=0, return_inverse=True)[1].ravel()
        if again.max() == kind.max():
            break
        kind = again
    order, first = np.unique(kind, return_index=True)
    rank = np.argsort(np.argsort(first))  # phases keep the order in which they were found
    number = rank[np.searchsorted(order, kind)]
    chosen = np.sort(first)
    return moves[chosen], number[following[chosen]].astype(np.int16), number[begins].astype(np.int16)


__all__ = ["PunterResponse", "best_punter", "best_stakes"]
