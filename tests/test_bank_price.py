"""What the bank is worth, worked out by hand: small tables of chances and gains without any cards."""

from __future__ import annotations

import numpy as np
import pytest

import pontoon_sim as ps
from pontoon_sim.banking.first import first_banker_chances
from pontoon_sim.evening import price
from pontoon_sim.evening.bank import GROUPS, BankNotes


def table(gains, moves, deals=1.0) -> price.Passing:
    """One sample: gains and moves per deal by chair, age and chair."""
    gains, moves = (np.asarray(what, float)[None] for what in (gains, moves))
    return price.Passing(np.full(gains.shape[:3], deals), np.ones(1), gains * deals, moves * deals)


def test_two_alike_who_pass_the_bank_at_every_deal_alike():
    """The bank gains r and passes with chance q: holding it is worth r / q more than not holding it."""
    r, q = 0.3, 0.05
    of = table([[[r, -r]]], [[[0, q]]])
    average, values = price.endless(of)
    assert average[0] == pytest.approx([0, 0], abs=1e-12)
    assert price.prices(values)[0] == pytest.approx([r / q, r / q])


def test_an_evening_of_two_adds_up_as_by_hand():
    """After each deal the advantage is 1 - 2q times what it was: V_N = r (1 - (1-2q)^N) / 2q, the price twice that."""
    r, q = 0.3, 0.05
    found = price.evenings(table([[[r, -r]]], [[[0, q]]]), [1, 2, 3, 40])[0]
    for row, deals in zip(found, (1, 2, 3, 40), strict=True):
        value = r * (1 - (1 - 2 * q) ** deals) / (2 * q)
        assert row[0] == pytest.approx([value, -value])
        assert price.prices(row) == pytest.approx([2 * value])


def test_two_who_differ():
    """Chair 0 gains a as a banker and loses b to the other; they pass with chances p and q."""
    a, b, p, q = 0.5, 0.2, 0.1, 0.3
    of = table([[[a, -a]], [[-b, b]]], [[[0, p]], [[q, 0]]])
    average, values = price.endless(of)
    gain = (q * a - p * b) / (p + q)  # shares of deals are q and p over p + q
    assert average[0] == pytest.approx([gain, -gain])
    assert price.prices(values)[0] == pytest.approx([(a + b) / (p + q)] * 2)
    assert price.prices(price.evenings(of, [1]))[0, 0] == pytest.approx([a + b, a + b])


def test_three_in_rotation():
    """Gains by place 2, -1.5, -.5; the bank goes to the left with chance q: three equations solved by hand.

    The banker becomes the right, the left the banker, the right the left: with h the values of the three places,
    2 + q (h_r - h_b) = -1.5 + q (h_b - h_l) = -.5 + q (h_l - h_r) = 0.
    """
    q = 0.25
    of = table([[[2, -1.5, -0.5]]], [[[0, q, 0]]])
    average, values = price.endless(of)
    banker, right, left = values[0, :, 0]  # of chair 0, while chair 0, 1, 2 banks
    assert average[0] == pytest.approx([0, 0, 0], abs=1e-12)
    assert banker - right == pytest.approx(2 / q)
    assert left - banker == pytest.approx(-1.5 / q)
    assert right - left == pytest.approx(-0.5 / q)


def test_a_bank_that_rotates_by_count_is_followed_by_age():
    """Three people bank for two deals each: after six deals everybody has gained what his places give."""
    of = table([[[2, -1.5, -0.5]] * 3], [[[0, 0, 0], [0, 1, 0], [0, 1, 0]]])
    found = price.evenings(of, [1, 2, 3, 4, 6])[0, :, 0]
    assert found[0] == pytest.approx([2, -1.5, -0.5])
    assert found[1] == pytest.approx([4, -3, -1])
    assert found[2] == pytest.approx([3.5, -1, -2.5])
    assert found[3] == pytest.approx([3, 1, -4])
    assert found[4] == pytest.approx([0, 0, 0], abs=1e-12)
    mean, chances = price.tenure(of._replace(deals=np.array([[[5.0, 5.0, 0.0]]]), moves=of.moves * [[[[0], [5], [0]]]]))
    assert mean[0] == 2
    assert chances[0] == pytest.approx([0, 1, 0])


def test_protection_in_the_first_deal_makes_the_bank_dearer():
    """Nobody loses the bank in his first deal: V_2 of two people is twice the gain, and so is the price of it."""
    free, kept = table([[[1, -1]] * 2], [[[0, 0.2]] * 2]), table([[[1, -1]] * 2], [[[0, 0], [0, 0.2]]])
    assert price.evenings(free, [2])[0, 0, 0, 0] == pytest.approx(1 + 0.8 - 0.2)
    assert price.evenings(kept, [2])[0, 0, 0, 0] == pytest.approx(2)


def test_long_evenings_come_to_the_endless_price():
    gains, moves = [[[2, -0.5, -0.7, -0.8]]], [[[0, 0.1, 0.06, 0.03]]]
    of = table(gains, moves)
    _, values = price.endless(of)
    assert price.prices(price.evenings(of, [250]))[0, 0, 0] == pytest.approx(price.prices(values)[0, 0], abs=1e-6)


def test_prices_among_people_alike_follow_from_the_bankers_value_alone():
    """What the others are worth sums to the negative of it: the price is n + 1 over n times his value."""
    of = table([[[2, -0.5, -0.7, -0.8]]], [[[0, 0.1, 0.06, 0.03]]])
    values = price.evenings(of, [1, 5, 9])
    assert values.sum(axis=-1) == pytest.approx(np.zeros((1, 3, 1)), abs=1e-12)
    assert price.prices(values)[..., 0] == pytest.approx(values[..., 0, 0] * 4 / 3)


def test_alike_noted_as_one_or_chair_by_chair_is_the_same():
    row, takes = np.array([2, -0.5, -0.7, -0.8]), np.array([0, 0.1, 0.06, 0.03])
    one = table([[row]], [[takes]])
    each = table([[np.roll(row, chair)] for chair in range(4)], [[np.roll(takes, chair)] for chair in range(4)])
    assert price.prices(price.endless(one)[1]) == pytest.approx(price.prices(price.endless(each)[1]))
    firsts = price.evenings(each, [3, 8])
    assert price.evenings(one, [3, 8])[:, :, 0] == pytest.approx(firsts[:, :, 0])
    assert price.prices(firsts) == pytest.approx(np.repeat(price.prices(price.evenings(one, [3, 8])), 4, axis=-1))


def test_a_bank_that_is_sold_is_worth_what_it_gains_until_the_end():
    of = price.staying(table([[[2, -1.5, -0.5]]], [[[0, 0.3, 0.1]]]))
    assert price.prices(price.evenings(of, [1, 4, 10]))[0, :, 0] == pytest.approx([3, 12, 30])


def test_a_bank_that_does_not_get_about_has_no_endless_price():
    assert price.endless(table([[[1, -1]]], [[[0, 0]]])) is None
    never = table([[[1, -1]], [[-1, 1]]], [[[0, 0.1]], [[0.1, 0]]])
    assert price.endless(never._replace(deals=never.deals * [[[1], [0]]], gains=never.gains * 0)) is None


def test_an_age_that_was_not_seen_has_the_chances_of_all_ages():
    of = table([[[1, -1], [3, -3], [0, 0]]], [[[0, 0.1], [0, 0.3], [0, 0]]])
    gains, moves = price.hazards(of._replace(deals=np.array([[[1.0, 1.0, 0.0]]])))
    assert gains[0, 0, 2] == pytest.approx([2, -2])
    assert moves[0, 0, 2] == pytest.approx([0, 0.2])


def test_tenures_that_are_cut_short_bias_neither_the_mean_nor_the_shares():
    """Lengths 1 to 9, alike, laid end to end and seen through windows of 12 deals: whole ones alone would be short."""
    rng = np.random.default_rng(4)
    lengths = rng.integers(1, 10, 200_000)
    ages = np.concatenate([np.arange(length) for length in lengths])
    ends = np.concatenate([np.arange(length) == length - 1 for length in lengths])
    windows = ages.size // 30
    seen = (np.arange(windows * 30) % 30) < 12  # twelve deals that count after eighteen that do not
    ages, ends = ages[: windows * 30][seen], ends[: windows * 30][seen]
    deals, moves = np.bincount(ages, minlength=12), np.bincount(ages[ends], minlength=12)
    notes = np.zeros((1, 1, 12, 2))
    notes[0, 0, :, 1] = moves
    mean, chances = price.tenure(price.Passing(deals[None, None].astype(float), np.ones(1), notes, notes))
    assert mean[0] == pytest.approx(5, abs=0.05)
    assert chances[0, :9] == pytest.approx([1 / 9] * 9, abs=0.004)
    assert chances[0, 9:] == pytest.approx([0] * 3)
    whole = [length for length in np.diff(np.flatnonzero(ends)) if length <= 9]
    assert np.mean(whole) < 5.2


def test_the_jackknife_of_a_mean_is_its_usual_error():
    numbers = np.random.default_rng(1).normal(size=50)
    value, error = price.jackknife(price.samples(numbers) / [50, *[49] * 50])
    assert value == pytest.approx(numbers.mean())
    assert error == pytest.approx(numbers.std(ddof=1) / 50**0.5)
    assert np.isnan(price.jackknife(price.samples(numbers[:1]))[1])


def test_batches_are_gathered_into_groups_and_nothing_is_lost():
    rng = np.random.default_rng(2)
    parts = [rng.integers(0, 9, (batches, 1, 2, 5)) for batches in (32, 32, 7, 32, 32, 32, 1)]
    notes = BankNotes(parts[0], parts[0])
    for part in parts[1:]:
        notes.add(BankNotes(part, part))
    assert notes.rows.shape == (GROUPS, 1, 2, 5)
    assert notes.batches == 168
    every = np.concatenate(parts)
    assert (notes.rows.sum(axis=0) == every.sum(axis=0)).all()
    assert (notes.rows[3] == every[3] + every[3 + GROUPS]).all()


def test_a_piece_of_a_rhythm_is_made_whole():
    """Three deals each; a piece of ten deals holds the first age four times, and moves three times."""
    gains, moves = np.zeros((2, 1, 1, 5, 2))
    gains[0, 0, :3, 0], moves[0, 0, 2, 1] = [4, 6, -3], 3
    seen = price.Passing(np.array([[[4.0, 3, 3, 0, 0]]]), np.array([[[8.0, 6, 6, 0, 0]]]), gains, moves)
    whole = price.balanced(seen)
    assert whole.deals[0, 0] == pytest.approx([10 / 3, 10 / 3, 10 / 3, 0, 0])
    assert whole.initial[0, 0].sum() == pytest.approx(20)
    assert price.tenure(whole)[0][0] == pytest.approx(3)
    assert whole.gains[0, 0, :, 0].sum() == pytest.approx(10 / 3 * (1 + 2 - 1))
    never = seen._replace(moves=moves * 0)
    assert (price.balanced(never).deals == never.deals).all()


@pytest.mark.parametrize(
    ("rules", "changes", "alike"),
    [
        ("pagat", {}, True),
        ("pagat", {"shuffle": "when-exhausted"}, False),
        ("pagat", {"bank_passes": "rotate-every"}, False),
        ("pagat", {"bank_passes": "rotate-every", "shuffle": "every-deal"}, True),
        ("pontoon-1939", {}, True),
        ("parlett", {}, True),
        ("parlett", {"bank_passes": "rotation-on-any-natural"}, False),
        ("vingt-un-1800", {}, True),
        ("vingt-un-1850", {}, False),
        ("casino-rtg", {}, False),
    ],
    ids=str,
)
def test_where_tenures_begin_alike(rules, changes, alike):
    assert price.tenures_begin_alike(ps.rules(rules, **changes)) is alike


def test_who_banks_first_by_the_first_jack():
    """The closed formula against going through the pack card by card."""
    for rules, punters in (("parlett", 1), ("vingt-un-1850", 5), ("pontoon-2011", 9)):
        system = ps.rules(rules)
        persons, packs = punters + 1, system.packs_for(punters)
        chances, left = [0.0] * persons, 1.0
        for card in range(52 * packs):
            hit = min(4 * packs / (52 * packs - card), 1.0)
            chances[card % persons] += left * hit
            left *= 1 - hit
        found = first_banker_chances(system, punters)
        assert found == pytest.approx(chances, abs=1e-12)
        assert sum(found) == pytest.approx(1)
        assert found == sorted(found, reverse=True)
    assert first_banker_chances(ps.rules("pagat"), 4) == [0.2] * 5
