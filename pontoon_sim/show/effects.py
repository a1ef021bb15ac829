"""The table of what rules are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..consistency import spelt
from ..effects_result import EVEN
from .edge import per_cent
from .page import dim, facts, strong, table

MOST = 40  # rows for readers; all of them are in the CSV and the JSON


def page(result: Mapping[str, Any], headline: str, most: int = MOST) -> Iterator[Any]:
    """Headline, the changes that matter, those that do nothing, and the conditions."""
    yield strong(headline)
    yield ""
    moving = [row for row in result["rows"] if not _idle(row)]
    made = table(
        *("Rule changed", "re-optimised\nedge %", "change", "kept\nedge %", "change", "banker then"),
        words=(0, 5),
        numbers=(1, 2, 3, 4),
    )
    for row in moving[:most]:
        made.add_row(f"{row['field']}={spelt(row['value'])}", *_cells(row), row["banker_reoptimised"])
    if moving:
        yield made
        by = "how near it brings that edge to the target" if result["target"] is not None else "its change"
        yield dim(f"Ranked by the re-optimised edge: by {by}.")
    if len(moving) > most:
        yield dim(f"{len(moving) - most} smaller changes are in the CSV file and the JSON.")
    idle = [f"{row['field']}={spelt(row['value'])}" for row in result["rows"] if _idle(row)]
    if idle:
        yield ""
        yield dim(f"Without effect here, both edges unchanged: {', '.join(idle)}.")
    yield from _fair(result)
    yield ""
    yield facts(_conditions(result))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. Some changes were not looked at.")


def _idle(row: Mapping[str, Any]) -> bool:
    changes = (row["change_kept"]["per_initial_stake"], row["change_reoptimised"]["per_initial_stake"])
    return all(change is not None and abs(change) < EVEN for change in changes)


def _cells(row: Mapping[str, Any]) -> Iterator[str]:
    """Edge and change per initial stake, re-optimised and kept; what was simulated is marked."""
    mark = "~" if row["method"] == "mc" else ""
    for side in ("reoptimised", "kept"):
        for what in ("edge", "change"):
            yield mark + per_cent(row[f"{what}_{side}"]["per_initial_stake"], "+").removesuffix(" %")


def _fair(result: Mapping[str, Any]) -> Iterator[Any]:
    if result["target"] is None or not result["fair_payouts"]:
        return
    yield ""
    made = table("Payout, strategies kept", f"hits {per_cent(result['target'])} at", numbers=(1,))
    for payout in result["fair_payouts"]:
        made.add_row(payout["field"], f"{payout['value']:.3f}")
    yield made


def _conditions(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    base, seats = result["base"], result["punters"]
    before = f"{seats} punter{'s' * (seats > 1)} {result['punter']}, banker {result['banker']}"
    kept, adapted = (per_cent(base[f"edge_{side}"]["per_initial_stake"], "+") for side in ("kept", "reoptimised"))
    exact = all(row["method"] == "exact" for row in result["rows"])
    return [
        ("rules", f"{result['rules_name']} (digest {result['rules_id']})"),
        ("before", f"{before}, stakes {result['stakes']}: edge {kept}"),
        ("re-optimised", f"banker {base['banker_reoptimised']}: edge {adapted}"),
        ("method", "exact" if exact else "exact; ~ is simulated"),
        ("time", f"{result['elapsed_s']:.1f} s"),
    ]
