"""Experiments on what the other commands measure: every cell is what the command itself says."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from command_line import environment
from measured_cells import measured, plan

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.effects_result import Effect, EffectsResult, Worth
from pontoon_sim.errors import OptionError
from pontoon_sim.recall.result import BANKER, bank_row, punter_row
from pontoon_sim.simulate import Interrupted
from pontoon_sim.study import kinds, run
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.experiment import experiment
from pontoon_sim.study.measures import effects_rows
from pontoon_sim.study.options import OWN
from pontoon_sim.study.result import pooled


def same(row, one) -> bool:
    """Whether a row tells that figure."""
    told = None if pd.isna(row.standard_error) else row.standard_error
    return (row.value, told) == (one.value, one.standard_error)


# ---- Each command.


def test_cells_of_bank(tmp_path):
    this = plan("bank", {"sale_every": ["3"]}, deals=60, punters=1, evening=4, **{"set.bank_passes": "sale"})
    found = measured(tmp_path, this, sale_every="3")
    rules = ps.rules("pagat", bank_passes="sale")
    alone = ps.bank(rules, punters=1, deals=60, evening=4, sale_every=3, seed=1, threads=1)
    assert same(found.loc[("gain_per_deal", 0)], alone.gain[0])
    assert same(found.loc[("takes_bank_next", 1)], alone.takes[0])
    assert same(found.loc[("tenure_mean", 0)], alone.tenure.mean)
    assert same(found.loc[("price_evening_4", 0)], alone.evenings[0].price)
    assert found.loc[("fresh_per_deal", 0)].method == alone.fresh.method
    assert found.loc[("bank_edge_per_deal", 0)].value == alone.as_played.per_deal.value


def test_cells_of_series(tmp_path):
    this = plan("series", {"length": ["2..3"], "first_banker": ["named", "rules"]}, deals=60, punters=2)
    found = measured(tmp_path, this, length="3", first_banker="rules")
    alone = ps.series(punters=2, deals=3, series=20, first_banker="rules", seed=1, threads=1)
    for seat, one in enumerate(alone.win_probability):
        row = found.loc[("win_probability", seat)]
        assert same(row, one)
        up, _, down = row["sum"].partition("/")
        assert int(up) / int(down or 1) / int(row["of"]) == pytest.approx(row.value)
    assert same(found.loc[("shared", 0)], alone.shared)
    assert same(found.loc[("winning_total_mean", 0)], alone.winning_mean)
    assert found.deals.unique().tolist() == [60]


def test_cells_of_memory(tmp_path, monkeypatch):
    """Tables that are not played, for that takes long: sums of sittings that are written down."""
    rng = np.random.default_rng(1)
    sittings = {kind: rng.integers(1, 9, (5, 9)) for kind in ("nothing", "counts", "composition")}

    def row(self, step):
        rows = sittings[step.kind]
        if step.who == BANKER:
            return bank_row(step.kind, rows)
        return punter_row(step.kind, step.spread, rows, rows if step.kind != "nothing" else None)

    monkeypatch.setattr("pontoon_sim.recall.worth._Work.row", row)
    given = {"punters": 1, "punter": "stick-16", "busts": "hidden"}
    one = measured(tmp_path / "one", plan("memory", {"kind": ["counts"], "spread": ["1-1"]}, deals=500, **given))
    alone = ps.memory(**given, spread="1-1", kind="counts", deals=500, seed=1)
    assert same(one.loc[("gain", 1)], alone.row("counts").gain)
    assert same(one.loc[("ev_per_deal_nothing", 1)], alone.row("nothing").ev["per_deal"])
    all_ = measured(tmp_path / "all", plan("memory", {"spread": [["1-1", "1-2"]]}, deals=500, **given))
    alone = ps.memory(**given, spread=["1-1", "1-2"], deals=500, seed=1)
    assert same(all_.loc[("gain_composition_1-2", 1)], alone.row("composition", "1-2").gain)
    assert same(all_.loc[("ev_per_deal_composition", 0)], alone.row("composition", who=BANKER).ev["per_deal"])
    assert all_.deals.to_list()[0] == int(sittings["nothing"][:, 0].sum())


def test_cells_of_shoot(tmp_path):
    found = measured(tmp_path, plan("shoot", {"shoot": ["none", "A=1/2"]}, deals=50, punters=1), shoot="A=1/2")
    alone = ps.shoot(punters=1, shoot="A=1/2", deals=50, seed=1, threads=1)
    assert same(found.loc[("bank_all_per_initial_stake", 0)], alone.figures.bank["all"]["per_initial_stake"])
    assert same(found.loc[("gain_on_shots", 1)], alone.figures.seats[0].gain)
    assert found.loc[("kitty_mean", 0)].value == alone.figures.kitty["mean"]
    assert found.loc[("exact_gain_alone", 1)].method == "exact"


def test_cells_of_purse(tmp_path):
    this = plan("purse", {"stakes": ["min", "martingale"]}, sessions=40, length="5", punters=1, purse=4)
    found = measured(tmp_path, this, stakes="martingale")
    alone = ps.purse(punters=1, purse=4, length=5, sessions=40, stakes="martingale", seed=1, threads=1)
    player = alone.players[0]
    ruin = found.loc[("ruin", 1)]
    assert (ruin.value, ruin.low95) == (player["ruin"]["value"], player["ruin"]["interval95"][0])
    assert int(ruin["sum"]) / int(ruin["of"]) == ruin.value
    assert found.loc[("result_50%", 1)].value == player["result"]["quantiles"]["50"]["value"]
    assert found.loc[("mean_result", 1)].value == player["result"]["value"]
    assert ("purse_95%_5", 1) in found.index


@pytest.mark.slow
@pytest.mark.compiled
def test_cells_of_effects(tmp_path):
    this = plan("effects", {"field": ["pontoon_pays"]}, punters=1, target=0)
    found = measured(tmp_path, this)
    alone = ps.effects(punters=1, fields="pontoon_pays", target=0.0)
    for row in alone.rows:
        told = found.loc[(f"change_kept_per_initial_stake:pontoon_pays={row.value}", 0)]
        assert told.value == row.kept.minus(alone.base.kept).per_initial_stake
        assert told.method == "exact"
    assert found.loc[("bank_edge_per_initial_stake", 0)].value == alone.base.reoptimised.per_initial_stake


def test_rows_of_effects_name_the_change():
    """Of a result that is written down, for finding one takes long."""
    base = Effect("", None, Worth(0.5, 0.25), Worth(0.4, 0.2), "stick-17")
    exact = Effect("pontoon_pays", 3, Worth(0.3, 0.15), Worth(0.2, 0.1), "stick-16")
    sampled = Effect("burn", 13, Worth(0.5, 0.3, "mc", 0.01), Worth(0.4, 0.2), "stick-17")
    found = EffectsResult(
        rules=ps.rules("pagat"), punters=2, punter="optimal", banker="stick-17", stakes="min", base=base,
        rows=(exact, sampled), target=0.0, fair=(("pontoon_pays", 4.5),), left_out={}, complete=True, elapsed_s=0.0,
    )  # fmt: skip
    rows = {row["measure"]: row for row in effects_rows(found)}
    assert rows["bank_edge_per_initial_stake"]["value"] == 0.2
    assert rows["bank_edge_kept_per_deal"]["value"] == 0.5
    assert rows["change_kept_per_initial_stake:pontoon_pays=3"]["value"] == pytest.approx(-0.1)
    assert rows["change_reoptimised_per_deal:pontoon_pays=3"]["method"] == "exact"
    told = rows["change_kept_per_initial_stake:burn=13"]
    assert (told["method"], told["standard_error"]) == ("mc", 0.01)
    assert rows["fair_payout:pontoon_pays"]["value"] == 4.5


# ---- What is refused before anything is played.


@pytest.mark.parametrize(
    ("command", "axes", "fixed", "message"),
    [
        ("bank", {"pack": ["fresh"]}, {}, "did you mean 'packs'?): it belongs to command = 'edge' or 'shoot'"),
        ("series", {"lenght": [3]}, {}, "did you mean 'length'?"),
        ("series", {"length": [0]}, {}, "deals=0 is not allowed"),
        ("series", {"length": ["many"]}, {}, "length: 'many' is no whole number"),
        ("series", {"first_banker": ["anybody"]}, {}, "first_banker='anybody' is not known"),
        ("series", {"length": [3]}, {"deals": 9, "series": 3}, "leave one of them out"),
        ("purse", {"moving": ["yes"]}, {}, "write true or false"),
        ("purse", {"gather": ["hands"]}, {}, "gathered in no order"),
        ("purse", {"stakes": ["martingal"]}, {}, "martingal"),
        ("memory", {"kind": ["everything"]}, {"punter": "stick-16"}, "everything"),
        ("shoot", {"top_up": [-1]}, {"shoot": "none"}, "-1"),
        ("effects", {"field": ["min_stik"]}, {}, "did you mean 'min_stick'?"),
        ("effects", {"target": ["high"]}, {}, "which is no number"),
        ("effects", {"punter": ["stick-99"]}, {"field": "min_stick"}, "stick-99"),
        ("effects", {"field": ["min_stick"]}, {"deals": 100}, "leave deals out"),
        ("shot", {"punter": ["stick-15"]}, {}, "'edge', 'bank', 'series'"),
    ],
)
def test_what_a_command_does_not_take_is_refused(command, axes, fixed, message):
    with pytest.raises(OptionError, match=re.escape(message)):
        cells_of(plan(command, axes, **fixed))


@pytest.mark.parametrize(
    ("said", "message"),
    [({"method": "exact"}, "not all exact"), ({"precision": 0.1}, "cannot end at a precision")],
)
def test_what_only_edges_know_is_refused(said, message):
    with pytest.raises(OptionError, match=message):
        experiment({"title": "T", "command": "bank", "axes": {"punters": [1]}, **said})


@pytest.mark.parametrize(
    ("command", "base", "others"),
    [
        ("bank", {"set.bank_passes": "sale"}, {"evening": 3, "sale_every": 2, "banker": "stick-16"}),
        ("series", {"series": 9}, {"length": 3, "series": 5, "first_banker": "rules", "gather": "mixed"}),
        ("shoot", {"shoot": "none"}, {"shoot": "A=1/2", "top_up": 5, "pack": "fresh"}),
        ("purse", {}, {"purse": 50, "length": 7, "sessions": 3, "target": 500, "pack": "continue", "moving": True}),
    ],
)
def test_every_option_of_a_command_is_heard(command, base, others):
    """Each changes what its function is asked, and with it the name of the cell."""

    def digest(**fixed):
        (cell,), _ = cells_of(plan(command, {"punters": [2]}, **{**base, **fixed}))
        return cell.digest

    assert len({digest(), *(digest(**{name: value}) for name, value in others.items())}) == 1 + len(others)
    assert set(OWN[command]) - set(others) <= {"bold", "bold_series", *base}


def test_a_file_of_a_policy_is_part_of_its_cell(tmp_path):
    file = tmp_path / "stakes.csv"
    file.write_text("hand,stake\n*,1\n")

    def digest():
        return kinds.digest_of("purse", ps.rules("pagat"), {"stakes": [str(file)]})

    before = digest()
    file.write_text("hand,stake\n*,2\n")
    assert digest() != before


# ---- What is kept.


def tables(folder):
    parts = {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}
    return {name: (folder / name).read_bytes() for name in ("cells.csv", "cells.parquet")} | parts


def test_a_run_of_another_command_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    this = plan("series", {"length": ["2..4"]}, deals=40, punters=1)
    ps.sweep(this, tmp_path / "whole", threads=1)
    real, asked = kinds.Kind.worked_out, []

    def stopped(self, *args):
        asked.append(args)
        if len(asked) == 2:
            raise Interrupted(None)
        return real(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(kinds.Kind, "worked_out", stopped)
        assert not ps.sweep(this, tmp_path / "run", threads=1).complete
    result = ps.sweep(this, tmp_path / "run", resume=True, threads=1)
    assert (result.cached, result.new) == (1, 2)
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")
    assert "played anew" in json.loads((tmp_path / "run" / "manifest.json").read_text())["resumption"]


def test_a_command_that_is_interrupted_leaves_no_cell(tmp_path, monkeypatch):
    this = plan("series", {"length": [2]}, deals=40, punters=1)

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pontoon_sim.contest.run.simulate", interrupt)
    found = ps.sweep(this, tmp_path, threads=1)
    assert (found.complete, found.cached, found.new) == (False, 0, 0)
    assert not list((tmp_path / "parts").glob("*.json"))


# ---- Replicates.

TWICE = {"title": "R", "method": "mc", "deals": 50, "replicates": 3, "axes": {"punters": [1, 2]}}


def test_replicates_have_seeds_of_their_own_the_same_next_time(tmp_path):
    this = experiment(TWICE)
    table = ps.sweep(this, tmp_path, threads=1).to_frame()
    told = json.loads((tmp_path / "manifest.json").read_text())
    assert told["seeds"] == this.seeds() == experiment(TWICE).seeds()
    assert this.seeds()[:2] == experiment({**TWICE, "replicates": 2}).seeds()
    edges = table[(table.measure == "bank_edge_per_deal") & (table.punters == "2")]
    assert edges.replicate.tolist() == [1, 2, 3]
    assert edges.value.nunique() == 3
    series = experiment({**TWICE, "command": "series", "method": "auto"})
    found = ps.sweep(series, tmp_path / "series", threads=1).to_frame().set_index(["measure", "seat"])
    alone = ps.series(punters=1, series=6, seed=this.seeds()[1])
    chosen = found[(found.punters == "1") & (found.replicate == 2)]
    assert same(chosen.loc[("win_probability", 0)], alone.win_probability[0])


def test_pictures_show_the_mean_of_replicates(tmp_path):
    this = experiment({**TWICE, "plots": [{"kind": "lines", "x": "punters"}]})
    table = ps.sweep(this, tmp_path, threads=1).to_frame()
    one = table[(table.measure == "bank_edge_per_deal") & (table.punters == "1")]
    row = pooled(this, table).set_index(["measure", "punters"]).loc[("bank_edge_per_deal", "1")]
    assert row.value == pytest.approx(one.value.mean())
    assert row.standard_error == pytest.approx((one.standard_error**2).sum() ** 0.5 / 3)
    assert row.high95 - row.value == pytest.approx(1.959964 * row.standard_error)
    assert row.deals == 150
    assert "replicate" not in pooled(this, table)
    first, *_ = ps.report(tmp_path).read_text(encoding="utf-8").split("</table>")
    assert first.count("<tr>") == 1 + 2
    same_table = pooled(experiment({**TWICE, "replicates": None}), table)
    assert same_table is table


def test_a_plot_of_another_command_says_its_measure(tmp_path):
    said = {"title": "P", "command": "series", "deals": 20, "axes": {"length": [2]}, "fixed": {"punters": 1}}
    with pytest.raises(OptionError, match="give it one, such as 'win_probability'"):
        experiment({**said, "plots": [{"kind": "bars", "x": "length"}]})
    file = tmp_path / "plan.toml"
    text = 'title = "P"\ncommand = "series"\ndeals = 20\n[axes]\nlength = [2]\n[fixed]\npunters = 1\n[[plots]]\n'
    args = ["sweep", str(file), "--quiet", "--out", str(tmp_path / "run")]
    file.write_text(text + 'kind = "bars"\nx = "length"\nmeasure = "win_probabilty"\n')
    refused = CliRunner().invoke(pontoon, args)
    assert "which no cell has (did you mean 'win_probability'?)" in refused.output
    file.write_text(text + 'kind = "bars"\nx = "length"\nmeasure = "win_probability"\n')
    assert CliRunner().invoke(pontoon, [*args, "--force"]).exit_code == 0
    assert (tmp_path / "run" / "figures" / "bars-length-win_probability.svg").exists()


def test_what_is_exact_is_worked_out_once(tmp_path, monkeypatch):
    calls = []
    real = run.worked_out

    def counted(*args):
        calls.append(args)
        return real(*args)

    monkeypatch.setattr(run, "worked_out", counted)
    monkeypatch.setattr(run, "differences", lambda *_: [])
    monkeypatch.setattr("pontoon_sim.study.work._exactly", lambda cell: None if cell.punters == 2 else EXACT)
    monkeypatch.setattr("pontoon_sim.study.work.rows", lambda *_: [])
    ps.sweep(experiment({**TWICE, "method": "auto"}), tmp_path, threads=1)
    assert len(calls) == 1 + 3


EXACT = object()


def test_the_command_takes_replicates_and_force(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('title = "T"\ncommand = "purse"\ndeals = 50\n[axes]\npurse = [5, "10"]\n[fixed]\nlength = 5\n')
    args = ["sweep", str(file), "--out", str(tmp_path / "run"), "--quiet"]
    dry = json.loads(CliRunner().invoke(pontoon, [*args, "--replicates", "2", "--dry-run", "--json"]).stdout)
    assert [cell["values"]["replicate"] for cell in dry["cells"]] == [1, 2, 1, 2]
    assert (dry["command"], dry["resumable"], dry["deals_in_all"]) == ("purse", False, 200)
    assert len(set(dry["seeds"])) == 2
    listed = CliRunner().invoke(pontoon, [*args, "--dry-run"])
    assert listed.exit_code == 0, listed.output
    assert "2 of them, 100 deals in all" in listed.output
    shown = CliRunner().invoke(pontoon, [*args, "--replicates", "2"])
    assert shown.exit_code == 0, shown.output
    assert "ruin" in shown.output
    other = CliRunner().invoke(pontoon, args)
    assert other.exit_code == 2
    assert "holds another experiment's run" in other.output
    assert "--force" in other.output
    forced = CliRunner().invoke(pontoon, [*args, "--force"])
    assert forced.exit_code == 0, forced.output
    assert "2 cells: 0 cached, 2 new." in forced.output
    assert len(list((tmp_path / "run" / "parts").glob("*.json"))) == 2
    both = CliRunner().invoke(pontoon, [*args, "--force", "--resume"])
    assert "leave one of them out" in both.output


def test_a_reader_who_leaves_early_is_no_fault(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('title = "T"\nmethod = "mc"\ndeals = 20\n[axes]\npunter = ["stick-15..16"]\n')
    code = "import sys; sys.stdout.write(sys.stdin.readline())"
    sweep = subprocess.Popen(
        [sys.executable, "-m", "pontoon_sim", "sweep", str(file), "--out", str(tmp_path / "run"), "--csv", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(None),
    )
    head = subprocess.run([sys.executable, "-c", code], stdin=sweep.stdout, capture_output=True, check=True)
    sweep.stdout.close()
    told = sweep.stderr.read()
    sweep.wait()
    sweep.stderr.close()
    assert head.stdout.startswith(b"punter,seat,measure,value")
    assert b"Traceback" not in told
