"""The people of an evening with purses: everybody's policy, schedule and money, as somebody named them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import OptionError
from ..evening.schedules import units_of
from ..exact.answers import answered
from ..exact.kelly import with_shares
from ..policy.banker import banker_policy
from ..policy.build import PUNTERS, Seated, by_seat
from ..policy.names import asks_for_best, is_optimal
from ..policy.punter import punter_policy
from ..policy.sessions import StakePlan, adapted_plan, flat_plan, stake_plan
from ..policy.stakes import stake_schedule
from ..rulebook import Rules


@dataclass(frozen=True)
class People:
    """Everybody at the table, by chair; the last one is the banker where the bank stays.

    Attributes
    ----------
    who : Seated
        Policies of all chairs, with stakes as large as they may become.
    plans : tuple of StakePlan
    purses, targets : tuple of int
        In units.
    remarks : tuple of str
        What `optimal` came to.
    """

    who: Seated
    plans: tuple[StakePlan, ...]
    purses: tuple[int, ...]
    targets: tuple[int, ...]
    remarks: tuple[str, ...]


def people_of(
    rules: Rules,
    punters: int,
    moving: bool,
    punter: Any,
    banker: Any,
    stakes: Any,
    purse: Any,
    target: Any,
    before: Rules | None = None,
) -> People:
    """Everybody at the table.

    Parameters
    ----------
    punters : int
        Of a deal; there is one person more.
    moving : bool
        Whether that person has a purse and a policy of his own.
    punter, stakes, purse, target
        One, or one for each person who has a purse; the last one fills the rest. No target: twice the purse.
    before : Rules, optional
        The rules for which the stakes were meant: they are brought within the limits.

    Raises
    ------
    PontoonError
    """
    own = punters + moving
    plans = _plans(rules if before is None else before, own, stakes)
    if before is not None:
        plans = [None if plan is None else adapted_plan(plan, rules) for plan in plans]
    purses = by_seat("purse", purse, own, lambda one: units_of("purse", one, rules.stake_min, "the smallest stake"))
    aims: list[Any] = by_seat("target", target, own, lambda one: one)
    targets = [
        2 * held if aim is None else units_of("target", aim, held + 1, "more than the purse")
        for held, aim in zip(purses, aims, strict=True)
    ]
    makers, bank, money, remarks = _policies(rules, punters, own, punter, banker, plans)
    packs = rules.packs_for(punters)
    made = [
        with_shares(flat_plan(schedule) if plan is None else plan, rules, maker, bank, packs)
        for plan, maker, schedule in zip(plans, makers, money, strict=True)
    ]
    more = punters + 1 - own  # the banker who stays: a punter on paper only
    most = stake_schedule("max", rules)
    who = Seated(makers + makers[-1:] * more, bank, [most] * (punters + 1))
    return People(
        who, tuple(made + made[-1:] * more), tuple(purses + purses[-1:] * more), tuple(targets + targets[-1:] * more),
        remarks,
    )  # fmt: skip


def _plans(rules: Rules, own: int, stakes: Any) -> list[StakePlan | None]:
    """Schedules by person; None for the best one."""
    return by_seat("stakes", stakes, own, lambda one: None if is_optimal(one) else stake_plan(one, rules))


def _policies(
    rules: Rules, punters: int, own: int, punter: Any, banker: Any, plans: list[StakePlan | None]
) -> tuple[list[Any], Any, list[Any], tuple[str, ...]]:
    """Policies by person, the banker's, schedules of single deals, and what is to be said of them."""
    bases: list[Any] = ["optimal" if plan is None else plan.base for plan in plans]
    if not asks_for_best(punter, banker, bases):
        makers = by_seat("punter", punter, own, lambda one: punter_policy(one, rules))
        bank = banker_policy(banker if banker is not None else rules.dealer or "stick-17", rules)
        return makers, bank, bases, ()
    if own > PUNTERS:
        raise OptionError(
            f"'optimal' is worked out for {PUNTERS} people at the most: take fewer punters with --moving."
        )
    found = answered(rules, own, punter, banker, bases, rules.packs_for(punters))
    return list(found.punters), found.banker, list(found.stakes), found.remarks


def spread_stakes(stakes: Any) -> Any:
    """What is staked where limits are tried: the best stakes on each card in place of the smallest."""
    several = list(stakes) if isinstance(stakes, Sequence) and not isinstance(stakes, str | bytes) else [stakes]
    return ["optimal" if one == "min" else one for one in several]
