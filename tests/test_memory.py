"""Somebody remembers cards: what he may know, what he makes of it, and what it is worth."""

from __future__ import annotations

import json
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from command_line import run, strict
from test_policy import refused

import pontoon_sim as ps
from pontoon_sim.cards import RANKS
from pontoon_sim.errors import LaterError, OptionError
from pontoon_sim.evening.chairs import lay_chairs
from pontoon_sim.evening.foresight import draw_along, imagine
from pontoon_sim.evening.play import begin_sitting, next_deal
from pontoon_sim.evening.record import COMPOSITION, COUNTS, GONE, HIDDEN, ORDER, QUEUED, UNKNOWN, look
from pontoon_sim.evening.remembering import Remembering, choose_stakes, graded_plan
from pontoon_sim.evening.sittings import NoHabit, SittingSetting
from pontoon_sim.evening.state import AGE, VOIDED, new_evening
from pontoon_sim.gathering import fill_ring
from pontoon_sim.law import plain_law
from pontoon_sim.pack import fresh_pack
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import Seated
from pontoon_sim.policy.punter import punter_policy
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.recall import worth
from pontoon_sim.recall.habit import Memory
from pontoon_sim.recall.plans import set_plans, together
from pontoon_sim.recall.result import per
from pontoon_sim.recall.tuning import Tuning, as_counted, figures
from pontoon_sim.recall.worth import _spreads, memory
from pontoon_sim.ring import HEAD, in_pack, ring_pack
from pontoon_sim.simulate import simulate
from pontoon_sim.tabletop import new_table

pytestmark = pytest.mark.xdist_group("memory")  # one worker compiles its kernel, which takes minutes

PLAIN, BOLD = "stick-16:split=A,8", "buy-17"


def seats(rules, punters, first):
    """That policy first, others who split, and a chair for the banker."""
    others = [punter_policy(PLAIN, rules)] * punters
    money = [stake_schedule("min", rules)] * punters + [stake_schedule("max", rules)]
    return Seated([first, *others], banker_policy("stick-17", rules), money)


def a_memory(rules, **changes):
    """Two graded plans and all set ones; the richer the deck in tens, the bolder; stakes by the tens, too."""
    policies = [punter_policy(name, rules) for name in (PLAIN, "stick-15", BOLD)]
    model, steer = np.zeros((14, 14)), np.zeros(14)
    model[:, 9] = steer[9] = 1.0
    limits = np.array([-np.inf, -np.inf, 0.0])
    made = Memory(together([*policies, *set_plans(rules)], rules), plays=True, stakes=(1, 5), model=model, steer=steer,
                  limits=limits, rollouts=4)  # fmt: skip
    return made.but(**changes)


class Scene:
    """A table that is played at in plain Python, deal by deal."""

    def __init__(self, rules, habit, punters=2, seed=1, watch=None):
        setting = SittingSetting(rules, seats(rules, punters, habit.plans.policy), warm_up=0, habit=habit)
        self.law, self.table = plain_law(rules), new_table(punters)
        words = fresh_pack(setting.packs, np.random.SeedSequence(seed)).words
        self.ring = ring_pack(setting.packs, words, rules.gather, rules.exhaustion == "reshuffle-used")
        self.players, chairs = lay_chairs(setting.who)
        self.evening = new_evening(chairs, False, punters)
        between = habit.fresh(setting, np.random.SeedSequence(7))
        self.between = between if watch is None else Watched(*between)
        Watched.watch = watch
        with np.errstate(over="ignore"):
            begin_sitting(self.law, self.ring, self.players, self.table, self.between, self.evening)

    def deal(self, deals=1):
        with np.errstate(over="ignore"):
            for _ in range(deals):
                assert next_deal(self.law, self.ring, self.players, self.table, self.between, self.evening)

    def prepare(self):
        """What is decided for the deal that lies in the pack."""
        with np.errstate(over="ignore"):
            self.between.prepare(self.law, self.ring, self.players, self.table, self.evening)
        return self.decided()

    def decided(self):
        players = self.players
        return (players.stakes[:16].tolist(), int(players.at[0]), int(players.codes_at[0]), players.bank_draws.tolist())


class Watched(Remembering):
    """Tells a test what is remembered before each deal."""

    watch = None

    def prepare(self, law, ring, players, table, evening):
        super().prepare(law, ring, players, table, evening)
        Watched.watch(self, ring, evening)


def counts_of(cards):
    return np.bincount(np.asarray(cards, int), minlength=13).astype(float)


# ---- What is remembered.


@pytest.mark.parametrize("gather", ["hands", "dealt", "mixed", "hands-mixed"])
def test_the_unseen_cards_are_those_on_top(gather):
    """Through splits, shuffles, void deals, and when the pack has gone through: counted against the pack itself."""
    rules = ps.rules("pagat", gather=gather, packs=1)
    seen = []

    def watch(between, ring, evening):
        top = between.size - between.state[GONE]
        assert between.left.tolist() == counts_of(in_pack(ring)[:top]).tolist()
        seen.append((between.state[GONE], between.state[UNKNOWN], evening.state[AGE]))

    scene = Scene(rules, a_memory(rules, kind=COMPOSITION), punters=7, watch=watch)
    scene.deal(60)
    assert any(age > 0 and unknown == 0 for _, unknown, age in seen), "the pack never went through"
    assert sum(age == 0 for _, _, age in seen) > 5


def test_void_deals_are_forgotten_with_the_shuffle():
    rules = ps.rules("pagat", packs=1, min_stick=20, gather="aside")

    def watch(between, ring, evening):
        assert between.left.tolist() == counts_of(in_pack(ring)).tolist()

    scene = Scene(rules, a_memory(rules, kind=COMPOSITION), punters=10, watch=watch)
    scene.deal(80)
    assert scene.evening.state[VOIDED] > 0, "no deal was void"


@pytest.mark.parametrize("gather", ["hands", "dealt"])
def test_the_order_remembered_is_that_of_the_pack(gather):
    rules = ps.rules("pagat", gather=gather)

    def watch(between, ring, evening):
        pack, unknown = in_pack(ring), between.state[UNKNOWN]
        assert between.queue[: between.state[QUEUED]].tolist() == pack[unknown:]

    Scene(rules, a_memory(rules, kind=ORDER, rollouts=1), watch=watch).deal(40)


def test_who_counts_knows_numbers_only():
    rules = ps.rules("pagat")

    def watch(between, ring, evening):
        top = in_pack(ring)[: between.size - between.state[GONE]]
        true, left = counts_of(top), between.left
        assert left[0] == true[0]
        assert left[9:].tolist() == [true[9:].sum() / 4] * 4
        assert left[1:9].tolist() == [true[1:9].sum() / 8] * 8

    Scene(rules, a_memory(rules, kind=COUNTS), watch=watch).deal(40)


def test_cards_aside_are_seen_until_they_are_shuffled():
    rules = ps.rules("vingt-un-1850", banker_doubles="no")

    def watch(between, ring, evening):
        assert between.left.tolist() == counts_of(in_pack(ring)).tolist()

    Scene(rules, a_memory(rules, kind=COMPOSITION), watch=watch).deal(40)


def test_bust_hands_that_go_under_face_down_stay_unseen():
    rules = ps.rules("pagat")
    hidden = []

    def watch(between, ring, evening):
        if between.state[GONE]:
            hidden.append(between.left.sum() - (between.size - between.state[GONE]))

    scene = Scene(rules, a_memory(rules, kind=COMPOSITION, hidden=True), watch=watch)
    scene.deal(30)
    assert min(hidden) == 0 < max(hidden)
    assert scene.between.state[HIDDEN] >= 0


# ---- What he may look at.


@pytest.mark.parametrize("kind", [COUNTS, COMPOSITION, ORDER])
@pytest.mark.parametrize("bank", [False, True])
def test_cards_that_he_has_not_seen_change_no_decision(kind, bank):
    """Unknown cards are laid otherwise, but for his own: the same stakes and the same play."""
    rules = ps.rules("pagat")
    draws = np.array([banker_policy(name, rules).draws for name in ("stick-17", "stick-16", "stick-18")], np.int8)
    habit = a_memory(rules, kind=kind, bank=bank, draws=draws)
    tried, random = 0, np.random.default_rng(5)
    for seed in range(12):
        scene = Scene(rules, habit, seed=seed)
        scene.deal(2 + seed % 3)
        ring, unknown = scene.ring, int(scene.between.state[UNKNOWN] - scene.between.state[0])
        head = int(ring.state[HEAD])
        own = {0, 3} if not bank else {2, 5}
        free = [place for place in range(max(unknown, 0)) if place not in own]
        if scene.evening.state[AGE] == 0 or len(free) < 4:
            continue
        before = ring.cards.copy(), scene.between.trial.words.copy(), [array.copy() for array in scene.between[14:]
                                                                       if isinstance(array, np.ndarray)]  # fmt: skip
        first = scene.prepare()
        for name, array in zip([a for a in scene.between[14:] if isinstance(a, np.ndarray)], before[2], strict=True):
            name[:] = array
        scene.between.trial.words[:] = before[1]
        places = [head + place for place in free]
        ring.cards[places] = random.permutation(ring.cards[places])
        drawn = int(scene.between.trial.state[HEAD])
        again = scene.prepare()
        if bank and kind == ORDER and drawn != scene.between.trial.state[HEAD]:
            continue  # how many cards the punters draw is seen
        assert again == first
        tried += 1
    assert tried > 2


def test_the_stake_is_chosen_before_the_second_card():
    """Whatever his second card, among the unknown ones: the stake is the same."""
    rules = ps.rules("pagat")
    habit = a_memory(rules, kind=ORDER)
    tried = 0
    for seed in range(30):
        scene = Scene(rules, habit, seed=seed)
        scene.deal(5)
        unknown = int(scene.between.state[UNKNOWN] - scene.between.state[0])
        if scene.evening.state[AGE] == 0 or not 5 <= unknown < scene.between.horizon:
            continue
        ring, saved = scene.ring, [a.copy() for a in scene.between[14:] if isinstance(a, np.ndarray)]
        words = scene.between.trial.words.copy()
        stakes = scene.prepare()[0]
        for mine, array in zip([a for a in scene.between[14:] if isinstance(a, np.ndarray)], saved, strict=True):
            mine[:] = array
        scene.between.trial.words[:] = words
        one, two = int(ring.state[HEAD]) + 3, int(ring.state[HEAD]) + 4
        ring.cards[[one, two]] = ring.cards[[two, one]]
        assert scene.prepare()[0] == stakes
        tried += 1
    assert tried


def test_a_stake_before_the_deal_does_not_know_the_first_card():
    """His first card and another unknown one change places: the stake put up before the deal is the same."""
    habit, tried = a_memory(ps.rules("pagat"), kind=ORDER), 0
    for seed in range(30):
        scene = Scene(ps.rules("pagat"), habit, seed=seed)
        scene.deal(5)
        unknown = int(scene.between.state[UNKNOWN] - scene.between.state[0])
        if scene.evening.state[AGE] == 0 or not 2 <= unknown < scene.between.horizon:
            continue
        saved = [array.copy() for array in scene.between[14:] if isinstance(array, np.ndarray)]
        posted, head = scene.prepare()[0][15], int(scene.ring.state[HEAD])
        for mine, array in zip([a for a in scene.between[14:] if isinstance(a, np.ndarray)], saved, strict=True):
            mine[:] = array
        scene.ring.cards[[head, head + 1]] = scene.ring.cards[[head + 1, head]]
        assert scene.prepare()[0][15] == posted
        tried += 1
    assert tried


def test_imagined_cards_are_all_the_cards_and_the_known_ones_lie_where_they_lie():
    rules = ps.rules("pagat")
    scene = Scene(rules, a_memory(rules, kind=ORDER, rollouts=1))
    tried = 0
    for _ in range(60):
        scene.deal()
        between, unknown = scene.between, int(scene.between.state[UNKNOWN])
        if scene.evening.state[AGE] < 2 or unknown < 1:
            continue
        gone = counts_of(between.queue[: between.state[QUEUED]])
        free = np.flatnonzero(between.full - gone).tolist()
        if (between.left != between.full - gone).any():
            continue
        first = free[0]
        with np.errstate(over="ignore"):
            imagine(between, first, free[-1] if unknown > 3 else -1, 3)
        cards = between.cards[: between.size]
        assert counts_of(cards).tolist() == between.full.tolist()
        assert cards[0] == first
        assert unknown <= 3 or cards[3] == free[-1]
        assert cards[unknown:].tolist() == between.queue[: between.state[QUEUED]].tolist()
        tried += 1
    assert tried > 5


def test_a_banker_who_knows_what_comes_draws_to_the_best_hand():
    """10-3, and 5, 3, K to come: he takes the 5 and the 3 (21), and stops."""
    rules = ps.rules("pagat")
    scene = Scene(rules, a_memory(rules, kind=ORDER, bank=True), punters=1)
    trial, law = scene.between.trial, scene.law
    cards = [0] * 4 + [4, 2, 12] + [1] * 45
    fill_ring(trial, np.array(cards, np.uint8))
    bank = 4
    trial.held[bank * 32], trial.held[bank * 32 + 1] = 9, 2
    trial.held_count[bank] = 2
    scene.players.bank_draws[:] = 0
    draw_along(scene.between, law, scene.players, bank, 4)
    thirteen = law.take[law.take[16 + 9] * 16 + 2]
    eighteen = law.take[thirteen * 16 + 4]
    assert sorted(np.flatnonzero(scene.players.bank_draws[: scene.players.nodes])) == sorted([thirteen, eighteen])


# ---- What he makes of it.


def test_figures_in_compiled_code_are_those_that_were_fitted():
    rules = ps.rules("pagat")
    scene = Scene(rules, a_memory(rules, kind=COMPOSITION))
    scene.deal(3)
    look(scene.between)
    assert scene.between.features == pytest.approx(figures(scene.between.shares[None])[0], abs=1e-12)
    assert as_counted(np.arange(13.0)[None])[0, [0, 1, 8, 9, 12]].tolist() == [0, 4.5, 4.5, 10.5, 10.5]


def test_a_deck_rich_in_tens_changes_stakes_and_play():
    rules = ps.rules("pagat")
    between = a_memory(rules, kind=COMPOSITION).fresh(
        SittingSetting(rules, seats(rules, 2, punter_policy(PLAIN, rules))), np.random.SeedSequence(1)
    )
    players = SimpleNamespace(stakes=np.zeros(48, np.int64))
    found = []
    for rich in (0, 1):
        between.left[:] = [2.0] * 9 + [4.0 if rich else 0.5] * 4
        between.state[GONE] = 52 - int(between.left.sum())
        look(between)
        choose_stakes(between, players)
        found.append((graded_plan(between), int(players.stakes[0]), int(players.stakes[15])))
    assert found == [(1, 1, 1), (2, 5, 5)]


def test_who_remembers_nothing_is_the_plain_policy():
    """The same sums to the last digit, though his tables hold other plans as well."""
    rules = ps.rules("pagat")
    habit = a_memory(rules)
    plain = SittingSetting(rules, seats(rules, 2, punter_policy(PLAIN, rules)), length=20, warm_up=5, habit=NoHabit())
    merged = SittingSetting(rules, seats(rules, 2, habit.plans.policy), length=20, warm_up=5, habit=habit)
    one, two = (simulate(setting, 60, 3) for setting in (plain, merged))
    assert one.sums == two.sums
    rows = two.found.sittings
    assert rows[:, 1].sum() == one.sums["seats"][0]
    assert rows[:, 5].sum() == one.total(2)
    assert (rows[:, 1] == rows[:, 7]).all()
    assert (rows[:, 4] == rows[:, 8]).all()


def test_set_plans_are_legal_and_unlike():
    rules = ps.rules("pagat")
    assert len(set_plans(rules)) == 10
    assert len(set_plans(ps.rules("pagat", first_buy_max=0, split="none"))) == 4
    assert len({plan.digest for plan in set_plans(rules)}) == 10


def test_errors_come_from_sittings():
    found = per(np.array([1.0, 3.0]), np.array([10.0, 10.0]))
    assert found.value == 0.2
    assert found.standard_error == pytest.approx(0.1)
    assert per(np.array([1.0]), np.array([2.0])).standard_error is None
    assert per(np.zeros(0), np.zeros(0)).value is None


# ---- The command, with a pack so short that plain Python works its answers out; the tables are played whole.


@pytest.fixture
def short(monkeypatch):
    """Best plays are worked out for two little decks instead of those that a pilot finds."""
    from pontoon_sim.exact.deck import Deck

    def deck(**cards):
        return np.array([float(cards.get("x" + rank, 0)) for rank in RANKS])

    decks = [deck(xA=2, x6=2, x8=3, xT=3), deck(xA=2, x6=3, x8=3, xT=2), deck(xA=1, x6=2, x8=2, xT=4)]
    monkeypatch.setattr("pontoon_sim.recall.tuning.GRADES", 2)
    monkeypatch.setattr("pontoon_sim.recall.tuning.BANK_GRADES", 2)
    monkeypatch.setattr(Tuning, "decks", np.array(decks))
    monkeypatch.setattr(Tuning, "whole", lambda self, deck: Deck(np.ceil(deck), False))
    monkeypatch.setattr("pontoon_sim.recall.tuning.full_deck", lambda packs: Deck(decks[0], False))
    monkeypatch.setattr("pontoon_sim.exact.deck.full_deck", lambda packs: Deck(decks[0], False))


LITTLE = {"punters": 1, "punter": "stick-16", "banker": "stick-17", "deals": 40, "seed": 1, "threads": 1}


def test_a_row_for_each_memory_and_spread(short):
    said = []
    found = memory(
        ps.rules("pagat", split="none"), spread=("1-1", "1-3"), watch=lambda *step: said.append(step), **LITTLE
    )
    assert [(row.who, row.kind, row.spread) for row in found.rows][4:] == [
        ("punter", "nothing", (1, 3)), ("punter", "counts", (1, 3)), ("punter", "composition", (1, 3)),
        ("punter", "order", (1, 3)), ("banker", "nothing", None), ("banker", "composition", None),
        ("banker", "order", None),
    ]  # fmt: skip
    assert said[-1] == (10, 11, "banker: order")
    answer = strict(found.to_json())
    assert answer["schema"] == "pontoon.memory/1"
    assert answer["rows"][0]["gain"] == {"total": 0.0, "stake": 0.0, "play": 0.0}
    assert len(found.to_frame()) == 11
    assert "memory gains a punter with stakes of 1 to 3" in repr(found)
    assert found.row("order", "1-3").deals == 4
    with pytest.raises(KeyError):
        found.row("order", "1-2")


def test_what_cannot_be_remembered_has_a_reason(short):
    found = memory(ps.rules("pagat", split="none", gather="mixed"), kind="order", spread="1-1", **LITTLE)
    assert [row.kind for row in found.rows] == ["nothing"]
    assert "mixed" in found.reasons["order"]
    assert "no memory" in found.headline()


def test_the_command(short, tmp_path):
    args = ("memory", "--set", "split=none", "--punters", "1", "--punter", "stick-16", "--deals", "20", "--seed", "1",
            "--spread", "1-2", "--kind", "counts", "--threads", "1")  # fmt: skip
    text = run(*args, "--csv", str(tmp_path / "m.csv"), "--plot", str(tmp_path / "m.svg")).stdout
    assert "punter: tens, aces" in text
    assert "bust hands shown" in text
    assert (tmp_path / "m.svg").read_text().startswith("<?xml")
    assert len((tmp_path / "m.csv").read_text().splitlines()) == 3
    answer = json.loads(run(*args, "--json").stdout)
    assert [row["memory"] for row in answer["rows"]] == ["nothing", "counts"]


def test_ctrl_c_keeps_the_rows_that_are_done(short):
    def stop(done, steps, part):
        if done == 1:
            raise KeyboardInterrupt

    found = memory(ps.rules("pagat", split="none"), spread="1-1", watch=stop, **LITTLE)
    assert (found.complete, len(found.rows)) == (False, 1)


def test_spreads_grow_to_the_limit():
    assert _spreads((), ps.rules("pagat", stake_max=30)) == [(1, 1), (1, 2), (1, 5), (1, 10), (1, 20), (1, 30)]
    assert _spreads((), ps.rules("vingt-un-1800")) == [(1, 1)]


def test_refusals():
    for arguments, words in (
        ({"spread": "5"}, "as in 1-5"),
        ({"spread": "1-6"}, "within the limits"),
        ({"spread": "3-2"}, "from the least to the most"),
        ({"kind": "suits"}, "counts, composition or order"),
        ({"busts": "burnt"}, "shown or hidden"),
        ({"deals": 0}, "whole number"),
        ({"punters": 11}, "1 to 10"),
        ({"confidence": 2}, "between 0 and 1"),
    ):
        assert words in refused(OptionError, lambda given=arguments: memory("pagat", **given))
    assert "gather" in refused(OptionError, lambda: memory(ps.rules("pagat", gather="mixed"), busts="hidden"))
    assert "nothing is left to be remembered" in refused(OptionError, lambda: memory("pontoon-2011"))
    assert "brulet" in refused(LaterError, lambda: memory(ps.rules("vingt-un-1850", brulet="levy")))
    assert "spread" in run("memory", "--spread", "1-9", code=2).stderr.lower()


# ---- What it is worth.


@pytest.mark.compiled
@pytest.mark.slow
def test_memory_gains_and_more_memory_gains_more():
    found = memory("pagat", punters=1, spread="1-5", deals=200_000, seed=1, threads=2)
    gains = [found.row(kind).gain for kind in ("counts", "composition", "order")]
    for less, more in pairwise(gains):
        assert more.value - less.value > -4 * (more.standard_error**2 + less.standard_error**2) ** 0.5
    assert gains[0].value > 4 * gains[0].standard_error
    bank = [found.row(kind, who="banker").gain for kind in ("composition", "order")]
    assert bank[0].value > -4 * bank[0].standard_error
    assert bank[1].value > 10 * bank[1].standard_error


@pytest.mark.compiled
def test_a_pack_shuffled_for_every_deal_leaves_nothing_to_remember(monkeypatch):
    rules = ps.rules("pagat", shuffle="every-deal")
    monkeypatch.setattr(worth, "_answerable", lambda *_: None)  # else it is refused at once
    found = memory(rules, punters=1, spread="1-5", deals=20_000, seed=1, threads=1)
    assert {row.gain.value for row in found.rows} == {0.0}
    assert found.row("nothing").ev == found.row("counts").ev == found.row("composition").ev


@pytest.mark.compiled
@pytest.mark.slow
def test_threads_change_nothing():
    arguments = {"punters": 1, "spread": "1-5", "kind": ("composition", "order"), "deals": 140_000, "seed": 5}
    one, two = (memory("pagat", threads=threads, **arguments).to_dict() for threads in (1, 2))
    assert {**one, "elapsed_s": 0} == {**two, "elapsed_s": 0}
