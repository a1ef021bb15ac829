"""Pictures of how the figures of a command settle."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.convergence import Settling
from pontoon_sim.cli.group import pontoon
from pontoon_sim.estimate import bank_edge


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch):
    for module in ("simulate", "side_by_side.same_cards"):
        monkeypatch.setattr(f"pontoon_sim.{module}.CHUNK", 40)


def test_marks_are_the_figures_of_as_many_deals_and_the_last_stays(tmp_path):
    settling, seen = Settling(str(tmp_path / "e.svg"), 0.9), []
    watch = settling.watching(lambda tally: {"pagat": bank_edge(tally)["per_initial_stake"]}, seen.append)
    result = ps.edge(punters=1, deals=270, seed=1, threads=1, watch=watch)
    marks = settling.marks["pagat"]
    assert [mark[0] for mark in marks] == [40, 80, 120, 160, 240, 270]
    assert len(seen) == 7  # each chunk was handed on
    last = result.bank_edge["per_initial_stake"]
    assert marks[-1] == [270, last.value, last.standard_error]
    assert marks[1][1] == ps.edge(punters=1, deals=80, seed=1).bank_edge["per_initial_stake"].value
    settling.draw("T", "bank_edge_per_initial_stake", "rules")
    assert (tmp_path / "e.svg").read_bytes().startswith(b"<?xml")


def test_nothing_is_gathered_where_no_picture_is_asked_for():
    settling = Settling(None, 0.95)
    assert settling.watching(lambda tally: {}, print) is print
    settling.draw("T", "bank_edge_per_initial_stake", "rules")


@pytest.mark.parametrize("command", [["edge", "--rules", "pagat", "--rules", "shoot"], ["compare"]])
def test_commands_draw_it(tmp_path, command):
    path = tmp_path / "settled.png"
    given = [*command, "--punters", "1", "--deals", "200", "--seed", "1", "--quiet", "--convergence", str(path)]
    done = CliRunner().invoke(pontoon, given)
    assert done.exit_code == 0, done.output
    assert path.read_bytes().startswith(b"\x89PNG")


def test_what_does_not_settle_is_refused():
    done = CliRunner().invoke(pontoon, ["edge", "--method", "exact", "--convergence", "e.svg"])
    assert done.exit_code == 2
    assert "An exact edge does not settle" in done.output
    done = CliRunner().invoke(pontoon, ["compare", "--convergence", "e.doc"])
    assert "end its name in .png, .svg or .pdf" in done.output
