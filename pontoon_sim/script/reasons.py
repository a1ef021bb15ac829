"""Why a hand won or lost against the banker's, in words that name the rule."""

from __future__ import annotations

from ..law import HIGH_SINGLE, NOT_PLAYED, PONTOON, ROYAL, TRICK, TWENTY_ONE
from ..rulebook import Rules
from .verdict import HandSoFar


def reason(rules: Rules, hand: HandSoFar, klass: int, times: float, bank: HandSoFar, bank_class: int) -> str:
    """The clause that says why.

    Parameters
    ----------
    rules : Rules
    hand, bank : HandSoFar
        The punter's hand and the banker's.
    klass, bank_class : int
        Their classes.
    times : float
        The multiple of the stake that the hand won, or lost where it is negative.
    """
    if klass == 0:
        return "bust, the stake is lost at once"
    if klass == ROYAL:
        return f"a royal pontoon beats everything and is paid {times:g} to 1"
    is_pontoon = PONTOON <= klass <= HIGH_SINGLE
    if PONTOON <= bank_class < NOT_PLAYED:
        return _against_pontoon(rules, is_pontoon, times)
    if is_pontoon:
        return f"a pontoon beats the banker's {_named(bank, bank_class)} and is paid {times:g} to 1"
    level = rules.five_card_trick == "level-with-21"
    if TRICK in (klass, bank_class) and not level:
        return _with_trick(klass, bank_class, bank) + _multiple(times)
    if bank_class == 0:
        return f"the banker is bust on {bank.total}" + (f" and pays 21 {times:g} to 1" if times > 1 else "")
    return _by_total(rules, klass, bank_class, times)


def _multiple(times: float) -> str:
    """What is won or lost, where it is not the stake once."""
    if times > 0:
        return "" if times == 1 else f" and is paid {times:g} to 1"
    return "" if times == -1 else f", taking {'twice' if times == -2 else f'{-times:g} times'} the stake"


def _against_pontoon(rules: Rules, is_pontoon: bool, times: float) -> str:
    if times > 0:
        outranks = f"it outranks the banker's pontoon (pontoon_ranking={rules.pontoon_ranking})"
        return f"{outranks} and is paid {times:g} to 1"
    if times == 0:
        return f"{'pontoon against pontoon' if is_pontoon else 'a pontoon of the banker'}, and nothing is paid"
    beaten = "pontoon against pontoon, the banker wins" if is_pontoon else "the banker's pontoon beats it"
    return beaten + _multiple(times)


def _with_trick(klass: int, bank_class: int, bank: HandSoFar) -> str:
    if klass == bank_class:
        return "five cards against five, the banker wins"
    if bank_class == TRICK:
        return "the banker's five-card trick beats it"
    return f"a five-card trick beats the banker's {_named(bank, bank_class)}"


def _by_total(rules: Rules, klass: int, bank_class: int, times: float) -> str:
    """By totals; five cards that are level with 21 count as that."""
    mine, his = min(klass, TWENTY_ONE), min(bank_class, TWENTY_ONE)
    if mine > his:
        winner = "five cards, level with 21, beat" if klass == TRICK else f"{mine} beats"
        paid = _multiple(times).replace("is", "are") if klass == TRICK else _multiple(times)
        return f"{winner} the banker's {his}{paid}"
    if mine < his:
        winner = "the banker's five cards, level with 21, beat" if bank_class == TRICK else f"the banker's {his} beats"
        return f"{winner} {mine}{_multiple(times)}"
    if times < 0 and rules.ties == "stand-off":
        return "level with 21 but no equal total, the banker wins"
    totals = " v ".join("five cards, level with 21," if one == TRICK else str(mine) for one in (klass, bank_class))
    if times < 0:
        return f"{totals.removesuffix(',')}, equal totals go to the banker (ties=banker)"
    by = "ties" if rules.ties == "stand-off" else "ties_at_21"
    return f"{totals.removesuffix(',')}, equal totals stand off ({by}=stand-off)"


def _named(bank: HandSoFar, bank_class: int) -> str:
    if bank_class == 0:
        return f"bust {bank.total}"
    return "five-card trick" if bank_class == TRICK else str(bank.total)
