"""Cells of an experiment: every combination of its axes, understood before anything is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from ..errors import OptionError, PontoonError, quoted
from ..exact.deck import deck_of
from ..exact.lasts import can_run_out
from ..house_edge import punters_for, who_plays
from ..policy.build import Seated
from ..presets import parse_set
from ..presets import rules as find_rules
from ..rulebook import Rules
from .experiment import JOINED, MOST_CELLS, REPLICATE, SET, Experiment, spread
from .kinds import KINDS, digest_of
from .options import AS_IT_IS, UNPLAYED, value_of


@dataclass(frozen=True)
class Cell:
    """One combination of values, ready to be worked out.

    Attributes
    ----------
    place : int
        Its place among all cells, from 0.
    values : dict
        By name of the option that varies, as the file writes it.
    rules : Rules
    punters : int
    who : Seated or None
        None in cells of another command than `edge`, where it is the command's own.
    pack : str
        Of cells of `edge`, as `method`.
    method : str
        ``exact``, ``mc``, or ``auto``: exact, or simulated where that is found to be impossible.
    seed : int
    remarks : tuple of str
    command : str
        What is measured.
    shared : bool
        Whether it plays the cards that other cells play, where it is simulated.
    given : dict
        Of cells of another command than `edge`: what its function is asked.
    """

    place: int
    values: dict[str, Any]
    rules: Rules
    punters: int
    who: Any = field(repr=False)
    pack: str
    method: str
    seed: int
    remarks: tuple[str, ...] = ()
    command: str = "edge"
    shared: bool = False
    given: dict[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Of all that its result depends on, but the seed and the number of deals."""
        if self.command != "edge":
            return digest_of(self.command, self.rules, self.given)
        named = self.who.described()
        said = [
            self.rules.rules_id, self.rules.gather, self.rules.packs_for(self.punters), self.punters, self.pack,
            self.method, named.punter_digests, named.banker_digest, named.stakes_digests,
        ]  # fmt: skip
        said += ["shared"] * self.shared
        return hashlib.blake2b(json.dumps(said).encode(), digest_size=10).hexdigest()


def label(values: dict[str, Any]) -> str:
    """A combination in words."""
    return ", ".join(f"{name}={value}" for name, value in values.items())


@dataclass(frozen=True)
class Impossible:
    """A combination that cannot be played, and why."""

    values: dict[str, Any]
    why: str


def combinations(plan: Experiment) -> Iterator[dict[str, Any]]:
    """All combinations but those that are excluded, the last axis running fastest."""
    axes: list[list[dict[str, Any]]] = []
    for axis, said in plan.axes.items():
        names = axis.split(JOINED)
        pairs = said if len(names) > 1 else [[value] for value in spread(said)]
        axes.append([dict(zip(names, pair, strict=True)) for pair in pairs])
    count = prod(map(len, axes))
    if count > MOST_CELLS:
        raise OptionError(f"The axes make {count:,} cells, and {MOST_CELLS:,} is the most: shorten them.")
    used = [False] * len(plan.exclude)
    for parts in product(*axes):
        chosen = {name: value for part in parts for name, value in part.items()}
        out = [_matches(chosen, rule) for rule in plan.exclude]
        used = [one or other for one, other in zip(used, out, strict=True)]
        if not any(out):
            yield chosen
    for rule, hit in zip(plan.exclude, used, strict=True):
        if not hit:
            raise OptionError(f"exclude {label(rule)} leaves out no cell: mend it or take it away.")


def _matches(values: dict[str, Any], rule: dict[str, Any]) -> bool:
    for name, wanted in rule.items():
        if name not in values:
            raise OptionError(f"exclude names {quoted(name)}, which does not vary: name an axis.")
        if str(values[name]) not in [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])]:
            return False
    return True


def cells_of(plan: Experiment) -> tuple[list[Cell], list[Impossible]]:
    """All cells, and what cannot be played.

    Raises
    ------
    OptionError
        Where there is no cell at all, or one is impossible and the experiment does not skip such.
    """
    cells: list[Cell] = []
    impossible: list[Impossible] = []
    for values in combinations(plan):
        try:
            cells += _replicates(plan, _cell(plan, len(cells), values))
        except PontoonError as fault:
            impossible.append(Impossible(values, str(fault)))
    if impossible and not plan.skip_impossible:
        told = [f"({label(one.values)}) {one.why}" for one in impossible[:5]]
        them = "it" if len(impossible) == 1 else "them"
        more = [] if len(impossible) <= 5 else [f"And {len(impossible) - 5} more."]
        raise OptionError(
            " ".join(
                [
                    f"{_how_many(len(impossible), len(cells) + len(impossible))} impossible:",
                    *told,
                    *more,
                    f"Exclude {them}, or say skip_impossible = true to go on without {them}.",
                ]
            )
        )
    if not cells:
        raise OptionError("No cell is left: every combination is excluded or impossible.")
    return cells, impossible


def _how_many(some: int, of: int) -> str:
    if of == 1:
        return "The only cell is"
    return f"{some:,} of {of:,} cells {'is' if some == 1 else 'are'}"


def _replicates(plan: Experiment, cell: Cell) -> list[Cell]:
    """The cell once for each seed."""
    if plan.replicates is None:
        return [cell]
    return [
        replace(cell, place=cell.place + place, values={**cell.values, REPLICATE: place + 1}, seed=seed)
        for place, seed in enumerate(plan.seeds())
    ]


def _cell(plan: Experiment, place: int, values: dict[str, Any]) -> Cell:
    said = {name: value_of(plan.command, name, one) for name, one in {**plan.fixed, **values}.items()}
    changes = {name.removeprefix(SET): value for name, value in said.items() if name.startswith(SET)}
    rest = (
        ("packs",) if plan.command == "purse" else ("packs", "gather")
    )  # a purse refuses it where nothing is gathered
    changes |= {name: said[name] for name in rest if name in said}
    changes |= _changed(said.get("change", AS_IT_IS))
    kind = KINDS.get(plan.command)
    rules = find_rules(said.get("rules", kind.rules if kind else "pagat"), **changes)
    punters = punters_for(said.get("punters"), rules)
    if kind is not None:
        given = kind.asked(rules, said)
        method = "auto" if plan.command in UNPLAYED else "mc"
        return Cell(place, values, rules, punters, None, "", method, plan.seed, (), kind.command, given=given)
    pack = said.get("pack", "fresh")
    if pack not in ("fresh", "continue", "infinite"):
        raise OptionError(
            f"{quoted(pack)} is no way to keep a pack in an experiment: it is fresh, continue or infinite."
        )
    who, remarks = who_plays(
        rules, punters, said.get("punter", "stick-16"), said.get("banker"), said.get("stakes", "min"), pack
    )
    method, shared = _method(plan, rules, who, pack), plan.cards == "shared" and pack == "fresh"
    return Cell(place, values, rules, punters, who, pack, method, plan.seed, remarks, shared=shared)


def _changed(said: Any) -> dict[str, Any]:
    """The fields of the rules that a `change` sets."""
    if not isinstance(said, str):
        raise OptionError(f'change is {quoted(said)}: write "none", or fields as in "min_stick=16;ties=stand-off".')
    return {} if said == AS_IT_IS else parse_set(said.split(";"))


def _method(plan: Experiment, rules: Rules, who: Seated, pack: str) -> str:
    """How a cell is worked out."""
    if pack == "continue":
        if plan.method == "exact":
            raise OptionError('a pack that is played on is not worked out exactly: use method = "auto" or "mc".')
        return "mc"
    if pack == "infinite":
        if plan.method == "mc":
            raise OptionError('an infinite pack cannot be shuffled: use method = "auto" or "exact", or packs = 8.')
        return "exact"
    if plan.method != "auto":
        return plan.method
    if who.by_chance:
        return "auto"
    packs = deck_of(rules.packs_for(len(who.punters)))
    return "mc" if can_run_out(rules, who.punters, who.banker, packs) else "auto"
