"""Who sits at a table where everybody may come to bank: policies by person, the one who banks first before all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import OptionError
from ..evening.schedules import Asked, Schedules
from ..exact.answers import answered
from ..policy.banker import banker_policy
from ..policy.build import PUNTERS, Seated, by_seat
from ..policy.names import asks_for_best
from ..policy.punter import punter_policy
from ..policy.stakes import StakeSchedule, stake_schedule, with_room
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules


@dataclass(frozen=True)
class People:
    """Policies by person: as a punter, as the banker, and his stakes.

    Attributes
    ----------
    punters : list of PunterPolicy
    bankers : list of BankerPolicy
    stakes : list of StakeSchedule
    remarks : tuple of str
        What `optimal` came to, in sentences.
    schedules : Schedules or None
        What is staked from deal to deal, where stakes follow a schedule over the series.
    """

    punters: list[PunterPolicy]
    bankers: list[BankerPolicy]
    stakes: list[StakeSchedule]
    remarks: tuple[str, ...] = ()
    schedules: Schedules | None = None

    @property
    def staked(self) -> tuple[str, ...]:
        """Names of what is staked, by person."""
        return tuple(one.name for one in self.stakes) if self.schedules is None else self.schedules.names

    def seated(self, most: int = 0) -> Seated:
        """As the engine takes them, with room for stakes up to `most` where policies look at them."""
        return Seated(self.punters, self.bankers[0], [with_room(schedule, most) for schedule in self.stakes])

    @property
    def groups(self) -> tuple[int, ...]:
        """By person, the number of the group that plays as he does."""
        staked = [one.digest for one in self.stakes] if self.schedules is None else self.schedules.digests
        kinds = [
            (one.digest, bank.digest, money)
            for one, bank, money in zip(self.punters, self.bankers, staked, strict=True)
        ]
        order = list(dict.fromkeys(kinds))
        return tuple(order.index(kind) for kind in kinds)


def people(rules: Rules, punters: int, punter: Any, banker: Any, stakes: Any, asked: Asked | None = None) -> People:
    """The people of a table, one more than the punters of a deal.

    Where schedules over the series are `asked` for, `stakes` are their bases.

    Parameters
    ----------
    rules : Rules
    punters : int
    punter, banker, stakes : one, or a sequence by person
        The last one fills the rest.

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.
    """
    persons = punters + 1
    banker = (rules.dealer or "stick-17") if banker is None else banker
    for option, said in (("punter", punter), ("banker", banker), ("stakes", stakes)):
        if isinstance(said, Sequence) and not isinstance(said, str) and len(said) > persons:
            raise OptionError(
                f"{option} has {len(said)} entries for {persons} people at the table: give at most one for each."
            )
    best = asks_for_best(punter, banker, stakes)
    found = (_answering if best else _named)(rules, punters, punter, banker, stakes)
    if asked is None:
        return found
    packs = rules.packs_for(punters)
    return replace(found, schedules=asked.settled(rules, found.punters, found.bankers, found.stakes, packs))


def _named(rules: Rules, punters: int, punter: Any, banker: Any, stakes: Any) -> People:
    """The same where nobody is `optimal`."""
    persons = punters + 1
    return People(
        by_seat("punter", punter, persons, lambda one: punter_policy(one, rules)),
        by_seat("banker", banker, persons, lambda one: banker_policy(one, rules)),
        by_seat("stakes", stakes, persons, lambda one: stake_schedule(one, rules)),
    )


def _answering(rules: Rules, punters: int, punter: Any, banker: Any, stakes: Any) -> People:
    """The same where somebody is `optimal`: the best in a single deal, against the one way in which all bank."""
    banks = [banker] if isinstance(banker, str) or not isinstance(banker, Sequence) else list(banker)
    if len(set(map(str, banks))) > 1:
        raise OptionError(
            "optimal answers one banker, and several are named: give one --banker for all, or name the punters' play."
        )
    persons = punters + 1
    found = answered(rules, min(persons, PUNTERS), punter, banks[0], stakes, rules.packs_for(punters))
    missing = persons - len(found.punters)
    return People(
        found.punters + found.punters[-1:] * missing,
        [found.banker] * persons,
        found.stakes + found.stakes[-1:] * missing,
        ("optimal means the best in a single deal, not the best to win a series.", *found.remarks),
    )
