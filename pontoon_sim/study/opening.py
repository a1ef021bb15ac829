"""A Dask cluster opened for a sweep: one that is there, or worker processes here, which end with the sweep."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Any
from urllib.parse import urlsplit

from ..errors import ClusterError, OptionError, quoted
from .cluster import POLL, Cluster, in_short

LOCAL = "local:"
MOST_HERE = 256  # worker processes that are started here
CONNECTING = 15.0  # seconds in which a scheduler has to answer
QUIET = ("distributed", "distributed.client", "distributed.gc", "tornado.application", "asyncio")


def workers_here(dask: str) -> int | None:
    """How many worker processes are to be started here; None for a scheduler's address.

    Raises
    ------
    OptionError
        For what is neither.
    """
    if isinstance(dask, str):
        if dask.startswith(LOCAL):
            count = dask.removeprefix(LOCAL)
            if count.isascii() and count.isdigit() and 1 <= int(count[:4]) <= MOST_HERE:
                return int(count)
        with suppress(ValueError):
            parts = urlsplit(dask)
            if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port and not parts.path:
                return None
    raise OptionError(
        f"{quoted(dask)} is no Dask cluster: write tcp://HOST:PORT of a scheduler, or local:N for N worker processes "
        f"here, N from 1 to {MOST_HERE}."
    )


@contextmanager
def at_work(dask: str | None) -> Iterator[Cluster | None]:
    """A cluster to play chunks on while the block lasts; None for none.

    Raises
    ------
    OptionError
        For what is no cluster, and where dask.distributed is not installed.
    ClusterError
        When no scheduler answers.
    """
    if dask is None:
        yield None
        return
    count = workers_here(dask)
    distributed = _distributed()
    here: Any = None
    with _silence():
        try:
            if count is not None:
                with _deaf():
                    here = _started(distributed, count)
            client = _connected(distributed, here or dask, dask)
            try:
                yield Cluster(client, dask)
            finally:
                with suppress(Exception):  # a scheduler that is lost is left alone
                    client.close(timeout=POLL)
        finally:
            if here is not None:
                _end(here)


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise OptionError(
            "A sweep on a Dask cluster needs dask.distributed, which is not installed: "
            "pip install 'pontoon_sim[cluster]'."
        ) from None


@contextmanager
def _silence() -> Iterator[None]:
    """Dask writes nothing of its own on standard error: what matters is told as a sentence."""
    loggers = [logging.getLogger(name) for name in QUIET]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits until the block is over; processes that are started in it never hear it: we end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else multiprocessing does, and opens our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _started(distributed: Any, count: int) -> Any:
    """Worker processes of one thread each on this machine; they end with this process, however it ends."""
    return distributed.LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        memory_limit=None,
        silence_logs=logging.CRITICAL,
    )


def _end(here: Any) -> None:
    """End the workers at once, for one that compiles would let us wait; nothing that they hold is needed."""
    for nanny in here.workers.values():
        nanny.auto_restart = False
        with suppress(OSError, TypeError):  # it may be gone
            os.kill(nanny.pid, signal.SIGKILL)
    with suppress(Exception):
        here.close()


def _connected(distributed: Any, where: Any, name: str) -> Any:
    try:
        return distributed.Client(where, timeout=CONNECTING, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as fault:
        raise ClusterError(
            f"No Dask scheduler answers at {name} ({in_short(fault)}): start one there with 'dask scheduler', or mend "
            "the address; what was finished before is kept, and goes on with --resume."
        ) from None
