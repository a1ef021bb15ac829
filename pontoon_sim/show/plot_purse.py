"""A picture of purses: the fan of what they may be after so many deals, and beside it ruin and target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..errors import counted, printable
from ..policy.names import short_name
from .plot import BANK, FAINT, INK, PUNTERS, STYLE

Told = Mapping[str, Any]

_BANDS = (("5", "95", 0.18), ("25", "75", 0.32))  # lower and upper quantile, and how dark
_CHARACTERS = 74  # of a line of the title


def course(result: Told, number: int = 0) -> Figure:
    """Purses of one player over a session, and the chances of ruin and of the target by then.

    Parameters
    ----------
    result : dict
        Of schema ``pontoon.purse/1``.
    number : int
        Which player, from 0.
    """
    player = result["players"][number]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9.6, 5.2), layout="constrained")
        fan, chances = figure.subplots(1, 2, width_ratios=(1.7, 1))
        deals = [0, *(point["deals"] for point in player["fan"])]
        _fan(fan, deals, player)
        _chances(chances, deals, player)
        for axes in (fan, chances):
            axes.set_xlim(0, deals[-1])
            axes.set_xlabel("deals")
            axes.xaxis.set_major_locator(MaxNLocator(5, integer=True, steps=[1, 2, 5, 10]))
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
            axes.set_axisbelow(True)
        rules = printable(result["rules_name"]) + ("" if result["complete"] else " (incomplete)")
        title = f"A purse of {player['purse']:,}, stakes {printable(short_name(player['stakes']))}: {rules}"
        figure.suptitle("\n".join(wrap(title, _CHARACTERS)), x=0.01, ha="left", fontsize=12, fontweight="bold")
        figure.supxlabel(_conditions(result, player), fontsize=7.5, x=0.01, ha="left")
        return figure


def _fan(axes: Axes, deals: Sequence[int], player: Told) -> None:
    """Bands between quantiles, the middle one, and the purse to begin with and to reach."""
    start = player["purse"]

    def level(name: str) -> list[float]:
        return [start, *(point["purse"][name]["value"] for point in player["fan"])]

    for low, high, dark in _BANDS:
        axes.fill_between(deals, level(low), level(high), color=BANK, alpha=dark, linewidth=0)
    axes.plot(deals, level("50"), color=BANK, linewidth=2)
    axes.axhline(start, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    bottom, top = min(level("5")), max(level("95"))
    if bottom - 0.15 * (top - bottom) <= 0:
        axes.axhline(0, color=INK, linewidth=0.9)
    if player["target"] <= top + 0.15 * (top - bottom):
        axes.axhline(player["target"], color=PUNTERS, linewidth=0.9, linestyle="--")
    for name, height in _apart([(name, level(name)[-1]) for name in ("5", "25", "50", "75", "95")], top - bottom):
        axes.annotate(
            f"{name} %", (deals[-1], height), xytext=(4, 0), textcoords="offset points", fontsize=8, va="center",
            annotation_clip=False,
        )  # fmt: skip
    axes.set_ylabel("purse, units")
    axes.set_title("So many per cent of the sessions have no more", loc="left", fontsize=10)
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))


def _apart(labels: list[tuple[str, float]], height: float) -> list[tuple[str, float]]:
    """Labels at heights that do not run into each other: close ones become one."""
    found: list[tuple[str, float]] = []
    for name, value in labels:
        if found and value - found[-1][1] <= 0.045 * height:
            found[-1] = (f"{found[-1][0].split('-')[0]}-{name}", found[-1][1])
        else:
            found.append((name, value))
    return found


def _chances(axes: Axes, deals: Sequence[int], player: Told) -> None:
    """How many are ruined, and how many have reached the target, by then, with their intervals."""
    for name, colour, words in (("ruin", BANK, "ruined"), ("target_reached", PUNTERS, f"reached {player['target']:,}")):
        points = [point[name] for point in player["fan"]]
        values = [0.0, *(100 * point["value"] for point in points)]
        low, high = ([0.0, *(100 * point["interval95"][side] for point in points)] for side in (0, 1))
        axes.fill_between(deals, low, high, color=colour, alpha=0.25, linewidth=0)
        axes.plot(
            deals, values, color=colour, linewidth=2, linestyle="-" if name == "ruin" else "--",
            label=f"{words}: {values[-1]:.2f} %",
        )  # fmt: skip
    axes.set_ylim(bottom=0)
    if axes.get_ylim()[1] < 1:
        axes.set_ylim(top=1)
    axes.set_ylabel("per cent of the sessions")
    axes.set_title("By then", loc="left", fontsize=10)
    axes.legend(frameon=False, loc="upper left", fontsize=9)


def _conditions(result: Told, player: Told) -> str:
    error = f"bands {100 * result['confidence']:g} % intervals"
    edge = player["bank_edge"]["per_initial_stake"]
    shown = "" if edge["value"] is None else f"bank's edge {100 * edge['value']:+.2f} % of the initial stakes; "
    return (
        f"player {player['player']}, {printable(short_name(player['punter']))} against "
        f"{printable(short_name(result['banker']))}; {shown}{counted(result['sessions'], 'session')}; on the "
        f"right {error}; pack {result['pack']}; seed {result['seed']}"
    )
