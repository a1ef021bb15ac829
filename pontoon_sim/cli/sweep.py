"""``pontoon sweep``: an experiment, run into a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import COUNT, Count
from .options import common
from .output import Face, emit, emit_json


@click.command("sweep", short_help="Run an experiment: sweeps over policies, stakes and rules, into a folder.")
@click.argument("file", metavar="FILE.toml", required=False)
@click.option(
    "--out", metavar="DIR", help="Folder of the run, or of the runs of a folder.  [default: runs/NAME for NAME.toml]"
)
@click.option("--resume", is_flag=True, help="Go on with an unfinished run, or extend one to more --deals.")
@click.option("--force", is_flag=True, help="Begin anew, over whichever run lies in the folder.")
@click.option(
    "--replicates",
    type=Count(1, 1000, "write for instance 10"),
    metavar="N",
    help="Do every cell N times, with N seeds derived from the seed.",
)
@click.option("--deals", type=COUNT, metavar="N", help="Deals of each simulated cell, instead of the file's.")
@click.option(
    "--dask",
    metavar="CLUSTER",
    help="Play on a Dask cluster: tcp://HOST:PORT of its scheduler, or local:N for N worker processes here.",
)
@click.option("--dry-run", is_flag=True, help="List the cells, and estimate the work; play nothing.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of an experiment file.")
@common(random=True, rules_help="Rule system of cells whose file does not say it.")
def command(
    file: str | None,
    out: str | None,
    resume: bool,
    force: bool,
    replicates: int | None,
    deals: int | None,
    dask: str | None,
    dry_run: bool,
    schema: bool,
    rules: str | None,
    set_: tuple[str, ...],
    seed: int | None,
    threads: int | None,
    face: Face,
) -> int:
    """Run an experiment: every combination of the axes of a file is a cell, worked out exactly or by deals.

    The folder of the run holds manifest.json, cells.csv and cells.parquet (a row for each cell, seat and measure),
    differences.csv and .parquet (of edges along each axis), trail.csv (how the edge of simulated cells settled), and
    one part for each cell. A run can be stopped at any moment, by whatever means, and gone on with by --resume, also
    with more --deals: the tables are the same bytes as of a run that was never stopped.

    With --dask, workers of a Dask cluster play the deals (pip install 'pontoon_sim[cluster]', on all machines the same
    version): the same bytes too, whoever joins or dies in the middle.

    Every cell is what another command answers: command = "edge", or bank, series, memory, shoot, purse, effects, solve,
    odds, chart (of kind hands), whose own options may vary too. Simulated edges of fresh packs play the same cards, so
    that differences.csv tells them sharply; budget and compare send deals where it is open what is best; replicates
    repeat all with other seeds.

    For a folder of experiments all its files are run, one after the other, each into a folder of its own in --out;
    pontoon report makes an index of them.

    \b
    An experiment:
      title = "Stick on 15 or 16?"
      question = "At which total should punters stick?"
      deals = "2M"                 # of a cell that is simulated
      [axes]                       # lists of values; ranges are written out
      rules = ["pagat", "pontoon-2011"]
      punter = ["stick-15..17", "optimal"]
      "punters+stakes" = [[1, "min"], [5, "A=5,*=1"]]   # vary together
      "set.five_card_pays" = [1, 2]                     # a field of the rules
      [fixed]
      banker = "stick-17"
      [[exclude]]                  # cells that are left out
      rules = "pontoon-2011"
      punter = "stick-15"

    \b
    Examples:
      pontoon sweep experiments/thresholds.toml --dry-run
      pontoon sweep experiments/thresholds.toml --out runs/mine
      pontoon sweep experiments/thresholds.toml --out runs/mine --resume --deals 10M
      pontoon sweep experiments/thresholds.toml --dask tcp://10.0.0.1:8786
      pontoon sweep experiments --out results

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted (what was finished is kept)
    """
    from ..study.experiment import Experiment, read_experiment

    if schema:
        emit(json.dumps(Experiment.model_json_schema(), indent=2))
        return DONE
    if file is None:
        raise click.UsageError("Name the file of an experiment, as in pontoon sweep experiments/thresholds.toml.")
    from ..presets import parse_set
    from ..study.run import with_changes

    changes = {**({"rules": rules} if rules else {}), **{f"set.{k}": value for k, value in parse_set(set_).items()}}
    several = Path(file).is_dir()
    files = _experiments(Path(file), face) if several else [Path(file)]
    plans = {path: with_changes(read_experiment(path), changes, seed, replicates) for path in files}
    asked = {"resume": resume, "force": force, "deals": deals, "threads": threads, "dask": dask}
    for path, plan in plans.items():
        folder = Path(out or "runs") / path.stem if several or out is None else Path(out)
        done = _dry(plan, deals, face) if dry_run else _run(plan, folder, face, asked)
        if done != DONE:
            return done
    return DONE


def _experiments(folder: Path, face: Face) -> list[Path]:
    """The files of a folder."""
    if face.json or face.saves:
        raise click.UsageError("--json, --csv and --table are of one experiment: name its file, or leave them out.")
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise click.UsageError(f"{folder} holds no file of an experiment: name another folder, or a file.")
    return files


def _run(plan: Any, folder: Path, face: Face, asked: dict[str, Any]) -> int:
    """One experiment, run, shown and drawn."""
    from ..study.run import sweep
    from .progress import Bar

    with Bar(face, "cells", 1, None, 0.95) as bar:
        result = sweep(plan, folder, **asked, progress=bar.stand)
    face.keep(result.to_frame, lambda: _for_readers(result))
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.sweep import page

        face.show(*page(result))
    if result.complete:
        _draw(result, face)
    if not result.complete:
        face.remark("Interrupted: what was finished is kept; go on with --resume.")
    return DONE if result.complete else INTERRUPTED


def _for_readers(result: Any) -> Any:
    """The tables of a run as its report shows them."""
    from ..show.grids import grids_of

    return grids_of(result.to_frame(), result.plan.columns())


def _draw(result: Any, face: Face) -> None:
    """The pictures that the experiment asks for, in the folder of the run."""
    from ..errors import OptionError, did_you_mean, quoted
    from ..show.plot import drawn
    from ..show.plot_sweep import swept
    from ..show.run_folder import trail_of_run
    from ..study.result import pooled
    from ..study.store import Store

    plan, trail = result.plan, trail_of_run(result.folder)
    table = pooled(plan, result.to_frame())
    measures = list(dict.fromkeys(table.measure))
    for plot in plan.plots:
        if plot.kind != "convergence" and plot.measure not in measures:
            raise OptionError(
                f"A plot names the measure {quoted(plot.measure)}, which no cell has"
                f"{did_you_mean(plot.measure, measures)}: mend it; the run is finished, and nothing is played again."
            )
    with Store(result.folder) as store:
        for plot in plan.plots:
            axes = plan.columns() if plot.kind == "convergence" else plan.names()  # replicates settle one by one
            figure = swept(table, axes, plot.model_dump(), plan.question or plan.title, trail, plan.confidence)
            if figure is None:
                face.remark(f"The picture {plot.file()} has nothing to show and is left out.")
                continue
            for kind in ("svg", "png"):
                store.write(f"figures/{plot.file()}.{kind}", drawn(figure, kind))


def _dry(plan: Any, deals: int | None, face: Face) -> int:
    from ..study.survey import survey

    told = survey(plan, deals)
    face.keep(lambda: _cells_frame(told))
    if face.json:
        emit_json(told)
    elif face.draws:
        from ..show.sweep import listed_cells

        face.show(*listed_cells(told))
    return DONE


def _cells_frame(told: Any) -> Any:
    """The cells of a dry run as a table."""
    import pandas as pd

    return pd.DataFrame([{"cell": one["cell"], **one["values"], "method": one["method"]} for one in told["cells"]])
