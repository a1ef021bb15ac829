"""How many complete lines of play one punter has, per rule system: counted, walked through, and pinned.

A line is what happens to one punter at a stake of one unit: his first two cards, then every decision and every card,
to the end of his last hand; cards are told apart by rank and never run out; the banker holds ten and seven. Buys of
different amounts are different lines. The count is a sum over decisions of products over hands; `count` does it with
sets of plain totals, from the fields of the rules alone. `walk` lets the one deal of the package ask its questions and
gives every answer in turn, with fewer ranks. Both agree, and the counts with all thirteen ranks are pinned.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

import pontoon_sim as ps
from pontoon_sim.cards import RANKS, value
from pontoon_sim.deal import STICK, TWIST, play_deal
from pontoon_sim.hands import graph
from pontoon_sim.law import buy_limits, can_buy, plain_law
from pontoon_sim.tabletop import new_table

PINNED = {
    "pagat": 2_984_921_853_053_597_657_760,
    "eight-deal": 2_984_921_853_053_597_657_760,
    "shoot": 2_984_921_853_053_597_657_760,
    "parlett": 2_984_921_853_053_597_657_760,
    "pontoon-2011": 17_313_058_050_141_593_890,
    "russian-home": 160_540_586_637_085,
    "pontoon-1939": 10_167_491_672,
    "vingt-un-1850": 98_708_726_860_076_418_228,
    "vingt-un-1800": 7_315_048,
    "casino-rtg": 958_628_012_434_540,
    "casino-microgaming": 695_781_544_434_763,
}


def count(rules, ranks: str = RANKS, *, splitting: bool = True) -> int:
    """Lines of play by dynamic programming over totals."""
    dealt = [RANKS.index(rank) for rank in ranks]
    most_hands = rules.max_hands if splitting and rules.splits else 1

    def totals(hand):
        low = sum(value(rank) for rank in hand)
        return low, low + 10 if 0 in hand and low <= 11 else low

    @cache
    def play(low, ace, cards, buys, twisted, last):
        best = low + 10 if ace and low <= 11 else low
        if low > 21 or cards == rules.max_cards or low == 21 or (best == 21 and not rules.soft_21_may_draw):
            return 1
        amounts = additions(low, cards, buys, twisted, last)
        lines = int(best >= rules.min_stick)
        for rank in dealt:
            after = (low + value(rank), ace or rank == 0, cards + 1)
            lines += play(*after, buys, True, last) + sum(play(*after, buys + 1, twisted, k) for k in amounts)
        return lines

    def additions(low, cards, buys, twisted, last):
        if rules.first_buy_max == 0 or (twisted and not rules.buy_after_twist):
            return ()
        if (rules.max_buys and buys >= rules.max_buys) or (cards == 4 and low < rules.fifth_card_bought_from):
            return ()
        if last == 0:
            return range(max(rules.first_buy_min, 1), rules.first_buy_max + 1)
        return range(1, (last if rules.later_buy == "between" else 1) + 1)

    @cache
    def hand(one, two, hands):
        """Ways to play a two-card hand and all that is split from it, by number of hands at the end."""
        low, best = totals((one, two))
        natural = best == 21
        split_hand = hands > 1
        if natural and (not split_hand or rules.split_pontoon != "drawn-21"):
            return {hands: 1}
        ends = split_hand and rules.split_aces_one_card and one == 0
        found = {hands: 1 if ends else play(low, 0 in (one, two), 2, 0, False, 0)}
        pair = one == two and (rules.split != "aces" or one == 0)
        if pair and hands < most_hands:
            for kept in dealt:
                for new in dealt:
                    for middle, ways in hand(one, kept, hands + 1).items():
                        for last, more in hand(one, new, middle).items():
                            found[last] = found.get(last, 0) + ways * more
        return found

    return sum(sum(hand(one, two, 1).values()) for one in dealt for two in dealt)


class Walker:
    """Answers every question of a deal in every possible way, one way a deal."""

    def __init__(self, rules, ranks: str):
        self.law, self.ranks = plain_law(rules), [RANKS.index(rank) for rank in ranks]
        self.path: list[list[int]] = []
        self.memory: list[tuple[int, bool]] = []

    def lines(self) -> int:
        found = 0
        while True:
            self.depth = 0
            play_deal(self.law, self, self, new_table(1))
            found += 1
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return found
            self.path[-1][0] += 1

    def choose(self, options: int) -> int:
        if self.depth == len(self.path):
            self.path.append([0, options])
        self.depth += 1
        return self.path[self.depth - 1][0]

    def draw(self, hand):
        if hand == 4:
            self.bank_card = 9 if self.depth < 2 else 6
            return self.bank_card
        return self.ranks[self.choose(len(self.ranks))]

    def throw(self, hand): ...
    def part(self, hand, last): ...

    def ask_stake(self, law, seat, rank):
        return 1

    def ask_double(self, law, rank):
        return False

    def ask_shot(self, law, hand, room, when, seen):
        return 0

    def ask_situation(self, law, seat, initial, doubled):
        return 0

    def ask_begin(self, law, hand, slot, situation):
        return 0

    def ask_burn(self, law, hand, node, situation):
        return False

    def ask_split(self, law, hand, rank, hands, situation):
        return bool(self.choose(2))

    def ask_bank_draws(self, law, node, doubled):
        return False

    def ask_move(self, law, hand, node, phase, base, last):
        if phase == 0:
            self.memory = [(0, False)]
        buys, twisted = self.memory[phase]
        moves = [STICK] if law.may_stick[node] else []
        moves += [TWIST]
        if can_buy(law, node, buys, twisted):
            least, most = buy_limits(law, base, last)
            moves += range(least, most + 1)
        move = moves[self.choose(len(moves))]
        del self.memory[phase + 1 :]
        self.memory.append((buys + (move > 0), twisted or move == TWIST))
        return move, phase + 1


#: Ranks to walk with, and hands at the most: small enough to give every answer in turn.
WALKS = [("T", 4), ("8T", 3), ("A9", 2)]


@pytest.mark.parametrize("rules", ps.preset_names())
@pytest.mark.parametrize(("ranks", "hands"), WALKS)
def test_the_deal_has_as_many_lines_as_are_counted(rules, ranks, hands):
    system = ps.rules(rules)
    if system.splits:
        system = ps.rules(system, max_hands=min(hands, system.max_hands))
    if system.max_cards == "none":
        ranks = ranks.replace("A", "")  # aces alone make lines of 21 cards
    assert Walker(system, ranks).lines() == count(system, ranks)


@pytest.mark.parametrize("rules", ps.preset_names())
def test_lines_of_play_are_pinned(rules):
    assert count(ps.rules(rules)) == PINNED[rules]


def test_hands_in_the_graph_are_pinned():
    """Up to five cards: all multisets of values with a low total of at most 21, from many packs and from one."""
    hands = [
        [hand for hand in combinations_with_replacement(range(1, 11), size) if sum(hand) <= 21] for size in range(6)
    ]
    one_pack = [[hand for hand in some if all(hand.count(v) <= 4 for v in range(1, 10))] for some in hands]
    assert [len(some) for some in hands] == [1, 10, 55, 179, 336, 438]
    assert [len(some) for some in one_pack] == [1, 10, 55, 179, 336, 434]
    cards, fits = graph().cards[1:], graph().fits(1)[1:]
    assert [int((cards == size).sum()) for size in range(6)] == [len(some) for some in hands]
    assert [int(((cards == size) & fits).sum()) for size in range(6)] == [len(some) for some in one_pack]
