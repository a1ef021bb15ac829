"""A comparison as text, from the fields of ``pontoon.compare/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..policy.names import short_name
from .edge import by_seat, per_cent
from .grids import Entry, Grid
from .page import dim, facts, strong, table
from .rounding import rounded

Result = Mapping[str, Any]


def page(result: Result) -> Iterator[Any]:
    """All about one comparison: verdict, arms, differences, conditions."""
    yield from map(strong, result["verdict"])
    yield ""
    yield _arms(result)
    yield ""
    yield _differences(result)
    yield ""
    yield dim(
        "Differences of the bank's edge, a less b, in per cent of the initial stakes, on the same cards. The interval "
        f"of {100 * result['confidence']:g} % holds for one; the wider one for all at once. The last column says how "
        "many times more deals the same error takes when each arm plays deals of its own."
    )
    yield ""
    yield _conditions(result)
    yield ""
    for note in dict.fromkeys(note for arm in result["arms"] for note in arm["notes"]):
        yield dim(note)


def _arms(result: Result) -> Any:
    made = table("Arm", "bank edge", "std. error", "% of all staked", numbers=(1, 2, 3))
    arms = {arm["name"]: arm for arm in result["arms"]}
    for name in result["ranking"]:
        arm = arms[name]
        edge = arm["bank_edge"]
        made.add_row(
            name,
            per_cent(edge["per_initial_stake"], "+"),
            per_cent(arm["standard_error"]["per_initial_stake"]),
            per_cent(edge["per_unit_staked"], "+"),
        )
    return made


def _differences(result: Result) -> Any:
    made = table(
        "a", "b", "a less b", "std.\nerror", "interval", "for all at once", "", "deals\nsaved", numbers=(2, 3, 4, 5, 7)
    )
    for one in result["differences"]:
        ratio = one["variance_ratio"]
        made.add_row(
            one["a"],
            one["b"],
            _bare(one["per_initial_stake"], "+"),
            _bare(one["per_initial_stake_standard_error"]),
            _between(one["per_initial_stake_interval95"]),
            _between(one["per_initial_stake_simultaneous95"]),
            "sure" if one["told_apart"] else "open",
            "-" if ratio is None else f"{ratio:.1f} x",
        )
    return made


def grids(result: Result) -> list[Grid]:
    """The same two tables for files: the arms, the best first, and their differences, rounded by their errors."""
    arms = {arm["name"]: arm for arm in result["arms"]}
    edges = [
        [Entry(name), *_figure(arms[name]["bank_edge"], arms[name]["standard_error"], "per_initial_stake"),
         *_figure(arms[name]["bank_edge"], arms[name]["standard_error"], "per_unit_staked")]
        for name in result["ranking"]
    ]  # fmt: skip
    level, share = f"{100 * result['confidence']:g} %", "% of the initial stakes"
    first = Grid(
        "The bank's edge, the best arm first",
        ["arm", f"bank edge, {share}", "std. error", "bank edge, % of all that is staked", "std. error"],
        {1, 2, 3, 4},
        edges,
    )
    heads = ["a", "b", f"a less b, {share}", "std. error", f"{level} interval", f"{level} interval for all at once",
             "told apart", "deals saved"]  # fmt: skip
    second = Grid("Differences on the same cards", heads, {2, 3, 4, 5, 7})
    for one in result["differences"]:
        error, ratio = one["per_initial_stake_standard_error"], one["variance_ratio"]
        second.rows.append([
            Entry(one["a"]),
            Entry(one["b"]),
            *map(Entry, rounded(one["per_initial_stake"], error, 100, "+")),
            *(
                Entry(_ends(one[f"per_initial_stake_{name}"], error))
                for name in ("interval95", "simultaneous95")
            ),
            Entry("yes" if one["told_apart"] else "no"),
            Entry("-" if ratio is None else f"{ratio:.1f} x"),
        ])  # fmt: skip
    return [first, second]


def _figure(values: Result, errors: Result, name: str) -> list[Entry]:
    return [Entry(text) for text in rounded(values[name], errors[name], 100, "+")]


def _ends(interval: list[float] | None, error: float | None) -> str:
    return "-" if interval is None else " to ".join(rounded(end, error, 100, "+")[0] for end in interval)


def _bare(value: float | None, sign: str = "") -> str:
    return per_cent(value, sign).removesuffix(" %")


def _between(interval: list[float] | None) -> str:
    return "-" if interval is None else f"{_bare(interval[0], '+')} to {_bare(interval[1], '+')}"


def _conditions(result: Result) -> Any:
    arms, varied = result["arms"], result["varied"]
    first = arms[0]
    said = [
        ("rules", first["rules_name"], varied != "rules" and varied not in first["rules"]),
        ("punters", f"{first['punters']}: {by_seat(first['punter'])}", varied != "punter"),
        ("punters", str(first["punters"]), varied == "punter"),
        ("stakes", by_seat(first["stakes"]), varied != "stakes"),
        ("banker", short_name(first["banker"]), varied != "banker"),
        ("deals", f"{result['deals']:,} by each arm, from a fresh pack", True),
        ("seed", str(result["seed"]), True),
        ("time", f"{result['elapsed_s']:.2f} s", True),
    ]
    return facts([(name, text) for name, text, holds in said if holds])
