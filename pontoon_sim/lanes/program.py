"""What lanes need to know of a table of players: the law and their policies as steps of an automaton.

A hand that is played is a *state*; a card takes it to the next one, and whoever is done is in an *end*, which no card
leaves: class, stakes, or `ASIDE`, which says that the deal itself must play this pack (a split, a hand burnt). States
that no card can ever tell apart are one. Everything here is asked of the law, the players and the settlement in plain
Python (`deal.play_seat`, `settlement.settle`): there is no rule of the game in this folder.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..deal import NO_CARD, STICK, play_seat
from ..hands import WIDTH
from ..law import (
    NODE_BITS,
    NOT_PLAYED,
    PONTOON,
    PONTOON_SHIFT,
    Law,
    brulet_takes,
    completes,
    doubling,
    natural_from_all,
    plain_law,
    stakes_first,
)
from ..policy.mixed.record import Plain
from ..policy.players import CODES, NoShots, Players, Unaware
from ..policy.reading.eyes import Blind
from ..rulebook import Rules
from ..settlement import nobody_plays, settle
from ..tabletop import BANK_CLASS, DOUBLED, PUNTER_PONTOON, new_table
from .tables import (
    ASIDE,
    GAIN_BITS,
    INITIAL_BITS,
    NOBODY,
    PAIRS,
    PONTOON_BITS,
    PUNTERS,
    STAKED_BITS,
    End,
    Program,
    Tables,
)


class _Draws(Exception):  # noqa: N818 - not an error
    """A hand takes a card."""


class _Leaves(Exception):  # noqa: N818 - not an error
    """A hand does what is left to the deal itself."""


class _NoCards:
    """A pack that stops the deal where a card is asked for."""

    def draw(self, hand: int) -> int:
        raise _Draws


class _Probe:
    """A seat's player alone at a table: leaves splits and burns to the deal, and remembers what he was asked last."""

    def __init__(self, players: Players, seat: int):
        self.players, self.seat = players, seat
        self.state: tuple[int, ...] = ()

    def ask_situation(self, law: Law, seat: int, initial: int, doubled: int) -> int:
        return self.players.ask_situation(law, self.seat, initial, doubled)

    def ask_burn(self, law: Law, hand: int, node: int, situation: int) -> bool:
        return self._leave(self.players.ask_burn(law, 4 * self.seat, node, situation))

    def ask_split(self, law: Law, hand: int, rank: int, hands: int, situation: int) -> bool:
        return self._leave(self.players.ask_split(law, 4 * self.seat, rank, hands, situation))

    def ask_begin(self, law: Law, hand: int, slot: int, situation: int) -> int:
        return self.players.ask_begin(law, 4 * self.seat, slot, situation)

    def ask_move(self, law: Law, hand: int, *state: int) -> tuple[int, int]:
        self.state = state
        return self.players.ask_move(law, 4 * self.seat, *state)

    @staticmethod
    def _leave(does: bool) -> bool:
        if does:
            raise _Leaves
        return False


class _States:
    """States by what they lead to, so that those are one that no card tells apart; ends are negative until sorted."""

    def __init__(self, ends: list[Any]):
        self.ends: dict[Any, int] = {end: ~number for number, end in enumerate(ends)}
        self.opens: dict[tuple[int, ...], int] = {}
        self.depths: list[int] = []

    def end(self, end: Any) -> int:
        return self.ends.setdefault(end, ~len(self.ends))

    def open(self, after: tuple[int, ...]) -> int:
        if after not in self.opens:
            self.depths.append(1 + max(self.depths[state] if state >= 0 else 0 for state in after))
        return self.opens.setdefault(after, len(self.opens))

    @property
    def depth(self) -> int:
        return max(self.depths, default=0)

    def sorted_ends(self, order: Any) -> list[Any]:
        """Ends as they are numbered at last."""
        return sorted(self.ends, key=order)

    def numbered(self, ends: list[Any], room: int = 0) -> tuple[dict[int, int], NDArray[np.uint16]]:
        """The number of every state, ends first, with room for more of those, and the table of steps."""
        first_open = len(ends) + room
        number = {self.ends[end]: place for place, end in enumerate(ends)}
        number |= {state: first_open + state for state in self.opens.values()}
        steps = np.repeat(np.arange(first_open + len(self.opens)), WIDTH).reshape(-1, WIDTH)
        for after, state in self.opens.items():
            steps[number[state], : len(after)] = [number[one] for one in after]
        return number, steps.ravel().astype(np.uint16)


def lanes_for(rules: Rules, punters: int, players: Players, plays_on: bool = False) -> Program | str:
    """The program of a table, or why lanes do not play it.

    A banker who `plays_on` ends his hand where he has nobody to play for, too, so that it is known how he would have
    ended; it counts for nobody.
    """
    law = plain_law(rules)
    if rules.packs_for(punters) != 1 or punters > PUNTERS:
        return f"they deal one pack to {PUNTERS} punters at the most"
    if brulet_takes(law.extras) or natural_from_all(law.extras):
        return "under these rules a brulet, or the eldest hand's natural, concerns all hands at once"
    if not isinstance(players.shots, NoShots) and (players.shots.units.any() or players.shots.parts.any()):
        return "its punters shoot"
    if not isinstance(players.eyes, Blind):
        return "its banker reads the table"
    if not isinstance(players.mixed, Plain):
        return "some at it decide by chance"
    made = _Builder(law, punters, players).program(plays_on)
    return made if _fits(made, punters) else "its stakes are too large for them"


def _fits(program: Program, punters: int) -> bool:
    """Whether the numbers of a whole deal have room in their fields."""
    states = len(program.tables.steps) // WIDTH
    initial, staked = (max(getattr(end, name) for end in program.ends) for name in ("initial", "staked"))
    return (
        states < 2**16
        and punters * int(abs(program.nets).max()) < 2 ** (GAIN_BITS - 1)
        and punters * staked < 2**STAKED_BITS
        and punters * initial < 2**INITIAL_BITS
    )


class _Builder:
    """Asks the law and the players for all that can come up."""

    def __init__(self, law: Law, punters: int, players: Players):
        self.law, self.punters, self.players = law, punters, players
        self.hands, self.bank = _States([None]), _States([None, NOT_PLAYED])
        self.known: dict[tuple[int, ...], int] = {}
        self.table = new_table(1)

    def program(self, plays_on: bool) -> Program:
        pairs = [(one, two) for one in range(len(RANKS)) for two in range(len(RANKS))]
        contexts: dict[tuple[int, int], int] = {}
        bank_starts = {}
        for one, two in pairs:
            context = self._context(one, two)
            bank_starts[one, two] = self._bank_start(one, two, context[0]), contexts.setdefault(context, len(contexts))
        alike: dict[Any, list[dict[tuple[int, int], int]]] = {}
        for seat in range(self.punters):
            if (plays := self._plays(seat)) not in alike:
                alike[plays] = [{pair: self._start(seat, *pair, *context) for pair in pairs} for context in contexts]
        starts = [one for seat in range(self.punters) for one in alike[self._plays(seat)]]
        ends = self.hands.sorted_ends(lambda end: (end is not None, end is not None and end.klass > 0))
        bank_ends = list(self.bank.ends)
        idle = len(bank_ends) - NOBODY - 1 if plays_on else 0
        number, steps = self.hands.numbered(ends)
        bank_number, bank_steps = self.bank.numbered(bank_ends, room=idle)
        bank_ends += [NOT_PLAYED] * idle
        width = max(len(bank_ends) - 1, 1).bit_length()
        ends[ASIDE], bank_ends[ASIDE] = End(0, 0, 0, 0), NOT_PLAYED
        nets, values = self._settled(ends, bank_ends, width)
        tables = Tables(
            starts=np.array(_paired([{pair: number[one[pair]] for pair in pairs} for one in starts]), np.uint16),
            steps=steps,
            bank_starts=np.array(
                _paired([{pair: bank_number[state] | context << 16 for pair, (state, context) in bank_starts.items()}]),
                np.uint32,
            ),
            bank_steps=bank_steps,
            values=values,
            punters=self.punters,
            contexts=len(contexts),
            completes=int(bool(completes(self.law.extras))),
            rounds=rounds_for(self.punters),
            out=sum(end.klass == 0 for end in ends) - 1,
            first_open=len(ends),
            bank_first_open=len(bank_ends),
            width=width,
            depth=max(self.hands.depth, self.bank.depth),
            idle=idle,
        )
        return Program(tables, ends, bank_ends, nets)

    def _plays(self, seat: int) -> Any:
        """The same for seats whose players' tables are the same: these begin alike."""
        players = self.players
        if not isinstance(players.aware, Unaware):
            return seat
        tables = (players.amounts, CODES), (players.stakes, 16), (players.splits, 16), (players.burns, players.nodes)
        own = (table[seat * width : (seat + 1) * width].tobytes() for table, width in tables)
        return int(players.at[seat]), *own

    def _context(self, one: int, two: int) -> tuple[int, int]:
        """Whether the banker doubles with these first cards, and whether he shows a pontoon at once."""
        law = self.law
        doubled = bool(doubling(law.extras)) and self.players.ask_double(law, one)
        pontoon = (law.pair[(one << 4) | two] >> PONTOON_SHIFT) & 3
        return int(doubled), int(bool(pontoon) and bool(law.shown_at_once))

    def _bank_start(self, one: int, two: int, doubled: int) -> int:
        entry = self.law.pair[(one << 4) | two]
        pontoon = (entry >> PONTOON_SHIFT) & 3
        return self.bank.end(PONTOON - 1 + pontoon) if pontoon else self._banker(entry & NODE_BITS, doubled)

    def _banker(self, node: int, doubled: int) -> int:
        law, key = self.law, (-1, node, doubled)
        if key not in self.known:
            if law.open[node] and self.players.ask_bank_draws(law, node, doubled):
                state = self.bank.open(
                    tuple(self._banker(law.take[node * WIDTH + rank], doubled) for rank in range(len(RANKS)))
                )
            else:
                state = self.bank.end(law.bank_klass[node])
            self.known[key] = state
        return self.known[key]

    def _start(self, seat: int, one: int, two: int, doubled: int, shown: int) -> int:
        """The state of a seat with two first cards."""
        law, table, hand = self.law, self.table, 0
        initial = self.players.ask_stake(law, seat, NO_CARD if stakes_first(law.extras) else one) * (1 + doubled)
        table.first[hand], table.second[hand], table.initial[0] = one, two, initial
        table.result[DOUBLED] = doubled
        if shown:
            nobody_plays(law, table)
            return self._end(doubled)
        probe = _Probe(self.players, seat)
        try:
            play_seat(law, _NoCards(), probe, table, 0)
        except _Leaves:
            return ~ASIDE
        except _Draws:
            return self._further(seat, initial, doubled, initial, *probe.state)
        return self._end(doubled)

    def _end(self, doubled: int) -> int:
        table = self.table
        return self.hands.end(End(int(table.klass[0]), int(table.initial[0]), int(table.staked[0]), doubled))

    def _further(
        self, seat: int, initial: int, doubled: int, staked: int, node: int, phase: int, base: int, last: int
    ) -> int:
        """The state of a hand that is played, as `deal.play_hand` goes on with it."""
        law = self.law
        key = (seat, initial, doubled, staked, node, phase, base, last)
        if key in self.known:
            return self.known[key]
        move = STICK
        if law.open[node]:
            move, phase = self.players.ask_move(law, 4 * seat, node, phase, base, last)
        if move == STICK:
            state = self.hands.end(End(law.klass[node], initial, staked, doubled))
        else:
            staked, last = (staked + move, move) if move > 0 else (staked, last)
            nodes = law.take[node * WIDTH : node * WIDTH + len(RANKS)]
            state = self.hands.open(
                tuple(self._further(seat, initial, doubled, staked, after, phase, base, last) for after in nodes)
            )
        self.known[key] = state
        return state

    def _settled(self, ends: list[End], bank_ends: list[int], width: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """What punters win by end and bank's end, and the values that lanes add up; those of `ASIDE` are nothing."""
        table, nets = self.table, np.zeros((len(ends), len(bank_ends)), np.int64)
        values = np.zeros((len(ends), 1 << width), np.int64)
        table.hands[0] = 1
        for place, end in enumerate(ends[1:], start=1):
            table.klass[0], table.initial[0], table.staked[0] = end.klass, end.initial, end.staked
            for bank, klass in enumerate(bank_ends[1:], start=1):
                table.result[BANK_CLASS], table.result[DOUBLED] = klass, end.doubled
                settle(self.law, table)
                net = nets[place, bank] = table.net[0]
                fields = (-net, GAIN_BITS), (end.staked, STAKED_BITS), (end.initial, INITIAL_BITS)
                shift = 0
                for number, bits in (*fields, (table.result[PUNTER_PONTOON], PONTOON_BITS)):
                    values[place, bank] += int(number) << shift
                    shift += bits
        return nets, values.ravel()


def _paired(tables: list[dict[tuple[int, int], int]]) -> NDArray[np.int64]:
    """Tables by two ranks, one behind the other, as the kernel looks them up."""
    flat = np.zeros((len(tables), PAIRS), np.int64)
    for row, table in zip(flat, tables, strict=True):
        for (one, two), entry in table.items():
            row[one * WIDTH + two] = entry
    return flat.ravel()


def rounds_for(punters: int) -> int:
    """Words of random numbers, ten tries each, for the cards of a deal: hardly ever too few, and not many too many."""
    return (2, 2, 3, 4, 4, 5)[punters - 1]
