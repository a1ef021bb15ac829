"""Simulated one-pack figures against closed forms and exact values, in standard errors.

    python tests/numbers_check.py [DEALS]        # 50 million deals a figure by default

prints one line a figure and fails when any lies 4 standard errors or more from the exact one. The tests run the same
with fewer deals. Sources of the exact figures: combinations of cards for the closed forms, exact enumeration
(``naive_exact.py``) for the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import pontoon_sim as ps
from pontoon_sim.estimate import bank_edge
from pontoon_sim.law import ROYAL, TWENTY_ONE, plain_law
from pontoon_sim.tally import Tally

SOME_PONTOON = [0.048265, 0.094758, 0.139521, 0.182599, 0.224034, 0.263869, 0.302146, 0.338905]
BANK_PASSES = [0.046492, 0.091256, 0.134334, 0.175769, 0.215604, 0.253880, 0.290640]
TWO_CARDS = {4: 3, 5: 8, 6: 11, 7: 16, 8: 19, 9: 24, 10: 27, 11: 32, 12: 62, 13: 64, 14: 59, 15: 56, 16: 51, 17: 48,
             18: 43, 19: 40, 20: 68, 21: 32}  # fmt: skip
#: What is dealt from one pack, by the questions of `pontoon_sim.odds`.
CLOSED_FORMS = {
    "pontoon": Fraction(32, 663),
    "all_pontoons_2": Fraction(96, 54145),
    "pair": Fraction(1, 17),
    "two_aces": Fraction(1, 221),
    "two_cards_hard_13": Fraction(56, 663),
    "two_cards_hard_14": Fraction(1, 13),
    "three_sevens": Fraction(1, 5525),
    "two_cards_at_least_15": Fraction(26, 51),
    "within_21_in_3": Fraction(13740, 22100),
    "within_21_in_4": Fraction(61269, 270725),
    "within_21_in_5": Fraction(139972, 2598960),
    "trick_no_pontoon_first": Fraction(4799, 92820),
    "bust_14_equal_ranks": 1 - Fraction(7, 13),
    "bust_15_equal_ranks": Fraction(7, 13),
    **{f"two_cards_{total}": Fraction(of_663, 663) for total, of_663 in TWO_CARDS.items()},
}
#: The casino of `casino-rtg`, eight packs, its published strategy: how the dealer ends; the player's hands where the
#: dealer has no pontoon, and what he stakes in all, as other programs found them to about the last digit.
DEALER = {"pontoon": 0.04745, "five_card_trick": 0.02133, "bust": 0.28278, 17: 0.12970, 18: 0.13768, 19: 0.13199,
          20: 0.17801, "twenty_one": 0.07105}  # fmt: skip
PLAYER = {"five_card_trick": 0.03785, "bust": 0.1645}
MEAN_WAGER = 1.1724
#: Final hand of a player who draws to best total n and stops at five cards.
DRAWS_TO = {
    15: {"pontoon": 0.048265, "five_card_trick": 0.006437, 15: 0.132763, 16: 0.125576, 17: 0.122973, 18: 0.115049,
         19: 0.111786, 20: 0.153208, "twenty_one": 0.050281, "bust": 0.133660},
    17: {"pontoon": 32 / 663, "bust": 914861 / 3248700, "five_card_trick": 52487 / 3248700, 17: 38774 / 270725,
         18: 36656 / 270725, 19: 35736 / 270725, 20: 140377 / 812175, "twenty_one": 57263 / 812175},
}  # fmt: skip
#: Rules, punter's and banker's threshold, punter's net: computed twice by separate code.
SIMPLE = [
    ("pagat", 15, 15, -0.117844),
    ("pagat", 16, 17, -0.165576),
    ("pagat", 17, 17, -0.167490),
    ("pagat", 18, 18, -0.216659),
    ("pontoon-2011", 17, 17, -0.123746),
    ("pontoon-1939", 17, 17, -0.115755),
]


class Figure(NamedTuple):
    """A simulated figure beside the exact one."""

    name: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def z(self) -> float:
        return (self.simulated - self.exact) / self.standard_error


def share(name: str, exact: float | Fraction, count: int, of: int) -> Figure:
    """A share of deals; its error is that of the exact probability."""
    exact = float(exact)
    return Figure(name, exact, count / of, sqrt(exact * (1 - exact) / of))


def play(deals: int, punters: int, punter: str, banker: str = "stick-17", rules: str = "pagat", **changes) -> Tally:
    system = ps.rules(rules, **{"packs": 1, **changes})
    return ps.edge(system, punters=punters, punter=punter, banker=banker, deals=deals, seed=20_26).tally


def figures(deals: int) -> Iterator[Figure]:
    """All figures, each from so many deals."""
    yield from simple_policies(deals)
    yield from pontoons(deals)
    yield from final_hands(deals)


def simple_policies(deals: int) -> Iterator[Figure]:
    for rules, punter, banker, exact in SIMPLE:
        tally = play(deals, 1, f"stick-{punter}", f"stick-{banker}", rules)
        found = bank_edge(tally)["per_deal"]
        yield Figure(f"{rules}: {punter} against {banker}", -exact, found.value, found.standard_error)


def pontoons(deals: int) -> Iterator[Figure]:
    for punters in range(1, 8):
        tally = play(deals, punters, "stick-16")
        shuffled, moved = tally.shuffles_and_moves(plain_law(ps.rules("pagat")))
        yield share(f"some pontoon among {punters + 1} hands", SOME_PONTOON[punters], shuffled, deals)
        yield share(f"the bank passes, {punters} punters", BANK_PASSES[punters - 1], moved, deals)


def final_hands(deals: int) -> Iterator[Figure]:
    for threshold, exact in DRAWS_TO.items():
        tally = play(deals, 1, f"stick-{threshold}", banker_pontoon_shown="after-play")
        for name, probability in exact.items():
            count = tally.outcomes()[name] if isinstance(name, str) else tally.sums["classes"][name]
            yield share(f"drawing to {threshold}: {name}", probability, count, deals)
    tally = play(deals, 1, "stick-17", banker_pontoon_shown="after-play", royal_pontoon=True)
    yield share("7-7-7 in three given cards", Fraction(1, 5525), tally.sums["classes"][ROYAL], deals)
    tally = play(deals, 1, "stick-1", banker_pontoon_shown="after-play", min_stick=0)
    for total, of_663 in TWO_CARDS.items():
        count = tally.outcomes()["pontoon"] if total == TWENTY_ONE else tally.sums["classes"][total]
        yield share(f"two cards make {total}", Fraction(of_663, 663), count, deals)


def main(deals: int = 50_000_000) -> int:
    worst = 0.0
    for figure in figures(deals):
        worst = max(worst, abs(figure.z))
        print(f"{figure.name:<40} {figure.exact:10.6f} {figure.simulated:10.6f} z {figure.z:+.2f}", flush=True)
    print(f"{deals:,} deals a figure; farthest from exact: {worst:.2f} standard errors")
    return int(worst >= 4)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
