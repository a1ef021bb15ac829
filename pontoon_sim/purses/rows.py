"""A player's figures as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .result import CHANCES

_MEANS = ("result", "deepest_fall", "longest_run_of_losses", "deals_played", "mean_initial_stake", "mean_staked",
          "log_growth_per_deal")  # fmt: skip
_CUT = ("result", "deepest_fall", "longest_run_of_losses", "least_purse")


def rows_of(player: Mapping[str, Any], length: int) -> Iterator[dict[str, Any]]:
    """Rows of measure, value and error; ``deals`` says after how many deals of a session."""
    who = {name: player[name] for name in ("player", "punter", "stakes", "purse", "target")}

    def row(measure: str, deals: int, figure: Mapping[str, Any]) -> dict[str, Any]:
        low, high = figure["interval95"] or (None, None)
        error = figure.get("standard_error")
        told = {"measure": measure, "deals": deals, "value": figure["value"], "standard_error": error}
        return who | told | {"low95": low, "high95": high}

    for name in CHANCES:
        yield row(name, length, player[name])
    for name in _MEANS:
        yield row(name if name.startswith("mean") else f"mean_{name}", length, player[name])
    for name, figure in player["bank_edge"].items():
        yield row(f"bank_edge_{name}", length, figure)
    for name in _CUT:
        for level, figure in player[name]["quantiles"].items():
            yield row(f"{name}_{level}%", length, figure)
    for point in player["fan"]:
        for level, figure in point["purse"].items():
            yield row(f"purse_{level}%", point["deals"], figure)
        for name in ("ruin", "target_reached"):
            yield row(f"{name}_by_then", point["deals"], point[name])
