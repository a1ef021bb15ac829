"""`pontoon edge`: options, answers, exit codes."""

from __future__ import annotations

import csv
import io
import signal
import sys
import time
from types import SimpleNamespace

import pytest
from command_line import FEW, JIT_OFF, run, strict

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.cli.output import Face
from pontoon_sim.cli.progress import Bar, compile_first
from pontoon_sim.policy.build import build_players
from pontoon_sim.presets import preset_names
from pontoon_sim.simulate import Setting

TIMING = ("elapsed_s", "deals_per_s")
DEALS = int(FEW)


def edge(*args: str, code: int = 0):
    return strict(run("edge", "--deals", FEW, "--json", *args, code=code).stdout)


def without_time(answer):
    return {key: value for key, value in answer.items() if key not in TIMING}


def test_json_is_the_python_call():
    answer = edge("--seed", "1", "--punters", "2", "--set", "min_stick=16", "--punter", "buy-17", "--stakes", "A=5,*=1")
    call = ps.edge(
        ps.rules("pagat", min_stick=16),
        punters=2,
        punter="buy-17",
        stakes="A=5,*=1",
        deals=DEALS,
        seed=1,
    )
    assert without_time(answer) == without_time(call.to_dict())


def test_defaults_are_those_of_the_contract():
    answer = edge()
    assert answer["rules_name"] == "pagat"
    assert (answer["punters"], set(answer["punter"]), answer["banker"]) == (5, {"stick-16"}, "stick-17")
    assert (answer["stakes"], answer["pack"], answer["method"]) == ("min", "fresh", "mc")
    assert answer["confidence"] == 0.95
    assert edge("--rules", "casino-rtg")["punters"] == 1
    assert edge("--rules", "casino-rtg")["banker"] == "stick-17/18"


def test_policies_and_stakes_go_by_seat():
    answer = edge("--punters", "3", "--punter", "stick-14", "--punter", "stick-18", "--stakes", "1", "--stakes", "2")
    assert answer["punter"] == ["stick-14", "stick-18", "stick-18"]
    assert [seat["mean_initial_stake"] for seat in answer["seats"]] == [1, 2, 2]


@pytest.mark.parametrize("seed", ["0", "1", "4294967296", str(2**63), str(2**128 - 1)])
def test_same_seed_same_result_on_any_number_of_threads(seed):
    one, two = edge("--seed", seed, "--threads", "1"), edge("--seed", seed, "--threads", "2")
    assert without_time(one) == without_time(two)
    assert one["seed"] == int(seed)


def test_a_seed_is_drawn_and_told():
    answer = edge()
    assert without_time(edge("--seed", str(answer["seed"]))) == without_time(answer)
    text = run("edge", "--deals", FEW).stdout
    seed = next(line.split()[1] for line in text.splitlines() if line.startswith("seed"))
    assert seed.isdigit()


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", str(2**128)])
def test_a_bad_seed_is_wrong_usage(seed):
    assert run("edge", "--seed", seed, code=2).stdout == ""


def test_confidence_sets_the_intervals():
    half = {}
    for level in ("0.95", "0.5"):
        answer = edge("--seed", "1", "--confidence", level)
        low, high = answer["interval95"]["per_deal"]
        half[level] = (high - low) / 2 / answer["standard_error"]["per_deal"]
        assert answer["confidence"] == float(level)
    assert half["0.95"] == pytest.approx(1.95996, abs=1e-4)
    assert half["0.5"] == pytest.approx(0.67449, abs=1e-4)
    assert "50 % interval" in run("edge", "--deals", FEW, "--confidence", "0.5").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--confidence", "1"), "strictly between 0 and 1"),
        (("--confidence", "nan"), "strictly between 0 and 1"),
        (("--rules", "pagatt"), "did you mean 'pagat'"),
        (("--set", "min_stik=16"), "did you mean 'min_stick'"),
        (("--set", "min_stick=50"), "whole number from 0 to 21"),
        (("--set", "min_stick"), "field=value"),
        (("--set", "min_stik=16", "--set", "brun=13"), "brun"),
        (("--punter", "stick-99"), "99"),
        (("--banker", "nobody"), "nobody"),
        (("--stakes", "Z=5"), "Z"),
        (("--rules", "nowhere.toml"), "cannot be read"),
        (("--punters", "1", "--punter", "stick-15", "--punter", "stick-16"), "2 entries"),
        (("--rules", "pagat", "--rules", "vingt-un-1800", "--set", "burn=x"), "pagat: "),
        (("--rules", "all", "--punters", "1", "--punter", "stick-15", "--punter", "stick-16"), "pagat: "),
    ],
)
def test_what_a_user_can_mend_is_one_sentence_and_exit_2(args, said):
    result = run("edge", *args, "--json", code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


@pytest.mark.parametrize(
    "args", [("--json", "--csv", "-"), ("--method", "guess"), ("--nonsense",), ("--punters", "11")]
)
def test_wrong_usage_is_exit_2(args):
    assert "Usage: pontoon edge" in run("edge", *args, code=2).stderr


def test_precision_met():
    answer = strict(run("edge", "--precision", "0.5", "--deals", FEW, "--json", "--seed", "1").stdout)
    assert answer["precision_met"] is True


def test_precision_not_met_is_exit_3_with_the_result():
    result = run("edge", "--precision", "1e-6", "--deals", FEW, "--json", code=3)
    answer = strict(result.stdout)
    assert answer["precision_met"] is False
    assert answer["deals"] == DEALS
    assert "was not met" in result.stderr


def test_one_deal_has_no_standard_error():
    answer = strict(run("edge", "--deals", "1", "--json").stdout)
    assert answer["standard_error"] == {"per_deal": None, "per_initial_stake": None, "per_unit_staked": None}
    assert " - " in run("edge", "--deals", "1").stdout


def test_several_systems_make_a_list_and_a_table():
    args = ("--rules", "pagat", "--rules", "vingt-un-1800", "--set", "ties_at_21=stand-off")
    refused = run("edge", *args, code=2)
    assert "vingt-un-1800: " in refused.stderr
    answers = edge("--rules", "pagat", "--rules", "vingt-un-1800")
    assert [answer["rules_name"] for answer in answers] == ["pagat", "vingt-un-1800"]
    assert len({answer["seed"] for answer in answers}) == 1
    table = run("edge", "--deals", FEW, "--rules", "pagat", "--rules", "casino-rtg").stdout
    assert "casino-rtg" in table
    assert "1: stick-16 (casino-rtg)" in table


def test_a_table_of_changed_systems_says_so():
    args = ("--rules", "pagat", "--rules", "pontoon-1939", "--set", "burn=13", "--set", "min_stick=16")
    table = run("edge", "--deals", FEW, *args, "--punter", "stick-12").stdout
    assert "\npagat with burn=13, min_stick=16 " in table
    assert "\npontoon-1939 with burn=13, min_stick=16 " in table
    assert "stick-12 plays as stick-16 here: min_stick=16." in table
    assert max(map(len, table.splitlines())) <= 100


def test_a_table_says_why_rows_are_equal(monkeypatch):
    monkeypatch.setattr("pontoon_sim.show.edge.ENOUGH", 100)
    table = run("edge", "--deals", FEW, "--rules", "pagat", "--rules", "shoot", "--rules", "casino-rtg").stdout
    assert "\npagat and shoot are the same game for these policies in a single deal.\n" in table
    assert "Nobody shoots: --shoot says how, and pontoon shoot tells what it brings (shoot)." in table
    assert "same game" not in run("edge", "--deals", FEW, "--rules", "pagat", "--rules", "casino-rtg").stdout


def test_files_of_policies_are_named_without_their_folders(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("total,action\n" + "".join(f"{n},{'stick' if n > 15 else 'twist'}\n" for n in range(4, 21)))
    text = run("edge", "--deals", FEW, "--punter", str(file), "--banker", str(file)).stdout
    assert "mine.csv" in text
    assert str(tmp_path) not in text
    answer = edge("--punter", str(file), "--punters", "1")
    assert answer["punter"] == [str(file)]


@pytest.mark.skipif(JIT_OFF, reason="eleven systems take long in plain Python")
@pytest.mark.slow
def test_all_systems(tmp_path):
    file = tmp_path / "edges.csv"
    answers = edge("--rules", "all", "--csv", str(file))
    assert [answer["rules_name"] for answer in answers] == list(preset_names())
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert list(dict.fromkeys(row["rules"] for row in rows)) == list(preset_names())


def test_a_system_named_all_by_itself_is_still_a_list():
    assert isinstance(edge("--rules", "pagat"), dict)
    assert isinstance(edge("--rules", "pagat", "--rules", "pagat"), list)


def test_csv_holds_the_values_of_the_json(tmp_path):
    file = tmp_path / "edge, of mine.csv"
    answer = edge("--csv", str(file), "--seed", "7", "--punters", "2", "--stakes", "A=5,*=1")
    rows = list(csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8"))))
    bank = {row["measure"]: row for row in rows if row["seat"] == "0"}
    for key, value in answer["bank_edge"].items():
        row = bank[f"bank_edge_{key}"]
        assert float(row["value"]) == value
        assert float(row["standard_error"]) == answer["standard_error"][key]
        assert [float(row["low95"]), float(row["high95"])] == answer["interval95"][key]
        assert (row["stakes"], row["seed"], row["complete"]) == ("A=5,*=1", "7", "True")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_csv_on_standard_output_is_alone_there():
    result = run("edge", "--deals", FEW, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert {row["rules"] for row in rows} == {"pagat"}
    assert f"seed {rows[0]['seed']}" in result.stderr
    assert run("edge", "--deals", FEW, "--csv", "-", "--quiet").stderr == ""


def test_an_output_folder_is_looked_at_before_anything_runs(tmp_path, monkeypatch):
    monkeypatch.setattr("pontoon_sim.house_edge.edge", None)
    for file in (tmp_path / "none" / "x.csv", tmp_path):
        result = run("edge", "--csv", str(file), code=1)
        assert result.stderr.startswith("Error: ")
        assert result.stdout == ""


def test_an_old_file_stays_when_the_command_fails(tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("old")
    run("edge", "--csv", str(file), "--punter", "nonsense", code=2)
    assert file.read_text() == "old"
    link = tmp_path / "link.csv"
    link.symlink_to(file)
    run("edge", "--deals", FEW, "--csv", str(link))
    assert link.is_symlink()
    assert file.read_text().startswith("rules,")


def test_ctrl_c_prints_what_was_finished(monkeypatch, tmp_path):
    monkeypatch.setattr(Bar, "watch", lambda bar, tally: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr("pontoon_sim.simulate.CHUNK", 200)
    file = tmp_path / "part.csv"
    result = run("edge", "--deals", "1e11", "--json", "--csv", str(file), code=130)
    answer = strict(result.stdout)
    assert answer["complete"] is False
    assert answer["deals"] == 200
    assert answer["interval95"]["per_deal"] is not None
    assert "incomplete" in result.stderr
    assert {row["complete"] for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))} == {"False"}
    assert "INCOMPLETE" in run("edge", "--deals", "1e11", code=130).stdout
    several = run("edge", "--deals", "1e11", "--rules", "all", "--json", code=130)
    assert [answer["complete"] for answer in strict(several.stdout)] == [False]
    assert "(incomplete)" in run("edge", "--deals", "1e11", "--rules", "all", code=130).stdout


def test_ctrl_c_before_the_first_deal(monkeypatch):
    monkeypatch.setattr(Bar, "prepare", lambda bar, setting: signal.raise_signal(signal.SIGINT))
    answer = strict(run("edge", "--json", code=130).stdout)
    assert (answer["complete"], answer["deals"], answer["bank_edge"]["per_deal"]) == (False, 0, None)
    assert "0 counted" in run("edge", code=130).stdout


def test_the_first_compilation_is_announced(monkeypatch):
    monkeypatch.setattr("pontoon_sim.jit.is_warm", lambda name: False)
    assert "compiling the kernel" in run("edge", "--deals", FEW).stderr
    assert run("edge", "--deals", FEW, "--quiet").stderr == ""


def test_a_slow_compilation_is_announced_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr("pontoon_sim.jit.is_warm", lambda name: True)
    monkeypatch.setattr("pontoon_sim.cli.progress.PATIENCE", -1)
    monkeypatch.setattr("pontoon_sim.simulate.play_chunk", lambda *args: time.sleep(0.2))
    system = ps.rules("pagat")
    compile_first(Setting(system, 2, build_players(system, 2)[0]), Face(False, None, False, False))
    assert "compiling the kernel for such rules" in capsys.readouterr().err


def test_text_tells_all_there_is_to_know():
    text = run(
        "edge", "--deals", FEW, "--seed", "3", "--set", "burn=13", "--punters", "2", "--banker", "stick-16"
    ).stdout
    for part in (
        "Under pagat with burn=13 the bank gains",
        "per initial stake",
        "per unit staked",
        "per deal, in units",
    ):
        assert part in text
    for part in ("burn=13", "stick-16", "seed", "digest", "thread", "deals a second", "five-card trick", "not played"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text


def test_rows_without_meaning_are_left_out():
    text = run("edge", "--deals", FEW, "--rules", "vingt-un-1800").stdout
    assert "five-card trick" not in text.split("rules ")[0]


def test_unexpected_faults_are_a_sentence(monkeypatch):
    def fail(*args, **settings):
        raise ZeroDivisionError("deep\ninside")

    monkeypatch.setattr("pontoon_sim.house_edge.edge", fail)
    monkeypatch.delenv("PONTOON_DEBUG", raising=False)
    result = run("edge", code=1)
    assert result.stderr.startswith("Error: unexpected ZeroDivisionError (deep inside): please report")
    assert result.stderr.count("\n") == 1
    monkeypatch.setenv("PONTOON_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        pontoon.run(["edge"])


def test_the_bar_shows_rate_and_error(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    tally = ps.edge(deals=DEALS, seed=1).tally
    with Bar(Face(False, None, False, True), "pagat", 2 * DEALS, 0.0001, 0.95) as bar:
        bar._started = -100.0
        bar.watch(tally)
        bar.watch(SimpleNamespace())  # type: ignore[arg-type]  # too soon to look at it
    assert "pagat" in screen.getvalue()
    assert "+/-" in screen.getvalue()
    monkeypatch.setattr(sys, "stderr", quiet := Terminal())
    Bar(Face(False, None, True, True), "pagat", DEALS, None, 0.95).watch(tally)
    assert quiet.getvalue() == ""


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("edge", "--gather", "mixed", "--gather", "hands"), "--gather"),
        (("edge", "--deals=5", "--seed", "3", "--deals", "6"), "--deals"),
        (("rules", "show", "--rules", "pagat", "--rules", "shoot"), "--rules"),
        (("series", "--deals", "3", "--length", "4"), "--length"),
    ],
)
def test_an_option_of_one_value_is_given_once(args, named):
    assert f"{named} is given twice and takes one value" in run(*args, code=2).stderr


def test_flags_and_repeatable_options_may_be_given_twice():
    run("edge", "--punter", "stick-15", "--punter", "stick-16", "--quiet", "--quiet", "--deals", "40", "--json")
    run("rules", "--set", "min_stick=16", "show", "--set", "burn=13", "pagat")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("edge", "--deals", "1"), "Only 1 deal: "),
        (("edge", "--deals", "9", "--stakes", "paroli", "--session", "3", "--pack", "continue"), "Only 3 sittings: "),
        (("edge", "--deals", "9", "--stakes", "paroli", "--session", "3"), "Only 3 sessions: "),
        (("purse", "--sessions", "2", "--length", "3"), "Only 2 sessions: "),
    ],
)
def test_so_few_pieces_mean_nothing(args, said):
    assert said in run(*args, "--seed", "1").stderr


@pytest.mark.parametrize("command", ["edge", "advise --hand A,7", "purse", "series", "rules show"])
def test_rules_without_a_name_are_refused(command):
    assert "There are no rules named ''" in run(*command.split(), "--rules", "", code=2).stderr
