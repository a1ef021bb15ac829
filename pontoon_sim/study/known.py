"""Which measures the cells of each command have: to refuse a misspelt one before anything is played."""

from __future__ import annotations

import re

from ..dealt.words import CHANCE, WORDS
from ..errors import did_you_mean
from ..estimate import DENOMINATORS
from .measures import EDGE

_PER = f"({'|'.join(DENOMINATORS)})"
_LEVEL = r"_\d+(\.\d+)?%"
_KIND = r"(_(nothing|counts|composition|order))?(_\d+-\d+)?"

#: Patterns of whole names by command.
_NAMES: dict[str, tuple[str, ...]] = {
    "bank": (
        "tenure_mean", r"tenure_share_\d+", "gain_per_deal", "takes_bank_next", "price_endless", r"price_evening_\d+",
        r"gain_of_evening_\d+", f"fresh_{_PER}", f"bank_edge_{_PER}", f"as_played_less_fresh_{_PER}", "chair_banks",
        "chair_gain_per_deal", "chair_price",
    ),
    "series": ("win_probability", "mean_total", "winning_total_mean", "shared", r"(all_)?bold_.+"),
    "memory": (
        f"(stake_|play_)?gain{_KIND}", f"ev_{_PER}{_KIND}", f"mean_(initial_stake|staked){_KIND}",
        r"ideal_gain_\w+",
    ),
    "shoot": (
        f"bank_(all|ordinary)_{_PER}", "bank_shots_per_(deal|unit_shot)", "exact_gain_alone",
        "gain_on_(ordinary_stakes|shots)", "gain_per_unit_shot", "mean_shot", r"kitty_\w+",
    ),
    "purse": (
        f"bank_edge_{_PER}", "ruin", "ruin_first", "target_reached", "neither", r"(final|on_credit)_not_above_\d+",
        r"(ruin|target_reached)_by_then_\d+", "mean_.+",
        rf"(deepest_fall|least_purse|longest_run_of_losses|result|deals_played){_LEVEL}", rf"purse{_LEVEL}_\d+",
    ),
    "effects": (
        f"bank_edge_(kept_)?{_PER}", f"change_(kept|reoptimised)_{_PER}:.+", r"fair_payout:.+",
    ),
    "solve": (
        "punter_ev_per_deal(_with_splits)?", "(punter|bank)_gain_by_other_play", "exploitability", "iterations",
        r"stakes_\d+_share:.+",
    ),
    "odds": tuple(f"{CHANCE}{name}" for name, _ in WORDS),
    "chart": (
        r"(punter|banker|played)_share_(bust|14_or_less|1[5-9]|20|twenty_one|five_card_trick|royal_pontoon|pontoon|"
        "unplayed)",
    ),
}  # fmt: skip
#: Names as somebody may have meant them, to be suggested.
_MEANT = {
    "bank": ("tenure_mean", "gain_per_deal", "takes_bank_next", "price_endless", "bank_edge_per_initial_stake"),
    "series": ("win_probability", "mean_total", "winning_total_mean", "shared"),
    "memory": ("gain", "stake_gain", "play_gain", "ev_per_deal", "mean_staked"),
    "shoot": ("bank_all_per_initial_stake", "bank_shots_per_deal", "gain_on_shots", "mean_shot", "kitty_mean"),
    "purse": ("ruin", "ruin_first", "target_reached", "neither", "mean_result", "mean_deepest_fall"),
    "effects": ("bank_edge_per_initial_stake", "bank_edge_kept_per_initial_stake"),
    "solve": ("punter_ev_per_deal", "exploitability", "iterations"),
    "odds": ("chance_pontoon", "chance_pair", "chance_two_aces", "chance_three_sevens", "chance_sticking_hand"),
    "chart": ("banker_share_bust", "punter_share_bust", "banker_share_five_card_trick"),
}


def refuse_measure(command: str, name: str) -> None:
    """Refuse a measure that no cell of the command can have.

    Raises
    ------
    ValueError
        With a sentence.
    """
    if command == "edge":
        is_known, meant = name in EDGE, EDGE
    else:
        is_known, meant = any(re.fullmatch(one, name) for one in _NAMES[command]), _MEANT[command]
    if not is_known:
        raise ValueError(f"a plot names the measure {name!r}, which no cell has{did_you_mean(name, meant)}")
