"""Measures in words: what a figure of a run is called, by what it is multiplied for readers, and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..dealt.words import CHANCE, WORDS
from ..errors import printable
from ..policy.names import short_name

HEADLINE = "bank_edge_per_initial_stake"

_UNITS = "units"
_A_DEAL = "units a deal"
_PER_CENT = "per cent"
_STAKES = "per cent of the initial stakes"

#: Measures whose names do not say it all: in words, with what their values are multiplied by and their unit.
_KNOWN = {
    HEADLINE: ("bank's edge", 100, _STAKES),
    "bank_edge_per_unit_staked": ("bank's edge", 100, "per cent of all that is staked"),
    "bank_edge_per_deal": ("bank's edge", 1, _A_DEAL),
    "punter_ev_per_deal": ("punter's gain", 1, _A_DEAL),
    "mean_initial_stake": ("mean initial stake", 1, _UNITS),
    "mean_staked": ("mean of all that is staked", 1, _UNITS),
    "shuffles_per_deal": ("shuffles", 1, "a deal"),
    "bank_changes_per_deal": ("changes of the bank", 1, "a deal"),
    "tenure_mean": ("length of a tenure of the bank", 1, "deals"),
    "takes_bank_next": ("chance to take the bank next", 100, _PER_CENT),
    "price_endless": ("price of the bank in an endless evening", 1, _UNITS),
    "win_probability": ("chance to win the series", 100, _PER_CENT),
    "target_reached": ("chance to reach the target", 100, _PER_CENT),
    "deepest_fall": ("deepest fall of the purse", 1, _UNITS),
    "longest_run_of_losses": ("longest run of losses", 1, "deals"),
    "deals_played": ("deals played", 1, "deals"),
    "log_growth_per_deal": ("growth of the purse's logarithm", 1, "a deal"),
    "chair_banks": ("share of the deals as banker", 100, _PER_CENT),
    "shared": ("chance of a shared win", 100, _PER_CENT),
    "gain_counts": ("gain of who counts tens and aces", 1, _A_DEAL),
    "gain_composition": ("gain of who remembers all cards", 1, _A_DEAL),
    "gain_order": ("gain of who remembers their order too", 1, _A_DEAL),
    "bold_win_probability_gain": ("gain of bold stakes in the chance to win", 100, _PER_CENT),
    "ruin": ("chance of ruin", 100, _PER_CENT),
    "ruin_first": ("chance of ruin before the target", 100, _PER_CENT),
    "neither": ("chance of neither ruin nor target", 100, _PER_CENT),
}

#: Endings and parts of names that tell the unit of any other measure, the first that fits.
_TOLD = (
    (r"_per_initial_stake", 100, _STAKES),
    (r"_per_unit_staked", 100, "per cent of all that is staked"),
    (r"(_share_|_share$|probability|chance|ruin|reached|not_above|^neither)", 100, _PER_CENT),
    (r"_per_deal", 1, _A_DEAL),
    (r"(price|gain|result|purse|stake|kitty|total)", 1, _UNITS),
)

#: Names that end in a number, or begin in a way of their own, in words.
_WORDS = (
    *((f"^{CHANCE}{name}$", f"chance of {words}") for name, words in WORDS),
    (r"^(punter|banker)_share_", r"share of the \1's hands that end as "),
    (r"^played_share_", "share of the punter's hands, the banker having no pontoon, that end as "),
    (r"^tenure_share_(\d+)$", r"share of tenures of \1 deals"),
    (r"^price_evening_(\d+)$", r"price of the bank with \1 deals to go"),
    (r"^gain_of_evening_(\d+)$", r"gain of an evening of \1 deals"),
    (r"^purse_(\d+)$", r"purse after \1 deals"),
    (r"^(.+)_by_then_(\d+)$", r"\1 within \2 deals"),
    (r"^fresh$", "bank's edge with fresh packs"),
    (r"^bank_ordinary$", "bank's gain on ordinary stakes"),
    (r"^bank_shots$", "bank's gain on shots"),
    (r"^bank_all$", "bank's edge with shots"),
    (r"^ev_per_(?:deal|initial_stake|unit_staked)_nothing$", "result of who remembers nothing"),
    (r"^ev_per_(?:deal|initial_stake|unit_staked)_counts$", "result of who counts tens and aces"),
    (r"^ev_per_(?:deal|initial_stake|unit_staked)_composition$", "result of who remembers all cards"),
    (r"^ev_per_(?:deal|initial_stake|unit_staked)_order$", "result of who remembers their order too"),
    (r"^gain_(counts|composition|order)_([\d-]+)$", r"gain of who remembers \1, spread \2"),
    (r"^stake_gain_(counts|composition|order)", r"gain by stakes alone of who remembers \1"),
    (r"^play_gain_(counts|composition|order)", r"gain by play alone of who remembers \1"),
    (r"(?<=remembers )counts", "tens and aces"),
    (r"(?<=remembers )composition", "all cards"),
    (r"(?<=remembers )order", "their order too"),
    (r"^bold_last_(\d+)_win_probability_plain$", r"chance to win with plain stakes (beside bold ones in the last \1)"),
    (r"^bank_shots_per_unit_shot$", "bank's gain per unit shot"),
    (r"^ev$", "result"),
    (r"^winning_total_mean$", "mean winning total"),
)
_LEVEL = re.compile(r"^(.+)_(\d+(?:\.\d+)?)%(_\d+)?$")  # the quantile of a course says after how many deals
_PER = re.compile(r"_per_(initial_stake|unit_staked|deal)(?=$|:)")


@dataclass(frozen=True)
class Measure:
    """How a figure is shown.

    Attributes
    ----------
    name : str
        As in the tables.
    words : str
    scale : int
        Values are multiplied by it.
    unit : str
        Empty where it has none.
    level : str or None
        Of a quantile, in per cent.
    """

    name: str
    words: str
    scale: int
    unit: str
    level: str | None = None

    @property
    def label(self) -> str:
        """Words with their unit, for an axis of a picture."""
        return f"{self.words}, {self.unit}" if self.unit else self.words

    @property
    def head(self) -> str:
        """The same for the head of a column."""
        return f"{self.words}, {self.unit.replace('per cent', '%')}" if self.unit else self.words

    @property
    def sign(self) -> str:
        """``+`` for what may be lost as well as won: its sign is always shown."""
        return "+" if re.search(r"edge|gain|ev_|difference|less|change_|bank_(all|ordinary|shots)", self.name) else ""


def measure_of(name: str) -> Measure:
    """How a measure is shown, known or not."""
    found = _LEVEL.match(name)
    if found:
        base = measure_of(found[1])
        after = f" after {found[3][1:]} deals" if found[3] else ""
        return Measure(name, f"{base.words}{after}, {found[2]} % quantile", base.scale, base.unit, found[2])
    plain, colon, of_what = name.partition(":")
    words, scale, unit = _of_name(plain)
    return Measure(name, printable(f"{words} ({of_what})" if colon else words), scale, unit)


def _of_name(name: str) -> tuple[str, int, str]:
    """Words, multiple and unit of a name without additions."""
    if name in _KNOWN:
        return _KNOWN[name]
    if name.startswith("mean_") and name.removeprefix("mean_") in _KNOWN:
        words, scale, unit = _KNOWN[name.removeprefix("mean_")]
        return f"mean {words}", scale, unit
    words = _PER.sub("", name)
    for pattern, told in _WORDS:
        words = re.sub(pattern, told, words)
    words = words.replace("_", " ")
    for pattern, scale, unit in _TOLD:
        if re.search(pattern, name):
            return words, scale, unit
    return words, 1, ""


def base_of(name: str) -> str:
    """The measure that a quantile is of; any other measure itself."""
    found = _LEVEL.match(name)
    return found[1] + (found[3] or "") if found else name


def sought(table: Any, plots: Iterable[str] = ()) -> list[str]:
    """The measures that a run is about: those with an error somewhere, the bank's edge, and those that are drawn.

    All others are by the way; where there are no such measures, all are sought.
    """
    all_ = list(dict.fromkeys(table.measure))
    unsure = set(table.measure[table.standard_error.notna()])
    wanted = {*unsure, *plots, *(name for name in all_ if name.startswith("bank_edge_") or _PER.search(name))}
    wanted -= {"shuffles_per_deal", "bank_changes_per_deal"}
    return sorted((name for name in all_ if name in wanted), key=lambda name: name != HEADLINE) or all_


def axis_name(axis: str) -> str:
    """An axis of an experiment for readers."""
    return printable(axis.removeprefix("set.").replace("_", " "))


def axis_value(value: object) -> str:
    """A value of an axis for readers."""
    return printable(short_name(str(value)))


def axis_words(values: dict[str, Any]) -> str:
    """Some axes with their values, in words."""
    return ", ".join(f"{axis_name(name)} {axis_value(value)}" for name, value in values.items())


def varying(table: Any, axes: Sequence[str]) -> list[str]:
    """The axes of which a table has more than one value."""
    return [name for name in axes if table[name].nunique() > 1]
