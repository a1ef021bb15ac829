"""The index of a folder of runs: the question and the findings of each, for a browser and for a repository."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, OutputError, counted, printable
from ..files import shown
from ..study.experiment import experiment
from ..study.store import MANIFEST, SCHEMA
from .report import PAGE, report
from .run_folder import CSV, findings_of_run

if TYPE_CHECKING:
    from collections.abc import Iterator

INDEX, README = "index.html", "README.md"
#: By which a list of ours is known; any other file of that name is left alone.
MARK = "<!-- Written by pontoon report: mend the experiments instead. -->"


@dataclass(frozen=True)
class Entry:
    """What the index says of a run.

    Attributes
    ----------
    name : str
        Of its folder.
    title, question : str
    findings : list of str
    figures : list of (str, str)
        Names of the pictures beside the page, with what they show.
    basis : str
        How it was found, and how much was played.
    complete : bool
    """

    name: str
    title: str
    question: str
    findings: list[str]
    figures: list[tuple[str, str]]
    basis: str
    complete: bool


def is_index_of(folder: str | Path) -> bool:
    """Whether a folder holds runs, and is none itself."""
    place = Path(folder)
    return not (place / MANIFEST).exists() and bool(_runs(place))


def index(folder: str | Path) -> list[Path]:
    """Write the page of each run in a folder, then ``index.html`` and ``README.md`` about all of them.

    Returns
    -------
    list of Path
        What was written, the index first.

    Raises
    ------
    OptionError
        When it holds no runs, or a README.md of somebody else's.
    OutputError
        When something cannot be written.
    """
    place = Path(folder)
    entries = entries_of(place)
    readme = place / README
    if readme.exists() and MARK not in readme.read_text(encoding="utf-8"):
        raise OptionError(f"{shown(readme)} was not written by pontoon report: move it, or report on runs elsewhere.")
    pages = [report(place / entry.name) for entry in entries]
    made = {INDEX: page(entries), README: listing(entries)}
    for name, text in made.items():
        try:
            (place / name).write_text(text, encoding="utf-8")
        except OSError as fault:
            raise OutputError(
                f"{shown(place / name)} cannot be written ({fault.strerror or fault}): free it, and report again."
            ) from None
    return [*(place / name for name in made), *pages]


def entries_of(folder: str | Path) -> list[Entry]:
    """What is to be said of each run in a folder, by the names of their folders; `OptionError` where there is none."""
    place = Path(folder)
    found = [_entry(run) for run in _runs(place)]
    if not found:
        raise OptionError(f"{shown(place)} holds no runs: name the folder that pontoon sweep wrote.")
    return found


def _runs(place: Path) -> list[Path]:
    """Folders of runs of which something is finished."""
    return [path.parent for path in sorted(place.glob(f"*/{CSV}")) if path.with_name(MANIFEST).exists()]


def _entry(place: Path) -> Entry:
    try:
        manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        if manifest["schema"] != SCHEMA:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError):
        raise OptionError(f"{shown(place / MANIFEST)} is no manifest of a run: take its folder away.") from None
    plan = experiment(manifest["experiment"])
    figures = [(f"{plot.file()}.svg", printable(plot.title or plan.question or plan.title)) for plot in plan.plots]
    return Entry(
        place.name,
        printable(plan.title),
        printable(plan.question),
        findings_of_run(place, manifest),
        [(name, words) for name, words in figures if (place / "figures" / name).is_file()],
        ", ".join(_basis(manifest)),
        manifest["complete"],
    )


def _basis(manifest: dict[str, Any]) -> Iterator[str]:
    yield f"pontoon {manifest['command']}"
    yield counted(manifest["cells"], "cell")
    if manifest["deals"] is not None and not manifest["effort"]:
        yield f"{manifest['deals']:,} deals of each that is simulated"
    yield f"seed {manifest['seed']}"


def page(entries: list[Entry]) -> str:
    """The index as a page of HTML."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(loader=PackageLoader("pontoon_sim", "show"), autoescape=True, keep_trailing_newline=True)
    return environment.get_template(INDEX).render(entries=entries, report=PAGE)


def listing(entries: list[Entry]) -> str:
    """The same as Markdown."""
    lines = [MARK, "", "# What the experiments found", ""]
    lines += [f"- [{_plain(entry.title)}](#{_anchor(entry.title)})" for entry in entries]
    for entry in entries:
        lines += ["", f"## {_plain(entry.title)}", ""]
        if entry.question:
            lines += [f"**{_plain(entry.question)}**", ""]
        if not entry.complete:
            lines += ["The run is not finished: what follows is what there is of it.", ""]
        lines += [f"- {_plain(finding)}" for finding in entry.findings]
        lines += ["", f"[Page]({entry.name}/{PAGE}), [table]({entry.name}/{CSV}); {entry.basis}."]
        for name, words in entry.figures:
            lines += ["", f"![{_plain(words)}]({entry.name}/figures/{name})"]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    for mark in "\\`*_<>[]|":
        text = text.replace(mark, f"\\{mark}")
    return text


def _anchor(title: str) -> str:
    """What a head is called in links, as GitHub does."""
    kept = "".join(one for one in title.lower() if one.isalnum() or one in " -_")
    return kept.replace(" ", "-")
