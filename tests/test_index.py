"""Folders of experiments and of runs: swept one after the other, and told of on one page."""

from __future__ import annotations

import html
import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.errors import OptionError
from pontoon_sim.show.findings import findings, of_effort
from pontoon_sim.show.measures import measure_of
from pontoon_sim.show.plot_sweep import swept as swept_picture
from pontoon_sim.show.run_folder import cells_of_run, differences_of_run, findings_of_run
from pontoon_sim.show.run_index import entries_of, index, is_index_of
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.experiment import experiment

FIRST = """
title = "Stick | here"
question = "Where <to> stick?"
deals = 300
method = "mc"
[axes]
punter = ["stick-15..16"]
[fixed]
punters = 2
[[plots]]
kind = "lines"
x = "punter"
"""


def run(*given: object):
    return CliRunner().invoke(pontoon, [str(one) for one in (*given, "--quiet")])


@pytest.fixture
def plans(tmp_path):
    folder = tmp_path / "plans"
    folder.mkdir()
    (folder / "first.toml").write_text(FIRST, encoding="utf-8")
    (folder / "second.toml").write_text(FIRST.replace("| here", "there"), encoding="utf-8")
    (folder / "notes.txt").write_text("no experiment", encoding="utf-8")
    return folder


# ---- A folder of experiments.


def test_a_folder_is_swept_and_told_of_on_one_page(plans, tmp_path):
    done = run("sweep", plans, "--out", tmp_path / "runs")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["first", "second"]
    told = run("report", tmp_path / "runs", "--json")
    assert told.exit_code == 0, told.output
    answer = json.loads(told.stdout)
    assert answer["page"] == str(tmp_path / "runs" / "index.html")
    assert len(answer["pages"]) == 3
    page = (tmp_path / "runs" / "index.html").read_text(encoding="utf-8")
    assert "Where &lt;to&gt; stick?" in page
    readme = (tmp_path / "runs" / "README.md").read_text(encoding="utf-8")
    assert "## Stick \\| here" in readme
    assert "- [Stick \\| here](#stick--here)" in readme
    for link in (*re.findall(r'(?:href|src)="([^"#:]+)"', page), *re.findall(r"\]\(([^)#]+)\)", readme)):
        assert (tmp_path / "runs" / link).is_file(), link
    for entry in entries_of(tmp_path / "runs"):
        report = html.unescape((tmp_path / "runs" / entry.name / "report.html").read_text(encoding="utf-8"))
        for finding in entry.findings:
            assert finding in report
            assert finding in html.unescape(page)


def test_a_folder_is_listed_before_it_is_run(plans, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("sweep", plans, "--dry-run")
    assert done.exit_code == 0
    assert done.output.count("simulated   2 of them") == 2
    assert not (tmp_path / "runs").exists()


def test_runs_of_a_folder_go_to_runs(plans, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("sweep", plans, "--deals", 50).exit_code == 0
    assert (tmp_path / "runs" / "second" / "cells.csv").is_file()


def test_one_that_is_wrong_stops_all_before_anything_is_played(plans, tmp_path):
    (plans / "third.toml").write_text(FIRST.replace("axes", "axis"), encoding="utf-8")
    done = run("sweep", plans, "--out", tmp_path / "runs")
    assert done.exit_code == 2
    assert "third.toml" in done.output
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("option", ["--json", "--csv", "--table"])
def test_what_is_of_one_experiment_is_refused(plans, tmp_path, option):
    more = [] if option == "--json" else [tmp_path / "out.csv"]
    done = run("sweep", plans, option, *more)
    assert done.exit_code == 2
    assert "name its file, or leave them out" in " ".join(done.output.split())


def test_a_folder_without_experiments_is_told(tmp_path):
    done = run("sweep", tmp_path)
    assert done.exit_code == 2
    assert "holds no file of an experiment" in done.output


# ---- What an experiment may say.


def test_a_picture_of_one_seat_is_named_after_it(tmp_path):
    plot = {"kind": "bars", "x": "punter", "measure": "punter_ev_per_deal", "seat": 2}
    this = experiment({"title": "T", "axes": {"punter": ["stick-15", "stick-18"]}, "plots": [plot]})
    assert this.plots[0].file() == "bars-punter-punter_ev_per_deal-seat2"
    table = table_of(*(("a", "x", "punter_ev_per_deal", value, 0.0) for value in (0.1, 0.2)), names=("punter", "two"))
    table = table.assign(seat=[1, 2], low95=table.value, high95=table.value, deals=10)
    heights = []
    for seat in (None, 2):
        figure = swept_picture(table, ["punter"], {**plot, "by": None, "title": "", "seat": seat}, "T")
        heights.append(figure.axes[0].patches[0].get_height())
    assert heights == [0.1, 0.2]


def test_an_infinite_pack_is_not_shuffled():
    said = {"title": "T", "axes": {"pack": ["infinite"]}, "fixed": {"punters": 1}}
    with pytest.raises(OptionError, match="an infinite pack cannot be shuffled"):
        cells_of(experiment({**said, "method": "mc"}))
    with pytest.raises(OptionError, match="it is fresh, continue or infinite"):
        cells_of(experiment({**said, "axes": {"pack": ["endless"]}}))
    (cell,), _ = cells_of(experiment(said))
    assert (cell.method, cell.pack) == ("exact", "infinite")


@pytest.mark.compiled
def test_cells_of_an_infinite_pack_are_what_edge_says(tmp_path):
    said = {"title": "T", "axes": {"pack": ["fresh", "infinite"]}, "fixed": {"punters": 1}}
    table = ps.sweep(experiment(said), tmp_path).to_frame()
    for pack in ("fresh", "infinite"):
        (value,) = table.value[(table.measure == EDGE) & (table.pack == pack)]
        assert value == ps.edge(punters=1, pack=pack, method="exact").bank_edge["per_initial_stake"].value


def test_a_run_that_is_begun_anew_keeps_no_picture(tmp_path):
    swept(tmp_path)
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "old.svg").write_text("old", encoding="utf-8")
    swept(tmp_path, force=True)
    assert not (tmp_path / "figures" / "old.svg").exists()


# ---- A folder of runs.


def swept(folder, force=False, **changes):
    said = {"title": "T", "deals": 300, "method": "mc", "axes": {"punter": ["stick-15", "stick-18"]}, **changes}
    return ps.sweep(experiment(said), folder, threads=1, force=force)


def test_a_run_without_its_parquet_file_is_read_alike(tmp_path):
    swept(tmp_path, axes={"punter": ["stick-15"], "pack": ["fresh", "continue"], "punters": [1, 2]})
    whole = cells_of_run(tmp_path)
    (tmp_path / "cells.parquet").unlink()
    pd.testing.assert_frame_equal(cells_of_run(tmp_path), whole)
    (tmp_path / "cells.csv").unlink()
    with pytest.raises(OptionError, match="no table of cells yet"):
        cells_of_run(tmp_path)


def test_somebody_elses_readme_is_left_alone(tmp_path):
    swept(tmp_path / "one")
    (tmp_path / "README.md").write_text("Mine.", encoding="utf-8")
    with pytest.raises(OptionError, match="was not written by pontoon report"):
        index(tmp_path)
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "Mine."
    assert not (tmp_path / "index.html").exists()


def test_what_is_begun_only_is_left_out_and_what_is_unfinished_says_so(tmp_path):
    assert not is_index_of(tmp_path)
    with pytest.raises(OptionError, match="holds no runs"):
        index(tmp_path)
    swept(tmp_path / "one")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "manifest.json").write_text("{}", encoding="utf-8")
    path = tmp_path / "one" / "manifest.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**told, "complete": False}), encoding="utf-8")
    index(tmp_path)
    for name in ("index.html", "README.md"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert text.count("The run is not finished") == 1
    (tmp_path / "two" / "cells.csv").write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="is no manifest of a run"):
        index(tmp_path)


def test_damaged_tables_of_a_run_say_the_mend(tmp_path):
    swept(tmp_path)
    for name, damage in (("cells.parquet", b"PAR"), ("cells.csv", b"nothing\n"), ("cells.csv", b"")):
        (tmp_path / "cells.parquet").unlink(missing_ok=True)
        (tmp_path / name).write_bytes(damage)
        with pytest.raises(OptionError, match=rf"{name} is damaged .*: delete .*manifest.json and run the sweep again"):
            cells_of_run(tmp_path)
    (tmp_path / "manifest.json").unlink()
    swept(tmp_path)
    assert len(cells_of_run(tmp_path))
    (tmp_path / "cells.parquet").unlink()
    (tmp_path / "cells.csv").unlink()
    with pytest.raises(OptionError, match="has no table of cells yet"):
        cells_of_run(tmp_path)


def test_a_report_offers_no_rules():
    done = run("report", "--help")
    assert "--rules" not in done.output
    assert "--set" not in done.output


def test_tables_of_a_folder_of_runs_are_refused(tmp_path):
    swept(tmp_path / "one")
    done = run("report", tmp_path, "--csv", tmp_path / "x.csv")
    assert done.exit_code == 2
    assert "are of one run" in done.output


# ---- What is found.


def table_of(*rows, names=("one", "two")) -> pd.DataFrame:
    """Rows of the axes, then measure, value and error."""
    table = pd.DataFrame(rows, columns=[*names, "measure", "value", "standard_error"])
    return table.assign(standard_error=table.standard_error.astype("float64"), method="mc")


EDGE = "bank_edge_per_initial_stake"


def test_axes_that_vary_together_are_one():
    table = table_of(("a", "1", EDGE, 0.3, 0.0), ("b", "2", EDGE, 0.1, 0.0), ("c", "2", EDGE, 0.2, 0.0))
    told = " ".join(findings(table, ["one+two"]))
    assert "One and two in order, for the punters, the best first: b, 2 +10.0000 %; c, 2" in told
    alike = " ".join(findings(table.assign(two=table.one), ["one+two"]))
    assert "One in order, for the punters, the best first: b +10.0000 %" in alike


def test_policies_that_are_the_same_play_are_said_to_be():
    rows = [("a", "x", EDGE, 0.3, 0.01), ("b", "x", EDGE, 0.3, 0.01), ("c", "x", EDGE, 0.4, 0.01)]
    for name, words in (("punter", "are the same play"), ("pack", "come to the same")):
        told = " ".join(findings(table_of(*rows, names=(name, "two")), [name, "two"]))
        assert f"The first two {words}." in told
        assert "The first two cannot be told apart" not in told
        rows_of_two = [*rows, *(("a" if row[0] == "a" else row[0], "y", *row[2:]) for row in rows)]
        told = " ".join(findings(table_of(*rows_of_two, names=(name, "two")), [name, "two"]))
        assert f"In 2 of them the best two {words}." in told


def test_a_share_of_which_nothing_was_seen_has_a_bound():
    rows = [("a", "x", "ruin", 0.0, 0.0), ("b", "x", "ruin", 1.0, 0.0), ("c", "x", "ruin", 0.5, 0.01)]
    table = table_of(*rows).assign(low95=[0.0, 0.99, 0.48], high95=[0.01, 1.0, 0.52])
    told = " ".join(findings(table, ["one", "two"]))
    assert "The chance of ruin is highest, 100.0000 % (above 99 %)" in told
    assert "It is lowest, 0.0000 % (below 1 %)" in told


def test_what_is_remembered_is_told_in_words():
    assert measure_of("stake_gain_counts").words == "gain by stakes alone of who remembers tens and aces"
    assert measure_of("play_gain_order").words == "gain by play alone of who remembers their order too"
    assert measure_of("bank_shots_per_unit_shot").words == "bank's gain per unit shot"


def test_what_the_banker_chooses_is_best_where_he_gains():
    table = table_of(("a", "x", EDGE, 0.3, 0.0), ("b", "x", EDGE, 0.1, 0.0), names=("banker", "two"))
    assert "Banker in order, for the bank, the best first: a +30.0000 %" in " ".join(findings(table, ["banker", "two"]))


def test_the_measures_that_a_run_is_about_come_first():
    rows = [(one, "x", name, value, 0.0) for one, value in (("a", 0.1), ("b", 0.2)) for name in (EDGE, "ruin")]
    told = findings(table_of(*rows), ["one", "two"], first=["ruin"])
    assert told[0].startswith("The chance of ruin is highest, 20.0000 %")


def test_pairs_on_the_same_cards_are_told_apart_by_their_difference(tmp_path):
    swept(tmp_path, axes={"punter": ["stick-16", "stick-17"]}, deals=2000)
    told = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    pairs = differences_of_run(tmp_path)
    for sure in ("True", "False"):
        pairs.assign(told_apart=sure).to_csv(tmp_path / "differences.csv", index=False)
        said = " ".join(findings_of_run(tmp_path, told))
        assert ("The first two cannot be told apart." in said) == (sure == "False")


def test_changes_of_rules_are_told_by_what_they_do():
    start = "change_reoptimised_per_initial_stake:"
    rows = [("pagat", "x", f"{start}{name}", value, None) for name, value in (("a=1", 0.1), ("b=2", -0.2), ("c=3", 0))]
    rows += [("pagat", "x", EDGE, 0.3, None)]
    told = " ".join(findings(table_of(*rows), ["one", "two"]))
    assert "Of all changes a=1 changes it most for the bank, by +10.0000 %; b=2 most for the punters" in told
    assert "changes are ranked by the edge with both sides re-optimised" in told
    assert "1 of 3 changes leaves that edge as it is (c)." in told


def test_a_budget_tells_what_is_open():
    lines = [{"where": "rules=pagat", "best": "stick-15", "open": ["stick-16"]}, {"where": "", "best": "x", "open": []}]
    lines.append({"where": "rules=a", "best": "x", "open": [], "same": ["y"]})
    told = " ".join(of_effort({"budget": 50, "spent": 40, "compare": "punter", "lines": lines, "undecided": 1}))
    assert "Of 50 deals at the most, 40 were played" in told
    assert "told in 2 of 3 lines" in told
    assert "With rules a, x and y are the same play." in told
    assert "With rules pagat, stick-15 looks best, but stick-16 may be better. x is best." in told
    assert not list(of_effort(None))
