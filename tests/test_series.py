"""Series of counted deals: who wins them, standings, bold stakes, and the command."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from command_line import JIT_OFF, run, strict
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import pontoon_sim as ps
from pontoon_sim.contest.bold import recorded
from pontoon_sim.contest.people import people
from pontoon_sim.contest.result import SeriesResult
from pontoon_sim.contest.tally import shares_of
from pontoon_sim.contest.trials import SHARES, replay
from pontoon_sim.contest.words import lead_words, ranks_in_short
from pontoon_sim.errors import OptionError
from pontoon_sim.evening.boldness import CLASSES, LEVEL, boldness, class_bounds, lead_of, places
from pontoon_sim.evening.chairs import lay_chairs, take_seats
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.evening.standings import EVERYONE, IN_TURN, Keeping
from pontoon_sim.evening.state import BANKER, PLAYED, new_evening
from pontoon_sim.law import plain_law
from pontoon_sim.show.plot_series import _curve
from pontoon_sim.simulate import simulate
from pontoon_sim.tabletop import new_table

FEW = 12 if JIT_OFF else 400
#: Each kind of rules is compiled anew, which takes half a minute; as plain Python all of this takes moments.
OTHER_RULES = () if JIT_OFF else (pytest.mark.slow,)


def setting(rules="eight-deal", punters=3, length=8, habit=None, first=0, **who):
    system = ps.rules(rules) if isinstance(rules, str) else rules
    named = {"punter": "stick-16", "banker": None, "stakes": "min"} | who
    sitting = people(system, punters, **named)
    return SittingSetting(
        system,
        sitting.seated(system.stake_max),
        length=length,
        warm_up=0,
        moving=True,
        first=first,
        bankers=sitting.bankers,
        habit=habit or Keeping(recording=True),
    )


def played(of, series=FEW, seed=5):
    return simulate(of, series * of.length, seed)


def refused(call, *words, kind=OptionError):
    with pytest.raises(kind) as fault:
        call()
    assert all(word in str(fault.value) for word in words), fault.value


# ---- The score.


@pytest.mark.parametrize(
    "rules",
    [
        "eight-deal",
        *(pytest.param(name, marks=OTHER_RULES) for name in ("vingt-un-1800", "vingt-un-1850", "casino-rtg")),
    ],
)
def test_what_one_wins_others_lose_and_the_score_is_the_sum_of_the_deals(rules):
    punters = 1 if rules == "casino-rtg" else 3
    found = played(setting(rules, punters)).found
    assert found.finals.shape == (FEW, punters + 1)
    assert not found.nets.sum(axis=2).any()
    assert (found.nets.sum(axis=1) == found.finals).all()
    assert (found.cards == 15).sum(axis=2).max() == 1
    assert (np.take_along_axis(found.cards, found.bankers[:, :, None].astype(int), axis=2) == 15).all()
    assert (found.bankers[:, 0] == 0).all()


def test_half_units_are_kept_whole():
    rules = ps.rules("pagat", five_card_pays=1.5)
    result = ps.series(rules, punters=2, series=FEW, seed=1, stakes=1)
    assert result.unit == 2
    assert sum(total for total, _ in result.plain.totals) == 0
    assert all((2 * total) % 1 == 0 for total, _ in result.to_dict()["distribution"])


def test_void_deals_are_not_among_those_of_a_series():
    """With used cards out of play a pack soon ends, and the deal that it ends in counts for nothing."""
    of = setting(ps.rules("eight-deal", packs=1, gather="aside", shuffle="when-exhausted"), punters=5)
    tally = played(of)
    assert tally.voided > 0
    assert tally.deals == 8 * FEW
    assert tally.found.nets.shape == (FEW, 8, 6)
    assert (tally.found.nets != 0).any(axis=2).all()
    assert (tally.found.nets.sum(axis=1) == tally.found.finals).all()


def test_who_is_level_at_the_top_shares():
    shares, winners = shares_of(np.array([[3, 3, -6], [0, 0, 0], [5, -1, -4]]))
    assert shares.tolist() == [[SHARES // 2, SHARES // 2, 0], [SHARES // 3] * 3, [SHARES, 0, 0]]
    assert winners.tolist() == [2, 3, 1]


def test_chances_sum_to_one_and_come_from_the_finals():
    of = setting(punters=3)
    result = ps.series(punters=3, series=FEW, seed=5)
    wins = result.plain.wins
    assert sum(Fraction(n, k) for counts in wins for k, n in enumerate(counts) if k) == FEW
    finals = played(of).found.finals
    shares = shares_of(finals)[0] / SHARES
    assert [one.value for one in result.win_probability] == pytest.approx(shares.mean(axis=0).tolist())
    errors = shares.std(axis=0, ddof=1) / FEW**0.5
    assert [one.standard_error for one in result.win_probability] == pytest.approx(errors.tolist())
    best = finals.max(axis=1)
    assert result.winning_mean.value == pytest.approx(best.mean())
    told = result.to_dict()
    assert told["winning_total"]["quantiles"]["0.5"] == np.quantile(best, 0.5, method="inverted_cdf")
    assert told["shared"] == pytest.approx(((finals == best[:, None]).sum(axis=1) > 1).mean())
    assert sum(share for _, share in told["distribution"]) == pytest.approx(1)


@pytest.mark.compiled
def test_a_series_of_one_deal_is_a_deal():
    """Nets are -2, -1, 1 and 2: mean, square and the banker's pontoons, all exact, give the chance of each."""
    rules = ps.rules("eight-deal", banker_five_takes=1)
    exact = ps.edge(rules, punters=1, method="exact").to_dict()
    mean = -exact["bank_edge"]["per_deal"]
    square = exact["variance_per_deal"] + mean**2
    lost_two = 2 * 4 * 16 / (52 * 51)
    won_two = (square - 1) / 3 - lost_two
    won_one = (1 - won_two - lost_two + mean - 2 * won_two + 2 * lost_two) / 2
    result = ps.series(rules, punters=1, deals=1, series=400_000, seed=3)
    one = result.win_probability[1]
    assert abs(one.value - (won_one + won_two)) < 4.5 * one.standard_error
    assert result.to_dict()["shared"] == 0.0


@pytest.mark.compiled
def test_the_mean_totals_of_one_deal_are_the_exact_ones():
    exact = ps.edge("eight-deal", punters=5, method="exact").to_dict()
    bank, *seats = ps.series(deals=1, series=200_000, seed=8).mean_totals
    assert abs(bank.value - exact["bank_edge"]["per_deal"]) < 4.5 * bank.standard_error
    for found, known in zip(seats, exact["seats"], strict=True):
        assert abs(found.value - known["punter_ev_per_deal"]) < 4.5 * found.standard_error


@pytest.mark.compiled
def test_starting_positions_do_not_depend_on_who_is_drawn_first():
    """By lot, each person wins as often as another; by starting position chances are those of a fixed first banker."""
    named = ps.series(punters=3, series=150_000, seed=1)
    drawn = ps.series(punters=3, series=150_000, seed=2, first_banker="rules")
    for one, other in zip(named.win_probability, drawn.win_probability, strict=True):
        assert abs(one.value - other.value) < 4.5 * (one.standard_error**2 + other.standard_error**2) ** 0.5
    assert named.win_probability[0].value > 0.4
    for person in drawn.to_dict()["people"]:
        assert abs(person["win_probability"] - 0.25) < 4.5 * person["standard_error"]


@pytest.mark.compiled
def test_threads_change_no_byte():
    told = [ps.series(punters=2, series=30_000, seed=9, threads=threads, bold="one", bold_series=500)
            for threads in (1, 3)]  # fmt: skip
    dicts = [{k: v for k, v in one.to_dict().items() if k not in ("elapsed_s", "deals_per_s")} for one in told]
    assert dicts[0] == dicts[1]
    assert told[0].bold_frame().equals(told[1].bold_frame())


def test_policies_are_named_by_person_and_counted_together():
    result = ps.series(
        punters=2, punter=["buy-17", "stick-16"], banker=["stick-17", "stick-18"], stakes=[2, 1], series=FEW, seed=4
    )
    told = result.to_dict()
    assert (told["punter"], told["banker"]) == (["buy-17", "stick-16", "stick-16"], ["stick-17"] + ["stick-18"] * 2)
    first, others = told["policies"]
    assert (first["people"], others["people"]) == ([0], [1, 2])
    assert first["win_probability"] == told["win_probability"][0]
    assert first["win_probability"] + others["win_probability"] == pytest.approx(1)
    assert any("change places" in note for note in told["notes"])
    assert "seat 2" in repr(result)


def test_the_page_tells_policies_apart_and_the_csv_holds_no_page():
    arguments = ("series", "--punters", "2", "--punter", "buy-17", "--punter", "stick-16", "--series", str(FEW))
    assert "win together" in run(*arguments, "--seed", "1").stdout
    table = run(*arguments, "--seed", "1", "--csv", "-").stdout.splitlines()
    assert table[0].startswith("rules,rules_id,deals,players,staking,position,measure,value")
    assert len(table) == 1 + 3 + 3 + 2
    frame = ps.series(punters=2, series=FEW, seed=1).to_frame()
    assert frame["position"].isna().sum() == 2


def test_a_bank_that_never_moves():
    rules = ps.rules("eight-deal", bank_passes="never")
    result = ps.series(rules, series=FEW, seed=1)
    assert (played(setting(rules)).found.bankers == 0).all()
    assert any("never moves" in note for note in result.notes())


# ---- Bold stakes.


def bold(stakes, of, last=None):
    table = np.broadcast_to(np.asarray(stakes, np.int64), (of.length, CLASSES, 16))
    return boldness(table, plain_law(of.rules).unit, last=last)


@pytest.mark.parametrize("who", [IN_TURN, EVERYONE])
def test_a_table_of_the_plain_stakes_changes_nothing(who):
    of = setting(stakes="A=3,*=1", punter=["stick-16", "buy-17"])
    same = replace(of, habit=Keeping(who, bold(of.who.stakes[0].stakes, of), recording=True))
    ours, theirs = (played(one, 8).found for one in (of, same))
    assert (ours.nets == theirs.nets).all()
    assert (ours.finals == theirs.finals).all()


def test_stakes_follow_the_table_in_the_last_deals_only():
    of = setting()
    more = replace(of, habit=Keeping(EVERYONE, bold(np.full(16, 4), of, last=3), recording=True))
    plain, staked = (played(one, 8).found.nets for one in (of, more))
    assert (staked[:, :5] == plain[:, :5]).all()
    assert (staked[:, 5:] == 4 * plain[:, 5:]).all()


@pytest.mark.parametrize("rules", ["eight-deal", pytest.param("vingt-un-1850", marks=OTHER_RULES)])
def test_replayed_series_end_as_the_engine_plays_them(rules):
    """Another stake changes no card: the record with a table of stakes is what is dealt with that table."""
    of, series = setting(rules), 8
    table = np.random.default_rng(1).integers(1, 6, (of.length, CLASSES, 16))
    asked = boldness(table, plain_law(of.rules).unit)
    dealt = played(replace(of, habit=Keeping(IN_TURN, asked)), series, seed=5).found.finals
    record = recorded(of, 5, 1, series)
    for row in range(series):
        totals = np.zeros(4, np.int64)
        replay(record, asked, totals, row, row % 4, 0, of.length)
        assert totals.tolist() == dealt[row].tolist()


def test_a_standing_leads_to_the_stake_of_the_table():
    """Chair 2 is 3 behind with 2 deals left; chair 0, level with the best other, has 4 in the table's last deal."""
    of = setting(punters=3)
    table = np.ones((8, CLASSES, 16), np.int64)
    table[1, LEVEL - 3, 9] = 5
    habit = Keeping(EVERYONE, boldness(table, 1))
    standings = habit.fresh(of, np.random.SeedSequence(1))
    players, chairs = lay_chairs(of.who, of.bankers)
    evening, desk = new_evening(chairs), new_table(3)
    evening.state[BANKER], evening.state[PLAYED] = 1, 6
    take_seats(players, chairs, 1)
    standings.totals[:] = [4, 4, 1, -9]
    standings.prepare(plain_law(of.rules), None, players, desk, evening)
    stakes = players.stakes.reshape(3, 16)  # chairs 2, 3 and 0 are seats 0, 1 and 2
    assert stakes[0, :13].tolist() == [1] * 9 + [5] + [1] * 3
    assert (stakes[1:, :13] == 1).all()
    evening.state[PLAYED] = 7
    standings.prepare(plain_law(of.rules), None, players, desk, evening)
    assert (players.stakes.reshape(3, 16)[:, :13] == 1).all()


def test_leads_and_their_classes():
    assert [lead_of(np.array([3, 7, -10]), chair) for chair in range(3)] == [-4, 4, -17]
    for unit, scale in ((1, 1), (2, 1), (1, 3)):
        found, bounds = places(unit, scale), class_bounds(scale)
        reach = len(found) // 2
        for lead in range(-reach, reach + 1):
            least, most = bounds[found[lead + reach]]
            whole = np.sign(lead) * -(-abs(lead) // unit)  # a part of a unit counts as a whole one
            assert (whole if least is None else least) <= whole <= (whole if most is None else most)


@pytest.mark.compiled
def test_bold_stakes_are_found_and_win_more():
    """Who looks at the standings wins far more often, most of it from the last deals; the search had other series."""
    result = ps.series(series=40_000, seed=6, bold="all", bold_series=6000)
    told = result.to_dict()["bold"]
    values = [row["bold"]["value"] for row in told["last_deals"]]
    assert values == sorted(values)
    assert values[0] > told["one"]["plain"]["value"] + 0.07
    assert told["one"]["bold"]["value"] > told["by_first_card_alone"]["bold"]["value"] + 0.03
    assert told["one"]["bold"]["value"] > told["most_when_behind"]["bold"]["value"] + 0.01
    assert told["one"]["gain"]["value"] == pytest.approx(0.235, abs=0.02)
    assert all(row["gain"]["value"] > 5 * row["gain"]["standard_error"] for row in told["by_starting_position"])
    assert sum(one["value"] for one in told["everyone"]["win_probability"]) == pytest.approx(1)
    stakes = result.table.stakes
    assert stakes[0, LEVEL - 5 : LEVEL, :13].mean() > 4.8  # a little behind in the last deal: all that is allowed
    assert (stakes[0, LEVEL + 1 :, :13] == 1).all()  # ahead: as little as can be
    assert "44 or more behind" not in told["words"][7]


def test_the_smallest_search_is_carried_through():
    result = ps.series("pagat", punters=2, deals=2, series=FEW, seed=2, bold="all", bold_series=30)
    told = strict(result.to_json())["bold"]
    assert [row["deals"] for row in told["last_deals"]] == [1, 2]
    assert len(told["words"]) == 2
    assert len(told["everyone"]["win_probability"]) == 3
    frame = result.bold_frame()
    assert list(frame.columns) == ["deals_left", "lead_from", "lead_to", "share", "card", "stake", "plain"]
    assert frame["stake"].between(1, 5).all()
    assert (frame.groupby(["deals_left", "lead_from", "lead_to"], dropna=False).size() == 13).all()
    assert frame[["deals_left", "lead_from", "lead_to", "share"]].drop_duplicates().groupby("deals_left")[
        "share"
    ].sum().tolist() == pytest.approx([1, 1])


@pytest.mark.slow
def test_stakes_put_up_before_the_deal_look_at_no_card():
    rules = ps.rules("pagat", stakes_when="before-deal")
    result = ps.series(rules, punters=2, deals=2, series=FEW, seed=2, bold="one", bold_series=60)
    stakes = result.table.stakes
    assert (stakes[:, :, :13] == stakes[:, :, 15:]).all()
    frame = result.bold_frame()
    assert (frame.groupby(["deals_left", "lead_from", "lead_to"], dropna=False)["stake"].nunique() == 1).all()


def test_leads_and_ranks_in_words():
    assert [lead_words(*lead) for lead in ((None, -44), (-7, -6), (-1, -1), (0, 0), (1, 1), (44, None))] == [
        *("44 or more behind", "6 to 7 behind", "1 behind", "level", "1 ahead", "44 or more ahead")
    ]
    assert ranks_in_short(["A", "2", "9", "T", "J", "Q", "K"]) == "A-2, 9-K"
    assert ranks_in_short(["A", "7"]) == "A, 7"


# ---- What is refused, and the command.


def test_refused():
    refused(lambda: ps.series(deals=0), "deals=0", "deals of one series")
    refused(lambda: ps.series(deals=2_000_000), "1,000")
    refused(lambda: ps.series(series=0), "series=0")
    refused(lambda: ps.series(deals=1000, series=10**12), "too many")
    refused(lambda: ps.series(bold="yes"), "bold='yes'", "one")
    refused(lambda: ps.series(first_banker="rule"), "did you mean", "rules")
    refused(lambda: ps.series("casino-rtg", bold="one"), "every stake is 1 unit", "stake_max")
    refused(lambda: ps.series(bold="one", deals=60), "50 deals at most")
    refused(lambda: ps.series(bold_series=100), "bold=one")
    refused(lambda: ps.series(punters=2, punter=["stick-16"] * 4), "4 entries", "3 people")
    refused(lambda: ps.series(punter="optimal", banker=["stick-17", "stick-16"]), "several are named")
    refused(lambda: ps.series(punters=11), "1 to 10")
    refused(lambda: ps.series(gather="hand"), "gather", kind=ps.PontoonError)


@pytest.mark.slow
@pytest.mark.compiled
def test_optimal_is_the_best_of_a_single_deal():
    result = ps.series(punters=3, punter=["optimal", "stick-16"], series=20_000, seed=1, first_banker="rules")
    best = result.to_dict()["policies"][0]
    assert best["win_probability"] > 0.25 + 5 * best["standard_error"]
    assert any("single deal" in note for note in result.notes())


def test_notes_of_what_is_left_out():
    result = ps.series(punters=2, series=2, seed=1)
    for rules, word in ((ps.rules("shoot"), "Nobody shoots"), (ps.rules("pagat", bank_passes="sale"), "sells")):
        assert any(word in note for note in replace(result, rules=rules).notes())


def test_series_of_several_chunks_lie_below_each_other():
    of = setting(punters=1)
    one, other = (of.play(1, index, 8 * 3).found for index in range(2))
    finals = one.finals.tolist() + other.finals.tolist()
    one.add(other)
    assert one.finals.tolist() == finals
    assert one.nets.shape == (6, 8, 2)


def test_ctrl_c_keeps_what_was_finished():
    def stop(*_):
        raise KeyboardInterrupt

    result = ps.series(punters=2, series=FEW, seed=1, watch=stop)
    assert not result.complete
    assert result.figures.series == FEW  # the only chunk was done when it came
    early = ps.series(punters=2, series=FEW, seed=1, bold="one", bold_series=20, watch=stop)
    told = strict(early.to_json())
    assert (told["series"], told["bold"], told["win_probability"]) == (0, None, [None] * 3)
    assert "nothing to tell" in early.headline()
    assert isinstance(early, SeriesResult)


def test_the_command_answers_in_json():
    told = strict(run("series", "--punters", "2", "--series", str(FEW), "--seed", "1", "--json").stdout)
    assert (told["schema"], told["deals"], told["players"], told["series"]) == ("pontoon.series/1", 8, 3, FEW)
    assert len(told["win_probability"]) == len(told["standard_error"]["win_probability"]) == 3
    assert set(told["winning_total"]) == {"mean", "quantiles"}
    assert 0 <= told["shared"] <= 1
    assert told["rules_name"] == "eight-deal"
    again = strict(
        run("series", "--punters", "2", "--series", str(FEW), "--length", "8", "--seed", "1", "--json").stdout
    )
    assert again["win_probability"] == told["win_probability"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_command_writes_tables_and_a_picture(tmp_path, ending):
    files = {name: tmp_path / name for name in ("s.csv", "bold.csv", f"s.{ending}")}
    text = run(
        *("series", "--punters", "2", "--deals", "2", "--series", str(FEW), "--seed", "1", "--bold", "all"),
        *("--bold-series", "20", "--csv", str(files["s.csv"]), "--bold-out", str(files["bold.csv"])),
        *("--plot", str(files[f"s.{ending}"])),
    ).stdout
    assert "alone bold" in text
    assert "In words" in text
    table = pd.read_csv(files["s.csv"])
    wins = table[(table["measure"] == "win_probability") & (table["staking"] == "plain")]
    assert wins["position"].tolist() == [0, 1, 2]
    assert wins["value"].sum() == pytest.approx(1)
    assert (pd.read_csv(files["bold.csv"])["deals_left"] <= 2).all()
    assert files[f"s.{ending}"].stat().st_size > 5000


def test_no_two_numbers_of_the_curve_touch():
    """Lines close to the curve, as they are for six people and 200,000 series."""

    def told(value):
        return {"plain": {"value": 0.168}, "bold": {"value": value}, "gain": {"interval95": [0.0, 0.002]}}

    values = (0.265, 0.312, 0.343, 0.367, 0.385, 0.398, 0.407, 0.413)
    bold = {
        "last_deals": [{"deals": deals, **told(value)} for deals, value in enumerate(values, start=1)],
        "one": told(values[-1]),
        "by_first_card_alone": told(0.336),
        "most_when_behind": told(0.377),
    }
    figure = Figure(figsize=(5, 4.4), layout="constrained")
    axes = figure.add_subplot()
    _curve(axes, {"bold": bold})
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    texts = [*axes.texts, *axes.get_legend().get_texts()]
    boxes = [text.get_window_extent(canvas.get_renderer()) for text in texts]
    assert len(boxes) == 11
    assert not [pair for pair in combinations(range(11), 2) if boxes[pair[0]].overlaps(boxes[pair[1]])]
    assert all(box.x0 > axes.get_window_extent().x0 for box in boxes)


def test_a_plain_picture_of_many_people(tmp_path):
    picture = tmp_path / "s.svg"
    run(
        "series", "--punters", "8", "--series", "5", "--seed", "1", "--stakes", "max", "--plot", str(picture), "--quiet"
    )
    assert "banks" in picture.read_text() or picture.stat().st_size > 5000


def test_several_systems_are_a_table(tmp_path):
    args = ("series", "--punters", "1", "--series", "40", "--deals", "2", "--seed", "1", "--rules", "eight-deal")
    args += ("--rules", "parlett")
    page = run(*args).stdout
    assert "banks first" in page
    assert "40 of 2 deals in each system" in page
    told = strict(run(*args, "--json").stdout)
    assert [one["rules_name"] for one in told] == ["eight-deal", "parlett"]
    assert told[0] == strict(run(*args[:-2], "--json").stdout) | {
        key: told[0][key] for key in ("elapsed_s", "deals_per_s")
    }
    table = run(*args, "--csv", "-")
    assert table.stdout.count("win_probability") == 2 * 2
    assert table.stdout.count("position") == 1
    assert "one rule system" in run(*args, "--plot", str(tmp_path / "x.png"), code=2).stderr
    refused_by = run("series", "--rules", "all", "--bold", "one", "--series", "1", code=2).stderr
    assert "vingt-un-1800: " in refused_by


@pytest.mark.parametrize(("bold", "words"), [("none", "Only 5 series:"), ("one", "looked for in 9 series only")])
def test_so_few_series_mean_nothing(bold, words):
    more = ("--bold", bold) + (("--bold-series", "9") if bold == "one" else ())
    found = run("series", "--punters", "1", "--deals", "2", "--series", "5", "--seed", "1", *more)
    assert words in found.stderr
    assert words not in run("series", "--punters", "1", "--deals", "2", "--series", "5", *more, "--quiet").stderr


def test_the_command_refuses():
    assert "deals of one series" in run("series", "--deals", "2M", code=2).stderr
    assert "--bold one" in run("series", "--bold-out", "x.csv", code=2).stderr
    assert ".csv" in run("series", "--bold", "one", "--bold-out", "x.txt", code=2).stderr
    assert "no picture" in run("series", "--plot", "x.txt", code=2).stderr
