"""Exact analysis against three things that share no code with it: enumeration by hands, short packs dealt out in
every order through the one deal of the rule book, and simulation."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from naive_exact import PRESETS, expectation
from numbers_check import SOME_PONTOON

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.checks.cases import short_packs
from pontoon_sim.checks.compare import dealt_out
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.deck import Deck, full_deck
from pontoon_sim.exact.events import some_pontoon
from pontoon_sim.exact.lasts import can_run_out
from pontoon_sim.exact.orders import all_orders
from pontoon_sim.exact.seat import Seat, SeatAccount
from pontoon_sim.exact.splits import points, terms
from pontoon_sim.exact.table import exact_table
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import seated
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule

SOFT_DEALER = {"casino-rtg": {"banker": 17, "banker_soft": 18}}


def seat_of(rules, punter, banker=None, stakes="min", packs=1) -> Seat:
    bank = banker_policy(banker or rules.dealer or "stick-17", rules)
    return Seat(Game(rules, bank), punter_policy(punter, rules), stake_schedule(stakes, rules).stakes, packs)


def assert_as_enumerated(found: SeatAccount, exact: dict) -> None:
    account = found.account
    assert account.gain == pytest.approx(exact["punter_ev_per_deal"], abs=1e-12)
    assert account.staked == pytest.approx(exact["mean_staked"], abs=1e-12)
    assert found.initial == pytest.approx(exact["mean_initial_stake"], abs=1e-12)
    assert account.square - account.gain**2 == pytest.approx(exact["variance_per_deal"], abs=1e-11)
    for rank, gain in exact["by_first_card"].items():
        assert found.by_card[RANKS.index(rank)] == pytest.approx(gain, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ps.preset_names())
@pytest.mark.parametrize("way", ["twist", "buy-max", "minbuy"])
def test_every_preset_as_enumerated(rules, way):
    system = ps.rules(rules)
    way = way if system.first_buy_max else "twist"
    punter = {"twist": "stick-16", "buy-max": "buy-16", "minbuy": "minbuy-16"}[way]
    flat = system.stake_max == 1
    found = seat_of(system, punter, stakes="min" if flat else "A=3,9=2,*=1", packs=system.packs_for(1)).account()
    arguments = {**PRESETS[rules], "punter": 16, "way": way, **SOFT_DEALER.get(rules, {})}
    assert_as_enumerated(found, expectation(**arguments, stakes=1 if flat else {"A": 3, "9": 2, "*": 1}))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "changes",
    [
        {"banker_pontoon_shown": "after-play"},
        {"five_card_trick": "level-with-21", "drawn_21_pays": 2},
        {"five_card_trick": "none"},
        {"royal_pontoon": True},
        {"ace_ten_is_pontoon": False},
        {"ties": "stand-off"},
        {"fifth_card_bought_from": 12},
        {"buy_after_twist": True, "max_buys": 1},
        {"later_buy": "up-to-initial", "first_buy_min": 0},
        {"five_card_pays": 1.5},
        {"banker_pontoon_takes": 1, "pontoon_pays": 3, "banker_pontoon_from_pontoon": 0},
        {"packs": 3},
    ],
    ids=str,
)
def test_variations_as_enumerated(changes):
    system = ps.rules("pagat", **{"packs": 1, **changes})
    found = seat_of(system, "buy-16", packs=system.packs).account()
    arguments = {**PRESETS["pagat"], "packs": 1, **changes, "punter": 16, "way": "buy-max"}
    assert_as_enumerated(found, expectation(**arguments))


@pytest.mark.compiled
def test_an_infinite_pack():
    """Vingt-un heads-up, 16 against 16: figures computed twice elsewhere."""
    assert seat_of(ps.rules("vingt-un-1800"), "stick-16", "stick-16", packs=None).account().account.gain == (
        pytest.approx(-0.027898, abs=5e-7)
    )
    assert seat_of(ps.rules("vingt-un-1850"), "stick-16", "stick-16", packs=None).account().account.gain == (
        pytest.approx(-0.124733, abs=5e-7)
    )


# ---- Short packs, dealt out in every order.


@pytest.mark.parametrize("short", short_packs(), ids=lambda short: f"{short.rules.name}: {', '.join(short.punter)}")
def test_short_packs_dealt_out_in_every_order(short):
    """Every figure of the table: gains, stakes, variance, outcomes, shuffles and changes of the bank."""
    check = dealt_out(short)
    assert check.agrees, check
    assert check.orders > 20


def test_orders_of_a_pack_that_runs_out_are_refused():
    with pytest.raises(ps.PontoonError, match="runs out of cards"):
        dealt_out(short_packs("pagat")[0]._replace(cards={"2": 4, "3": 2}))


@pytest.mark.parametrize("seed", range(40))
def test_a_pack_that_is_said_to_last_does_not_run_out(seed):
    """Small random packs: where one course of the deal runs out of cards, the bound must have said that it may."""
    random = Random(seed)
    rules = ps.rules("pagat", min_stick=1, max_hands=random.choice([1, 3]))
    punters = random.choice([1, 1, 2])
    split = ":split=A,8" if rules.splits and punters == 1 else ""
    names = [f"stick-{random.choice([9, 12, 14])}{split}"] * punters
    cards = {rank: random.choice([0, 1, 2]) for rank in "A689K"}
    who = seated(rules, punters, names, f"stick-{random.choice([9, 13])}")
    deck = Deck(np.array([float(cards.get(rank, 0)) for rank in RANKS]), False)
    try:
        all_orders(rules, cards, who.packed(), punters)
    except ps.PontoonError:
        assert can_run_out(rules, who.punters, who.banker, deck), (cards, names)


@pytest.mark.parametrize(
    ("changes", "punters", "punter", "expected"),
    [
        ({}, 5, "buy-16", False),
        ({"packs": 1}, 10, "stick-21", False),  # 55 cards would be too many; 11 hands of 30 points are too few
        ({}, 5, "stick-17:split=A,8", False),
        ({"packs": 1}, 6, "stick-17:split=A,2,3,4,5,6,7,8,9,T,J,Q,K", True),
        ({"packs": 8}, 7, "stick-17:split=A,2,3,4,5,6,7,8,9,T,J,Q,K", False),
    ],
)
def test_whether_a_pack_lasts(changes, punters, punter, expected):
    rules = ps.rules("pagat", **changes)
    who = seated(rules, punters, punter)
    packs = rules.packs_for(punters)
    assert can_run_out(rules, who.punters, who.banker, full_deck(packs)) is expected
    assert not can_run_out(rules, who.punters, who.banker, full_deck(None))


# ---- Whole tables.


def table_of(rules, punters, stakes, packs=1):
    policies = [punter_policy(name, rules) for name in punters]
    schedules = [stake_schedule(name, rules) for name in stakes]
    return exact_table(rules, policies, banker_policy("stick-17", rules), schedules, packs)


@pytest.mark.compiled
def test_a_table_is_the_sum_of_its_seats():
    rules = ps.rules("pagat", packs=1)
    found = table_of(rules, ["stick-16", "buy-16"], ["min", "A=3,*=1"])
    alone = [
        expectation(**{**PRESETS["pagat"], "packs": 1}, punter=16, way="twist"),
        expectation(**{**PRESETS["pagat"], "packs": 1}, punter=16, way="buy-max", stakes={"A": 3, "*": 1}),
    ]
    assert found.gain == pytest.approx(sum(one["bank_per_deal"] for one in alone), abs=1e-12)
    assert found.staked == pytest.approx(sum(one["mean_staked"] for one in alone), abs=1e-12)
    for name, share in found.punter_outcomes.items():
        assert share == pytest.approx(sum(one["punter_outcomes"][name] for one in alone) / 2, abs=1e-12)
    assert found.variance is None
    assert found.banker_outcomes is None
    assert set(found.reasons) == {"variance_per_deal", "banker_outcomes"}


@pytest.mark.compiled
def test_one_punter_alone_has_everything():
    found = table_of(ps.rules("pagat", packs=1), ["buy-16"], ["min"])
    exact = expectation(**{**PRESETS["pagat"], "packs": 1}, punter=16, way="buy-max")
    assert found.variance == pytest.approx(exact["variance_per_deal"], abs=1e-11)
    assert found.banker_outcomes == pytest.approx(exact["banker_outcomes"], abs=1e-12)
    assert not found.reasons


@pytest.mark.compiled
def test_a_banker_who_completes_his_hand_ends_as_published():
    rules = ps.rules("casino-rtg", banker_completes=True)
    dealer = banker_policy("stick-17/18", rules)
    policy, stake = punter_policy("stick-16", rules), stake_schedule("min", rules)
    found = exact_table(rules, [policy, policy], dealer, [stake, stake], 8).banker_outcomes
    published = {"pontoon": 0.04745, "five_card_trick": 0.02133, "bust": 0.28278, "twenty_one": 0.07105}
    for name, share in published.items():
        assert found[name] == pytest.approx(share, abs=6e-6)


@pytest.mark.parametrize(("hands", "chance"), list(enumerate(SOME_PONTOON, start=1)))
def test_some_pontoon_among_hands(hands, chance):
    assert some_pontoon(ps.rules("pagat"), hands, 1) == pytest.approx(chance, abs=6e-7)
    assert some_pontoon(ps.rules("pagat"), 1, None) == pytest.approx(8 / 169, abs=1e-12)


# ---- Splits in expectation.


def test_points_at_which_a_split_hand_is_played():
    """Two hands: after none, or one that is a pair or not. Three: two before the split, two of three pending after."""
    assert {tuple(point): ways for point, ways in points(2).items()} == {(0, 0, 0): 1, (0, 1, 0): 1, (0, 0, 1): 1}
    of_three = {tuple(point): ways for point, ways in points(3).items()}
    assert {point: ways for point, ways in of_three.items() if point[0] == 0} == {(0, 0, 0): 1, (0, 0, 1): 1}
    assert of_three[1, 0, 0] == 1
    assert of_three[1, 0, 1] == 2  # split at once, then no pair; or no pair, then split
    assert of_three[1, 1, 1] == 3


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_weights_of_single_hands_add_up_to_the_number_of_hands(most):
    """Each hand's own second card has a chance given what is gone; weighted, they sum to the expected hands."""
    left, size = 2.0, 50.0
    total = 0.0
    for term in terms(most, left, size, False):
        own = max(left - (term.gone - 1), 0) / (size - (term.gone - 1))
        total += term.weight * (own if term.same else 1 - own)

    def expected(pending: int, hands: int, r: float, cards: float) -> float:
        """Hands in the end, by dealing second cards one by one."""
        if not pending:
            return hands
        pair, alone = r / cards, expected(pending - 1, hands, r, cards - 1)
        again = expected(pending + 1, hands + 1, r - 1, cards - 1) if hands < most and r else 0.0
        stays = expected(pending - 1, hands, r - 1, cards - 1) if hands == most and r else 0.0
        return (1 - pair) * alone + pair * (again + stays)

    assert total == pytest.approx(expected(2, 2, left, size), rel=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "changes", "punter", "banker", "stakes"),
    [
        ("pagat", {}, "stick-16:split=A,2,3,4,5,6,7,8,9,T,J,Q,K", "stick-17", "A=5,T=2,*=1"),
        ("vingt-un-1850", {}, "stick-16:split=A,8,K", "stick-17:double=A,T", "A=3,*=1"),
        ("pontoon-1939", {}, "buy-16:split=A,8", "stick-17:double=A,T,J,Q,K", "A=3,*=1"),
        ("pagat", {"banker_doubles": "ordinary"}, "buy-16:split=8", "stick-17:double=A,K", "min"),
        ("pagat", {"split": "value", "max_hands": 3}, "stick-16:split=T,8", "stick-17", "min"),
        ("pagat", {"split_pontoon": "single", "max_hands": 2}, "stick-16:split=A,9", "stick-16/18", "max"),
    ],
)
def test_splits_and_doubles_as_simulated(rules, changes, punter, banker, stakes):
    system = ps.rules(rules, **changes)
    found = seat_of(system, punter, banker, stakes).account()
    result = ps.edge(system, punters=1, punter=punter, banker=banker, stakes=stakes, deals=4_000_000, seed=8)
    edge, told = result.bank_edge["per_deal"], result.to_dict()["seats"][0]
    assert abs(edge.value + found.account.gain) < 4.5 * edge.standard_error
    assert told["mean_staked"] == pytest.approx(found.account.staked, rel=0.003)
    assert told["mean_initial_stake"] == pytest.approx(found.initial, rel=0.003)
    hands = found.account.classes
    outcomes = result.to_dict()["punter_outcomes"]
    assert outcomes["bust"] == pytest.approx(hands[0] / hands.sum(), abs=0.001)
