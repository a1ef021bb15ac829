"""Trials of bold stakes on recorded series: the same cards once more, with another stake in one deal.

While policies do not look at stakes, a stake changes no card: a result is so many times the stake, and the banker's
changes by as much. Who would have won with another stake is then known without dealing again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..deal import NO_CARD
from ..evening.boldness import class_of, lead_of, stake_by
from ..jit import jitable, kernel

SHARES = 27720  # a series in parts that up to twelve winners can share


class Record(NamedTuple):
    """Series as they were played, money in 1/unit.

    Attributes
    ----------
    nets, cards, bankers : int32, int8, int8 (series * deals * persons,) twice, (series * deals,)
        By chair: net result, and first card (15 for the banker); the banker's chair.
    stakes : int64 (persons * 16,)
        What was staked, by chair and first card.
    group : int64 (16,)
        Which ranks are looked at together.
    persons, deals : int
    before : int
        Whether stakes are put up before the deal.
    """

    nets: Any
    cards: Any
    bankers: Any
    stakes: Any
    group: Any
    persons: int
    deals: int
    before: int


class Trial(NamedTuple):
    """What is tried, and what comes of it.

    Attributes
    ----------
    left : int
        Deals left when the stake is put up, that one included.
    levels : int64 (levels * 16,)
        Stakes that are tried, by level and rank; the first one is what others are compared with.
    counts, gains, squares : int64 (CLASSES * groups,), int64 (CLASSES * groups * levels,) twice
        Situations met, by class of the lead and group of the first card; sums of the shares (in 1/SHARES) won more
        than by the first level, and of their squares.
    groups, tried : int
        Groups, and levels.
    totals, other : int64 (persons,)
        Scratch.
    """

    left: int
    levels: Any
    counts: Any
    gains: Any
    squares: Any
    groups: int
    tried: int
    totals: Any
    other: Any


@kernel
def try_stakes(record, boldness, trial, begin, end):
    """Try all levels in one deal of each series from `begin` to before `end`, for each punter of it in turn.

    Deals before and after it are staked by the table `boldness`.
    """
    at = record.deals - trial.left
    for series in range(begin, end):
        for chair in range(record.persons):
            if record.bankers[series * record.deals + at] != chair:
                for person in range(record.persons):
                    trial.totals[person] = 0
                replay(record, boldness, trial.totals, series, chair, 0, at)
                try_levels(record, boldness, trial, series, chair, at)


@jitable
def try_levels(record, boldness, trial, series, chair, at):
    """Play one deal and the rest of a series with each level; note the shares."""
    rank = first_card(record, series, chair, at)
    cell = class_of(boldness, lead_of(trial.totals, chair)) * trial.groups + record.group[rank]
    trial.counts[cell] += 1
    plain = 0
    for level in range(trial.tried):
        for person in range(record.persons):
            trial.other[person] = trial.totals[person]
        add_result(record, trial.other, series, chair, at, trial.levels[level * 16 + rank])
        replay(record, boldness, trial.other, series, chair, at + 1, record.deals)
        share = share_of(trial.other, chair)
        if level == 0:
            plain = share
        gain = share - plain
        trial.gains[cell * trial.tried + level] += gain
        trial.squares[cell * trial.tried + level] += gain * gain


@jitable
def first_card(record, series, chair, deal):
    """The card that a stake is put up on."""
    return NO_CARD if record.before else record.cards[(series * record.deals + deal) * record.persons + chair]


@jitable
def replay(record, boldness, totals, series, chair, begin, end):
    """Add the results of some deals, a chair staking by the table."""
    for deal in range(begin, end):
        stake = 0
        if record.bankers[series * record.deals + deal] != chair:
            place = class_of(boldness, lead_of(totals, chair))
            stake = stake_by(boldness, record.deals - deal, place, first_card(record, series, chair, deal))
        add_result(record, totals, series, chair, deal, stake)


@jitable
def add_result(record, totals, series, chair, deal, stake):
    """Add the results of a deal in which a chair put up that stake; 0 for the banker's."""
    first = (series * record.deals + deal) * record.persons
    for person in range(record.persons):
        totals[person] += record.nets[first + person]
    if stake:
        put_up = record.stakes[chair * 16 + first_card(record, series, chair, deal)]
        more = (stake - put_up) * record.nets[first + chair] // put_up
        totals[chair] += more
        totals[record.bankers[series * record.deals + deal]] -= more


@jitable
def share_of(totals, chair):
    """The share of a finished series that a chair has won, in 1/SHARES."""
    winners = 0
    for person in range(totals.size):
        if totals[person] > totals[chair]:
            return 0
        winners += totals[person] == totals[chair]
    return SHARES // winners
