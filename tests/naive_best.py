"""The punter's best response by brute force: expectation over everything unseen, from the rules as they are told.

No graph of hands, no kernels and no tables: hands are tuples, cards are drawn one by one, every amount in whole units
may be bought, and money is counted at the end. For short packs without splits; it follows `deal.py`'s order of events.
"""

from __future__ import annotations

from functools import cache

from pontoon_sim.cards import RANKS, TEN
from pontoon_sim.law import payment

ACE_VALUE = 1


def best_value(rules, banker, cards: dict[str, int], stake: int) -> float:
    """What a punter with that stake gains a deal when he plays as well as can be; the banker by his tables."""
    return _Search(rules, banker, {RANKS.index(rank): count for rank, count in cards.items()}).deal(stake)


def worth(rank: int) -> int:
    return min(rank + 1, 10)


def low(hand) -> int:
    return sum(map(worth, hand))


def best(hand) -> int:
    total = low(hand)
    return total + 10 if 0 in hand and total <= 11 else total


class _Search:
    def __init__(self, rules, banker, pack):
        self.rules, self.banker = rules, banker
        self.pack = tuple(pack.get(rank, 0) for rank in range(13))
        self.doubling = None

    def deal(self, stake: int) -> float:
        """Over the banker's first card by whether it makes him double, and the punter's two cards."""
        total = 0.0
        for doubled in (False, True):
            firsts = frozenset(
                rank for rank in range(13) if self.pack[rank] and bool(self.banker.doubles[rank]) == doubled
            )
            if firsts:
                total += self._with_banker(stake, firsts, doubled)
        return total

    def _with_banker(self, stake: int, firsts, doubled: bool) -> float:
        self.firsts, self.doubled = firsts, doubled
        self.stake = stake * (2 if doubled else 1)
        self.base = stake if doubled and (self._ordinary() or self._capped()) else self.stake
        self.play.cache_clear()
        self.against.cache_clear()
        total, size = 0.0, sum(self.pack)
        for one in range(13):
            for two in range(13):
                left = list(self.pack)
                chance = left[one] / size
                left[one] -= 1
                chance *= max(left[two], 0) / (size - 1)
                if chance > 0:
                    total += chance * self._two_cards(tuple(sorted((one, two))))
        return total

    def _ordinary(self) -> bool:
        return self.rules.banker_doubles == "ordinary"

    def _capped(self) -> bool:
        return self.rules.buy_cap_after_double == "undoubled"

    def _two_cards(self, hand) -> float:
        stopped = 0.0
        klass = 23 if self._pontoon(hand) else None
        if self.rules.banker_pontoon_shown == "at-once":
            banker = self.against(hand)[23]
            if self.rules.natural_from_all and klass:
                stopped = 0.0
            else:
                stopped = banker * self._paid(klass or (21 if best(hand) == 21 else 1), 23, self.stake)
        if klass:
            return stopped + self._ended(hand, klass, self.stake)
        return stopped + self.play(hand, False, 0, 0, self.stake)

    @staticmethod
    def _pontoon(hand) -> bool:
        return len(hand) == 2 and 0 in hand and best(hand) == 21

    def _paid(self, punter: int, banker: int, staked: int) -> float:
        charged = staked
        if self._ordinary() and self.doubled and punter > 0 and (punter >= 22 or 22 <= banker < 25):
            charged = staked - self.stake // 2
        return payment(self.rules, punter, banker) * charged

    def _class(self, hand) -> int:
        if len(hand) == 5 and self.rules.five_card_trick != "none":
            return 22
        return best(hand)

    def _ended(self, hand, klass: int, staked: int) -> float:
        at_once = self.rules.banker_pontoon_shown == "at-once"
        return sum(
            chance * self._paid(klass, banker, staked)
            for banker, chance in self.against(hand).items()
            if not (at_once and banker == 23)
        )

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def play(self, hand, twisted: bool, buys: int, last: int, staked: int) -> float:
        rules = self.rules
        open_ = (len(hand) < 5 or rules.max_cards == "none") and (
            best(hand) < 21 or (low(hand) < 21 and rules.soft_21_may_draw)
        )
        if not open_:
            return self._ended(hand, self._class(hand), staked)
        found = []
        if best(hand) >= rules.min_stick:
            found.append(self._ended(hand, self._class(hand), staked))
        found.append(self._drawn(hand, True, buys, last, staked))
        may = rules.first_buy_max > 0 and (not twisted or rules.buy_after_twist)
        may = may and (rules.max_buys == 0 or buys < rules.max_buys)
        may = may and (len(hand) < 4 or low(hand) >= rules.fifth_card_bought_from)
        for amount in self._amounts(last) if may else ():
            found.append(self._drawn(hand, twisted, buys + 1, amount, staked + amount))
        return max(found)

    def _amounts(self, last: int):
        rules, base = self.rules, self.base
        if last == 0:
            return range(max(rules.first_buy_min * base, 1), rules.first_buy_max * base + 1)
        if rules.later_buy == "between":
            return range(base if last >= base else 1, last + 1)
        return range(1, base + 1)

    def _drawn(self, hand, twisted, buys, last, staked) -> float:
        left = self._left(hand)
        size, total = sum(left), 0.0
        for rank in range(13):
            if left[rank] <= 0:
                continue
            after = tuple(sorted((*hand, rank)))
            if low(after) > 21:
                total += left[rank] / size * -staked * self._goes_on(after)
            else:
                total += left[rank] / size * self.play(after, twisted, buys, last, staked)
        return total

    def _goes_on(self, hand) -> float:
        found = self.against(hand)
        return sum(found.values()) - (found[23] if self.rules.banker_pontoon_shown == "at-once" else 0)

    def _left(self, hand):
        left = list(self.pack)
        for rank in hand:
            left[rank] -= 1
        return left

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def against(self, hand):
        """Chances of the banker's classes with the hand gone, and his first card among those of this side."""
        ends = dict.fromkeys(range(26), 0.0)
        left = self._left(hand)
        size = sum(left)
        for one in self.firsts:
            for two in range(13):
                rest = list(left)
                chance = rest[one] / size
                rest[one] -= 1
                chance *= max(rest[two], 0) / (size - 1)
                if chance <= 0:
                    continue
                rest[two] -= 1
                if self._pontoon((one, two)):
                    ends[23] += chance
                else:
                    self._banker((one, two), rest, chance, ends)
        return ends

    def _banker(self, hand, left, chance, ends) -> None:
        if low(hand) > 21:
            ends[0] += chance
            return
        node = _node(hand)
        if not self.banker.draws[int(self.doubled), node]:
            ends[self._class(hand)] += chance
            return
        size = sum(left)
        for rank in range(13):
            if left[rank] > 0:
                rest = list(left)
                rest[rank] -= 1
                self._banker((*hand, rank), rest, chance * left[rank] / size, ends)


def _node(hand) -> int:
    from pontoon_sim.hands import graph

    return graph().node_of(list(hand))


__all__ = ["TEN", "best_value"]
