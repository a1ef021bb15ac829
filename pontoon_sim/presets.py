"""Presets and files of rules: inheritance, ``--set``, and the way back to TOML.

A file of rules is flat TOML: any fields of `Rules`, and ``inherits`` naming a preset (or, relative to the file,
another file) from which all others are taken. Without ``inherits`` the rest is as in ``pagat``'s defaults.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from .arguments import plain
from .consistency import check, spelt
from .errors import RulesError, cut, did_you_mean, printable, quoted
from .files import Unreadable, named, read_text, shown
from .rulebook import FIELDS, Rules

#: Files that may inherit from one another in a row, and characters of what they call themselves.
MOST_PARENTS, MOST_TEXT = 32, 2000

VARIANTS = resources.files(__package__) / "variants"
_SAID_OF = ("name", "title", "source")

#: What stands in the name of changed rules before the changes, and at the end of their title.
WITH, CHANGED = " with ", ", with changes"

#: The order in which presets are shown: today's game first, then back in time, then the casino relatives.
_ORDER = (
    "pagat", "eight-deal", "shoot", "parlett", "pontoon-2011", "russian-home", "pontoon-1939",
    "vingt-un-1850", "vingt-un-1800", "casino-rtg", "casino-microgaming",
)  # fmt: skip


@lru_cache(maxsize=1)
def preset_names() -> tuple[str, ...]:
    """Names of all presets: whatever lies in the folder of variants, known ones first in their order."""
    found = {entry.name.removesuffix(".toml") for entry in VARIANTS.iterdir() if entry.name.endswith(".toml")}
    return (*(name for name in _ORDER if name in found), *sorted(found - set(_ORDER)))


def rules(name: str | Path | Rules = "pagat", /, **changes: Any) -> Rules:
    """The rules of that name, with changes; what was changed becomes part of the name.

    Parameters
    ----------
    name : str, Path or Rules
        A preset, a path to a TOML file, or rules to start from.
    **changes
        Fields of `Rules` with their values; text is read as on the command line (``"15"``, ``"true"``).

    Raises
    ------
    RulesError
        For an unknown preset or field, a value that the field does not take, or a contradiction.

    Examples
    --------
    >>> rules("pagat", min_stick=16).min_stick
    16
    >>> rules("pagat", min_stick=16).name
    'pagat with min_stick=16'
    """
    base = name if isinstance(name, Rules) else load(name)
    if not changes:
        return base
    changes = {
        field: _read_value(value) if isinstance(value, str) else plain(value) for field, value in changes.items()
    }
    built = _build(base.model_dump(), changes)
    return built.model_copy(update={"name": _with(base, built, changes), "title": _changed_title(base, built)})


def _with(base: Rules, built: Rules, said: Iterable[str]) -> str:
    """The name of changed rules: ``pagat with burn=13``."""
    before, now = base.effective(), built.effective()
    changed = {field: spelt(now[field]) for field in said if now[field] not in (None, before[field])}
    origin, _, earlier = base.name.partition(WITH)
    fields = dict(part.partition("=")[::2] for part in earlier.split(", ") if earlier) | changed
    return base.name if not changed else origin + WITH + ", ".join(f"{name}={value}" for name, value in fields.items())


def _changed_title(base: Rules, built: Rules) -> str:
    same = not base.title or base.title.endswith(CHANGED) or built.rules_id == base.rules_id
    return base.title if same else base.title + CHANGED


def load(name: str | PathLike[str]) -> Rules:
    """The rules of a preset or of a TOML file (a name with a slash or ending in ``.toml`` is a file)."""
    if not isinstance(name, str | PathLike):
        raise RulesError(f"{quoted(name)} is no name of rules: write text such as 'pagat', or the path of a TOML file.")
    text = fspath(name)
    if not isinstance(text, str):
        raise RulesError(f"{quoted(text)} is no name of rules: write text such as 'pagat', or the path of a TOML file.")
    return _load_file(Path(text), ()) if _is_file(text) else _load_preset(text)


def _is_file(name: str) -> bool:
    return name not in preset_names() and (name.lower().endswith(".toml") or "/" in name)


@cache
def _load_preset(name: str) -> Rules:
    if name not in preset_names():
        raise RulesError(
            f"There are no rules named {quoted(name)}{did_you_mean(name, preset_names())}: "
            f"the presets are {', '.join(preset_names())}; for a file write its path ending in .toml."
        )
    return _from_toml((VARIANTS / f"{name}.toml").read_text(encoding="utf-8"), f"preset {name}", name, None, ())


def _load_file(path: Path, seen: tuple[Path, ...]) -> Rules:
    try:
        text = read_text(path, "give a preset or a TOML file")
        here = path.resolve()
    except Unreadable as fault:
        raise RulesError(f"The file of rules {shown(path)} {fault}") from None
    if here in seen:
        raise RulesError(f"{shown(path)} inherits from itself: break the circle.")
    if len(seen) >= MOST_PARENTS:
        raise RulesError(f"{shown(path)} is the end of more than {MOST_PARENTS} files that inherit: write fewer.")
    return _from_toml(text, shown(path), named(path.stem), path.parent, (*seen, here))


def _from_toml(text: str, where: str, name: str, folder: Path | None, seen: tuple[Path, ...]) -> Rules:
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        why = "a number has too many digits" if "integer string conversion" in str(fault) else cut(str(fault))
        raise RulesError(f"{where} is not TOML ({why}): mend that line.") from None
    if not said:
        raise RulesError(f'{where} is empty: give at least one field, or inherits = "pagat".')
    parent = said.pop("inherits", None)
    if parent is None:
        base = Rules()
    elif not isinstance(parent, str):
        raise RulesError(f"{where}: inherits = {quoted(parent)} is not text: name a preset or a TOML file.")
    else:
        try:
            base = _load_file((folder or Path()) / parent, seen) if _is_file(parent) else _load_preset(parent)
        except RulesError as fault:
            raise RulesError(f"{where}: {fault}") from None
    named = {"name": name} | {key: said.pop(key) for key in _SAID_OF if key in said}
    for key, value in named.items():
        if isinstance(value, str) and len(value) > MOST_TEXT:
            raise RulesError(f"{where}: the {key} has {len(value):,} characters: shorten it to {MOST_TEXT:,}.")
    built = _build(base.model_dump() | named, said, f"{where}: ")
    return built if "title" in named else built.model_copy(update={"title": _changed_title(base, built)})


def _build(base: dict[str, Any], said: dict[str, Any], where: str = "") -> Rules:
    """Rules from a layer over a base; all that is wrong with the layer is said at once, `where` before it."""
    faults = [_no_field(key, value, where) for key, value in said.items() if key not in FIELDS]
    layer = base | {key: value for key, value in said.items() if key in FIELDS}
    try:
        built = Rules(**layer)
    except ValidationError as error:
        faults += _refusals(error, layer, where)
    if faults:
        raise RulesError(" ".join(faults))
    try:
        return check(built, said, base)
    except RulesError as fault:
        raise RulesError(f"{where}{fault}") from None


def _no_field(key: str, value: Any, where: str) -> str:
    if isinstance(value, dict):
        inner = value.items()
        lines = (
            ""
            if any(isinstance(one, dict | list) for _, one in inner)
            else ", ".join(f"{name} = {spelt(one)}" for name, one in inner)
        )
        return (
            f"{where}[{cut(key)}] is a table, and rules have none: write {cut(lines) or 'its fields'} above all tables."
        )
    return f"{where}{quoted(key)} is no field of the rules{did_you_mean(key, FIELDS)}; see `pontoon rules show`."


def _refusals(error: ValidationError, layer: dict[str, Any], where: str) -> list[str]:
    wrong = dict.fromkeys(str(fault["loc"][0]) for fault in error.errors())
    return [f"{where}{name}={_said(layer[name])} is not allowed: {name} is {allowed(name)}." for name in wrong]


def _said(value: Any) -> str:
    """A value as somebody wrote it: with quotes where it is text that looks like a number or a flag."""
    looks_otherwise = isinstance(value, str) and not isinstance(_read_value(value), str)
    if isinstance(value, bool):
        return spelt(value)
    return quoted(value) if looks_otherwise or not isinstance(value, str) else cut(printable(value))


def allowed(name: str) -> str:
    """The values that a field takes, in words."""
    schema = Rules.model_json_schema()["properties"][name]
    if name == "dealer":
        return "stick-N or stick-N/M (N hard, M soft) with totals from 1 to 21, or nothing where the banker is free"
    if "anyOf" in schema:
        word, number = schema["anyOf"]
        return f"{word['const']}, or a whole number from {number['minimum']} to {number['maximum']}"
    if "enum" in schema or "const" in schema:
        return "one of " + ", ".join(spelt(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "boolean":
        return "true or false"
    if "minimum" in schema:
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    return "text"


def _read_value(text: str) -> Any:
    """A value as people write it on the command line: TOML where it is TOML, else text."""
    try:
        value = text if "\n" in text else tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float | str) else text


def parse_set(settings: tuple[str, ...] | list[str]) -> dict[str, Any]:
    """``("min_stick=16", "burn=13")`` as changes for `rules`; the last setting of a field holds.

    Raises
    ------
    RulesError
        When a setting is not ``field=value``.
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        field, sign, text = setting.partition("=")
        if not sign or not field.strip():
            raise RulesError(f"--set {quoted(setting)} is not field=value: write for instance --set min_stick=16.")
        changes[field.strip()] = text.strip()
    return changes


def to_toml(system: Rules) -> str:
    """A file of rules that loads back to the same digest: every effective field, on its own feet.

    Rules that were changed say so in its name and title.
    """
    said = {key: getattr(system, key) for key in _SAID_OF if getattr(system, key)}
    said |= {key: value for key, value in system.effective().items() if value is not None}
    lines = [f"{key} = {_as_toml(value)}" for key, value in said.items()]
    return "\n".join(lines) + "\n"


def _as_toml(value: Any) -> str:
    """Numbers, flags and text are written as in JSON, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
