"""What it is worth to look: the seats in front, accounts by brute force, and the words of the answer."""

from __future__ import annotations

import numpy as np
import pytest
from command_line import run, strict
from naive_best import best_value
from test_policy import refused

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.errors import LaterError, OptionError
from pontoon_sim.exact.deck import Deck
from pontoon_sim.law import plain_law
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.sight import worth
from pontoon_sim.sight.front import deal_front, play
from pontoon_sim.sight.worth import _Looking

RULES = ps.rules("pagat", split="none", max_hands=1)
CARDS = {"A": 2, "6": 3, "8": 3, "T": 4}


def ranks(text):
    return [RANKS.index(one) for one in text]


def deck(cards):
    return Deck(np.array([cards.get(rank, 0) for rank in RANKS], float), False)


@pytest.fixture
def short(monkeypatch):
    """A short pack for every table, which lasts."""
    monkeypatch.setattr(worth, "full_deck", lambda packs: deck(CARDS))
    monkeypatch.setattr(worth, "can_run_out", lambda *told: False)


def looking(deals=3):
    return _Looking(RULES, banker_policy("stick-17", RULES), punter_policy("stick-16", RULES), False, deals, 5)


@pytest.mark.parametrize(
    ("pack", "two", "twisted", "shown"),
    [
        ("9TT", "TT", "", False),  # sticks: all hidden
        ("9TA", "AT", "", True),  # a declared pontoon
        ("936T", "T6", "", False),
        ("9T5T", "T5", "T", True),  # bust: thrown in face up
        ("43223", "32", "234", False),  # 14 in five cards: a five-card trick
        ("9258", "85", "29", True),
    ],
)
def test_what_lies_face_up_of_a_hand(pack, two, twisted, shown):
    found = play(plain_law(RULES), RULES, punter_policy("stick-16", RULES), ranks(pack))
    assert found == (ranks(two), ranks(twisted), shown)


def test_seats_in_front_take_cards_of_one_pack():
    whole, policies = deck(dict.fromkeys(RANKS, 4)), [punter_policy("stick-16", RULES)] * 6
    for seed in range(20):
        front = deal_front(np.random.default_rng(seed), RULES, policies, whole)
        left = whole.without(*front.seen, *front.hidden).ranks
        assert left.min() >= 0
        assert 12 <= len(front.seen) + len(front.hidden) == 52 - left.sum()
        assert len(front.hidden) % 2 == 0


def test_the_best_play_on_what_is_left_is_that_of_brute_force():
    left = {"A": 1, "6": 2, "8": 2, "T": 3}
    eyes = looking()
    found = eyes.worth(eyes.answer(deck(left)), deck(left))
    assert found == pytest.approx(best_value(RULES, eyes.banker, left, 1), abs=1e-12)


def test_gains_are_differences_of_accounts_from_the_true_cards(short):
    eyes = looking()
    whole = deck(CARDS)
    blind = eyes.answer(whole)
    for deal in range(3):
        rng = np.random.default_rng(np.random.SeedSequence(5, spawn_key=(2, deal)))
        front = deal_front(rng, RULES, [eyes.front], whole)
        left = whole.without(*front.seen, *front.hidden)
        gains = eyes.gains(2, whole, deal, blind)
        base = eyes.worth(blind, left)
        by_sight = eyes.worth(eyes.answer(whole.without(*front.seen)), left)
        assert gains == (len(front.seen), pytest.approx(by_sight - base), gains.all_known)
        left_there = {rank: int(count) for rank, count in zip(RANKS, left.ranks, strict=True)}
        assert gains.all_known == pytest.approx(best_value(RULES, eyes.banker, left_there, 1) - base, abs=1e-12)
        assert gains.all_known >= max(gains.face_up, 0.0) - 1e-12


def test_the_answer_by_hand_and_by_command(short):
    result = ps.look(RULES, punters=2, deals=3, seed=5)
    again = strict(run("look", "--set", "split=none", "--set", "max_hands=1", "--punters", "2", "--deals", "3",
                       "--seed", "5", "--json").stdout)  # fmt: skip
    told = result.to_dict()
    assert {**again, "elapsed_s": 0, "rules_name": ""} == {**told, "elapsed_s": 0, "rules_name": ""}
    (row,) = result.rows
    assert row.all_known.value >= row.face_up.value
    assert "(2 punters)" in repr(result)
    assert len(result.to_frame()) == 1
    assert result.to_json().startswith("{")
    text = run("look", "--set", "split=none", "--set", "max_hands=1", "--punters", "2", "--deals", "3").stdout
    assert "does not split" in text


def test_interrupted_it_says_so(short, monkeypatch):
    def stop(*told):
        raise KeyboardInterrupt

    result = ps.look(RULES, punters=2, deals=2, watch=stop)
    assert not result.complete
    assert "no table" in result.headline()


def test_refusals():
    refused(OptionError, lambda: ps.look(punters=1), "punters", "from 2 to 10")
    refused(OptionError, lambda: ps.look(deals=1), "deals")
    refused(LaterError, lambda: ps.look(others="buy-17"), "buy-17", "--others stick-16")
    refused(LaterError, lambda: ps.look(others="stick-16:split=A"), "--others stick-16")
    refused(LaterError, lambda: ps.look(banker="reads-the-table"), "--banker stick-17")
    refused(LaterError, lambda: ps.look(ps.rules("pagat", burn="13")), "burn=none")
    refused(LaterError, lambda: ps.look("vingt-un-1800"), "natural_from_all")


def test_a_pack_that_can_run_out_is_refused(monkeypatch):
    monkeypatch.setattr(worth, "full_deck", lambda packs: deck(CARDS))
    monkeypatch.setattr(worth, "can_run_out", lambda *told: True)
    refused(LaterError, lambda: ps.look(RULES, punters=2, deals=2), "run out", "packs=2")


@pytest.mark.compiled
def test_cards_face_up_are_worth_something():
    (row,) = ps.look(punters=2, deals=25, seed=1).rows
    assert row.blind == pytest.approx(-0.00714699561255186, abs=1e-9)
    assert 0 < row.face_up.value < row.all_known.value < 0.01
