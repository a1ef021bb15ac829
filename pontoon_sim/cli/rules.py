"""``pontoon rules``: which rule systems there are, what their fields mean, what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import cut, quoted
from .options import common
from .output import Face, comma_table, emit, emit_json

if TYPE_CHECKING:
    from ..rulebook import Rules

SCHEMA = "pontoon.rules/1"
_SHOWN = ("field", "value", "meaning", "unit", "favours", "allowed", "dormant")
_DIFF = ("field", "a", "b", "meaning", "unit", "favours")
_LIST = ("name", "title", "source", "special", "rules_id")


class _Rules(click.Group):
    """A group whose unknown commands get a suggestion."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name."""
        if args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            ctx.fail(
                f"No such command {quoted(args[0])}: it is `pontoon rules show {cut(args[0])}`, or diff, or nothing."
            )
        return super().resolve_command(ctx, args)


@click.group(
    "rules", cls=_Rules, invoke_without_command=True, short_help="The rule systems, their fields, and what differs."
)
@common(rules_help="List this system only.", random=False)
@click.pass_context
def command(ctx: click.Context, rules: str | None, set_: tuple[str, ...], face: Face) -> None:
    """List the rule systems, or show one field by field, or what differs between two.

    Without a command: each system's name, title and source, and what is special in it. A system may also be a TOML
    file of your own: take one from `pontoon rules show NAME --toml` and change it.

    \b
    Examples:
      pontoon rules
      pontoon rules show vingt-un-1800
      pontoon rules show pagat --set burn=13 --toml > mine.toml
      pontoon rules diff pagat pontoon-1939
      pontoon edge --rules mine.toml
    """
    if ctx.invoked_subcommand is not None:
        return
    from ..presets import preset_names

    systems = [_overview(_find(name, set_)) for name in (preset_names() if rules is None else [rules])]
    face.save(comma_table(_LIST, ([system[key] for key in _LIST] for system in systems)))
    if face.json:
        emit_json({"schema": SCHEMA, "systems": systems})
    elif face.draws:
        from ..show.rules import listing

        face.show(*listing(systems))


@command.command("show", short_help="Every field of a rule system, with its meaning.")
@click.argument("name", required=False)
@click.option("--toml", "toml", is_flag=True, help="As a TOML file, which --rules reads.")
@common(random=False)
def show(name: str | None, toml: bool, rules: str | None, set_: tuple[str, ...], face: Face) -> None:
    """Show every field of a rule system: its value, meaning and unit, whom it favours, what values it takes.

    NAME is a preset or a TOML file (default: pagat). A field that others switch off is shown with a dash, and the
    reason.

    \b
    Examples:
      pontoon rules show
      pontoon rules show pontoon-1939 --json
      pontoon rules show pagat --set five_card_trick=none --toml > mine.toml
    """
    if name is not None and rules is not None:
        raise click.UsageError(
            f"Two rule systems are named, {quoted(name)} and --rules {quoted(rules)}: give one of them."
        )
    if toml and face.json:
        raise click.UsageError("--toml and --json both want standard output: give one of them.")
    system = _find(_first(name, rules, "pagat"), set_)
    shown = _overview(system) | {"fields": _fields(system)}
    face.save(comma_table(_SHOWN, ([field[key] for key in _SHOWN] for field in shown["fields"])))
    if toml:
        from ..presets import to_toml

        emit(to_toml(system))
    elif face.json:
        emit_json({"schema": SCHEMA, **shown})
    elif face.draws:
        from ..show.rules import fields

        face.show(*fields(shown))


@command.command("diff", short_help="What differs between two rule systems.")
@click.argument("a")
@click.argument("b", required=False)
@common(rules_help="The second system, where B is left out.  [default: A itself, for --set]", random=False)
def diff(a: str, b: str | None, rules: str | None, set_: tuple[str, ...], face: Face) -> None:
    """Show what differs between two rule systems, and only that. Changes by --set go to the second.

    \b
    Examples:
      pontoon rules diff pagat vingt-un-1850
      pontoon rules diff pagat mine.toml --json
      pontoon rules diff pagat --set min_stick=0
    """
    if b is not None and rules is not None:
        raise click.UsageError(
            f"Two second systems are named, {quoted(b)} and --rules {quoted(rules)}: give one of them."
        )
    left, right = _find(a, ()), _find(_first(b, rules, a), set_)
    one, two = left.effective(), right.effective()
    rows = [
        {"field": field, "a": one[field], "b": two[field], **_about(field)} for field in one if one[field] != two[field]
    ]
    face.save(comma_table(_DIFF, ([row[key] for key in _DIFF] for row in rows)))
    if face.json:
        emit_json({"schema": SCHEMA, "a": _overview(left), "b": _overview(right), "differences": rows})
    elif face.draws:
        from ..show.rules import differences

        face.show(*differences(_overview(left), _overview(right), rows))


def _first(*names: str | None) -> str:
    """The first one given; an empty name is given too, and refused."""
    return next(name for name in names if name is not None)


def _find(name: str, settings: tuple[str, ...]) -> Rules:
    from ..presets import parse_set
    from ..presets import rules as find_rules

    return find_rules(name, **parse_set(settings))


def _overview(system: Rules) -> dict[str, Any]:
    """Name, title, source, what is special, digest and effective fields."""
    from ..presets import load
    from ..show.special import what_is_special

    effective = system.effective()
    return {
        "name": system.name,
        "title": system.title,
        "source": system.source,
        "special": what_is_special(effective, load("pagat").effective()),
        "rules_id": system.rules_id,
        "rules": effective,
    }


def _about(field: str) -> dict[str, str]:
    """Meaning, unit and whom a field favours."""
    from ..rulebook import Rules

    info = Rules.model_fields[field]
    extra: Any = info.json_schema_extra or {}
    return {"meaning": info.description or "", "unit": extra["unit"], "favours": extra["favours"]}


def _fields(system: Rules) -> list[dict[str, Any]]:
    """Every field with all that is known about it."""
    from ..presets import allowed

    asleep = system.dormant()
    return [
        {"field": name, "value": value, **_about(name), "allowed": allowed(name), "dormant": asleep.get(name)}
        for name, value in system.effective().items()
    ]
