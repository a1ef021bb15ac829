"""An equilibrium as a policy: dealt, worked out exactly, kept in a file, and told nothing that it must not know."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from any_play import any_play
from command_line import JIT_OFF, run, strict
from naive_best import best
from naive_solve import Naive, few_cards

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.charts import mixed
from pontoon_sim.equilibrium import named
from pontoon_sim.equilibrium.account import exact_table
from pontoon_sim.equilibrium.play import Field
from pontoon_sim.equilibrium.policies import SURE, Play, rising
from pontoon_sim.equilibrium.result import Equilibrium
from pontoon_sim.equilibrium.strategy import Strategy, field_of
from pontoon_sim.equilibrium.tables import Tables
from pontoon_sim.equilibrium.tree import Grower, branches_of
from pontoon_sim.errors import LaterError, OptionError, PolicyError, PontoonError
from pontoon_sim.house_edge import who_plays
from pontoon_sim.law import plain_law
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.mixed.record import PUBLIC, SPOT
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule

DEALS = 300 if JIT_OFF else 3_000
PAGAT = ps.rules("pagat", max_hands=1)
DOUBLES = ps.rules("pontoon-1939", max_hands=1)


@pytest.fixture(scope="module")
def play() -> Strategy:
    return any_play(field_of(PAGAT, (1, 5), False))


@pytest.fixture(scope="module")
def file(play, tmp_path_factory):
    path = tmp_path_factory.mktemp("plays") / "play.npz"
    play.save(path, {})
    return path


def sums(play, banker="stick-17", rules=PAGAT, punter=None, stakes=None, punters=1, deals=DEALS, **more):
    given = {"punter": punter or play, "banker": banker, "stakes": stakes or play}
    return ps.edge(rules, punters=punters, deals=deals, seed=5, **given, **more).figures.sums


# ---- By chance, and by nothing else.


def test_the_same_seed_the_same_deals(play, file):
    found = sums(play, play, threads=1)
    assert found == sums(play, play, threads=2)
    assert found == sums(str(file), file)
    assert found == sums(f"equilibrium:{file}", play)
    assert found["seats"] != sums(play, "stick-17")["seats"]
    answer = Equilibrium(
        rules=PAGAT, levels=(1, 5), buys="ends", value=0.0, low=0.0, high=0.0, iterations=1, precision=None,
        complete=True, course=(), elapsed_s=0.0, strategy=play,
    )  # fmt: skip
    assert found == sums(answer, answer)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "who"),
    [
        ("pagat", "both"),
        ("pontoon-1939", "both"),
        ("pontoon-1939", "punter"),
        ("pontoon-1939", "banker"),
        ("pagat", "stakes"),
        ("vingt-un-1800", "both"),
    ],
)
def test_dealt_as_it_is_worked_out(rules, who):
    """The simulated edge, and what is staked, lie where the exact table has them."""
    rules = ps.rules(rules)
    field = field_of(rules, tuple(sorted({rules.stake_min, rules.stake_max})), False)
    mine = any_play(field)
    fixed = {"punter": "stick-16", "banker": "stick-17", "stakes": "max"}
    said = {
        "both": dict.fromkeys(fixed, mine),
        "punter": fixed | {"punter": mine},
        "banker": fixed | {"banker": mine, "punter": "buy-15"},
        "stakes": fixed | {"stakes": mine, "punter": "minbuy-16"},
    }[who]
    exact = ps.edge(rules, punters=1, method="exact", **said)
    dealt = ps.edge(rules, punters=1, deals=400_000, seed=11, **said)
    edge = dealt.figures.bank_edge["per_deal"]
    assert abs(edge.value - exact.figures.bank_edge["per_deal"].value) < 4 * edge.standard_error
    for name in ("mean_initial_stake", "mean_staked"):
        assert getattr(dealt.figures, name) == pytest.approx(getattr(exact.figures, name), rel=6e-3)
    if who == "both":
        assert exact.figures.bank_edge["per_deal"].value == pytest.approx(-mine.kept().value(), abs=1e-12)


def begun(play: Strategy):
    """Players at the beginning of a punter's turn, a stake of 1 before him."""
    who, _ = who_plays(PAGAT, 1, play, play, play, "fresh")
    players = who.packed().for_thread(np.random.SeedSequence(3))
    law = plain_law(PAGAT)
    players.ask_situation(law, 0, 1, 0)
    return players, law


def test_the_banker_sees_what_lies_open(play):
    """His state is that of the stake, the buys and the twisted cards, whatever the punter hides."""
    seen = []
    for hidden, bought in (([3, 4], 2), ([1, 8], 6)):  # four and five, two and nine; a three and a seven bought
        players, law = begun(play)
        node = play.field.tables.hands.node_of(hidden)
        with np.errstate(over="ignore"):
            players.ask_move(law, 0, node, 0, 1, 0)
        players.see_card(law, 0, 2, bought)
        players.see_card(law, 0, -1, 1)
        seen.append(int(players.mixed.notes[PUBLIC]))
    public = play.field.tree.publics[seen[0]]
    assert seen[0] == seen[1]
    assert public.history == (("buy", 2), ("twist", 2))


def test_the_punter_knows_his_own_cards_only(play):
    """His spot is that of the tree, and nothing that the banker gets changes it."""
    players, law = begun(play)
    node, move = play.field.tables.hands.node_of([0, 4]), 0
    while move == 0:  # it draws now and then
        with np.errstate(over="ignore"):
            move, _ = players.ask_move(law, 0, node, 0, 1, 0)
    spot = int(players.mixed.notes[SPOT])
    assert spot == play.field.tree.roots[0, 1, 5] == play.field.tree.roots[0, 5, 1]
    players.see_card(law, 4, -1, 9)
    assert int(players.mixed.notes[SPOT]) == spot
    players.see_card(law, 0, move, 6)
    assert int(players.mixed.notes[SPOT]) == play.field.tree.child[spot, {-1: 0, 1: 1, 2: 2}[move], 6] >= 0


def test_a_mixed_seat_plays_alone_whoever_sits_beside_it(play):
    """Several seats: each walks its own tree, and plain punters beside it play as they do."""
    found = ps.edge(PAGAT, punters=3, punter=[play, "stick-16", play], stakes=[play, "min"], deals=DEALS, seed=2)
    assert found.punter == ("equilibrium", "stick-16", "equilibrium")
    assert found.figures.seats[1].mean_initial_stake == found.figures.seats[1].mean_staked == 1
    assert found.figures.seats[0].mean_initial_stake > 1
    assert any("as if it were alone" in remark for remark in found.remarks)


def test_rising_rows_never_lead_beyond_what_may_be_done():
    rows = rising(np.array([[0.25, 0.0, 0.75, 0.0], [1.0, 0.0, 0.0, 0.0]]))
    assert rows.tolist() == [[0.25, 0.25, SURE, SURE], [SURE] * 4]


# ---- Exactly.


class ByHand:
    """A player without chance, in the words of the naive game: each side goes by its own hand."""

    def __init__(self, punter_sticks: int, buys: bool, banker_sticks: int, stake: int):
        self.punter, self.buys, self.banker, self.stake = punter_sticks, buys, banker_sticks, stake
        tables = type("T", (), {"settled": np.zeros(1, bool)})
        self.field = type("F", (), {"tables": tables})

    def stakes(self, card):
        return {1: float(self.stake == 1), 3: float(self.stake == 3)}

    def doubles(self, card, stake):
        return 0.0

    def draws(self, stake, text, events, doubled):
        return float(best([RANKS.index(card) for card in text]) < self.banker)

    def actions(self, stake, hidden, events, doubled):
        ranks = [RANKS.index(card) for card in hidden] + [value - 1 for what, value in events if what == "twist"]
        bought = [amount for what, amount in events if what == "buy"]
        may = self.buys and len(bought) < 2 and not any(what == "twist" for what, _ in events)
        most = 2 * stake if not bought else bought[-1]
        draw = "stick" if best(ranks) >= self.punter else f"buy {most}" if may else "twist"
        return {name: float(name == draw) for name in ("stick", "twist", *(f"buy {n}" for n in range(1, 7)))}


def met(naive: Naive, punter, banker) -> float:
    own, his = naive._reach(naive.punter, punter), naive._reach(naive.banker, banker)
    return sum(own[mine] * his[bank] * gain for (mine, bank), gain in naive.gains.items())


def test_as_the_naive_game_has_it():
    """Either side of a tiny game, by chance or by its hand alone, against a tree of histories."""
    rules, cards = ps.rules("pagat", max_buys=2, min_stick=12), {"A": 1, "3": 2, "5": 2, "T": 3}
    tables = Tables(rules, few_cards(cards))
    field = Field(tables, Grower(tables, branches_of(rules, (1, 3))).tree())
    mine = any_play(field)
    made, deck, hand = Play(mine, "equilibrium"), few_cards(cards), ByHand(15, True, 16, 3)
    naive = Naive(rules, cards, (1, 3))
    fixed = punter_policy("buy-15", rules), banker_policy("stick-16", rules), stake_schedule("3", rules)
    for punter, banker, stakes, naives in (
        (made.punter, made.banker, made.stakes, (made.strategy, made.strategy)),
        (made.punter, fixed[1], made.stakes, (made.strategy, hand)),
        (fixed[0], made.banker, fixed[2], (hand, made.strategy)),
    ):
        found = exact_table(made, rules, [punter], banker, [stakes], deck)
        assert -found.gain == pytest.approx(met(naive, *naives), abs=1e-9)
        by_card = sum(
            chance * gain for chance, gain in zip(deck.ranks / deck.size, found.seats[0].by_card, strict=True)
        )
        assert -found.gain == pytest.approx(by_card, abs=1e-12)
        assert found.staked >= found.initial > 0
        assert found.punter_outcomes is None
        assert "by chance" in found.reasons["punter_outcomes"]


# ---- Kept, and refused.


def test_other_rules_are_told(play, file):
    with pytest.raises(PolicyError, match=r"solved for other rules than .* min_stick"):
        ps.edge(ps.rules("pagat", max_hands=1, min_stick=17), punters=1, banker=file, deals=1)


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ({"banker": "FILE", "punters": 2}, LaterError, "against one punter, and here are 2: use --punters 1"),
        ({"punter": "FILE", "banker": "optimal"}, LaterError, "is not worked out as a policy"),
        ({"punter": "FILE", "pack": "continue"}, LaterError, "use --pack fresh"),
        ({"punter": "FILE", "stakes": "martingale"}, LaterError, "change from deal to deal"),
        ({"banker": "FILE", "stakes": "2"}, OptionError, "solved with the stakes 1, 5, and '2' puts up 2"),
        ({"punter": "FILE", "stakes": "3"}, OptionError, "knows the stakes 1, 5 only"),
        ({"punter": "FILE", "punters": 2, "method": "exact"}, LaterError, "for one punter only"),
        ({"punter": "none.npz"}, OptionError, "no strategy that can be read"),
        ({"punter": "equilibrium:"}, PolicyError, "behind the colon"),
        ({"rules": "casino-rtg", "punter": "equilibrium"}, OptionError, "name optimal instead"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused_in_a_sentence(said, kind, words, file):
    given = {"rules": PAGAT, "punters": 1} | {name: file if one == "FILE" else one for name, one in said.items()}
    with pytest.raises(kind, match=words):
        ps.edge(**given)


def test_a_punter_whom_the_banker_does_not_know_is_refused(play):
    splits = ps.rules("pagat")
    mine = any_play(field_of(splits, (1,), False))
    with pytest.raises(LaterError, match="nobody splits or burns, and 'stick-16:split=A' splits pairs"):
        ps.edge(splits, punters=1, banker=mine, punter="stick-16:split=A", deals=10)
    other = any_play(field_of(PAGAT, (1,), False))
    with pytest.raises(LaterError, match="other stakes"):
        ps.edge(PAGAT, punters=1, banker=other, punter=play, stakes=play, deals=10)
    with pytest.raises(LaterError, match="one equilibrium, and here are two"):
        ps.edge(PAGAT, punters=2, punter=[other, play], deals=10)


def test_tables_that_are_not_there_are_asked_for_in_vain(play):
    who, _ = who_plays(PAGAT, 1, play, play, play, "fresh")
    for policy, table in ((who.punters[0], "moves"), (who.banker, "draws"), (who.stakes[0], "stakes")):
        with pytest.raises(LaterError, match="decides by chance"):
            getattr(policy, table)
    assert not who.punters[0].ever_splits.any()
    with pytest.raises(PontoonError, match="tables of one action each"):
        ps.edge(PAGAT, punters=1, punter=who.punters, pack="continue", deals=10)


def test_solved_once_and_announced(monkeypatch, play):
    from pontoon_sim.equilibrium import solving

    asked = []

    def solve(rules, levels, burns):
        assert burns == 0
        asked.append(levels)
        return type("Found", (), {"complete": True, "strategy": play})

    monkeypatch.setattr(solving, "solve", solve)
    monkeypatch.setattr(named, "_SOLVED", {})
    set_ = ("--set", "max_hands=1")
    both = ("--punter", "equilibrium", "--stakes", "equilibrium", "--punters", "1", "--deals", "200", "--seed", "1")
    found = run("edge", *both, *set_, "--json")
    told = strict(found.stdout)
    assert (told["punter"], told["stakes"], told["banker"]) == (["equilibrium"], "equilibrium", "stick-17")
    assert "solving the equilibrium of pagat" in found.stderr
    assert "solving" not in run("edge", *both, *set_, "--json").stderr
    assert "solving" not in run("edge", *both, *set_, "--quiet").stderr
    run("edge", "--punter", "equilibrium", "--punters", "1", "--deals", "200", "--stakes", "5", *set_)
    assert asked == [(1, 5), (5,)]


# ---- Beside others, and charted.


def test_compared_with_others_on_the_same_cards(play, file):
    found = ps.compare(PAGAT, punters=1, vary=[f"banker={file}", "banker=stick-17"], punter=play, stakes=play,
                       deals=DEALS, seed=4)  # fmt: skip
    assert found.names == ("play.npz", "stick-17")


def test_swept(file, tmp_path):
    plan = tmp_path / "mixed.toml"
    name = file.as_posix()
    plan.write_text(
        f"""
        title = "Mixed"
        seed = 1
        deals = {DEALS}
        method = "mc"
        [fixed]
        punters = 1
        stakes = "{name}"
        "set.max_hands" = 1
        [axes]
        banker = ["{name}", "stick-17"]
        """
    )
    found = ps.sweep(plan, tmp_path / "run").to_frame()
    assert found["banker"].nunique() == 2


def test_charted(file, tmp_path, monkeypatch):
    if JIT_OFF:  # what it is worth takes too long as plain Python
        monkeypatch.setattr(mixed, "exact_table", lambda *some: SimpleNamespace(gain=-0.25))
    options = ("--set", "max_hands=1", "--punter", str(file))
    table = tmp_path / "mixed.csv"
    told = strict(run("chart", *options, "--json", "--out", str(table)).stdout)
    assert (told["schema"], told["kind"]) == ("pontoon.chart/1", "mixed")
    assert told["first_stakes"].keys() == set(RANKS)
    for row in told["hands"]:
        assert sum(row[move] for move in told["moves"]) == pytest.approx(1)
    starts = sum(row["reach"] for row in told["hands"] if row["cards"] == 2)
    assert 0.8 < starts < 1
    lines = table.read_text().splitlines()
    assert lines[0].endswith("action,amount,probability")
    assert "Hands, after a twist" in run("chart", *options).stdout
    for name in ("mixed.md", "mixed.svg"):
        run("chart", *options, "--out", str(tmp_path / name))
    assert "## Hands, after a buy" in (tmp_path / "mixed.md").read_text()
    assert json.dumps(told)
    assert "charted for one punter" in run("chart", *options, "--punters", "2", code=2).stderr
    assert "leave --kind out" in run("chart", *options, "--kind", "hands", code=2).stderr
    assert "--phone" in run("chart", *options, "--phone", "--out", str(table.with_suffix(".png")), code=2).stderr
