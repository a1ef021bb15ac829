"""A table of bold stakes as rows and in sentences."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ..cards import RANKS
from ..evening.boldness import CLASSES, LEVEL, class_bounds
from .bold import BoldTable

Bounds = tuple[int | None, int | None]

RARE = 0.0005  # of the situations with so many deals left: a class that comes up less often is not told


def rows_of(table: BoldTable) -> list[dict[str, Any]]:
    """A row for each number of deals left and class of the lead that comes up: what is staked on each first card."""
    bounds, rows = class_bounds(table.scale), []
    for left in range(1, len(table.stakes) + 1):
        total = int(table.seen[left - 1].sum())
        for place in range(CLASSES):
            share = int(table.seen[left - 1, place]) / total if total else 0.0
            if share >= RARE:
                rows.append(
                    {
                        "deals_left": left,
                        "lead_from": bounds[place][0],
                        "lead_to": bounds[place][1],
                        "share": share,
                        "stakes": _cards(table.stakes[left - 1, place].tolist()),
                        "plain": _cards(table.plain.tolist()),
                    }
                )
    return rows


def _cards(stakes: list[int]) -> dict[str, int]:
    """Stakes by rank."""
    return dict(zip(RANKS, stakes, strict=False))


def lead_words(least: int | None, most: int | None) -> str:
    """A range of leads in words: ``5 to 8 behind``, ``level``, ``44 or more ahead``."""
    if (least, most) == (0, 0):
        return "level"
    if least is None or (most is not None and most < 0):
        small, large = -(most or 0), None if least is None else -least
        side = "behind"
    else:
        small, large, side = least, most, "ahead"
    number = f"{small} or more" if large is None else str(small) if small == large else f"{small} to {large}"
    return f"{number} {side}"


def sentences(table: BoldTable) -> list[str]:
    """For each number of deals left a sentence: what is staked, from far behind to far ahead."""
    return [_sentence(table, left) for left in range(1, len(table.stakes) + 1)]


def _sentence(table: BoldTable, left: int) -> str:
    seen, bounds = table.seen[left - 1], class_bounds(table.scale)
    places = [place for place in range(CLASSES) if seen[place] and seen[place] >= RARE * seen.sum()]
    kinds = {place: _flat(table, left, place) for place in places}
    parts = []
    for flat, run in groupby(places, key=kinds.__getitem__):
        told = list(run)
        where = _range(bounds[told[0]], bounds[told[-1]], told[0], told[-1])
        what = f"{flat} on any card" if flat is not None else _by_card(table, left, told)
        parts.append(f"{where}: {what}")
    deals = "The last deal" if left == 1 else f"{left} deals left"
    return f"{deals}: {'; '.join(parts)}." if parts else f"{deals}: never met."


def _flat(table: BoldTable, left: int, place: int) -> int | None:
    """The stake where it is the same on every card."""
    stakes = set(table.stakes[left - 1, place, : len(RANKS)].tolist())
    return stakes.pop() if len(stakes) == 1 else None


def _by_card(table: BoldTable, left: int, places: list[int]) -> str:
    """On which cards more is staked than plainly, in most of some classes; and how much in the mean."""
    weights = table.seen[left - 1, places]
    means = (table.stakes[left - 1, places, : len(RANKS)] * weights[:, None]).sum(axis=0) / weights.sum()
    high = [rank for rank, stake, plain in zip(RANKS, means, table.plain, strict=False) if stake > plain + 0.5]
    return f"more on {ranks_in_short(high)} (about {means.mean():.1f} in all)" if high else f"about {means.mean():.1f}"


def _range(first: Bounds, last: Bounds, begin: int, end: int) -> str:
    """A run of classes, from far behind to far ahead, in words."""
    if begin == end:
        return lead_words(*first)
    if begin < LEVEL <= end:
        far = lead_words(*first) if first[0] is None else lead_words(first[0], first[0])
        near = lead_words(*last) if last[1] is None else lead_words(last[1], last[1])
        return f"from {far} to {near}"
    if begin == LEVEL:
        return f"level or up to {last[1]} ahead" if last[1] is not None else "level or ahead"
    return lead_words(first[0], last[1])


def ranks_in_short(ranks: list[str]) -> str:
    """Ranks that follow each other as a run: ``A, 2, 9-K``."""
    places = [RANKS.index(rank) for rank in ranks]
    runs = [[place for _, place in run] for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{RANKS[run[0]]}-{RANKS[run[-1]]}" if len(run) > 1 else RANKS[run[0]] for run in runs)
