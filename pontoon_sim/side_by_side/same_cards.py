"""Several tables on the same cards: every deal is played by each of them from one order of the pack.

Each order takes the same count of random numbers, whatever is played, so that the tables stay together. Where the pack
is large enough each hand has places of its own in it, so that nobody gets other cards because somebody took one more.
Results rise and fall together, and a difference is known far better than from deals of each table's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..deal import play_deal
from ..gathering import fill_ring
from ..jit import JIT, is_a, kernel, overload
from ..law import compiled_law, plain_law
from ..pack import fresh_pack, shuffle_fresh
from ..places import NONE_LEFT, PlacesPack, lay_places, places_pack
from ..policy.players import Players
from ..ring import EXHAUSTED, ring_pack
from ..rulebook import Rules
from ..simulate import most_of_a_deal
from ..tabletop import new_table
from ..tally import Tally, add_deal, new_sums

CHUNK = 65_536  # deals of a chunk
_EXACT = 2**53  # below this, sums of whole numbers are exact in floating point


@kernel
def run_same(law, pack, dealt, players, table, sums, gains, initials, played, deals):
    """Play so many orders of the pack; the bank's gain and the initial stakes of each that was not void."""
    for deal in range(deals):
        shuffle_fresh(pack)
        lay(dealt, pack)
        play_deal(law, dealt, players, table)
        gains[deal], initials[deal], played[deal] = 0, 0, 0
        if not ran_out(dealt):
            add_deal(table, sums)
            played[deal] = 1
            gains[deal] = table.net[table.punters]
            for seat in range(table.punters):
                initials[deal] += table.initial[seat]


def lay(dealt, pack):
    """Begin a deal from that order: by places of each hand's own, or one card after the other."""
    lay_places(dealt) if isinstance(dealt, PlacesPack) else fill_ring(dealt, pack.cards)


def ran_out(dealt):
    """Whether the cards of the deal ran out."""
    return dealt.state[NONE_LEFT if isinstance(dealt, PlacesPack) else EXHAUSTED]


@overload(lay)
def _lay(dealt, pack):
    if is_a(PlacesPack, dealt):
        return lambda dealt, pack: lay_places(dealt)
    return lambda dealt, pack: fill_ring(dealt, pack.cards)


@overload(ran_out)
def _ran_out(dealt):
    if is_a(PlacesPack, dealt):
        return lambda dealt: dealt.state[NONE_LEFT]
    return lambda dealt: dealt.state[EXHAUSTED]


@dataclass(frozen=True)
class Arm:
    """One of the tables: a name, rules and players."""

    name: str
    rules: Rules
    players: Players = field(repr=False)

    @property
    def unit(self) -> int:
        """Gains are in 1/unit of a unit."""
        return plain_law(self.rules).unit


@dataclass
class ArmsTally:
    """Sums of tables on the same cards.

    Attributes
    ----------
    arms : list of Tally
        Each one's own sums.
    deals : int
        Deals that were void for none of them.
    totals, products : list of int
        Over these deals: sums of each one's gain (in halves of a unit) and then of each one's initial stakes, and of
        the products of all these, row by row.
    """

    arms: list[Tally]
    deals: int
    totals: list[int]
    products: list[int]

    def add(self, other: ArmsTally) -> None:
        """Add other deals of the same tables."""
        for mine, theirs in zip(self.arms, other.arms, strict=True):
            mine.add(theirs)
        self.deals += other.deals
        self.totals = [one + two for one, two in zip(self.totals, other.totals, strict=True)]
        self.products = [one + two for one, two in zip(self.products, other.products, strict=True)]


@dataclass(frozen=True)
class SameCards:
    """All that a comparison depends on, but the seed."""

    arms: tuple[Arm, ...]
    punters: int

    kernel: ClassVar[str] = "run_same"

    @property
    def most(self) -> int:
        """More than any gain or stake of a deal."""
        return 2 * max(most_of_a_deal(arm.rules, self.punters) for arm in self.arms)

    def chunk(self) -> int:
        """Deals of a chunk."""
        deals = CHUNK
        while deals * self.most**2 > 2**62 and deals > 1:
            deals //= 2
        return deals

    def nothing(self) -> ArmsTally:
        """The sums of no deals."""
        count = 2 * len(self.arms)
        return ArmsTally([Tally(self.punters, arm.unit) for arm in self.arms], 0, [0] * count, [0] * count**2)

    def play(self, seed: int, index: int, deals: int) -> ArmsTally:
        """The sums of the first so many deals of one chunk."""
        gains = np.zeros((len(self.arms), deals), np.int64)
        initials, played = np.zeros_like(gains), np.zeros_like(gains)
        tallies = []
        for place, arm in enumerate(self.arms):
            tallies.append(self._play(arm, seed, index, gains[place], initials[place], played[place]))
            gains[place] *= 2 // arm.unit
        both = np.concatenate([gains, initials]) * played.all(axis=0)
        return ArmsTally(
            tallies, int(played.all(axis=0).sum()), both.sum(axis=1).tolist(), self._products(both).ravel().tolist()
        )

    def _play(self, arm: Arm, seed: int, index: int, gains: Any, initials: Any, played: Any) -> Tally:
        rules, deals = arm.rules, len(gains)
        law = compiled_law(rules, keep_extras=True) if JIT else plain_law(rules)
        table, sums = new_table(self.punters), new_sums()
        stream = np.random.SeedSequence(seed, spawn_key=(index,))
        players = arm.players.for_thread(stream)
        orders, within = stream.spawn(2)
        packs = rules.packs_for(self.punters)
        pack = fresh_pack(packs, orders)
        dealt: Any = None
        if rules.brulet == "none" and all(arm.rules.max_cards == 5 for arm in self.arms):
            dealt = places_pack(pack.cards, 52 * packs, self.punters)
        if dealt is None:
            again = rules.exhaustion == "reshuffle-used"
            dealt = ring_pack(packs, fresh_pack(packs, within).words, rules.gather, again, one_kind=True)
        with np.errstate(over="ignore"):  # random words wrap around; said only where the JIT is off
            run_same(law, pack, dealt, players, table, sums, gains, initials, played, deals)
        counted = int(played.sum())
        said = {name: values.tolist() for name, values in sums._asdict().items()}
        return Tally(self.punters, arm.unit, counted, deals - counted, said)

    def _products(self, both: NDArray[np.int64]) -> NDArray[np.int64]:
        """Sums of products, exact; by floating point, which is far faster, where that is exact too."""
        if both.shape[1] * self.most**2 < _EXACT:
            floats = both.astype(np.float64)
            return (floats @ floats.T).astype(np.int64)
        return both @ both.T
