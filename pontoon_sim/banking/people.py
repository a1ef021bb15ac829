"""The people of an evening: everybody has policies as a punter and as a banker, and keeps them with his chair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import OptionError
from ..evening.price import tenures_begin_alike
from ..evening.schedules import Asked, Schedules
from ..exact.answers import answered
from ..policy.banker import banker_policy
from ..policy.build import PUNTERS, Seated, seated
from ..policy.names import asks_for_best
from ..policy.tables import BankerPolicy
from ..rulebook import Rules


class People(NamedTuple):
    """Who sits round the table.

    Attributes
    ----------
    who : Seated
        Policies and schedules of all chairs, one more than punters.
    bankers : list of BankerPolicy
        By chair.
    remarks : tuple of str
        What `optimal` came to, in sentences.
    schedules : Schedules or None
        What is staked from deal to deal, by chair, where stakes follow a schedule over a session.
    """

    who: Seated
    bankers: list[BankerPolicy]
    remarks: tuple[str, ...]
    schedules: Schedules | None = None

    @property
    def punters(self) -> int:
        """Punters of a deal."""
        return len(self.bankers) - 1

    @property
    def alike(self) -> bool:
        """Whether everybody plays as everybody else."""
        money = [one.digest for one in self.who.stakes] if self.schedules is None else self.schedules.digests
        kinds = {(policy.digest, staked) for policy, staked in zip(self.who.punters, money, strict=True)}
        return len(kinds) == 1 and len({bank.digest for bank in self.bankers}) == 1

    @property
    def stakes(self) -> tuple[str, ...]:
        """Names of what is staked, by chair."""
        return self.who.described().stakes if self.schedules is None else self.schedules.names

    def chained(self, played_by: Rules) -> bool:
        """Whether an evening is exactly a chain of tenures that begin alike."""
        return self.schedules is None and tenures_begin_alike(played_by)

    def seats(self, banker: int) -> list[int]:
        """The chairs of a deal in which that one banks, by seat."""
        persons = len(self.bankers)
        return [(banker + 1 + seat) % persons for seat in range(persons - 1)]

    def table(self, banker: int) -> Seated:
        """The policies of such a deal."""
        seats = self.seats(banker)
        return Seated(
            [self.who.punters[chair] for chair in seats],
            self.bankers[banker],
            [self.who.stakes[chair] for chair in seats],
        )


def people_of(rules: Rules, punters: int, punter: Any, banker: Any, stakes: Any, asked: Asked | None = None) -> People:
    """The people that are meant; names, files and objects by chair, the last one filling the rest.

    Where schedules over a session are `asked` for, `stakes` are their bases.

    Raises
    ------
    OptionError
        For more policies than people, and for `optimal` where bankers differ.
    PontoonError
        As from `edge`.
    """
    persons = punters + 1
    names = by_chair("punter", punter, persons)
    money = by_chair("stakes", stakes, persons)
    banks = by_chair("banker", banker if banker is not None else rules.dealer or "stick-17", persons)
    best = asks_for_best(names, money, banks)
    one_bank = all(bank is banks[0] or bank == banks[0] for bank in banks)
    if best and not one_bank:
        raise OptionError(
            "What is optimal hangs on who banks, and here the chairs bank in different ways: name the policies, or "
            "give one banker's policy for all."
        )
    found: list[Seated] = []
    remarks: tuple[str, ...] = ()
    bank: Any = banks[0]
    for begin in range(0, persons, PUNTERS):  # a table has room for so many; the eleventh is asked alone
        some = slice(begin, begin + PUNTERS)
        count = len(names[some])
        if best:
            answer = answered(rules, count, names[some], bank, money[some], rules.packs_for(punters))
            found.append(Seated(answer.punters, answer.banker, answer.stakes))
            remarks, bank = remarks or answer.remarks, answer.banker
        else:
            found.append(seated(rules, count, names[some], bank, money[some]))
    who = Seated(
        [policy for part in found for policy in part.punters],
        found[0].banker,
        [one for part in found for one in part.stakes],
    )
    bankers = [found[0].banker] * persons if one_bank else [banker_policy(one, rules) for one in banks]
    people = People(who, bankers, remarks)
    if asked is None:
        return people
    packs = rules.packs_for(punters)
    return people._replace(schedules=asked.settled(rules, who.punters, bankers, who.stakes, packs))


def by_chair(option: str, said: Any, persons: int) -> list[Any]:
    """One thing for each chair; the last one said fills the rest.

    Raises
    ------
    OptionError
        When there are none, or more than people.
    """
    several = list(said) if isinstance(said, Sequence) and not isinstance(said, str | bytes) else [said]
    if not several:
        raise OptionError(f"{option} is an empty list: give one, or one for each chair.")
    if len(several) > persons:
        raise OptionError(
            f"{option} has {len(several)} entries for {persons} people at the table: give at most one a chair."
        )
    return several + several[-1:] * (persons - len(several))
