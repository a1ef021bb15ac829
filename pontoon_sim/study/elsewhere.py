"""What a Dask worker does: it unpacks a setting, once, and plays chunks of it.

A worker that joins a cluster may hold any version of this package. Chunks are the same bytes everywhere only where the
sources are, so a worker compares them before it plays.
"""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ClusterError
from ..simulate import Playable, play_chunk

PACKAGE = Path(__file__).parent.parent
SETTINGS = 16  # settings that a worker keeps unpacked; chunks of few cells are in flight together


def packed(setting: Playable) -> bytes:
    """A setting as it travels: some kilobytes, the same for settings that were made alike."""
    return zlib.compress(pickle.dumps(setting, protocol=5), 1)


@lru_cache(maxsize=SETTINGS)
def unpacked(parcel: bytes) -> Playable:
    """The setting in a parcel; made once for all its chunks."""
    setting: Playable = pickle.loads(zlib.decompress(parcel))
    return setting


@lru_cache(maxsize=1)
def edition() -> tuple[str, str]:
    """The version of this package, and a digest of its sources as they are when it is first asked for."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return __version__, digest.hexdigest()


def play_there(parcel: bytes, wanted: tuple[str, str], seed: int, chunks: Sequence[tuple[int, int]]) -> list[Any]:
    """The tallies of some chunks of one setting, in order.

    Parameters
    ----------
    parcel : bytes
        What `packed` made of the setting.
    wanted : tuple of str
        The `edition` of whoever asks.
    seed : int
    chunks : sequence of tuple of int
        Each its place, and how many deals of it are played.

    Raises
    ------
    ClusterError
        Where this is another edition: its sums could be others.
    """
    if edition() != tuple(wanted):
        raise ClusterError(_other(wanted))
    setting = unpacked(parcel)
    return [play_chunk(setting, seed, index, deals) for index, deals in chunks]


class Call:
    """A call of `play_there` that happens where this is unpickled.

    Dask's own way, a function by its name, ends a worker that does not know the name, and the sweep would wait for
    ever. Bytes it takes; `pickle.loads` then fails in the task, where it can be told.
    """

    def __init__(self, *args: Any):
        self.args = args

    def __reduce__(self) -> tuple[Any, ...]:
        return play_there, self.args


def _other(wanted: tuple[str, str]) -> str:
    mine, yours = edition()[0], wanted[0]
    runs = f"pontoon_sim {mine}, and this is {yours}" if mine != yours else f"other sources of pontoon_sim {mine}"
    return f"The Dask worker {_here()} runs {runs}: install the same on all machines, and go on with --resume."


def _here() -> str:
    """The address of this worker."""
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:
        return "in this process"
