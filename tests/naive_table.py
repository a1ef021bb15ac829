"""A banker against two punters from an endless pack, hand by hand: no graph of hands, no tree, no kernels.

Where cards never run out, what one seat hides tells nothing of another, so that the banker's answer to a whole table
can be worked out plainly. It follows `deal.py`'s order of events.
"""

from __future__ import annotations

from naive_best import best, low

from pontoon_sim.cards import RANKS
from pontoon_sim.law import payment


def shown(strategy, shares, stake):
    """What a seat with that stake may show that sticks: by history, a list of (chance, class, total stake).

    Parameters
    ----------
    strategy : Strategy
    shares : dict of rank (as text) to its share of the pack
    """
    found = {}

    def walk(hand, hidden, history, staked, chance):
        if low(hand) > 21 or chance == 0.0:
            return
        for action, some in strategy.actions(stake, hidden, history).items():
            if action == "stick":
                found.setdefault(history, []).append((chance * some, 22 if len(hand) == 5 else best(hand), staked))
                continue
            for rank, share in shares.items():
                after, card = (*hand, RANKS.index(rank)), RANKS.index(rank)
                if len(after) == 5 and low(after) <= 21:
                    paid = staked + (0 if action == "twist" else int(action[4:]))
                    found.setdefault((("five", paid),) * 3, []).append((chance * some * share, 22, paid))
                elif action == "twist":
                    event = ("twist", min(card, 9) + 1)
                    walk(after, hidden, (*history, event), staked, chance * some * share)
                else:
                    more = int(action[4:])
                    walk(after, hidden + rank, (*history, ("buy", more)), staked + more, chance * some * share)

    for one, first in shares.items():
        for two, second in shares.items():
            hand = (RANKS.index(one), RANKS.index(two))
            if best(hand) < 21:
                walk(hand, one + two, (), stake, first * second * strategy.stakes(one)[stake])
    return found


def answer(rules, shares, seats, hand):
    """What sticking and drawing are worth to the punters, the banker holding a hand (ranks) against those seats.

    Parameters
    ----------
    seats : list of list of (chance, class, total stake)
    """
    ranks = tuple(RANKS.index(rank) for rank in hand)

    def against(klass):
        total = 0.0
        for seat in seats:
            whole = sum(chance for chance, _, _ in seat)
            total += sum(chance * staked * payment(rules, own, klass) for chance, own, staked in seat) / whole
        return total

    def worth(held):
        if low(held) > 21:
            return against(0)
        if len(held) == 5:
            return against(22)
        if best(held) == 21:
            return against(21)
        return min(stick(held), draw(held))

    def stick(held):
        return against(best(held))

    def draw(held):
        return sum(share * worth((*held, RANKS.index(rank))) for rank, share in shares.items())

    return stick(ranks), draw(ranks)
