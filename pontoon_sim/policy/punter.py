"""The names of punters' policies, and the tables that they make."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS, parse_rank
from ..errors import PolicyError, PontoonError, cut, did_you_mean, quoted
from ..hands import graph
from ..law import can_buy, plain_law, split_rank
from ..rulebook import Rules
from .csvs import read_punter
from .names import EQUILIBRIUM, OPTIMAL, as_file, options_of, refuse_later, refuse_optimal
from .players import BUY_LEAST, BUY_MOST, CODES, TWIST
from .tables import PunterPolicy, burnable, closed, never_splits, table_policy, walk_of

_BUYS = {"stick": TWIST, "buy": BUY_MOST, "minbuy": BUY_LEAST}
_THRESHOLD = re.compile(r"(stick|buy|minbuy)-(-?[0-9]{1,3})")
_SLASHED = re.compile(r"(stick|buy|minbuy)-[0-9]+/[0-9]+(:.*)?")  # no file, for all its slash
_LATER = {
    EQUILIBRIUM: "it in edge, compare, sweep or chart, or a policy by name, such as stick-16 or buy-16:split=A,",
}


def punter_policy(name: str | PathLike[str] | PunterPolicy, rules: Rules) -> PunterPolicy:
    """The punter's policy of that name under those rules.

    Parameters
    ----------
    name : str, path or PunterPolicy
        ``stick-N``, ``buy-N``, ``minbuy-N`` with options such as ``:split=A,8`` and ``:burn=yes``, a CSV file, or
        a policy (which is checked against the rules).
    rules : Rules

    Raises
    ------
    PolicyError
        When there is no such policy, or it breaks the rules.
    LaterError
        For a policy that this version cannot answer yet.

    Examples
    --------
    >>> from pontoon_sim.presets import rules
    >>> punter_policy("stick-16", rules()).phases
    1
    """
    if isinstance(name, PunterPolicy):
        if name.made_for != rules.rules_id:
            walk_of(name, rules)
            return replace(name, moves=closed(name.moves, rules))
        return name
    if isinstance(name, str) and _SLASHED.fullmatch(name.strip()):
        raise PolicyError(
            f"{quoted(name)}: N/M (hard and soft totals) is for bankers: write stick-N for a punter, or a CSV file."
        )
    file = as_file(name)
    if file is not None:
        return read_punter(file, rules)
    return _named(str(name).strip(), rules)


@lru_cache(maxsize=512)
def _named(name: str, rules: Rules) -> PunterPolicy:
    refuse_later("punter's policy", name, _LATER)
    refuse_optimal("policy", name)
    kind, threshold = _threshold(name)
    options = options_of(name, ("split", "burn"))
    splits = _splits(name, options["split"], rules) if "split" in options else np.zeros(16, np.int8)
    burns = _burns(name, options["burn"], rules) if "burn" in options else np.zeros(len(graph().low), np.int8)
    for rank in np.flatnonzero(splits).tolist():
        burns[graph().node_of([rank, rank])] = 0  # a pair named to be split is not burnt
    moves, following = _threshold_tables(rules, _BUYS[kind], threshold)
    return table_policy(name, rules, moves, following, splits=splits, burns=burns)


def _threshold(name: str) -> tuple[str, int]:
    """Kind and total of ``buy-17:...``."""
    head = name.split(":")[0].strip()
    match = _THRESHOLD.fullmatch(head)
    if not match:
        known = [f"{kind}-{total}" for kind in _BUYS for total in range(12, 22)]
        raise PolicyError(
            f"There is no punter's policy {quoted(head)}{did_you_mean(head, [*known, OPTIMAL, *_LATER])}: write "
            "stick-N, buy-N or minbuy-N with N from 1 to 21, or a CSV file (a name ending in .csv or with a slash)."
        )
    total = int(match[2])
    if not 1 <= total <= 21:
        raise PolicyError(f"{quoted(name)}: {total} is no total to stick on: write a number from 1 to 21.")
    return match[1], total


def plays_as(name: str, rules: Rules) -> str:
    """The name of the same policy without a threshold below the least total to stick on; mostly the name itself."""
    head, colon, options = name.partition(":")
    match = _THRESHOLD.fullmatch(head.strip())
    if not match or int(match[2]) >= rules.min_stick:
        return name
    return f"{match[1]}-{rules.min_stick}{colon}{options}"


def _splits(name: str, value: str, rules: Rules) -> NDArray[np.int8]:
    table = np.zeros(16, np.int8)
    for text in value.split(","):
        try:
            rank = parse_rank(text)
        except PontoonError as fault:
            raise PolicyError(f"{quoted(name)}: {fault}") from None
        known_by = split_rank(rules, rank, rank)
        if known_by is None:
            raise PolicyError(f"{quoted(name)} splits {RANKS[rank]}: {never_splits(rules)}.")
        table[known_by] = 1
    return table


def _burns(name: str, value: str, rules: Rules) -> NDArray[np.int8]:
    if value not in ("yes", "no"):
        raise PolicyError(f"{quoted(name)}: burn={cut(value)} is not understood: write burn=yes or burn=no.")
    if rules.burn == "none":
        raise PolicyError(
            f"{quoted(name)}: under {rules.name!r} no hand may be burnt (burn=none): leave the option out, or set "
            "burn to 13 or 14."
        )
    return burnable(rules) * np.int8(value == "yes")


def _threshold_tables(rules: Rules, buy: int, threshold: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Moves and next phases of a policy that draws below a total.

    A phase is a number of buys, where the rules count them; the last one is that of a hand that can buy no more.
    """
    law, hands = plain_law(rules), graph()
    draws = np.array(law.open, bool) & ((hands.best < threshold) | ~np.array(law.may_stick, bool))
    if buy == TWIST or not law.first_buy_max:
        return draws[None].astype(np.int8) * np.int8(TWIST), np.zeros((1, CODES), np.int8)
    buying = max(law.max_buys, 1)
    closes = law.max_buys > 0 or not law.buy_after_twist
    moves = np.zeros((buying + closes, len(hands.low)), np.int8)
    following = np.zeros((len(moves), CODES), np.int8)
    for phase in range(len(moves)):
        closed = phase == buying
        following[phase, TWIST] = phase if law.buy_after_twist else buying
        following[phase, buy] = min(phase + 1, buying) if law.max_buys else phase
        for node in np.flatnonzero(draws):
            can = not closed and can_buy(law, node, phase, False)
            moves[phase, node] = buy if can else TWIST
    return moves, following
