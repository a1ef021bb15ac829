"""Rule systems as data: what the presets are, how files and changes are read, what is refused and in which words."""

from __future__ import annotations

import json
import re
import string
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pontoon_sim.errors import RulesError
from pontoon_sim.presets import allowed, load, parse_set, preset_names, rules, to_toml

RULES = type(rules())
FIELDS = tuple(rules().effective())


def refusal(*name: Any, **changes: Any) -> str:
    """The sentence by which rules are refused."""
    with pytest.raises(RulesError) as caught:
        rules(*name, **changes)
    message = str(caught.value)
    assert message.endswith(".")
    return message


@pytest.fixture
def written(tmp_path):
    """Write a file of rules; its path."""

    def write(text: str | bytes, name: str = "mine.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


# ---- The presets, against the rule book: names and readings (section 0), systems (part A).

PAGAT: dict[str, Any] = {
    "packs": "auto",
    "stake_min": 1,
    "stake_max": 5,
    "stakes_when": "after-first-card",
    "first_banker": "highest-card",
    "banker_doubles": "no",
    "buy_cap_after_double": None,
    "pontoon_pays": 2,
    "split_pontoon": "pontoon",
    "banker_pontoon_shown": "at-once",
    "banker_pontoon_takes": 2,
    "banker_pontoon_from_pontoon": "same",
    "banker_pontoon_from_21": "same",
    "ace_ten_is_pontoon": True,
    "pontoon_ranking": "equal",
    "royal_pontoon": False,
    "natural_from_all": False,
    "min_stick": 15,
    "soft_21_may_draw": False,
    "max_cards": 5,
    "first_buy_max": 2,
    "first_buy_min": 1,
    "later_buy": "between",
    "max_buys": 0,
    "buy_after_twist": False,
    "fifth_card_bought_from": 0,
    "split": "rank",
    "max_hands": 4,
    "split_dealing": "at-once",
    "split_aces_one_card": False,
    "burn": "none",
    "five_card_trick": "beats-21",
    "five_card_pays": 2,
    "banker_five_takes": 2,
    "ties": "banker",
    "ties_at_21": "banker",
    "drawn_21_pays": 1,
    "banker_bust_pays_21": 1,
    "banker_completes": False,
    "dealer": "",
    "shoot": False,
    "kitty": None,
    "empty_kitty": None,
    "brulet": "none",
    "brulet_limit": None,
    "brulet_pool": None,
    "bank_passes": "pontoon",
    "rotate_every": None,
    "misericorde": False,
    "shuffle": "after-pontoon",
    "gather": "hands",
    "exhaustion": "void",
}

ARNOLD = {  # A4
    "first_banker": "first-jack",
    "min_stick": 16,
    "first_buy_min": 0,
    "first_buy_max": 1,
    "later_buy": "up-to-initial",
    "fifth_card_bought_from": 12,
    "split": "aces",
    "split_pontoon": "single",
    "banker_pontoon_shown": "after-play",
    "banker_pontoon_takes": 1,
    "five_card_pays": 1,
    "banker_five_takes": 1,
    "shuffle": "every-deal",
}

#: No buying, no five-card class: A1 and A2.
OLD = {
    "packs": 1,
    "first_banker": "first-ace",
    "min_stick": 0,
    "max_cards": "none",
    "first_buy_max": 0,
    "first_buy_min": None,
    "later_buy": None,
    "max_buys": None,
    "buy_after_twist": None,
    "fifth_card_bought_from": None,
    "five_card_trick": "none",
    "five_card_pays": None,
    "banker_five_takes": None,
    "drawn_21_pays": 2,
    "banker_bust_pays_21": 2,
    "gather": "aside",
    "exhaustion": "reshuffle-used",
}

CASINO = {  # A10
    "packs": 8,
    "stake_max": 1,
    "stakes_when": "before-deal",
    "banker_pontoon_takes": 1,
    "soft_21_may_draw": True,
    "first_buy_max": 1,
    "later_buy": None,
    "max_buys": 1,
    "buy_after_twist": True,
    "max_hands": 3,
    "banker_five_takes": 1,
    "dealer": "stick-17/18",
    "bank_passes": "never",
    "misericorde": None,
    "shuffle": "every-deal",
}

#: What differs from `PAGAT`.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "pagat": {},
    "eight-deal": {},
    "shoot": {"shoot": True, "kitty": 20, "empty_kitty": "new"},
    "parlett": {"first_banker": "first-jack", "shuffle": "after-punter-pontoon"},
    "pontoon-2011": ARNOLD,
    "russian-home": ARNOLD | {"packs": 1, "stake_max": 6, "max_hands": 3},
    "pontoon-1939": {
        "banker_doubles": "everything",
        "buy_cap_after_double": "doubled",
        "pontoon_pays": 3,
        "banker_pontoon_shown": "after-play",
        "banker_pontoon_takes": 3,
        "banker_pontoon_from_pontoon": 1,
        "banker_pontoon_from_21": 2,
        "min_stick": 0,
        "first_buy_min": 0,
        "first_buy_max": 1,
        "later_buy": "up-to-initial",
        "max_hands": 2,
        "five_card_trick": "level-with-21",
        "five_card_pays": None,
        "banker_five_takes": None,
        "drawn_21_pays": 2,
        "banker_bust_pays_21": 2,
        "shuffle": "on-bank-change",
    },
    "vingt-un-1850": OLD
    | {
        "stake_max": 12,
        "banker_doubles": "everything",
        "banker_pontoon_from_pontoon": 0,
        "split_pontoon": "drawn-21",
        "max_hands": 3,
        "ties_at_21": "stand-off",
        "bank_passes": "rotation-on-natural",
        "misericorde": True,
        "shuffle": "when-exhausted",
    },
    "vingt-un-1800": OLD
    | {
        "stake_max": 1,
        "stakes_when": "before-deal",
        "banker_pontoon_from_pontoon": None,
        "banker_pontoon_from_21": None,
        "natural_from_all": True,
        "split": "none",
        "max_hands": 1,
        "split_pontoon": None,
        "split_dealing": None,
        "split_aces_one_card": None,
        "ties": "stand-off",
        "ties_at_21": None,
        "bank_passes": "eldest-natural",
    },
    "casino-rtg": CASINO,
    "casino-microgaming": CASINO | {"split_aces_one_card": True, "dealer": "stick-17"},
}


def test_the_presets_are_those_of_the_rule_book():
    assert preset_names() == tuple(DIFFERENCES)
    assert rules() == rules("pagat")


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_preset_is_what_the_rule_book_says(name):
    found = rules(name).effective()
    expected = PAGAT | DIFFERENCES[name]
    assert {field: found[field] for field in FIELDS if found[field] != expected[field]} == {}
    assert tuple(found) == tuple(PAGAT)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_preset_says_what_it_is_and_where_it_was_found(name):
    found = rules(name)
    assert found.name == name
    assert found.title
    assert found.source


def test_the_levy_of_1850_is_the_limit_of_six():
    assert rules("vingt-un-1850", brulet="levy").effective()["brulet_limit"] == 6


def test_packs_are_one_up_to_seven_persons_and_then_two():
    assert [rules().packs_for(punters) for punters in range(1, 11)] == [1] * 6 + [2] * 4
    assert [rules(packs=3).packs_for(punters) for punters in (1, 10)] == [3, 3]
    assert rules("russian-home").packs_for(8) == 1


def test_halves_of_a_unit_come_of_three_to_two_only():
    assert rules(five_card_pays=1.5).half_units
    assert not rules().half_units
    assert not rules(rules(five_card_pays=1.5), five_card_trick="none").half_units


# ---- Names.


def test_an_unknown_preset_is_answered_with_the_nearest():
    message = refusal("pagatt")
    assert "'pagatt' (did you mean 'pagat'?)" in message
    assert all(name in message for name in preset_names())
    assert "did you mean" not in refusal("xyzzy")
    assert "named ''" in refusal("")


def test_rules_can_be_given_as_they_are():
    once = rules("parlett", burn=13)
    assert rules(once) is once
    assert rules(once, burn=14).burn == 14


def test_changes_are_in_the_name_and_the_title():
    once = rules("parlett", burn=13)
    assert once.name == "parlett with burn=13"
    assert rules(once, burn=14, min_stick=16).name == "parlett with burn=14, min_stick=16"
    assert rules(once, burn=14).title == rules("parlett").title + ", with changes"
    assert rules("shoot", shoot=False, kitty=20).name == "shoot with shoot=false"
    same = rules("parlett", min_stick=15)
    assert (same.name, same.title) == ("parlett", rules("parlett").title)


def test_changed_rules_do_not_pass_for_the_preset_in_a_file(written):
    changed = rules("pagat", burn=13)
    found = load(written(to_toml(changed)))
    assert (found.name, found.rules_id) == ("pagat with burn=13", changed.rules_id)
    assert found.title.endswith(", with changes")
    assert rules(found, min_stick=16).name == "pagat with burn=13, min_stick=16"
    nameless = load(written('inherits = "pagat"\nburn = 13\n'))
    assert (nameless.name, nameless.title) == ("mine", found.title)
    assert load(written('inherits = "pagat"\nburn = 13\ntitle = "Ours"\n')).title == "Ours"


def test_a_refusal_names_the_argument_and_no_option():
    assert "--set" not in refusal(whatever=1)
    assert refusal(whatever=1).startswith("'whatever' is no field")


def test_a_fault_of_a_parent_file_names_both_files(written):
    written("kitty = 30\n", "mother.toml")
    message = refusal(written('inherits = "mother.toml"\nburn = 13\n'))
    assert "mine.toml: " in message
    assert "mother.toml: kitty=30 has no effect" in message
    assert "mine.toml: There are no rules named 'pagatt'" in refusal(written("inherits = 'pagatt'\n"))


def test_a_brulet_says_where_its_cards_go():
    assert "leave the pack for that deal" in str(RULES.model_fields["brulet"].description)


# ---- Files.


def test_a_file_takes_the_rest_from_pagat(written):
    found = load(written("min_stick = 16\nburn = 13\n"))
    assert found.name == "mine"
    assert found.effective() == PAGAT | {"min_stick": 16, "burn": 13}


def test_a_file_may_name_itself(written):
    found = load(written('name = "ours"\ntitle = "Ours"\nsource = "Aunt"\nmin_stick = 16\n'))
    assert (found.name, found.title, found.source) == ("ours", "Ours", "Aunt")


def test_a_file_inherits_a_preset(written):
    found = rules(written('inherits = "parlett"\nmin_stick = 16\n'), burn=13)
    assert found.effective() == PAGAT | DIFFERENCES["parlett"] | {"min_stick": 16, "burn": 13}
    assert load(written('inherits = "pontoon-1939"\n')).rules_id == rules("pontoon-1939").rules_id


def test_files_inherit_in_a_chain_each_from_its_own_folder(written):
    written('inherits = "pontoon-2011"\nmin_stick = 17\nburn = 13\n', "below/deepest.toml")
    written('inherits = "deepest.toml"\nmin_stick = 18\n', "below/middle.toml")
    written('inherits = "below/middle.toml"\nstake_max = 9\n', "top")
    found = load(written('inherits = "./top"\n'))
    assert found.effective() == PAGAT | ARNOLD | {"min_stick": 18, "burn": 13, "stake_max": 9}


def test_a_byte_order_mark_and_windows_lines_are_no_fault(written):
    assert load(written("\ufeffmin_stick = 16\r\nburn = 13\r\n")).min_stick == 16


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["is empty", 'inherits = "pagat"']),
        ("# nothing but a remark\n", ["is empty"]),
        ("min_stick =\n", ["is not TOML", "line 1"]),
        ("min_stick = 16\nmin_stick = 17\n", ["is not TOML"]),
        ("stake_max = " + 5000 * "9", ["is not TOML"]),
        (b"title = '\xff'\n", ["UTF-8"]),
        ("min_stik = 16\n", ["'min_stik'", "did you mean 'min_stick'?"]),
        ("banker_stik = 17\n", ["'banker_stik' is no field"]),
        ("[play]\nmin_stick = 16\n", ["[play] is a table", "min_stick = 16"]),
        ("[play]\n", ["[play] is a table"]),
        ("[split]\nwhich = 'aces'\n", ["split=", "one of none, aces, rank, value"]),
        ("name = 3\n", ["name=3", "name is text"]),
        ("min_stick = '16'\n", ["min_stick='16'", "a whole number from 0 to 21"]),
        ("min_stick = 16.0\n", ["min_stick=16.0"]),
        ("min_stick = true\n", ["min_stick=true"]),
        ("royal_pontoon = 1\n", ["royal_pontoon=1", "true or false"]),
        ("pontoon_pays = true\n", ["pontoon_pays=true", "one of 1, 2, 3"]),
        ("banker_pontoon_from_21 = false\n", ["banker_pontoon_from_21=false"]),
        ("royal_pontoon = 'true'\n", ["royal_pontoon='true'"]),
        ("burn = 15\n", ["burn=15", "one of none, 13, 14"]),
        ("split = ['aces']\n", ["split=['aces']"]),
        ("inherits = 3\n", ["inherits = 3 is not text"]),
        ("inherits = 'pagatt'\n", ["'pagatt' (did you mean 'pagat'?)"]),
        ("inherits = 'nowhere.toml'\n", ["nowhere.toml cannot be read"]),
        ("inherits = 'mine.toml'\n", ["mine.toml inherits from itself"]),
        ("inherits = './mine.toml'\nburn = 13\n", ["mine.toml inherits from itself"]),
        ("stake_min = 6\n", ["stake_min=6 is above stake_max=5"]),
    ],
)
def test_a_file_is_refused(written, text, parts):
    path = written(text)
    message = refusal(path)
    assert all(part in message for part in parts), message


def test_all_that_is_wrong_is_said_at_once(written):
    message = refusal(written("min_stik = 16\nsplit = 'rnk'\nburn = 13\nstake_max = 0\n[more]\nx = 1\n"))
    for part in ("'min_stik'", "split=rnk", "stake_max=0", "[more]"):
        assert part in message
    assert "burn" not in message


def test_files_that_inherit_from_each_other_are_refused(written):
    written("inherits = 'two.toml'\n", "one.toml")
    written("inherits = 'sub/three.toml'\n", "two.toml")
    assert "inherits from itself" in refusal(written("inherits = '../one.toml'\n", "sub/three.toml"))


@pytest.mark.parametrize(
    "name",
    ["no/such.toml", "no.toml", "no.TOML", "./nothing", "/", "a\0b/c", pytest.param("x" * 5000 + "/y", id="long")],
)
def test_a_file_that_cannot_be_read_is_refused(name):
    assert "cannot be read" in refusal(name)


def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "loop.toml"
    link.symlink_to(link)
    assert "cannot be read" in refusal(link)


# ---- Changes.


def test_settings_are_read_as_typed():
    assert parse_set(("min_stick=16", " burn = 13 ", "split=aces", "dealer=")) == {
        "min_stick": "16",
        "burn": "13",
        "split": "aces",
        "dealer": "",
    }
    assert parse_set(["min_stick=16", "min_stick=17"]) == {"min_stick": "17"}
    assert parse_set(["title=a=b"]) == {"title": "a=b"}
    assert parse_set(()) == {}


@pytest.mark.parametrize("setting", ["min_stick", "=16", " =16", ""])
def test_a_setting_that_is_none_is_refused(setting):
    with pytest.raises(RulesError, match="is not field=value"):
        parse_set([setting])


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("min_stick=16", 16),
        ("stake_max=1_000", 1000),
        ("burn=13", 13),
        ("burn=none", "none"),
        ('burn="none"', "none"),
        ("five_card_pays=1.5", 1.5),
        ("five_card_pays=2.0", 2),
        ("royal_pontoon=true", True),
        ("packs=auto", "auto"),
        ("dealer=stick-17/18", "stick-17/18"),
        ("max_cards=5", 5),
    ],
)
def test_a_setting_is_a_change(setting, value):
    ((field, text),) = parse_set([setting]).items()
    found = getattr(rules(**{field: text}), field)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"min_stik": 16}, ["'min_stik' is no field", "did you mean 'min_stick'?"]),
        ({"name": "mine"}, ["'name' is no field"]),
        ({"rules": "pagat"}, ["'rules' is no field"]),
        ({"min_stick": "x", "burn": 15, "whatever": 1}, ["min_stick=x", "burn=15", "'whatever'"]),
        ({"min_stick": "'16'"}, ["min_stick='16'"]),
        ({"min_stick": "16\nburn=13"}, ["min_stick=16"]),
        ({"min_stick": "[" * 5000}, ["min_stick="]),
        ({"min_stick": None}, ["min_stick=None"]),
        ({"min_stick": "nan"}, ["min_stick=nan"]),
        ({"royal_pontoon": "True"}, ["royal_pontoon=True", "true or false"]),
        ({"max_hands": True}, ["max_hands=true"]),
        ({"packs": 9}, ["packs=9", "one of auto, 1, 2, 3, 4, 5, 6, 7, 8"]),
        ({"dealer": "foo"}, ["dealer=foo", "stick-N or stick-N/M"]),
        ({"dealer": "stick-22"}, ["dealer=stick-22", "from 1 to 21"]),
        ({"dealer": "stick-17/22"}, ["dealer=stick-17/22"]),
        ({"dealer": "stick-0"}, ["dealer=stick-0"]),
        ({"bank_passes": "rotate-every", "rotate_every": 0}, ["rotate_every=0", "players, or a whole number from 1"]),
        ({"bank_passes": "rotate-every", "rotate_every": 1001}, ["rotate_every=1001"]),
        ({"bank_passes": "rotate-every", "rotate_every": True}, ["rotate_every=true"]),
        ({"bank_passes": "rotate-every", "rotate_every": "player"}, ["rotate_every=player"]),
    ],
)
def test_a_change_is_refused(changes, parts):
    message = refusal("pagat", **changes)
    assert all(part in message for part in parts), message


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_refuses_what_it_does_not_take_and_says_what_it_does(name):
    assert f"{name} is {allowed(name)}." in refusal(**{name: "no such value"})
    assert f"{name} is {allowed(name)}." in refusal(**{name: -1})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("packs", "one of auto, 1, 2, 3, 4, 5, 6, 7, 8"),
        ("split", "one of none, aces, rank, value"),
        ("five_card_pays", "one of 1, 1.5, 2"),
        ("banker_pontoon_from_21", "one of same, 0, 1, 2, 3"),
        ("max_cards", "one of 5, none"),
        ("shoot", "true or false"),
        ("min_stick", "a whole number from 0 to 21"),
        ("kitty", "a whole number from 1 to 100"),
        ("rotate_every", "players, or a whole number from 1 to 1000"),
        (
            "dealer",
            "stick-N or stick-N/M (N hard, M soft) with totals from 1 to 21, or nothing where the banker is free",
        ),
        ("title", "text"),
    ],
)
def test_the_values_of_a_field_in_words(name, text):
    assert allowed(name) == text


# ---- Contradictions.


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"stake_min": 4, "stake_max": 3},
            "stake_min=4 is above stake_max=3: the smallest stake cannot exceed the largest; swap or change them.",
        ),
        (
            {"first_buy_min": 3},
            "first_buy_min=3 is above first_buy_max=2: lower the one or raise the other.",
        ),
        (
            {"max_cards": "none"},
            "max_cards=none contradicts five_card_trick=beats-21: a trick ends a hand at five cards; "
            "set five_card_trick=none too.",
        ),
        (
            {"natural_from_all": True, "banker_pontoon_shown": "after-play"},
            "natural_from_all=true contradicts banker_pontoon_shown=after-play: the deal ends at once; "
            "set banker_pontoon_shown=at-once.",
        ),
        (
            {"natural_from_all": True, "pontoon_ranking": "picture-beats-ten"},
            "natural_from_all=true contradicts pontoon_ranking=picture-beats-ten: holders of pontoons do not settle "
            "with each other; set pontoon_ranking=equal.",
        ),
        (
            {"ace_ten_is_pontoon": False, "pontoon_ranking": "picture-beats-ten"},
            "pontoon_ranking=picture-beats-ten contradicts ace_ten_is_pontoon=false: no pontoon holds a ten; "
            "set pontoon_ranking=equal.",
        ),
        (
            {"natural_from_all": True, "shoot": True},
            "natural_from_all=true contradicts shoot=true: a natural ends the deal before shots are settled; "
            "set one of them to false.",
        ),
        (
            {"split": "aces", "max_hands": 1},
            "split=aces contradicts max_hands=1: allow two hands or more, or set split=none.",
        ),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, dict) else None,
)
def test_a_contradiction_is_refused_with_its_sentence(changes, sentence, written):
    assert refusal(**changes) == sentence
    lines = [f"{name} = {json.dumps(value)}" for name, value in changes.items()]
    assert refusal(path := written("\n".join(lines))) == f"{path}: {sentence}"


def test_several_contradictions_are_said_at_once():
    message = refusal(stake_min=6, max_cards="none", kitty=30)
    for part in ("stake_min=6 is above", "max_cards=none contradicts", "kitty=30 has no effect"):
        assert part in message


def test_what_contradicts_under_one_system_is_fine_under_another():
    assert rules("vingt-un-1800", max_cards="none").max_cards == "none"
    assert rules("pagat", max_cards="none", five_card_trick="none").max_cards == "none"
    assert "max_cards=none contradicts" in refusal("vingt-un-1850", five_card_trick="beats-21")


# ---- Dormant fields: the settings that switch them off, values to try, and what switches them on again.

_FIVE = {"five_card_pays": 1, "banker_five_takes": 1}
_SPLITTING = {"split_pontoon": "single", "split_dealing": "when-reached", "split_aces_one_card": True}
DORMANT = [
    (
        {"first_buy_max": 0},
        {"first_buy_min": 2, "later_buy": "up-to-initial", "max_buys": 3, "buy_after_twist": True}
        | {"fifth_card_bought_from": 12},
        {"first_buy_max": 2},
    ),
    ({"max_buys": 1}, {"later_buy": "up-to-initial"}, {"max_buys": 2}),
    ({"split": "none"}, _SPLITTING, {"split": "rank"}),
    ({"max_hands": 1}, _SPLITTING, {"max_hands": 2}),
    ({"five_card_trick": "none"}, _FIVE, {"five_card_trick": "beats-21"}),
    ({"five_card_trick": "level-with-21"}, _FIVE, {"five_card_trick": "beats-21"}),
    ({"banker_doubles": "no"}, {"buy_cap_after_double": "undoubled"}, {"banker_doubles": "everything"}),
    ({"banker_doubles": "ordinary"}, {"buy_cap_after_double": "undoubled"}, {"banker_doubles": "everything"}),
    (
        {"banker_doubles": "everything", "first_buy_max": 0},
        {"buy_cap_after_double": "undoubled"},
        {"first_buy_max": 2},
    ),
    ({"ties": "stand-off"}, {"ties_at_21": "stand-off"}, {"ties": "banker"}),
    (
        {"natural_from_all": True},
        {"banker_pontoon_from_pontoon": 1, "banker_pontoon_from_21": 1},
        {"natural_from_all": False},
    ),
    ({"shoot": False}, {"kitty": 30, "empty_kitty": "auction"}, {"shoot": True}),
    ({"brulet": "none"}, {"brulet_limit": 3, "brulet_pool": 2}, {}),
    ({"brulet": "pool"}, {"brulet_limit": 3}, {"brulet": "levy"}),
    ({"brulet": "levy"}, {"brulet_pool": 2}, {"brulet": "pool"}),
    ({"bank_passes": "pontoon"}, {"rotate_every": 3}, {"bank_passes": "rotate-every"}),
    ({"bank_passes": "rotate-every"}, {"misericorde": True}, {"bank_passes": "rotation-on-natural"}),
    ({"bank_passes": "never"}, {"misericorde": True}, {"bank_passes": "eldest-natural"}),
    ({"bank_passes": "sale"}, {"misericorde": True}, {"bank_passes": "pontoon"}),
]


@pytest.mark.parametrize(
    ("off", "values", "on"), DORMANT, ids=lambda part: ",".join(f"{k}={v}" for k, v in part.items())
)
def test_a_dormant_field_is_null_refused_when_set_and_switched_on_again(off, values, on):
    asleep = rules(**off)
    for name, value in values.items():
        assert name in asleep.dormant()
        assert asleep.effective()[name] is None
        shown = "true" if value is True else value
        sentence = f"{name}={shown} has no effect with {asleep.dormant()[name]}: leave it out, or change that too."
        assert refusal(asleep, **{name: value}) == sentence
        assert refusal(**off, **{name: value}) == sentence
        if on:
            awake = rules(asleep, **on, **{name: value})
            assert awake.effective()[name] == value


def test_every_field_that_can_sleep_is_tried():
    tried = {name for _, values, _ in DORMANT for name in values} | {"max_hands"}
    seen = {name for off, _, _ in DORMANT for name in rules(**off).dormant()}
    assert tried == seen


def test_a_sleeping_field_keeps_its_value_and_is_no_part_of_the_digest():
    asleep = rules("pontoon-2011", five_card_trick="none")
    other = rules(rules("pontoon-2011", five_card_pays=2), five_card_trick="none")
    assert asleep.five_card_pays == 1
    assert asleep.rules_id == other.rules_id
    assert rules(asleep, five_card_trick="beats-21").rules_id == rules("pontoon-2011").rules_id


def test_one_hand_is_no_splitting_however_it_is_said():
    ways = [{"max_hands": 1}, {"split": "none"}, {"split": "none", "max_hands": 1}]
    assert len({rules(**way).rules_id for way in ways}) == 1
    for way in ways:
        assert (rules(**way).effective()["split"], rules(**way).effective()["max_hands"]) == ("none", 1)
        assert not rules(**way).splits
    assert "max_hands=3 has no effect with split=none" in refusal(split="none", max_hands=3)
    assert "max_hands=2 has no effect with split=none" in refusal("vingt-un-1800", max_hands=2)
    assert rules("vingt-un-1800", split="rank", max_hands=2).effective()["max_hands"] == 2


# ---- Rules as values.


def test_rules_are_frozen():
    system = rules()
    with pytest.raises(ValidationError, match="frozen"):
        system.min_stick = 16
    assert len({system, rules("pagat"), rules(burn=13)}) == 2


def test_the_digest_is_of_the_game_and_not_of_its_name(written):
    assert rules("pagat").rules_id == rules("eight-deal").rules_id
    assert load(written('name = "x"\ntitle = "y"\nsource = "z"\nmin_stick = 15\n')).rules_id == rules().rules_id
    assert re.fullmatch("[0-9a-f]{12}", rules().rules_id)
    assert len({rules(name).rules_id for name in preset_names()}) == len(preset_names()) - 1


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_explained(name):
    info = RULES.model_fields[name]
    assert info.description
    assert set(info.json_schema_extra) == {"unit", "favours"}


# ---- To TOML and back.


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_survives_the_way_to_a_file_and_back(name, written):
    text = to_toml(rules(name))
    again = load(written(text))
    assert again.effective() == rules(name).effective()
    assert again.rules_id == rules(name).rules_id
    assert (again.name, again.title, again.source) == (name, rules(name).title, rules(name).source)
    assert to_toml(again) == text


def values_of(name: str) -> st.SearchStrategy[Any]:
    """Values that a field takes."""
    schema = RULES.model_json_schema()["properties"][name]
    if name == "dealer":
        return st.sampled_from(["", "stick-17", "stick-17/18", "stick-1/21"])
    if name == "rotate_every":
        return st.just("players") | st.integers(1, 1000)
    if "minimum" in schema:
        return st.integers(schema["minimum"], schema["maximum"])
    annotation = RULES.model_fields[name].annotation
    return st.booleans() if annotation is bool else st.sampled_from(get_args(annotation))


@st.composite
def systems(draw: Any) -> Any:
    """Some preset with some legal changes."""
    system = rules(draw(st.sampled_from(preset_names())))
    for name in draw(st.lists(st.sampled_from(FIELDS), max_size=20)):
        try:
            system = rules(system, **{name: draw(values_of(name))})
        except RulesError:
            continue
    return system


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("rules") / "varied.toml"


@hypothesis_settings(max_examples=100, deadline=None)
@given(system=systems())
def test_legal_variations_survive_the_way_to_a_file_and_back(file, system):
    text = to_toml(system)
    file.write_text(text, encoding="utf-8")
    again = load(file)
    assert again.effective() == system.effective()
    assert again.rules_id == system.rules_id
    assert to_toml(again) == text
    assert all(system.effective()[name] is None for name in system.dormant() if name != "max_hands")


@hypothesis_settings(max_examples=50, deadline=None)
@given(title=st.text(st.characters(exclude_categories=["Cs"])) | st.text(string.printable + "\x7f\0\\\"'"))
def test_any_title_survives_the_way_to_a_file_and_back(file, title):
    system = RULES(**rules().model_dump() | {"title": title})
    file.write_text(to_toml(system), encoding="utf-8", newline="")
    assert load(file).title == title
