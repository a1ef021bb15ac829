"""The equilibrium: against a plain linear program, plain best responses, and the exact analysis of fixed bankers."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from command_line import JIT_OFF
from naive_solve import FEW, Naive, few_cards

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.equilibrium import splits, strategy, tree
from pontoon_sim.equilibrium.kernels import FOLLOW
from pontoon_sim.equilibrium.learning import Learner, highest, least, lowest
from pontoon_sim.equilibrium.ordered import OrderAware
from pontoon_sim.equilibrium.play import Field
from pontoon_sim.equilibrium.solving import judge
from pontoon_sim.equilibrium.strategy import Strategy
from pontoon_sim.equilibrium.tables import Tables
from pontoon_sim.equilibrium.tree import Grower, branches_of
from pontoon_sim.exact.deck import full_deck
from pontoon_sim.exact.response import best_punter
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.show.page import draw
from pontoon_sim.show.solve import page

ROUNDS = 12 if JIT_OFF else 400

SMALL = [
    ("pagat", {}, {"A": 1, "5": 2, "8": 2, "T": 3}, (1, 3), False),
    ("pagat", {"min_stick": 12}, {"4": 3, "7": 3, "9": 3}, (2,), True),
    ("pontoon-2011", {}, {"A": 2, "6": 3, "T": 3}, (1, 5), False),
    ("pontoon-1939", {}, {"A": 2, "6": 2, "T": 3}, (1, 2), False),
    ("pontoon-1939", {"buy_cap_after_double": "undoubled"}, {"A": 1, "7": 3, "8": 3}, (2,), False),
    ("vingt-un-1800", {}, {"A": 2, "5": 2, "T": 3}, (1,), False),
    ("pagat", {"split": "none"}, {"3": 4, "4": 3, "9": 2}, (1,), False),
    ("pagat", {"buy_after_twist": True, "max_buys": 1, "soft_21_may_draw": True}, {"A": 3, "5": 2, "9": 3}, (2,), True),
    ("pontoon-1939", {"fifth_card_bought_from": 10}, {"2": 3, "4": 3, "T": 2}, (1,), False),
    ("pagat", {"banker_doubles": "ordinary"}, {"A": 1, "3": 3, "4": 3, "T": 2}, (1, 3), False),
    ("pontoon-2011", {"banker_doubles": "ordinary"}, {"A": 2, "4": 4, "T": 2}, (2,), False),
    ("pontoon-1939", {"banker_doubles": "ordinary", "royal_pontoon": False}, {"A": 1, "7": 3, "8": 3}, (2,), True),
    ("vingt-un-1800", {"banker_doubles": "ordinary"}, {"A": 2, "5": 2, "T": 3}, (1,), False),
    ("pagat", {"stakes_when": "before-deal", "five_card_trick": "none"}, {"A": 2, "4": 3, "9": 3}, (1, 5), False),
]


def small(rules, cards, levels, all_amounts=False, order=2) -> Field:
    tables = Tables(rules, few_cards(cards))
    return Field(tables, Grower(tables, branches_of(rules, levels), all_amounts, order).tree())


def learnt(field: Field, rounds: int, all_amounts=False) -> Strategy:
    learner = Learner(field)
    for _ in range(rounds):
        learner.iterate()
    play = Strategy.of_flows(field, *learner.sums(), all_amounts)
    if field.tree.ordered:
        assert learner.bounds() == pytest.approx(play.bounds(), abs=1e-12)
    return play


@pytest.mark.parametrize(("rules", "changes", "cards", "levels", "all_amounts"), SMALL, ids=str)
def test_as_a_linear_program_has_it(rules, changes, cards, levels, all_amounts):
    pytest.importorskip("scipy")
    system = ps.rules(rules, **changes)
    play = learnt(small(system, cards, levels, all_amounts), ROUNDS, all_amounts)
    naive = Naive(system, cards, levels, all_amounts)
    low, high = play.bounds()
    assert (low, high) == pytest.approx(naive.bounds(play), abs=1e-9)
    value = naive.value()
    assert low - 1e-9 <= value <= high + 1e-9
    assert abs(play.value() - value) <= high - low + 1e-9
    assert high - low < (0.5 if JIT_OFF else 2e-4)


FIXED = [
    ("pagat", "stick-17"),
    ("pontoon-1939", "stick-16/18:double=A,T,J,Q,K"),
    ("pontoon-2011", "stick-15"),
    ("vingt-un-1800", "stick-17"),
    ("ordinary", "stick-16/18:double=A,T,J,Q,K"),
]


def fixed_field(rules, banker, order):
    """The game, and in it a banker who plays by his own hand alone."""
    tables = Tables(rules, full_deck(1), settle=False)  # such a banker may stick against five cards
    levels = tuple(sorted({rules.stake_min, rules.stake_max}))
    field = Field(tables, Grower(tables, branches_of(rules, levels), order=order).tree())
    plan = field.banker_plan()
    if field.doubles:
        plan.doubles[:, 1:] = banker.doubles[:10]
    for place, number in enumerate(field.tree.branch):
        plan.draws[place] = banker.draws[field.tree.branches[number].times - 1][tables.columns]
    return field, plan


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "banker"), FIXED)
def test_a_banker_who_does_not_look_is_answered_as_the_exact_analysis_does(rules, banker):
    system = ps.rules("pagat", banker_doubles="ordinary") if rules == "ordinary" else ps.rules(rules)
    fixed = banker_policy(banker, system)
    field, plan = fixed_field(system, fixed, 0)
    found = highest(field, field.banker_flow(plan))
    best = best_punter(system, fixed, 1, splits=False)
    assert found == pytest.approx(best.account.account.gain, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "banker"),
    [("pagat", "stick-17"), ("pontoon-1939", "stick-16:double=A,T,J,Q,K"), ("pontoon-2011", "stick-15")],
)
def test_splits_are_worth_what_the_exact_analysis_says(rules, banker, monkeypatch):
    """Where the banker always sticks on one total, the bound is the best response with splits."""
    system = ps.rules(rules)
    fixed = banker_policy(banker, system)
    monkeypatch.setattr(splits, "STICKS_ON", [int(banker[6:8])])
    field, plan = fixed_field(system, fixed, 2)
    found = splits.highest_with_splits(field, field.banker_flow(plan))
    best = best_punter(system, fixed, 1)
    assert found == pytest.approx(best.account.account.gain, abs=2e-6)
    assert found > highest(field, field.banker_flow(plan)) + 1e-4


def test_five_cards_may_be_settled_beforehand():
    """Where the banker can but draw against a five-card trick, it makes no difference that he is not asked."""
    system, cards = ps.rules("pagat"), {"3": 4, "4": 3, "9": 2}
    asked = Tables(system, few_cards(cards), settle=False)
    assert not asked.settled.any()
    field = Field(asked, Grower(asked, branches_of(system, (1,))).tree())
    low, high = learnt(field, ROUNDS).bounds()
    told = small(system, cards, (1,))
    assert told.tables.settled.any()
    assert told.publics < field.publics
    other_low, other_high = learnt(told, ROUNDS).bounds()
    assert max(low, other_low) <= min(high, other_high) + 1e-12
    assert not small(ps.rules("pagat", five_card_trick="none"), cards, (1,)).tables.settled.any()
    assert not small(ps.rules("vingt-un-1850"), cards, (1,)).tables.settled.any()


def test_an_ordinary_double_leaves_special_hands_at_their_payment():
    """So it is worth less to the banker than a double of everything, and more than none."""
    cards, seen = {"A": 2, "3": 3, "6": 2, "T": 3}, []
    for doubles in ("no", "ordinary", "everything"):
        system = ps.rules("pagat", banker_doubles=doubles, first_buy_max=0)
        field = small(system, cards, (1,))
        assert (field.tables.special is None) == (doubles != "ordinary")
        seen.append(learnt(field, ROUNDS).bounds())
    assert seen[0][0] > seen[1][1] + 1e-3
    assert abs(seen[1][0] - seen[2][0]) > 1e-3


@pytest.mark.parametrize("doubles", ["no", "ordinary"])
def test_an_order_that_is_not_seen(doubles):
    """The banker who does not see the order leaves more to the punter; one who does holds him to less."""
    system, cards = ps.rules("vingt-un-1800", banker_doubles=doubles), {"A": 2, "3": 3, "6": 2, "9": 1}
    seen, unseen = (small(system, cards, (1,), order=order) for order in (9, 0))
    assert seen.tree.ordered
    assert not unseen.tree.ordered
    assert unseen.publics < seen.publics
    low, high = learnt(seen, ROUNDS).bounds()
    play = learnt(unseen, ROUNDS)
    other_low, other_high = play.bounds()
    assert other_low <= high
    assert other_high >= low
    flow = unseen.punter_flow(play.punter_plan)
    assert other_low <= lowest(unseen, flow) + 1e-12
    in_full = lowest(seen, seen.punter_flow(_with_order(play, seen).punter_plan))
    assert in_full - 2e-8 < other_low <= in_full + 1e-12
    rough = OrderAware(unseen, flow, least=1e-2)
    assert least(unseen, rough.worth()) <= other_low
    assert rough.left_out.sum() > 0


def _with_order(play: Strategy, field: Field) -> Strategy:
    """The same play in a game that shows the order of all cards."""
    plan = field.punter_plan()
    for place, public in enumerate(field.tree.publics):
        history = public.history[:1] if len(public.history) == 1 else tuple(sorted(public.history))
        other = play._places[public.branch, history]
        for cards, spot in public.spots.items():
            there = play.field.tree.publics[other].spots[cards]
            plan.actions[field.tree.bounds[place] + spot] = play.punter_plan.actions[
                play.field.tree.bounds[other] + there
            ]
    return Strategy(field, plan, field.banker_plan())


def test_either_side_reckons_alike():
    """What the punter's spots are worth in all is what the banker's first cards are, whatever both play."""
    field = small(ps.rules("pontoon-1939"), {"A": 2, "5": 2, "6": 2, "T": 3}, (1, 2))
    play = learnt(field, 2)
    flow = field.punter_flow(play.punter_plan)
    by_first = field.banker_worth(FOLLOW, field.packed(play.banker_plan.draws), flow)
    total = (field.firsts(play.banker_plan.doubles) * by_first).sum()
    assert total == pytest.approx(play.value(), abs=1e-12)
    assert play.value() != pytest.approx(learnt(field, 1).value(), abs=1e-6)


def test_threads_change_nothing():
    system, cards = ps.rules("pagat"), {"A": 2, "6": 2, "T": 3}
    one = small(system, cards, (1, 3))
    assert len(one.parts) > 1
    with ThreadPoolExecutor(2) as pool:
        two = Field(one.tables, one.tree, pool)
        assert learnt(two, 5).bounds() == learnt(one, 5).bounds()


@pytest.fixture(scope="module")
def solved():
    """A coarse answer under pagat with one stake; with a few cards where all runs as plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        if JIT_OFF:
            patch.setattr(strategy, "full_deck", lambda packs: few_cards())
        yield ps.solve("pagat", levels=[1], iterations=40, precision=1e-9)


def test_an_answer(solved):
    assert solved.low <= solved.value <= solved.high
    assert solved.exploitability == (solved.high - solved.low) / 2
    assert (solved.iterations, solved.complete, solved.precision_met) == (40, True, False)
    told = solved.to_dict()
    assert told["schema"] == "pontoon.solve/1"
    assert told["value"] == {"punter_ev_per_deal": solved.value, "low": solved.low, "high": solved.high}
    assert (told["stakes"], told["max_hands"], told["strategy_file"]) == ([1], 1, None)
    assert told["first_stake"] == {card: [[1, 1.0]] for card in RANKS}
    assert "max_hands=1" in told["assumes"][0]
    assert json.loads(solved.to_json()) == told
    assert list(solved.to_frame()["card"]) == list(RANKS)
    assert solved.headline() == repr(solved)
    chances = solved.strategy.actions(1, "T5")
    assert set(chances) == {"stick", "twist", "buy 1", "buy 2"}
    assert sum(chances.values()) == pytest.approx(1)
    assert solved.strategy.draws(1, "TT", (("buy", 1), ("twist", 5))) <= 1


def test_a_strategy_in_a_file(solved, tmp_path):
    file = tmp_path / "play.npz"
    solved.save(file)
    found = judge(file)
    assert (found.low, found.high, found.value) == pytest.approx((solved.low, solved.high, solved.value), abs=1e-5)
    assert found.low <= found.value <= found.high
    assert (found.rules, found.iterations, found.course) == (solved.rules, solved.iterations, solved.course)
    assert found.strategy_file == str(file)
    assert found.precision_met is None


@pytest.mark.parametrize(
    ("rules", "changes", "cards", "says"),
    [
        ("shoot", {"burn": 13}, FEW, ["Nobody splits", "Burnt cards", "Nobody shoots", "The banker sees"]),
        ("vingt-un-1800", {}, {"A": 3, "2": 3, "T": 1}, ["The banker sees", "The play found looks"]),
        ("vingt-un-1850", {"stake_max": 1}, FEW, ["Nobody splits", "The banker sees"]),
    ],
    ids=str,
)
def test_what_an_answer_holds_for(rules, changes, cards, says, monkeypatch, tmp_path):
    monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards(cards))
    seen = []
    found = ps.solve(ps.rules(rules, **changes), iterations=11, watch=lambda *told: seen.append(told), threads=2)
    assert [sentence[: len(start)] for sentence, start in zip(found.assumes(), says, strict=True)] == says
    assert [iterations for iterations, _ in seen[-len(found.course) :]] == [mark.iterations for mark in found.course]
    assert (len(seen) == len(found.course)) == found.strategy.field.tree.ordered  # else a smaller game came first
    assert seen[0][0] == 10
    assert found.low <= found.value <= found.high
    told = found.to_dict()
    assert (told["banker_doubles"] is None) == (found.rules.banker_doubles == "no")
    assert (told["with_splits"] is None) == (not found.rules.splits)
    assert set(told["first_stake"]) == ({"*"} if rules == "vingt-un-1800" else set(RANKS))
    assert found.strategy.bounds() == pytest.approx(
        (found.low, found.high), abs=1e-12
    )  # also when the threads are gone
    lines = draw(page(told, found.headline(), found.rules.title), 100, False, "utf-8").splitlines()
    assert any(line.startswith("With splits the value lies between") for line in lines) == found.rules.splits


def test_too_many_states_are_refused(monkeypatch):
    monkeypatch.setattr(tree, "MOST", 100)
    monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards())
    with pytest.raises(ps.PontoonError, match="too many states"):
        ps.solve("pagat")


def spoilt(file, **changes):
    """The file with some of its arrays changed."""
    with np.load(file) as there:
        arrays = dict(there)
    np.savez(file, **(arrays | changes))


@pytest.mark.parametrize("fault", ["nothing", "text", "schema", "shape", "illegal", "rules", "numbers"])
def test_a_file_that_is_no_strategy(solved, tmp_path, fault):
    file = tmp_path / "play.npz"
    solved.save(file)
    with np.load(file) as there:
        head, actions = json.loads(str(there["head"])), there["actions"]
    if fault == "nothing":
        file.unlink()
    elif fault == "text":
        file.write_text("no strategy")
    elif fault == "schema":
        spoilt(file, head=np.array(json.dumps(head | {"schema": "pontoon.edge/1"})))
    elif fault == "rules":
        spoilt(file, head=np.array(json.dumps(head | {"rules": head["rules"] | {"min_stick": 99}})))
    elif fault == "shape":
        spoilt(file, actions=actions[1:])
    elif fault == "illegal":
        spoilt(file, actions=np.abs(actions))
    else:
        spoilt(file, stakes=np.full((11, 1), np.nan))
    with pytest.raises(ps.PontoonError, match="pontoon solve --out wrote"):
        judge(file)


@pytest.mark.compiled
def test_a_dealer_is_answered():
    result = ps.solve("casino-rtg", levels=[1])
    assert result.low == result.value == result.high
    assert result.value == pytest.approx(-0.0085692, abs=1e-7)
    assert result.first_stakes() == {"*": {1: 1.0}}
    assert "fixed" in result.assumes()[-1]
    assert "by the best play against the dealer" in result.headline()
    assert result.to_dict()["dealer"] == "stick-17/18"
    with pytest.raises(ps.PontoonError, match="pontoon chart"):
        result.save("never.npz")
    fewer = ps.solve(ps.rules("casino-rtg", ace_ten_is_pontoon=False))
    assert fewer.value < result.value - 1e-3  # without a pontoon of ace and ten


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"levels": "some"}, "ends, all, or whole numbers from 1 to 5"),
        ({"levels": [0, 1]}, "ends, all, or whole numbers from 1 to 5"),
        ({"levels": []}, "ends, all, or whole numbers from 1 to 5"),
        ({"buys": "most"}, "it is ends"),
        ({"precision": 0}, "above 0"),
        ({"iterations": 0.5}, "from 1 to"),
        ({"rules": ps.rules("pagat", pontoon_ranking="picture-beats-ten")}, "pontoon_ranking=.*faces of tens"),
        ({"rules": ps.rules("pagat", ace_ten_is_pontoon=False)}, "ace_ten_is_pontoon=false"),
        ({"rules": ps.rules("pagat", banker_doubles="ordinary"), "punters": 2}, "banker_doubles=ordinary.*punters=1"),
        ({"rules": ps.rules("pagat", brulet="levy")}, "set brulet=none"),
        ({"rules": "casino-microgaming", "buys": "all"}, "leave out buys"),
    ],
)
def test_refusals(given, says):
    with pytest.raises(ps.PontoonError, match=says):
        ps.solve(**given)
