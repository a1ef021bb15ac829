"""Why a hand won or lost against the banker's, in words that name the rule."""

from __future__ import annotations

from ..law import HIGH_SINGLE, NOT_PLAYED, PONTOON, ROYAL, TRICK, TWENTY_ONE
from ..rulebook import Rules
from .verdict import HandSoFar


def reason(rules: Rules, hand: HandSoFar, klass: int, gain: float, bank: HandSoFar, bank_class: int) -> str:
    """The clause that says why.

    Parameters
    ----------
    rules : Rules
    hand, bank : HandSoFar
        The punter's hand and the banker's.
    klass, bank_class : int
        Their classes.
    gain : float
        What the hand won or lost without its shot.
    """
    if klass == 0:
        return "bust, the stake is lost at once"
    if klass == ROYAL:
        return "a royal pontoon beats everything and is paid 3 to 1"
    is_pontoon = PONTOON <= klass <= HIGH_SINGLE
    if PONTOON <= bank_class < NOT_PLAYED:
        return _against_pontoon(rules, is_pontoon, gain)
    if is_pontoon:
        return f"a pontoon beats the banker's {_named(bank, bank_class)} and is paid {_times(hand, gain)}"
    level = rules.five_card_trick == "level-with-21"
    if TRICK in (klass, bank_class) and not level:
        return _with_trick(klass, bank_class, bank)
    if bank_class == 0:
        return f"the banker is bust on {bank.total}"
    return _by_total(rules, min(klass, TWENTY_ONE), min(bank_class, TWENTY_ONE), gain)


def _against_pontoon(rules: Rules, is_pontoon: bool, gain: float) -> str:
    if gain > 0:
        return f"it outranks the banker's pontoon (pontoon_ranking={rules.pontoon_ranking})"
    if gain == 0:
        return f"{'pontoon against pontoon' if is_pontoon else 'a pontoon of the banker'}, and nothing is paid"
    return "pontoon against pontoon, the banker wins" if is_pontoon else "the banker's pontoon beats it"


def _with_trick(klass: int, bank_class: int, bank: HandSoFar) -> str:
    if klass == bank_class:
        return "five cards against five, the banker wins"
    if bank_class == TRICK:
        return "the banker's five-card trick beats it"
    return f"a five-card trick beats the banker's {_named(bank, bank_class)}"


def _by_total(rules: Rules, mine: int, his: int, gain: float) -> str:
    if mine != his:
        return f"{mine} beats the banker's {his}" if mine > his else f"the banker's {his} beats {mine}"
    if gain < 0 and rules.ties == "stand-off":
        return "level with 21 but no equal total, the banker wins"
    if gain < 0:
        return f"{mine} v {his}, equal totals go to the banker (ties=banker)"
    by = "ties" if rules.ties == "stand-off" else "ties_at_21"
    return f"{mine} v {his}, equal totals stand off ({by}=stand-off)"


def _named(bank: HandSoFar, bank_class: int) -> str:
    if bank_class == 0:
        return f"bust {bank.total}"
    return "five-card trick" if bank_class == TRICK else str(bank.total)


def _times(hand: HandSoFar, gain: float) -> str:
    stake = hand.initial + sum(hand.added)
    return f"{gain // stake:g} to 1" if gain % stake == 0 else f"{gain}"
