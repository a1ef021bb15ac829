"""Many numbered multisets of cards with weights, and those that are alike made one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit import kernel

_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)  # odd numbers that spread hashes


class Rows(NamedTuple):
    """Multisets of cards (`ways.coded`), each with a number of its own and a weight."""

    places: NDArray[np.int64]
    codes: NDArray[np.uint64]
    weights: NDArray[np.float64]

    def at(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> Rows:
        """Some of the rows."""
        return Rows(self.places[index], self.codes[index], self.weights[index])

    def added_up(self) -> Rows:
        """The rows in the order in which they are met first, those with equal numbers and multisets made one."""
        bits = max(2 * len(self.codes), 1).bit_length()
        mixed = self.codes * _MIX[0] + self.places.astype(np.uint64) * _MIX[1]
        hashes = (mixed >> np.uint64(64 - bits)).astype(np.int64)
        found = Rows(np.empty_like(self.places), np.empty_like(self.codes), np.empty_like(self.weights))
        count = gather(*self, hashes, np.full(1 << bits, -1), *found)
        return found.at(np.arange(count))


def rows(parts: Sequence[tuple[int, np.uint64, float]]) -> Rows:
    """Rows from a list of them."""
    places, codes, weights = zip(*parts, strict=True) if parts else ((), (), ())
    return Rows(np.array(places, np.int64), np.array(codes, np.uint64), np.array(weights, np.float64))


def joined(parts: Sequence[Rows]) -> Rows:
    """All rows of some tables."""
    if not parts:
        return rows([])
    return Rows(
        np.concatenate([one.places for one in parts]),
        np.concatenate([one.codes for one in parts]),
        np.concatenate([one.weights for one in parts]),
    )


@kernel
def gather(places, codes, weights, hashes, table, out_places, out_codes, out_weights):
    """Add up the weights of rows that are alike, by a table of hashes; how many different rows there are.

    Parameters
    ----------
    places : int64 (n,)
    codes : uint64 (n,)
    weights : float64 (n,)
    hashes : int64 (n,)
        Of each row: where to look it up first.
    table : int64 (m,)
        All -1; more than n.
    out_places, out_codes, out_weights
        As the first three; filled in the order in which rows are met first.
    """
    count = 0
    for row in range(places.size):
        at = hashes[row]
        while True:
            there = table[at]
            if there < 0:
                table[at] = count
                out_places[count], out_codes[count], out_weights[count] = places[row], codes[row], weights[row]
                count += 1
                break
            if out_codes[there] == codes[row] and out_places[there] == places[row]:
                out_weights[there] += weights[row]
                break
            at = (at + 1) % table.size
    return count


__all__ = ["Rows", "gather", "joined", "rows"]
