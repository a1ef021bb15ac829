"""Best plays of single hands, put together to the phases of one policy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..policy.players import BUY_LEAST, BUY_MOST, CODES, TWIST
from .against import Game
from .best import HandPlay


class Phases:
    """The tables of a policy, which grow by each play that is added."""

    def __init__(self, game: Game):
        self.game = game
        self._moves: list[NDArray[np.int8]] = []
        self._following: list[NDArray[np.int16]] = []
        self._places: dict[int, int] = {}

    def first(self, play: HandPlay) -> int:
        """The number of the first phase of a play, which is added once."""
        if id(play) not in self._places:
            first = sum(map(len, self._moves))
            self._places[id(play)] = first
            following = np.zeros((len(play.moves), CODES), np.int16)
            following[:] = first + np.arange(len(play.moves))[:, None]
            for code in (TWIST, BUY_LEAST, BUY_MOST):
                step = play.choices.step[:, code]
                following[:, code] = first + np.where(step < 0, np.arange(len(step)), step)
            self._moves.append(self.game.whole(play.moves))
            self._following.append(following)
        return self._places[id(play)]

    def tables(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """All moves and following phases, as in `policy.tables.PunterPolicy`."""
        return np.concatenate(self._moves), np.concatenate(self._following)


def smallest(
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


__all__ = ["Phases", "smallest"]
