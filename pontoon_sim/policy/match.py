"""Rows of a policy's CSV file, and which of them speaks for a state."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from ..cards import ACE, RANKS, TEN, parse_rank, value
from ..errors import PolicyError, PontoonError, did_you_mean, quoted
from ..hands import BUST, EMPTY, WIDTH, graph
from ..rulebook import Rules
from .players import BUY_LEAST, BUY_MOST, STICK, TWIST
from .rows import Row
from .walk import FIRST_AMOUNT, Memory, describe, number_text

ANY = ("", "*")
NO_PAIR = -1
SPLIT, BURN = -1, -2  # beside the codes of moves

ACTIONS = {"stick": STICK, "twist": TWIST, "buy": BUY_MOST, "split": SPLIT, "burn": BURN}
_ALIASES = {"stand": "stick", "card": "twist", "hit": "twist", "draw": "twist"}
_SOFT = {"0": 0, "1": 1, "false": 0, "true": 1, "hard": 0, "soft": 1}
_YES_NO = {"0": 0, "1": 1, "false": 0, "true": 1}


class State(NamedTuple):
    """What a row may speak of: a hand, whether it is a pair that may be split now, and how it came about."""

    node: int
    pair: int | None
    memory: Memory

    def words(self, base: int) -> str:
        """The state as text, without its cards; `base` is the smallest stake."""
        pair = f" (a pair of {RANKS[self.pair]} that may be split)" if self.pair is not None else ""
        bought, last = number_text(self.memory.bought, base), number_text(self.memory.last, base)
        buys = f", bought={bought}, last_add={last}" if self.memory.buys else ""
        return describe(self.node) + pair + buys + (", twisted" if self.memory.twisted else "")


@dataclass(frozen=True)
class Entry:
    """One row, understood; None stands for any."""

    row: Row
    code: int
    key: tuple[int | None, int, int | None]  # number of cards, best total, soft
    node: int | None
    pair: int | None
    twisted: int | None
    bought: float | None
    last: float | None

    @property
    def weight(self) -> tuple[bool, int]:
        """How much it says: of two rows for a state the one that says more holds."""
        said = (self.key[0], self.key[2], self.pair, self.twisted, self.bought, self.last)
        return self.node is not None, sum(part is not None for part in said)

    def speaks_for(self, state: State, base: int) -> bool:
        """Whether the state is among those of the row, the number of cards, the total and soft being so."""
        memory, pair = state.memory, NO_PAIR if state.pair is None else state.pair
        return (
            self.node in (None, state.node)
            and self.pair in (None, pair)
            and self.twisted in (None, memory.twisted)
            and (self.bought is None or abs(self.bought - memory.bought / base) < 1e-9)
            and (self.last is None or abs(self.last - memory.last / base) < 1e-9)
        )


class Book:
    """All entries of a file, found by state."""

    def __init__(self, entries: list[Entry], rules: Rules):
        self.base = rules.stake_min
        self._by_key: dict[tuple[int | None, int, int | None], list[Entry]] = defaultdict(list)
        for entry in entries:
            self._by_key[entry.key].append(entry)

    def find(self, state: State) -> Entry | None:
        """The entry that speaks for a state.

        Raises
        ------
        PolicyError
            When two say equally much about it.
        """
        hands = graph()
        total, soft = int(hands.best[state.node]), int(hands.soft[state.node])
        found = [
            entry
            for key in product((int(hands.cards[state.node]), None), (total,), (soft, None))
            for entry in self._by_key.get(key, ())
            if entry.speaks_for(state, self.base)
        ]
        if not found:
            return None
        most = max(entry.weight for entry in found)
        best = [entry for entry in found if entry.weight == most]
        if len(best) > 1:
            raise PolicyError(
                f"{best[1].row.where}: this row and line {best[0].row.line} both speak for {state.words(self.base)}, "
                "and neither is more specific: keep one."
            )
        return best[0]


def read_entry(row: Row, rules: Rules) -> Entry:
    """What a row says.

    Raises
    ------
    PolicyError
        When a cell is malformed, or cells contradict each other.
    """
    node = _hand(row)
    cards, total, soft = _number(row, "cards"), _number(row, "total"), _choice(row, "soft", _SOFT)
    if node is not None:
        hands = graph()
        true = (int(hands.cards[node]), int(hands.best[node]), int(hands.soft[node]))
        if any(said not in (None, is_so) for said, is_so in zip((cards, total, soft), true, strict=True)):
            raise PolicyError(
                f"{row.where}: the hand {row['hand']} is {describe(node)}: cards, total and soft say otherwise."
            )
        cards, total, soft = true
    if total is None:
        raise PolicyError(
            f"{row.where}: the total may not be left open: write a number, such as 16, or the cards in a column hand."
        )
    pair = _pair(row, rules, cards, total)
    if soft is None and pair not in (None, NO_PAIR):
        soft = int(pair == ACE)
    return Entry(
        row=row,
        code=_code(row),
        key=(cards, total, soft),
        node=node,
        pair=pair,
        twisted=_choice(row, "twisted", _YES_NO),
        bought=_money(row, "bought"),
        last=_money(row, "last_add"),
    )


def _hand(row: Row) -> int | None:
    text = row.get("hand")
    if text in ANY:
        return None
    hands, node = graph(), EMPTY
    for card in text.split("-"):
        try:
            node = int(hands.take[node * WIDTH + parse_rank(card)])
        except PontoonError as fault:
            raise PolicyError(f"{row.where}: the hand {quoted(text)} is not cards such as 2-3-T: {fault}") from None
        if node == BUST:
            raise PolicyError(f"{row.where}: the hand {quoted(text)} is bust: leave the row out.")
    return node


def _number(row: Row, column: str) -> int | None:
    text = row.get(column)
    if text in ANY:
        return None
    if not re.fullmatch("[0-9]{1,2}", text) or not 2 <= int(text) <= 21:
        raise PolicyError(f"{row.where}: {column}={quoted(text)} is not understood: write a whole number from 2 to 21.")
    return int(text)


def _choice(row: Row, column: str, words: dict[str, int]) -> int | None:
    text = row.get(column).lower()
    if text in ANY:
        return None
    if text not in words:
        raise PolicyError(f"{row.where}: {column}={quoted(text)} is not understood: write {' or '.join(words)}.")
    return words[text]


def _money(row: Row, column: str) -> float | None:
    text = row.get(column)
    if text in ANY:
        return None
    number = as_float(text)
    if number is None or number < 0:
        raise PolicyError(
            f"{row.where}: {column}={quoted(text)} is not understood: write a number of initial stakes, or *."
        )
    return number


def as_float(text: str) -> float | None:
    """The plain number that a text is, or None."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e6 else None


def _pair(row: Row, rules: Rules, cards: int | None, total: int) -> int | None:
    text = row.get("pair")
    if text in ANY:
        return None
    if text == "-":
        return NO_PAIR
    try:
        rank = parse_rank(text)
    except PontoonError as fault:
        raise PolicyError(f"{row.where}: {fault} Leave pair empty for hands that are no pair.") from None
    if cards not in (None, 2) or total != (2 * value(rank) if rank else 12):
        raise PolicyError(f"{row.where}: a pair of {text} has two cards and another total: mend cards, total or pair.")
    return min(rank, TEN) if rules.split == "value" else rank


def _code(row: Row) -> int:
    said, amount = row["action"].lower(), row.get("amount").lower()
    action = _ALIASES.get(said, said)
    if action not in ACTIONS:
        known = [*ACTIONS, *_ALIASES]
        raise PolicyError(
            f"{row.where}: {quoted(said)} is no action{did_you_mean(said, known)}: write {', '.join(ACTIONS)}."
        )
    if action != "buy":
        if amount not in (*ANY, "-", "0"):
            raise PolicyError(
                f"{row.where}: amount={quoted(amount)} goes with no {action}: leave it empty, or write buy."
            )
        return ACTIONS[action]
    if amount in ("min", "max"):
        return BUY_LEAST if amount == "min" else BUY_MOST
    number = as_float(amount)
    if number is None or number <= 0 or number * 2 != int(number * 2):
        raise PolicyError(
            f"{row.where}: the amount {quoted(amount)} of a buy is not understood: write min, max or a number of "
            "initial stakes in steps of 0.5."
        )
    return FIRST_AMOUNT + int(number * 2)
