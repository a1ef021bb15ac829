"""What the suite of speeds stands on: times told in deals of the yardstick, beside those that are kept.

``sh .ci/speed`` runs it, some minutes on a machine that does nothing else; it is no part of the tests. Seconds say
little from another machine, so each figure is how many deals the yardstick (`pontoon_sim.yardstick`, five punters, one
thread) plays in the time. ``--keep`` writes them to ``baseline.json``; without it a figure that has become a quarter
more than the one kept there is told, and fails the run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pontoon_sim.benchmark import LEAST, _yardstick

BASELINE = Path(__file__).parent / "baseline.json"
WORSE = 1.25
_FOUND = pytest.StashKey[dict[str, float]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep", action="store_true", help="keep the figures of this run as the baseline")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FOUND] = {}


def kept() -> dict[str, float]:
    found: dict[str, float] = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.is_file() else {}
    return found


@pytest.fixture(scope="session")
def yardstick() -> float:
    """Deals a second of the yardstick in these minutes."""
    return float(_yardstick((5,), (1,), LEAST)[5, 1])


@pytest.fixture
def told(request: pytest.FixtureRequest, yardstick: float) -> Any:
    """Takes what was timed, and of how many of it: the figure goes beside the one that is kept."""

    def tell(seconds: float, of: float = 1.0) -> float:
        figure = seconds * yardstick / of
        name = request.node.name.removeprefix("bench_")
        request.config.stash[_FOUND][name] = figure
        if "benchmark" in request.fixturenames:
            request.getfixturevalue("benchmark").extra_info["yardstick_deals"] = figure
        before = kept().get(name)
        if before is not None and not request.config.getoption("keep"):
            assert figure < WORSE * before, f"{figure:.3g} deals of the yardstick, {before:.3g} before"
        return figure

    return tell


def pytest_sessionfinish(session: pytest.Session) -> None:
    found = session.config.stash[_FOUND]
    if found and session.config.getoption("keep"):
        rounded = {name: float(f"{figure:.3g}") for name, figure in sorted({**kept(), **found}.items())}
        BASELINE.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    found, before = config.stash[_FOUND], kept()
    terminalreporter.section("in deals of the yardstick")
    for name, figure in found.items():
        beside = f"{figure / before[name]:8.2f} of the one kept" if name in before else ""
        terminalreporter.write_line(f"{name:<60}{figure:>14.3g}{beside}")
