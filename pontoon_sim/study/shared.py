"""Cells that play the same cards: deal by deal one order of the pack, and in it places of each hand's own.

Whatever the policies and the rules of two cells, their results then rise and fall together, and the difference is known
far better than either. So that it can be told with its error, the sums of batches of deals are kept beside the whole.
The orders are those of ``pontoon compare`` with the same seed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..deal import play_deal
from ..errors import OptionError
from ..jit import JIT, kernel
from ..law import compiled_law, plain_law, shooting
from ..pack import fresh_pack, shuffle_fresh
from ..places import NONE_LEFT, lay_places, places_pack
from ..policy.players import Players
from ..ring import ring_pack
from ..rulebook import Rules
from ..simulate import most_of_a_deal, run_ring
from ..tabletop import KITTY, new_table
from ..tally import INITIAL, NET, SEAT_COLUMNS, STAKED, Tally, add_deal, new_sums

CHUNK = 65_536  # deals of a chunk
BATCHES = 64  # of a chunk
MOST = 512  # batches that are kept; when they become more, two and two are added up
ORDERS, COUNTED, GAIN, FIRST, ALL = range(5)  # columns of a batch; gains in 1/unit, then initial and all stakes
_ROOM = 2**62  # what an integer sum of a chunk must stay below

Batches = list[list[int]]


@kernel
def run_places(law, pack, places, players, table, sums, deals):
    """Play deals from as many orders of the pack, or until the cards of one run out; how many were done."""
    for done in range(deals):
        shuffle_fresh(pack)
        lay_places(places)
        if shooting(law.extras):
            table.result[KITTY] = shooting(law.extras)
        play_deal(law, places, players, table)
        if places.state[NONE_LEFT] != 0:
            return done
        add_deal(table, sums)
    return deals


@dataclass
class SharedTally(Tally):
    """Sums of deals that other cells play too.

    Attributes
    ----------
    batches : list of list of int
        Of deals that follow each other: orders of the pack, counted deals, the bank's gain in 1/unit, initial stakes,
        all stakes.
    folds : int
        How often two and two of them were added up.
    """

    batches: Batches = field(default_factory=list)
    folds: int = 0

    def add(self, other: Tally) -> None:
        """Add the deals that come next."""
        super().add(other)
        assert isinstance(other, SharedTally)
        coming = other.batches
        for _ in range(self.folds - other.folds):
            coming = _folded(coming)
        self.batches = [*self.batches, *coming]
        while len(self.batches) > MOST:
            self.batches, self.folds = _folded(self.batches), self.folds + 1


def _folded(batches: Batches) -> Batches:
    """Two and two added up; the last one alone where they are odd."""
    pairs = [batches[place : place + 2] for place in range(0, len(batches), 2)]
    return [[sum(column) for column in zip(*pair, strict=True)] for pair in pairs]


@dataclass(frozen=True)
class SharedSetting:
    """All that a cell of shared cards depends on, but the seed."""

    rules: Rules
    punters: int
    players: Players

    kernel: ClassVar[str] = "run_places"

    def chunk(self) -> int:
        """Deals of a chunk: fewer where stakes are so large that integer sums could overflow."""
        most, deals = most_of_a_deal(self.rules, self.punters), CHUNK
        while deals * most * most > _ROOM and deals > 1:
            deals //= 2
        return deals

    def nothing(self) -> SharedTally:
        """The sums of no deals."""
        return SharedTally(self.punters, plain_law(self.rules).unit)

    def play(self, seed: int, index: int, deals: int) -> SharedTally:
        """The sums of deals from the first so many orders of one chunk."""
        return _Chunk(self, seed, index).play(deals)


class _Chunk:
    """The deals of one chunk."""

    def __init__(self, setting: SharedSetting, seed: int, index: int):
        rules, self.setting = setting.rules, setting
        self.law = compiled_law(rules, keep_extras=True) if JIT else plain_law(rules)
        self.table, self.sums = new_table(setting.punters), new_sums()
        stream = np.random.SeedSequence(seed, spawn_key=(index,))
        self.players = setting.players.for_thread(stream)
        orders, within = stream.spawn(2)
        packs = rules.packs_for(setting.punters)
        self.pack = fresh_pack(packs, orders)
        # Cards come back by random numbers apart, so that the next order is the same for all cells.
        again = rules.exhaustion == "reshuffle-used"
        self.ring = ring_pack(packs, fresh_pack(packs, within).words, rules.gather, again)
        self.places: Any = None
        if rules.brulet == "none" and rules.max_cards == 5:
            self.places = places_pack(self.pack.cards, 52 * packs, setting.punters)
        self.counted = 0

    def play(self, deals: int) -> SharedTally:
        width, batches = -(-deals // BATCHES), []
        with np.errstate(over="ignore"):  # random words wrap around; said only where the JIT is off
            for start in range(0, deals, width):
                before, orders = self._totals(), min(width, deals - start)
                self._play(orders)
                batches.append([orders, *(int(now - then) for now, then in zip(self._totals(), before, strict=True))])
        voided = deals - self.counted
        if voided > 1000 and voided > 1000 * self.counted:
            raise OptionError(
                f"Nearly every deal of {self.setting.punters} punters runs out of cards and is void: take fewer "
                "punters or more packs."
            )
        said = {name: values.tolist() for name, values in self.sums._asdict().items()}
        return SharedTally(self.setting.punters, self.law.unit, self.counted, voided, said, batches)

    def _totals(self) -> tuple[int, int, int, int]:
        seats = self.sums.seats.reshape(-1, SEAT_COLUMNS).sum(axis=0)
        return self.counted, -int(seats[NET]), int(seats[INITIAL]), int(seats[STAKED])

    def _play(self, deals: int) -> None:
        if self.places is None:
            self._play_ring(deals, 1)
            return
        done = 0
        while done < deals:
            played = run_places(self.law, self.pack, self.places, self.players, self.table, self.sums, deals - done)
            self.counted += played
            done += played
            if done < deals:  # the cards of the last deal ran out: once more, with the used ones coming back
                self._play_ring(1, 0)
                done += 1

    def _play_ring(self, deals: int, shuffle: int) -> None:
        self.counted += int(
            run_ring(self.law, self.pack, self.ring, self.players, self.table, self.sums, deals, shuffle)
        )
