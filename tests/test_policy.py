"""Names of policies and of stakes, their tables, and the players that they make up."""

from __future__ import annotations

import itertools

import numba
import numpy as np
import pytest

from pontoon_sim import deal
from pontoon_sim.errors import LaterError, OptionError, PolicyError
from pontoon_sim.hands import BUST, WIDTH, graph
from pontoon_sim.law import buy_limits, can_buy, compiled_law, plain_law, split_rank
from pontoon_sim.policy import players as codes
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import banker_table, table_policy
from pontoon_sim.presets import preset_names, rules

HANDS = graph()
PAGAT = rules()
NODES = len(HANDS.low)
POLICIES = ("stick-1", "stick-16", "stick-21", "buy-1", "buy-16", "buy-21", "minbuy-14", "minbuy-19")
SYSTEMS = [
    *((name, {}) for name in preset_names()),
    ("pagat", {"burn": 14, "soft_21_may_draw": True}),
    ("pagat", {"buy_after_twist": True, "max_buys": 2, "first_buy_min": 0}),
    ("pagat", {"max_buys": 3, "later_buy": "up-to-initial"}),
    ("pagat", {"ace_ten_is_pontoon": False, "soft_21_may_draw": True, "split": "value"}),
    ("pontoon-1939", {"stake_min": 2, "split_pontoon": "drawn-21", "soft_21_may_draw": True}),
    ("vingt-un-1850", {"first_buy_max": 3}),
]


def system(case):
    name, changes = case
    return rules(name, **changes)


def node(text):
    return HANDS.node_of(["A23456789TJQK".index(card) for card in text])


def refused(error, make, *parts):
    with pytest.raises(error) as caught:
        make()
    message = str(caught.value)
    assert message.endswith(".")
    for part in parts:
        assert part in message
    return message


# ---- Every state that players of a table can get into, asked as the deal asks.


def ask_everything(system, players, base):
    """Yield every (node, phase, buys, twisted, last, answer) that seat 0 can be asked for with that stake."""
    law = plain_law(system)
    pairs = itertools.combinations_with_replacement(range(13), 2)
    todo = {(HANDS.node_of(list(pair)), 0, 0, False, 0) for pair in pairs}
    todo = {state for state in todo if law.open[state[0]] and HANDS.best[state[0]] < 21}
    seen = set(todo)
    while todo:
        state = todo.pop()
        at, phase, buys, twisted, last = state
        move, after = players.ask_move(law, 0, at, phase, base, last)
        yield *state, move
        if move == deal.STICK:
            continue
        then = (buys + 1, twisted, move) if move > 0 else (buys, True, last)
        for card in range(10):
            child = law.take[at * WIDTH + card]
            new = (child, after, *then)
            if child != BUST and law.open[child] and new not in seen:
                seen.add(new)
                todo.add(new)


@pytest.mark.parametrize("case", SYSTEMS, ids=str)
@pytest.mark.parametrize("name", POLICIES)
def test_every_answer_is_legal(case, name):
    game = system(case)
    law = plain_law(game)
    kind, threshold = name.split("-")
    players, _ = build_players(game, 1, name)
    for base in {game.stake_min, game.stake_max}:
        asked = 0
        for at, _, buys, twisted, last, move in ask_everything(game, players, base):
            asked += 1
            may = can_buy(law, at, buys, twisted)
            if HANDS.best[at] >= int(threshold) and law.may_stick[at]:
                assert move == deal.STICK
            elif kind == "stick" or not may:
                assert move == deal.TWIST
            else:
                assert move == buy_limits(law, base, last)[kind == "buy"]
        assert asked > 40


@pytest.mark.parametrize("case", SYSTEMS, ids=str)
def test_the_banker_draws_on_open_hands_only(case):
    game = system(case)
    players, described = build_players(game, 1)
    assert described.banker == (game.dealer or "stick-17")
    is_open = np.array(plain_law(game).open, bool)
    for draws in players.bank_draws.reshape(2, -1):
        assert not (draws.astype(bool) & ~is_open).any()
        assert (draws[is_open & ~HANDS.soft] == (HANDS.best < 17)[is_open & ~HANDS.soft]).all()


# ---- Punters.


def test_a_threshold_below_the_smallest_stick_sticks_as_soon_as_it_may():
    assert punter_policy("stick-3", PAGAT).digest == punter_policy("stick-15", PAGAT).digest
    assert punter_policy("stick-16", PAGAT).digest != punter_policy("stick-15", PAGAT).digest
    forced = punter_policy("buy-3", PAGAT).moves
    assert forced[0, node("T4")] == codes.BUY_MOST
    assert forced[0, node("T5")] == codes.STICK


def test_soft_21_that_may_draw_sticks():
    game = rules("pagat", soft_21_may_draw=True)
    policy = punter_policy("stick-21", game)
    assert plain_law(game).open[node("A55")]
    assert policy.moves[0, node("A55")] == codes.STICK
    assert policy.moves[0, node("A54")] == codes.TWIST


def test_phases_are_few():
    assert punter_policy("stick-16", PAGAT).phases == 1
    assert punter_policy("buy-16", PAGAT).phases == 2
    assert punter_policy("buy-16", rules("vingt-un-1800")).phases == 1
    assert punter_policy("minbuy-16", rules("pagat", max_buys=2)).phases == 3


def test_after_a_twist_nothing_is_bought_and_the_fifth_card_is_twisted():
    arnold = rules("pontoon-2011")
    policy = punter_policy("buy-16", arnold)
    assert policy.moves[0, node("2345")] == codes.BUY_MOST
    assert policy.moves[0, node("2224")] == codes.TWIST
    closed = policy.following[0, codes.TWIST]
    assert policy.moves[closed, node("237")] == codes.TWIST


def test_splits_by_rank_and_by_value():
    assert list(np.flatnonzero(punter_policy("stick-17:split=A,8", PAGAT).splits)) == [0, 7]
    assert list(np.flatnonzero(punter_policy("stick-17:split=Q,10", PAGAT).splits)) == [9, 11]
    by_value = rules("pagat", split="value")
    assert list(np.flatnonzero(punter_policy("stick-17:split=Q", by_value).splits)) == [9]
    assert punter_policy("stick-17:split=K", by_value).digest == punter_policy("stick-17:split=T,J", by_value).digest


def test_burns_but_for_a_pair_that_is_split():
    game = rules("pagat", burn=14)
    assert punter_policy("stick-16:burn=yes", game).burns[[node("77"), node("T4"), node("95")]].all()
    both = punter_policy("stick-16:burn=yes:split=7", game)
    assert both.splits[6]
    assert not both.burns[node("77")]
    assert both.burns[node("T4")]
    assert not punter_policy("stick-16:burn=no", game).burns.any()


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("stick-22", ("'stick-22'", "from 1 to 21")),
        ("stick-0", ("'stick-0'", "from 1 to 21")),
        ("buy--3", ("'buy--3'", "from 1 to 21")),
        ("stik-16", ("'stik-16'", "did you mean 'stick-16'")),
        ("stick-16/17", ("is for bankers",)),
        ("", ("stick-N",)),
        ("stick-16:splt=A", ("'splt'", "did you mean 'split'")),
        ("stick-16:split=A:split=8", ("'split' is given twice",)),
        ("stick-16:split=", ("'split' has no value",)),
        ("stick-16:split=A,1", ("'1' is not a rank",)),
        ("stick-16:burn=yes", ("burn=none",)),
        ("stick-16:burn=perhaps", ("burn=perhaps", "burn=yes or burn=no")),
    ],
)
def test_refused_punters(name, parts):
    refused(PolicyError, lambda: punter_policy(name, PAGAT), *parts)


def test_refused_splits():
    refused(PolicyError, lambda: punter_policy("stick-16:split=8", rules("pontoon-2011")), "two aces only")
    refused(PolicyError, lambda: punter_policy("stick-16:split=8", rules("vingt-un-1800")), "no pair")


def test_what_is_no_name():
    refused(PolicyError, lambda: punter_policy(16, PAGAT), "16 is no name")


def test_punters_for_later():
    refused(LaterError, lambda: punter_policy("equilibrium", PAGAT), "cannot answer", "stick-16")


@pytest.mark.parametrize("find", [punter_policy, banker_policy, stake_schedule])
def test_the_best_answer_is_no_table_of_its_own(find):
    refused(PolicyError, lambda: find("optimal", PAGAT), "best answer to the other side")
    refused(PolicyError, lambda: find("optimal:split=A", PAGAT), "takes no options")


def test_names_are_made_once_and_sealed():
    policy = punter_policy("buy-17", PAGAT)
    assert punter_policy(" buy-17 ", PAGAT) is policy
    with pytest.raises(ValueError, match="read-only"):
        policy.moves[0, 0] = 1


# ---- Policies of tables.


def test_tables_are_checked():
    known = punter_policy("buy-16", PAGAT)
    again = table_policy("mine", PAGAT, known.moves, known.following)
    assert again.digest == known.digest
    wrong = known.moves.copy()
    wrong[0, node("T2")] = codes.STICK
    refused(PolicyError, lambda: table_policy("mine", PAGAT, wrong, known.following), "'mine'", "hard 12 of two cards")
    wrong = known.moves.copy()
    wrong[1] = wrong[0]
    refused(PolicyError, lambda: table_policy("mine", PAGAT, np.full_like(wrong, 1)[:1], known.following), "fit")
    later = known.following.copy()
    later[0, 3] = 2
    refused(PolicyError, lambda: table_policy("mine", PAGAT, wrong, later), "phase")
    wrong = known.moves.copy()
    wrong[0, node("T2")] = 17
    refused(PolicyError, lambda: table_policy("mine", PAGAT, wrong, known.following), "code 17")
    bought_late = known.moves.copy()
    bought_late[:, node("T2")] = codes.TWIST
    bought_late[:, node("T22")] = codes.BUY_MOST
    refused(
        PolicyError,
        lambda: table_policy("mine", PAGAT, bought_late, known.following),
        "hard 14",
        "after a twist",
        "buys",
    )


def test_tables_with_amounts_splits_and_burns():
    known = punter_policy("buy-16", PAGAT)
    moves = np.where(known.moves == codes.BUY_MOST, 4, known.moves)
    following = known.following.copy()
    following[0, 4] = 0
    amounts = np.zeros(16, int)
    amounts[4] = 3
    message = refused(PolicyError, lambda: table_policy("mine", PAGAT, moves, following, amounts), "1.5 initial stakes")
    assert "limits are 1 to 1" in message  # the first buy, rounded down, was one unit
    free = rules("pagat", later_buy="up-to-initial", stake_min=2)
    amounts[4] = 2
    assert table_policy("mine", free, moves, following, amounts).phases == 2
    amounts[5] = 2
    refused(PolicyError, lambda: table_policy("mine", free, moves, following, amounts), "one twice")
    refused(PolicyError, lambda: table_policy("mine", rules("pontoon-2011"), *_stick(), splits=[0, 1]), "fit")
    splits = np.eye(16)[7]
    refused(PolicyError, lambda: table_policy("mine", rules("pontoon-2011"), *_stick(), splits=splits), "splits 8")
    burns = np.zeros(NODES)
    burns[node("T3")] = 1
    refused(PolicyError, lambda: table_policy("mine", PAGAT, *_stick(), burns=burns), "hard 13 of two cards")
    assert table_policy("mine", rules("pagat", burn=13), *_stick(), burns=burns).burns.sum() == 1


def _stick():
    policy = punter_policy("stick-16", PAGAT)
    return policy.moves, policy.following


def test_a_policy_is_checked_against_the_rules_it_plays_under():
    made = punter_policy("stick-15", PAGAT)
    assert punter_policy(made, PAGAT) is made
    refused(
        PolicyError, lambda: punter_policy(made, rules("pontoon-2011")), "soft 15", "smallest total to stick on, 16"
    )


# ---- Bankers.


def test_hard_and_soft_thresholds():
    draws = banker_policy("stick-17/18", rules("casino-rtg")).draws[0]
    assert draws[node("A6")]
    assert not draws[node("T7")]
    assert not draws[node("A7")]
    assert banker_policy("stick-17/17", PAGAT).digest == banker_policy("stick-17", PAGAT).digest


def test_doubling():
    game = rules("pontoon-1939")
    assert list(np.flatnonzero(banker_policy("stick-17:double=A,10", game).doubles)) == [0, 9]
    assert not banker_policy("stick-17", game).doubles.any()
    refused(PolicyError, lambda: banker_policy("stick-17:double=A", PAGAT), "doubles", "banker_doubles")
    refused(PolicyError, lambda: banker_policy("stick-17:double=X", game), "'X' is not a rank")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("stick-22", ("'stick-22'", "from 1 to 21")),
        ("stick-17/0", ("'stick-17/0'", "from 1 to 21")),
        ("stick-17/x", ("'stick-17/x'", "stick-N/M")),
        ("stck-17", ("did you mean 'stick-17'",)),
        ("stick-17:split=A", ("'split'", "double")),
        ("buy-16", ("'buy-16'",)),
    ],
)
def test_refused_bankers(name, parts):
    refused(PolicyError, lambda: banker_policy(name, PAGAT), *parts)


@pytest.mark.parametrize("name", ["equilibrium"])
def test_bankers_for_later(name):
    refused(LaterError, lambda: banker_policy(name, PAGAT), repr(name), "stick-17")


def test_banker_tables_are_checked():
    known = banker_policy("stick-17", PAGAT)
    assert banker_table("mine", PAGAT, known.draws).digest == known.digest
    assert banker_policy(known, PAGAT) is known
    refused(PolicyError, lambda: banker_table("mine", PAGAT, np.ones(NODES)), "takes no card")
    refused(PolicyError, lambda: banker_table("mine", PAGAT, [1, 0]), "fit")


# ---- Stakes.


def test_stakes():
    assert set(stake_schedule("min", PAGAT).stakes[:13]) == {1}
    assert set(stake_schedule("max", PAGAT).stakes[:13]) == {5}
    assert stake_schedule(3, PAGAT).digest == stake_schedule("3", PAGAT).digest
    assert stake_schedule("3", PAGAT).stakes[deal.NO_CARD] == 3
    by_card = stake_schedule("A=5,T=2,*=1", PAGAT)
    assert list(by_card.stakes[:13]) == [5, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1]
    assert stake_schedule(by_card, PAGAT) is by_card


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("0", ("0", "1 to 5 units")),
        ("6", ("6", "1 to 5 units")),
        ("-1", ("1 to 5 units",)),
        ("A=6,*=1", ("6", "1 to 5 units")),
        ("A=5", ("no stake on 2, 3", "*=stake")),
        ("A=5,A=4,*=1", ("A is given twice",)),
        ("A=x,*=1", ("'A=x'", "A=5")),
        ("A,*=1", ("'A'", "card=stake")),
        ("A=1.5,*=1", ("whole number",)),
        ("X=1,*=1", ("'X' is not a rank",)),
        ("mix", ("did you mean 'min'",)),
        ("1.5", ("no schedule",)),
    ],
)
def test_refused_stakes(name, parts):
    refused(PolicyError, lambda: stake_schedule(name, PAGAT), *parts)


def test_stakes_before_the_deal_cannot_vary():
    before = rules("pagat", stakes_when="before-deal")
    refused(PolicyError, lambda: stake_schedule("A=5,*=1", before), "before the deal")
    assert stake_schedule("A=2,*=2", before).stakes[deal.NO_CARD] == 2


@pytest.mark.parametrize(
    "name", ["proportional:0.1", "martingale", "paroli:2", "dalembert", "kelly:0.5", "levels:1=1/1"]
)
def test_stakes_over_a_session_are_asked_for_elsewhere(name):
    refused(PolicyError, lambda: stake_schedule(name, PAGAT), f"pontoon edge --stakes {name}", "A=5")


# ---- Players.


def test_players_by_seat():
    players, described = build_players(PAGAT, 5, ["buy-16", "stick-16:split=A", "buy-16"], None, ["max", 2])
    assert described.punter == ("buy-16", "stick-16:split=A", "buy-16", "buy-16", "buy-16")
    assert described.stakes == ("max", "2", "2", "2", "2")
    assert list(players.at) == [0, 2 * NODES, 0, 0, 0]
    assert list(players.codes_at) == [0, 32, 0, 0, 0]
    law = plain_law(PAGAT)
    assert players.ask_move(law, 0, node("T2"), 0, 5, 0)[0] == 10
    assert players.ask_move(law, 4, node("T2"), 0, 5, 0)[0] == deal.TWIST
    assert players.ask_move(law, 8, node("T2"), 0, 2, 0)[0] == 4
    assert [players.ask_split(law, 4 * seat, 0, 1, seat) for seat in range(3)] == [False, True, False]
    assert [players.ask_stake(law, seat, 0) for seat in range(3)] == [5, 2, 2]


def test_players_burn_by_seat_and_hand():
    game = rules("pagat", burn=14)
    players, _ = build_players(game, 2, ["stick-16", "stick-16:burn=yes:split=7"])
    law = plain_law(game)
    assert [players.ask_burn(law, 4, node(cards), 1) for cards in ("T4", "95", "77")] == [True, True, False]
    assert not players.ask_burn(law, 0, node("T4"), 0)


def test_all_players_have_one_compiled_type_and_memory_of_their_own():
    one, _ = build_players(PAGAT, 1)
    many, _ = build_players(rules("pontoon-1939"), 10, "buy-17:split=A", "stick-16:double=A", "max")
    again, _ = build_players(PAGAT, 1)
    assert numba.typeof(one) == numba.typeof(many)
    for name, mine, other in zip(one._fields, one, again, strict=True):
        if name not in ("nodes", "aware", "shots", "eyes", "mixed"):
            assert mine.flags.c_contiguous
            assert mine.flags.writeable
            assert not np.shares_memory(mine, other)
            wide = name in ("at", "codes_at", "amounts", "stakes")
            assert mine.dtype == (np.int64 if wide else np.int16 if name == "following" else np.int8)


@pytest.mark.parametrize("punters", [0, 11, True, 2.0, "3"])
def test_refused_numbers_of_punters(punters):
    refused(OptionError, lambda: build_players(PAGAT, punters), "punters=", "1 to 10")


def test_refused_lists():
    refused(OptionError, lambda: build_players(PAGAT, 1, ["stick-16", "stick-17"]), "2 entries for 1 punter")
    refused(OptionError, lambda: build_players(PAGAT, 1, []), "empty")
    refused(OptionError, lambda: build_players(PAGAT, 2, stakes=[1, 1, 1]), "3 entries for 2 punters")


def test_the_law_knows_every_split_that_a_policy_may_name():
    for name in preset_names():
        game = rules(name)
        for rank, text in enumerate("A23456789TJQK"):
            if split_rank(game, rank, rank) is None:
                refused(
                    PolicyError, lambda text=text, game=game: punter_policy(f"stick-16:split={text}", game), "split"
                )
            else:
                assert punter_policy(f"stick-16:split={text}", game).splits.sum() == 1
    assert compiled_law(PAGAT).take.dtype == np.int16
