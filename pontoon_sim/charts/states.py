"""The long table of a chart: a row for each state and action, from which `punter_policy` reads the policy back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..policy.csvs import PUNTER_COLUMNS
from ..policy.match import State
from ..policy.walk import hand_text
from ..policy.write import action_text, state_rows, view_of
from ..rulebook import Rules

Told = tuple[State, int, float, Mapping[int, float] | None]  # a state, its code, its weight, results by code

_STATE = PUNTER_COLUMNS[:7]


def long_rows(told: Sequence[Told], rules: Rules, name: str) -> Iterator[dict[str, Any]]:
    """Rows with ``rules_id``, the columns of a punter's file, ``ev``, ``best`` and perhaps ``hand``.

    Parameters
    ----------
    told : sequence
        State, code, weight (how often it is met) and results by code, or None.
    rules : Rules
    name : str
        Of the policy, for messages.

    Raises
    ------
    PolicyError
        When a state is played in two ways that the columns cannot tell apart.
    """
    by_view: dict[tuple[Any, ...], dict[str, list[Told]]] = defaultdict(lambda: defaultdict(list))
    for one in told:
        by_view[view_of(one[0], rules)][hand_text(one[0].node)].append(one)
    rows = state_rows(((state, code) for state, code, *_ in told), rules, name)
    for row in sorted(rows, key=lambda row: "hand" not in row):  # those for certain cards first; the rest is then usual
        view = tuple("" if row[column] == "-" else row[column] for column in _STATE)
        hands = by_view[view]
        some = hands.pop(str(row["hand"])) if "hand" in row else [one for part in hands.values() for one in part]
        results = _results(some)
        best = (str(row["action"]), str(row["amount"]))
        yield row | {"ev": results.pop(best, ""), "best": 1}
        for (action, amount), value in results.items():
            yield row | {"action": action, "amount": amount, "ev": value, "best": 0}


def _results(some: Sequence[Told]) -> dict[tuple[str, str], float | str]:
    """Mean results by action and amount, the hands weighed by how often they are met."""
    total = sum(weight for _, _, weight, values in some if values)
    found: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for _, _, weight, values in some:
        for code, value in (values or {}).items():
            found[action_text(code)].append((weight if total else 1.0, value))
    return {
        name: sum(weight * value for weight, value in parts) / sum(weight for weight, _ in parts)
        for name, parts in found.items()
        if sum(weight for weight, _ in parts) > 0
    }
