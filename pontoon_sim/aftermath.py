"""What follows a deal: who banks next, and whether the pack is shuffled.

Pure functions of the law and of a table whose deal has been settled; the simulator counts with them, compiled.
"""

from __future__ import annotations

from .jit import jitable
from .law import (
    AFTER_PONTOON,
    AFTER_PUNTER_PONTOON,
    EVERY_DEAL,
    ON_BANK_CHANGE,
    ROTATES_BY_COUNT,
    ROTATES_ON_ANY,
    ROTATES_ON_NATURAL,
    STAYS,
    TO_ELDEST,
    TO_PONTOON,
)
from .rulebook import Rules
from .tabletop import BANK_PONTOON, ELDEST, PUNTER_PONTOON

#: Why nobody can say how often a bank that is sold changes hands.
SALE = "Sales of the bank are agreed between deals."


def rotation(rules: Rules, punters: int) -> float:
    """How often a bank that rotates by count moves, per deal."""
    return 1 / (punters + 1 if rules.rotate_every == "players" else rules.rotate_every)


@jitable
def bank_moves(law, table, first_round, held):
    """The seat that takes the bank, counted from 0, or ``table.punters`` when it stays.

    Parameters
    ----------
    law : Law
    table : Table
        After `play_deal`.
    first_round : int
        Whether this was the first round of a deal, in which misericorde protects the banker.
    held : int
        Deals for which the banker has held the bank, this one included.
    """
    punters = table.punters
    if law.passes == STAYS:
        return punters
    if law.passes == ROTATES_BY_COUNT:
        every = law.rotate_every if law.rotate_every else punters + 1
        return 0 if held % every == 0 else punters
    if law.misericorde and first_round:
        return punters
    eldest = table.result[ELDEST]
    bank_pontoon = table.result[BANK_PONTOON] > 0
    if law.passes == TO_ELDEST:
        return eldest
    if law.passes == TO_PONTOON:
        return punters if bank_pontoon else eldest
    if law.passes == ROTATES_ON_ANY:
        return 0 if bank_pontoon or eldest < punters else punters
    if law.passes == ROTATES_ON_NATURAL:
        return 0 if eldest < punters and not bank_pontoon else punters
    return punters


@jitable
def shuffles(law, table, moved):
    """Whether the rules call for a shuffle after this deal: 1 or 0. `moved`: the bank changes hands."""
    rule = law.shuffle_rule
    if rule == EVERY_DEAL:
        return 1
    if rule == ON_BANK_CHANGE:
        return 1 if moved else 0
    if rule == AFTER_PUNTER_PONTOON:
        return 1 if table.result[PUNTER_PONTOON] else 0
    if rule == AFTER_PONTOON:
        return 1 if table.result[PUNTER_PONTOON] or table.result[BANK_PONTOON] > 0 else 0
    return 0
