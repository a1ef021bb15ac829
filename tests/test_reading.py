"""The banker who reads the table: against all deals of short packs, and by simulation against his exact worth."""

from __future__ import annotations

import numpy as np
import pytest
from any_play import any_play
from naive_reading import ShortPack, measured

import pontoon_sim as ps
from pontoon_sim.equilibrium.strategy import field_of
from pontoon_sim.errors import LaterError, OptionError, PolicyError
from pontoon_sim.exact.doubling import worth_of_doubling
from pontoon_sim.house_edge import who_plays
from pontoon_sim.law import plain_law
from pontoon_sim.policy.build import seated
from pontoon_sim.study.experiment import experiment

READS = "reads-the-table"
PACKS = [
    ({"A": 1, "5": 2, "6": 2, "9": 2, "T": 2}, ["stick-16"], {}),
    ({"A": 1, "4": 2, "6": 2, "8": 2, "T": 2}, ["buy-17"], {}),
    ({"3": 3, "5": 2, "8": 2, "K": 1, "T": 2}, ["stick-16"], {"stakes": "T=3,*=1"}),
    ({"3": 1, "4": 1, "8": 2, "9": 2, "T": 4}, ["stick-16:burn=yes"], {"burn": 14}),
    ({"5": 1, "6": 1, "8": 2, "9": 2, "T": 3}, ["buy-16:burn=yes"], {"burn": 14}),
    ({"4": 2, "6": 1, "7": 2, "T": 3}, ["by chance"], {"stakes": "by chance", "max_hands": 1}),
    ({"A": 1, "6": 2, "7": 2, "T": 3}, ["by chance"], {"stakes": "5", "max_hands": 1}),
    ({"4": 2, "6": 1, "7": 2, "T": 3}, ["buy-16"], {"stakes": "by chance", "max_hands": 1}),
]
BURNS = ps.rules("pagat", burn=14)
ALONE = ps.rules("pagat", packs=1, max_hands=1)


@pytest.fixture(scope="module")
def by_chance():
    """A play with chances at random."""
    return any_play(field_of(ALONE, (1, 5), False))


@pytest.fixture(scope="module", params=range(len(PACKS)), ids=lambda place: f"{PACKS[place][1]}-{place}")
def short(request, by_chance):
    cards, punters, given = PACKS[request.param]
    given = given | {"stakes": by_chance} if given.get("stakes") == "by chance" else given
    return ShortPack(cards, [by_chance if one == "by chance" else one for one in punters], **given)


def test_what_a_hand_may_be_is_what_all_orders_of_the_pack_say(short):
    assert len(short.ends) > 20
    for key, found in short.ends.items():
        total = sum(found.values())
        exact = np.array([found.get(end, 0.0) / total for end in range(short.eyes.books.ends)])
        assert np.allclose(short.believed[key], exact, atol=1e-12), key


def test_against_one_punter_no_other_play_gains_more_on_a_short_pack(short):
    assert short.reading() == pytest.approx(short.best(), abs=1e-12)
    assert {True, False} == set(short.reads.values())


@pytest.fixture(scope="module")
def two_punters():
    cards, punters = {"3": 1, "5": 2, "8": 2, "T": 4}, ["stick-16", "buy-17"]
    return {busts: ShortPack(cards, punters, busts=busts) for busts in ("shown", "hidden")}


def test_weighed_hand_by_hand_two_punters_lose_him_little_even_on_a_short_pack(two_punters):
    for short in two_punters.values():
        assert 0 <= short.best() - short.reading() < 0.005


def test_bust_hands_that_are_hidden_are_read_as_unseen_cards(two_punters):
    shown, hidden = two_punters["shown"], two_punters["hidden"]
    assert shown.best() - hidden.best() > 0.005
    assert shown.reading() - hidden.reading() > 0.005


def test_weighed_hand_by_hand_two_punters_lose_him_nothing_to_speak_of():
    lost, error, _ = measured(2, "stick-16", "min", 60)
    assert lost < 0.0005 + 4 * error
    assert measured(1, "buy-16", "A=5,*=1", 30)[0] < 1e-12


# ---- The double.

DOUBLES = [
    ({"A": 1, "5": 2, "6": 2, "9": 1, "T": 3}, ["stick-16"], {"stakes": "T=3,*=1"}),
    ({"A": 1, "4": 2, "6": 2, "8": 2, "T": 2}, ["buy-17"], {"stakes": "2"}),
    ({"A": 1, "4": 2, "6": 2, "8": 2, "T": 2}, ["buy-17"], {"stakes": "2", "buy_cap_after_double": "undoubled"}),
]


@pytest.fixture(scope="module", params=range(len(DOUBLES)), ids=str)
def doubler(request):
    cards, punters, given = DOUBLES[request.param]
    return ShortPack(cards, punters, rules="pontoon-1939", **given)


def test_once_he_has_doubled_no_other_play_gains_more_on_a_short_pack(doubler):
    for doubled in (0, 1):
        assert doubler.reading(doubled) == pytest.approx(doubler.best(doubled), abs=1e-12)


def test_he_doubles_where_that_gains_on_a_short_pack(doubler):
    """All but what to double is worth to who then looks at his own hand only: there the two lie close together."""
    assert {True, False} == set(doubler.doubles.values())
    assert 0 <= doubler.best() - doubler.reading() < 0.02
    assert doubler.reading() > max(doubler.reading(0), doubler.reading(1)) + 0.05


def test_stakes_are_weighed_together():
    rules = ps.rules("pontoon-1939")
    who = seated(rules, 2, ["stick-16", "buy-16"], READS, ["1", "5"], reads=worth_of_doubling)
    worth = who.banker.books.doubles.reshape(2, -1, 16)
    players, law = who.packed(), plain_law(rules)
    assert not np.array_equal(worth[0, 2] > 0, worth[1, 10] > 0)
    for rank in range(13):
        for seat, stake in ((0, 1), (1, 5)):
            assert players.ask_stake(law, seat, rank) == stake
        assert players.ask_double(law, rank) == (worth[0, 2, rank] + worth[1, 10, rank] > 0)


@pytest.mark.slow
@pytest.mark.compiled
def test_doubling_gains_him_more_than_reading_alone():
    both = ps.compare(
        "pontoon-1939",
        punters=3,
        punter="buy-16",
        stakes="A=5,*=1",
        vary=[f"banker={READS}", f"banker={READS}:double=no"],
        deals=400_000,
        seed=6,
    )
    (pair,) = both.differences.pairs
    assert pair.per_deal.value > 3 * pair.per_deal.standard_error


# ---- Exactly, against one punter.


def worth(banker, rules="pagat", **said):
    return ps.edge(rules, punters=1, banker=banker, method="exact", **said)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("pagat", {"punter": "stick-16"}),
        ("pagat", {"punter": "buy-16", "stakes": "A=5,*=1"}),
        ("pontoon-2011", {"punter": "minbuy-17"}),
        ("pontoon-1939", {"punter": "stick-15", "stakes": "A=4,5=2,*=1"}),
    ],
    ids=str,
)
def test_reading_is_worth_no_less_than_the_best_play_that_does_not_read(rules, said):
    single = {"banker_doubles": "no"} if rules == "pontoon-1939" else {}
    system = ps.rules(rules, **single)
    reading, best = worth(READS, system, **said), worth("optimal", system, **said)
    assert reading.bank_edge["per_deal"].value > best.bank_edge["per_deal"].value
    assert reading.figures.mean_staked == pytest.approx(best.figures.mean_staked)


def test_by_first_card_the_punters_gains_add_up():
    (seat,) = worth(READS, punter="buy-16", stakes="A=5,*=1").to_dict()["seats"]
    gains = [one["punter_ev_per_deal"] for one in seat["by_first_card"].values()]
    assert len(gains) == 13
    assert sum(gains) / 13 == pytest.approx(seat["punter_ev_per_deal"], abs=1e-12)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "said"),
    [("pagat", {"punter": "stick-16"}), ("pagat", {"punter": "buy-16", "stakes": "A=5,*=1"})],
    ids=str,
)
def test_what_he_gains_in_deals_is_what_he_is_worth(rules, said):
    """On the same cards as the best play that does not read, the difference is known well."""
    exact = worth(READS, rules, **said).bank_edge["per_deal"].value
    exact -= worth("optimal", rules, **said).bank_edge["per_deal"].value
    both = ps.compare(
        rules,
        punters=1,
        vary=[f"banker={READS}", "banker=optimal"],
        **{"punter": "stick-16", **said},
        deals=2_000_000,
        seed=4,
    )
    (pair,) = both.differences.pairs
    assert abs(pair.per_deal.value - exact) < 4 * pair.per_deal.standard_error
    assert abs(exact) > 4 * pair.per_deal.standard_error


@pytest.mark.compiled
def test_those_who_decide_by_chance_are_answered_as_well_as_can_be(by_chance):
    """His worth is what solving knows as the least that any banker leaves to that play."""
    found = worth(READS, ALONE, punter=by_chance, stakes=by_chance)
    least, _ = by_chance.kept().bounds()
    assert found.bank_edge["per_deal"].value == pytest.approx(-least, abs=1e-12)


# ---- In simulations.


def test_tables_and_chance_are_read_beside_each_other(by_chance):
    said = {"punters": 2, "punter": [by_chance, "buy-16"], "stakes": ["5", "A=5,*=1"], "seed": 2, "threads": 1}
    deals = 20_000 if ps.jit.JIT else 200
    found = ps.edge(ALONE, banker=READS, deals=deals, **said)
    assert found.figures.sums["seats"] != ps.edge(ALONE, deals=deals, **said).figures.sums["seats"]
    assert any("never splits" in remark for remark in found.remarks)


@pytest.mark.slow
@pytest.mark.compiled
def test_what_is_dealt_against_chance_is_what_he_is_worth(by_chance):
    said = {"punter": by_chance, "stakes": by_chance}
    exact = worth(READS, ALONE, **said).bank_edge["per_deal"].value
    found = ps.edge(ALONE, punters=1, banker=READS, deals=1_000_000, seed=3, **said).bank_edge["per_deal"]
    assert abs(found.value - exact) < 4 * found.standard_error


@pytest.mark.slow
def test_the_same_seed_gives_the_same_deals_on_any_number_of_threads():
    deals = 600_000 if ps.jit.JIT else 60
    one, two = (ps.edge(punters=3, banker=READS, deals=deals, seed=5, threads=threads) for threads in (1, 2))
    assert one.tally == two.tally


@pytest.mark.slow
@pytest.mark.compiled
def test_split_hands_and_many_punters_are_read_for_a_gain():
    both = ps.compare(
        punters=3,
        punter="buy-16:split=A,8",
        stakes="A=5,T=2,*=1",
        vary=[f"banker={READS}", "banker=optimal"],
        deals=3_000_000,
        seed=6,
    )
    (pair,) = both.differences.pairs
    assert pair.per_deal.value > 3 * pair.per_deal.standard_error


@pytest.mark.slow
def test_the_echo_names_him_and_says_what_he_does():
    told = ps.edge(punters=2, banker=READS, deals=20, seed=1).to_dict()
    assert told["banker"] == READS
    assert any("reads hand by hand" in remark for remark in told["notes"])
    for banker, words in ((READS, "He doubles where"), (f"{READS}:double=no", "never doubles")):
        remarks = who_plays(ps.rules("pontoon-1939"), 1, "stick-16", banker, "min", "fresh")[1]
        assert any(words in remark for remark in remarks)


# ---- Who burns.


def test_a_hand_that_was_burnt_hides_what_it_burnt():
    """More hidden cards, all of which were 14 together: seen as they were, by how often it was burnt."""
    books = seated(BURNS, 1, "stick-16:burn=yes", READS, "min", reads=worth_of_doubling).banker.books
    begun = books.roots.reshape(-1, 64)[2, :5]
    assert books.hidden[begun[:4]].tolist() == [2, 4, 6, 8]
    assert begun[4] == -1


@pytest.mark.slow
@pytest.mark.compiled
def test_who_burns_is_read_for_a_gain():
    said = {"punters": 2, "punter": "stick-16:burn=yes", "deals": 2_000_000, "seed": 6}
    both = ps.compare(BURNS, vary=[f"banker={READS}", "banker=stick-17"], **said)
    (pair,) = both.differences.pairs
    assert pair.per_deal.value > 3 * pair.per_deal.standard_error


# ---- From a pack that is played on.


def played_on(rules="pagat", deals=60, **said):
    said = {"punters": 2, "punter": "buy-16", "stakes": "A=5,*=1", "banker": READS, "seed": 4, "threads": 1} | said
    return ps.edge(rules, pack="continue", deals=deals, **said)


def test_a_pack_that_is_played_on_is_read_deal_by_deal():
    found = played_on()
    assert found.tally == played_on(threads=2).tally
    assert found.tally != played_on(banker="stick-17").tally
    assert any("does not remember" in remark for remark in found.remarks)
    assert not any("remember" in remark for remark in ps.edge(banker=READS, deals=10, seed=1).remarks)


@pytest.mark.slow
@pytest.mark.compiled
def test_where_each_deal_is_shuffled_he_is_worth_in_sittings_what_he_is_exactly():
    rules = ps.rules("pagat", shuffle="every-deal")
    said = {"punters": 1, "punter": "buy-16", "stakes": "A=5,*=1"}
    exact = worth(READS, rules, punter="buy-16", stakes="A=5,*=1").bank_edge["per_deal"].value
    found = played_on(rules, 1_000_000, **said).bank_edge["per_deal"]
    assert abs(found.value - exact) < 4 * found.standard_error


def digest(banker=READS, punter="stick-16", stakes="min"):
    return seated(ps.rules("pagat"), 2, punter, banker, stakes, reads=worth_of_doubling).banker.digest


def test_his_digest_is_that_of_what_he_reads():
    assert digest() == digest()
    assert len({digest(), digest(punter="stick-17"), digest(stakes="max"), digest(f"{READS}:busts=hidden")}) == 4


@pytest.mark.parametrize(
    ("error", "said", "words"),
    [
        (LaterError, {"pack": "infinite", "method": "exact"}, "--pack fresh"),
        (LaterError, {"pack": "continue", "punter": "CHANCE", "rules": ALONE}, "--pack fresh"),
        (LaterError, {"punter": "optimal"}, "not worked out"),
        (LaterError, {"stakes": "martingale"}, "over a session"),
        (OptionError, {"punter": "CHANCE", "stakes": "3", "rules": ALONE}, "knows the stakes 1, 5 only"),
        (LaterError, {"punter": "CHANCE", "punters": 2, "rules": ALONE, "method": "exact"}, "--punters 1"),
        (LaterError, {"rules": "casino-rtg"}, "fixed rule"),
        (LaterError, {"rules": "vingt-un-1800"}, "natural_from_all"),
        (LaterError, {"rules": "shoot", "shoot": "all"}, "--shoot"),
        (LaterError, {"rules": ps.rules("pagat", brulet="levy")}, "brulet=none"),
        (
            LaterError,
            {"rules": ps.rules("pagat", split="value", ace_ten_is_pontoon=False), "punter": "stick-16:split=T"},
            "split=rank",
        ),
        (LaterError, {"rules": BURNS, "punter": "stick-16:burn=yes:split=8"}, "burns and splits"),
        (LaterError, {"rules": BURNS, "punter": "stick-16:burn=yes", "method": "exact", "punters": 1}, "does not burn"),
        (LaterError, {"method": "exact", "punters": 2}, "--punters 1"),
        (LaterError, {"method": "exact", "punters": 1, "punter": "stick-16:split=8"}, "split"),
        (LaterError, {"method": "exact", "punters": 1, "stakes": "T=2,*=1"}, "ten, jack, queen and king"),
        (PolicyError, {"banker": f"{READS}:busts=burnt"}, "shown or hidden"),
        (PolicyError, {"banker": f"{READS}:double=A"}, "'double' is yes or no"),
        (LaterError, {"method": "exact", "punters": 1, "rules": "pontoon-1939"}, ":double=no"),
    ],
    ids=str,
)
def test_what_he_cannot_read_is_refused_in_a_sentence(error, said, words, by_chance):
    said = said | {"punter": by_chance} if said.get("punter") == "CHANCE" else said
    with pytest.raises(error) as caught:
        ps.edge(**{"banker": READS, **said})
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_where_nobody_sits_still_he_is_refused():
    with pytest.raises(LaterError, match="edge, compare or sweep"):
        ps.bank(banker=READS, deals=100)


def test_too_much_to_tell_apart_is_refused(monkeypatch):
    monkeypatch.setattr("pontoon_sim.policy.reading.book.MOST_STATES", 20)
    with pytest.raises(LaterError, match="20 things"):
        digest()


@pytest.mark.slow
def test_a_sweep_takes_him_as_a_value_like_others(tmp_path):
    axes = {"banker": ["stick-17", READS], "punters": [1, 2]}
    plan = experiment({"title": "Reading", "axes": axes, "method": "mc", "deals": 30, "seed": 1})
    run = ps.sweep(plan, tmp_path / "out", threads=1)
    assert run.to_frame()["banker"].tolist().count(READS) > 0
