"""Reduced variance: frequencies against exact analysis, the answer where it was, errors that are honest and small."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import sqrt
from statistics import fmean, variance

import numpy as np
import pytest
from command_line import FEW, run
from test_lanes import NAMES, TABLES, program_of, table_of

import pontoon_sim as ps
from pontoon_sim.edge_result import TIMING
from pontoon_sim.errors import OptionError
from pontoon_sim.estimate import DENOMINATORS, bank_edge, seat_estimates
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.deck import deck_of
from pontoon_sim.exact.seat import seat_account
from pontoon_sim.exact.table import left_alone
from pontoon_sim.jit import JIT
from pontoon_sim.lanes import controls
from pontoon_sim.lanes.frequencies import frequencies
from pontoon_sim.lanes.left import ReducedTally
from pontoon_sim.law import CLASSES
from pontoon_sim.policy.build import build_players, seated
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.simulate import CHUNK, Setting, play_chunk, simulate

FIVE = {"punters": 5, "punter": "buy-16", "stakes": "A=5,T=2,*=1"}
#: Tables of one policy that neither splits nor burns.
SIMPLE = [table for table in TABLES if isinstance(table[3], str) and "split" not in table[3]]


def setting_of(rules="pagat", punters=2, punter="buy-16", stakes="A=5,T=2,*=1", reduced=True, **changes) -> Setting:
    system = ps.rules(rules, **changes)
    return Setting(system, punters, build_players(system, punters, punter, None, stakes)[0], "lanes", reduced)


# ---- What is known without a deal.


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_ends_of_every_seat_and_of_the_bank_are_all_there_are(table):
    found = frequencies(program_of(table_of(*table), plays_on=True))
    for contexts in (*found.seats, found.bank):
        assert sum(sum(chances.values()) for chances in contexts) == 1
    for contexts in found.seats:  # a context has its chance, whoever looks
        assert [sum(one.values()) for one in contexts] == [sum(one.values()) for one in found.bank]


@pytest.mark.parametrize("table", SIMPLE, ids=[f"{rules} {changes}" for rules, changes, *_ in SIMPLE])
def test_classes_are_as_frequent_as_the_exact_analysis_says(table):
    """Two ways to the same: the automaton walked with one pack, and the exact walk of hands in another place."""
    rules, _, punters, punter, banker, stakes = table
    system, _, players = table_of(*table)
    program = program_of((system, punters, players), plays_on=True)
    found = frequencies(program)
    if isinstance(banker, str) and "double" in banker and rules == "pagat":
        return  # a banker of tables made by hand
    game = Game(system, seated(system, punters, punter, banker, stakes).banker)
    assert classes(program.bank_ends, found.bank) == pytest.approx(left_alone(game, 1), abs=1e-12)
    account = seat_account(
        game, punter_policy(punter, system), stake_schedule(stakes, system).stakes, deck_of(1)
    ).account
    mine = classes([end.klass for end in program.ends], found.seats[0])
    assert mine == pytest.approx(account.classes, abs=1e-12)


def classes(names, contexts) -> np.ndarray:
    total = np.zeros(CLASSES)
    for chances in contexts:
        for end, chance in chances.items():
            total[names[end]] += chance
    return total


def test_a_context_hangs_on_the_cards_that_a_seat_has_left():
    """A punter with an ace leaves the banker fewer of them to double on."""
    system, punters, players = table_of(
        "pagat", {"banker_doubles": "everything"}, 1, "buy-16", "stick-17:double=A", "min"
    )
    found = frequencies(program_of((system, punters, players), plays_on=True))
    program = program_of((system, punters, players), plays_on=True)
    doubled: Counter[bool] = Counter()
    for contexts in found.seats[0]:
        for end, chance in contexts.items():
            doubled[bool(program.ends[end].doubled)] += chance
    assert doubled[True] == Fraction(1, 13)


def test_what_is_taken_off_is_the_sum_of_two_numbers_with_the_mean_that_is_put_back():
    setting = setting_of(punters=3, punter=["buy-16", "stick-15"])
    program, found = setting.program, frequencies(setting.program)
    taken = setting.reduction
    assert taken.controls.rows.tolist() == [0, 1, 1]
    real = len(program.bank_ends) - program.tables.idle
    rows = taken.controls.left.reshape(2, len(program.ends), -1)
    for seat, row in enumerate(taken.controls.rows):
        off = taken.controls.scale * program.nets - rows[row][:, : len(program.bank_ends)]
        own, bank = off[1:, 2:real], off[1, 2:real]
        assert (own - own[:, :1] == bank - bank[0]).all()  # additive
        mean = sum(chance * int(own[end - 1, 0]) for one in found.seats[seat] for end, chance in one.items())
        mean += sum(chance * int(bank[end - 2] - bank[0]) for one in found.bank for end, chance in one.items())
        assert mean == taken.means[seat]


# ---- Figures.


def test_figures_are_those_of_single_deals_with_their_controls_taken_off():
    setting = setting_of(packs=1)
    singles = [play_chunk(setting, 1, index, 1) for index in range(30)]
    total = setting.nothing()
    for single in singles:
        total.add(single)
    mean = -float(sum(total.means))
    gains = [(mean - single.left["seats"][0] - single.left["seats"][2]) / total.scale for single in singles]
    edge = bank_edge(total)
    assert edge["per_deal"].value == pytest.approx(fmean(gains), rel=1e-12)
    assert edge["per_deal"].standard_error == pytest.approx(sqrt(variance(gains) / 30), rel=1e-12)
    for name, stakes in (("per_initial_stake", "initial"), ("per_unit_staked", "staked")):
        each = [getattr(single, stakes) for single in singles]
        ratio = sum(gains) / sum(each)
        rest = [gain - ratio * stake for gain, stake in zip(gains, each, strict=True)]
        assert edge[name].value == pytest.approx(ratio, rel=1e-12)
        assert edge[name].standard_error == pytest.approx(
            sqrt(sum(r * r for r in rest) / 29 / 30) / fmean(each), rel=1e-12
        )
    lost = [(float(total.means[1]) + single.left["seats"][2]) / total.scale for single in singles]
    assert seat_estimates(total)[1].ev.value == pytest.approx(fmean(lost), rel=1e-12)
    assert seat_estimates(total)[1].ev.standard_error == pytest.approx(sqrt(variance(lost) / 30), rel=1e-12)


def test_tallies_of_different_controls_do_not_mix():
    one, other = setting_of().nothing(), setting_of(stakes="min").nothing()
    plain = setting_of(reduced=False).nothing()
    assert isinstance(one, ReducedTally)
    for wrong in (other, plain):
        with pytest.raises(ValueError, match="different controls"):
            one.add(wrong)
    assert bank_edge(one)["per_deal"].value is None


def test_the_json_says_what_was_done():
    deals = 400 if JIT else 130
    reduced, plain = (ps.edge(punters=2, deals=deals, seed=3, variance=how) for how in (None, "plain"))
    found = reduced.to_dict()
    assert (found["variance"], plain.to_dict()["variance"]) == ("reduced", "plain")
    assert set(found["exact_sums"]["reduced"]) == {"scale", "means", "squares", "seats"}
    assert "reduced" not in plain.to_dict()["exact_sums"]
    assert plain.to_dict()["plain_deals"] is None
    errors = [result.bank_edge["per_initial_stake"].standard_error for result in (plain, reduced)]
    assert found["plain_deals"] == pytest.approx(deals * (errors[0] / errors[1]) ** 2, rel=0.1)
    lost = -sum(seat["punter_ev_per_deal"] for seat in found["seats"])
    assert found["bank_edge"]["per_deal"] == pytest.approx(lost, rel=1e-12)
    assert ps.edge(punters=2, method="exact").to_dict()["variance"] is None


def test_the_command_says_how_many_plain_deals_it_is_worth():
    plain, reduced = (
        run("edge", "--deals", FEW, "--seed", "1", *args).stdout for args in (("--variance", "plain"), ())
    )
    assert re.search(r" counted, 0 void; as good as [0-9,]+00 without reduced variance\n", reduced)
    assert "as good as" not in plain


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"variance": "small"}, "'small' is no way to sample deals: the variance is plain or reduced"),
        ({"variance": "reduced", "punters": 8}, "its deals are played one by one, not in lanes; leave it"),
        ({"variance": "reduced", "engine": "scalar"}, "played one by one"),
        ({"variance": "reduced", "rules": ps.rules(burn=13), "punter": "stick-16:burn=yes"}, "its cards could run out"),
        ({"variance": "reduced", "pack": "continue"}, "only of deals that stand alone"),
        ({"variance": "plain", "method": "exact", "deals": None}, "leave out variance"),
    ],
)
def test_what_cannot_be_reduced_is_told(given, fault):
    with pytest.raises(OptionError, match=fault):
        ps.edge(**{"deals": 1000, **given})


def test_tables_that_cannot_be_reduced_are_played_plainly():
    for given in ({"punters": 8}, {"rules": ps.rules(burn=13), "punter": "stick-16:burn=yes"}, {"engine": "scalar"}):
        assert ps.edge(**{"punters": 1, **given}, deals=20, seed=1).variance == "plain"


def test_stakes_without_room_are_played_plainly(monkeypatch):
    monkeypatch.setattr(controls, "_ROOM", 2**20)
    with pytest.raises(OptionError, match="its stakes are too large for the sums"):
        ps.edge(punters=1, deals=20, variance="reduced")
    assert ps.edge(punters=1, deals=20, seed=1).variance == "plain"


def test_controls_become_coarser_where_sums_have_less_room(monkeypatch):
    program = setting_of().program
    scales = []
    for deals in (1, CHUNK, 2**20 * CHUNK):
        scales.append(controls.reduction(program, 1000, deals).controls.scale)
    assert scales[0] == controls.FINEST > scales[2] > 0


def test_controls_refuse_a_deal_that_runs_out_of_cards(monkeypatch):
    from pontoon_sim.lanes import play

    setting = setting_of(burn=13, punter="stick-16:burn=yes")
    monkeypatch.setattr(play, "run_lanes", lambda *_: (1, 1))
    monkeypatch.setattr(play, "run_begun", lambda *_: 0)
    with pytest.raises(ValueError, match="last for every deal"):
        play_chunk(setting, 1, 0, 1)


# ---- Many deals.


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "given", "fewer"),
    [
        ("pagat", {"punters": 5}, 10),
        ("pagat", FIVE, 5),
        ("pagat", {"punters": 1, "punter": "buy-16"}, 3.5),
        ("pagat", {"punters": 4, "punter": "buy-16:split=A,8", "stakes": "A=5,T=2,*=1"}, 3.5),
        ("pontoon-1939", {"punters": 3, "banker": "stick-17:double=A,T"}, 3.5),
        ("vingt-un-1850", {"punters": 6, "stakes": "A=2,*=1", "punter": ["stick-15", "stick-18"]}, 8),
    ],
)
def test_the_answer_stays_with_fewer_deals(rules, given, fewer):
    found = ps.edge(rules, **given, deals=8_000_000, seed=11, variance="reduced")
    exact = ps.edge(rules, **given, method="exact")
    for name in DENOMINATORS:
        error = found.bank_edge[name].standard_error
        assert abs(found.bank_edge[name].value - exact.bank_edge[name].value) < 4 * error
    for seat, truth in zip(found.figures.seats, exact.figures.seats, strict=True):
        assert abs(seat.ev.value - truth.ev.value) < 4 * seat.ev.standard_error
    assert found.figures.plain_deals > fewer * 8_000_000


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "stakes"), [("pagat", "A=5,T=2,*=1"), ("vingt-un-1850", "min")])
def test_intervals_cover_the_exact_value_as_often_as_they_say(rules, stakes):
    """Runs of 1,500 deals, and the mean of all of them: errors neither too small nor too large, no bias."""
    runs, setting = 2000, setting_of(rules, 5, "buy-16" if rules == "pagat" else "stick-16", stakes)
    exact = ps.edge(
        rules, punters=5, punter="buy-16" if rules == "pagat" else "stick-16", stakes=stakes, method="exact"
    )
    scores: dict[str, list[float]] = {name: [] for name in DENOMINATORS}
    for place in range(runs):
        for name, found in bank_edge(play_chunk(setting, 99, place, 1500)).items():
            scores[name].append((found.value - exact.bank_edge[name].value) / found.standard_error)
    for name, all_ in scores.items():
        assert abs(fmean(all_)) < 4 / sqrt(runs), name
        assert 0.93 < variance(all_) < 1.07, name  # its own standard error is 0.032
        assert 0.93 <= fmean(abs(score) < 1.96 for score in all_) <= 0.97, name


@pytest.mark.compiled
def test_the_same_bytes_on_any_number_of_threads():
    results = [ps.edge(**FIVE, deals=3 * CHUNK + 1, seed=5, threads=threads).to_dict() for threads in (1, 2)]
    one, two = ({key: said for key, said in result.items() if key not in TIMING} for result in results)
    assert one == two


@pytest.mark.compiled
def test_plain_sums_are_those_of_whole_deals():
    """What is counted beside the controls is what plain lanes count, but for packs that are known too little of."""
    plain, reduced = (simulate(setting_of(punters=5, reduced=how), CHUNK, 3) for how in (False, True))
    assert plain.deals == reduced.deals
    errors = [bank_edge(tally, tally.moments())["per_deal"] for tally in (plain, reduced)]
    assert abs(errors[0].value - errors[1].value) < 0.05 * errors[0].standard_error
