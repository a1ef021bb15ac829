"""What somebody hostile, or only unlucky, may hand over: every answer is a sentence and an exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import click
import numpy as np
import pytest
from command_line import DEAL, FEW, JIT_OFF, environment, process, run, strict

import pontoon_sim as ps
from pontoon_sim.arguments import MOST_DEALS, real, whole
from pontoon_sim.cli import failures
from pontoon_sim.cli.numbers import COUNT
from pontoon_sim.errors import OptionError, PolicyError, PontoonError, RulesError, cut, did_you_mean, quoted, written
from pontoon_sim.estimate import quantile
from pontoon_sim.files import MOST_BYTES, named, shown
from pontoon_sim.house_edge import edge
from pontoon_sim.script.document import MOST_UNITS

POSIX = pytest.mark.skipif(os.name != "posix", reason="of POSIX")
NOT_ROOT = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
CONTROL = "\x1b[31m"


def said(*args: str, **settings) -> str:
    """The one sentence with which wrong usage is refused."""
    result = run(*args, code=2, **settings)
    assert result.stdout == ""
    sentence = result.stderr.strip().splitlines()[-1]
    assert sentence.startswith("Error: ")
    assert len(sentence) < 700
    assert sentence.isprintable()
    return sentence


def deal_file(folder: Path, **changes) -> str:
    file = folder / "deal.json"
    file.write_text(json.dumps(DEAL | changes), encoding="utf-8")
    return str(file)


def refused(document) -> ps.DealError:
    with pytest.raises(ps.DealError) as caught:
        ps.settle(document)
    return caught.value


# ---- Files.


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _full(path: Path) -> None:
    path.symlink_to("/dev/full")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)


def _locked(path: Path) -> None:
    path.touch()
    path.chmod(0)


FILES = {
    "pipe": (_pipe, "no plain file"),
    "device": (_device, "no plain file"),
    "full": (_full, "no plain file"),
    "folder": (Path.mkdir, "a folder"),
    "large": (_large, "larger than 16 MB"),
    "bytes": (lambda path: path.write_bytes(b"\xff\xfe"), "not text in UTF-8"),
    "itself": (lambda path: path.symlink_to(path), "cannot be read"),
    "absent": (lambda path: None, "cannot be read"),
    "locked": (_locked, "cannot be read"),
}
READERS = {
    "edge --rules": ("edge", "--deals", "5", "--rules", ".toml"),
    "edge --punter": ("edge", "--deals", "5", "--punter", ".csv"),
    "edge --banker": ("edge", "--deals", "5", "--banker", ".csv"),
    "edge --stakes": ("edge", "--deals", "5", "--stakes", ".csv"),
    "rules": ("rules", "--rules", ".toml"),
    "rules show": ("rules", "show", ".toml"),
    "rules diff": ("rules", "diff", "pagat", ".toml"),
    "settle": ("settle", ".json"),
}


@POSIX
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=NOT_ROOT if kind == "locked" else ()) for kind in FILES])
def test_only_plain_files_are_read(tmp_path, kind, reader):
    make, why = FILES[kind]
    *args, suffix = READERS[reader]
    file = tmp_path / f"file{suffix}"
    make(file)
    sentence = said(*args, str(file))
    assert why in sentence
    assert str(file) in sentence


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "large", "bytes"])
def test_only_plain_files_are_named_in_files(tmp_path, kind):
    make, why = FILES[kind]
    make(tmp_path / "bad.toml")
    assert why in said("settle", deal_file(tmp_path, rules=str(tmp_path / "bad.toml")))
    (tmp_path / "heir.toml").write_text('inherits = "bad.toml"\n')
    assert why in said("edge", "--rules", str(tmp_path / "heir.toml"))


def test_no_file_has_a_nul_in_its_name(tmp_path):
    assert "null" in said("settle", deal_file(tmp_path, rules="a\0.toml"))
    for call in (
        lambda: ps.rules("a\0.toml"),
        lambda: ps.settle("a\0.json"),
        lambda: ps.punter_policy("a\0.csv", ps.rules()),
        lambda: ps.banker_policy("a\0.csv", ps.rules()),
        lambda: ps.stake_schedule("a\0.csv", ps.rules()),
    ):
        with pytest.raises(PontoonError, match="cannot be read"):
            call()


def test_standard_input_has_a_limit_too():
    assert "Standard input is larger than 16 MB" in said("settle", "-", text=" " * (MOST_BYTES + 1))


@POSIX
def test_standard_input_may_be_closed():
    found = process("settle", "-", stdin=None, preexec_fn=lambda: os.close(0))
    assert found.returncode == 2
    assert found.stderr.startswith(b"Error: Standard input cannot be read (it is closed)")


# ---- Names of files.


@POSIX
def test_names_of_files_that_are_not_utf_8(tmp_path):
    folder = os.fsencode(tmp_path)
    rules, policy = folder + b"/m\xe4ne.toml", folder + b"/p\xe4l.csv"
    Path(os.fsdecode(rules)).write_text('inherits = "pagat"\n')
    Path(os.fsdecode(policy)).write_text("card,stake\n*,2\n")
    args = [b"edge", b"--deals", b"50", b"--quiet", b"--rules", rules, b"--stakes", policy]
    for more in (
        [b"--json"],
        [b"--csv", b"-"],
        [b"--csv", folder + b"/t\xff.csv"],
        [b"--plot", folder + b"/t\xff.svg"],
    ):
        found = process(*args, *more)
        assert (found.returncode, found.stderr) == (0, b"")
        found.stdout.decode("utf-8")
    answer = strict(process(*args, b"--json").stdout.decode())
    assert answer["rules_name"] == "m\N{REPLACEMENT CHARACTER}ne"
    assert Path(os.fsdecode(folder + b"/t\xff.csv")).read_text(encoding="utf-8")
    shown_as_file = process(b"rules", b"show", b"--toml", rules)
    assert shown_as_file.returncode == 0
    assert "m\N{REPLACEMENT CHARACTER}ne" in shown_as_file.stdout.decode("utf-8")
    missing = process(b"rules", b"show", folder + b"/n\xff.toml")
    assert missing.returncode == 2
    assert missing.stderr.startswith(b"Error: ")


def test_names_in_messages():
    assert named("a\udcff") == "a\N{REPLACEMENT CHARACTER}"
    assert shown("a\x1b.csv") == "a\\x1b.csv"
    assert len(shown("a" * 4000)) < 200


def test_a_dollar_in_a_picture_is_a_dollar(tmp_path):
    file = tmp_path / "a$_{b$.toml"
    file.write_text('name = "x$_{$y"\ninherits = "pagat"\n')
    picture = tmp_path / "p.svg"
    run("edge", "--deals", "50", "--rules", str(file), "--plot", str(picture))
    assert picture.stat().st_size > 1000


def test_a_character_without_a_picture_is_no_fault(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "牌\\u001b"\ninherits = "pagat"\n', encoding="utf-8")
    for kind in ("png", "svg", "pdf"):
        result = run("edge", "--deals", "50", "--rules", str(file), "--plot", str(tmp_path / f"p.{kind}"), "--quiet")
        assert result.stderr == ""


# ---- Rules.


def test_tables_in_rules_may_be_deep(tmp_path):
    file = tmp_path / "deep.toml"
    file.write_text(".".join(["a"] * 5000) + " = 1\n")
    assert "[a] is a table" in said("rules", "show", str(file))
    file.write_text("min_stick = " + "[" * 5000 + "]" * 5000 + "\n")
    said("rules", "show", str(file))


def test_inheritance_has_an_end(tmp_path):
    for number in range(2000):
        (tmp_path / f"{number}.toml").write_text(f'inherits = "{number + 1}.toml"\n')
    (tmp_path / "2000.toml").write_text('inherits = "pagat"\n')
    with pytest.raises(RulesError, match="more than 32 files"):
        ps.rules(str(tmp_path / "0.toml"))
    assert ps.rules(str(tmp_path / "1980.toml")).rules_id == ps.rules().rules_id


def test_long_values_are_shortened(tmp_path):
    file = tmp_path / "long.toml"
    many = "9" * 5000
    for text in (f"min_stick = {many}\n", f'min_stick = "{many}"\n', f"{'x' * 5000} = 1\n", f'name = "{many}"\n'):
        file.write_text(text)
        said("rules", "show", str(file))
    for args in (
        ("rules", "show", "x" * 5000),
        ("rules", "x" * 5000),
        ("x" * 5000,),
        ("edge", "--set", "x" * 5000),
        ("edge", "--set", f"min_stick={many}"),
        ("edge", "--punter", "x" * 5000),
        ("edge", "--banker", "x" * 5000),
        ("edge", "--stakes", "x" * 5000),
        ("edge", "--deals", many),
        ("edge", "--precision", "x" * 5000),
        ("edge", "--confidence", "x" * 5000),
        ("edge", "--method", "x" * 5000),
        ("edge", "--" + "x" * 5000),
        ("edge", "--plot", "x" * 5000),
        ("bench", "--punters", many),
    ):
        said(*args)


@pytest.mark.parametrize("args", [("rules", "--rules="), ("rules", "show", ""), ("rules", "diff", "pagat", "")])
def test_an_empty_name_is_no_name(args):
    assert "There are no rules named ''" in said(*args)
    more = args[1:2] if args[1] in ("show", "diff") else ()
    assert "There are no rules named ''" in said("rules", "--rules=", *more, *(["pagat"] * (len(args) == 4)))


def test_an_empty_file_is_no_file():
    assert "--csv is empty" in said("rules", "--csv=")
    assert "no picture" in said("edge", "--plot=")


# ---- Deals.


@pytest.mark.parametrize(
    ("place", "index"),
    [
        ({"id": "\ud800"}, None),
        ({"title": {"a": ["\udfff"]}}, None),
        ({"players": ["\ud800", "Bob"]}, None),
        ({"rules": "\ud800.toml"}, None),
        ({"set": {"\ud800": 1}}, None),
        ({"\ud800": 1}, None),
        ({"events": [DEAL["events"][0], {"type": "stake", "seat": "\ud800", "amount": 1}]}, 1),
    ],
)
def test_half_characters_make_a_deal_malformed(tmp_path, place, index):
    fault = refused(DEAL | place)
    assert (fault.code, fault.event) == ("malformed", index)
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL | place), encoding="ascii")
    answer = strict(run("settle", str(file), "--json", code=2).stdout)
    assert (answer["error"], answer["event"]) == ("malformed", index)
    file.write_text(json.dumps([DEAL | place]), encoding="ascii")
    assert "half a character" in run("settle", str(file), code=2).stdout
    assert "half a character" in run("settle", str(file), "--csv", "-", code=2).stdout


def test_no_terminal_obeys_a_deal(tmp_path):
    name = f"A{CONTROL}nn\x9b\n\u202e"
    events = [event | ({"seat": name} if event["seat"] == "Ann" else {}) for event in DEAL["events"]]
    whole_deal = DEAL | {"players": [name, "Bob"], "events": events, "title": f"T{CONTROL}"}
    file = tmp_path / "deal.json"
    for document in (
        whole_deal,
        [whole_deal],
        [whole_deal | {"events": events[:-3]}],
        whole_deal | {"events": events[:2]},
    ):
        file.write_text(json.dumps(document), encoding="utf-8")
        code = 0 if document in (whole_deal, [whole_deal]) else 2
        for more in ((), ("--json",)):
            result = run("settle", str(file), *more, code=code)
            assert all(line.isprintable() for line in result.output.split("\n"))
    assert "A\\x1b[31mnn\\x9b\\n\\u202e" in run("settle", str(file), code=2).stderr


def test_no_terminal_obeys_a_file_of_rules(tmp_path):
    file = tmp_path / "mine.toml"
    text = "\\u001b[31m\\u009b\\u202e"
    file.write_text(f'inherits = "pagat"\nname = "{text}"\ntitle = "{text}"\nsource = "{text}"\n', encoding="utf-8")
    for args in (
        ("rules", "--rules", str(file)),
        ("rules", "show", str(file)),
        ("rules", "diff", "pagat", str(file)),
        ("edge", "--deals", "50", "--rules", str(file)),
        ("edge", "--deals", "50", "--rules", str(file), "--rules", "pagat"),
    ):
        output = run(*args).output
        assert all(line.isprintable() for line in output.split("\n"))
        assert "\\x1b[31m" in output


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ('"first_round_of_deal": null', "first_round_of_deal is null"),
        ('"kitty": true', "kitty is true"),
        ('"kitty": 1e400', "1e400 is larger"),
        ('"kitty": ' + "9" * 5000, "5,000 digits"),
        ('"set": {"min_stick": null}', "min_stick is null"),
        ('"set": {"min_stick": {"a": [true]}}', "set: min_stick="),
        ('"set": {"nonsense": 1}', "set: 'nonsense' is no field"),
        ('"pack": [null]', "null is not a card"),
        ('"schema": [true, null]', "The schema is [true, null]"),
        ('"banker": false', "The banker false is not the last"),
        ('"players": ["' + "x" * 5000 + '", "Bob"]', "5,000 characters"),
    ],
)
def test_values_are_named_as_they_are_written(tmp_path, changes, words):
    file = tmp_path / "deal.json"
    key = changes.split('"')[1]
    rest = json.dumps({name: value for name, value in DEAL.items() if name != key})
    file.write_text(f"{rest[:-1]}, {changes}}}")
    assert words in said("settle", str(file))


def test_whole_numbers_of_python_may_be_endless():
    assert refused(DEAL | {"kitty": 10**5000}).code == "malformed"
    events = [*DEAL["events"][:2], {"type": "stake", "seat": "Ann", "amount": 10**5000}]
    assert refused(DEAL | {"events": events}).code == "malformed"
    events[2] = events[2] | {"amount": 10**20}
    assert refused(DEAL | {"events": events}).code == "stake_out_of_range"
    assert MOST_UNITS < 10**20


def test_a_document_may_hold_itself():
    loop: list = []
    loop.append(loop)
    for key in ("kitty", "pack", "players", "banker", "rules", "set", "schema"):
        assert refused(DEAL | {key: loop}).code == "malformed"
    with pytest.raises(PontoonError):
        ps.settle(DEAL | {"set": {"min_stick": loop}})
    assert refused(DEAL | {"events": loop}).code == "malformed"
    assert refused(loop).code == "malformed"


def test_rules_asked_for_are_looked_at_whatever_the_deal_says(tmp_path):
    file = deal_file(tmp_path)
    assert "There are no rules named 'nonsense'" in said("settle", file, "--rules", "nonsense")
    other = run("settle", file, "--rules", "parlett")
    assert "the deal's own rules hold ('pagat')" in other.stderr
    assert run("settle", file, "--rules", "parlett", "--quiet").stderr == ""
    assert run("settle", file, "--rules", "pagat").stderr == ""
    plain = {key: value for key, value in DEAL.items() if key != "rules"}
    (tmp_path / "plain.json").write_text(json.dumps(plain))
    assert run("settle", str(tmp_path / "plain.json"), "--rules", "parlett").stderr == ""


# ---- Streams and signals.


@POSIX
@pytest.mark.parametrize(
    "args", [("--help",), ("--version",), (), ("edge", "--help"), ("edge", "--json", "--deals", "1e12"), ("rules",)]
)
def test_a_closed_standard_output_is_noticed_at_once(args):
    start = time.perf_counter()
    found = process(*args, preexec_fn=lambda: os.close(1), timeout=20)
    assert found.returncode == 1
    assert found.stderr == b"Error: Standard output is closed: send it to a file or a terminal.\n"
    assert time.perf_counter() - start < 10


def test_an_end_of_file_is_no_interrupt(monkeypatch, capsys):
    def strays() -> None:
        raise EOFError("Ran out of input")

    group = click.Group(commands={"stray": click.Command("stray", callback=strays)})
    assert failures.exit_code_of(lambda: group.main(["stray"], standalone_mode=False)) == 1
    assert "unexpected EOFError (Ran out of input)" in capsys.readouterr().err
    assert failures.exit_code_of(strays) == 1
    monkeypatch.setenv("PONTOON_DEBUG", "1")
    with pytest.raises(EOFError):
        failures.exit_code_of(strays)


def test_ctrl_c_is_an_interrupt(capsys):
    def stopped() -> None:
        raise KeyboardInterrupt

    group = click.Group(commands={"stop": click.Command("stop", callback=stopped)})
    assert failures.exit_code_of(lambda: group.main(["stop"], standalone_mode=False)) == 130
    assert failures.exit_code_of(stopped) == 130
    assert "Interrupted" in capsys.readouterr().err


@POSIX
@pytest.mark.parametrize("where", ["say", "leave"])
def test_a_second_ctrl_c_leaves_with_130(where):
    """Another one comes while the first is told, or when the process is about to end."""
    code = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pontoon_sim.cli import failures, group, main

def again(*args):
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)

class Late:
    def __del__(self):
        again()

def first(*args, **settings):
    raise KeyboardInterrupt

group.pontoon.invoke = first
if {where!r} == "say":
    failures.say = again
else:
    import atexit
    atexit.register(again)
    sys.late = Late()
main(["rules"])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(None), check=False)
    assert found.returncode == 130, found.stderr
    assert b"Traceback" not in found.stderr
    assert b"Exception ignored" not in found.stderr


@POSIX
@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="chunks take long in plain Python")
@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1, 0.2])
def test_many_ctrl_cs(pause):
    process("edge", "--deals", FEW)  # so that nothing is left to compile
    with subprocess.Popen(
        [sys.executable, "-m", "pontoon_sim", "edge", "--deals", "1e11", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(None),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        time.sleep(4)
        while running.poll() is None:
            running.send_signal(signal.SIGINT)
            time.sleep(pause or 0.001)
        _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert b"Traceback" not in err


# ---- Python callers.


def test_confidence_next_to_one():
    assert quantile(0.95) == pytest.approx(1.959963984540054)
    assert quantile(1 - 2**-53) == pytest.approx(8.29236, abs=1e-4)
    assert quantile(5e-324) == 0
    assert str(quantile(5e-324)) == "0.0"
    run("edge", "--deals", "50", "--confidence", "0.9999999999999999")


@pytest.mark.parametrize("value", ["x", None, [], {}, True, b"0.5", float("nan"), float("inf"), 0, 1, 1 + 1j, object()])
def test_numbers_that_are_none(value):
    with pytest.raises(OptionError, match="confidence"):
        edge(deals=5, confidence=value) if value is not None else quantile(value)
    if value not in (None, 1):
        with pytest.raises(OptionError, match="precision"):
            edge(deals=5, precision=value)
    if value is not None and not (value == 1 and value is not True):
        for name in ("deals", "threads", "punters"):
            with pytest.raises(OptionError):
                edge(**{"deals": 5} | {name: value})
    if value is not None and value not in (0, 1):
        with pytest.raises(OptionError, match="seed"):
            edge(deals=5, seed=value)


def test_numbers_of_other_kinds():
    result = edge(
        ps.rules("pagat", min_stick=np.int64(16), royal_pontoon=np.bool_(True), five_card_pays=np.float64(1.5)),
        punters=np.int32(2),
        stakes=np.int64(2),
        deals=np.int64(50),
        precision=Fraction(1, 2),
        seed=np.uint64(2**64 - 1),
        threads=np.int8(2),
        confidence=Decimal("0.9"),
    )
    answer = strict(result.to_json())
    assert (answer["seed"], answer["punters"], answer["confidence"]) == (2**64 - 1, 2, 0.9)
    assert answer["precision"] == 0.5
    assert whole(np.True_) is whole(2.0) is whole(Fraction(2)) is real("1") is real(Fraction(10**400)) is None
    assert real(Decimal("sNaN")) is real(np.float32("inf")) is None
    assert type(real(np.float32(0.5))) is float


def test_precision_of_other_kinds():
    assert type(edge(deals=50, precision=np.float32(0.5)).precision) is float
    for value in (float("inf"), np.float64("inf"), -1, Decimal("NaN")):
        with pytest.raises(OptionError, match="precision"):
            edge(precision=value)


@pytest.mark.parametrize("value", [b"stick-16", bytearray(b"min"), 1.5, object(), {"a": 1}, {1}, np.arange(9), print])
def test_things_that_are_no_names(value):
    for name in ("punter", "banker", "stakes"):
        with pytest.raises(PolicyError) as caught:
            edge(deals=5, **{name: value})
        assert len(str(caught.value)) < 200
        assert "array(" not in str(caught.value)
    with pytest.raises(RulesError, match="no name of rules"):
        edge(value, deals=5)


def test_bytes_are_no_stakes():
    with pytest.raises(PolicyError):
        edge(deals=5, stakes=b"\x01")
    with pytest.raises(PolicyError, match="no schedule"):
        edge(deals=5, stakes=10**5000)
    with pytest.raises(RulesError):
        ps.rules(min_stick=10**5000)
    with pytest.raises(RulesError):
        ps.rules(None)


def test_objects_of_other_rules():
    free = ps.banker_policy(
        "stick-21", ps.rules("pagat", soft_21_may_draw=True, max_cards="none", five_card_trick="none")
    )
    with pytest.raises(PolicyError, match=r"banker_policy\(name, rules\)"):
        edge("pagat", deals=5, banker=free)


# ---- Messages.


def test_bankers_and_punters_are_told_apart():
    assert "is for bankers" in said("edge", "--punter", "stick-16/18")
    assert "is for bankers" in said("edge", "--punter", "buy-16/18:split=A")


def test_nothing_is_announced_that_is_not_begun():
    assert "timing" not in run("bench", "--punters", "11", code=2).stderr
    assert "timing" not in run("bench", "--deals", "0", code=2).stderr


def test_one_limit_of_deals():
    assert COUNT.most == MOST_DEALS
    assert f"{MOST_DEALS:,}" in said("edge", "--deals", str(MOST_DEALS + 1))
    with pytest.raises(OptionError, match=f"{MOST_DEALS:,}"):
        edge(deals=MOST_DEALS + 1)


def test_words_for_values():
    assert quoted("a\x1b") == "'a\\x1b'"
    assert quoted(10**5000) == "a number of very many digits"
    assert len(quoted("x" * 10**6)) == len(cut("x" * 10**6)) == 80
    assert quoted(np.arange(3)) == "an object of type ndarray"
    assert written([True, None, 1e5]) == "[true, null, 100000.0]"
    assert did_you_mean("x" * 10**6, ["x"]) == did_you_mean(None, ["x"]) == ""
