"""The name `equilibrium` wherever policies are named: solved for the rules of the table, or read from a file."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from ..deal import NO_CARD
from ..errors import LaterError, OptionError, PolicyError, listed, quoted
from ..policy.build import by_seat
from ..policy.mixed.policies import Unplain
from ..policy.names import EQUILIBRIUM, asks_for_best
from ..policy.stakes import session_kind, stake_schedule
from ..rulebook import Rules
from .policies import Play
from .result import Equilibrium
from .strategy import Strategy

MOST_KNOWN = 16  # plays that are remembered, of a few megabytes each

_SOLVED: dict[tuple[str, tuple[int, ...]], Play] = {}
_READ: dict[tuple[str, int, int], Play] = {}
_MADE: dict[int, tuple[Strategy, Play]] = {}

_log = logging.getLogger("pontoon_sim.equilibrium")


class Sides(NamedTuple):
    """Who plays, with policies in place of names of equilibria, and what is to be said of that."""

    punter: Any
    banker: Any
    stakes: Any
    remarks: tuple[str, ...]


def asks_for_equilibrium(*said: object) -> bool:
    """Whether some policy or schedule, or one of a list of them, is an equilibrium's."""
    return any(is_equilibrium(one) for some in said for one in (some if isinstance(some, list | tuple) else [some]))


def is_equilibrium(said: object) -> bool:
    """Whether that is an equilibrium: its name, a file of one, or what `solve` answered."""
    if isinstance(said, Strategy | Equilibrium):
        return True
    if isinstance(said, PathLike):
        said = fspath(said)
    if not isinstance(said, str):
        return False
    text = said.strip()
    return text.split(":")[0].strip() == EQUILIBRIUM or text.lower().endswith(".npz")


def with_equilibria(rules: Rules, seats: int, punter: Any, banker: Any, stakes: Any, pack: str = "fresh") -> Sides:
    """The policies of a table as they were said, but equilibria solved or read.

    Where stakes are named that are not the equilibrium's, it is solved for these stakes; else for the smallest and the
    largest.

    Parameters
    ----------
    rules : Rules
    seats : int
    punter, banker, stakes
        As for `policy.build.seated`.
    pack : str
        How it is kept: only ``fresh`` ones are played from.

    Raises
    ------
    PontoonError
        Where it cannot be solved or read, or is asked for together with a best play.
    """
    if not asks_for_equilibrium(punter, banker, stakes):
        return Sides(punter, banker, stakes, ())
    _refuse(seats, punter, banker, stakes, pack)
    levels = _levels(rules, seats, stakes)

    def made(said: Any, part: str) -> Any:
        return getattr(_play(said, rules, levels), part) if is_equilibrium(said) else said

    sides = (
        [made(one, "punter") for one in _several(punter)],
        made(banker, "banker"),
        [made(one, "stakes") for one in _several(stakes)],
    )
    return Sides(*sides, _remarks(sides, seats))


def _refuse(seats: int, punter: Any, banker: Any, stakes: Any, pack: str) -> None:
    """Refuse, before anything is solved, what cannot be played."""
    if asks_for_best(punter, banker, stakes):
        raise LaterError(
            "The best play against an equilibrium is not worked out as a policy; what it gains at most is what pontoon "
            "solve tells: name another policy than optimal."
        )
    if pack != "fresh":
        raise LaterError(
            f"The equilibrium is that of fresh packs, and pack={pack} is none: use --pack fresh, or other policies."
        )
    if is_equilibrium(banker) and seats > 1:
        raise LaterError(
            f"The banker of the equilibrium plays against one punter, and here are {seats}: use --punters 1, or name "
            "another banker."
        )
    session = next((one for one in _several(stakes) if session_kind(one) is not None), None)
    if session is not None:
        raise LaterError(
            f"The equilibrium is that of one deal, and the stakes {quoted(session)} change from deal to deal: name "
            "stakes by the first card, or other policies."
        )


def equilibrium_play(said: Any, rules: Rules) -> Play:
    """The play that is meant, alone, for those rules.

    Raises
    ------
    PontoonError
    """
    return _play(said, rules, _levels(rules, 1, EQUILIBRIUM))


def _several(said: Any) -> list[Any]:
    return list(said) if isinstance(said, list | tuple) else [said]


def _levels(rules: Rules, seats: int, stakes: Any) -> tuple[int, ...]:
    """The stakes to solve for."""
    if asks_for_equilibrium(stakes):
        return tuple(sorted({rules.stake_min, rules.stake_max}))
    schedules = by_seat("stakes", "min" if stakes is None else stakes, seats, lambda one: stake_schedule(one, rules))
    some = [NO_CARD] if rules.stakes_when == "before-deal" else list(range(13))
    return tuple(sorted({int(stake) for one in schedules for stake in one.stakes[some]}))


def _remarks(sides: Sequence[Any], seats: int) -> tuple[str, ...]:
    """What is to be said of such a table."""
    punters, banker, stakes = sides
    chance = [isinstance(some, Unplain) for some in (*punters, *stakes)]
    found = []
    if isinstance(banker, Unplain):
        found.append("The banker plays the equilibrium: he sees the stake, the buys and the twisted cards.")
    if any(chance):
        found.append("Who plays the equilibrium never splits, burns or shoots.")
    if seats > 1 and any(chance):
        found.append("It is the equilibrium of one punter and the banker, and each seat plays as if it were alone.")
    return tuple(found)


def _play(said: Any, rules: Rules, levels: tuple[int, ...]) -> Play:
    """The play that is meant."""
    if rules.dealer:
        raise OptionError(
            f"Under {rules.name} the dealer draws by a fixed rule ({rules.dealer}), and the equilibrium is but the "
            "best play against it: name optimal instead."
        )
    if isinstance(said, Equilibrium):
        said = said.strategy
        if said is None:
            raise OptionError("That equilibrium is against a fixed dealer and has no strategy: name optimal instead.")
    found = _of_strategy(said) if isinstance(said, Strategy) else _named(str(fspath(said)).strip(), rules, levels)
    if found.strategy.field.tables.burns:
        raise LaterError(
            f"In the equilibrium {quoted(found.name)} hands are burnt by chance, which no policy does yet: solve it "
            "without (pontoon solve --burns 0 --out)."
        )
    if found.rules.rules_id != rules.rules_id:
        changed = listed(_differences(found.rules, rules))
        raise PolicyError(
            f"The equilibrium {quoted(found.name)} was solved for other rules than {rules.name!r} (they differ in "
            f"{changed}): give the rules for which it is, or solve it anew (pontoon solve --out)."
        )
    return found


def _differences(one: Rules, other: Rules) -> list[str]:
    mine, his = one.effective(), other.effective()
    return sorted(name for name in {*mine, *his} if mine.get(name) != his.get(name))


def _of_strategy(strategy: Strategy) -> Play:
    if id(strategy) not in _MADE:
        _make_room(_MADE)
        _MADE[id(strategy)] = strategy, Play(strategy, EQUILIBRIUM)
    return _MADE[id(strategy)][1]


def _named(name: str, rules: Rules, levels: tuple[int, ...]) -> Play:
    head, _, rest = name.partition(":")
    if head.strip() != EQUILIBRIUM:
        return _read(Path(name))
    if rest.strip():
        return _read(Path(rest.strip()))
    if name.strip() != EQUILIBRIUM:
        raise PolicyError(f"{quoted(name)}: behind the colon stands a file that pontoon solve --out wrote: name it.")
    key = rules.rules_id, levels
    if key not in _SOLVED:
        _make_room(_SOLVED)
        _SOLVED[key] = _solved(rules, levels)
    return _SOLVED[key]


def _read(file: Path) -> Play:
    try:
        known = file.stat()
        key = str(file.resolve()), known.st_mtime_ns, known.st_size
    except OSError:
        key = str(file), 0, 0
    if key not in _READ:
        strategy, _ = Strategy.load(file)
        _make_room(_READ)
        _READ[key] = Play(strategy, f"{EQUILIBRIUM}:{file.name}")
    return _READ[key]


def _solved(rules: Rules, levels: tuple[int, ...]) -> Play:
    from .solving import solve

    stakes = " and ".join(map(str, levels))
    _log.info("solving the equilibrium of %s with stakes of %s: some seconds ...", rules.name, stakes)
    found = solve(rules, levels=levels, burns=0)
    if not found.complete or found.strategy is None:
        raise KeyboardInterrupt
    return Play(found.strategy, EQUILIBRIUM)


def _make_room(known: dict[Any, Any]) -> None:
    while len(known) >= MOST_KNOWN:
        known.pop(next(iter(known)), None)
