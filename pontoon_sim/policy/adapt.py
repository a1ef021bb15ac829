"""The same people at a table with other rules: a policy that does what it did, as far as the new rules let it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS, TEN
from ..law import Law, plain_law, split_rank
from ..rulebook import Rules
from .players import CODES, STICK, TWIST
from .stakes import StakeSchedule, schedule
from .tables import Awareness, BankerPolicy, PunterPolicy, banker_table, burnable, solved_policy

_Node = tuple[int, int, int]  # an old phase, cards twisted (0 or 1), buys


def adapted_punter(policy: PunterPolicy, rules: Rules, before: Rules) -> PunterPolicy:
    """The policy, made for the rules `before`, under other rules.

    It does what it did wherever that is allowed. A buy that is not becomes a twist, and so does a stick; an amount is
    brought within the limits; pairs that may not be split are played on, and hands that may not be burnt are kept. Who
    split any two tens splits equal ones; who split equal tens of all four ranks splits any two. On hands that it never
    met it sticks as soon as it may.
    """
    if policy.made_for == rules.rules_id:
        return policy
    law = plain_law(rules)
    begins = np.zeros((2, 1), np.int16) if policy.aware is None else policy.aware.begins
    order: list[_Node] = [(phase, 0, 0) for phase in np.unique(begins).tolist()]
    places = {where: place for place, where in enumerate(order)}
    moves, following = [], []
    for where in order:  # grows while it is read
        row = _moves(policy, law, *where)
        after = np.full(CODES, places[where], np.int16)
        for code in set(row.tolist()) - {STICK}:
            then = _after(policy, law, where, code)
            if then not in places:
                places[then] = len(order)
                order.append(then)
            after[code] = places[then]
        moves.append(row)
        following.append(after)
    tables = np.array(moves, np.int8), np.array(following, np.int16)
    where_begins = np.vectorize(lambda phase: places[phase, 0, 0], otypes=[np.int16])(begins)
    return solved_policy(policy.name, rules, *tables, _awareness(policy, rules, before, where_begins), policy.amounts)


def _moves(policy: PunterPolicy, law: Law, phase: int, twisted: int, buys: int) -> NDArray[np.int8]:
    """What it does in a phase, by hand."""
    row = policy.moves[phase].copy()
    may = bool(law.first_buy_max) and not (twisted and not law.buy_after_twist)
    may = may and not (law.max_buys and buys >= law.max_buys)
    row[(row > TWIST) & ~(np.array(law.may_buy, bool) & may)] = TWIST
    row[(row == STICK) & ~np.array(law.may_stick, bool)] = TWIST
    row[~np.array(law.open, bool)] = STICK
    return row


def _after(policy: PunterPolicy, law: Law, where: _Node, code: int) -> _Node:
    phase, twisted, buys = where
    then = int(policy.following[phase, code])
    if code == TWIST:
        return then, 1, buys
    return then, twisted, min(buys + 1, law.max_buys)


def _awareness(policy: PunterPolicy, rules: Rules, before: Rules, begins: NDArray[np.int16]) -> Awareness:
    may_split = np.array([rank < 13 and split_rank(rules, rank, rank) == rank for rank in range(16)])
    aware = policy.aware
    splits = (np.tile(policy.splits, (2, 1)) if aware is None else aware.splits).copy()
    tens = slice(TEN, len(RANKS))
    if before.split == "value" != rules.split:
        splits[:, tens] = splits[:, [TEN]]
    elif rules.split == "value" != before.split:
        splits[:, TEN] = splits[:, tens].min(axis=1)
    burns = np.tile(policy.burns, (2, 1)) if aware is None else aware.burns
    levels = np.array([1], np.int64) if aware is None else aware.levels
    if begins.shape[1] == 1:
        begins = np.tile(begins, (1, 128))
    return Awareness(levels, splits * may_split.astype(np.int8), burns * burnable(rules), begins)


def adapted_banker(policy: BankerPolicy, rules: Rules) -> BankerPolicy:
    """The banker under other rules: he draws where he drew, as far as hands take a card, and doubles where he may."""
    open_ = np.array(plain_law(rules).open, np.int8)
    doubles = policy.doubles if rules.banker_doubles != "no" else np.zeros_like(policy.doubles)
    return banker_table(policy.name, rules, policy.draws * open_, doubles)


def adapted_stakes(stakes: StakeSchedule, rules: Rules) -> StakeSchedule:
    """The schedule under other rules: each stake brought within the limits; before the deal, the smallest of them."""
    table = np.clip(stakes.stakes[:13], rules.stake_min, rules.stake_max)
    if rules.stakes_when == "before-deal":
        table[:] = table.min()
    said = {rank: int(stake) for rank, stake in zip(RANKS, table, strict=True)}
    return schedule(stakes.name, rules, said)


__all__ = ["adapted_banker", "adapted_punter", "adapted_stakes"]
