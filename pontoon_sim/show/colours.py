"""The colours of moves: tints after Okabe and Ito, each of another lightness, so that a grey print tells them too."""

from __future__ import annotations

from ..charts.strategy import Cell

#: By letter, from light to dark.
FILL = {
    "T": "#FBF3D5",
    "b": "#F8CF9B",
    "S": "#8FC6EA",
    "B": "#E8963C",
    "P": "#3FA283",
    "X": "#A35C8B",
}
FORCED = "#FFFFFF"
BLANK = "#D9D9D9"  # of a sample without a letter
QUIET = "#767676"  # letters of forced moves
BAR = "#222222"


def fill_of(cell: Cell) -> str:
    """The colour of a cell."""
    return FORCED if cell.forced else FILL.get(cell.move.letter, BLANK)


def ink_of(cell: Cell) -> str:
    """The colour of its letter."""
    if cell.forced:
        return QUIET
    return "#FFFFFF" if cell.move.letter == "X" else "#1A1A1A"


def lighter(colour: str) -> str:
    """Half way from a colour to white: the track on which a bar runs."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 255) // 2:02x}" for at in (1, 3, 5))
