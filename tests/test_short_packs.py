"""All that is worked out from best responses, with a pack so short that plain Python does it in a moment.

The forms of answers are looked at here; what the numbers are is tested with whole packs elsewhere.
"""

from __future__ import annotations

import numpy as np
import pytest
from command_line import run, strict

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.charts.figures import seated, splits
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.answers import answered
from pontoon_sim.exact.deck import Deck
from pontoon_sim.exact.memorable import memorable
from pontoon_sim.exact.response import best_punter
from pontoon_sim.exact.seat import Seat
from pontoon_sim.exact.siblings import worth_of_siblings
from pontoon_sim.exact.simple import simple_policies, stakes_in_words
from pontoon_sim.exact.table import exact_table
from pontoon_sim.policy.adapt import adapted_banker, adapted_punter, adapted_stakes
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.rule_effects import effects
from pontoon_sim.rule_matrix import matrix

CARDS = {"A": 2, "6": 2, "8": 3, "T": 3}
LITTLE = ("--set", "max_hands=2")


@pytest.fixture(autouse=True)
def _short_pack(monkeypatch):
    deck = Deck(np.array([float(CARDS.get(rank, 0)) for rank in RANKS]), False)
    monkeypatch.setattr("pontoon_sim.exact.deck.full_deck", lambda packs: deck)


def little(**changes):
    """Standard rules with two hands at the most, or with no splits."""
    return ps.rules("pagat", **(changes if "split" in changes else {"max_hands": 2} | changes))


def response(rules, stakes="min", banker="stick-17"):
    schedule = None if stakes is None else stake_schedule(stakes, rules)
    return best_punter(rules, banker_policy(banker, rules), 1, schedule)


def test_what_a_person_can_remember():
    found = response(little())
    kept = memorable(found, 1)
    assert kept.account.account.gain <= found.account.account.gain + 1e-12
    assert kept.cells
    assert all(cell.forced or cell.cost >= 0 for cell in kept.cells.values())
    assert all(one.gain > 0 for one in kept.exceptions)
    best = simple_policies(found, range(15, 18))[0]
    assert best.gain <= found.account.account.gain + 1e-12
    assert stakes_in_words(response(little(), None)).startswith("Stake the ")


def test_a_stake_and_a_double_are_looked_at():
    """Two levels of stake and both sides of the double, from one response."""
    rules = ps.rules("pontoon-1939", stake_max=3, max_hands=2)
    found = response(rules, "A=3,*=1", "stick-17:double=A,6")
    assert found.policy.aware.levels.tolist() == [1, 3]
    game = Game(rules, banker_policy("stick-17:double=A,6", rules))
    again = Seat(game, found.policy, found.schedule.stakes, 1).account()
    assert again.account.gain == pytest.approx(found.account.account.gain, abs=1e-12)
    assert response(rules, None).account.account.gain >= response(rules).account.account.gain - 1e-12


def test_burning_where_it_is_better():
    found = best_punter(little(burn=14), banker_policy("stick-17", little(burn=14)), 1, stake_schedule("min", little()))
    assert found.burns
    for (_, _, node), (kept, burnt) in found.burns.items():
        assert found.policy.burns[node] == (burnt > kept)


def test_answers_of_both_sides():
    rules = little(split="none")
    both = answered(rules, 2, "optimal", "optimal", "min")
    assert both.limits is not None
    assert "leaves the punters least" in both.remarks[0]
    fixed = answered(rules, 2, ["stick-16", "buy-17"], "optimal", "min")
    assert "looks at his very cards" in fixed.remarks[0]
    stakes = answered(rules, 1, "stick-16", "stick-17", "optimal").stakes[0]
    assert set(stakes.stakes[:13].tolist()) <= {1, 5}


def test_the_same_people_at_another_table():
    before, after = little(), little(first_buy_max=0, min_stick=17, split="none", stake_max=2)
    who = answered(before, 1, "optimal", "stick-17", "max")
    punter, banker = adapted_punter(who.punters[0], after, before), adapted_banker(who.banker, after)
    stakes = adapted_stakes(who.stakes[0], after)
    assert set(stakes.stakes[:13].tolist()) == {2}
    assert exact_table(after, [punter], banker, [stakes], 1).staked == pytest.approx(2.0, abs=1e-12)


def test_effects_of_rules():
    seen = []
    found = effects(little(split="none"), punters=1, banker="stick-17", fields=("pontoon_pays",), target=0.1,
                    watch=lambda *at: seen.append(at))  # fmt: skip
    assert {row.value for row in found.rows} == {1, 3}
    assert dict(found.fair)["pontoon_pays"] > 0
    assert len(seen) == 2
    assert "pontoon_pays" in repr(found)
    assert len(found.to_frame()) == 2


def test_effects_that_are_broken_off():
    def stop(done, total, name):
        if done:
            raise KeyboardInterrupt

    found = effects(little(split="none"), punters=1, banker="stick-17", fields=("pontoon_pays",), watch=stop)
    assert not found.complete
    assert len(found.rows) == 1


def test_the_matrix():
    found = matrix([little(split="none")])
    assert len(found.entries) == 8
    assert strict(found.to_json())["method"] == "exact"
    for naive, threshold, best, _ in (found.entries[:4], found.entries[4:]):
        assert naive.per_deal >= threshold.per_deal - 1e-12 >= best.per_deal - 1e-12


def test_which_pairs_to_split():
    table = seated(little(), "optimal", "stick-17", "min")
    rows = {row["pair"]: row for row in splits(table).rows}
    assert set(rows) <= {"AA", "66", "88", "TT"}
    found = response(little())
    rank = next((rank for rank in range(13) if found.policy.splits[rank]), None)
    if rank is not None:
        assert worth_of_siblings(found, rank, 1, samples=5).gain >= -1e-12


@pytest.mark.parametrize("args", [(), ("--kind", "first-cards", "--punter", "optimal"), ("--kind", "splits")])
def test_charts_on_the_command_line(args, tmp_path):
    told = strict(run("chart", *LITTLE, *args, "--json").stdout)
    assert told["schema"] == "pontoon.chart/1"
    file = tmp_path / "chart.svg"
    assert run("chart", *LITTLE, *args, "--out", str(file)).stdout
    assert file.read_text(encoding="utf-8").startswith("<?xml")


def test_effects_and_matrix_on_the_command_line(tmp_path):
    file = tmp_path / "rows.csv"
    narrow = ("--set", "split=none")
    text = run("effects", *narrow, "--punters", "1", "--banker", "stick-17", "--field", "pontoon_pays", "--target", "0",
               "--csv", str(file)).stdout  # fmt: skip
    assert "pontoon_pays=3" in text
    assert "hits 0.0000 % at" in text
    assert file.read_text(encoding="utf-8").count("pontoon_pays") == 2
    text = run("matrix", "--rules", "pagat", *narrow, "--csv", str(file)).stdout
    assert "Fixed stakes" in text
    assert file.read_text(encoding="utf-8").startswith("rules,play,punter,banker,stakes")
    assert strict(run("matrix", "--rules", "pagat", *narrow, "--json").stdout)["rows"]


def test_the_edge_with_the_best_of_both():
    told = strict(run("edge", *LITTLE, "--method", "exact", "--punters", "1", "--punter", "optimal", "--json").stdout)
    assert told["punter"] == ["optimal"]
