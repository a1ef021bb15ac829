"""The cells of a chart: what is usual for the hands of one, what differs, and what a wrong move costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..law import buy_limits, can_buy, plain_law
from ..policy.match import BURN, SPLIT, State
from ..policy.players import BUY_LEAST, BUY_MOST, STICK, TWIST
from ..policy.tables import burnable
from ..policy.walk import FIRST_AMOUNT, START, Memory, hand_text, number_text, units
from ..rulebook import Rules
from .strategy import Cell, Move, Special

Values = Mapping[int, float]


class Decision(NamedTuple):
    """What is done in one state.

    Attributes
    ----------
    state : State
    code : int
        As a policy's walk has it: ``STICK``, ``TWIST``, ``BUY_LEAST``, ``BUY_MOST``, ``FIRST_AMOUNT`` plus halves of
        the initial stake, ``SPLIT`` or ``BURN``.
    weight : float
        How often a hand that is dealt comes to the state.
    values : dict of int to float, or None
        Expected result of the hand by code, in initial stakes, the code above included; None when unknown.
    shown : bool
        Whether the chart's cells count it; the long table has it anyway.
    """

    state: State
    code: int
    weight: float = 0.0
    values: Values | None = None
    shown: bool = True


def doubles_only(rules: Rules) -> bool:
    """Whether buying is a casino's double: once, for the initial stake."""
    return rules.max_buys == rules.first_buy_min == rules.first_buy_max == 1


def move_of(code: int, rules: Rules, memory: Memory = START) -> Move:
    """The move that a code means in a state."""
    plain = {STICK: ("S", "stick"), TWIST: ("T", "twist"), SPLIT: ("P", "split"), BURN: ("X", "burn")}
    if code in plain:
        return Move(*plain[code])
    if code == BUY_MOST or doubles_only(rules):
        return Move("B", "buy", "max")
    if code == BUY_LEAST:
        return Move("b", "buy", "min")
    law, base = plain_law(rules), rules.stake_min
    least, most = buy_limits(law, base, memory.last)
    added = units(law, base, memory, code)
    if added in (least, most):
        return Move("B", "buy", "max") if added == most else Move("b", "buy", "min")
    return Move("B", "buy", number_text(code - FIRST_AMOUNT, 2))


def may_buy(memory: Memory, rules: Rules) -> bool:
    """Whether a hand that came about like that may buy, as far as its cards go."""
    twisted = memory.twisted and not rules.buy_after_twist
    spent = rules.max_buys and memory.buys >= rules.max_buys
    return bool(rules.first_buy_max) and not twisted and not spent


class CellMaker:
    """Makes one cell of the decisions that fall into it."""

    def __init__(self, rules: Rules):
        self.rules, self.law, self.burnable = rules, plain_law(rules), burnable(rules)

    def cell(self, decisions: list[Decision]) -> Cell:
        """All hands of a cell as one."""
        moves = [move_of(one.code, self.rules, one.state.memory) for one in decisions]
        votes: dict[Move, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        for move, one in zip(moves, decisions, strict=True):
            weight, count = votes[move]
            votes[move] = (weight + one.weight, count + 1)
        usual = max(votes, key=lambda move: votes[move])
        unlike = [
            (one, move)
            for one, move in zip(decisions, moves, strict=True)
            if move != usual and not (move.action == usual.action == "buy" and self._one_amount(one.state))
        ]
        values = self._values(decisions)
        return Cell(
            move=usual,
            forced=all(self._legal(one.state) == 1 for one in decisions),
            weight=sum(one.weight for one in decisions),
            cost=_cost(values, usual),
            values=values,
            specials=tuple(self._specials(usual, decisions, unlike)),
        )

    def _one_amount(self, state: State) -> bool:
        least, most = buy_limits(self.law, self.rules.stake_min, state.memory.last)
        return bool(least == most)

    def _legal(self, state: State) -> int:
        """Number of actions that are legal in a state, a buy counting once."""
        node, memory = state.node, state.memory
        return (
            1
            + bool(self.law.may_stick[node])
            + bool(can_buy(self.law, node, memory.buys, memory.twisted))
            + (state.pair is not None)
            + bool(memory == START and self.burnable[node])
        )

    def _values(self, decisions: list[Decision]) -> dict[str, float]:
        """Mean results by action and amount, over the hands that have them all."""
        known = [one for one in decisions if one.values]
        total = sum(one.weight for one in known)
        weights = [one.weight if total else 1.0 for one in known]
        found: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for one, weight in zip(known, weights, strict=True):
            best: dict[str, float] = {}
            for code, value in (one.values or {}).items():
                move = move_of(code, self.rules, one.state.memory)
                name = f"{move.action} {move.amount}".rstrip()
                best[name] = max(value, best.get(name, value))
            for name, value in best.items():
                found[name].append((weight, value))
        return {
            name: sum(weight * value for weight, value in some) / sum(weight for weight, _ in some)
            for name, some in found.items()
            if sum(weight for weight, _ in some) > 0
        }

    def _specials(
        self, usual: Move, decisions: list[Decision], unlike: list[tuple[Decision, Move]]
    ) -> Iterator[Special]:
        """Hands that differ, those of one way of coming about as one where all of them differ alike."""
        pasts = {self._past(one.state.memory) for one in decisions}
        size = {past: sum(self._past(one.state.memory) == past for one in decisions) for past in pasts}
        groups: dict[tuple[str, Move], list[Decision]] = defaultdict(list)
        for one, move in unlike:
            groups[self._past(one.state.memory), move].append(one)
        single: dict[tuple[str, Move], dict[str, list[Decision]]] = defaultdict(lambda: defaultdict(list))
        for (past, move), some in groups.items():
            if len(pasts) > 1 and len(some) == size[past] and past:
                yield self._special("", past, usual, move, some)
                continue
            for one in some:
                single[hand_text(one.state.node), move][past].append(one)
        for (cards, move), by_past in single.items():
            here = {self._past(one.state.memory) for one in decisions if hand_text(one.state.node) == cards}
            if set(by_past) == here:
                yield self._special(cards, "", usual, move, [one for some in by_past.values() for one in some])
            else:
                for past, some in by_past.items():
                    yield self._special(cards, past, usual, move, some)

    def _special(self, cards: str, past: str, usual: Move, move: Move, some: list[Decision]) -> Special:
        weight = sum(one.weight for one in some)
        gains = [(one.weight if weight else 1.0, self._gain(one, usual)) for one in some]
        known = [(often, gain) for often, gain in gains if gain is not None]
        total = sum(often for often, _ in known)
        gain = sum(often * gain for often, gain in known) / total if total else None
        return Special(cards, past, move, gain, weight)

    def _gain(self, one: Decision, usual: Move) -> float | None:
        """What a decision gains over the usual move of its cell."""
        if not one.values or one.code not in one.values:
            return None
        there = [value for code, value in one.values.items() if move_of(code, self.rules, one.state.memory) == usual]
        return one.values[one.code] - max(there) if there else None

    def _past(self, memory: Memory) -> str:
        """How a hand came about, as far as it may matter."""
        if not may_buy(memory, self.rules) or not memory.last:
            return ""
        return f"last bought {number_text(memory.last, self.rules.stake_min)}"


def _cost(values: dict[str, float], usual: Move) -> float | None:
    """What the best action of another kind loses."""
    others = [value for name, value in values.items() if name.split()[0] != usual.action]
    mine = [value for name, value in values.items() if name.split()[0] == usual.action]
    return max(mine) - max(others) if others and mine else None
