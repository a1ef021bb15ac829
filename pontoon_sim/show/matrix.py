"""The table of all rule systems against better and better punters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .edge import listed, per_cent
from .page import dim, strong, table

_HEADS = {"min": "Fixed stakes: the smallest", "optimal": "Free stakes: chosen by the first card"}


def page(result: Mapping[str, Any]) -> Iterator[Any]:
    """A table for each way of staking; systems that come out alike are one row."""
    for stakes, head in _HEADS.items():
        rows = [row for row in result["rows"] if row["stakes"] == stakes]
        if not rows:
            continue
        yield strong(f"{head} (the bank's edge, % of the initial stake)")
        made = table(
            *("Rules", "naive", "threshold", "best", "threshold policy", "both best", "banker then"),
            words=(0, 4, 6),
            numbers=(1, 2, 3, 5),
        )
        for names, some in _alike(rows):
            naive, simple, best, both = some
            made.add_row(
                names,
                *(_share(one) for one in (naive, simple, best)),
                simple["punter"],
                _share(both),
                both["banker"],
            )
        yield made
        yield ""
    yield dim(
        "One punter, a fresh pack for each deal, exact. Naive: sticks on 16, never buys or splits. Threshold: the best "
        "policy that sticks on one total. Best: answers the banker as well as can be. These face a banker who sticks "
        "on 17 (casinos: the dealer). Both best: the banker plays the stick-N/M that leaves the best punter least, in "
        "units a deal."
    )


def _share(row: Mapping[str, Any]) -> str:
    return per_cent(row["per_initial_stake"], "+").removesuffix(" %")


def _alike(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Rows by system; those that come out alike under all their names."""
    by_system = [(name, list(some)) for name, some in groupby(rows, key=lambda row: row["rules"])]
    told: dict[tuple[Any, ...], list[str]] = {}
    for name, some in by_system:
        told.setdefault(tuple((row["punter"], row["banker"], row["per_deal"]) for row in some), []).append(name)
    for names in told.values():
        yield listed(names), next(some for name, some in by_system if name == names[0])
