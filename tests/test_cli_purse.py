"""`pontoon purse` and `ps.purse`: what they answer, refuse and draw, under every rule system."""

from __future__ import annotations

import csv
import io

import pytest
from command_line import JIT_OFF, run, strict

import pontoon_sim as ps
from pontoon_sim.errors import OptionError
from pontoon_sim.show.plot import drawn
from pontoon_sim.show.plot_purse import course

SPLIT_ALL = "stick-21:split=A,2,3,4,5,6,7,8,9,T,J,Q,K"
SMALL = ("--length", "10", "--sessions", "20", "--seed", "1", "--threads", "1")
TINY = {"length": 12, "sessions": 10 if JIT_OFF else 200, "seed": 1, "threads": 1}


@pytest.mark.parametrize("pack", ["fresh", "continue"])
@pytest.mark.parametrize("name", ps.preset_names())
def test_every_rule_system(name, pack):
    """Half units, kitties, levies, dealers: purses add up, and nobody's stake is off the limits."""
    result = ps.purse(name, pack=pack, purse=8, stakes=["martingale", "proportional:0.2"], moving=pack == "continue",
                      punters=2, **TINY)  # fmt: skip
    rules = result.rules
    for player, found in zip(result.players, result.sums.people, strict=False):
        assert sum(found.results.values()) == result.sessions == TINY["sessions"]
        assert sum(found.fan[-1].values()) == result.sessions
        assert rules.stake_min <= player["mean_initial_stake"]["value"] <= 2 * rules.stake_max
        assert player["ruin"]["value"] >= player["final_not_above_0"]["value"]
        assert player["ruin"]["value"] >= player["on_credit_not_above_0"]["value"]
    strict(result.to_json())


def test_what_one_wins_another_loses_while_nobody_is_ruined():
    result = ps.purse(punters=2, moving=True, pack="continue", purse=1000, stakes=["martingale", "3"], **TINY)
    assert sum(found.sums["result"] for found in result.sums.people) == 0
    assert any(found.sums["punting"] < found.sums["endured"] for found in result.sums.people)


def test_void_deals_leave_purses_alone():
    """Ten punters who split whatever they can run one pack out: such deals are neither played nor paid."""
    result = ps.purse(
        ps.rules(packs=1, gather="dealt"), punters=10, punter=SPLIT_ALL, purse=1000, length=60, sessions=5, seed=2
    )
    assert result.tally.voided > 0
    net = sum(found.sums["net"] for found in result.sums.people[:10])
    assert net == -result.tally.gain
    assert all(found.sums["endured"] == 60 * result.sessions for found in result.sums.people[:10])


def test_the_json():
    told = strict(run("purse", "--punters", "2", "--purse", "5", "--stakes", "paroli", "--json", *SMALL).stdout)
    assert told["schema"] == "pontoon.purse/1"
    assert {"rules", "rules_id", "punter", "banker", "stakes", "seed", "length", "sessions", "deals", "voided",
            "complete", "confidence", "players", "notes", "version"} <= set(told)  # fmt: skip
    assert told["deals"] == 200
    player = told["players"][0]
    assert {"ruin", "target_reached", "ruin_first", "final_not_above_0", "result", "deepest_fall", "bank_edge",
            "longest_run_of_losses", "mean_initial_stake", "fan"} <= set(player)  # fmt: skip
    assert [point["deals"] for point in player["fan"]] == list(range(1, 11))
    assert player["ruin"]["value"] == player["fan"][-1]["ruin"]["value"]
    parts = [player[name]["value"] for name in ("target_reached", "ruin_first", "neither")]
    assert sum(parts) == pytest.approx(1)


def test_the_table_and_the_page():
    args = ("purse", "--punters", "1", "--purse", "5", "--stakes", "levels:1=1/2,2=1/2", *SMALL)
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv", "-").stdout)))
    ruin = next(row for row in rows if row["measure"] == "ruin")
    assert float(ruin["low95"]) <= float(ruin["value"]) <= float(ruin["high95"])
    assert {row["deals"] for row in rows if row["measure"] == "purse_50%"} == {str(n) for n in range(1, 11)}
    page = run(*args).stdout
    for words in ("ruined on the way", "deepest fall", "Purse of player 1 after deals", "bank edge", "20 of 10 deals"):
        assert words in page


def test_players_by_seat():
    told = ps.purse(punters=3, purse=[5, 9], target=[8, 30], stakes=["max", "dalembert"], **TINY)
    assert [player["purse"] for player in told.players] == [5, 9, 9]
    assert [player["target"] for player in told.players] == [8, 30, 30]
    assert [player["stakes"] for player in told.players] == ["max", "dalembert", "dalembert"]


@pytest.mark.compiled
def test_spreads():
    """More room above the smallest stake helps who stakes by the card."""
    told = ps.purse(punters=1, sessions=2000, seed=1, spread=True).to_dict()
    rows = told["spread"]
    assert [row["stake_max"] for row in rows] == [1, 2, 5, 10]
    edges = [row["bank_edge"]["per_initial_stake"]["value"] for row in rows]
    assert edges == sorted(edges, reverse=True)
    clipped = ps.purse(punters=1, sessions=200, length=10, seed=1, stakes="martingale:base=A=5,*=1", spread=[1, 2])
    assert [row.people.plans[0].base.stakes.max() for row in clipped.spread] == [1, 2]


@pytest.mark.compiled
def test_mean_stake_and_edge_are_those_of_single_deals():
    """A purse that is never ruined plays the deals of the exact table."""
    told = ps.purse(punters=1, punter="buy-16", stakes="A=5,*=1", purse=10**6, sessions=10_000, seed=3).players[0]
    exact = ps.edge(punters=1, punter="buy-16", stakes="A=5,*=1", method="exact")
    for name, edge in told["bank_edge"].items():
        assert abs(edge["value"] - exact.bank_edge[name].value) < 4.5 * edge["standard_error"]
    for name in ("mean_initial_stake", "mean_staked"):
        found = told[name]
        assert abs(found["value"] - exact.to_dict()[name]) < 4.5 * found["standard_error"]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["pagat", "vingt-un-1850", "vingt-un-1800", "casino-rtg"])
def test_best_players_and_kelly(name):
    """Best players, best stakes and Kelly's shares: nobody's share is the whole purse."""
    stakes = ["kelly"] if ps.rules(name).natural_from_all else ["kelly", "optimal"]
    result = ps.purse(name, punters=len(stakes), punter="optimal", stakes=stakes, purse=200, **TINY)
    assert max(result.players[0]["shares_of_purse"]) < 1
    assert result.sessions == TINY["sessions"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"purse": 0}, "the smallest stake"),
        ({"purse": 1.5}, "whole units"),
        ({"target": 100}, "more than the purse"),
        ({"length": 0}, "length=0"),
        ({"sessions": -1}, "sessions=-1"),
        ({"pack": "infinite"}, "fresh or continue"),
        ({"gather": "dealt"}, "--pack continue"),
        ({"spread": [0]}, "spread of 0"),
        ({"purse": [1, 2, 3], "punters": 2}, "3 entries for 2"),
    ],
)
def test_refused(given, words):
    with pytest.raises(OptionError, match=r"\.$") as fault:
        ps.purse(**given)
    assert words in str(fault.value)


def test_the_command_refuses_in_a_sentence():
    assert "share of the purse is missing" in run("purse", "--stakes", "proportional", code=2).stderr
    assert "pontoon edge --stakes kelly" in run("chart", "--stakes", "kelly", code=2).stderr


def test_interrupted_sessions_are_kept():
    seen = []

    def stop(tally):
        seen.append(tally.deals)
        raise KeyboardInterrupt

    result = ps.purse(punters=1, length=10, sessions=10 if JIT_OFF else 20_000, seed=1, threads=1, watch=stop)
    assert not result.complete
    assert result.sessions == seen[0] // 10
    strict(result.to_json())


def test_nothing_finished_is_told():
    def stop(setting):
        raise KeyboardInterrupt

    result = ps.purse(punters=1, prepare=stop, seed=1)
    assert "nothing to tell" in result.headline()
    assert strict(result.to_json())["players"] == []


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_picture(kind, tmp_path):
    result = ps.purse(punters=1, purse=6, stakes="dalembert", **TINY).to_dict()
    assert drawn(course(result), kind) == drawn(course(result), kind)
    fan, chances = course(result).axes
    assert fan.lines[0].get_ydata()[-1] == result["players"][0]["fan"][-1]["purse"]["50"]["value"]
    assert chances.lines[0].get_ydata()[-1] == 100 * result["players"][0]["ruin"]["value"]
    file = tmp_path / f"purse.{kind}"
    run("purse", "--punters", "1", "--plot", str(file), "--quiet", *SMALL)
    assert file.stat().st_size > 1000


def test_players_who_are_alike_are_shown_once():
    page = run("purse", "--punters", "4", "--stakes", "max", "--stakes", "dalembert", "--spread", *SMALL).stdout
    (head,) = (line for line in page.splitlines() if "std. error" in line and "player" in line)
    assert head.split()[-4:] == ["player", "1", "player", "2"]
    assert [line.split()[:3] for line in page.splitlines() if line.startswith("1 to ")] == [
        ["1", "to", str(most)] for most in (1, 2, 5, 10)
    ]
