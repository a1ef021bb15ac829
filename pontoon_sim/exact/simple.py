"""The simple policies beside the best one: what the best `stick on N` loses, and a rule of thumb for stakes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..cards import RANKS
from ..deal import NO_CARD
from ..policy.punter import punter_policy
from ..policy.tables import PunterPolicy
from .response import PunterResponse
from .seat import Seat

TOTALS = range(12, 22)


class Simple(NamedTuple):
    """A policy by name, and what a punter gains a deal by it, in units."""

    name: str
    gain: float


def simple_policies(found: PunterResponse, totals: range = TOTALS) -> list[Simple]:
    """All policies that stick on a total, with the splits and burns of the best response; the best first.

    Where it splits a pair up to fewer hands than are allowed, or differs by situation, the simple policy splits
    whenever it may.
    """
    solver, rules = found.solver, found.solver.game.rules
    ways = ["stick"] + ["buy", "minbuy"] * (rules.first_buy_max > 0)
    options = options_of(found.policy)
    made = {}
    for way in ways:
        for total in totals:
            for tail in dict.fromkeys(("", options)):
                policy = punter_policy(f"{way}-{total}{tail}", rules)
                if total >= rules.min_stick and policy.digest not in made:
                    account = Seat(solver.game, policy, found.schedule.stakes, solver.packs).account()
                    made[policy.digest] = Simple(policy.name, float(account.account.gain))
    return sorted(made.values(), key=lambda one: -one.gain)


def options_of(policy: PunterPolicy) -> str:
    """The splits and burns of a policy as options of a name."""
    splits = [RANKS[rank] for rank in np.flatnonzero(policy.splits[: len(RANKS)])]
    return (f":split={','.join(splits)}" if splits else "") + (":burn=yes" if policy.ever_burns else "")


def stakes_in_words(found: PunterResponse) -> str:
    """A rule of thumb for the best stakes."""
    rules, stakes = found.solver.game.rules, found.schedule.stakes
    if rules.stake_min == rules.stake_max:
        return f"Every stake is {rules.stake_min}: there is nothing to choose."
    if rules.stakes_when == "before-deal":
        which = "most" if stakes[NO_CARD] == rules.stake_max else "least"
        return f"Stakes are put up before the deal: stake the {which}, {stakes[NO_CARD]}."
    high = [RANKS[rank] for rank in range(len(RANKS)) if stakes[rank] == rules.stake_max]
    if len(high) in (0, len(RANKS)):
        which, stake = ("least", rules.stake_min) if not high else ("most", rules.stake_max)
        return f"Stake the {which} on every card, {stake}."
    return f"Stake the most, {rules.stake_max}, on {ranks_in_words(high)}; the least, {rules.stake_min}, on the rest."


def ranks_in_words(ranks: list[str]) -> str:
    """Ranks in a sentence: an ace, 2, 3, any ten."""
    tens = [rank for rank in ranks if rank in "TJQK"]
    said = ["an ace"] * ("A" in ranks) + [rank for rank in ranks if rank not in "ATJQK"]
    said += ["a ten or a court card"] if len(tens) == 4 else tens
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))
