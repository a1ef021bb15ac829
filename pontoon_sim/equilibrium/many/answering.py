"""How a banker answers a whole table of punters who all play alike, and how that looks to one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..kernels import FOLLOW
from ..play import BankerPlan, PunterFlow
from ..tables import Floats
from .beliefs import Looks, Seat
from .kernels import answers, others_show

LANES = 32  # looks that are worked on together
TREMBLE = 1e-6  # how likely a double (or none) is at least: so he has an answer also where he never comes to it


class Answerer:
    """The banker's answers to a table of punters who all play alike.

    Parameters
    ----------
    seat : Seat
    punters : int
    soft : float
        The part of all stakes within which he mixes.
    """

    def __init__(self, seat: Seat, punters: int, soft: float):
        self.seat, self.field, self.punters, self.soft = seat, seat.field, punters, soft

    def plan(self, flow: PunterFlow, before: BankerPlan, tables: int, rng: np.random.Generator) -> BankerPlan:
        """How he plays against one seat, on the average of so many tables.

        Parameters
        ----------
        flow : PunterFlow
            Of the punters' play, once.
        before : BankerPlan
            How he played last: by it he knows what doubling is worth.
        """
        field = self.field
        plan = BankerPlan(np.zeros((len(field.levels), 11)), np.full((field.publics, field.width), 0.5))
        gains = self.double_gains(flow, before) if field.doubles else None
        for times in (1, 2) if field.doubles else (1,):
            looks = self.seat.looks(flow, times)
            chances = looks.chance / looks.chance.sum()
            count = tables if self.punters > 1 else 1
            seen = rng.choice(len(chances), (count, self.punters - 1), p=chances)
            factor = np.ones((count, len(field.levels), field.width))
            if gains is not None:
                doubled = self._doubled(gains, looks.level[seen])
                if times == 1:
                    plan.doubles = doubled.mean(axis=0)
                factor = np.maximum((doubled if times == 2 else 1 - doubled) @ self.seat.hands.mix, TREMBLE)
            self._draws(looks, seen, factor, plan.draws)
        return plan

    def double_gains(self, flow: PunterFlow, plan: BankerPlan) -> Floats:
        """What a double brings a punter by stake and the banker's first card: (levels, 11)."""
        field = self.field
        plain, doubled = field.by_double(field.banker_worth(FOLLOW, field.packed(plan.draws), flow))
        pairs = field.tables.together(np.eye(11, dtype=np.int64), np.eye(11, dtype=np.int64))
        there = flow.stakes.T @ (pairs * (np.arange(11) > 0)[:, None])
        return np.divide(doubled - plain, there, out=np.zeros_like(plain), where=there > 0)

    def _doubled(self, gains: Floats, levels: NDArray[np.int64]) -> Floats:
        """How likely he doubles by table, the seat's own stake and his first card: (tables, levels, 11)."""
        stakes = np.array(self.field.levels, float)
        gain = gains[levels].sum(axis=1)[:, None] + gains
        staked = stakes[levels].sum(axis=1)[:, None] + stakes
        return np.clip(0.5 - 0.5 * gain / (self.soft * staked[..., None]), 0.0, 1.0)

    def _draws(self, looks: Looks, seen: NDArray[np.int64], factor: Floats, out: Floats) -> None:
        """Fill in the chances to draw, where the seat's looks are those."""
        field, hands, width = self.field, self.seat.hands, self.field.width
        shown = np.empty((4, len(seen), width))
        staked = np.empty(len(seen))
        others_show(seen, looks.here, looks.ends, looks.stick, looks.draw, looks.staked, *shown, staked)

        def work(first: int) -> None:
            some = slice(first, min(first + LANES, len(looks.publics)))
            mine = [np.ascontiguousarray(array[some].T) for array in (looks.here, looks.ends, looks.stick, looks.draw)]
            scratch = np.zeros((4, width, some.stop - first))
            answers(
                self.soft, field.edges, field.leads, hands.chance, hands.ends, *mine,
                looks.staked[some], looks.level[some], *shown, staked, factor, *scratch,
            )  # fmt: skip
            drawn = np.divide(scratch[2], scratch[3], out=np.full_like(scratch[2], 0.5), where=scratch[3] > 0)
            out[looks.publics[some]] = drawn.T

        starts = range(0, len(looks.publics), LANES)
        if field.workers is None:
            for first in starts:
                work(first)
        else:
            list(field.workers.map(work, starts))
