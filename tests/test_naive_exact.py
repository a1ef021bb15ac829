"""The oracle against known figures: closed forms, the tables of simple policies, and play card by card."""

from fractions import Fraction

import pytest
from naive_exact import (
    BANKER_OUTCOMES,
    PAGAT,
    PRESETS,
    PUNTER_OUTCOMES,
    addition,
    all_pontoons,
    bank_passes,
    best_total,
    chance_of,
    expectation,
    final_hands,
    house_of,
    low_total,
    pack_of,
    payment,
    result,
    sample,
    some_pontoon,
    wants_card,
)

RULES = house_of({})


def published(value, places=6):
    """A figure printed to so many places."""
    return pytest.approx(value, abs=0.51 * 10**-places)


# Hands


@pytest.mark.parametrize(
    ("hand", "low", "best"),
    [((1, 1, 2, 7, 9), 20, 20), ((1, 1, 5, 5), 12, 12), ((1, 6), 7, 17), ((1, 11), 11, 21), ((10, 11, 11), 30, 30)],
)
def test_totals(hand, low, best):
    assert (low_total(hand), best_total(hand)) == (low, best)


def test_names_of_hands():
    assert result((1, 10), RULES) == result((1, 11), RULES) == ("pontoon", 0)
    assert result((1, 10), house_of({"ace_ten_is_pontoon": False})) == ("twenty_one", 21)
    assert result((1, 11), house_of({"ace_ten_is_pontoon": False})) == ("pontoon", 0)
    assert result((7, 7, 7), RULES) == ("twenty_one", 21)
    royal = house_of({"royal_pontoon": True})
    assert result((7, 7, 7), royal) == ("royal_pontoon", 0)
    assert result((7, 7, 7), royal, banker=True) == ("twenty_one", 21)
    assert result((2, 2, 3, 4, 10), RULES) == ("five_card_trick", 0)
    assert result((2, 2, 3, 4, 10), house_of({"five_card_trick": "none"})) == ("twenty_one", 21)
    assert result((2, 2, 4, 4, 10), RULES) == ("bust", 0)


def test_who_draws():
    assert wants_card((1, 4, 7), 17, 17, RULES)  # hard 12
    assert wants_card((1, 6), 17, 18, RULES)
    assert not wants_card((1, 6), 17, 17, RULES)
    assert not wants_card((10, 7), 17, 18, RULES)
    assert not wants_card((1, 1, 2, 2, 2), 21, 21, RULES)  # five cards
    assert wants_card((1, 1, 2, 2, 2), 21, 21, house_of({"five_card_trick": "none", "max_cards": "none"}))
    assert not wants_card((1, 3, 7), 22, 22, RULES)
    assert wants_card((1, 3, 7), 22, 22, house_of({"soft_21_may_draw": True}))


@pytest.mark.parametrize(
    ("preset", "hand", "stake", "before", "twisted", "least", "most"),
    [
        ("pagat", (4, 8), 2, (), False, 2, 4),
        ("pagat", (2, 4, 8), 2, (3,), False, 2, 3),
        ("pagat", (2, 4, 8), 2, (), True, 0, 0),
        ("pagat", (2, 2, 3, 4), 2, (2, 2), False, 2, 2),
        ("pontoon-2011", (4, 8), 3, (), False, 1, 3),
        ("pontoon-2011", (2, 4, 8), 3, (1,), False, 1, 3),
        ("pontoon-2011", (2, 2, 3, 4), 3, (1, 2), False, 0, 0),
        ("pontoon-2011", (2, 2, 4, 4), 3, (1, 2), False, 1, 3),
        ("vingt-un-1850", (4, 8), 2, (), False, 0, 0),
        ("casino-rtg", (2, 3, 7), 1, (), True, 1, 1),
        ("casino-rtg", (2, 3, 7), 1, (1,), False, 0, 0),
    ],
)
def test_what_a_card_may_be_bought_for(preset, hand, stake, before, twisted, least, most):
    rules = house_of(PRESETS[preset])
    assert addition(hand, stake, before, twisted, "minbuy", rules) == least
    assert addition(hand, stake, before, twisted, "buy-max", rules) == most
    assert addition(hand, stake, before, twisted, "twist", rules) == 0


def test_small_first_addition_caps_the_later_ones():
    rules = house_of({"first_buy_min": 0, "first_buy_max": 1})
    assert addition((4, 8), 3, (), False, "minbuy", rules) == 1
    assert addition((2, 4, 8), 3, (2,), False, "minbuy", rules) == 1
    assert addition((2, 4, 8), 3, (2,), False, "buy-max", rules) == 2


def test_unknown_fields_and_values_are_refused():
    for wrong in ({"banker_stik": 17}, {"ties": "standoff"}, {"five_card_trick": "beats"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            house_of(wrong)
    assert all(set(fields) <= set(PAGAT) for fields in PRESETS.values())


# Settlement: columns pontoon, five cards, 21, 18 of the punter

PONTOON, FIVE, DRAWN, BUST = ("pontoon", 0), ("five_card_trick", 0), ("twenty_one", 21), ("bust", 0)


def stood(total):
    return ("stood", total)


GRIDS = {
    "pagat": {
        PONTOON: (-2, -2, -2, -2),
        FIVE: (2, -2, -2, -2),
        DRAWN: (2, 2, -1, -1),
        stood(17): (2, 2, 1, 1),
        stood(18): (2, 2, 1, -1),
        BUST: (2, 2, 1, 1),
    },
    "pontoon-2011": {
        PONTOON: (-1, -1, -1, -1),
        FIVE: (2, -1, -1, -1),
        DRAWN: (2, 1, -1, -1),
        stood(18): (2, 1, 1, -1),
        BUST: (2, 1, 1, 1),
    },
    "pontoon-1939": {
        PONTOON: (-1, -2, -2, -3),
        FIVE: (3, -1, -1, -2),
        DRAWN: (3, -1, -1, -2),
        stood(17): (3, 2, 2, 1),
        stood(18): (3, 2, 2, -1),
        BUST: (3, 2, 2, 1),
    },
    "vingt-un-1850": {
        PONTOON: (0, None, -2, -2),
        DRAWN: (2, None, 0, -2),
        stood(17): (2, None, 2, 1),
        stood(18): (2, None, 2, -1),
        BUST: (2, None, 2, 1),
    },
    "vingt-un-1800": {
        PONTOON: (0, None, -2, -2),
        DRAWN: (2, None, 0, -2),
        stood(18): (2, None, 2, 0),
        BUST: (2, None, 2, 1),
    },
}


@pytest.mark.parametrize("preset", GRIDS)
def test_settlement(preset):
    rules = house_of(PRESETS[preset])
    for banker, row in GRIDS[preset].items():
        for punter, due in zip((PONTOON, FIVE, DRAWN, stood(18)), row, strict=True):
            if due is not None:
                assert payment(punter, banker, rules) == due, (punter, banker)
        assert payment(BUST, banker, rules) == -1
        assert payment(("royal_pontoon", 0), banker, rules) == 3


# Closed forms


def test_chances_of_given_cards():
    assert all_pontoons(1) == Fraction(32, 663)
    assert all_pontoons(2) == Fraction(96, 54145)
    assert chance_of(2, lambda hand: hand == (1, 1)) == Fraction(1, 221)
    assert chance_of(2, lambda hand: 1 not in hand and low_total(hand) == 13) == Fraction(56, 663)
    assert chance_of(2, lambda hand: 1 not in hand and low_total(hand) == 14) == Fraction(1, 13)
    assert chance_of(3, lambda hand: hand == (7, 7, 7)) == Fraction(1, 5525)
    assert chance_of(2, lambda hand: best_total(hand) > 14) == Fraction(26, 51)
    for number, ways, of in ((3, 13740, 22100), (4, 61269, 270725), (5, 139972, 2598960)):
        assert chance_of(number, lambda hand: low_total(hand) <= 21) == Fraction(ways, of)


def test_two_card_totals():
    ways = {4: 3, 5: 8, 6: 11, 7: 16, 8: 19, 9: 24, 10: 27, 11: 32, 12: 62, 13: 64, 14: 59, 15: 56, 16: 51, 17: 48}
    ways |= {18: 43, 19: 40, 20: 68, 21: 32}
    assert sum(ways.values()) == 663
    for total, number in ways.items():
        assert chance_of(2, lambda hand, total=total: best_total(hand) == total) == Fraction(number, 663)


def test_five_cards_without_a_pontoon_at_first():
    rest = pack_of(1)
    rest[1] -= 1
    both = Fraction(0)
    for ten, number in ((10, 4), (11, 12)):
        left = {card: have - (card == ten) for card, have in rest.items()}
        first_two = Fraction(2 * 4 * number, 52 * 51)
        both += first_two * chance_of(3, lambda hand: low_total(hand) <= 10, left)
    assert chance_of(5, lambda hand: low_total(hand) <= 21) - both == Fraction(4799, 92820)


def test_some_pontoon_among_hands():
    printed = (0.048265, 0.094758, 0.139521, 0.182599, 0.224034, 0.263869, 0.302146, 0.338905)
    assert [float(some_pontoon(hands)) for hands in range(1, 9)] == [published(value) for value in printed]
    printed = (0.046492, 0.091256, 0.134334, 0.175769, 0.215604, 0.253880, 0.290640)
    assert [float(bank_passes(punters)) for punters in range(1, 8)] == [published(value) for value in printed]


def test_final_hand_exactly():
    assert final_hands(17) == {
        "pontoon": Fraction(32, 663),
        "five_card_trick": Fraction(52487, 3248700),
        17: Fraction(38774, 270725),
        18: Fraction(36656, 270725),
        19: Fraction(35736, 270725),
        20: Fraction(140377, 812175),
        21: Fraction(57263, 812175),
        "bust": Fraction(914861, 3248700),
    }
    assert final_hands(17, packs="infinite")["pontoon"] == Fraction(8, 169)


def test_final_hand_as_printed():
    shares = {"pontoon": 0.048265, "five_card_trick": 0.006437, 15: 0.132763, 16: 0.125576, 17: 0.122973}
    shares |= {18: 0.115049, 19: 0.111786, 20: 0.153208, 21: 0.050281, "bust": 0.133660}
    found = final_hands(15)
    assert sum(found.values()) == 1
    assert {name: float(share) for name, share in found.items()} == {n: published(v) for n, v in shares.items()}


def test_final_hand_of_the_casino_dealer():
    shares = {"pontoon": 0.04745, "five_card_trick": 0.02133, 17: 0.12970, 18: 0.13768, 19: 0.13199}
    shares |= {20: 0.17801, 21: 0.07105, "bust": 0.28278}
    found = final_hands(17, 18, banker=True, packs=8)
    assert {name: float(share) for name, share in found.items()} == {n: published(v, 5) for n, v in shares.items()}


# Expectations


@pytest.mark.parametrize(
    ("preset", "punter", "banker", "packs", "net"),
    [
        ("pagat", 15, 15, 1, -0.117844),
        ("pagat", 16, 17, 1, -0.165576),
        ("pagat", 17, 17, 1, -0.167490),
        ("pagat", 18, 18, 1, -0.216659),
        ("pontoon-2011", 17, 17, 1, -0.123746),
        ("pontoon-1939", 17, 17, 1, -0.115755),
        ("vingt-un-1800", 16, 16, "infinite", -0.027898),
        ("vingt-un-1850", 16, 16, "infinite", -0.124733),
    ],
)
def test_simple_policies(preset, punter, banker, packs, net):
    fields = {**PRESETS[preset], "packs": packs}
    assert expectation(punter=punter, banker=banker, **fields)["punter_ev_per_deal"] == published(net)


MIXED = {"punter": 15, "banker": 16, "banker_soft": 18, "stakes": {"A": 5, "T": 3, "K": 2, "*": 1}}


@pytest.mark.parametrize("way", ["twist", "buy-max", "minbuy"])
@pytest.mark.parametrize("preset", ["pagat", "pontoon-2011", "pontoon-1939", "vingt-un-1800", "casino-rtg"])
def test_against_play_card_by_card(preset, way):
    fields = {**PRESETS[preset], **MIXED, "way": way, "royal_pontoon": True, "ace_ten_is_pontoon": False}
    number = 4_000
    exact, played = expectation(**fields), sample(number, 11, **fields)
    assert exact["chance"] == pytest.approx(1, abs=1e-12)
    away = played["punter_ev_per_deal"] - exact["punter_ev_per_deal"]
    assert abs(away) < 4 * (exact["variance_per_deal"] / number) ** 0.5
    assert played["mean_staked"] == pytest.approx(exact["mean_staked"], rel=0.06)
    for name in ("variance_per_deal", "ratio_variance_initial", "ratio_variance_staked"):
        assert played[name] == pytest.approx(exact[name], rel=0.15)
    for side, outcomes in (("punter_outcomes", PUNTER_OUTCOMES), ("banker_outcomes", BANKER_OUTCOMES)):
        assert sum(exact[side].values()) == pytest.approx(1, abs=1e-12)
        for outcome in outcomes:
            share = exact[side][outcome]
            assert abs(played[side][outcome] - share) <= 4.5 * (share * (1 - share) / number) ** 0.5


def test_parts_make_the_whole():
    answer = expectation(**MIXED, way="buy-max")
    assert sum(answer["by_first_card"].values()) / 13 == pytest.approx(answer["punter_ev_per_deal"])
    assert answer["mean_initial_stake"] == pytest.approx((5 + 3 + 2 + 10) / 13)
    assert answer["bank_per_deal"] == -answer["punter_ev_per_deal"]
    assert answer["punter_outcomes"]["unplayed"] == pytest.approx(float(all_pontoons(1) - all_pontoons(2)))
    assert answer["punter_outcomes"]["pontoon"] == pytest.approx(float(all_pontoons(1)))
    assert answer["banker_outcomes"]["pontoon"] == pytest.approx(float(all_pontoons(1)))
    assert answer["banker_outcomes"]["not_played"] == answer["punter_outcomes"]["bust"]


def test_shares_without_a_banker_agree_with_final_hands():
    answer = expectation(punter=17, banker=17, banker_pontoon_shown="after-play")["punter_outcomes"]
    shares = final_hands(17)
    assert answer["unplayed"] == 0
    for name in ("pontoon", "five_card_trick", "bust"):
        assert answer[name] == pytest.approx(float(shares[name]), abs=1e-12)
    assert answer["twenty_one"] == pytest.approx(float(shares[21]), abs=1e-12)


def test_flat_stakes_only_scale():
    one, five = (expectation(punter=16, banker=17, way="buy-max", stakes=stake) for stake in (1, 5))
    for name in ("bank_per_initial_stake", "bank_per_unit_staked", "ratio_variance_staked"):
        assert five[name] == pytest.approx(one[name], rel=1e-12)
    assert five["variance_per_deal"] == pytest.approx(25 * one["variance_per_deal"], rel=1e-12)


def test_thresholds_below_the_minimum_stick_as_soon_as_they_may():
    assert expectation(punter=2, way="minbuy") == expectation(punter=15, way="minbuy")
    assert expectation(punter=12, min_stick=0) != expectation(punter=15, min_stick=0)


def test_where_everything_pays_single_the_total_stake_is_won_or_lost():
    fields = {"punter": 15, "banker": 17, "five_card_pays": 1, "five_card_trick": "none", "pontoon_pays": 1}
    fields |= {"banker_pontoon_takes": 1}
    twisting, buying = expectation(**fields), expectation(**fields, way="minbuy")
    assert buying["punter_outcomes"] == pytest.approx(twisting["punter_outcomes"])
    assert twisting["second_moments"]["bank_bank"] == pytest.approx(1)  # every deal wins or loses one stake
    assert buying["second_moments"]["bank_bank"] == pytest.approx(buying["second_moments"]["staked_staked"])
