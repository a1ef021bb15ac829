"""Small experiments on what a command measures, and their cells from the tidy table."""

from __future__ import annotations

import pontoon_sim as ps
from pontoon_sim.study.experiment import Experiment, experiment

COLUMNS = ["seat", "measure", "value", "standard_error", "low95", "high95", "deals", "voided", "method", "sum", "of"]
KINDS = ["int64", "string", *["float64"] * 4, "Int64", "Int64", "string", "string", "string"]


def plan(command: str, axes=None, **fixed) -> Experiment:
    deals = {"deals": fixed.pop("deals")} if "deals" in fixed else {}
    return experiment(
        {"title": command, "command": command, **deals, "axes": axes or {"punter": ["stick-16"]}, "fixed": fixed}
    )


def measured(folder, this, **where):
    """The cell of those values, by measure and seat, from a table of the one schema."""
    table = ps.sweep(this, folder, threads=1).to_frame()
    assert table.columns.tolist() == [*this.names(), *COLUMNS]
    assert table.dtypes.astype(str)[COLUMNS].tolist() == KINDS
    assert set(table.method) <= {"mc", "exact", "solved"}
    assert not table.duplicated([*this.names(), "seat", "measure"]).any()
    for name, value in where.items():
        table = table[table[name] == value]
    return table.set_index(["measure", "seat"])
