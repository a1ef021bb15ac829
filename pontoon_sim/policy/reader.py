"""The name `reads-the-table`: a banker who sees stakes, buys and face-up cards, and knows how his punters play."""

from __future__ import annotations

import hashlib

import numpy as np

from ..cards import TEN
from ..errors import LaterError, PolicyError, quoted
from ..law import plain_law
from ..rulebook import Rules
from .mixed.policies import check_punters
from .names import READS, options_of, sealed
from .reading.build import read_books
from .stakes import StakeSchedule
from .tables import BankerPolicy, PunterPolicy

_BUSTS = ("shown", "hidden")


def reading_banker(name: str, rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule]) -> BankerPolicy:
    """The banker who reads a table of given punters.

    Before he sticks or draws he knows each hand's stake, what was bought and for how much, the twisted cards (which
    lie face up), pontoons, the first card of split hands, and the cards of hands that are bust. He knows how his
    punters play and stake. Of what they hide he makes what follows from that, hand by hand. He never doubles. Where the
    pack is played on he does not remember what went before: each time he reckons with all cards less what he sees.

    Parameters
    ----------
    name : str
        ``reads-the-table``, with the option ``:busts=hidden`` where bust hands go away unseen.
    rules : Rules
    punters, stakes : list of PunterPolicy, list of StakeSchedule
        By seat.

    Raises
    ------
    PolicyError
        For an unknown option.
    LaterError, OptionError
        Where rules or punters are not read yet, and as from `mixed.policies.check_punters`.
    """
    busts = options_of(name, ("busts",)).get("busts", _BUSTS[0])
    if busts not in _BUSTS:
        raise PolicyError(f"{quoted(name)}: busts are shown or hidden, not {quoted(busts)}: write one of these.")
    _refuse(rules, punters)
    check_punters(punters, stakes)
    books = read_books(rules, punters, stakes, busts == "hidden")
    sealed(*(array for array in books if isinstance(array, np.ndarray)))
    known = [busts, *(one.digest for one in punters), *(one.digest for one in stakes)]
    digest = hashlib.blake2b(" ".join([READS, rules.rules_id, *known]).encode(), digest_size=6).hexdigest()
    draws = np.tile(np.array(plain_law(rules).open, np.int8), (2, 1))
    doubles = np.zeros(16, np.int8)
    sealed(draws, doubles)
    return BankerPolicy(name.strip(), digest, draws, doubles, books)


def _refuse(rules: Rules, punters: list[PunterPolicy]) -> None:
    """Refuse what he would misread."""
    if rules.dealer:
        raise LaterError(
            f"Under {rules.name!r} the dealer draws by a fixed rule ({rules.dealer}) and reads nothing: leave the "
            "banker out, or choose rules of the home."
        )
    if rules.natural_from_all:
        raise LaterError(
            "A banker who reads the table is not built for rules by which a natural collects from all: set "
            "natural_from_all=false, or name another banker."
        )
    if rules.brulet != "none":
        raise LaterError(
            "A banker who reads the table does not remember the two cards of a brulet: set brulet=none, or name "
            "another banker."
        )
    for policy in punters:
        if rules.split == "value" and not rules.ace_ten_is_pontoon and policy.ever_splits[TEN]:
            raise LaterError(
                "A banker who reads the table is not built for tens that are split by value while only some of them "
                "make a pontoon: set split=rank, or name another banker."
            )
        if policy.ever_burns:
            raise LaterError(
                f"A banker who reads the table does not understand burnt hands yet, and {policy.name!r} burns: leave "
                "burn=yes out, or name another banker."
            )


__all__ = ["reading_banker"]
