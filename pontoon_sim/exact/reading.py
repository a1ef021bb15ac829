"""The banker who reads the table, exactly, against one punter: for all that the table may show, his best play.

What he sees of the one hand against him is all that he knows besides his own cards: so he plays each sight of it as
well as can be, and what that is worth beyond a play that looks at its own hand only is added to that one's account.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..cards import TEN
from ..errors import LaterError
from ..policy.banker import banker_policy
from ..policy.mixed.policies import decides_by_chance
from ..policy.reader import may_double
from ..policy.reading.sorts import sorts_of
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .deck import Deck, Packs, deck_of
from .lasts import can_run_out
from .sights import VALUES, Sights
from .table import ExactTable, exact_table

FIXED = "stick-17"  # a banker whose account is known: only what the reader gains more is worked out here


def reading_table(
    rules: Rules, punters: list[PunterPolicy], banker: BankerPolicy, stakes: list[StakeSchedule], packs: Packs
) -> ExactTable:
    """The exact table of a banker who reads his one punter: the best response of any banker who sees what he sees.

    Parameters
    ----------
    rules, punters, banker, stakes, packs
        As for `exact_table`.

    Raises
    ------
    LaterError
        For several punters, splits, an infinite pack, and where tens are told apart.
    """
    deck = deck_of(packs)
    _refuse(rules, punters, stakes, deck)
    if may_double(banker.name, rules, punters, stakes):
        raise LaterError(
            "A banker who reads the table and doubles is not worked out exactly: name him reads-the-table:double=no, "
            "set banker_doubles=no, or use --method mc."
        )
    fixed = banker_policy(FIXED, rules)
    found = exact_table(rules, punters, fixed, stakes, packs)
    more = Sights(rules, punters[0], stakes[0], int(deck.size) // 52).gains_over(fixed.draws[0].astype(bool))
    (seat,) = found.seats
    by_card = seat.by_card - np.concatenate([more[:TEN], [more[TEN] / 4] * 4]) * 13
    account = replace(seat.account, gain=seat.account.gain - float(more.sum()), square=float("nan"))
    why = "It is not followed how often a banker who reads the table ends with which hand."
    return replace(
        found,
        seats=(seat._replace(account=account, by_card=by_card),),
        gain=float(found.gain + more.sum()),
        variance=None,
        banker_outcomes=None,
        runs_out=not decides_by_chance(*punters, *stakes) and can_run_out(rules, punters, banker, deck),
        reasons=found.reasons | {"variance_per_deal": why, "banker_outcomes": why},
    )


def _refuse(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], deck: Deck) -> None:
    who = "A banker who reads the table is worked out exactly"
    if len(punters) > 1:
        raise LaterError(f"{who} against one punter only: use --punters 1, or --method mc.")
    if deck.infinite or deck.size % 52:
        raise LaterError(f"{who} for whole packs only: use --pack fresh, or --method mc.")
    if punters[0].ever_splits.any():
        raise LaterError(
            f"{who} against a punter who does not split, for split hands are seen together: leave split=... out of "
            f"{punters[0].name!r}, or use --method mc."
        )
    if punters[0].ever_burns:
        raise LaterError(
            f"{who} against a punter who does not burn, for burnt cards are hidden beside those he holds: leave "
            f"burn=yes out of {punters[0].name!r}, or use --method mc."
        )
    if len(sorts_of(rules, punters, stakes).ranks) > VALUES:
        raise LaterError(
            f"{who} where ten, jack, queen and king are all alike: stake the same on them (as in A=5,*=1), set "
            "ace_ten_is_pontoon=true, or use --method mc."
        )


__all__ = ["reading_table"]
