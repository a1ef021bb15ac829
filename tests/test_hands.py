"""The graph of hands, against sums that anyone can do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon_sim.cards import RANKS, value
from pontoon_sim.hands import BUST, EMPTY, graph

HANDS = graph()


def partitions(total: int, largest: int) -> int:
    """In how many ways a total is a sum of parts of at most that size."""
    if total <= 0 or largest == 0:
        return int(total == 0)
    return partitions(total - largest, largest) + partitions(total, largest - 1)


def totals(ranks: list[int]) -> tuple[int, int]:
    """Low and best total, counted the slow way."""
    low = sum(value(rank) for rank in ranks)
    return low, low + 10 if 0 in ranks and low + 10 <= 21 else low


def test_number_of_hands():
    """Partitions of 0 to 21 into parts of at most 10; from one pack at most four of each value, sixteen tens."""
    free = sum(partitions(total, 10) for total in range(22))
    assert free == 3083
    assert len(HANDS.low) == free + 1, "and one node for all that are bust"
    assert HANDS.fits(1).sum() - 1 == 2019
    assert HANDS.fits(8).sum() - 1 == 3083


@given(st.lists(st.integers(0, 12), max_size=12))
def test_a_node_knows_its_cards(ranks):
    node = HANDS.node_of(ranks)
    low, best = totals(ranks)
    if low > 21:
        assert node == BUST
        return
    assert (HANDS.low[node], HANDS.best[node], HANDS.cards[node]) == (low, best, len(ranks))
    assert HANDS.soft[node] == (best != low)
    assert HANDS.counts[node].sum() == len(ranks)


@given(st.permutations([0, 1, 4, 9]))
def test_order_does_not_matter(ranks):
    assert HANDS.node_of(list(ranks)) == HANDS.node_of([0, 1, 4, 9])


@pytest.mark.parametrize(
    ("text", "best", "cards"),
    [("92A7A", 20, 5), ("5AA5", 12, 4), ("A47", 12, 3), ("AK", 21, 2), ("777", 21, 3), ("A", 11, 1)],
)
def test_totals_of_hands_that_others_got_wrong(text, best, cards):
    node = HANDS.node_of([RANKS.index(rank) for rank in text])
    assert (HANDS.best[node], HANDS.cards[node]) == (best, cards)


def test_nothing_comes_of_a_bust_hand():
    assert not HANDS.take[BUST * 16 : BUST * 16 + 16].any()
    assert HANDS.take[EMPTY * 16] > EMPTY
    assert not HANDS.take.flags.writeable, "the one graph of the process cannot be changed by anybody"
    assert np.unique(HANDS.take).size == len(HANDS.low) - 1, "every node but the empty hand can be reached"
