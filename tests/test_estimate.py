"""Figures and their errors: formulas against the slow way, intervals against what they promise."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, fmean, variance

import pytest
from naive_exact import PRESETS, expectation

import pontoon_sim as ps
from pontoon_sim.errors import OptionError
from pontoon_sim.estimate import bank_edge, quantile, sample_variance, seat_estimates, variance_per_deal
from pontoon_sim.policy.build import build_players
from pontoon_sim.simulate import Setting, play_chunk
from pontoon_sim.tally import Tally

STAKES = {"A": 5, "T": 2, "*": 1}


def single_deals(count: int) -> list[Tally]:
    """So many deals, each in a tally of its own."""
    rules = ps.rules("pagat", packs=1)
    table = Setting(rules, 2, build_players(rules, 2, "buy-16", None, "A=5,T=2,*=1")[0])
    return [play_chunk(table, 1, index, 1) for index in range(count)]


def merged(tallies: list[Tally]) -> Tally:
    total = Tally(tallies[0].punters, tallies[0].unit)
    for tally in tallies:
        total.add(tally)
    return total


def test_means_ratios_and_errors_are_those_of_the_single_deals():
    singles = single_deals(60)
    gains = [single.gain for single in singles]
    initial, staked = ([single.total(column) for single in singles] for column in (2, 3))
    edge = bank_edge(merged(singles))
    assert edge["per_deal"].value == pytest.approx(fmean(gains), rel=1e-12)
    assert edge["per_deal"].standard_error == pytest.approx(sqrt(variance(gains) / 60), rel=1e-12)
    assert variance_per_deal(merged(singles)) == pytest.approx(variance(gains), rel=1e-12)
    for name, stakes in (("per_initial_stake", initial), ("per_unit_staked", staked)):
        ratio = sum(gains) / sum(stakes)
        residuals = [gain - ratio * stake for gain, stake in zip(gains, stakes, strict=True)]
        error = sqrt(sum(r * r for r in residuals) / 59 / 60) / fmean(stakes)
        assert edge[name].value == pytest.approx(ratio, rel=1e-12)
        assert edge[name].standard_error == pytest.approx(error, rel=1e-12)


def test_one_deal_has_no_error_and_none_no_value():
    one = bank_edge(single_deals(1)[0])["per_deal"]
    assert one.value is not None
    assert one.standard_error is None
    assert one.interval(0.95) is None
    nothing = bank_edge(Tally(1, 1))
    assert {estimate.value for estimate in nothing.values()} == {None}


def test_variance_is_that_of_exact_sums():
    """A million added to every number changes nothing, however small the spread."""
    numbers = [10**6 + n for n in (1, 2, 4)]
    shifted = sample_variance(sum(numbers), sum(n * n for n in numbers), 3)
    assert shifted == sample_variance(7, 21, 3) == pytest.approx(7 / 3)
    assert sample_variance(5, 25, 1) is None


@pytest.mark.parametrize(("confidence", "expected"), [(0.95, 1.95996), (0.5, 0.67449)])
def test_confidence_levels(confidence, expected):
    assert quantile(confidence) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95])
def test_confidence_outside_its_range(confidence):
    with pytest.raises(OptionError, match="strictly between 0 and 1"):
        quantile(confidence)


@pytest.mark.compiled
def test_intervals_of_95_per_cent_cover_the_exact_value_95_per_cent_of_the_time():
    """4,000 runs of 1,500 deals, five correlated seats, stakes by card and buys: per deal and both ratios."""
    rules = ps.rules("pagat", packs=1)
    table = Setting(rules, 5, build_players(rules, 5, "buy-16", None, "A=5,T=2,*=1")[0])
    alone = expectation(**{**PRESETS["pagat"], "packs": 1}, punter=16, way="buy-max", stakes=STAKES)
    exact = {
        "per_deal": 5 * alone["bank_per_deal"],
        "per_initial_stake": alone["bank_per_initial_stake"],
        "per_unit_staked": alone["bank_per_unit_staked"],
    }
    covered = dict.fromkeys(exact, 0)
    for run in range(4000):
        for name, estimate in bank_edge(play_chunk(table, 99, run, 1500)).items():
            low, high = estimate.interval(0.95)
            covered[name] += low <= exact[name] <= high
    for name, count in covered.items():
        assert 0.935 <= count / 4000 <= 0.965, (name, count)


@pytest.mark.compiled
def test_errors_that_ignored_the_common_banker_would_be_too_small():
    tally = ps.edge("pagat", punters=5, deals=500_000, seed=1, variance="plain").tally
    honest = bank_edge(tally)["per_deal"].standard_error
    naive = sqrt(sum(seat.ev.standard_error**2 for seat in seat_estimates(tally)))
    assert 1.3 < honest / naive < 1.6


@pytest.mark.compiled
def test_the_variance_of_one_seat_is_the_exact_one():
    exact = expectation(**PRESETS["pagat"], punter=16, way="buy-max")["variance_per_deal"]
    assert variance_per_deal(ps.edge("pagat", punters=1, punter="buy-16", deals=10**6, seed=1).tally) == pytest.approx(
        exact, rel=0.02
    )


def test_json_ties_errors_to_deviations():
    result = ps.edge(punters=2, deals=400, seed=1, variance="plain").to_dict()
    assert result["standard_error"]["per_deal"] == pytest.approx(result["sd_per_deal"] / sqrt(400), rel=1e-12)
    half = NormalDist().inv_cdf(0.975) * result["standard_error"]["per_deal"]
    low, high = result["interval95"]["per_deal"]
    assert (high - low) / 2 == pytest.approx(half, rel=1e-9)
