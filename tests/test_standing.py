"""How a sweep stands while it is at work, and how its figures settled."""

from __future__ import annotations

import io
import sys

import pandas as pd
import pytest

import pontoon_sim as ps
from pontoon_sim.cli.output import Face
from pontoon_sim.cli.progress import Bar
from pontoon_sim.study import standing
from pontoon_sim.study.experiment import experiment
from pontoon_sim.study.standing import Standing
from pontoon_sim.study.trail import is_marked

PLAN = {
    "title": "T", "method": "mc", "deals": 300, "axes": {"punter": ["stick-15..16"]}, "fixed": {"punters": 1},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch):
    monkeypatch.setattr("pontoon_sim.study.shared.CHUNK", 100)
    monkeypatch.setattr(standing, "EVERY", -1.0)


def run(folder, **changes):
    told: list[Standing] = []
    given = {name: changes.pop(name) for name in ("deals", "resume") if name in changes}
    result = ps.sweep(experiment({**PLAN, **changes}), folder, threads=1, progress=told.append, **given)
    return told, result


def test_cells_deals_and_the_widest_interval_are_told(tmp_path):
    told, result = run(tmp_path)
    assert (told[0].done, told[0].cells, told[0].deals, told[0].widest) == (0, 2, 0, None)
    assert (told[-1].done, told[-1].deals) == (2, 600)
    assert [one.deals for one in told] == sorted(one.deals for one in told)
    assert {round(one.share, 6) for one in told} >= {0.0, round(1 / 3, 6), round(2 / 3, 6), 1.0}
    edges = result.to_frame().query("measure == 'bank_edge_per_initial_stake'")
    assert told[-1].widest == pytest.approx((edges.high95 - edges.value).max())
    assert {one.part for one in told} == {"punter=stick-15", "punter=stick-16"}


def test_deals_that_were_kept_are_not_counted_as_played(tmp_path):
    run(tmp_path, deals=200)
    told, _ = run(tmp_path, deals=300, resume=True)
    assert told[-1].deals == 200  # a hundred more of each
    told, _ = run(tmp_path, deals=300)
    assert (told[-1].done, told[-1].deals) == (2, 0)


def test_a_share_of_what_precision_will_take(tmp_path):
    told, _ = run(tmp_path, precision=0.1, deals=None)
    shares = [one.share for one in told if one.done == 0]
    assert 0 < max(shares) <= 1


def test_the_bar_shows_it_on_a_terminal_only(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    at = Standing(3, 12, 0.5, 5_000_000, 0.00123, "punter=stick-15")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    with Bar(Face(False, None, False, True), "cells", 1, None, 0.95) as bar:
        bar._started = -1e9
        bar.stand(at)
        bar.stand(at)  # too soon to draw again
        bar._bar.refresh()
    for part in ("cells 3/12", "widest +/- 0.12 %", "punter=stick-15", "/s"):
        assert part in screen.getvalue()
    for face, stream in ((Face(False, None, True, True), Terminal()), (Face(False, None, False, True), io.StringIO())):
        monkeypatch.setattr(sys, "stderr", stream)
        Bar(face, "cells", 1, None, 0.95).stand(at)
        assert stream.getvalue() == ""


def test_the_trail_is_the_same_bytes_however_a_run_went(tmp_path):
    run(tmp_path / "whole", deals=450)
    run(tmp_path / "grown", deals=230)
    run(tmp_path / "grown", deals=450, resume=True)
    whole, grown = ((tmp_path / name / "trail.csv").read_bytes() for name in ("whole", "grown"))
    assert whole == grown
    trail = pd.read_csv(tmp_path / "whole" / "trail.csv")
    assert trail.deals.tolist() == 2 * [100, 200, 300, 400, 450]
    _, short = run(tmp_path / "short", deals=200)
    cell = short.to_frame().query("punter == 'stick-16' and measure == 'bank_edge_per_initial_stake'").iloc[0]
    mark = trail.query("punter == 'stick-16' and deals == 200").iloc[0]
    assert (mark.value, mark.standard_error) == pytest.approx((cell.value, cell.standard_error))


def test_marks_are_at_powers_of_two_and_between():
    assert [count for count in range(40) if is_marked(count)] == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]
