"""A strategy as a chart: what to do with every hand, in blocks by what is still allowed, and as a long table."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from .. import __version__

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "pontoon.chart/1"
COLUMNS = (
    "rules_id", "cards", "total", "soft", "pair", "bought", "twisted", "last_add", "action", "amount", "ev", "best",
    "hand",
)  # fmt: skip


@dataclass(frozen=True)
class Move:
    """What to do with a hand.

    Attributes
    ----------
    letter : str
        ``S`` stick, ``T`` twist, ``B`` buy for the most that is allowed, ``b`` for the least, ``P`` split, ``X`` burn.
        A buy for another amount is a ``B``.
    action : str
        ``stick``, ``twist``, ``buy``, ``split`` or ``burn``.
    amount : str
        Of a buy: ``max``, ``min`` or a number of initial stakes; else empty.
    """

    letter: str
    action: str
    amount: str = ""

    @property
    def text(self) -> str:
        """The letter, and the amount where that does not follow from it."""
        return self.letter + (self.amount if self.amount not in ("", "min", "max") else "")

    @property
    def words(self) -> str:
        """As a sentence says it: ``buy for the most``."""
        amounts = {"": "", "max": " for the most", "min": " for the least"}
        return self.action + amounts.get(self.amount, f" for {self.amount}")


@dataclass(frozen=True)
class Special:
    """A hand that is played unlike the rest of its cell.

    Attributes
    ----------
    cards : str
        ``A-2-7``; empty for every hand of the cell that came about `after`.
    after : str
        How it came about, where that matters: ``last bought 1``.
    move : Move
    gain : float or None
        What that gains over the cell's usual move, in initial stakes.
    weight : float
        How often a hand that is dealt comes to it.
    """

    cards: str
    after: str
    move: Move
    gain: float | None
    weight: float


@dataclass(frozen=True)
class Cell:
    """What to do with all hands of one row and number of cards.

    Attributes
    ----------
    move : Move
        The usual one, the hands weighed by how often they are met.
    forced : bool
        Nothing else is allowed.
    weight : float
        How often a hand that is dealt comes here.
    cost : float or None
        What the best of the other actions loses against the best one, in initial stakes.
    values : dict of str to float
        Expected result by action (and amount, as in ``buy max``), in initial stakes; empty when unknown.
    specials : tuple of Special
        Those that differ.
    """

    move: Move
    forced: bool
    weight: float
    cost: float | None = None
    values: dict[str, float] = field(default_factory=dict)
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True)
class Row:
    """A row of a block: ``hard`` or ``soft`` with a total as its label, or a ``pair``."""

    kind: str
    label: str


@dataclass(frozen=True)
class Block:
    """All hands for which the same is still allowed.

    Attributes
    ----------
    title, note : str
    rows : tuple of Row
        Hard totals, then soft ones, then pairs, each rising.
    columns : tuple of str
        Numbers of cards held; the last one may be ``5+``.
    cells : dict of (Row, str) to Cell
        A hand that does not occur has none.
    """

    title: str
    note: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    cells: dict[tuple[Row, str], Cell]

    def panel(self, kind: str) -> tuple[list[Row], list[str]]:
        """The rows of one kind, and the columns that they use."""
        rows = [row for row in self.rows if row.kind == kind]
        return rows, [column for column in self.columns if any((row, column) in self.cells for row in rows)]


@dataclass(frozen=True, repr=False)
class StrategyChart:
    """A whole strategy, ready to be drawn; made by `making.chart_of` and those who call it.

    Attributes
    ----------
    rules, title, rules_id : str
        Name of the rule system, what it is called in prose, and its digest.
    punter, banker : str
        Names of the policies.
    punters, packs : int
        Punters at the table, and packs in use.
    stakes : dict of str to int, or None
        Initial stake by the rank of the first card, in units; None when they are not part of the question.
    blocks : tuple of Block
    legend : tuple of (Move, str)
        Every move that occurs, with its meaning in words.
    gain : float or None
        The punter's expected result in initial stakes.
    notes : tuple of str
        Sentences that belong to the chart.
    states : tuple of dict
        A row for each state and action, as `to_frame` gives them.
    """

    rules: str
    title: str
    rules_id: str
    punter: str
    banker: str
    punters: int
    packs: int
    stakes: dict[str, int] | None
    blocks: tuple[Block, ...]
    legend: tuple[tuple[Move, str], ...]
    gain: float | None = None
    notes: tuple[str, ...] = ()
    states: tuple[dict[str, Any], ...] = ()

    def specials(self) -> list[tuple[Block, Row, str, Special]]:
        """All hands that are played unlike their cell, the dearest to get wrong first."""
        found = [
            (block, row, column, special)
            for block in self.blocks
            for (row, column), cell in block.cells.items()
            for special in cell.specials
        ]
        return sorted(found, key=lambda entry: (-(entry[3].gain or 0.0), -entry[3].weight))

    def to_frame(self) -> pd.DataFrame:
        """A row for each state and action: what ``--out FILE.csv`` writes and `punter_policy` reads back.

        ``ev`` is the expected result of the hand from there, in initial stakes (empty when unknown), ``best`` is 1 for
        the action to take, and ``hand`` names the cards where some of a total are played unlike the rest.
        """
        import pandas as pd

        return pd.DataFrame([{name: row.get(name, "") for name in COLUMNS} for row in self.states], columns=COLUMNS)

    def to_csv(self) -> str:
        """The text of that file; a column that nothing fills is left out."""
        frame = self.to_frame()
        if not (frame["hand"] != "").any():
            frame = frame.drop(columns="hand")
        return frame.to_csv(index=False, lineterminator="\n")

    def __repr__(self) -> str:
        gain = "" if self.gain is None else f", punter's result {100 * self.gain:+.4f} % of his stake"
        return f"StrategyChart({self.rules}: {self.punter} against {self.banker}{gain})"

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON: schema ``pontoon.chart/1``."""
        return {
            "schema": SCHEMA,
            "kind": "strategy",
            "rules_name": self.rules,
            "title": self.title,
            "rules_id": self.rules_id,
            "punter": self.punter,
            "banker": self.banker,
            "punters": self.punters,
            "packs": self.packs,
            "stakes": self.stakes,
            "punter_ev_per_initial_stake": self.gain,
            "blocks": [_block(block) for block in self.blocks],
            "legend": {move.text: words for move, words in self.legend},
            "notes": list(self.notes),
            "version": __version__,
        }


def _block(block: Block) -> dict[str, Any]:
    return {
        "title": block.title,
        "note": block.note,
        "columns": list(block.columns),
        "rows": [
            {"kind": row.kind, "label": row.label}
            | {
                "cells": {
                    column: asdict(block.cells[row, column]) for column in block.columns if (row, column) in block.cells
                }
            }
            for row in block.rows
        ],
    }
