"""The seats in front of a punter: which cards they end with, and which of these lie face up when his turn comes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..errors import LaterError
from ..exact.deck import Deck
from ..hands import BUST, WIDTH, graph
from ..law import Law, plain_law, pontoon_level
from ..policy.players import STICK, TWIST
from ..policy.tables import PunterPolicy
from ..rulebook import Rules


class Front(NamedTuple):
    """The cards of the seats in front, by rank.

    Attributes
    ----------
    seen : tuple of int
        Those face up: cards that were twisted, bust hands, declared pontoons.
    hidden : tuple of int
        The rest.
    """

    seen: tuple[int, ...]
    hidden: tuple[int, ...]


def refuse_front(rules: Rules, policies: list[PunterPolicy]) -> None:
    """Refuse seats in front whose cards are not followed.

    Raises
    ------
    LaterError
        For those that split, buy or burn, or look at the stakes.
    """
    hands = graph()
    for policy in policies:
        draws = (np.array(plain_law(rules).open) == 1) & (hands.cards >= 2)
        buys = bool((~np.isin(policy.moves[:, draws], (STICK, TWIST))).any())
        if buys or policy.aware is not None or policy.ever_burns or (rules.splits and policy.ever_splits.any()):
            raise LaterError(
                f"What a punter sees is followed of neighbours who only twist and stick, and {policy.name!r} may do "
                "more: name others, as in --others stick-16."
            )


def deal_front(rng: np.random.Generator, rules: Rules, policies: list[PunterPolicy], deck: Deck) -> Front:
    """Play the seats in front from a fresh pack.

    They play as if the deal goes on: whether the banker's pontoon then ends it is a matter of cards that are still
    unknown, and an account of the punter's seat counts it.
    """
    pack = rng.permutation(np.repeat(np.arange(13), deck.ranks.astype(int))).tolist()
    law = plain_law(rules)
    seen: list[int] = []
    hidden: list[int] = []
    for policy in policies:
        two, twisted, shown = play(law, rules, policy, pack)
        seen += twisted
        (seen if shown else hidden).extend(two)
    return Front(tuple(seen), tuple(hidden))


def play(law: Law, rules: Rules, policy: PunterPolicy, pack: list[int]) -> tuple[list[int], list[int], bool]:
    """One hand from the top (the end) of a pack: its two cards, those it twisted, and whether the two are shown too."""
    hands = graph()
    two: list[int] = [pack.pop(), pack.pop()]
    twisted: list[int] = []
    if pontoon_level(rules, *two):
        return two, twisted, True
    node, phase = hands.node_of(two), policy.begin(rules.stake_min, False)
    while law.open[node] and policy.moves[phase, node] == TWIST:
        twisted.append(pack.pop())
        phase = int(policy.following[phase, TWIST])
        node = int(hands.take[node * WIDTH + twisted[-1]])
        if node == BUST:
            return two, twisted, True
    return two, twisted, False


__all__ = ["Front", "deal_front", "refuse_front"]
