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
        self._done, self._played, self._begun = 0, 0, 0
        self._widest: float | None = None
        self._part, self._told = "", 0.0

    def begin(self, part: str, kept: int) -> None:
        """A cell is begun, of which so many deals were kept from before."""
        self._part, self._begun = part, kept
        self._say(0.0, 0, self._widest, now=True)

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
        self._say(share, tally.deals - self._begun, self._wider(half))

    def end(self, told: dict[str, Any]) -> None:
        """A cell is finished, or was before."""
        errors = [row["standard_error"] for row in told["rows"] if row["measure"] == MEASURE]
        for error in errors:
            self._widest = self._wider(None if error is None else self.by * error)
        self._played += max((told["rows"][0]["deals"] or 0) - self._begun, 0) if told["rows"] else 0
        self._done, self._begun = self._done + 1, 0
        self._say(0.0, 0, self._widest)

    def _wider(self, half: float | None) -> float | None:
        return max((one for one in (half, self._widest) if one is not None), default=None)

    def _say(self, share: float, deals: int, widest: float | None, now: bool = False) -> None:
        if self.tell is not None and (now or time.monotonic() - self._told >= EVERY):
            self._told = time.monotonic()
            self.tell(Standing(self._done, self.cells, share, self._played + deals, widest, self._part))
