"""Policies and stakes from CSV files: what they may say, every refusal, and the way there and back."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from pontoon_sim.errors import OutputError, PolicyError
from pontoon_sim.hands import graph
from pontoon_sim.law import plain_law
from pontoon_sim.policy import players as codes
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import table_policy
from pontoon_sim.policy.write import policy_rows, write_csv
from pontoon_sim.presets import preset_names, rules

HANDS = graph()
PAGAT = rules()
RTG = Path(__file__).parent / "policies" / "casino-rtg.csv"
HEAD = "cards,total,soft,pair,bought,twisted,last_add,action,amount\n"


def node(text):
    return HANDS.node_of(["A23456789TJQK".index(card) for card in text])


def plain(stick_at=16, action="twist", amount="", cards="*"):
    """A whole policy as short as it gets: any number of cards, any way it came about."""
    hard = [(total, 0) for total in range(4, 21)]
    soft = [(total, 1) for total in range(12, 21)]
    lines = [
        f"{cards},{total},{is_soft},,,,," + ("stick," if total >= stick_at else f"{action},{amount}")
        for total, is_soft in hard + soft
    ]
    return HEAD + "\n".join(lines) + "\n"


@pytest.fixture
def load(tmp_path):
    """Load text as a punter's policy."""

    def made(text, game=PAGAT, add=""):
        file = tmp_path / "mine.csv"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        with file.open("a", encoding="utf-8") as more:
            more.write(add)
        return punter_policy(file, game)

    return made


@pytest.fixture
def refused(load):
    def check(text, *parts, game=PAGAT, add=""):
        with pytest.raises(PolicyError) as caught:
            load(text, game, add)
        message = str(caught.value)
        assert "mine.csv" in message
        assert message.endswith(".")
        for part in parts:
            assert part in message
        return message

    return check


# ---- There and back.

SYSTEMS = [
    *((name, {}) for name in preset_names()),
    ("pagat", {"burn": 14}),
    ("pagat", {"burn": 13, "soft_21_may_draw": True}),
    ("pagat", {"stake_min": 2, "stake_max": 7, "buy_after_twist": True}),
    ("pagat", {"max_buys": 3, "later_buy": "up-to-initial"}),
    ("casino-rtg", {"split": "value", "max_hands": 4, "split_pontoon": "drawn-21"}),
    ("pontoon-2011", {"stake_min": 3}),
]
POLICIES = ("stick-16", "buy-16", "minbuy-18", "buy-1:split=A", "stick-19:split=8,A,T", "minbuy-14:split=7:burn=yes")


@pytest.mark.parametrize("case", SYSTEMS, ids=str)
def test_round_trip(case, tmp_path):
    game = rules(case[0], **case[1])
    done = 0
    for name in POLICIES:
        try:
            policy = punter_policy(name, game)
        except PolicyError:
            continue
        one, two = tmp_path / "one.csv", tmp_path / "two.csv"
        write_csv(policy, game, one)
        first = punter_policy(str(one), game)
        write_csv(first, game, two)
        second = punter_policy(two, game)
        assert first.digest == policy.digest
        for table in ("moves", "following", "amounts", "splits", "burns"):
            assert (getattr(first, table) == getattr(second, table)).all()
        assert one.read_bytes() == two.read_bytes()
        done += 1
    assert done >= 3


def test_written_files_have_the_columns_of_a_chart(tmp_path):
    write_csv(punter_policy("stick-16", PAGAT), PAGAT, tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(encoding="utf-8") as file:
        reader = csv.DictReader(file)
        row = next(reader)
    assert reader.fieldnames == ["rules_id", *HEAD.strip().split(",")]
    assert row["rules_id"] == PAGAT.rules_id
    with pytest.raises(OutputError, match="cannot be written"):
        write_csv(punter_policy("stick-16", PAGAT), PAGAT, tmp_path / "none" / "x.csv")


def test_cards_that_are_played_unlike_others_get_rows_of_their_own(tmp_path):
    policy = punter_policy("stick-16", PAGAT)
    moves = policy.moves.copy()
    moves[0, node("T6")] = codes.TWIST
    moves[0, node("T33")] = codes.TWIST
    mine = table_policy("mine", PAGAT, moves, policy.following)
    write_csv(mine, PAGAT, tmp_path / "x.csv")
    assert {row["hand"] for row in policy_rows(mine, PAGAT) if "hand" in row} == {"7-9", "3-3-T"}
    assert punter_policy(tmp_path / "x.csv", PAGAT).digest == mine.digest


def test_a_policy_that_remembers_too_much_cannot_be_written():
    game = rules("pagat", buy_after_twist=True)
    draws = punter_policy("stick-16", game).moves[0]
    moves, following = np.vstack([draws] * 5), np.zeros((5, 16), int)
    moves[0, node("23")] = codes.BUY_LEAST
    moves[[1, 3]] *= codes.BUY_LEAST  # phase 1 has twisted; 3 has bought, then twisted; 4 has twisted, then bought
    following[0, [codes.TWIST, codes.BUY_LEAST]] = 1, 2
    following[1:, codes.TWIST] = following[1:, codes.BUY_LEAST] = 3
    following[1, codes.BUY_LEAST] = 4
    policy = table_policy("deep", game, moves, following)
    with pytest.raises(PolicyError, match=r"'deep' plays hard .* of four cards.* in two ways"):
        policy_rows(policy, game)


# ---- What rows may say.


def test_wildcards_and_aliases(load):
    stick = punter_policy("stick-16", PAGAT).digest
    assert load(plain()).digest == stick
    assert load("\ufeff" + plain().replace("twist,", "draw,")).digest == stick
    assert load(plain().replace(",1,,", ",soft,,").replace(",0,,", ",hard,*,")).digest == stick
    assert (
        load(plain().replace("stick", "stand").replace("twist,", "HIT,").replace("twisted", "Twisted")).digest == stick
    )
    assert load("\n" + plain() + "\n\n").digest == stick


def test_columns_may_be_left_out_and_cells_open(load):
    rows = [f"{total},{'stick' if total >= 16 else 'twist'}\n" for total in range(4, 21)]
    assert load("total,action\n" + "".join(rows)).digest == punter_policy("stick-16", PAGAT).digest
    turned = [",,".join(reversed(row.strip().split(","))) + "\n" for row in rows]
    assert load("action,soft,total\n" + "".join(turned)).digest == punter_policy("stick-16", PAGAT).digest


def test_a_row_that_leaves_soft_or_cards_open_says_less(load):
    policy = load(plain(), add=",17,,,,,,twist,\n")
    assert policy.digest == punter_policy("stick-16", PAGAT).digest
    rows = "".join(f"*,{total},*,{'stick' if total >= 16 else 'twist'},,\n" for total in range(4, 21))
    policy = load("cards,total,soft,action,amount,pair\n" + rows, add=",17,1,twist,,\n,16,,split,,8\n,12,,split,,A\n")
    assert list(np.flatnonzero(policy.splits)) == [0, 7]
    assert policy.moves[0, node("A6")] == codes.TWIST
    assert policy.moves[0, node("T7")] == codes.STICK


def test_buying_wherever_that_is_legal(load):
    text = plain(16, "buy", "max") + "".join(
        line.replace(",buy,max", ",twist,").replace(",,,,,", ",,,1,,") + "\n"
        for line in plain(16, "buy", "max").splitlines()[1:]
        if ",buy," in line
    )
    assert load(text).digest == punter_policy("buy-16", PAGAT).digest


def test_the_more_specific_row_wins(load):
    policy = load(plain(), add="2,16,0,8,,,,split,\n*,16,0,,,1,,twist,\n,,,,,,,,\n")
    assert policy.splits[7]
    assert policy.moves[0, node("T6")] == codes.STICK
    assert policy.moves[policy.following[0, codes.TWIST], node("T33")] == codes.TWIST


def test_certain_cards(load):
    text = plain().replace("amount\n", "amount,hand\n").replace(",\n", ",,\n")
    policy = load(text, add=",,,,,,,twist,,6-T\n3,16,0,,,,,twist,,3-K-3\n2,16,0,-,,,,stick,,8-8\n")
    assert policy.moves[0, node("T6")] == codes.TWIST
    assert policy.moves[0, node("97")] == codes.STICK
    phase = policy.following[0, codes.TWIST]
    assert policy.moves[phase, node("T33")] == codes.TWIST
    assert policy.moves[phase, node("T24")] == codes.STICK


def test_amounts_in_initial_stakes(load):
    game = rules("pagat", stake_min=2, stake_max=6)
    policy = load(plain(), game, "2,10,0,,0,,,buy,1.5\n2,11,0,,0,,,buy,2\n3,15,0,,1.5,0,1.5,buy,min\n")
    assert sorted(policy.amounts[policy.amounts > 0]) == [3, 4]
    players, _ = build_players(game, 1, policy)
    law = plain_law(game)
    move, phase = players.ask_move(law, 0, node("64"), 0, 2, 0)
    assert move == 3
    assert players.ask_move(law, 0, node("645"), phase, 2, 3)[0] == 2
    assert players.ask_move(law, 0, node("65"), 0, 6, 0)[0] == 12


def test_burning(load):
    game = rules("pagat", burn=14)
    policy = load(plain(), game, "2,14,0,,,,,burn,\n")
    assert policy.burns[[node("77"), node("T4"), node("95")]].all()
    text = (
        plain().replace("amount\n", "amount,hand\n").replace(",\n", ",,\n") + "2,14,0,,,,,burn,,\n2,14,0,7,,,,split,,\n"
    )
    policy = load(text, game, "2,14,0,-,,,,twist,,7-7\n")
    assert policy.splits[6]
    assert not policy.burns[node("77")]
    assert policy.burns[node("T4")]


def test_rows_of_a_chart_count_where_they_are_best(load):
    lines = plain().splitlines()
    text = "\n".join([lines[0] + ",ev,best"] + [f"{line},0.1,1\n{line},-0.2,0" for line in lines[1:]])
    assert load(text).digest == punter_policy("stick-16", PAGAT).digest


# ---- The published casino strategy.


def test_the_published_casino_strategy():
    game = rules("casino-rtg")
    policy = punter_policy(RTG, game)
    doubled = policy.following[0, codes.BUY_MOST]
    assert list(np.flatnonzero(policy.splits)) == [0, 7]
    assert policy.moves[0, node("64")] == codes.BUY_MOST
    assert policy.moves[0, node("T4")] == codes.TWIST
    assert policy.moves[doubled, node("64A")] == codes.STICK  # soft 21 of three cards
    assert policy.moves[doubled, node("2A6A")] == codes.TWIST  # soft 20 of four: the trick is certain
    assert policy.moves[policy.following[0, codes.TWIST], node("3364")] == codes.BUY_MOST
    assert policy.moves[0, node("AA")] == codes.TWIST


# ---- Refusals.


@pytest.mark.parametrize(
    ("row", "parts"),
    [
        ("2,12,0,,,,,jump,", ("line 28", "'jump' is no action", "write stick")),
        ("2,12,0,,,,,twst,", ("did you mean 'twist'",)),
        ("2,12,0,,,,,twist", ("line 28", "8 cells", "header 9")),
        ("x,12,0,,,,,twist,", ("cards='x'",)),
        ("2,12.5,0,,,,,twist,", ("total='12.5'",)),
        ("2,22,0,,,,,stick,", ("total='22'", "2 to 21")),
        ("2,*,0,,,,,stick,", ("may not be left open",)),
        ("2,,0,,,,,stick,", ("may not be left open", "column hand")),
        (",12,0,,,,,stick,", ("line 28", "both speak for hard 12")),
        ("2,12,maybe,,,,,twist,", ("soft='maybe'",)),
        ("2,12,0,Z,,,,twist,", ("'Z' is not a rank", "Leave pair empty")),
        ("2,12,0,7,,,,split,", ("pair of 7", "another total")),
        ("2,12,0,,-1,,,twist,", ("bought='-1'",)),
        ("2,12,0,,nan,,,twist,", ("bought='nan'",)),
        ("2,12,0,,,2,,twist,", ("twisted='2'",)),
        ("2,12,0,,,,x,twist,", ("last_add='x'",)),
        ("2,12,0,,,,,buy,", ("amount ''", "steps of 0.5")),
        ("2,12,0,,,,,buy,0.3", ("amount '0.3'",)),
        ("2,12,0,,,,,buy,-1", ("amount '-1'",)),
        ("2,12,0,,,,,twist,2", ("amount='2' goes with no twist",)),
        # legal words, illegal in a state that is met
        ("2,12,0,,,,,stick,", ("line 28", "sticks on hard 12 of two cards", "smallest total to stick on, 15")),
        ("2,12,0,,,,,buy,3", ("buys for 3 initial stakes on hard 12", "1 to 2")),
        ("2,12,0,,,,,buy,0.5", ("buys for 0.5 initial stakes",)),
        ("3,12,0,,,1,,buy,max", ("buys on hard 12 of three cards after a twist",)),
        ("2,12,0,,,,,split,", ("splits hard 12 of two cards, which may not be split",)),
        ("3,12,0,,,,,burn,", ("burns hard 12 of three cards",)),
        ("2,13,0,,,,,burn,", ("burns hard 13 of two cards",)),
        ("*,12,0,,,,,twist,", ("line 28", "both speak for hard 12", "keep one")),
        ("2,20,0,K,,,,twist,", ("unlike each other", "let the rows agree")),
    ],
)
def test_refused_rows(refused, row, parts):
    refused(plain(), *parts, add=row + "\n")


def test_missing_states(refused):
    text = "".join(line for line in plain().splitlines(keepends=True) if not line.startswith("*,20,1"))
    message = refused(text, "no row for 3 states", "soft 20 of two cards")
    assert "soft 20 of three cards, twisted" in message
    fewer = HEAD + "2,12,0,,,,,twist,\n"
    assert "more: add rows" in refused(fewer, "soft 12 of two cards (a pair of A that may be split); ")


def test_a_pair_that_cannot_be_split_any_more_needs_a_row(refused, load):
    text = "".join(line for line in plain().splitlines(keepends=True) if not line.startswith("*,4,0"))
    refused(text, "no row for 1 state that", "hard 4 of two cards: add", add="2,4,0,2,,,,split,\n")
    one_pack = rules("pagat", packs=1)
    assert load(text, one_pack, "2,4,0,2,,,,split,\n").splits[1]


def test_a_split_pair_cannot_be_burnt_later(refused):
    game = rules("pagat", burn=14)
    refused(plain(), "burns 7-7", "hand=7-7", game=game, add="2,14,0,7,,,,split,\n2,14,0,,,,,burn,\n")


@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("6-Z", ("'6-Z'", "not a rank")),
        ("T-T-T", ("bust",)),
        ("6-T-2", ("hard 18 of three cards", "say otherwise")),
    ],
)
def test_refused_hands(refused, hand, parts):
    text = plain().replace("amount\n", "amount,hand\n").replace(",\n", ",,\n")
    refused(text, *parts, add=f"2,16,0,,,,,stick,,{hand}\n")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ("is empty", "cards,total")),
        ("\n\n", ("is empty",)),
        (HEAD, ("no rows",)),
        (HEAD.replace(",action", "") + "2,12,0,,,,,\n", ("the column action is missing",)),
        ("cards,soft,action\n2,0,twist\n", ("line 2", "total may not be left open")),
        (HEAD.replace("amount", "amount,colour") + "2,12,0,,,,,twist,,\n", ("no column 'colour'",)),
        (HEAD.replace("twisted", "twistd") + "2,12,0,,,,,twist,\n", ("line 1", "did you mean 'twisted'")),
        (HEAD.replace("amount", "amount,pair") + "2,12,0,,,,,twist,,\n", ("twice",)),
        (HEAD + '2,12,0,"x"y,,,,twist,\n', ("line 2", "not CSV")),
        (HEAD.encode() + b"2,12,0,\xff,,,,twist,\n", ("UTF-8",)),
        (HEAD.replace("amount", "amount,best") + "2,12,0,,,,,twist,,perhaps\n", ("best='perhaps'",)),
    ],
)
def test_refused_files(refused, text, parts):
    refused(text, *parts)


def test_files_that_cannot_be_read(tmp_path):
    for name in ("none.csv", str(tmp_path / "none"), tmp_path):
        with pytest.raises(PolicyError, match="cannot be read"):
            punter_policy(name, PAGAT)


def test_too_many_amounts_and_memories(load):
    game = rules("pagat", first_buy_max=10)
    rows = "".join(f"2,{total},0,,0,,,buy,{total / 2 - 1}\n" for total in range(4, 16))
    assert (load(plain(), game, rows).amounts > 0).sum() == 12
    with pytest.raises(PolicyError, match="13 different amounts"):
        load(plain(), game, rows + "2,16,1,,0,,,buy,10\n")


def test_too_many_ways(load):
    game = rules("vingt-un-1800", first_buy_max=10, later_buy="up-to-initial", stake_min=9, stake_max=9)

    def amount(cards, total):
        return total % 10 + 1 if cards == 2 else 0.5 + total % 2 / 2

    varied = "".join(
        f"{cards},{total},{soft},,,,,buy,{amount(cards, total)}\n"
        for cards in range(2, 12)
        for total in range(4, 16)
        for soft in (0, 1)
        if total > 11 or not soft
    )
    with pytest.raises(PolicyError, match="more than 120 ways"):
        load(plain(), game, varied)


# ---- Bankers and stakes.


def banker_text(stick_at):
    text = plain(stick_at).replace(HEAD, "cards,total,soft,action\n").replace(",,,,,", ",")
    return text.replace("stick,", "stick").replace("twist,", "twist")


def test_a_banker(tmp_path):
    file = tmp_path / "bank.csv"
    file.write_text(banker_text(17))
    assert banker_policy(file, PAGAT).digest == banker_policy("stick-17", PAGAT).digest
    assert banker_policy(str(file), PAGAT).name == str(file)
    file.write_text(banker_text(17) + "3,18,0,draw\n")
    policy = banker_policy(file, PAGAT)
    assert policy.draws[0, node("T26")]
    assert not policy.draws[0, node("T8")]
    rows = "".join(f"{total},{'stick' if total >= 17 else 'twist'}\n" for total in range(4, 21))
    file.write_text("total,action\n" + rows)
    assert banker_policy(file, PAGAT).digest == banker_policy("stick-17", PAGAT).digest


@pytest.mark.parametrize(
    ("add", "part"),
    [("2,17,0,buy\n", "amount"), ("2,17,0,split\n", "a banker does not split"), ("*,17,0,stick\n", "both speak for")],
)
def test_refused_bankers(tmp_path, add, part):
    file = tmp_path / "bank.csv"
    file.write_text(banker_text(17) + add)
    with pytest.raises(PolicyError, match=part):
        banker_policy(file, PAGAT)


def test_a_banker_without_all_rows(tmp_path):
    file = tmp_path / "bank.csv"
    file.write_text("cards,total,soft,action\n2,20,0,stick\n")
    with pytest.raises(PolicyError, match="no row for 25 states that the policy meets"):
        banker_policy(file, PAGAT)


def test_stakes(tmp_path):
    file = tmp_path / "stakes.csv"
    file.write_text("card,stake\nA,5\n10,2\n*,1\n")
    assert stake_schedule(file, PAGAT).digest == stake_schedule("A=5,T=2,*=1", PAGAT).digest
    for text, part in (
        ("A,5\n", r"names no stake.*a row \*,stake for the rest"),
        ("A,1.5\n*,1\n", "line 2.*not a whole number"),
        ("A,5\nA,4\n*,1\n", "line 3.*twice"),
        ("A,9\n*,1\n", "1 to 5 units"),
        ("Z,1\n*,1\n", "line 2.*not a rank"),
    ):
        file.write_text("card,stake\n" + text)
        with pytest.raises(PolicyError, match=part):
            stake_schedule(str(file), PAGAT)
