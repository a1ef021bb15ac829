"""What all forms of a strategy chart say in words, and how rows that are played alike are put together."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

from ..charts.strategy import Block, Cell, Move, Row, Special, StrategyChart
from ..errors import printable
from ..policy.names import short_name
from ..presets import WITH

KINDS = ("hard", "soft", "pair")
HEADS = {"hard": "Hard", "soft": "Soft", "pair": "Pair"}
NO_CHOICE = "twist: no choice"
CLOSE = 0.02  # initial stakes: a wrong move that costs less is a close call

_STICKS = re.compile(r"stick-([0-9]+)(?:/([0-9]+))?(?::double=(.*))?")


def against(banker: str) -> str:
    """The banker in words: ``a banker who sticks on 17``."""
    found = _STICKS.fullmatch(banker)
    if banker == "optimal":
        return "the banker's best reply"
    if not found:
        return f"the banker {printable(short_name(banker))}"
    hard, soft, doubles = found.groups()
    where = hard if soft in (None, hard) else f"hard {hard} and soft {soft}"
    return f"a banker who sticks on {where}" + (f" and doubles on {doubles}" if doubles else "")


def who_plays(punter: str) -> str:
    """What the chart shows: ``Best play``, ``The policy stick-16``."""
    known = {"optimal": "Best play", "equilibrium": "Equilibrium play"}
    return known.get(punter, f"The policy {printable(short_name(punter))}")


def punters_who(punter: str) -> str:
    """The punters as somebody's opponents."""
    known = {"optimal": "punters who play their best", "equilibrium": "punters in equilibrium"}
    return known.get(punter, f"punters who play {printable(short_name(punter))}")


def subtitle(chart: StrategyChart) -> str:
    """Who plays against whom."""
    return f"{who_plays(chart.punter)} against {against(chart.banker)}"


def facts(chart: StrategyChart) -> list[str]:
    """The packs, and what the strategy is worth."""
    said = [f"{chart.packs} pack{'s' * (chart.packs > 1)}"]
    if chart.punters > 1:
        said.append(f"{chart.punters} punters")
    return said + ([] if chart.gain is None else [worth(chart.gain)])


def remarks(chart: StrategyChart) -> list[str]:
    """Lines below the headline: facts, what was changed in the rules, and notes."""
    said = "; ".join(facts(chart))
    changed = [f"Rules: {printable(chart.rules)}"] if WITH in chart.rules else []
    return [said[:1].upper() + said[1:], *changed, *chart.notes]


def worth(gain: float) -> str:
    """What a punter wins or loses in the long run."""
    if abs(gain) < 5e-5:
        return "the punter breaks even"
    side = "wins" if gain > 0 else "loses"
    return f"the punter {side} {100 * abs(gain):.2f} % of his initial stake a deal"


def rules_line(chart: StrategyChart) -> str:
    """The digest that tells the rule system from all others, and its name."""
    return f"Rules {chart.rules_id}: {printable(chart.rules)}"


def flat_stake(chart: StrategyChart) -> int | None:
    """The stake, where it is the same on every first card."""
    stakes = set((chart.stakes or {}).values())
    return stakes.pop() if len(stakes) == 1 else None


def marked(chart: StrategyChart) -> bool:
    """Whether some cell has hands that are played unlike the rest."""
    return any(cell.specials for block in chart.blocks for cell in block.cells.values())


def forced(chart: StrategyChart) -> bool:
    """Whether some cell leaves no choice."""
    return any(cell.forced for block in chart.blocks for cell in block.cells.values())


def priced(chart: StrategyChart) -> bool:
    """Whether costs of wrong moves are known."""
    return any(cell.cost is not None for block in chart.blocks for cell in block.cells.values())


WORTH = 0.0005  # initial stakes: what a special hand must gain to be named


def exceptions(chart: StrategyChart) -> tuple[list[str], int]:
    """Hands that are played unlike their cell, a sentence for each cell and move; and how many gain too little.

    ``Hard 17 of 4 cards, once you have twisted: twist A-5-5-6, 2-5-5-5; gains up to 0.019``.
    """
    groups: dict[tuple[int, Row, str, str, Move], list[Special]] = {}
    small = 0
    for block, row, column, special in chart.specials():
        if special.gain is not None and special.gain < WORTH:
            small += 1
            continue
        groups.setdefault((chart.blocks.index(block), row, column, special.after, special.move), []).append(special)
    return [_group(chart, *key, some) for key, some in groups.items()], small


def _group(chart: StrategyChart, place: int, row: Row, column: str, after: str, move: Move, some: list[Special]) -> str:
    title = chart.blocks[place].title
    hand = f"pair {row.label}" if row.kind == "pair" else f"{row.kind} {row.label} of {column} cards"
    past = f", {after}" if after else f", {title[:1].lower()}{title[1:]}" if len(chart.blocks) > 1 else ""
    cards = ", ".join(special.cards.replace("T", "10") for special in some if special.cards)
    gains = [special.gain for special in some if special.gain is not None]
    most = f"; gains {'up to ' if len(gains) > 1 else ''}{max(gains):.3f}" if gains else ""
    return f"{hand[:1].upper()}{hand[1:]}{past}: {move.words} {cards}".rstrip() + most


def together(block: Block) -> Block:
    """The block with neighbouring rows that are played alike as one: ``4-9``. Costs are then the least of theirs."""
    rows: list[Row] = []
    cells: dict[tuple[Row, str], Cell] = {}
    for _, run in groupby(block.rows, key=lambda row: (row.kind, _alike(block, row))):
        some = list(run)
        label = some[0].label if len(some) == 1 else _span(some)
        row = Row(some[0].kind, label)
        rows.append(row)
        for column in block.columns:
            here = [block.cells[one, column] for one in some if (one, column) in block.cells]
            if here:
                cells[row, column] = _one_cell(here)
    return replace(block, rows=tuple(rows), cells=cells)


def _alike(block: Block, row: Row) -> object:
    """What rows must have in common to be one; a row with special hands stays alone."""
    cells = [block.cells.get((row, column)) for column in block.columns]
    if any(cell is not None and cell.specials for cell in cells):
        return row
    return tuple(None if cell is None else (cell.move, cell.forced) for cell in cells)


def _span(rows: list[Row]) -> str:
    first, last = rows[0].label.split("-")[0], rows[-1].label.split("-")[-1]
    return f"{first}-{last}"


def _one_cell(cells: list[Cell]) -> Cell:
    costs = [cell.cost for cell in cells if cell.cost is not None]
    weight = sum(cell.weight for cell in cells)
    return replace(cells[0], weight=weight, cost=min(costs, default=None), values={})
