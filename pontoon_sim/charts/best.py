"""What a chart tells of the best response: what every action is worth, and what a person need not remember."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..exact.best import HandPlay
from ..exact.choices import Past
from ..exact.memorable import memorable
from ..exact.response import PunterResponse, best_punter
from ..exact.simple import simple_policies, stakes_in_words
from ..hands import graph
from ..policy.match import BURN, SPLIT, State
from ..policy.walk import Memory
from .cells import Decision
from .figures import Table


def of_the_best(table: Table) -> dict[str, Any]:
    """The further arguments of `making.chart_of_policy` for the best response at a table."""
    found = best_punter(table.rules, table.banker, table.packs, table.stakes)
    worths = _Worths(found, table.rules.stake_min)
    gain = table.gain()
    return {
        "gain": gain,
        "values": worths.of,
        "beside": list(worths.beside()),
        "notes": (*table.remarks, *_notes(found, table)),
    }


class _Worths:
    """Values of all actions by state, in initial stakes, given that the deal goes on."""

    def __init__(self, found: PunterResponse, stake: int):
        self.found, self.stake = found, stake
        self.play: HandPlay = found.solver.unsplit(0, stake)
        self.place = {past: place for place, past in enumerate(self.play.choices.pasts)}
        self.goes_on = found.solver.against(0, (), 0).ends.sum(axis=1)

    def of(self, state: State) -> Mapping[int, float] | None:
        """Expected results by code; None for a state that the search did not meet."""
        place = self.place.get(self._past(state.memory))
        if place is None or not self.goes_on[state.node]:
            return None
        values = {code: value for code, value in enumerate(self.play.worth[place, state.node]) if not np.isnan(value)}
        if state.pair is not None and (0, self.stake, state.pair) in self.found.splits:
            values[SPLIT] = self.found.splits[0, self.stake, state.pair][1]
        if state.memory.phase == 0 and (0, self.stake, state.node) in self.found.burns and not state.memory.bought:
            values[BURN] = self.found.burns[0, self.stake, state.node][1]
        return {code: float(value / self.goes_on[state.node] / self.stake) for code, value in values.items()}

    def _past(self, memory: Memory) -> Past:
        law, staked = self.found.solver.game.plain, self.stake + memory.bought
        if memory.twisted and not law.buy_after_twist:
            return Past(1, 0, 0, staked)
        return Past(memory.twisted, memory.buys if law.max_buys else 0, memory.last, staked)

    def beside(self) -> Iterator[Decision]:
        """Decisions in every state that somebody who strayed from the best play may come to."""
        hands, law = graph(), self.found.solver.game.plain
        open_ = [node for node in self.found.solver.wanted if law.open[node] and self.goes_on[node]]
        for place, past in enumerate(self.play.choices.pasts):
            bought = past.staked - self.stake
            if past.last == 0 and bought:
                continue  # what was bought before a twist is not told apart in a chart
            memory = Memory(past.twisted, bought, past.last, past.buys)
            fewest = 2 + past.twisted + (bought > 0)
            for node in open_:
                if hands.cards[node] >= fewest and (place == 0) == (hands.cards[node] == 2):
                    state = State(int(node), None, memory)
                    yield Decision(state, int(self.play.moves[place, node]), 0.0, self.of(state), shown=False)


def _notes(found: PunterResponse, table: Table) -> Iterator[str]:
    """What a person may leave out, and what that costs."""
    stake = table.rules.stake_min
    aware = found.policy.aware
    if aware is not None and len(aware.levels) > 1:
        yield f"The chart is for a stake of {stake}; with larger stakes some hands are played otherwise."
    best, initial = found.account.account.gain, found.account.initial
    by_total = memorable(found, stake).account.account.gain
    yield f"Going by totals and numbers of cards alone costs {_share(best - by_total, initial)} more."
    simple = simple_policies(found)[0]
    loss = _share(best - simple.gain, initial)
    yield f"The best policy of one number, {simple.name}, costs {loss} more, staking alike."
    if table.rules.stake_max > table.rules.stake_min:
        free = best_punter(table.rules, table.banker, table.packs)
        words = stakes_in_words(free)
        same = free.schedule.digest == table.stakes.digest
        yield words if same else f"This is for given stakes; if they are free: {words[0].lower()}{words[1:]}"


def _share(loss: float, initial: float) -> str:
    part = 100 * loss / initial
    return "nothing" if part < 5e-8 else f"{part:.2g} %"
