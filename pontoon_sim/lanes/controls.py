"""Control variates: what a deal would bring by the ends of its hands taken one by one, whose mean is known exactly.

A seat's net result hangs on two ends: its own and the bank's. The sum of two numbers, one for each, comes as near to it
as such a sum can; it is taken off every deal, and its mean, which `frequencies` knows exactly, is put back in the end.
What is left varies by how both ends meet only. The numbers themselves may be any that are chosen before the first deal:
the figures are without bias whichever they are. Those here are fitted as if cards of different hands had nothing to do
with each other, so that neither they nor their mean know the answer: it is the deals that find it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..law import CLASSES
from .frequencies import Frequencies, frequencies, without_aside
from .tables import ASIDE, NOBODY, Program

FINEST = 64  # parts of 1/unit in which controls are rounded, where sums have room for it
SWEEPS, CLOSE = 60, 1e-9  # of the fit: at the most, and where it stands still
_ROOM = 2**62  # what an integer sum of a chunk must stay below


class Controls(NamedTuple):
    """What is taken off, as kernels read it; all in 1/(scale * unit).

    Attributes
    ----------
    scale : int
        0 where nothing is taken off.
    rows : int64 (punters,)
        Like seats have one row in common.
    left : int32 (rows, ends << width)
        What is left of a seat's net result, by its end and the bank's.
    own : int64 (rows, ends)
        What a seat's own end takes off; that of `ASIDE` nothing.
    bank : int64 (rows, CLASSES)
        What the banker's hand takes off, by his class.
    classes : int64 (bank ends,)
        The banker's class by number of his end.
    keys : int64 (ends,)
        Ends by what is to be seen of a hand (`key_of`), in rising order.
    places : int64 (ends,)
        The numbers of those ends.
    """

    scale: int
    rows: NDArray[np.int64]
    left: NDArray[np.int32]
    own: NDArray[np.int64]
    bank: NDArray[np.int64]
    classes: NDArray[np.int64]
    keys: NDArray[np.int64]
    places: NDArray[np.int64]


@dataclass(frozen=True)
class Reduction:
    """The controls of a table, and the exact means of what they take off, by seat, in 1/(scale * unit)."""

    controls: Controls
    means: tuple[Fraction, ...]


def key_of(klass: int, initial: int, staked: int, doubled: int) -> int:
    """The number of an end by what is to be seen of it."""
    return (((klass << 1) | doubled) << 48) | (initial << 24) | staked


def reduction(program: Program, most: int, deals: int) -> Reduction | None:
    """What to take off the deals of a program whose banker plays on.

    Parameters
    ----------
    program : Program
    most : int
        More than the bank can win or lose in a deal, in 1/unit.
    deals : int
        Of a chunk.

    Returns
    -------
    Reduction or None
        None where stakes are so large that sums have no room for it.
    """
    tables, often = program.tables, frequencies(program)
    ends, real = len(program.ends), len(program.bank_ends) - tables.idle
    rows, fitted = _rows(program, often)
    largest = sum(float(np.abs(fitted[row][0]).max() + np.abs(fitted[row][1]).max()) for row in rows)
    scale = FINEST
    while scale and deals * int(scale * (most + largest) + 2 * tables.punters) ** 2 > _ROOM:
        scale //= 2
    if not scale:
        return None
    own, by_end = (np.array([np.rint(scale * each[side]) for each in fitted]).astype(np.int64) for side in (0, 1))
    left = np.zeros((len(fitted), ends, 1 << tables.width), np.int32)
    left[:, :, : real + tables.idle] = scale * program.nets - own[:, :, None]
    left[:, :, NOBODY + 1 : real] -= by_end[:, None, NOBODY + 1 :].astype(np.int32)
    left[:, :, real : real + tables.idle] -= by_end[:, None, NOBODY + 1 :].astype(np.int32)
    left[:, ASIDE] = left[:, :, : NOBODY + 1] = 0
    bank = np.zeros((len(fitted), CLASSES), np.int64)
    bank[:, program.bank_ends[NOBODY + 1 : real]] = by_end[:, NOBODY + 1 :]
    keys = np.array([key_of(*end) for end in program.ends])
    keys[ASIDE] = -1
    order = np.argsort(keys)
    controls = Controls(
        scale,
        rows=np.array(rows, np.int64),
        left=left.reshape(len(fitted), -1),
        own=own,
        bank=bank,
        classes=np.array(program.bank_ends, np.int64),
        keys=keys[order],
        places=order.astype(np.int64),
    )
    return Reduction(controls, tuple(_mean(often, seat, own[row], by_end[row]) for seat, row in enumerate(rows)))


def no_controls(punters: int) -> Controls:
    """Nothing is taken off."""
    none = np.zeros((1, 1), np.int64)
    rows = np.zeros(punters, np.int64)
    return Controls(0, rows, none.astype(np.int32), none, none, classes=none[0], keys=none[0], places=none[0])


def _rows(program: Program, often: Frequencies) -> tuple[list[int], list[tuple[NDArray[Any], NDArray[Any]]]]:
    """The row of each seat, and for each row what its own end and the bank's take off."""
    rows: list[int] = []
    fitted: list[tuple[NDArray[Any], NDArray[Any]]] = []
    seen: list[Any] = []
    for chances in often.seats:
        if chances not in seen:
            seen.append(chances)
            fitted.append(_fitted(program, chances, often.bank))
        rows.append(seen.index(chances))
    return rows, fitted


def _fitted(
    program: Program, seat: list[dict[int, Fraction]], bank: list[dict[int, Fraction]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The two numbers whose sum is nearest to a seat's net result, by its end and by the bank's, in 1/unit.

    Sums are rounded once (`fsum`), so that they are the same on every machine.
    """
    weights = np.zeros((len(program.ends), len(program.bank_ends) - program.tables.idle))
    for mine, his in zip(seat, bank, strict=True):
        context = float(sum(his.values()))
        for end, chance in without_aside(mine).items():
            for place, other in his.items():
                weights[end, place] += float(chance) * float(other) / context
    nets = program.nets[:, : weights.shape[1]].astype(float)
    own, by_end = np.zeros(len(weights)), np.zeros(weights.shape[1])
    for _ in range(SWEEPS):
        before, own = own, _means(nets - by_end, weights)
        by_end = _means((nets - own[:, None]).T, weights.T)
        if np.abs(own - before).max() < CLOSE:
            break
    return own, by_end


def _means(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weighted means of rows; 0 where nothing weighs."""
    sums = [(fsum(row), fsum(weight)) for row, weight in zip(values * weights, weights, strict=True)]
    return np.array([total / weight if weight else 0.0 for total, weight in sums])


def _mean(often: Frequencies, seat: int, own: NDArray[np.int64], by_end: NDArray[np.int64]) -> Fraction:
    """The exact mean of what is taken off a seat's net result."""
    mine = sum((chance * int(own[end]) for some in often.seats[seat] for end, chance in some.items()), Fraction())
    return mine + sum((chance * int(by_end[end]) for some in often.bank for end, chance in some.items()), Fraction())
