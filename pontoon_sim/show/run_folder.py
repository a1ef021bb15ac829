"""What the folder of a run holds, read for those who look at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import OptionError
from ..files import shown
from ..study.store import MANIFEST
from ..study.trail import TRAIL

if TYPE_CHECKING:
    import pandas as pd

DIFFERENCES = "differences.csv"


def the_run(folder: str | Path) -> Path:
    """The folder, where it holds a run.

    Raises
    ------
    OptionError
    """
    place = Path(folder)
    if not (place / MANIFEST).is_file():
        raise OptionError(f"{shown(place)} holds no run: name the folder that pontoon sweep wrote.")
    return place


def cells_of_run(folder: str | Path) -> pd.DataFrame:
    """The tidy table of a run.

    Raises
    ------
    OptionError
        Where there is none, or it cannot be read.
    """
    import pandas as pd

    try:
        return pd.read_parquet(Path(folder) / "cells.parquet")
    except (OSError, ValueError):
        raise OptionError(
            f"{shown(Path(folder))} has no table of cells yet: finish the run with pontoon sweep --resume."
        ) from None


def trail_of_run(folder: str | Path) -> pd.DataFrame | None:
    """How the figures of a run settled; None where it has no such table."""
    return _commas(Path(folder) / TRAIL)


def differences_of_run(folder: str | Path) -> pd.DataFrame | None:
    """Paired differences between cells; None where the run has none."""
    return _commas(Path(folder) / DIFFERENCES)


def _commas(path: Path) -> pd.DataFrame | None:
    """A table of commas whose axes stay texts."""
    import pandas as pd

    numbers = {"deals", "value", "standard_error", "low95", "high95"}
    try:
        names = pd.read_csv(path, nrows=0).columns
        texts = {name: "string" for name in names if name not in numbers and not name.endswith(("95", "_ratio"))}
        return pd.read_csv(path, dtype=texts)
    except (OSError, ValueError):
        return None
