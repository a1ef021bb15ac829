"""A whole table, exactly: the bank's edge, outcomes and events; and why something cannot be exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE
from ..errors import LaterError
from ..hands import EMPTY
from ..law import CLASSES, HIGH_PONTOON, NOT_PLAYED, PONTOON, pontoon_level
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from ..tally import BANKER_OUTCOMES, PUNTER_OUTCOMES
from .against import Against, Game
from .deck import TENS, Deck, full_deck
from .hand import Account
from .seat import Seat, SeatAccount


@dataclass(frozen=True)
class ExactTable:
    """Everything that is exact about a table; what is not is None, with a reason in `reasons`.

    Attributes
    ----------
    seats : tuple of SeatAccount
    gain, initial, staked : float
        The bank's expected gain of a deal, and what all punters put up at first, and in all.
    variance : float or None
        Of the bank's gain of a deal.
    punter_outcomes, banker_outcomes : dict of str to float, or None
        Shares of hands, and of deals.
    reasons : dict of str to str
    """

    seats: tuple[SeatAccount, ...]
    gain: float
    initial: float
    staked: float
    variance: float | None
    punter_outcomes: dict[str, float]
    banker_outcomes: dict[str, float] | None
    reasons: dict[str, str] = field(default_factory=dict)


def exact_table(
    rules: Rules,
    punters: list[PunterPolicy],
    banker: BankerPolicy,
    stakes: list[StakeSchedule],
    packs: int | None,
) -> ExactTable:
    """Expectations of a table without sampling.

    Seats do not touch each other: other punters take cards that nobody has seen, and the banker looks at his own hand
    only. So each unlike pair of policy and schedule is walked through once.

    Parameters
    ----------
    packs : int or None
        Packs in use; None for an infinite one.

    Raises
    ------
    LaterError
        When the rules tie seats together or look at a brulet; when hands that burn and split meet in too many ways.
    """
    _refuse(rules, punters)
    game = Game(rules, banker)
    found: dict[tuple[str, str], SeatAccount] = {}
    for policy, schedule in zip(punters, stakes, strict=True):
        key = (policy.digest, schedule.digest)
        if key not in found:
            found[key] = Seat(game, policy, schedule.stakes, packs).account()
    seats = tuple(found[policy.digest, schedule.digest] for policy, schedule in zip(punters, stakes, strict=True))
    total = Account()
    for seat in seats:
        total.add(seat.account)
    reasons: dict[str, str] = {}
    return ExactTable(
        seats=seats,
        gain=-total.gain,
        initial=sum(seat.initial for seat in seats),
        staked=total.staked,
        variance=_variance(seats, punters, reasons),
        punter_outcomes=_shares(total.classes, PUNTER_OUTCOMES),
        banker_outcomes=_banker(game, seats, punters, packs, reasons),
        reasons=reasons,
    )


def _refuse(rules: Rules, punters: list[PunterPolicy]) -> None:
    """Refuse what the walk of one seat does not follow yet."""
    if rules.natural_from_all and len(punters) > 1:
        raise LaterError("natural_from_all=true ties the seats together: exact figures are for one punter.")
    if rules.brulet != "none":
        raise LaterError(f"brulet={rules.brulet} is not followed exactly yet: use --method mc.")


def _shares(classes: NDArray[np.float64], outcomes: dict[str, range]) -> dict[str, float]:
    return {name: float(classes[list(some)].sum() / classes.sum()) for name, some in outcomes.items()}


def _variance(seats: tuple[SeatAccount, ...], punters: list[PunterPolicy], reasons: dict[str, str]) -> float | None:
    if len(seats) > 1:
        reasons["variance_per_deal"] = "seats at one table are correlated through the banker's hand"
    elif punters[0].splits.any():
        reasons["variance_per_deal"] = "hands of a split pair are correlated"
    elif np.isnan(seats[0].account.square):
        reasons["variance_per_deal"] = "an ordinary double is not followed in squares"
    else:
        return seats[0].account.square - seats[0].account.gain ** 2
    return None


def _banker(
    game: Game, seats: tuple[SeatAccount, ...], punters: list[PunterPolicy], packs: int | None, reasons: dict[str, str]
) -> dict[str, float] | None:
    if game.rules.banker_completes and not game.rules.natural_from_all:
        return _shares(_left_alone(game, packs), BANKER_OUTCOMES)
    if len(seats) > 1 or punters[0].splits.any():
        reasons["banker_outcomes"] = "the banker plays unless every hand is bust, and that ties hands together"
        return None
    bank = seats[0].account.bank.copy()
    bank[NOT_PLAYED] += 1 - bank.sum()
    return _shares(bank, BANKER_OUTCOMES)


def _left_alone(game: Game, packs: int | None) -> NDArray[np.float64]:
    """Chances of the banker's classes when he always plays his hand."""
    deck = full_deck(packs)
    total = np.zeros(CLASSES)
    for side in game.sides:
        against = Against(game, side, deck, (), np.array([EMPTY]))
        total += against.ends[EMPTY]
        if game.at_once:
            total[PONTOON : HIGH_PONTOON + 1] += against.pontoons(deck)[1:]
    return total


def some_pontoon(rules: Rules, hands: int, packs: int | None) -> float:
    """The chance that one of so many hands of two cards is a pontoon, by inclusion and exclusion."""
    deck = full_deck(packs)
    tens = [rank for rank in TENS if pontoon_level(rules, ACE, rank)]
    return sum((-1) ** (n + 1) * _choose(hands, n) * _all_pontoons(deck, tens, n) for n in range(1, hands + 1))


def _all_pontoons(deck: Deck, tens: list[int], hands: int) -> float:
    aces, faces, size = float(deck.ranks[ACE]), float(deck.ranks[tens].sum()), deck.size
    if deck.infinite:
        return float((2 * aces * faces) ** hands)
    chances = (
        2 * max(aces - i, 0.0) * max(faces - i, 0.0) / ((size - 2 * i) * (size - 2 * i - 1)) for i in range(hands)
    )
    return float(prod(chances))


def _choose(total: int, some: int) -> int:
    return prod(range(total - some + 1, total + 1)) // prod(range(1, some + 1))
