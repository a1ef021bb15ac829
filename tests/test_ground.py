"""The ground rules of the code: floors, sizes, one door to Numba, nothing of anybody's machine."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pontoon_sim"

#: A module imports only from floors below its own, and from its own folder.
FLOORS = [
    {"errors", "jit", "cards", "files", "arguments", "scratch", "ranges", "understanding"},
    {"rulebook", "consistency", "presets", "hands"},
    {"law", "pack", "ring", "gathering", "places", "tabletop"},
    {"settlement", "deal", "aftermath", "policy"},
    {"script", "tally", "simulate", "estimate", "lanes", "evening", "exact", "equilibrium"},
    {"as_played", "edge_result", "house_edge", "figures", "sampling", "yardstick", "benchmark"},
    {
        "adviser",
        "charts",
        "rule_effects",
        "effects_result",
        "rule_matrix",
        "checks",
        "side_by_side",
        "study",
        "purses",
        "shooting",
        "contest",
        "banking",
        "recall",
        "sight",
        "dealt",
    },
    {"show"},
    {"cli"},
]
FLOOR = {name: height for height, names in enumerate(FLOORS) for name in names}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__kernels__" not in path.parts)


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    """Top-level parts of the package that a module imports, wherever in it."""
    found = set()
    depth = len(path.relative_to(PACKAGE).parts) - 1
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == depth + 1:
            found |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pontoon_sim."):
            found.add(node.module.split(".")[1])
    return found - {"__version__"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_import_from_floors_below(path):
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    assert part in FLOOR, f"{part} has no floor: give it one in FLOORS"
    for other in imported_parts(path):
        same_floor = FLOOR[other] == FLOOR[part]
        assert FLOOR[other] <= FLOOR[part], f"{part} imports {other} from a floor above"
        assert not same_floor or not imported_parts_back(other, part), f"{part} and {other} import each other"


def imported_parts_back(other: str, part: str) -> bool:
    paths = [path for path in MODULES if part_of(path) == other]
    return other != part and any(part in imported_parts(path) for path in paths)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_are_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_numba_is_imported_by_its_door_only():
    users = {
        part_of(path)
        for path in MODULES
        if re.search(r"^\s*(import|from) numba", path.read_text(encoding="utf-8"), re.M)
    }
    assert users <= {"jit", "yardstick"}


def test_pyplot_is_never_imported():
    pattern = re.compile(r"^\s*(import|from) matplotlib(\.pyplot| import pyplot)", re.M)
    assert not [path for path in MODULES if pattern.search(path.read_text(encoding="utf-8"))]


def test_no_file_names_a_place_of_somebody_elses_machine():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    homes = re.compile("/" + "(work|home|root|Users)/")
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".json", ".csv", ""} and path.is_file():
            assert not homes.search(path.read_text(encoding="utf-8")), name
