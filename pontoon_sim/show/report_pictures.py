"""The pictures of a report: those that the experiment asks for, else those that fit what varies; and convergence."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..study.experiment import Experiment
from .grids import headline_of
from .measures import axis_name, measure_of, varying
from .plot import drawn
from .plot_sweep import swept
from .rounding import number_of

if TYPE_CHECKING:
    import pandas as pd

MARKS = 3  # of a trail that is worth a picture

_WORDS = {
    "lines": "Lines",
    "heat": "Map",
    "bars": "Bars",
    "ranked": "Bars in order",
    "spread": "Means among their quantiles",
    "convergence": "How it settled as deals were played",
}


def pictures(plan: Experiment, table: pd.DataFrame, trail: pd.DataFrame | None) -> Iterator[dict[str, str]]:
    """Each picture: what it shows, in words, and its bytes as SVG in base 64."""
    import pandas as pd

    numeric = table.assign(value=pd.to_numeric(table.value, errors="coerce").astype("float64"))
    for plot in _plots(plan, numeric, trail):
        title = "How the figures settled" if plot["kind"] == "convergence" else plan.question or plan.title
        axes = plan.columns() if plot["kind"] == "convergence" else plan.names()  # replicates settle one by one
        figure = swept(numeric, axes, plot, title, trail, plan.confidence)
        if figure is not None:
            yield {"words": words_of(plot), "data": base64.b64encode(drawn(figure, "svg")).decode()}


def words_of(plot: dict[str, Any]) -> str:
    """What a picture shows, for those who do not see it."""
    by = " and ".join(axis_name(plot[name]) for name in ("x", "by") if plot[name])
    return f"{_WORDS[plot['kind']]}: {measure_of(plot['measure']).label}{f', by {by}' if by else ''}"


def _plots(plan: Experiment, table: pd.DataFrame, trail: pd.DataFrame | None) -> list[dict[str, Any]]:
    asked = [plot.model_dump() for plot in plan.plots] or list(_fitting(table, plan.names()))
    if any(plot["kind"] == "convergence" for plot in asked) or trail is None or trail.empty:
        return asked
    axes = varying(trail, plan.columns())
    longest = trail.groupby(axes, sort=False).size().max() if axes else len(trail)
    if longest < MARKS:
        return asked
    name = str(trail.measure.iloc[0])
    return [*asked, _plot("convergence", None, axes[0] if axes else None, name)]


def _fitting(table: pd.DataFrame, axes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A picture of the headline along the first axis that varies, where the experiment asks for none."""
    name = headline_of(table)
    free = varying(table, axes)
    if name is None or not free:
        return
    x, by = free[0], free[1] if len(free) > 1 else None
    numbers = all(number_of(value) is not None for value in table[x])
    yield _plot("lines" if numbers else "ranked", x, by, name)


def _plot(kind: str, x: str | None, by: str | None, measure: str) -> dict[str, Any]:
    return {"kind": kind, "x": x, "by": by, "measure": measure, "title": ""}
