"""What a person can remember of the best play, and the published casino strategy, cell by cell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import pontoon_sim as ps
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.memorable import Key, memorable
from pontoon_sim.exact.response import best_punter
from pontoon_sim.exact.seat import Seat
from pontoon_sim.exact.simple import simple_policies, stakes_in_words
from pontoon_sim.hands import graph
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule

pytestmark = pytest.mark.compiled
LETTERS = {0: "S", 1: "T", 2: "b", 3: "B"}

# The strategy published for casino-rtg: by hard or soft total, for two, three and four cards.
PUBLISHED_HARD = {
    **dict.fromkeys((18, 19, 20, 21), "SSS"), 17: "SST", 16: "SSB", 15: "SSB", 14: "TTB", 13: "TTB", 12: "TTB",
    11: "BBB", 10: "BBB", 9: "TBB", 8: "TTB", 7: "TT-", 6: "TT-", 5: "T--", 4: "T--",
}  # fmt: skip
PUBLISHED_SOFT = {
    **dict.fromkeys((19, 20, 21), "SBB"), 18: "TTB", 17: "TTB", 16: "TTB", 15: "TTB", 14: "TTB", 13: "TT-", 12: "T--",
}  # fmt: skip

UNMET = {(21, 2), (12, 2), (13, 3), (14, 4)}  # a pontoon, and aces only: A-A is split


def response(rules, stakes="min", banker=None):
    bank = banker_policy(banker or rules.dealer or "stick-17", rules)
    schedule = None if stakes is None else stake_schedule(stakes, rules)
    return best_punter(rules, bank, rules.packs_for(1), schedule)


def test_the_published_casino_strategy_cell_by_cell():
    """Every cell agrees that is ever met."""
    rules = ps.rules("casino-rtg")
    found = memorable(response(rules), 1)
    for soft, published in ((False, PUBLISHED_HARD), (True, PUBLISHED_SOFT)):
        for total, letters in published.items():
            for cards, letter in zip((2, 3, 4), letters, strict=True):
                cell = found.cells.get(Key(True, soft, total, cards))
                if cell is None:
                    assert letter == "-" or (soft, total) == (False, 21) or (total, cards) in UNMET
                else:
                    assert LETTERS[cell.action] == letter, (soft, total, cards)
    assert [rank for rank in range(13) if found.policy.splits[rank]] == [0, 7]


def test_the_published_casino_strategy_is_the_best_there_is():
    rules = ps.rules("casino-rtg")
    best = response(rules)
    published = punter_policy(Path(__file__).parent / "policies" / "casino-rtg.csv", rules)
    game = Game(rules, banker_policy(rules.dealer, rules))
    account = Seat(game, published, stake_schedule("min", rules).stakes, 8).account().account
    assert -best.account.account.gain == pytest.approx(0.004274, abs=5e-7)
    assert account.gain == pytest.approx(best.account.account.gain, abs=2e-7)
    assert account.gain <= best.account.account.gain + 1e-12


def test_published_casino_edges():
    """Computed twice elsewhere: 0.378 % with one split (the preset allows three hands: 0.3735 %), 0.47 and 0.85 %."""
    micro = ps.rules("casino-microgaming", max_hands=2)
    assert -response(micro).account.account.gain == pytest.approx(0.00378, abs=1e-5)
    assert -response(ps.rules("casino-microgaming")).account.account.gain == pytest.approx(0.003735, abs=1e-6)
    assert -response(ps.rules("casino-rtg", packs=6)).account.account.gain == pytest.approx(0.0047, abs=5e-5)
    assert -response(ps.rules("casino-rtg", packs=2)).account.account.gain == pytest.approx(0.0085, abs=2e-4)


@pytest.mark.parametrize(
    ("cap", "packs", "gain"), [(0, 1, -0.126), (1, 1, -0.067), (2, 1, -0.007), (0, None, -0.125), (1, None, -0.047),
                               (2, None, 0.032)],
)  # fmt: skip
def test_the_worth_of_buying_as_computed_elsewhere(cap, packs, gain):
    """Standard payments, the banker sticking on 17, no splits; a cap on the first buy of so many stakes."""
    rules = ps.rules("pagat", split="none", first_buy_max=cap, **({"first_buy_min": 1} if cap else {}))
    found = best_punter(rules, banker_policy("stick-17", rules), packs, stake_schedule("min", rules))
    assert found.account.account.gain == pytest.approx(gain, abs=7e-4)


@pytest.mark.parametrize("name", ["pagat", "pontoon-1939", "vingt-un-1850"])
def test_no_cell_can_be_bettered(name):
    """Changing the action of one cell, in all states of it, never gains; and the full play gains no less."""
    rules = ps.rules(name)
    best = response(rules)
    found = memorable(best, 1)
    game, stakes = best.solver.game, best.schedule.stakes
    base = found.account.account.gain
    assert base <= best.account.account.gain + 1e-12
    hands = graph()
    told = best.solver.choices(0, 1)
    may_buy = (told.step[:, 2:] >= 0).any(axis=1)
    assert len(found.policy.moves) == len(may_buy)
    tried = 0
    for key, cell in found.cells.items():
        nodes = (hands.best == key.total) & (hands.soft == key.soft) & (hands.cards == key.cards)
        for code in set(cell.worth) - {cell.action}:
            moves = found.policy.moves.copy()
            moves[np.ix_(may_buy == key.may_buy, nodes)] = code
            other = Seat(game, replace(found.policy, moves=moves, digest="x"), stakes, 1).account()
            assert other.account.gain <= base + 1e-9, key
            tried += 1
        if tried > 25:
            break
    assert tried > 10


@pytest.mark.parametrize("name", ps.preset_names())
def test_costs_of_remembering(name):
    """The full play beats what can be remembered, and that the best single threshold; exceptions are gains."""
    rules = ps.rules(name)
    best = response(rules)
    found = memorable(best, rules.stake_min)
    full, remembered = best.account.account.gain, found.account.account.gain
    assert full + 1e-12 >= remembered >= full - 0.001
    assert remembered >= simple_policies(best, range(15, 19))[0].gain - 1e-9
    assert all(one.gain > 0 for one in found.exceptions)
    assert list(found.exceptions) == sorted(found.exceptions, key=lambda one: -one.gain)


def test_exceptions_are_worth_what_they_say():
    """Playing the first exception as it says gains just so much."""
    rules = ps.rules("vingt-un-1800")
    best = response(rules)
    found = memorable(best, 1)
    first = found.exceptions[0]
    assert first.bought is None
    moves = found.policy.moves.copy()
    moves[:, first.node] = first.action
    account = Seat(best.solver.game, replace(found.policy, moves=moves, digest="x"), best.schedule.stakes, 1).account()
    assert account.account.gain - found.account.account.gain == pytest.approx(first.gain, abs=1e-12)


def test_stakes_in_words():
    assert stakes_in_words(response(ps.rules("pagat"), None)) == (
        "Stake the most, 5, on an ace, 2 and 3; the least, 1, on the rest."
    )
    assert "a ten or a court card" in stakes_in_words(response(ps.rules("pontoon-2011"), None))
    assert "nothing to choose" in stakes_in_words(response(ps.rules("casino-rtg"), None))
    before = ps.rules("pagat", stakes_when="before-deal")
    assert "before the deal" in stakes_in_words(response(before, None))


def test_split_hands_that_are_burnt_are_played_like_others():
    """The new cards need hold none of the rank that was split; the best play knows what to do with them too."""
    rules = ps.rules("pagat", burn=14)
    best = response(rules)
    aware = best.policy.aware
    assert aware is not None
    plain = replace(best.policy, aware=replace(aware, begins=np.zeros_like(aware.begins)), digest="x")
    account = Seat(best.solver.game, plain, best.schedule.stakes, 1).account().account
    assert best.account.account.gain >= account.gain - 1e-9
    assert best.account.account.gain - account.gain < 1e-3
