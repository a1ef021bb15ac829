"""The table of speeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .page import dim, table


def speeds(rows: Sequence[dict[str, Any]]) -> list[Any]:
    """Deals per second by punters and threads, the yardstick's, and the ratios."""
    made = table(
        "Punters",
        "Pack\nor play",
        "Engine",
        "Threads",
        "M deals/s",
        "M hands/s",
        "yardstick",
        "ratio",
        "of one\nthread",
        "of fresh",
        words=(1, 2),
        numbers=(0, *range(3, 10)),
    )
    for row in rows:
        made.add_row(
            str(row["punters"]),
            row["pack"] if row["play"] == "tables" else row["play"],
            row["engine"],
            str(row["threads"]),
            *(f"{row[name] / 1e6:.2f}" for name in ("deals_per_s", "punter_hands_per_s", "yardstick_deals_per_s")),
            f"{row['ratio']:.2f}",
            f"{row['speedup']:.2f} x" if row["speedup"] else "-",
            f"{row['of_fresh']:.2f}" if row["of_fresh"] else "-",
        )
    return [
        made,
        "",
        dim("Hands are punters' hands. The yardstick knows one rule system and tallies nothing."),
        dim("A pack that continues is shuffled after a pontoon, and the bank moves. All others are fresh:"),
        dim("so where the banker reads the table, and where the punters play the equilibrium, by chance."),
    ]
