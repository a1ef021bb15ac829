"""Whatever happens, the user reads one sentence and the shell an exit code; a traceback never."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import click

from ..errors import MOST_SHOWN, ClusterError, OutputError, PontoonError, cut, printable

DONE, FAILED, USAGE, PRECISION, CLOSED_PIPE, INTERRUPTED = 0, 1, 2, 3, 141, 130
OUT_OF_LINE = PRECISION  # one code for both: what was asked for was not reached

#: How the names of threads begin that nobody waits for when the process ends.
ABANDONED = "pontoon-"

_LONG = re.compile(rf"\S{{{MOST_SHOWN + 1},}}")


def exit_code_of(run: Callable[[], Any]) -> int:
    """Run a command and turn all that can happen into an exit code, with a sentence on standard error."""
    _forgiving_streams()
    if sys.stdout is None:  # nothing could be answered, so nothing is begun
        return _tell("Error: Standard output is closed: send it to a file or a terminal.", FAILED)
    try:
        code = _code_of(run)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _interrupted()
    except click.Abort as fault:  # what click makes of Ctrl-C, and of an end of file that nobody expected
        return _unexpected(fault.__cause__) if isinstance(fault.__cause__, EOFError) else _interrupted()
    except BrokenPipeError:
        return _silence(CLOSED_PIPE)
    except OutputError as fault:
        return _silence(_tell(f"Error: {fault}", FAILED))
    except ClusterError as fault:
        return _tell(f"Error: {fault}", FAILED)
    except PontoonError as fault:
        return _tell(f"Error: {fault}", USAGE)
    except click.ClickException as fault:
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                _show(fault)
        return fault.exit_code
    except OSError as fault:
        what = f"{fault.filename}" if fault.filename else "Standard output"
        return _silence(_tell(f"Error: {what} failed ({fault.strerror or fault}): free it, or choose another.", FAILED))
    except Exception as fault:
        return _unexpected(fault)
    return code


def _interrupted() -> int:
    return _tell("Interrupted: nothing was finished.", INTERRUPTED)


def _unexpected(fault: BaseException) -> int:
    if os.environ.get("PONTOON_DEBUG") == "1":
        raise fault
    text = cut(" ".join(str(fault).split()))
    return _tell(
        f"Error: unexpected {type(fault).__name__} ({text or 'it says no more'}): please report it, with the command; "
        "PONTOON_DEBUG=1 shows where.",
        FAILED,
    )


def deaf() -> None:
    """Hear no further Ctrl-C: the process is leaving, with its exit code."""
    with suppress(ValueError):  # not on the main thread, where no Ctrl-C is heard anyway
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _show(fault: click.ClickException) -> None:
    """What click says of wrong usage, with long words cut."""
    said = io.StringIO()
    fault.show(said)
    for line in said.getvalue().rstrip("\n").split("\n"):
        say(_LONG.sub(lambda found: cut(found[0]), line))


def _code_of(run: Callable[[], Any]) -> int:
    """What a command returns; click ends the process with 1 only where it finds the pipe closed."""
    try:
        code = run()
    except SystemExit as stop:
        if stop.code == 1:
            return _silence(CLOSED_PIPE)
        code = stop.code
    return code if isinstance(code, int) else DONE


def leave(code: int) -> NoReturn:
    """End the process; at once where a worker that nobody waits for still plays or compiles."""
    if any(thread.name.startswith(ABANDONED) for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def say(sentence: str) -> None:
    """Write a line on standard error, where there is one; control characters are spelt out."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            click.echo(printable(sentence), file=sys.stderr)


def _tell(sentence: str, code: int) -> int:
    say(sentence)
    return code


def _forgiving_streams() -> None:
    """Characters that a stream cannot show become question marks instead of errors."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # what lacks it is suppressed


def _silence(code: int) -> int:
    """Let what is left in the buffer of standard output go nowhere, so that Python's own last flush cannot fail."""
    with suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return code
