"""The options that all commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .numbers import SEED, THREADS
from .output import Face

if TYPE_CHECKING:
    from ..rulebook import Rules

F = TypeVar("F", bound=Callable[..., Any])

RULES_HELP = "Rule system: a preset (see `pontoon rules`) or a TOML file.  [default: pagat]"


def common(rules_help: str = RULES_HELP, many: bool = False, random: bool = True) -> Callable[[F], F]:
    """Add the shared options to a command.

    The command gets ``rules`` (None where not given; with `many` a tuple), ``set_`` (a tuple of texts), ``seed``,
    ``threads`` (only with `random`; else they are taken and ignored) and ``face``, which says how to answer.
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def command(*args: Any, **given: Any) -> Any:
            _inherit(given)
            face = Face(*(given.pop(name) for name in ("json_", "csv_", "quiet", "no_color", "table_")))
            face.check()
            if not random:
                del given["seed"], given["threads"]
            return function(*args, face=face, **given)

        for option in reversed(_options(rules_help, many, random)):
            command = option(command)
        return command  # type: ignore[return-value]

    return decorate


def _inherit(given: dict[str, Any]) -> None:
    """What was said before the name of a subcommand holds for it too."""
    before = click.get_current_context().parent
    for name, value in (before.params if before else {}).items():
        if name == "set_":
            given[name] = (*value, *given[name])
        elif name in given:
            given[name] = value if given[name] is None or given[name] is False or given[name] == () else given[name]


def _options(rules_help: str, many: bool, random: bool) -> list[Callable[[Any], Any]]:
    return [
        click.option("--rules", metavar="NAME", multiple=many, help=rules_help),
        click.option(
            "--set",
            "set_",
            metavar="KEY=VALUE",
            multiple=True,
            help="Change a field of the rules (repeatable), as in --set min_stick=16.",
        ),
        click.option(
            "--seed",
            type=SEED,
            metavar="N",
            hidden=not random,
            help="Same seed, same result. Drawn, and printed, when left out.",
        ),
        click.option(
            "--threads",
            type=THREADS,
            metavar="N",
            hidden=not random,
            help="Threads to work on; they never change a result.  [default: all cores]",
        ),
        click.option("--json", "json_", is_flag=True, help="Strict JSON on standard output, and nothing else there."),
        click.option(
            "--csv",
            "csv_",
            metavar="FILE",
            help="Write the result as a table too; - is standard output, with nothing else there.",
        ),
        click.option(
            "--table",
            "table_",
            metavar="FILE",
            help="Write it for readers, rounded by its errors: FILE.md or .tex; or for programs: .csv or .parquet.",
        ),
        click.option("--quiet", is_flag=True, help="No progress and no remarks on standard error; errors still show."),
        click.option("--no-color", is_flag=True, help="No colours on a terminal either (as with NO_COLOR=1)."),
    ]


def chosen_systems(names: Sequence[str], settings: tuple[str, ...]) -> list[Rules]:
    """The rule systems asked for, changed by ``--set``."""
    from ..errors import RulesError
    from ..presets import parse_set, preset_names
    from ..presets import rules as find_rules

    changes = parse_set(settings)
    names = [known for name in names for known in (preset_names() if name == "all" else (name,))]
    found = []
    for name in names:
        try:
            found.append(find_rules(name, **changes))
        except RulesError as fault:
            raise RulesError(f"{name}: {fault}" if len(names) > 1 else str(fault)) from None
    return found
