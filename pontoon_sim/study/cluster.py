"""Chunks played by a Dask cluster: the same bytes as here, whatever workers come, go or die in the middle.

A chunk is a pure function of its setting, the seed and its place, so that Dask may play it anywhere, and again. Answers
are merged in order by whoever asks. Workers are kept busy by a look-ahead: chunks that will be asked for, of this cell
and the next ones, are sent before they are; a wrong guess costs time and changes nothing.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..errors import ClusterError
from ..simulate import Playable
from .elsewhere import Call, edition, packed

WAITING = 3600.0  # seconds that a cluster may be without any worker: those of a queue take their time
POLL = 2.0  # seconds between two looks at who is there
TRIES = 3  # times that a chunk is sent although its workers died: each is four workers, as Dask counts
TOGETHER = 16  # chunks at the most that are sent as one: a second of work, beside a millisecond of Dask's
DEEP = 2  # pieces of work for each thread that are sent before they are asked for


@dataclass(frozen=True)
class Ahead:
    """Chunks that a cell will ask for.

    Attributes
    ----------
    place : int
        Of the cell.
    setting : Playable
    seed : int
    chunks : iterator of tuple of int
        Their places, and how many deals of each.
    count : int
        How many chunks.
    """

    place: int
    setting: Playable
    seed: int
    chunks: Iterator[tuple[int, int]]
    count: int


class Cluster(Executor):
    """Plays chunks on a Dask cluster.

    Parameters
    ----------
    client : distributed.Client
    name : str
        What the cluster is called in messages.

    Attributes
    ----------
    tell : callable
        Told in a few words when nobody is there to work.
    """

    def __init__(self, client: Any, name: str):
        self.client, self.name = client, name
        self.tell: Callable[[str], None] = lambda said: None
        self._coming: Iterator[tuple[int, _Task]] = iter(())
        self._ahead: dict[tuple[bytes, int, int, int], tuple[int, _Task, int]] = {}
        self._setting: tuple[Any, bytes] = (None, b"")
        self._threads, self._counted = 1, float("-inf")
        self._seen = time.monotonic()

    def threads(self) -> int:
        """How many chunks can be played at once, by who is there now; 1 at the least, for somebody may join."""
        if time.monotonic() - self._counted > POLL:
            try:
                self._threads = sum(self.client.nthreads().values())
            except Exception as fault:
                raise self.lost(fault) from None
            self._counted = time.monotonic()
        if self._threads > 0:
            self._seen = time.monotonic()
        else:
            self.tell("waiting for a Dask worker")
            if time.monotonic() - self._seen > WAITING:
                raise ClusterError(
                    f"{self.name} has had no worker for {WAITING / 60:.0f} minutes: start some with 'dask worker', see "
                    "their logs where they have died, and go on with --resume."
                )
        return max(self._threads, 1)

    def look_ahead(self, coming: Iterator[Ahead]) -> None:
        """Send, as there is room, what will be asked for; in the order in which it will be."""
        self._coming = self._pieces(coming)
        self._top_up()

    def _pieces(self, coming: Iterator[Ahead]) -> Iterator[tuple[int, _Task]]:
        for one in coming:
            parcel = packed(one.setting)
            left = one.count
            while left > 0:  # smaller pieces towards the end, so that all workers are done at about the same time
                size = min(max(left // (2 * DEEP * self.threads()), 1), TOGETHER)
                yield one.place, _Task(self, parcel, one.seed, list(islice(one.chunks, size)))
                left -= size

    def _top_up(self) -> None:
        room = DEEP * self.threads() - len({id(task) for _, task, _ in self._ahead.values()})
        for place, task in islice(self._coming, max(room, 0)):
            for position, chunk in enumerate(task.chunks):
                self._ahead[(task.parcel, task.seed, *chunk)] = place, task, position

    def finish(self, place: int) -> None:
        """Forget what was sent for cells up to that one and not asked for."""
        self._ahead = {key: sent for key, sent in self._ahead.items() if sent[0] > place}
        self._top_up()

    def submit(self, play: Callable[..., Any], /, *args: Any, **none: Any) -> Future[Any]:
        """The answer to come of a chunk: `play` is `simulate.play_chunk`, with its arguments."""
        setting, seed, index, deals = args
        if setting is not self._setting[0]:
            self._setting = setting, packed(setting)
        parcel = self._setting[1]
        self._top_up()
        _, task, position = self._ahead.pop((parcel, seed, index, deals), (0, None, 0))
        return _Answer(task or _Task(self, parcel, seed, [(index, deals)]), position)

    def lost(self, fault: BaseException | None = None) -> ClusterError:
        """What is said when the scheduler is gone."""
        why = f" ({in_short(fault)})" if fault else ""
        return ClusterError(
            f"The Dask scheduler at {self.name} is lost{why}: what was finished is kept; go on with --resume, on any "
            "cluster or without one."
        )


class _Task:
    """Chunks of one setting that go to a worker together."""

    def __init__(self, cluster: Cluster, parcel: bytes, seed: int, chunks: list[tuple[int, int]]):
        self.cluster, self.parcel, self.seed, self.chunks = cluster, parcel, seed, chunks
        self.call = pickle.dumps(Call(parcel, edition(), seed, chunks))
        self.answers: list[Any] | None = None
        self._send()

    def _send(self) -> None:
        client = self.cluster.client
        if client.status != "running":
            raise self.cluster.lost()
        self.sent: Any = client.submit(pickle.loads, self.call, pure=False)

    def wait(self) -> list[Any]:
        """The tallies; sent again where workers died of it."""
        tries = 0
        while self.answers is None:
            try:
                self.answers = self.sent.result(timeout=POLL)
            except TimeoutError:
                if self.cluster.client.status != "running":
                    raise self.cluster.lost() from None
                self.cluster.threads()  # tells where nobody is there
            except Exception as fault:
                tries += 1
                self._mend(fault, tries)
        self.sent = None  # lets the cluster forget it
        return self.answers

    def _mend(self, fault: Exception, tries: int) -> None:
        """Send it again after what may happen to a worker; else say what happened."""
        from distributed import CancelledError, KilledWorker

        if isinstance(fault, CancelledError) and self.cluster.client.status != "running":
            raise self.cluster.lost() from None
        if isinstance(fault, KilledWorker | CancelledError):
            if tries < TRIES:
                self._send()
                return
            raise ClusterError(
                f"Workers of {self.cluster.name} died of the same chunk again and again ({in_short(fault)}): see what "
                "their logs say, give them more memory, and go on with --resume."
            ) from None
        if isinstance(fault, ImportError | AttributeError):
            raise ClusterError(
                f"A worker of {self.cluster.name} cannot play ({in_short(fault)}): install pontoon_sim {edition()[0]} "
                "on all machines, and go on with --resume."
            ) from None
        raise fault


class _Answer(Future[Any]):
    """The tally of one chunk, to come."""

    def __init__(self, task: _Task, position: int):
        super().__init__()
        self.task, self.position = task, position

    def result(self, timeout: float | None = None) -> Any:
        return self.task.wait()[self.position]

    def cancel(self) -> bool:
        with suppress(Exception):  # a scheduler that is lost has cancelled it already
            self.task.sent.cancel()
        return True


def in_short(fault: BaseException) -> str:
    """An exception in a message: one line, never long."""
    text = " ".join(str(fault).split())
    return f"{type(fault).__name__}: {text[:117]}..." if len(text) > 120 else f"{type(fault).__name__}: {text}"
