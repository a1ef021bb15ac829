"""Who sits where: everybody keeps his chair and his policies, and the seats are counted from the banker's left.

Chair ``c`` of ``persons`` is seat ``(c - banker - 1) % persons`` while another one banks. Where all chairs play alike
nothing needs doing when the bank moves; else the tables of the deal's players are laid anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..jit import is_a, jitable, overload
from ..policy.build import Seated, pack_players
from ..policy.players import CODES, Aware, Players, Shots, Unaware
from ..policy.tables import BankerPolicy
from .state import BANKER


class Chairs(NamedTuple):
    """The policies of all chairs, from which the players of a deal are laid.

    Attributes
    ----------
    persons : int
        Chairs: the punters and the banker.
    alike, banks_alike : int
        1 where all play alike as punters, as bankers.
    at, codes_at, amounts, stakes, splits, burns, row
        As in `Players` and `Aware`, by chair.
    bank_draws, bank_doubles : int8 (persons * 2 * nodes,), int8 (persons * 16,)
    shots_at : int64 (persons,)
        Where a chair's entries begin in `Shots`.
    """

    persons: int
    alike: int
    banks_alike: int
    at: Any
    codes_at: Any
    amounts: Any
    stakes: Any
    splits: Any
    burns: Any
    row: Any
    bank_draws: Any
    bank_doubles: Any
    shots_at: Any


@jitable
def chair_of(evening, persons, seat):
    """The chair of a seat, counted from 0; the banker's is seat ``persons - 1``."""
    chair = evening.state[BANKER] + 1 + seat
    return chair - persons if chair >= persons else chair


@jitable
def take_seats(players, chairs, banker):
    """Lay the players of a deal, the person on chair `banker` holding the bank."""
    if not chairs.alike:
        for seat in range(chairs.persons - 1):
            chair = (banker + 1 + seat) % chairs.persons
            players.at[seat] = chairs.at[chair]
            players.codes_at[seat] = chairs.codes_at[chair]
            for i in range(CODES):
                players.amounts[seat * CODES + i] = chairs.amounts[chair * CODES + i]
            for i in range(16):
                players.stakes[seat * 16 + i] = chairs.stakes[chair * 16 + i]
            take_situations(players.aware, players, chairs, seat, chair)
            take_shots(players.shots, chairs, seat, chair)
    if not chairs.banks_alike:
        size = 2 * players.nodes
        for i in range(size):
            players.bank_draws[i] = chairs.bank_draws[banker * size + i]
        for i in range(16):
            players.bank_doubles[i] = chairs.bank_doubles[banker * 16 + i]


def take_situations(aware, players, chairs, seat, chair):
    """Lay what a seat's splits and burns are looked up by."""
    (_take_rows if isinstance(aware, Aware) else _take_tables)(aware, players, chairs, seat, chair)


@jitable
def _take_rows(aware, players, chairs, seat, chair):
    size = 2 * aware.width
    for i in range(size):
        aware.row[seat * size + i] = chairs.row[chair * size + i]


@jitable
def _take_tables(aware, players, chairs, seat, chair):
    for i in range(16):
        players.splits[seat * 16 + i] = chairs.splits[chair * 16 + i]
    for i in range(players.nodes):
        players.burns[seat * players.nodes + i] = chairs.burns[chair * players.nodes + i]


@overload(take_situations)
def _situations(aware, players, chairs, seat, chair):
    return _take_rows if is_a(Aware, aware) else _take_tables if is_a(Unaware, aware) else None


def take_shots(shots, chairs, seat, chair):
    """Lay by what a seat shoots."""
    if isinstance(shots, Shots):
        shots.at[seat] = chairs.shots_at[chair]


@jitable
def _take_shots(shots, chairs, seat, chair):
    shots.at[seat] = chairs.shots_at[chair]


@overload(take_shots)
def _who_shoots(shots, chairs, seat, chair):
    return _take_shots if is_a(Shots, shots) else (lambda shots, chairs, seat, chair: None)


def lay_chairs(who: Seated, bankers: Sequence[BankerPolicy] | None = None) -> tuple[Players, Chairs]:
    """Players of a deal, to be laid by `take_seats`, and the chairs that they come from.

    Parameters
    ----------
    who : Seated
        The policies of all chairs: as many punters' as there are people, and the banker's.
    bankers : sequence of BankerPolicy, optional
        Each chair's own policy as a banker.
    """
    persons = len(who.punters)
    banks = list(bankers or [who.banker] * persons)
    every = pack_players(who.punters, banks[0], who.stakes, who.shots)
    shoots = isinstance(every.shots, Shots)
    aims = [one.digest for one in who.shots] if shoots else [""] * len(who.punters)
    plain = not isinstance(every.aware, Aware)
    seats = persons - 1
    chairs = Chairs(
        persons=persons,
        alike=int(len({(p.digest, s.digest, a) for p, s, a in zip(who.punters, who.stakes, aims, strict=True)}) == 1),
        banks_alike=int(len({bank.digest for bank in banks}) == 1),
        at=every.at,
        codes_at=every.codes_at,
        amounts=every.amounts,
        stakes=every.stakes,
        splits=every.splits,
        burns=every.burns,
        row=np.zeros(1, np.int64) if plain else every.aware.row,
        bank_draws=np.concatenate([bank.draws.ravel() for bank in banks]).astype(np.int8),
        bank_doubles=np.concatenate([bank.doubles for bank in banks]).astype(np.int8),
        shots_at=every.shots.at if shoots else np.zeros(1, np.int64),
    )
    players = every._replace(
        at=every.at[:seats].copy(),
        codes_at=every.codes_at[:seats].copy(),
        amounts=every.amounts[: seats * CODES].copy(),
        stakes=every.stakes[: seats * 16].copy(),
        bank_draws=every.bank_draws.copy(),
        shots=every.shots._replace(at=every.shots.at[:seats].copy()) if shoots else every.shots,
        bank_doubles=every.bank_doubles.copy(),
    )
    if plain:
        players = players._replace(
            splits=every.splits[: seats * 16].copy(), burns=every.burns[: seats * every.nodes].copy()
        )
    else:
        players = players._replace(
            aware=every.aware._replace(row=every.aware.row[: seats * 2 * every.aware.width].copy())
        )
    return players, chairs
