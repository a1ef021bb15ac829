"""Budgets of deals: they go where it is open what is best, and always the same way."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.errors import OptionError
from pontoon_sim.study import effort, run, shared, store
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.effort import Round, look, next_round
from pontoon_sim.study.experiment import Experiment, experiment
from pontoon_sim.study.survey import survey

#: Stick-21 is far from best, stick-16 and stick-17 are near each other.
SMALL = {
    "title": "Effort",
    "method": "mc",
    "deals": 60,
    "budget": 700,
    "compare": "punter",
    "axes": {"punter": ["stick-16", "stick-17", "stick-21"]},
    "fixed": {"punters": 1},
}


def plan(**changes) -> Experiment:
    return experiment({**SMALL, **changes})


def tables(folder):
    parts = {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}
    names = ("cells.csv", "cells.parquet", "differences.csv", "differences.parquet", effort.LOG)
    return {name: (folder / name).read_bytes() for name in names} | parts


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(shared, "CHUNK", 64)
    monkeypatch.setattr(shared, "BATCHES", 8)


def test_deals_go_where_it_is_open_what_is_best(tmp_path):
    result = ps.sweep(plan(), tmp_path, threads=1)
    told = result.effort
    deals = {one["values"]["punter"]: one["deals"] for one in told["deals"]}
    assert deals["stick-21"] < deals["stick-16"] == deals["stick-17"]
    assert told["spent"] == sum(deals.values()) <= 700
    assert told["rounds"] > 2
    (line,) = told["lines"]
    assert {line["best"], *line["open"]} == {"stick-16", "stick-17"}
    assert told["undecided"] == 1
    rows = result.to_frame().query("measure == 'bank_edge_per_deal'").set_index("punter")
    assert rows.deals.to_dict() == deals
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["effort"] == told


def test_a_budget_is_spent_alike_on_any_number_of_threads(tmp_path):
    ps.sweep(plan(), tmp_path / "one", threads=1)
    ps.sweep(plan(), tmp_path / "three", threads=3)
    assert tables(tmp_path / "one") == tables(tmp_path / "three")


class Killed(BaseException):
    """As if the process ended here."""


@pytest.mark.parametrize("count", [3, 6, 11])
def test_a_budget_that_is_half_spent_goes_on_to_the_same_bytes(tmp_path, monkeypatch, count):
    monkeypatch.setattr(run, "OFTEN", -1.0)
    ps.sweep(plan(), tmp_path / "whole", threads=1)
    real, calls = store.Path.replace, []

    def replace(self, target):
        calls.append(target)
        if len(calls) == count:
            raise Killed
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(store.Path, "replace", replace)
        with pytest.raises(Killed):
            ps.sweep(plan(), tmp_path / "killed", threads=1)
    ps.sweep(plan(), tmp_path / "killed", resume=True, threads=1)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")


@pytest.mark.parametrize("harm", ["lost", "damaged"])
def test_rounds_that_are_not_known_any_more_are_found_again(tmp_path, harm):
    ps.sweep(plan(), tmp_path, threads=1)
    before = tables(tmp_path)
    log = tmp_path / effort.LOG
    log.unlink() if harm == "lost" else log.write_text("{")
    ps.sweep(plan(), tmp_path, threads=1)
    assert tables(tmp_path) == before


def test_a_finished_budget_is_shown_at_once(tmp_path, monkeypatch):
    first = ps.sweep(plan(), tmp_path, threads=1)
    monkeypatch.setattr(run, "worked_out", lambda *args: pytest.fail("worked out again"))
    again = ps.sweep(plan(), tmp_path, threads=1)
    assert (again.cached, again.new, again.effort) == (3, 0, first.effort)


def test_cells_that_always_agree_are_told(tmp_path):
    """Where nobody may stick below 15, stick-14 and stick-15 are one: no deals are spent on telling them apart."""
    this = plan(axes={"punter": ["stick-14", "stick-15"]}, fixed={"punters": 1, "set.min_stick": 15})
    told = ps.sweep(this, tmp_path, threads=1).effort
    assert (told["rounds"], told["spent"], told["undecided"]) == (1, 120, 0)


def test_cells_that_never_differed_in_many_deals_are_taken_for_alike(tmp_path, monkeypatch):
    monkeypatch.setattr(effort, "ALIKE", 200)
    this = plan(axes={"set.bank_passes": ["never", "sale"]}, compare="set.bank_passes", fixed={"punters": 1})
    told = ps.sweep(this, tmp_path, threads=1).effort
    assert (told["rounds"], told["spent"], told["undecided"]) == (3, 480, 0)


def test_each_line_is_told_by_itself(tmp_path):
    this = plan(axes={**SMALL["axes"], "banker": ["stick-16", "stick-18"]}, budget=1200)
    told = ps.sweep(this, tmp_path, threads=1).effort
    assert [line["where"] for line in told["lines"]] == ["banker=stick-16", "banker=stick-18"]
    assert told["spent"] <= 1200


def test_who_is_out_stays_out():
    """Cells whose sums are written down: one far worse, one near the best."""
    cells, _ = cells_of(plan())
    rng = np.random.default_rng(1)
    noise = rng.integers(-3, 4, 32)

    def part(cell):
        gains = noise + {0: rng.integers(0, 2, 32), 1: rng.integers(0, 2, 32), 2: 40}[cell.place]
        batches = [[10, 10, int(gain), 10, 10] for gain in gains]
        rows = [{"measure": "bank_edge_per_initial_stake", "value": 0.0, "standard_error": 0.1, "deals": 320}]
        return {"method": "mc", "batches": batches, "unit": 1, "rows": rows}

    following = next_round(plan(budget=10_000), cells, part, Round((320, 320, 320)), 1)
    assert following == Round((640, 640, 320), frozenset({2}))
    (verdict,) = look(plan(), cells, part, following.out, 2)
    assert 2 not in (verdict.best, *verdict.contested, *verdict.worse)
    short = next_round(plan(budget=1060), cells, part, Round((320, 320, 320)), 1)
    assert short.deals == (370, 370, 320)
    assert next_round(plan(budget=960), cells, part, Round((320, 320, 320)), 1) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"compare": None}, "give both"),
        ({"budget": None}, "give both"),
        ({"compare": "puntr"}, "is no axis (did you mean 'punter'?)"),
        ({"precision": 0.1}, "precision says itself"),
        ({"method": "exact"}, "play no deals"),
        ({"cards": "own"}, "cards of their own"),
        ({"command": "series", "method": "auto"}, "cannot be gone on with"),
        ({"budget": "lots"}, "is no whole number"),
        ({"budget": 100}, "3 cells of 60 deals take more than the budget of 100"),
    ],
)
def test_a_budget_that_says_nothing_is_refused(tmp_path, changes, message):
    with pytest.raises(OptionError, match=re.escape(message)):
        ps.sweep(plan(**changes), tmp_path)


def test_a_budget_is_surveyed_and_told(tmp_path):
    this = plan(budget="2k", deals=None)
    told = survey(this)
    assert (told["budget"], told["deals_in_all"]) == (2000, 2000)
    file = tmp_path / "plan.toml"
    file.write_text(
        'title = "T"\nmethod = "mc"\nbudget = 300\ndeals = 50\ncompare = "punter"\n'
        '[axes]\npunter = ["stick-16..17"]\n[fixed]\npunters = 1\n'
    )
    shown = CliRunner().invoke(pontoon, ["sweep", str(file), "--out", str(tmp_path / "run"), "--quiet"])
    assert shown.exit_code == 0, shown.output
    assert re.search(r"300 of 300 deals played, in \d rounds", shown.output)
    assert "the best punter in 0 of 1 lines" in shown.output
    assert "may be better" in shown.output


@pytest.mark.compiled
def test_the_best_is_told_with_the_confidence_that_is_asked_for(tmp_path, monkeypatch):
    """Many seeds: the answer is the exact best but for a few, and takes far fewer deals than it is given."""
    monkeypatch.setattr(shared, "CHUNK", 8192)
    monkeypatch.setattr(shared, "BATCHES", 64)
    values = ["stick-15", "stick-19", "stick-20"]
    exact = [ps.edge(punters=1, punter=name, method="exact").bank_edge["per_initial_stake"].value for name in values]
    this = plan(axes={"punter": values}, budget="2M", deals=1000, replicates=20, confidence=0.9)
    told = ps.sweep(this, tmp_path).effort
    known = [line for line in told["lines"] if not line["open"]]
    assert len(known) == 20
    wrong = sum(line["best"] != values[int(np.argmin(exact))] for line in known)
    assert wrong <= 5  # of 2 that may be: 1 in 90 by chance
    assert told["spent"] < 2_000_000 / 2
