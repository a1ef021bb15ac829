"""``pontoon solve``: what it prints and writes, how it ends, and what it refuses."""

from __future__ import annotations

import csv
import io
import os
import signal

import pytest
from command_line import JIT_OFF, run, strict
from naive_solve import few_cards

from pontoon_sim.equilibrium import strategy
from pontoon_sim.equilibrium.learning import Learner

SHORT = ("solve", "--set", "max_hands=1", "--stakes-levels", "1", "--iterations", "4" if JIT_OFF else "30")


@pytest.fixture(autouse=True)
def pack(monkeypatch):
    """A few cards in place of a pack, where all runs as plain Python."""
    if JIT_OFF:
        monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards())


def test_a_table_for_readers():
    lines = run(*SHORT).stdout.splitlines()
    assert lines[0].startswith("Under pagat with max_hands=1 a punter gains")
    assert any(line.startswith("exploitability, half of what lies between") for line in lines)
    assert any(line.startswith("A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K  100.000 %") for line in lines)
    assert not any("splits" in line for line in lines)


def test_json_table_file_and_picture(tmp_path):
    play, picture, table = (tmp_path / name for name in ("play.npz", "course.svg", "stakes.csv"))
    told = strict(run(*SHORT, "--json", "--out", str(play), "--plot", str(picture), "--csv", str(table)).stdout)
    assert told["schema"] == "pontoon.solve/1"
    assert told["strategy_file"] == str(play)
    assert told["value"]["low"] <= told["value"]["punter_ev_per_deal"] <= told["value"]["high"]
    assert told["iterations"] == int(SHORT[-1])
    assert picture.read_bytes().startswith(b"<?xml")
    assert len(list(csv.DictReader(io.StringIO(table.read_text())))) == 13
    again = strict(run("solve", "--strategy", str(play), "--json", "--plot", str(picture)).stdout)
    assert again["value"]["low"] == pytest.approx(told["value"]["low"], abs=1e-5)
    assert again["iterations"] == told["iterations"]
    assert "--set" in run("solve", "--strategy", str(play), "--set", "min_stick=16", code=2).stderr


def test_doubles_and_a_precision_that_is_not_met():
    shown = run(
        "solve", "--rules", "vingt-un-1850", "--set", "max_cards=5", "--set", "stake_max=1", "--iterations", "1",
        "--precision", "1e-9", code=3,
    ).stdout  # fmt: skip
    assert "Banker's first" in shown
    assert "asked for, 1e-09, was not reached" in shown
    assert "doubles 1" in shown


def test_interrupted_it_tells_what_was_reached(monkeypatch):
    iterate = Learner.iterate

    def pressed(self):
        iterate(self)
        if self.iterations == 1:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Learner, "iterate", pressed)
    result = run("solve", "--stakes-levels", "1", "--json", code=130)
    told = strict(result.stdout)
    assert not told["complete"]
    assert told["iterations"] >= 1
    assert "Interrupted after" in result.stderr


@pytest.mark.compiled
def test_a_dealer_has_no_equilibrium_to_write(tmp_path):
    shown = run("solve", "--rules", "casino-rtg").stdout
    assert "A punter" not in shown
    assert "by the best play against the dealer" in shown.replace("\n", " ")
    assert "--plot" in run("solve", "--rules", "casino-rtg", "--plot", str(tmp_path / "a.svg"), code=2).stderr


@pytest.mark.parametrize("levels", ["one", "1,x", "0", "7"])
def test_levels_that_are_none(levels):
    assert "ends, all" in run("solve", "--stakes-levels", levels, code=2).stderr
