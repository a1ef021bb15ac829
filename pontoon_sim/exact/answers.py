"""The name `optimal`: whoever bears it plays as well as can be against those who do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..policy.banker import banker_policy
from ..policy.build import BankerLike, PunterLike, StakesLike, by_seat, seats_of
from ..policy.names import OPTIMAL, is_optimal
from ..policy.punter import punter_policy
from ..policy.stakes import StakeSchedule, stake_schedule
from ..policy.tables import BankerPolicy, PunterPolicy, banker_table
from ..rulebook import Rules
from .against import Game
from .banker import best_banker
from .response import best_punter, best_stakes
from .seat import Seat

FIRST_GUESS = (16, 17)  # hard and soft total from which the search for the banker's threshold sets out
MARGIN = 1.0  # by how much of what splits gain at one threshold they may gain more at another

Maybe = PunterPolicy | None
Plans = Sequence[tuple[Maybe, StakeSchedule | None]]


@dataclass(frozen=True)
class Answers:
    """Who plays, every `optimal` being worked out.

    Attributes
    ----------
    punters : list of PunterPolicy
        By seat.
    banker : BankerPolicy
    stakes : list of StakeSchedule
        By seat.
    remarks : tuple of str
        What the best plays are, where that can be said in a sentence.
    limits : tuple of int, or None
        The banker's hard and soft threshold, where that was looked for.
    """

    punters: list[PunterPolicy]
    banker: BankerPolicy
    stakes: list[StakeSchedule]
    remarks: tuple[str, ...]
    limits: tuple[int, int] | None = None


def answered(
    rules: Rules,
    punters: int,
    punter: PunterLike | Sequence[PunterLike] | None = None,
    banker: BankerLike | None = None,
    stakes: StakesLike | Sequence[StakesLike] | None = None,
    packs: int | None = 0,
    guess: tuple[int, int] = FIRST_GUESS,
) -> Answers:
    """All policies and schedules of a table, those named ``optimal`` worked out.

    A punter's is the best response to the banker given, and the banker's the best fixed play against the punters
    given. Where both are asked for, the banker plays the ``stick-N/M`` that leaves the punters least when they respond
    as well as they can, found by going downhill from a guess until no neighbour is better.

    Parameters
    ----------
    rules, punters, punter, banker, stakes
        As for `policy.build.build_players`.
    packs : int or None
        Packs in use: those of the rules by default (0); None for an infinite one.
    guess : tuple of int
        Hard and soft total from which the search for the banker's threshold sets out.

    Raises
    ------
    OptionError, PolicyError, LaterError
        As from `build_players`.
    """
    seats = seats_of(punters)
    packs = rules.packs_for(seats) if packs == 0 else packs
    names = by_seat("punter", "stick-16" if punter is None else punter, seats, _or_none(punter_policy, rules))
    money = by_seat("stakes", "min" if stakes is None else stakes, seats, _or_none(stake_schedule, rules))
    plans = list(zip(names, money, strict=True))
    open_ended = any(policy is None or schedule is None for policy, schedule in plans)
    said = banker if banker is not None else rules.dealer or "stick-17"
    remarks: tuple[str, ...] = ()
    limits = None
    if not is_optimal(said):
        bank = banker_policy(said, rules)
    elif open_ended:
        limits = _least_for_the_punters(rules, plans, packs, guess)
        bank = threshold(rules, *limits)
        remarks = (f"The banker's optimal play here is {bank.name}, the one that leaves the punters least.",)
    else:
        bank, remarks = _best_fixed(rules, plans, packs)
    if rules.dealer and is_optimal(said):
        remarks += (f"The rules' own dealer, {rules.dealer}, is set aside.",)
    filled: Sequence[Any] = _responses(rules, bank, plans, packs) if open_ended else plans
    return Answers([one[0] for one in filled], bank, [one[1] for one in filled], remarks, limits)


def _or_none(find: Callable[[Any, Rules], Any], rules: Rules) -> Callable[[Any], Any]:
    """A finder that leaves what is optimal open."""
    return lambda name: None if is_optimal(name) else find(name, rules)


class _Found(NamedTuple):
    """How a seat plays, and what it gains."""

    policy: PunterPolicy
    schedule: StakeSchedule
    gain: float


def _responses(
    rules: Rules, banker: BankerPolicy, plans: Plans, packs: int | None, splits: bool = True
) -> list[_Found]:
    """The plans by seat, what was left open being filled with the best response; perhaps without splits."""
    found: dict[tuple[str, str], _Found] = {}
    for plan in plans:
        if _key(plan) not in found:
            found[_key(plan)] = _response(rules, banker, *plan, packs, splits)
    return [found[_key(plan)] for plan in plans]


def _response(
    rules: Rules,
    banker: BankerPolicy,
    policy: Maybe,
    schedule: StakeSchedule | None,
    packs: int | None,
    splits: bool,
) -> _Found:
    if policy is None:
        best = best_punter(rules, banker, packs, schedule, splits=splits)
        return _Found(best.policy, best.schedule, best.account.account.gain)
    game = Game(rules, banker)
    schedule = schedule or best_stakes(rules, game, policy, packs)
    account = Seat(game, policy, schedule.stakes, packs).account().account
    return _Found(policy, schedule, account.gain)


def _key(plan: tuple[Maybe, StakeSchedule | None]) -> tuple[str, str]:
    policy, schedule = plan
    return "" if policy is None else policy.digest, "" if schedule is None else schedule.digest


def _least_for_the_punters(rules: Rules, plans: Plans, packs: int | None, guess: tuple[int, int]) -> tuple[int, int]:
    """The banker's threshold that leaves the punters least when they respond to it.

    Splits take most of the time and gain little. So the search goes downhill without them first; then all that came
    within `MARGIN` times their gain of the best are looked at with splits.
    """
    seen: dict[tuple[int, int], float] = {}

    def worth(limits: tuple[int, int], splits: bool = False) -> float:
        found = _responses(rules, threshold(rules, *limits), plans, packs, splits)
        return sum(one.gain for one in found)

    def rough(limits: tuple[int, int]) -> float:
        if limits not in seen:
            seen[limits] = worth(limits)
        return seen[limits]

    here = guess
    while True:
        best = min((here, *_neighbours(*here)), key=rough)
        if rough(best) >= rough(here) - 1e-12:
            break
        here = best
    whole = {here: worth(here, splits=True)}
    gap = MARGIN * abs(whole[here] - seen[here]) + 1e-9
    close = [limits for limits in seen if limits != here and seen[limits] < seen[here] + gap]
    whole |= {limits: worth(limits, splits=True) for limits in close}
    return min(whole, key=lambda limits: (whole[limits] + 1e-12 * (limits != here), limits))


def threshold(rules: Rules, hard: int, soft: int) -> BankerPolicy:
    """The banker who sticks on those totals, named by them."""
    return banker_policy(spoken(hard, soft), rules)


def spoken(hard: int, soft: int) -> str:
    """The name of a banker's thresholds."""
    return f"stick-{hard}" if hard == soft else f"stick-{hard}/{soft}"


def _neighbours(hard: int, soft: int) -> Iterator[tuple[int, int]]:
    for one, two in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1)):
        if 12 <= hard + one <= 21 and 12 <= soft + two <= 21:
            yield hard + one, soft + two


def _best_fixed(rules: Rules, plans: Plans, packs: int | None) -> tuple[BankerPolicy, tuple[str, ...]]:
    """The banker's best play against punters who do not respond."""
    punters = [policy for policy, _ in plans if policy is not None]
    best = best_banker(rules, punters, [schedule for _, schedule in plans if schedule is not None], packs)
    remark = (
        f"The banker's optimal play looks at his very cards; the best simple play, {best.threshold.name}, gains "
        f"{best.loss:.4f} units a deal less."
    )
    return banker_table(OPTIMAL, rules, best.draws, best.doubles), (remark,)
