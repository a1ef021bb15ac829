"""Written-down deals in short, for tests.

``P1:8H`` a card dealt · ``P1=2`` a stake · ``P1+twist:6S``, ``P1.2+buy3:6S``, ``P1+stick`` an action (of hand 1, of
hand 2) · ``P1!3`` a shot · ``double`` the banker's · ``cut:AS,KD`` his look at top and bottom card.
"""

from __future__ import annotations

import re
from typing import Any

_ACTION = re.compile(r"([a-z]+)(\d*)(?::(.+))?")


def opened(*hands: str, stake: int = 2, before: str = "") -> str:
    """The first two cards of every seat, the banker's last, with equal stakes; `before` comes ahead of the second."""
    seats = [*(f"P{number}" for number in range(1, len(hands))), "B"]
    first, second = zip(*(hand.split() for hand in hands), strict=True)
    words = [f"{seat}:{card}" for seat, card in zip(seats, first, strict=True)]
    words += [f"{seat}={stake}" for seat in seats[:-1]]
    words += [before, *(f"{seat}:{card}" for seat, card in zip(seats, second, strict=True))]
    return " ".join(words)


def deal(script: str, rules: str = "pagat", changes: dict[str, Any] | None = None, **keys: Any) -> dict[str, Any]:
    """The document of a deal; further keys of it by name."""
    events = [_event(word) for word in script.split()]
    punters = {event["seat"] for event in events} - {"B"}
    players = [*sorted(punters, key=lambda seat: int(seat[1:])), "B"]
    return {"rules": rules, "set": changes or {}, "players": players, "banker": "B", "events": events} | keys


def _event(word: str) -> dict[str, Any]:
    if word == "double":
        return {"type": "banker_double", "seat": "B"}
    if word.startswith("cut:"):
        top, bottom = word.removeprefix("cut:").split(",")
        return {"type": "brulet_check", "seat": "B", "top": top, "bottom": bottom}
    who, sign, what = re.split(r"([:=+!])", word, maxsplit=1)
    seat, _, hand = who.partition(".")
    if sign == ":":
        return {"type": "deal", "seat": seat, "card": what} | ({"hand": int(hand)} if hand else {})
    if sign == "=":
        return {"type": "stake", "seat": seat, "amount": int(what)}
    if sign == "!":
        return {"type": "shoot", "seat": seat, "hand": int(hand or 1), "amount": int(what)}
    action, amount, cards = _ACTION.fullmatch(what).groups()
    event: dict[str, Any] = {"type": "action", "seat": seat, "hand": int(hand or 1), "action": action}
    if amount:
        event["amount"] = int(amount)
    return event | ({"cards": cards.split(",")} if cards else {})
