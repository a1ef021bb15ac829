"""A punter's policy as rows, one for each state that it meets, and as the CSV file that reads back the same."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from ..cards import RANKS
from ..errors import OutputError, PolicyError, quoted
from ..hands import graph
from ..law import plain_law
from ..rulebook import Rules
from .csvs import PUNTER_COLUMNS
from .match import ACTIONS, BURN, SPLIT, State
from .players import BUY_LEAST, BUY_MOST, STICK, TWIST
from .tables import PunterPolicy, walk_of
from .walk import FIRST_AMOUNT, START, first_pairs, hand_text, number_text, plays_on, runs_out_of_hands

_NAMES = {code: name for name, code in ACTIONS.items()}

View = tuple[int, int, int, str, str, int, str]  # the columns of a state, in the order of `PUNTER_COLUMNS`


def policy_rows(policy: PunterPolicy, rules: Rules) -> list[dict[str, str | int]]:
    """What a policy does in every state that it meets.

    Parameters
    ----------
    policy : PunterPolicy
    rules : Rules

    Returns
    -------
    list of dict
        Rows with ``rules_id`` and the columns of `csvs.PUNTER_COLUMNS`, money counted at the smallest stake; and
        ``hand`` in rows for certain cards that are played unlike others of that total.

    Raises
    ------
    PolicyError
        When the policy breaks the rules, or remembers more of a hand than the columns say.
    """
    return state_rows(policy_states(policy, rules), rules, policy.name)


def state_rows(states: Iterable[tuple[State, int]], rules: Rules, name: str) -> list[dict[str, str | int]]:
    """The same for states with their codes, whoever decides them; `name` is for the message."""
    seen: dict[View, dict[int, int]] = defaultdict(dict)
    for state, code in states:
        if seen[view_of(state, rules)].setdefault(state.node, code) != code:
            raise PolicyError(
                f"The policy {quoted(name)} plays {state.words(rules.stake_min)} in two ways: it remembers "
                "more than the columns of a CSV file can say."
            )
    rows = []
    for view in sorted(seen):
        usual = Counter(seen[view].values()).most_common(1)[0][0]
        rows.append(_row(rules, view, usual))
        for node, code in sorted(seen[view].items()):
            if code != usual:
                two = view[0] == 2 and not view[3]  # a pair keeps its own row
                rows.append(_row(rules, (*view[:3], "-", *view[4:]) if two else view, code) | {"hand": hand_text(node)})
    return rows


def write_csv(policy: PunterPolicy, rules: Rules, path: str | PathLike[str]) -> None:
    """Write a punter's policy as a CSV file from which `punter_policy` makes the same tables.

    Parameters
    ----------
    policy : PunterPolicy
    rules : Rules
    path : str or path

    Raises
    ------
    PolicyError
        As from `policy_rows`.
    OutputError
        When the file cannot be written.
    """
    rows = policy_rows(policy, rules)
    columns = ["rules_id", *PUNTER_COLUMNS] + ["hand"] * any("hand" in row for row in rows)
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    except OSError as fault:
        raise OutputError(f"{path} cannot be written ({fault.strerror}): choose another place.") from None


def policy_states(policy: PunterPolicy, rules: Rules) -> Iterator[tuple[State, int]]:
    """Every state that a policy meets with its code, splits and burns included; some more than once."""
    law, found = plain_law(rules), walk_of(policy, rules)
    first = found.codes[0] if found.codes else {}
    for one, two, node, rank in first_pairs(rules):
        move = BURN if policy.burns[node] else first.get(node)
        splits = rank is not None and policy.splits[rank]
        if rank is not None:
            yield State(node, rank, START), SPLIT if splits else move  # type: ignore[misc]  # met, so it has a code
        plain = rank is None or (splits and runs_out_of_hands(rules, rank))
        if plain and law.open[node] and plays_on(rules, one, two, policy.splits):
            yield State(node, None, START), move  # type: ignore[misc]  # met, so it has a code
    for memory, codes in zip(found.memories, found.codes, strict=True):
        for node, code in codes.items():
            if graph().cards[node] > 2:
                yield State(node, None, memory), code


def view_of(state: State, rules: Rules) -> View:
    """What a row says of a state."""
    hands, node, memory = graph(), state.node, state.memory
    return (
        int(hands.cards[node]),
        int(hands.best[node]),
        int(hands.soft[node]),
        "" if state.pair is None else RANKS[state.pair],
        number_text(memory.bought, rules.stake_min),
        memory.twisted,
        number_text(memory.last, rules.stake_min),
    )


def _row(rules: Rules, view: View, code: int) -> dict[str, str | int]:
    cells = (*view, *action_text(code))
    row: dict[str, str | int] = {"rules_id": rules.rules_id}
    row.update(zip(PUNTER_COLUMNS, cells, strict=True))
    return row


def action_text(code: int) -> tuple[str, str]:
    """The cells ``action`` and ``amount`` of a code."""
    if code in (STICK, TWIST, SPLIT, BURN):
        return _NAMES[code], ""
    if code < FIRST_AMOUNT:
        return "buy", {BUY_LEAST: "min", BUY_MOST: "max"}[code]
    return "buy", number_text(code - FIRST_AMOUNT, 2)
