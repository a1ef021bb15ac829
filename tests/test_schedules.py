"""Stakes over a session in `edge`, `bank` and `series`: what is staked, where sessions begin, what is refused."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from command_line import JIT_OFF, run, strict
from purse_accounts import EVEN

import pontoon_sim as ps
from pontoon_sim import as_played
from pontoon_sim.contest.people import people
from pontoon_sim.evening.schedules import Schedules, asked_schedules
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.evening.standings import Keeping
from pontoon_sim.evening.state import BANKER, PLAYED
from pontoon_sim.policy.sessions import stake_plan
from pontoon_sim.simulate import Interrupted, simulate
from pontoon_sim.tabletop import new_table

#: Each habit has a kernel of its own, which takes half a minute to compile; as plain Python all of this takes moments.
OTHER_KERNEL = () if JIT_OFF else (pytest.mark.slow,)
SMALL = {"deals": 60, "seed": 4, "threads": 1}


def staked(name, nets, purse=None, length=100, warm_up=0, moving=0, **changes):
    """What chair 0 stakes in deals that bring him so many stakes each; None: a deal in which he banks."""
    rules = ps.rules("pagat", **({"stake_max": 50} | changes))
    plan = stake_plan(name, rules)
    setting = SimpleNamespace(rules=rules, warm_up=warm_up)
    between = Schedules((plan, plan), (purse, purse), length).habit().fresh(setting, None)
    table, evening = new_table(1), SimpleNamespace(state=np.zeros(9, np.int64), moving=moving)
    players, found = SimpleNamespace(stakes=np.zeros(16, np.int64)), []
    between.sit_down(None, players, table, evening)
    for deal, net in enumerate(nets):
        banks = isinstance(net, str)
        evening.state[BANKER], evening.state[PLAYED] = 0 if banks else 1, deal
        between.prepare(None, None, players, table, evening)
        between.prepare(None, None, players, table, evening)  # as after a void deal
        found.append(None if banks else int(players.stakes[5]))
        gain = int(net) if banks else net * found[-1]
        table.net[0], table.net[1] = (-gain, gain) if banks else (gain, -gain)
        evening.state[PLAYED] = deal + 1
        between.note(None, None, players, table, evening, 1)
    between.get_up(None, players, table, evening)
    return found


def test_money_without_a_limit_follows_the_schedule_for_ever():
    assert staked("martingale", [-1] * 8) == [1, 2, 4, 8, 16, 32, 50, 50]
    assert staked("dalembert", [-1, -1, 1, 0, 1, 1]) == [1, 2, 3, 2, 2, 1]


def test_a_session_ends_and_the_next_begins_anew():
    assert staked("martingale", [-1] * 7, length=3) == [1, 2, 4, 1, 2, 4, 1]
    assert staked("paroli", [1] * 4, length=1) == [1] * 4


def test_the_first_session_begins_when_deals_begin_to_count():
    assert staked("martingale", [-1] * 6, length=4, warm_up=2) == [1, 2, 1, 2, 4, 8]


def test_who_has_lost_his_purse_stakes_the_least_until_it_holds_more():
    assert staked("martingale", [-1, -1, -1, 2, 2, -1], purse=7) == [1, 2, 4, 1, 1, 1]
    assert staked("proportional:0.5", [-1, 1, 1], purse=20) == [10, 5, 7]
    assert staked("proportional:0.5", [-1, 1], purse=4, length=1) == [2, 2]


def test_a_banker_keeps_his_level_and_his_winnings_are_in_his_purse():
    assert staked("martingale", [-1, "-30", -1], moving=1) == [1, None, 2]
    assert staked("proportional:0.5", [0, "30", 0], purse=20, moving=1) == [10, None, 25]


def test_digests_tell_schedules_and_purses_apart():
    rules = ps.rules()
    kinds = [
        ("martingale", None),
        ("martingale", 20),
        ("martingale:base=2", None),
        ("paroli", None),
        ("paroli:2", None),
    ]
    plans = [(stake_plan(name, rules), purse) for name, purse in kinds]
    found = Schedules(tuple(plan for plan, _ in plans), tuple(purse for _, purse in plans), 10).digests
    assert len(set(found)) == len(kinds)


# ---- At the table: where a deal brings one stake or takes one, results show what was staked.


def expected(nets, bankers, chair, top):
    """What a martingale of base 1 stakes, from the results of a chair deal by deal; 0 where it banks."""
    stake, row = 1, []
    for net, banker in zip(nets, bankers, strict=True):
        row.append(0 if banker == chair else stake)
        if banker != chair:
            stake = 1 if net > 0 else min(2 * stake, top)
    return row


@pytest.mark.parametrize("length", [pytest.param(9, marks=OTHER_KERNEL)])
def test_people_take_their_schedules_with_them_as_the_bank_moves(length):
    rules = ps.rules("eight-deal", **EVEN, stake_max=8)
    asked = asked_schedules(rules, 2, ["martingale", "3"], session=length)
    who = people(rules, 2, "stick-16", None, asked.bases, asked)
    habit = who.schedules.habit(Keeping(recording=True))
    setting = SittingSetting(
        rules, who.seated(8), length=length, warm_up=0, moving=True, bankers=who.bankers, habit=habit
    )
    found = simulate(setting, 30 * length, 3).found
    assert len(set(found.firsts.tolist())) == 3
    for nets, bankers in zip(found.nets, found.bankers, strict=True):
        want = expected(nets[:, 0].tolist(), bankers.tolist(), 0, 8)
        assert [abs(net) for net, stake in zip(nets[:, 0].tolist(), want, strict=True) if stake] == [
            s for s in want if s
        ]
        for chair in (1, 2):
            assert set(np.abs(nets[bankers != chair, chair]).tolist()) <= {3}
    assert (found.finals.sum(axis=1) == 0).all()


@pytest.mark.parametrize("pack", ["fresh", "continue"])
def test_edge_counts_whole_sessions(pack):
    result = ps.edge(punters=2, stakes=["martingale", "min"], session=7, pack=pack, **SMALL)
    told = strict(result.to_json())
    assert (told["deals"], told["sittings"]) == (56, 8)
    assert told["stakes"] == ["martingale", "min"]
    assert told["session"]["deals"] == 7
    assert told["session"]["purse"] is None
    assert len(set(told["session"]["schedule_digests"])) == 2
    assert told["seats"][0]["mean_initial_stake"] > 1 == told["seats"][1]["mean_initial_stake"]
    assert "whole s" in " ".join(told["notes"])
    assert result.bank_edge["per_deal"].standard_error > 0
    assert ("fresh_edge" in told) == (pack == "continue")


def test_one_deal_a_session_is_the_base_in_every_deal():
    told = ps.edge(punters=1, stakes="martingale:base=A=3,*=2", session=1, **SMALL).to_dict()
    assert 2 <= told["mean_initial_stake"] < 2.5


def test_a_deal_alone_has_no_session():
    assert ps.edge(punters=1, **SMALL).to_dict()["session"] is None


def test_shares_of_a_purse_and_stakes_before_the_deal():
    told = ps.edge(punters=1, stakes="proportional:0.1", purse=30, session=10, **SMALL).to_dict()
    assert told["session"]["purse"] == [30]
    assert 1 < told["mean_initial_stake"] < 5
    assert ps.edge("vingt-un-1800", stakes="paroli", session=10, **SMALL).tally.deals == 60


@pytest.mark.compiled
def test_kelly_stakes_where_there_is_an_advantage():
    told = ps.edge(punters=1, stakes="kelly", purse=300, session=10, **SMALL).to_dict()
    assert 1 < told["mean_initial_stake"] < 2, "the most on an ace, the least on nearly all the rest"


def test_every_system_and_the_table_of_all():
    args = ("edge", "--rules", "all", "--punters", "1", "--stakes", "dalembert", "--session", "3", "--deals", "6")
    page = run(*args, "--seed", "1").stdout
    assert "dalembert" in page
    assert "session   3 deals" in page


@pytest.mark.compiled
@pytest.mark.parametrize("pack", ["fresh", "continue"])
@pytest.mark.parametrize("name", ["martingale", "paroli"])
def test_no_schedule_changes_the_edge_per_unit_staked(name, pack):
    """Who never buys plays alike at every stake, and the next deal from a fresh pack knows nothing of the last one."""
    flat = ps.edge(punters=1, method="exact").bank_edge["per_unit_staked"].value
    found = ps.edge(punters=1, stakes=name, pack=pack, session=50, deals=400_000, seed=11, rules=ps.rules(stake_max=20))
    if pack == "continue":
        fresh, error = (found.to_dict()["fresh_edge"][key] for key in ("per_unit_staked", "standard_error"))
        assert abs(fresh - flat) < 4 * error["per_unit_staked"]
        return
    edge = found.bank_edge["per_unit_staked"]
    assert abs(edge.value - flat) < 4 * edge.standard_error
    assert edge.standard_error < 0.005
    assert found.figures.mean_initial_stake > 1.2


@pytest.mark.compiled
def test_threads_change_no_byte():
    results = [ps.edge(punters=2, stakes="martingale", deals=200_000, seed=3, threads=n).to_dict() for n in (1, 2)]
    for told in results:
        del told["elapsed_s"], told["deals_per_s"]
    assert results[0] == results[1]


@pytest.mark.parametrize("stakes", [pytest.param(["martingale", "min"], marks=OTHER_KERNEL)])
def test_bank(stakes):
    result = ps.bank(punters=2, stakes=stakes, evening=[2, 4], session=20, purse=50, **(SMALL | {"deals": 400}))
    told = result.to_dict()
    assert told["stakes"] == [stakes[0], "min", "min"]
    assert told["session"] == {"deals": 20, "purse": [50] * 3, "schedule_digests": told["session"]["schedule_digests"]}
    assert {row["method"] for row in told["price"]["evenings"]} == {"simulated"}
    assert told["price"]["endless"]["exact_chain"] is False
    assert told["fresh_edge"]["method"] == "mc"
    assert len(told["chairs"]) == 3
    assert any("a tenure hangs on the deals before it" in note for note in told["notes"])
    assert told["sittings"]["deals"] % 20 == 0
    alike = ps.bank(punters=2, stakes="paroli", evening=4, **(SMALL | {"deals": 200}))
    assert not alike.chairs
    assert "session             100 deals" in run(
        "bank", "--punters", "2", "--stakes", "paroli", "--deals", "200", "--evening", "2", "--seed", "1"
    ).stdout  # fmt: skip


@pytest.mark.parametrize("stakes", [pytest.param("martingale", marks=OTHER_KERNEL)])
def test_series(stakes):
    args = ("series", "--punters", "2", "--series", "60", "--stakes", stakes, "--stakes", "min", "--seed", "1")
    told = strict(run(*args, "--purse", "9", "--json").stdout)
    assert told["stakes"] == [stakes, "min", "min"]
    assert told["session"]["deals"] == told["deals"] == 8
    assert told["session"]["purse"] == [9, 9, 9]
    assert [row["stakes"] for row in told["policies"]] == [stakes, "min"]
    assert "session       8 deals" in run(*args).stdout


# ---- Refusals.


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"stakes": "martingale", "method": "exact"}, "--method mc"),
        ({"stakes": "kelly"}, "--purse 100"),
        ({"stakes": ["min", "proportional:0.1"]}, "shares of a purse"),
        ({"purse": 10}, "pontoon purse"),
        ({"session": 10, "stakes": "3"}, "session is for stakes that change"),
        ({"stakes": "paroli", "session": 0}, "session=0"),
        ({"stakes": "paroli", "session": 100_001}, "100,000"),
        ({"stakes": "paroli", "purse": 0}, "purse=0"),
        ({"stakes": "paroli", "deals": 10}, "less than one session of 100"),
        ({"stakes": "paroli", "session": 100_000, "rules": ps.rules(stake_max=1000)}, "added up"),
        ({"stakes": "paroli", "rules": "shoot", "shoot": "all"}, "Shots are not followed"),
        ({"stakes": "martingale:base=optimal"}, "optimal"),
    ],
)
def test_edge_refuses(given, words):
    with pytest.raises(ps.PontoonError, match=r"\.$") as fault:
        ps.edge(**({"punters": 2} | given))
    assert words in str(fault.value)


def test_series_and_bank_refuse():
    with pytest.raises(ps.PontoonError, match="leave out bold"):
        ps.series(stakes="martingale", bold="one")
    with pytest.raises(ps.PontoonError, match="shares of a purse"):
        ps.series(stakes="kelly")
    with pytest.raises(ps.PontoonError, match="bank in different ways"):
        ps.bank(stakes="kelly", purse=50, banker=["stick-17", "stick-18"])
    with pytest.raises(ps.PontoonError, match="purse is for stakes that change"):
        ps.series(purse=50)


def test_ctrl_c_in_the_fresh_deals_keeps_the_rest(monkeypatch):
    def stopped(setting, deals, *_):
        raise Interrupted(setting.nothing())

    monkeypatch.setattr(as_played, "simulate", stopped)
    told = ps.edge(punters=1, stakes="paroli", session=10, pack="continue", **SMALL).to_dict()
    assert told["complete"]
    assert told["fresh_edge"]["per_deal"] is None
    assert told["as_played_less_fresh"]["per_deal"] is None
