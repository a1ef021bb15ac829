"""The chances of what is dealt as text: totals and busts side by side, the other questions one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from ..dealt.words import AT_THE_TABLE, HANDS, ONE_MORE, SECTIONS
from ..errors import printable
from .grids import Entry, Grid
from .page import dim, facts, strong, table
from .rounding import NOTHING, rounded

Told = Mapping[str, Any]
Row = Mapping[str, Any]

LONGEST = 26  # characters of a fraction that stands in a table of the terminal
_HEADS = ("Chance of", "fraction", "per cent", "once in")


def page(told: Told, headline: str) -> Iterator[Any]:
    """Headline, tables and conditions for a terminal."""
    found = {row["question"]: row for row in told["rows"]}
    yield strong(headline)
    yield ""
    yield _two_cards(found)
    for section in (HANDS, AT_THE_TABLE):
        yield ""
        yield _listed(section, told)
    yield ""
    yield _busts(found)
    yield ""
    yield facts(_conditions(told))
    yield ""
    for note in told["notes"]:
        yield dim(note)
    if any(len(row["fraction"]) > LONGEST for row in told["rows"] if row["section"] in (HANDS, AT_THE_TABLE)):
        yield dim("Fractions too long for this table are in --json, --csv and --table.")


def grids(told: Told) -> list[Grid]:
    """Every question of a section in a row, its fraction however long: tables for print."""
    made = []
    for section in SECTIONS:
        grid = Grid(section, list(_HEADS), {1, 2, 3})
        for row in told["rows"]:
            if row["section"] == section:
                grid.rows.append([Entry(text) for text in (row["words"], row["fraction"], *_figures(row))])
        made.append(grid)
    return made


def _figures(row: Row) -> tuple[str, str]:
    """The chance in per cent, and in how many deals it is to be expected once."""
    return rounded(row["value"], scale=100)[0], NOTHING if row["one_in"] is None else f"{row['one_in']:,.2f}"


def _two_cards(found: Mapping[str, Row]) -> Any:
    """Best totals of two cards, as counts of one number of equally likely deals."""
    totals = [int(name.removeprefix("two_cards_")) for name in found if name.removeprefix("two_cards_").isdigit()]
    chances = {name: Fraction(row["fraction"]) for name, row in found.items() if name.startswith("two_cards_")}
    whole = lcm(*(chance.denominator for chance in chances.values()))
    heads = ("Two cards", "hard", "soft", f"all, of {whole:,}", "per cent", "or more", "per cent")
    made = table(*heads, numbers=range(1, len(heads)))

    def count(name: str) -> str:
        return f"{int(whole * chances[name]):,}" if name in chances else NOTHING

    for total in totals:
        one, more = f"two_cards_{total}", f"two_cards_at_least_{total}"
        hard, soft = (count(f"two_cards_{kind}_{total}") for kind in ("hard", "soft"))
        made.add_row(str(total), hard, soft, count(one), _figures(found[one])[0], count(more), _figures(found[more])[0])
    return made


def _listed(section: str, told: Told) -> Any:
    made = table(section, *_HEADS[1:], numbers=(1, 2, 3))
    for row in told["rows"]:
        if row["section"] == section:
            fraction = row["fraction"]
            made.add_row(row["words"], fraction if len(fraction) <= LONGEST else NOTHING, *_figures(row))
    return made


def _busts(found: Mapping[str, Row]) -> Any:
    """The chance that one card busts a hard total, by the cards that make it."""
    cards = sorted({name.split("_in_")[1] for name in found if name.startswith("bust_") and "_in_" in name})
    heads = (ONE_MORE, "ranks alike", "per cent", *(f"of {count} cards" for count in cards))
    made = table(*heads, numbers=range(1, len(heads)))
    for name, row in found.items():
        if name.endswith("_equal_ranks"):
            start = name.removesuffix("equal_ranks")
            others = (found.get(f"{start}in_{count}") for count in cards)
            texts = (NOTHING if other is None else _figures(other)[0] for other in others)
            made.add_row(f"hard {start.split('_')[1]} goes bust", row["fraction"], _figures(row)[0], *texts)
    return made


def _conditions(told: Told) -> list[tuple[str, str]]:
    packs, punters = told["packs"], told["punters"]
    return [
        ("rules", f"{printable(told['rules_name'])}: {printable(told['title'])} (digest {told['rules_id']})"),
        ("punters", str(punters)),
        ("pack", "infinite" if packs is None else f"fresh, {packs} pack{'s' * (packs > 1)} of 52"),
        ("method", "exact: counted over the cards of the pack, none drawn at random"),
    ]
