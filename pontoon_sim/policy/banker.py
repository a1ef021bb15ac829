"""The names of bankers' policies, and the tables that they make."""

from __future__ import annotations

import re
from functools import lru_cache
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from ..cards import parse_rank
from ..errors import LaterError, PolicyError, PontoonError, did_you_mean, quoted
from ..hands import graph
from ..law import plain_law
from ..rulebook import Rules
from .csvs import read_banker
from .names import EQUILIBRIUM, OPTIMAL, READS, as_file, options_of, reads_the_table, refuse_later, refuse_optimal
from .tables import BankerPolicy, banker_table, check_banker

_STICK = re.compile(r"stick-(-?[0-9]{1,3})(?:/(-?[0-9]{1,3}))?")
_SLASHED = re.compile(r"stick-[^/]*/[^/]*(?<!\.csv)")  # no file, for all its slash
_INSTEAD = "a policy by name, such as stick-17 or stick-17/18, or a CSV file of your own"
_LATER = {EQUILIBRIUM: "him in edge, compare or sweep, or a policy by name, such as stick-17,"}


def banker_policy(name: str | PathLike[str] | BankerPolicy, rules: Rules) -> BankerPolicy:
    """The banker's policy of that name under those rules.

    Parameters
    ----------
    name : str, path or BankerPolicy
        ``stick-N``, ``stick-N/M`` (N hard, M soft) with the option ``:double=A,T``, a CSV file, or a policy (which is
        checked against the rules).
    rules : Rules

    Raises
    ------
    PolicyError
        When there is no such policy, or it breaks the rules.
    LaterError
        For a policy that this version cannot answer yet.
    """
    if isinstance(name, BankerPolicy):
        if not name.by_chance:
            check_banker(name, rules)
        return name
    file = None if isinstance(name, str) and _SLASHED.fullmatch(name.strip()) else as_file(name)
    if file is not None:
        return read_banker(file, rules)
    return _named(str(name).strip(), rules)


@lru_cache(maxsize=512)
def _named(name: str, rules: Rules) -> BankerPolicy:
    refuse_later("banker's policy", name, _LATER)
    if reads_the_table(name):
        raise LaterError(
            f"The banker {quoted(name)} decides by what given punters show, and is not built for this question: ask "
            "for him in edge, compare or sweep, with policies and stakes by name, or name another banker."
        )
    refuse_optimal("banker", name)
    hard, soft = _thresholds(name)
    options = options_of(name, ("double",))
    hands = graph()
    draws = np.array(plain_law(rules).open, bool) & (hands.best < np.where(hands.soft, soft, hard))
    return banker_table(name, rules, draws, _doubles(name, options["double"]) if "double" in options else None)


def _thresholds(name: str) -> tuple[int, int]:
    """The hard and the soft total of ``stick-17/18:...``."""
    head = name.split(":")[0].strip()
    match = _STICK.fullmatch(head)
    if not match:
        known = [f"stick-{total}" for total in range(12, 22)]
        raise PolicyError(
            f"There is no banker's policy {quoted(head)}{did_you_mean(head, [*known, OPTIMAL, READS, *_LATER])}: write "
            "stick-N or stick-N/M (N hard, M soft) with totals from 1 to 21, or a CSV file (a name ending in .csv or "
            "with a slash)."
        )
    hard = int(match[1])
    soft = int(match[2] or hard)
    for total in (hard, soft):
        if not 1 <= total <= 21:
            raise PolicyError(f"{quoted(name)}: {total} is no total to stick on: write numbers from 1 to 21.")
    return hard, soft


def _doubles(name: str, value: str) -> NDArray[np.int8]:
    table = np.zeros(16, np.int8)
    for text in value.split(","):
        try:
            table[parse_rank(text)] = 1
        except PontoonError as fault:
            raise PolicyError(f"{quoted(name)}: {fault}") from None
    return table
