"""A table of bold stakes as rows and in sentences."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ..cards import RANKS
from ..deal import NO_CARD
from ..errors import listed
from ..evening.boldness import CLASSES, LEVEL, class_bounds
from .bold import BoldTable

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
                        "stakes": _by_card(table, left, place),
                        "plain": _cards(table.plain.tolist()),
                    }
                )
    return rows


def _by_card(table: BoldTable, left: int, place: int) -> dict[str, int]:
    return _cards(table.stakes[left - 1, place].tolist())


def _cards(stakes: list[int]) -> dict[str, int]:
    """Stakes by rank; what is put up before the deal is the same for all."""
    before = stakes[0] == stakes[NO_CARD]
    return {rank: stakes[NO_CARD] if before and len(set(stakes[: len(RANKS)])) == 1 else stakes[place]
            for place, rank in enumerate(RANKS)}  # fmt: skip


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
    """For each number of deals left: where the most is staked on every card, where the least, and on what between."""
    least, most = int(table.stakes.min()), int(table.stakes.max())
    return [_sentence(table, left, least, most) for left in range(1, len(table.stakes) + 1)]


def _sentence(table: BoldTable, left: int, least: int, most: int) -> str:
    bounds = class_bounds(table.scale)
    total = int(table.seen[left - 1].sum())
    places = [place for place in range(CLASSES) if total and table.seen[left - 1, place] >= RARE * total]
    kinds = {place: _kind(_by_card(table, left, place), least, most) for place in places}
    parts = []
    for kind, run in groupby(places, key=kinds.__getitem__):
        told = list(run)
        # classes run from far behind to far ahead; a run from one side of level to the other is told by both ends
        first, last = bounds[told[0]], bounds[told[-1]]
        if told[0] < LEVEL < told[-1]:
            where = f"from {lead_words(*first)} to {lead_words(*last)}"
        elif told[-1] == LEVEL and told[0] < LEVEL:
            where = f"from {lead_words(*first)} to level"
        elif told[0] == LEVEL and told[-1] > LEVEL:
            where = f"from level to {lead_words(*last)}"
        else:
            where = lead_words(first[0], last[1])
        parts.append(f"{where}: {kind}")
    deals = "The last deal" if left == 1 else f"{left} deals left"
    return f"{deals}: {'; '.join(parts)}." if parts else f"{deals}: never met."


def _kind(stakes: dict[str, int], least: int, most: int) -> str:
    """Stakes by card in a few words."""
    if len(set(stakes.values())) == 1:
        return f"{next(iter(stakes.values()))} on any card"
    high = [rank for rank, stake in stakes.items() if stake == max(stakes.values())]
    others = {stake for rank, stake in stakes.items() if rank not in high}
    rest = f"{min(others)}" if len(others) == 1 else f"{min(others)} to {max(others)}"
    return f"{max(stakes.values())} on {listed(high)}, else {rest}"
