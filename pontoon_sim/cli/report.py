"""``pontoon report``: one page about a run."""

from __future__ import annotations

import click

from .failures import DONE
from .options import common
from .output import Face, emit_json


@click.command("report", short_help="One self-contained page of HTML about a finished sweep, or an index of many.")
@click.argument("folder", metavar="DIR")
@common(rules_help=None, random=False)
def command(folder: str, rules: str | None, set_: tuple[str, ...], face: Face) -> int:
    """Write DIR/report.html about the run in DIR: question, findings in words, figures, a table that sorts.

    The page needs no network and no other file; it also tells how to do the run again. --table and --csv write the
    tables of the run beside it.

    Where DIR holds the folders of several runs, as pontoon sweep writes them for a folder of experiments, each gets its
    page, and DIR an index of all: index.html, and README.md for those who read it in a repository.

    \b
    Examples:
      pontoon sweep experiments/thresholds.toml --out runs/mine
      pontoon report runs/mine
      pontoon report runs/mine --table thresholds.tex
      pontoon sweep experiments --out results
      pontoon report results
    """
    from ..show.report import grids_of_run, report
    from ..show.run_folder import cells_of_run
    from ..show.run_index import index, is_index_of

    if rules is not None or set_:
        raise click.UsageError("A report is of the run as it is: leave out --rules and --set.")
    if is_index_of(folder):
        if face.saves:
            raise click.UsageError("--csv and --table are of one run: name its folder, or leave them out.")
        path, *pages = index(folder)
        more: dict[str, list[str]] = {"pages": [str(page) for page in pages]}
    else:
        path, more = report(folder), {}
        face.keep(lambda: cells_of_run(folder), lambda: grids_of_run(folder))
    if face.json:
        emit_json({"schema": "pontoon.report/1", "page": str(path), **more})
    elif face.draws:
        face.show(f"Written: {path}")
    return DONE
