"""What is special in a rule system, in a few words found from its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST = 5  # phrases of a line

# In order of interest: a field, the value spoken of (None: any that is not the standard one), and the phrase.
_PHRASES: tuple[tuple[str, Any, str], ...] = (
    ("natural_from_all", True, "a natural collects from everybody"),
    ("dealer", None, "a fixed dealer ({value})"),
    ("shoot", True, "punters shoot for a kitty of {kitty}"),
    ("royal_pontoon", True, "7-7-7 pays 3"),
    ("banker_doubles", "everything", "the banker may double all stakes"),
    ("banker_doubles", "ordinary", "the banker may double ordinary stakes"),
    ("pontoon_pays", None, "a pontoon pays {value}"),
    ("five_card_trick", "none", "no five-card trick"),
    ("five_card_trick", "level-with-21", "five cards are level with 21"),
    ("five_card_pays", None, "a five-card trick pays {value}"),
    ("first_buy_max", 0, "no buying"),
    ("burn", None, "{value} may be burnt"),
    ("brulet", "pool", "a brulet takes a pool"),
    ("brulet", "levy", "a brulet takes a levy"),
    ("ties", "stand-off", "ties stand off"),
    ("ties_at_21", "stand-off", "ties at 21 stand off"),
    ("split", "none", "no splitting"),
    ("split", "aces", "only aces split"),
    ("split", "value", "any two tens split"),
    ("pontoon_ranking", None, "pontoons rank ({value})"),
    ("ace_ten_is_pontoon", False, "ace and ten is no pontoon"),
    ("min_stick", 0, "sticking on any total"),
    ("min_stick", None, "sticking from {value}"),
    ("banker_pontoon_shown", "after-play", "the banker's pontoon shows after play"),
    ("max_buys", 1, "one buy a hand"),
    ("soft_21_may_draw", True, "a soft 21 may draw"),
    ("split_aces_one_card", True, "split aces get one card"),
    ("packs", 1, "one pack"),
    ("packs", None, "{value} packs"),
    ("stake_max", 1, "flat stakes"),
    ("stake_max", None, "stakes up to {value}"),
    ("bank_passes", "never", "the bank never passes"),
    ("bank_passes", "sale", "the bank is sold"),
    ("bank_passes", None, "the bank passes by {value}"),
    ("shuffle", None, "shuffled {value}"),
    ("first_banker", None, "{value} banks first"),
)


def what_is_special(fields: Mapping[str, Any], standard: Mapping[str, Any]) -> str:
    """The most telling differences from the standard game.

    Parameters
    ----------
    fields, standard : mapping
        Effective fields of a system and of the standard one.
    """
    differ = {name: value for name, value in fields.items() if value is not None and value != standard[name]}
    said: dict[str, str] = {}
    for name, value, phrase in _PHRASES:
        if name in differ and name not in said and value in (None, differ[name]):
            said[name] = phrase.format_map({**fields, "value": _words(differ[name])})
    if not said:
        return "the standard game in every field" if not differ else "the standard game, but for small things"
    phrases = list(said.values())
    more = f", and {len(phrases) - MOST} more" if len(phrases) > MOST else ""
    return ", ".join(phrases[:MOST]) + more


def _words(value: Any) -> Any:
    """A value as words; names of policies stay names."""
    return value.replace("-", " ") if isinstance(value, str) and not value.startswith("stick-") else value
