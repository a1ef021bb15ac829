"""All players of a table as one record of tables, which answers the deal's questions in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import deal
from ..jit import inlined, jitable, overload
from ..law import buy_limits
from .reading.decide import reads_draw
from .reading.eyes import Blind, Eyes
from .reading.look import look_at_card, look_at_hand, look_at_stake, look_at_table

# Codes of the actions in a policy's table; a higher one buys `Players.amounts[code]` halves of the initial stake.
STICK, TWIST, BUY_LEAST, BUY_MOST = 0, 1, 2, 3
CODES = 16
SLOTS = 192  # ways in which a hand may begin: `deal.split_slot`
NEW_HANDS, BEFORE_FOURTHS = 16, 32  # where the entries of a shooting policy begin, behind those before a second card


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

    def for_thread(self) -> Players:
        """The same players with scratch memory of their own, where they note what they see."""
        return self._replace(eyes=self.eyes.apart()) if isinstance(self.eyes, Eyes) else self

    # The same answers for the deal as plain Python, with the JIT off.
    def ask_stake(self, law: Any, seat: int, rank: int) -> int:
        return int(_stake(self, law, seat, rank))

    def ask_double(self, law: Any, rank: int) -> bool:
        return bool(_double(self, law, rank))

    def ask_shot(self, law: Any, hand: int, room: int, when: int, seen: int) -> int:
        answer = _shot if isinstance(self.shots, Shots) else _no_shot
        return int(answer(self, law, hand, room, when, seen))

    def ask_situation(self, law: Any, seat: int, initial: int, doubled: int) -> int:
        if isinstance(self.eyes, Eyes):
            look_at_stake(self.eyes, seat, initial)
        answer = _row_of if isinstance(self.aware, Aware) else _seat_as_row
        return int(answer(self, law, seat, initial, doubled))

    def ask_begin(self, law: Any, hand: int, slot: int, situation: int) -> int:
        if isinstance(self.eyes, Eyes):
            look_at_hand(self.eyes, hand, slot)
        answer = _first_phase if isinstance(self.aware, Aware) else _phase_zero
        return int(answer(self, law, hand, slot, situation))

    def ask_burn(self, law: Any, hand: int, node: int, situation: int) -> bool:
        return bool(_burn(self, law, hand, node, situation))

    def ask_split(self, law: Any, hand: int, rank: int, hands: int, situation: int) -> bool:
        return bool(_split(self, law, hand, rank, hands, situation))

    def ask_move(self, law: Any, hand: int, node: int, phase: int, base: int, last: int) -> tuple[int, int]:
        move, after = _move(self, law, hand, node, phase, base, last)
        return int(move), int(after)

    def ask_bank_draws(self, law: Any, node: int, doubled: int) -> bool:
        answer = _reads_draw if isinstance(self.eyes, Eyes) else _bank_draws
        return bool(answer(self, law, node, doubled))

    def see_card(self, law: Any, hand: int, move: int, card: int) -> None:
        if isinstance(self.eyes, Eyes):
            look_at_card(self.eyes, hand, move, card)

    def see_table(self, law: Any, table: Any, one: int, two: int) -> None:
        if isinstance(self.eyes, Eyes):
            look_at_table(self.eyes, table, one, two)


@inlined
def _stake(players, law, seat, rank):
    return players.stakes[seat * 16 + rank]


@inlined
def _double(players, law, rank):
    return players.bank_doubles[rank]


@inlined
def _no_shot(players, law, hand, room, when, seen):
    return 0


@jitable
def _shot(players, law, hand, room, when, seen):
    shots = players.shots
    place = shots.at[hand >> 2] + seen
    if when == deal.NEW_HAND:
        place += NEW_HANDS
    elif when == deal.BEFORE_FOURTH:
        place += BEFORE_FOURTHS
    amount = min(shots.units[place] + room * shots.parts[place] // shots.wholes[place], shots.most[place], room)
    if when == deal.BEFORE_FOURTH:
        shots.late[hand], shots.late_node[hand] = amount, seen
    return amount


@inlined
def _seat_as_row(players, law, seat, initial, doubled):
    return seat


@inlined
def _row_of(players, law, seat, initial, doubled):
    return players.aware.row[2 * (seat * players.aware.width + initial) + doubled]


@inlined
def _phase_zero(players, law, hand, slot, situation):
    return 0


@inlined
def _first_phase(players, law, hand, slot, situation):
    return players.aware.begins[situation * SLOTS + slot]


@inlined
def _burn(players, law, hand, node, situation):
    return players.burns[situation * players.nodes + node]


@inlined
def _split(players, law, hand, rank, hands, situation):
    most = players.splits[situation * 16 + rank]
    return most == 1 or hands < most


@inlined
def _move(players, law, hand, node, phase, base, last):
    seat = hand >> 2
    code = players.moves[players.at[seat] + phase * players.nodes + node]
    if code == STICK:
        return deal.STICK, phase
    after = players.following[players.codes_at[seat] + phase * CODES + code]
    if code == TWIST:
        return deal.TWIST, after
    least, most = buy_limits(law, base, last)
    if code == BUY_LEAST:
        return least, after
    if code == BUY_MOST:
        return most, after
    amount = players.amounts[seat * CODES + code] * base // 2
    return min(max(amount, least), most), after


def added(law: Any, policy: Any, base: int, last: int, code: int) -> int:
    """What a code of a `PunterPolicy` other than sticking adds to the stake, as `_move` does it for the deal."""
    if code == TWIST:
        return 0
    least, most = buy_limits(law, base, last)
    if code == BUY_LEAST:
        return int(least)
    if code == BUY_MOST:
        return int(most)
    return int(min(max(int(policy.amounts[code]) * base // 2, least), most))


@inlined
def _bank_draws(players, law, node, doubled):
    return players.bank_draws[doubled * players.nodes + node]


@inlined
def _reads_draw(players, law, node, doubled):
    return reads_draw(players.eyes, law, node)


# A reading banker notes what he sees where the deal asks a punter anyway.


@inlined
def _seen_seat_as_row(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial)
    return _seat_as_row(players, law, seat, initial, doubled)


@inlined
def _seen_row_of(players, law, seat, initial, doubled):
    look_at_stake(players.eyes, seat, initial)
    return _row_of(players, law, seat, initial, doubled)


@inlined
def _seen_phase_zero(players, law, hand, slot, situation):
    look_at_hand(players.eyes, hand, slot)
    return 0


@inlined
def _seen_first_phase(players, law, hand, slot, situation):
    look_at_hand(players.eyes, hand, slot)
    return _first_phase(players, law, hand, slot, situation)


def _for_players(players: Any, answer: Any) -> Any:
    return answer if getattr(players, "instance_class", None) is Players else None


@overload(deal.ask_stake, jit_options={"forceinline": True})
def _ask_stake(players, law, seat, rank):
    return _for_players(players, _stake)


@overload(deal.ask_double, jit_options={"forceinline": True})
def _ask_double(players, law, rank):
    return _for_players(players, _double)


@overload(deal.ask_shot, jit_options={"forceinline": True})
def _ask_shot(players, law, hand, room, when, seen):
    if _for_players(players, True) is None:
        return None
    return _shot if _has(players, "shots", Shots) else _no_shot


def _has(players: Any, name: str, kind: type) -> bool:
    return bool(players.types[players.fields.index(name)].instance_class is kind)


def _by_awareness(players: Any, *answers: Any) -> Any:
    """Of four answers that of players who are aware, of those who are not; and both again under a banker's eyes."""
    if _for_players(players, True) is None:
        return None
    return answers[2 * _has(players, "eyes", Eyes) + (not _has(players, "aware", Aware))]


def _by_eyes(players: Any, seeing: Any, blind: Any) -> Any:
    if _for_players(players, True) is None:
        return None
    return seeing if _has(players, "eyes", Eyes) else blind


@overload(deal.ask_situation, jit_options={"forceinline": True})
def _ask_situation(players, law, seat, initial, doubled):
    return _by_awareness(players, _row_of, _seat_as_row, _seen_row_of, _seen_seat_as_row)


@overload(deal.ask_begin, jit_options={"forceinline": True})
def _ask_begin(players, law, hand, slot, situation):
    return _by_awareness(players, _first_phase, _phase_zero, _seen_first_phase, _seen_phase_zero)


@overload(deal.ask_burn, jit_options={"forceinline": True})
def _ask_burn(players, law, hand, node, situation):
    return _for_players(players, _burn)


@overload(deal.ask_split, jit_options={"forceinline": True})
def _ask_split(players, law, hand, rank, hands, situation):
    return _for_players(players, _split)


@overload(deal.is_asked, jit_options={"forceinline": True})
def _is_asked(players, law, node):
    return _by_eyes(players, lambda players, law, node: law.open[node], lambda players, law, node: True)


@overload(deal.ask_move, jit_options={"forceinline": True})
def _ask_move(players, law, hand, node, phase, base, last):
    return _for_players(players, _move)


@overload(deal.ask_bank_draws, jit_options={"forceinline": True})
def _ask_bank_draws(players, law, node, doubled):
    return _by_eyes(players, _reads_draw, _bank_draws)


@overload(deal.see_card, jit_options={"forceinline": True})
def _see_card(players, law, hand, move, card):
    def look(players, law, hand, move, card):
        look_at_card(players.eyes, hand, move, card)

    return _by_eyes(players, look, lambda players, law, hand, move, card: None)


@overload(deal.see_table, jit_options={"forceinline": True})
def _see_table(players, law, table, one, two):
    def look(players, law, table, one, two):
        look_at_table(players.eyes, table, one, two)

    return _by_eyes(players, look, lambda players, law, table, one, two: None)
