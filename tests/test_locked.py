"""A pack that would never be shuffled again: its sitting ends, and that is counted and told."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pontoon_sim as ps
from pontoon_sim.evening import state
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.policy.build import seated
from pontoon_sim.tally import INITIAL


def test_a_locked_pack_ends_its_sitting_and_another_begins():
    """Nothing is lost and nothing counted twice: the pieces add up to the deals asked for, and to their results."""
    rules = ps.rules("pagat", gather="dealt")
    table = SittingSetting(rules, seated(rules, 2, "stick-17"), length=300, warm_up=64)
    tally = table.play(3, 0, 900)
    assert tally.locked > 3
    assert 3 < tally.sittings <= 3 + tally.locked
    assert tally.deals == tally.sums["seats"][INITIAL] == 900  # a unit was staked in each
    assert 900 < tally.batches[state.DD] < 3 * 300**2
    assert tally.warmed == 3 * 64


def test_sessions_are_not_cut_by_a_locked_pack():
    """Who has habits sits for as many deals as his question says."""
    found = ps.purse("pagat", punters=1, length=200, sessions=4, seed=3, pack="continue", gather="dealt", purse=10**6)
    assert found.sums.sittings == 4
    assert found.tally.locked


def test_a_locked_pack_is_told_in_words():
    played = SimpleNamespace(sittings=10, sitting_deals=1000, warm_up=64, locked=7)
    result = replace(ps.edge("pagat", punters=1, deals=10, seed=1), played=played, pack="continue")
    told = " ".join(result.notes())
    assert "7 times the pack came back to an order that it had had since it was shuffled" in told
    assert "10 independent sittings of up to 1,000 deals each" in told
