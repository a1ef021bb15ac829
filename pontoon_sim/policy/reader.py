"""The name `reads-the-table`: a banker who sees stakes, buys and face-up cards, and knows how his punters play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..errors import LaterError, PolicyError, quoted
from ..law import plain_law
from ..rulebook import Rules
from .mixed.policies import check_punters, decides_by_chance
from .names import READS, options_of, sealed
from .reading.build import read_books
from .reading.eyes import Books
from .reading.look import RANK_ROOM
from .stakes import StakeSchedule
from .tables import BankerPolicy, PunterPolicy

_BUSTS, _DOUBLE = ("shown", "hidden"), ("yes", "no")

#: What a double gains against one punter, by the stake and the rank of the banker's first card, from so many packs.
DoublingWorth = Callable[[Rules, PunterPolicy, StakeSchedule, int], dict[int, NDArray[np.float64]]]


def reading_banker(
    name: str,
    rules: Rules,
    punters: list[PunterPolicy],
    stakes: list[StakeSchedule],
    doubling: DoublingWorth,
) -> BankerPolicy:
    """The banker who reads a table of given punters.

    Before he sticks or draws he knows each hand's stake, what was bought and for how much, the twisted cards (which
    lie face up), pontoons, the first card of split hands, and the cards of hands that are bust. He knows how his
    punters play and stake. Of what they hide he makes what follows from that, hand by hand. He doubles where `doubling`
    adds up to a gain over the stakes that he then sees (see `may_double`). Where the pack is played on he does not
    remember what went before: each time he reckons with all cards less what he sees.

    Parameters
    ----------
    name : str
        ``reads-the-table``, with the options ``:busts=hidden`` where bust hands go away unseen, and ``:double=no``.
    rules : Rules
    punters, stakes : list of PunterPolicy, list of StakeSchedule
        By seat.
    doubling : callable
        Asked for each unlike punter where he may double.

    Raises
    ------
    PolicyError
        For an unknown option.
    LaterError, OptionError
        Where rules or punters are not read yet, and as from `mixed.policies.check_punters`.
    """
    busts, doubles = _options(name)["busts"], may_double(name, rules, punters, stakes)
    _refuse(rules, punters)
    check_punters(punters, stakes)
    books = read_books(rules, punters, stakes, busts == "hidden", doubles)
    if doubles:
        _reckon(books, rules, punters, stakes, doubling)
    sealed(*(array for array in books if isinstance(array, np.ndarray)))
    known = [busts, *(["double"] if doubles else []), *(one.digest for one in punters), *(one.digest for one in stakes)]
    digest = hashlib.blake2b(" ".join([READS, rules.rules_id, *known]).encode(), digest_size=6).hexdigest()
    draws = np.tile(np.array(plain_law(rules).open, np.int8), (2, 1))
    none = np.zeros(16, np.int8)
    sealed(draws, none)
    return BankerPolicy(name.strip(), digest, draws, none, books)


def may_double(name: str, rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule]) -> bool:
    """Whether he may double and reckons with it: where a double counts for all, and nobody burns or decides by chance.

    Raises
    ------
    PolicyError
        For an unknown option.
    """
    reckons = not decides_by_chance(*punters, *stakes) and not any(policy.ever_burns for policy in punters)
    return _options(name)["double"] == "yes" and rules.banker_doubles == "everything" and reckons


def _options(name: str) -> dict[str, str]:
    found = {"busts": _BUSTS[0], "double": _DOUBLE[0]} | options_of(name, ("busts", "double"))
    if found["busts"] not in _BUSTS:
        raise PolicyError(
            f"{quoted(name)}: busts are shown or hidden, not {quoted(found['busts'])}: write one of these."
        )
    if found["double"] not in _DOUBLE:
        raise PolicyError(
            f"{quoted(name)}: he doubles where that gains, and 'double' is yes or no, not {quoted(found['double'])}: "
            "write one of these."
        )
    return found


def _reckon(
    books: Books, rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], doubling: DoublingWorth
) -> None:
    """Put down what a double is worth against each seat."""
    worth = books.doubles.reshape(-1, books.width, RANK_ROOM)
    for plan in set(books.plan.tolist()):
        seat = books.plan.tolist().index(plan)
        found = doubling(rules, punters[seat], stakes[seat], rules.packs_for(len(punters)))
        for stake, by_rank in found.items():
            worth[plan, 2 * stake, : len(by_rank)] = by_rank


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
        if policy.ever_burns and policy.ever_splits.any():
            raise LaterError(
                "A banker who reads the table does not tell which hands of a split were burnt, and "
                f"{policy.name!r} burns and splits: leave burn or split out, or name another banker."
            )


__all__ = ["DoublingWorth", "may_double", "reading_banker"]
