"""What follows a deal, exactly: how often the rules call for a shuffle, and how often they move the bank."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from ..aftermath import SALE, rotation
from ..cards import ACE
from ..law import pontoon_level
from ..policy.tables import PunterPolicy
from ..rulebook import Rules
from .brulets import brulets
from .deck import TENS, Deck, Packs, deck_of, eligible_tens, falling


class Pontoons(NamedTuple):
    """Chances of pontoons dealt in two cards, split hands left aside.

    Attributes
    ----------
    punter, either : float
        Some punter holds one; some punter or the banker does.
    bank : float
        The banker holds one.
    shown : float or None
        The banker shows one; None where that hangs on whether all punters are bust.
    """

    punter: float
    either: float
    bank: float
    shown: float | None


def some_pontoon(rules: Rules, hands: int, packs: Packs) -> float:
    """The chance that one of so many hands of two cards is a pontoon, by inclusion and exclusion."""
    return _some(rules, deck_of(packs), hands)


def natural_hands(rules: Rules, deck: Deck, hands: int) -> float:
    """The chance that so many given hands are all pontoons."""
    aces, tens = float(deck.ranks[ACE]), float(deck.ranks[eligible_tens(rules)].sum())
    pairs = falling(aces, hands, deck.infinite) * falling(tens, hands, deck.infinite)
    return 2**hands * pairs / falling(deck.size, 2 * hands, deck.infinite) if pairs else 0.0


def _some(rules: Rules, deck: Deck, hands: int) -> float:
    return sum((-1) ** (n + 1) * comb(hands, n) * natural_hands(rules, deck, n) for n in range(1, hands + 1))


def pontoons(rules: Rules, punters: int, deck: Deck, shown: float | None) -> Pontoons:
    """The chances of pontoons at a table; `shown` is handed through."""
    punter, either = (_at_table(rules, deck, hands) for hands in (punters, punters + 1))
    return Pontoons(punter, either, _some(rules, deck, 1), shown)


def _at_table(rules: Rules, deck: Deck, hands: int) -> float:
    """`_some` with seat 1 among the hands: where a brulet is looked for, its first card may be the second of the pack.

    See `brulets`: deals with a brulet are put in the place of what they would have been without a look.
    """
    chance = _some(rules, deck, hands)
    for brulet in brulets(rules, deck):
        looked = _some(rules, brulet.rest, hands)
        not_looked = sum(_some_with(rules, brulet.rest, first, hands) for first in (ACE, brulet.ten)) / 2
        chance += brulet.chance * (looked - not_looked)
    return chance


def _some_with(rules: Rules, deck: Deck, first: int, hands: int) -> float:
    """The same chance when the first card of one of the hands is known (and no longer in the deck)."""
    return sum(
        deck.chance(second)
        * (1.0 if pontoon_level(rules, first, second) else _some(rules, deck.without(second), hands - 1))
        for second in deck.there
    )


_HIDDEN = "The banker shows a pontoon unless every hand is bust, and that ties hands together."
_BURNT = "A pontoon may also come of cards that were burnt, and that is not counted."
_SPLIT = "Pontoons of split hands call for a shuffle too, and hands of a split pair are correlated."


def bank_changes(rules: Rules, policies: list[PunterPolicy], found: Pontoons, reasons: dict[str, str]) -> float | None:
    """How often the bank moves, per deal; the first round of a deal (misericorde) is left aside."""
    if rules.bank_passes == "rotate-every":
        return rotation(rules, len(policies))
    if rules.bank_passes == "never":
        return 0.0
    if rules.bank_passes != "sale" and any(policy.ever_burns for policy in policies):
        reasons["bank_changes_per_deal"] = _BURNT
        return None
    if rules.bank_passes == "eldest-natural":
        return found.punter
    if rules.bank_passes == "rotation-on-any-natural":
        return _any_pontoon(found, "bank_changes_per_deal", reasons)
    if rules.bank_passes == "sale":
        reasons["bank_changes_per_deal"] = SALE
        return None
    return found.either - found.bank  # a punter's, and none of the banker's: he always shows it to a pontoon


def shuffles(
    rules: Rules, policies: list[PunterPolicy], found: Pontoons, moves: float | None, reasons: dict[str, str]
) -> float | None:
    """How often the pack is shuffled, per deal."""
    if rules.shuffle in ("every-deal", "when-exhausted"):
        return float(rules.shuffle == "every-deal")
    if rules.shuffle == "on-bank-change":
        if moves is None:
            reasons["shuffles_per_deal"] = reasons["bank_changes_per_deal"]
        return moves
    if any(policy.ever_burns for policy in policies):
        reasons["shuffles_per_deal"] = _BURNT
        return None
    if rules.split_pontoon != "drawn-21" and any(policy.splits[[ACE, *TENS]].any() for policy in policies):
        reasons["shuffles_per_deal"] = _SPLIT
        return None
    if rules.shuffle == "after-punter-pontoon":
        return found.punter
    return _any_pontoon(found, "shuffles_per_deal", reasons)


def _any_pontoon(found: Pontoons, name: str, reasons: dict[str, str]) -> float | None:
    """A punter's pontoon, or one that the banker shows."""
    if found.shown is None:
        reasons[name] = _HIDDEN
        return None
    return found.either - found.bank + found.shown
