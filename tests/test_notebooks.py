"""The notebooks: clean files that open anywhere, and lessons that run from top to bottom and are right."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import KernelManager

import pontoon_sim as ps

FOLDER = Path(__file__).parent.parent / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))
ALLOWED = {"pontoon_sim", "numpy", "pandas", "matplotlib"} | sys.stdlib_module_names

each_book = pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def code(book: nbformat.NotebookNode) -> ast.Module:
    """All cells of code as one module, without the lines that only a notebook knows."""
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"]
    return ast.parse(re.sub(r"(?m)^%.*$", "", "\n".join(cells)))


def imported(module: ast.Module) -> set[str]:
    """Modules that are imported, by their full names."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


def test_there_are_notebooks():
    assert {path.stem for path in BOOKS} >= {"stick_on_15_or_16", "who_has_the_edge", "from_odds_to_chart"}


@each_book
def test_the_file_is_valid_and_holds_no_results(path):
    book = read(path)
    nbformat.validate(book)
    assert book.metadata.kernelspec.name == "python3"
    mend = f"{path.name} holds results: jupyter nbconvert --clear-output --inplace notebooks/{path.name}"
    for cell in book.cells:
        assert "execution" not in cell.metadata, mend
        assert not cell.get("outputs"), mend
        assert cell.get("execution_count") is None, mend


@each_book
def test_it_begins_with_how_to_open_it(path):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert f"`jupyter lab notebooks/{path.name}`" in first.source
    assert "'.[notebooks]'" in first.source


@each_book
def test_it_needs_the_public_package_and_little_else(path):
    names = imported(code(read(path)))
    assert {name.split(".")[0] for name in names} <= ALLOWED
    assert not [name for name in names if name.startswith(("pontoon_sim.", "matplotlib.pyplot"))]


@each_book
def test_the_names_that_it_uses_are_public(path):
    used = {
        node.attr
        for node in ast.walk(code(read(path)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ps"
    }
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    used |= set(re.findall(r"\bps\.(\w+)", text))
    assert used
    assert used <= set(ps.__all__)


@each_book
def test_it_sends_readers_to_notebooks_that_exist(path):
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    assert set(re.findall(r"\w+\.ipynb", text)) <= {book.name for book in BOOKS}


def test_the_kernel_is_this_python():
    command = KernelManager(kernel_name="python3").format_kernel_cmd()
    assert Path(command[0]).samefile(sys.executable)
    assert Path(command[0]).parent == Path(sys.executable).parent  # a virtual environment's own link


@pytest.mark.slow
@pytest.mark.compiled
@each_book
def test_it_runs_from_top_to_bottom(path, tmp_path):
    """A copy is run, so that its outputs can be looked at; in a folder of its own, with no settings of ours."""
    copy = Path(shutil.copy(path, tmp_path))
    pytest_ = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*pytest_, "--nbmake", "--overwrite", "--nbmake-timeout=600", str(copy)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    outputs = [output for cell in read(copy).cells for output in cell.get("outputs", ())]
    assert not [output.text for output in outputs if output.get("name") == "stderr"]  # no warning in a reader's eye
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 3
