"""Policies from CSV files, and back.

A punter's file has rows for all states that the policy meets: what the hand is (``cards``, ``total``, ``soft``, or
the very cards in ``hand``), whether it is a pair that may be split now, and how it came about (``bought``, ``twisted``,
``last_add``). An empty cell, ``*`` and a column that is left out mean any; only the total (or the hand) is always said.
Of several rows that speak for a state the most specific one holds: one that names the very cards, then the one that
leaves the fewest cells open. Money is in initial stakes, *counted at the smallest stake of the rules*: a policy cannot
tell what was staked, and a row holds whatever the stake. An amount is rounded down to whole units, and keeps to the
limits, at other stakes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS
from ..errors import PolicyError, cut, quoted
from ..files import named, shown
from ..hands import graph
from ..law import plain_law
from ..rulebook import Rules
from .match import BURN, SPLIT, Book, Entry, State, read_entry
from .players import STICK, TWIST
from .rows import read_rows
from .tables import BankerPolicy, PunterPolicy, banker_nodes, banker_table, burnable, table_policy
from .walk import PHASES, START, Memory, first_pairs, plays_on, refusal, runs_out_of_hands, tabulate, walk

PUNTER_COLUMNS = ("cards", "total", "soft", "pair", "bought", "twisted", "last_add", "action", "amount")
BANKER_COLUMNS = ("cards", "total", "soft", "action")
_TRUE, _FALSE = ("1", "true", "yes"), ("0", "false", "no", "")
_SHOWN = 3  # missing states that a message names


def read_punter(file: Path, rules: Rules) -> PunterPolicy:
    """A punter's policy from a CSV file.

    Parameters
    ----------
    file : Path
        Columns of `PUNTER_COLUMNS`, in any order, of which only ``action`` may not be missing; also ``hand``,
        ``rules_id`` (not looked at), and ``ev`` and ``best`` (then the rows with a true ``best`` count).
    rules : Rules

    Raises
    ------
    PolicyError
        Naming the line that is malformed, contradicts another or breaks the rules, or the states without a row.
    """
    rows = read_rows(file, PUNTER_COLUMNS, ("action",), ("rules_id", "hand", "ev", "best"))
    for row in rows:
        if row.get("best").lower() not in (*_TRUE, *_FALSE):
            raise PolicyError(f"{row.where}: best={quoted(row['best'])} is not understood: write 1 or 0.")
    if "best" in rows[0].cells:
        rows = [row for row in rows if row["best"].lower() in _TRUE]
    reader = _Reader(file, rules, Book([read_entry(row, rules) for row in rows], rules))
    return reader.policy()


class _Reader:
    """Asks a book for every state that its policy meets, and remembers those without a row."""

    def __init__(self, file: Path, rules: Rules, book: Book):
        self.file, self.rules, self.book = file, rules, book
        self.splits = np.zeros(16, np.int8)
        self.burns = np.zeros(len(graph().low), np.int8)
        self.first: dict[int, Entry] = {}  # by node of two cards
        self.missing: dict[str, None] = {}

    def policy(self) -> PunterPolicy:
        """The policy of the whole file."""
        self._ask_first_cards()
        starts = [node for node in self.first if not self.burns[node]]
        found = walk(self.rules, starts, self._decide, name=named(self.file), limit=PHASES)
        _refuse_missing(self.file, self.missing, "; an empty cell or * is any, but for the total")
        tables = tabulate(self.rules, found, named(self.file))
        return table_policy(named(self.file), self.rules, *tables, splits=self.splits, burns=self.burns)

    def _decide(self, memory: Memory, node: int) -> int:
        entry = self.first[node] if memory == START else self._ask(State(node, None, memory))
        return STICK if entry is None else entry.code

    def _ask(self, state: State) -> Entry | None:
        """The entry for a state, found to be legal; None when there is none."""
        entry = self.book.find(state)
        if entry is None:
            self.missing[state.words(self.book.base)] = None
            return None
        what = state.words(self.book.base)
        if entry.code == SPLIT:
            fault = f"splits {what}, which may not be split then" if state.pair is None else None
        elif entry.code == BURN:
            may = state.memory == START and burnable(self.rules)[state.node]
            fault = None if may else f"burns {what}, which may not be burnt"
        else:
            fault = refusal(self.rules, state.memory, state.node, entry.code)
        if fault:
            raise PolicyError(
                f"{entry.row.where}: the row breaks the rules {self.rules.name!r}: it {fault}; change that, or set the "
                "rules that allow it."
            )
        return entry

    def _ask_first_cards(self) -> None:
        """Splits, burns and first moves. A pair is asked for twice where it may later lack room to be split."""
        pairs = first_pairs(self.rules)
        whole: dict[int, Entry] = {}  # entries by which a pair is split
        for one, _, node, rank in pairs:
            if rank is not None:
                entry = None if rank in whole else self._ask(State(node, rank, START))
                if entry is not None and entry.code == SPLIT:
                    self.splits[rank] = 1
                    whole[rank] = entry
                elif entry is not None:
                    self._settle_first(node, entry, one)
        for one, two, node, rank in pairs:
            asked = rank is None or (rank in whole and runs_out_of_hands(self.rules, rank))
            if asked and plain_law(self.rules).open[node] and plays_on(self.rules, one, two, self.splits):
                entry = self._ask(State(node, None, START))
                if entry is None:
                    continue
                if entry.code == BURN and rank is not None:
                    raise PolicyError(
                        f"{entry.row.where}: the row burns {RANKS[one]}-{RANKS[two]} where it may not be split any "
                        f"more, and line {whole[rank].row.line} splits it: burning comes first, so add a row with "
                        f"hand={RANKS[one]}-{RANKS[two]} and pair=- that plays it on."
                    )
                self._settle_first(node, entry, one)

    def _settle_first(self, node: int, entry: Entry, rank: int) -> None:
        before = self.first.setdefault(node, entry)
        if before.code != entry.code:
            raise PolicyError(
                f"{entry.row.where}: the row and line {before.row.line} play two cards that count {RANKS[rank]} unlike "
                "each other, as a pair and as no pair or another pair: a hand that is not split is known by its values "
                "only, so let the rows agree."
            )
        self.burns[node] = entry.code == BURN


def _refuse_missing(file: Path, missing: dict[str, None], hint: str = "") -> None:
    if missing:
        names = list(missing)
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        raise PolicyError(
            f"{shown(file)} has no row for {len(names)} state{'s' * (len(names) > 1)} that the policy meets: "
            f"{'; '.join(names[:_SHOWN])}{more}: add rows for them{hint}."
        )


def read_banker(file: Path, rules: Rules) -> BankerPolicy:
    """A banker's policy from a CSV file with columns of `BANKER_COLUMNS`, and perhaps ``hand``.

    Raises
    ------
    PolicyError
        Naming the line that is malformed or contradicts another, or the hands without a row.
    """
    entries = [read_entry(row, rules) for row in read_rows(file, BANKER_COLUMNS, ("action",), ("rules_id", "hand"))]
    for entry in entries:
        if entry.code not in (STICK, TWIST):
            raise PolicyError(f"{entry.row.where}: a banker does not {cut(entry.row['action'])}: write stick or twist.")
    book = Book(entries, rules)
    missing: dict[str, None] = {}
    table: NDArray[np.int8] = np.zeros(len(graph().low), np.int8)

    def draws(node: int) -> bool:
        state = State(node, None, START)
        entry = book.find(state)
        if entry is None:
            missing[state.words(book.base)] = None
            return False
        table[node] = entry.code == TWIST
        return entry.code == TWIST

    banker_nodes(rules, draws)
    _refuse_missing(file, missing)
    return banker_table(named(file), rules, table)
