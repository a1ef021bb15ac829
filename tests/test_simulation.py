"""Simulated against exact; and the same bytes for a seed, whatever the threads."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import pytest
from naive_exact import PRESETS, expectation
from numbers_check import figures

import pontoon_sim as ps
from pontoon_sim.deal import play_deal
from pontoon_sim.errors import OptionError
from pontoon_sim.estimate import bank_edge
from pontoon_sim.gathering import fill_ring
from pontoon_sim.jit import JIT
from pontoon_sim.law import plain_law
from pontoon_sim.pack import fresh_pack, shuffle_fresh
from pontoon_sim.policy.build import build_players
from pontoon_sim.ring import ASIDE, in_pack, ring_pack
from pontoon_sim.simulate import CHUNK, Interrupted, Setting, play_chunk, simulate
from pontoon_sim.tabletop import new_table
from pontoon_sim.tally import Tally, new_sums

SOME = 400_000 if JIT else 1_500
SOFT_DEALER = {"casino-rtg": {"banker": 17, "banker_soft": 18}}


def setting(rules="pagat", punters=1, punter="stick-16", banker=None, stakes="min", **changes) -> Setting:
    system = ps.rules(rules, **changes)
    return Setting(system, punters, build_players(system, punters, punter, banker, stakes)[0])


def assert_agrees(result, exact) -> None:
    """Every figure of the naive oracle within 4.5 standard errors, and stakes to the same bound."""
    edge = result.bank_edge
    for name, key in [("per_deal", "bank_per_deal"), ("per_unit_staked", "bank_per_unit_staked")]:
        assert abs(edge[name].value - exact[key]) < 4.5 * edge[name].standard_error, name
    found = result.to_dict()
    deals = result.tally.deals
    for kind in ("punter_outcomes", "banker_outcomes"):
        for name, share in exact[kind].items():
            error = (share * (1 - share) / deals) ** 0.5 + 1e-12
            assert abs(found[kind][name] - share) < 4.5 * error, name


@pytest.mark.parametrize("rules", ps.preset_names())
@pytest.mark.parametrize("way", ["twist", "buy-max", "minbuy"])
def test_every_preset_agrees_with_exact_enumeration(rules, way):
    """One punter, no splits: the deal of the rule book against an oracle that shares no code with it."""
    if way != "twist" and ps.rules(rules).first_buy_max == 0:
        way = "twist"
    punter = {"twist": "stick-16", "buy-max": "buy-16", "minbuy": "minbuy-16"}[way]
    stakes = {"*": 1} if ps.rules(rules).stake_max == 1 else {"A": 3, "9": 2, "*": 1}
    schedule = ",".join(f"{card}={stake}" for card, stake in stakes.items()) if len(stakes) > 1 else "min"
    result = ps.edge(rules, punters=1, punter=punter, stakes=schedule, deals=SOME, seed=11)
    arguments = {**PRESETS[rules], "punter": 16, "way": way, "stakes": stakes, **SOFT_DEALER.get(rules, {})}
    assert_agrees(result, expectation(**arguments))


@pytest.mark.parametrize(
    "changes",
    [
        {"banker_pontoon_shown": "after-play"},
        {"five_card_trick": "level-with-21", "drawn_21_pays": 2},
        {"five_card_trick": "none"},
        {"five_card_trick": "none", "max_cards": "none"},
        {"royal_pontoon": True},
        {"ace_ten_is_pontoon": False},
        {"ties": "stand-off"},
        {"ties_at_21": "stand-off", "drawn_21_pays": 2},
        {"fifth_card_bought_from": 12},
        {"buy_after_twist": True, "max_buys": 1},
        {"later_buy": "up-to-initial", "first_buy_min": 0},
        {"soft_21_may_draw": True, "min_stick": 18},
        {"banker_pontoon_takes": 1, "pontoon_pays": 3, "banker_pontoon_from_pontoon": 0},
        {"packs": 3},
    ],
    ids=str,
)
def test_variations_agree_with_exact_enumeration(changes):
    result = ps.edge(ps.rules("pagat", **{"packs": 1, **changes}), punters=1, punter="buy-16", deals=SOME, seed=12)
    assert_agrees(result, expectation(**{**PRESETS["pagat"], **changes, "punter": 16, "way": "buy-max"}))


@pytest.mark.compiled
def test_the_figures_of_the_field_are_met():
    found = list(figures(200_000))
    assert len(found) > 50
    for figure in found:
        assert abs(figure.z) < 4.5, figure


@pytest.mark.compiled
def test_other_punters_change_nothing_for_a_seat():
    """They only take cards that nobody has seen: each of seven seats has the expectation of one alone."""
    exact = expectation(**PRESETS["pagat"], punter=16, way="twist")["punter_ev_per_deal"]
    seats = ps.edge(ps.rules("pagat", packs=1), punters=7, deals=2 * SOME, seed=3).to_dict()["seats"]
    for seat in seats:
        assert abs(seat["punter_ev_per_deal"] - exact) < 4.5 * seat["standard_error"]


@pytest.mark.parametrize("rules", ["pagat", "vingt-un-1850", "vingt-un-1800"])
def test_same_seed_same_result_on_any_number_of_threads(rules):
    deals = 2 * CHUNK + 17 if JIT else 300
    found = [ps.edge(rules, punters=4, punter="stick-16", deals=deals, seed=0, threads=n).tally for n in (1, 2, 5)]
    assert found[0] == found[1] == found[2]
    assert found[0].deals == deals


@pytest.mark.compiled
def test_a_slow_worker_changes_nothing(monkeypatch):
    table = setting(punters=2)
    whole = simulate(table, 6 * CHUNK, seed=9, threads=1)
    module = sys.modules["pontoon_sim.simulate"]
    real = play_chunk

    def slow(setting, seed, index, deals):
        time.sleep(0.2 if index == 0 else 0)
        return real(setting, seed, index, deals)

    monkeypatch.setattr(module, "play_chunk", slow)
    assert simulate(table, 6 * CHUNK, seed=9, threads=4) == whole


@pytest.mark.compiled
def test_twenty_repeats_on_four_threads_are_identical():
    results = {str(simulate(setting(punters=3), 5 * CHUNK, seed=4, threads=4).sums) for _ in range(20)}
    assert len(results) == 1


def test_seeds_tell_runs_apart_and_zero_is_one_of_them():
    runs = {seed: ps.edge(punters=1, deals=500, seed=seed) for seed in (0, 1, 2**32, 2**63, 2**100)}
    assert len({str(run.tally.sums) for run in runs.values()}) == 5
    assert runs[0].seed == 0
    assert ps.edge(punters=1, deals=500, seed=0).tally == runs[0].tally
    assert ps.edge(punters=1, deals=500).seed != ps.edge(punters=1, deals=500).seed


def test_nobody_elses_random_numbers_matter():
    import random

    before = ps.edge(punters=1, deals=300, seed=8).tally
    random.seed(1)
    np.random.default_rng(3).random(10)
    random.random()
    assert ps.edge(punters=1, deals=300, seed=8).tally == before


def test_chunks_differ_from_each_other():
    table = setting()
    chunks = [play_chunk(table, 5, index, 300).sums for index in range(4)]
    assert all(a != b for i, a in enumerate(chunks) for b in chunks[:i])


def test_a_chunk_begins_the_same_however_long_it_gets():
    table = setting(punters=3)
    short, long = play_chunk(table, 5, 0, 100), play_chunk(table, 5, 0, 200)
    assert short.deals == 100
    assert all(x <= y for x, y in zip(short.sums["classes"], long.sums["classes"], strict=True))


# ---- Running out of cards.


SPLIT_ALL = "stick-21:split=A,2,3,4,5,6,7,8,9,T,J,Q,K"


def test_ten_punters_who_split_and_draw_to_21_run_one_pack_out():
    rules = ps.rules("pagat", packs=1, gather="dealt")
    result = ps.edge(rules, punters=10, punter=SPLIT_ALL, deals=600, seed=1)
    assert result.tally.voided > 0
    assert result.tally.deals == 600
    for name in ("punter_outcomes", "banker_outcomes"):
        assert sum(result.to_dict()[name].values()) == pytest.approx(1, abs=1e-12)


def test_thrown_in_hands_come_back_before_a_deal_is_void():
    """Bust hands go under the pack at once and are dealt again; kept until the end of the deal they are missed."""
    voided = {}
    for gather in ("hands", "dealt"):
        rules = ps.rules("pagat", packs=1, gather=gather)
        voided[gather] = ps.edge(rules, punters=10, punter=SPLIT_ALL, deals=600, seed=1).tally.voided
    assert voided["hands"] < voided["dealt"]


@pytest.mark.parametrize("rules", ["pagat", "vingt-un-1850", "vingt-un-1800"])
def test_a_ring_holds_every_card_exactly_once_whatever_is_played(rules):
    """Pack, hands on the table and cards aside are always one pack of 52, also after it ran out."""
    system = ps.rules(rules, packs=1)
    punter = SPLIT_ALL if system.splits else "stick-21"
    players = build_players(system, 10, punter, None, "min")[0]
    pack = fresh_pack(1, np.random.SeedSequence(31))
    ring = ring_pack(1, pack.words, system.gather, system.exhaustion == "reshuffle-used")
    table, law = new_table(10), plain_law(system)
    with np.errstate(over="ignore"):
        for _ in range(150):
            shuffle_fresh(pack)
            fill_ring(ring, pack.cards)
            play_deal(law, ring, players, table)
            held = [ring.held[32 * hand + i] for hand in range(41) for i in range(ring.held_count[hand])]
            aside = list(ring.aside[: ring.state[ASIDE]])
            assert np.bincount(in_pack(ring) + held + aside, minlength=13).tolist() == [4] * 13
            assert table.net[:11].sum() == 0


def test_where_used_cards_are_shuffled_nothing_is_void():
    rules = ps.rules("vingt-un-1850", min_stick=20)
    assert ps.edge(rules, punters=10, punter="stick-20", deals=600, seed=1).tally.voided == 0


def test_one_pack_suffices_for_six():
    assert ps.edge("pagat", punters=6, punter="stick-21", deals=SOME // 8, seed=1).tally.voided == 0


# ---- Money.


@pytest.mark.parametrize("rules", ps.preset_names())
def test_sums_of_seats_and_of_deals_tell_one_story(rules):
    tally = ps.edge(rules, punters=3, punter="stick-16", deals=1000, seed=6).tally
    assert sum(tally.outcomes().values()) >= 3 * 1000
    assert sum(tally.bank_outcomes().values()) == 1000
    assert tally.gain == -sum(tally.sums["seats"][4 * seat] for seat in range(3))


@pytest.mark.compiled
def test_a_trick_at_three_to_two_keeps_integers():
    result = ps.edge(ps.rules("pagat", five_card_pays=1.5, stake_min=5), punters=2, punter="buy-17", deals=SOME, seed=2)
    assert result.tally.unit == 2
    assert all(isinstance(value, int) for values in result.tally.sums.values() for value in values)


def test_stakes_scale_everything_but_the_percentage():
    """Flat stakes of 1 and of 10: the same edge to the last digit, in both ratios; with buys the two differ."""
    small = ps.edge(
        ps.rules("pagat", stake_max=10), punters=2, punter="buy-16", deals=900, seed=3, stakes="min", variance="plain"
    )
    large = ps.edge(
        ps.rules("pagat", stake_max=10), punters=2, punter="buy-16", deals=900, seed=3, stakes="max", variance="plain"
    )
    assert large.tally.gain == 10 * small.tally.gain
    for name in ("per_initial_stake", "per_unit_staked"):
        assert small.bank_edge[name] == large.bank_edge[name]
    assert small.bank_edge["per_initial_stake"].value != small.bank_edge["per_unit_staked"].value


def test_merged_tallies_know_no_overflow():
    tally = Tally(1, 1, deals=2**33)
    tally.sums["squares"][0] = 2**62
    tally.sums["seats"][1] = 2**62
    total = Tally(1, 1)
    for _ in range(8):
        total.add(tally)
    assert total.sums["squares"][0] == 2**65
    assert bank_edge(total)["per_deal"].standard_error > 0
    with pytest.raises(ValueError, match="different tables"):
        total.add(Tally(2, 1))


def test_chunks_shrink_before_a_sum_of_squares_can_overflow():
    """The most that a deal can move, squared, times the deals of a chunk, stays below 2**62."""
    huge = ps.rules(
        "pagat", stake_max=1000, first_buy_max=10, five_card_trick="none", max_cards="none", later_buy="between"
    )
    assert Setting(huge, 10, None).chunk() < CHUNK == Setting(ps.rules("pagat"), 10, None).chunk()
    result = ps.edge(huge, punters=10, punter="buy-20", stakes="max", deals=400, seed=1)
    assert all(value >= 0 for value in result.tally.sums["squares"][:3])


# ---- Stopping.


def test_precision_stops_at_the_asked_half_width():
    aim = 0.004 if JIT else 0.2
    table = ps.edge(punters=3, precision=aim, seed=1, deals=None if JIT else 3000)
    assert table.precision_met
    assert table.bank_edge["per_initial_stake"].half_width(0.95) <= aim


@pytest.mark.compiled
def test_precision_stops_at_the_same_deal_on_any_number_of_threads():
    runs = [ps.edge(punters=2, precision=0.002, seed=7, threads=n).tally for n in (1, 3)]
    assert runs[0] == runs[1]


def test_precision_that_is_not_met_says_so():
    result = ps.edge(punters=1, precision=1e-9, deals=200, seed=1)
    assert result.precision_met is False
    assert result.complete


def test_ctrl_c_keeps_what_was_done(monkeypatch):
    def watch(tally):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        simulate(setting(), 10**12 if JIT else 10**6, seed=1, threads=1, watch=watch)
    assert stopped.value.tally.deals > 0
    assert threading.active_count() < 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": 0}, "0 is no number of deals"),
        ({"deals": 1.5}, "1.5 is no number of deals"),
        ({"deals": -5}, "-5 is no number of deals"),
        ({"seed": -1}, "-1 is no seed"),
        ({"threads": 0}, "0 is no number of threads"),
        ({"precision": 0.0}, "precision of 0.0 is not above 0"),
        ({"confidence": 1.0}, "confidence of 1.0 is not strictly between"),
        ({"method": "guess"}, "'guess' is no method"),
        ({"pack": "stale"}, "'stale' is no way to keep a pack"),
        ({"gather": "hands"}, "add --pack continue"),
        ({"gather": "hand", "pack": "continue"}, "'hand' is no way to gather used cards"),
        ({"punters": 0}, "punters"),
        ({"punters": 99}, "punters"),
    ],
)
def test_arguments_out_of_range_are_refused_in_a_sentence(arguments, message):
    with pytest.raises(OptionError, match=message):
        ps.edge(**{"punters": 1, "deals": 10, **arguments})


def test_sums_begin_at_zero():
    assert not any(values.any() for values in new_sums())
