"""What becomes of purses, against closed forms and distributions worked out deal by deal."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from purse_accounts import chance_of_winning, course, even_money, spread_out

import pontoon_sim as ps
from pontoon_sim.estimate import beyond
from pontoon_sim.evening import purses as columns
from pontoon_sim.evening.purse_sums import checkpoints, resolution
from pontoon_sim.policy.sessions import stake_plan
from pontoon_sim.purses.figures import Chance, cuts, ranks

SESSIONS = 40_000


def near(found, exact, times=4.5):
    """Whether a chance lies within so many standard errors of the exact one."""
    return abs(found["value"] - exact) <= times * sqrt(exact * (1 - exact) / SESSIONS) + 1e-12


def same(held, at):
    return 1


def stays(at, won):
    return at


# ---- Single courses, driven by hand.

SCHEDULES = (
    "min", "max", "3", "A=5,T=2,*=1", "proportional:0.1", "proportional:1/7:base=A=4,*=2", "martingale",
    "martingale:base=A=2,*=1", "paroli", "paroli:2:base=2", "dalembert", "levels:1=1/3,3=2/5,5=1/2/3,2=1/1",
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SCHEDULES),
    st.integers(2, 60),
    st.lists(st.tuples(st.sampled_from([-3, -2, -1, 0, 1, 2, 4]), st.integers(0, 12)), min_size=1, max_size=40),
)
def test_schedules_never_leave_the_limits_nor_the_purse(name, purse, deals):
    """Whatever happens, a stake is a whole number within the limits that the purse pays, as long as there is one."""
    rules = ps.rules("pagat", stake_min=2, stake_max=7) if name in ("min", "max") else ps.rules("pagat", stake_max=9)
    low, high = rules.stake_min, rules.stake_max
    nets = [lambda stake, times=times: times * stake for times, _ in deals]
    staked, ends, _ = course(stake_plan(name, rules), rules, purse, nets, [card for _, card in deals])
    held, ruined, least = purse, 0, purse
    for deal, (stake, (times, _)) in enumerate(zip(staked, deals, strict=True), start=1):
        assert low <= stake <= high
        if ruined:
            assert stake == low
            continue
        assert stake <= held
        held += times * stake
        least = min(least, held)
        ruined = deal if held < low else 0
    assert (ends[columns.PURSE], ends[columns.LEAST], ends[columns.RUINED]) == (held, least, ruined)


def played(name, results, purse=1000, cards=None, **changes):
    """What a schedule stakes while deals bring -1, 0 or 1 stakes; one stake after the last of them, too."""
    rules = ps.rules("pagat", **changes)
    nets = [lambda stake, times=times: times * stake for times in (*results, 0)]
    return course(stake_plan(name, rules), rules, purse, nets, cards or [5] * len(nets))[0]


def test_martingale_doubles_after_a_loss_up_to_the_limit():
    assert played("martingale", [-1, -1, 0, -1, -1, 1, -1]) == [1, 2, 4, 4, 5, 5, 1, 2]
    assert played("martingale", [-1, -1, -1, -1], stake_max=8) == [1, 2, 4, 8, 8]
    assert played("martingale", [-1, -1, -1], purse=6, stake_max=8) == [1, 2, 3, 1]


def test_a_level_is_so_many_times_the_stake_on_the_card():
    cards = [0, 0, 5, 0, 5]
    assert played("martingale:base=A=2,*=1", [-1, -1, -1, 1], cards=cards, stake_max=20) == [2, 4, 4, 16, 1]


def test_paroli_doubles_after_wins_and_begins_again():
    assert played("paroli", [1, 1, 1, 1, -1, 1, 0, 1]) == [1, 2, 4, 1, 2, 1, 2, 2, 4]
    assert played("paroli:1", [1, 1, -1]) == [1, 1, 1, 1]


def test_dalembert_goes_up_and_down_by_one():
    assert played("dalembert", [-1, -1, 0, 1, 1, 1, 1]) == [1, 2, 3, 3, 2, 1, 1, 1]
    assert played("dalembert:base=2", [-1, -1, -1]) == [2, 4, 5, 5]


def test_tables_of_levels(tmp_path):
    name = "levels:1=1/3,3=2/5,5=1/2/3,2=1/1"
    results = [-1, -1, 0, 1, -1]
    assert played(name, results) == [1, 3, 5, 3, 2, 1]
    file = tmp_path / "levels.csv"
    file.write_text("level,win,loss,push\n1,1,3,\n3,2,5,\n5,1,2,3\n2,1,1,\n")
    assert played(str(file), results) == played(name, results)
    assert played(f"levels:{file}:base=2", results, stake_max=20) == [2, 6, 10, 6, 4, 2]


def test_a_share_of_the_purse_is_rounded_down():
    assert played("proportional:0.02", [1, -1], purse=249) == [4, 5, 4]
    assert played("proportional:1/50:base=A=2,*=1", [0], purse=120, cards=[0, 5]) == [4, 2]


def test_runs_of_losses_and_falls():
    rules = ps.rules("pagat")
    results = [2, -1, 0, -1, -1, 1, -1, 4]
    nets = [lambda stake, net=net: net for net in results]
    _, ends, last = course(stake_plan("min", rules), rules, 50, nets, [5] * len(nets), target=53)
    assert ends[columns.LONGEST] == 3
    assert ends[columns.FALL] == 3
    assert ends[columns.PEAK] == last == 53
    assert ends[columns.REACHED] == 8


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("proportional", "share of the purse is missing"),
        ("proportional:2", "proportional:0.02"),
        ("proportional:1/0", "proportional:0.02"),
        ("kelly:x", "kelly:0.5"),
        ("kelly:base=2", "leave out base"),
        ("martingale:3", "martingale"),
        ("martingale:base=", "base=A=2"),
        ("martingale:base=9", "1 to 5 units"),
        ("martingale:base=optimal", "no table of its own"),
        ("paroli:0", "wins from 1 to 10"),
        ("paroli:2:3", "'3' is not understood"),
        ("levels", "levels:FILE.csv"),
        ("levels:1=2", "WIN/LOSS"),
        ("levels:1=1/2", "no level 2"),
        ("levels:1=1/1,1=1/1", "twice"),
        ("levels:0=1/1", "from 1 to 1000"),
        ("levels:nowhere.csv", "cannot be read"),
        ("martingal", "did you mean 'martingale'"),
    ],
)
def test_schedules_that_are_refused(name, words):
    with pytest.raises(ps.PontoonError, match=r"\.$") as fault:
        stake_plan(name, ps.rules())
    assert words in str(fault.value)


def test_single_deals_point_to_the_commands_of_many():
    with pytest.raises(ps.PontoonError, match=r"pontoon edge --stakes martingale:base=2"):
        ps.chart(stakes="martingale:base=2")


# ---- Errors.


def test_intervals_of_quantiles_hold_what_they_promise():
    """The chance that the quantile lies between the two order statistics, summed exactly."""
    from math import comb

    for total, level in ((20, 50), (100, 5), (59, 25)):
        low, high = ranks(total, level, 0.95)
        share = level / 100
        inside = sum(
            comb(total, k) * share**k * (1 - share) ** (total - k) for k in range(low or 0, high if high else total + 1)
        )
        assert inside >= 0.95
    assert ranks(59, 5, 0.95)[0] is None


def test_a_quantile_is_the_smallest_value_that_enough_do_not_pass():
    (cut,) = cuts({-2: 1, 0: 1, 6: 2}, 2, 0.95, (50,))
    assert (cut.value, cut.low, cut.high) == (0.0, None, None)


def test_a_chance_that_never_came_true_says_how_large_it_may_be():
    never, always, some = (Chance(count, 1000).to_dict(0.95) for count in (0, 1000, 500))
    told = [beyond(one["value"], one["standard_error"], one["interval95"]) for one in (never, always, some)]
    assert told == ["below 0.38 %", "above 99.62 %", ""]
    assert beyond(0.0, None, None) == ""
    assert beyond(0.0, 0.0, (0.0, 0.0)) == ""


def test_a_chance_that_never_came_true_has_an_interval():
    low, high = Chance(0, 100).interval(0.95)
    assert low == 0
    assert high == pytest.approx(0.037, abs=0.001)


# ---- Against distributions worked out deal by deal.


@pytest.mark.compiled
def test_ruin_of_a_gambler_before_his_target():
    """One stake is won or lost a deal: the classical formula."""
    rules = even_money()
    win = chance_of_winning(rules, punter="stick-16", banker="stick-17")
    found = ps.purse(rules, punters=1, purse=4, target=8, length=300, sessions=SESSIONS, seed=3, threads=1).players[0]
    odds = (1 - win) / win
    exact = (odds**4 - 1) / (odds**8 - 1)
    assert near(found["target_reached"], exact)
    assert near(found["ruin_first"], 1 - exact)
    assert found["neither"]["value"] == 0


@pytest.mark.compiled
def test_ruin_quantiles_and_course_by_deals():
    rules = even_money()
    win = chance_of_winning(rules)
    result = ps.purse(rules, punters=1, purse=10, length=100, sessions=SESSIONS, seed=5, threads=1)
    found = result.players[0]
    for point in (found["fan"][9], found["fan"][-1]):
        now = spread_out(win, 10, point["deals"], same, stays, target=20)
        assert near(point["ruin"], sum(chance for (_, _, ruined, _), chance in now.items() if ruined))
        assert near(point["target_reached"], sum(chance for (*_, reached), chance in now.items() if reached))
    below = 0.0
    by_purse = sorted((held, chance) for (held, *_), chance in now.items())
    for level, cut in result.players[0]["result"]["quantiles"].items():
        low, high = cut["interval95"]
        below = sum(chance for held, chance in by_purse if held - 10 < low)
        upto = sum(chance for held, chance in by_purse if held - 10 <= high)
        assert below <= int(level) / 100 + 0.01
        assert upto >= int(level) / 100 - 0.01
    exact = next(held for held, _ in by_purse if sum(chance for other, chance in by_purse if other <= held) >= 0.95)
    assert found["fan"][-1]["purse"]["95"]["value"] == exact
    mean = sum((held - 10) * chance for held, chance in by_purse)
    assert abs(found["result"]["value"] - mean) < 4.5 * found["result"]["standard_error"]


@pytest.mark.compiled
def test_martingale_from_a_small_purse():
    """Purse 10, limit 8, 100 deals: ruin on the way is more than a purse that ends at 0 or below."""
    rules = even_money(stake_max=8)
    win = chance_of_winning(rules)
    found = ps.purse(
        rules, punters=1, purse=10, length=100, sessions=SESSIONS, stakes="martingale", seed=2, threads=1
    ).players[0]
    now = spread_out(
        win, 10, 100, lambda held, at: min(held, at), lambda at, won: 1 if won > 0 else min(2 * at, 8), target=20
    )
    assert near(found["ruin"], sum(chance for (_, _, ruined, _), chance in now.items() if ruined))
    assert near(found["target_reached"], sum(chance for (*_, reached), chance in now.items() if reached))
    mean = sum(held * chance for (held, *_), chance in now.items()) - 10
    assert abs(found["result"]["value"] - mean) < 4.5 * found["result"]["standard_error"]
    assert found["ruin"]["value"] >= found["final_not_above_0"]["value"]
    assert found["ruin"]["value"] > found["on_credit_not_above_0"]["value"] > 0


@pytest.mark.compiled
def test_a_purse_lent_all_it_lacks_ends_as_a_sum_of_deals():
    """Flat stakes on credit: the last purse is that of deals without ruin."""
    rules = even_money()
    win = chance_of_winning(rules)
    found = ps.purse(rules, punters=1, purse=10, length=100, sessions=SESSIONS, seed=9, threads=1).players[0]
    from math import comb

    exact = sum(comb(100, won) * win**won * (1 - win) ** (100 - won) for won in range(101) if 10 + 2 * won - 100 <= 0)
    assert near(found["on_credit_not_above_0"], exact)
    assert found["ruin"]["value"] > found["on_credit_not_above_0"]["value"]


@pytest.mark.compiled
def test_a_purse_grows_fastest_at_kellys_share():
    """A banker who draws to 21 is a gift; the logarithm of a purse grows as p log(1 + f) + q log(1 - f)."""
    rules = even_money(stake_max=1000)
    who = {"punter": "stick-12", "banker": "stick-20"}
    rules = ps.rules(rules, min_stick=12)
    win = chance_of_winning(rules, **who)
    best = 2 * win - 1
    assert best > 0.05
    rates = []
    for share in (best / 2, best, 2 * best):
        found = ps.purse(
            rules, punters=1, purse=400, length=4, sessions=SESSIONS, stakes=f"proportional:{share:.6f}", seed=4,
            threads=1, **who,
        ).players[0]  # fmt: skip
        growth = found["log_growth_per_deal"]
        exact = win * log(1 + share) + (1 - win) * log(1 - share)
        assert abs(growth["value"] - exact) < 4.5 * growth["standard_error"] + 2e-4  # whole units
        rates.append(exact)
    assert rates[1] == max(rates)
    before = ps.rules(rules, stakes_when="before-deal")
    kelly = ps.purse(before, punters=1, purse=400, length=1, sessions=1, stakes="kelly", seed=1, **who).players[0]
    assert kelly["shares_of_purse"][0] == pytest.approx(best, abs=1e-9)
    by_card = ps.purse(rules, punters=1, purse=400, length=1, sessions=1, stakes="kelly", seed=1, **who).players[0]
    assert max(by_card["shares_of_purse"]) > best


@pytest.mark.compiled
def test_flat_stakes_twice_as_large_are_a_purse_twice_as_large():
    """Rules whose buys scale: with a stake of 2 everything doubles, to the last unit."""
    small, large = (
        ps.purse(
            ps.rules("pagat", stake_min=stake, stake_max=stake), punters=2, punter="buy-16", purse=20 * stake,
            length=60, sessions=2000, seed=8,
        )
        for stake in (1, 2)
    )  # fmt: skip
    for one, two in zip(small.players, large.players, strict=True):
        assert one["ruin"] == two["ruin"]
        assert 2 * one["result"]["value"] == two["result"]["value"]
        for level, cut in one["result"]["quantiles"].items():
            assert 2 * cut["value"] == two["result"]["quantiles"][level]["value"]


@pytest.mark.compiled
@pytest.mark.parametrize("pack", ["fresh", "continue"])
def test_the_same_bytes_on_any_number_of_threads(pack):
    told = []
    for threads in (1, 2, 3):
        result = ps.purse(
            "pontoon-1939", punters=3, purse=[30, 50], length=50, sessions=4000, pack=pack, moving=pack == "continue",
            stakes=["martingale", "kelly:0.5", "proportional:0.05"], seed=6, threads=threads,
        )  # fmt: skip
        found = result.to_dict()
        for name in ("elapsed_s", "deals_per_s"):
            del found[name]
        told.append(repr(found))
    assert told[0] == told[1] == told[2]


def test_chunks_add_up_whoever_plays_them(monkeypatch):
    """Many small chunks, on one thread and on two: the same counts, and as many as there are sessions."""
    monkeypatch.setattr("pontoon_sim.evening.sittings.CHUNK", 24)
    one, two = (
        ps.purse("pontoon-2011", punters=1, purse=5, stakes="paroli", length=8, sessions=20, seed=1, threads=threads)
        for threads in (1, 2)
    )
    assert one.players == two.players
    assert sum(one.sums.people[0].results.values()) == one.sums.sittings == 20
    assert one.to_frame().equals(two.to_frame())
    assert "mean" in repr(one)


def test_kellys_share_is_the_edge_where_a_stake_is_won_or_lost():
    """On each first card: the chance of winning it less that of losing it; here a half of that."""
    rules = even_money(min_stick=16)
    who = {"punter": "stick-16", "banker": "stick-17"}
    by_card = ps.edge(rules, punters=1, method="exact", **who).to_dict()["seats"][0]["by_first_card"]
    player = ps.purse(rules, punters=1, stakes="kelly:1/2", length=2, sessions=2, seed=1, **who).players[0]
    for share, card in zip(player["shares_of_purse"], by_card.values(), strict=True):
        assert share == pytest.approx(max(card["punter_ev_per_deal"], 0) / 2, abs=1e-9)


@pytest.mark.compiled
def test_kelly_needs_a_variance():
    rules = ps.rules("pagat", banker_doubles="ordinary", split="none", first_buy_max=0)
    with pytest.raises(ps.PontoonError, match="need the variance"):
        ps.purse(rules, punters=1, stakes="kelly", banker="stick-17:double=A")


def test_purses_that_spread_far_are_counted_in_classes():
    assert resolution(5, 1, 10_000) == 1
    width = resolution(1000, 2, 10_000)
    assert 1 < width < 0.001 * 2 * 1000 * 2 * 100
    assert checkpoints(7) == (1, 2, 3, 4, 5, 6, 7)
    assert len(checkpoints(1000)) == 40
    assert checkpoints(1000)[-1] == 1000
