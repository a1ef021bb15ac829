"""The brulet of 1850, exactly: the dealer looks at the top and the bottom card, and two cards may leave the pack.

Every card but the top one and the bottom one lies where it would lie without a look, and all orders of them are
equally likely. So the look changes nothing for the banker and for seats 2, 3, ... but what is taken. Seat 1 would have
got the top card: deals in which that card and the bottom one form a natural are taken out, and in their place come
deals from the rest of the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..cards import ACE
from ..law import brulet_units
from ..rulebook import Rules
from .deck import Deck, eligible_tens
from .hand import Account
from .seat import Seat, SeatAccount, mixed

Part = tuple[float, int, Account, float]


class Brulet(NamedTuple):
    """Top and bottom card are an ace and a ten of that rank: its chance, and what is left of the pack."""

    ten: int
    chance: float
    rest: Deck


def brulets(rules: Rules, deck: Deck) -> Iterator[Brulet]:
    """All brulets that the rules know."""
    pairs = deck.size * (1.0 if deck.infinite else deck.size - 1)
    for ten in eligible_tens(rules) if rules.brulet != "none" else ():
        chance = 2 * float(deck.ranks[ACE] * deck.ranks[ten]) / pairs
        if chance:
            yield Brulet(ten, chance, deck.without(ACE, ten))


def first_seat(rules: Rules, deck: Deck, seat: Callable[[Deck], Seat]) -> SeatAccount:
    """The account of seat 1; `seat` makes it from a deck."""

    def parts() -> Iterator[Part]:
        whole = seat(deck)
        for first in deck.there:
            yield deck.chance(first), first, *whole.given(first)
        for brulet in brulets(rules, deck):
            there = seat(brulet.rest)
            for first in brulet.rest.there:
                account, stake = there.given(first)
                yield brulet.chance * brulet.rest.chance(first), first, _taken(account, rules), stake
            for top, bottom in ((ACE, brulet.ten), (brulet.ten, ACE)):
                yield -brulet.chance / 2, top, *seat(deck.without(bottom)).given(top)

    return mixed(parts())


def _taken(account: Account, rules: Rules) -> Account:
    """The account of deals in which a brulet takes its levy."""
    levy = brulet_units(rules)
    account.square += levy**2 - 2 * levy * account.gain
    account.gain -= levy
    return account


def other_seat(rules: Rules, deck: Deck, seat: Seat) -> SeatAccount:
    """The account of any other seat: that without a brulet, and what one takes."""

    def parts() -> Iterator[Part]:
        for first in deck.there:
            account, stake = seat.given(first)
            chance = sum(one.chance for one in brulets(rules, deck.without(first)))
            account.gain -= brulet_units(rules) * chance
            account.square = float("nan")  # it would want the deals with a brulet apart; nobody asks for it
            yield deck.chance(first), first, account, stake

    return mixed(parts())
