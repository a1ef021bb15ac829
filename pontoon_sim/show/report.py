"""One page of HTML about a run, with everything in it: no network, no other file."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from ..errors import OptionError, printable
from ..files import shown
from ..policy.names import short_name
from ..study.experiment import Experiment, experiment
from ..study.result import pooled
from ..study.store import MANIFEST, Store
from .edge import per_cent
from .findings import HEADLINE, findings
from .plot import drawn
from .plot_sweep import swept

PAGE = "report.html"


def report(folder: str | Path) -> Path:
    """Write ``report.html`` into the folder of a run, and say where it is.

    Raises
    ------
    OptionError
        When the folder holds no run, or nothing of it is finished.
    OutputError
        When the page cannot be written.
    """
    place = Path(folder)
    if not (place / MANIFEST).is_file():
        raise OptionError(f"{shown(place)} holds no run: name the folder that pontoon sweep wrote.")
    with Store(place) as store:
        manifest = store.manifest()
        assert manifest is not None
        store.write(PAGE, page(manifest, _table(place)))
    return place / PAGE


def _table(folder: Path) -> Any:
    import pandas as pd

    try:
        return pd.read_parquet(folder / "cells.parquet")
    except (OSError, ValueError):
        raise OptionError(
            f"{shown(folder)} has no table of cells yet: finish the run with pontoon sweep --resume."
        ) from None


def page(manifest: dict[str, Any], table: Any) -> str:
    """The page as text."""
    from jinja2 import Environment, PackageLoader

    plan = experiment(manifest["experiment"])
    table = pooled(plan, table)
    edges = table[table.measure == HEADLINE]
    names = plan.names()
    environment = Environment(loader=PackageLoader("pontoon_sim", "show"), autoescape=True, keep_trailing_newline=True)
    return environment.get_template(PAGE).render(
        title=printable(plan.title),
        question=printable(plan.question),
        complete=manifest["complete"],
        findings=findings(table, names),
        figures=[_figure(table, plan, plot) for plot in plan.plots],
        heads=[{"name": printable(name.removeprefix("set.")), "number": False} for name in names]
        + [{"name": name, "number": True} for name in ("edge, % of stakes", "std. error", "deals")]
        + [{"name": "method", "number": False}],
        rows=[_row(row, names) for _, row in edges.iterrows()],
        conditions=_conditions(manifest, plan),
        experiment=_toml(plan),
        deals_option="" if manifest["deals"] in (None, plan.deals) else f" --deals {manifest['deals']}",
    )


def _figure(table: Any, plan: Experiment, plot: Any) -> dict[str, str]:
    figure = swept(table, plan.names(), plot.model_dump(), plan.question or plan.title)
    words = f"{plot.measure.replace('_', ' ')} by {plot.x}" + (f" and {plot.by}" if plot.by else "")
    return {"words": words, "data": base64.b64encode(drawn(figure, "svg")).decode()}


def _row(row: Any, names: list[str]) -> list[dict[str, Any]]:
    import pandas as pd

    cells: list[dict[str, Any]] = [{"text": printable(short_name(row[name])), "number": False} for name in names]
    for value in (row.value, row.standard_error):
        known = not pd.isna(value)
        text = per_cent(value, "+" if value is row.value else "").removesuffix(" %") if known else "-"
        cells.append({"text": text, "number": True, "value": value if known else 0})
    deals = None if row.method == "exact" else row.deals
    cells.append({"text": "-" if deals is None else f"{int(deals):,}", "number": True, "value": int(deals or 0)})
    return [*cells, {"text": row.method, "number": False}]


def _conditions(manifest: dict[str, Any], plan: Experiment) -> list[tuple[str, str]]:
    fixed = ", ".join(f"{name} {value}" for name, value in plan.fixed.items())
    said = [
        ("cells", f"{manifest['cells']:,}"),
        ("held fixed", printable(fixed)),
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
