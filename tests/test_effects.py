"""What rules are worth: changes of the edge, strategies kept and re-optimised, against what is known without search."""

from __future__ import annotations

import json

import numpy as np
import pytest
from command_line import run
from test_policy import refused

import pontoon_sim as ps
from pontoon_sim.errors import OptionError
from pontoon_sim.exact.answers import answered
from pontoon_sim.exact.table import exact_table
from pontoon_sim.hands import graph
from pontoon_sim.law import plain_law
from pontoon_sim.policy.adapt import adapted_banker, adapted_punter, adapted_stakes
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import table_policy, walk_of
from pontoon_sim.rule_effects import BETWEEN_DEALS, effects, values_of
from pontoon_sim.rulebook import FIELDS

pytestmark = pytest.mark.compiled


def test_adapted_policies_are_the_same_names_made_anew():
    """A named policy under other rules plays as the name does there."""
    for name, changes in (
        ("buy-17", {"first_buy_max": 0}),
        ("stick-16", {"min_stick": 18}),
        ("buy-16", {"max_buys": 1}),
        ("buy-15", {"buy_after_twist": True}),
        ("minbuy-16", {"fifth_card_bought_from": 12}),
        ("stick-16:split=A,8", {"split": "aces"}),
        ("stick-16:split=A,8", {"split": "none"}),
    ):
        before, after = ps.rules("pagat"), ps.rules("pagat", **changes)
        adapted = adapted_punter(punter_policy(name, before), after, before)
        known = "stick-16:split=A" if changes.get("split") == "aces" else name if "split" not in changes else "stick-16"
        bank, stakes = banker_policy("stick-17", after), stake_schedule("min", after)
        gains = [exact_table(after, [one], bank, [stakes], 1).gain for one in (adapted, punter_policy(known, after))]
        assert gains[0] == pytest.approx(gains[1], abs=1e-12), (name, changes)


def test_splits_of_tens_by_value_and_by_rank():
    """Who splits any two tens splits equal ones; who splits all equal tens splits any two; who some, none."""
    by_value, by_rank = ps.rules("pagat", split="value"), ps.rules("pagat")
    ranks = adapted_punter(punter_policy("stick-16:split=T", by_value), by_rank, by_value).splits
    assert np.flatnonzero(ranks).tolist() == [9, 10, 11, 12]
    values = adapted_punter(punter_policy("stick-16:split=T,J,Q,K", by_rank), by_value, by_rank).splits
    assert np.flatnonzero(values).tolist() == [9]
    assert not adapted_punter(punter_policy("stick-16:split=K", by_rank), by_value, by_rank).splits.any()


def test_odd_halves_make_a_stake_between_the_best():
    """A buy for 1.5 stakes is rounded down to whole units: best with an even stake."""
    rules = ps.rules("pagat", split="none", ties="stand-off")
    nodes = graph()
    moves = np.zeros((2, len(nodes.low)), np.int8)
    moves[:, (nodes.best < 17) & (np.array(plain_law(rules).open) == 1)] = 1
    moves[0, (nodes.cards == 2) & (nodes.best >= 4) & (nodes.best <= 11)] = 4
    following = np.ones((2, 16), np.int16)
    policy = table_policy("halves", rules, moves, following, amounts=[0, 0, 0, 0, 3] + [0] * 11)
    arguments = {"punters": 1, "punter": policy, "banker": "stick-14", "method": "exact"}
    best = ps.edge(rules, stakes="optimal", **arguments)
    assert best.to_dict()["seats"][0]["by_first_card"]["3"]["stake"] == 4
    for stake in (1, 2, 3, 5):
        other = ps.edge(rules, stakes=stake, **arguments)
        assert best.bank_edge["per_deal"].value <= other.bank_edge["per_deal"].value + 1e-12


def test_an_adapted_best_response_is_legal():
    before = ps.rules("pagat")
    best = answered(before, 1, "optimal", "stick-17", "min").punters[0]
    for changes in ({"min_stick": 17}, {"first_buy_max": 0}, {"max_buys": 2}, {"split": "none"}, {"max_cards": "none",
                    "five_card_trick": "none"}, {"soft_21_may_draw": True}):  # fmt: skip
        after = ps.rules("pagat", **changes)
        adapted = adapted_punter(best, after, before)
        walk_of(adapted, after)
        assert adapted.made_for == after.rules_id


def test_adapted_stakes_and_bankers():
    before, after = ps.rules("pagat"), ps.rules("pagat", stake_max=2)
    assert adapted_stakes(stake_schedule("A=5,*=1", before), after).stakes[:2].tolist() == [2, 1]
    first = ps.rules("pagat", stakes_when="before-deal")
    assert set(adapted_stakes(stake_schedule("A=5,*=1", before), first).stakes[:13].tolist()) == {1}
    endless = ps.rules("pagat", max_cards="none", five_card_trick="none")
    closed = np.array(plain_law(before).open) == 0
    assert banker_policy("stick-17", endless).draws[:, closed].any()
    assert not adapted_banker(banker_policy("stick-17", endless), before).draws[:, closed].any()


def test_every_field_of_a_deal_is_tried():
    """Each field either acts between deals, or has at least two values to try."""
    for field in FIELDS:
        assert field in BETWEEN_DEALS or len(values_of(field)) >= 2, field


def test_known_effects():
    """A stricter rule for punters helps the bank; kept figures are those of the exact table."""
    found = effects("pagat", punters=1, punter="buy-16", banker="stick-17", fields=("min_stick", "pontoon_pays"))
    rows = {(row.field, row.value): row for row in found.rows}
    base = ps.edge("pagat", punters=1, punter="buy-16", method="exact").bank_edge["per_initial_stake"].value
    assert found.base.kept.per_initial_stake == pytest.approx(base, abs=1e-12)
    treble = ps.edge(ps.rules("pagat", pontoon_pays=3), punters=1, punter="buy-16", method="exact")
    assert rows["pontoon_pays", 3].kept.per_deal == pytest.approx(treble.bank_edge["per_deal"].value, abs=1e-12)
    adapted = [rows["min_stick", total].reoptimised.per_initial_stake for total in (14, 16, 17, 18)]
    assert adapted == sorted(adapted)
    assert all(row.reoptimised.method == "exact" for row in found.rows)
    for row in found.rows:  # punters who answer lose no more than those who do not, the banker being at his best
        assert row.reoptimised.per_initial_stake < row.kept.per_initial_stake
    assert not found.left_out


def test_a_target_and_the_payouts_that_hit_it():
    """A fair payout, put in as a whole number where it is one, gives the target edge."""
    base = effects("pagat", punters=1, banker="stick-17", fields=("pontoon_pays",))
    treble = next(row for row in base.rows if row.value == 3).kept.per_initial_stake
    found = effects("pagat", punters=1, banker="stick-17", fields=("pontoon_pays",), target=treble)
    assert dict(found.fair)["pontoon_pays"] == pytest.approx(3, abs=1e-9)
    distances = [abs(row.reoptimised.per_initial_stake - treble) for row in found.rows]
    assert distances == sorted(distances)


def test_both_sides_at_their_best_have_no_neighbour_that_is_better():
    """The banker's threshold leaves best-responding punters least among all near it."""
    rules = ps.rules("pontoon-2011")
    found = answered(rules, 1, "optimal", "optimal", "min")
    hard, soft = found.limits

    def gain(banker):
        who = answered(rules, 1, "optimal", banker, "min")
        return -exact_table(rules, who.punters, who.banker, who.stakes, 1).gain

    here = gain(found.banker)
    for one in (-1, 0, 1):
        for two in (-1, 0, 1):
            if (one, two) != (0, 0):
                assert gain(banker_policy(f"stick-{hard + one}/{soft + two}", rules)) >= here - 1e-12


def test_the_edge_takes_optimal_on_either_side():
    best = ps.edge("pagat", punters=2, punter=["optimal", "stick-16"], method="exact")
    assert best.to_dict()["punter"] == ["optimal", "stick-16"]
    alone = ps.edge("pagat", punters=1, punter="optimal", method="exact")
    assert best.to_dict()["seats"][0]["punter_ev_per_deal"] == pytest.approx(
        alone.to_dict()["seats"][0]["punter_ev_per_deal"], abs=1e-12
    )
    simulated = ps.edge("pagat", punters=1, punter="optimal", stakes="optimal", deals=2_000_000, seed=4)
    exact = ps.edge("pagat", punters=1, punter="optimal", stakes="optimal", method="exact")
    edge = simulated.bank_edge["per_initial_stake"]
    assert abs(edge.value - exact.bank_edge["per_initial_stake"].value) < 4.5 * edge.standard_error
    bank = ps.edge("pagat", punters=3, punter="stick-15", banker="optimal", method="exact")
    assert bank.bank_edge["per_initial_stake"].value == pytest.approx(0.180979, abs=1e-6)
    assert any("looks at his very cards" in note for note in bank.notes())


@pytest.mark.parametrize("rules", ["pontoon-1939", "pontoon-2011", "vingt-un-1850", "casino-rtg"])
def test_best_responses_simulated(rules):
    """Stakes, doubles, split hands and all: the deal plays a best response as the exact account does."""
    system = ps.rules(rules)
    banker = None if system.dealer else "stick-17:double=A,T" if system.banker_doubles != "no" else "stick-17"
    stakes = "min" if system.dealer else "optimal"
    arguments = {"punters": 1, "punter": "optimal", "banker": banker, "stakes": stakes}
    simulated = ps.edge(system, **arguments, deals=3_000_000, seed=11)
    exact = ps.edge(system, **arguments, method="exact")
    edge = simulated.bank_edge["per_deal"]
    assert abs(edge.value - exact.bank_edge["per_deal"].value) < 4.5 * edge.standard_error
    mine, his = (one.to_dict() for one in (simulated, exact))
    assert mine["mean_staked"] == pytest.approx(his["mean_staked"], rel=0.004)


def test_refused():
    refused(OptionError, lambda: effects(fields=("misericorde",)), "does nothing to a single deal")
    refused(OptionError, lambda: effects(fields=("min_stik",)), "no field", "min_stick")
    refused(OptionError, lambda: effects(target=float("nan")), "target")
    refused(ps.PontoonError, lambda: ps.edge(punter="optimal:split=A", method="exact"), "takes no options")


def test_the_command():
    result = run("effects", "--field", "min_stick", "--punters", "1", "--banker", "stick-17", "--json")
    told = json.loads(result.stdout)
    assert told["schema"] == "pontoon.effects/1"
    assert {"field", "value", "edge_kept", "edge_reoptimised", "change_kept", "change_reoptimised", "method",
            "standard_error"} <= set(told["rows"][0])  # fmt: skip
    assert told["rows"][0]["method"] == "exact"
    text = run("effects", "--field", "min_stick", "--punters", "1", "--banker", "stick-17", "--target", "0").stdout
    assert "brings it nearest to 0 %" in text
    assert "single deal" in run("effects", "--field", "gather", code=2).stderr
