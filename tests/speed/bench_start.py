"""How long a command lets one wait: help, a first run after the installation, and later ones."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

EDGE = ("edge", "--deals", "1000", "--seed", "1", "--json", "--quiet")


def run(*arguments: str, **environment: str) -> None:
    command = [sys.executable, "-m", "pontoon_sim", *arguments]
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)


def timed(benchmark: Any, told: Any, rounds: int, *arguments: str, **environment: str) -> None:
    benchmark.pedantic(run, args=arguments, kwargs=environment, rounds=rounds)
    told(benchmark.stats.stats.min)


def bench_help(benchmark, told):
    timed(benchmark, told, 5, "--help")


def bench_first_edge(benchmark, told, tmp_path):
    """With nothing compiled before."""
    timed(benchmark, told, 1, *EDGE, PONTOON_CACHE_DIR=str(tmp_path))


def bench_later_edge(benchmark, told):
    run(*EDGE)
    timed(benchmark, told, 5, *EDGE)
