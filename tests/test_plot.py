"""Pictures: of the right numbers, the same bytes twice, and without a display."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.show.plot import BANK, PUNTERS, drawn, edges

KINDS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def results(*names, **arguments):
    given = {"punters": 1, "deals": 300, "seed": 1, **arguments}
    return [ps.edge(name, **given).to_dict() for name in names]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_figures_are_the_same_file(kind):
    found = results("pagat", "vingt-un-1800")
    first, second = drawn(edges(found), kind), drawn(edges(found), kind)
    assert first.startswith(KINDS[kind])
    assert first == second


def test_bars_are_the_edges_with_their_intervals():
    found = results("pagat", "vingt-un-1800", "casino-rtg")
    (axes,) = edges(found).axes
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == [100 * result["bank_edge"]["per_initial_stake"] for result in found]
    assert [label.get_text() for label in axes.get_yticklabels()] == [result["rules_name"] for result in found]
    low, high = found[0]["interval95"]["per_initial_stake"]
    assert f"± {50 * (high - low):.2f}" in axes.texts[0].get_text()


def test_the_side_that_gains_has_its_colour():
    (losing,) = results("pagat", deals=2, seed=3)
    losing["bank_edge"]["per_initial_stake"] = -0.5
    gaining = results("pagat")[0] | {"bank_edge": {"per_initial_stake": 0.1}}
    (axes,) = edges([losing, gaining]).axes
    colours = [bar.get_facecolor() for bar in axes.patches]
    assert colours[0] != colours[1]
    assert PUNTERS != BANK


def test_changes_and_conditions_are_told():
    found = [*results("pagat"), *results(ps.rules("pagat", burn=13))]
    figure = edges(found)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["pagat", "pagat\nwith burn=13"]
    assert figure.get_supxlabel() == "deals: 300; punters: 1; stakes: min; seed: 1"


def test_one_bar_is_no_thicker_than_others():
    for names in (("pagat",), ("pagat", "shoot"), ["pagat"] * 4):
        figure = edges(results(*names))
        figure.canvas.draw()
        assert all(bar.get_window_extent().height < figure.dpi * 0.35 for bar in figure.axes[0].patches)


def test_one_deal_and_many_policies_are_drawn_too():
    one = results("pagat", deals=1, punters=3, punter=["stick-15", "stick-16", "stick-17"])
    assert drawn(edges(one), "svg")
    assert "±" not in edges(one).axes[0].texts[0].get_text()
    assert "3 policies" in edges(one).get_suptitle()


def test_the_command_writes_a_picture_without_a_display(tmp_path):
    env = {**os.environ, "MPLBACKEND": "TkAgg"}
    env.pop("DISPLAY", None)
    for kind in ("svg", "png"):
        path = tmp_path / f"edge.{kind}"
        arguments = ["edge", "--punters", "1", "--deals", "200", "--seed", "1", "--quiet", "--plot", str(path)]
        done = subprocess.run(
            [sys.executable, "-m", "pontoon_sim", *arguments], env=env, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert path.read_bytes().startswith(KINDS[kind])


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [("edge.jpg", 2, "end its name in .png, .svg or .pdf"), ("no/such/edge.png", 1, "There is no folder")],
)
def test_a_picture_that_cannot_be_is_refused_before_anything_is_played(tmp_path, name, code, message):
    done = CliRunner().invoke(pontoon, ["edge", "--plot", str(tmp_path / name), "--deals", "10G"])
    assert done.exit_code == code
    assert message in done.output


def test_the_result_is_shown_before_the_picture_is_drawn(tmp_path, monkeypatch):
    from pontoon_sim.show import plot

    monkeypatch.setattr(plot, "drawn", lambda *_: 1 / 0)
    path = tmp_path / "edge.png"
    done = CliRunner().invoke(pontoon, ["edge", "--punters", "1", "--deals", "100", "--seed", "1", "--plot", str(path)])
    assert done.exit_code == 1
    assert "per initial stake" in done.output
    assert not path.exists()
