"""The casino relatives, whose figures are published: the dealer's hands, and the published strategy.

Sources: Wizard of Odds on Pontoon by Realtime Gaming for the strategy (``policies/casino-rtg.csv``); the shares and the
mean wager were computed from the stated rules by two programs that share no code with this package.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from numbers_check import DEALER, MEAN_WAGER, PLAYER

import pontoon_sim as ps
from pontoon_sim.tally import BANKER_OUTCOMES

STRATEGY = str(Path(__file__).parent / "policies" / "casino-rtg.csv")
DEALS = 4_000_000


def assert_share(found: float, expected: float, of: int) -> None:
    """Within 4.5 standard errors and the last printed digit."""
    assert abs(found - expected) < 4.5 * (expected * (1 - expected) / of) ** 0.5 + 0.000005


@pytest.mark.compiled
def test_the_dealer_ends_as_published():
    tally = ps.edge(ps.rules("casino-rtg", banker_completes=True), deals=DEALS, seed=1).tally
    outcomes, endings = tally.bank_outcomes(), tally.sums["endings"]
    for hand, share in DEALER.items():
        total = hand if isinstance(hand, int) else 0
        count = sum(endings[4 * total : 4 * total + 4]) if total else outcomes[hand]
        assert_share(count / DEALS, share, DEALS)
        assert not total or total in BANKER_OUTCOMES["stood"]


@pytest.mark.compiled
def test_the_published_strategy_comes_out_as_computed():
    """Bank edge 0.42 to 0.43 %, standard deviation 1.439, mean wager 1.1724; a trick in 3.785 % and a bust in 16.45 %
    of the hands in rounds without a dealer's pontoon."""
    result = ps.edge("casino-rtg", punter=STRATEGY, deals=DEALS, seed=2)
    edge, found = result.bank_edge["per_deal"], result.to_dict()
    assert abs(edge.value - 0.00425) < 4.5 * edge.standard_error
    assert found["sd_per_deal"] == pytest.approx(1.439, abs=0.003)
    assert found["seats"][0]["mean_staked"] == pytest.approx(MEAN_WAGER, abs=0.001)
    outcomes = result.tally.outcomes()
    hands = sum(outcomes.values()) - result.tally.bank_outcomes()["pontoon"]
    for hand, share in PLAYER.items():
        assert_share(outcomes[hand] / hands, share, hands)


@pytest.mark.compiled
def test_one_card_to_split_aces_and_a_dealer_who_sticks_on_17():
    """Under Microgaming's rules the same strategy loses about as little: 0.378 % with the best one there."""
    result = ps.edge("casino-microgaming", punter=STRATEGY, deals=DEALS, seed=3)
    edge = result.bank_edge["per_deal"]
    assert abs(edge.value - 0.0039) < 0.001 + 4.5 * edge.standard_error
