"""All players of a table as one record of tables, which answers the deal's questions in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .. import deal
from ..jit import overload
from . import answers
from .answers import (
    BEFORE_FOURTHS,
    BUY_LEAST,
    BUY_MOST,
    CODES,
    NEW_HANDS,
    SLOTS,
    STICK,
    TWIST,
    added,
)
from .mixed import answers as mixed
from .mixed.record import Mixed, Plain
from .reading.eyes import Blind, Eyes
from .reading.look import look_at_card, look_at_hand, look_at_stake, look_at_table


class Unaware(NamedTuple):
    """No policy looks at its stake, at a double or at how a hand came of a split: known when compiling."""

    none: int = 0


class Aware(NamedTuple):
    """What policies look at besides the hand: see `tables.Awareness`.

    Attributes
    ----------
    row : int64 (punters * 2 * width,)
        ``row[2 * (seat * width + initial) + doubled]``: the row of a seat's situation.
    width : int
        Stakes that are told apart: one more than the largest.
    begins : int16 (rows * 128,)
        First phase of a hand, by row and slot (`deal.split_slot`; 0 for a hand that is not split).
    """

    row: Any
    width: int
    begins: Any


class NoShots(NamedTuple):
    """Nobody shoots: known when compiling."""

    none: int = 0


class Shots(NamedTuple):
    """How much is shot: `units`, and `parts` of `wholes` of the room left in the kitty, at most `most` and the room.

    Attributes
    ----------
    at : int64 (punters,)
        Where a seat's entries begin.
    units, parts, wholes, most : int64
        By rank of the first card; from `NEW_HANDS` on, by that of a new hand of a split; from `BEFORE_FOURTHS` on, by
        the node of three cards.
    late, late_node : int64 (41,)
        Noted by hand: what was shot before its fourth card, and the three cards. Nobody clears it but who reads it.
    """

    at: Any
    units: Any
    parts: Any
    wholes: Any
    most: Any
    late: Any
    late_node: Any


class Players(NamedTuple):
    """The policies of everybody at the table.

    A punter's policy remembers how his hand came about as a *phase*, a small number that the policy itself defines
    (0 at first). His tables start at ``at[seat]``, phase by phase.

    Attributes
    ----------
    moves : int8
        ``moves[at[seat] + phase * nodes + node]``: code of the action; `STICK` on hands that take no card, so that the
        deal need not look whether they do.
    following : int16
        ``following[codes_at[seat] + phase * CODES + code]``: the next phase.
    at, codes_at : int64 (punters,)
    amounts : int64 (punters * CODES,)
        Halves of the initial stake that a code buys for, where it is neither the least nor the most.
    stakes : int64 (punters * 16,)
        Initial stake by seat and rank of the first card; index 15 before the deal.
    splits : int8 (rows * 16,)
        How a seat splits a pair of that rank: 0 never, 1 whenever legal, more: while it holds fewer hands than that.
    burns : int8 (rows * nodes,)
        Whether a seat burns that hand of two cards.
    aware : Unaware or Aware
        `Unaware`: a row of `splits` and `burns` is a seat. `Aware`: some policy looks at more, and a row is one of
        its situations.
    bank_draws, bank_doubles : int8 (2 * nodes,), int8 (16,)
        The banker draws on that hand (second half: after he doubled); he doubles on that rank.
    nodes : int
    shots : NoShots or Shots
        What is shot under rules that let punters shoot.
    eyes : Blind or Eyes
        A banker with `Eyes` reads the table before he draws; `bank_draws` then says nothing.
    mixed : Plain or Mixed
        `Mixed`: some decide by chance, and for them the tables here say nothing.
    """

    moves: Any
    following: Any
    at: Any
    codes_at: Any
    amounts: Any
    stakes: Any
    splits: Any
    burns: Any
    aware: Any
    bank_draws: Any
    bank_doubles: Any
    nodes: int
    shots: Any
    eyes: Any = Blind()
    mixed: Any = Plain()

    def for_thread(self, stream: np.random.SeedSequence) -> Players:
        """The same players with scratch memory of their own, where they note what they see; and chances of their own.

        Those who decide by chance draw from a stream of random numbers that hangs on that of the cards.
        """
        found = self._replace(eyes=self.eyes.apart()) if isinstance(self.eyes, Eyes) else self
        return found._replace(mixed=found.mixed.apart(stream)) if isinstance(found.mixed, Mixed) else found

    # The same answers for the deal as plain Python, with the JIT off.
    def ask_stake(self, law: Any, seat: int, rank: int) -> int:
        answer = mixed.stake if isinstance(self.mixed, Mixed) else answers.stake
        initial = int(answer(self, law, seat, rank))
        if isinstance(self.eyes, Eyes):
            look_at_stake(self.eyes, seat, initial, 0)
        return initial

    def ask_double(self, law: Any, rank: int) -> bool:
        answer = mixed.double if isinstance(self.mixed, Mixed) else answers.double
        answer = answers.reads_double if isinstance(self.eyes, Eyes) else answer
        return bool(answer(self, law, rank))

    def ask_shot(self, law: Any, hand: int, room: int, when: int, seen: int) -> int:
        answer = answers.shot if isinstance(self.shots, Shots) else answers.no_shot
        return int(answer(self, law, hand, room, when, seen))

    def ask_situation(self, law: Any, seat: int, initial: int, doubled: int) -> int:
        if isinstance(self.eyes, Eyes):
            look_at_stake(self.eyes, seat, initial, doubled)
        if isinstance(self.mixed, Mixed):
            mixed.begin(self, seat, initial, doubled)
        answer = answers.row_of if isinstance(self.aware, Aware) else answers.seat_as_row
        return int(answer(self, law, seat, initial, doubled))

    def ask_begin(self, law: Any, hand: int, slot: int, situation: int) -> int:
        if isinstance(self.eyes, Eyes):
            look_at_hand(self.eyes, hand, slot)
        answer = answers.first_phase if isinstance(self.aware, Aware) else answers.phase_zero
        return int(answer(self, law, hand, slot, situation))

    def ask_burn(self, law: Any, hand: int, node: int, situation: int) -> bool:
        answer = answers.seen_burn if isinstance(self.eyes, Eyes) else answers.burn
        return bool(answer(self, law, hand, node, situation))

    def ask_split(self, law: Any, hand: int, rank: int, hands: int, situation: int) -> bool:
        return bool(answers.split(self, law, hand, rank, hands, situation))

    def ask_move(self, law: Any, hand: int, node: int, phase: int, base: int, last: int) -> tuple[int, int]:
        answer = mixed.move if isinstance(self.mixed, Mixed) else answers.move
        move, after = answer(self, law, hand, node, phase, base, last)
        return int(move), int(after)

    def ask_bank_draws(self, law: Any, node: int, doubled: int) -> bool:
        answer = mixed.bank_draws if isinstance(self.mixed, Mixed) else answers.bank_draws
        answer = answers.reads_draw if isinstance(self.eyes, Eyes) else answer
        return bool(answer(self, law, node, doubled))

    def see_card(self, law: Any, hand: int, move: int, card: int) -> None:
        if isinstance(self.eyes, Eyes):
            look_at_card(self.eyes, hand, move, card)
        if isinstance(self.mixed, Mixed):
            mixed.see_card(self, law, hand, move, card)

    def see_table(self, law: Any, table: Any, one: int, two: int) -> None:
        if isinstance(self.eyes, Eyes):
            look_at_table(self.eyes, table, one, two)


def _for_players(players: Any, answer: Any) -> Any:
    return answer if getattr(players, "instance_class", None) is Players else None


def _has(players: Any, name: str, kind: type) -> bool:
    return bool(players.types[players.fields.index(name)].instance_class is kind)


def _by_chance(players: Any, drawn: Any, fixed: Any) -> Any:
    """Of two answers that of players of whom some decide by chance, or that of all others."""
    if _for_players(players, True) is None:
        return None
    return drawn if _has(players, "mixed", Mixed) else fixed


def _by_awareness(players: Any, *some: Any) -> Any:
    """Of four answers that of players who are aware, of those who are not; and both again under a banker's eyes."""
    if _for_players(players, True) is None:
        return None
    return some[2 * _has(players, "eyes", Eyes) + (not _has(players, "aware", Aware))]


def _by_eyes(players: Any, seeing: Any, blind: Any) -> Any:
    if _for_players(players, True) is None:
        return None
    return seeing if _has(players, "eyes", Eyes) else blind


@overload(deal.ask_stake, jit_options={"forceinline": True})
def _ask_stake(players, law, seat, rank):
    seen = _by_chance(players, mixed.seen_stake, answers.seen_stake)
    return _by_eyes(players, seen, _by_chance(players, mixed.stake, answers.stake))


@overload(deal.ask_double, jit_options={"forceinline": True})
def _ask_double(players, law, rank):
    return _by_eyes(players, answers.reads_double, _by_chance(players, mixed.double, answers.double))


@overload(deal.ask_shot, jit_options={"forceinline": True})
def _ask_shot(players, law, hand, room, when, seen):
    if _for_players(players, True) is None:
        return None
    return answers.shot if _has(players, "shots", Shots) else answers.no_shot


@overload(deal.ask_situation, jit_options={"forceinline": True})
def _ask_situation(players, law, seat, initial, doubled):
    aware = answers.row_of, answers.seat_as_row, answers.seen_row_of, answers.seen_seat_as_row
    by_chance = mixed.row_of, mixed.seat_as_row, mixed.seen_row_of, mixed.seen_seat_as_row
    return _by_chance(players, _by_awareness(players, *by_chance), _by_awareness(players, *aware))


@overload(deal.ask_begin, jit_options={"forceinline": True})
def _ask_begin(players, law, hand, slot, situation):
    return _by_awareness(
        players, answers.first_phase, answers.phase_zero, answers.seen_first_phase, answers.seen_phase_zero
    )


@overload(deal.ask_burn, jit_options={"forceinline": True})
def _ask_burn(players, law, hand, node, situation):
    return _by_eyes(players, answers.seen_burn, answers.burn)


@overload(deal.ask_split, jit_options={"forceinline": True})
def _ask_split(players, law, hand, rank, hands, situation):
    return _for_players(players, answers.split)


@overload(deal.is_asked, jit_options={"forceinline": True})
def _is_asked(players, law, node):
    def look(players, law, node):
        return law.open[node]

    return _by_chance(players, look, _by_eyes(players, look, lambda players, law, node: True))


@overload(deal.ask_move, jit_options={"forceinline": True})
def _ask_move(players, law, hand, node, phase, base, last):
    return _by_chance(players, mixed.move, answers.move)


@overload(deal.ask_bank_draws, jit_options={"forceinline": True})
def _ask_bank_draws(players, law, node, doubled):
    return _by_eyes(players, answers.reads_draw, _by_chance(players, mixed.bank_draws, answers.bank_draws))


@overload(deal.see_card, jit_options={"forceinline": True})
def _see_card(players, law, hand, move, card):
    def look(players, law, hand, move, card):
        look_at_card(players.eyes, hand, move, card)

    def look_too(players, law, hand, move, card):
        look_at_card(players.eyes, hand, move, card)
        mixed.see_card(players, law, hand, move, card)

    blind = _by_chance(players, mixed.see_card, lambda players, law, hand, move, card: None)
    return _by_eyes(players, _by_chance(players, look_too, look), blind)


@overload(deal.see_table, jit_options={"forceinline": True})
def _see_table(players, law, table, one, two):
    def look(players, law, table, one, two):
        look_at_table(players.eyes, table, one, two)

    return _by_eyes(players, look, lambda players, law, table, one, two: None)


__all__ = [
    "BEFORE_FOURTHS", "BUY_LEAST", "BUY_MOST", "CODES", "NEW_HANDS", "SLOTS", "STICK", "TWIST",
    "Aware", "NoShots", "Players", "Shots", "Unaware", "added",
]  # fmt: skip
