"""What `edge` answers, in every form."""

from __future__ import annotations

import json

import pytest

import pontoon_sim as ps
from pontoon_sim.edge_result import TIMING
from pontoon_sim.estimate import DENOMINATORS

KEYS = """rules rules_id punters punter banker stakes pack gather method seed deals voided complete bank_edge
standard_error interval95 variance_per_deal seats punter_outcomes banker_outcomes shuffles_per_deal
bank_changes_per_deal elapsed_s deals_per_s version schema""".split()
SEAT_KEYS = "seat punter_ev_per_deal standard_error mean_initial_stake mean_staked".split()
PUNTER = "pontoon five_card_trick twenty_one stood bust royal_pontoon unplayed".split()
BANKER = "pontoon five_card_trick twenty_one stood bust not_played".split()


@pytest.fixture(scope="module")
def result():
    return ps.edge("pagat", punters=2, punter=["buy-16", "stick-15"], stakes=["A=3,*=1", "2"], deals=800, seed=4)


def test_json_holds_what_scripts_rely_on(result):
    found = json.loads(result.to_json())
    assert set(KEYS) <= set(found)
    assert found["schema"] == "pontoon.edge/1"
    for name in ("bank_edge", "standard_error", "interval95"):
        assert set(found[name]) == set(DENOMINATORS)
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    assert all(set(SEAT_KEYS) <= set(seat) for seat in found["seats"])
    assert (list(found["punter_outcomes"]), list(found["banker_outcomes"])) == (PUNTER, BANKER)
    for name in ("punter_outcomes", "banker_outcomes"):
        assert sum(found[name].values()) == pytest.approx(1, abs=1e-12)
    assert found["punter"] == ["buy-16", "stick-15"]
    assert found["stakes"] == ["A=3,*=1", "2"]
    assert found["seats"][1]["mean_initial_stake"] == 2
    assert found["rules"] == result.rules.settings()


def test_the_bank_gains_what_the_seats_lose(result):
    found = result.to_dict()
    lost = -sum(seat["punter_ev_per_deal"] for seat in found["seats"])
    assert found["bank_edge"]["per_deal"] == pytest.approx(lost, rel=1e-12)
    stakes = sum(seat["mean_initial_stake"] for seat in found["seats"])
    assert found["bank_edge"]["per_initial_stake"] == pytest.approx(lost / stakes, rel=1e-12)


def test_one_schedule_for_all_is_told_once():
    assert ps.edge(punters=3, deals=50, seed=1).to_dict()["stakes"] == "min"


def test_the_same_run_is_the_same_json_but_for_the_time(result):
    again = ps.edge("pagat", punters=2, punter=["buy-16", "stick-15"], stakes=["A=3,*=1", "2"], deals=800, seed=4)
    first, second = ({k: v for k, v in run.to_dict().items() if k not in TIMING} for run in (result, again))
    assert first == second


def test_undefined_is_null():
    one = json.loads(ps.edge(punters=1, deals=1, seed=1).to_json())
    assert one["standard_error"] == dict.fromkeys(DENOMINATORS)
    assert one["interval95"] == dict.fromkeys(DENOMINATORS)
    assert one["variance_per_deal"] is None
    assert one["bank_edge"]["per_deal"] is not None


def test_the_frame_is_tidy(result):
    frame = result.to_frame()
    assert len(frame) == 3 + 2
    assert frame["seat"].tolist() == [0, 0, 0, 1, 2]
    assert frame["value"].tolist()[0] == result.bank_edge["per_deal"].value
    assert frame["punter"].tolist()[3:] == ["buy-16", "stick-15"]
    assert frame["deals"].unique().tolist() == [800]


def test_frames_of_defined_and_undefined_errors_have_one_schema(result):
    one = ps.edge(punters=1, deals=1, seed=1).to_frame()
    assert (one.dtypes == result.to_frame().dtypes).all()


def test_it_reads_well(result):
    assert "Under pagat the" in repr(result)
    assert "per_unit_staked" in repr(result)
    assert "2 punters buy-16, stick-15, banker stick-17" in repr(result)
    page = result._repr_html_()
    assert page.count("<tr>") == 4 + 3
    edge = result.bank_edge["per_unit_staked"]
    low, high = edge.interval(result.confidence)
    row = ["of all that is staked, buys and splits included", f"{100 * edge.value:+.4f} %"]
    row += [f"{100 * edge.standard_error:.4f} %", f"{100 * low:+.4f} % to {100 * high:+.4f} %"]
    assert "".join(f"<td>{cell}</td>" for cell in row) in page
    for part in ("95 % interval", "<td>2: stick-15</td>", "800 deals counted", "seed 4", "stakes A=3,*=1, 2", "digest"):
        assert part in page


def test_one_punter_is_one_and_one_deal_tells_no_error():
    one = ps.edge(punters=1, deals=1, seed=1)
    assert "1 punter stick-16" in repr(one)
    assert "one deal, which tells nothing about the error" in one.headline()
    assert one._repr_html_().count("<td>-</td>") == 2 * 4


def test_the_headline_says_what_was_changed():
    changed = ps.edge(ps.rules("pagat", burn=13), punters=1, deals=50, seed=1)
    assert changed.headline().startswith("Under pagat with burn=13 the ")
    assert changed.to_dict()["rules_name"] == "pagat with burn=13"


def test_a_threshold_below_the_least_total_is_noted():
    low = ps.edge(punters=2, punter=["stick-14", "buy-12:split=A"], deals=20, seed=1)
    assert low.notes()[0] == "stick-14 plays as stick-15 here: min_stick=15."
    assert low.notes()[1] == "buy-12:split=A plays as buy-15:split=A here: min_stick=15."
    as_named = ps.edge(punters=2, punter=["stick-15", "buy-15:split=A"], deals=20, seed=1)
    assert low.tally.sums == as_named.tally.sums
    assert not any("plays as" in note for note in as_named.notes())
    assert not any("plays as" in note for note in ps.edge("vingt-un-1800", punter="stick-14", deals=20).notes())


def test_words_for_a_losing_bank_and_for_nothing():
    generous = ps.rules("pagat", pontoon_pays=3, banker_pontoon_takes=1, ties="stand-off", five_card_pays=2)
    assert (
        "the punters gain"
        in ps.edge(generous, punters=1, punter="stick-15", banker="stick-12", deals=3000, seed=2).headline()
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"bank_passes": "rotate-every", "rotate_every": 4}, 0.25),
        ({"bank_passes": "rotate-every"}, 0.25),
        ({"bank_passes": "never"}, 0),
        ({"bank_passes": "sale"}, None),
    ],
)
def test_how_often_the_bank_changes_by_the_rules(changes, expected):
    found = ps.edge(ps.rules("pagat", **changes), punters=3, deals=50, seed=1)
    assert found.to_dict()["bank_changes_per_deal"] == expected
    assert found.to_dict()["shuffles_per_deal"] is not None


def test_a_shuffle_on_bank_change_happens_as_often_as_that():
    found = ps.edge("pontoon-1939", punters=3, deals=400, seed=1).to_dict()
    assert found["shuffles_per_deal"] == found["bank_changes_per_deal"] > 0


def test_notes_tell_the_conditions():
    shoot = ps.edge("shoot", punters=1, deals=20, seed=1)
    assert any("Nobody shoots" in note for note in shoot.notes())
    sale = ps.edge(ps.rules("pagat", bank_passes="sale"), punters=1, deals=20, seed=1)
    assert any("agreed between deals" in note for note in sale.notes())
    brulet = ps.edge(ps.rules("vingt-un-1850", brulet="levy"), punters=1, deals=20, seed=1)
    assert any("brulet" in note for note in brulet.notes())


def test_the_package_lists_its_names():
    assert set(ps.__all__) <= set(dir(ps))
    assert all(getattr(ps, name) is not None for name in ps.__all__)
    with pytest.raises(AttributeError, match="no attribute 'roulette'"):
        _ = ps.roulette
