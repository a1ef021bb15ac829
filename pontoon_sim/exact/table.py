"""A whole table, exactly: the bank's edge, outcomes and events; and why something cannot be exact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import LaterError
from ..hands import EMPTY
from ..law import CLASSES, HIGH_PONTOON, NOT_PLAYED, PONTOON
from ..policy.mixed.policies import Unplain
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from ..tally import BANKER_OUTCOMES, PUNTER_OUTCOMES
from .against import Against, Game
from .brulets import first_seat, other_seat
from .deck import Deck, Packs, deck_of
from .events import bank_changes, pontoons, shuffles, some_pontoon
from .hand import Account
from .lasts import can_run_out
from .naturals import tied_seats
from .seat import Seat, SeatAccount, seat_account, stakes_by_card


@dataclass(frozen=True)
class ExactTable:
    """Everything that is exact about a table; what is not is None, with a reason in `reasons`.

    Attributes
    ----------
    seats : tuple of SeatAccount
    stakes : tuple of list of int or float
        By seat: the stake on each first card, in units, before a double; its mean where it is drawn by chance.
    gain, initial, staked : float
        The bank's expected gain of a deal, and what all punters put up at first, and in all.
    variance : float or None
        Of the bank's gain of a deal.
    punter_outcomes, banker_outcomes : dict of str to float, or None
        Shares of hands, and of deals.
    shuffles, bank_changes : float or None
        What the rules call for, per deal.
    runs_out : bool
        Whether the cards could run out in a deal: everything here takes for granted that they do not.
    reasons : dict of str to str
        By the names that the JSON of an edge has for what is None.
    """

    seats: tuple[SeatAccount, ...]
    stakes: tuple[list[float], ...]
    gain: float
    initial: float
    staked: float
    variance: float | None
    punter_outcomes: dict[str, float] | None
    banker_outcomes: dict[str, float] | None
    shuffles: float | None
    bank_changes: float | None
    runs_out: bool
    reasons: dict[str, str]


def exact_table(
    rules: Rules,
    punters: list[PunterPolicy],
    banker: BankerPolicy,
    stakes: list[StakeSchedule],
    packs: Packs,
) -> ExactTable:
    """Expectations of a table without sampling.

    Parameters
    ----------
    packs : int, Deck or None
        Packs in use, or other cards; None for an infinite pack.

    Raises
    ------
    LaterError
        When the rules tie seats together in a way that is not followed, or hands that burn and split meet in too many.
    """
    if not isinstance(banker, Unplain) and banker.books is not None:
        from .reading import reading_table

        return reading_table(rules, punters, banker, stakes, packs)
    for one in (*punters, banker, *stakes):
        if isinstance(one, Unplain):
            found: ExactTable = one.play.exact_table(rules, punters, banker, stakes, packs)
            return found
    _refuse(rules, punters, banker)
    game, deck = Game(rules, banker), deck_of(packs)
    seats = _seats(game, punters, stakes, deck)
    total = Account()
    for seat in seats:
        total.add(seat.account)
    reasons: dict[str, str] = {}
    outcomes = _banker(game, seats, punters, deck, reasons)
    always = game.at_once or rules.banker_completes
    shown = some_pontoon(rules, 1, deck) if always else outcomes["pontoon"] if outcomes else None
    chances = pontoons(rules, len(seats), deck, shown)
    moves = bank_changes(rules, punters, chances, reasons)
    return ExactTable(
        seats=seats,
        stakes=tuple(stakes_by_card(rules, one.stakes).tolist() for one in stakes),
        gain=-total.gain,
        initial=sum(seat.initial for seat in seats),
        staked=total.staked,
        variance=_variance(seats, punters, reasons),
        punter_outcomes=_shares(total.classes, PUNTER_OUTCOMES),
        banker_outcomes=outcomes,
        shuffles=shuffles(rules, punters, chances, moves, reasons),
        bank_changes=moves,
        runs_out=can_run_out(rules, punters, banker, deck),
        reasons=reasons,
    )


def _refuse(rules: Rules, punters: list[PunterPolicy], banker: BankerPolicy) -> None:
    """Refuse what the walk of one seat does not follow yet."""
    if rules.natural_from_all and len(punters) > 1:
        tied = "natural_from_all=true with several punters is not followed exactly together with"
        if banker.doubles.any():
            raise LaterError(f"{tied} a banker who doubles: use --punters 1, another banker, or --method mc.")
        if rules.brulet != "none":
            raise LaterError(f"{tied} a brulet: set brulet=none, or use --punters 1 or --method mc.")


def _seats(game: Game, punters: list[PunterPolicy], stakes: list[StakeSchedule], deck: Deck) -> tuple[SeatAccount, ...]:
    """The accounts of all seats.

    Mostly they do not touch each other: other punters take cards that nobody has seen, and the banker looks at his own
    hand only. So each unlike pair of policy and schedule is walked through once, but for what depends on the place.
    """
    rules = game.rules
    if rules.natural_from_all and len(punters) > 1:
        return tied_seats(game, punters, [one.stakes for one in stakes], deck)

    def account(place: int) -> SeatAccount:
        def seat(left: Deck) -> Seat:
            return Seat(game, punters[place], stakes[place].stakes, left)

        if rules.brulet == "none":
            return seat_account(game, punters[place], stakes[place].stakes, deck)
        return other_seat(rules, deck, seat(deck)) if place else first_seat(rules, deck, seat)

    found: dict[tuple[str, str, bool], SeatAccount] = {}
    keys = []
    for place, (policy, schedule) in enumerate(zip(punters, stakes, strict=True)):
        keys.append((policy.digest, schedule.digest, rules.brulet != "none" and place == 0))
        if keys[-1] not in found:
            found[keys[-1]] = account(place)
    return tuple(found[key] for key in keys)


def _shares(classes: NDArray[np.float64], outcomes: dict[str, range]) -> dict[str, float]:
    return {name: float(classes[list(some)].sum() / classes.sum()) for name, some in outcomes.items()}


def _variance(seats: tuple[SeatAccount, ...], punters: list[PunterPolicy], reasons: dict[str, str]) -> float | None:
    if len(seats) > 1:
        reasons["variance_per_deal"] = "Seats at one table are correlated through the banker's hand."
    elif punters[0].ever_splits.any():
        reasons["variance_per_deal"] = "Hands of a split pair are correlated."
    elif np.isnan(seats[0].account.square):
        reasons["variance_per_deal"] = "A double that special hands do not count is not followed in squares."
    else:
        return seats[0].account.square - seats[0].account.gain ** 2
    return None


def _banker(
    game: Game, seats: tuple[SeatAccount, ...], punters: list[PunterPolicy], deck: Deck, reasons: dict[str, str]
) -> dict[str, float] | None:
    if game.rules.banker_completes and not game.rules.natural_from_all:
        return _shares(left_alone(game, deck), BANKER_OUTCOMES)
    if len(seats) > 1 or punters[0].ever_splits.any():
        reasons["banker_outcomes"] = "The banker plays unless every hand is bust, and that ties hands together."
        return None
    bank = seats[0].account.bank.copy()
    bank[NOT_PLAYED] += 1 - bank.sum()
    return _shares(bank, BANKER_OUTCOMES)


def left_alone(game: Game, packs: Packs) -> NDArray[np.float64]:
    """Chances of the banker's classes (CLASSES,) when he always plays his hand."""
    deck = deck_of(packs)
    total = np.zeros(CLASSES)
    for side in game.sides:
        against = Against(game, side, deck, (), np.array([EMPTY]))
        total += against.ends[EMPTY]
        if game.at_once:
            total[PONTOON : HIGH_PONTOON + 1] += against.pontoons(deck)[1:]
    return total
