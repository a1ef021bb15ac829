"""The benchmark measures the engine beside the yardstick, and the yardstick plays the game it says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from any_play import any_play
from click.testing import CliRunner
from naive_exact import PRESETS, expectation

from pontoon_sim import benchmark, yardstick
from pontoon_sim.cli.group import pontoon
from pontoon_sim.equilibrium.strategy import field_of
from pontoon_sim.errors import OptionError, PontoonError
from pontoon_sim.jit import JIT
from pontoon_sim.presets import rules
from pontoon_sim.simulate import CHUNK


def test_the_yardstick_plays_pontoon():
    """Its own policy buys two units on 9 to 11 and with four cards; where nobody buys it is the exact edge."""
    play, bank = yardstick.tables()
    play[play == 2] = 1
    seeds = np.random.SeedSequence(3).generate_state(4, np.uint64).reshape(1, 4).copy()
    deals, out = 2_000_000 if JIT else 2_000, np.zeros(1, np.int64)
    with np.errstate(over="ignore"):
        yardstick.run(seeds, deals, 1, play, bank, out)
    exact = expectation(**PRESETS["pagat"], punter=16, way="twist")
    error = (exact["variance_per_deal"] / deals) ** 0.5
    assert abs(out[0] / deals - exact["bank_per_deal"]) < 4.5 * error


def test_engine_and_yardstick_are_timed_in_rows(monkeypatch):
    monkeypatch.setattr(benchmark, "_yardstick", lambda *_: {(1, 1): 1000, (1, 2): 2000})
    monkeypatch.setattr(benchmark, "REPEATS", 1)
    monkeypatch.setattr(benchmark, "LEAST", 50)
    monkeypatch.setattr(benchmark, "CHUNK", 50)
    chance = any_play(field_of(rules("pagat", packs=1), (1,), False))  # solving takes longer
    monkeypatch.setitem(benchmark.PLAYS, "equilibrium", (chance, "stick-17", chance))
    rows = benchmark.benchmark((1,), (1, 2), deals=50)
    played = [
        ("tables", "fresh", "lanes"), ("tables", "fresh", "scalar"), ("tables", "continue", "scalar"),
        ("reads-the-table", "fresh", "scalar"), ("equilibrium", "fresh", "scalar"),
    ]  # fmt: skip
    assert [(row["play"], row["pack"], row["engine"], row["threads"]) for row in rows] == [
        (*one, threads) for one in played for threads in (1, 2)
    ]
    rows = rows[2:]
    assert rows[0]["speedup"] is rows[0]["of_fresh"] is None
    assert rows[1]["speedup"] > 0
    assert rows[2]["of_fresh"] == pytest.approx(rows[2]["deals_per_s"] / rows[0]["deals_per_s"], rel=1e-2)
    assert rows[4]["of_fresh"] == pytest.approx(rows[4]["deals_per_s"] / rows[0]["deals_per_s"], rel=1e-2)
    assert rows[0]["ratio"] == pytest.approx(rows[0]["deals_per_s"] / 1000, rel=1e-2)


@pytest.mark.slow
@pytest.mark.compiled
def test_bench_in_a_terminal_and_as_json():
    arguments = ["bench", "--punters", "1", "--threads", "1", "--deals", "20k", "--quiet"]
    shown = CliRunner().invoke(pontoon, arguments)
    assert shown.exit_code == 0, shown.output
    assert "yardstick" in shown.output
    rows = json.loads(CliRunner().invoke(pontoon, [*arguments, "--json"]).output)["rows"]
    assert all(row["ratio"] > 0 for row in rows)


def test_bench_shows_what_was_timed(monkeypatch):
    row = {"punters": 5, "play": "reads-the-table", "pack": "fresh", "engine": "scalar", "threads": 2}
    row["deals_per_s"] = 9_000_000
    row["punter_hands_per_s"] = 45_000_000
    rows = [row | {"yardstick_deals_per_s": 15_000_000, "ratio": 0.6, "speedup": 1.9, "of_fresh": None}]
    monkeypatch.setattr(benchmark, "benchmark", lambda *_: rows)
    shown = CliRunner().invoke(pontoon, ["bench", "--quiet"]).output
    assert "9.00" in shown
    assert "1.90 x" in shown
    assert "reads-the-table" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--punters", "0"], "no list of numbers of punters"),
        (["--punters", "1,two"], "no list of numbers of punters"),
        (["--rules", "pagat"], "always of the same game"),
    ],
)
def test_bench_refuses_in_sentences(arguments, message):
    done = CliRunner().invoke(pontoon, ["bench", *arguments])
    assert done.exit_code == 2
    assert message in done.output


def test_a_run_is_several_whole_chunks():
    assert benchmark.timed(1) == 4 * CHUNK
    assert benchmark.timed(4 * CHUNK + 1) == 5 * CHUNK


def test_numbers_of_punters():
    assert benchmark.punters_of("1, 3,10") == (1, 3, 10)
    with pytest.raises(OptionError, match="from 1 to 10"):
        benchmark.punters_of("11")


def test_a_yardstick_that_fails_says_so(monkeypatch):
    monkeypatch.setattr(benchmark.sys, "executable", "/bin/false")
    with pytest.raises(PontoonError, match="did not run"):
        benchmark._yardstick((1,), (1,), 10)
