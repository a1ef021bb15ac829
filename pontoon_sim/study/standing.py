"""How a sweep stands while it is at work: cells, deals, and the widest interval so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..estimate import bank_edge, quantile

EVERY = 0.2  # seconds between two reports
MEASURE = "bank_edge_per_initial_stake"


@dataclass(frozen=True)
class Standing:
    """What is done.

    Attributes
    ----------
    done, cells : int
        Cells that are finished, and all of them.
    share : float
        Of the cell that is at work, from 0 to 1.
    deals : int
        Played since the sweep began, those kept from before left out.
    widest : float or None
        Half-width of the widest interval of the bank's edge per initial stake, of the cells seen so far.
    part : str
        The cell that is at work.
    """

    done: int
    cells: int
    share: float
    deals: int
    widest: float | None
    part: str


def kept_deals(known: dict[str, Any] | None) -> int:
    """Deals of the whole chunks of a cell that were played before."""
    return 0 if known is None else int(known.get("whole", {}).get("chunks", 0)) * int(known.get("chunk", 0))


class Watcher:
    """Gathers what is known from the cells, and tells it now and then.

    Parameters
    ----------
    tell : callable or None
        Given a `Standing`.
    cells : int
    confidence : float
    precision : float or None
        The half-width at which a cell is done; cells end after `deals` when it is None.
    deals : int or None
        Of a cell.
    """

    def __init__(
        self,
        tell: Callable[[Standing], None] | None,
        cells: int,
        confidence: float,
        precision: float | None,
        deals: int | None,
    ):
        self.tell, self.cells, self.by = tell, cells, quantile(confidence)
        self.precision, self.deals = precision, deals
        self._halves: dict[int, float] = {}  # of the cells that are finished, by place
        self._finished: set[int] = set()
        self._played, self._part, self._told = 0, "", 0.0
        self._begun: int | None = None  # deals kept of the cell at work; None where none is

    def begin(self, part: str, kept: int) -> None:
        """A cell is begun, of which so many deals were kept from before."""
        self._part, self._begun = part, kept
        self._say(0.0, 0, None, now=True)

    def note(self, part: str) -> None:
        """What is at work, or waited for."""
        self._part = part
        self._say(0.0, 0, None, now=True)

    def watch(self, tally: Any) -> None:
        """A cell goes on."""
        if self.tell is None or time.monotonic() - self._told < EVERY:
            return
        error = bank_edge(tally)["per_initial_stake"].standard_error
        half = None if error is None else self.by * error
        most = self.deals or tally.deals
        if self.precision and half:
            most = tally.deals * (half / self.precision) ** 2
        share = min(tally.deals / most, 1.0) if most else 0.0
        self._say(share, tally.deals - (self._begun or 0), half)

    def end(self, place: int, told: dict[str, Any]) -> None:
        """The cell at that place is finished, or was before; it may get more deals later."""
        self._finished.add(place)
        for row in told["rows"]:
            if row["measure"] == MEASURE and row["standard_error"] is not None:
                self._halves[place] = self.by * row["standard_error"]
        if self._begun is not None and told["rows"]:
            self._played += max((told["rows"][0]["deals"] or 0) - self._begun, 0)
        self._begun = None
        self._say(0.0, 0, None)

    def _say(self, share: float, deals: int, half: float | None, now: bool = False) -> None:
        """Tell it, `half` being that of the cell at work."""
        if self.tell is None or (not now and time.monotonic() - self._told < EVERY):
            return
        self._told = time.monotonic()
        widest = max((one for one in (half, *self._halves.values()) if one is not None), default=None)
        done = len(self._finished)
        self.tell(
            Standing(done, self.cells, share if done < self.cells else 0.0, self._played + deals, widest, self._part)
        )
