"""The options that all commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .hearing import heard
from .numbers import SEED, SESSION, THREADS, UNITS
from .output import Face

if TYPE_CHECKING:
    from ..rulebook import Rules

F = TypeVar("F", bound=Callable[..., Any])

RULES_HELP = "Rule system: a preset (see `pontoon rules`) or a TOML file.  [default: pagat]"


#: What `--stakes` takes wherever deals follow each other.
SCHEDULES_HELP = (
    "also over a session: proportional:F, kelly[:FRACTION], martingale, paroli[:WINS], dalembert, "
    "levels:1=1/2,2=1/4,..., with :base=A=2,*=1 (see pontoon purse)"
)


def scheduled(whose: str, session: bool = True) -> Callable[[F], F]:
    """Add the options of stakes over a session: ``purse`` (a tuple) and, with `session`, ``session``.

    Parameters
    ----------
    whose : str
        Who is meant by a purse, in the words of the help.
    """
    several = [
        click.option(
            "--purse",
            type=UNITS,
            metavar="UNITS",
            multiple=True,
            help=f"Under stakes over a session: what {whose} begins it with (repeatable; the last one fills the rest); "
            "nobody stakes more than he has.  [default: no limit]",
        ),
        click.option(
            "--session",
            type=SESSION,
            metavar="N",
            help="Deals of a session, after which schedules begin anew.  [default: 100]",
        ),
    ]

    def decorate(function: F) -> F:
        for option in reversed(several if session else several[:1]):
            function = option(function)
        return function

    return decorate


def common(
    rules_help: str | None = RULES_HELP, many: bool = False, random: bool = True, threads: bool | None = None
) -> Callable[[F], F]:
    """Add the shared options to a command.

    The command gets ``rules`` (None where not given; with `many` a tuple), ``set_`` (a tuple of texts), ``seed``,
    ``threads`` (only with `random`; else they are taken and ignored) and ``face``, which says how to answer. `threads`
    asks for that one without the other. Without `rules_help` no help tells of ``rules`` and ``set_``: the command is to
    refuse them.
    """
    threaded = random if threads is None else threads

    def decorate(function: F) -> F:
        @wraps(function)
        def command(*args: Any, **given: Any) -> Any:
            _inherit(given)
            face = Face(*(given.pop(name) for name in ("json_", "csv_", "quiet", "no_color", "table_")))
            face.check()
            if not random:
                del given["seed"]
            if not threaded:
                del given["threads"]
            with heard(face):
                return function(*args, face=face, **given)

        for option in reversed(_options(rules_help, many, random, threaded)):
            command = option(command)
        return command  # type: ignore[return-value]  # wraps keeps the kind of F

    return decorate


def _inherit(given: dict[str, Any]) -> None:
    """What was said before the name of a subcommand holds for it too."""
    before = click.get_current_context().parent
    for name, value in (before.params if before else {}).items():
        if name == "set_":
            given[name] = (*value, *given[name])
        elif name in given:
            given[name] = value if given[name] is None or given[name] is False or given[name] == () else given[name]


def _options(rules_help: str | None, many: bool, random: bool, threaded: bool) -> list[Callable[[Any], Any]]:
    return [
        click.option("--rules", metavar="NAME", multiple=many, hidden=rules_help is None, help=rules_help),
        click.option(
            "--set",
            "set_",
            metavar="KEY=VALUE",
            multiple=True,
            hidden=rules_help is None,
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
            hidden=not threaded,
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


def refuse_repeated(command: click.Command, args: Sequence[str]) -> None:
    """Refuse an option that is given twice and takes one value: click would forget the first one.

    Parameters
    ----------
    args : sequence of str
        What follows the command's name.

    Raises
    ------
    click.UsageError
    """
    said: set[str] = set()
    rest = iter(args)
    for word in rest:
        if word == "--":
            break
        if isinstance(command, click.Group) and word in command.commands:
            command, said = command.commands[word], set()
        name, sign, _ = word.partition("=")
        option = next((one for one in command.params if isinstance(one, click.Option) and name in one.opts), None)
        if option is None or option.is_flag or option.count:
            continue
        if not sign:
            next(rest, None)  # its value, whatever that looks like
        if not option.multiple and option.opts[0] in said:
            raise click.UsageError(f"{name} is given twice and takes one value: leave one of them out.")
        said.add(option.opts[0])


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
