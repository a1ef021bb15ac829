"""Cells on the same cards: their differences, and whether the errors of these are right."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd
import pytest

import pontoon_sim as ps
from pontoon_sim.estimate import DENOMINATORS
from pontoon_sim.simulate import simulate
from pontoon_sim.study import shared
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.differences import aligned, differences
from pontoon_sim.study.experiment import Experiment, experiment
from pontoon_sim.study.shared import COUNTED, GAIN, ORDERS, SharedSetting

SMALL = {
    "title": "Shared",
    "deals": 300,
    "method": "mc",
    "axes": {"punter": ["stick-15", "stick-16", "stick-18"]},
    "fixed": {"punters": 2},
}


def plan(**changes) -> Experiment:
    return experiment({**SMALL, **changes})


def setting(rules="pagat", punters=2, punter="stick-16", **changes) -> SharedSetting:
    system = ps.rules(rules, **changes)
    return SharedSetting(system, punters, ps.policy.build.seated(system, punters, punter).packed())


def tables(folder):
    parts = {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}
    names = ("cells.csv", "cells.parquet", "differences.csv", "differences.parquet")
    return {name: (folder / name).read_bytes() for name in names} | parts


# ---- The same cards.


def test_cells_and_differences_are_what_compare_says(tmp_path):
    result = ps.sweep(plan(), tmp_path, threads=1)
    alone = ps.compare(punter=SMALL["axes"]["punter"], punters=2, deals=300, seed=1, threads=1)
    edges = result.to_frame().query("measure == 'bank_edge_per_initial_stake'")
    assert edges.value.tolist() == [arm.bank_edge["per_initial_stake"].value for arm in alone.arms]
    table = result.differences_frame().query("measure == 'bank_edge_per_deal'").set_index(["against", "a", "b"])
    for a, b in ((0, 1), (1, 2)):
        found, known = table.loc[("neighbour", alone.names[a], alone.names[b])], alone.between(a, b).per_deal
        assert found.difference == pytest.approx(known.value, abs=1e-12)
        assert found.standard_error == pytest.approx(known.standard_error, rel=0.35)  # by 64 batches, not by deals
        assert found.low95 < found.difference < found.high95
        assert found.simultaneous_low95 < found.low95
    assert table.loc["best"].index.get_level_values("a").nunique() == 1
    assert (pd.read_csv(tmp_path / "differences.csv").difference == result.differences_frame().difference).all()


def test_cells_of_other_rules_and_numbers_of_hands_play_the_same_orders():
    """What a hand gets is no matter of what others take, nor of the rules: who buys gets the cards of who does not."""
    one, other = (setting(punter=name, punters=1).play(1, 0, 128) for name in ("stick-16", "buy-16"))
    assert [row[COUNTED] for row in one.batches] == [row[COUNTED] for row in other.batches]
    naturals = [tally.outcomes()["pontoon"] for tally in (one, other)]
    assert naturals[0] == naturals[1]
    assert one.bank_outcomes()["pontoon"] == other.bank_outcomes()["pontoon"]


@pytest.mark.parametrize(
    ("punters", "changes"),
    [(10, {"packs": 1}), (2, {"brulet": "levy"}), (1, {"max_cards": "none", "five_card_trick": "none"})],
    ids=["no room for places", "brulet", "any number of cards"],
)
def test_deals_without_places_are_counted_too(punters, changes):
    made = setting(punters=punters, **changes)
    tally = made.play(3, 0, 40)
    assert tally.deals + tally.voided == sum(row[ORDERS] for row in tally.batches) == 40
    assert sum(row[GAIN] for row in tally.batches) == tally.gain


def test_deals_that_run_out_of_cards_are_played_on_with_used_ones(monkeypatch):
    """Every deal in which the places do not last is dealt again from a ring, and none is left out."""
    again = []
    real = shared.run_ring

    def counted(*args):
        again.append(args)
        return real(*args)

    monkeypatch.setattr(shared, "run_ring", counted)
    places = shared.places_pack
    monkeypatch.setattr(shared, "places_pack", lambda *given: places(*given)._replace(size=9, block=3))
    tally = setting(punter="stick-19").play(1, 0, 20)
    assert 0 < len(again) < 20
    assert (tally.deals, tally.voided) == (20, 0)


# ---- Batches.


def test_batches_are_added_up_when_they_become_many(monkeypatch):
    monkeypatch.setattr(shared, "CHUNK", 16)
    monkeypatch.setattr(shared, "BATCHES", 4)
    plain = simulate(setting(), 200, 1)
    monkeypatch.setattr(shared, "MOST", 8)
    folded = simulate(setting(), 200, 1)
    assert len(plain.batches) == 12 * 4 + 4
    assert len(folded.batches) <= 8
    assert (plain.sums, plain.deals) == (folded.sums, folded.deals)
    assert np.sum(folded.batches, axis=0).tolist() == np.sum(plain.batches, axis=0).tolist()
    joined = aligned([np.array(plain.batches), np.array(folded.batches)])
    assert joined[0].tolist() == joined[1].tolist()
    assert len(joined[0]) == len(folded.batches)


def test_cells_of_unlike_length_are_compared_by_what_both_played():
    long, short = np.array([[4, 4, 1, 4, 4]] * 5), np.array([[8, 7, 2, 8, 8], [8, 8, 3, 8, 8]])
    one, other = aligned([long, short])
    assert one[:, ORDERS].tolist() == other[:, ORDERS].tolist() == [8, 8]
    assert one[:, GAIN].tolist() == [2, 2]
    assert all(len(found) == 0 for found in aligned([long, np.array([[7, 7, 0, 7, 7]])]))


def test_cells_are_extended_to_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(shared, "CHUNK", 100)
    monkeypatch.setattr(shared, "MOST", 100)
    monkeypatch.setattr("pontoon_sim.study.run.OFTEN", -1.0)
    ps.sweep(plan(), tmp_path / "whole", deals=450, threads=1)
    ps.sweep(plan(), tmp_path / "grown", deals=230, threads=2)
    ps.sweep(plan(), tmp_path / "grown", deals=450, resume=True, threads=2)
    assert tables(tmp_path / "grown") == tables(tmp_path / "whole")


# ---- Differences.


def test_two_long_cells_are_compared_by_all_that_both_played():
    """Whatever others of their line have not played."""
    cells, _ = cells_of(plan())
    rng = np.random.default_rng(1)

    def part(cell):
        count = 4 if cell.place == 2 else 40
        gains = rng.integers(0, 9, count)
        made = [
            {
                "measure": f"bank_edge_{name}",
                "value": float(gains.mean()) / 10,
                "standard_error": 0.1,
                "deals": 10 * count,
            }
            for name in DENOMINATORS
        ]
        batches = [[10, 10, int(gain), 10, 10] for gain in gains]
        return {"method": "mc", "batches": batches, "unit": 1, "rows": made}

    parts = [part(cell) for cell in cells]
    rows = [row for row in differences(plan(), cells, lambda cell: parts[cell.place]) if row["against"] == "neighbour"]
    assert [row["deals"] for row in rows] == [400, 40] * 3
    assert rows[0]["difference"] == pytest.approx(parts[0]["rows"][0]["value"] - parts[1]["rows"][0]["value"])


def test_a_map_of_two_axes_has_lines_along_both(tmp_path):
    this = plan(axes={"punter": ["stick-15..16"], "punters+stakes": [[1, "min"], [2, "max"]]}, fixed={}, replicates=2)
    table = ps.sweep(this, tmp_path, threads=1).differences_frame().query("measure == 'bank_edge_per_deal'")
    along = table[table.against == "neighbour"]
    assert along.groupby("axis", sort=False).size().to_dict() == {"punter": 4, "punters+stakes": 4}
    row = along[along.axis == "punters+stakes"].iloc[0]
    assert (row.a, row.b, row.punter, row.stakes, row.replicate) == ("1, min", "2, max", "stick-15", "", 1)


def test_the_banker_is_best_where_he_gains_most(tmp_path):
    this = plan(axes={"banker": ["stick-13", "stick-17", "stick-20"]}, deals=600)
    result = ps.sweep(this, tmp_path, threads=1)
    edges = result.to_frame().query("measure == 'bank_edge_per_deal'")
    best = result.differences_frame().query("against == 'best' and measure == 'bank_edge_per_deal'")
    assert best.a.unique().tolist() == [edges.banker.iloc[edges.value.argmax()]]
    assert (best.difference >= 0).all()


def test_cards_of_their_own_are_what_edge_plays(tmp_path):
    result = ps.sweep(plan(cards="own"), tmp_path, threads=1)
    row = result.to_frame().query("measure == 'bank_edge_per_deal' and punter == 'stick-18'").iloc[0]
    assert (
        row.value
        == ps.edge(punters=2, punter="stick-18", deals=300, seed=1, variance="plain").bank_edge["per_deal"].value
    )
    table = result.differences_frame().query("measure == 'bank_edge_per_deal'")
    assert table.variance_ratio.to_numpy() == pytest.approx(np.ones(len(table)))


@pytest.mark.compiled
def test_differences_of_exact_cells_are_exact(tmp_path):
    table = ps.sweep(plan(method="auto"), tmp_path, threads=1).differences_frame()
    edges = [
        ps.edge(punters=2, punter=name, method="exact").bank_edge["per_initial_stake"].value
        for name in SMALL["axes"]["punter"]
    ]
    found = table.query("measure == 'bank_edge_per_initial_stake' and against == 'neighbour'")
    assert found.difference.tolist() == [edges[0] - edges[1], edges[1] - edges[2]]
    assert set(found.method) == {"exact"}
    assert found.standard_error.isna().all()
    assert found.told_apart.all()


@pytest.mark.compiled
def test_the_error_of_a_difference_is_right_and_far_below_that_of_two_runs(tmp_path):
    """Against the exact difference, over many seeds: the squares of its errors are chi-square; so are fewer than all
    outside of its interval."""
    seeds = 150
    this = plan(axes={"punter": ["stick-15", "stick-17"]}, deals=6400, replicates=seeds)
    table = ps.sweep(this, tmp_path).differences_frame()
    exact = [
        ps.edge(punters=2, punter=name, method="exact").bank_edge["per_initial_stake"].value
        for name in ("stick-15", "stick-17")
    ]
    found = table.query("measure == 'bank_edge_per_initial_stake' and against == 'neighbour' and axis == 'punter'")
    assert len(found) == seeds
    squares = (((found.difference - (exact[0] - exact[1])) / found.standard_error) ** 2).sum()
    expected = seeds * 63 / 61  # of Student's t with 63 degrees of freedom
    assert abs(squares - expected) < 4 * sqrt(2.2 * seeds)
    assert found.variance_ratio.mean() > 3


@pytest.mark.parametrize("cards", ["shared", "own"])
def test_a_cell_that_goes_on_with_less_than_a_chunk_keeps_its_whole_chunks_only(tmp_path, monkeypatch, cards):
    """What is kept to go on from must not hold the deals of the last chunk, which is not whole."""
    monkeypatch.setattr(shared, "CHUNK", 100)
    monkeypatch.setattr("pontoon_sim.simulate.CHUNK", 100)
    this = plan(axes={"punter": ["stick-16"]}, cards=cards)
    ps.sweep(this, tmp_path / "whole", deals=270, threads=1)
    for deals in (120, 150, 270):
        ps.sweep(this, tmp_path / "grown", deals=deals, resume=True, threads=1)
    assert tables(tmp_path / "grown") == tables(tmp_path / "whole")
