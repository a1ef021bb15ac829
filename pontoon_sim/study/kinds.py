"""What a cell can measure beside the edge: a table of the commands, each with all that an experiment needs of it.

A command is asked by its own function, so that a cell is what the command says. Before anything is played each cell is
understood by that same function, which is left where it would begin to play.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..rulebook import Rules
from ..simulate import Interrupted
from ..understanding import understood
from . import measures
from .measures import Row
from .options import COMMON, OWN, UNPLAYED, listed_values


@dataclass(frozen=True)
class Kind:
    """What is measured by one command.

    Attributes
    ----------
    command : str
    home : str
        Its module, in which the function is called as the command is.
    rules : str
        The rules where none are named.
    rows : callable
        The tidy rows of what the function answers, given also what it was asked.
    effort : callable
        From deals of a cell and what is asked, the argument of the function that says how much is played.
    usual : callable
        From what is asked, about how many deals are played when nothing is said.
    seconds : (float, float)
        About what a cell takes on one core, and what a million deals of a seat add.
    begins : str
        Argument of the function that is called where it begins to play.
    arguments : dict of str to str
        Options whose argument has another name.
    """

    command: str
    home: str
    rules: str
    rows: Callable[[Any, dict[str, Any]], Iterator[Row]]
    effort: Callable[[int, dict[str, Any]], dict[str, Any]]
    usual: Callable[[dict[str, Any]], int]
    seconds: tuple[float, float]
    begins: str = "prepare"
    arguments: tuple[tuple[str, str], ...] = ()

    def asked(self, rules: Rules, said: dict[str, Any]) -> dict[str, Any]:
        """The arguments of the function for the options of a cell; `gather` is among the rules but where it is asked.

        Raises
        ------
        PontoonError
            As from the function itself.
        """
        names = dict(self.arguments)
        given = {names.get(name, name): said[name] for name in (*COMMON[1:5], *OWN[self.command]) if name in said}
        if self.command == "purse" and "gather" in said:
            given["gather"] = said["gather"]
        understood(self.answer, rules, given, begins=self.begins, seed=0, threads=1)
        return given

    def answer(self, rules: Rules, given: dict[str, Any], **more: Any) -> Any:
        """What the command answers."""
        function = getattr(import_module(f"..{self.home}", __package__), self.command)
        return function(rules, **given, **more)

    def worked_out(
        self, rules: Rules, given: dict[str, Any], deals: int | None, seed: int, threads: int, confidence: float
    ) -> list[Row]:
        """The rows of a cell.

        Raises
        ------
        Interrupted
            On Ctrl-C: nothing of it is kept, for these functions cannot go on from a part.
        """
        more = {} if deals is None else self.effort(deals, given)
        if self.command not in UNPLAYED:
            more["confidence"] = confidence
        found = self.answer(rules, given, **more, seed=seed, threads=threads)
        if not found.complete:
            raise Interrupted(None)
        return list(self.rows(found, given))

    def about(self, given: dict[str, Any], punters: int, deals: int | None) -> float:
        """About how many seconds a cell takes on one core."""
        first, each = self.seconds
        return first + each * (1 + punters) * (deals or self.usual(given)) / 1e6


def digest_of(command: str, rules: Rules, given: dict[str, Any]) -> str:
    """Of all that the result of a cell depends on, but the seed and the number of deals; of files what is in them."""
    files = {name: _file(said) for name, said in given.items()}
    said = [command, rules.rules_id, rules.gather, rules.name, sorted(given.items()), sorted(files.items())]
    return hashlib.blake2b(json.dumps(said, default=str).encode(), digest_size=10).hexdigest()


def _file(said: Any) -> list[str]:
    """Digests of the files that policies and schedules are read from."""
    found = []
    for text in listed_values(said):
        for part in str(text).replace(";", ":").split(":") if isinstance(text, str) else ():
            if part.endswith(".csv") and Path(part).is_file():
                found.append(hashlib.blake2b(Path(part).read_bytes(), digest_size=10).hexdigest())
    return found


def _deals(deals: int, _: dict[str, Any]) -> dict[str, Any]:
    return {"deals": deals}


def _pieces(name: str, length: str, usual: int) -> Callable[[int, dict[str, Any]], dict[str, Any]]:
    """Whole series or sessions of about so many deals."""
    return lambda deals, given: {name: max(deals // given.get(length, usual), 1)}


def _no_deals(deals: int, _: dict[str, Any]) -> dict[str, Any]:
    raise OptionError(f"Such cells are exact wherever they can be, and take no deals: leave --deals {deals} out.")


def _changes(given: dict[str, Any]) -> int:
    """Effects play nothing, or two million deals where they must: what counts is how many changes there are."""
    return 1_000_000 * (4 * len(listed_values(given["fields"])) if "fields" in given else 80)


def _memory_rows(found: Any, given: dict[str, Any]) -> Iterator[Row]:
    kinds, spreads = (listed_values(given.get(name, [])) for name in ("kind", "spread"))
    return measures.memory_rows(found, kinds, spreads)


#: All that an experiment can measure, but the edge (`work`), which can be gone on with from a part.
KINDS: dict[str, Kind] = {
    kind.command: kind
    for kind in (
        Kind("bank", "banking.worth", "pagat", lambda found, _: measures.bank_rows(found), _deals,
             lambda _: 2_000_000, (0.5, 0.1)),
        Kind("series", "contest.run", "eight-deal", lambda found, _: measures.series_rows(found),
             _pieces("series", "deals", 8), lambda given: given.get("deals", 8) * given.get("series", 200_000),
             (0.0, 0.04), arguments=(("length", "deals"),)),
        Kind("memory", "recall.worth", "pagat", _memory_rows, _deals,
             lambda _: 1_000_000, (30.0, 3.0), begins="watch"),
        Kind("shoot", "shooting.run", "shoot", lambda found, _: measures.shoot_rows(found), _deals,
             lambda _: 2_000_000, (1.0, 0.06)),
        Kind("purse", "purses.run", "pagat", lambda found, _: measures.purse_rows(found),
             _pieces("sessions", "length", 100),
             lambda given: given.get("length", 100) * given.get("sessions", 20_000), (0.0, 0.05)),
        Kind("effects", "rule_effects", "pagat", lambda found, _: measures.effects_rows(found), _no_deals,
             _changes, (2.0, 0.1), arguments=(("field", "fields"),)),
        Kind("solve", "equilibrium.solving", "pagat", lambda found, _: measures.solve_rows(found), _no_deals,
             lambda _: 0, (10.0, 0.0), arguments=(("stakes_levels", "levels"),)),
        Kind("odds", "dealt.cell", "pagat", lambda found, _: measures.odds_rows(found), _no_deals,
             lambda _: 0, (0.2, 0.0)),
        Kind("chart", "charts.final", "pagat", lambda found, _: measures.hands_rows(found), _no_deals,
             lambda _: 0, (0.05, 0.0)),
    )
}  # fmt: skip
