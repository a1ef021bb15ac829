"""`sweep`: an experiment run into a folder, to be stopped and gone on with at any moment, to the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from ..arguments import threads_for
from ..errors import OptionError
from ..files import shown
from ..simulate import Interrupted
from .cells import Cell, Impossible, cells_of, label
from .cluster import Ahead, Cluster
from .differences import differences
from .effort import LOG, Round, next_round, summary
from .experiment import SET, Experiment, read_experiment
from .opening import at_work, workers_here
from .result import SweepResult
from .standing import Standing, Watcher, kept_deals
from .store import MANIFEST, SCHEMA, Store
from .survey import deals_each
from .trail import TRAIL, marks_of, trail_frame
from .work import to_come, worked_out

RESUMPTION = {
    True: "a cell goes on from its last chunk, also to more deals",
    False: "a cell is finished or not at all: one that is interrupted, or gets more deals, is played anew",
}
OFTEN = 5.0  # seconds between two savings of a cell that is being played


def sweep(
    plan: str | Path | Experiment,
    out: str | Path | None = None,
    *,
    resume: bool = False,
    force: bool = False,
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
    force : bool
        Begin anew: the run that lies there is taken away first, whichever it is.
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
    if resume and force:
        raise OptionError("resume goes on with a run, and force begins anew: leave one of them out.")
    workers, folder = threads_for(threads), Path(out)
    cells, impossible = cells_of(plan)
    each = deals_each(plan, deals, sum(cell.method != "exact" for cell in cells))
    digest = _digest(plan, cells)
    with Store(folder) as store:
        before = store.manifest()
        if before is not None and force:
            store.clear()
            before = None
        _may_begin(before, digest, each, resume, folder)
        finished = before is not None and before["complete"] and before["deals"] == each
        with at_work(None if finished else dask) as cluster:
            run = _Run(store, plan, cells, impossible, digest, each, workers, watch, cluster, progress)
            return run.all(fresh=not finished)


def with_changes(
    plan: Experiment, changes: dict[str, Any], seed: int | None, replicates: int | None = None
) -> Experiment:
    """The experiment with other fixed values, another seed, and so many replicates.

    Raises
    ------
    OptionError
        For an option that varies in the experiment.
    """
    for name in changes:
        if name in plan.names():
            raise OptionError(f"{name.removeprefix(SET)} varies in this experiment and cannot be set: leave it out.")
    seeds = {} if seed is None else {"seed": seed}
    seeds |= {} if replicates is None else {"replicates": replicates}
    return plan.model_copy(update={"fixed": {**plan.fixed, **changes}, **seeds})


def _digest(plan: Experiment, cells: list[Cell]) -> str:
    """Of all that the cells depend on, but the number of deals."""
    said = [
        plan.command,
        plan.seeds(),
        plan.precision,
        plan.confidence,
        plan.budget,
        plan.compare,
        [(cell.values, cell.digest) for cell in cells],
    ]
    return hashlib.blake2b(json.dumps(said, default=str).encode(), digest_size=10).hexdigest()


def _may_begin(before: dict[str, Any] | None, digest: str, deals: int | None, resume: bool, folder: Path) -> None:
    if before is None:
        return
    if before["digest"] != digest or before["version"] != __version__:
        what = "another version's" if before["digest"] == digest else "another experiment's"
        raise OptionError(
            f"{shown(folder)} holds {what} run: choose another folder with --out, or overwrite it with --force."
        )
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
        self.touched: dict[int, bool] = {}  # cells that are done, by place: whether anything was played
        self.rounds = [Round((deals or 0,) * len(cells))]
        self.exact: dict[str, dict[str, Any]] = {}  # by digest: replicates of what is exact are the same
        self.effort: dict[str, Any] | None = None
        self.started = time.time()

    @property
    def cached(self) -> int:
        """Cells that were found in the folder."""
        return len(self.touched) - self.new

    @property
    def new(self) -> int:
        """Cells that were worked on."""
        return sum(self.touched.values())

    def all(self, fresh: bool) -> SweepResult:
        """Every cell, from the folder or worked out."""
        complete, done = True, []
        if fresh:
            self._tell(complete=False)
        if self.cluster:
            self.cluster.tell = self._at
        try:
            if self.plan.budget is not None:
                self._spend()
            for cell in self._pass():
                done.append(cell)
        except (Interrupted, KeyboardInterrupt):
            complete = False
        rows = []
        for cell in done:
            told = self._kept(cell)
            self.trails.append((cell.values, marks_of(told)))
            rows += [{**cell.values, **row} for row in told["rows"]]
        if complete and self.plan.budget is not None:
            self.effort = summary(self.plan, self.cells, self._kept, self.rounds[-1], len(self.rounds))
        result = SweepResult(
            self.store.folder,
            self.plan,
            len(self.cells),
            self.cached,
            self.new,
            tuple(self.impossible),
            complete,
            rows,
            differences(self.plan, done, self._kept) if self.plan.command == "edge" else [],
            self.effort,
        )
        if self.new or fresh:
            self._tables(result)
            self._tell(complete=complete)
        return result

    def _pass(self) -> Iterator[Cell]:
        """All cells, one after the other, each when it has its deals."""
        if self.cluster:
            self.cluster.look_ahead(self._to_come())
        for cell in self.cells:
            self._at(label(cell.values))
            self._cell(cell)
            yield cell

    def _spend(self) -> None:
        """Spend the budget, round by round; what is to be done in each is kept, so that it can be gone on with."""
        self.rounds = self._rounds_kept() or self.rounds
        while True:
            for _ in self._pass():
                pass
            following = next_round(self.plan, self.cells, self._kept, self.rounds[-1], len(self.rounds))
            if following is None:
                return
            self.rounds.append(following)
            told = {"digest": self.digest, "first": self.deals, "rounds": [one.to_dict() for one in self.rounds]}
            self.store.write(LOG, json.dumps(told))

    def _rounds_kept(self) -> list[Round]:
        """The rounds that were begun before; none where that is not known, to be found again."""
        told = self.store.read(LOG)
        if told is None or (told.get("digest"), told.get("first")) != (self.digest, self.deals):
            return []
        return [Round(tuple(one["deals"]), frozenset(one["out"])) for one in told["rounds"]]

    def _deals(self, cell: Cell) -> int | None:
        """Deals that a cell is to have by now."""
        return self.deals if self.plan.budget is None else self.rounds[-1].deals[cell.place]

    def _at(self, part: str) -> None:
        """Tell what is at work."""
        if self.watch:
            self.watch(self.cached + self.new, len(self.cells), part)
        self.standing.note(part)

    def _to_come(self) -> Iterator[Ahead]:
        """What the cells that are left will ask a cluster for."""
        for cell in self.cells:
            known = self.store.part(_name(cell))
            if cell.command == "edge" and cell.method == "mc" and not self._is_done(cell, known):
                yield to_come(cell, self.plan, self._deals(cell), known)

    def _is_done(self, cell: Cell, known: dict[str, Any] | None) -> bool:
        if known is None or not known["done"]:
            return False
        return bool(known["method"] == "exact" or known["deals"] == self._deals(cell))

    def _cell(self, cell: Cell) -> dict[str, Any]:
        """What is kept of a cell, worked out where it is not there."""
        name = _name(cell)
        known = self.store.part(name)
        if known is not None and self._is_done(cell, known):
            self.touched.setdefault(cell.place, False)
            return self._noted(cell, known)
        saved = time.monotonic()
        self.standing.begin(label(cell.values), kept_deals(known))

        def keep(told: dict[str, Any]) -> None:
            nonlocal saved
            if time.monotonic() - saved > OFTEN:
                self.store.write_part(name, told)
                saved = time.monotonic()

        cluster = self.cluster if cell.command == "edge" else None  # all else is played here
        threads = cluster.threads() if cluster else self.threads
        told = self.exact.get(cell.digest) or worked_out(
            cell, self.plan, self._deals(cell), known, keep, threads, cluster, self.standing.watch
        )
        self.store.write_part(name, told)
        self.touched[cell.place] = True
        if cluster:
            cluster.finish(cell.place)
        return self._noted(cell, told)

    def _noted(self, cell: Cell, told: dict[str, Any]) -> dict[str, Any]:
        if told["method"] == "exact":
            self.exact[cell.digest] = told
        self.standing.end(cell.place, told)
        return told

    def _kept(self, cell: Cell) -> dict[str, Any]:
        """What was kept of a cell that is done; read once more, for all of them together may be too large to hold."""
        return self.store.part(_name(cell)) or self._cell(cell)

    def _tables(self, result: SweepResult) -> None:
        tables = {"cells": result.to_frame()}
        if self.plan.command == "edge":
            tables["differences"] = result.differences_frame()
        for name, table in tables.items():
            self.store.write(f"{name}.csv", table.to_csv(index=False, lineterminator="\n"))
            sheet = io.BytesIO()
            table.to_parquet(sheet, index=False)
            self.store.write(f"{name}.parquet", sheet.getvalue())
        trail = trail_frame(self.plan.columns(), self.trails, self.plan.confidence)
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
            "command": self.plan.command,
            "resumption": RESUMPTION[self.plan.command == "edge"],
            "seed": self.plan.seed,
            "seeds": self.plan.seeds(),
            "deals": self.deals,
            "effort": self.effort,
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
        if cell.who is None:
            continue
        named = cell.who.described()
        for names, digests in (
            (named.punter, named.punter_digests),
            ((named.banker,), (named.banker_digest,)),
            (named.stakes, named.stakes_digests),
        ):
            found |= dict(zip(digests, names, strict=True))
    return {digest: found[digest] for digest in sorted(found)}
