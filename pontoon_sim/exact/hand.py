"""One hand of a punter, walked to its ends: by a policy (`played`), its account being exact sums of probabilities."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..hands import BUST
from ..law import CLASSES, Law
from ..policy.players import CODES, STICK, added
from ..policy.tables import PunterPolicy
from .against import Against, Game
from .deck import Deck
from .kernels import punter_walk


@dataclass
class Account:
    """Expectations of one seat: linear sums, so that accounts add and scale.

    Attributes
    ----------
    gain, square, staked : float
        Expected net result in units, its square (of one hand), and total stake.
    classes, bank : float64 (CLASSES,)
        Expected number of hands by class; chance of the banker's classes as this seat sees them.
    """

    gain: float = 0.0
    square: float = 0.0
    staked: float = 0.0
    classes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(CLASSES))
    bank: NDArray[np.float64] = field(default_factory=lambda: np.zeros(CLASSES))

    def add(self, other: Account, times: float = 1.0) -> None:
        """Add another account, `times` over."""
        self.gain += times * other.gain
        self.square += times * other.square
        self.staked += times * other.staked
        self.classes += times * other.classes
        self.bank += times * other.bank


@dataclass(frozen=True)
class Histories:
    """How a hand may come about under a policy with a given initial stake: its phase, what was added and staked."""

    moves: NDArray[np.int8]  # (histories, nodes)
    following: NDArray[np.int64]  # (histories, CODES)
    staked: NDArray[np.float64]  # (histories,)


def histories(law: Law, policy: PunterPolicy, begin: int, initial: int, base: int, draws: int) -> Histories:
    """All histories of at most so many draws that begin in a phase, found by following the policy's tables."""
    states = [(begin, 0, initial)]
    index = {states[0]: 0}
    following: list[NDArray[np.int64]] = []
    depth = [0]
    for place, (phase, last, staked) in enumerate(states):  # grows while it is read
        row = np.full(CODES, place)
        codes = np.flatnonzero(np.bincount(policy.moves[phase], minlength=CODES)).tolist()
        for code in codes if depth[place] < draws else ():
            if code == STICK:
                continue
            more = added(law, policy, base, last, code)
            state = (int(policy.following[phase, code]), more or last, staked + more)
            if state not in index:
                index[state] = len(states)
                states.append(state)
                depth.append(depth[place] + 1)
            row[code] = index[state]
        following.append(row)
    moves = np.ascontiguousarray(policy.moves[[phase for phase, _, _ in states]])
    return Histories(moves, np.array(following, np.int64), np.array([float(state[2]) for state in states]))


def played(
    game: Game, against: Against, told: Histories, starts: dict[int, float], deck: Deck, undoubled: float
) -> Account:
    """The account of a hand that begins with given chances and is played on by a policy.

    Parameters
    ----------
    starts : dict of node to chance
        Hands of two cards that are played.
    deck : Deck
        Unseen before the hand's own cards.
    undoubled : float
        The part of the stake that special results do not count, after an ordinary double.
    """
    _, ends, busts = walked(game, against.quiet, told, starts, deck)
    return _summed(game, against, told, ends, busts, undoubled)


def walked(
    game: Game, quiet: NDArray[np.float64], told: Histories, starts: dict[int, float], deck: Deck
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Chances by history: that the hand comes by a node, that it ends there, that it is bust and the deal goes on."""
    moves = np.ascontiguousarray(told.moves[:, : game.nodes])
    reach = np.zeros(moves.shape)
    for node, chance in starts.items():
        reach[0, node] += chance
    ends, busts = np.zeros_like(reach), np.zeros(len(told.staked))
    punter_walk(
        game.law,
        game.graph,
        moves,
        told.following,
        deck.values,
        int(deck.infinite),
        quiet,
        reach,
        ends,
        busts,
    )
    return reach, ends, busts


def _summed(
    game: Game, against: Against, told: Histories, ends: NDArray[np.float64], busts: NDArray[np.float64], off: float
) -> Account:
    found = Account()
    by_stake = told.staked @ ends
    alive = against.ends.sum(axis=1)
    found.gain = float(by_stake @ against.gains - told.staked @ busts)
    found.square = float(told.staked**2 @ ends @ against.squares + told.staked**2 @ busts)
    if off:
        found.gain -= off * float(ends.sum(axis=0) @ against.undoubled)
        found.square = np.nan
    found.staked = float(by_stake @ alive + told.staked @ busts)
    total = ends.sum(axis=0)
    found.classes += np.bincount(game.klass, weights=total * alive, minlength=CLASSES)
    found.classes[BUST] += busts.sum()
    found.bank = total @ against.ends
    return found


def finished(game: Game, against: Against, node: int, klass: int, chance: float, stake: float, off: float) -> Account:
    """The account of a hand that ends at once with a class of its own: a pontoon, or split aces with one card."""
    found = Account()
    ends = against.ends[node] * chance
    pay = game.pay[klass]
    charged = stake - off * game.undoubled[klass]
    found.gain = float(ends @ (pay * charged))
    found.square = float(ends @ (pay * charged) ** 2)
    found.staked = stake * float(ends.sum())
    found.classes[klass] = ends.sum()
    found.bank = ends
    return found


__all__ = ["Account", "Histories", "finished", "histories", "played", "walked"]
