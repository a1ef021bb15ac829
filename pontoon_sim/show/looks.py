"""How several series stay apart in one picture: by colour for all eyes, by mark and dash on a grey print."""

from __future__ import annotations

from dataclasses import dataclass

#: Okabe and Ito's colours, which stay apart for colour-blind eyes, with marks and dashes that stay apart in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#222222", "#999999")
MARKS, DASHES = ("o", "s", "^", "D", "v", "P", "X", "*"), ("-", "--", "-.", ":")
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "+++", "ooo", "---")  # of bars, whose marks they are


@dataclass(frozen=True)
class Look:
    """Of one series."""

    colour: str
    mark: str
    dash: str
    hatch: str


def look(place: int) -> Look:
    """Of the series at that place; the dash changes with each, and again after all colours are used."""
    turn = place // len(COLOURS)
    return Look(
        COLOURS[place % len(COLOURS)],
        MARKS[place % len(MARKS)],
        DASHES[(place + turn) % len(DASHES)],
        HATCHES[place % len(HATCHES)],
    )
