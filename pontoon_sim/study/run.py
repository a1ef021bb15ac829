"""`sweep`: an experiment run into a folder, to be stopped and gone on with at any moment, to the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import OptionError
from ..estimate import quantile
from ..files import shown
from ..house_edge import DEALS, threads_for
from ..simulate import Interrupted
from .cells import Cell, Impossible, cells_of, label
from .cluster import Ahead, Cluster
from .experiment import SET, Experiment, read_experiment
from .opening import at_work, workers_here
from .standing import Standing, Watcher, kept_deals
from .store import MANIFEST, SCHEMA, Store
from .trail import TRAIL, marks_of, trail_frame
from .work import to_come, worked_out

if TYPE_CHECKING:
    import pandas as pd

EXACTLY = 0.3  # seconds that an exact cell takes, about
OFTEN = 5.0  # seconds between two savings of a cell that is being played


@dataclass(frozen=True)
class SweepResult:
    """What a sweep came to.

    Attributes
    ----------
    folder : Path
    plan : Experiment
    cells : int
    cached, new : int
        Cells that were found in the folder, and those worked out now.
    impossible : tuple of Impossible
    complete : bool
    rows : list of dict
        The tidy table.
    """

    folder: Path
    plan: Experiment
    cells: int
    cached: int
    new: int
    impossible: tuple[Impossible, ...]
    complete: bool
    rows: list[dict[str, Any]] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """What was done, and the tidy rows (schema ``pontoon.sweep/1``)."""
        return {
            "schema": "pontoon.sweep/1",
            "title": self.plan.title,
            "folder": str(self.folder),
            "complete": self.complete,
            "cells": self.cells,
            "cached": self.cached,
            "new": self.new,
            "impossible": [{"values": one.values, "why": one.why} for one in self.impossible],
            "rows": self.rows,
            "version": __version__,
        }

    def to_frame(self) -> pd.DataFrame:
        """The tidy table: a row for each cell, seat and measure."""
        return frame(self.plan, self.rows)

    def headline(self) -> str:
        """What was done, in a sentence."""
        left = "" if self.complete else f" {self.cells - self.cached - self.new} are left: go on with --resume."
        return f"{self.cells:,} cells: {self.cached:,} cached, {self.new:,} new.{left}"


def sweep(
    plan: str | Path | Experiment,
    out: str | Path | None = None,
    *,
    resume: bool = False,
    deals: int | None = None,
    threads: int | None = None,
    dask: str | None = None,
    watch: Callable[[int, int, str], None] | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> SweepResult:
    """Run an experiment into a folder.

    Parameters
    ----------
    plan : str, Path or Experiment
        A TOML file, or what `experiment` makes of its contents.
    out : str or Path, optional
        The folder of the run; ``runs/NAME`` for a file ``NAME.toml`` when left out.
    resume : bool
        Go on with what lies there unfinished, or with more deals. A run that is finished is shown as it is.
    deals : int, optional
        Deals of each simulated cell, instead of those of the file.
    threads : int, optional
    dask : str, optional
        A Dask cluster that plays the deals, instead of threads: ``tcp://HOST:PORT`` of its scheduler, or ``local:N``
        for N worker processes on this machine, which end with the sweep. They import the main script, so that one of
        your own needs its ``if __name__ == "__main__":``. Results do not depend on it.
    watch : callable, optional
        Told how many cells are done, how many there are, and which one is at work.
    progress : callable, optional
        Told the same with deals and the widest interval, several times a second (`Standing`).

    Raises
    ------
    OptionError
        Before anything is played: when the experiment cannot be understood, a cell is impossible, or the folder holds
        another run.
    ClusterError
        When no scheduler answers, it is lost, or its workers cannot play; what was finished is kept.
    OutputError
        When the folder cannot be written; what was finished is kept.
    """
    if not isinstance(plan, Experiment):
        path = Path(plan)
        plan = read_experiment(path)
        out = out or Path("runs") / path.stem
    if out is None:
        raise OptionError("Where shall the run go? Give a folder as out=.")
    if dask is not None:
        workers_here(dask)
        if threads is not None:
            raise OptionError("threads are of this machine, and dask names a cluster: leave one of them out.")
    workers, folder = threads_for(threads), Path(out)
    each = None if plan.precision and deals is None else deals or plan.deals or DEALS
    cells, impossible = cells_of(plan)
    digest = _digest(plan, cells)
    with Store(folder) as store:
        before = store.manifest()
        _may_begin(before, digest, each, resume, folder)
        finished = before is not None and before["complete"] and before["deals"] == each
        with at_work(None if finished else dask) as cluster:
            run = _Run(store, plan, cells, impossible, digest, each, workers, watch, cluster, progress)
            return run.all(fresh=not finished)


def with_changes(plan: Experiment, changes: dict[str, Any], seed: int | None) -> Experiment:
    """The experiment with other fixed values, and another seed.

    Raises
    ------
    OptionError
        For an option that varies in the experiment.
    """
    for name in changes:
        if name in plan.names():
            raise OptionError(f"{name.removeprefix(SET)} varies in this experiment and cannot be set: leave it out.")
    seeds = {} if seed is None else {"seed": seed}
    return plan.model_copy(update={"fixed": {**plan.fixed, **changes}, **seeds})


def survey(plan: Experiment, deals: int | None = None) -> dict[str, Any]:
    """The cells of an experiment, and about how much work they are; nothing is played."""
    cells, impossible = cells_of(plan)
    each = deals or plan.deals or DEALS
    simulated = [cell for cell in cells if cell.method == "mc"]
    return {
        "schema": "pontoon.survey/1",
        "title": plan.title,
        "cells": [{"cell": cell.place, "values": cell.values, "method": cell.method} for cell in cells],
        "impossible": [{"values": one.values, "why": one.why} for one in impossible],
        "simulated": len(simulated),
        "deals_in_all": None if plan.precision and deals is None else each * len(simulated),
        "seconds": sum(each * (0.03 + 0.03 * cell.punters) / 1e6 for cell in simulated)
        + EXACTLY * (len(cells) - len(simulated)),
    }


def _digest(plan: Experiment, cells: list[Cell]) -> str:
    """Of all that the cells depend on, but the number of deals."""
    said = [plan.seed, plan.precision, plan.confidence, [(cell.values, cell.digest) for cell in cells]]
    return hashlib.blake2b(json.dumps(said, default=str).encode(), digest_size=10).hexdigest()


def _may_begin(before: dict[str, Any] | None, digest: str, deals: int | None, resume: bool, folder: Path) -> None:
    if before is None:
        return
    if before["digest"] != digest or before["version"] != __version__:
        what = "another version's" if before["digest"] == digest else "another experiment's"
        raise OptionError(f"{shown(folder)} holds {what} run: choose another folder with --out, or remove it.")
    if deals is not None and before["deals"] is not None and deals < before["deals"]:
        raise OptionError(
            f"{shown(folder)} holds a run with {before['deals']:,} deals a cell, and {deals:,} are fewer: ask for as "
            "many, or choose another folder with --out."
        )
    if not resume and not (before["complete"] and before["deals"] == deals):
        why = "an unfinished run" if not before["complete"] else "a finished run with other deals"
        raise OptionError(f"{shown(folder)} holds {why} of this experiment: go on with --resume.")


class _Run:
    """The work on one folder."""

    def __init__(
        self,
        store: Store,
        plan: Experiment,
        cells: list[Cell],
        impossible: list[Impossible],
        digest: str,
        deals: int | None,
        threads: int,
        watch: Callable[[int, int, str], None] | None,
        cluster: Cluster | None = None,
        progress: Callable[[Standing], None] | None = None,
    ):
        self.store, self.plan, self.cells, self.impossible = store, plan, cells, impossible
        self.digest, self.deals, self.threads, self.watch = digest, deals, threads, watch
        self.cluster = cluster
        self.standing = Watcher(progress, len(cells), plan.confidence, plan.precision, deals)
        self.trails: list[tuple[dict[str, Any], list[Any]]] = []
        self.cached = self.new = 0
        self.started = time.time()

    def all(self, fresh: bool) -> SweepResult:
        """Every cell, from the folder or worked out."""
        complete, rows = True, []
        if fresh:
            self._tell(complete=False)
        if self.cluster:
            self.cluster.tell = self._at
            self.cluster.look_ahead(self._to_come())
        for cell in self.cells:
            self._at(label(cell.values))
            try:
                told = self._cell(cell)
            except (Interrupted, KeyboardInterrupt):
                complete = False
                break
            self.standing.end(cell.place, told)
            self.trails.append((cell.values, marks_of(told)))
            rows += [{**cell.values, **row} for row in told["rows"]]
        result = SweepResult(
            self.store.folder, self.plan, len(self.cells), self.cached, self.new, tuple(self.impossible), complete, rows
        )
        if self.new or fresh:
            self._tables(result)
            self._tell(complete=complete)
        return result

    def _at(self, part: str) -> None:
        """Tell what is at work."""
        if self.watch:
            self.watch(self.cached + self.new, len(self.cells), part)
        self.standing.note(part)

    def _to_come(self) -> Iterator[Ahead]:
        """What the cells that are left will ask a cluster for."""
        for cell in self.cells:
            known = self.store.part(_name(cell))
            if cell.method == "mc" and not self._is_done(known):
                yield to_come(cell, self.plan, self.deals, known)

    def _is_done(self, known: dict[str, Any] | None) -> bool:
        return known is not None and known["done"] and (known["method"] == "exact" or known["deals"] == self.deals)

    def _cell(self, cell: Cell) -> dict[str, Any]:
        """What is kept of a cell, worked out where it is not there."""
        name = _name(cell)
        known = self.store.part(name)
        if known is not None and self._is_done(known):
            self.cached += 1
            return known
        saved = time.monotonic()
        self.standing.begin(label(cell.values), kept_deals(known))

        def keep(told: dict[str, Any]) -> None:
            nonlocal saved
            if time.monotonic() - saved > OFTEN:
                self.store.write_part(name, told)
                saved = time.monotonic()

        threads = self.cluster.threads() if self.cluster else self.threads
        told = worked_out(cell, self.plan, self.deals, known, keep, threads, self.cluster, self.standing.watch)
        self.store.write_part(name, told)
        self.new += 1
        if self.cluster:
            self.cluster.finish(cell.place)
        return told

    def _tables(self, result: SweepResult) -> None:
        table = result.to_frame()
        self.store.write("cells.csv", table.to_csv(index=False, lineterminator="\n"))
        sheet = io.BytesIO()
        table.to_parquet(sheet, index=False)
        self.store.write("cells.parquet", sheet.getvalue())
        trail = trail_frame(self.plan.names(), self.trails, self.plan.confidence)
        if len(trail):
            self.store.write(TRAIL, trail.to_csv(index=False, lineterminator="\n"))

    def _tell(self, complete: bool) -> None:
        """Write the manifest."""
        told = {
            "schema": SCHEMA,
            "title": self.plan.title,
            "question": self.plan.question,
            "complete": complete,
            "cells": len(self.cells),
            "cached": self.cached,
            "new": self.new,
            "impossible": [{"values": one.values, "why": one.why} for one in self.impossible],
            "seed": self.plan.seed,
            "deals": self.deals,
            "digest": self.digest,
            "experiment": self.plan.model_dump(mode="json"),
            "rules": {cell.rules.rules_id: cell.rules.name for cell in self.cells},
            "policies": _policies(self.cells),
            "version": __version__,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.started)),
            "elapsed_s": round(time.time() - self.started, 3),
        }
        self.store.write(MANIFEST, json.dumps(told, indent=2, ensure_ascii=False) + "\n")


def _name(cell: Cell) -> str:
    """Of the part that keeps a cell."""
    return f"{cell.place:05d}-{cell.digest}"


def _policies(cells: list[Cell]) -> dict[str, str]:
    """Digests of all policies and schedules, by name."""
    found: dict[str, str] = {}
    for cell in cells:
        named = cell.who.described()
        for names, digests in (
            (named.punter, named.punter_digests),
            ((named.banker,), (named.banker_digest,)),
            (named.stakes, named.stakes_digests),
        ):
            found |= dict(zip(digests, names, strict=True))
    return {digest: found[digest] for digest in sorted(found)}


def frame(plan: Experiment, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """The tidy table, in one schema whatever it holds: axes first, then seat, measure, value, error, interval, sums."""
    import pandas as pd

    names = plan.names()
    by = quantile(plan.confidence)
    made = []
    for row in rows:
        value, error = row["value"], row["standard_error"]
        ends = (None, None) if value is None or error is None else (value - by * error, value + by * error)
        made.append(
            {
                **{name: str(row[name]) for name in names},
                "seat": row["seat"],
                "measure": row["measure"],
                "value": value,
                "standard_error": error,
                "low95": ends[0],
                "high95": ends[1],
                "deals": row["deals"],
                "voided": row["voided"],
                "method": row["method"],
                "sum": row["sum"],
                "of": row["of"],
            }
        )
    columns = [*names, "seat", "measure", "value", "standard_error", "low95", "high95", "deals", "voided", "method",
               "sum", "of"]  # fmt: skip
    table = pd.DataFrame(made, columns=columns)
    kinds = {
        **dict.fromkeys(("value", "standard_error", "low95", "high95"), "float64"),
        "deals": "Int64",
        "voided": "Int64",
        "seat": "int64",
    }
    texts = dict.fromkeys([*names, "measure", "method", "sum", "of"], "string")
    return table.astype({**kinds, **texts})
