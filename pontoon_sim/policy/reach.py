"""How often a policy meets each of its states: what a chart weighs hands by, where one cell holds several."""

from __future__ import annotations

from collections import defaultdict

from ..cards import ACE, RANKS, TEN
from ..hands import BUST, WIDTH, graph
from ..law import plain_law, pontoon_level
from ..rulebook import Rules
from .match import State
from .players import STICK
from .tables import PunterPolicy, walk_of
from .walk import START, first_pairs


def reach(policy: PunterPolicy, rules: Rules, packs: int) -> dict[State, float]:
    """How many times a hand that is dealt comes to each state that the policy meets.

    A card's chance is that of a full pack without the hand's own cards; the banker's hand is not looked at. Hands
    of a split pair count each, and see only their own cards and the first cards of the others; a burnt hand is not
    followed.

    Parameters
    ----------
    policy : PunterPolicy
    rules : Rules
    packs : int
        Packs in use.

    Returns
    -------
    dict of State to float
        States that cannot be met with that many packs are left out.
    """
    found: dict[State, float] = defaultdict(float)
    deal = _Deal(rules, packs)
    start: dict[int, float] = defaultdict(float)  # hands of two cards that are played on
    for one, two, node, rank in first_pairs(rules):
        chance = deal.two(one, two)
        if pontoon_level(rules, one, two) or chance <= 0:
            continue
        if rank is not None:
            found[State(node, rank, START)] += chance
        if rank is not None and policy.splits[rank] and not policy.burns[node]:
            for second, halves in deal.split(one, chance).items():
                start[graph().node_of([one, second])] += halves
                found[State(graph().node_of([one, second]), None, START)] += halves
        else:
            start[node] += 0.0 if policy.burns[node] else chance
            if rank is None:
                found[State(node, None, START)] += chance
    for state, chance in _further(policy, rules, deal, start).items():
        found[state] += chance
    return {state: chance for state, chance in found.items() if chance > 0}


def _further(policy: PunterPolicy, rules: Rules, deal: _Deal, start: dict[int, float]) -> dict[State, float]:
    """States of three cards and more."""
    hands, law, walked = graph(), plain_law(rules), walk_of(policy, rules)
    mass: dict[tuple[int, int], float] = defaultdict(float)
    mass.update({(0, node): chance for node, chance in start.items()})
    order = sorted(
        ((number, node) for number, codes in enumerate(walked.codes) for node in codes),
        key=lambda place: int(hands.cards[place[1]]),
    )
    for number, node in order:
        code, here = walked.codes[number][node], mass[number, node]
        if code == STICK or not here:
            continue
        for rank in range(TEN + 1):
            child = law.take[node * WIDTH + rank]
            if child != BUST and law.open[child]:
                mass[walked.after[number][code], child] += here * deal.next(node, rank)
    return {
        State(node, None, walked.memories[number]): chance
        for (number, node), chance in mass.items()
        if hands.cards[node] > 2 and chance > 0
    }


class _Deal:
    """Chances of cards from a number of packs."""

    def __init__(self, rules: Rules, packs: int):
        self.rules, self.packs = rules, packs

    def two(self, one: int, two: int) -> float:
        """Of two first ranks, in either order."""
        size, of_one = 52 * self.packs, 4 * self.packs
        if one == two:
            return of_one * (of_one - 1) / (size * (size - 1))
        return 2 * of_one**2 / (size * (size - 1))

    def next(self, node: int, rank: int) -> float:
        """Of a card that counts as that rank, from ace to ten, after a hand."""
        hands = graph()
        cards = (16 if rank == TEN else 4) * self.packs - int(hands.counts[node, rank + 1])
        return max(cards, 0) / (52 * self.packs - int(hands.cards[node]))

    def split(self, rank: int, chance: float) -> dict[int, float]:
        """Expected number of hands by second rank that are played on, once a pair is split as often as may be."""
        found: dict[int, float] = defaultdict(float)
        if rank == ACE and self.rules.split_aces_one_card:
            return found
        by_value = self.rules.split == "value" and rank >= TEN
        opened = 2 * chance
        for room in range(self.rules.max_hands - 2, -1, -1):
            again, held = 0.0, self.rules.max_hands - room  # so many hands begin with that rank
            for second in range(len(RANKS)):
                left = max(4 * self.packs - held * (second == rank), 0)
                here = opened * left / (52 * self.packs - held)
                if room and (second == rank or (by_value and second >= TEN)):
                    again += here
                elif not (pontoon_level(self.rules, rank, second) and self.rules.split_pontoon != "drawn-21"):
                    found[second] += here
            opened = 2 * again
        return found
