"""`pontoon advise`: answers, refusals and hostile inputs on the command line."""

from __future__ import annotations

import csv
import io

import pytest
from command_line import run, strict

import pontoon_sim as ps


def test_json_is_the_python_answer():
    answer = strict(run("advise", "--hand", "T,9", "--json").stdout)
    assert answer == ps.advise("T,9").to_dict()
    assert answer["schema"] == "pontoon.advise/1"
    assert (answer["method"], answer["standard_error"]) == ("exact", None)
    assert set(answer["actions"][0]) == {"action", "amount", "ev", "loss"}
    view = answer["view"]
    assert (view["cards"], view["total"], view["soft"], view["number"]) == (["T", "9"], 19, False, 2)
    assert (view["banker"], view["rules"], view["packs"], view["limits"]) == ("stick-17", "pagat", 1, [1, 2])


def test_text_tells_values_reason_and_conditions():
    text = run("advise", "--hand", "10h 9c").stdout
    assert text.splitlines()[0].startswith("TH 9C (19), stake 1: stick, worth ")
    assert "Stick: the next card busts 19" in text.replace("\n", " ")
    assert "stick-17" in text
    assert "buy for 2" in text
    assert "best play" not in text
    text = run("advise", "--hand", "T,9", "--explain").stdout
    assert "best play" in text
    assert "The hand then ends as" in text


def test_options_reach_the_adviser():
    answer = strict(
        run(
            *("advise", "--hand", "6 5 A", "--bought", "4", "--stake", "3", "--amount", "3", "--seen", "K", "--json"),
            *("--set", "split=none", "--banker", "stick-18", "--punters", "3"),
        ).stdout
    )
    asked = ps.advise("6 5 A", [4], 3, ps.rules("pagat", split="none"), "stick-18", amount=3, seen="K", punters=3)
    assert answer == asked.to_dict()
    assert answer["view"]["staked"] == 7
    assert [one["amount"] for one in answer["actions"] if one["action"] == "buy"] == [3, 4]
    doubled = strict(
        run(
            *("advise", "--hand", "9,8", "--rules", "pontoon-1939", "--banker", "stick-17:double=A", "--doubled"),
            *("--split", "8", "--hands", "2", "--json"),
        ).stdout
    )
    assert doubled["view"]["cards"] == ["8", "9"]
    assert (doubled["view"]["staked"], doubled["view"]["split"], doubled["view"]["hands"]) == (2, "8", 2)


@pytest.mark.compiled
def test_a_first_card_asks_for_the_stake():
    answer = strict(run("advise", "--first-card", "ace", "--json").stdout)
    assert answer["actions"][0]["action"] == "stake"
    assert answer["actions"][0]["amount"] == 5
    assert answer["chances"] is None
    text = run("advise", "--hand", "5").stdout
    assert "stake no more than you must" in text.replace("\n", " ")


def test_csv_holds_the_actions(tmp_path):
    file = tmp_path / "advice.csv"
    run("advise", "--hand", "T,9", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert [row["action"] for row in rows] == [action.action for action in ps.advise("T,9").actions]
    assert float(rows[0]["ev"]) == ps.advise("T,9").best.ev


def test_a_situation_against_the_rules_is_refused_with_its_code():
    args = ("advise", "--hand", "5,4,2", "--bought", "9")
    answer = strict(run(*args, "--json", code=2).stdout)
    assert (answer["schema"], answer["error"]) == ("pontoon.refusal/1", "buy_above_limit")
    result = run(*args, code=2)
    assert result.stdout == ""
    assert "the most is 2 units" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--hand", "A,7", "--first-card", "A"),
        ("--first-card", "A,7"),
        ("--hand", ""),
        ("--hand", "A," * 60),
        ("--hand", "🂡 🃞 😀"),
        ("--hand", "A" * 100_000),
        ("--hand", "\x1b[31mA,7"),
        ("--hand", "A,7", "--stake", "1e999"),
        ("--hand", "A,7", "--stake", "-1"),
        ("--hand", "A,7", "--stake", "0"),
        ("--hand", "A,7", "--stake", "nan"),
        ("--hand", "A,7,2", "--bought", "-2"),
        ("--hand", "A,7,2", "--bought", "1e999"),
        ("--hand", "A,7", "--amount", "0"),
        ("--hand", "2,2,3,3,4,4"),
        ("--hand", "A,7", "--split", "😀"),
        ("--hand", "A,7", "--seen", "nonsense"),
        ("--hand", "A,7", "--banker", "nonsense"),
        ("--hand", "A,7", "--rules", "nonsense"),
        ("--hand", "A,7", "--set", "nonsense=1"),
        ("--hand", "A,7", "--punters", "99"),
    ],
)
def test_hostile_inputs_end_in_a_sentence(args):
    result = run("advise", *args, code=2)
    assert result.stdout == ""
    assert len(result.stderr) < 1500
    assert "\x1b" not in result.stderr


def test_the_help_shows_examples():
    assert "pontoon advise --hand A,7" in run("advise", "--help").stdout
    assert "advise" in run("--help").stdout
