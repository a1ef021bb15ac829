"""The equilibrium, judged by OpenSpiel: the deal itself makes its tree, its own code finds what can be gained."""

from __future__ import annotations

import pytest
from test_solve import ROUNDS, learnt, small

import pontoon_sim as ps

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from spiel_pontoon import spiel_game

SMALL = [
    ("pagat", {}, {"A": 1, "5": 2, "8": 2, "T": 3}, (1, 3)),
    ("pontoon-2011", {}, {"A": 2, "6": 3, "T": 3}, (1, 5)),
    ("pontoon-1939", {}, {"A": 2, "6": 2, "T": 3}, (1, 2)),
    ("vingt-un-1800", {}, {"A": 2, "5": 2, "T": 3}, (1,)),
]


@pytest.mark.parametrize(("rules", "changes", "cards", "levels"), SMALL, ids=str)
def test_openspiel_confirms_the_value_and_what_can_be_gained(rules, changes, cards, levels):
    system = ps.rules(rules, max_hands=1, **changes)
    play = learnt(small(system, cards, levels), ROUNDS)
    game, policy_of = spiel_game(system, cards, levels)
    policy = policy_of(play)
    low, high = play.bounds()
    found = exploitability.nash_conv(game, policy, return_only_nash_conv=False)
    value, other = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value == pytest.approx(play.value(), abs=1e-9)
    assert other == pytest.approx(-value, abs=1e-12)
    assert found.nash_conv == pytest.approx(high - low, abs=1e-9)
    assert [value + found.player_improvements[0], value - found.player_improvements[1]] == pytest.approx(
        [high, low], abs=1e-9
    )


def test_openspiel_s_own_learner_comes_to_the_same_value():
    system, cards, levels = ps.rules("pagat", max_hands=1), {"A": 1, "8": 2, "T": 3}, (1, 3)
    low, high = learnt(small(system, cards, levels), ROUNDS).bounds()
    game, _ = spiel_game(system, cards, levels)
    learner = cfr.CFRPlusSolver(game)
    for _ in range(30):
        learner.evaluate_and_update_policy()
    policy = learner.average_policy()
    found = exploitability.nash_conv(game, policy, return_only_nash_conv=False)
    value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert found.nash_conv < 0.05
    assert value - found.player_improvements[1] <= high + 1e-9
    assert value + found.player_improvements[0] >= low - 1e-9
