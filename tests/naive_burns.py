"""The punter's best response where hands may be burnt, by brute force: every set of hands to burn, each played best.

Built on `naive_best`, for short packs without splits: expectation over everything unseen, card by card.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

from naive_best import _Search, best, low, worth

from pontoon_sim.cards import RANKS


def best_burning(rules, banker, cards: dict[str, int], stake: int) -> tuple[float, float]:
    """What a punter gains a deal at best: who looks at the hand in play only, and who remembers what he burnt."""
    pack = {RANKS.index(rank): count for rank, count in cards.items()}
    forgetful = remembering = 0.0
    for doubled in (False, True):
        firsts = frozenset(rank for rank in pack if bool(banker.doubles[rank]) == doubled)
        if firsts:
            table = _Table(rules, banker, pack, stake, firsts, doubled)
            forgetful += table.stopped() + max(table.forgetful(frozenset(some)) for some in table.sets())
            remembering += table.stopped() + table.remembering(table.whole)
    return forgetful, remembering


class _Table:
    """One side of the banker's double, and all decks that burns may leave."""

    def __init__(self, rules, banker, pack, stake, firsts, doubled):
        self.rules, self.banker, self.stake, self.firsts, self.doubled = rules, banker, stake, firsts, doubled
        self.whole = tuple(pack.get(rank, 0) for rank in range(13))
        self.remembering = cache(self._remembering)
        self.search = cache(self._search)

    def _search(self, deck) -> _Search:
        found = _Search(self.rules, self.banker, dict(enumerate(deck)))
        found.firsts, found.doubled = self.firsts, self.doubled
        found.stake = self.stake * (2 if self.doubled else 1)
        found.base = self.stake if self.doubled and (found._ordinary() or found._capped()) else found.stake
        return found

    def sets(self):
        pairs = {tuple(sorted(map(worth, two))) for two, _ in self.twos(self.whole)}
        mine = [pair for pair in pairs if sum(pair) == int(self.rules.burn) and 1 not in pair]
        return chain.from_iterable(combinations(mine, count) for count in range(len(mine) + 1))

    @staticmethod
    def twos(deck):
        """Two cards in order, with their chance."""
        for one in range(13):
            for two in range(13):
                chance = in_order(deck, (one, two))
                if chance:
                    yield (one, two), chance

    def stopped(self) -> float:
        """A banker's pontoon that is shown at once, against the first two cards."""
        if self.rules.banker_pontoon_shown != "at-once":
            return 0.0
        search, total = self.search(self.whole), 0.0
        for two, chance in self.twos(self.whole):
            klass = 23 if search._pontoon(two) else 21 if best(two) == 21 else 1
            total += chance * search.against(tuple(sorted(two)))[23] * search._paid(klass, 23, search.stake)
        return total

    def forgetful(self, burns) -> float:
        """With those hands burnt, and one play for all decks that they may leave."""
        decks: dict[tuple[int, ...], float] = {}
        self._burn(self.whole, 1.0, burns, decks)
        play, total = _Mixture(self, decks), 0.0
        for two, _ in self.twos(self.whole):
            if tuple(sorted(map(worth, two))) not in burns:
                total += play.two(tuple(sorted(two)))
        return total

    def _burn(self, deck, chance, burns, decks) -> None:
        decks[deck] = decks.get(deck, 0.0) + chance
        for two, likely in self.twos(deck):
            if tuple(sorted(map(worth, two))) in burns:
                self._burn(without(deck, two), chance * likely, burns, decks)

    def _remembering(self, deck) -> float:
        play, total = _Mixture(self, {deck: 1.0}), 0.0
        for two, chance in self.twos(deck):
            kept = play.two(tuple(sorted(two)))
            if sum(map(worth, two)) == int(self.rules.burn) and 0 not in two:
                kept = max(kept, chance * self.remembering(without(deck, two)))
            total += kept
        return total


class _Mixture:
    """The best play of a hand that may come from any of some decks. All values are times the chance of its cards."""

    def __init__(self, table: _Table, decks: dict[tuple[int, ...], float]):
        self.parts = [(table.search(deck), deck, chance) for deck, chance in decks.items()]
        self.rules, self.any = table.rules, table.search(table.whole)
        self.play = cache(self._play)

    def two(self, hand) -> float:
        if self.any._pontoon(hand):
            return self._ended(hand, 23, self.any.stake)
        return self.play(hand, False, 0, 0, self.any.stake)

    def _over(self, hand, worth_in) -> float:
        return sum(part * in_order(deck, hand) * worth_in(search) for search, deck, part in self._dealing(hand))

    def _dealing(self, hand):
        return [(search, deck, part) for search, deck, part in self.parts if in_order(deck, hand)]

    def _ended(self, hand, klass, staked) -> float:
        return self._over(hand, lambda search: search._ended(hand, klass, staked))

    def _play(self, hand, twisted, buys, last, staked) -> float:
        rules = self.rules
        open_ = (len(hand) < 5 or rules.max_cards == "none") and (
            best(hand) < 21 or (low(hand) < 21 and rules.soft_21_may_draw)
        )
        stick = self._ended(hand, self.any._class(hand), staked)
        if not open_:
            return stick
        found = [stick] if best(hand) >= rules.min_stick else []
        found.append(self._drawn(hand, True, buys, last, staked))
        may = rules.first_buy_max > 0 and (not twisted or rules.buy_after_twist)
        may = may and (rules.max_buys == 0 or buys < rules.max_buys)
        may = may and (len(hand) < 4 or low(hand) >= rules.fifth_card_bought_from)
        for amount in self.any._amounts(last) if may else ():
            found.append(self._drawn(hand, twisted, buys + 1, amount, staked + amount))
        return max(found)

    def _drawn(self, hand, twisted, buys, last, staked) -> float:
        total = 0.0
        for rank in range(13):
            after = tuple(sorted((*hand, rank)))
            if low(after) > 21:
                total += self._over(after, lambda search, after=after: -staked * search._goes_on(after))
            elif self._dealing(after):
                total += self.play(after, twisted, buys, last, staked)
        return total


def in_order(deck, ranks) -> float:
    """The chance that a deck gives those cards in one order."""
    chance, left = 1.0, list(deck)
    for rank in ranks:
        chance *= max(left[rank], 0) / max(sum(left), 1)
        left[rank] -= 1
    return chance


def without(deck, ranks) -> tuple[int, ...]:
    left = list(deck)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


__all__ = ["best_burning"]
