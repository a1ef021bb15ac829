"""The command line: it parses, calls the documented Python functions and shows. It works out nothing itself.

Nothing is imported here, nor by the modules of commands when they load, but click: ``pontoon --help`` is instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command ``pontoon`` and end the process with its exit code."""
    try:
        from .failures import deaf, leave
        from .group import pontoon

        code = pontoon.run(args, prog_name="pontoon")
        deaf()
        leave(code)
    except KeyboardInterrupt:  # a second Ctrl-C, or one so early that nothing had begun
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise SystemExit(130) from None
