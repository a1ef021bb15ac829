"""The command as a process: start-up, pipes, signals, full disks, encodings, terminals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import DEAL, FEW, JIT_OFF, environment, process, strict

HEAVY = ("numba", "numpy", "pandas", "matplotlib", "scipy", "rich", "pydantic", "llvmlite")
POSIX = pytest.mark.skipif(os.name != "posix", reason="of POSIX")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
COMMAND = [sys.executable, "-m", "pontoon_sim"]


@pytest.mark.parametrize("args", [["--help"], ["--version"], [], ["edge", "--help"], ["rules", "--help"]])
def test_help_imports_nothing_heavy(args):
    code = (
        "import sys\nfrom pontoon_sim.cli.group import pontoon\n"
        f"pontoon.run({args!r}, prog_name='pontoon')\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(None), check=True
    )
    assert found.stderr == "[]\n"


def test_help_is_instant():
    def seconds() -> float:
        start = time.perf_counter()
        assert process("--help").returncode == 0
        return time.perf_counter() - start

    assert min(seconds() for _ in range(5)) < 0.3


def test_json_in_a_pipe_is_pure_and_progress_silent():
    for env in ({}, {"FORCE_COLOR": "1"}, {"FORCE_COLOR": "1", "TTY_COMPATIBLE": "1", "TTY_INTERACTIVE": "1"}):
        found = process("edge", "--deals", FEW, "--json", env=env)
        assert found.returncode == 0
        strict(found.stdout.decode())
        assert b"\r" not in found.stderr
        assert b"\x1b" not in found.stderr


def test_text_in_a_pipe_is_plain():
    found = process("edge", "--deals", FEW, "--quiet", env={"FORCE_COLOR": "1", "COLUMNS": "200"})
    assert found.stderr == b""
    text = found.stdout.decode()
    assert "\x1b" not in text
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("args", [("edge", "--deals", FEW, "--quiet"), ("rules",), ("rules", "diff", "pagat", "shoot")])
def test_tables_fall_back_to_ascii(encoding, args):
    found = process(*args, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding})
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"-----" in found.stdout
    assert found.stdout.isascii()


def test_characters_that_a_stream_lacks(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('inherits = "pagat"\ntitle = "Café ♠"\n', encoding="utf-8")
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert b"Caf? ?" in process("rules", "show", str(file), env=env).stdout
    answer = json.loads(process("rules", "show", str(file), "--json", env=env).stdout)
    assert answer["title"] == "Café ♠"
    assert "Café ♠".encode() in process("rules", "--rules", str(file), "--csv", "-", env=env).stdout


@FULL
@pytest.mark.parametrize(
    "args",
    [("--help",), (), ("rules",), ("rules", "--json"), ("rules", "--csv", "-"), ("edge", "--deals", FEW, "--quiet")],
)
def test_a_full_disk_is_a_sentence(args):
    with Path("/dev/full").open("wb") as full:
        found = process(*args, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert found.returncode == 1
    assert found.stderr.startswith(b"Error: Standard output")
    assert found.stderr.count(b"\n") == 1


@FULL
def test_a_full_disk_under_a_file():
    found = process("rules", "--csv", "/dev/full")
    assert (found.returncode, found.stdout) == (1, b"")
    assert found.stderr.startswith(b"Error: /dev/full cannot be written")
    assert not Path("/dev/full").is_file()


@POSIX
@pytest.mark.parametrize(
    "args", [("--help",), ("rules", "show"), ("rules", "--json"), ("edge", "--deals", FEW, "--quiet", "--csv", "-")]
)
def test_a_closed_pipe_is_silent(args):
    reader, writer = os.pipe()
    os.close(reader)
    found = process(*args, capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert found.returncode in (0, 141)
    assert found.stderr == b""


@POSIX
@pytest.mark.parametrize(("closed", "code"), [(1, 1), (2, 0)])
def test_closed_streams(closed, code):
    found = process("rules", "--json", preexec_fn=lambda: os.close(closed))
    assert found.returncode == code
    assert b"Traceback" not in found.stderr


def interrupted(args: list[str], env: dict[str, str] | None, ready) -> tuple[float, dict]:
    """Seconds from Ctrl-C to the end of a command, and its answer; `ready` waits for the moment."""
    with subprocess.Popen(
        [*COMMAND, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(env),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        ready(running)
        start = time.perf_counter()
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        took = time.perf_counter() - start
    assert running.returncode == 130
    return took, strict(out.decode())


@POSIX
@pytest.mark.skipif(JIT_OFF, reason="chunks take long in plain Python")
@pytest.mark.slow
def test_ctrl_c_answers_within_a_second():
    """The best of three: this machine may be busy with something else."""
    process("edge", "--deals", FEW)  # so that nothing is left to compile
    times = []
    while len(times) < 3 and not any(took < 1 for took in times):
        took, answer = interrupted(["edge", "--deals", "1e11", "--json"], None, lambda running: time.sleep(4))
        assert answer["complete"] is False
        assert answer["deals"] > 0
        times.append(took)
    assert min(times) < 1


@POSIX
@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
@pytest.mark.slow
def test_ctrl_c_while_compiling(tmp_path):
    """The best of three, each with an empty cache."""

    def ready(running):
        assert b"compiling the kernel" in running.stderr.readline()
        time.sleep(0.5)

    times = []
    while len(times) < 3 and not any(took < 1 for took in times):
        env = {"PONTOON_CACHE_DIR": str(tmp_path / str(len(times)))}
        took, answer = interrupted(["edge", "--json"], env, ready)
        assert answer["deals"] == 0
        times.append(took)
    assert min(times) < 1


@POSIX
@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_read_only_and_without_a_home():
    found = process(
        "edge", "--deals", "1", "--json", "--quiet", env={"HOME": "/nonexistent", "PONTOON_CACHE_DIR": "/proc"}
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert process("--version", env={"HOME": "/nonexistent"}).returncode == 0


@POSIX
@pytest.mark.parametrize(
    ("env", "args", "coloured"),
    [({}, (), True), ({"NO_COLOR": "1"}, (), False), ({}, ("--no-color",), False), ({"TERM": "dumb"}, (), False)],
)
def test_colours_are_for_terminals(env, args, coloured):
    text = on_a_terminal(["rules", *args], env)
    assert (re.search(r"\x1b\[[0-9;]*m", text) is not None) == coloured


@POSIX
@pytest.mark.skipif(JIT_OFF, reason="too slow for a bar")
@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
def test_the_bar_is_for_terminals(quiet):
    text = on_a_terminal(["edge", "--deals", "3M", *quiet], {})
    assert ("/s" in text.split("Under pagat")[0]) == (not quiet)


def on_a_terminal(args: list[str], env: dict[str, str], width: int = 80) -> str:
    """What a command writes to a terminal."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    settings = {key: value for key, value in environment(None).items() if key not in ("NO_COLOR", "COLUMNS")}
    with subprocess.Popen(
        [*COMMAND, *args], stdout=slave, stderr=slave, stdin=slave, env={**settings, "TERM": "xterm-256color", **env}
    ) as running:
        os.close(slave)
        parts = []
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
    os.close(master)
    assert running.returncode == 0
    return b"".join(parts).decode()


@POSIX
@pytest.mark.parametrize("width", [80, 90, 120])
def test_tables_fit_a_terminal(width):
    for args in (["rules", "diff", "pagat", "vingt-un-1800"], ["rules"]):
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", on_a_terminal(args, {}, width))
        assert max(len(line) for line in text.splitlines()) <= width


def test_standard_input_of_settle():
    found = process("settle", "-", "--json", input=json.dumps(DEAL).encode())
    assert strict(found.stdout.decode())["net"] == {"Ann": -2, "Bob": 2}


def test_console_script_and_module_are_one():
    from pontoon_sim.cli import main

    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as stop:
            main(["--version"])
    finally:  # a process that is leaving hears no Ctrl-C
        signal.signal(signal.SIGINT, before)
    assert stop.value.code == 0
