"""The chart of the best response: its letters and costs are those of the adviser and of what a person can remember."""

from __future__ import annotations

import pytest

import pontoon_sim as ps
from pontoon_sim.charts.making import chart
from pontoon_sim.exact.memorable import Key, memorable
from pontoon_sim.exact.response import best_punter
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.stakes import stake_schedule

pytestmark = pytest.mark.compiled
CODES = {"S": 0, "T": 1, "b": 2, "B": 3}


@pytest.fixture(scope="module")
def made():
    return chart("pagat")


@pytest.mark.parametrize(("hand", "total", "cards"), [("A,8", 19, 2), ("A,6", 17, 2), ("A,A,A", 13, 3)])
def test_values_are_those_of_the_adviser(made, hand, total, cards):
    """Of totals that only one set of cards makes: to the last digit, for every action and amount."""
    bought = {"bought": [2]} if cards == 3 else {}
    advised = {(one.action, one.amount): one.ev for one in ps.advise(hand, **bought).actions}
    sums = {"max": 2.0, "min": 1.0, "": None}
    rows = {
        (row["action"], sums[row["amount"]]): row["ev"]
        for row in made.states
        if (row["cards"], row["total"], row["soft"], row["pair"], row["bought"])
        == (cards, total, 1, "", "2" * (cards == 3) or "0")
    }
    assert len(rows) >= 3
    for what, ev in rows.items():
        amount = next(
            amount for action, amount in advised if action == what[0] and (what[1] is None or amount == what[1])
        )
        assert ev == pytest.approx(advised[what[0], amount], abs=1e-9), what


def test_letters_are_those_that_a_person_can_remember(made):
    rules = ps.rules("pagat")
    response = best_punter(rules, banker_policy("stick-17", rules), 1, stake_schedule("min", rules))
    cells = memorable(response, 1).cells
    compared = 0
    for block, may_buy in zip(made.blocks, (True, False), strict=True):
        for (row, column), cell in block.cells.items():
            if row.kind == "pair":
                continue
            known = cells.get(Key(may_buy, row.kind == "soft", int(row.label), int(column)))
            if known is not None and not known.forced:
                assert CODES[cell.move.letter] == known.action, (row, column)
                compared += 1
    assert compared > 50


def test_the_headline_is_the_exact_edge(made):
    edge = ps.edge("pagat", punters=1, punter="optimal", method="exact").bank_edge["per_initial_stake"].value
    assert made.gain == pytest.approx(-edge, abs=1e-12)
    assert any("costs" in note for note in made.notes)


def test_the_csv_of_the_best_play_is_a_policy(tmp_path):
    """Read back it plays the same but for split hands, which a file plays like others: next to nothing is lost."""
    file = tmp_path / "best.csv"
    file.write_text(chart("pagat").to_csv(), encoding="utf-8")
    edges = [
        ps.edge("pagat", punters=1, punter=punter, method="exact").bank_edge["per_initial_stake"].value
        for punter in ("optimal", file)
    ]
    assert edges[0] <= edges[1] + 1e-12
    assert edges[1] - edges[0] < 1e-4


@pytest.mark.parametrize("name", ps.preset_names())
def test_every_preset_has_a_chart_of_its_best_play(name):
    made = chart(name)
    assert made.blocks
    assert all(cell.cost is not None or cell.forced for block in made.blocks for cell in block.cells.values())
