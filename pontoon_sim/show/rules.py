"""Rule systems as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.text import Text

from .page import DIM, HEAD, dim, indented, strong, table

System = Mapping[str, Any]


def word(value: Any) -> str:
    """A value as ``--set`` takes it; a dash where it has no effect, quotes where it is empty."""
    if value is None:
        return "-"
    if value == "":
        return '""'
    return str(value).lower() if isinstance(value, bool) else str(value)


def listing(systems: Sequence[System]) -> Iterator[Any]:
    """All rule systems, each with what is special in it and where it was found."""
    yield strong("Rule systems")
    yield ""
    made = table("Name", "What it is", words=(1,))
    for system in systems:
        text = Text(f"{system['title']}\n")
        text.append(f"{_sentence(system['special'])}\n")
        text.append(f"Source: {system['source']}", style=DIM)
        made.add_row(system["name"], text)
    yield made
    yield ""
    yield dim("Every field of one: pontoon rules show NAME. What differs: pontoon rules diff A B.")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def fields(system: System) -> Iterator[Any]:
    """Every field of one system."""
    yield strong(f"{system['name']}: {system['title']}")
    yield f"Source: {system['source'] or 'not said'}."
    yield f"Special: {system['special']}."
    yield f"Digest: {system['rules_id']}."
    for field in system["fields"]:
        yield ""
        yield _head(field)
        yield indented(f"{field['meaning']}{_unit(field)}.")
        yield indented(dim(f"{_favours(field)}Values: {field['allowed'].removeprefix('one of ')}."))
    yield ""
    yield dim("Change any field with --set FIELD=VALUE; --toml writes a file that --rules reads.")


def _head(field: System) -> Text:
    text = Text(field["field"], style=HEAD)
    if field["dormant"]:
        return text.append(f"  without effect here, with {field['dormant']}", style="not bold")
    return text.append(f" = {word(field['value'])}", style="bold white")


def _unit(field: System) -> str:
    return f" [{field['unit']}]" if field["unit"] else ""


def _favours(field: System) -> str:
    return "" if field["favours"].startswith("neither") else f"Favours {field['favours']}. "


def differences(left: System, right: System, rows: Sequence[System]) -> Iterator[Any]:
    """The fields in which two systems differ."""
    a, b = left["name"], right["name"]
    changed = b.startswith(f"{a} with ")
    if not rows:
        yield strong(f"{a} and {b} are the same game: no field differs.")
        return
    count = len(rows)
    both = f"{b} differs from {a}" if changed else f"{a} and {b} differ"
    yield strong(f"{both} in {count} field{'s' * (count > 1)}.")
    yield ""
    made = table("Field", a, "changed" if changed else b, words=(0,))
    for row in rows:
        meaning = f"{row['meaning']}{_unit(row)}. {_favours(row)}".rstrip()
        made.add_row(Group(Text(row["field"]), indented(dim(meaning), 2)), word(row["a"]), word(row["b"]))
    yield made
    if any(row["a"] is None or row["b"] is None for row in rows):
        yield ""
        yield dim("A dash: without effect there.")
