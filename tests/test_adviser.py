"""The adviser: every value against the whole table, a naive search, its own next answers and exact seats."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest
from naive_best import _Search, best, low, worth

import pontoon_sim as ps
from pontoon_sim.adviser.reading import cards
from pontoon_sim.cards import RANKS
from pontoon_sim.exact import onward, response
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.best import HandSolver
from pontoon_sim.exact.burning import burnt_worth
from pontoon_sim.exact.choices import Past
from pontoon_sim.exact.deck import Deck, full_deck
from pontoon_sim.exact.onward import Known, Onward
from pontoon_sim.exact.response import best_punter
from pontoon_sim.exact.seat import Seat
from pontoon_sim.hands import graph
from pontoon_sim.law import buy_limits, can_buy, plain_law, pontoon_level
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.stakes import stake_schedule

PAGAT = ps.rules("pagat")
CODES = {"stick": 0, "twist": 1}


def hand_of(node: int) -> tuple[str, ...] | None:
    """Cards of a node, in an order in which no hand before it was finished; None where there is none."""
    drawn = [RANKS[card - 1] for card in range(1, 11) for _ in range(graph().counts[node, card])]
    law = plain_law(PAGAT)
    for order in permutations(drawn):
        ranks = [RANKS.index(card) for card in order]
        if all(law.open[graph().node_of(ranks[:size])] for size in range(2, len(ranks))):
            return order
    return None


def amounts(law, node_cards: int, stake: int, found=()) -> list[tuple[int, ...]]:
    """All ways to draw so many cards, each bought for the least or the most, or twisted (0)."""
    if len(found) == node_cards:
        return [found]
    ways = amounts(law, node_cards, stake, (*found, 0))
    if law.first_buy_max and (law.buy_after_twist or 0 not in found):
        bought = [one for one in found if one]
        limits = buy_limits(law, stake, bought[-1] if bought else 0)
        for amount in sorted(set(limits)):
            ways += amounts(law, node_cards, stake, (*found, amount))
    return ways


def states(step: int):
    """Reachable open states of standard Pontoon: hand, and what was bought."""
    law = plain_law(PAGAT)
    nodes = [node for node in range(2, len(graph().low)) if 2 <= graph().cards[node] <= 4 and graph().fits(1)[node]]
    open_ones = [node for node in nodes if law.open[node] and hand_of(node)]
    for node in open_ones[::step]:
        for ways in amounts(law, int(graph().cards[node]) - 2, 1):
            yield node, ways


def check_states(step: int) -> int:
    solver = HandSolver(Game(PAGAT, banker_policy("stick-17", PAGAT)), 1)
    play, law, count = solver.unsplit(0, 1), plain_law(PAGAT), 0
    index = {past: place for place, past in enumerate(play.choices.pasts)}
    for node, bought in states(step):
        advice = ps.advise(hand_of(node), bought)
        buys = [amount for amount in bought if amount]
        twisted = 0 in bought
        past = index[Past(int(twisted), 0, 0 if twisted or not buys else buys[-1], 1 + sum(bought))]
        goes_on = solver.against(0, (), 0).ends[node].sum()
        legal = {"twist"} | ({"stick"} if graph().best[node] >= 15 else set())
        legal |= {"buy"} if can_buy(law, node, len(buys), twisted) else set()
        pair = graph().cards[node] == 2 and len(set(hand_of(node))) == 1
        legal |= {"split"} if pair else set()
        assert {action.action for action in advice.actions} == legal
        assert advice.chances.goes_on == pytest.approx(goes_on, abs=1e-12)
        values = {(action.action, action.amount): action.ev for action in advice.actions}
        limits = buy_limits(law, 1, 0 if twisted or not buys else buys[-1])
        for name, code in (("stick", 0), ("twist", 1), ("buy", 2), ("buy", 3)):
            known = play.worth[past, node, code] / goes_on
            amount = {2: limits[0], 3: limits[1]}.get(code)
            if not np.isnan(known):
                assert values[name, amount] == pytest.approx(known, abs=1e-10), (node, bought, name)
        assert advice.best.ev == max(values.values())
        rest = [action for action in advice.actions if action.action != "split"]
        code = {"stick": 0, "twist": 1, "buy": 3 if rest[0].amount == limits[1] else 2}[rest[0].action]
        assert code == play.moves[past, node]
        count += 1
    return count


@pytest.mark.compiled
def test_advice_is_the_best_of_the_exact_table():
    assert check_states(29) > 50


@pytest.mark.slow
@pytest.mark.compiled
def test_advice_is_the_best_of_the_exact_table_in_every_reachable_state():
    assert check_states(1) > 1500


TOWER = [
    ("A7", (), "pagat"), ("T2", (), "pagat"), ("54", (), "pagat"), ("542", (2,), "pagat"), ("542", (1,), "pagat"),
    ("2345", (1, 1), "pagat"), ("2345", (0,), "pagat"), ("A23", (), "pagat"), ("88", (), "pontoon-2011"),
    ("A24", (1,), "pontoon-2011"),
    ("A45", (1,), "casino-rtg"), ("A9", (), "casino-rtg"), ("T5", (), "vingt-un-1800"), ("A222", (), "vingt-un-1850"),
    ("953", (), "pontoon-1939"), ("662", (1,), "russian-home"), ("32", (), "shoot"), ("T4A", (2,), "eight-deal"),
]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(("hand", "bought", "rules"), TOWER)
def test_a_draw_is_worth_what_the_adviser_says_next(hand, bought, rules):
    """Values times the chance that the deal goes on obey the tower rule with plain draws."""
    system = ps.rules(rules)
    now = ps.advise(hand, bought, rules=system)
    held, packs = cards(hand), system.packs_for(1)
    for action in now.actions:
        if action.action not in ("twist", "buy"):
            continue
        total = 0.0
        for rank in RANKS:
            left = 4 * packs - sum(card == rank for card in held)
            chance = left / (52 * packs - len(held))
            if chance > 0:
                paid = (*bought, *[0] * (len(held) - 2 - len(bought)), action.amount or 0)
                after = ps.advise((*held, rank), paid, rules=system)
                if not after.reason.startswith("Bust"):
                    total += chance * after.chances.goes_on * after.best.ev
        staked = now.view["staked"] + (action.amount or 0)
        total -= staked * now.chances.bust_next * now.chances.goes_on
        assert total / now.chances.goes_on == pytest.approx(action.ev, abs=1e-10)


@pytest.mark.compiled
@pytest.mark.parametrize("rank", ["A", "8", "2"])
def test_a_split_is_worth_what_the_adviser_says_of_its_hands(rank):
    system = ps.rules("pagat", max_hands=2)
    pair = ps.advise([rank, rank], rules=system)
    total = 0.0
    for second in RANKS:
        chance = (4 - 2 * (second == rank)) / 50
        half = ps.advise([rank, second], rules=system, split=rank, hands=2)
        total += 2 * chance * half.chances.goes_on * half.best.ev
    split = next(action for action in pair.actions if action.action == "split")
    assert total / pair.chances.goes_on == pytest.approx(split.ev, abs=1e-10)


@pytest.mark.compiled
@pytest.mark.parametrize("card", ["A", "5", "K"])
def test_a_first_card_is_worth_what_the_adviser_says_of_the_second(card):
    first = ps.advise(card, stake=1)
    total = 0.0
    for second in RANKS:
        two = ps.advise([card, second])
        chance = (4 - (second == card)) / 51
        total += chance * (two.chances.goes_on * two.best.ev - 2 * (1 - two.chances.goes_on))
    by_stake = {action.amount: action.ev for action in first.actions}
    assert by_stake[1] == pytest.approx(total, abs=1e-10)
    assert by_stake[4] == pytest.approx(4 * total, abs=1e-10)
    assert first.best.amount == (5 if total > 0 else 1)


@pytest.mark.compiled
def test_stakes_between_which_the_limits_differ_are_solved_by_themselves():
    found = {action.amount: action.ev for action in ps.advise("A", rules="pontoon-2011").actions}
    system = ps.rules("pontoon-2011")
    bank = banker_policy("stick-17", system)
    for stake in (2, 3):
        best_ = best_punter(system, bank, 1, stake_schedule(stake, system))
        assert found[stake] == pytest.approx(best_.account.by_card[0], abs=1e-12)
    wide = ps.advise("A", rules=ps.rules("pagat", stake_max=500), stake=7)
    assert sorted(action.amount for action in wide.actions) == [1, 7, 500]


NAIVE = [
    ("pagat", {}, "stick-17", {"A": 2, "5": 2, "6": 2, "T": 4}, "A5", (), 1),
    ("pagat", {}, "stick-17", {"A": 2, "5": 2, "6": 2, "T": 4}, "5A6", (4,), 3),
    ("pagat", {"banker_pontoon_shown": "after-play"}, "stick-16", {"A": 2, "4": 3, "T": 3, "9": 1}, "44", (), 4),
    ("pagat", {"banker_pontoon_shown": "after-play"}, "stick-16", {"A": 2, "4": 3, "T": 3, "9": 1}, "4A4", (2,), 1),
    ("pontoon-2011", {}, "stick-17", {"A": 2, "4": 2, "6": 2, "T": 3}, "46", (), 5),
    ("pontoon-2011", {}, "stick-17", {"A": 2, "4": 2, "6": 2, "T": 3}, "44A", (2,), 3),
    ("pagat", {"buy_after_twist": True, "max_buys": 1}, "stick-17", {"A": 1, "5": 3, "6": 2, "T": 3}, "56A", (0,), 2),
    ("pagat", {"buy_after_twist": True}, "stick-17", {"A": 2, "3": 3, "6": 2, "T": 3}, "3A3A", (5, 0), 3),
    ("pagat", {"later_buy": "up-to-initial", "first_buy_min": 0}, "stick-17", {"5": 4, "A": 2, "9": 3}, "55", (), 4),
    ("vingt-un-1800", {}, "stick-16", {"A": 2, "3": 2, "5": 2, "T": 3}, "A3", (), 1),
    ("casino-rtg", {"packs": 1}, "stick-17/18", {"A": 3, "4": 2, "6": 2, "T": 3}, "A46", (), 1),
    ("pontoon-1939", {}, "stick-17:double=A,T", {"A": 2, "4": 2, "6": 2, "T": 3}, "44", (), 2),
    ("pagat", {"banker_doubles": "ordinary"}, "stick-17:double=A", {"A": 2, "5": 2, "6": 2, "T": 3}, "56", (), 3),
]  # fmt: skip


def short(monkeypatch, pack: dict[str, int]) -> Deck:
    deck = Deck(np.array([float(pack.get(rank, 0)) for rank in RANKS]), False)
    monkeypatch.setattr(onward, "full_deck", lambda packs: deck)
    return deck


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize(("rules", "changes", "banker", "pack", "hand", "bought", "stake"), NAIVE, ids=str)
def test_values_are_those_of_a_naive_search(monkeypatch, rules, changes, banker, pack, hand, bought, stake, doubled):
    system = ps.rules(rules, **changes, split="none", stake_max=5)
    if doubled and ":double" not in banker:
        return
    short(monkeypatch, pack)
    bank = banker_policy(banker, system)
    search = _Search(system, bank, {RANKS.index(rank): count for rank, count in pack.items()})
    firsts = frozenset(rank for rank in range(13) if search.pack[rank] and bool(bank.doubles[rank]) == doubled)
    search._with_banker(stake, firsts, doubled)
    held = tuple(sorted(RANKS.index(rank) for rank in hand))
    bought = (*bought, *[0] * (len(hand) - 2 - len(bought)))
    buys = [amount for amount in bought if amount]
    last, staked, twisted = (buys or [0])[-1], search.stake + sum(bought), 0 in bought
    goes_on = search._goes_on(held)
    advice = ps.advise(hand, bought, stake, system, banker, doubled=doubled)
    assert advice.chances.goes_on == pytest.approx(goes_on, abs=1e-12)
    values = {(action.action, action.amount): action.ev for action in advice.actions}
    limits = advice.view["limits"]
    for amount in range(limits[0] + 1, limits[1]) if limits else ():
        more = ps.advise(hand, bought, stake, system, banker, doubled=doubled, amount=amount)
        values |= {(action.action, action.amount): action.ev for action in more.actions}
    assert values
    for (name, amount), ev in values.items():
        if name == "stick":
            known = search._ended(held, search._class(held), staked)
        elif name == "twist":
            known = search._drawn(held, True, len(buys), last, staked)
        else:
            known = search._drawn(held, twisted, len(buys) + 1, amount, staked + amount)
        assert ev == pytest.approx(known / goes_on, abs=1e-10), (name, amount)


def naive_burn(rules, banker, pack: tuple[int, ...], stake: int) -> Fraction | float:
    """Two new cards from a short pack, from the rules as they are told."""
    search = _Search(rules, banker, dict(enumerate(pack)))
    search._with_banker(stake, frozenset(rank for rank in range(13) if pack[rank]), False)
    total, size = 0.0, sum(pack)
    for one in range(13):
        for two in range(13):
            left = list(pack)
            chance = left[one] / size
            left[one] -= 1
            chance *= max(left[two], 0) / (size - 1)
            left[two] -= 1
            if chance <= 0:
                continue
            hand = tuple(sorted((one, two)))
            pontoon = search._pontoon(hand)
            value = search._ended(hand, 23, stake) if pontoon else search.play(hand, False, 0, 0, stake)
            if 0 not in hand and worth(one) + worth(two) == rules.burn:
                value = max(value, naive_burn(rules, banker, tuple(left), stake))
            total += chance * value
    return total


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("burn", "pack", "burnt"),
    [
        (13, {"A": 2, "5": 3, "8": 3, "T": 4, "9": 4}, "58"),
        (14, {"7": 4, "T": 5, "4": 2, "A": 2, "6": 2}, "77"),
    ],
)
@pytest.mark.parametrize("shown", ["at-once", "after-play"])
def test_a_burn_is_worth_what_a_naive_search_says(burn, pack, burnt, shown):
    system = ps.rules("pagat", burn=burn, split="none", banker_pontoon_shown=shown)
    bank = banker_policy("stick-17", system)
    deck = Deck(np.array([float(pack.get(rank, 0)) for rank in RANKS]), False).without(*map(RANKS.index, burnt))
    found = burnt_worth(Game(system, bank), deck, 0, 2, 1)
    known = naive_burn(system, bank, tuple(int(count) for count in deck.ranks), 2)
    assert found == pytest.approx(known, abs=1e-5)  # burns after many others are cut off


@pytest.mark.compiled
def test_what_is_cut_off_from_burns_does_not_count(monkeypatch):
    system = ps.rules("pagat", burn=13, split="none")
    game = Game(system, banker_policy("stick-17", system))
    deck = full_deck(1).without(4, 7)
    rough = burnt_worth(game, deck, 0, 1, 1)
    monkeypatch.setattr("pontoon_sim.exact.burning.CUT", 1e-7)
    assert burnt_worth(game, deck, 0, 1, 1) == pytest.approx(rough, abs=1e-6)


SEATS = [
    ("pagat", "A7"), ("pagat", "T6"), ("pagat", "56"), ("pontoon-2011", "T5"), ("vingt-un-1850", "A6"),
    ("casino-microgaming", "65"), ("pontoon-1939", "A8"),
]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "hand"), SEATS)
def test_losses_are_those_of_exact_seats(monkeypatch, rules, hand):
    """A seat that does something else on one hand of two cards gains as much less as the adviser says."""
    monkeypatch.setattr(response, "smallest", lambda *tables: tables)
    system = ps.rules(rules)
    bank = banker_policy(system.dealer or "stick-17", system)
    packs = system.packs_for(1)
    response_ = best_punter(system, bank, packs, stake_schedule("min", system))
    policy, node = response_.policy, graph().node_of([RANKS.index(card) for card in hand])
    advice = ps.advise(hand, rules=system)
    limits = advice.view["limits"]
    begin = policy.begin(1, False)
    tens = 4 if "T" in hand else 1
    deals = 2 * (4 * packs) ** 2 * tens / (52 * packs * (52 * packs - 1))
    for action in advice.actions:
        code = CODES.get(action.action, 3 if limits and action.amount == limits[1] else 2)
        moves = policy.moves.copy()
        moves[begin, node] = code
        other = replace(policy, moves=moves, digest=action.action + str(action.amount))
        gain = Seat(Game(system, bank), other, stake_schedule("min", system).stakes, packs).account().account.gain
        lost = response_.account.account.gain - gain
        assert lost == pytest.approx(deals * advice.chances.goes_on * action.loss, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "rank"), [("pagat", "8"), ("casino-rtg", "A"), ("casino-microgaming", "8")])
def test_what_a_split_gains_is_what_exact_seats_say(rules, rank):
    system = ps.rules(rules)
    bank, packs = banker_policy(system.dealer or "stick-17", system), system.packs_for(1)
    response_ = best_punter(system, bank, packs, stake_schedule("min", system))
    policy, place = response_.policy, RANKS.index(rank)
    splits = policy.aware.splits.copy()
    splits[:, place] = 0
    other = replace(policy, aware=replace(policy.aware, splits=splits), digest="never")
    gain = Seat(Game(system, bank), other, stake_schedule("min", system).stakes, packs).account().account.gain
    advice = ps.advise([rank, rank], rules=system)
    assert advice.best.action == "split"
    expected = (
        4 * packs * (4 * packs - 1) / (52 * packs * (52 * packs - 1)) * advice.chances.goes_on * advice.actions[1].loss
    )
    assert response_.account.account.gain - gain == pytest.approx(expected, abs=1e-12)


@pytest.mark.compiled
def test_a_pair_held_again_may_be_split_while_the_rules_let_it():
    assert "split" in {action.action for action in ps.advise("88", split=8, hands=3).actions}
    with pytest.raises(ps.DealError) as refused:
        ps.advise("88", split=8, hands=4)
    assert refused.value.code == "card_not_in_pack"
    two = ps.rules("pagat", packs=2)
    assert "split" not in {action.action for action in ps.advise("88", split=8, hands=4, rules=two).actions}
    stuck = ps.advise("AA", split="A", rules="casino-microgaming")
    assert [action.action for action in stuck.actions] == ["split", "stick"]


@pytest.mark.compiled
def test_cards_seen_count_as_gone():
    plain = ps.advise("8,3", split="8", hands=2)
    same = ps.advise("8,3", seen="8", rules=PAGAT)
    assert plain.actions == same.actions
    other = ps.advise("8,3", split="8", hands=2, seen="K,Q,J,T")
    assert other.best.ev < plain.best.ev


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ps.preset_names())
@pytest.mark.parametrize("hand", ["A,7", "8,8", "A,A", "T,6", "A,K", "2,3,4"])
def test_every_preset_answers(rules, hand):
    advice = ps.advise(hand, rules=rules)
    json.loads(advice.to_json())
    assert advice.best.loss == 0
    assert [action.ev for action in advice.actions] == sorted((a.ev for a in advice.actions), reverse=True)
    assert all(np.isfinite(action.ev) for action in advice.actions)
    assert advice.reason.endswith(".")
    assert sum(advice.chances.endings.values()) == pytest.approx(1, abs=1e-12)
    for outcome in filter(None, (advice.chances.sticking, advice.chances.playing)):
        assert sum(outcome) == pytest.approx(1, abs=1e-12)
        assert min(outcome) > -1e-12


def test_finished_hands_have_nothing_to_decide():
    pontoon = ps.advise("A,K").best
    assert (pontoon.action, pontoon.ev) == ("declare", pytest.approx(2))
    trick = ps.advise("A 2 3 4 5")
    assert (trick.best.action, trick.chances.playing) == ("none", None)
    assert "five-card trick" in trick.reason
    lost = ps.advise("T 6 9", (2,), rules=ps.rules("pagat"))
    assert (lost.best.action, lost.best.ev) == ("none", -3.0)
    assert "Bust on 25" in lost.reason
    late = ps.advise("A,T", rules="pontoon-1939", stake=2)
    beaten = 3 * 15 * 2 / (50 * 49)
    assert late.best.ev == pytest.approx(2 * (3 * (1 - beaten) - beaten))
    single = ps.advise("A,T", split="A", rules="pontoon-2011")
    assert "pays 1 to 1" in single.reason
    assert ps.advise("A,T", split="A", rules="vingt-un-1850").best.action == "none"


def test_reasons_tell_the_numbers():
    advice = ps.advise("T,6")
    assert advice.reason.startswith(advice.best.action.capitalize())
    assert "60 % of cases (6 or more)" in advice.reason
    share = f"sticking wins in {100 * advice.chances.sticking.win:.0f} % against stick-17"
    assert share in advice.reason
    assert advice.chances.bust_next == pytest.approx(0.6, abs=0.02)
    assert "below 15 you may not stick" in ps.advise("T,3").reason
    assert "no card busts soft 17" in ps.advise("A,6").reason
    assert "TH 6S" in repr(ps.advise("10h 6s"))
    assert "<table>" in advice._repr_html_()
    assert list(advice.to_frame().columns) == ["action", "amount", "ev", "loss"]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("A 7", "A 7"), ("10h,9", "TH 9"), ("AS 8D", "AS 8D"), ("a7", "A 7"), ("ten king", "T K"), ("A10", "A T"),
        ("ace of spades, 8♦", "AS 8D"), ("A♠️ K♥", "AS KH"), ("10s10h", "TS TH"), (["A", 7], "A 7"), ("A-7", "A 7"),
        ("q;j", "Q J"), ("Eight Eight", "8 8"), ((10, "5c"), "T 5C"), ("3 h 4 c", "3H 4C"),
    ],
)  # fmt: skip
def test_cards_are_read_as_people_write_them(said, known):
    assert " ".join(cards(said)) == known


REFUSED = [
    ({"hand": ""}, None, "A hand of 0 cards"),
    ({"hand": "A " * 60}, None, "A hand of 60 cards"),
    ({"hand": "🂡🂮"}, None, "is no card"),
    ({"hand": "1,7"}, None, "'1' is no card"),
    ({"hand": "11,7"}, None, "is no card"),
    ({"hand": None}, None, "is no card"),
    ({"hand": [True, 7]}, None, "is no card"),
    ({"hand": {"A": 7}}, None, "is no card"),
    ({"hand": "A A A A A"}, "card_not_in_pack", "5 cards of rank A, but one pack holds 4"),
    ({"hand": "AS AS"}, "card_not_in_pack", "AS is there 2 times"),
    ({"hand": "8 8 2", "split": "8", "hands": 4}, "card_not_in_pack", "begin the other hands"),
    ({"hand": "5 4", "bought": [2]}, None, "--bought is given 1 time,"),
    ({"hand": "A", "amount": 2}, None, "Before the second card there is no --amount yet"),
    ({"hand": "5 4 2", "bought": [2, 2]}, None, "1 drawn"),
    ({"hand": "5 4 2", "bought": [3]}, "buy_above_limit", "the most is 2"),
    ({"hand": "5 4 2", "bought": [1], "stake": 2}, "buy_below_limit", "the least is 2"),
    ({"hand": "5 4 2", "bought": [-1]}, None, "no whole number of units"),
    ({"hand": "5 4 2", "bought": ["two"]}, None, "no whole number of units"),
    ({"hand": "5 4 2 3", "bought": [0, 1]}, "buy_after_twist", "has twisted"),
    ({"hand": "5 4 2", "bought": [1], "rules": "vingt-un-1800"}, "buy_above_limit", "may not buy"),
    ({"hand": "2 3 A 4 2", "bought": [1, 1, 1], "rules": "pontoon-2011"}, "fifth_card_must_be_twisted", "from 12 on"),
    ({"hand": "5 4 2", "stake": 6}, "stake_out_of_range", "stakes are from 1 to 5"),
    ({"hand": "5 4 2", "stake": 0.5}, None, "no whole number of units"),
    ({"hand": "5 4 2", "stake": float("inf")}, None, "no whole number of units"),
    ({"hand": "A 2 3 4 5 2"}, "hand_is_finished", "has five cards"),
    ({"hand": "T 9 8 2"}, "hand_is_finished", "is bust"),
    ({"hand": "A K 2"}, "hand_is_finished", "is a pontoon"),
    ({"hand": "7 7 7 2"}, "hand_is_finished", "is 21 and finished"),
    ({"hand": "A 9 2", "split": "A", "rules": "casino-microgaming"}, "hand_is_finished", "one card only"),
    ({"hand": "8 3", "split": "8", "rules": "pontoon-2011"}, "only_aces_split", "only aces"),
    ({"hand": "8 3", "split": "8", "rules": "vingt-un-1800"}, "too_many_hands", "no pair"),
    ({"hand": "8 3", "split": "8", "hands": 5}, "too_many_hands", "2 to 4 hands"),
    ({"hand": "8 3", "hands": 3}, None, "what was split"),
    ({"hand": "8 3", "split": "9"}, None, "one of the first two is 9"),
    ({"hand": "8 3", "split": "8 8"}, None, "not one rank"),
    ({"hand": "8 3", "doubled": True}, "bank_cannot_double", "may not double"),
    ({"hand": "8 3", "doubled": True, "rules": "pontoon-1939"}, None, "never doubles"),
    ({"hand": "8 3", "amount": 3}, "buy_above_limit", "the most is 2"),
    ({"hand": "8 3", "amount": 0}, None, "from 1"),
    ({"hand": "A K", "amount": 1}, "hand_is_finished", "finished"),
    ({"hand": "A", "rules": "casino-rtg"}, None, "before the deal"),
    ({"hand": "A", "bought": [1]}, None, "no --bought"),
    ({"hand": "A", "doubled": True}, None, "no --doubled"),
    ({"hand": "A", "stake": 9}, "stake_out_of_range", "outside the limits"),
    ({"hand": "A 7", "banker": "stick-99"}, None, "99"),
    ({"hand": "A 7", "punters": 11}, None, "punters"),
    ({"hand": "A 7", "rules": "vingt-un-1800", "punters": 2}, None, "ties the seats together"),
    ({"hand": "A 7", "seen": "A A A A"}, "card_not_in_pack", "5 cards of rank A"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "code", "sentence"), REFUSED, ids=lambda one: str(one)[:40])
def test_what_cannot_be_is_refused_in_a_sentence(asked, code, sentence):
    with pytest.raises(ps.PontoonError) as refused:
        ps.advise(**asked)
    assert getattr(refused.value, "code", None) == code
    assert sentence in str(refused.value)
    assert str(refused.value)[-1] in ".)"


def test_a_banker_who_cannot_be_there_is_refused():
    """All on which he doubles is in the punter's hand."""
    rules = ps.rules("pontoon-1939")
    with pytest.raises(ps.PontoonError, match="cannot have doubled"):
        ps.advise("A A", rules=rules, banker="stick-17:double=A", doubled=True, seen="A A")


@pytest.mark.compiled
def test_faces_of_tens_are_looked_at_where_they_matter():
    rules = ps.rules("pagat", ace_ten_is_pontoon=False)
    ten, king = ps.advise("T,5", rules=rules), ps.advise("K,5", rules=rules)
    assert ten.chances.goes_on == pytest.approx(1 - 2 * 4 * 12 / (50 * 49))
    assert king.chances.goes_on == pytest.approx(1 - 2 * 4 * 11 / (50 * 49))
    assert pontoon_level(rules, 0, 9) == 0
    assert (best((0, 9)), low((0, 9))) == (21, 11)


@pytest.mark.compiled
@pytest.mark.slow
def test_an_optimal_banker_is_the_one_that_leaves_the_least():
    rules = ps.rules("pontoon-2011")
    advice = ps.advise("T,5", rules=rules, banker="optimal")
    assert advice.banker.startswith("stick-")
    assert "leaves the punters least" in advice.notes[0]
    assert advice.actions == ps.advise("T,5", rules=rules, banker=advice.banker).actions


def test_a_walk_of_a_hand_adds_up():
    """The gain that the course of a hand implies is the value of its best action."""
    rules = ps.rules("casino-rtg", packs=1)  # where nothing takes or pays a total more than its stake
    game = Game(rules, banker_policy("stick-17", rules))
    hand = Onward(game, 1, Known((8, 9), (), 0, 1, Past(0, 0, 0, 1)))  # 9, T
    outcome = hand.course.outcome
    assert outcome.win - outcome.lose == pytest.approx(hand.action(0))
    assert hand.course.classes[19] == pytest.approx(1)


@pytest.mark.compiled
@pytest.mark.slow
def test_a_burn_is_worth_what_the_adviser_says_of_new_cards():
    """With splits: two new cards, the burnt ones being seen, asked about one by one."""
    system = ps.rules("pagat", burn=13)
    burn = ps.advise("5,8", rules=system)
    total = 0.0
    for one, two in combinations_with_replacement(RANKS, 2):
        left = {rank: 4 - (rank in "58") for rank in RANKS}
        chance = left[one] / 50 * (left[two] - (one == two)) / 49 * (1 if one == two else 2)
        after = ps.advise([one, two], rules=system, seen="5,8")
        total += chance * after.chances.goes_on * after.best.ev
    assert burn.best.action == "burn"
    assert burn.best.ev == pytest.approx(total / burn.chances.goes_on, abs=5e-6)
