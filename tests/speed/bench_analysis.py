"""What is worked out, not played: the exact edge, the best play, the equilibrium."""

from __future__ import annotations

from typing import Any

import pytest

import pontoon_sim as ps


def timed(benchmark: Any, told: Any, work: Any, rounds: int = 3) -> None:
    work()  # compiles, or loads
    benchmark.pedantic(work, rounds=rounds)
    told(benchmark.stats.stats.min)


@pytest.mark.parametrize("name", ["pagat", "vingt-un-1850", "casino-rtg"])
def bench_exact_edge(benchmark, told, name):
    timed(benchmark, told, lambda: ps.edge(name, punters=1, method="exact"))


@pytest.mark.parametrize("name", ["pagat", "vingt-un-1850", "casino-rtg"])
def bench_best_play(benchmark, told, name):
    timed(benchmark, told, lambda: ps.edge(name, punters=1, punter="optimal", method="exact"))


@pytest.mark.parametrize("name", ["pagat", "pontoon-2011", "pontoon-1939", "vingt-un-1800"])
def bench_equilibrium(benchmark, told, name):
    timed(benchmark, told, lambda: ps.solve(ps.rules(name, max_hands=1), precision=1e-4), 1)
