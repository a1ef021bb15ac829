"""Lanes play the very deal: the same packs give the same sums, hand by hand and card by card."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import pontoon_sim as ps
from pontoon_sim.deal import play_deal
from pontoon_sim.errors import OptionError, PontoonError
from pontoon_sim.jit import JIT
from pontoon_sim.lanes import program
from pontoon_sim.lanes.begun import KNOWN, begin_pack, begun_pack, lay_rest, run_begun
from pontoon_sim.lanes.controls import no_controls, reduction
from pontoon_sim.lanes.kernel import HELD, LANES, new_aside, new_counts, new_lanes, run_lanes
from pontoon_sim.lanes.left import new_left
from pontoon_sim.lanes.play import LanePlay
from pontoon_sim.lanes.program import lanes_for
from pontoon_sim.lanes.tables import ASIDE, NOBODY, Program
from pontoon_sim.law import compiled_law, plain_law
from pontoon_sim.policy.banker import banker_policy
from pontoon_sim.policy.build import build_players
from pontoon_sim.policy.tables import banker_table
from pontoon_sim.simulate import CHUNK, Setting, play_chunk, simulate
from pontoon_sim.tabletop import BANK_CLASS, new_table
from pontoon_sim.tally import Tally, new_sums

compiled = pytest.mark.skipif(not JIT, reason="needs the compiled kernels")

DOUBLES = "stick-17:double=A,T"  # and he sticks on 15 once he has doubled

#: Tables that lanes play: rules, changes, punters, policies, banker, stakes.
TABLES = [
    ("pagat", {}, 5, "buy-16:split=A,8", "stick-17", "A=5,T=2,*=1"),
    ("pagat", {"banker_pontoon_shown": "after-play", "banker_completes": True}, 2, "minbuy-17", "stick-16", "A=3,*=1"),
    ("pagat", {"five_card_trick": "none", "max_cards": "none"}, 3, "buy-15", "stick-17", "min"),
    ("pagat", {"later_buy": "up-to-initial"}, 2, ["buy-17", "minbuy-16"], "stick-17", "A=5,*=2"),
    ("pagat", {"burn": 13}, 4, ["stick-16:burn=yes", "buy-17"], "stick-17", ["min", "A=4,*=2"]),
    ("pagat", {"banker_doubles": "everything", "stake_max": 8}, 3, "buy-16", DOUBLES, "A=5,*=1"),
    ("parlett", {}, 6, "stick-15", "stick-17", "min"),
    ("pontoon-1939", {"packs": 1}, 5, "buy-16", "stick-17", "min"),
    ("vingt-un-1850", {}, 3, "stick-16", "stick-17:double=A", "A=2,*=1"),
]
NAMES = [f"{rules} {changes}" for rules, changes, *_ in TABLES]


def table_of(rules, changes, punters, punter, banker, stakes):
    system = ps.rules(rules, **changes)
    if banker == DOUBLES:
        bold, shy = banker_policy(banker, system), banker_policy("stick-15", system)
        banker = banker_table("shy once doubled", system, [bold.draws[0], shy.draws[0]], bold.doubles)
    return system, punters, build_players(system, punters, punter, banker, stakes)[0]


def program_of(table, plays_on: bool = False) -> Program:
    made = lanes_for(*table, plays_on)
    assert isinstance(made, Program), made
    return made


class Cards:
    """A pack that deals what is written down, hand by hand, and stops where nothing is left."""

    def __init__(self, **hands: list[int]):
        self.hands = {int(name[1:]): iter(cards) for name, cards in hands.items()}

    def draw(self, hand: int) -> int:
        return next(self.hands[hand])  # StopIteration: the hand takes one more

    def throw(self, hand: int) -> None:
        """A hand is bust."""


class Asked:
    """One seat's player alone at a table, and what he was asked last."""

    def __init__(self, players, seat: int):
        self.players, self.seat, self.memory = players, seat, ()

    def __getattr__(self, name: str):
        answer = getattr(self.players, name)
        if name in ("ask_double", "ask_bank_draws"):
            return answer
        place = self.seat if name in ("ask_stake", "ask_situation") else 4 * self.seat
        if name.startswith("ask_"):
            return lambda law, hand, *asked: self.told(name, asked, answer(law, place, *asked))
        raise AttributeError(name)

    def told(self, name, asked, answer):
        if name == "ask_move":
            self.memory = (*asked, answer)
        if name in ("ask_split", "ask_burn") and answer:
            raise PontoonError("left to the deal")
        return answer


def played(law, players, seat, own, bank):
    """What the deal makes of these cards: an end with the bank's class and the net; or what the hand was asked."""
    table, asked = new_table(1), Asked(players, seat)
    try:
        play_deal(law, Cards(_0=own, _4=bank), asked, table)
    except PontoonError:
        return None
    except StopIteration:
        return asked.memory
    end = int(table.klass[0]), int(table.initial[0]), int(table.staked[0])
    return end, int(table.result[BANK_CLASS]), int(table.net[0])


def starts_of(program: Program, seat: int) -> Iterator[tuple[int, int, int]]:
    """A banker's two cards for every context, one that plays, and the offset of the seat's table."""
    tables, seen = program.tables, set()
    for pair in np.argsort(tables.bank_starts[: 13 * 16] & 0xFFFF, kind="stable"):
        if pair % 16 < 13 and (context := int(tables.bank_starts[pair]) >> 16) not in seen:
            seen.add(context)
            yield pair // 16, pair % 16, 256 * (tables.contexts * seat + context)


def walk(program: Program, start: int, cards) -> int:
    state = int(program.tables.starts[start])
    for card in cards:
        state = int(program.tables.steps[16 * state + card])
    return state


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_a_lane_takes_every_hand_where_the_deal_takes_it(table):
    """Every two cards in every context, every state of a policy, every card: open or not, and how it ended."""
    system, punters, players = table_of(*table)
    program, law, checked = program_of((system, punters, players)), plain_law(system), 0
    for seat in range(min(punters, 2)):
        for bank_one, bank_two, offset in starts_of(program, seat):
            paths, seen = [(pair // 13, pair % 13) for pair in range(169)], set()
            for path in paths:  # grows while it is read
                state = walk(program, offset + 16 * path[0] + path[1], path[2:])
                # a bank that draws without end would stop the deal as well: its cards are bust at once
                found = played(law, players, seat, path, [bank_one, bank_two, 9, 9, 9, 9])
                checked += 1
                if found is None:
                    assert state == ASIDE
                elif isinstance(found[0], tuple):
                    end = program.ends[state]
                    assert (end.klass, end.initial, end.staked) == found[0], path
                else:
                    assert state >= program.tables.first_open, path
                    if found not in seen:
                        seen.add(found)
                        paths += [(*path, rank) for rank in range(13)]
    assert checked > 300


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_a_lane_takes_every_bank_where_the_deal_takes_it_and_pays_as_it_pays(table):
    """Every two cards of the banker, every card he draws, and every end of a hand against every end of his."""
    system, punters, players = table_of(*table)
    program, law = program_of((system, punters, players)), plain_law(system)
    tables, settled = program.tables, set()
    paths = [(pair // 13, pair % 13) for pair in range(169)]
    hands = dict(reversed([(walk(program, 16 * one + two, more), (one, two, *more)) for one, two, more in hands_of()]))
    for path in paths:  # grows while it is read
        entry = int(tables.bank_starts[16 * path[0] + path[1]])
        bank, offset = entry & 0xFFFF, 256 * (entry >> 16)
        for card in path[2:]:
            bank = int(tables.bank_steps[16 * bank + card])
        new = [] if bank >= tables.bank_first_open else [own for own in hands.values() if (own, bank) not in settled]
        for own in new or [next(iter(hands.values()))]:
            state = walk(program, offset + 16 * own[0] + own[1], own[2:])
            if state == ASIDE or state >= tables.first_open:
                continue
            found = played(law, players, 0, own, path)
            if 0 < state <= tables.out and not tables.completes:
                bank_end = NOBODY
            elif bank >= tables.bank_first_open:
                assert not (found and isinstance(found[0], tuple)), (own, path)
                continue
            else:
                bank_end = bank
            end = program.ends[state]
            expected = (end.klass, end.initial, end.staked), program.bank_ends[bank_end], program.nets[state, bank_end]
            assert found == expected, (own, path)
            settled.add((own, bank))
        if bank >= tables.bank_first_open and len(path) < 5:
            paths += [(*path, rank) for rank in (range(10) if len(path) < 3 else (0, 4, 9))]
    assert len(settled) > 100


def hands_of() -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Some hands, so many that every end is among them that is not rare."""
    for one in range(13):
        for two in range(13):
            yield one, two, ()
            for three in range(0, 10, 3):
                yield one, two, (three,)
                yield one, two, (three, 4)
                yield one, two, (three, 0, 0)


def all_aside(program: Program, stream, deals: int):
    """The packs that lanes shuffle, all of them set aside."""
    tables = program.tables._replace(starts=np.zeros_like(program.tables.starts))
    aside = new_aside()
    with np.errstate(over="ignore"):
        none = no_controls(tables.punters)
        done, put = run_lanes(tables, none, new_lanes(stream), new_counts(program), aside, deals)
    assert done == put == deals
    return aside


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_the_same_packs_give_the_same_sums(table, reduced):
    """All that is counted, of packs that lanes play and of the same packs played by the deal; with controls too."""
    system, punters, players = table_of(*table)
    program, deals = program_of((system, punters, players), reduced), 63 * LANES if JIT else 30
    taken = reduction(program, 10_000, deals) if reduced else None
    controls = no_controls(punters) if taken is None else taken.controls
    left = new_left(punters)
    law = compiled_law(system) if JIT else plain_law(system)
    found, expected = new_sums(), new_sums()

    def never() -> int:
        raise AssertionError("no deal runs out of cards here")

    stream = np.random.SeedSequence(5)
    with np.errstate(over="ignore"):
        lanes = LanePlay(program, stream, taken)
        lanes.play(deals, found, (law, players, new_table(punters)), never)
        aside, pack, less = all_aside(program, stream, deals), begun_pack(stream), (program.tables, controls, left)
        assert run_begun(law, pack, players, new_table(punters), expected, aside, 0, deals, *less) == deals
    for name, sums in left._asdict().items():
        assert lanes.left._asdict()[name].tolist() == sums.tolist(), name
        assert sums.any() == reduced
    for name, sums in expected._asdict().items():
        assert found._asdict()[name].tolist() == sums.tolist(), name
    assert expected.endings.sum() == deals


def ranks_of(aside, deals: int):
    """Ranks of the first cards by pack (deals, HELD), and how many are known."""
    words = np.stack([aside.high[:deals], aside.low[:deals]], axis=1)
    shifts = np.arange(60, -1, -4, dtype=np.uint64)
    return ((words[:, :, None] >> shifts) & np.uint64(15)).reshape(deals, HELD).astype(int), aside.known[:deals]


@pytest.mark.compiled
@compiled
@pytest.mark.parametrize("punters", [1, 5, 6])
def test_every_place_of_a_pack_holds_every_card_alike(punters):
    """Ranks by place, and pairs of ranks in neighbouring and distant places, however many cards are known."""
    system = ps.rules("pagat", packs=1)
    made = program_of((system, punters, build_players(system, punters)[0]))
    parts = [ranks_of(all_aside(made, np.random.SeedSequence(seed), 8192), 8192) for seed in range(30)]
    ranks, known = (np.concatenate(part) for part in zip(*parts, strict=True))
    middle = np.median(known[known > 0])
    both = np.full((13, 13), 4 * 4 / (52 * 51)) - np.diag([4 / (52 * 51)] * 13)
    places = range(0, min(int(middle), HELD) - 1, 2 if punters == 1 else 5)
    for chosen in (known > middle, (known > 0) & (known <= middle)):
        for place in places:
            some = ranks[chosen & (known > place + 1)]
            counts = np.bincount(some[:, place], minlength=13)
            assert counts.size == 13
            assert chi(counts, np.full(13, 1 / 13)) < 5
            for other in {place + 1, 0} - {place}:
                pairs = np.bincount(13 * some[:, place] + some[:, other], minlength=169)
                assert chi(pairs, both.ravel()) < 5


def chi(counts, shares) -> float:
    """How far counts lie from their shares, about in standard errors."""
    expected = counts.sum() * shares
    free = len(counts) - 1
    return float((((counts - expected) ** 2 / expected).sum() - free) / (2 * free) ** 0.5)


def test_no_card_is_dealt_five_times():
    system = ps.rules("pagat", packs=1)
    made = program_of((system, 5, build_players(system, 5)[0]))
    ranks, known = ranks_of(all_aside(made, np.random.SeedSequence(1), 40), 40)
    for row, count in zip(ranks, known.tolist(), strict=True):
        assert max(np.bincount(row[:count], minlength=13)) <= 4


def test_lanes_are_seeded_as_numpy_seeds_its_generator():
    stream = np.random.SeedSequence(3)
    seeds = stream.generate_state(3 * (LANES + 1), np.uint64).reshape(-1, 3)
    with np.errstate(over="ignore"):
        lanes = new_lanes(stream)

    class Given:
        """Seeds as they are given."""

        def generate_state(self, count, kind):
            return seeds[7 + 1].astype(kind)

    np.random.bit_generator.ISeedSequence.register(Given)
    assert np.random.SFC64(Given()).state["state"]["state"].tolist() == lanes.words[:, 7].tolist()


def test_a_pack_that_is_known_in_part_is_dealt_on_with_the_rest():
    pack = begun_pack(np.random.SeedSequence(1))
    with np.errstate(over="ignore"):
        begin_pack(pack, np.uint64(0x0123456789ABC000), np.uint64(0x1 << 60), np.uint64(17))
        assert [pack.draw(0) for _ in range(3)] == [0, 1, 2]
        lay_rest(pack)
    order = [pack.draw(0) for _ in range(52)]
    assert order[:17] == [*range(13), 0, 0, 0, 1]
    assert sorted(order) == sorted(4 * [*range(13)])
    assert order[17:] != sorted(order[17:])
    assert pack.words[KNOWN] == 52
    pack.throw(0)
    pack.part(0, 0)


def test_lanes_are_chosen_where_they_apply_and_refused_in_a_sentence_elsewhere():
    system = ps.rules("pagat")
    assert Setting(system, 2, build_players(system, 2)[0]).played_by == "lanes"
    assert Setting(system, 2, build_players(system, 2)[0], "scalar").kernel == "run_fresh"
    assert Setting(system, 2, build_players(system, 2)[0], "lanes").kernel == "run_begun"
    assert Setting(system, 7, build_players(system, 7)[0]).played_by == "scalar"
    with pytest.raises(OptionError, match="they deal one pack to 6 punters at the most; leave the engine"):
        ps.edge("pagat", punters=7, deals=10, engine="lanes")
    with pytest.raises(OptionError, match="concerns all hands at once"):
        ps.edge("vingt-un-1800", punters=2, deals=10, engine="lanes")
    with pytest.raises(OptionError, match="its punters shoot"):
        ps.edge("shoot", punters=2, deals=10, shoot="all", engine="lanes")
    with pytest.raises(OptionError, match="its banker reads the table"):
        ps.edge("pagat", punters=1, deals=10, banker="reads-the-table", engine="lanes")
    chancy = build_players(system, 2)[0]._replace(mixed=None)
    assert lanes_for(system, 2, chancy) == "some at it decide by chance"
    with pytest.raises(OptionError, match="'vector' is no engine: it is auto, lanes or scalar"):
        ps.edge("pagat", deals=10, engine="vector")
    with pytest.raises(OptionError, match="fresh packs that stand alone"):
        ps.edge("pagat", deals=1000, pack="continue", engine="lanes")
    with pytest.raises(OptionError, match="leave out engine"):
        ps.edge("pagat", method="exact", engine="lanes")


def test_stakes_that_have_no_room_are_played_deal_by_deal(monkeypatch):
    """No rules of today stake as much: six punters at a thousand units have room."""
    endless = {"stake_max": 1000, "max_cards": "none", "five_card_trick": "none"}
    most = table_of("pagat", endless, 6, "buy-16", "stick-17", "max")
    assert isinstance(lanes_for(*most), Program)
    monkeypatch.setattr(program, "STAKED_BITS", 15)
    assert lanes_for(*most) == "its stakes are too large for them"


@pytest.mark.skipif(not JIT, reason="as plain Python, lanes are never chosen")
def test_a_table_that_leaves_most_deals_to_the_deal_is_played_deal_by_deal():
    system = ps.rules("pagat", burn=14, packs=1)
    split = "stick-16:burn=yes:split=A,2,3,4,5,6,7,8,9,T,J,Q,K"
    setting, alone = (Setting(system, n, build_players(system, n, split)[0]) for n in (6, 1))
    assert setting.played_by == "scalar"
    assert alone.played_by == "lanes"


def test_how_many_deals_are_set_aside():
    found = program_of(table_of("pagat", {"packs": 1}, 1, "stick-16:split=A,8", "stick-17", "min"))
    assert found.share_aside == pytest.approx(2 * 4 * 3 / (52 * 51))
    assert program_of(table_of("pagat", {}, 5, "buy-16", "stick-17", "min")).share_aside == 0


def test_the_result_tells_the_engine():
    told = ps.edge("pagat", punters=2, punter="buy-16", deals=50 if not JIT else 1000, seed=2, engine="lanes")
    assert told.to_dict()["engine"] == "lanes"
    assert told.tally.deals == (1000 if JIT else 50)
    assert ps.edge("pagat", punters=1, deals=50, seed=2, engine="scalar").to_dict()["engine"] == "scalar"
    assert ps.edge("pagat", punters=1, method="exact").to_dict()["engine"] is None


@pytest.mark.compiled
@compiled
def test_deals_that_run_out_of_cards_are_played_again():
    """Six who draw to the end of one pack: some deals want more cards than there are."""
    system = ps.rules("pagat", packs=1, max_cards="none", five_card_trick="none", min_stick=15, soft_21_may_draw=True)
    players = build_players(system, 6, "stick-20:split=A,2,3,4,5,6,7,8,9,T,J,Q,K", "stick-20")[0]
    results = [simulate(Setting(system, 6, players, engine), CHUNK, 3) for engine in ("lanes", "scalar")]
    assert [result.deals for result in results] == [CHUNK, CHUNK]
    gains = [(tally.gain / tally.deals, tally.sums["squares"][0] / tally.deals**2) for tally in results]
    assert abs(gains[0][0] - gains[1][0]) < 4.5 * (gains[0][1] + gains[1][1]) ** 0.5


@pytest.mark.compiled
@compiled
def test_the_first_deals_of_a_chunk_are_any_deals():
    """A chunk cut short counts as many deals as are asked for, whatever the number of lanes."""
    system = ps.rules("pagat", packs=1)
    setting = Setting(system, 3, build_players(system, 3, "buy-16:split=A")[0], "lanes")
    for deals in (1, LANES - 1, LANES, 10 * LANES + 1):
        tally: Tally = play_chunk(setting, 1, 0, deals)
        assert tally.deals == sum(tally.sums["endings"]) == deals


@pytest.mark.compiled
@compiled
@pytest.mark.parametrize(
    ("rules", "punter", "stakes"),
    [("pagat", "buy-16", "A=5,T=2,*=1"), ("parlett", "stick-16", "min"), ("vingt-un-1850", "stick-15", "A=2,*=1")],
)
def test_lanes_agree_with_exact_figures(rules, punter, stakes):
    table = {"punters": 5, "punter": punter, "stakes": stakes}
    found = ps.edge(rules, **table, deals=4_000_000, seed=7, engine="lanes").bank_edge
    exact = ps.edge(rules, **table, method="exact").bank_edge
    for name in ("per_deal", "per_unit_staked"):
        assert abs(found[name].value - exact[name].value) < 4 * found[name].standard_error
