"""The matrix of all rule systems: its rows in results/, recomputed and compared with the edges one by one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from command_line import run, strict

import pontoon_sim as ps
from pontoon_sim.rule_matrix import PLAYS, matrix

pytestmark = pytest.mark.compiled
KEPT = Path(__file__).parent.parent / "results" / "matrix.csv"


def kept() -> list[dict[str, str]]:
    with KEPT.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", ["pontoon-2011", "casino-rtg"])
def test_the_results_are_what_comes_out(name):
    rows = [row for row in kept() if row["rules"] == name]
    found = matrix([name]).entries
    assert [(one.play, one.punter, one.banker, one.stakes) for one in found] == [
        (row["play"], row["punter"], row["banker"], row["stakes"]) for row in rows
    ]
    for one, row in zip(found, rows, strict=True):
        assert one.per_initial_stake == pytest.approx(float(row["per_initial_stake"]), abs=1e-9)


def test_the_results_hold_every_system_and_every_player():
    rows = kept()
    assert {row["rules"] for row in rows} == set(ps.preset_names())
    assert len(rows) == len(ps.preset_names()) * 2 * len(PLAYS)
    for name in ps.preset_names():
        edges = [float(row["per_deal"]) for row in rows if row["rules"] == name]
        for naive, threshold, best, both in (edges[:4], edges[4:]):
            assert naive >= threshold - 1e-12 >= best - 1e-12  # each plays at least as well as the one before
            assert both >= best - 1e-12  # and the banker at least as well as sticking on 17


def test_rows_are_the_edges_that_the_edge_command_gives():
    for row in kept():
        if row["rules"] in ("pagat", "vingt-un-1850") and row["stakes"] == "min":
            edge = ps.edge(row["rules"], punters=1, punter=row["punter"], banker=row["banker"], method="exact")
            assert edge.bank_edge["per_deal"].value == pytest.approx(float(row["per_deal"]), abs=1e-9)


def test_the_command():
    told = strict(run("matrix", "--rules", "vingt-un-1800", "--json").stdout)
    assert told["schema"] == "pontoon.matrix/1"
    assert len(told["rows"]) == 2 * len(PLAYS)
    text = run("matrix", "--rules", "casino-rtg").stdout
    assert "+0.4274" in text
    assert "stick-17/18" in text
