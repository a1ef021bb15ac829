"""The equilibrium of several punters: against plain enumeration, the game of one punter, and dealt tables."""

from __future__ import annotations

import json

import numpy as np
import pytest
from command_line import JIT_OFF, run, strict
from naive_solve import few_cards
from naive_table import answer, shown

import pontoon_sim as ps
from pontoon_sim.equilibrium.learning import Learner, highest, lowest
from pontoon_sim.equilibrium.many import field as many_field
from pontoon_sim.equilibrium.many import solving
from pontoon_sim.equilibrium.many.answering import Answerer
from pontoon_sim.equilibrium.many.beliefs import Seat
from pontoon_sim.equilibrium.many.field import seat_field
from pontoon_sim.equilibrium.many.learning import TableLearner
from pontoon_sim.equilibrium.many.measuring import measure
from pontoon_sim.equilibrium.many.strategy import TableStrategy
from pontoon_sim.equilibrium.play import Field
from pontoon_sim.equilibrium.solving import judge
from pontoon_sim.equilibrium.strategy import Strategy
from pontoon_sim.equilibrium.tables import Tables
from pontoon_sim.equilibrium.tree import Grower, branches_of

HARD = 1e-9  # a banker who is hardly ever soft
FEW = {"A": 2, "5": 2, "8": 2, "T": 3}
MANY = {"A": 40_000, "6": 90_000, "T": 120_000}  # of which a hand or two take nothing


@pytest.fixture
def pack(monkeypatch):
    """Tables from a few cards."""

    def deal_from(cards):
        monkeypatch.setattr(many_field, "full_deck", lambda packs: few_cards(cards))

    return deal_from


def mixed(field: Field) -> Strategy:
    """Play that neither side has learnt: some of everything, other things on other hands."""
    plan = field.punter_plan()
    draw = np.random.default_rng(3)
    plan.actions = np.where(plan.actions < 0, -1.0, draw.uniform(0.1, 1, plan.actions.shape))
    plan.actions /= np.where(plan.actions < 0, 0.0, plan.actions).sum(axis=1, keepdims=True)
    plan.actions = np.where(plan.actions < 0, -1.0, plan.actions)
    plan.stakes = draw.uniform(0.1, 1, plan.stakes.shape)
    plan.stakes /= plan.stakes.sum(axis=1, keepdims=True)
    return Strategy(field, plan, field.banker_plan())


ONE = [
    ("pagat", {}, (1, 3)),
    ("pontoon-2011", {}, (1,)),
    ("pontoon-1939", {}, (1, 2)),
    ("vingt-un-1850", {"stake_max": 2}, (1, 2)),
]


@pytest.mark.parametrize(("rules", "changes", "levels"), ONE, ids=str)
def test_against_one_punter_the_answer_is_the_best_response(rules, changes, levels, pack):
    pack(FEW)
    field = seat_field(ps.rules(rules, **changes), levels, False, 1)
    flow = field.punter_flow(mixed(field).punter_plan)
    answerer = Answerer(Seat(field), 1, HARD)
    rng, plan = np.random.default_rng(1), field.banker_plan()
    for _ in range(3 if field.doubles else 1):  # what doubling is worth follows from how he draws
        plan = answerer.plan(flow, plan, 1, rng)
    found = TableStrategy(field, mixed(field).punter_plan, plan, 2, HARD).value()
    assert found == pytest.approx(lowest(field, flow), abs=1e-9)
    assert highest(field, field.banker_flow(plan)) > found + 1e-3


def test_one_punter_learns_what_the_game_of_one_has(pack):
    pack(FEW)
    rules, levels = ps.rules("pagat"), (1, 3)
    tables = Tables(rules, few_cards(FEW))
    alone = Learner(Field(tables, Grower(tables, branches_of(rules, levels)).tree()))
    learner = TableLearner(seat_field(rules, levels, False, 1), 1, 0.02, 1, np.random.SeedSequence(1))
    for _ in range(30 if JIT_OFF else 300):
        alone.iterate()
        learner.iterate()
    low, high = alone.bounds()
    off = 0.1 if JIT_OFF else 2e-3
    assert low - off < lowest(learner.field, learner.average) < high + off


def test_five_cards_are_states_by_their_stake(pack):
    pack({"A": 4, "2": 4, "3": 4, "T": 2})
    field = seat_field(ps.rules("pagat"), (1,), False, 2)
    fives = [public for public in field.tree.publics if public.history and public.history[0][0] == "five"]
    assert fives
    assert len({public.history for public in fives}) == len(fives)
    assert all(public.history == (("five", public.staked),) * 3 for public in fives)
    for public in fives:
        assert all(field.tables.hands.cards[hand] == 5 for _, hand in public.spots)


@pytest.mark.parametrize("rules", ["pagat", "pontoon-2011"])
def test_two_seats_are_answered_as_plain_enumeration_has_it(rules, pack):
    """From a pack that hardly ends: for all pairs of what two seats may show, and all hands of the banker's."""
    pack(MANY)
    system = ps.rules(rules)
    field = seat_field(system, (1, 2), False, 2)
    play = mixed(field)
    total = sum(MANY.values())
    shares = {rank: count / total for rank, count in MANY.items()}
    strategy = TableStrategy(field, play.punter_plan, field.banker_plan(), 2, HARD)
    looks = [(stake, history, seen) for stake in (1, 2) for history, seen in shown(play, shares, stake).items()]
    pairs = [(one, two) for one in looks[:: 5 if JIT_OFF else 3] for two in looks[:: 7 if JIT_OFF else 4]]
    checked = both = 0
    for one, two in pairs:
        for hand in ("66", "A6", "6T"):
            stick, draw = answer(system, shares, [one[2], two[2]], hand)
            if abs(stick - draw) < 1e-3:
                continue
            draws = strategy.draws_at([one[:2], two[:2]], hand)
            assert draws == (draw < stick), (one[:2], two[:2], hand, stick, draw)
            checked, both = checked + 1, both + draws
    assert checked > 20
    assert 0 < both < checked


def table(rules, changes, levels, punters, soft=0.05):
    """Learnt a little, and the average play of the banker."""
    field = seat_field(ps.rules(rules, **changes), levels, False, punters)
    learner = TableLearner(field, punters, soft, 3, np.random.SeedSequence(1))
    for _ in range(2 if JIT_OFF else 6):
        learner.iterate()
    banker = learner.answerer.plan(learner.average, learner.banker, 5 if JIT_OFF else 60, np.random.default_rng(2))
    plan = Strategy.of_flows(field, learner.average, field.banker_flow(banker), False).punter_plan
    return TableStrategy(field, plan, banker, punters, soft)


DEALT = [
    ("pagat", {}, 1),
    ("pagat", {}, 3),
    ("pontoon-2011", {}, 2),
    ("pontoon-1939", {}, 2),
    ("vingt-un-1850", {"stake_max": 2}, 2),
]


@pytest.mark.parametrize(("rules", "changes", "punters"), DEALT, ids=str)
def test_dealt_tables_pay_what_is_reckoned(rules, changes, punters, pack):
    """Play at dealt tables has its own way through the rules; with one punter it is the very play that was reckoned."""
    cards = (
        dict.fromkeys("A58T" if JIT_OFF else "A2568TJQ", 5 if JIT_OFF else 4)
        if rules != "vingt-un-1850"
        else {"5": 6, "8": 6, "A": 4, "T": 8}
    )
    pack(cards)
    play = table(rules, changes, (1, 2), punters)
    deals = 150 if JIT_OFF else 100_000
    found = measure(play.answerer, play.punter_plan, play.banker_plan, deals, deals // 50, np.random.SeedSequence(7))
    reckoned = play.value()
    assert abs(found.seat.value - reckoned - found.off.value) < 4 * found.seat.standard_error
    assert abs(found.off.value) < 4 * found.off.standard_error + 0.1
    assert JIT_OFF or found.banker.standard_error > 0  # so few deals may differ in none
    if punters == 1:
        assert found.off.value == pytest.approx(0, abs=1e-12)
        assert found.punter.value == pytest.approx(0, abs=1e-12)


def test_against_one_seat_there_is_nothing_to_count(pack):
    """All that lies face up is what his one opponent shows, and that he knows anyway."""
    pack(dict.fromkeys("A2568TJQ", 4))
    play = table("pagat", {}, (1,), 1, HARD)
    few = 8, 60 if JIT_OFF else 2000, np.random.SeedSequence(7)
    assert measure(play.answerer, play.punter_plan, play.banker_plan, *few).counter.value == pytest.approx(0, abs=1e-9)
    three = table("pagat", {}, (1,), 3, HARD)
    assert measure(three.answerer, three.punter_plan, three.banker_plan, *few).counter.value > 1e-4


@pytest.fixture
def quick(pack, monkeypatch):
    """A table of few cards, worked on for a moment."""
    pack(FEW | {"9": 3})
    for name, number in {"TABLES": 2, "CHECKED": 4, "AVERAGED": 5, "FIRST_LOOK": 2, "DEALS": 64, "COUNTED": 16}.items():
        monkeypatch.setattr(solving, name, number)


@pytest.mark.usefixtures("quick")
def test_an_answer_and_its_file(tmp_path):
    seen = []
    found = ps.solve("pontoon-1939", punters=2, iterations=3, seed=5, threads=2, watch=lambda *told: seen.append(told))
    told = found.to_dict()
    assert told["schema"] == "pontoon.solve/1"
    assert (told["punters"], told["seed"], told["iterations"]) == (2, 5, 3)
    assert [iterations for iterations, _ in seen] == [mark["iterations"] for mark in told["course"]] == [2, 3]
    assert told["bank_ev_per_deal"]["value"] == -2 * told["value"]["punter_ev_per_deal"]
    assert set(told["deviations"]) == {"punter", "bank", "counting_bank"}
    assert told["thresholds"]["16"]["best_punter_ev_per_deal"] >= told["thresholds"]["16"]["punter_ev_per_deal"]
    assert [(row["stake"], row["paid"]) for row in told["against_two_bought"]] == [(1, 1), (5, 1), (5, 5)]
    assert all(0 <= chance <= 1 for row in told["against_two_bought"] for chance in row["draws"].values())
    assert json.loads(found.to_json()) == told
    assert list(found.to_frame()["punters"].unique()) == [2]
    assert repr(found) == found.headline()
    assert found.strategy.most_with_splits() is None
    again = ps.solve("pontoon-1939", punters=2, iterations=3, seed=5, threads=1)
    same = again.to_dict() | {"elapsed_s": told["elapsed_s"], "course": told["course"]}
    assert same == told
    file = tmp_path / "table.npz"
    found.save(file)
    judged = judge(file, seed=6)
    assert judged.reckoned == pytest.approx(found.reckoned, abs=1e-12)
    assert judged.strategy_file == str(file)
    assert (judged.punters, judged.iterations, judged.course) == (2, 3, found.course)
    assert judged.precision_met is None


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("fault", ["schema", "punters", "shape", "rules"])
def test_a_file_that_is_no_table(fault, tmp_path):
    file = tmp_path / "table.npz"
    ps.solve("pagat", punters=2, levels=[1], iterations=1, seed=5).save(file)
    with np.load(file) as there:
        arrays = dict(there)
    head = json.loads(str(arrays["head"]))
    if fault == "shape":
        arrays["draws"] = arrays["draws"][1:]
    else:
        head |= {"schema": {"schema": "x"}, "punters": {"punters": 11}, "rules": {"rules": {"packs": 99}}}[fault]
    np.savez(file, **arrays | {"head": np.array(json.dumps(head))})
    with pytest.raises(ps.PontoonError, match="no strategy that can be read"):
        TableStrategy.load(file)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"punters": 0}, "from 1 to 10"),
        ({"punters": 2, "seed": -1}, "no seed"),
        ({"punters": 2, "rules": "vingt-un-1800"}, "set natural_from_all=false"),
        ({"punters": 2, "rules": "casino-rtg", "levels": [1], "buys": "all"}, "fixed dealer"),
    ],
    ids=str,
)
def test_what_is_refused(given, says):
    with pytest.raises(ps.PontoonError, match=says):
        ps.solve(**given)


@pytest.mark.usefixtures("quick")
def test_the_command(tmp_path):
    short = ("solve", "--punters", "2", "--rules", "pontoon-1939", "--iterations", "2", "--seed", "1")
    lines = run(*short, "--precision", "1000", "--table", str(tmp_path / "stakes.md")).stdout.splitlines()
    assert lines[0].startswith("Under pontoon-1939 each of 2 punters")
    for begin in (
        "each punter",
        "the bank if it also counts",
        "A banker who sticks on",
        "Banker's first",
        "staked 5, paid 1",
        "seed",
    ):
        assert any(line.startswith(begin) for line in lines), begin
    play = tmp_path / "table.npz"
    told = strict(run(*short, "--json", "--out", str(play)).stdout)
    assert (told["punters"], told["strategy_file"]) == (2, str(play))
    again = strict(run("solve", "--strategy", str(play), "--seed", "1", "--json").stdout)
    assert again["value"]["reckoned"] == pytest.approx(told["value"]["reckoned"], abs=1e-12)
    assert "not reached" in run(*short, "--precision", "1e-9", code=3).stdout
    assert "--plot" in run(*short, "--plot", str(tmp_path / "a.svg"), code=2).stderr
    assert "--punters" in run("solve", "--strategy", str(play), "--punters", "2", code=2).stderr
