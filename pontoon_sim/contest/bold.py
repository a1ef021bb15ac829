"""Bold stakes: the table by which somebody stakes who looks at the standings, found from the last deal backwards.

For each deal of many recorded series, each punter in turn tries all stakes, the others staking as ever; later deals
are staked by what was found for them before (policy search by dynamic programming; Bagnell, Kakade, Ng and Schneider,
2003). What is found is an answer to people who do not answer back, and what it is worth is measured afterwards, in
series that had no part in finding it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..deal import NO_CARD
from ..errors import OptionError
from ..evening.boldness import CLASSES, Boldness, boldness
from ..evening.sittings import SittingSetting
from ..evening.standings import RANKS, Keeping
from ..law import plain_law
from ..rulebook import Rules
from ..simulate import WORKER, simulate
from .trials import Record, Trial, try_stakes

SERIES = 40_000  # recorded, in which stakes are tried
PASSES = 2  # after the first, deals before the one that is looked at are staked boldly too
LEVELS = 6  # stakes tried, at the most, beside the plain one
CERTAIN = 0.5  # standard errors by which another stake must be better than the plain one
_FLOWS = 500_000  # actions of a thread between two looks at Ctrl-C, about


@dataclass(frozen=True)
class BoldTable:
    """Stakes by deals left, standing and first card.

    Attributes
    ----------
    stakes : int64 (deals, CLASSES, 16)
        By deals left (the one to come included; 1 first), class of the lead and rank; index 15 before the deal.
    seen : int64 (deals, CLASSES)
        How often such a situation came up while the table was looked for.
    plain : int64 (16,)
        What is staked by who does not look at the standings.
    unit, scale : int
        Classes of leads are in steps of `scale` units (`evening.boldness.STEPS`).
    series : int
        Recorded series in which stakes were tried.
    """

    stakes: NDArray[np.int64]
    seen: NDArray[np.int64]
    plain: NDArray[np.int64]
    unit: int
    scale: int
    series: int

    def asked(self, last: int | None = None) -> Boldness:
        """The table as deals ask it, followed in the last deals only."""
        return boldness(self.stakes, self.unit, self.scale, last)


def refuse_flat(rules: Rules) -> None:
    """Refuse rules under which every stake is the same.

    Raises
    ------
    OptionError
    """
    if rules.stake_min == rules.stake_max:
        raise OptionError(
            f"Under {rules.name!r} every stake is {rules.stake_min} unit{'s' * (rules.stake_min > 1)}, so nobody can "
            "be bold: leave out bold, or set stake_max."
        )


def bold_table(
    setting: SittingSetting,
    seed: int,
    threads: int = 1,
    series: int = SERIES,
    watch: Callable[[int, int, str], None] | None = None,
) -> BoldTable:
    """The bold stakes against people who play as in a setting.

    Parameters
    ----------
    setting : SittingSetting
        Series as they are played plainly; `length` is their number of deals.
    seed, threads : int
    series : int
        Series to record.
    watch : callable, optional
        Called with steps done, steps of all, and what is at work.

    Raises
    ------
    OptionError
        Where every stake is the same.
    """
    rules = setting.rules
    refuse_flat(rules)
    record = recorded(setting, seed, threads, series)
    plain = setting.who.stakes[0].stakes.copy()
    unit, scale = plain_law(rules).unit, max(round(float(plain[:RANKS].mean())), 1)
    stakes = np.tile(plain, (setting.length, CLASSES, 1))
    seen = np.zeros((setting.length, CLASSES), np.int64)
    found = BoldTable(stakes, seen, plain, unit, scale, series)
    steps = PASSES * setting.length
    for step in range(steps):
        if watch:
            watch(step, steps, "bold stakes")
        left = step % setting.length + 1
        _look(record, found, left, _levels(rules, plain), threads)
    return found


def recorded(setting: SittingSetting, seed: int, threads: int, series: int) -> Record:
    """So many series, played and kept deal by deal."""
    keeping = replace(setting, habit=Keeping(recording=True))
    found = simulate(keeping, series * setting.length, seed, threads).found
    group = np.minimum(np.arange(16), TEN)
    group[NO_CARD] = 0
    return Record(
        nets=found.nets.ravel(),
        cards=found.cards.ravel(),
        bankers=found.bankers.ravel(),
        stakes=np.concatenate([one.stakes for one in setting.who.stakes]).astype(np.int64),
        group=group.astype(np.int64),
        persons=setting.punters + 1,
        deals=setting.length,
        before=int(setting.rules.stakes_when == "before-deal"),
    )


def _levels(rules: Rules, plain: NDArray[np.int64]) -> NDArray[np.int64]:
    """The stakes that are tried, by level and rank: the plain ones first."""
    least, most = rules.stake_min, rules.stake_max
    flat = np.unique(np.linspace(least, most, min(most - least + 1, LEVELS)).round().astype(np.int64))
    return np.concatenate([plain[None], np.repeat(flat[:, None], 16, axis=1)])


def _look(record: Record, found: BoldTable, left: int, levels: NDArray[np.int64], threads: int) -> None:
    """Look for the stakes with so many deals left, and write them into the table."""
    groups = int(record.group.max()) + 1
    counts, gains, squares = _tried(record, found.asked(), left, levels, groups, threads)
    found.seen[left - 1] = counts.sum(axis=1)
    chosen = _chosen(counts, gains, squares)
    for rank in (*range(RANKS), NO_CARD):
        # stakes by rank are those of its group; before a deal there is one group only
        group = record.group[NO_CARD if record.before else rank]
        found.stakes[left - 1, :, rank] = levels[chosen[:, group], rank]
    if not record.before:
        found.stakes[left - 1, :, NO_CARD] = found.plain[NO_CARD]


def _tried(
    record: Record, table: Boldness, left: int, levels: NDArray[np.int64], groups: int, threads: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Counts by class and group; gains and their squares by class, group and level."""
    series, tried = len(record.bankers) // record.deals, len(levels)
    step = max(_FLOWS // (record.persons * record.deals * tried), 1)

    def some(begin: int) -> Trial:
        trial = Trial(
            left=left,
            levels=levels.ravel(),
            counts=np.zeros(CLASSES * groups, np.int64),
            gains=np.zeros(CLASSES * groups * tried, np.int64),
            squares=np.zeros(CLASSES * groups * tried, np.int64),
            groups=groups,
            tried=tried,
            totals=np.zeros(record.persons, np.int64),
            other=np.zeros(record.persons, np.int64),
        )
        try_stakes(record, table, trial, begin, min(begin + step, series))
        return trial

    shape = (CLASSES, groups, tried)
    counts, gains, squares = np.zeros(shape[:2], np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    with ThreadPoolExecutor(threads, thread_name_prefix=WORKER) as pool:
        for trial in pool.map(some, range(0, series, step)):
            counts += trial.counts.reshape(shape[:2])
            gains += trial.gains.reshape(shape)
            squares += trial.squares.reshape(shape)
    return counts, gains, squares


def _chosen(counts: NDArray[np.int64], gains: NDArray[np.int64], squares: NDArray[np.int64]) -> NDArray[np.intp]:
    """The level for each class and group: the plain one, unless another is better beyond what chance explains.

    Neighbouring classes are looked at together, with half the weight: stakes do not jump from lead to lead.
    """
    many = _with_neighbours(counts.astype(float))[..., None]
    mean = _with_neighbours(gains.astype(float)) / np.maximum(many, 1)
    spread = _with_neighbours(squares.astype(float)) / np.maximum(many, 1) - mean**2
    error = np.sqrt(np.maximum(spread, 0) / np.maximum(many, 1))
    sure = np.where(mean > CERTAIN * error, mean, 0.0)
    sure[..., 0] = 0.0
    best: NDArray[np.intp] = sure.argmax(axis=-1)
    return best


def _with_neighbours(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums by class, half of the classes before and after added; who is behind has no neighbour who is level."""
    wide = sums.copy()
    middle = CLASSES // 2
    for side in (slice(0, middle), slice(middle + 1, CLASSES)):
        wide[side][1:] += sums[side][:-1] / 2
        wide[side][:-1] += sums[side][1:] / 2
    return wide
