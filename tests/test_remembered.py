"""What an object remembers goes when it goes."""

from __future__ import annotations

import gc
import weakref

import numpy as np

import pontoon_sim as ps
from pontoon_sim.exact.against import Game
from pontoon_sim.exact.best import HandSolver
from pontoon_sim.exact.deck import Deck
from pontoon_sim.exact.remembered import remembered
from pontoon_sim.policy.banker import banker_policy


class Counted:
    asked = 0

    @remembered
    def double(self, number: int) -> int:
        """Twice that."""
        self.asked += 1
        return 2 * number


def test_each_object_works_things_out_once():
    one, other = Counted(), Counted()
    assert [one.double(1), one.double(1), one.double(2), other.double(1)] == [2, 2, 4, 2]
    assert (one.asked, other.asked) == (2, 1)
    assert Counted.double.__doc__ == "Twice that."


def test_a_solver_is_not_kept_alive():
    rules = ps.rules("pagat")
    solver = HandSolver(
        Game(rules, banker_policy("stick-17", rules)), Deck(np.array([2.0] + [0] * 8 + [3.0] + [0] * 3), False)
    )
    assert solver.unsplit(0, 1) is solver.unsplit(0, 1)
    gone = weakref.ref(solver)
    del solver
    gc.collect()
    assert gone() is None
