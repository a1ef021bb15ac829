"""What becomes of purses, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..errors import counted
from ..estimate import beyond
from ..policy.names import short_name
from ..purses.result import CHANCES
from .edge import by_seat, per_cent, units
from .page import dim, facts, strong, table

Told = Mapping[str, Any]

_CUT = (
    ("result", "result"),
    ("least_purse", "least purse"),
    ("deepest_fall", "deepest fall"),
    ("longest_run_of_losses", "deals lost in a row"),
)
_STEPS = 8  # checkpoints that a reader is shown
_COLUMNS = 3  # players beside each other


def page(result: Told, headline: str, title: str, threads: int) -> Iterator[Any]:
    """Headline, chances, quantiles, the course of player 1, spreads, and the conditions."""
    yield strong(headline)
    players = result["players"]
    for part in (_chances, _quantiles, _money) if players else ():
        yield ""
        yield part(result)
    if players:
        yield ""
        yield _course(players[0])
    if result["spread"]:
        yield ""
        yield _spreads(result)
    yield ""
    yield facts(_conditions(result, title, threads))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The figures are those of the sessions finished before.")


def _with_error(figure: Told, by: float = 100, places: int = 2) -> str:
    value, error = figure["value"], figure["standard_error"]
    if value is None:
        return "-"
    if bound := beyond(value, error, figure.get("interval95")):
        return f"{by * value:.{places}f}, {bound}".removesuffix(" %")
    return f"{by * value:.{places}f}" + ("" if error is None else f" ± {by * error:.{places}f}")


def _heads(players: Sequence[Told]) -> list[str]:
    return [f"player {player['player']}" for player in players]


def _shown(players: Sequence[Told]) -> Sequence[Told]:
    """One of all players who are alike, as far as they fit, one a column: all of them are in the JSON."""
    unlike = {
        tuple(player[name] for name in ("punter", "stakes", "purse", "target")): player for player in players[::-1]
    }
    return sorted(unlike.values(), key=lambda player: player["player"])[:_COLUMNS]


def _chances(result: Told) -> Any:
    some = _shown(result["players"])
    made = table("% of sessions, ± std. error", *_heads(some), numbers=range(1, len(some) + 1))
    for name, words in CHANCES.items():
        made.add_row(words, *(_with_error(player[name]) for player in some))
    return made


def _quantiles(result: Told) -> Any:
    player = result["players"][0]
    levels = list(player["result"]["quantiles"])
    made = table("Player 1, in units", "mean", *(f"{level} %" for level in levels), numbers=range(1, len(levels) + 2))
    for name, words in _CUT:
        told = player[name]
        mean = "-" if "value" not in told else _with_error(told, 1)
        made.add_row(words, mean, *(f"{cut['value']:g}" for cut in told["quantiles"].values()))
    return made


def _money(result: Told) -> Any:
    made = table(
        *("Player", "schedule", "mean\nstake", "mean\nstaked", "bank edge\n% of stake", "std.\nerror", "result",
          "std.\nerror", "deals\nplayed"),
        words=(1,),
        numbers=range(2, 9),
    )  # fmt: skip
    for player in result["players"]:
        edge, found = player["bank_edge"]["per_initial_stake"], player["result"]
        made.add_row(
            str(player["player"]),
            short_name(player["stakes"]),
            units(player["mean_initial_stake"]["value"]),
            units(player["mean_staked"]["value"]),
            per_cent(edge["value"], "+").removesuffix(" %"),
            per_cent(edge["standard_error"]).removesuffix(" %"),
            units(found["value"], "+"),
            units(found["standard_error"]),
            units(player["deals_played"]["value"]).rstrip("0").rstrip("."),
        )
    return made


def _course(player: Told) -> Any:
    fan = player["fan"]
    places = sorted({-(-len(fan) * step // _STEPS) - 1 for step in range(1, _STEPS + 1)})
    levels = list(fan[0]["purse"])
    made = table(
        "Purse of player 1 after deals", *(f"{level} %" for level in levels), "ruined %", "at target %",
        numbers=range(8),
    )  # fmt: skip
    for place in places:
        point = fan[place]
        cells = [f"{cut['value']:g}" for cut in point["purse"].values()]
        chances = [f"{100 * point[name]['value']:.2f}" for name in ("ruin", "target_reached")]
        made.add_row(f"{point['deals']:,}", *cells, *chances)
    return made


def _spreads(result: Told) -> Any:
    made = table(
        *("Stakes", "bank edge\n% of stake", "std.\nerror", "mean\nstake", "mean\nresult",
          "5 %", "50 %", "95 %", "ruined\n%", "at target\n%"),
        numbers=range(1, 10),
    )  # fmt: skip
    for row in result["spread"]:
        if "result" not in row:
            continue
        edge, found = row["bank_edge"]["per_initial_stake"], row["result"]
        made.add_row(
            f"{row['stake_min']} to {row['stake_max']}",
            per_cent(edge["value"], "+").removesuffix(" %"),
            per_cent(edge["standard_error"]).removesuffix(" %"),
            f"{row['mean_initial_stake']['value']:.3f}",
            f"{found['value']:+.2f}",
            *(f"{found['quantiles'][level]['value']:g}" for level in ("5", "50", "95")),
            *(f"{100 * row[name]['value']:.2f}" for name in ("ruin", "target_reached")),
        )
    return made


def _conditions(result: Told, title: str, threads: int) -> list[tuple[str, str]]:
    packs, rate = result["packs"], result["deals_per_s"] or 0
    gather = f", gathered {result['gather']}" if result["pack"] == "continue" else ""
    return [
        ("rules", f"{result['rules_name']}: {title} (digest {result['rules_id']})"),
        ("punters", f"{result['punters']}: {by_seat(result['punter'])}"),
        ("purse", _alike(result, "purse")),
        ("target", _alike(result, "target")),
        ("banker", short_name(result["banker"]) + (", whoever it is" if result["moving"] else "")),
        ("pack", f"{result['pack']}, {counted(packs, 'pack')} of 52{gather}"),
        (
            "sessions",
            f"{result['sessions']:,} of {counted(result['length'], 'deal')}, {counted(result['voided'], 'void deal')} "
            "beside",
        ),
        ("seed", str(result["seed"])),
        ("time", f"{result['elapsed_s']:.2f} s on {counted(threads, 'thread')}, {rate:,.0f} deals a second"),
    ]


def _alike(result: Told, name: str) -> str:
    """Amounts by player, those of neighbours said once."""
    runs = [(value, len(list(same))) for value, same in groupby(player[name] for player in result["players"])]
    return ", ".join(f"{value:,}" if len(runs) == 1 else f"{value:,} ({count})" for value, count in runs) or "-"
