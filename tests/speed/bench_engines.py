"""What a simulated deal takes: by engine, number of punters, packs, and how many there are."""

from __future__ import annotations

from typing import Any

import pytest

from pontoon_sim.benchmark import BANKER, PLAYS, PUNTER, STAKES
from pontoon_sim.evening.sittings import SittingSetting
from pontoon_sim.house_edge import who_plays
from pontoon_sim.policy.build import PUNTERS, seated
from pontoon_sim.presets import rules
from pontoon_sim.simulate import CHUNK, Setting, simulate

DEALS = 8 * CHUNK


def timed(benchmark: Any, told: Any, setting: Any, deals: int = DEALS, rounds: int = 5) -> None:
    simulate(setting, 1000, 0)  # compiles, or loads
    benchmark.pedantic(simulate, args=(setting, deals, 1, 1), rounds=rounds)
    told(benchmark.stats.stats.min, deals)


def fresh(punters: int, engine: str, packs: int = 1, play: str = "tables") -> Setting:
    system = rules("pagat", packs=packs)
    return Setting(system, punters, who_plays(system, punters, *PLAYS[play], "fresh")[0].packed(), engine)


@pytest.mark.parametrize("punters", [1, 3, 5, 7])
def bench_scalar_deal(benchmark, told, punters):
    timed(benchmark, told, fresh(punters, "scalar"))


@pytest.mark.parametrize("punters", [1, 3, 5])
def bench_lanes_deal(benchmark, told, punters):
    timed(benchmark, told, fresh(punters, "lanes"))


@pytest.mark.parametrize("packs", [2, 8])
def bench_deal_by_packs(benchmark, told, packs):
    """Flat: more packs cost little beyond their lesser number of pontoons that end a deal early."""
    timed(benchmark, told, fresh(5, "auto", packs))


@pytest.mark.parametrize("deals", [10**6, 10**7, 10**9])
def bench_deal_by_how_many(benchmark, told, deals):
    """Flat: a deal among many costs what it costs among few."""
    timed(benchmark, told, fresh(5, "auto"), deals, 1 if deals > 10**8 else 5)


@pytest.mark.parametrize("punters", [1, 5])
def bench_deal_of_a_pack_that_continues(benchmark, told, punters):
    system = rules("pagat", packs=1)
    at_table = seated(system, punters + 1, PUNTER, BANKER, STAKES, PUNTERS + 1)
    timed(benchmark, told, SittingSetting(system, at_table, moving=True))


@pytest.mark.parametrize("play", ["reads-the-table", "equilibrium"])
def bench_deal_of_other_play(benchmark, told, play):
    timed(benchmark, told, fresh(5, "scalar", play=play), CHUNK, 3)
