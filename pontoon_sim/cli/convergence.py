"""How figures settle while a command plays: gathered at a few counts of chunks, drawn at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .output import picture_file, write_file

if TYPE_CHECKING:
    from ..estimate import Estimate

HELP = "Draw how the figures settle as deals are played, in the bands of their intervals: FILE.png, .svg or .pdf."

Figures = Callable[[Any], "Mapping[str, Estimate]"]


class Settling:
    """The marks of one picture; nothing at all where no file is asked for.

    Parameters
    ----------
    file : str or None
        The picture, refused at once where it cannot be drawn or written.
    confidence : float
        Of the bands.
    """

    def __init__(self, file: str | None, confidence: float):
        self.file: Path | None = None if file is None else picture_file(file)
        self.confidence = confidence
        self.marks: dict[str, list[Any]] = {}

    def watching(self, figures: Figures, watch: Callable[[Any], None]) -> Callable[[Any], None]:
        """What is told the tally after each chunk: it marks the figures by name, and hands the tally on."""
        if self.file is None:
            return watch
        from ..study.trail import is_marked

        chunks, open_ = 0, False  # whether the last mark is that of a chunk between two, to be replaced

        def told(tally: Any) -> None:
            nonlocal chunks, open_
            chunks += 1
            for name, one in figures(tally).items():
                marks = self.marks.setdefault(name, [])
                if open_:
                    marks.pop()
                marks.append([tally.deals, one.value, one.standard_error])
            open_ = not is_marked(chunks)
            watch(tally)

        return told

    def name(self, words: Callable[[str], str]) -> None:
        """Give the figures other names."""
        self.marks = {words(name): marks for name, marks in self.marks.items()}

    def draw(self, title: str, measure: str, by: str) -> None:
        """Write the picture; `by` says what the names are of."""
        if self.file is None:
            return
        from ..show.plot import drawn
        from ..show.plot_sweep import swept
        from ..study.trail import trail_frame

        named = [({by: name}, marks) for name, marks in self.marks.items()]
        trail = trail_frame([by], named, self.confidence).assign(measure=measure)
        plot = {"kind": "convergence", "x": None, "by": by, "measure": measure, "title": ""}
        figure = swept(trail, [by], plot, title, trail, self.confidence)
        if figure is not None:
            write_file(self.file, drawn(figure, self.file.suffix[1:].lower()))
