"""The deals of a chunk in lanes, and those that the deal itself must play in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..tally import INITIAL, NET, NET_NET, SEAT_COLUMNS, STAKED, Sums
from .begun import BegunPack, begun_pack, run_begun
from .controls import Reduction, no_controls
from .kernel import new_aside, new_counts, new_lanes, run_lanes
from .left import COLUMNS, REST, REST_REST, Left, new_left
from .tables import ASIDE, Program


class LanePlay:
    """Deals from fresh packs in lanes.

    Parameters
    ----------
    program : Program
    stream : SeedSequence
        Where all random numbers come from.
    reduction : Reduction, optional
        Controls to be taken off; what is left of deals is added up in `left`.
    """

    def __init__(self, program: Program, stream: np.random.SeedSequence, reduction: Reduction | None = None):
        self.program = program
        punters = program.tables.punters
        self.controls = no_controls(punters) if reduction is None else reduction.controls
        self.left: Left = new_left(punters)
        self.lanes, self.aside = new_lanes(stream), new_aside()
        self.counts = new_counts(program)
        self.pack: BegunPack = begun_pack(stream)

    def play(self, deals: int, sums: Sums, by_deal: tuple[Any, Any, Any], replay: Callable[[], int]) -> None:
        """Play deals, and add them up.

        Parameters
        ----------
        deals : int
        sums : Sums
            Added to.
        by_deal : law, players and table
            What the deal takes of which lanes leave a pack to it.
        replay : callable
            Plays the deal of `pack` again, which ran out of cards; 0 when it is void, and another is played.
        """
        law, players, table = by_deal
        tables, controls = self.program.tables, self.controls
        less = tables, controls, self.left
        done = 0
        while done < deals:
            played, put = run_lanes(tables, controls, self.lanes, self.counts, self.aside, deals - done)
            done += played
            place = 0
            while (place := run_begun(law, self.pack, players, table, sums, self.aside, place, put, *less)) < put:
                if controls.scale:
                    raise ValueError("controls are for tables whose cards last for every deal")
                done -= 1 - replay()
                place += 1
        self._count(sums)

    def _count(self, sums: Sums) -> None:
        """Add what lanes counted to sums."""
        program, counts = self.program, self.counts
        ends, banks = len(program.ends), len(program.bank_ends)
        often = counts.ends.reshape(len(counts.ends), ends, -1)[:, :, :banks].copy()
        often[:, ASIDE] = 0
        initial, staked = (
            np.array([getattr(end, name) for end in program.ends])[:, None] for name in ("initial", "staked")
        )
        for seat, table in enumerate(often):
            row = sums.seats[SEAT_COLUMNS * seat : SEAT_COLUMNS * (seat + 1)]
            for column, each in ((NET, program.nets), (NET_NET, program.nets**2), (INITIAL, initial), (STAKED, staked)):
                row[column] += (table * each).sum()
        for end, count in zip(program.ends, often.sum(axis=(0, 2)).tolist(), strict=True):
            sums.classes[end.klass] += count
        endings = counts.endings.reshape(-1, 2)[:banks]
        for klass, (without, pontoons) in zip(program.bank_ends[1:], endings[1:].tolist(), strict=True):
            sums.endings[4 * klass] += without
            sums.endings[4 * klass + 3] += pontoons  # a pontoon in a lane is never of a split hand
        sums.squares[:] += counts.squares
        if self.controls.scale:
            self._count_left(often)

    def _count_left(self, often: NDArray[np.int64]) -> None:
        """Add what is left of deals in lanes, by seat, end and bank's end."""
        controls = self.controls
        left = controls.left.reshape(len(controls.left), often.shape[1], -1)[:, :, : often.shape[2]].astype(np.int64)
        for seat, (table, row) in enumerate(zip(often, controls.rows, strict=True)):
            self.left.seats[COLUMNS * seat + REST] += (table * left[row]).sum()
            self.left.seats[COLUMNS * seat + REST_REST] += (table * left[row] ** 2).sum()
        self.left.squares[:] += self.counts.left
