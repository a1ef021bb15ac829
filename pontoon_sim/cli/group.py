"""The command ``pontoon``: its commands, each loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from .. import __version__
from .failures import exit_code_of
from .options import refuse_repeated

#: Commands in the order of the help. Each is the object `command` of the module of that name.
COMMANDS = (
    "edge",
    "compare",
    "odds",
    "chart",
    "advise",
    "solve",
    "effects",
    "matrix",
    "bank",
    "series",
    "shoot",
    "purse",
    "memory",
    "look",
    "sweep",
    "report",
    "rules",
    "settle",
    "selfcheck",
    "bench",
)

START = """\
pontoon {version}: what are the odds at Pontoon, under the rules of your own table?

Three things to try:

  pontoon edge                               the banker's edge under standard British rules
  pontoon edge --set min_stick=16 --seed 1   the same where nobody may stick below 16
  pontoon rules                              the rule systems that are known, and what is special in each

All commands: pontoon --help. All options of one: pontoon edge --help.
"""


class LazyGroup(click.Group):
    """A group whose commands are imported when needed, and whose every failure is a sentence and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; for an unknown one, a suggestion."""
        from ..errors import did_you_mean, quoted

        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"No such command {quoted(name)}{did_you_mean(name, COMMANDS)}.")
        known, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            refuse_repeated(command, rest)
        return known, command, rest

    def run(self, args: Sequence[str] | None = None, **settings: Any) -> int:
        """Run a command line; its exit code."""
        parse = super().main
        return exit_code_of(lambda: parse(args, standalone_mode=False, **settings))

    def main(self, args: Sequence[str] | None = None, **settings: Any) -> NoReturn:  # type: ignore[override]  # it always exits
        """Run a command line and exit (what click's own tools call)."""
        settings.pop("standalone_mode", None)
        sys.exit(self.run(args, **settings))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="pontoon", message="%(prog)s %(version)s")
@click.pass_context
def pontoon(ctx: click.Context) -> None:
    """Odds, strategy and house rules of Pontoon, the British home-banked game of twenty-one.

    Standard output is data, standard error is progress. Every result tells the rules, the policies and the seed that
    it was found with. The edges and the results of the seats come with their standard errors; mean stakes, shares of
    hands and counts per deal without. The same seed gives the same result on any number of threads, apart from the
    timing fields.

    \b
    Examples:
      pontoon edge --punters 4 --punter stick-17 --seed 1
      pontoon edge --rules all --method exact
      pontoon rules show pagat
      pontoon settle deal.json

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   3 precision or self-check not met
      130 interrupted
    """
    if ctx.invoked_subcommand is None:
        from .output import emit

        emit(START.format(version=__version__))
