"""`pontoon settle`: answers, refusals, lists and files that are no deals."""

from __future__ import annotations

import copy
import csv
import io
import json
import re

import pytest
from command_line import DEAL, run, strict

import pontoon_sim as ps
from pontoon_sim.script.document import _ALIASES, _EVENT_KEYS, _KEYS

BROKEN = copy.deepcopy(DEAL)
BROKEN["events"][5] = {"type": "action", "seat": "Ann", "hand": 1, "action": "buy", "amount": 99, "cards": ["2C"]}  # type: ignore[index]


def settle(document, *args: str, code: int = 0):
    return run("settle", "-", *args, text=json.dumps(document), code=code)


def test_the_answer_is_that_of_the_python_call():
    assert strict(settle(DEAL, "--json").stdout) == ps.settle(DEAL).to_dict()
    assert settle(DEAL).stdout.splitlines() == ps.settle(DEAL).explain()


def test_a_refusal_is_json_and_exit_2():
    answer = strict(settle(BROKEN, "--json", code=2).stdout)
    assert list(answer) == ["schema", "error", "event", "message"]
    assert (answer["schema"], answer["error"], answer["event"]) == ("pontoon.refusal/1", "buy_above_limit", 5)


def test_a_refusal_in_text_is_an_error():
    result = settle(BROKEN, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert "(buy_above_limit, event 5)" in result.stderr


def test_a_list_gives_a_list_with_refusals_in_place():
    answers = strict(settle([DEAL, BROKEN, 5], "--json", code=2).stdout)
    assert [answer["schema"] for answer in answers] == [
        "pontoon.settlement/1",
        "pontoon.refusal/1",
        "pontoon.refusal/1",
    ]
    result = settle([DEAL | {"id": "X-1"}, BROKEN], code=2)
    assert "Deal 1 (X-1)" in result.stdout
    assert "Refused: " in result.stdout
    assert "1 of 2 deals" in result.stderr
    assert strict(settle([DEAL], "--json").stdout) == [ps.settle(DEAL).to_dict()]
    assert strict(settle([], "--json").stdout) == []
    assert "no deal" in settle([]).stdout


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"{",
        b"\xff\xfe\x00",
        b'{"rules": NaN}',
        b'{"rules": "pagat", "rules": "shoot"}',
        b"[" * 100_000,
        b"1" * 5000,
        b"null",
        b'"text"',
        b'{"rules": "nonsense", "players": ["A", "B"], "banker": "B", "events": []}',
        b'{"rules": "pagat", "set": {"nonsense": 1}, "players": ["A", "B"], "banker": "B", "events": []}',
    ],
)
def test_what_is_no_deal_is_malformed(tmp_path, data):
    file = tmp_path / "deal.json"
    file.write_bytes(data)
    answer = strict(run("settle", str(file), "--json", code=2).stdout)
    assert (answer["schema"], answer["error"], answer["event"]) == ("pontoon.refusal/1", "malformed", None)
    assert "\n" not in answer["message"]
    text = run("settle", str(file), code=2)
    assert (text.stdout, text.stderr.startswith("Error: ")) == ("", True)


def test_missing_files_and_folders_are_malformed(tmp_path):
    for file in (tmp_path / "none.json", tmp_path):
        answer = strict(run("settle", str(file), "--json", code=2).stdout)
        assert (answer["error"], answer["event"]) == ("malformed", None)


def test_a_byte_order_mark_is_no_fault(tmp_path):
    file = tmp_path / "deal.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(DEAL).encode())
    assert "Net: " in run("settle", str(file)).stdout


def test_rules_of_the_command_line_fill_in():
    nameless = {key: value for key, value in DEAL.items() if key != "rules"}
    assert strict(settle(nameless, "--json", code=2).stdout)["error"] == "malformed"
    assert strict(settle(nameless, "--json", "--rules", "pagat").stdout) == ps.settle(DEAL).to_dict()
    burning = strict(settle(DEAL, "--json", "--set", "burn=13").stdout)
    assert burning["rules_id"] == ps.settle(DEAL | {"set": {"burn": 13}}).rules_id
    assert "field=value" in settle(DEAL, "--set", "burn", code=2).stderr


def test_the_help_shows_every_event_action_and_key():
    text = run("settle", "--help", terminal_width=80).stdout
    for name in (*_EVENT_KEYS, *_ALIASES, *_KEYS, "top", "bottom", "amount", "cards", "round", "before-deal"):
        assert re.search(rf"\b{name}\b", text), name


def test_missing_rules_may_come_from_the_command_line():
    nameless = {key: value for key, value in DEAL.items() if key != "rules"}
    assert "--rules on the command line" in settle(nameless, code=2).stderr


def test_csv_has_a_row_for_every_hand(tmp_path):
    text = settle([DEAL, BROKEN], "--csv", "-", code=2).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["deal"], row["seat"], row["cards"], row["error"]) for row in rows] == [
        ("1", "Ann", "8H 9C", ""),
        ("1", "Bob", "TD 7C", ""),
        ("2", "", "", "buy_above_limit"),
    ]
