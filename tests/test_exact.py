"""Exact analysis against three things that share no code with it: enumeration by hands, short packs dealt out in
every order through the one deal of the rule book, and simulation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from naive_exact import PRESETS, expectation
from numbers_check import SOME_PONTOON

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.deal import play_deal
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.deck import Deck
from pontoon_sim.exact.seat import Seat, SeatAccount
from pontoon_sim.exact.splits import points, terms
from pontoon_sim.exact.table import exact_table, some_pontoon
from pontoon_sim.law import plain_law
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.tabletop import new_table

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


class Dealer:
    """Deals every order of a short pack through the one deal, each with its probability."""

    def __init__(self, rules, cards: dict[str, int], punter: str, banker: str, stakes: str):
        self.law = plain_law(rules)
        self.players = build_players(rules, 1, punter, banker, stakes)[0]
        self.cards = {RANKS.index(rank): count for rank, count in cards.items()}
        self.path: list[list[int]] = []

    def expectation(self) -> tuple[Fraction, Fraction]:
        """Expected gain and total stake of the punter, in units."""
        gain = staked = Fraction(0)
        table = new_table(1)
        while True:
            self.depth, self.left, self.weight = 0, dict(self.cards), Fraction(1)
            play_deal(self.law, self, self.players, table)
            gain += self.weight * int(table.net[0])
            staked += self.weight * int(table.staked[: table.hands[0]].sum())
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return gain / self.law.unit, staked
            self.path[-1][0] += 1

    def draw(self, hand):
        ranks = [rank for rank, count in self.left.items() if count]
        assert ranks, "the short pack ran out"
        if self.depth == len(self.path):
            self.path.append([0, len(ranks)])
        rank = ranks[self.path[self.depth][0]]
        self.depth += 1
        self.weight *= Fraction(self.left[rank], sum(self.left.values()))
        self.left[rank] -= 1
        return rank

    def throw(self, hand): ...
    def part(self, hand, last): ...


SHORT = {"A": 2, "6": 2, "8": 3, "T": 3, "K": 2}
SHORT_PACKS = [
    ("pagat", {}, "stick-16", "stick-17", "min", SHORT),
    ("pagat", {}, "buy-16", "stick-16", "A=3,*=1", SHORT),
    ("pagat", {}, "stick-15:split=8", "stick-15", "min", {"8": 4, "7": 3, "T": 4, "9": 3}),
    ("pagat", {"max_hands": 3}, "stick-15:split=8", "stick-15", "8=2,*=1", {"8": 4, "9": 3, "T": 4}),
    ("pagat", {"max_hands": 2}, "buy-15:split=9", "stick-15", "min", {"9": 4, "A": 1, "T": 5}),
    ("pagat", {"split": "value", "max_hands": 2}, "stick-15:split=T", "stick-15", "min",
     {"T": 2, "K": 2, "9": 3, "7": 3}),
    ("pagat", {"split_pontoon": "drawn-21"}, "stick-15:split=T", "stick-15", "min", {"T": 3, "A": 2, "9": 3, "8": 3}),
    ("pontoon-2011", {"min_stick": 12}, "stick-12:split=A", "stick-12", "min", {"A": 3, "K": 4, "9": 4}),
    ("pagat", {"pontoon_ranking": "picture-beats-ten", "banker_pontoon_shown": "after-play"}, "stick-15", "stick-15",
     "T=2,*=1", {"A": 2, "T": 2, "K": 2, "9": 3}),
    ("pagat", {"ace_ten_is_pontoon": False}, "stick-15", "stick-15", "min", {"A": 2, "T": 2, "K": 2, "9": 3}),
    ("vingt-un-1850", {}, "stick-14", "stick-14:double=A,T", "A=2,*=1", {"A": 2, "T": 2, "K": 2, "9": 3, "7": 2}),
    ("pagat", {"banker_doubles": "ordinary"}, "buy-15", "stick-15:double=A,K", "min", {"A": 2, "T": 2, "K": 2, "9": 4}),
    ("vingt-un-1800", {}, "stick-15", "stick-15", "min", {"A": 2, "T": 2, "K": 2, "9": 3, "7": 2}),
    ("pontoon-1939", {"ace_ten_is_pontoon": False}, "stick-15", "stick-15:double=K", "min",
     {"A": 2, "T": 2, "K": 2, "9": 3}),
    ("vingt-un-1850", {"pontoon_ranking": "picture-beats-ten"}, "stick-15", "stick-15:double=T", "min",
     {"A": 2, "T": 2, "K": 2, "9": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "punter", "banker", "stakes", "cards"), SHORT_PACKS)
def test_short_packs_dealt_out_in_every_order(rules, changes, punter, banker, stakes, cards):
    system = ps.rules(rules, **changes)
    gain, staked = Dealer(system, cards, punter, banker, stakes).expectation()
    deck = Deck(np.array([float(cards.get(rank, 0)) for rank in RANKS]), False)
    seat = seat_of(system, punter, banker, stakes, deck)
    found = seat.account().account
    assert found.gain == pytest.approx(float(gain), abs=1e-12)
    assert found.staked == pytest.approx(float(staked), abs=1e-12)


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
