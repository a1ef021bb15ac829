"""``pontoon chart``: what it prints and writes, and what it refuses."""

from __future__ import annotations

import struct

import pytest
from command_line import process, run, strict

import pontoon_sim as ps

pytestmark = pytest.mark.compiled  # exact tables take seconds as plain Python

STICK = ("chart", "--punter", "stick-16")


def test_a_chart_for_a_terminal():
    lines = run(*STICK).stdout.splitlines()
    assert lines[0] == "Pontoon, standard British rules"
    assert lines[1] == "The policy stick-16 against a banker who sticks on 17"
    assert lines[2] == "1 pack; the punter loses 16.56 % of his initial stake a deal"
    assert any(line.split() == ["12", "T", "t", "t", "20", "S", "S", "S", "88", "S"] for line in lines)


def test_rules_stakes_and_punters_are_used():
    out = run(
        *STICK, "--rules", "pontoon-2011", "--set", "min_stick=15", "--stakes", "A=3,*=1", "--punters", "7"
    ).stdout
    assert "Pontoon, 2011, with changes" in out
    assert "Rules: pontoon-2011 with min_stick=15" in out
    assert "2 packs; 7 punters" in out
    assert any(line.split() == ["Stake", "3", *"1" * 12] for line in out.splitlines())
    assert "a banker who sticks on hard 17 and soft 18" in run(*STICK, "--rules", "casino-rtg").stdout
    assert "a banker who sticks on 19" in run(*STICK, "--banker", "stick-19").stdout


def test_strict_json():
    told = strict(run(*STICK, "--json").stdout)
    assert told["schema"] == "pontoon.chart/1"
    assert told["rules_id"] == ps.rules("pagat").rules_id
    assert told["punter_ev_per_initial_stake"] == pytest.approx(-0.165576, abs=5e-7)
    for kind in ("first-cards", "thresholds", "hands"):
        told = strict(run("chart", "--kind", kind, "--json").stdout)
        assert (told["schema"], told["kind"], told["punter"]) == ("pontoon.chart/1", kind, "stick-16")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "md", "csv"])
@pytest.mark.parametrize("kind", ["strategy", "first-cards", "thresholds", "hands"])
def test_every_kind_is_written_in_every_form(kind, ending, tmp_path):
    file = tmp_path / f"chart.{ending}"
    run(*STICK, "--kind", kind, "--out", str(file))
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "md": b"# "}
    data = file.read_bytes()
    assert data.startswith(begins.get(ending, b"rules_id," if kind == "strategy" else data[:4]))
    assert len(data) > 200
    if ending == "csv":
        assert run(*STICK, "--kind", kind, "--csv", "-").stdout == data.decode()


def test_a_phone_has_its_own_picture(tmp_path):
    file = tmp_path / "chart.PNG"
    run(*STICK, "--out", str(file), "--phone")
    assert struct.unpack(">II", file.read_bytes()[16:24]) == (1080, 1920)


def test_the_csv_file_plays_the_same(tmp_path):
    file = tmp_path / "mine.csv"
    policy = "buy-16:split=A,8"
    run("chart", "--punter", policy, "--out", str(file))
    rules = ps.rules("pagat")
    assert ps.punter_policy(file, rules).digest == ps.punter_policy(policy, rules).digest
    assert "The policy mine.csv" in run("chart", "--punter", str(file)).stdout


def test_thresholds_show_the_bank_edge():
    out = run("chart", "--kind", "thresholds", "--punter", "stick-18", "--banker", "stick-17").stdout
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line[:2].isdigit()}
    assert rows["16"][1] == "+16.5576"
    assert rows["18"][3] == "+21.6659"
    assert rows["12"][1] == "-"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--out", "chart.jpg"), 2, "end its name in .png, .svg, .pdf, .csv, .md"),
        (("--out", "no/such/chart.png"), 1, "There is no folder"),
        (("--phone",), 2, "--phone is for a picture"),
        (("--phone", "--out", "x.md"), 2, "--phone is for a picture"),
        (("--phone", "--kind", "hands", "--out", "x.png"), 2, "--phone is for a picture"),
        (("--punter", "stik-16"), 2, "did you mean"),
        (("--banker", "x"), 2, "no banker's policy"),
        (("--stakes", "99"), 2, "a stake is 1 to 5 units"),
        (("--punters", "11"), 2, "above 10"),
        (("--kind", "cards"), 2, "'cards' is not one of"),
        (("--rules", "pagt"), 2, "did you mean 'pagat'?"),
        (("--set", "min_stik=3"), 2, "did you mean 'min_stick'?"),
    ],
)
def test_refusals(arguments, code, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ("chart", *(() if "--punter" in arguments else ("--punter", "stick-16")), *arguments)
    done = run(*given, code=code)
    assert done.stdout == ""
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_policy_that_burns_is_charted():
    out = run("chart", "--set", "burn=13", "--punter", "stick-16:burn=yes").stdout
    assert "X" in out
    assert "loses" in out


def test_no_display_and_an_old_encoding(tmp_path):
    env = {"MPLBACKEND": "TkAgg", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    file = tmp_path / "chart.png"
    done = process(*STICK, "--out", str(file), "--quiet", env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert done.stderr == b""
    assert file.read_bytes().startswith(b"\x89PNG")
