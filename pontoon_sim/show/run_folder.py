"""What the folder of a run holds, read for those who look at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, cut
from ..files import shown
from ..study.experiment import REPLICATE, experiment
from ..study.options import HEADLINES
from ..study.result import pooled
from ..study.store import MANIFEST
from ..study.trail import TRAIL
from .findings import findings, of_effort

if TYPE_CHECKING:
    import pandas as pd

DIFFERENCES, CSV, PARQUET = "differences.csv", "cells.csv", "cells.parquet"
#: Columns of the table of cells that are no texts.
NUMBERS: dict[Any, Any] = {
    **dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64"),
    **dict.fromkeys(("deals", "voided"), "Int64"),
    **dict.fromkeys(("seat", REPLICATE), "int64"),
}


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
    """The tidy table of a run, from either of its two files, which hold the same.

    Raises
    ------
    OptionError
        Where there is none, or it cannot be read.
    """
    import pandas as pd

    place = Path(folder)
    try:
        if (place / PARQUET).exists():
            return _whole(pd.read_parquet(place / PARQUET))
        table = pd.read_csv(place / CSV, dtype="string", keep_default_na=False, na_values=[""])  # so no digit is lost
        return _whole(table).astype({name: kind for name, kind in NUMBERS.items() if name in table})
    except FileNotFoundError:
        raise OptionError(
            f"{shown(place)} has no table of cells yet: finish the run with pontoon sweep --resume."
        ) from None
    except (OSError, ValueError) as fault:
        path = place / (PARQUET if (place / PARQUET).exists() else CSV)
        raise OptionError(
            f"{shown(path)} is damaged ({cut(str(fault))}): delete {shown(place / MANIFEST)} and run the sweep again "
            f"with --out {shown(place)}, which writes the table anew from the cells that are kept."
        ) from None


def _whole(table: pd.DataFrame) -> pd.DataFrame:
    """The table, where it has what all tables of cells have."""
    lacking = [name for name in ("seat", "measure", "value") if name not in table]
    if lacking:
        raise ValueError(f"it has no column {lacking[0]}")
    return table


def findings_of_run(folder: str | Path, manifest: dict[str, Any]) -> list[str]:
    """What a run found, in sentences that are computed from its tables."""
    return found(manifest, cells_of_run(folder), differences_of_run(folder))


def found(manifest: dict[str, Any], table: pd.DataFrame, differences: pd.DataFrame | None) -> list[str]:
    """The same of tables that were read before."""
    plan = experiment(manifest["experiment"])
    first = [*dict.fromkeys(plot.measure for plot in plan.plots), HEADLINES[plan.command][0]]
    said = findings(pooled(plan, table), list(plan.axes), plan.confidence, first, differences)
    return [*said, *of_effort(manifest.get("effort"))]


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
