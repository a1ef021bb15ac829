"""Running the command line in tests: inside this process, or as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from pontoon_sim.cli.group import pontoon

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

#: Deals of a small run: some milliseconds compiled, a tenth of a second as plain Python.
FEW = "500" if JIT_OFF else "20_000"

DEAL = {
    "rules": "pagat",
    "players": ["Ann", "Bob"],
    "banker": "Bob",
    "events": [
        {"type": "deal", "seat": "Ann", "card": "8H", "round": 1},
        {"type": "deal", "seat": "Bob", "card": "TD", "round": 1},
        {"type": "stake", "seat": "Ann", "amount": 2},
        {"type": "deal", "seat": "Ann", "card": "9C", "round": 2},
        {"type": "deal", "seat": "Bob", "card": "7C", "round": 2},
        {"type": "action", "seat": "Ann", "hand": 1, "action": "stick"},
        {"type": "action", "seat": "Bob", "hand": 1, "action": "stick"},
    ],
}


def run(*args: str, text: str | None = None, code: int = 0, **settings: Any) -> Result:
    """Run a command in this process; its exit code must be the one given."""
    result = CliRunner().invoke(pontoon, args, input=text, prog_name="pontoon", **settings)
    assert result.exit_code == code, (result.exit_code, result.stdout, result.stderr, result.exception)
    assert "Traceback" not in result.output
    return result


def strict(text: str) -> Any:
    """Parse strict JSON."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no strict JSON")

    return json.loads(text, parse_constant=refuse)


def process(*args: str, env: dict[str, str] | None = None, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process of its own."""
    settings = {"capture_output": True, "timeout": 120} | settings
    return subprocess.run([sys.executable, "-m", "pontoon_sim", *args], env=environment(env), check=False, **settings)


def environment(changes: dict[str, str] | None) -> dict[str, str]:
    """The environment of this process, with changes."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), **(changes or {})}
