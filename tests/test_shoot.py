"""Shoot Pontoon: each paragraph of its rules by a deal, the kitty over deals, and what a unit shot gains."""

from __future__ import annotations

import numpy as np
import pytest
from command_line import FEW, JIT_OFF, run, strict
from shorthand import deal, opened

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.deal import BEFORE_FOURTH, BEFORE_SECOND, NEW_HAND, play_deal
from pontoon_sim.errors import PontoonError
from pontoon_sim.evening.between import Nothing
from pontoon_sim.evening.chairs import lay_chairs
from pontoon_sim.evening.play import begin_sitting, next_deal
from pontoon_sim.evening.shots import ON_SHOTS, ORDINARY, SHOT, NotesShots
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.evening.state import BANKER, KITTY_BEFORE, new_evening
from pontoon_sim.exact.shots import followed, shot_gains
from pontoon_sim.exact.splits import terms
from pontoon_sim.hands import graph
from pontoon_sim.law import plain_law
from pontoon_sim.pack import fresh_pack
from pontoon_sim.policy.build import build_players, seated
from pontoon_sim.policy.players import Players
from pontoon_sim.policy.shots import shot_policy
from pontoon_sim.ring import ring_pack
from pontoon_sim.script import settle
from pontoon_sim.show.plot_shoot import gains
from pontoon_sim.simulate import Interrupted, Setting, simulate
from pontoon_sim.tabletop import KITTY, OUTSTANDING, new_table

SHOOT = ps.rules("shoot")
ACE_ONLY = "A=all"


class Stacked:
    """A pack in a known order."""

    def __init__(self, cards):
        self.cards = [RANKS.index(card) for card in cards.split()]

    def draw(self, hand):
        return self.cards.pop(0)

    def throw(self, hand): ...
    def part(self, hand, last): ...


class Watched(Players):
    """Players who check every shot that is asked for, and note it."""

    asked: list = []  # noqa: RUF012 - one test at a time

    def ask_shot(self, law, hand, room, when, seen):
        assert room >= 0
        amount = super().ask_shot(law, hand, room, when, seen)
        assert 0 <= amount <= room
        self.asked.append((hand, when, seen, room, amount))
        return amount


def party(shoot, punters, punter="stick-16", rules=SHOOT):
    shots = [shot_policy(one, rules) for one in ([shoot] * punters if isinstance(shoot, str) else shoot)]
    return seated(rules, punters, punter, None, "min")._replace(shots=shots)


def played(cards, shoot, punters=1, kitty=20, punter="stick-16", rules=SHOOT):
    """The table after a deal from a pack in that order, and what was asked about shots."""
    players = Watched(*party(shoot, punters, punter, rules).packed())
    Watched.asked = []
    table = new_table(punters)
    table.result[KITTY] = kitty
    play_deal(plain_law(rules), Stacked(cards), players, table)
    assert table.net[: punters + 1].sum() == 0
    assert table.result[OUTSTANDING] == 0
    return table, Watched.asked


def node(*cards):
    return graph().node_of([RANKS.index(card) for card in cards])


# ---- A8, paragraph by paragraph. The banker sticks on 17; his first two cards are the last ones of each round.


def test_shots_of_all_together_do_not_exceed_the_kitty():
    for kitty, shots in ((20, [10, 5]), (5, [2, 1])):
        table, _ = played("K K T T 8 7", "*=1/2", 2, kitty)
        assert table.shot[[0, 4]].tolist() == shots


def test_a_shot_is_asked_for_in_seat_order_after_the_stakes():
    _, asked = played("K A T T 8 7", "*=all", 2)
    assert [(hand, when, seen) for hand, when, seen, *_ in asked] == [(0, BEFORE_SECOND, 12), (4, BEFORE_SECOND, 0)]
    assert [room for *_, room, _ in asked] == [20, 0]


def test_the_bankers_pontoon_takes_all_shots_and_twice_the_stake():
    table, _ = played("A A K T", "*=7")  # a pontoon of the punter's loses too
    assert table.result[KITTY] == 27
    assert table.net[0] == -2 - 7
    table, _ = played("A T T 8", "*=7")
    assert (table.result[KITTY], table.net[0]) == (13, 2 + 7)


def test_there_is_no_shot_before_the_third_and_the_fifth_card():
    _, asked = played("2 T 2 8 3 4 5", "*=1;4:*=1")  # five cards: 2 2 3 4 5
    assert [(when, seen) for _, when, seen, *_ in asked] == [
        (BEFORE_SECOND, 1),
        (BEFORE_FOURTH, node("2", "2", "3")),
    ]


def test_a_player_may_shoot_again_before_his_fourth_card():
    for spec, net in (("*=3", 2 + 3), ("*=3;4:*=4", 2 + 7), ("4:*=4", 2 + 4)):
        table, _ = played("2 T 2 8 3 4 5", spec)
        assert table.net[0] == net  # a five-card trick: the stake twice, the shot once
        assert table.result[KITTY] == 20 - (net - 2)


def test_a_bought_fourth_card_may_be_shot_before_too():
    bought = played("2 T 2 8 3 5 6", "4:*=4", punter="buy-12")[1]
    assert [amount for *_, amount in bought if amount] == [4]


def test_no_fourth_card_no_shot():
    _, asked = played("8 T 2 7 9", "4:*=4")  # 19 on three cards stands
    assert asked == [(0, BEFORE_SECOND, 7, 20, 0)]


def test_a_split_keeps_the_shot_on_the_hand_of_the_first_card():
    cards = "8 T 8 8 T 3 2 9 T"
    table, asked = played(cards, "*=5;split:8=6", punter="stick-16:split=8")
    assert table.shot[:2].tolist() == [5, 6]
    assert asked[1][:3] == (1, NEW_HAND, 7)
    table, asked = played(cards, "*=5", punter="stick-16:split=8")
    assert table.shot[:2].tolist() == [5, 5]  # without a part of its own a new hand is shot on as before a second card
    table, asked = played(cards, "*=15;split:8=all", punter="stick-16:split=8")
    assert table.shot[:2].tolist() == [15, 5]  # within the room left


def test_a_bust_feeds_the_kitty_at_once():
    # Seat 1 shoots all and is bust before seat 2 is asked before its fourth card; with a smaller bust shot less room.
    cards = "T 2 T 5 2 8 T 3 4 5"
    first, asked = played(cards, ["*=all", "4:*=all"], 2)
    assert asked[-1][1:] == (BEFORE_FOURTH, node("2", "2", "3"), 40, 40)
    assert first.klass[0] == 0
    assert played(cards, ["*=5", "4:*=all"], 2)[1][-1][3:] == (25, 25)
    assert played("T 2 T 7 2 8 3 4 5", ["*=all", "4:*=all"], 2)[1][-1][3:] == (0, 0)  # seat 1 stands on 17


@pytest.mark.parametrize(
    ("hands", "won"),
    [("K 9", False), ("K 8", False), ("A K", True), ("K K", True)],
)
def test_a_better_hand_is_paid_even_money_and_an_equal_one_loses(hands, won):
    first, second = hands.split()
    table, _ = played(f"{first} T {second} 9", "*=6")
    pays = {"A K": 2, "K K": 1}.get(hands, -1)
    assert table.net[0] == pays + (6 if won else -6)
    assert table.result[KITTY] == (14 if won else 26)


def test_a_written_deal_and_a_played_one_agree_on_shots():
    script = deal(opened("8H 3C", "TD 7C", stake=1, before="P1!4") + " P1+twist:2C P1!5 P1+twist:6D P1+stick", "shoot")
    written = settle(script)
    table, _ = played("8 T 3 7 2 6", "*=4;4:*=5")
    assert written.net["P1"] == table.net[0] == 1 + 9
    assert written.kitty == table.result[KITTY] == 11


# ---- Policies.


def test_amounts_are_units_or_shares_of_the_room_rounded_down():
    policy = shot_policy("A=1/3,T=7,*=all;most=9", SHOOT)
    assert [policy.shot(rank, 20) for rank in (0, 9, 1)] == [6, 7, 9]
    assert [policy.shot(rank, 2) for rank in (0, 9, 1)] == [0, 2, 2]


def test_the_very_cards_say_more_than_a_total_and_a_total_more_than_the_rest():
    policy = shot_policy("4:A-2-3=1,soft15-17=2,*=3", SHOOT)
    shots = [policy.shot(32 + node(*hand), 20) for hand in ("A23", "A24", "T23", "TA5")]
    assert shots == [1, 2, 3, 3]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("optimall", "did you mean 'optimal'"),
        ("X=1", "is not a rank"),
        ("A=2/1", "is not understood"),
        ("A=1001", "is not understood"),
        ("A=1,A=2", "name it once"),
        ("4:13-16=1,14=2", "name it once"),
        ("4:21=1", "mend the total"),
        ("4:T-T-T=1", "leave it out"),
        ("4:Z-T-2=1", "is not a rank"),
        ("4:low=1", "is no hand before its fourth card"),
        ("3:A=1", "write 2:, split: or 4:"),
        ("4:A-2-3;A=1", "names no amount"),
        ("A=1;most=x", "most=x is not understood"),
        ("none/such.csv", "cannot be read"),
    ],
)
def test_a_policy_that_cannot_be_understood_is_refused_in_a_sentence(spec, words):
    with pytest.raises(ps.PontoonError, match=words):
        shot_policy(spec, SHOOT)


def test_a_file_says_the_same_as_a_text(tmp_path):
    path = tmp_path / "shots.csv"
    path.write_text("when,hand,shot\n2,A,1/2\n4,soft15-17,3\n4,2-2-3,all\n")
    assert shot_policy(path, SHOOT).digest == shot_policy("A=1/2;4:soft15-17=3,2-2-3=all", SHOOT).digest
    path.write_text("when,hand,shot\nnow,A,1/2\n")
    with pytest.raises(ps.PontoonError, match="line 2: 'now' is no time to shoot"):
        shot_policy(path, SHOOT)


def test_the_table_is_a_policy_file(tmp_path):
    path = tmp_path / "table.csv"
    run("shoot", "--exact", "--csv", str(path))
    policy = shot_policy(path, SHOOT)
    best = ps.shoot(table=True, punters=1)
    assert policy.shot(0, 20) == 20
    assert best.alone == ps.shoot(table=True, punters=1, shoot=path).alone


def test_nobody_shoots_under_other_rules():
    with pytest.raises(ps.PontoonError, match="Nobody shoots under 'pagat'"):
        ps.shoot("pagat")
    assert "--rules shoot" in run("shoot", "--rules", "pagat", code=2).stderr


# ---- The kitty over deals.


def evening(shoot, deals, punters=3, seed=1, top_up=0, kitty=20, rules=SHOOT, moving=True):
    """Deals of an evening as plain Python: the table and the evening after each, and what the kitty was before."""
    who = party(shoot, punters + 1, rules=rules)
    players, chairs = lay_chairs(who)
    players, table, law = Watched(*players), new_table(punters), plain_law(rules)
    Watched.asked = []
    ring = ring_pack(1, fresh_pack(1, np.random.SeedSequence(seed)).words, rules.gather, False)
    course = new_evening(chairs, moving, 0, kitty, top_up, rules.empty_kitty == "auction")
    with np.errstate(over="ignore"):
        begin_sitting(law, ring, players, table, Nothing(), course)
        for _ in range(deals):
            banker = int(course.state[BANKER])
            assert next_deal(law, ring, players, table, Nothing(), course)
            yield table, int(course.state[KITTY_BEFORE]), banker, int(course.state[BANKER])


def shot_gain(table, law):
    """What the punters gained on shots, worked out from classes and shots."""
    gain = 0
    for seat in range(table.punters):
        for hand in range(4 * seat, 4 * seat + table.hands[seat]):
            klass = int(table.klass[hand])
            won = klass and law.pay[klass * 32 + int(table.result[0])] > 0
            gain += int(table.shot[hand]) * (1 if won else -1)
    return gain


@pytest.mark.parametrize("shoot", ["all", "*=1/2;4:*=all", "*=3;4:*=1/3"])
@pytest.mark.parametrize("empty", ["new", "auction"])
def test_shots_stay_within_the_kitty_which_changes_by_them_alone(shoot, empty):
    rules = ps.rules(SHOOT, empty_kitty=empty)
    law, moves, sales = plain_law(rules), 0, 0
    for seed in range(3):
        kitty, banker = 20, 0
        for table, before, banks, then in evening(shoot, 60, seed=seed, rules=rules):
            assert (before, banks) == (kitty, banker)
            assert table.net[:4].sum() == 0
            left = before - shot_gain(table, law)
            assert left >= 0
            kitty, banker = int(table.result[KITTY]), then
            moved = then != banks
            moves += moved
            if left == 0 and empty == "auction":
                assert moved
                sales += not (23 <= table.klass[::4][:3].max() <= 24)
            assert kitty == (20 if moved or left == 0 else left)  # the old banker keeps the rest, the new one begins
    assert moves
    assert sales or empty == "new"


def test_an_auction_passes_the_bank_to_the_next_seat():
    for table, _, banks, then in evening("all", 60, rules=ps.rules(SHOOT, empty_kitty="auction", bank_passes="never")):
        emptied = table.result[KITTY] == 20 and then != banks
        assert then in (banks, (banks + 1) % 4)
        assert emptied or then == banks
    changes = [then != banks for *_, banks, then in evening("all", 60, rules=ps.rules(SHOOT, bank_passes="never"))]
    assert not any(changes)  # a new kitty instead


def test_a_banker_makes_up_a_kitty_that_has_fallen_low_and_never_takes_from_one():
    seen = set()
    for table, before, banks, then in evening("*=1/3", 150, top_up=15):
        left = before - shot_gain(table, plain_law(SHOOT))
        if banks == then:
            now = int(table.result[KITTY])
            seen.add("made up" if left < 15 else "left" if left <= 20 else "grown")
            assert now == (20 if left < 15 else left)
    assert seen == {"made up", "left", "grown"}


def test_a_banker_who_stays_whatever_happens_puts_up_a_new_kitty():
    kitties = [int(table.result[KITTY]) for table, *_ in evening("all", 60, moving=False)]
    assert min(kitties) >= 20


def test_a_deal_that_stands_alone_begins_with_the_kitty_of_the_rules():
    rules = ps.rules(SHOOT, kitty=2)
    players = party("*=all", 1, rules=rules).packed()
    tally = simulate(Setting(rules, 1, players), 400, 1)
    assert max(abs(tally.sums["seats"][0]), 0) < 400 * 3
    assert tally.sums["seats"][1] != simulate(Setting(rules, 1, build_players(rules, 1)[0]), 400, 1).sums["seats"][1]


# ---- Figures.


def setting(shoot, punters=1, punter="stick-16", rules=SHOOT):
    who = party(shoot, punters + 1, punter, rules)
    return SittingSetting(rules, who, length=1, warm_up=0, habit=NotesShots(0))


def test_ordinary_stakes_and_shots_add_up_to_what_everybody_won():
    result = simulate(setting("*=1/4;4:*=all", 3), 500, 7)
    for seat in range(3):
        notes = result.found
        assert notes.total(seat, ON_SHOTS) + notes.total(seat, ORDINARY) == result.sums["seats"][4 * seat]
        assert notes.total(seat, SHOT) >= abs(notes.total(seat, ON_SHOTS))


def test_results_are_the_same_on_any_number_of_threads():
    one, two = (ps.shoot(punters=2, deals=int(FEW.replace("_", "")), seed=3, threads=n).to_dict() for n in (1, 2))
    assert one | {"elapsed_s": 0} == two | {"elapsed_s": 0}


def test_the_edge_of_ordinary_stakes_does_not_know_of_shots():
    few = {"punters": 2, "deals": 300, "seed": 4, "pack": "fresh"}
    shot, not_shot = ps.shoot(shoot="*=1", **few), ps.shoot(shoot="none", **few)
    assert shot.figures.bank["ordinary"] == not_shot.figures.bank["ordinary"]
    assert not_shot.figures.bank["shots"]["per_unit_shot"].value is None
    assert "nobody shoots" in not_shot.headline()


def test_a_result_says_where_shooting_pays_and_what_happens_to_an_empty_kitty():
    result = ps.shoot(ps.rules(SHOOT, empty_kitty="auction"), shoot="none", punters=1, deals=20, seed=1)
    assert "It pays to shoot before the second card on A" in repr(result)
    assert any("An empty kitty sells the bank to the next seat" in note for note in result.notes())


def test_the_picture_holds_the_table():
    told = ps.shoot(table=True, punters=1).to_dict()
    above, below = gains(told).axes
    assert [bar.get_height() for bar in above.patches] == [row["per_unit"] for row in told["table"]["before_second"]]
    dots = np.concatenate([some.get_offsets() for some in below.collections])
    assert len(dots) == len(told["table"]["before_fourth"])
    assert {text.get_text() for text in below.texts} >= {"2-4-5", "A-A-A"}
    with pytest.raises(ps.PontoonError, match="nothing to draw"):
        gains({**told, "table": None, "reasons": {"table": "No reason."}})


def test_json_is_strict_and_complete():
    told = strict(run("shoot", "--deals", "300", "--seed", "1", "--json", "--punters", "2").stdout)
    assert told["schema"] == "pontoon.shoot/1"
    assert {"mean_shot", "gain_per_deal", "standard_error", "per_unit_shot", "by_seat"} <= set(told["shots"])
    assert {"mean", "empty_per_deal", "put_up_per_deal", "taken_per_deal"} == set(told["kitty"])
    parts = [told["bank_edge"][name]["per_deal"]["value"] for name in ("ordinary", "shots", "all")]
    assert parts[0] + parts[1] == pytest.approx(parts[2])
    assert sum(seat["gain_per_deal"] for seat in told["shots"]["by_seat"]) == pytest.approx(-parts[1])
    assert len(told["table"]["before_second"]) == 13
    assert told["seed"] == 1
    assert told["complete"] is True


def test_the_table_is_shown_and_drawn(tmp_path):
    path = tmp_path / "shots.svg"
    shown = run("shoot", "--exact", "--punter", "stick-16:split=8", "--plot", str(path)).stdout
    assert "It pays to shoot before the second card on A, and before the fourth card on" in shown
    assert "on a new split hand" in shown
    assert "hands share a room" in shown
    assert path.read_bytes().startswith(b"<?xml")


def test_edges_and_seats_are_shown():
    shown = run("shoot", "--deals", "200", "--seed", "1", "--punters", "2", "--top-up", "5", "--csv", "-").stdout
    assert "bank_shots_per_unit_shot" in shown
    shown = run("shoot", "--deals", "200", "--seed", "1", "--punters", "2", "--shoot", "A=1", "--shoot", "none").stdout
    assert "shots, per unit shot" in shown
    assert "seat 1 A=1; seat 2 none" in shown


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"top_up": 21}, "from 0 to the kitty of 20"),
        ({"top_up": 3, "pack": "fresh"}, "every deal has a new kitty"),
        ({"pack": "infinite"}, "continue or fresh"),
        ({"table": True, "seed": 1}, "leave out deals, seed"),
        ({"shoot": ["none"] * 3, "punters": 2}, "3 entries for 2 punters"),
        (
            {"rules": ps.rules(SHOOT, burn=13), "punter": "stick-16:burn=yes"},
            "not worked out exactly where hands are burnt",
        ),
        ({"rules": ps.rules(SHOOT, brulet="levy")}, "with a brulet"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(args, words):
    with pytest.raises(ps.PontoonError, match=words):
        ps.shoot(**args)


def test_what_was_finished_before_ctrl_c_is_told(monkeypatch):
    def stopped(setting, *_):
        tally = setting.nothing()
        if deals:
            tally.add(setting.play(1, 0, deals))
        raise Interrupted(tally)

    monkeypatch.setattr("pontoon_sim.shooting.run.simulate", stopped)
    for deals, words in ((0, "No deal was finished"), (100, "shots, per unit shot")):
        result = run("shoot", "--punters", "1", "--seed", "1", "--no-color", code=130)
        assert words in result.stdout
        assert "INCOMPLETE" in result.stdout
        assert f"Interrupted after {deals} deals" in result.stderr


@pytest.mark.parametrize(
    "spec", ["", " ", "=1", "A=", "4:=1", "4:--=1", "A=-1", "A=1/0", "A=9999999999", 5, None, [], b"A=1"]
)
def test_nonsense_is_refused_and_not_guessed_at(spec):
    with pytest.raises(ps.PontoonError):
        ps.shoot(shoot=spec, deals=1)


def test_what_is_not_exact_is_left_out_with_its_reason():
    result = ps.shoot(ps.rules(SHOOT, brulet="levy"), shoot="A=1", punters=1, deals=50, seed=1)
    assert result.gains is None
    assert "brulet" in result.advice()
    assert result.to_dict()["table"] is None


# ---- What a unit shot gains, exactly.


def test_the_two_hands_of_a_split_that_is_not_split_again_are_all_its_hands():
    both = followed(2, 2.0, 50.0, False, new=False) + followed(2, 2.0, 50.0, False, new=True)

    def weights(some):
        found = {}
        for term in some:
            found[term[1:]] = found.get(term[1:], 0.0) + term.weight
        return {key: pytest.approx(weight) for key, weight in found.items()}

    assert weights(both) == weights(terms(2, 2.0, 50.0, False))


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize("new", [False, True])
def test_a_hand_that_is_followed_ends_somewhere(most, new):
    """With cards that are of the rank half the time, chances of all ways add up to 1."""
    total = 0.0
    for term in followed(most, 0.5, 1.0, True, new):
        total += term.weight * 0.5
    assert total == pytest.approx(1.0)


@pytest.mark.compiled
@pytest.mark.skipif(JIT_OFF, reason="a million deals")
def test_exact_gains_by_first_card_and_hand_are_those_of_a_simulation():
    who = party("none", 1)
    exact = shot_gains(SHOOT, who.punters[0], who.banker, who.stakes[0], 1)
    found = simulate(setting("*=1;4:*=1"), 1_000_000, 11, 2).found
    for noted, values, least in ((found.cards, exact.second, 1), (found.nodes, exact.fourth, 300)):
        for place, some in enumerate(values):
            shot, gain = noted[2 * place : 2 * place + 2]
            if shot >= least:
                error = np.sqrt((1 - some**2) / shot)
                assert abs(gain / shot - some) < 4.5 * error, (place, shot, gain / shot, some)
    drawing = np.array(found.nodes[::2][: len(exact.drawing)]) / 1_000_000
    assert np.abs(drawing - exact.drawing).max() < 5 * np.sqrt(exact.drawing.max() / 1_000_000)


@pytest.mark.compiled
@pytest.mark.skipif(JIT_OFF, reason="a million deals")
def test_the_exact_gain_on_the_new_hand_of_a_split_is_that_of_a_simulation():
    rules = ps.rules(SHOOT, max_hands=2)
    who = party("none", 1, "stick-16:split=8,A", rules)
    exact = shot_gains(rules, who.punters[0], who.banker, who.stakes[0], 1)
    for rank, place in (("8", 7), ("A", 0)):
        found = simulate(setting(f"split:{rank}=1", 1, "stick-16:split=8,A", rules), 1_000_000, 12, 2).found
        shot, gain = found.total(1, SHOT), found.total(1, ON_SHOTS)
        assert abs(gain / shot - exact.split[place]) < 4 * np.sqrt(1 / shot)


@pytest.mark.compiled
@pytest.mark.skipif(JIT_OFF, reason="a million deals")
def test_the_exact_gain_of_a_punter_alone_is_that_of_a_simulation():
    for shoot in ("optimal", "*=1/3;4:hard6-11=all,*=2"):
        result = ps.shoot(shoot=shoot, punters=1, pack="fresh", deals=1_000_000, seed=13)
        one = result.figures.gain
        assert abs(one.value - result.alone) < 4 * one.standard_error


@pytest.mark.compiled
@pytest.mark.skipif(JIT_OFF, reason="many deals")
def test_the_best_shots_gain_more_than_all_and_earlier_seats_eat_the_room():
    best = ps.shoot(pack="fresh", deals=400_000, seed=14)
    found = [seat.gain.value for seat in best.figures.seats]
    assert found[0] > found[-1] + 4 * best.figures.seats[0].gain.standard_error
    every = ps.shoot(shoot="all", pack="fresh", deals=100_000, seed=14)
    assert every.figures.gain.value < 0 < best.figures.gain.value


# ---- Shots in the edge.


@pytest.mark.compiled
@pytest.mark.parametrize("pack", ["fresh", "continue"])
def test_edge_plays_shots_where_they_are_asked_for(pack):
    given = {"punters": 2, "deals": 200_000, "seed": 4}
    shots = ps.edge("shoot", shoot="A=all,*=0", pack=pack, **given)
    apart = ps.shoot("shoot", shoot="A=all,*=0", pack=pack, **given | {"seed": 5}).figures.bank["all"]["per_deal"]
    edge = shots.bank_edge["per_deal"]
    assert abs(edge.value - apart.value) < 4.5 * (edge.standard_error**2 + apart.standard_error**2) ** 0.5
    nobody = ps.edge("shoot", shoot="none", pack=pack, **given)
    if pack == "fresh":  # else the bank moves, for the kitty's sake
        assert nobody.bank_edge == ps.edge("shoot", pack=pack, **given).bank_edge
    assert abs(nobody.bank_edge["per_deal"].value - edge.value) > 10 * edge.standard_error
    assert shots.to_dict()["shoot"] == ["A=all,*=0"] * 2


def test_edge_refuses_shots_where_there_are_none_and_exactly():
    with pytest.raises(PontoonError, match="Nobody shoots under 'pagat'"):
        ps.edge("pagat", shoot="all", deals=10)
    with pytest.raises(PontoonError, match="leave out shoot"):
        ps.edge("shoot", shoot="all", method="exact")
