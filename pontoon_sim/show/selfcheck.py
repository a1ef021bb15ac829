"""The self-check as text, from the fields of ``pontoon.selfcheck/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .edge import per_cent
from .page import dim, facts, strong, table

Result = Mapping[str, Any]


def comparison(result: Result, headline: str) -> Iterator[Any]:
    """Every case in a row, the short packs, and the verdict."""
    if result["rows"]:
        yield _cases(result)
        yield ""
    if result["short_packs"]:
        yield _short_packs(result)
        yield ""
    yield strong(headline)
    for fault in result["faults"]:
        yield strong(fault)
    yield ""
    yield facts(_verdict(result))
    yield ""
    yield dim(
        "Exact and simulated: the bank's edge per unit of initial stake. Farthest: the one of the case's figures "
        "(edges, seats, outcomes, shuffles, changes of the bank) that lies most standard errors off."
    )
    for case in result["left_out"]:
        yield dim(f"Left out: {case['rules']}, {_policies(case)}. {case['reason']}")
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The verdict is on what was finished before.")


def _policies(case: Result) -> str:
    seats = "" if len(case["punter"]) == 1 else f"{len(case['punter'])}: "
    return f"{seats}{', '.join(dict.fromkeys(case['punter']))} v {case['banker']}"


def _cases(result: Result) -> Any:
    heads = ("Rules", "Policies", "exact", "simulated", "std. error", "z", "farthest")
    made = table(*heads, words=(0, 1), numbers=range(2, len(heads)))
    for row in result["rows"]:
        farthest = max((figure["z"] for figure in row["figures"]), key=abs)
        made.add_row(
            row["rules"],
            _policies(row),
            per_cent(row["exact"], "+"),
            per_cent(row["simulated"], "+"),
            per_cent(row["standard_error"]),
            f"{row['z']:+.2f}",
            f"{farthest:+.2f}",
        )
    return made


def _short_packs(result: Result) -> Any:
    heads = ("Short pack", "Policies", "Cards", "exact", "all orders", "off by")
    made = table(*heads, words=(0, 1), numbers=range(3, len(heads)))
    for row in result["short_packs"]:
        made.add_row(
            row["rules"],
            _policies(row),
            " ".join(f"{rank}:{count}" for rank, count in row["cards"].items()),
            f"{row['exact']:+.6f}",
            f"{row['by_orders']:+.6f}",
            "< 1e-12" if row["agrees"] else f"{row['difference']:.0e}",
        )
    return made


def _verdict(result: Result) -> list[tuple[str, str]]:
    joint = result["joint"]
    rate = round(1 / joint["false_alarms"])
    return [
        (
            "farthest",
            f"{joint['largest_z']:+.2f} standard errors of {joint['figures']:,} figures (p {joint['largest_p']:.2g})",
        ),
        (
            "together",
            f"sum of squares {joint['chi_square']:.1f} of {joint['cases']} cases (p {joint['chi_square_p']:.2g})",
        ),
        (
            "fails when",
            f"one of these p is below {0.5 * joint['false_alarms']:g}: of a right program, once in {rate:,} runs",
        ),
        ("deals", f"{result['deals']:,} a case"),
        ("seed", str(result["seed"])),
        ("time", f"{result['elapsed_s']:.1f} s"),
    ]
