"""What the self-check looks at: rule systems and their variations, with policies that use what the rules offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..presets import rules as find_rules
from ..rulebook import Rules


class Case(NamedTuple):
    """A table to simulate and to work out exactly: arguments of `house_edge.edge`, one punter unless more are named."""

    rules: Rules
    punter: tuple[str, ...]
    banker: str
    stakes: str = "min"

    def arguments(self) -> dict[str, Any]:
        """As `edge` takes them."""
        return {
            "rules": self.rules,
            "punters": len(self.punter),
            "punter": list(self.punter),
            "banker": self.banker,
            "stakes": self.stakes,
        }


class Short(NamedTuple):
    """A table with a short pack, small enough to be dealt out in every order."""

    rules: Rules
    punter: tuple[str, ...]
    banker: str
    stakes: str
    cards: dict[str, int]


def cases_for(rules: Rules) -> Iterator[Case]:
    """The cases of a rule system: each thing that it allows is done by somebody."""
    banker = rules.dealer or "stick-17"
    several = rules.stake_max >= 3 * rules.stake_min and rules.stakes_when == "after-first-card"
    least = rules.stake_min
    stakes = f"A={3 * least},T={2 * least},*={least}" if several else "min"
    yield Case(rules, ("stick-16",), banker)
    if several:
        yield Case(rules, ("stick-17",), "stick-16", stakes)
    plays = ["stick-16"]
    if rules.first_buy_max:
        yield Case(rules, ("buy-16",), banker, stakes)
        plays.append("buy-15")
    if rules.splits:
        ranks = {"aces": "A", "rank": "A,8", "value": "A,8,T"}[rules.split]
        plays.append(f"{'minbuy' if rules.first_buy_max else 'stick'}-16:split={ranks}")
        yield Case(rules, (plays[-1],), banker, stakes)
    yield Case(rules, tuple((plays * 3)[:3]), banker, stakes)
    if rules.banker_doubles != "no":
        yield Case(rules, (plays[-1],), f"{banker}:double=A,T,J,Q,K", stakes)


#: Variations of presets: the preset, fields, punters' policies, the banker's, stakes.
_VARIATIONS: tuple[tuple[str, dict[str, Any], tuple[str, ...], str, str], ...] = (
    ("pagat", {"banker_pontoon_shown": "after-play"}, ("buy-16:split=A,8",), "stick-17", "A=5,*=1"),
    ("pagat", {"five_card_trick": "level-with-21", "drawn_21_pays": 2}, ("buy-16",), "stick-17", "min"),
    ("pagat", {"five_card_trick": "none"}, ("buy-17",), "stick-17/18", "min"),
    ("pagat", {"five_card_pays": 1.5, "soft_21_may_draw": True}, ("stick-17",), "stick-18", "max"),
    ("pagat", {"royal_pontoon": True}, ("stick-16", "stick-21"), "stick-17", "min"),
    ("pagat", {"packs": 2}, ("buy-16:split=A,8",), "stick-17", "A=5,*=1"),
    ("pagat", {"packs": 8}, ("buy-16:split=A,8", "stick-15"), "stick-17", "A=5,*=1"),
    ("pagat", {"ties": "stand-off", "banker_pontoon_takes": 1, "pontoon_pays": 3}, ("stick-16",), "stick-16", "min"),
    ("pagat", {"ace_ten_is_pontoon": False}, ("stick-16:split=T,J",), "stick-17", "T=3,K=2,*=1"),
    ("pagat", {"pontoon_ranking": "picture-beats-ten"}, ("stick-16",), "stick-17", "A=3,*=1"),
    ("pagat", {"split": "value", "max_hands": 3}, ("stick-16:split=T,8",), "stick-17", "min"),
    ("pagat", {"split_pontoon": "single", "max_hands": 2}, ("stick-16:split=A,9",), "stick-16/18", "max"),
    ("pagat", {"buy_after_twist": True, "max_buys": 2, "first_buy_min": 0}, ("minbuy-17",), "stick-17", "A=4,*=2"),
    ("pagat", {"banker_doubles": "ordinary"}, ("buy-16:split=8",), "stick-17:double=A,K", "min"),
    ("pagat", {"banker_completes": True, "shuffle": "after-punter-pontoon"}, ("buy-16",) * 3, "stick-17", "min"),
    ("pagat", {"natural_from_all": True}, ("stick-16", "buy-16", "stick-17"), "stick-17", "A=5,K=2,*=1"),
    ("vingt-un-1850", {"brulet": "levy"}, ("stick-16", "stick-17:split=A"), "stick-17", "A=6,*=1"),
    ("vingt-un-1850", {"bank_passes": "rotation-on-any-natural"}, ("stick-15",), "stick-17:double=A,T", "A=3,*=1"),
    ("pontoon-1939", {"buy_cap_after_double": "undoubled"}, ("buy-16:split=A,8",), "stick-17:double=A,9", "A=3,*=1"),
)


def variations(name: str) -> Iterator[Case]:
    """The cases that change a preset of that name."""
    for preset, changes, punter, banker, stakes in _VARIATIONS:
        if preset == name:
            yield Case(find_rules(preset, **changes), punter, banker, stakes)


_LITTLE = {"A": 2, "T": 2, "K": 2, "9": 3}
_SHORT: tuple[tuple[str, dict[str, Any], tuple[str, ...], str, str, dict[str, int]], ...] = (
    ("pagat", {}, ("stick-16",), "stick-17", "min", {"A": 2, "6": 2, "8": 3, "T": 3, "K": 2}),
    ("pagat", {}, ("buy-16",), "stick-16", "A=3,*=1", {"A": 2, "6": 2, "8": 3, "T": 3, "K": 2}),
    ("pagat", {}, ("stick-15:split=8",), "stick-15", "min", {"8": 4, "7": 3, "T": 4, "9": 3}),
    ("pagat", {"max_hands": 3}, ("stick-15:split=8",), "stick-15", "8=2,*=1", {"8": 4, "9": 3, "T": 4}),
    ("pagat", {"max_hands": 2}, ("buy-15:split=9",), "stick-15", "min", {"9": 4, "A": 1, "T": 5}),
    ("pagat", {"split": "value", "max_hands": 2}, ("stick-15:split=T",), "stick-15", "min",
     {"T": 2, "K": 2, "9": 3, "7": 3}),
    ("pagat", {"split_pontoon": "drawn-21"}, ("stick-15:split=T",), "stick-15", "min",
     {"T": 3, "A": 2, "9": 3, "8": 3}),
    ("pagat", {"pontoon_ranking": "picture-beats-ten", "banker_pontoon_shown": "after-play"}, ("stick-15",), "stick-15",
     "T=2,*=1", _LITTLE),
    ("pagat", {"ace_ten_is_pontoon": False}, ("stick-15",), "stick-15", "min", _LITTLE),
    ("pagat", {"banker_doubles": "ordinary"}, ("buy-15",), "stick-15:double=A,K", "min", {**_LITTLE, "9": 4}),
    ("pagat", {"shuffle": "after-punter-pontoon"}, ("stick-15", "stick-15"), "stick-15", "A=2,*=1",
     {**_LITTLE, "9": 4}),
    ("pagat", {"burn": 13}, ("buy-16:burn=yes",), "stick-16", "3=3,*=1",
     {"3": 1, "T": 3, "K": 2, "9": 2, "4": 1, "8": 1}),
    ("pagat", {"burn": 14, "royal_pontoon": True}, ("stick-16:burn=yes",), "stick-16", "min",
     {"7": 4, "T": 3, "A": 1, "5": 1, "9": 2}),
    ("pagat", {"burn": 13, "max_hands": 3}, ("stick-15:burn=yes:split=8",), "stick-15", "8=2,*=1",
     {"8": 4, "5": 2, "T": 6}),
    ("pontoon-1939", {"ace_ten_is_pontoon": False}, ("stick-15",), "stick-15:double=K", "min", _LITTLE),
    ("vingt-un-1850", {"pontoon_ranking": "picture-beats-ten"}, ("stick-15",), "stick-15:double=T", "min", _LITTLE),
    ("pontoon-2011", {"min_stick": 12}, ("stick-12:split=A",), "stick-12", "min", {"A": 3, "K": 4, "9": 4}),
    ("pontoon-1939", {"bank_passes": "rotation-on-any-natural", "shuffle": "after-pontoon"}, ("stick-15",), "stick-15",
     "A=2,K=3,*=1", {**_LITTLE, "8": 3}),
    ("vingt-un-1850", {}, ("stick-14",), "stick-14:double=A,T", "A=2,*=1", {**_LITTLE, "7": 2}),
    ("vingt-un-1850", {"brulet": "levy", "shuffle": "after-pontoon"}, ("stick-14",), "stick-14:double=A,T",
     "A=2,K=3,*=1", {**_LITTLE, "7": 2}),
    ("vingt-un-1850", {"brulet": "pool", "shuffle": "after-pontoon", "split": "none"}, ("stick-12", "stick-12"),
     "stick-12", "A=2,K=3,*=1", {"A": 2, "K": 2, "9": 3, "8": 2}),
    ("vingt-un-1800", {}, ("stick-15",), "stick-15", "min", {**_LITTLE, "7": 2}),
    ("vingt-un-1800", {"stakes_when": "after-first-card", "stake_max": 5}, ("stick-12", "stick-15"), "stick-12",
     "A=5,K=3,*=1", {"A": 3, "T": 2, "K": 1, "9": 2, "8": 2}),
    ("vingt-un-1800", {"ace_ten_is_pontoon": False, "split": "rank", "max_hands": 2}, ("stick-12:split=K", "stick-12"),
     "stick-12", "min", {"A": 2, "T": 1, "K": 3, "Q": 1, "9": 1, "8": 1}),
)  # fmt: skip


def short_packs(name: str | None = None) -> list[Short]:
    """The short packs of a preset, or of all."""
    return [
        Short(find_rules(preset, **changes), punter, banker, stakes, cards)
        for preset, changes, punter, banker, stakes, cards in _SHORT
        if name in (None, preset)
    ]
