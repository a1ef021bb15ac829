"""What is compared: one option varied, everything else alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import OptionError, did_you_mean, listed, quoted
from ..house_edge import who_plays
from ..policy.build import Seated
from ..policy.names import short_name
from ..presets import rules as find_rules
from ..ranges import values_of
from ..rulebook import FIELDS, Rules
from .same_cards import Arm

OPTIONS = ("punter", "banker", "stakes", "rules")
MOST = 40  # arms


class Table(NamedTuple):
    """An arm with all that is told about it."""

    name: str
    rules: Rules
    who: Seated
    remarks: tuple[str, ...]

    def arm(self) -> Arm:
        """Its players, packed."""
        return Arm(self.name, self.rules, self.who.packed())


def varied(vary: str | Sequence[str] | None, punter: Any) -> tuple[str, list[Any]]:
    """Which option is varied, and its values.

    Parameters
    ----------
    vary : str or sequence of str, optional
        ``NAME=VALUE``, several of the same name; a value may be a range such as ``stick-15..19``. The name is
        ``punter``, ``banker``, ``stakes``, ``rules``, or a field of the rules. When left out, `punter` is the list.
    punter : policy or sequence of policies

    Raises
    ------
    OptionError
    """
    if vary is None:
        said = [punter] if isinstance(punter, str) or not isinstance(punter, Sequence) else list(punter)
        return "punter", _enough("punter", [one for some in said for one in _spread(some)])
    texts = [vary] if isinstance(vary, str) else list(vary)
    pairs = [_pair(text) for text in texts]
    names = list(dict.fromkeys(name for name, _ in pairs))
    if len(names) > 1:
        raise OptionError(f"One option is varied at a time, not {listed(names)}: a sweep takes several.")
    return names[0], _enough(names[0], [one for _, text in pairs for one in values_of(text)])


def _spread(one: Any) -> list[Any]:
    return list(values_of(one)) if isinstance(one, str) else [one]


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = (part.strip() for part in str(text).partition("="))
    if not sign or not value:
        raise OptionError(f"{quoted(text)} says not what is varied: write NAME=VALUES, as in banker=stick-15..19.")
    known = [*OPTIONS, *FIELDS]
    if name not in known:
        raise OptionError(
            f"{quoted(name)} cannot be varied{did_you_mean(name, known)}: vary {listed(OPTIONS)}, or a field of the "
            "rules."
        )
    return name, value


def _enough(name: str, values: list[Any]) -> list[Any]:
    twice = [value for place, value in enumerate(values) if isinstance(value, str) and value in values[:place]]
    if twice:
        raise OptionError(f"{name} {quoted(twice[0])} is given twice: say each arm once.")
    if not 2 <= len(values) <= MOST:
        given = "one value" if len(values) == 1 else f"{len(values)} values"
        raise OptionError(
            f"A comparison needs 2 to {MOST} arms, and {name} has {given}: give several, as in "
            "--punter stick-15 --punter stick-16, or --vary punter=stick-15..17."
        )
    return values


def tables(rules: Rules, seats: int, name: str, values: list[Any], given: dict[str, Any]) -> list[Table]:
    """The arms: the option `name` takes each of the values, all others are as given.

    Raises
    ------
    PontoonError
        As from `edge`, with the arm named.
    OptionError
        Where they do not use as many packs.
    """
    found = []
    for value in values:
        system = rules
        said = dict(given)
        if name == "rules":
            system = find_rules(value)
        elif name in OPTIONS:
            said[name] = value
        else:
            system = find_rules(rules, **{name: value})
        who, remarks = who_plays(system, seats, said["punter"], said["banker"], said["stakes"], "fresh")
        found.append(Table(_named(name, value, who), system, who, remarks))
    packs = {table.rules.packs_for(seats) for table in found}
    if len(packs) > 1:
        raise OptionError(
            f"The arms play with {listed([str(count) for count in sorted(packs)])} packs and cannot share cards: set "
            "the same for all, as in --set packs=1."
        )
    return found


def _named(name: str, value: Any, who: Seated) -> str:
    if name == "punter":
        return short_name(who.punters[0].name) if not isinstance(value, str) else short_name(value)
    if name in OPTIONS:
        return short_name(str(value))
    return f"{name}={value}"
