"""Shots as text, from the fields of ``pontoon.shoot/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import counted
from ..policy.names import short_name
from .edge import by_seat, per_cent, units
from .page import dim, facts, strong, table

Result = Mapping[str, Any]
MOST = 24  # hands before the fourth card that are shown; all of them are in the CSV file and the JSON

_EDGES = (
    ("ordinary", "per_initial_stake", "ordinary stakes, per initial stake"),
    ("ordinary", "per_deal", "ordinary stakes, units a deal"),
    ("shots", "per_unit_shot", "shots, per unit shot"),
    ("shots", "per_deal", "shots, units a deal"),
    ("all", "per_deal", "both, units a deal"),
)


def page(result: Result, headline: str, advice: str) -> Iterator[Any]:
    """Headline, edges, seats, kitty; the exact table; the conditions."""
    yield strong(headline)
    if advice != headline:
        yield advice
    simulated = result["method"] == "mc" and result["deals"]
    for part in (_edges, _seats) if simulated else ():
        yield ""
        yield part(result)
    if result["table"] is not None:
        yield ""
        yield _cards(result)
        if not simulated:
            yield ""
            yield from _hands(result)
    yield ""
    yield _conditions(result)
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The figures are those of the deals finished before.")


def _edges(result: Result) -> Any:
    made = table("Bank's gain", "value", "std. error", f"{100 * result['confidence']:g} % interval", numbers=(1, 2, 3))
    for kind, per, name in _EDGES:
        show = units if per == "per_deal" else per_cent
        told = result["bank_edge"][kind][per]
        between = "-" if told["interval95"] is None else " to ".join(show(end, "+") for end in told["interval95"])
        made.add_row(name, show(told["value"], "+"), show(told["standard_error"]), between)
    return made


def _seats(result: Result) -> Any:
    heads = ("Seat", "shoots", "shot a deal", "gain on shots", "std. error", "on stakes", "std. error")
    made = table(*heads, words=(1,), numbers=range(2, len(heads)))
    for seat in result["shots"]["by_seat"]:
        made.add_row(
            str(seat["seat"]),
            short_name(seat["shoot"]),
            units(seat["mean_shot"]),
            units(seat["gain_per_deal"], "+"),
            units(seat["standard_error"]),
            units(seat["ordinary_gain_per_deal"], "+"),
            units(seat["ordinary_standard_error"]),
        )
    return made


def _cards(result: Result) -> Any:
    """What a unit gains by first card."""
    rows, new = result["table"]["before_second"], {row["hand"]: row for row in result["table"]["new_hand"]}
    heads = ("A unit shot gains, exactly, on", "before the second card", *(("on a new split hand",) if new else ()))
    made = table(*heads, numbers=range(1, len(heads)))
    for row in rows:
        split = new.get(row["hand"])
        cells = (units(split["per_unit"], "+") if split else "-",) if new else ()
        made.add_row(row["hand"], units(row["per_unit"], "+"), *cells)
    return made


def _hands(result: Result) -> Iterator[Any]:
    rows = sorted(result["table"]["before_fourth"], key=lambda row: -row["per_unit"])
    made = table("Before the fourth card", "total", "a unit gains", "of deals", numbers=(2, 3))
    for row in rows[:MOST]:
        total = f"{'soft ' if row['soft'] else ''}{row['total']}"
        made.add_row(row["hand"], total, units(row["per_unit"], "+"), per_cent(row["chance"]))
    yield made
    if len(rows) > MOST:
        yield dim(f"{len(rows) - MOST} more hands are in the CSV file and the JSON.")


def _conditions(result: Result) -> Any:
    told = [
        ("rules", f"{result['rules_name']} (digest {result['rules_id']})"),
        ("punters", f"{result['punters']}: {by_seat(result['punter'])}, stakes {by_seat(result['stakes'])}"),
        ("banker", result["banker"]),
    ]
    if result["method"] == "mc":
        told += [("shoot", by_seat(result["shoot"])), ("kitty", _kitty(result))]
        told.append(
            ("deals", f"{result['deals']:,} in {counted(result['sittings'], 'sitting')}, {result['voided']:,} void")
        )
        told.append(("seed", str(result["seed"])))
    if result["exact_gain_alone"] is not None:
        told.append(
            ("alone", f"seat 1 by himself would gain {result['exact_gain_alone']:+.4f} a deal by shots (exact)")
        )
    return facts([*told, ("time", f"{result['elapsed_s']:.1f} s")])


def _kitty(result: Result) -> str:
    kitty, top_up = result["kitty"], result["top_up"]
    if kitty["mean"] is None:
        return f"{result['rules']['kitty']} put up"
    made_up = f", made up when below {top_up}" if top_up else ""
    return (
        f"{result['rules']['kitty']} put up{made_up}; {kitty['mean']:.2f} on average; "
        f"empty after {per_cent(kitty['empty_per_deal'])} of deals"
    )
