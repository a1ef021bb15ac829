"""A punter's best response to a given banker, as a policy: stakes, burns, splits, and every buy, twist and stick."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..deal import NO_CARD
from ..hands import graph
from ..law import split_rank
from ..policy.players import SLOTS
from ..policy.stakes import REST, StakeSchedule, schedule
from ..policy.tables import Awareness, BankerPolicy, PunterPolicy, solved_policy
from ..rulebook import Rules
from .against import Game
from .best import HandPlay, HandSolver
from .burnchoice import Choosing, Plan, Worths
from .deck import Packs
from .phases import Phases, smallest
from .seat import SeatAccount, seat_account, stakes_by_card


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
        Of each pair that may be split: what it is worth played as one hand, and split as well as can be. Where hands
        may be burnt, both are guesses that err by some thousandths of a stake, but on the right side of each other.
    burns : dict of (side, stake, node) to (float, float)
        Of each hand that may be burnt: what it is worth kept, and burnt; like guesses.
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
    packs: Packs,
    stakes: StakeSchedule | None = None,
    name: str = "optimal",
    splits: bool = True,
) -> PunterResponse:
    """The best response of one punter to a banker who looks at his own hand only.

    Parameters
    ----------
    rules : Rules
    banker : BankerPolicy
    packs : int, Deck or None
        Packs in use, or other cards; None for an infinite pack.
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

    Where hands may be burnt, it is the best of all policies that do not look at the cards burnt before: see `burnplay`
    and `burnchoice`.
    """
    game = Game(rules, banker)
    solver = HandSolver(game, packs)
    maker = _Maker(rules, solver, splits, None if stakes is None else stakes.stakes)
    if stakes is not None:
        policy = maker.policy(sorted({int(stake) for stake in stakes.stakes[_used(rules)]}), name)
        account = seat_account(game, policy, stakes.stakes, packs)
        return PunterResponse(policy, stakes, account, solver, maker.splits, maker.burns)
    levels = sorted({rules.stake_min, rules.stake_max})
    policy = maker.policy(levels, name)
    chosen = best_stakes(rules, game, policy, packs)
    account = seat_account(game, policy, chosen.stakes, packs)
    return PunterResponse(policy, chosen, account, solver, maker.splits, maker.burns)


def best_stakes(rules: Rules, game: Game, policy: PunterPolicy, packs: Packs) -> StakeSchedule:
    """The best schedule of stakes for a punter who plays by a policy, by the first card.

    It is the smallest or the largest stake, but for a policy that buys for odd halves of its stake: these are rounded
    down to whole units, so that every stake is tried.
    """
    every = range(rules.stake_min, rules.stake_max + 1)
    tried = list(every) if (policy.amounts % 2).any() else sorted({every[0], every[-1]})
    found = [seat_account(game, policy, np.full(16, stake, np.int64), packs) for stake in tried]
    gains = np.array([[one.account.gain] * 13 if rules.stakes_when == "before-deal" else one.by_card for one in found])
    best = np.argmax(gains - 1e-12 * np.arange(len(tried))[:, None], axis=0)  # a tie goes to the smaller stake
    said = {rank: tried[best[place]] for place, rank in enumerate(RANKS)}
    return schedule("optimal", rules, {REST: said["A"]} if len(set(said.values())) == 1 else said)


def _used(rules: Rules) -> list[int]:
    """Where a schedule's stakes are looked up."""
    return [NO_CARD] if rules.stakes_when == "before-deal" else list(range(len(RANKS)))


class _Maker:
    """Puts the best plays of all hands together to one policy."""

    def __init__(
        self,
        rules: Rules,
        solver: HandSolver,
        may_split: bool = True,
        stakes: NDArray[np.int64] | None = None,
    ):
        self.rules, self.solver, self.may_split, self.stakes = rules, solver, may_split, stakes
        self.splits: dict[tuple[int, int, int], tuple[float, float]] = {}
        self.burns: dict[tuple[int, int, int], tuple[float, float]] = {}
        self._phases = Phases(solver.game)

    def policy(self, stakes: list[int], name: str) -> PunterPolicy:
        """The policy for those initial stakes."""
        levels = self._levels(stakes)
        nodes = len(graph().low)
        sides = {self.solver.times(side) == 2: side for side in range(len(self.solver.game.sides))}
        splits, burns = np.zeros((2 * len(levels), 16), np.int8), np.zeros((2 * len(levels), nodes), np.int8)
        begins = np.zeros((2 * len(levels), SLOTS), np.int16)
        for level, stake in enumerate(levels):
            firsts = self._firsts(stake, levels[level + 1] if level + 1 < len(levels) else None)
            for doubled in (False, True):
                row, side = 2 * level + doubled, sides.get(doubled)
                if side is not None:
                    splits[row], burns[row], begins[row] = self._situation(side, stake, firsts)
            for row, other in ((2 * level, 2 * level + 1), (2 * level + 1, 2 * level)):
                if sides.get(row % 2 == 1) is None:  # he never, or always, doubles
                    splits[row], burns[row], begins[row] = splits[other], burns[other], begins[other]
        moves, following = self._phases.tables()
        if self.may_split:
            moves, following, begins = smallest(moves, following, begins)
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

    def _firsts(self, stake: int, above: int | None) -> list[int]:
        """The first cards on which the stake is at least that, and below what is `above`."""
        if self.stakes is None:
            return list(range(13))
        by_card = stakes_by_card(self.rules, self.stakes)
        return [rank for rank in range(13) if by_card[rank] >= stake and (above is None or by_card[rank] < above)]

    def _situation(
        self, side: int, stake: int, firsts: list[int]
    ) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]:
        """Splits, burns and first phases with a stake, on a side."""
        worths = self._worths(side, stake)
        plan = self._guess(stake, worths)
        if self.rules.burn == "none":
            plays = self._plays(side, stake, plan)
        else:
            plan, plays = Choosing(self.solver, side, stake, firsts).settled(plan, worths)
        for rank, (kept, split) in worths.splits.items():
            most = plan.most[rank]
            self.splits[side, stake, rank] = kept, split[most] if most > 1 else max(split.values())
        for node, both in worths.burns.items():
            self.burns[side, stake, node] = both
        begins = np.full(SLOTS, self._phases.first(plays[0]), np.int16)
        for slot, play in plays.items():
            begins[slot] = self._phases.first(play)
        splits = np.zeros(16, np.int8)
        for rank, most in enumerate(plan.splits):
            splits[rank] = 0 if most == 1 else 1 if most == self.rules.max_hands else most
        return splits, plan.burns, begins

    def _plays(self, side: int, stake: int, plan: Plan) -> dict[int, HandPlay]:
        """The best play by `deal.split_slot` where nothing is burnt."""
        solver, found = self.solver, {0: self.solver.unsplit(side, stake)}
        for rank, most in enumerate(plan.most):
            for slot, hands, paired in solver.slots(rank, most) if most > 1 else ():
                found[slot] = solver.half(side, stake, rank, hands, most, paired)
        return found

    def _worths(self, side: int, stake: int) -> Worths:
        """What splits are worth, exactly where nothing is burnt; and else what burns are, by a rough guess."""
        solver, found = self.solver, Worths()
        play = solver.unsplit(side, stake)
        for rank in range(13):
            if self.may_split and split_rank(self.rules, rank, rank) == rank and self._there(rank):
                kept = float(np.nanmax(play.worth[0, graph().node_of([rank, rank])]))
                every = range(2, self.rules.max_hands + 1)
                found.splits[rank] = kept, {most: solver.split_worth(side, stake, rank, most) for most in every}
        for node, burnt in solver.burnt(side, stake).items():
            found.burns[node] = float(np.nanmax(play.worth[0, node])), burnt
        return found

    def _there(self, rank: int) -> bool:
        """Whether a pair of that rank can be dealt."""
        deck = self.solver.deck
        return deck.infinite or sum(deck.ranks[list(self.solver.alike(rank))]) >= 2

    def _guess(self, stake: int, worths: Worths) -> Plan:
        """What looks best; a tie goes to the hand as it is, and to more hands."""
        burns, most = np.zeros(len(graph().low), np.int8), [1] * 13
        unsplit = dict.fromkeys(worths.burns, -np.inf)
        for rank, (kept, split) in worths.splits.items():
            best = max(split, key=lambda hands: split[hands] + 1e-12 * hands)
            most[rank] = best if split[best] > kept + 1e-12 * stake else 1
            unsplit[graph().node_of([rank, rank])] = split[best]
        for node, (kept, burnt) in worths.burns.items():
            worths.burns[node] = (max(kept, unsplit[node]), burnt)
            burns[node] = burnt > worths.burns[node][0] + 1e-12 * stake
        return Plan(burns, tuple(most))


__all__ = ["PunterResponse", "best_punter", "best_stakes"]
