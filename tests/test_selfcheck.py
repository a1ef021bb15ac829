"""The self-check: it finds nothing wrong here, and it can find something wrong."""

from __future__ import annotations

import csv
import io
import signal
from math import erfc, sqrt

import numpy as np
import pytest
from command_line import JIT_OFF, run, strict

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.checks import cases, compare, verdict
from pontoon_sim.checks.cases import Case, cases_for, variations
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.deck import Deck
from pontoon_sim.law import TWENTY_ONE
from pontoon_sim.presets import preset_names

FEW = "10k"


@pytest.fixture(autouse=True)
def _few_cases(monkeypatch):
    """Three short packs; in plain Python few cases of few deals."""
    monkeypatch.setattr(cases, "_SHORT", cases._SHORT[3:6])
    monkeypatch.setattr(cases, "_VARIATIONS", ())
    if JIT_OFF:
        monkeypatch.setattr("pontoon_sim.checks.run.LEAST_DEALS", 2)
        monkeypatch.setattr("pontoon_sim.checks.run.cases_for", lambda system: list(cases_for(system))[:2])


def check(*args: str, code: int = 0):
    deals = "400" if JIT_OFF else FEW
    return strict(run("selfcheck", "--deals", deals, "--json", *args, code=code).stdout)


@pytest.mark.compiled
def test_json_holds_what_scripts_rely_on():
    answer = check("--rules", "vingt-un-1800", "--rules", "pagat", "--seed", "3")
    assert answer["schema"] == "pontoon.selfcheck/1"
    assert (answer["in_line"], answer["complete"], answer["seed"], answer["faults"]) == (True, True, 3, [])
    assert {row["rules"] for row in answer["rows"]} == {"vingt-un-1800", "pagat"}
    for row in answer["rows"]:
        assert row["z"] == pytest.approx((row["simulated"] - row["exact"]) / row["standard_error"])
        assert row["figures"][0]["measure"] == "bank_edge.per_initial_stake"
        assert row["figures"][0]["z"] == row["z"]
    assert len({row["seed"] for row in answer["rows"]}) == len(answer["rows"])
    assert [row["agrees"] for row in answer["short_packs"]] == [True] * 3
    joint = answer["joint"]
    assert joint["cases"] == len(answer["rows"])
    assert joint["figures"] == sum(len(row["figures"]) for row in answer["rows"])
    assert joint["chi_square"] == pytest.approx(sum(row["z"] ** 2 for row in answer["rows"]))
    assert joint["false_alarms"] == 1e-4


@pytest.mark.compiled
def test_the_same_seed_is_the_same_answer():
    one, two = (check("--rules", "vingt-un-1800", "--seed", "5", "--threads", n) for n in ("1", "2"))
    assert one["rows"] == two["rows"]
    row = one["rows"][0]
    again = ps.edge("vingt-un-1800", punters=1, deals=row["deals"], seed=row["seed"])
    assert again.bank_edge["per_initial_stake"].value == row["simulated"]


@pytest.mark.compiled
def test_the_python_call_is_the_command():
    deals = 400 if JIT_OFF else 10_000
    found = ps.selfcheck("vingt-un-1800", deals=deals, seed=2)
    answer = check("--rules", "vingt-un-1800", "--seed", "2")
    told = found.to_dict()
    assert {k: v for k, v in told.items() if k != "elapsed_s"} == {k: v for k, v in answer.items() if k != "elapsed_s"}
    assert found.in_line
    assert "All is in line" in repr(found)
    assert strict(found.to_json()) == told


@pytest.mark.compiled
def test_text_and_csv(tmp_path):
    file = tmp_path / "checks.csv"
    deals = "400" if JIT_OFF else FEW
    text = run("selfcheck", "--rules", "pontoon-2011", "--deals", deals, "--seed", "1", "--csv", str(file)).stdout
    for part in ("pontoon-2011", "stick-16 v stick-17", "All is in line", "once in 10,000 runs", "sum of squares"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 100
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert {"rules", "punter", "measure", "exact", "simulated", "standard_error", "z", "seed"} <= set(rows[0])
    assert {row["rules"] for row in rows} == {"pontoon-2011"}


# ---- It can fail.


def test_another_pack_is_found(monkeypatch, tmp_path):
    """The exact analysis of a pack that is rich in pontoons."""
    rich = Deck(np.array([8.0 * (rank in "AK9") for rank in RANKS]), False)
    monkeypatch.setattr("pontoon_sim.exact.deck.full_deck", lambda packs: rich)
    file, deals = tmp_path / "checks.csv", "3000" if JIT_OFF else FEW
    result = run("selfcheck", "--rules", "pontoon-2011", "--deals", deals, "--seed", "1", "--csv", str(file), code=3)
    assert "Not all is in line" in result.stdout
    assert "do not fit the exact ones" in result.stderr
    assert "z" in next(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert max(map(len, result.stdout.splitlines())) <= 100
    both = ("--rules", "pontoon-2011", "--rules", "pagat")
    answer = strict(run("selfcheck", *both, "--seed", "1", "--deals", deals, "--json", code=3).stdout)
    assert [row["agrees"] for row in answer["short_packs"]] == [True] * 3
    assert not answer["joint"]["in_line"]


@pytest.mark.compiled
def test_a_wrong_pay_matrix_is_found(monkeypatch):
    """In the exact analysis every 21 loses: simulation knows better, and so do all orders of short packs."""
    made = Game.__init__

    def wrong(game, *args):
        made(game, *args)
        game.pay[TWENTY_ONE] = -1.0

    monkeypatch.setattr(Game, "__init__", wrong)
    result = run("selfcheck", "--rules", "pagat", "--deals", "400" if JIT_OFF else "200k", "--json", code=3)
    answer = strict(result.stdout)
    assert not answer["in_line"]
    assert not all(row["agrees"] for row in answer["short_packs"])
    assert JIT_OFF or not answer["joint"]["in_line"]
    assert "Error: " in result.stderr
    assert "Not all is in line" in ps.selfcheck("pagat", deals=400 if JIT_OFF else 10_000, seed=1).headline()


@pytest.mark.compiled
def test_one_wrong_figure_among_hundreds_is_found(monkeypatch):
    """A chance that is 3 % too large, at one table, is out of line though every edge is right."""
    monkeypatch.setattr(cases, "_SHORT", ())
    right = compare.edge

    def wrong(*args, **given):
        result = right(*args, **given)
        if given.get("method") == "exact" and len(given["punter"]) == 3:
            object.__setattr__(result.figures, "bank_changes", 1.03 * result.figures.bank_changes)
        return result

    monkeypatch.setattr(compare, "edge", wrong)
    answer = strict(run("selfcheck", "--rules", "pagat", "--deals", "500k", "--seed", "1", "--json", code=3).stdout)
    assert answer["joint"]["largest_p"] < 5e-5 < answer["joint"]["chi_square_p"]
    assert "bank_changes_per_deal" in answer["faults"][0]


@pytest.mark.compiled
def test_many_figures_that_are_a_little_wrong_are_found():
    """Sixty edges each two standard errors off: none is far out, and together they cannot be."""
    found = verdict.judged([2.0] * 60, [2.0] * 60)
    assert found.largest_p > 0.9
    assert not found.in_line
    assert verdict.judged([1.0, -1.2] * 30, [1.0] * 30).in_line
    assert verdict.judged([], []).in_line


def test_chi_square_against_known_values():
    """Upper tails: 5 % points of tables, and the closed forms for one and two degrees of freedom."""
    for freedom, value in ((1, 3.841), (2, 5.991), (3, 7.815), (10, 18.307), (71, 91.670)):
        assert verdict.chi_square_tail(value, freedom) == pytest.approx(0.05, abs=2e-5)
    assert verdict.chi_square_tail(9, 1) == pytest.approx(erfc(3 / sqrt(2)))
    assert verdict.chi_square_tail(0, 5) == 1


@pytest.mark.compiled
@pytest.mark.slow
def test_false_alarms_are_as_rare_as_promised():
    """Two hundred runs of one system: p values are spread as they must be, and none is below the level."""
    found = [ps.selfcheck("vingt-un-1800", deals=20_000, seed=seed).verdict for seed in range(200)]
    assert all(one.in_line for one in found)
    below = sum(one.chi_square_p < 0.1 for one in found)
    assert 6 <= below <= 36  # 20 expected, standard deviation 4.2


# ---- What is checked.


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_checked_with_what_it_offers(name):
    system = ps.rules(name)
    found = list(cases_for(system))
    plays = {policy for case in found for policy in case.punter}
    assert any(len(case.punter) > 1 for case in found)
    assert any("buy" in policy for policy in plays) == bool(system.first_buy_max)
    assert any("split" in policy for policy in plays) == system.splits
    assert any("double" in case.banker for case in found) == (system.banker_doubles != "no")
    assert (len({case.stakes for case in found}) > 1) == (system.stake_max >= 3)


def test_variations_belong_to_presets():
    assert {name for name, *_ in cases._VARIATIONS} <= set(preset_names())
    assert list(variations("nothing")) == []


@pytest.mark.compiled
def test_house_rules_are_checked_too(tmp_path):
    file = tmp_path / "aunt.toml"
    file.write_text('inherits = "vingt-un-1800"\nname = "aunt"\npontoon_pays = 3\n', encoding="utf-8")
    answer = check("--rules", str(file), "--set", "packs=2")
    assert {row["rules"] for row in answer["rows"]} == {"aunt with packs=2"}
    assert answer["short_packs"] == []


@pytest.mark.compiled
def test_what_is_not_followed_exactly_is_left_out_with_the_reason(monkeypatch):
    rules = ps.rules("vingt-un-1800", brulet="levy")
    deals = 400 if JIT_OFF else 10_000
    found = ps.selfcheck(rules, deals=deals, seed=1)
    assert found.complete
    assert [len(case.punter) for case, _ in found.left_out] == [3]
    assert "brulet" in found.left_out[0][1]
    many = Case(ps.rules("pagat", packs=1), ("stick-17:split=A,2,3,4,5,6,7,8,9,T,J,Q,K",) * 6, "stick-17")
    monkeypatch.setattr("pontoon_sim.checks.run.cases_for", lambda system: [many])
    left = ps.selfcheck(rules, deals=deals, seed=1).to_dict()["left_out"]
    assert "could run out" in left[0]["reason"]


@pytest.mark.parametrize("args", [("--deals", "1"), ("--rules", "pagatt"), ("--set", "burn=x"), ("--seed", "-1")])
def test_wrong_usage(args):
    assert run("selfcheck", *args, code=2).stdout == ""
    with pytest.raises(ps.PontoonError, match="empty list"):
        ps.selfcheck([])


@pytest.mark.compiled
def test_ctrl_c_prints_what_was_finished(monkeypatch):
    right, calls = compare.compared, []

    def interrupted(*args):
        calls.append(args)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)
        return right(*args)

    monkeypatch.setattr("pontoon_sim.checks.run.compared", interrupted)
    deals = "400" if JIT_OFF else FEW
    result = run("selfcheck", "--rules", "pontoon-2011", "--deals", deals, "--json", code=130)
    answer = strict(result.stdout)
    assert (answer["complete"], len(answer["rows"])) == (False, 2)
    assert "Interrupted after 2 cases" in result.stderr
    calls.clear()
    assert "INCOMPLETE" in run("selfcheck", "--rules", "pontoon-2011", "--deals", deals, code=130).stdout
    calls[:] = [(), ()]
    assert "Nothing was compared" in run("selfcheck", "--rules", "pontoon-2011", "--deals", deals, code=130).stdout
