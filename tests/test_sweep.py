"""Experiments: understood whole before anything runs, and kept whatever happens to the process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim import simulate
from pontoon_sim.cli.group import pontoon
from pontoon_sim.errors import OptionError, OutputError
from pontoon_sim.study import run, store
from pontoon_sim.study.cells import cells_of, combinations
from pontoon_sim.study.experiment import Experiment, experiment
from pontoon_sim.study.measures import EDGE

SMALL = {
    "title": "Small",
    "deals": 300,
    "method": "mc",
    "cards": "own",
    "axes": {"punter": ["stick-15..16"], "rules": ["pagat", "pontoon-1939"]},
    "fixed": {"punters": 2},
}


def plan(**changes) -> Experiment:
    return experiment({**SMALL, **changes})


def swept(folder, this=None, **given):
    return ps.sweep(this or plan(), folder, threads=1, **given)


def tables(folder: Path) -> dict[str, bytes]:
    parts = {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}
    return {name: (folder / name).read_bytes() for name in ("cells.csv", "cells.parquet")} | parts


# ---- What a file says.


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"axis": {}}, "'axis' is not known (did you mean 'axes'?)"),
        ({"axes": {"puntr": ["stick-15"]}}, "'puntr' cannot vary (did you mean 'punter'?)"),
        ({"axes": {"set.min_stik": [15]}}, "did you mean 'set.min_stick'?"),
        ({"axes": {"punter": []}}, "punter is empty"),
        ({"axes": {}}, "write at least one list of values"),
        ({"axes": {"punter+stakes": [["stick-15"]]}}, "is not a list of 2 values"),
        ({"axes": {"punter": ["stick-15"], "punter+stakes": [["stick-16", 1]]}}, "punter varies twice"),
        ({"axes": {"punter": ["stick-17..15"]}}, "empty range"),
        ({"deals": "many"}, "is no whole number"),
        ({"deals": 0}, "greater than or equal to 1"),
        ({"deals": True}, "true and false are no numbers"),
        ({"exclude": [{}]}, "one of them is empty"),
        ({"plots": [{"kind": "bars", "x": "punter", "measure": "bank_edge_per_del"}]}, "mean 'bank_edge_per_deal'"),
        ({"plots": [{"kind": "heat", "x": "punter", "by": "punter"}]}, "for `x` and for `by`"),
        ({"method": "guess"}, "'auto', 'mc' or 'exact'"),
        ({"exclude": [{"banker": "stick-17"}]}, "which does not vary"),
        ({"exclude": [{"punter": ["stick-15", "stick-16"]}]}, "No cell is left"),
        ({"fixed": {"pack": "old"}}, "fresh, continue or infinite"),
        ({"fixed": {"punter": "stick-15"}}, "punter varies and is fixed"),
        ({"axes": {"punters": [1, 1]}, "fixed": {}}, "punters has the value 1 twice"),
        ({"exclude": [{"punter": "stick-19"}]}, "leaves out no cell"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_a_sentence(changes, message):
    with pytest.raises(OptionError, match=re.escape(message)):
        cells_of(plan(**changes))


def test_all_measures_of_edges_are_known(tmp_path):
    assert set(swept(tmp_path).to_frame().measure) == set(EDGE)


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(OptionError) as told:
        experiment({"axes": {"punter": []}, "dealz": 3, "seed": -1})
    assert all(part in str(told.value) for part in ("title is missing", "punter is empty", "'dealz'", "seed"))


def test_impossible_cells_are_named_with_their_reason_or_skipped():
    axes = {"rules": ["pagat", "pontoon-2011"], "punter": ["stick-16:split=8", "stick-16"]}
    with pytest.raises(OptionError) as told:
        cells_of(plan(axes=axes))
    assert "1 of 4 cells is impossible" in str(told.value)
    assert "rules=pontoon-2011, punter=stick-16:split=8" in str(told.value)
    assert "two aces only" in str(told.value)
    cells, impossible = cells_of(plan(axes=axes, skip_impossible=True))
    assert (len(cells), len(impossible)) == (3, 1)


def test_axes_vary_together_or_in_all_combinations_and_cells_are_excluded():
    axes = {"punters+stakes": [[1, "min"], [2, "max"]], "set.min_stick": [15, 16]}
    found = list(combinations(plan(axes=axes, fixed={}, exclude=[{"punters": 2, "set.min_stick": 15}])))
    assert found == [
        {"punters": 1, "stakes": "min", "set.min_stick": 15},
        {"punters": 1, "stakes": "min", "set.min_stick": 16},
        {"punters": 2, "stakes": "max", "set.min_stick": 16},
    ]


def test_every_option_of_a_cell_is_heard():
    """Each option changes the digest of the cell, and so its result."""
    base = {"punter": "stick-16", "banker": "stick-17", "stakes": "min", "punters": 2, "rules": "pagat"}
    others = {
        "punter": "buy-16", "banker": "stick-16", "stakes": "max", "punters": 3, "rules": "pontoon-1939", "packs": 2,
        "gather": "mixed", "pack": "continue", "set.pontoon_pays": 3,
    }  # fmt: skip

    def digest(**fixed):
        (cell,), _ = cells_of(plan(axes={"set.min_stick": [15]}, fixed={**base, **fixed}))
        return cell.digest

    found = {digest(), *(digest(**{name: value}) for name, value in others.items())}
    assert len(found) == 1 + len(others)


# ---- What is found.


def test_cells_are_what_edge_says(tmp_path):
    table = swept(tmp_path).to_frame()
    assert list(table.columns[:4]) == ["punter", "rules", "seat", "measure"]
    chosen = table[(table.punter == "stick-16") & (table.rules == "pontoon-1939")].set_index(["measure", "seat"])
    alone = ps.edge("pontoon-1939", punters=2, punter="stick-16", deals=300, seed=1, variance="plain")
    for name, edge in alone.bank_edge.items():
        row = chosen.loc[(f"bank_edge_{name}", 0)]
        assert (row.value, row.standard_error) == (edge.value, edge.standard_error)
        assert (row.low95, row.high95) == pytest.approx(edge.interval(0.95))
    row = chosen.loc[("bank_edge_per_deal", 0)]
    assert int(row["sum"]) / int(row["of"]) == row.value
    assert chosen.loc[("punter_ev_per_deal", 2)].value == alone.figures.seats[1].ev.value


@pytest.mark.compiled
def test_cells_are_exact_where_they_can_be(tmp_path):
    this = plan(method="auto", axes={"pack": ["fresh", "continue"]})
    table = swept(tmp_path, this).to_frame()
    edges = table[table.measure == "bank_edge_per_deal"].set_index("pack")
    assert edges.method.to_dict() == {"fresh": "exact", "continue": "mc"}
    assert edges.loc["fresh"].value == ps.edge("pagat", punters=2, method="exact").bank_edge["per_deal"].value


def test_csv_and_parquet_hold_the_same_in_one_schema(tmp_path):
    swept(tmp_path)
    texts = dict.fromkeys(("sum", "of"), "string")
    csv = pd.read_csv(tmp_path / "cells.csv", dtype=texts)
    parquet = pd.read_parquet(tmp_path / "cells.parquet")
    assert csv.columns.tolist() == parquet.columns.tolist()
    assert (csv.value.to_numpy() == parquet.value.to_numpy())[parquet.value.notna()].all()
    assert str(parquet.dtypes["standard_error"]) == "float64"


def test_the_manifest_says_what_was_run(tmp_path):
    swept(tmp_path)
    told = json.loads((tmp_path / "manifest.json").read_text())
    assert (told["schema"], told["complete"], told["cells"], told["new"]) == ("pontoon.run/1", True, 4, 4)
    assert set(told["rules"].values()) == {"pagat", "pontoon-1939"}
    assert "stick-15" in told["policies"].values()
    assert told["experiment"]["axes"]["rules"] == ["pagat", "pontoon-1939"]


# ---- What is kept.


def test_a_finished_run_is_shown_at_once(tmp_path, monkeypatch):
    first = swept(tmp_path)
    before = tables(tmp_path)
    monkeypatch.setattr(run, "worked_out", lambda *args: pytest.fail("worked out again"))
    again = swept(tmp_path)
    assert (again.cached, again.new) == (4, 0)
    assert again.to_frame().equals(first.to_frame())
    assert tables(tmp_path) == before


@pytest.mark.parametrize(
    ("changes", "given", "message"),
    [
        ({"seed": 2}, {}, "holds another experiment's run"),
        ({"fixed": {"punters": 3}}, {"resume": True}, "holds another experiment's run"),
        ({}, {"deals": 400}, "finished run with other deals of this experiment: go on with --resume"),
        ({}, {"deals": 200, "resume": True}, "with 300 deals a cell, and 200 are fewer"),
    ],
)
def test_another_run_is_not_overwritten(tmp_path, changes, given, message):
    swept(tmp_path)
    before = tables(tmp_path)
    with pytest.raises(OptionError, match=message):
        swept(tmp_path, plan(**changes), **given)
    assert tables(tmp_path) == before


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "manifest.json").write_text('{"name": "a web app"}')
    with pytest.raises(OptionError, match="is damaged, or no manifest of a run: delete it and run the sweep again"):
        swept(tmp_path)


class Killed(BaseException):
    """As if the process ended here."""


def killed_at(monkeypatch, count):
    """Let the process end when the so-many-th file is about to be moved into its place."""
    real, calls = store.Path.replace, []

    def replace(self, target):
        calls.append(target)
        if len(calls) == count:
            raise Killed
        return real(self, target)

    monkeypatch.setattr(store.Path, "replace", replace)


@pytest.mark.parametrize("count", [1, 2, 4, 6, 7, 8])
def test_a_run_that_is_killed_anywhere_goes_on_to_the_same_bytes(tmp_path, monkeypatch, count):
    swept(tmp_path / "whole")
    with monkeypatch.context() as patch:
        killed_at(patch, count)
        with pytest.raises(Killed):
            swept(tmp_path / "killed")
    swept(tmp_path / "killed", resume=True)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")


def test_a_cell_goes_on_from_its_last_chunk_and_can_be_extended(tmp_path, monkeypatch):
    monkeypatch.setattr("pontoon_sim.simulate.CHUNK", 100)
    monkeypatch.setattr(run, "OFTEN", -1.0)
    swept(tmp_path / "whole", deals=450)
    swept(tmp_path / "grown", deals=230)
    chunks = []
    real = simulate.play_chunk

    def counted(setting, seed, index, deals):
        chunks.append(index)
        return real(setting, seed, index, deals)

    monkeypatch.setattr(simulate, "play_chunk", counted)
    swept(tmp_path / "grown", deals=450, resume=True)
    assert sorted(set(chunks)) == [2, 3, 4]  # two whole chunks of each cell were kept
    assert tables(tmp_path / "grown") == tables(tmp_path / "whole")


def test_a_damaged_part_is_found_and_done_again(tmp_path):
    swept(tmp_path)
    before = tables(tmp_path)
    part = sorted((tmp_path / "parts").iterdir())[1]
    part.write_bytes(part.read_bytes().replace(b"bank_edge", b"bank_hedge", 1))
    again = swept(tmp_path)
    assert (again.cached, again.new) == (3, 1)
    assert tables(tmp_path) == before


def test_two_runs_do_not_share_a_folder(tmp_path):
    with store.Store(tmp_path), pytest.raises(OptionError, match="Another run is at work"):
        swept(tmp_path)


def test_a_full_disk_keeps_what_was_finished(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        real, calls = os.fsync, []

        def full(descriptor):
            calls.append(descriptor)
            if len(calls) == 4:
                raise OSError(28, "No space left on device")
            real(descriptor)

        patch.setattr(store.os, "fsync", full)
        with pytest.raises(OutputError, match="No space left on device"):
            swept(tmp_path)
    assert len(list((tmp_path / "parts").glob("*.json"))) == 2
    again = swept(tmp_path, resume=True)
    assert (again.cached, again.new) == (2, 2)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("seconds", [0.5, 2.5])
def test_a_process_that_is_killed_goes_on_to_the_same_bytes(tmp_path, seconds):
    """A real kill -9, in the middle of real work."""
    file = tmp_path / "plan.toml"
    file.write_text('title = "Killed"\nmethod = "mc"\ndeals = "1M"\n[axes]\npunter = ["stick-15..18"]\n')
    command = [sys.executable, "-m", "pontoon_sim", "sweep", str(file), "--quiet", "--threads", "1", "--out"]
    subprocess.run([*command, str(tmp_path / "whole")], check=True, capture_output=True)
    running = subprocess.Popen([*command, str(tmp_path / "killed")], stdout=subprocess.DEVNULL)
    while not (tmp_path / "killed" / "manifest.json").exists():
        time.sleep(0.05)
    time.sleep(seconds)
    running.send_signal(signal.SIGKILL)
    running.wait()
    subprocess.run([*command, str(tmp_path / "killed"), "--resume"], check=True, capture_output=True)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")


# ---- The command.


def test_the_command_runs_lists_and_tells_its_schema(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('title = "T"\ndeals = 50\nmethod = "mc"\n[axes]\npunter = ["stick-15..16"]\n')
    args = ["sweep", str(file), "--set", "min_stick=15", "--out", str(tmp_path / "run"), "--quiet"]
    dry = json.loads(CliRunner().invoke(pontoon, [*args, "--dry-run", "--json"]).stdout)
    assert [cell["values"] for cell in dry["cells"]] == [{"punter": "stick-15"}, {"punter": "stick-16"}]
    assert (dry["simulated"], dry["deals_in_all"]) == (2, 100)
    assert not (tmp_path / "run").exists()
    shown = CliRunner().invoke(pontoon, args)
    assert shown.exit_code == 0, shown.output
    assert "2 cells: 0 cached, 2 new." in shown.output
    told = json.loads(CliRunner().invoke(pontoon, [*args, "--json"]).stdout)
    assert (told["schema"], told["cached"]) == ("pontoon.sweep/1", 2)
    schema = json.loads(CliRunner().invoke(pontoon, ["sweep", "--schema"]).stdout)
    assert schema["additionalProperties"] is False
    none = CliRunner().invoke(pontoon, ["sweep"])
    assert none.exit_code == 2
    assert "Name the file of an experiment" in none.output


def test_what_varies_cannot_be_set(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('title = "T"\n[axes]\n"set.min_stick" = [15, 16]\n')
    done = CliRunner().invoke(pontoon, ["sweep", str(file), "--set", "min_stick=17", "--dry-run"])
    assert done.exit_code == 2
    assert "min_stick varies in this experiment" in done.output


# ---- Pictures.


def test_a_plot_of_what_does_not_vary_is_refused():
    with pytest.raises(OptionError, match="a plot names 'banker', which does not vary"):
        plan(plots=[{"kind": "lines", "x": "punter", "by": "banker"}])
    with pytest.raises(OptionError, match="a map needs two axes"):
        plan(plots=[{"kind": "heat", "x": "punter"}])
    with pytest.raises(OptionError, match="a plot of bars needs an axis: give it an `x`"):
        plan(plots=[{"kind": "bars"}])
    with pytest.raises(OptionError, match="convergence goes along the deals: leave out its `x`"):
        plan(plots=[{"kind": "convergence", "x": "punter"}])
