"""Written-down deals: their form, whose turn it is, which refusal comes first, and what is asked."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pontoon_sim.cards import full_pack
from pontoon_sim.errors import DealError, RulesError
from pontoon_sim.presets import preset_names
from pontoon_sim.script import Ask, Script, Void, legal, settle
from pontoon_sim.script.document import read_deal
from pontoon_sim.script.verdict import REFUSALS

# ---- A short way to write a deal down: "P1:8H B:TD P1=2 P1:4C B:7C P1+twist:6S P1+buy3:2S P1.2+stick".


def event(text: str) -> dict[str, Any]:
    if "+" in text:
        who, what = text.split("+")
        seat, _, hand = who.partition(".")
        action, _, cards = what.partition(":")
        name = action.rstrip("0123456789")
        read: dict[str, Any] = {"type": "action", "seat": seat, "hand": int(hand or 1), "action": name}
        if action != name:
            read["amount"] = int(action[len(name) :])
        return read | ({"cards": cards.split(",")} if cards else {})
    if "!" in text:
        who, amount = text.split("!")
        seat, _, hand = who.partition(".")
        return {"type": "shoot", "seat": seat, "hand": int(hand or 1), "amount": int(amount)}
    if "=" in text:
        seat, amount = text.split("=")
        return {"type": "stake", "seat": seat, "amount": int(amount)}
    seat, card = text.split(":")
    return {"type": "deal", "seat": seat, "card": card}


def deal(script: str, rules: str = "pagat", **more: Any) -> dict[str, Any]:
    changes = more.pop("changes", {})
    events = [{"type": "banker_double", "seat": "B"} if word == "double" else event(word) for word in script.split()]
    seats = sorted({entry["seat"] for entry in events} - {"B"})
    return {"rules": rules, "set": changes, "players": [*seats, "B"], "banker": "B", "events": events} | more


def refusal(document: Any) -> tuple[str, int | None]:
    with pytest.raises(DealError) as caught:
        settle(document)
    message = str(caught.value)
    assert message.endswith(".")
    assert " " in message
    return caught.value.code, caught.value.event


PLAIN = "P1:8H B:TD P1=2 P1:4C B:7C P1+twist:6S P1+stick B+stick"
PAIR = "P1:8S B:TD P1=2 P1:8H B:7C "
TWO = "P1:TH P2:KH B:TD P1=2 P2=1 "


# ---- Form.


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"schema": "pontoon.deal/2"},
        {"players": ["P1", "P1", "B"]},
        {"players": ["B"]},
        {"players": [f"P{n}" for n in range(11)] + ["B"]},
        {"players": ["B", "P1"]},
        {"players": "P1"},
        {"banker": "P1"},
        {"events": {}},
        {"rules": 3},
        {"set": []},
        {"pack": "8H"},
        {"pack": ["8H", "1H"]},
        {"pack": ["8H", "8H"]},
        {"kitty": -1},
        {"kitty": 1.5},
        {"first_round_of_deal": 1},
        {"deals_held": 0},
    ],
    ids=str,
)
def test_a_document_out_of_form_is_malformed_outside_the_events(change):
    assert refusal(deal(PLAIN) | change) == ("malformed", None)


@pytest.mark.parametrize("key", ["rules", "players", "banker", "events"])
def test_a_missing_key_is_malformed(key):
    document = deal(PLAIN)
    del document[key]
    assert refusal(document) == ("malformed", None)


@pytest.mark.parametrize("document", [None, 3, [3], [[]], True])
def test_what_is_no_document_is_malformed(document):
    assert refusal(document) == ("malformed", None)


@pytest.mark.parametrize(
    ("index", "change"),
    [
        (0, {"seat": "P7"}),
        (0, {"seat": None}),
        (0, {"card": "1H"}),
        (0, {"card": None}),
        (0, {"round": "first"}),
        (0, {"what": 1}),
        (0, {"hand": 0}),
        (2, {"amount": 1.5}),
        (2, {"amount": "2"}),
        (2, {"amount": True}),
        (2, {"amount": None}),
        (5, {"action": "twirl"}),
        (5, {"action": 5}),
        (5, {"hand": 5}),
        (5, {"hand": None}),
        (5, {"cards": "6S"}),
        (5, {"cards": []}),
        (5, {"cards": ["6S", "2S"]}),
        (5, {"cards": [6]}),
        (5, {"amount": 2}),
        (5, {"type": "turn"}),
        (5, {"type": ["action"]}),
        (6, {"cards": ["2S"]}),
    ],
    ids=str,
)
def test_an_event_out_of_form_is_malformed_at_its_place(index, change):
    document = deal(PLAIN)
    document["events"][index] |= change
    assert refusal(document) == ("malformed", index)


def test_an_event_that_is_no_object_is_malformed():
    document = deal(PLAIN)
    document["events"][3] = "P1:4C"
    assert refusal(document) == ("malformed", 3)


def test_form_is_judged_only_where_the_deal_has_come():
    document = deal("P1:8H B:TD P1=9 P1:4C B:7C")
    document["events"][4]["card"] = "?"
    assert refusal(document) == ("stake_out_of_range", 2)


def test_unknown_rules_and_fields_are_errors_of_the_rules():
    with pytest.raises(RulesError, match="did you mean 'pagat'"):
        settle(deal(PLAIN, rules="pagad"))
    with pytest.raises(RulesError, match="min_stick"):
        settle(deal(PLAIN, changes={"min_stik": 3}))


def test_whole_numbers_may_be_written_with_a_point_and_actions_in_capitals():
    document = deal(PLAIN)
    document["events"][2]["amount"] = 2.0
    document["events"][5]["action"] = " Hit "
    document["events"][6]["action"] = "STAND"
    assert settle(document).net == {"P1": 2, "B": -2}


def test_files_and_lists(tmp_path):
    path = tmp_path / "deals.json"
    path.write_text(json.dumps([deal(PLAIN), deal(PLAIN)]), encoding="utf-8")
    assert [one.net["P1"] for one in settle(str(path))] == [2, 2]
    path.write_text(json.dumps(deal(PLAIN)), encoding="utf-8")
    assert settle(path).net["P1"] == 2
    assert settle([]) == []


@pytest.mark.parametrize("text", ["", "{", '{"rules": "pagat", "rules": "shoot"}', "[" * 100_000, "\udcff"])
def test_files_that_are_not_json(tmp_path, text):
    path = tmp_path / "deal.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert refusal(path) == ("malformed", None)
    assert refusal(tmp_path / "nowhere.json") == ("malformed", None)


# ---- Turn, and which refusal comes first.


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (PLAIN + " B+stick", ("hand_is_finished", 8)),
        (PLAIN + " P1+declare", ("hand_is_finished", 8)),
        (PLAIN + " P1:2S", ("not_in_turn", 8)),
        ("P1:8H P1=2", ("not_in_turn", 1)),
        ("P1:8H P2:9H B:TD P1=1 P2=1 P1:4C B:7C", ("not_in_turn", 6)),
        ("P1:8H B:TD P1=2 P1:4C P1+twist:2S", ("not_in_turn", 4)),
        (TWO + "P1:9C P2:2D B:7C P1+stick P1+stick", ("hand_is_finished", 9)),
        (TWO + "P1:9C P2:2D B:7C P2+twist:2S", ("not_in_turn", 8)),
        (TWO + "P1:5C P2:2D B:7C P1+twist:8S P1+stick", ("hand_is_finished", 9)),
        (TWO + "P1:2C P2:2D B:7C P1+twist:2S P2+stick", ("stick_below_minimum", 9)),
        (TWO + "P1:2C P2:KD B:7C P1+twist:2S P2+split:2C,3C", ("not_in_turn", 9)),
        (TWO + "P1:2C P2:QD B:7C P1+twist:2S P2+split:2C,3C", ("not_a_pair", 9)),
        (TWO + "P1:2C P2:2D B:7C P1+twist:2S P1+buy9:3S", ("buy_after_twist", 9)),
        (TWO + "P1:2C P2:2D B:7C P1+buy9:TS", ("buy_above_limit", 8)),
        (TWO + "P1:2C P2:2D B:7C P2+buy9:TS", ("buy_above_limit", 8)),
        (TWO + "P1:2C P2:2D B:7C P1.2+stick", ("not_in_turn", 8)),
        (TWO + "P1:9C P2:9D B:7C P1+stick P2+stick B+split:2C,3C", ("not_a_pair", 10)),
        (TWO + "P1:9C P2:9D B:TC P1+stick P2+stick B+split:2C,3C", ("too_many_hands", 10)),
        (TWO + "P1:9C P2:9D B:2C P1+stick P2+stick B+buy2:2S", ("buy_above_limit", 10)),
        (TWO + "P1:9C P2:9D B:3C P1+stick P2+stick B+burn:2C,3C", ("cannot_burn", 10)),
        (TWO + "P1:9C P2:9D B:7C P1!1", ("shoot_not_now", 8)),
        (PAIR + "P1+split:2C,3C P1+buy5:4C", ("buy_above_limit", 6)),
        (PAIR + "P1+split:2C,3C P1.3+stick", ("not_in_turn", 6)),
        (PAIR + "P1+twist:2C P1+split:3C,4C", ("not_a_pair", 6)),
        ("P1:AH B:AD P1=2 P1:9C B:KC P1+stick", ("not_in_turn", 5)),
        ("P1:AH B:AD P1=2 P1:KH B:KC P1+twist:2C", ("hand_is_finished", 5)),
        ("P1:AH B:AD P1=2 P1:9C B:KC P1+declare", ("not_a_pontoon", 5)),
        ("P1:AH B:AD P1=2 P1+declare", ("not_in_turn", 3)),
        ("P1:AH B:9D P1=2 P1:KH B:KC P1+declare P1+declare", ("hand_is_finished", 6)),
        ("P1:2H B:9D P1=1 P1:2D B:KC P1+twist:2S P1+twist:2C P1+twist:3C P1+stick", ("hand_is_finished", 8)),
        ("P1:8H B:TD P1=2 double P1:4C B:7C", ("bank_cannot_double", 3)),
        ("P1:8H B:TD double", ("not_in_turn", 2)),
    ],
)
def test_the_first_refusal_of_the_list(script, expected):
    assert refusal(deal(script)) == expected


@pytest.mark.parametrize(
    ("script", "rules", "changes", "expected"),
    [
        ("P1:8H B:TD P1=2 double double", "pagat", {"banker_doubles": "everything"}, ("bank_cannot_double", 4)),
        ("P1:8H B:TD P1=2 P1:8C B:7C P1+split:2C,3C", "pagat", {"split": "none"}, ("too_many_hands", 5)),
        ("P1:8H B:TD P1=2 P1:9C B:7C P1+split:2C,3C", "pagat", {"split": "none"}, ("not_a_pair", 5)),
        ("P1:KH B:TD P1=2 P1:QC B:7C P1+split:2C,3C", "pagat", {"split": "aces"}, ("not_a_pair", 5)),
        ("P1:8H B:TD P1=2 P1:4C B:7C P1+buy2:2C P1+buy2:2D", "pagat", {"max_buys": 1}, ("buy_above_limit", 6)),
        ("P1:8H B:TD P1=1 P1!0", "shoot", {}, ("malformed", 3)),
        ("P1:8H B:TD P1=1 P1!21", "shoot", {}, ("shoot_exceeds_kitty", 3)),
        ("P1:8H B:TD P1=1 P1!2 P1!2", "shoot", {}, ("shoot_not_now", 4)),
        ("P1:8H P2:9H B:TD P1=1 P2=1 P2!2 P1!2", "shoot", {}, ("shoot_not_now", 6)),
        ("P1:8H B:TD P1=1 P1:4C B:7C P1+twist:3C P1!2 P1+stick", "shoot", {}, ("card_owed_after_shot", 7)),
        ("P1:8H B:TD P1=1 P1:4C B:7C P1+twist:3C P1!2 P1!2", "shoot", {}, ("shoot_not_now", 7)),
        ("P1:8H B:TD P1=1 P1:4C B:7C P1+twist:9C P1!2", "shoot", {}, ("hand_is_finished", 6)),
        ("P1:AH B:AD P1=2 P1:9C B:KC B+declare", "pontoon-2011", {}, ("not_in_turn", 5)),
        ("P1:8H B:TD P1=2 P1:8C B:7C P1+split:2C,3C,4C", "pagat", {"split_dealing": "when-reached"}, ("malformed", 5)),
    ],
)
def test_refusals_of_other_rules(script, rules, changes, expected):
    assert refusal(deal(script, rules, changes=changes)) == expected


def test_a_double_of_another_amount_than_the_stake_is_malformed():
    assert refusal(deal("P1:8H B:TD P1=2 P1:2C B:7C P1+double3:9C")) == ("malformed", 5)
    assert settle(deal("P1:8H B:TD P1=2 P1:2C B:7C P1+double:9C P1+stick")).net["P1"] == 4


def test_rounds_are_checked_where_they_are_written():
    document = deal(PLAIN)
    document["events"][3]["round"] = 1
    assert refusal(document) == ("not_in_turn", 3)


@pytest.mark.parametrize("length", range(7))
def test_a_script_that_stops_is_incomplete(length):
    document = deal(PLAIN)
    document["events"] = document["events"][:length]
    assert refusal(document) == ("incomplete_deal", length)


# ---- What goes without saying.


def test_a_stick_on_21_and_the_bankers_last_words_may_be_written():
    short = "P1:8H B:TD P1=2 P1:4C B:7C P1+twist:9S"
    assert settle(deal(short)) == settle(deal(short + " P1+stick B+stick"))


def test_declarations_are_taken_from_the_second_card_to_the_end_of_the_turn():
    start = "P1:AH P2:8C B:9D P1=2 P2=1 P1:KH P2:7C B:KC "
    for rest in ("P1+declare P2+stick", "P2+stick", "P1+pontoon P2+stick B+stick"):
        assert settle(deal(start + rest)).net == {"P1": 4, "P2": -1, "B": -3}
    assert refusal(deal(start + "P2+stick P1+declare"))[0] == "hand_is_finished"


def test_declarations_may_trail_where_the_second_cards_end_the_deal():
    assert settle(deal("P1:AH B:AD P1=2 P1:KH B:KC P1+declare B+declare")).net == {"P1": -4, "B": 4}


def test_split_aces_with_one_card_need_no_word():
    script = "P1:AS B:TD P1=1 P1:AH B:5D P1+split:AD,AC"
    changes = {"split_aces_one_card": True}
    assert settle(deal(script, changes=changes)).net["P1"] == -2
    assert settle(deal(script + " P1+stick P1.2+split:KD,KC", changes=changes)).net["P1"] == -1 + 2 + 2


def test_the_other_half_of_a_split_is_dealt_when_reached():
    changes = {"split_dealing": "when-reached"}
    script = PAIR + "P1+split:TC P1+stick"
    document = deal(script, changes=changes)
    document["events"] += [
        {"type": "deal", "seat": "P1", "hand": 2, "card": "KC"},
        event("P1.2+stick"),
    ]
    assert settle(document).net["P1"] == 4
    document["events"][7]["hand"] = 1
    assert refusal(document) == ("not_in_turn", 7)
    assert legal(deal(script, changes=changes)).keys() >= {"KC"}


# ---- Cards and money.


def test_a_shot_may_wait_until_the_new_hand_of_a_split_first_acts():
    start = "P1:8S B:TD P1=2 P1:8H B:9C P1+split:TC,3C "
    early = settle(deal(start + "P1.2!4 P1+stick P1.2+twist:9D P1.2+stick", "shoot"))
    late = settle(deal(start + "P1+stick P1.2!4 P1.2+twist:9D P1.2+stick", "shoot"))
    assert early == late
    assert (late.net["P1"], late.kitty) == (-2 + 2 + 4, 16)


def test_a_deal_is_void_when_a_card_is_due_and_none_is_left():
    found = settle(deal("P1:8H B:TD P1=2", pack=["8H", "TD"])).to_dict()
    assert (found["counts"], found["shuffle"], found["net"]) == (False, True, {"P1": 0, "B": 0})
    document = deal("P1:8H B:TD P1=2 P1:4C", pack=["8H", "TD"])
    assert refusal(document) == ("card_not_in_pack", 3)
    document = deal("P1:8H B:TD P1=2 P1:4C B:5C P1+twist P1+stick", pack=["8H", "TD", "4C", "5C"])
    assert refusal(document) == ("not_in_turn", 6)


def test_without_a_pack_a_bust_hand_comes_back_only_when_the_rest_is_gone():
    assert refusal(deal(TWO + "P1:2C P2:2D B:7C P1+twist:QC P2+twist:TH")) == ("card_not_in_pack", 9)


def test_the_cut_binds_the_first_card_of_an_unwritten_pack():
    changes = {"brulet": "levy"}
    document = deal("P1:9H B:8D", "vingt-un-1850", changes=changes)
    document["events"].insert(0, {"type": "brulet_check", "seat": "B", "top": "KH", "bottom": "9S"})
    assert refusal(document) == ("card_not_in_pack", 1)
    document["events"][0]["top"] = "9S"
    assert refusal(document) == ("card_not_in_pack", 0)
    assert refusal(document | {"set": {}}) == ("not_in_turn", 0)


def test_rotation_by_count():
    changes = {"bank_passes": "rotate-every", "rotate_every": 3}
    nexts = [settle(deal(PLAIN, changes=changes, deals_held=held)).next_banker for held in (1, 2, 3, 6)]
    assert nexts == ["B", "B", "P1", "P1"]
    changes["rotate_every"] = "players"
    assert settle(deal(PLAIN, changes=changes, deals_held=2)).next_banker == "P1"


def test_a_dealt_gather_keeps_the_order_of_dealing():
    pack = ["8H", "TD", "4C", "7C", "6S", "2C"]
    found = settle(deal(PLAIN, changes={"gather": "dealt"}, pack=pack))
    assert found.pack == ("2C", "8H", "TD", "4C", "7C", "6S")
    assert settle(deal(PLAIN, changes={"gather": "mixed"}, pack=pack)).pack is None


# ---- Faults of other simulators.


def test_the_tie_rule_is_named():
    found = settle(deal("P1:TH B:TD P1=2 P1:8C B:8D P1+stick"))
    assert any("18 v 18" in line and "ties=banker" in line for line in found.explain())


def test_net_and_gross_of_a_pontoon_are_told_apart():
    found = settle(deal("P1:AH B:TD P1=10 P1:KC B:8D", changes={"stake_max": 10}))
    assert found.net == {"P1": 20, "B": -20}
    assert "net +20, staked 10, 30 handed back" in found.explain()[0]
    assert "B -20" in repr(found)


def test_half_units_are_kept():
    script = "P1:2H B:TD P1=5 P1:2D B:9C P1+twist:2S P1+twist:2C P1+twist:3C"
    assert settle(deal(script, changes={"five_card_pays": 1.5})).net == {"P1": 7.5, "B": -7.5}


def test_no_split_after_a_third_card():
    choices = legal(deal("P1:6H B:TD P1=2 P1:6C B:7C"))
    assert choices == {"stick": None, "twist": None, "buy": (2, 4), "split": None} or "stick" not in choices
    assert {"twist", "buy", "split"} <= choices.keys()
    assert "stick" not in choices
    assert "split" not in legal(deal("P1:6H B:TD P1=2 P1:6C B:7C P1+twist:AC"))


def test_nothing_is_legal_after_five_cards():
    script = "P1:2H B:TD P1=2 P1:3C B:6C P1+twist:2S P1+twist:4S P1+twist:5S"
    assert legal(deal(script), "P1") == {}
    assert set(legal(deal(script), "B")) == {"stick", "twist"}
    assert settle(deal(script + " B+twist:5C")).hands["P1"][0].klass == "five_card_trick"


def test_split_halves_wait_for_their_second_cards():
    document = deal(PAIR + "P1+split:TC P1+stick", changes={"split_dealing": "when-reached"})
    document["events"].append(event("P1.2+stick"))
    assert refusal(document) == ("not_in_turn", 7)


def test_nines_split_one_bust_one_tied():
    script = "P1:9S B:TD P1=1 P1:9H B:9C P1+split:7C,TC P1+twist:TS P1.2+stick"
    assert settle(deal(script)).net == {"P1": -2, "B": 2}


def test_a_split_natural_does_not_collect_from_all():
    script = "P1=1 P2=1 P1:AC P2:4H B:2H P1:AD P2:5S B:8S P1+split:JS,7D P1.2+stick P2+stick B+twist:KC"
    found = settle(deal(script, "vingt-un-1800", changes={"split": "rank"}))
    assert [hand.klass for hand in found.hands["P1"]] == ["pontoon", "total"]
    assert found.net["P2"] == -1
    assert "collects" not in " ".join(found.explain())


# ---- Questions.


@pytest.mark.parametrize(
    ("script", "rules", "kind", "seat", "answers"),
    [
        ("P1:8H B:TD", "pagat", "stake", "P1", {"stake": (1, 5)}),
        ("P1:8H B:TD P1=1", "vingt-un-1850", "double", "B", {"banker_double": None, "pass": None}),
        ("P1:8H B:TD P1=1", "shoot", "shot", "P1", {"shoot": (1, 20), "pass": None}),
        ("P1:8H B:TD P1=2 P1:7C B:7D", "pagat", "move", "P1", {"stick": None, "twist": None, "buy": (2, 4)}),
        ("P1:8H B:TD P1=2 P1:2C B:7D P1+buy2:2D P1!3", "shoot", "move", "P1", {"twist": None, "buy": (2, 2)}),
        ("P1:8H B:TD P1=2 P1:7C B:7D P1+stick", "pagat", "bank", "B", {"stick": None, "twist": None}),
    ],
)
def test_the_first_open_question(script, rules, kind, seat, answers):
    document = deal(script, rules)
    if rules == "shoot" and kind == "move":
        document["events"].insert(3, event("P1!1"))
    with pytest.raises(Ask) as asked:
        Script(read_deal(document), asks_all=True).play()
    ask = asked.value
    assert (ask.kind, ask.seat, ask.hand, ask.events) == (kind, seat, 1, len(document["events"]))
    assert ask.legal() == answers


def test_the_next_card_is_asked_for_with_what_is_left():
    left = legal(deal("P1:8H"))
    assert len(left) == 51
    assert legal(deal("P1:8H", pack=["8H", "KC"])) == {"KC": 1}


# ---- Random deals: every legal answer is accepted, and whatever else is written is settled or refused.

CHANGES: list[dict[str, Any]] = [
    {},
    {"burn": 13},
    {"burn": 14, "split": "value"},
    {"banker_pontoon_shown": "after-play", "royal_pontoon": True},
    {"split_dealing": "when-reached", "split": "rank", "max_hands": 4},
    {"banker_doubles": "ordinary", "soft_21_may_draw": True},
    {"banker_doubles": "everything", "shoot": True, "buy_after_twist": True},
    {"five_card_trick": "level-with-21", "ties_at_21": "stand-off"},
    {"brulet": "pool", "exhaustion": "reshuffle-used", "gather": "aside"},
    {"split_aces_one_card": True, "split_pontoon": "single", "five_card_pays": 1.5},
]


def random_start(chance: random.Random) -> dict[str, Any]:
    while True:
        punters = chance.randint(1, 4)
        names = [f"P{n}" for n in range(1, punters + 1)] + ["B"]
        document = {"rules": chance.choice(preset_names()), "set": dict(chance.choice(CHANGES)), "players": names}
        document |= {"banker": "B", "events": []}
        try:
            packs = read_deal(document).rules.packs_for(punters)
        except RulesError:
            continue
        pack = list(full_pack(packs).elements())
        chance.shuffle(pack)
        return document | {"pack": pack[: chance.choice([20, 40, len(pack)])]}


def answer(ask: Ask, script: Script, chance: random.Random) -> dict[str, Any]:
    choices = ask.legal()
    who = {"seat": ask.seat}
    if ask.kind == "card":
        return {"type": "deal", "card": chance.choice(list(choices)), **who}
    name = chance.choice([name for name in choices if name != "pass"])
    if "split" in choices and chance.random() < 0.7:
        name = "split"
    limits = choices[name]
    amount = {} if limits is None or name == "stick" else {"amount": chance.randint(*limits)}
    if name == "stake":
        return {"type": "stake", **who, **amount}
    if name == "banker_double":
        return {"type": name, **who}
    if name == "shoot":
        return {"type": "shoot", "hand": ask.hand, **who, **amount}
    due = {"twist": 1, "buy": 1, "burn": 2}.get(name, 0)
    if name == "split":
        due = 1 if script.rules.split_dealing == "when-reached" else 2
    pack = [*script.pack.front, *script.pack.unseen.elements(), *script.pack.under]
    burnt = list(ask.cards) if name == "burn" else []
    if script.rules.gather.startswith("hands"):
        pack += burnt
    if script.rules.exhaustion == "reshuffle-used":
        pack += script.pack.aside + burnt
    return {"type": "action", "action": name, "hand": ask.hand, "cards": pack[:due], **who, **amount}


def play_at_random(document: dict[str, Any], chance: random.Random) -> None:
    """Answer the open questions, some of them by silence, until the deal is over."""
    asks_all = True
    while True:
        script = Script(read_deal(document), asks_all)
        try:
            script.play()
        except Ask as ask:
            asks_all = not (asks_all and "pass" in ask.legal() and chance.random() < 0.5)
            if asks_all:
                document["events"].append(answer(ask, script, chance))
            continue
        except Void:
            pass
        return


def check(document: dict[str, Any]) -> None:
    found = settle(document)
    assert sum(found.net.values()) == 0
    assert found.net == {seat: found.net[seat] for seat in document["players"]}
    for seat, hands in found.hands.items():
        brulet = "brulet" in document["set"]
        assert brulet or sum(hand.net for hand in hands) == found.net[seat]
    json.dumps(found.to_dict(), allow_nan=False)
    assert found.explain()


@hypothesis_settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_legal_answers_lead_to_a_settlement(chance):
    document = random_start(chance)
    play_at_random(document, chance)
    check(document)


def _spoil(document: dict[str, Any], chance: random.Random) -> None:
    events = document["events"]
    for _ in range(chance.randint(1, 3)):
        index = chance.randrange(len(events)) if events else 0
        kind = chance.randrange(6)
        if kind == 0 and events:
            del events[index]
        elif kind == 1 and events:
            events.insert(chance.randrange(len(events) + 1), copy.deepcopy(events[index]))
        elif kind == 2 and events:
            other = chance.randrange(len(events))
            events[index], events[other] = events[other], events[index]
        elif kind == 3 and events and isinstance(events[index], dict):
            key = chance.choice(["seat", "hand", "action", "amount", "cards", "card", "type", "round"])
            events[index][key] = chance.choice(
                [
                    "B",
                    "P1",
                    "P9",
                    0,
                    1,
                    2,
                    4,
                    9,
                    2.5,
                    10**30,
                    None,
                    [],
                    ["KH"],
                    ["KH", "2S"],
                    "split",
                    "shoot",
                    "deal",
                    {},
                ]
            )
        elif kind == 4:
            action = chance.choice(["stick", "twist", "buy", "split", "burn", "shoot", "declare", "double"])
            seat, hand = chance.choice(document["players"]), chance.randint(1, 4)
            events.insert(index, {"type": "action", "seat": seat, "hand": hand, "action": action, "amount": 1})
        else:
            document.pop("pack", None)


@hypothesis_settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_is_written_is_settled_or_refused(chance):
    document = random_start(chance)
    play_at_random(document, chance)
    _spoil(document, chance)
    refused: DealError | None = None
    try:
        check(document)
    except DealError as fault:
        refused = fault
    if refused:
        assert refused.code in REFUSALS
        assert refused.event is None or 0 <= refused.event <= len(document["events"])


def test_every_refusal_of_the_cases_is_a_code():
    for path in (Path(__file__).parent / "cases").glob("*.json"):
        for case in json.loads(path.read_text(encoding="utf-8")):
            assert case["expect"].get("error", "malformed") in REFUSALS


# ---- Words.


def told(script, **changes):
    return settle(deal(script, changes=changes)).explain()[0]


def test_multiples_are_named_where_they_are_not_one():
    trick = "P1:2H B:TD P1=2 P1:2D B:9C P1+twist:2S P1+twist:3C P1+twist:3D"
    assert "is paid 2 to 1; net +4, staked 2, 6 handed back" in told(trick)
    assert "is paid 1.5 to 1; net +3, staked 2" in told(trick, five_card_pays=1.5)
    assert "19; net +2, staked 2" in told(trick, five_card_pays=1)
    assert "beats it, taking twice the stake; net -2" in told("P1:9H B:AD P1=1 P1:8D B:KC")
    drawn = "P1:9H B:TD P1=1 P1:2D B:9C P1+twist:TS"
    assert "21 beats the banker's 19 and is paid 2 to 1; net +2" in told(drawn, drawn_21_pays=2)
    assert "21 beats the banker's 19; net +1" in told(drawn)
    five = "P1:TH B:2D P1=1 P1:9D B:3C P1+stick B+twist:2S B+twist:3D B+twist:4D"
    assert "the banker's five-card trick beats it, taking twice the stake; net -2, staked 1." in told(five)
    bust = "P1:9H B:TD P1=1 P1:2D B:6C P1+twist:TS B+twist:TC"
    assert "bust on 26 and pays 21 2 to 1; net +2" in told(bust, banker_bust_pays_21=2)


def test_five_cards_that_are_level_with_21_are_called_so():
    trick = "P1:2H B:TD P1=1 P1:2D B:9C P1+twist:2S P1+twist:3C P1+twist:3D"
    assert "five cards, level with 21, beat the banker's 19; net +1" in told(trick, five_card_trick="level-with-21")
    five = "P1:TH B:2D P1=1 P1:9D B:3C P1+stick B+twist:2S B+twist:3D B+twist:4D"
    assert "the banker's five cards, level with 21, beat 19; net -1" in told(five, five_card_trick="level-with-21")
    drawn = "P1:9H B:2D P1=1 P1:2C B:3C P1+twist:TS B+twist:2S B+twist:3D B+twist:4D"
    assert "21 v five cards, level with 21, equal totals go to the banker" in told(
        drawn, five_card_trick="level-with-21"
    )


def test_what_is_missing_is_said_by_its_key():
    document = deal("P1:9H B:TD P1=1 P1:8D B:9C P1+stick")
    for index, key in ((0, "card"), (0, "seat"), (2, "amount"), (5, "hand"), (5, "action"), (5, "type")):
        events = [dict(event) for event in document["events"]]
        del events[index][key]
        with pytest.raises(DealError, match=f"lacks the key '{key}'") as caught:
            settle(document | {"events": events})
        assert (caught.value.code, caught.value.event) == ("malformed", index)


def test_reasons_are_the_real_ones():
    with pytest.raises(DealError, match="the banker may not burn") as caught:
        settle(deal("P1:9H B:TD P1=1 P1:8D B:3C P1+stick B+burn:2S,3S", changes={"burn": 13}))
    assert caught.value.code == "cannot_burn"
    with pytest.raises(DealError, match="P1 has not put up a stake, which is done before the deal"):
        settle(deal("P1:9H B:TD", changes={"stakes_when": "before-deal"}))


def test_an_ordinary_double_leaves_a_pontoon_at_the_undoubled_stake():
    told = settle(deal("P1:AH B:TD P1=2 double P1:KC B:8D", changes={"banker_doubles": "ordinary"}))
    assert "is paid 2 to 1, on what was staked before the double; net +4, staked 4" in told.explain()[0]


def test_a_split_may_name_the_card_of_a_hand_that_is_dealt_when_reached():
    """Both ways to write it: the two cards at the split, or the second one when its hand is reached."""
    start = [
        {"type": "deal", "seat": "P", "card": "8H"},
        {"type": "deal", "seat": "B", "card": "TD"},
        {"type": "stake", "seat": "P", "amount": 1},
        {"type": "deal", "seat": "P", "card": "8C"},
        {"type": "deal", "seat": "B", "card": "7C"},
    ]
    first, last = ({"type": "action", "seat": "P", "hand": hand, "action": "stick"} for hand in (1, 2))
    split = {"type": "action", "seat": "P", "hand": 1, "action": "split"}
    at_split = [*start, split | {"cards": ["TS", "9S"]}, first, last]
    reached = {"type": "deal", "seat": "P", "hand": 2, "card": "9S"}
    when_reached = [*start, split | {"cards": ["TS"]}, first, reached, last]
    answers = [
        settle(
            {
                "rules": "pagat",
                "set": {"split_dealing": "when-reached"},
                "players": ["P", "B"],
                "banker": "B",
                "events": e,
            }
        )
        for e in (at_split, when_reached)
    ]
    assert answers[0] == answers[1]
    assert answers[0].net == {"P": 0, "B": 0}
