"""Policies that burn, exactly: against short packs dealt out in every order, an infinite pack worked out by hand, and
simulation."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from test_exact import seat_of

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.checks.cases import Short
from pontoon_sim.checks.compare import dealt_out
from pontoon_sim.deal import split_slot
from pontoon_sim.errors import LaterError
from pontoon_sim.exact import burns, ways
from pontoon_sim.exact.deck import Deck, full_deck
from pontoon_sim.exact.habits import ANY_TEN, FRESH, Habits
from pontoon_sim.exact.leftover import ROOM, Folding, Leftovers
from pontoon_sim.exact.table import exact_table
from pontoon_sim.law import CLASSES, payment
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.players import SLOTS
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import Awareness, solved_policy

ALL = "A,2,3,4,5,6,7,8,9,T,J,Q,K"


# ---- Short packs, dealt out in every order.


BURN_13, BURN_14 = {"burn": 13}, {"burn": 14}
FACES = {"pontoon_ranking": "picture-beats-ten", "banker_pontoon_shown": "after-play"}
SHORT_PACKS = [
    ("pagat", BURN_13, "stick-16:burn=yes", "stick-17", "min", {"3": 1, "T": 3, "K": 1, "9": 2, "4": 1, "A": 1}),
    ("pagat", BURN_13, "stick-16:burn=yes", "stick-16", "K=5,T=2,*=1",
     {"3": 1, "T": 3, "K": 2, "9": 2, "4": 1, "8": 1}),
    ("pagat", BURN_13, "buy-16:burn=yes", "stick-16", "6=4,*=1", {"6": 2, "7": 2, "T": 3, "A": 1, "5": 1, "8": 1}),
    ("pagat", BURN_14, "stick-16:burn=yes", "stick-16", "min", {"7": 4, "T": 3, "A": 1, "5": 1, "9": 2}),
    ("pagat", {**BURN_14, "royal_pontoon": True}, "stick-16:burn=yes:split=7", "stick-16", "min",
     {"7": 4, "T": 5, "5": 1, "9": 3}),
    ("vingt-un-1850", BURN_13, "stick-14:burn=yes", "stick-14:double=A,T", "A=2,*=1",
     {"A": 2, "T": 2, "K": 2, "9": 2, "4": 2}),
    ("pagat", {**BURN_13, "banker_doubles": "ordinary"}, "buy-15:burn=yes", "stick-15:double=A,K", "min",
     {"A": 2, "T": 2, "K": 1, "9": 2, "4": 1}),
    ("vingt-un-1800", BURN_14, "stick-15:burn=yes", "stick-15", "min", {"A": 2, "T": 3, "4": 1, "9": 3, "5": 1}),
    ("pagat", {**BURN_13, **FACES}, "stick-15:burn=yes", "stick-15", "T=2,*=1",
     {"A": 2, "T": 2, "K": 2, "9": 2, "4": 1, "3": 1}),
    ("pagat", {**BURN_13, "ace_ten_is_pontoon": False}, "stick-15:burn=yes", "stick-15", "min",
     {"A": 2, "T": 2, "K": 2, "9": 2, "4": 1, "3": 1}),
]  # fmt: skip
SHORT_PACKS_SPLIT = [
    ("pagat", {**BURN_13, "max_hands": 3}, "stick-15:burn=yes:split=8", "stick-15", "8=2,*=1",
     {"8": 4, "5": 2, "T": 6}),
    ("pagat", {**BURN_13, "max_hands": 2}, "stick-15:burn=yes:split=8,9", "stick-15", "8=2,*=1",
     {"8": 3, "5": 1, "T": 3, "9": 2, "4": 1}),
    ("pagat", {**BURN_13, "max_hands": 2, "split_pontoon": "single"}, "stick-16:burn=yes:split=9,A", "stick-16", "min",
     {"A": 2, "K": 4, "9": 3, "4": 1, "8": 1}),
    ("pagat", {**BURN_13, "max_hands": 2, "split_pontoon": "pontoon"}, "stick-15:burn=yes:split=8", "stick-15", "min",
     {"8": 3, "5": 2, "A": 1, "K": 4}),
    ("pagat", {**BURN_13, "max_hands": 2, "split_aces_one_card": True}, "stick-15:burn=yes:split=8", "stick-15", "min",
     {"8": 3, "5": 1, "A": 2, "K": 5, "6": 1}),
    ("pagat", {**BURN_14, "max_hands": 3}, "stick-16:burn=yes:split=9", "stick-16", "min", {"9": 4, "5": 2, "T": 6}),
    ("pagat", {**BURN_14, "max_hands": 2}, "buy-15:burn=yes:split=T,8", "stick-15", "min",
     {"T": 3, "4": 1, "8": 3, "6": 1, "K": 2}),
    # faces of tens: split by rank, split by value, and where they decide what a pontoon is
    ("pagat", {**BURN_13, "max_hands": 2}, "stick-15:burn=yes:split=3,T", "stick-15", "K=2,*=1",
     {"3": 2, "T": 3, "K": 2, "9": 3}),
    ("pagat", {**BURN_13, "max_hands": 3, "split": "value"}, "stick-15:burn=yes:split=T", "stick-15", "K=2,*=1",
     {"3": 1, "T": 2, "K": 3, "9": 4}),
    ("pagat", {**BURN_13, **FACES, "split_pontoon": "pontoon", "max_hands": 2}, "stick-15:burn=yes:split=K", "stick-15",
     "min", {"3": 1, "T": 2, "K": 3, "9": 2, "A": 2}),
    ("pagat", {**BURN_13, **FACES, "split_pontoon": "pontoon", "max_hands": 2, "split": "value"},
     "stick-15:burn=yes:split=T", "stick-15", "K=2,*=1", {"3": 1, "T": 2, "K": 2, "9": 3, "A": 1}),
    ("pagat", {**FACES, "split_pontoon": "pontoon", "max_hands": 2, "split": "value"}, "stick-15:split=T", "stick-15",
     "K=2,*=1", {"T": 1, "K": 2, "J": 1, "9": 3, "A": 2}),
    ("vingt-un-1850", {**BURN_13, "split": "rank", "max_hands": 2}, "stick-14:burn=yes:split=9",
     "stick-14:double=A,T", "A=2,*=1", {"A": 1, "T": 2, "K": 1, "9": 3, "4": 2, "8": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "changes", "punter", "banker", "stakes", "cards"), [*SHORT_PACKS, *SHORT_PACKS_SPLIT]
)
def test_short_packs_dealt_out_in_every_order(rules, changes, punter, banker, stakes, cards):
    """Every figure of the table: gains, by the first card too, stakes, variance and outcomes."""
    check = dealt_out(Short(ps.rules(rules, **changes), (punter,), banker, stakes, cards))
    assert check.agrees, check


def test_several_punters_who_burn():
    rules = ps.rules("pagat", burn=13, max_hands=2)
    cards = {"8": 2, "5": 1, "T": 9, "4": 1}
    assert dealt_out(Short(rules, ("stick-12:burn=yes", "stick-12:burn=yes:split=8"), "stick-12", "min", cards)).agrees


def test_burns_where_a_natural_collects_from_all():
    rules = ps.rules("vingt-un-1800", burn=13)
    cards = {"A": 2, "T": 4, "9": 2, "4": 1, "8": 2}
    assert dealt_out(Short(rules, ("stick-12:burn=yes", "stick-12"), "stick-12", "min", cards)).agrees


def test_burns_where_the_dealer_looks_for_a_brulet():
    rules = ps.rules("vingt-un-1850", burn=13, brulet="levy")
    cards = {"A": 2, "T": 2, "K": 2, "9": 2, "4": 1, "8": 1}
    short = Short(rules, ("stick-12:burn=yes",), "stick-12:double=A,T", "A=2,K=3,*=1", cards)
    assert dealt_out(short).agrees


def two_minded(rules) -> object:
    """A policy that burns with a small stake only, splits further with a large one, and plays split hands by what they
    came of."""
    one, other = (punter_policy(name, rules) for name in ("stick-15:burn=yes", "stick-17"))
    burnt = np.array([one.burns, one.burns, other.burns, other.burns])
    pairs = np.zeros((4, 16), np.int8)
    pairs[:, RANKS.index("8")] = [2, 2, 1, 1]
    begins = np.zeros((4, SLOTS), np.int16)
    for hands in (2, 3):
        for paired in (0, 1):
            begins[:, split_slot(RANKS.index("8"), hands, paired)] = (hands + paired) % 2
    aware = Awareness(np.array([1, 2]), pairs, burnt, begins)
    following = np.tile(np.arange(2, dtype=np.int16)[:, None], (1, one.following.shape[1]))
    return solved_policy("two-minded:split=8", rules, np.concatenate([one.moves, other.moves]), following, aware)


@pytest.mark.parametrize("cards", [{"8": 4, "5": 2, "T": 6}, {"8": 4, "5": 1, "9": 2, "K": 4, "4": 1}])
def test_a_policy_that_looks_at_more_than_its_hand(cards):
    rules = ps.rules("pagat", burn=13, max_hands=3)
    assert dealt_out(Short(rules, (two_minded(rules),), "stick-15", "T=2,K=2,*=1", cards)).agrees


# ---- An infinite pack, worked out from the rules alone.


class Endless:
    """A seat of Pagat's rules at an infinite pack: threshold play, all of a policy's splits, and burns."""

    def __init__(self, rules, punter: int, banker: int, splits: str):
        self.rules, self.punter, self.splits = rules, punter, splits.split(",") if splits else []
        ten = [min(rank + 1, 10) for rank in range(13)]
        self.cards = [(RANKS[rank], ten[rank], 1 / 13) for rank in range(13)]
        self.bank = dict.fromkeys(range(CLASSES), 0.0)
        for _, one, p in self.cards:
            for _, two, q in self.cards:
                if {one, two} != {1, 10}:
                    for klass, chance in self.ends(one + two, 1 in (one, two), 2, banker).items():
                        self.bank[klass] += p * q * chance
        self.stopped = 2 * (1 / 13) * (4 / 13)

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def ends(self, low: int, ace: bool, cards: int, sticks: int) -> dict[int, float]:
        """Chances of classes: 0 bust, 22 a trick, else the total."""
        best = low + 10 if ace and low <= 11 else low
        if low > 21:
            return {0: 1.0}
        if cards == 5 or best >= sticks:
            return {22 if cards == 5 else best: 1.0}
        found: dict[int, float] = {}
        for _, card, p in self.cards:
            for klass, chance in self.ends(low + card, ace or card == 1, cards + 1, sticks).items():
                found[klass] = found.get(klass, 0.0) + p * chance
        return found

    def pay(self, klass: int) -> float:
        """Mean gain of a finished hand, the banker holding no pontoon."""
        if klass == 0:
            return -sum(self.bank.values())
        return sum(chance * payment(self.rules, klass, bank) for bank, chance in self.bank.items())

    def hand(self, one: int, two: int, alone: bool) -> float:
        """What two cards earn that are played: `alone`, not of a split."""
        if {one, two} == {1, 10} and (alone or self.rules.split_pontoon != "drawn-21"):
            return self.pay(23)
        return sum(p * self.pay(k) for k, p in self.ends(one + two, 1 in (one, two), 2, self.punter).items())

    def seat(self) -> float:
        """The gain of the whole seat, in a deal that the banker's pontoon may stop."""
        both = [(a, b, p * q) for a in self.cards for b in self.cards for p, q in [(a[2], b[2])]]
        unlucky = sum(p * payment(self.rules, 23 if {a[1], b[1]} == {1, 10} else 28, 23) for a, b, p in both)
        return self.stopped * unlucky + self.turn(None, (), 1)

    @cache  # noqa: B019 - goes with its game, at the end of a test
    def turn(self, first: str | None, behind: tuple[str, ...], hands: int) -> float:
        """What the hand in turn (None: two new cards) and those behind it earn."""
        again, total = 0.0, 0.0
        value = {name: card for name, card, _ in self.cards}
        for one, card, p in self.cards if first is None else [(first, value[first], 1.0)]:
            for two, other, q in self.cards:
                if card + other == self.rules.burn and 1 not in (card, other):
                    again += p * q
                elif one == two and one in self.splits and hands < self.rules.max_hands:
                    total += p * q * self.turn(one, (two, *behind), hands + 1)
                else:
                    rest = self.turn(behind[0], behind[1:], hands) if behind else 0.0
                    total += p * q * (self.hand(card, other, hands == 1) + rest)
        return total / (1 - again) if first is None else total + again * self.turn(None, behind, hands)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("burn", "changes", "splits"),
    [
        (13, {}, ""),
        (14, {}, ""),
        (13, {}, "8"),
        (14, {"split_pontoon": "pontoon"}, "9,A"),
        (13, {"max_hands": 3}, "A,5,8,T,K"),
    ],
)
def test_an_infinite_pack(burn, changes, splits):
    rules = ps.rules("pagat", burn=burn, **changes)
    found = seat_of(rules, "stick-16:burn=yes" + (f":split={splits}" if splits else ""), "stick-17", packs=None)
    assert found.account().account.gain == pytest.approx(Endless(rules, 16, 17, splits).seat(), abs=1e-10)


# ---- A whole pack.


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "changes", "punter", "banker", "stakes"),
    [
        ("pagat", BURN_13, "stick-16:burn=yes", "stick-17", "A=5,T=2,*=1"),
        ("pagat", BURN_14, "buy-16:burn=yes", "stick-16/18", "min"),
        ("pagat", BURN_13, "stick-16:burn=yes:split=A,8,3", "stick-17", "A=5,3=2,*=1"),
        ("pagat", {**BURN_14, "royal_pontoon": True, "split_pontoon": "single"}, "stick-16:burn=yes:split=9,6",
         "stick-17", "min"),
        ("pagat", {**BURN_13, "packs": 3, "split": "value"}, "stick-16:burn=yes:split=T", "stick-17", "min"),
        ("vingt-un-1850", BURN_14, "stick-16:burn=yes", "stick-17:double=A,T", "A=3,*=1"),
        ("pontoon-1939", {**BURN_13, "banker_doubles": "ordinary"}, "buy-16:burn=yes:split=A,8",
         "stick-17:double=A,T,J,Q,K", "A=3,*=1"),
    ],
)  # fmt: skip
def test_a_whole_pack_as_simulated(rules, changes, punter, banker, stakes):
    system = ps.rules(rules, **changes)
    found = seat_of(system, punter, banker, stakes, packs=system.packs_for(1)).account()
    result = ps.edge(system, punters=1, punter=punter, banker=banker, stakes=stakes, deals=4_000_000, seed=9)
    edge, told = result.bank_edge["per_deal"], result.to_dict()
    assert abs(edge.value + found.account.gain) < 4 * edge.standard_error
    assert told["seats"][0]["mean_staked"] == pytest.approx(found.account.staked, rel=0.003)
    assert told["seats"][0]["mean_initial_stake"] == pytest.approx(found.initial, rel=0.003)
    hands = found.account.classes
    assert told["punter_outcomes"]["bust"] == pytest.approx(hands[0] / hands.sum(), abs=0.001)


@pytest.mark.compiled
@pytest.mark.parametrize("packs", [1, 2, None])
@pytest.mark.parametrize("burn", [13, 14])
def test_chances_add_up(burn, packs):
    rules = ps.rules("pagat", burn=burn)
    found = seat_of(rules, "stick-16:burn=yes", packs=packs).account()
    assert found.account.classes.sum() == pytest.approx(1, abs=1e-10)
    assert found.account.staked == pytest.approx(1, abs=1e-10)
    chances = [full_deck(packs).chance(rank) for rank in range(13)]
    assert found.by_card @ chances == pytest.approx(found.account.gain, abs=1e-14)
    split = seat_of(rules, "stick-16:burn=yes:split=A,8", packs=packs).account().account
    assert split.classes.sum() == pytest.approx(split.staked, abs=1e-12)


@pytest.mark.compiled
def test_a_table_with_a_policy_that_burns():
    rules = ps.rules("pagat", burn=13)
    policy, stake = punter_policy("stick-16:burn=yes", rules), stake_schedule("min", rules)
    found = exact_table(rules, [policy], banker_policy("stick-17", rules), [stake], 1)
    told = ps.edge(rules, punters=1, punter=policy, banker="stick-17", deals=1_000_000, seed=3).to_dict()
    assert set(found.reasons) == {"bank_changes_per_deal", "shuffles_per_deal"}
    assert found.runs_out
    assert found.variance == pytest.approx(told["variance_per_deal"], rel=0.01)
    for name, share in found.banker_outcomes.items():
        assert told["banker_outcomes"][name] == pytest.approx(share, abs=0.003), name


# ---- What is left out, and the numbers of multisets.


@pytest.mark.compiled
@pytest.mark.parametrize("punter", ["buy-16:burn=yes", "buy-16:burn=yes:split=A,8,9"])
@pytest.mark.parametrize("precision", [1e-1, 1e-3, 1e-6])
def test_no_more_is_left_out_than_promised(monkeypatch, punter, precision):
    rules = ps.rules("pagat", burn=13)
    exact = seat_of(rules, punter).account()
    monkeypatch.setattr(burns, "PRECISION", precision)
    rough = seat_of(rules, punter).account()
    at_first = 56 / 663 + 3 / 221  # the chance that the first two cards are burnt, or split
    assert 0 < abs(rough.account.gain - exact.account.gain) < at_first * precision
    assert np.abs(rough.by_card - exact.by_card).max() < precision


def habits_of(rules, punter) -> Habits:
    policy = punter_policy(punter, rules)
    most = [policy.most_hands(1, False, rank, rules.max_hands) for rank in range(13)]
    return Habits(rules, policy.burns, most, False, None)


@pytest.mark.parametrize("deck", [full_deck(1), full_deck(None)], ids=["one pack", "infinite"])
def test_a_smaller_bound_takes_more_terms(deck):
    habits = habits_of(ps.rules("pagat", burn=13), "stick-16:burn=yes:split=8")
    rough, fine = (ways.all_ways(habits, [ways.fresh()], deck, deck.size, bound) for bound in (1e-4, 1e-9))
    assert fine.bound <= 1e-9 < rough.bound <= 1e-4
    assert set(rough.terms) <= set(fine.terms)
    assert sum(len(codes) for codes, _ in rough.terms.values()) <= sum(len(codes) for codes, _ in fine.terms.values())


def test_events_of_a_turn():
    habits = habits_of(ps.rules("pagat", burn=13), "stick-16:burn=yes:split=3,A")
    assert {event.cards: event.orders for event in habits.events(FRESH, 4)} == {
        (2, ANY_TEN): 2, (3, 8): 2, (4, 7): 2, (5, 6): 2
    }  # fmt: skip
    assert {event.cards for event in habits.events(FRESH, 1)} >= {(0, 0), (2, 2)}
    assert [(event.cards, event.behind) for event in habits.events(2, 2)] == [((ANY_TEN,), ()), ((2,), (2,))]


def test_too_many_ways_are_refused(monkeypatch):
    monkeypatch.setattr(ways, "MOST_TERMS", 1000)
    rules = ps.rules("pagat", burn=13)
    with pytest.raises(LaterError, match="--method mc"):
        ways.all_ways(habits_of(rules, f"stick-16:burn=yes:split={ALL}"), [ways.fresh()], full_deck(1), 52, 1e-9)


def test_weights_of_what_two_hands_leave_over():
    """Against the formula, for every multiset that is numbered."""
    rng = np.random.default_rng(5)
    deck = Deck(np.array([1.0, 2, 1, 0, 2, 1, 0, 1, 2, 2, 1, 0, 0]), False)
    left = Leftovers(deck.values, rng.permutation(np.arange(1, 11)))
    counts = np.zeros((6, 11), np.int64)
    counts[:, 1:] = rng.integers(0, 2, (6, 10)) * rng.integers(0, 2, (6, 10))
    weights = rng.normal(size=6)
    found = left.weights(Folding(counts, left.turns), weights)
    multisets = [held for held in np.ndindex(*(deck.values[1:] + 1).astype(int)) if held @ np.arange(1, 11) <= ROOM]
    assert len(found) == len(multisets)
    seen = set()
    for held in multisets:
        number, room = 0, ROOM
        for place, card in enumerate(left.turns.tolist()):
            number += left.slots[place, room, held[card - 1]]
            room -= card * held[card - 1]
        seen.add(number)
        rest, size = deck.values[1:] - held, deck.size - sum(held)
        expected = 0.0
        for gone, weight in zip(counts[:, 1:], weights, strict=True):
            drawn = [rest[v] - i for v in range(10) for i in range(gone[v])]
            if sum(gone) <= size:
                expected += weight * np.prod(np.maximum(drawn, 0)) / np.prod(size - np.arange(sum(gone)))
        assert found[number] == pytest.approx(expected, abs=1e-12)
    assert seen == set(range(len(found)))
