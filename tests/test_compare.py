"""Tables on the same cards: each is itself, differences are sharp and honest, and the verdict is what they say."""

from __future__ import annotations

import json
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.deal import play_deal
from pontoon_sim.errors import OptionError
from pontoon_sim.estimate import bank_edge, quantile
from pontoon_sim.jit import JIT
from pontoon_sim.law import plain_law
from pontoon_sim.places import NONE_LEFT, lay_places, places_pack
from pontoon_sim.policy.build import build_players
from pontoon_sim.ranges import values_of
from pontoon_sim.side_by_side.arms import varied
from pontoon_sim.side_by_side.differences import differences, together
from pontoon_sim.side_by_side.same_cards import Arm, SameCards
from pontoon_sim.tabletop import new_table

SOME = 200_000 if JIT else 300


def cards(names=("stick-15", "stick-17"), rules="pagat", punters=2, stakes="min"):
    system = ps.rules(rules)
    arms = tuple(Arm(name, system, build_players(system, punters, name, None, stakes)[0]) for name in names)
    return SameCards(arms, punters)


# ---- The same cards.


def test_places_deal_every_card_once():
    pack = places_pack(np.arange(52), 52, 4)
    lay_places(pack)
    taken = [pack.draw(hand) for hand in [0, 4, 8, 12, 16] * 2 + [0] * 9 + [5] * 33]
    assert sorted(taken) == list(range(52))
    assert pack.state[NONE_LEFT] == 0
    pack.draw(0)
    assert pack.state[NONE_LEFT] == 1


def test_what_one_hand_takes_does_not_change_what_another_gets():
    pack = places_pack(np.arange(52), 52, 4)
    lay_places(pack)
    first = [pack.draw(hand) for hand in (0, 4, 0, 4, 0, 0, 4)]
    lay_places(pack)
    second = [pack.draw(hand) for hand in (0, 4, 0, 4, 4)]
    assert first[6] == second[4]


def test_ten_punters_have_no_room_for_places_in_one_pack():
    assert places_pack(np.arange(52), 52, 10) is None
    assert places_pack(np.arange(104), 104, 10) is not None


def test_the_banker_holds_the_same_hand_whatever_the_punters_do():
    rules = ps.rules("pagat")
    law, orders = plain_law(rules), np.random.default_rng(1)
    ends = []
    for punter in ("stick-15", "buy-19:split=A,8"):
        players, table, orders = build_players(rules, 4, punter)[0], new_table(4), np.random.default_rng(1)
        seen = []
        for _ in range(60):
            pack = places_pack(orders.permutation(np.repeat(np.arange(13), 4)), 52, 4)
            lay_places(pack)
            play_deal(law, pack, players, table)
            seen.append(int(table.result[0]))
        ends.append(seen)
    assert sum(one == other for one, other in zip(*ends, strict=True)) >= 58  # but for deals where nobody was left in


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["pagat", "vingt-un-1800", "vingt-un-1850", "pontoon-1939", "casino-rtg"])
def test_each_arm_is_itself(name):
    """Every arm of a comparison is what its rules make of it alone: the exact edge."""
    rules = ps.rules(name)
    punters = 1 if rules.dealer else 3
    found = ps.compare(rules, punter=["stick-16", "stick-18"], punters=punters, deals=SOME, seed=3)
    for arm, policy in zip(found.arms, ["stick-16", "stick-18"], strict=True):
        exact = ps.edge(rules, punters=punters, punter=policy, method="exact").bank_edge["per_deal"].value
        edge = arm.bank_edge["per_deal"]
        assert abs(edge.value - exact) < 4.5 * edge.standard_error


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_bytes_on_any_number_of_threads(threads):
    found = [
        ps.compare(punter=["stick-15", "buy-16"], punters=2, deals=SOME, seed=5, threads=count).tally
        for count in (1, threads)
    ]
    assert found[0] == found[1]


# ---- Differences.


def test_differences_are_those_of_single_deals():
    """Means, errors and ratios from the sums, against the deals one by one."""
    table = cards(stakes="A=5,*=1")
    singles = [table.play(4, index, 1) for index in range(200)]
    total = table.nothing()
    for single in singles:
        total.add(single)
    found = differences(total, 0.95).pairs[0]
    gaps = np.array([(single.totals[0] - single.totals[1]) / 2 for single in singles])
    assert found.per_deal.value == pytest.approx(gaps.mean())
    assert found.per_deal.standard_error == pytest.approx(gaps.std(ddof=1) / sqrt(200))
    edges = [bank_edge(arm)["per_initial_stake"].value for arm in total.arms]
    assert found.per_initial_stake.value == pytest.approx(edges[0] - edges[1])
    stakes = np.array([single.totals[2] for single in singles])  # of both arms alike
    residuals = gaps - stakes * gaps.sum() / stakes.sum()
    assert found.per_initial_stake.standard_error == pytest.approx(
        residuals.std(ddof=1) / stakes.mean() / sqrt(200), rel=1e-9
    )
    alone = [np.array([single.totals[place] / 2 for single in singles]) for place in (0, 1)]
    assert found.variance_ratio == pytest.approx(sum(a.var(ddof=1) for a in alone) / gaps.var(ddof=1))


@pytest.mark.compiled
def test_common_cards_save_most_of_the_deals():
    found = ps.compare(punter=["stick-15", "stick-16", "stick-17"], punters=5, deals=SOME, seed=1)
    assert found.between(0, 1).variance_ratio > 20
    assert found.between(1, 2).variance_ratio > 15


@pytest.mark.compiled
@pytest.mark.slow
def test_intervals_of_all_differences_at_once_cover_them_all_as_often_as_they_say():
    """600 comparisons of four arms with exact differences: one of six single intervals fails far oftener."""
    policies = ["stick-15", "stick-16", "stick-17", "stick-18"]
    exact = [ps.edge("pagat", punters=1, punter=p, method="exact").bank_edge["per_deal"].value for p in policies]
    table = cards(policies, punters=1)
    at_once = alone = 0
    for run in range(600):
        found = differences(table.play(8, run, 4000), 0.95)
        errors = [
            abs(pair.per_deal.value - (exact[pair.a] - exact[pair.b])) / pair.per_deal.standard_error
            for pair in found.pairs
        ]
        at_once += max(errors) <= found.together
        alone += max(errors) <= quantile(0.95)
    assert 0.925 <= at_once / 600 <= 0.975
    assert alone / 600 < 0.91


def test_two_arms_need_no_wider_interval_and_independent_ones_the_known_quantile():
    assert together(np.eye(2), 0.95) == quantile(0.95)
    # The range of so many independent normal numbers, by Tukey's tables, over sqrt(2).
    for count, tukey in ((3, 3.314), (4, 3.633), (5, 3.858), (8, 4.286), (12, 4.622)):
        assert together(np.eye(count), 0.95) == pytest.approx(tukey / sqrt(2), rel=0.004)


# ---- What is compared, and the verdict.


def test_ranges():
    assert values_of("stick-15..17") == ["stick-15", "stick-16", "stick-17"]
    assert values_of("stick-15..16:split=A") == ["stick-15:split=A", "stick-16:split=A"]
    assert values_of("1..9..4") == ["1", "5", "9"]
    assert values_of("-2..1") == ["-2", "-1", "0", "1"]
    assert values_of("A=5,*=1") == ["A=5,*=1"]
    for wrong in ("19..15", "1..2..0", "1..99999"):
        with pytest.raises(OptionError):
            values_of(wrong)


@pytest.mark.parametrize(
    ("vary", "punter", "message"),
    [
        (None, "stick-16", "has one value"),
        ("banker", "stick-16", "write NAME=VALUES"),
        ("bnaker=stick-15..17", "stick-16", "did you mean 'banker'"),
        (["banker=stick-15", "stakes=2"], "stick-16", "One option is varied at a time"),
        ("stakes=1..99", "stick-16", "2 to 40 arms"),
        (None, ["stick-16", "stick-16"], "is given twice"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_sentence(vary, punter, message):
    with pytest.raises(OptionError, match=message):
        varied(vary, punter)


def test_arms_that_cannot_share_cards_are_refused():
    with pytest.raises(OptionError, match="1 and 8 packs and cannot share cards"):
        ps.compare(vary=["rules=vingt-un-1850", "rules=casino-rtg"], punters=1, deals=10)


def test_what_is_varied_is_not_given_too():
    with pytest.raises(OptionError, match="banker is varied and given"):
        ps.compare(vary="banker=stick-15..17", punter="stick-16", banker="stick-16", deals=10)


def test_rules_and_their_fields_can_be_varied():
    found = ps.compare(vary="min_stick=15..16", punter="stick-15", punters=1, deals=50, seed=1)
    assert found.names == ("min_stick=15", "min_stick=16")
    assert [arm.rules.min_stick for arm in found.arms] == [15, 16]
    other = ps.compare(vary=["rules=pagat", "rules=parlett"], punters=1, deals=50, seed=1)
    assert other.verdict() == ["pagat and parlett came out alike in every deal."]


@pytest.mark.compiled
def test_the_verdict_says_who_is_best_and_what_is_open():
    found = ps.compare(punter="stick-15..19", punters=5, deals=SOME, seed=2)
    first, second = found.verdict()
    assert "is as good as any for the punters: it beats stick-1" in first
    assert second.startswith("stick-1")
    assert "cannot be told apart" in second
    banks = ps.compare(vary="banker=stick-14..17", punter="stick-17", punters=5, deals=SOME, seed=2)
    best = max(banks.arms, key=lambda arm: arm.bank_edge["per_deal"].value)
    assert banks.verdict()[0].startswith(best.banker)
    assert "for the bank" in banks.verdict()[0]
    for a, b in combinations(range(4), 2):
        assert banks.between(a, b).per_deal.value == -banks.between(b, a).per_deal.value


def test_json_and_csv_and_the_page(tmp_path):
    args = ["compare", "--punter", "stick-15..16", "--punters", "1", "--deals", "200", "--seed", "1", "--quiet"]
    told = json.loads(CliRunner().invoke(pontoon, [*args, "--json"]).stdout)
    assert (told["schema"], told["deals"], len(told["arms"])) == ("pontoon.compare/1", 200, 2)
    (one,) = told["differences"]
    assert {"a", "b", "per_deal", "standard_error", "interval95", "simultaneous95"} <= set(one)
    assert one["per_deal"] == pytest.approx(
        told["arms"][0]["bank_edge"]["per_deal"] - told["arms"][1]["bank_edge"]["per_deal"]
    )
    picture, file = tmp_path / "c.svg", tmp_path / "c.csv"
    shown = CliRunner().invoke(pontoon, [*args, "--plot", str(picture), "--csv", str(file)])
    assert shown.exit_code == 0, shown.output
    assert "for all at once" in shown.output
    assert picture.read_bytes().startswith(b"<?xml")
    assert file.read_text().splitlines()[0].startswith("a,b,per_deal,standard_error")
