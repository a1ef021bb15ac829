"""What a sweep adds to its deals: a thousand cells, and workers in processes of their own."""

from __future__ import annotations

import time
from typing import Any

import pytest

import pontoon_sim as ps
from pontoon_sim.study.experiment import Experiment, experiment

DEALS = 262_144
AXES = {
    "punter": ["stick-15..19"], "banker": ["stick-15..19"], "stakes": ["min", "max", "A=5,*=1", "T=2,*=1"],
    "set.stake_max": [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
}  # fmt: skip
CELLS = 1000


def plan(deals: int, axes: dict[str, list[Any]]) -> Experiment:
    said = {"title": "Many cells", "question": "What does a cell cost?", "method": "mc", "cards": "own"}
    return experiment({**said, "deals": deals, "axes": axes, "fixed": {"punters": 5}})


def bench_cell_of_a_thousand(benchmark, told, tmp_path):
    """Next to no deals: what a cell costs beyond them."""
    ps.sweep(plan(1000, {"punter": AXES["punter"]}), tmp_path / "warm", threads=1)
    benchmark.pedantic(ps.sweep, args=(plan(1000, AXES), tmp_path / "many"), kwargs={"threads": 1}, rounds=1)
    told(benchmark.stats.stats.min, CELLS)


@pytest.mark.parametrize("workers", [1, 2])
def bench_sweep_on_workers(told, tmp_path, workers):
    """Beyond the start of the workers, which is that of the same sweep with next to no deals."""
    times = {}
    for deals in (1000, 400 * DEALS):
        start = time.perf_counter()
        ps.sweep(plan(deals, {"punter": AXES["punter"]}), tmp_path / f"{workers}-{deals}", dask=f"local:{workers}")
        times[deals] = time.perf_counter() - start
    told(times[400 * DEALS] - times[1000])
