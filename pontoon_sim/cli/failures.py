"""Whatever happens, the user reads one sentence and the shell an exit code; a traceback never."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import click

from ..errors import OutputError, PontoonError

DONE, FAILED, USAGE, PRECISION, CLOSED_PIPE, INTERRUPTED = 0, 1, 2, 3, 141, 130

#: How the names of threads begin that nobody waits for when the process ends.
ABANDONED = "pontoon-"


def exit_code_of(run: Callable[[], Any]) -> int:
    """Run a command and turn all that can happen into an exit code, with a sentence on standard error."""
    _forgiving_streams()
    try:
        code = _code_of(run)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return _tell("Interrupted: nothing was finished.", INTERRUPTED)
    except BrokenPipeError:
        return _silence(CLOSED_PIPE)
    except OutputError as fault:
        return _silence(_tell(f"Error: {fault}", FAILED))
    except PontoonError as fault:
        return _tell(f"Error: {fault}", USAGE)
    except click.ClickException as fault:
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                fault.show(sys.stderr)
        return fault.exit_code
    except OSError as fault:
        what = f"{fault.filename}" if fault.filename else "Standard output"
        return _silence(_tell(f"Error: {what} failed ({fault.strerror or fault}): free it, or choose another.", FAILED))
    except Exception as fault:
        if os.environ.get("PONTOON_DEBUG") == "1":
            raise
        kind = type(fault).__name__
        text = " ".join(str(fault).split())
        return _tell(
            f"Error: unexpected {kind} ({text}): please report it, with the command; PONTOON_DEBUG=1 shows where.",
            FAILED,
        )
    return code


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
    """Write a line on standard error, where there is one."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            click.echo(sentence, file=sys.stderr)


def _tell(sentence: str, code: int) -> int:
    say(sentence)
    return code


def _forgiving_streams() -> None:
    """Characters that a stream cannot show become question marks instead of errors."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _silence(code: int) -> int:
    """Let what is left in the buffer of standard output go nowhere, so that Python's own last flush cannot fail."""
    with suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return code
