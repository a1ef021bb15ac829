"""The table of what memory is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .edge import by_seat
from .page import dim, facts, strong, table

WORDS = {
    "nothing": "nothing",
    "counts": "tens, aces",
    "composition": "all cards",
    "order": "order too",
}


def page(result: Mapping[str, Any], headline: str) -> Iterator[Any]:
    """Headline, a row for each memory and spread, and the conditions."""
    yield strong(headline)
    yield ""
    made = table(
        *("Remembers", "stakes", "gains, % of\ninitial stakes", "more by memory,\nunits a deal", "by stake", "by play"),
        numbers=(2, 3, 4, 5),
    )
    for row in result["rows"]:
        made.add_row(f"{row['who']}: {WORDS[row['memory']]}", _spread(row), *_cells(row))
    yield made
    ideal = [_ideal(row) for row in result["rows"] if row["ideal"] is not None]
    if ideal:
        yield ""
        yield dim(f"With all cards known at best, exactly, on sampled compositions: {'; '.join(ideal)}.")
    for reason in result["reasons"].values():
        yield dim(reason)
    yield ""
    yield facts(_conditions(result))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. Some rows were not looked at.")


def _spread(row: Mapping[str, Any]) -> str:
    return "" if row["spread"] is None else "{}-{}".format(*row["spread"])


def _cells(row: Mapping[str, Any]) -> Iterator[str]:
    value, error = row["ev"]["per_initial_stake"], row["standard_error"]["per_initial_stake"]
    value, error = (None if one is None else 100 * one for one in (value, error))
    yield with_error(value, error, places=2)
    for part in ("total", "stake", "play"):
        if row["memory"] == "nothing" or (part == "stake" and row["who"] == "banker"):
            yield ""
        else:
            yield with_error(row["gain"][part], row["gain_standard_error"][part])


def with_error(value: float | None, error: float | None, places: int = 3) -> str:
    """An amount with its standard error, as far as there are any."""
    if value is None:
        return "-"
    return f"{value:+.{places}f}" + ("" if error is None else f" +/- {error:.{places}f}")


def _ideal(row: Mapping[str, Any]) -> str:
    """What all cards being known would gain at best."""
    stake, total = (with_error(row["ideal"][part], row["ideal_standard_error"][part]) for part in ("stake", "total"))
    return f"stakes {_spread(row)}: {total} (stake alone {stake})"


def _conditions(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    seats = result["punters"]
    return [
        ("rules", f"{result['rules_name']} (digest {result['rules_id']})"),
        ("table", f"{seats} punter{'s' * (seats > 1)} {by_seat(result['punter'])}, banker {result['banker']}"),
        ("cards", f"gathered {result['gather']}, bust hands {result['busts']}"),
        ("deals", f"{result['deals']:,} a table, seed {result['seed']}; +/- is one standard error"),
        ("time", f"{result['elapsed_s']:.1f} s"),
    ]
