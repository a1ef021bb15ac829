"""`pontoon bank`: how the bank passes and what it is worth, against closed forms and evenings that are played."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from command_line import run, strict
from test_policy import refused

import pontoon_sim as ps
from pontoon_sim.banking import worth
from pontoon_sim.banking.first import first_banker_chances
from pontoon_sim.banking.people import people_of
from pontoon_sim.banking.result import NOTHING
from pontoon_sim.banking.worth import banks
from pontoon_sim.errors import OptionError
from pontoon_sim.evening.bank import DEALS, INITIAL, NETS, BankHabit
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.show.bank import page
from pontoon_sim.show.bank_picture import passing, prices_by_evening, prices_by_players
from pontoon_sim.show.page import draw
from pontoon_sim.show.plot import drawn
from pontoon_sim.simulate import Interrupted, simulate

#: Chances that some punter holds a pontoon and the banker none, of 1 to 7 punters from a fresh pack, no splits.
PASSES = (0.046492, 0.091256, 0.134334, 0.175769, 0.215604, 0.253880, 0.290640)


def fresh(**changes):
    return ps.rules("pagat", shuffle="every-deal", packs=1, **changes)


def near(estimate, value, errors=4.5) -> bool:
    return abs(estimate.value - value) < errors * estimate.standard_error


# ---- What is noted.


def noted(punters=2, deals=60, length=10, milestones=(), alike=True, warm_up=0, **options):
    rules = options.pop("rules", ps.rules("pagat"))
    people = people_of(rules, punters, options.pop("punter", "stick-16"), options.pop("banker", None), "min")
    habit = BankHabit(ages=8, milestones=milestones, alike=alike, sold=options.pop("sold", False))
    setting = SittingSetting(
        rules, people.who, length=length, warm_up=warm_up, moving=True, bankers=people.bankers, habit=habit, **options
    )
    return simulate(setting, deals, 5)


def test_every_counted_deal_is_noted_once_and_its_nets_sum_to_nothing():
    tally = noted(warm_up=3)
    rows = tally.found.rows.sum(axis=(0, 1, 2))
    assert rows[DEALS] == 60
    assert rows[INITIAL] == tally.total(2)
    assert rows[NETS : NETS + 3].sum() == 0
    assert rows[NETS + 2] == tally.gain
    assert len(tally.found.rows) == 6


def test_chairs_noted_apart_and_as_one_are_the_same_deals():
    one, apart = noted(), noted(alike=False)
    assert (one.found.rows == apart.found.rows.sum(axis=1, keepdims=True)).all()
    assert (apart.found.rows[..., DEALS].sum(axis=(0, 2)) > 0).all()


def test_gains_of_an_evening_follow_people_and_not_seats():
    """Under a bank that rotates at every deal each of three people banks once in three: one deal's nets, placed."""
    rules = ps.rules("pagat", bank_passes="rotate-every", rotate_every=1)
    people, seats = (noted(rules=rules, milestones=(1, 2, 3), first=0, sold=sold, length=3) for sold in (False, True))
    assert people.found.fates[..., 0].sum(axis=0).tolist() == [20, 20, 20]
    assert (people.found.fates[..., 1:].sum(axis=-1) == 0).all()
    assert (people.found.fates[:, 0] == seats.found.fates[:, 0]).all()
    assert (people.found.fates[:, 2] != seats.found.fates[:, 2]).any()
    assert seats.found.fates[:, 2, 1].sum() == seats.gain


def test_ages_count_from_the_move():
    """A bank that rotates after three deals is never held for a fourth."""
    rules = ps.rules("pagat", bank_passes="rotate-every", rotate_every=3)
    rows = noted(rules=rules, length=9, deals=54).found.rows.sum(axis=(0, 1))
    assert rows[:, DEALS].tolist() == [18, 18, 18, 0, 0, 0, 0, 0, 0]
    assert rows[:, NETS + 3].tolist() == [0, 0, 18, 0, 0, 0, 0, 0, 0]


# ---- Against closed forms.


@pytest.mark.compiled
@pytest.mark.parametrize("punters", [1, 3, 5, 7])
def test_from_fresh_packs_tenures_are_geometric(punters):
    chance = PASSES[punters - 1]
    found = ps.bank(fresh(), punters=punters, deals=1_000_000, seed=21, evening=[1, 2])
    assert near(found.tenure.mean, 1 / chance)
    for deals, share in enumerate(found.tenure.shares[:10]):
        assert near(share, chance * (1 - chance) ** deals), deals
    assert near(found.as_played.per_deal, found.fresh.per_deal.value)
    assert sum(one.value for one in found.takes) == pytest.approx(1 / found.tenure.mean.value)


@pytest.mark.compiled
def test_from_fresh_packs_prices_of_two_people_are_those_of_the_two_state_chain():
    """The bank gains r a deal and passes with chance q: r / q in the long run, 2 r (1 + (1 - 2q)) over two deals.

    Gains and moves of one deal go together (who takes the bank has won), so over two deals only chances count.
    """
    found = ps.bank(fresh(), punters=1, deals=2_000_000, seed=22, evening=[1, 2])
    r, q = found.fresh.per_deal.value, PASSES[0]
    assert near(found.endless, r / q)
    assert near(found.evenings[0].price, 2 * r)
    assert near(found.evenings[1].price, 2 * r * (2 - 2 * q))
    assert near(found.evenings[1].simulated, 2 * r * (2 - 2 * q))


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["parlett", "vingt-un-1800", "pagat"])
def test_who_banks_first(rules):
    system = ps.rules(rules)
    tally = noted(4, deals=100_000, length=1, alike=False, rules=system)
    counts = tally.found.rows[..., DEALS].sum(axis=(0, 2))
    for count, chance in zip(counts, first_banker_chances(system, 4), strict=True):
        assert abs(count - 100_000 * chance) < 4.5 * (100_000 * chance * (1 - chance)) ** 0.5


# ---- Against evenings that are played, under every rule system.


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ps.preset_names())
def test_evenings_that_are_played_confirm_the_price(rules):
    found = ps.bank(rules, punters=3, deals=400_000, seed=23)
    told = found.to_dict()
    if rules.startswith("casino"):
        assert told["price"] is None
        assert told["tenure"] is None
        assert "never passes" in told["reasons"]["price"]
        assert found.gain[0].value > 0
        return
    assert [row["deals"] for row in told["price"]["evenings"]] == [1, 2, 4, 8, 16, 32, 64]
    for one in found.evenings:
        assert (one.method == "simulated") == (rules == "vingt-un-1850")
        if one.method == "chain":
            both = (one.price.standard_error**2 + one.simulated.standard_error**2) ** 0.5
            assert abs(one.price.value - one.simulated.value) < 4 * both, one.deals
        assert sum(gain.value for gain in one.gains) == pytest.approx(0, abs=1e-9)
        assert one.price.value == pytest.approx(one.gains[0].value * 4 / 3)
    last = found.evenings[-1]
    assert abs(last.price.value - found.endless.value) < 0.1 * found.endless.value + 4 * last.price.standard_error
    json.dumps(told, allow_nan=False)


@pytest.mark.compiled
def test_errors_are_what_runs_scatter_by():
    """Over a hundred small runs: the spread of each figure is the error that was reported for it."""
    runs = [ps.bank("pagat", punters=2, deals=20_000, seed=seed, evening=[4, 16]) for seed in range(100)]
    figures = {
        "tenure": [one.tenure.mean for one in runs],
        "gain": [one.gain[0] for one in runs],
        "takes": [one.takes[0] for one in runs],
        "endless": [one.endless for one in runs],
        "evening": [one.evenings[1].price for one in runs],
        "played": [one.evenings[1].simulated for one in runs],
        "left": [one.evenings[1].left for one in runs],
        "share": [one.tenure.shares[2] for one in runs],
    }
    for name, found in figures.items():
        spread = np.std([one.value for one in found], ddof=1)
        said = np.mean([one.standard_error**2 for one in found]) ** 0.5
        assert 0.75 < said / spread < 1.25, (name, said, spread)


# ---- What the rules do.


@pytest.mark.compiled
def test_each_rule_of_passing_does_what_it_says():
    def of(**changes):
        return ps.bank(fresh(**changes), punters=3, deals=300_000, seed=24, evening=[1, 3])

    plain = of()
    protected = of(misericorde=True)
    assert protected.tenure.shares[0].value == 0
    assert protected.tenure.mean.value == pytest.approx(plain.tenure.mean.value + 1, abs=0.1)
    assert protected.evenings[1].price.value > plain.evenings[1].price.value
    rotation = of(bank_passes="rotation-on-natural")
    assert [one.value for one in rotation.takes[1:]] == [0, 0]
    assert rotation.takes[0].value == pytest.approx(sum(one.value for one in plain.takes), abs=0.004)
    either = of(bank_passes="rotation-on-any-natural")
    assert either.takes[0].value > rotation.takes[0].value + 0.03
    count = of(bank_passes="rotate-every", rotate_every=2)
    assert (count.tenure.mean.value, count.tenure.shares[1].value) == (2, 1)
    odd = of(bank_passes="rotate-every", rotate_every=7)
    assert (odd.tenure.mean.value, odd.takes[0].value) == (pytest.approx(7), pytest.approx(1 / 7))
    long = of(bank_passes="rotate-every", rotate_every=300)
    assert (long.tenure.mean.value, long.tenure.shares[299].value) == (pytest.approx(300), pytest.approx(1))
    players = of(bank_passes="rotate-every")
    assert (players.tenure.mean.value, players.tenure.shares[3].value) == (4, 1)
    assert plain.takes[0].value > plain.takes[2].value  # the eldest holder takes it


@pytest.mark.compiled
@pytest.mark.parametrize(
    "passes", ["pontoon", "eldest-natural", "rotation-on-natural", "rotation-on-any-natural", "rotate-every"]
)
def test_the_bank_moves_as_often_as_exact_analysis_says(passes):
    rules = fresh(bank_passes=passes)
    found = ps.bank(rules, punters=3, deals=1_000_000, seed=29, evening=1)
    chance = ps.edge(rules, punters=3, method="exact").to_dict()["bank_changes_per_deal"]
    assert abs(found.tenure.mean.value - 1 / chance) <= 4.5 * found.tenure.mean.standard_error + 1e-9
    assert sum(one.value for one in found.takes) == pytest.approx(1 / found.tenure.mean.value)


@pytest.mark.compiled
def test_a_natural_that_all_pay_makes_seats_unlike():
    """1800: who sits nearer to the dealer's left collects first."""
    found = ps.bank("vingt-un-1800", punters=4, deals=1_000_000, seed=25)
    seats = [one.value for one in found.gain[1:]]
    assert seats[0] > seats[3] + 4 * (found.gain[1].standard_error ** 2 + found.gain[4].standard_error ** 2) ** 0.5
    assert "first banker's left gains" in found.at_the_left()


@pytest.mark.compiled
def test_policies_move_with_their_chairs():
    """Chair 2 banks in a silly way, chair 3 punts in one: each loses by it, and only while he does that."""
    found = ps.bank(fresh(), punters=2, banker=["stick-17", "stick-21", "stick-17"], deals=600_000, seed=26)
    one, silly, three = found.chairs
    assert silly.price.value < one.price.value - 4 * silly.price.standard_error
    assert silly.gain.value < min(one.gain.value, three.gain.value)
    assert sum(chair.gain.value for chair in found.chairs) == pytest.approx(0, abs=1e-9)
    assert sum(chair.banks for chair in found.chairs) == pytest.approx(1)
    punts = ps.bank(fresh(), punters=2, punter=["stick-16", "stick-16", "stick-21"], deals=600_000, seed=26)
    assert punts.chairs[2].gain.value < punts.chairs[0].gain.value
    saved, collected = (
        punts.chairs[2].price,
        punts.chairs[0].price,
    )  # what he loses as a punter
    both = (saved.standard_error**2 + collected.standard_error**2) ** 0.5
    assert abs(saved.value - collected.value) < 4 * both
    for result in (found, punts):
        for evening in result.evenings:
            both = (evening.price.standard_error**2 + evening.simulated.standard_error**2) ** 0.5
            assert abs(evening.price.value - evening.simulated.value) < 4 * both


@pytest.mark.compiled
def test_a_bank_that_is_sold():
    """The fair price is what the bank gains until the end, however often it is sold on."""
    system = fresh(bank_passes="sale")
    stays, sold = (ps.bank(system, punters=2, sale_every=n, deals=400_000, seed=27, evening=[1, 6]) for n in (None, 2))
    worth = 6 * stays.fresh.per_deal.value * 3 / 2
    for found in (stays, sold):
        assert near(found.evenings[1].price, worth)
        assert found.endless.value is None
        assert "without bound" in found.to_dict()["reasons"]["price.endless"]
    assert stays.tenure is None
    assert (sold.tenure.mean.value, sold.takes[0].value) == (2, 0.5)
    assert (stays.evenings[1].method, sold.evenings[1].method) == ("simulated", "chain")


@pytest.mark.compiled
def test_the_same_bytes_on_any_number_of_threads():
    found = [
        ps.bank("vingt-un-1850", punters=2, punter=["stick-15", "stick-17"], deals=300_000, seed=0, threads=threads)
        for threads in (1, 2, 3)
    ]
    assert len({json.dumps(one.to_dict() | {"elapsed_s": 0}) for one in found}) == 1
    assert found[0].deals == 300_000
    assert [chair.chair for chair in found[0].chairs] == [1, 2, 3]


@pytest.mark.compiled
def test_ten_punters_and_optimal_play():
    """Eleven people are one more than a table seats; the best answer to the banker is worked out for all."""
    found = ps.bank("pagat", punters=10, punter="optimal", deals=100_000, seed=28)
    assert found.punter == ("optimal",) * 11
    plain = ps.edge("pagat", punters=10, punter="optimal", method="exact")
    assert found.fresh.per_deal.value == pytest.approx(plain.bank_edge["per_deal"].value)
    assert found.fresh.per_initial_stake.value == pytest.approx(plain.bank_edge["per_initial_stake"].value)
    assert ps.bank(fresh(), punters=2, banker="optimal", deals=2_000, seed=1).banker == ("optimal",) * 3


# ---- Plain.

TINY = {"punters": 1, "deals": 40, "evening": [1, 2], "seed": 3, "threads": 1}


@pytest.fixture(scope="module")
def found():
    return ps.bank("pagat", **TINY)


@pytest.fixture(scope="module")
def unlike():
    """With a seed for which the bank gets to both chairs."""
    return ps.bank("pagat", **TINY | {"banker": ["stick-17", "stick-18"], "seed": 4})


def test_the_json_keeps_its_keys(found):
    told = found.to_dict()
    assert told["schema"] == "pontoon.bank/1"
    assert {"rules", "rules_id", "punters", "punter", "banker", "stakes", "seed", "deals", "complete", "confidence",
            "version", "locked"} <= set(told)  # fmt: skip
    assert {"mean", "standard_error", "distribution"} <= set(told["tenure"])
    assert told["tenure"]["distribution"][0][0] == 1
    assert sum(share for _, share in told["tenure"]["distribution"]) + told["tenure"]["longer"] == pytest.approx(1)
    assert set(told["gain_per_deal"]) == {"banker", "by_seat", "standard_error"}
    assert len(told["gain_per_deal"]["by_seat"]) == len(told["takes_bank_next"]) == 1
    assert {"value", "standard_error"} <= set(told["price"]["endless"])
    assert {"deals", "value", "standard_error", "simulated", "simulated_standard_error"} <= set(
        told["price"]["evenings"][0]
    )
    rest = told["as_played_edge"]["per_deal"] - told["fresh_edge"]["per_deal"]
    assert told["as_played_less_fresh"]["per_deal"] == pytest.approx(rest)
    assert told["fresh_edge"]["method"] == "exact"
    frame = found.to_frame()
    assert frame.set_index(["measure", "of_deals"]).loc[("price", 2), "value"] == found.evenings[1].price.value
    assert "deals to go" in repr(found)
    json.dumps(told, allow_nan=False)


def test_everybody_is_told_apart_where_not_all_play_alike(unlike):
    told = unlike.to_dict()
    assert told["banker"] == ["stick-17", "stick-18"]
    assert [chair["chair"] for chair in told["chairs"]] == [1, 2]
    assert sum(chair["banks"] for chair in told["chairs"]) == pytest.approx(1)
    text = draw(page(told, unlike.headline()), 100, False, "utf-8")
    assert "chair 2 stick-18" in text
    assert "bank worth" in text


@pytest.mark.compiled
def test_one_deal_has_figures_without_errors_and_few_have_no_price():
    told = ps.bank("pagat", punters=1, deals=1, evening=1, seed=2, threads=1).to_dict()
    assert told["gain_per_deal"]["standard_error"]["banker"] is None
    assert told["price"]["endless"]["value"] is None
    assert "more --deals" in told["reasons"]["price.endless"]
    json.dumps(told, allow_nan=False)


@pytest.mark.compiled
def test_rules_that_tie_seats_together_are_simulated_where_they_cannot_be_exact():
    rules = ps.rules("vingt-un-1850", natural_from_all=True)
    found = ps.bank(rules, banker="stick-17:double=A", **TINY | {"punters": 2, "deals": 2_000})
    assert found.fresh.method == "mc"
    assert found.fresh.per_deal.standard_error > 0
    assert found.rest.per_deal.standard_error > found.as_played.per_deal.standard_error


def test_an_interruption_keeps_what_was_done(monkeypatch):
    def after_the_sittings(setting, deals, seed, workers, enough, watch):
        if setting.warm_up == 0:
            raise Interrupted(setting.nothing())
        return simulate(setting, deals, seed, workers, enough, watch)

    monkeypatch.setattr(worth, "simulate", after_the_sittings)
    cut = ps.bank("pagat", **TINY)
    assert not cut.complete
    assert cut.deals == 40
    assert cut.evenings[0].simulated.value is None
    assert cut.evenings[0].price.value is not None
    assert "INCOMPLETE" in draw(page(cut.to_dict(), cut.headline()), 100, False, "utf-8")

    def at_once(setting, *_):
        raise Interrupted(setting.nothing())

    monkeypatch.setattr(worth, "simulate", at_once)
    nothing = ps.bank("pagat", **TINY)
    assert (nothing.deals, nothing.complete) == (0, False)
    assert "nothing to tell" in nothing.headline()
    json.dumps(nothing.to_dict(), allow_nan=False)
    draw(page(nothing.to_dict(), nothing.headline()), 100, False, "utf-8")
    assert len(banks([ps.rules("pagat")] * 2, [1, 2], deals=40, seed=3)) == 1


def test_refused():
    refused(OptionError, lambda: ps.bank(sale_every=3), "bank_passes=sale")
    refused(OptionError, lambda: ps.bank(ps.rules("pagat", bank_passes="sale"), sale_every=0), "from 1 to 1000")
    refused(OptionError, lambda: ps.bank(evening=[1, 300]), "300", "256")
    refused(OptionError, lambda: ps.bank(evening="8"), "8")
    refused(OptionError, lambda: ps.bank(punters=2, punter=["stick-16"] * 4), "4 entries", "3 people")
    refused(OptionError, lambda: ps.bank(punters=2, banker=[]), "empty")
    refused(OptionError, lambda: ps.bank(punter="optimal", banker=["stick-16", "stick-17"]), "optimal")
    sale = ps.rules("pagat", bank_passes="sale")
    refused(OptionError, lambda: ps.bank(sale, punter=["stick-15", "stick-16"]), "alike")
    refused(
        OptionError,
        lambda: ps.bank(ps.rules("pagat", stake_max=1000, first_buy_max=10), punters=10, deals=10**12),
        "added up",
    )
    refused(ps.PontoonError, lambda: ps.bank(gather="somehow"), "gather")


def test_the_command_says_what_is_wrong():
    for words, said in (
        (("--by-players", "7..1"), "1..7"),
        (("--by-players", "1..7", "--punters", "3"), "leave one out"),
        (("--evening", "0"), "below 1"),
        (("--sale-every", "4"), "bank_passes=sale"),
        (("--plot", "bank.txt"), ".png"),
        (("--confidence", "1"), "between 0 and 1"),
    ):
        assert said in run("bank", *words, code=2).stderr


@pytest.mark.compiled
def test_the_command_is_the_python_call():
    words = ("--deals", "40", "--evening", "2", "--evening", "1", "--seed", "3", "--punters", "1", "--threads", "1")
    told = strict(run("bank", *words, "--json").stdout)
    assert {**told, "elapsed_s": 0} == {**ps.bank("pagat", **TINY).to_dict(), "elapsed_s": 0}


@pytest.fixture
def at_hand(monkeypatch, found):
    """Commands answer with what is at hand, and note what they were asked."""
    asked = []

    def answer(system, **given):
        asked.append((system.name, given))
        return found

    monkeypatch.setattr(worth, "bank", answer)
    return asked


def test_the_command_hands_its_options_on(at_hand):
    words = ("--punters", "1", "--banker", "stick-16", "--banker", "stick-18", "--evening", "2", "--gather", "mixed")
    text = run("bank", *words, "--seed", "3").stdout
    assert "2 deals to go" in text
    ((name, given),) = at_hand
    assert (name, given["punters"], given["banker"], given["evening"]) == ("pagat", 1, ["stick-16", "stick-18"], [2])
    assert (given["punter"], given["gather"], given["seed"]) == ("stick-16", "mixed", 3)


def test_the_command_draws_one(at_hand, tmp_path):
    picture, table = tmp_path / "two.png", tmp_path / "one.csv"
    run("bank", "--plot", str(picture), "--csv", str(table))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "price_endless" in table.read_text(encoding="utf-8")


def test_the_command_draws_rows(at_hand, tmp_path):
    picture = tmp_path / "players.svg"
    rows = run("bank", "--by-players", "1..3", "--plot", str(picture)).stdout
    assert "over 2" in rows
    assert [given["punters"] for _, given in at_hand] == [1, 2, 3]
    assert len({given["seed"] for _, given in at_hand}) == 1
    assert picture.stat().st_size > 1000
    several = strict(run("bank", "--rules", "pagat", "--rules", "shoot", "--json", "--plot", str(picture)).stdout)
    assert len(several) == 2
    assert [name for name, _ in at_hand[3:]] == ["pagat", "shoot"]


def test_a_bank_that_never_passes_is_shown_without_a_price(found):
    still = replace(found, tenure=None, reasons={"tenure": "It stays.", "price": "It stays."}, endless=NOTHING)
    told = still.to_dict()
    assert told["price"] is None
    assert "stays where it is" in draw(page(told, still.headline()), 100, False, "utf-8")
    for figure in (passing(told), prices_by_evening([told]), prices_by_players([told])):
        assert drawn(figure, "png").startswith(b"\x89PNG")
