"""Where results go, and what is said when they cannot: the corners that need no process of their own."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import click
import pytest

from pontoon_sim.cli import failures, main
from pontoon_sim.cli.failures import ABANDONED, exit_code_of, leave
from pontoon_sim.cli.output import check_file, comma_table, emit, emit_bytes, emit_json, on_terminal, write_file
from pontoon_sim.errors import OptionError, OutputError
from pontoon_sim.show.page import dim, draw, indented, table


class Pipe(io.StringIO):
    """A stream that fails."""

    def __init__(self, fault: OSError):
        super().__init__()
        self.fault = fault

    def write(self, text: str) -> int:
        raise self.fault


def raising(fault: BaseException):
    def run():
        raise fault

    return run


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "Interrupted"),
        (click.Abort(), 130, "Interrupted"),
        (BrokenPipeError(), 141, ""),
        (SystemExit(1), 141, ""),
        (OutputError("No."), 1, "Error: No.\n"),
        (OptionError("No."), 2, "Error: No.\n"),
        (click.UsageError("No."), 2, "Error: No."),
        (FileNotFoundError(2, "none", "x.csv"), 1, "Error: x.csv failed (none)"),
        (OSError(28, "full"), 1, "Error: Standard output failed (full)"),
        (MemoryError(), 1, "Error: unexpected MemoryError"),
    ],
)
def test_every_failure_has_its_code_and_sentence(fault, code, said, capsys):
    assert exit_code_of(raising(fault)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert bool(err) == bool(said)


def test_codes_that_commands_return():
    assert [exit_code_of(lambda code=code: code) for code in (None, 0, 3, "x")] == [0, 0, 3, 0]


def test_nothing_is_said_where_there_is_no_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert exit_code_of(raising(OptionError("No."))) == 2
    assert exit_code_of(raising(click.UsageError("No."))) == 2


def test_a_second_ctrl_c_ends_the_process(monkeypatch):
    monkeypatch.setattr(failures, "exit_code_of", raising(KeyboardInterrupt()))
    monkeypatch.setattr("pontoon_sim.cli.group.exit_code_of", lambda run: raising(KeyboardInterrupt())())
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 130


def test_nobody_waits_for_an_abandoned_compilation(monkeypatch):
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    go_on = threading.Event()
    thread = threading.Thread(target=go_on.wait, name=ABANDONED, daemon=True)
    thread.start()
    with pytest.raises(SystemExit):
        leave(130)
    go_on.set()
    thread.join()
    assert codes == [130]


def test_emit(monkeypatch, capsys):
    emit("a line")
    emit("a line\n")
    assert capsys.readouterr().out == "a line\na line\n"
    monkeypatch.setattr(sys, "stdout", Pipe(OSError(28, "full")))
    with pytest.raises(OutputError, match="full"):
        emit("x")
    monkeypatch.setattr(sys, "stdout", Pipe(BrokenPipeError()))
    with pytest.raises(BrokenPipeError):
        emit("x")
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="closed"):
        emit("x")


def test_emit_bytes(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    emit_bytes("é".encode())
    assert sys.stdout.getvalue() == "é\n"
    for fault, kind in ((OSError(28, "full"), OutputError), (BrokenPipeError(), BrokenPipeError)):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", text := io.TextIOWrapper(raw))
        monkeypatch.setattr(text, "flush", raising(fault))
        with pytest.raises(kind):
            emit_bytes(b"x")


def test_json_is_escaped_only_where_it_must(monkeypatch):
    for encoding, shown in (("utf-8", "é".encode()), ("ascii", b"\\u00e9")):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
        emit_json({"a": "é"})
        assert shown in raw.getvalue()
    with pytest.raises(ValueError, match="JSON"):
        emit_json(float("nan"))


def test_files_are_whole_or_untouched(tmp_path, monkeypatch):
    file = tmp_path / "x.csv"
    check_file(file)
    assert not file.exists()
    write_file(file, "é\n")
    assert file.read_bytes() == "é\n".encode()
    monkeypatch.setattr(Path, "replace", lambda path, target: raising(OSError(28, "full"))())
    with pytest.raises(OutputError, match="full"):
        write_file(file, "new")
    assert file.read_text(encoding="utf-8") == "é\n"
    assert list(tmp_path.iterdir()) == [file]


def test_folders_are_tried(tmp_path, monkeypatch):
    with pytest.raises(OutputError, match="is a folder"):
        check_file(tmp_path)
    with pytest.raises(OutputError, match="There is no folder"):
        check_file(tmp_path / "none" / "x.csv")
    monkeypatch.setattr(Path, "touch", lambda path: raising(OSError(30, "read-only"))())
    with pytest.raises(OutputError, match="read-only"):
        check_file(tmp_path / "x.csv")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="of POSIX")
def test_devices_are_written_in_place():
    check_file(Path("/dev/null"))
    write_file(Path("/dev/null"), "x")
    assert not Path("/dev/null").is_file()


def test_tables_of_commas_quote():
    assert comma_table(("a", "b"), [("x, y", None), (1, 0.1)]) == 'a,b\n"x, y",\n1,0.1\n'


def test_terminals(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert not on_terminal(io.StringIO())
    assert not on_terminal(None)


def test_a_page_is_drawn_for_its_reader(monkeypatch):
    def page():
        made = table("Name", "Number", words=(0,), numbers=(1,))
        made.add_row("a b", "1")
        return ["[bold]text", indented(dim("more")), made, indented(made)]  # type: ignore[arg-type]

    plain = draw(page(), 40, False, "utf-8")
    assert "[bold]text\n    more\n" in plain
    assert "──" in plain
    assert draw(page(), 40, False, "cp1252").isascii()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "500")
    coloured = draw(page(), None, True, "utf-8")
    assert "\x1b[" in coloured
    assert max(map(len, draw(page(), None, False, "utf-8").splitlines())) <= 100
