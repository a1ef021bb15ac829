"""The equilibrium where hands may be burnt: against a plain linear program, and what burning on may gain."""

from __future__ import annotations

import json

import numpy as np
import pytest
from command_line import JIT_OFF
from naive_solve import Naive, few_cards

import pontoon_sim as ps
from pontoon_sim.equilibrium import strategy
from pontoon_sim.equilibrium.beyond import beyond_worth
from pontoon_sim.equilibrium.burnt import BurntTables, tables_of
from pontoon_sim.equilibrium.kernels import FOLLOW
from pontoon_sim.equilibrium.learning import Learner, least, lowest
from pontoon_sim.equilibrium.ordered import OrderAware
from pontoon_sim.equilibrium.play import Field
from pontoon_sim.equilibrium.solving import judge
from pontoon_sim.equilibrium.strategy import Strategy
from pontoon_sim.equilibrium.tree import Grower, as_known, branches_of
from pontoon_sim.exact.deck import full_deck
from pontoon_sim.show.page import draw
from pontoon_sim.show.solve import page

ROUNDS = 12 if JIT_OFF else 400
SIXES = {"6": 2, "7": 2, "T": 5}  # two hands of 13 at the most, and never too few cards for the deal


def burning(rules, cards, levels, burns, all_amounts=False, order=2) -> Field:
    tables = tables_of(rules, few_cards(cards), burns)
    return Field(tables, Grower(tables, branches_of(rules, levels), all_amounts, order).tree())


def learnt(field: Field, rounds: int, all_amounts=False) -> Strategy:
    learner = Learner(field)
    for _ in range(rounds):
        learner.iterate()
    return Strategy.of_flows(field, *learner.sums(), all_amounts)


SMALL = [
    ("pagat", {"burn": 13}, SIXES, (1, 3), 2, False),
    ("pagat", {"burn": 13}, {"A": 1, "6": 1, "7": 3, "T": 5}, (2,), 1, True),
    ("pagat", {"burn": 13}, {"A": 2, "3": 1, "6": 1, "7": 1, "T": 6}, (1,), 2, False),
    ("pontoon-2011", {"burn": 14}, {"A": 2, "7": 3, "T": 5}, (1,), 1, False),
    ("pontoon-1939", {"burn": 14}, {"A": 1, "7": 3, "T": 5}, (1,), 1, False),
    ("pagat", {"burn": 13, "banker_doubles": "ordinary"}, {"A": 2, "6": 1, "7": 2, "T": 5}, (1,), 1, False),
    ("vingt-un-1800", {"burn": 13}, {"A": 1, "6": 1, "7": 2, "T": 6}, (1,), 1, False),
]


@pytest.mark.parametrize(("rules", "changes", "cards", "levels", "burns", "all_amounts"), SMALL, ids=str)
def test_as_a_linear_program_has_it(rules, changes, cards, levels, burns, all_amounts):
    """Where no more hands can be burnt than the game knows, all is as plain enumeration has it."""
    pytest.importorskip("scipy")
    system = ps.rules(rules, **changes)
    play = learnt(burning(system, cards, levels, burns, all_amounts), ROUNDS, all_amounts)
    naive = Naive(system, cards, levels, all_amounts, burns)
    low, high = play.bounds()
    assert (low, high) == pytest.approx(naive.bounds(play), abs=1e-9)
    value = naive.value()
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low < (0.5 if JIT_OFF else 2e-4)
    unburnt = Naive(system, cards, levels, all_amounts).value()
    assert value > unburnt + 1e-3


def test_burning_on_is_in_the_upper_bound():
    """A game that knows one burn leaves a second one to the bound; one that knows both is worth something between."""
    pytest.importorskip("scipy")
    system = ps.rules("pagat", burn=13)
    once, twice = (burning(system, SIXES, (1, 3), burns) for burns in (1, 2))
    play = learnt(once, ROUNDS)
    low, high = play.bounds()
    value = Naive(system, SIXES, (1, 3), burns=2).value()
    assert low < value < high
    flow = once.banker_flow(play.banker_plan)
    once.punter_worth(FOLLOW, once.punter_plan(), flow)
    assert beyond_worth(once, flow.firsts).max() > 0
    banker = twice.banker_flow(learnt(twice, 2).banker_plan)
    twice.punter_worth(FOLLOW, twice.punter_plan(), banker)
    assert not beyond_worth(twice, banker.firsts).any()


def test_either_side_reckons_alike():
    system = ps.rules("pontoon-1939", burn=13, banker_doubles="ordinary")
    field = burning(system, {"A": 2, "6": 2, "7": 2, "T": 5}, (1, 2), 2)
    play = learnt(field, 2)
    draws = field.packed(play.banker_plan.draws)
    by_first = field.banker_worth(FOLLOW, draws, field.punter_flow(play.punter_plan))
    total = (field.firsts(play.banker_plan.doubles) * by_first).sum()
    assert total == pytest.approx(play.value(), abs=1e-12)


def test_the_order_of_cards_after_a_burn():
    """A banker who notes the order of twisted cards gains by it after a burn too, and the bound knows it."""
    system, cards = ps.rules("vingt-un-1800", burn=13), {"A": 2, "3": 2, "6": 1, "7": 1, "T": 3}
    seen, unseen = (burning(system, cards, (1,), 1, order=order) for order in (9, 0))
    assert seen.tree.ordered
    assert not unseen.tree.ordered
    play = learnt(unseen, 30)
    found = least(unseen, OrderAware(unseen, unseen.punter_flow(play.punter_plan)).worth())
    plan = seen.punter_plan()
    for place, public in enumerate(seen.tree.publics):
        other = play._places[public.branch, as_known(public.history, 0)]
        for cards, spot in public.spots.items():
            there = unseen.tree.bounds[other] + unseen.tree.publics[other].spots[cards]
            plan.actions[seen.tree.bounds[place] + spot] = play.punter_plan.actions[there]
    in_full = lowest(seen, seen.punter_flow(plan))
    assert in_full - 2e-8 < found <= in_full + 1e-12
    assert found < lowest(unseen, unseen.punter_flow(play.punter_plan)) - 1e-9


def test_likely_sets_of_burnt_cards():
    """Of a whole pack the fourth hand is left to the bound, and so are unlikely third ones."""
    tables = BurntTables(ps.rules("pagat", burn=13), full_deck(1), most=3)
    assert tables.pairs == [(3, 10), (4, 9), (5, 8), (6, 7)]
    assert [sum(len(some) == count for some in tables.sets) for count in range(4)] == [1, 4, 10, 10]
    once = sum(tables._likely(some) for some in tables.sets if len(some) == 1)
    assert once == pytest.approx((16 * 4 + 3 * 16) / (52 * 51 / 2), abs=1e-12)
    assert tables_of(ps.rules("pagat"), full_deck(1), 3).burns == 0


@pytest.fixture(scope="module")
def solved():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategy, "full_deck", lambda packs: few_cards(SIXES))
        yield ps.solve(ps.rules("pagat", burn=13), levels=[1], burns=1, iterations=20, precision=1e-9)


def test_an_answer_with_burns(solved, tmp_path, monkeypatch):
    monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards(SIXES))
    assert any("no more than 1 hand" in sentence for sentence in solved.assumes())
    assert not any("Nobody burns" in sentence for sentence in solved.assumes())
    assert 0 <= solved.strategy.burns(1, "67") <= 1
    assert solved.strategy.actions(1, "TT", (("burn", 6),)).keys() == {"stick", "twist", "buy 1", "buy 2"}
    file = tmp_path / "play.npz"
    solved.save(file)
    again = judge(file)
    assert again.strategy.field.tables.burns == 1
    assert (again.low, again.high) == pytest.approx((solved.low, solved.high), abs=1e-5)
    told = solved.to_dict()
    assert json.loads(solved.to_json()) == told
    assert "Burnt cards" in draw(page(told, solved.headline(), "pagat"), 100, False, "utf-8")


def test_its_play_is_not_yet_a_policy(solved):
    with pytest.raises(ps.PontoonError, match="--burns 0"):
        ps.edge(solved.rules, punter=solved, banker="stick-17", deals=1000)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rules": ps.rules("pagat", burn=13), "burns": 6}, "from 0 to 5"),
        ({"rules": "pagat", "burns": 1}, "burn=none no hand is burnt"),
        ({"rules": ps.rules("pagat", burn=13), "burns": 1, "punters": 2}, "several punters"),
        ({"rules": ps.rules("casino-rtg", burn=13), "burns": 1}, "a fixed dealer"),
    ],
)
def test_refusals(given, says):
    with pytest.raises(ps.PontoonError, match=says):
        ps.solve(**given)


def test_without_burns_the_game_is_that_of_other_rules(monkeypatch):
    """burns=0 is burn=none, to the last bit."""
    monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards(SIXES))
    ways = [ps.solve(ps.rules("pagat", burn=burn), burns=0, iterations=11) for burn in (13, "none")]
    assert ways[0].value == ways[1].value
    assert np.array_equal(ways[0].strategy.punter_plan.actions, ways[1].strategy.punter_plan.actions)
    assert "Nobody burns" in " ".join(ways[0].assumes())
