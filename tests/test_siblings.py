"""What it would add to look at sibling hands, against a short pack where all of it can be dealt out."""

from __future__ import annotations

import pytest
from command_line import run, strict

import pontoon_sim as ps
from pontoon_sim.exact.response import best_punter
from pontoon_sim.exact.siblings import worth_of_siblings
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.stakes import stake_schedule

pytestmark = pytest.mark.compiled


def response(name, packs=None, banker="stick-17", **changes):
    rules = ps.rules(name, **changes)
    return best_punter(rules, banker_policy(rules.dealer or banker, rules), packs or rules.packs_for(1),
                       stake_schedule("min", rules))  # fmt: skip


def test_knowing_more_never_loses_and_matters_more_in_a_smaller_pack():
    one, eight = (worth_of_siblings(response("pagat", packs), 6, 1, samples=100) for packs in (1, 8))
    assert one.gain > 3 * one.standard_error > 0
    assert 0 <= eight.gain < one.gain / 4


def test_an_infinite_pack_tells_nothing():
    found = best_punter(
        ps.rules("casino-rtg"), banker_policy("stick-17/18", ps.rules("casino-rtg")), None,
        stake_schedule("min", ps.rules("casino-rtg")),
    )  # fmt: skip
    assert worth_of_siblings(found, 7, 1, samples=20).gain == pytest.approx(0, abs=1e-12)


def test_the_same_seed_gives_the_same_answer():
    found = response("pagat")
    assert worth_of_siblings(found, 7, 1, 40, seed=3) == worth_of_siblings(found, 7, 1, 40, seed=3)


def test_the_worth_of_splits_on_the_command_line():
    told = strict(run("chart", "--kind", "splits", "--json").stdout)
    pairs = {row["pair"]: row for row in told["rows"]}
    assert pairs["77"]["split"] > pairs["77"]["kept"]
    assert pairs["AA"]["hands"] == 1
    assert 0 < pairs["77"]["siblings"] < 5e-5
    assert "best response" in run("chart", "--kind", "splits", "--punter", "stick-16", code=2).stderr
    assert "no pair may be split" in run("chart", "--kind", "splits", "--rules", "vingt-un-1800", code=2).stderr
