"""Experiments whose cells are worked out, not played: how hands end, and both sides at their best."""

from __future__ import annotations

import pytest
from measured_cells import measured, plan
from naive_solve import few_cards

import pontoon_sim as ps
from pontoon_sim.charts.figures import hands, seated
from pontoon_sim.equilibrium import strategy
from pontoon_sim.errors import OptionError
from pontoon_sim.study.cells import cells_of

#: Policies and stakes under which hands are short.
SOON = ("stick-13", "stick-13", "min")


def test_cells_of_chart(tmp_path):
    found = measured(
        tmp_path, plan("chart", {"banker": ["stick-15", "stick-17"]}, punter="stick-18"), banker="stick-17"
    )
    alone = hands(seated(ps.rules("pagat"), "stick-18", "stick-17", "min"))
    told = {row["hand"]: row for row in alone.rows}
    assert found.loc[("banker_share_bust", 0)].value == told["bust"]["banker"]
    assert found.loc[("punter_share_19", 0)].value == told["19"]["punter"]
    assert found.loc[("banker_share_five_card_trick", 0)].value == told["five-card trick"]["banker"]
    for side in ("punter", "banker", "played"):
        assert sum(
            row.value for (name, _), row in found.iterrows() if name.startswith(f"{side}_share")
        ) == pytest.approx(1)
    with pytest.raises(OptionError, match="cells of chart are exact"):
        plan("chart", deals=50)


def test_hands_where_the_banker_has_no_pontoon():
    """Of hands that are never split, by what is dealt; nothing of it where a pontoon shows after the play."""
    dealt = {name: float(chance) for name, chance in ps.odds("pagat").chances.items()}
    told = {row["hand"]: row for row in hands(seated(ps.rules("pagat", min_stick=13), *SOON)).rows}
    goes_on = 1 - dealt["pontoon"]
    assert told["pontoon"]["played"] == pytest.approx(dealt["bank_passes_1"] / goes_on, rel=1e-12)
    assert told["bust"]["played"] == pytest.approx(told["bust"]["punter"] / goes_on, rel=1e-12)
    assert told["unplayed"]["played"] == 0
    after = ps.rules("pagat", min_stick=13, banker_pontoon_shown="after-play")
    assert {row["played"] for row in hands(seated(after, *SOON)).rows} == {None}


def test_cells_of_solve(tmp_path, monkeypatch):
    monkeypatch.setattr(strategy, "full_deck", lambda packs: few_cards())
    given = {"precision": 0.1, "set.max_hands": 1}
    found = measured(tmp_path, plan("solve", {"stakes_levels": ["1", "1,5"]}, **given), stakes_levels="1,5")
    alone = ps.solve(ps.rules("pagat", max_hands=1), levels=[1, 5], precision=0.1, threads=1)
    row = found.loc[("punter_ev_per_deal", 1)]
    assert (row.value, row.low95, row.high95) == (alone.value, alone.low, alone.high)
    assert found.loc[("iterations", 0)].value == alone.iterations
    assert found.loc[("stakes_5_share:A", 1)].value == alone.first_stakes()["A"][5]
    with pytest.raises(OptionError, match="are no stakes"):
        cells_of(plan("solve", {"stakes_levels": ["1,x"]}))
    with pytest.raises(OptionError, match="'punter' cannot vary in cells of solve"):
        plan("solve", {"punter": ["stick-16"]})


def test_rules_change_one_by_one():
    axes = {"change": ["none", "min_stick=17", "ties=stand-off; pontoon_pays=3"]}
    (plain, one, two), _ = cells_of(plan("chart", axes))
    assert plain.rules == ps.rules("pagat")
    assert one.rules.rules_id == ps.rules("pagat", min_stick=17).rules_id
    assert two.rules.rules_id == ps.rules("pagat", ties="stand-off", pontoon_pays=3).rules_id
    with pytest.raises(OptionError, match="min_stik"):
        cells_of(plan("chart", {"change": ["min_stik=17"]}))
    with pytest.raises(OptionError, match=r"write .none., or fields"):
        cells_of(plan("chart", {"change": [17]}))
