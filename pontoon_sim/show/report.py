"""One page of HTML about a run, with everything in it: no network, no other file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import printable
from ..study.experiment import Experiment, experiment
from ..study.result import pooled
from ..study.store import Store
from .grids import Grid, grid_of_frame, grids_of, others_of
from .report_pictures import pictures
from .run_folder import cells_of_run, differences_of_run, found, the_run, trail_of_run

if TYPE_CHECKING:
    import pandas as pd

PAGE = "report.html"
MOST_ROWS = 1000  # of a table on the page; all of them are in the tables of the run


def report(folder: str | Path) -> Path:
    """Write ``report.html`` into the folder of a run, and say where it is.

    Raises
    ------
    OptionError
        When the folder holds no run, or nothing of it is finished.
    OutputError
        When the page cannot be written.
    """
    place = the_run(folder)
    with Store(place) as store:
        manifest = store.manifest()
        assert manifest is not None
        store.write(PAGE, page(manifest, cells_of_run(place), trail_of_run(place), differences_of_run(place)))
    return place / PAGE


def grids_of_run(folder: str | Path) -> list[Grid]:
    """The tables of a run for readers: what it is about, cell by cell and seat by seat."""
    with Store(the_run(folder)) as store:
        manifest = store.manifest()
    assert manifest is not None
    return grids_of(cells_of_run(folder), experiment(manifest["experiment"]).columns())


def page(
    manifest: dict[str, Any],
    table: pd.DataFrame,
    trail: pd.DataFrame | None = None,
    differences: pd.DataFrame | None = None,
) -> str:
    """The page as text.

    Parameters
    ----------
    manifest : dict
        Of schema ``pontoon.run/1``.
    table : DataFrame
        The tidy table of the run.
    trail, differences : DataFrame, optional
        How the figures settled, and paired differences between cells.
    """
    from jinja2 import Environment, PackageLoader

    plan = experiment(manifest["experiment"])
    told = found(manifest, table, differences)
    table = pooled(plan, table)
    names = plan.names()
    first, *more = grids_of(table, names) or [Grid("Cell by cell", names, set())]
    folded = [*more, *(_besides(grid) for grid in others_of(table, names))]
    if differences is not None and len(differences):
        folded.insert(0, grid_of_frame(differences, "Paired differences between cells"))
    environment = Environment(loader=PackageLoader("pontoon_sim", "show"), autoescape=True, keep_trailing_newline=True)
    return environment.get_template(PAGE).render(
        title=printable(plan.title),
        question=printable(plan.question),
        complete=manifest["complete"],
        findings=told,
        figures=list(pictures(plan, table, trail)),
        grid=first,
        folded=folded,
        most=MOST_ROWS,
        conditions=_conditions(manifest, plan),
        experiment=_toml(plan),
        deals_option="" if manifest["deals"] in (None, plan.deals) else f" --deals {manifest['deals']}",
        version=manifest["version"],
    )


def _besides(grid: Grid) -> Grid:
    return Grid(f"All other figures, {grid.title.lower()}", grid.heads, grid.numbers, grid.rows)


def _conditions(manifest: dict[str, Any], plan: Experiment) -> list[tuple[str, str]]:
    varies = "; ".join(f"{name} ({len(values)})" for name, values in plan.axes.items())
    fixed = ", ".join(f"{name} {value}" for name, value in plan.fixed.items())
    each = "until they are precise enough" if manifest["deals"] is None else f"{manifest['deals']:,}"
    said = [
        ("varies", printable(varies)),
        ("held fixed", printable(fixed)),
        ("cells", f"{manifest['cells']:,}"),
        ("deals", f"{each}, of a cell that is simulated"),
        ("precision", "" if plan.precision is None else f"± {plan.precision:g} at {100 * plan.confidence:g} %"),
        ("seed", str(manifest["seed"])),
        ("rules", printable(", ".join(f"{name} ({digest})" for digest, name in manifest["rules"].items()))),
        ("version", f"pontoon_sim {manifest['version']}, Python {manifest['python']}"),
        ("machine", manifest["machine"]),
        ("run", f"{manifest['started']}, {manifest['elapsed_s']} s"),
    ]
    left_out = [printable(f"{json.dumps(one['values'])}: {one['why']}") for one in manifest["impossible"]]
    return [pair for pair in said if pair[1]] + [("left out", text) for text in left_out]


def _toml(plan: Experiment) -> str:
    """The experiment as a file."""
    default = {name: field.default for name, field in Experiment.model_fields.items()}
    said = plan.model_dump(mode="json")
    lines = [
        f"{name} = {_value(value)}"
        for name, value in said.items()
        if name not in ("axes", "fixed", "exclude", "plots") and value is not None and value != default[name]
    ]
    for name in ("axes", "fixed"):
        if said[name]:
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in said[name].items())]
    for name in ("exclude", "plots"):
        for one in said[name]:
            lines += ["", f"[[{name}]]"]
            lines += [f"{_key(key)} = {_value(value)}" for key, value in one.items() if value not in (None, "")]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() else json.dumps(name)


def _value(value: Any) -> str:
    """A value of TOML: strings, numbers, flags and lists are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)
