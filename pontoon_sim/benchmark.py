"""Deals per second here, beside the yardstick kernel: a ratio says more than a number of one machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import product
from typing import Any

from .errors import OptionError, PontoonError, quoted
from .evening.sittings import SittingSetting
from .house_edge import who_plays
from .policy.build import PUNTERS as MOST
from .policy.build import seated
from .policy.names import EQUILIBRIUM, READS
from .presets import rules as find_rules
from .simulate import CHUNK, Playable, Setting, simulate

#: What is timed: standard Pontoon from one pack with stakes by card, buys, splits and all tallies.
STAKES, PUNTER, BANKER = "A=5,T=2,*=1", "buy-16:split=A,8", "stick-17"
#: How people play, and who they then are: punters, banker and stakes.
PLAYS: dict[str, tuple[Any, Any, Any]] = {
    "tables": (PUNTER, BANKER, STAKES),
    READS: (PUNTER, READS, STAKES),
    EQUILIBRIUM: (EQUILIBRIUM, BANKER, EQUILIBRIUM),
}
REPEATS = 5
LEAST = 4 * CHUNK  # deals of a thread: what is handed to a thread is a chunk
_PLACES = [str(number) for number in range(1, 11)]


def benchmark(
    punters: Sequence[int] = (1, 3, 5, 7), threads: Sequence[int] = (1, 2), deals: int = 3_000_000
) -> list[dict[str, Any]]:
    """Time the engine and the yardstick, each the best of several runs of `timed` deals a thread.

    Returns
    -------
    list of dict
        By number of punters, play (``tables``; ``reads-the-table``, a banker who does; ``equilibrium``, punters who
        decide by chance), pack (``fresh``; ``continue``, with a bank that moves), engine (``lanes``, of fresh packs
        where they play them; ``scalar``) and number of threads: ``deals_per_s``, ``punter_hands_per_s``,
        ``yardstick_deals_per_s``, ``ratio``, ``speedup`` over one thread (None for one thread) and, but for fresh
        packs and tables, ``of_fresh``, the speed by that of these and the same engine. Plays that take long are timed
        for a chunk a thread, if that is fewer.
    """
    deals = timed(deals)
    yard = _yardstick(punters, threads, deals)
    rows: list[dict[str, Any]] = []
    for seats in punters:
        speeds: dict[tuple[str, str, str, int], float] = {}
        for (play, pack, engine), count in product(_played(seats), threads):
            some = deals if play == "tables" else min(deals, CHUNK)
            speeds[play, pack, engine, count] = speed = _engine(seats, count, some, play, pack, engine)
            alone, plain = speeds.get((play, pack, engine, 1)), (play, pack) == ("tables", "fresh")
            rows.append(
                {
                    "punters": seats,
                    "play": play,
                    "pack": pack,
                    "engine": engine,
                    "threads": count,
                    "deals_per_s": round(speed),
                    "punter_hands_per_s": round(speed * seats),
                    "yardstick_deals_per_s": yard[seats, count],
                    "ratio": speed / yard[seats, count],
                    "speedup": speed / alone if alone and count > 1 else None,
                    "of_fresh": None if plain else speed / speeds["tables", "fresh", engine, count],
                }
            )
    return rows


def timed(deals: int) -> int:
    """Deals that a thread is timed for: whole chunks, and several, so that no thread waits long for another."""
    return -(-max(deals, LEAST) // CHUNK) * CHUNK


def punters_of(text: str) -> tuple[int, ...]:
    """Numbers of punters written as a list, such as ``1,3,5``.

    Raises
    ------
    OptionError
        When one of them is not from 1 to 10.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word in _PLACES for word in words):
        raise OptionError(
            f"{quoted(text)} is no list of numbers of punters: write numbers from 1 to 10, such as 1,3,5."
        )
    return tuple(map(int, words))


def _fresh(punters: int, engine: str, play: str = "tables") -> Setting:
    rules = find_rules("pagat", packs=1)
    who, _ = who_plays(rules, punters, *PLAYS[play], "fresh")
    return Setting(rules, punters, who.packed(), engine)


def _played(punters: int) -> list[tuple[str, str, str]]:
    """Plays, packs and engines that are timed."""
    lanes = [("tables", "fresh", "lanes")] if _fresh(punters, "auto").played_by == "lanes" else []
    by_one = [(play, "fresh", "scalar") for play in PLAYS]
    return [*lanes, *by_one[:1], ("tables", "continue", "scalar"), *by_one[1:]]


def _engine(punters: int, threads: int, deals: int, play: str, pack: str, engine: str) -> float:
    """Deals per second, those of warm-ups included."""
    warmed = 1.0
    setting: Playable = _fresh(punters, engine, play)
    if pack == "continue":
        rules = find_rules("pagat", packs=1)
        setting = SittingSetting(rules, seated(rules, punters + 1, PUNTER, BANKER, STAKES, MOST + 1), moving=True)
        warmed += setting.warm_up / setting.length
    simulate(setting, 1000, 0)  # compiles, or loads
    best = 0.0
    for _ in range(REPEATS):
        start = time.perf_counter()
        simulate(setting, deals * threads, 1, threads)
        best = max(best, warmed * deals * threads / (time.perf_counter() - start))
    return best


def _yardstick(punters: Sequence[int], threads: Sequence[int], deals: int) -> dict[tuple[int, int], float]:
    """Speeds of the yardstick, from a process of its own: its idle threads would disturb ours."""
    lists = [",".join(map(str, numbers)) for numbers in (punters, threads)]
    command = [sys.executable, "-m", "pontoon_sim.yardstick", "--punters", lists[0], "--threads", lists[1]]
    done = subprocess.run([*command, "--deals", str(deals)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise PontoonError(f"The yardstick did not run: {done.stderr.strip().splitlines()[-1:]}.")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row["punters"], row["threads"]): row["deals_per_s"] for row in rows}
