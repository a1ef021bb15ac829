"""The README tells the truth: its commands print what it shows, its code runs, its links lead somewhere."""

from __future__ import annotations

import csv
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import pontoon_sim as ps
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.experiment import read_experiment

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ (pontoon [^\n]*)\n(.*?)```", TEXT, re.S)


TOML = re.findall(r"```toml\n(.*?)```", TEXT, re.S)


def without_time(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines() if not line.startswith("time ")]


def test_it_shows_commands_with_their_output():
    assert len([output for _, output in SHOWN if output]) >= 4


@pytest.mark.compiled
@pytest.mark.parametrize(("command", "output"), [shown for shown in SHOWN if shown[1]])
def test_commands_print_what_is_shown(command, output):
    arguments = [sys.executable, "-m", *shlex.split(command.replace("pontoon", "pontoon_sim", 1))]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(arguments, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert without_time(done.stdout) == without_time(output)


@pytest.mark.compiled
def test_the_picture_is_of_the_figures_beside_it():
    """The command below the picture, for one of its systems: the row in results/ to the last digit."""
    command = next(command for command, output in SHOWN if not output)
    assert "--plot results/edges.svg" in command
    with (ROOT / "results" / "edges.csv").open(encoding="utf-8") as file:
        rows = {(row["rules"], row["seat"], row["measure"]): row for row in csv.DictReader(file)}
    row = rows["vingt-un-1800", "0", "bank_edge_per_initial_stake"]
    result = ps.edge("vingt-un-1800", deals=int(row["deals"]), seed=int(row["seed"]))
    assert float(row["value"]) == result.bank_edge["per_initial_stake"].value
    assert {rules for rules, _, _ in rows} == set(ps.preset_names())


@pytest.mark.compiled
def test_the_matrix_is_that_of_the_results():
    """The table below `pontoon matrix`, drawn from the file that it writes; test_matrix.py works it out anew."""
    from pontoon_sim.rule_matrix import Entry, Matrix
    from pontoon_sim.show.matrix import page
    from pontoon_sim.show.page import draw

    with (ROOT / "results" / "matrix.csv").open(encoding="utf-8") as file:
        rows = [
            Entry(*(row[name] for name in Entry._fields[:5]), *(float(row[name]) for name in Entry._fields[5:]))
            for row in csv.DictReader(file)
        ]
    drawn = draw(list(page(Matrix(tuple(rows)).to_dict())), 100, False, "utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", TEXT, re.S)
    assert without_time(shown) == without_time(drawn)


@pytest.mark.compiled
def test_the_chart_shown_is_what_comes_out():
    """The letters of the picture in results/, in the order in which they are drawn."""
    from pontoon_sim.charts.making import chart
    from pontoon_sim.show.chart_picture import strategy
    from pontoon_sim.show.plot import drawn

    assert any(output == "" and "--out results/chart.svg" in command for command, output in SHOWN)
    now = drawn(strategy(chart("pagat", stakes="optimal")), "svg").decode()
    kept = (ROOT / "results" / "chart.svg").read_text(encoding="utf-8")
    comments = re.compile(r"<!-- (.*?) -->")
    assert comments.findall(kept) == comments.findall(now)


@pytest.mark.compiled
def test_python_code_runs():
    found = doctest.DocTestParser().get_doctest(
        "\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.S)), {}, "README.md", None, 0
    )
    assert found.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found).failed == 0


def test_the_rule_system_shown_loads(tmp_path):
    path = tmp_path / "aunt.toml"
    (text,) = (text for text in TOML if "inherits" in text)
    path.write_text(text, encoding="utf-8")
    assert ps.rules(path).burn == 13


@pytest.mark.compiled
def test_the_experiment_shown_is_understood(tmp_path):
    path = tmp_path / "mine.toml"
    (text,) = (text for text in TOML if "[axes]" in text)
    path.write_text(text, encoding="utf-8")
    cells, impossible = cells_of(read_experiment(path))
    assert (len(cells), impossible) == (14, [])


def test_the_policy_shown_is_whole(tmp_path):
    (text,) = re.findall(r"```csv\n(.*?)```", TEXT, re.S)
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    policy = ps.punter_policy(path, ps.rules())
    assert policy.splits.nonzero()[0].tolist() == [0, 7]
    assert "mine.csv" in ps.edge(punters=1, punter=path, deals=20, seed=1).punter[0]


def test_links_and_named_files_exist():
    for link in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (ROOT / link).exists(), link
    for script in re.findall(r"sh (\.ci/\w+)", TEXT):
        assert (ROOT / script).exists(), script


@pytest.mark.parametrize("module", ["cards", "presets", "house_edge", "policy.punter"])
def test_examples_in_docstrings_run(module):
    from importlib import import_module

    assert doctest.testmod(import_module(f"pontoon_sim.{module}")).failed == 0
