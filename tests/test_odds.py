"""The chances of what is dealt: known fractions, all hands of a pack, every order of few cards, the exact engine."""

from __future__ import annotations

import csv
import io
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from command_line import run, strict
from measured_cells import measured, plan
from numbers_check import BANK_PASSES, CLOSED_FORMS, SOME_PONTOON

import pontoon_sim as ps
from pontoon_sim.cards import value
from pontoon_sim.dealt.questions import Questions
from pontoon_sim.dealt.stock import Stock, stock_of
from pontoon_sim.dealt.words import SECTIONS, section_of, words_of
from pontoon_sim.errors import OptionError
from pontoon_sim.exact.deck import deck_of
from pontoon_sim.exact.events import bank_changes, pontoons, some_pontoon
from pontoon_sim.law import pontoon_level
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.show.measures import measure_of

ONE_PACK = [rank for rank in range(13) for _ in range(4)]
#: A pack that can be dealt out in every order: two aces, two fives, two sevens, a two, and three tens of three kinds.
FEW = [0, 0, 1, 4, 4, 6, 6, 9, 10, 12]


def best(hand) -> int:
    low = sum(map(value, hand))
    return low + 10 if 0 in hand and low <= 11 else low


def is_hard(hand) -> bool:
    return best(hand) == sum(map(value, hand))


def few() -> Stock:
    counts = Counter(FEW)
    return Stock(tuple(Fraction(counts[rank]) for rank in range(13)), False)


def asked(punters: int = 2, stock: Stock | None = None, **changes) -> dict[str, Fraction]:
    """The answers under changed rules, from few cards or others."""
    return dict(Questions(ps.rules("pagat", **changes), stock or few(), punters).answers())


# ---- Known figures.


def test_one_pack_gives_the_known_fractions():
    found = ps.odds("pagat", punters=7, packs=1).chances
    assert {name: found[name] for name in CLOSED_FORMS} == CLOSED_FORMS
    assert [f"{float(found[f'some_pontoon_{k}']):.6f}" for k in range(1, 9)] == [f"{one:.6f}" for one in SOME_PONTOON]
    assert [f"{float(found[f'bank_passes_{n}']):.6f}" for n in range(1, 8)] == [f"{one:.6f}" for one in BANK_PASSES]
    assert found["all_pontoons_5"] == 0  # there are four aces


def test_an_infinite_pack_is_what_many_packs_come_to():
    infinite = ps.odds("pagat", pack="infinite").chances
    assert infinite["pontoon"] == Fraction(8, 169)
    assert infinite["pair"] == Fraction(1, 13)
    assert infinite["bust_14_in_3"] == infinite["bust_14_equal_ranks"] == Fraction(6, 13)
    many = ps.odds("pagat", packs=1000).chances
    assert list(many) == list(infinite)
    for name, chance in infinite.items():
        assert float(many[name]) == pytest.approx(float(chance), rel=4e-3, abs=1e-12), name


@pytest.mark.parametrize("packs", [1, 2, 8, None])
def test_chances_of_totals_add_up(packs):
    found = asked(1, stock_of(packs))
    totals = [found[f"two_cards_{total}"] for total in range(4, 22)]
    assert sum(totals) == found["two_cards_at_least_4"] == 1
    for total in range(4, 22):
        parts = [found.get(f"two_cards_{kind}_{total}", 0) for kind in ("hard", "soft")]
        assert sum(parts) == found[f"two_cards_{total}"]


# ---- Every hand of a pack, and every order of few cards.


def of_hands(cards: int, wanted) -> Fraction:
    hands = list(combinations(ONE_PACK, cards))
    return Fraction(sum(map(bool, map(wanted, hands))), len(hands))


def test_two_and_three_cards_are_all_hands_of_the_pack():
    found = asked(1, stock_of(1))
    for total in (12, 13, 17, 20, 21):
        assert found[f"two_cards_{total}"] == of_hands(2, lambda hand, it=total: best(hand) == it)
        assert found[f"two_cards_at_least_{total}"] == of_hands(2, lambda hand, it=total: best(hand) >= it)
    assert found["two_cards_soft_18"] == of_hands(2, lambda hand: best(hand) == 18 and not is_hard(hand))
    assert found["pair"] == of_hands(2, lambda hand: hand[0] == hand[1])
    assert found["pontoon"] == of_hands(2, lambda hand: 0 in hand and max(hand) >= 9)
    assert found["three_sevens"] == of_hands(3, lambda hand: hand == (6, 6, 6))
    assert found["within_21_in_3"] == of_hands(3, lambda hand: sum(map(value, hand)) <= 21)


@pytest.mark.parametrize(("total", "cards"), [(12, 2), (16, 2), (20, 2), (13, 3), (21, 3)])
def test_busts_are_those_of_every_card_left(total, cards):
    dealt = bust = 0
    for hand in combinations(ONE_PACK, cards):
        if is_hard(hand) and best(hand) == total:
            left = Counter(ONE_PACK) - Counter(hand)
            dealt += left.total()
            bust += sum(count for rank, count in left.items() if total + value(rank) > 21)
    assert asked(1, stock_of(1))[f"bust_{total}_in_{cards}"] == Fraction(bust, dealt)


def test_five_cards_are_every_order_of_few():
    orders = list(permutations(FEW, 5))
    within = [hand for hand in orders if sum(map(value, hand)) <= 21]
    first = [hand for hand in within if not pontoon_level(ps.rules(), *hand[:2])]
    found = asked()
    assert found["within_21_in_5"] == Fraction(len(within), len(orders))
    assert found["trick_no_pontoon_first"] == Fraction(len(first), len(orders))
    assert 0 < len(first) < len(within) < len(orders)


#: What moves the bank, of whether each punter and whether the banker holds a pontoon.
MOVES = {
    "pontoon": lambda punters, banker: any(punters) and not banker,
    "rotation-on-natural": lambda punters, banker: any(punters) and not banker,
    "rotation-on-any-natural": lambda punters, banker: any(punters) or banker,
    "eldest-natural": lambda punters, banker: any(punters),
    "never": lambda punters, banker: False,
}


def test_three_hands_are_every_order_of_few():
    rules = ps.rules()
    orders = list(permutations(FEW, 6))
    held = Counter(tuple(pontoon_level(rules, *hand[at : at + 2]) > 0 for at in (0, 2, 4)) for hand in orders)

    def of(wanted) -> Fraction:
        return Fraction(sum(count for hands, count in held.items() if wanted(hands)), len(orders))

    for passes, moves in MOVES.items():
        found = asked(bank_passes=passes)
        assert found["bank_passes_2"] == of(lambda hands, it=moves: it(hands[:2], hands[2])), passes
        assert found["bank_passes_1"] == of(lambda hands, it=moves: it(hands[:1], hands[2])), passes
    assert found["some_pontoon_3"] == of(any)
    assert found["all_pontoons_2"] == of(lambda hands: hands[0] and hands[1])
    assert found["all_pontoons_3"] == 0  # there are two aces


# ---- As the rules have it.


@pytest.mark.parametrize("preset", ps.preset_names())
@pytest.mark.parametrize("packs", [1, 8, None])
def test_it_agrees_with_the_exact_engine(preset, packs):
    rules, deck = ps.rules(preset), deck_of(packs)
    found = dict(Questions(rules, stock_of(packs), 7).answers())
    for punters in range(1, 8):
        chances = pontoons(rules, punters, deck, some_pontoon(rules, 1, packs))
        moves = bank_changes(rules, [punter_policy("stick-17", rules)] * punters, chances, {})
        assert float(found[f"some_pontoon_{punters + 1}"]) == pytest.approx(chances.either, rel=1e-12)
        assert float(found[f"bank_passes_{punters}"]) == pytest.approx(moves, rel=1e-12)


@pytest.mark.parametrize(
    ("changes", "name", "chance"),
    [
        ({"burn": 13}, "burnable_hand", Fraction(56, 663)),
        ({"burn": 14}, "burnable_hand", Fraction(1, 13)),
        ({"burn": "none"}, "burnable_hand", None),
        ({"split": "rank"}, "split_pair", Fraction(1, 17)),
        ({"split": "aces"}, "split_pair", Fraction(1, 221)),
        ({"split": "value"}, "split_pair", Fraction(9 * 6 + 120, 1326)),
        ({"split": "none"}, "split_pair", None),
        ({"max_hands": 1}, "split_pair", None),
        ({"royal_pontoon": True}, "royal_pontoon", Fraction(1, 5525)),
        ({}, "royal_pontoon", None),
        ({"ace_ten_is_pontoon": False}, "pontoon", Fraction(24, 663)),
        ({"ace_ten_is_pontoon": False}, "two_cards_21", Fraction(32, 663)),
        ({"pontoon_ranking": "picture-beats-ten"}, "high_pontoon", Fraction(24, 663)),
        ({"pontoon_ranking": "natural-beats-flat"}, "high_pontoon", Fraction(16, 663)),
        ({}, "high_pontoon", None),
        ({"min_stick": 15}, "sticking_hand", Fraction(26, 51)),
        ({"min_stick": 16}, "sticking_hand", Fraction(94, 221)),
        ({"five_card_trick": "level-with-21"}, "trick_no_pontoon_first", Fraction(4799, 92820)),
        ({"bank_passes": "rotate-every"}, "bank_passes_2", Fraction(1, 3)),
        ({"bank_passes": "rotate-every", "rotate_every": 999}, "bank_passes_2", Fraction(1, 999)),
    ],
)
def test_the_rules_say_what_counts(changes, name, chance):
    assert asked(stock=stock_of(1), **changes).get(name) == chance


def test_rules_without_tricks_have_no_chance_of_one():
    assert "trick_no_pontoon_first" not in ps.odds("vingt-un-1800").chances


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"bank_passes": "sale"}, "agreed between deals"),
        ({"bank_passes": "rotation-on-any-natural", "banker_pontoon_shown": "after-play"}, "hangs on the play"),
    ],
)
def test_what_has_no_answer_says_why(changes, why):
    found = ps.odds(ps.rules("pagat", **changes))
    assert why in found.reasons["bank_passes"]
    assert not [name for name in found.chances if name.startswith("bank_passes")]
    assert any(note.startswith("Not given: bank_passes.") and why in note for note in found.notes)


def test_notes_tell_what_is_left_aside():
    told = " ".join(ps.odds(ps.rules("pagat", brulet="levy")).notes)
    assert "seat 1 alone" in told
    assert "misericorde" not in told
    assert "misericorde" in " ".join(ps.odds("vingt-un-1850").notes)


def test_packs_are_those_of_the_rules_or_as_said():
    assert ps.odds("pagat").packs == 1
    assert ps.odds("pagat", punters=7).packs == 2
    assert (ps.odds("casino-rtg").packs, ps.odds("casino-rtg").punters) == (8, 1)
    assert ps.odds("casino-rtg", packs=3).packs == 3


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"pack": "continue"}, "fresh or infinite"),
        ({"packs": 0}, "from 1 to 1000"),
        ({"packs": 1001}, "from 1 to 1000"),
        ({"packs": True}, "from 1 to 1000"),
        ({"packs": 1.5}, "from 1 to 1000"),
        ({"packs": 2, "pack": "infinite"}, "leave one of them out"),
        ({"punters": 11}, "from 1 to 10"),
    ],
)
def test_what_cannot_be_dealt_is_refused(given, why):
    with pytest.raises(OptionError, match=why):
        ps.odds("pagat", **given)


# ---- The command, and cells of experiments.


def test_every_question_has_words_and_one_section():
    changes = {"burn": 13, "royal_pontoon": True, "pontoon_ranking": "picture-beats-ten"}
    names = list(asked(10, stock_of(2), **changes))
    assert [section_of(name) for name in names] == sorted(map(section_of, names), key=list(SECTIONS).index)
    assert len({words_of(name) for name in names}) == len(names)
    assert words_of("bust_16_in_3") == "a bust from hard 16 of 3 cards"
    shown = measure_of("chance_some_pontoon_3")
    assert (shown.words, shown.scale, shown.unit) == ("chance of some pontoon among 3 hands", 100, "per cent")


def test_the_command_tells_fractions():
    text = run("odds", "--packs", "1", "--punters", "7").stdout
    assert text.startswith("Two cards are a pontoon with chance 32/663: 4.8265 %, once in 20.72.")
    for line in ("21            -    32           32    4.8265       32    4.8265", "96/54145", "4799/92820"):
        assert line in text
    assert "too long" not in text
    assert "too long" in run("odds", "--packs", "8").stdout
    assert "infinite" in run("odds", "--pack", "infinite").stdout


def test_the_command_answers_programs():
    told = strict(run("odds", "--rules", "pontoon-1939", "--json").stdout)
    assert (told["schema"], told["method"], told["pack"], told["packs"]) == ("pontoon.odds/1", "exact", "fresh", 1)
    rows = {row["question"]: row for row in told["rows"]}
    assert {name: Fraction(row["fraction"]) for name, row in rows.items()} == ps.odds("pontoon-1939").chances
    assert rows["all_pontoons_5"]["one_in"] is None
    comma = list(csv.DictReader(io.StringIO(run("odds", "--pack", "infinite", "--csv", "-").stdout)))
    assert {row["packs"] for row in comma} == {"0"}
    assert next(row["fraction"] for row in comma if row["question"] == "pontoon") == "8/169"
    assert strict(ps.odds().to_json()) == ps.odds().to_dict()


def test_tables_to_print_hold_every_fraction(tmp_path):
    for ending, cells in ((".md", "| 256/5395 | 4.7451 |"), (".tex", "& 256/5395 & 4.7451 &")):
        file = tmp_path / f"odds{ending}"
        run("odds", "--packs", "8", "--table", str(file))
        text = " ".join(file.read_text(encoding="utf-8").split())
        assert cells in text
        assert all(str(chance) in text for chance in ps.odds(packs=8).chances.values())
    sheet = tmp_path / "odds.parquet"
    run("odds", "--table", str(sheet))
    assert sheet.stat().st_size


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--packs", "2", "--pack", "infinite"), "leave one of them out"),
        (("--packs", "0"), "below 1"),
        (("--punters", "11"), "above 10"),
        (("--pack", "continue"), "continue"),
        (("--rules", "whist"), "no rules named"),
    ],
)
def test_the_command_refuses_in_a_sentence(args, why):
    assert why in run("odds", *args, code=2).stderr


def test_cells_of_odds(tmp_path):
    found = measured(tmp_path, plan("odds", {"pack": ["fresh", "infinite"]}, packs=2, punters=3), pack="fresh")
    alone = ps.odds("pagat", punters=3, packs=2).chances
    assert {name for name, _ in found.index} == {f"chance_{name}" for name in alone}
    row = found.loc[("chance_bank_passes_3", 0)]
    assert Fraction(int(row["sum"]), int(row["of"])) == alone["bank_passes_3"]
    assert row.value == float(alone["bank_passes_3"])
    with pytest.raises(OptionError, match="'punter' cannot vary in cells of odds"):
        plan("odds", {"punter": ["stick-16"]})
    with pytest.raises(OptionError, match="cells of odds are exact"):
        plan("odds", {"pack": ["fresh"]}, deals=50)
    with pytest.raises(OptionError, match="no pack to deal from"):
        measured(tmp_path / "no", plan("odds", {"pack": ["continue"]}))
