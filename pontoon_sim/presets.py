"""Presets and files of rules: inheritance, ``--set``, and the way back to TOML.

A file of rules is flat TOML: any fields of `Rules`, and ``inherits`` naming a preset (or, relative to the file,
another file) from which all others are taken. Without ``inherits`` the rest is as in ``pagat``'s defaults.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from .errors import RulesError, did_you_mean
from .rulebook import FIELDS, Rules, check, spelt

VARIANTS = resources.files(__package__) / "variants"
_SAID_OF = ("name", "title", "source")

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
    """The rules of that name, with changes.

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
    """
    base = name if isinstance(name, Rules) else load(name)
    if not changes:
        return base
    changes = {field: _read_value(value) if isinstance(value, str) else value for field, value in changes.items()}
    return _build(base.model_dump(), changes, where="--set")


def load(name: str | Path) -> Rules:
    """The rules of a preset or of a TOML file (a name with a slash or ending in ``.toml`` is a file)."""
    text = str(name)
    return _load_file(Path(text), ()) if _is_file(text) else _load_preset(text)


def _is_file(name: str) -> bool:
    return name not in preset_names() and (name.lower().endswith(".toml") or "/" in name)


@cache
def _load_preset(name: str) -> Rules:
    if name not in preset_names():
        raise RulesError(
            f"There are no rules named {name!r}{did_you_mean(name, preset_names())}: "
            f"the presets are {', '.join(preset_names())}; for a file write its path ending in .toml."
        )
    return _from_toml((VARIANTS / f"{name}.toml").read_text(encoding="utf-8"), f"preset {name}", name, None, ())


def _load_file(path: Path, seen: tuple[Path, ...]) -> Rules:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        here = path.resolve()
    except UnicodeDecodeError:
        raise RulesError(f"The rules {path} are not text in UTF-8: save the file as UTF-8.") from None
    except (OSError, ValueError) as fault:  # the latter for a name that no file can have
        why = getattr(fault, "strerror", None) or fault
        raise RulesError(f"The rules {path} cannot be read ({why}): give a preset or a TOML file.") from None
    if here in seen:
        raise RulesError(f"{path} inherits from itself: break the circle.")
    return _from_toml(text, str(path), path.stem, path.parent, (*seen, here))


def _from_toml(text: str, where: str, name: str, folder: Path | None, seen: tuple[Path, ...]) -> Rules:
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise RulesError(f"{where} is not TOML ({fault}): mend that line.") from None
    if not said:
        raise RulesError(f'{where} is empty: give at least one field, or inherits = "pagat".')
    parent = said.pop("inherits", None)
    if parent is None:
        base = Rules()
    elif not isinstance(parent, str):
        raise RulesError(f"{where}: inherits = {parent!r} is not text: name a preset or a TOML file.")
    elif _is_file(parent):
        base = _load_file((folder or Path()) / parent, seen)
    else:
        base = _load_preset(parent)
    named = {"name": name} | {key: said.pop(key) for key in _SAID_OF if key in said}
    return _build(base.model_dump() | named, said, where)


def _build(base: dict[str, Any], said: dict[str, Any], where: str) -> Rules:
    """Rules from a layer over a base; all that is wrong with the layer is said at once."""
    faults = [_no_field(key, value, where) for key, value in said.items() if key not in FIELDS]
    layer = base | {key: value for key, value in said.items() if key in FIELDS}
    try:
        built = Rules(**layer)
    except ValidationError as error:
        faults += _refusals(error, layer, where)
    if faults:
        raise RulesError(" ".join(faults))
    return check(built, said)


def _no_field(key: str, value: Any, where: str) -> str:
    if isinstance(value, dict):
        lines = ", ".join(f"{name} = {spelt(inner)}" for name, inner in value.items())
        return f"{where}: [{key}] is a table, and rules have none: write {lines or 'its fields'} above all tables."
    return f"{where}: {key!r} is no field of the rules{did_you_mean(key, FIELDS)}; see `pontoon rules show`."


def _refusals(error: ValidationError, layer: dict[str, Any], where: str) -> list[str]:
    wrong = dict.fromkeys(str(fault["loc"][0]) for fault in error.errors())
    return [f"{where}: {name}={_said(layer[name])} is not allowed: {name} is {allowed(name)}." for name in wrong]


def _said(value: Any) -> str:
    """A value as somebody wrote it: with quotes where it is text that looks like a number or a flag."""
    looks_otherwise = isinstance(value, str) and not isinstance(_read_value(value), str)
    return repr(value) if looks_otherwise else spelt(value)


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
            raise RulesError(f"--set {setting!r} is not field=value: write for instance --set min_stick=16.")
        changes[field.strip()] = text.strip()
    return changes


def to_toml(system: Rules) -> str:
    """A file of rules that loads back to the same digest: every effective field, on its own feet."""
    said = {key: getattr(system, key) for key in _SAID_OF if getattr(system, key)}
    said |= {key: value for key, value in system.effective().items() if value is not None}
    lines = [f"{key} = {_as_toml(value)}" for key, value in said.items()]
    return "\n".join(lines) + "\n"


def _as_toml(value: Any) -> str:
    """Numbers, flags and text are written as in JSON, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
