"""Rule systems that contradict themselves, and settings without effect: refused, each in a sentence."""

from __future__ import annotations

from typing import Any

from .errors import RulesError
from .rulebook import TRICK_PAYOUTS, Rules

_CONTRADICTIONS: tuple[tuple[Any, str], ...] = (
    (
        lambda r: r.stake_min > r.stake_max,
        "stake_min={r.stake_min} is above stake_max={r.stake_max}: the smallest stake cannot exceed the "
        "largest; swap or change them.",
    ),
    (
        lambda r: r.first_buy_max and r.first_buy_min > r.first_buy_max,
        "first_buy_min={r.first_buy_min} is above first_buy_max={r.first_buy_max}: lower the one or raise the other.",
    ),
    (
        lambda r: r.five_card_trick != "none" and r.max_cards == "none",
        "max_cards=none contradicts five_card_trick={r.five_card_trick}: a trick ends a hand at five cards; set "
        "five_card_trick=none too.",
    ),
    (
        lambda r: r.natural_from_all and r.banker_pontoon_shown == "after-play",
        "natural_from_all=true contradicts banker_pontoon_shown=after-play: the deal ends at once; set "
        "banker_pontoon_shown=at-once.",
    ),
    (
        lambda r: r.natural_from_all and r.pontoon_ranking != "equal",
        "natural_from_all=true contradicts pontoon_ranking={r.pontoon_ranking}: holders of pontoons do not "
        "settle with each other; set pontoon_ranking=equal.",
    ),
    (
        lambda r: not r.ace_ten_is_pontoon and r.pontoon_ranking == "picture-beats-ten",
        "pontoon_ranking=picture-beats-ten contradicts ace_ten_is_pontoon=false: no pontoon holds a ten; set "
        "pontoon_ranking=equal.",
    ),
    (
        lambda r: r.natural_from_all and r.shoot,
        "natural_from_all=true contradicts shoot=true: a natural ends the deal before shots are settled; set one of "
        "them to false.",
    ),
)


def spelt(value: Any) -> str:
    """A value as people write it: flags as in TOML, text without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check(rules: Rules, said: dict[str, Any], base: dict[str, Any]) -> Rules:
    """Refuse contradictions, and fields that somebody changed although they have no effect.

    Parameters
    ----------
    rules : Rules
    said : dict
        The fields that the last layer (a file, or ``--set``) named itself, with their values.
    base : dict
        All fields before that layer: to repeat a value that has no effect is no fault, but for the payout of a
        five-card trick where there is none.

    Raises
    ------
    RulesError
        With one sentence for each contradiction.
    """
    faults = [text.format(r=rules) for wrong, text in _CONTRADICTIONS if wrong(rules)]
    for name, why in rules.dormant().items():
        repeats = name not in TRICK_PAYOUTS and said.get(name) == base.get(name)
        if said.get(name) is not None and not repeats and not (name == "max_hands" and said[name] == 1):
            faults.append(f"{name}={spelt(said[name])} has no effect with {why}: leave it out, or change that too.")
    if said.get("split", "none") != "none" and said.get("max_hands") == 1:
        faults.append(f"split={said['split']} contradicts max_hands=1: allow two hands or more, or set split=none.")
    if faults:
        raise RulesError(" ".join(faults))
    return rules
