"""Whose stakes follow a schedule over a session, as somebody named them: schedules, purses, the length of a session.

Schedules are understood in two steps, for `optimal` and `kelly` hang on how everybody plays: what was *asked* holds
the bases, which other code takes for the stakes of a single deal, and is *settled* when the policies are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..arguments import whole
from ..errors import OptionError, PolicyError, counted, quoted
from ..policy.build import Seated, by_seat
from ..policy.names import OPTIMAL, is_optimal
from ..policy.sessions import FLAT, StakePlan, flat_plan, stake_plan
from ..policy.stakes import StakeSchedule, with_room
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from ..simulate import most_of_a_deal
from .sessions import SessionHabit
from .sittings import Habit, NoHabit

SESSION = 100  # deals, where nothing else is asked for
MOST_SESSION = 100_000
MOST_PURSE = 10**9
_ROOM = 2**62  # what sums of squares of a session's money must stay below


@dataclass(frozen=True)
class Schedules:
    """Everybody's schedule and purse; make them by `asked_schedules`.

    Attributes
    ----------
    plans : tuple of StakePlan
        By seat, or by chair.
    purses : tuple of int or None
        What everybody begins a session with, in units; None: money without a limit.
    session : int
        Deals of a session.
    """

    plans: tuple[StakePlan, ...]
    purses: tuple[int | None, ...]
    session: int

    @property
    def names(self) -> tuple[str, ...]:
        """Of the schedules."""
        return tuple(plan.name for plan in self.plans)

    @property
    def digests(self) -> tuple[str, ...]:
        """By person, of all that decides what he stakes: the schedule and the purse."""
        told = zip(self.plans, self.purses, strict=True)
        return tuple(plan.digest + ("" if purse is None else f"-{purse}") for plan, purse in told)

    def habit(self, inner: Habit | None = None) -> SessionHabit:
        """What the people of a simulation do between deals, beside something else."""
        return SessionHabit(self.plans, self.purses, self.session, NoHabit() if inner is None else inner)

    def of(self, places: Sequence[int]) -> Schedules:
        """Those of some people, in that order."""
        return Schedules(
            tuple(self.plans[place] for place in places), tuple(self.purses[place] for place in places), self.session
        )

    def seated(self, who: Seated, rules: Rules) -> Seated:
        """The policies of those people, with room for the largest stakes where policies look at them."""
        return who._replace(stakes=[with_room(schedule, rules.stake_max) for schedule in who.stakes])

    def to_dict(self) -> dict[str, Any]:
        """What the JSON of a command tells of them."""
        limited = any(purse is not None for purse in self.purses)
        return {
            "deals": self.session,
            "purse": list(self.purses) if limited else None,
            "schedule_digests": list(self.digests),
        }

    def words(self, when: str = "") -> str:
        """Sentences for the readers of figures; `when` is what they add about a session's beginning."""
        money = "Money has no limit."
        if any(purse is not None for purse in self.purses):
            money = (
                "Nobody stakes more than his purse pays; who has lost it stakes the smallest stake, on credit, until "
                "it holds more."
            )
        return (
            f"Stakes follow schedules over sessions of {counted(self.session, 'deal')}: each begins"
            f"{when} on the first step of every schedule. {money}"
        )


@dataclass(frozen=True)
class Asked:
    """Schedules as somebody named them.

    Attributes
    ----------
    plans : tuple of StakePlan or None
        As many as were named; None for the best stakes of a single deal.
    purse : int, sequence of int, or None
    session : int
    """

    plans: tuple[StakePlan | None, ...]
    purse: Any
    session: int

    @property
    def bases(self) -> list[StakeSchedule | str]:
        """What stands for them where a deal is looked at alone."""
        return [OPTIMAL if plan is None else plan.base for plan in self.plans]

    def settled(
        self,
        rules: Rules,
        punters: Sequence[PunterPolicy],
        bankers: Sequence[BankerPolicy],
        schedules: Sequence[StakeSchedule],
        packs: int,
    ) -> Schedules:
        """The schedules of all people, as many as there are policies of punters.

        Parameters
        ----------
        schedules : sequence of StakeSchedule
            What `bases` came to.

        Raises
        ------
        PolicyError, OptionError
            Where shares of a purse have no purse, or no one banker to answer, or for a purse that is none.
        """
        count = len(punters)
        said = [*self.plans, *self.plans[-1:] * (count - len(self.plans))]
        purses = by_seat("purse", self.purse, count, lambda one: _purse(one, rules.stake_min))
        plans = []
        for plan, purse, punter, schedule in zip(said, purses, punters, schedules, strict=True):
            if plan is not None and plan.by_share and purse is None:
                raise PolicyError(
                    f"The stakes {quoted(plan.name)} are shares of a purse, and here money has no limit: say what "
                    "everybody sits down with, as in --purse 100, or take a schedule of steps, such as martingale."
                )
            if plan is not None and plan.kind == "kelly" and len({bank.digest for bank in bankers}) > 1:
                raise PolicyError(
                    f"The stakes {quoted(plan.name)} answer one banker, and here people bank in different ways: give "
                    "one banker's policy for all, or proportional:F."
                )
            plans.append(_filled(flat_plan(schedule) if plan is None else plan, rules, punter, bankers[0], packs))
        return Schedules(tuple(plans), tuple(purses), self.session)


def asked_schedules(rules: Rules, punters: int, stakes: Any, purse: Any = None, session: Any = None) -> Asked | None:
    """The schedules that are asked for; None where every deal is staked for itself.

    Parameters
    ----------
    rules : Rules
    punters : int
        Of a deal.
    stakes : one, or a sequence
        Whatever `policy.sessions.stake_plan` takes, or ``optimal``.
    purse : int, sequence of int, or None
    session : int or None
        Deals of a session.

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood, or is for schedules and there are none.
    """
    several = list(stakes) if isinstance(stakes, Sequence) and not isinstance(stakes, str | bytes) else [stakes]
    plans = tuple(None if is_optimal(one) else stake_plan(one, rules) for one in several)
    if all(plan is None or plan.kind == FLAT for plan in plans):
        given = [name for name, value in (("purse", purse), ("session", session)) if value is not None]
        if given:
            raise OptionError(
                f"{given[0]} is for stakes that change from deal to deal, and these do not: leave it out, name such a "
                "schedule, as in --stakes martingale, or ask `pontoon purse` for what becomes of a purse."
            )
        return None
    length = SESSION if session is None else whole(session)
    if length is None or not 1 <= length <= MOST_SESSION:
        raise OptionError(
            f"session={quoted(session)} is not allowed: write a whole number of deals from 1 to {MOST_SESSION:,}."
        )
    if (most_of_a_deal(rules, punters) * length) ** 2 > _ROOM:
        raise OptionError(
            f"The money of {counted(length, 'deal')} with such stakes is more than can be added up: take a shorter "
            "session, or a smaller stake_max."
        )
    return Asked(plans, purse, length)


def _filled(plan: StakePlan, rules: Rules, punter: PunterPolicy, banker: BankerPolicy, packs: int) -> StakePlan:
    """The plan, with its shares worked out where it is kelly's."""
    if plan.kind != "kelly":
        return plan
    from ..exact.kelly import with_shares

    return with_shares(plan, rules, punter, banker, packs)


def _purse(said: Any, least: int) -> int | None:
    return None if said is None else units_of("purse", said, least, "the smallest stake")


def units_of(name: str, said: Any, least: int, why: str) -> int:
    """An amount of whole units; `why` is what its least is.

    Raises
    ------
    OptionError
    """
    amount = whole(said)
    if amount is None or not least <= amount <= MOST_PURSE:
        raise OptionError(
            f"{name}={quoted(said)} is not allowed: write whole units from {least} ({why}) to {MOST_PURSE:,}."
        )
    return amount
