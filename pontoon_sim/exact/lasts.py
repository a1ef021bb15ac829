"""Whether a pack can run out in a deal: what the exact analysis takes for granted that it does not.

Cards that come back under the pack during a deal are drawn only once all the others were, so a deal is one from
unseen cards throughout unless somebody asks for a card when all of them were drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..hands import graph
from ..law import plain_law, split_rank
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .deck import Deck


def can_run_out(rules: Rules, punters: Sequence[PunterPolicy], banker: BankerPolicy, deck: Deck) -> bool:
    """False when the cards certainly last for every deal.

    When somebody asks for a card that is not there, all the others lie in hands: so many cards, worth so many points.
    Neither may be more than all hands together can hold. (Burning is not followed: it may use up any pack.)
    """
    if deck.infinite:
        return False
    if any(policy.ever_burns for policy in punters):
        return True
    gone = 0 if rules.brulet == "none" else 1
    cards, worth = deck.size - 2 * gone, float(deck.values @ np.arange(11)) - 11 * gone
    hands = len(punters) + 1 + _more_hands(rules, punters, deck)
    heaviest = [_heaviest(rules, policy.moves.max(axis=0) > 0, deck) for policy in punters]
    most = (
        sum(heaviest)
        + (hands - 1 - len(punters)) * max(heaviest)
        + _heaviest(rules, banker.draws.max(axis=0) > 0, deck)
    )
    longest = 5 if rules.max_cards == 5 else int(graph().cards[deck.fits(graph())].max()) + 1
    return hands * longest > cards and most - 10 >= worth  # the hand that asks holds ten points less than it could


def _heaviest(rules: Rules, draws: NDArray[np.bool_], deck: Deck) -> int:
    """The points that a hand can reach with its last card, aces as 1, when it draws on those hands."""
    hands, law = graph(), plain_law(rules)
    asked = draws & np.array(law.open, bool) & deck.fits(hands) & (hands.cards >= 2)
    return max(20, int(hands.low[asked].max(initial=10)) + 10)


def _more_hands(rules: Rules, punters: Sequence[PunterPolicy], deck: Deck) -> int:
    """The most hands that splits can add: each of them begins with a card of its pair's rank."""
    if not rules.splits:
        return 0
    splitting = [policy.ever_splits for policy in punters if policy.ever_splits.any()]
    room, more = (rules.max_hands - 1) * len(splitting), 0
    for rank in range(13):
        seats = sum(bool(splits[rank]) for splits in splitting)
        if seats:
            alike = sum(deck.ranks[other] for other in range(13) if split_rank(rules, other, other) == rank)
            whole, rest = divmod(int(alike), rules.max_hands)
            more += min(whole * (rules.max_hands - 1) + max(rest - 1, 0), seats * (rules.max_hands - 1))
    return min(room, more)
