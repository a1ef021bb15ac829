"""The pack and its random numbers: NumPy's generator bit for bit, and every order equally likely."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pytest

from pontoon_sim.gathering import fill_ring, gather, shuffle_ring
from pontoon_sim.jit import JIT, kernel
from pontoon_sim.pack import PADDING, POSITION, below, draw, fresh_pack, next_word, part, take_brulet, throw
from pontoon_sim.ring import ASIDE, EXHAUSTED, GATHERS, HALF, RingPack, in_pack, ring_pack, uneven

MANY = 1_000_000 if JIT else 4_000


@kernel
def words_of(words, out):
    for i in range(out.size):
        out[i] = next_word(words)


@kernel
def bounded(words, limit, out):
    for i in range(out.size):
        out[i] = below(words, limit)


@kernel
def positions(pack, deals, cards, counts):
    """Count, over fresh deals of so many cards, which rank lies at which position."""
    for _ in range(deals):
        pack.words[POSITION] = 0
        for at in range(cards):
            counts[at * 13 + draw(pack, 0)] += 1


@kernel
def places(pack, deals, counts):
    """Count, over shuffles of 52 cards that are all told apart, which card lies where."""
    for _ in range(deals):
        pack.words[POSITION] = 0
        for at in range(52):
            counts[at * 52 + draw(pack, 0)] += 1


@kernel
def ring_places(ring, shuffles, counts):
    """The same of a pack that keeps its cards."""
    for _ in range(shuffles):
        shuffle_ring(ring)
        for at in range(52):
            counts[at * 52 + np.int64(ring.cards[at])] += 1


@kernel
def neighbours(pack, deals, counts):
    """Count the pairs of ranks at positions 0 and 1, and at 2 and 30."""
    for _ in range(deals):
        pack.words[POSITION] = 0
        first = draw(pack, 0)
        counts[first * 13 + draw(pack, 0)] += 1
        third = draw(pack, 0)
        for _skip in range(27):
            draw(pack, 0)
        counts[169 + third * 13 + draw(pack, 0)] += 1


def chi_square_p(observed: np.ndarray, expected: np.ndarray) -> float:
    """Upper tail of chi-square by Wilson and Hilferty's normal approximation."""
    freedom = observed.size - 1
    statistic = ((observed - expected) ** 2 / expected).sum()
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


@pytest.fixture(autouse=True)
def wrap_around():
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("seed", [0, 1, 2**63])
def test_the_generator_is_numpys_sfc64_bit_for_bit(seed):
    ours = fresh_pack(1, np.random.SeedSequence(seed)).words
    out = np.zeros(100_000 if JIT else 2_000, np.uint64)
    words_of(ours, out)
    assert (out == np.random.SFC64(np.random.SeedSequence(seed)).random_raw(out.size)).all()


def test_bounded_numbers_are_the_top_bits_times_the_limit():
    ours = fresh_pack(1, np.random.SeedSequence(5)).words
    out = np.zeros(1000, np.uint64)
    bounded(ours, np.uint64(52), out)
    raw = np.random.SFC64(np.random.SeedSequence(5)).random_raw(1000)
    assert out.tolist() == [(int(word) >> 9) * 52 >> 55 for word in raw]


@pytest.mark.parametrize("packs", [1, 2, 8])
def test_every_rank_is_as_likely_at_every_position(packs):
    pack = fresh_pack(packs, np.random.SeedSequence(7))
    deals, cards = MANY // (4 if JIT else 8), 52
    counts = np.zeros(cards * 13, np.int64)
    positions(pack, deals, cards, counts)
    for at in range(cards):
        row = counts[at * 13 : at * 13 + 13]
        assert row.sum() == deals
        assert chi_square_p(row, np.full(13, deals / 13)) > 1e-5, f"position {at}"


def test_a_part_sorted_pack_is_shuffled_as_well():
    pack = fresh_pack(1, np.random.SeedSequence(11))
    pack.cards[:52] = np.sort(pack.cards[:52])[::-1]
    counts = np.zeros(13 * 3, np.int64)
    positions(pack, MANY, 3, counts)
    assert chi_square_p(counts, np.full(39, MANY / 13)) > 1e-5


@pytest.mark.parametrize("begin", [range(52), [*range(0, 52, 2), *range(51, 0, -2)]], ids=["sorted", "part-sorted"])
def test_every_card_is_as_likely_at_every_position(begin):
    """52 cards by 52 positions, from a sorted and from a part-sorted pack; rows and columns sum to the shuffles."""
    pack = fresh_pack(1, np.random.SeedSequence(29))
    pack.cards[:52] = begin
    deals = 5_200_000 if JIT else 1_500
    counts = np.zeros(52 * 52, np.int64)
    places(pack, deals, counts)
    assert_even(counts, deals)


def test_a_kept_pack_is_shuffled_evenly():
    """The same: each shuffle takes up where the last one left the cards."""
    kept, counts, shuffles = ring(list(range(52))), np.zeros(52 * 52, np.int64), 1_000_000 if JIT else 1_500
    with np.errstate(over="ignore"):
        ring_places(kept, shuffles, counts)
    assert_even(counts, shuffles)


def assert_even(counts: np.ndarray, shuffles: int) -> None:
    """Rows and columns sum to the shuffles, and no card prefers a position."""
    table = counts.reshape(52, 52)
    assert (table.sum(axis=0) == shuffles).all()
    assert (table.sum(axis=1) == shuffles).all()
    # The counts of one shuffle are a permutation matrix: the statistic has a mean of 52 / 51 per degree of freedom.
    expected = np.full(counts.size, shuffles / 52)
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    z = ((statistic * 51 / 52 / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert abs(z) < 4.5


def test_pairs_of_positions_are_drawn_without_replacement():
    pack = fresh_pack(1, np.random.SeedSequence(13))
    counts = np.zeros(2 * 169, np.int64)
    neighbours(pack, MANY, counts)
    same = np.eye(13, dtype=bool).ravel()
    expected = np.where(same, 4 * 3, 4 * 4) / (52 * 51) * MANY
    for observed in (counts[:169], counts[169:]):
        assert chi_square_p(observed, expected) > 1e-5


def test_a_pack_is_a_pack_after_any_number_of_deals():
    pack = fresh_pack(2, np.random.SeedSequence(17))
    counts = np.zeros(40 * 13, np.int64)
    positions(pack, 1000, 40, counts)
    assert np.bincount(pack.cards[:104], minlength=13).tolist() == [8] * 13
    assert (pack.cards[104:] == 9).all()


def test_a_fresh_pack_dealt_to_its_end_is_followed_by_tens():
    pack = fresh_pack(1, np.random.SeedSequence(19))
    drawn = [int(pack.draw(0)) for _ in range(60)]
    assert sorted(drawn[:52]) == sorted(list(range(13)) * 4)
    assert drawn[52:] == [9] * 8
    assert int(pack.words[POSITION]) == 60 > int(pack.size)
    assert len(pack.cards) == 52 + PADDING


def test_chunks_have_streams_of_their_own():
    firsts = [
        tuple(int(pack.draw(0)) for _ in range(20))
        for pack in (fresh_pack(1, np.random.SeedSequence(1, spawn_key=(chunk,))) for chunk in range(400))
    ]
    assert len(set(firsts)) == 400
    counts = np.bincount([first[0] for first in firsts], minlength=13)
    assert chi_square_p(counts, np.full(13, 400 / 13)) > 1e-4


def ring(cards: list[int], way: str = "hands", reshuffles: bool = False) -> RingPack:
    words = fresh_pack(1, np.random.SeedSequence(23)).words
    made = ring_pack(1, words, way, reshuffles)._replace(size=len(cards))
    fill_ring(made, np.array(cards, np.uint8))
    return made


@pytest.mark.parametrize("left", [2, 3, 7, 51, 52, 416])
def test_the_halves_of_a_word_favour_no_card(left):
    """As many halves are drawn again as there are too many: what is left over when 2**32 is shared by `left`."""
    lows = [
        -(number * -(2**32) // left) * left - number * 2**32 for number in range(left)
    ]  # of the least half for each
    with np.errstate(over="ignore"):
        again = sum(bool(uneven(np.uint64(low), HALF, np.uint64(left))) for low in lows)
        other = sum(bool(uneven(HALF, np.uint64(low), np.uint64(left + 1))) for low in lows)
    assert again == other == 2**32 % left


def test_thrown_in_cards_go_under_the_ring_first_received_first():
    pack = ring([1, 2, 3, 4, 5])
    assert [draw(pack, 0) for _ in range(3)] == [1, 2, 3]
    throw(pack, 0)
    assert [draw(pack, 1) for _ in range(5)] == [4, 5, 1, 2, 3]
    assert pack.state[EXHAUSTED] == 0
    assert draw(pack, 1) == 9
    assert pack.state[EXHAUSTED] == 1


def test_cards_aside_are_shuffled_when_the_ring_ends():
    pack = ring([1, 2, 3, 4, 5], "aside", reshuffles=True)
    for _ in range(4):
        draw(pack, 0)
    throw(pack, 0)
    assert pack.state[ASIDE] == 4
    with np.errstate(over="ignore"):
        assert draw(pack, 1) == 5
        assert sorted(draw(pack, 1) for _ in range(4)) == [1, 2, 3, 4]
    assert draw(pack, 1) == 9
    assert pack.state[EXHAUSTED] == 1


def test_cards_aside_stay_there_without_a_reshuffle():
    pack = ring([1, 2], "aside")
    draw(pack, 0), draw(pack, 0)
    throw(pack, 0)
    draw(pack, 1)
    assert pack.state[EXHAUSTED] == 1


def test_a_split_moves_the_second_card_and_the_hands_behind():
    pack = ring([1, 1, 5, 6, 7, 8])
    draw(pack, 0), draw(pack, 0)
    part(pack, 0, 0)
    draw(pack, 0), draw(pack, 1)  # 1 5 | 1 6
    part(pack, 0, 1)  # the first is split once more: 1 | 5 | 1 6
    held = [pack.held[32 * hand : 32 * hand + pack.held_count[hand]].tolist() for hand in range(3)]
    assert held == [[1], [5], [1, 6]]


def test_a_brulet_takes_top_and_bottom_card_aside():
    pack = ring([0, 3, 4, 12])
    assert pack.cut() == (0, 12)
    take_brulet(pack)
    assert (in_pack(pack), pack.state[ASIDE]) == ([3, 4], 2)
    assert [draw(pack, 0), draw(pack, 0)] == [3, 4]


def test_a_dealer_sees_top_and_bottom_after_a_shuffle_only():
    pack = ring([0, 3, 4, 12])
    draw(pack, 0)
    gather(pack, 1, np.ones(1, np.int64))
    assert pack.cut() == (9, 9)


GATHERED = {
    "hands": [7, 8, 3, 5, 2, 4, 6],  # the bust hand at once, then the seats' hands, the banker's last
    "dealt": [7, 8, 2, 3, 4, 5, 6],
    "aside": [7, 8],
}


@pytest.mark.parametrize("way", GATHERED)
def test_used_cards_go_back_as_the_rules_say(way):
    pack = ring([2, 3, 4, 5, 6, 7, 8], way)
    for hand in (4, 0, 8, 0, 8):
        draw(pack, hand)
    throw(pack, 0)
    gather(pack, 2, np.ones(2, np.int64))
    assert in_pack(pack) == GATHERED[way]
    assert sorted(pack.aside[: pack.state[ASIDE]]) == ([2, 3, 4, 5, 6] if way == "aside" else [])
    assert pack.held_count.sum() == 0


@pytest.mark.parametrize("way", ["hands-mixed", "mixed"])
def test_mixed_cards_come_back_in_every_order(way):
    seen = set()
    pack = ring([2, 3, 4, 5, 6])
    pack = pack._replace(gather=GATHERS.index(way))
    with np.errstate(over="ignore"):
        for _ in range(60):
            fill_ring(pack, np.array([2, 3, 4, 5, 6], np.uint8))
            for hand in (0, 0, 4):
                draw(pack, hand)
            gather(pack, 1, np.ones(1, np.int64))
            seen.add(tuple(in_pack(pack)))
    assert all(order[:2] == (5, 6) for order in seen)
    assert len(seen) == (2 if way == "hands-mixed" else 6)
