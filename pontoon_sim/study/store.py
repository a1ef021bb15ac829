"""The folder of a run: what is finished stays finished, whatever happens to the process or the disk.

Every file is written beside its place, synced, and moved there whole. A part holds one cell, or as much of it as was
done, with a digest of its own text: a part that is damaged is found and done again. A lock keeps two runs apart; it
goes with the process that holds it.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import OptionError, OutputError
from ..files import shown

MANIFEST, PARTS, LOCK = "manifest.json", "parts", ".lock"
SCHEMA = "pontoon.run/1"


class Store:
    """The folder of a run, locked while it is open.

    Parameters
    ----------
    folder : Path
        Made when it is not there.

    Raises
    ------
    OptionError
        When another run holds the folder, or it holds something else.
    OutputError
        When it cannot be written.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self._lock: Any = None

    def __enter__(self) -> Store:
        from filelock import FileLock, Timeout

        try:
            (self.folder / PARTS).mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.folder / LOCK)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise OptionError(
                f"Another run is at work in {shown(self.folder)}: wait for it, or choose another folder with --out."
            ) from None
        except OSError as fault:
            raise OutputError(
                f"{shown(self.folder)} cannot be made a folder ({fault.strerror or fault}): choose another with --out."
            ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def manifest(self) -> dict[str, Any] | None:
        """What the folder says of the run that it holds; None where there is none.

        Raises
        ------
        OptionError
            For a manifest that is damaged, or none of ours.
        """
        path = self.folder / MANIFEST
        if not path.exists():
            return None
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["schema"] == SCHEMA:
                return dict(told)
        except (OSError, ValueError, KeyError, TypeError):
            pass
        raise OptionError(
            f"{shown(path)} is damaged, or no manifest of a run: delete it and run the sweep again with --out "
            f"{shown(self.folder)}, which goes on from the cells that are kept; or choose another folder."
        )

    def write(self, name: str, data: str | bytes) -> None:
        """Put a file in its place, whole or not at all."""
        path = self.folder / name
        beside = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as file:
                file.write(data if isinstance(data, bytes) else data.encode())
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError as fault:
            with suppress(OSError):
                beside.unlink()
            raise self._failed(path, fault) from None

    def read(self, name: str) -> dict[str, Any] | None:
        """What a file of ours says; None where there is none, or it is damaged."""
        try:
            told = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return told if isinstance(told, dict) else None

    def clear(self) -> None:
        """Take away the run that lies here: first the manifest, so that no half of it is taken for one."""
        try:
            for pattern in (MANIFEST, "*.csv", "*.parquet", "*.json", f"{PARTS}/*.json", "figures/*"):
                for path in sorted(self.folder.glob(pattern)):
                    path.unlink()
        except OSError as fault:
            raise self._failed(self.folder, fault) from None

    def write_part(self, digest: str, told: dict[str, Any]) -> None:
        """Keep what is known of a cell."""
        text = json.dumps(told, allow_nan=False, sort_keys=True)
        self.write(f"{PARTS}/{digest}.json", f"{_digest(text)}\n{text}\n")

    def part(self, digest: str) -> dict[str, Any] | None:
        """What was kept of a cell; None where there is nothing, or it is damaged."""
        try:
            mark, _, text = (self.folder / PARTS / f"{digest}.json").read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError):
            return None
        text = text.rstrip("\n")
        return json.loads(text) if mark == _digest(text) else None

    def damaged(self) -> list[str]:
        """Digests of cells whose parts are there and cannot be used."""
        return [path.stem for path in sorted((self.folder / PARTS).glob("*.json")) if self.part(path.stem) is None]

    @staticmethod
    def _failed(path: Path, fault: OSError) -> OutputError:
        return OutputError(
            f"{shown(path)} cannot be written ({fault.strerror or fault}): what was finished before is kept; free some "
            "room or choose another folder, and go on with --resume."
        )


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
