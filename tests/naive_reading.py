"""A banker who reads the table, without thought: every deal of a short pack, kept by all that he could see of it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.deal import TWIST, play_deal
from pontoon_sim.equilibrium.named import with_equilibria
from pontoon_sim.exact.deck import Deck
from pontoon_sim.exact.doubling import worth_of_doubling
from pontoon_sim.law import HIGH_SINGLE, NOT_PLAYED, PONTOON, plain_law
from pontoon_sim.pack import POSITION, fresh_pack
from pontoon_sim.policy.build import seated
from pontoon_sim.policy.mixed.record import ACTION, BRANCH, NOTES, SPOT, Mixed
from pontoon_sim.policy.reading.decide import reads_draw, weigh, weigh_hand
from pontoon_sim.policy.reading.eyes import Eyes
from pontoon_sim.tabletop import BANK_CLASS, new_table


def _several(said):
    return said if isinstance(said, list) else [said]


class ShortPack:
    """All deals of a short pack, with every answer that the banker may give.

    Attributes
    ----------
    gains : dict of (what he saw, his cards in order) to float
        His gain, times its chance, of all deals that end so.
    reads : dict of the same to bool
        Whether the reading banker would draw there.
    doubles : dict of (stakes, his first card) to bool
        Whether the reading banker would double, where he may.
    ends : dict of what he saw and held to dict of end to float
        Chances of the punter's end (of one punter).
    believed : dict of the same to float64 (ends,)
        What the reading banker makes of it.
    """

    def __init__(self, cards, punters, stakes="min", busts="shown", rules="pagat", **changes):
        rules = ps.rules(rules, **{"packs": 1, **changes})
        self.cards = {RANKS.index(rank): count for rank, count in cards.items()}
        self.seats = len(punters)
        name = "reads-the-table" if busts == "shown" else "reads-the-table:busts=hidden"
        who = with_equilibria(rules, self.seats, punters, name, stakes)
        self.players = seated(rules, self.seats, who.punter, name, who.stakes, reads=self._worth_of_doubling).packed()
        self.play = next(
            (one.play for one in (*_several(who.punter), *_several(who.stakes)) if hasattr(one, "play")), None
        )
        self.eyes = self.players.eyes
        full = np.zeros(self.eyes.books.sorts)
        for rank, count in self.cards.items():
            full[self.eyes.books.sort_of[rank]] += count
        self.eyes = Eyes(self.eyes.books._replace(full=full), self.eyes.notes)
        self.players = self.players._replace(eyes=self.eyes)
        self.busts_shown = busts == "shown"
        self.law = plain_law(rules)
        self.gains = defaultdict(float)
        self.reads, self.believed, self.doubles = {}, {}, {}
        self.ends = defaultdict(lambda: defaultdict(float))
        self.path = []
        self._deal_all(new_table(self.seats))

    def _deal_all(self, table):
        while True:
            self.depth, self.weight = 0, 1.0
            self.left = dict(self.cards)
            self.shown, self.dealt, self.own, self.sight = defaultdict(list), defaultdict(list), [], None
            self.stakes, self.begun = {}, (None, 0)
            play_deal(self.law, self, self, table)
            self._keep(table)
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return
            self.path[-1][0] += 1

    def _keep(self, table):
        if self.sight is None:  # nothing that he decided
            self.gains[(self.begun, "nothing"), ()] += self.weight * table.net[self.seats] / self.law.unit
            return
        self.gains[self.sight, tuple(self.own)] += self.weight * table.net[self.seats] / self.law.unit
        assert table.result[BANK_CLASS] != NOT_PLAYED

    def _branch(self, ways):
        if self.depth == len(self.path):
            self.path.append([0, ways])
        self.depth += 1
        return self.path[self.depth - 1][0]

    def draw(self, hand):
        ranks = [rank for rank, count in self.left.items() if count]
        assert ranks, "the short pack ran out"
        rank = ranks[self._branch(len(ranks))]
        self.weight *= self.left[rank] / sum(self.left.values())
        self.left[rank] -= 1
        self.dealt[hand].append(rank)
        return rank

    def throw(self, hand): ...
    def part(self, hand, last): ...

    def __getattr__(self, name):
        return getattr(self.players, name)

    def see_card(self, law, hand, move, card):
        self.players.see_card(law, hand, move, card)
        if hand == 4 * self.seats:
            self.own.append(card)
        else:
            self.shown[hand].append(("twist", card) if move == TWIST else ("buy", move))

    def see_table(self, law, table, one, two):
        self.players.see_table(law, table, one, two)
        sight = []
        for seat in range(self.seats):
            hand = 4 * seat
            klass = table.klass[hand]
            if PONTOON <= klass <= HIGH_SINGLE or (klass == 0 and self.busts_shown):
                sight.append((int(table.initial[seat]), int(klass), tuple(sorted(self.dealt[hand]))))
            else:
                sight.append((int(table.initial[seat]), int(klass == 0), tuple(self.shown[hand])))
        self.sight, self.own = (self.begun, *sight), [one, two]
        if self.seats == 1:
            self._compare_beliefs(table)

    def _compare_beliefs(self, table):
        """Keep the end that is so, and what the reader believes, once for each sight."""
        key = (self.sight, tuple(self.own))
        books, notes = self.eyes.books, self.eyes.notes
        state = int(notes.at[0]) if notes.live[0] else -1
        if state < 0:
            return
        if self.depth == len(self.path) or key not in self.believed:
            weigh(self.eyes, 0)
            total = weigh_hand(self.eyes, state, int(books.hidden[state]))
            self.believed[key] = notes.part / total
        if all(choice == 0 for choice, _ in self.path[self.depth :]):  # this deal's punter, once
            self.ends[key][int(books.end_of[table.klass[0]])] += self.weight

    def ask_bank_draws(self, law, node, doubled):
        key = (self.sight, tuple(self.own))
        if key not in self.reads:
            self.reads[key] = bool(reads_draw(self.eyes, law, node))
        return bool(self._branch(2))

    # ---- Those who decide by chance do all that they may do, each time.

    def _chosen(self, chances):
        some = [(place, chance) for place, chance in enumerate(chances) if chance > 0]
        place, chance = some[self._branch(len(some))]
        self.weight *= chance
        return place

    def ask_stake(self, law, seat, rank):
        self.stakes[seat] = self._stake(law, seat, rank)
        return self.stakes[seat]

    def ask_double(self, law, rank):
        """He does both, each time."""
        place = tuple(self.stakes.values()), rank
        self.doubles[place] = bool(self.players.ask_double(law, rank))
        self.begun = place, self._branch(2)
        return self.begun[1]

    def _worth_of_doubling(self, rules, policy, schedule, packs):
        counts = np.zeros(13)
        counts[list(self.cards)] = list(self.cards.values())
        return worth_of_doubling(rules, policy, schedule, Deck(counts, False))

    def ask_burn(self, law, hand, node, situation):
        """What is burnt goes away unseen."""
        burns = self.players.ask_burn(law, hand, node, situation)
        if burns:
            self.dealt[hand].clear()
            self.shown[hand].append("burn")
        return burns

    def _stake(self, law, seat, rank):
        if not isinstance(self.players.mixed, Mixed) or not self.players.mixed.stakes[seat]:
            return self.players.ask_stake(law, seat, rank)
        strategy = self.play.strategy
        return strategy.field.levels[self._chosen(strategy.punter_plan.stakes[min(rank, 9) + 1])]

    def ask_move(self, law, hand, node, phase, base, last):
        mixed, seat = self.players.mixed, hand >> 2
        if not isinstance(mixed, Mixed) or not mixed.plays[seat]:
            return self.players.ask_move(law, hand, node, phase, base, last)
        notes, turn = mixed.notes[seat * NOTES : (seat + 1) * NOTES], mixed.turn
        if notes[SPOT] < 0:
            notes[SPOT] = turn.root[notes[BRANCH] * turn.nodes + node]
        notes[ACTION] = action = self._chosen(self.play.strategy.punter_plan.actions[notes[SPOT]])
        if action < 2:
            return -action, phase
        return int(turn.amount[notes[SPOT] * turn.actions + action]), phase

    # ---- What plays are worth.

    def best(self, doubled=None):
        """The most that a banker can gain who sees all that; who always, or never, doubles; else where it is better."""
        found = self._values(lambda key, stick, draw: max(stick, draw))
        return self._chosen_double(found, doubled, lambda place: found[place, 1] > found[place, 0])

    def reading(self, doubled=None):
        """What the reading banker gains; likewise."""
        found = self._values(lambda key, stick, draw: draw if self.reads[key] else stick)
        return self._chosen_double(found, doubled, lambda place: self.doubles[place])

    def _chosen_double(self, found, doubled, choose):
        places = {place for place, _ in found}
        if not self.doubles:
            return sum(found.values())
        return sum(found[place, int(choose(place)) if doubled is None else doubled] for place in places)

    def _values(self, choose):
        """What his play is worth, by the stakes and his first card, and by whether he doubles."""
        children = defaultdict(set)
        for sight, own in self.gains:
            for length in range(3, len(own) + 1):
                children[sight, own[: length - 1]].add(own[:length])
        roots = {(sight, own[:2]) for sight, own in self.gains}

        def value(sight, own):
            key = (sight, own)
            stick = self.gains.get(key, 0.0)
            if not children[key]:
                return stick
            return choose(key, stick, sum(value(sight, longer) for longer in sorted(children[key])))

        found = defaultdict(float)
        for sight, own in sorted(roots, key=repr):
            found[sight[0]] += value(sight, own)
        return found


class Jointly:
    """Players whose reading banker is watched: what his decisions lose to one who weighs all hands together.

    Attributes
    ----------
    lost, asked, wrong : float, int, int
        The sum of what decisions lose that the other would take otherwise; how many decisions there were, and of
        these how many.
    """

    def __init__(self, players, law):
        self.players, self.law = players, law
        self.lost, self.asked, self.wrong = 0.0, 0, 0

    def __getattr__(self, name):
        return getattr(self.players, name)

    def see_table(self, law, table, one, two):
        self.players.see_table(law, table, one, two)
        books, notes = self.players.eyes.books, self.players.eyes.notes
        hidden, chance, worth = np.zeros((1, books.sorts), int), np.ones(1), np.zeros((1, 32))
        gain = books.worth.reshape(books.ends, 32)
        for seat in range(table.punters):
            for hand in range(4 * seat, 4 * seat + table.hands[seat]):
                klass, stake = table.klass[hand], table.staked[hand]
                if klass == 0:
                    continue
                if PONTOON <= klass <= HIGH_SINGLE:
                    worth = worth + stake * gain[books.end_of[klass]]
                    continue
                cards, ways, ends = self._hands(int(notes.state[hand]))
                hidden = (hidden[:, None] + cards).reshape(-1, books.sorts)
                chance = (chance[:, None] * ways).ravel()
                worth = (worth[:, None] + stake * gain[ends]).reshape(-1, 32)
        left = notes.left[: books.sorts]
        most = int(hidden.max(initial=0))
        steps = np.ones((books.sorts, most + 1))
        for i in range(most):
            steps[:, i + 1] = steps[:, i] * np.maximum(left - i, 0)
        chance = chance * np.prod(steps[np.arange(books.sorts), hidden], axis=1)
        self.hidden, self.chance, self.worth = hidden, chance / chance.sum(), worth
        self.live = worth.any()

    def _hands(self, state):
        books = self.players.eyes.books
        found = range(books.stops[state], books.stops[state + 1])
        cards = np.zeros((len(found), books.sorts), int)
        width = int(books.hidden[state])
        for row in range(len(found)):
            at = int(books.cards_at[state]) + row * width
            np.add.at(cards[row], books.cards[at : at + width].astype(int), 1)
        return cards, books.ways[found.start : found.stop], books.end[found.start : found.stop].astype(int)

    def ask_bank_draws(self, law, node, doubled):
        draws = self.players.ask_bank_draws(law, node, doubled)
        if self.live:
            books, notes = self.players.eyes.books, self.players.eyes.notes
            left = notes.left[: books.sorts].copy()
            chance = self.chance / self.chance.sum()
            stick, draw = self._both(node, chance, left)
            self.asked += 1
            if draws != (draw > stick) and abs(draw - stick) > 1e-9:
                self.wrong += 1
                self.lost += abs(draw - stick)
        return draws

    def see_card(self, law, hand, move, card):
        books, notes = self.players.eyes.books, self.players.eyes.notes
        if hand == books.bank and self.live:
            sort = int(books.sort_of[card])
            self.chance = self.chance * (notes.left[sort] - self.hidden[:, sort])
        self.players.see_card(law, hand, move, card)

    def _both(self, node, chance, left):
        """What sticking and drawing are worth, all hidden cards being weighed together."""
        books = self.players.eyes.books
        stick = float(chance @ self.worth[:, self.law.bank_klass[node]])
        size = left.sum() - self.hidden[0].sum()
        draw = 0.0
        for sort in range(books.sorts):
            after = chance * np.maximum(left[sort] - self.hidden[:, sort], 0.0) / size
            child = int(self.law.take[node * 16 + books.rank_of[sort]])
            if self.law.open[child] and after.any():
                fewer = left.copy()
                fewer[sort] -= 1
                draw += max(self._both(child, after, fewer))
            else:
                draw += float(after @ self.worth[:, self.law.bank_klass[child]])
        return stick, draw


def measured(punters, policy, stakes, deals, seed=1, rules="pagat"):
    """What weighing hand by hand loses, in units a deal: mean, its standard error, and the share of decisions."""
    system = ps.rules(rules, packs=1)
    law, table = plain_law(system), new_table(punters)
    watched = Jointly(seated(system, punters, policy, "reads-the-table", stakes, reads=worth_of_doubling).packed(), law)
    pack = fresh_pack(1, np.random.SeedSequence(seed))
    found = []
    with np.errstate(over="ignore"):
        for _ in range(deals):
            before = watched.lost
            pack.words[POSITION] = 0
            play_deal(law, pack, watched, table)
            found.append(watched.lost - before)
    return np.mean(found), np.std(found) / np.sqrt(deals), watched.wrong / watched.asked
