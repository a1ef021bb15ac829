"""The banker's best play against three things: all plays there are, on short packs dealt out in every order through the
one deal of the rule book; the exact account of a given play; and changes of single hands."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.deal import play_deal
from pontoon_sim.errors import LaterError
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.banker import best_banker, best_response, best_threshold, prospects
from pontoon_sim.exact.deck import Deck, full_deck
from pontoon_sim.exact.seat import Seat
from pontoon_sim.exact.table import exact_table
from pontoon_sim.hands import graph
from pontoon_sim.law import plain_law
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import banker_table
from pontoon_sim.tabletop import DOUBLED, new_table


class Question:
    """A kind of deal: rules, the punters, their stakes, and the deck."""

    def __init__(self, rules, punters, stakes="min", packs: int | None = 1, cards=None, **changes):
        self.rules = ps.rules(rules, **changes)
        self.names = punters.split(" ")
        self.punters = [punter_policy(name, self.rules) for name in self.names]
        self.stakes = [stake_schedule(stakes, self.rules)] * len(self.punters)
        self.cards = cards
        self.packs = packs
        counts = np.array([float((cards or {}).get(rank, 0)) for rank in RANKS])
        self.deck = Deck(counts, False) if cards else full_deck(packs)

    def answer(self):
        return best_response(prospects(self.rules, self.punters, self.stakes, self.deck))

    def value(self, draws, doubles) -> float:
        """The bank's gain by the exact account of such a play."""
        game, total = Game(self.rules, banker_table("any", self.rules, draws, doubles)), 0.0
        for policy, schedule in zip(self.punters, self.stakes, strict=True):
            total -= Seat(game, policy, schedule.stakes, self.deck).account().account.gain
        return total


# ---- All plays there are.


class Enumeration:
    """Every deal of a short pack, with every answer that the banker may give: the gain of any play is a sum of them."""

    def __init__(self, question: Question):
        self.question = question
        self.law = plain_law(question.rules)
        seats = len(question.punters)
        self.others = build_players(question.rules, seats, question.punters, None, question.stakes)[0]
        self.path: list[list[int]] = []
        #: by first card, doubled and the hands that were asked about (with the answers): sum of chance times gain
        self.gains: dict[tuple[int, int], dict[frozenset, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        self._deal_all(new_table(seats), seats)

    def _deal_all(self, table, seats):
        while True:
            self.depth, self.weight = 0, Fraction(1)
            self.left = {RANKS.index(rank): count for rank, count in self.question.cards.items()}
            self.asked, self.bank_first = set(), None
            play_deal(self.law, self, self, table)
            place = (self.bank_first, int(table.result[DOUBLED]))
            self.gains[place][frozenset(self.asked)] += self.weight * int(table.net[seats]) / self.law.unit
            while self.path and self.path[-1][0] == self.path[-1][1] - 1:
                self.path.pop()
            if not self.path:
                return
            self.path[-1][0] += 1

    def _branch(self, ways: int) -> int:
        if self.depth == len(self.path):
            self.path.append([0, ways])
        self.depth += 1
        return self.path[self.depth - 1][0]

    def draw(self, hand):
        ranks = [rank for rank, count in self.left.items() if count]
        assert ranks, "the short pack ran out"
        rank = ranks[self._branch(len(ranks))]
        self.weight *= Fraction(self.left[rank], sum(self.left.values()))
        self.left[rank] -= 1
        if hand == 4 * len(self.question.punters) and self.bank_first is None:
            self.bank_first = rank
        return rank

    def throw(self, hand): ...
    def part(self, hand, last): ...

    def __getattr__(self, name):
        return getattr(self.others, name)

    def ask_double(self, law, rank):
        return bool(self._branch(2))

    def ask_bank_draws(self, law, node, *doubled):
        draws = self._branch(2)
        self.asked.add((node, draws))
        return bool(draws)

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def best(self) -> float:
        """The best of all plays: doubles on any set of first cards, and with each any draws in either state."""
        ranks = [RANKS.index(rank) for rank in self.question.cards]
        tables = {place: self._by_draws(place[1], some) for place, some in self.gains.items()}
        most = -np.inf
        for chosen in range(2 ** len(ranks) if self.question.rules.banker_doubles != "no" else 1):
            double = {rank: chosen >> place & 1 for place, rank in enumerate(ranks)}
            sides = [[tables[rank, row] for rank in ranks if double[rank] == row] for row in (0, 1)]
            most = max(most, sum(sum(some).max() for some in sides if some))
        return float(most)

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def hands(self, doubled: int) -> list[int]:
        """Hands that he may be asked about in that state."""
        return sorted(
            {node for place, some in self.gains.items() if place[1] == doubled for key in some for node, _ in key}
        )

    def _by_draws(self, doubled: int, some) -> np.ndarray:
        """The gain of each of the 2**hands plays: an axis for each hand."""
        nodes = self.hands(doubled)
        assert len(nodes) <= 20, "too many plays to try them all: choose a shorter pack"
        parts = defaultdict(Fraction)
        for key, gain in some.items():
            answers = dict(key)
            parts[tuple(answers.get(node, -1) for node in nodes)] += gain
        total = np.zeros((2,) * len(nodes))
        for answers, gain in parts.items():
            total[tuple(slice(None) if answer < 0 else answer for answer in answers)] += float(gain)
        return total


ACES = {"A": 2, "6": 2, "9": 3, "K": 4}
MIXED = {"A": 2, "T": 2, "K": 2, "9": 4}
EIGHTS = {"8": 4, "7": 2, "T": 7}
SHORT = [
    Question("pagat", "stick-15", cards=ACES),
    Question("pagat", "buy-16", "A=3,*=1", cards={"A": 1, "5": 2, "8": 3, "T": 5}),
    Question("pagat", "stick-15 buy-16", cards={"6": 2, "A": 1, "T": 5, "9": 4}),
    Question("pagat", "stick-15:split=8", "8=2,*=1", cards=EIGHTS),
    Question("pagat", "buy-15:split=8", cards=EIGHTS, max_hands=3),
    Question("pontoon-2011", "stick-12:split=A", cards={"A": 3, "K": 4, "6": 4}, min_stick=12),
    Question("pontoon-2011", "buy-16", cards=ACES),
    Question("vingt-un-1800", "stick-14", cards={"A": 1, "5": 2, "7": 2, "T": 5}),
    Question("vingt-un-1850", "stick-15:split=8", "8=3,*=1", cards=EIGHTS),
    Question("pontoon-1939", "buy-15", "A=4,*=1", cards={"A": 1, "6": 3, "T": 4, "9": 2}),
    Question("pagat", "buy-15", "K=2,*=1", cards=MIXED, banker_doubles="ordinary"),
    Question("pagat", "stick-15", cards=ACES, five_card_trick="level-with-21", drawn_21_pays=2),
    Question("pagat", "stick-16", cards={"A": 4, "T": 5, "9": 3}),
    Question("pagat", "buy-16", cards=ACES, ties="stand-off"),
    Question("pagat", "stick-15", cards=MIXED, ace_ten_is_pontoon=False),
    Question("pagat", "stick-15", "T=3,*=1", cards=MIXED, pontoon_ranking="picture-beats-ten",
             banker_pontoon_shown="after-play", banker_doubles="everything"),
    Question("vingt-un-1850", "stick-14", "T=3,*=1", cards={"A": 2, "T": 2, "K": 2, "9": 3, "7": 2},
             ace_ten_is_pontoon=False),
]  # fmt: skip


@pytest.mark.parametrize("question", SHORT, ids=lambda question: f"{question.rules.name}-{question.names}")
def test_no_play_of_a_short_pack_does_better(question):
    every, found = Enumeration(question), question.answer()
    assert len(every.hands(0)) > 3
    assert found.value == pytest.approx(every.best(), abs=1e-9)
    assert found.value == pytest.approx(question.value(found.draws, found.doubles), abs=1e-12)


# ---- Whole packs.

WHOLE = [
    Question("pagat", "stick-16"),
    Question("pagat", "buy-16:split=A,8 stick-15", "A=5,T=2,*=1"),
    Question("pagat", "buy-16", banker_doubles="ordinary"),
    Question("pagat", "stick-16", packs=None),
    Question("pagat", "stick-16", ace_ten_is_pontoon=False, soft_21_may_draw=True),
    Question("pontoon-1939", "buy-16:split=A,8", "A=5,*=1"),
    Question("pontoon-1939", "stick-16", "K=5,*=1", ace_ten_is_pontoon=False, packs=2),
    Question("pontoon-2011", "buy-17"),
    Question("vingt-un-1850", "stick-16:split=A,8", "A=5,T=2,*=1"),
    Question("vingt-un-1850", "stick-17", packs=None),
    Question("vingt-un-1800", "stick-15"),
    Question("casino-rtg", "buy-16", packs=8),
]


def _name(question):
    return f"{question.rules.name}-{question.names}-{question.packs}"


@pytest.fixture(scope="module")
def answers():
    return {}


def answer_of(question, answers):
    return answers.setdefault(_name(question), question.answer())


@pytest.mark.compiled
@pytest.mark.parametrize("question", WHOLE, ids=_name)
def test_its_value_is_that_of_the_exact_account(question, answers):
    found = answer_of(question, answers)
    assert found.value == pytest.approx(question.value(found.draws, found.doubles), abs=1e-10)
    simple = banker_policy(found.threshold.name, question.rules)
    exact = exact_table(question.rules, question.punters, simple, question.stakes, question.packs).gain
    assert found.threshold.value == pytest.approx(exact, abs=1e-10)
    assert found.loss >= 0


@pytest.mark.compiled
@pytest.mark.parametrize("question", WHOLE[:9:2], ids=_name)
def test_no_change_of_one_hand_does_better(question, answers):
    """And each costs what the response says."""
    found = answer_of(question, answers)
    rng = np.random.default_rng(5)
    met = np.argwhere(found.chance > 0)
    for row, node in rng.choice(met, 12 if question.rules.ace_ten_is_pontoon else 3, replace=False):
        changed = found.draws.copy()
        changed[row, node] ^= 1
        if found.chance[1].max() == 0:
            changed[1] = changed[0]
        loss = found.value - question.value(changed, found.doubles)
        cost = found.chance[row, node] * abs(found.draw[row, node] - found.stick[row, node])
        assert loss == pytest.approx(cost, abs=1e-10)
        assert loss > -1e-12


@pytest.mark.compiled
@pytest.mark.parametrize("question", [WHOLE[2], WHOLE[5], WHOLE[6]], ids=_name)
def test_no_change_of_one_double_does_better(question, answers):
    found = answer_of(question, answers)
    for rank in (0, 3, 9, 12):
        changed = found.doubles.copy()
        changed[rank] ^= 1
        assert question.value(found.draws, changed) < found.value


@pytest.mark.compiled
def test_no_threshold_does_better():
    question = WHOLE[0]
    best = best_threshold(question.rules, question.punters, question.stakes, 1)
    values = {}
    for hard in range(15, 20):
        for soft in range(16, 21):
            banker = banker_policy(f"stick-{hard}/{soft}", question.rules)
            values[hard, soft] = exact_table(question.rules, question.punters, banker, question.stakes, 1).gain
    assert best.value == pytest.approx(max(values.values()), abs=1e-12)
    hard, soft = max(values, key=values.get)
    assert best.name == f"stick-{hard}/{soft}"


@pytest.mark.compiled
def test_it_answers_the_punters_it_meets():
    """A banker's 16 in two cards: he sticks against punters who stick on 15, and draws against those who do on 16."""
    ten_and_six = graph().node_of([9, 5])
    timid = Question("pagat", "stick-15").answer()
    bold = Question("pagat", "stick-16").answer()
    assert not timid.draws[0, ten_and_six]
    assert bold.draws[0, ten_and_six]
    assert 0 < timid.stick[0, ten_and_six] - timid.draw[0, ten_and_six] < 0.05
    assert bold.draw[0, ten_and_six] - bold.stick[0, ten_and_six] > 0.1
    named = [one for one in timid.differences if one.node == ten_and_six]
    assert len(named) == 1
    assert not named[0].draws
    assert named[0].chance == pytest.approx(2 * 16 * 4 / (52 * 51))
    costs = [one.gain for one in timid.differences]
    assert costs == sorted(costs, reverse=True)
    assert timid.loss > 0


@pytest.mark.compiled
def test_he_never_draws_where_he_cannot_and_never_doubles_where_he_may_not():
    found = WHOLE[0].answer()
    closed = ~np.array(plain_law(WHOLE[0].rules).open, bool)
    assert not found.draws[:, closed].any()
    assert np.isnan(found.stick[:, closed[: found.stick.shape[1]]]).all()
    assert not found.doubles.any()
    assert not found.chance[1].any()
    assert np.array_equal(found.draws[0], found.draws[1])


def test_seats_that_are_tied_together_are_refused():
    question = Question("vingt-un-1800", "stick-16 stick-16")
    with pytest.raises(LaterError, match="natural_from_all"):
        best_banker(question.rules, question.punters, question.stakes, 1)
