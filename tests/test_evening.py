"""A pack that is played on: cards and money are kept, orders that come back are noticed, and errors are honest."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.deal import play_deal
from pontoon_sim.errors import OptionError
from pontoon_sim.estimate import bank_edge
from pontoon_sim.evening import play, state
from pontoon_sim.evening.between import Nothing
from pontoon_sim.evening.chairs import lay_chairs, take_seats
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.gathering import begin_deal, fill_ring, gather
from pontoon_sim.jit import JIT
from pontoon_sim.law import plain_law
from pontoon_sim.pack import fresh_pack
from pontoon_sim.policy.build import build_players, seated
from pontoon_sim.ring import ASIDE, GATHERS, HEAD, TAIL, in_pack, ring_pack
from pontoon_sim.script.pack import WrittenPack
from pontoon_sim.simulate import simulate
from pontoon_sim.tabletop import new_table
from pontoon_sim.tally import Tally

SPLIT_ALL = "stick-20:split=A,2,3,4,5,6,7,8,9,T,J,Q,K"
EVERY_GATHER = st.sampled_from(GATHERS)


class Evening:
    """A table that is played deal by deal, as plain Python."""

    def __init__(self, rules, punters, punter="stick-16", banker=None, stakes="min", seed=1, first=None):
        self.rules, self.punters = rules, punters
        self.law, self.table = plain_law(rules), new_table(punters)
        words = fresh_pack(1, np.random.SeedSequence(seed)).words
        reshuffles = rules.exhaustion == "reshuffle-used"
        self.ring = ring_pack(rules.packs_for(punters), words, rules.gather, reshuffles)
        self.players, chairs = lay_chairs(seated(rules, punters + 1, punter, banker, stakes, most=11))
        first = state.BY_LOT if first is None else first
        self.evening = state.new_evening(chairs, True, first, rules.kitty)
        self.state = self.evening.state
        with np.errstate(over="ignore"):
            play.begin_sitting(self.law, self.ring, self.players, self.table, Nothing(), self.evening)

    def deal(self) -> bool:
        with np.errstate(over="ignore"):
            return play.next_deal(self.law, self.ring, self.players, self.table, Nothing(), self.evening)

    def cards(self) -> list[int]:
        """How many of each rank there are in the pack and aside."""
        aside = self.ring.aside[: self.ring.state[ASIDE]].tolist()
        return np.bincount(in_pack(self.ring) + aside, minlength=13).tolist()


def sittings(rules, punters, punter="stick-16", banker=None, stakes="min", **given):
    return SittingSetting(rules, seated(rules, punters + 1, punter, banker, stakes, most=11), **given)


# ---- Cards and money.


@pytest.mark.parametrize("name", ps.preset_names())
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    way=EVERY_GATHER,
    shuffle=st.sampled_from(["after-pontoon", "when-exhausted", "on-bank-change"]),
    exhaustion=st.sampled_from(["void", "reshuffle-used"]),
    punters=st.integers(1, 6),
    punter=st.sampled_from(["stick-15", "buy-18", SPLIT_ALL]),
    seed=st.integers(0, 2**32),
)
def test_cards_and_money_are_kept(name, way, shuffle, exhaustion, punters, punter, seed):
    """After every deal each card lies exactly once in the pack or aside, nobody holds one, and nets sum to zero."""
    rules = ps.rules(name, gather=way, shuffle=shuffle, exhaustion=exhaustion, packs=1)
    if "split" in punter and rules.split != "rank":
        punter = "stick-20:split=A" if rules.splits else "stick-20"
    evening = Evening(rules, punters, punter, seed=seed)
    for _ in range(25):
        assert evening.deal()
        assert evening.cards() == [4] * 13
        assert evening.ring.held_count.sum() == 0
        assert evening.table.net[: punters + 1].sum() == 0
        assert 0 <= evening.state[state.BANKER] <= punters


class BothPacks:
    """A ring, and the pack of a written-down deal beside it, asked the same."""

    def __init__(self, rules, punters, order):
        self.ring = ring_pack(rules.packs_for(punters), fresh_pack(1, np.random.SeedSequence(0)).words, rules.gather)
        fill_ring(self.ring, order)
        begin_deal(self.ring)
        self.written = WrittenPack(rules, punters, tuple(RANKS[rank] for rank in order))

    def draw(self, hand):
        rank = self.ring.draw(hand)
        self.written.take(RANKS[rank])
        return rank

    def held(self, hand):
        return [RANKS[rank] for rank in self.ring.held[32 * hand : 32 * hand + self.ring.held_count[hand]]]

    def throw(self, hand):
        self.written.throw(self.held(hand))
        self.ring.throw(hand)

    def part(self, hand, last):
        self.ring.part(hand, last)


@pytest.mark.parametrize("way", ["hands", "dealt", "aside"])
def test_the_pack_after_a_deal_is_that_of_a_written_down_deal(way):
    """The engine and `settle` put used cards back alike."""
    rules = ps.rules("pagat", gather=way)
    punters, random = 4, np.random.default_rng(5)
    players = build_players(rules, punters, SPLIT_ALL)[0]
    table, law = new_table(punters), plain_law(rules)
    for _ in range(40):
        packs = BothPacks(rules, punters, random.permutation(np.repeat(np.arange(13), 4)).astype(np.uint8))
        play_deal(law, packs, players, table)
        hands = [4 * seat + hand for seat in range(punters) for hand in range(table.hands[seat])] + [4 * punters]
        left = [packs.held(hand) for hand in hands]
        gather(packs.ring, punters, table.hands)
        assert [RANKS[rank] for rank in in_pack(packs.ring)] == packs.written.gathered(left)


def test_a_void_deal_returns_everything_and_is_not_counted():
    rules = ps.rules("pagat", packs=1, gather="dealt")
    evening = Evening(rules, 10, SPLIT_ALL.replace("20", "21"), "stick-21", seed=3)
    deals = 0
    while evening.state[state.VOIDED] == 0:
        assert evening.deal()
        deals += 1
    assert evening.state[state.PLAYED] == deals < 1000
    assert evening.cards() == [4] * 13


def test_a_table_that_never_has_cards_enough_is_given_up(monkeypatch):
    evening = Evening(ps.rules("pagat"), 10)
    evening.ring.state[TAIL] = evening.ring.state[HEAD] + 12  # not enough for two cards each
    assert not evening.deal()
    monkeypatch.setattr("pontoon_sim.evening.sittings.run_sittings", lambda *args: -1)
    with pytest.raises(OptionError, match="take fewer punters or more packs"):
        sittings(ps.rules("pagat"), 2).play(1, 0, 1000)


# ---- Shuffles.


@pytest.mark.parametrize(
    ("changes", "at_least", "at_most"),
    [
        ({"shuffle": "every-deal"}, 60, 60),
        ({"shuffle": "after-pontoon"}, 8, 30),
        ({"shuffle": "after-punter-pontoon"}, 4, 25),
        ({"shuffle": "on-bank-change"}, 4, 24),
        ({"shuffle": "on-bank-change", "bank_passes": "never"}, 0, 2),
        ({"shuffle": "when-exhausted", "gather": "aside", "exhaustion": "reshuffle-used"}, 0, 0),
    ],
)
def test_the_pack_is_shuffled_when_the_rules_say_so(changes, at_least, at_most):
    evening = Evening(ps.rules("pagat", **changes), 4, seed=8)
    for _ in range(60):
        evening.deal()
    assert at_least <= evening.state[state.SHUFFLED] <= at_most
    assert (evening.state[state.RENEWALS] > 10) == ("exhaustion" in changes)


def test_a_pack_that_is_not_shuffled_deals_the_used_cards_in_their_order():
    """Once round the pack: with cards that come back as dealt, the same cards come again."""
    evening = Evening(ps.rules("pagat", gather="dealt", shuffle="when-exhausted"), 3, seed=4)
    begun = in_pack(evening.ring)
    for _ in range(20):
        evening.deal()
    assert in_pack(evening.ring) in [begun[start:] + begun[:start] for start in range(52)]


@pytest.mark.parametrize("punters", [1, 3, 5])
def test_an_order_that_comes_back_is_noticed_at_once(punters):
    """With cards gathered as dealt the pack locks; the guard stops the first deal of those that it looks at."""
    evening = Evening(ps.rules("pagat", gather="dealt"), punters, "stick-17", seed=7)
    since: list[list[int]] = []
    while evening.state[state.LOCKED] == 0:
        shuffled = evening.state[state.SHUFFLED]
        before = in_pack(evening.ring)
        evening.deal()
        if evening.state[state.SHUFFLED] == shuffled:
            since.append(before)
            assert len(since) < 1000
        elif evening.state[state.LOCKED] == 0:
            since = []
    looked_at = since[play.GUARD_FROM :]
    assert len({tuple(order) for order in looked_at}) == len(looked_at)
    assert len(since) <= play.GUARD_FROM + 2 * 52


def test_a_pack_that_never_repeats_is_shuffled_after_a_stated_number_of_deals():
    evening = Evening(ps.rules("pagat", gather="mixed", shuffle="when-exhausted"), 2, seed=7)
    evening.state[state.AGE] = state.GUARD - 3
    locked = [bool(evening.deal()) and int(evening.state[state.LOCKED]) for _ in range(4)]
    assert locked == [0, 0, 1, 1]


# ---- Chairs.


@pytest.mark.compiled
def test_people_keep_their_policies_when_the_bank_moves():
    rules = ps.rules("pagat")
    policies, stakes = ["stick-15", "buy-16:split=A", "stick-18:split=8", "minbuy-17"], ["1", "2", "A=5,*=3", "4"]
    for aware in (False, True):
        mixed = [*policies[:3], _aware(rules)] if aware else policies
        who = seated(rules, 4, mixed, "stick-16", stakes)
        players, chairs = lay_chairs(who)
        for banker in (3, 1, 0, 2):
            take_seats(players, chairs, banker)
            around = [(banker + 1 + seat) % 4 for seat in range(3)]
            alone = seated(rules, 3, [who.punters[c] for c in around], "stick-16", [who.stakes[c] for c in around])
            _play_alike(rules, players, alone.packed())


def _aware(rules):
    from pontoon_sim.exact.response import best_punter
    from pontoon_sim.policy.banker import banker_policy

    return best_punter(rules, banker_policy("stick-17", rules), 1, splits=False).policy


def _play_alike(rules, one, other):
    law = plain_law(rules)
    for seat in range(3):
        for rank in range(13):
            stake = one.ask_stake(law, seat, rank)
            assert stake == other.ask_stake(law, seat, rank)
            mine, his = (p.ask_situation(law, seat, stake, 0) for p in (one, other))
            assert one.ask_split(law, 4 * seat, rank, 1, mine) == other.ask_split(law, 4 * seat, rank, 1, his)
        for node in range(0, one.nodes, 37):
            moves = [p.ask_move(law, 4 * seat, node, 0, stake, 0)[0] for p in (one, other)]
            assert moves[0] == moves[1]


def test_each_chair_may_bank_by_its_own_policy():
    rules = ps.rules("pagat")
    who = seated(rules, 3, "stick-16", "stick-17", "min")
    banks = [ps.policy.banker.banker_policy(name, rules) for name in ("stick-14", "stick-17", "stick-19")]
    players, chairs = lay_chairs(who, banks)
    for banker in (2, 0, 1):
        take_seats(players, chairs, banker)
        assert players.bank_draws.tolist() == banks[banker].draws.ravel().tolist()


# ---- Figures and their errors.


@pytest.mark.compiled
@pytest.mark.parametrize("name", ps.preset_names())
def test_the_first_deal_of_a_sitting_is_one_from_a_fresh_pack(name):
    rules = ps.rules(name)
    punters = 1 if rules.dealer else 3
    exact = ps.edge(rules, punters=punters, method="exact").bank_edge["per_deal"].value
    found = bank_edge(
        simulate(sittings(rules, punters, banker=rules.dealer or "stick-17", length=1, warm_up=0), 150_000, 3)
    )
    assert abs(found["per_deal"].value - exact) < 4.5 * found["per_deal"].standard_error


@pytest.mark.compiled
def test_a_pack_shuffled_for_every_deal_is_a_fresh_one():
    result = ps.edge(ps.rules("pagat", shuffle="every-deal"), punters=3, deals=300_000, seed=1, pack="continue")
    difference = result.played.difference["per_deal"]
    assert abs(difference.value) < 4.5 * difference.standard_error
    assert result.played.fresh_method == "exact"


@pytest.mark.slow
@pytest.mark.compiled
def test_intervals_from_sittings_cover_what_long_play_comes_to():
    """1,000 runs of 60 short sittings against one run of 30 million deals; single deals would mislead in 1850."""
    rules = ps.rules("vingt-un-1850")
    truth = bank_edge(simulate(sittings(rules, 2, length=50), 12_000_000, 99, 2))
    covered = 0
    for run in range(1000):
        found = bank_edge(sittings(rules, 2, length=50).play(5, run, 3000))["per_initial_stake"]
        low, high = found.interval(0.95)
        covered += low <= truth["per_initial_stake"].value <= high
    assert 0.925 <= covered / 1000 <= 0.97


@pytest.mark.compiled
def test_errors_of_sittings_and_of_single_deals_are_both_told():
    result = ps.edge("pagat", punters=5, deals=1_000_000, seed=1, pack="continue")
    told = result.to_dict()
    ratio = told["standard_error"]["per_deal"] / told["standard_error_of_single_deals"]["per_deal"]
    assert 0.9 < ratio < 1.1
    assert told["sittings"] == 1000


@pytest.mark.compiled
def test_a_sitting_has_no_beginning():
    """Whatever the length of a sitting, the edge is the same; without a warm-up short ones show the fresh pack."""
    rules = ps.rules("pagat")
    edges = {
        length: bank_edge(simulate(sittings(rules, 3, "buy-16", length=length), 2_000_000, length, 2))["per_deal"]
        for length in (5, 40, 1000)
    }
    for one in edges.values():
        for other in edges.values():
            error = sqrt(one.standard_error**2 + other.standard_error**2)
            assert abs(one.value - other.value) < 4.5 * error


#: Per cent of the initial stakes by gather order: three punters who stick on 17 against stick-17, 40 million deals.
LONG_RUN = {"dealt": 16.992, "hands": 17.018, "hands-mixed": 16.677, "mixed": 16.613, "aside": 16.832}


@pytest.mark.compiled
@pytest.mark.parametrize("way", sorted(LONG_RUN))
def test_each_way_to_gather_has_its_own_edge(way):
    result = ps.edge("pagat", punters=3, punter="stick-17", deals=2_000_000, seed=11, pack="continue", gather=way)
    edge = result.bank_edge["per_initial_stake"]
    assert abs(100 * edge.value - LONG_RUN[way]) < 4.5 * 100 * edge.standard_error


@pytest.mark.compiled
def test_ways_to_gather_part_company():
    """The same seed, other orders: the results differ once the first used card comes back."""
    found = {
        way: ps.edge("pagat", punters=3, deals=120, seed=2, pack="continue", gather=way).tally.sums["seats"][0:4]
        for way in GATHERS
    }
    assert len({tuple(sums) for sums in found.values()}) == len(GATHERS)
    named = ps.edge("pagat", punters=3, deals=120, seed=2, pack="continue", gather="mixed").rules
    assert named.rules_id != ps.rules("pagat").rules_id


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_bytes_on_any_number_of_threads(threads, monkeypatch):
    deals = 400_000 if JIT else 300
    if not JIT:
        monkeypatch.setattr("pontoon_sim.evening.sittings.CHUNK", 100)
    table = sittings(ps.rules("pagat"), 3, "buy-16:split=A,8", length=1000 if JIT else 20)
    alone, several = (simulate(table, deals, 4, count) for count in (1, threads))
    assert alone == several


def test_a_tally_of_sittings_adds_up():
    table = sittings(ps.rules("pagat"), 2, length=10, warm_up=0)
    tally: Tally = table.nothing()
    for index in range(3):
        tally.add(table.play(9, index, 20))
    assert (tally.deals, tally.sittings, tally.batches[state.DD]) == (60, 6, 600)
    assert tally.gain == -sum(tally.sums["seats"][0:8:4])
    assert tally.batches[state.GD] == 10 * tally.gain


# ---- The command.


@pytest.mark.compiled
def test_json_tells_of_the_pack():
    told = ps.edge("pagat", punters=2, deals=128, seed=1, pack="continue", gather="dealt").to_dict()
    assert (told["pack"], told["gather"], told["deals"], told["sitting_deals"]) == ("continue", "dealt", 128, 2)
    assert told["fresh_edge"]["method"] == "exact"
    assert told["as_played_less_fresh"]["per_deal"] == pytest.approx(
        told["bank_edge"]["per_deal"] - told["fresh_edge"]["per_deal"]
    )
    assert "locked" in told
    assert "fresh_edge" not in ps.edge("pagat", punters=2, deals=20, seed=1).to_dict()


@pytest.mark.compiled
def test_void_deals_are_told_where_they_are_many():
    given = {"punters": 5, "deals": 20_000, "seed": 1, "pack": "continue"}
    assert "ran out of cards and were cancelled" in " ".join(ps.edge("pagat", gather="aside", **given).notes())
    assert "ran out of cards" not in " ".join(ps.edge("pagat", **given).notes())
