"""Who banks first."""

from __future__ import annotations

from math import comb

from ..rulebook import Rules


def first_banker_chances(rules: Rules, punters: int) -> list[float]:
    """The chance of each chair to bank first, the chair that is dealt to first at the head.

    By the highest card everybody's chance is the same, for ties are drawn again. Where cards are dealt round the table
    until the first jack (or ace) falls, of which a pack of ``c`` cards has ``m``, that is card ``i`` (from 0) with
    chance ``C(c - 1 - i, m - 1) / C(c, m)``: the other ones all lie behind it. A chair's chance is the sum over its
    cards, so who is dealt to sooner banks first a little more often.

    Parameters
    ----------
    rules : Rules
    punters : int
        Of a deal: there is one chair more.
    """
    persons, packs = punters + 1, rules.packs_for(punters)
    if rules.first_banker == "highest-card":
        return [1 / persons] * persons
    cards, wanted = 52 * packs, 4 * packs
    ways = [comb(cards - 1 - card, wanted - 1) for card in range(cards)]
    return [sum(ways[chair::persons]) / comb(cards, wanted) for chair in range(persons)]
