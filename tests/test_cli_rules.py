"""`pontoon rules`, its commands, and the start of `pontoon`."""

from __future__ import annotations

import csv
import io

import click
import pytest
from command_line import run, strict

from pontoon_sim import __version__
from pontoon_sim.cli.group import COMMANDS, pontoon
from pontoon_sim.presets import preset_names, rules, to_toml

FIELDS = tuple(rules("pagat").effective())


def test_pontoon_alone_says_three_things_to_try():
    text = run().stdout
    assert text.count("\n  pontoon ") == 3
    assert "pontoon --help" in text


def test_version():
    assert run("--version").stdout == f"pontoon {__version__}\n"


def test_unknown_commands_get_a_suggestion():
    assert "did you mean 'edge'" in run("egde", code=2).stderr
    assert "pontoon rules show pagat" in run("rules", "pagat", code=2).stderr


@pytest.mark.parametrize(
    "command", [(), ("edge",), ("rules",), ("rules", "show"), ("rules", "diff"), ("settle",), ("selfcheck",)]
)
def test_help_has_examples_and_fits(command):
    for flag in ("--help", "-h"):
        text = run(*command, flag, terminal_width=80).stdout
        assert "Examples:" in text
        assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_no_option_of_a_command_has_the_name_of_another(command):
    found = pontoon.get_command(click.Context(pontoon), command)
    names = [name for option in found.params for name in (*option.opts, *option.secondary_opts)]
    assert sorted(set(names)) == sorted(names)


def test_the_list_names_every_system():
    text = run("rules").stdout
    assert all(name in text for name in preset_names())
    systems = strict(run("rules", "--json").stdout)["systems"]
    assert [system["name"] for system in systems] == list(preset_names())
    for system in systems:
        assert system["special"]
        assert system["rules_id"] == rules(system["name"]).rules_id
    rows = list(csv.DictReader(io.StringIO(run("rules", "--csv", "-").stdout)))
    assert [row["name"] for row in rows] == list(preset_names())


def test_what_is_special_is_told_of_changed_rules_too():
    one = strict(run("rules", "--rules", "pagat", "--set", "burn=13", "--json").stdout)["systems"]
    assert [system["special"] for system in one] == ["13 may be burnt"]


def test_show_tells_every_field():
    text = run("rules", "show", "pagat").stdout
    assert all(f"\n{name} " in text for name in FIELDS)
    assert "kitty  without effect here, with shoot=false" in text
    assert max(map(len, text.splitlines())) <= 100
    assert run("rules", "show").stdout == text
    assert run("rules", "show", "--rules", "pagat").stdout == text


def test_show_json():
    answer = strict(run("rules", "show", "vingt-un-1800", "--json").stdout)
    fields = {field["field"]: field for field in answer["fields"]}
    assert tuple(fields) == FIELDS
    assert fields["min_stick"] == {
        "field": "min_stick",
        "value": 0,
        "meaning": "Smallest best total on which a punter may stick",
        "unit": "points",
        "favours": "the bank, with more",
        "allowed": "a whole number from 0 to 21",
        "dormant": None,
    }
    assert fields["later_buy"]["value"] is None
    assert fields["later_buy"]["dormant"] == "first_buy_max=0"


@pytest.mark.parametrize("name", preset_names())
def test_show_toml_is_a_file_of_the_same_rules(name, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(run("rules", "show", name, "--toml").stdout, encoding="utf-8")
    assert file.read_text() == to_toml(rules(name))
    shown = strict(run("rules", "show", str(file), "--json").stdout)
    assert shown["rules_id"] == rules(name).rules_id


def test_set_works_in_show():
    text = run("rules", "show", "pagat", "--set", "burn=13").stdout
    assert "\nburn = 13\n" in text
    assert "pagat with burn=13: " in text
    toml = run("rules", "show", "--set", "burn=13", "--toml").stdout
    assert "burn = 13" in toml
    assert 'name = "pagat with burn=13"' in toml
    assert "did you mean 'burn'" in run("rules", "show", "--set", "brun=13", code=2).stderr


def test_diff_tells_what_differs_and_no_more():
    answer = strict(run("rules", "diff", "pagat", "parlett", "--json").stdout)
    assert [row["field"] for row in answer["differences"]] == ["first_banker", "shuffle"]
    assert answer["differences"][1]["b"] == "after-punter-pontoon"
    text = run("rules", "diff", "pagat", "vingt-un-1850").stdout
    assert "min_stick" in text
    assert "banker_completes" not in text
    assert max(map(len, text.splitlines())) <= 100


def test_diff_of_a_system_with_its_own_change():
    text = run("rules", "diff", "pagat", "--set", "min_stick=0").stdout
    assert "pagat with min_stick=0 differs from pagat in 1 field." in text
    assert "differ in 2 fields." in run("rules", "diff", "pagat", "parlett").stdout
    assert "no field differs" in run("rules", "diff", "pagat", "eight-deal").stdout


def test_options_before_a_subcommand_hold_for_it():
    assert strict(run("rules", "--json", "--set", "burn=13", "diff", "pagat").stdout)["differences"][0]["b"] == 13


@pytest.mark.parametrize(
    "args",
    [
        ("show", "pagat", "--rules", "parlett"),
        ("show", "--toml", "--json"),
        ("diff", "pagat", "parlett", "--rules", "shoot"),
        ("diff",),
    ],
)
def test_contradictory_usage(args):
    assert "Usage:" in run("rules", *args, code=2).stderr


def test_unknown_systems():
    assert "did you mean 'parlett'" in run("rules", "diff", "pagat", "parlet", code=2).stderr


def test_csv_of_fields_and_differences(tmp_path):
    file = tmp_path / "fields.csv"
    run("rules", "show", "pagat", "--csv", str(file))
    assert [row["field"] for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))] == list(FIELDS)
    text = run("rules", "diff", "pagat", "parlett", "--csv", "-").stdout
    assert [row["b"] for row in csv.DictReader(io.StringIO(text))] == ["first-jack", "after-punter-pontoon"]


def test_shared_options_are_taken_everywhere():
    run("rules", "show", "pagat", "--seed", "1", "--threads", "2", "--quiet", "--no-color")


def test_completion_comes_with_click():
    text = run(env={"_PONTOON_COMPLETE": "bash_source"}).stdout
    assert "_PONTOON_COMPLETE=bash_complete" in text
