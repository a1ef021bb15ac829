"""The punter's best response: against a naive search that shares no code with it, and against its own neighbours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from naive_best import best_value

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.exact import response
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.best import HandSolver
from pontoon_sim.exact.deck import Deck
from pontoon_sim.exact.orders import all_orders
from pontoon_sim.exact.seat import Seat
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.stakes import stake_schedule

SHORT = {"A": 2, "6": 2, "8": 3, "T": 3, "K": 2}


def short(cards: dict[str, int]) -> Deck:
    return Deck(np.array([float(cards.get(rank, 0)) for rank in RANKS]), False)


def best_on(rules, banker, cards, stakes=(1,)):
    solver = HandSolver(Game(rules, banker), short(cards))
    return response._Maker(rules, solver).policy(list(stakes), "best")


def gain_of(rules, banker, policy, schedule, cards) -> float:
    return Seat(Game(rules, banker), policy, schedule.stakes, short(cards)).account().account.gain


NAIVE = [
    ("pagat", {"split": "none"}, "stick-17", {"A": 2, "5": 2, "6": 2, "T": 4}),
    ("pagat", {"split": "none", "banker_pontoon_shown": "after-play"}, "stick-16", {"A": 2, "4": 3, "T": 3, "9": 1}),
    ("pontoon-2011", {"split": "none"}, "stick-17", {"A": 2, "4": 2, "6": 2, "T": 3}),
    ("pagat", {"split": "none", "buy_after_twist": True, "max_buys": 1}, "stick-17", {"A": 1, "5": 3, "6": 2, "T": 3}),
    ("pagat", {"split": "none", "later_buy": "up-to-initial", "first_buy_min": 0}, "stick-17",
     {"5": 4, "A": 2, "9": 3}),
    ("vingt-un-1800", {}, "stick-16", {"A": 2, "3": 2, "5": 2, "T": 3}),
    ("casino-rtg", {"split": "none", "packs": 1}, "stick-17/18", {"A": 3, "4": 2, "6": 2, "T": 3}),
    ("pontoon-1939", {"split": "none"}, "stick-17:double=A,T", {"A": 2, "4": 2, "6": 2, "T": 3}),
    ("pagat", {"split": "none", "banker_doubles": "ordinary"}, "stick-17:double=A", {"A": 2, "5": 2, "6": 2, "T": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "banker", "cards"), NAIVE, ids=str)
@pytest.mark.parametrize("stake", [1, 3])
def test_as_good_as_a_naive_search(rules, changes, banker, cards, stake):
    system = ps.rules(rules, **changes, stake_min=1, stake_max=5)
    bank = banker_policy(banker, system)
    policy = best_on(system, bank, cards, [stake])
    found = gain_of(system, bank, policy, stake_schedule(stake, system), cards)
    assert found == pytest.approx(best_value(system, bank, cards, stake), abs=1e-10)


SPLITS = [
    ("pagat", {"max_hands": 3}, "stick-15", {"8": 4, "9": 3, "T": 2}),
    ("pagat", {}, "stick-16", {"A": 4, "T": 3, "9": 2}),
    ("pagat", {"max_hands": 2}, "stick-16", {"8": 4, "3": 3, "T": 3}),
    ("casino-rtg", {"packs": 1}, "stick-17/18", {"A": 4, "T": 3, "7": 3}),
    ("pontoon-2011", {}, "stick-16", {"A": 3, "5": 2, "K": 3, "9": 2}),
    ("pontoon-1939", {}, "stick-16:double=A", {"A": 3, "K": 3, "9": 3}),
]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "changes", "banker", "cards"), SPLITS, ids=str)
def test_no_single_decision_can_be_bettered(rules, changes, banker, cards, monkeypatch):
    """A plan in which no single decision can be bettered is the best one; split hands included."""
    system = ps.rules(rules, **changes)
    bank, schedule = banker_policy(banker, system), stake_schedule("min", system)
    monkeypatch.setattr(response, "smallest", lambda *tables: tables)
    policy = best_on(system, bank, cards)
    best = gain_of(system, bank, policy, schedule, cards)
    game = Game(system, bank)
    law_open, may_stick = np.array(game.plain.open, bool), np.array(game.plain.may_stick, bool)
    reached = game.hands(short(cards))
    tried = 0
    for phase in range(policy.phases):
        for node in reached[law_open[reached]]:
            for code in range(4):
                leads = int(policy.following[phase, code])
                legal = may_stick[node] if code == 0 else leads != phase or code == 1
                if not legal or code == policy.moves[phase, node]:
                    continue
                moves = policy.moves.copy()
                moves[phase, node] = code
                other = gain_of(system, bank, replace(policy, moves=moves, digest="x"), schedule, cards)
                assert other <= best + 1e-10
                tried += other < best - 1e-9
    assert tried > 10  # decisions that matter were among them
    for rank in np.flatnonzero(policy.splits):
        for most in range(system.max_hands + 1):
            splits = policy.aware.splits.copy()
            splits[:, rank] = most if most != 1 else 0
            aware = replace(policy.aware, splits=splits)
            assert gain_of(system, bank, replace(policy, aware=aware, digest="x"), schedule, cards) <= best + 1e-10


DEALT_OUT = [
    SPLITS[0],
    ("pagat", {"max_hands": 2}, "stick-16", {"A": 4, "T": 4, "9": 3}),
    SPLITS[2],
    ("casino-rtg", {"packs": 1, "max_hands": 2}, "stick-17/18", {"A": 3, "T": 4, "7": 4}),
    *NAIVE[7:],
]


@pytest.mark.parametrize(("rules", "changes", "banker", "cards"), DEALT_OUT, ids=str)
def test_a_policy_that_looks_at_everything_dealt_out_in_every_order(rules, changes, banker, cards):
    """Exact seat, and the one deal of the rule book, play a best response alike."""
    system = ps.rules(rules, **changes)
    bank = banker_policy(banker, system)
    policy = best_on(system, bank, cards)
    dealt = all_orders(system, cards, build_players(system, 1, policy, bank, "min")[0])
    found = gain_of(system, bank, policy, stake_schedule("min", system), cards)
    assert found == pytest.approx(float(dealt.seats[0]), abs=1e-12)
