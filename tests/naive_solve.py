"""The game of one punter against one banker as a plain tree of histories: its linear program, and best responses.

No graph of hands, no merging of orders, no kernels: cards are drawn one by one, an information set is all that a side
has seen, in order, and money is counted at the end. For packs of a few cards; it follows `deal.py`'s order of events.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from naive_best import best, low, worth

from pontoon_sim.cards import RANKS
from pontoon_sim.exact.deck import Deck
from pontoon_sim.law import payment

PONTOON = 23
FEW = {"A": 2, "5": 2, "8": 2, "T": 3}


def few_cards(cards: dict[str, int] = FEW) -> Deck:
    """A pack of those cards."""
    return Deck(np.array([float(cards.get(rank, 0)) for rank in RANKS]), False)


class Side:
    """A side's sequences: 0 is the empty one; each other is an information set's action after a sequence."""

    def __init__(self):
        self.index = {}  # (information set, action): sequence
        self.sets = {}  # information set: (sequence before it, its sequences by action)
        self.count = 1

    def choose(self, before: int, seen, actions) -> dict:
        """The sequences after each action where that was seen."""
        if seen not in self.sets:
            found = {}
            for action in actions:
                found[action] = self.count
                self.count += 1
            self.sets[seen] = (before, found)
        known, found = self.sets[seen]
        assert known == before
        assert list(found) == list(actions)
        return found


class Naive:
    """The whole game; `gains[punter's sequence, banker's]` is what the punter gains, times the chance."""

    def __init__(self, rules, cards: dict[str, int], levels, all_amounts=False, burns=0):
        self.rules, self.levels, self.all_amounts, self.burns = rules, levels, all_amounts, burns
        self.punter, self.banker = Side(), Side()
        self.gains = defaultdict(float)
        self._deal([cards.get(rank, 0) for rank in RANKS])

    # ---- The deal.

    def _drawn(self, pack):
        size = sum(pack)
        for rank in range(13):
            if pack[rank]:
                left = list(pack)
                left[rank] -= 1
                yield rank, left, pack[rank] / size

    def _deal(self, pack):
        for own, pack1, chance1 in self._drawn(pack):
            for his, pack2, chance2 in self._drawn(pack1):
                seen = ("stake", None if self.rules.stakes_when == "before-deal" else own)
                for stake, mine in self.punter.choose(0, seen, self.levels).items():
                    doubles = {0: 0}
                    if self.rules.banker_doubles != "no":
                        doubles = self.banker.choose(0, ("double", his, stake), (0, 1))
                    for doubled, bank in doubles.items():
                        self._seconds((own,), (his,), stake, doubled, mine, bank, pack2, chance1 * chance2)

    def _seconds(self, own, his, stake, doubled, mine, bank, pack, chance):
        rules = self.rules
        unit = stake * (1 + doubled)
        first = stake if rules.banker_doubles == "ordinary" else unit  # what a pontoon is paid on
        for second, pack1, chance1 in self._drawn(pack):
            for two, pack2, chance2 in self._drawn(pack1):
                hand, bank_hand, now = (*own, second), (*his, two), chance * chance1 * chance2
                natural, shown = _natural(hand), _natural(bank_hand)
                if rules.natural_from_all and (natural or shown):
                    pays = payment(rules, PONTOON, 0) if natural else payment(rules, 1, PONTOON)
                    self.gains[mine, bank] += now * first * (0 if natural and shown else pays)
                elif shown and rules.banker_pontoon_shown == "at-once":
                    self.gains[mine, bank] += now * first * payment(rules, PONTOON if natural else 1, PONTOON)
                elif natural:
                    self.gains[mine, bank] += now * first * payment(rules, PONTOON, PONTOON if shown else 1)
                else:
                    ordinary = rules.banker_doubles == "ordinary"
                    base = stake if ordinary or rules.buy_cap_after_double == "undoubled" else unit
                    self._begin(hand, (stake, doubled), base, unit, mine, bank, bank_hand, pack2, now)

    def _begin(self, hand, public, base, staked, mine, bank, bank_hand, pack, chance):
        """Burns come first: the cards are shown, and two others are dealt."""
        if 0 not in hand and low(hand) == self.rules.burn and len(public) - 2 < self.burns:
            choice = self.punter.choose(mine, ("burn", hand, public), (False, True))
            mine, burnt = choice[False], choice[True]
            seen = (*public, ("burn", hand))
            for one, pack1, chance1 in self._drawn(pack):
                for two, pack2, chance2 in self._drawn(pack1):
                    again, now = (one, two), chance * chance1 * chance2
                    if _natural(again):
                        klass = PONTOON if _natural(bank_hand) else 1
                        stake = public[0] if self.rules.banker_doubles == "ordinary" else staked
                        self.gains[burnt, bank] += now * stake * payment(self.rules, PONTOON, klass)
                    else:
                        self._begin(again, seen, base, staked, burnt, bank, bank_hand, pack2, now)
        self._turn(hand, public, base, staked, 0, 0, mine, bank, bank_hand, pack, chance)

    # ---- The punter.

    def _open(self, hand):
        room = len(hand) < 5 or self.rules.max_cards == "none"
        return room and (best(hand) < 21 or (low(hand) < 21 and self.rules.soft_21_may_draw))

    def _turn(self, hand, public, base, staked, last, buys, mine, bank, bank_hand, pack, chance):
        rules, twisted = self.rules, any(isinstance(event, tuple) and event[0] == "twist" for event in public)
        if low(hand) > 21:
            self.gains[mine, bank] -= chance * staked
            return
        actions = ["stick"] if not self._open(hand) or best(hand) >= rules.min_stick else []
        if self._open(hand):
            actions.append("twist")
            may = rules.first_buy_max > 0 and (not twisted or rules.buy_after_twist)
            may = may and (rules.max_buys == 0 or buys < rules.max_buys)
            may = may and (len(hand) < 4 or low(hand) >= rules.fifth_card_bought_from)
            actions += self._amounts(base, last) if may else []
        for action, after in self.punter.choose(mine, ("turn", hand, public), actions).items():
            if action == "stick":
                self._bank(hand, (*public, "stick", len(hand)), staked, after, bank, bank_hand, pack, chance)
                continue
            for rank, left, now in self._drawn(pack):
                if action == "twist":
                    event, adds, number = ("twist", worth(rank)), 0, buys
                else:
                    event, adds, number = ("buy", action), action, buys + 1
                self._turn(
                    (*hand, rank), (*public, event), base, staked + adds, adds or last, number,
                    after, bank, bank_hand, left, chance * now,
                )  # fmt: skip

    def _amounts(self, base, last):
        rules = self.rules
        if last == 0:
            found = range(max(rules.first_buy_min * base, 1), rules.first_buy_max * base + 1)
        elif rules.later_buy == "between":
            found = range(base if last >= base else 1, last + 1)
        else:
            found = range(1, base + 1)
        return list(found) if self.all_amounts else sorted({found[0], found[-1]})

    # ---- The banker.

    def _class(self, hand):
        return 22 if len(hand) == 5 and self.rules.five_card_trick != "none" else best(hand)

    def _paid(self, public, staked, hand, klass):
        """What the punter is paid; five cards and pontoons on the stake before an ordinary double."""
        stake, doubled, mine = *public[:2], self._class(hand)
        if doubled and self.rules.banker_doubles == "ordinary" and (mine >= 22 or klass >= 22):
            staked -= stake
        return staked * payment(self.rules, mine, klass)

    def _bank(self, hand, public, staked, mine, bank, bank_hand, pack, chance):
        if _natural(bank_hand):
            self.gains[mine, bank] += chance * self._paid(public, staked, hand, PONTOON)
            return
        if low(bank_hand) > 21 or not self._open(bank_hand):
            klass = 0 if low(bank_hand) > 21 else self._class(bank_hand)
            self.gains[mine, bank] += chance * self._paid(public, staked, hand, klass)
            return
        for draws, after in self.banker.choose(bank, ("draw", bank_hand, public), (False, True)).items():
            if draws:
                for rank, left, now in self._drawn(pack):
                    self._bank(hand, public, staked, mine, after, (*bank_hand, rank), left, chance * now)
            else:
                self.gains[mine, after] += chance * self._paid(public, staked, hand, best(bank_hand))

    # ---- Answers.

    def value(self) -> float:
        """The value of the game, by the linear program of its sequences."""
        from scipy.optimize import linprog
        from scipy.sparse import bmat, csr_array

        rows, columns = zip(*self.gains, strict=True)
        gains = csr_array((list(self.gains.values()), (rows, columns)), shape=(self.punter.count, self.banker.count))
        own, his = self._plans(self.punter), self._plans(self.banker)
        free = his.shape[0]
        aim = np.zeros(self.punter.count + free)
        aim[self.punter.count] = -1.0  # what the root of the banker's sequences is worth
        first = np.zeros(own.shape[0])
        first[0] = 1.0
        found = linprog(
            aim,
            A_ub=bmat([[-gains.T, his.T]], format="csr"),
            b_ub=np.zeros(self.banker.count),
            A_eq=bmat([[own, csr_array((own.shape[0], free))]], format="csr"),
            b_eq=first,
            bounds=[(0, None)] * self.punter.count + [(None, None)] * free,
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        assert found.status == 0, found.message
        return -float(found.fun)

    @staticmethod
    def _plans(side):
        """The equations of a side's plans: what comes to an information set goes on to its actions."""
        from scipy.sparse import csr_array

        entries = [(0, 0, 1.0)]
        for row, (before, after) in enumerate(side.sets.values(), start=1):
            entries.append((row, before, -1.0))
            entries += [(row, sequence, 1.0) for sequence in after.values()]
        rows, columns, values = zip(*entries, strict=True)
        return csr_array((values, (rows, columns)), shape=(len(side.sets) + 1, side.count))

    def bounds(self, strategy) -> tuple[float, float]:
        """What a punter who plays the strategy is sure of, and the most that can be gained from its banker."""
        own, his = self._reach(self.punter, strategy), self._reach(self.banker, strategy)
        against_own, against_his = np.zeros(self.banker.count), np.zeros(self.punter.count)
        for (mine, bank), gain in self.gains.items():
            against_own[bank] += own[mine] * gain
            against_his[mine] += his[bank] * gain
        return self._best(self.banker, against_own, min), self._best(self.punter, against_his, max)

    def _reach(self, side, strategy):
        """How likely the side's own actions of each sequence are."""
        found = np.ones(side.count)
        for seen, (before, after) in side.sets.items():  # in the order in which they were met
            for action, sequence in after.items():
                found[sequence] = found[before] * (chance_of(strategy, seen, action) if len(after) > 1 else 1.0)
        return found

    @staticmethod
    def _best(side, gains, choose) -> float:
        """The best answer: backwards, each information set adds its best action to the sequence before it."""
        total = gains.copy()
        for before, after in reversed(side.sets.values()):
            total[before] += choose(total[sequence] for sequence in after.values())
        return float(total[0])


def _natural(hand) -> bool:
    return len(hand) == 2 and 0 in hand and best(hand) == 21


def chance_of(strategy, seen, action) -> float:
    """How likely a strategy does that, seeing this."""
    kind, cards, *_ = seen
    if kind == "stake":
        return strategy.stakes("A" if cards is None else RANKS[cards])[action]
    if kind == "double":
        doubles = strategy.doubles(RANKS[cards], seen[2])
        return doubles if action else 1 - doubles
    text = "".join(RANKS[rank] for rank in cards)
    (stake, doubled), events = seen[2][:2], seen[2][2:]
    count = sum(isinstance(event, tuple) and event[0] == "burn" for event in events)  # they come first
    burnt = tuple(sorted(("burn", min(map(worth, hand))) for _, hand in events[:count]))
    events = events[count:]
    if kind == "burn":
        burns = strategy.burns(stake, text, burnt, bool(doubled))
        return burns if action else 1 - burns
    if kind == "turn":
        hidden = text[:2] + "".join(
            RANKS[rank] for rank, event in zip(cards[2:], events, strict=True) if event[0] == "buy"
        )
        name = action if isinstance(action, str) else f"buy {action}"
        found = strategy.actions(stake, hidden, (*burnt, *events), bool(doubled))
        return found[name]
    *events, _, held = events
    if held == 5 and strategy.field.tables.settled.any():  # he knows of a five-card trick, and draws
        return float(action)
    draws = strategy.draws(stake, text, (*burnt, *events), bool(doubled))
    return draws if action else 1 - draws
