"""Advice against the banker of an equilibrium: what each action is worth, and how often the equilibrium does it."""

from __future__ import annotations

import numpy as np
import pytest
from any_play import any_play
from command_line import run, strict

import pontoon_sim as ps
from pontoon_sim.adviser import equilibrium as adviser
from pontoon_sim.equilibrium.fixed import as_bank_plan
from pontoon_sim.equilibrium.play import Field
from pontoon_sim.equilibrium.strategy import Strategy, field_of
from pontoon_sim.equilibrium.tables import Tables
from pontoon_sim.equilibrium.tree import Grower, branches_of
from pontoon_sim.exact.deck import full_deck
from pontoon_sim.policy.banker import banker_policy

PAGAT = ps.rules("pagat", max_hands=1)
DOUBLES = ps.rules("pontoon-1939", max_hands=1)


@pytest.fixture(scope="module")
def play() -> Strategy:
    return any_play(field_of(PAGAT, (1, 5), False))


@pytest.fixture(scope="module")
def file(play, tmp_path_factory):
    path = tmp_path_factory.mktemp("plays") / "play.npz"
    play.save(path, {})
    return path


@pytest.mark.compiled
@pytest.mark.parametrize(("hand", "bought"), [("A,7", ()), ("5,4,2", (2,)), ("8,3,3", (0,)), ("9,5,2,2", (1, 0))])
def test_advice_against_a_banker_who_does_not_look_is_the_usual_one(hand, bought):
    """A banker who plays by his own hand, as a plan of the tree: every action is worth what the adviser says."""
    tables = Tables(PAGAT, full_deck(1), settle=False)
    field = Field(tables, Grower(tables, branches_of(PAGAT, (1,))).tree())
    mine = any_play(field)
    mine.banker_plan = as_bank_plan(field, banker_policy("stick-17", PAGAT))
    usual = ps.advise(hand, bought, rules=PAGAT, banker="stick-17")
    found = ps.advise(hand, bought, rules=PAGAT, banker=mine)
    worth = {(one.action, one.amount): one.ev for one in found.actions}
    assert worth == pytest.approx({(one.action, one.amount): one.ev for one in usual.actions}, abs=1e-9)
    assert sum(one.often for one in found.actions) == pytest.approx(1)
    assert found.best[:2] == usual.best[:2]


@pytest.mark.compiled
def test_advice_on_a_stake(play):
    found = ps.advise("K", rules=PAGAT, banker=play)
    assert {one.amount: one.often for one in found.actions} == pytest.approx(play.stakes("K"))
    fixed = Strategy(play.field, play.punter_plan, play.banker_plan)
    assert ps.advise("K", rules=PAGAT, banker=fixed).to_dict()["actions"] == found.to_dict()["actions"]


def test_advice_tells_how_often(file, monkeypatch):
    spots = np.linspace(0.0, 1e-5, 20_000)

    def known(play):
        field = play.strategy.field
        return adviser.Worth(
            np.zeros((11, 2)), spots[: field.spots], spots[: field.spots], np.ones((len(field.units), 11))
        )

    monkeypatch.setattr(adviser, "worth_of", known)  # the real one is compared above, compiled
    options = ("--banker", str(file), "--set", "max_hands=1")
    told = strict(run("advise", "--hand", "5,4", *options, "--json").stdout)
    assert sum(action["often"] for action in told["actions"]) == pytest.approx(1)
    assert "often" in run("advise", "--first-card", "K", *options).stdout
    assert run("advise", "--hand", "5,4", *options, "--csv", "-").stdout.startswith("action,amount,ev,loss,often")
    assert "nothing to decide" in run("advise", "--hand", "A,5,5", *options, "--bought", "2").stdout


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("--hand", "5,4", "--stake", "2"), "with a stake of 1 or 5, and not of 2"),
        (("--hand", "5,4", "--stake", "5", "--amount", "7"), "with buys for 5 or 10 there, and not for 7"),
        (("--hand", "5,4,2", "--stake", "5", "--bought", "7"), "with buys for 5 or 10 there, and not for 7"),
        (("--hand", "5,4", "--seen", "K"), "own cards only"),
        (("--hand", "5,4", "--punters", "2"), "one punter"),
        (("--hand", "A,K"), "ended for all to see"),
        (("--first-card", "K", "--stake", "3"), "with a stake of 1 or 5, and not of 3"),
    ],
)
def test_advice_that_cannot_be_given_is_refused(said, words, file):
    told = run("advise", *said, "--banker", str(file), "--set", "max_hands=1", code=2)
    assert words in " ".join(told.stderr.split())
