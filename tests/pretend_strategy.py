"""A made-up but plausible best play, for charts: a small recursion against a banker's hands as they usually end.

It knows nothing of the banker's cards, so its numbers are no results; but it buys, twists, splits and burns where a
person might, tells compositions and last buys apart, and has a value for every action.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from pontoon_sim.cards import TEN
from pontoon_sim.charts.cells import Decision
from pontoon_sim.charts.making import chart_of_policy
from pontoon_sim.hands import BUST, WIDTH, graph
from pontoon_sim.law import buy_limits, can_buy, plain_law, pontoon_level
from pontoon_sim.policy.match import BURN, SPLIT, State
from pontoon_sim.policy.players import BUY_LEAST, BUY_MOST, STICK, TWIST
from pontoon_sim.policy.stakes import stake_schedule
from pontoon_sim.policy.tables import burnable, table_policy
from pontoon_sim.policy.walk import START, first_nodes, first_pairs, step, tabulate, walk
from pontoon_sim.policy.write import policy_states

# How the hand of a banker who sticks on 17 ends, roughly.
ENDS = {0: 0.282, 17: 0.143, 18: 0.135, 19: 0.132, 20: 0.173, 21: 0.071, 22: 0.016, 23: 0.048}


class Pretender:
    """Values of every action in every state under some rules."""

    def __init__(self, rules):
        self.rules, self.law, self.base = rules, plain_law(rules), rules.stake_min
        self.values = cache(self.values)
        self.burns = burnable(rules)

    def ends(self, klass: int) -> float:
        pay, unit = self.law.pay, self.law.unit
        return sum(chance * pay[klass * 32 + banker] / unit for banker, chance in ENDS.items())

    def chances(self, node):
        held = graph().counts[node]
        left = [max((64 if rank == TEN else 16) - int(held[rank + 1]), 0) for rank in range(TEN + 1)]
        return [one / sum(left) for one in left]

    def after(self, node, memory, code) -> float:
        then = step(self.law, self.base, memory, code)
        stake = (self.base + then.bought) / self.base
        total = 0.0
        for rank, chance in enumerate(self.chances(node)):
            child = self.law.take[node * WIDTH + rank]
            if child == BUST:
                total -= stake * chance
            elif not self.law.open[child]:
                total += chance * stake * self.ends(self.law.klass[child])
            else:
                total += chance * max(self.values(then, child).values())
        return total

    def values(self, memory, node) -> dict[int, float]:
        found = {TWIST: self.after(node, memory, TWIST)}
        if self.law.may_stick[node]:
            stake = (self.base + memory.bought) / self.base
            found[STICK] = stake * self.ends(self.law.klass[node])
        if can_buy(self.law, node, memory.buys, memory.twisted):
            least, most = buy_limits(self.law, self.base, memory.last)
            for code in (BUY_MOST, BUY_LEAST) if least != most else (BUY_MOST,):
                found[code] = self.after(node, memory, code)
        return found

    def half(self, rank) -> float:
        """One hand of a split pair."""
        total = 0.0
        for second in range(13):
            node = graph().node_of([rank, second])
            level = pontoon_level(self.rules, rank, second)
            there = 2.0 * self.ends(23) if level else max(self.values(START, node).values())
            total += there * (15 if second == rank else 16) / 207
        return total

    def best(self, memory, node) -> int:
        values = self.values(memory, node)
        return max(values, key=lambda code: (values[code], -code))


def pretend(rules):
    """The policy, and a function that gives the values of a state."""
    mind = Pretender(rules)
    splits, burns = np.zeros(16, np.int8), np.zeros(len(graph().low), np.int8)
    for one, two, node, rank in first_pairs(rules):
        if rank is not None and one == two and plain_law(rules).open[node]:
            splits[rank] = 2 * mind.half(rank) > max(mind.values(START, node).values())
    for node in np.flatnonzero(mind.burns):
        burns[node] = max(mind.values(START, int(node)).values()) < -0.3

    def values(state: State) -> dict[int, float]:
        found = dict(mind.values(state.memory, state.node))
        if state.pair is not None:
            found[SPLIT] = 2 * mind.half(state.pair)
        if state.memory == START and mind.burns[state.node]:
            found[BURN] = -0.3
        return found

    made = walk(rules, first_nodes(rules, splits, burns), mind.best)
    for rank in range(13):
        if splits[rank]:
            burns[graph().node_of([rank, rank])] = 0
    return table_policy("optimal", rules, *tabulate(rules, made), splits=splits, burns=burns), values, mind


def beside(rules, policy, mind) -> list[Decision]:
    """What to do after a twist that the policy itself never makes."""
    met = {state for state, _ in policy_states(policy, rules)}
    found, seen = [], set()
    queue = [(START, node) for node in first_nodes(rules, policy.splits, policy.burns)]
    for memory, node in queue:
        then = step(mind.law, mind.base, memory, TWIST)
        for rank in range(TEN + 1):
            child = mind.law.take[node * WIDTH + rank]
            if child == BUST or not mind.law.open[child] or (then, child) in seen:
                continue
            seen.add((then, child))
            queue.append((then, child))
            state = State(child, None, then)
            if state not in met:
                found.append(Decision(state, mind.best(then, child), 0.0, mind.values(then, child)))
    return found


def pretend_chart(rules, stakes=None, gain=-0.0312, notes=()):
    """A whole chart with values, costs and specials."""
    policy, values, mind = pretend(rules)
    said = stakes or ("A=5,T=4,J=4,Q=4,K=4,9=2,*=1" if rules.stake_max >= 5 else "min")
    return chart_of_policy(
        policy,
        rules,
        banker=rules.dealer or "stick-17",
        stakes=stake_schedule(said, rules),
        gain=gain,
        values=values,
        beside=beside(rules, policy, mind),
        notes=notes,
    )
