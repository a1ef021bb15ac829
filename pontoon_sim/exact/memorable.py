"""What a person can remember of the best play: one action by total, softness, number of cards and whether to buy.

The full best response looks at the very cards and at all amounts. Here the punter looks at four things: the best total,
whether an ace counts 11 in it, how many cards he holds, and whether he may still buy. All states that look alike to him
are a *cell*. The best action of a cell is the one that is worth most on average over the states met in it, given how
the other cells are played; that is worked out in turns until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..hands import graph
from ..law import pontoon_level, split_rank
from ..policy.players import BUY_LEAST, BUY_MOST, CODES, SLOTS, STICK, TWIST
from ..policy.tables import Awareness, PunterPolicy, solved_policy
from .best import HandPlay
from .choices import Choices
from .kernels import punter_walk
from .response import PunterResponse
from .seat import Seat, SeatAccount

ROUNDS = 40  # turns after which a plan that will not settle is taken as it is
NEGLIGIBLE = 1e-15  # a cell met less often is not told apart


class Key(NamedTuple):
    """What a person looks at."""

    may_buy: bool
    soft: bool
    total: int
    cards: int


@dataclass(frozen=True)
class Cell:
    """All states that look alike to a person.

    Attributes
    ----------
    key : Key
    action : int
        Code of the action.
    weight : float
        How often a deal comes there.
    worth : dict of int to float
        Mean gain of each allowed action in units, the rest being played as remembered.
    """

    key: Key
    action: int
    weight: float
    worth: dict[int, float]

    @property
    def forced(self) -> bool:
        """Whether there is no choice."""
        return len(self.worth) == 1

    @property
    def cost(self) -> float | None:
        """What the second best action loses against the best; None where there is no choice."""
        if self.forced:
            return None
        first, second = sorted(self.worth.values(), reverse=True)[:2]
        return first - second


class Exceptional(NamedTuple):
    """Cards that are better played unlike their cell: the action, its gain a deal in units, and how often it happens.

    Where that holds only after certain buys, `bought` has the largest and smallest sums bought; else None.
    """

    key: Key
    node: int
    action: int
    gain: float
    weight: float
    bought: tuple[int, int] | None


@dataclass(frozen=True)
class Memorable:
    """What a person can remember, and what that costs.

    Attributes
    ----------
    policy : PunterPolicy
    account : SeatAccount
        What it earns, exactly.
    cells : dict of Key to Cell
    exceptions : tuple of Exceptional
        Those worth most first.
    """

    policy: PunterPolicy
    account: SeatAccount
    cells: dict[Key, Cell]
    exceptions: tuple[Exceptional, ...]


def memorable(found: PunterResponse, stake: int, side: int = 0, name: str = "memorable") -> Memorable:
    """The best policy that a person can remember, splits and burns as in the full response.

    Parameters
    ----------
    found : PunterResponse
    stake : int
        The initial stake (before a double) for which cells are worked out.
    side : int
        0, or 1: after the banker's double.
    """
    plan = _Plan(found, stake, side)
    plan.settle()
    policy = plan.policy(name)
    packs = found.solver.packs
    account = Seat(found.solver.game, policy, found.schedule.stakes, packs).account()
    return Memorable(policy, account, plan.cells, plan.exceptions())


class _Plan:
    """One action a cell, improved in turns."""

    def __init__(self, found: PunterResponse, stake: int, side: int):
        self.found, self.solver, self.stake, self.side = found, found.solver, stake, side
        self.told: Choices = self.solver.choices(side, stake)
        self.play: HandPlay = self.solver.unsplit(side, stake)
        self.cell_of, self.keys = self._lay_out()
        self.cells: dict[Key, Cell] = {}

    def _lay_out(self) -> tuple[NDArray[np.int64], list[Key]]:
        """The cell of each state (-1: none is met there), and what each cell looks like."""
        hands, law = graph(), self.solver.game.plain
        may_buy = (self.told.step[:, BUY_LEAST:] >= 0).any(axis=1)
        nodes = self.solver.game.nodes
        open_ = np.zeros(nodes, bool)
        open_[self.solver.wanted] = np.array(law.open, bool)[self.solver.wanted]
        code = ((hands.soft * 32 + hands.best.astype(int)) * 32 + hands.cards)[:nodes]
        found = np.add.outer(4096 * may_buy.astype(int), code)
        found[:, ~open_] = -1
        values, place = np.unique(found, return_inverse=True)
        keys = [Key(bool(v & 4096), bool(v & 1024), int(v >> 5 & 31), int(v & 31)) for v in values if v >= 0]
        return place.reshape(found.shape) - int((values < 0).any()), keys

    def settle(self) -> None:
        """Let every cell answer to the others until nothing changes."""
        moves, seen = self.play.moves, set()
        for _ in range(ROUNDS):
            reach = self.reach(moves)
            self.cells = self._cells(reach)
            moves = self._moves()
            if moves.tobytes() in seen:
                break
            seen.add(moves.tobytes())
            self.play = self.solver.playing(self.side, self.stake, moves)

    def reach(self, moves: NDArray[np.int8]) -> NDArray[np.float64]:
        """How often each state is met when hands are played so: (pasts, nodes)."""
        solver, game = self.solver, self.solver.game
        reach = np.zeros(moves.shape)
        for node, chance in self._starts().items():
            reach[0, node] += chance
        step = np.tile(np.arange(len(moves))[:, None], (1, CODES))
        step[:, :4] = np.where(self.told.step < 0, step[:, :4], self.told.step)
        against = solver.against(self.side, (), 0)
        ends, busts = np.zeros_like(reach), np.zeros(len(moves))
        values, infinite = solver.deck.values, int(solver.deck.infinite)
        punter_walk(game.law, game.graph, moves, step, values, infinite, against.quiet, reach, ends, busts)
        return reach

    def _starts(self) -> dict[int, float]:
        """Hands of two cards that are played on as they are, with their chances."""
        deck, rules = self.solver.deck, self.solver.game.rules
        found: dict[int, float] = {}
        splits, burns = self._first_cards()
        for one in range(13):
            rest = deck.without(one)
            for two in range(13):
                node = graph().node_of([one, two])
                rank = split_rank(rules, one, two)
                leaves = pontoon_level(rules, one, two) or (rank is not None and splits[rank]) or burns[node]
                if not leaves:
                    found[node] = found.get(node, 0.0) + deck.chance(one) * max(rest.chance(two), 0.0)
        return found

    def _first_cards(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        aware = self.found.policy.aware
        if aware is None:
            return self.found.policy.splits, self.found.policy.burns
        row = aware.situation(self.stake, self.solver.times(self.side) == 2)
        return aware.splits[row], aware.burns[row]

    def _cells(self, reach: NDArray[np.float64]) -> dict[Key, Cell]:
        """The best action of each cell, weighted by how often its states are met."""
        met = (self.cell_of >= 0) & (reach > NEGLIGIBLE)
        cell, size = self.cell_of[met], len(self.keys)
        weight = np.bincount(cell, reach[met], size)
        worth = np.full((size, 4), -np.inf)
        for code in (STICK, TWIST, BUY_LEAST, BUY_MOST):
            values = self._worth(code)[met]
            allowed = np.bincount(cell, np.isnan(values), size) == 0
            total = np.bincount(cell, np.nan_to_num(values) * reach[met], size)
            with np.errstate(invalid="ignore", divide="ignore"):
                worth[:, code] = np.where(allowed & (weight > 0), total / weight, -np.inf)
        found = {}
        for place in np.flatnonzero(weight > 0):
            allowed = {code: float(worth[place, code]) for code in range(4) if worth[place, code] > -np.inf}
            if allowed.get(BUY_LEAST) == allowed.get(BUY_MOST):
                allowed.pop(BUY_LEAST, None)  # one amount only
            action = max(allowed, key=lambda code: allowed[code] - 1e-12 * code)
            found[self.keys[place]] = Cell(self.keys[place], action, float(weight[place]), allowed)
        return found

    def _worth(self, code: int) -> NDArray[np.float64]:
        """What an action is worth in each state; buying the least is buying the most where these are one."""
        worth = self.play.worth
        if code != BUY_LEAST:
            return worth[:, :, code]
        return np.where(np.isnan(worth[:, :, BUY_LEAST]), worth[:, :, BUY_MOST], worth[:, :, BUY_LEAST])

    def _moves(self) -> NDArray[np.int8]:
        """The actions of all states by those of their cells; where none is met, the best."""
        best = self.solver.unsplit(self.side, self.stake).moves
        table = np.array([self.cells[key].action if key in self.cells else -1 for key in self.keys], np.int8)
        chosen = np.where(self.cell_of >= 0, table[self.cell_of], -1)
        least = (chosen == BUY_LEAST) & (self.told.step[:, BUY_LEAST] < 0)[:, None]
        chosen = np.where(least, BUY_MOST, chosen)
        barred = np.isnan(np.take_along_axis(self.play.worth, np.maximum(chosen, 0)[..., None].astype(int), 2)[..., 0])
        return np.where((chosen < 0) | barred, best, chosen).astype(np.int8)

    def policy(self, name: str) -> PunterPolicy:
        """The plan as a policy; split hands are played like others, which a person does not tell apart."""
        moves = self.solver.game.whole(self._moves())
        following = np.tile(np.arange(len(moves), dtype=np.int16)[:, None], (1, CODES))
        following[:, :4] = np.where(self.told.step < 0, following[:, :4], self.told.step)
        splits, burns = (np.tile(table, (2, 1)) for table in self._first_cards())
        aware = Awareness(np.array([1], np.int64), splits, burns, np.zeros((2, SLOTS), np.int16))
        return solved_policy(name, self.solver.game.rules, moves, following, aware)

    def exceptions(self, most: int = 40) -> tuple[Exceptional, ...]:
        """Cards that are better played unlike their cell, the rest being played as remembered."""
        moves = self._moves()
        reach = self.reach(moves)
        worth = self.solver.playing(self.side, self.stake, moves).worth
        mine = np.take_along_axis(worth, np.maximum(moves, 0)[..., None].astype(int), 2)[..., 0]
        with np.errstate(invalid="ignore"):
            gain = np.where(np.isnan(worth), -np.inf, worth - mine[..., None]).max(axis=2)
        met = (self.cell_of >= 0) & (reach > NEGLIGIBLE)
        better = met & (gain > 1e-9)
        found: dict[tuple[int, int, int], list[int]] = {}
        for past, node in zip(*np.nonzero(better), strict=True):
            action = int(np.nanargmax(worth[past, node]))
            found.setdefault((int(self.cell_of[past, node]), int(node), action), []).append(int(past))
        all_of_them = [self._exceptional(*what, pasts, gain, reach, met) for what, pasts in found.items()]
        return tuple(sorted(all_of_them, key=lambda one: -one.gain)[:most])

    def _exceptional(
        self,
        cell: int,
        node: int,
        action: int,
        pasts: list[int],
        gain: NDArray[np.float64],
        reach: NDArray[np.float64],
        met: NDArray[np.bool_],
    ) -> Exceptional:
        everywhere = np.count_nonzero(met[:, node] & (self.cell_of[:, node] == cell)) == len(pasts)
        bought = [self.told.pasts[past].staked - self.told.pasts[0].staked for past in pasts]
        return Exceptional(
            key=self.keys[cell],
            node=node,
            action=action,
            gain=float(gain[pasts, node] @ reach[pasts, node]),
            weight=float(reach[pasts, node].sum()),
            bought=None if everywhere else (max(bought), min(bought)),
        )


__all__ = ["Cell", "Exceptional", "Key", "Memorable", "memorable"]
