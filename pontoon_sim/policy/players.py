"""All players of a table as one record of tables, which answers the deal's questions in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import deal
from ..jit import inlined, overload
from ..law import buy_limits

# Codes of the actions in a policy's table; a higher one buys `Players.amounts[code]` halves of the initial stake.
STICK, TWIST, BUY_LEAST, BUY_MOST = 0, 1, 2, 3
CODES = 16


class Players(NamedTuple):
    """The policies of everybody at the table.

    A punter's policy remembers how his hand came about as a *phase*, a small number that the policy itself defines
    (0 at first). His tables start at ``at[seat]``, phase by phase.

    Attributes
    ----------
    moves : int8
        ``moves[at[seat] + phase * nodes + node]``: code of the action.
    following : int8
        ``following[codes_at[seat] + phase * CODES + code]``: the next phase.
    at, codes_at : int64 (punters,)
    amounts : int64 (punters * CODES,)
        Halves of the initial stake that a code buys for, where it is neither the least nor the most.
    stakes : int64 (punters * 16,)
        Initial stake by seat and rank of the first card; index 15 before the deal.
    splits : int8 (punters * 16,)
        Whether a seat splits a pair of that rank.
    burns : int8 (punters * nodes,)
        Whether a seat burns that hand of two cards.
    bank_draws, bank_doubles : int8 (nodes,), int8 (16,)
        The banker draws on that hand; he doubles on that rank.
    nodes : int
    """

    moves: Any
    following: Any
    at: Any
    codes_at: Any
    amounts: Any
    stakes: Any
    splits: Any
    burns: Any
    bank_draws: Any
    bank_doubles: Any
    nodes: int

    # The same answers for the deal as plain Python, with the JIT off.
    def ask_stake(self, law: Any, seat: int, rank: int) -> int:
        return int(_stake(self, law, seat, rank))

    def ask_double(self, law: Any, rank: int) -> bool:
        return bool(_double(self, law, rank))

    def ask_shot(self, law: Any, hand: int, room: int, fresh: int) -> int:
        return 0

    def ask_burn(self, law: Any, hand: int, node: int) -> bool:
        return bool(_burn(self, law, hand, node))

    def ask_split(self, law: Any, hand: int, rank: int, hands: int) -> bool:
        return bool(_split(self, law, hand, rank, hands))

    def ask_move(self, law: Any, hand: int, node: int, phase: int, base: int, last: int) -> tuple[int, int]:
        move, after = _move(self, law, hand, node, phase, base, last)
        return int(move), int(after)

    def ask_bank_draws(self, law: Any, node: int) -> bool:
        return bool(_bank_draws(self, law, node))


@inlined
def _stake(players, law, seat, rank):
    return players.stakes[seat * 16 + rank]


@inlined
def _double(players, law, rank):
    return players.bank_doubles[rank]


@inlined
def _shot(players, law, hand, room, fresh):
    return 0


@inlined
def _burn(players, law, hand, node):
    return players.burns[(hand >> 2) * players.nodes + node]


@inlined
def _split(players, law, hand, rank, hands):
    return players.splits[(hand >> 2) * 16 + rank]


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


@inlined
def _bank_draws(players, law, node):
    return players.bank_draws[node]


def _for_players(players: Any, answer: Any) -> Any:
    return answer if getattr(players, "instance_class", None) is Players else None


@overload(deal.ask_stake, jit_options={"forceinline": True})
def _ask_stake(players, law, seat, rank):
    return _for_players(players, _stake)


@overload(deal.ask_double, jit_options={"forceinline": True})
def _ask_double(players, law, rank):
    return _for_players(players, _double)


@overload(deal.ask_shot, jit_options={"forceinline": True})
def _ask_shot(players, law, hand, room, fresh):
    return _for_players(players, _shot)


@overload(deal.ask_burn, jit_options={"forceinline": True})
def _ask_burn(players, law, hand, node):
    return _for_players(players, _burn)


@overload(deal.ask_split, jit_options={"forceinline": True})
def _ask_split(players, law, hand, rank, hands):
    return _for_players(players, _split)


@overload(deal.ask_move, jit_options={"forceinline": True})
def _ask_move(players, law, hand, node, phase, base, last):
    return _for_players(players, _move)


@overload(deal.ask_bank_draws, jit_options={"forceinline": True})
def _ask_bank_draws(players, law, node):
    return _for_players(players, _bank_draws)
