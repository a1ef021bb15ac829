"""What a wait looks like: the compilation announced, then a bar with rate, time left and the current +/-."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from textwrap import shorten
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .failures import ABANDONED
from .output import Face, on_terminal

if TYPE_CHECKING:
    from ..simulate import Playable
    from ..study.standing import Standing
    from ..tally import Tally

PATIENCE = 1.5  # seconds that reading a kernel from the cache may take
SECONDS = {"run_fresh": 10, "run_begun": 12, "run_sittings": 30, "run_same": 10}  # what compiling takes, by kernel


def compile_first(setting: Playable, face: Face) -> None:
    """Compile what a simulation needs, on a thread that Ctrl-C need not wait for; say so when it takes long."""
    from ..jit import is_warm
    from ..simulate import play_chunk

    def warm() -> None:
        with suppress(Exception):  # the simulation itself comes across the same, and tells it
            play_chunk(setting, 0, 0, 1)

    worker = threading.Thread(target=warm, name=ABANDONED, daemon=True)
    said = not is_warm(setting.kernel)
    if said:
        face.remark(f"compiling the kernel, once: about {SECONDS[setting.kernel]} s ...")
    start = time.monotonic()
    worker.start()
    while worker.is_alive():
        worker.join(0.05)
        if not said and time.monotonic() - start > PATIENCE:
            said = True
            face.remark(f"compiling the kernel for such rules, once: about {SECONDS[setting.kernel]} s ...")


def announce_exact(face: Face) -> None:
    """Say so when the exact analysis has to be compiled first."""
    from ..jit import is_warm

    if not is_warm("banker_walk"):
        face.remark("compiling the exact analysis, once: some seconds ...")


class Bar:
    """A progress bar on standard error, where that is a terminal; else nothing at all.

    Parameters
    ----------
    face : Face
    name : str
        What is worked on.
    deals : int
        Deals at the most.
    precision : float or None
        The half-width that ends the work sooner.
    confidence : float
    """

    def __init__(self, face: Face, name: str, deals: int, precision: float | None, confidence: float):
        self.visible = not face.quiet and on_terminal(sys.stderr)
        self.face, self.name, self.deals = face, name, deals
        self.precision, self.confidence = precision, confidence
        self._bar: Any = None
        self._task: Any = None
        self._started = self._shown = 0.0

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def prepare(self, setting: Playable) -> None:
        """Compile, and start the clock."""
        compile_first(setting, self.face)
        self._started = self._started or time.monotonic()

    def watch(self, tally: Tally) -> None:
        """Take in the state of the work."""
        if not self._due():
            return
        from ..estimate import bank_edge

        edge = bank_edge(tally)["per_initial_stake"]
        half = edge.half_width(self.confidence)
        total = self.deals
        if self.precision and half:
            total = min(total, max(int(tally.deals * (half / self.precision) ** 2), tally.deals))
        figure = "" if edge.value is None or half is None else f"{100 * edge.value:.3f} +/- {100 * half:.3f} %"
        self._draw(tally.deals, total, figure)

    def count(self, tally: Any) -> None:
        """Take in how many deals are done, where there is no one figure to show."""
        if self._due():
            self._draw(tally.deals, self.deals, "")

    def step(self, deals: int, total: int, part: str) -> None:
        """Take in how far a work of many parts is, and which part is at work."""
        self._started = self._started or time.monotonic()
        if self._due():
            self._draw(deals, total, shorten(part, 30, placeholder=" ..."))

    def stand(self, at: Standing) -> None:
        """Take in how a sweep stands: its cells, its deals, and the widest interval so far."""
        self._started = self._started or time.monotonic()
        if not self._due():
            return
        widest = "" if at.widest is None else f"widest +/- {100 * at.widest:.2g} %; "
        self._draw(at.done + at.share, at.cells, f"{widest}{shorten(at.part, 30, placeholder=' ...')}", at.deals)
        self._bar.update(self._task, description=f"{self.name} {at.done:,}/{at.cells:,}")

    def _due(self) -> bool:
        """Whether it is time to draw again."""
        now = time.monotonic()
        if not self.visible or now - self._shown < 0.2:
            return False
        self._shown = now
        return True

    def _draw(self, deals: float, total: int, figure: str, played: int | None = None) -> None:
        """Draw the bar; its rate is of the deals `played`, where they are not what it counts."""
        if self._bar is None:
            self._start()
        passed = self._shown - self._started
        rate = _rate((deals if played is None else played) / passed if passed > 0 else 0.0)
        self._bar.update(self._task, completed=deals, total=total, rate=rate, figure=figure)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        console = Console(file=sys.stderr, force_terminal=True, no_color=self.face.no_color or None)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=18),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[figure]}", markup=False),
            console=console,
            transient=True,
        )
        name = shorten(self.name, 30, placeholder=" ...")
        self._task = self._bar.add_task(name, total=self.deals, rate="", figure="")
        self._bar.start()


def _rate(deals: float) -> str:
    return f"{deals / 1e6:.1f}M/s" if deals >= 1e6 else f"{deals / 1e3:.1f}k/s" if deals >= 1e3 else f"{deals:.0f}/s"
