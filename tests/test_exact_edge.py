"""`edge(method="exact")` and `pontoon edge --method exact`: the figures, their reasons, and all forms of the answer."""

from __future__ import annotations

import csv
import io
import json
import signal
import sys
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from command_line import JIT_OFF, run, strict
from numbers_check import BANK_PASSES, SIMPLE, SOME_PONTOON

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.estimate import DENOMINATORS
from pontoon_sim.exact.deck import Deck
from pontoon_sim.presets import preset_names

STRATEGY = str(Path(__file__).parent / "policies" / "casino-rtg.csv")
NULLS = ("standard_error", "interval95")


@pytest.fixture(autouse=True)
def _short_pack(monkeypatch):
    """In plain Python the forms of the answer are looked at with a short pack."""
    if JIT_OFF:
        deck = Deck(np.array([2.0 * (rank in "A68TJQK") for rank in RANKS]), False)
        monkeypatch.setattr("pontoon_sim.exact.deck.full_deck", lambda packs: deck)


def exact(rules="pagat", **arguments):
    return ps.edge(rules, method="exact", **arguments)


def cli(*args: str, code: int = 0):
    return strict(run("edge", "--method", "exact", "--json", *args, code=code).stdout)


# ---- Figures known from elsewhere.


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "punter", "banker", "net"), SIMPLE)
def test_simple_policies_computed_twice_elsewhere(rules, punter, banker, net):
    system = ps.rules(rules, packs=1)
    found = exact(system, punters=1, punter=f"stick-{punter}", banker=f"stick-{banker}")
    assert found.to_dict()["seats"][0]["punter_ev_per_deal"] == pytest.approx(net, abs=5e-7)
    assert found.bank_edge["per_deal"].value == pytest.approx(-net, abs=5e-7)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "net"), [("vingt-un-1800", -0.027898), ("vingt-un-1850", -0.124733)])
def test_an_infinite_pack(rules, net):
    answer = cli("--rules", rules, "--pack", "infinite", "--punters", "1", "--banker", "stick-16")
    assert answer["seats"][0]["punter_ev_per_deal"] == pytest.approx(net, abs=5e-7)
    assert (answer["pack"], answer["packs"]) == ("infinite", None)
    assert "infinite" in run("edge", "--method", "exact", "--pack", "infinite", "--rules", rules).stdout


@pytest.mark.compiled
def test_the_published_casino_strategy():
    """0.42 to 0.43 % with eight packs; 0.47 and 0.85 % with six and two; mean wager 1.1724."""
    found = exact("casino-rtg", punter=STRATEGY)
    assert 100 * found.bank_edge["per_deal"].value == pytest.approx(0.4274, abs=5e-5)
    assert found.to_dict()["mean_staked"] == pytest.approx(1.1724, abs=5e-5)
    for packs, edge in ((6, 0.47), (2, 0.85)):
        found = exact(ps.rules("casino-rtg", packs=packs), punter=STRATEGY)
        assert 100 * found.bank_edge["per_deal"].value == pytest.approx(edge, abs=0.006)


@pytest.mark.compiled
@pytest.mark.parametrize("punters", [1, 4, 7])
def test_shuffles_and_moves_of_the_bank_in_closed_form(punters):
    answer = cli("--set", "packs=1", "--punters", str(punters))
    assert answer["shuffles_per_deal"] == pytest.approx(SOME_PONTOON[punters], abs=6e-7)
    assert answer["bank_changes_per_deal"] == pytest.approx(BANK_PASSES[punters - 1], abs=6e-7)


@pytest.mark.compiled
@pytest.mark.parametrize("passes", ["pontoon", "eldest-natural", "rotation-on-natural", "rotation-on-any-natural"])
@pytest.mark.parametrize("shuffle", ["after-pontoon", "after-punter-pontoon", "on-bank-change", "when-exhausted"])
@pytest.mark.parametrize(("shown", "punters"), [("at-once", 3), ("after-play", 1)])
def test_what_follows_a_deal_as_simulated(passes, shuffle, shown, punters):
    rules = ps.rules("pagat", bank_passes=passes, shuffle=shuffle, banker_pontoon_shown=shown)
    sought = exact(rules, punters=punters).to_dict()
    deals = 300_000
    found = ps.edge(rules, punters=punters, deals=deals, seed=4).to_dict()
    for name in ("shuffles_per_deal", "bank_changes_per_deal"):
        assert abs(found[name] - sought[name]) <= 4.5 * sqrt(sought[name] * (1 - sought[name]) / deals)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("changes", "moves", "shuffles"),
    [
        ({"bank_passes": "rotate-every", "rotate_every": 4, "shuffle": "every-deal"}, 0.25, 1.0),
        ({"bank_passes": "rotate-every", "shuffle": "on-bank-change"}, 1 / 3, 1 / 3),
        ({"bank_passes": "never", "shuffle": "when-exhausted"}, 0.0, 0.0),
    ],
)
def test_what_follows_a_deal_by_the_rules(changes, moves, shuffles):
    answer = exact(ps.rules("pagat", **changes), punters=2).to_dict()
    assert (answer["bank_changes_per_deal"], answer["shuffles_per_deal"]) == (moves, shuffles)


# ---- The JSON.


def test_json_has_the_keys_of_a_simulation_and_nulls():
    answer = cli("--punters", "2", "--punter", "buy-16", "--punter", "stick-15", "--stakes", "A=3,*=1", "--stakes", "2")
    simulated = ps.edge(punters=2, deals=20, seed=1).to_dict()
    assert set(answer) == set(simulated)
    assert set(answer["seats"][0]) == {*simulated["seats"][0], "by_first_card"}
    assert answer["method"] == "exact"
    for name in NULLS:
        assert answer[name] == dict.fromkeys(DENOMINATORS)
    for name in ("deals", "voided", "seed", "deals_per_s", "confidence", "precision", "exact_sums", "assumes"):
        assert answer[name] is None
    assert answer["complete"] is True
    lost = -sum(seat["punter_ev_per_deal"] for seat in answer["seats"])
    stakes = sum(seat["mean_initial_stake"] for seat in answer["seats"])
    assert answer["bank_edge"]["per_deal"] == pytest.approx(lost, rel=1e-12)
    assert answer["bank_edge"]["per_initial_stake"] == pytest.approx(lost / stakes, rel=1e-12)
    assert sum(answer["punter_outcomes"].values()) == pytest.approx(1, abs=1e-12)
    assert {k: v for k, v in answer.items() if k != "elapsed_s"} == {
        k: v
        for k, v in exact(punters=2, punter=["buy-16", "stick-15"], stakes=["A=3,*=1", "2"]).to_dict().items()
        if k != "elapsed_s"
    }


@pytest.mark.compiled
def test_every_null_has_its_reason():
    answer = cli("--punter", "stick-16:split=A")
    unknown = ["variance_per_deal", "sd_per_deal", "banker_outcomes", "shuffles_per_deal"]
    assert set(answer["reasons"]) == set(unknown)
    assert [answer[name] for name in unknown] == [None] * len(unknown)
    text = run("edge", "--method", "exact", "--punter", "stick-16:split=A").stdout
    for name, reason in answer["reasons"].items():
        assert reason.endswith(".")
        assert reason in " ".join(text.split())
        assert name in text
    alone = cli("--punters", "1")
    assert alone["reasons"] == {}
    assert alone["sd_per_deal"] == pytest.approx(sqrt(alone["variance_per_deal"]))
    sale = cli("--set", "bank_passes=sale", "--set", "shuffle=on-bank-change", "--punters", "1")
    assert set(sale["reasons"]) == {"bank_changes_per_deal", "shuffles_per_deal"}
    hidden = cli("--rules", "pontoon-2011", "--set", "bank_passes=rotation-on-any-natural")
    assert "unless every hand is bust" in hidden["reasons"]["bank_changes_per_deal"]


@pytest.mark.compiled
def test_expectations_by_first_card_add_up():
    answer = cli("--punters", "1", "--punter", "buy-16", "--stakes", "A=5,T=2,*=1")
    seat = answer["seats"][0]
    assert list(seat["by_first_card"]) == list("A23456789TJQK")
    gains = [card["punter_ev_per_deal"] for card in seat["by_first_card"].values()]
    assert sum(gains) / 13 == pytest.approx(seat["punter_ev_per_deal"], abs=1e-12)
    assert [card["stake"] for card in seat["by_first_card"].values()] == [5, *[1] * 8, 2, 1, 1, 1]
    before = cli("--rules", "vingt-un-1800")["seats"][1]["by_first_card"]
    assert {card["stake"] for card in before.values()} == {1}
    assert before["A"]["punter_ev_per_deal"] > before["2"]["punter_ev_per_deal"]


@pytest.mark.compiled
def test_a_pack_that_could_run_out_is_never_passed_off_as_exact():
    split = "stick-17:split=A,2,3,4,5,6,7,8,9,T,J,Q,K"
    lasting = cli("--punters", "1")
    doubtful = cli("--set", "packs=1", "--punters", "10", "--punter", split)
    assert lasting["assumes"] is None
    assert "could run out" in doubtful["assumes"]
    assert doubtful["assumes"] in doubtful["notes"]
    text = run("edge", "--method", "exact", "--set", "packs=1", "--punters", "10", "--punter", split).stdout
    assert "(exact if the cards last)" in text
    assert "could run out at this table" in text


# ---- What it does not take.


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--deals", "20k"), "leave out deals"),
        (("--seed", "0"), "leave out seed"),
        (("--threads", "2", "--precision", "0.1"), "leave out precision and threads"),
        (("--confidence", "0.95"), "leave out confidence"),
        (("--pack", "continue"), "use --method mc with --pack continue, or --pack fresh"),
        (("--rules", "vingt-un-1800", "--set", "brulet=levy"), "set brulet=none"),
        (
            ("--rules", "vingt-un-1800", "--set", "banker_doubles=everything", "--banker", "stick-17:double=A"),
            "a banker who doubles",
        ),
    ],
)
def test_what_means_nothing_is_refused_in_a_sentence(args, said):
    result = run("edge", "--method", "exact", "--json", *args, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert said in result.stderr


def test_an_infinite_pack_is_not_shuffled():
    assert "use --method exact" in run("edge", "--pack", "infinite", code=2).stderr
    with pytest.raises(ps.PontoonError, match="infinite pack"):
        ps.edge(pack="infinite")


def test_exact_figures_have_no_tally():
    with pytest.raises(ps.PontoonError, match="no tally"):
        _ = exact(punters=1).tally


# ---- All forms.


def test_words():
    found = exact(punters=2, punter=["stick-16", "stick-17"])
    edge = 100 * found.bank_edge["per_initial_stake"].value
    assert found.headline() == f"Under pagat the bank gains {edge:.4f} % of the initial stakes (exact)."
    assert "+/-" not in repr(found)
    assert "2 punters stick-16, stick-17, banker stick-17; exact: all deals" in repr(found)
    page = found._repr_html_()
    assert "interval" not in page
    assert page.count("<tr>") == 4 + 3
    assert "<td>2: stick-17</td>" in page
    text = run("edge", "--method", "exact", "--punters", "2", "--punter", "stick-16", "--punter", "stick-17").stdout
    assert "std. error" not in text
    assert "seed" not in text
    assert "T, J, Q, K" in text
    assert "seat 1" in text
    assert max(map(len, text.splitlines())) <= 100


def test_csv(tmp_path):
    file = tmp_path / "edges.csv"
    answer = cli("--punters", "2", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    bank = {row["measure"]: row for row in rows if row["seat"] == "0"}
    for key, value in answer["bank_edge"].items():
        assert float(bank[f"bank_edge_{key}"]["value"]) == value
        assert bank[f"bank_edge_{key}"]["standard_error"] == ""
    assert {(row["method"], row["deals"], row["seed"]) for row in rows} == {("exact", "", "")}
    on_ace = next(row for row in rows if row["measure"] == "punter_ev_given_first_card_A" and row["seat"] == "2")
    assert float(on_ace["value"]) == answer["seats"][1]["by_first_card"]["A"]["punter_ev_per_deal"]
    result = run("edge", "--method", "exact", "--punters", "1", "--csv", "-")
    assert "seed" not in result.stderr
    frames = [exact(punters=1).to_frame(), ps.edge(punters=1, deals=20, seed=1).to_frame()]
    assert (frames[0].dtypes == frames[1].dtypes).all()


@pytest.mark.compiled
def test_all_systems_in_a_table_and_a_picture(tmp_path):
    picture = tmp_path / "edges.svg"
    text = run("edge", "--method", "exact", "--rules", "all", "--plot", str(picture)).stdout
    for name in preset_names():
        assert f"\n{name} " in text
    assert "error" not in text
    assert "\npagat, eight-deal, shoot and parlett are the same game for these policies in a single deal.\n" in text
    assert "±" not in picture.read_text(encoding="utf-8")
    answers = cli("--rules", "all")
    assert [answer["rules_name"] for answer in answers] == list(preset_names())


@pytest.mark.compiled
def test_the_compilation_is_announced(monkeypatch):
    monkeypatch.setattr("pontoon_sim.jit.is_warm", lambda name: False)
    assert "compiling the exact analysis" in run("edge", "--method", "exact", "--punters", "1").stderr
    assert run("edge", "--method", "exact", "--punters", "1", "--quiet").stderr == ""


@pytest.mark.compiled
def test_ctrl_c_keeps_the_systems_that_were_done(monkeypatch):
    from pontoon_sim import house_edge

    calls, whole = [], house_edge.solved

    def interrupted(table):
        calls.append(table)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGINT)
        return whole(table)

    monkeypatch.setattr(house_edge, "solved", interrupted)
    args = ("edge", "--method", "exact", "--rules", "pagat", "--rules", "vingt-un-1800", "--json")
    result = run(*args, code=130)
    assert [answer["rules_name"] for answer in strict(result.stdout)] == ["pagat"]
    assert "after 1 of 2 systems" in result.stderr
    calls[:] = [None]
    assert run(*args, code=130).stdout == ""


def test_the_way_to_exact_figures_imports_no_picture():
    """Nor a table: `pontoon edge --method exact` starts fast."""
    import subprocess

    code = "import pontoon_sim as ps, sys; ps.edge; assert not {'matplotlib', 'pandas'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.compiled
def test_json_is_strict():
    assert json.loads(exact(punters=1).to_json())["method"] == "exact"


@pytest.mark.compiled
def test_a_policy_that_burns_is_exact_too():
    """Burning gains much; as it may go on for as long as there are cards, that they last is said to be assumed."""
    rules = ps.rules("pagat", burn=13)
    edges = [
        ps.edge(rules, punters=1, punter=f"stick-16:burn={burn}", method="exact") for burn in ("no", "yes")
    ]  # fmt: skip
    kept, burnt = (one.bank_edge["per_deal"].value for one in edges)
    assert burnt < kept - 0.02
    simulated = ps.edge(rules, punters=1, punter="stick-16:burn=yes", deals=2_000_000, seed=6).bank_edge["per_deal"]
    assert abs(simulated.value - burnt) < 4.5 * simulated.standard_error
    assert "if the cards last" in edges[1].headline()
