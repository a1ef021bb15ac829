"""Many deals: chunks with streams of their own, threads, and the kernels that deal from fresh packs.

The result depends on the seed and the number of deals only: a chunk's random numbers are addressed by its place
(`SeedSequence(seed, spawn_key=(chunk,))`), chunks are merged in order, and the size of a chunk is fixed by the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import islice
from typing import Any, Protocol

import numpy as np

from .deal import play_deal
from .errors import OptionError
from .gathering import fill_ring
from .jit import JIT, kernel
from .lanes.controls import Reduction, reduction
from .lanes.left import ReducedTally, new_left
from .lanes.play import LanePlay
from .lanes.program import lanes_for
from .lanes.tables import Program
from .law import Law, compiled_law, plain_law, shooting
from .pack import POSITION, FreshPack, fresh_pack, shuffle_fresh
from .policy.players import Players
from .ring import EXHAUSTED, RingPack, ring_pack
from .rulebook import Rules
from .tabletop import KITTY, new_table
from .tally import Sums, Tally, add_deal, new_sums

ENGINES = ("auto", "lanes", "scalar")
MOST_ASIDE = 0.4  # share of deals that lanes may leave to the deal and still be the faster
CHUNK = 262_144  # deals of a chunk: some 50 ms of five punters
WORKER = "pontoon-worker"  # how the names of worker threads begin
FIRST_CHECK = 4  # chunks after which it is first asked whether they are enough
_ROOM = 2**62  # what an integer sum of a chunk must stay below


@kernel
def run_fresh(law, pack, players, table, sums, deals):
    """Play deals from fresh packs until so many are done, or until one runs out of cards; how many were done."""
    for done in range(deals):
        pack.words[POSITION] = 0
        if shooting(law.extras):
            table.result[KITTY] = shooting(law.extras)
        play_deal(law, pack, players, table)
        if pack.words[POSITION] > pack.size:
            return done
        add_deal(table, sums)
    return deals


@kernel
def run_ring(law, pack, ring, players, table, sums, deals, shuffle):
    """The same from packs that keep their used cards, so that none but a void deal fails; how many were counted."""
    counted = 0
    for _ in range(deals):
        if shuffle:
            shuffle_fresh(pack)
        fill_ring(ring, pack.cards)
        if shooting(law.extras):
            table.result[KITTY] = shooting(law.extras)
        play_deal(law, ring, players, table)
        if ring.state[EXHAUSTED] == 0:
            add_deal(table, sums)
            counted += 1
    return counted


@dataclass(frozen=True)
class Setting:
    """All that a simulation of fresh packs depends on, but the seed."""

    rules: Rules
    punters: int
    players: Players
    engine: str = "auto"  # or one of `ENGINES`
    reduced: bool = False  # whether to take controls off, where lanes play; the cards must last for every deal

    def __getstate__(self) -> dict[str, Any]:
        """What it depends on, without what was worked out from it: settings made alike travel as the same bytes."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def packs(self) -> int:
        return self.rules.packs_for(self.punters)

    @property
    def played_by(self) -> str:
        """The engine that plays it."""
        return "scalar" if self.program is None else "lanes"

    @cached_property
    def program(self) -> Program | None:
        """What lanes play, or None where every deal is played by itself."""
        if self.engine == "scalar":
            return None
        made = lanes_for(self.rules, self.punters, self.players, plays_on=self.reduced)
        if isinstance(made, str) and self.engine == "lanes":
            raise OptionError(f"Lanes do not play this table: {made}; leave the engine to be chosen by itself.")
        if isinstance(made, str) or (self.engine == "auto" and made.share_aside > MOST_ASIDE):
            return None
        return made

    @cached_property
    def reduction(self) -> Reduction | None:
        """What is taken off every deal, or None where nothing is."""
        if not self.reduced or self.program is None:
            return None
        return reduction(self.program, most_of_a_deal(self.rules, self.punters), self.chunk())

    @property
    def kernel(self) -> str:
        """What has to be compiled."""
        return "run_fresh" if self.program is None else "run_begun"

    def chunk(self) -> int:
        """Deals of a chunk: fewer where stakes are so large that integer sums could overflow."""
        most, deals = most_of_a_deal(self.rules, self.punters), CHUNK
        while deals * most * most > _ROOM and deals > 1:
            deals //= 2
        return deals

    def nothing(self) -> Tally:
        """The sums of no deals."""
        nothing = Tally(self.punters, plain_law(self.rules).unit)
        if self.reduction is None:
            return nothing
        return ReducedTally.of(nothing, self.reduction, new_left(self.punters))

    def play(self, seed: int, index: int, deals: int) -> Tally:
        """The sums of the first so many deals of one chunk."""
        return _Chunk(self, seed, index).play(deals)


def most_of_a_deal(rules: Rules, punters: int) -> int:
    """More than anybody can win, or stake, in a deal, in 1/unit of a unit."""
    cards = 3 if rules.max_cards == 5 else 19
    buys = min(cards, rules.max_buys or cards) * max(rules.first_buy_max, 1) if rules.first_buy_max else 0
    hand = rules.stake_max * (1 + buys) * (1 if rules.banker_doubles == "no" else 2)
    return 3 * 2 * punters * (hand * (rules.max_hands if rules.splits else 1) + rules.kitty + rules.brulet_limit)


class _Chunk:
    """The deals of one chunk."""

    def __init__(self, setting: Setting, seed: int, index: int):
        rules = setting.rules
        self.setting = setting
        self.law: Law = compiled_law(rules) if JIT else plain_law(rules)
        self.ring_law: Law = compiled_law(rules, keep_extras=True) if JIT else self.law
        self.table = new_table(setting.punters)
        self.sums: Sums = new_sums()
        stream = np.random.SeedSequence(seed, spawn_key=(index,))
        self.players = setting.players.for_thread(stream)
        self.lanes = None if setting.program is None else LanePlay(setting.program, stream, setting.reduction)
        self.pack: FreshPack = fresh_pack(setting.packs, stream) if self.lanes is None else self.lanes.pack.fresh()
        self.voided = 0

    def ring(self) -> RingPack:
        rules = self.setting.rules
        return ring_pack(self.setting.packs, self.pack.words, rules.gather, rules.exhaustion == "reshuffle-used")

    def play(self, deals: int) -> Tally:
        with np.errstate(over="ignore"):  # random words wrap around; said only where the JIT is off
            if self.lanes is not None:
                self.lanes.play(deals, self.sums, (self.law, self.players, self.table), self._replay)
            elif self.setting.rules.brulet != "none":
                self._play_from_ring(deals)
            else:
                self._play_fresh(deals)
        sums = {name: values.tolist() for name, values in self.sums._asdict().items()}
        tally = Tally(self.setting.punters, self.law.unit, deals, self.voided, sums)
        if self.lanes is None or self.setting.reduction is None:
            return tally
        return ReducedTally.of(tally, self.setting.reduction, self.lanes.left)

    def _play_fresh(self, deals: int) -> None:
        done = 0
        while done < deals:
            done += run_fresh(self.law, self.pack, self.players, self.table, self.sums, deals - done)
            if done < deals:
                done += self._replay()

    def _replay(self) -> int:
        """Play the deal that ran out of cards once more, with the used ones coming back; 0 when it is void."""
        return self._ring_deals(1, shuffle=0)

    def _play_from_ring(self, deals: int) -> None:
        done = 0
        while done < deals:
            done += self._ring_deals(deals - done, shuffle=1)

    def _ring_deals(self, deals: int, shuffle: int) -> int:
        counted = run_ring(self.ring_law, self.pack, self.ring(), self.players, self.table, self.sums, deals, shuffle)
        self.voided += deals - counted
        if self.voided > 1000 and self.voided > 1000 * self.sums.endings.sum():
            raise OptionError(
                f"Nearly every deal of {self.setting.punters} punters from {self.setting.packs} pack(s) runs out of "
                "cards and is void: take fewer punters or more packs."
            )
        return int(counted)


class Playable(Protocol):
    """What can be simulated chunk by chunk: a setting of fresh packs, or of sittings; and what has to be compiled."""

    @property
    def kernel(self) -> str:
        """The kernel that takes longest to compile."""

    def chunk(self) -> int:
        """Deals of a chunk."""

    def nothing(self) -> Any:
        """The tally of no deals."""

    def play(self, seed: int, index: int, deals: int) -> Any:
        """The tally of the first so many deals of one chunk."""


def plan_of(deals: int, chunk: int) -> Iterator[tuple[int, int]]:
    """Chunks and how many deals each of them plays."""
    for index, start in enumerate(range(0, deals, chunk)):
        yield index, min(chunk, deals - start)


class Interrupted(Exception):  # noqa: N818 - not an error
    """Ctrl-C: what was finished before it lies in `tally`."""

    def __init__(self, tally: Any):
        super().__init__("interrupted")
        self.tally = tally


def play_chunk(setting: Playable, seed: int, index: int, deals: int) -> Any:
    """The tally of the first so many deals of one chunk."""
    return setting.play(seed, index, deals)


def simulate(
    setting: Playable,
    deals: int,
    seed: int,
    threads: int = 1,
    enough: Callable[[Any], bool] | None = None,
    watch: Callable[[Any], None] | None = None,
    begun: tuple[int, Any] | None = None,
    keep: Callable[[int, Any], None] | None = None,
    pool: Executor | None = None,
) -> Any:
    """Play deals, chunk by chunk, on threads.

    Parameters
    ----------
    deals : int
        Counted deals at the most.
    enough : callable, optional
        Asked after growing numbers of chunks, the same for any number of threads; True ends the simulation.
    watch : callable, optional
        Told the tally so far, for a progress bar.
    begun : tuple of int and tally, optional
        How many whole chunks were played before, and their tally, to go on from; it is added to.
    keep : callable, optional
        Told, after each whole chunk, how many there are and their tally, to be kept.
    pool : Executor, optional
        Works on the chunks instead of threads of our own; `threads` is how many it works on at once.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the tally of all chunks that were finished in order.
    """
    merged, total = begun or (0, setting.nothing())
    chunk, check_at = setting.chunk(), FIRST_CHECK
    while check_at < merged:
        check_at = _next_check(check_at)
    plan = islice(plan_of(deals, chunk), merged, None)
    pending: deque[Future[Any]] = deque()
    workers = pool or ThreadPoolExecutor(threads, thread_name_prefix=WORKER)
    wait = True
    try:
        while True:
            if enough and merged == check_at:
                if enough(total):
                    return total
                check_at = _next_check(check_at)
            for index, count in islice(plan, 2 * threads - len(pending)):
                pending.append(workers.submit(play_chunk, setting, seed, index, count))
            if not pending:
                return total
            total.add(pending.popleft().result())
            merged += 1
            if keep and merged * chunk <= deals:
                keep(merged, total)
            if watch:
                watch(total)
    except KeyboardInterrupt:
        wait = False  # a worker may be compiling, which takes seconds
        raise Interrupted(total) from None
    finally:
        if pool is None:
            workers.shutdown(wait=wait, cancel_futures=True)
        for future in pending:
            future.cancel()


def _next_check(checked: int) -> int:
    """After how many chunks it is asked next whether they are enough."""
    return checked + max(4, checked // 8)
