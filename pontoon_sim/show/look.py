"""The table of what looking is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .memory import with_error
from .page import dim, facts, strong, table


def page(result: Mapping[str, Any], headline: str) -> Iterator[Any]:
    """Headline, a row for each number of punters, and the conditions."""
    yield strong(headline)
    yield ""
    made = table(
        *("Punters", "not looking,\nunits a deal", "cards seen", "more by\ncards face up", "more, were\nall face up"),
        numbers=(0, 1, 2, 3, 4),
    )
    for row in result["rows"]:
        gains = (with_error(row[name], row[f"{name}_standard_error"], 4) for name in ("face_up", "all_known"))
        made.add_row(str(row["punters"]), f"{row['blind']:+.4f}", f"{row['seen_cards']:.1f}", *gains)
    yield made
    yield ""
    yield facts(_conditions(result))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. Some tables were not looked at.")


def _conditions(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("rules", f"{result['rules_name']} (digest {result['rules_id']})"),
        ("table", f"others {result['others']}, banker {result['banker']}; fresh pack each deal; stakes of the least"),
        ("who looks", f"sits last, {'may split' if result['splits'] else 'does not split'}"),
        ("deals", f"{result['deals']:,} a table, seed {result['seed']}; +/- is one standard error"),
        ("time", f"{result['elapsed_s']:.1f} s"),
    ]
