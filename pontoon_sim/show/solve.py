"""The equilibrium as text, from the fields of ``pontoon.solve/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..errors import printable
from .page import dim, facts, strong, table

Told = Mapping[str, Any]
Chances = Sequence[tuple[int, float]]

LITTLE = 5e-6  # chance that is shown as none


def page(result: Told, headline: str, title: str) -> Iterator[Any]:
    """Headline, value, first stakes, doubles, conditions and limits."""
    yield strong(headline)
    yield ""
    yield _value(result)
    yield ""
    yield stakes(result)
    if result["banker_doubles"] is not None:
        yield ""
        yield doubles(result)
    yield ""
    yield facts(conditions(result, title))
    yield ""
    for note in result["assumes"]:
        yield dim(note)
    if result["with_splits"] is not None:
        low, high = (result["with_splits"][side] for side in ("low", "high"))
        yield dim(
            f"With splits the value lies between {low:+.6f} and {high:+.6f}, for a punter who plays each split hand "
            "without a look at the others."
        )
    if result["complete"] and result["precision_met"] is False:
        asked = result["precision"] * result["rules"]["stake_min"]
        yield strong(f"The exploitability asked for, {asked:g}, was not reached.")
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The play is what was reached.")


def _value(result: Told) -> Any:
    value = result["value"]
    made = table("The punter gains a deal", "units", numbers=(1,))
    made.add_row("both sides playing as found", f"{value['punter_ev_per_deal']:+.6f}")
    if result["dealer"] is None:
        made.add_row("at least, whatever the banker does", f"{value['low']:+.6f}")
        made.add_row("at most, whatever the punter does", f"{value['high']:+.6f}")
        made.add_row("exploitability, half of what lies between", f"{result['exploitability']:.1e}")
    return made


def stakes(result: Told) -> Any:
    """The first stakes with their chances, by first card."""
    levels = result["stakes"]
    first = "Before the deal" if "*" in result["first_stake"] else "First card"
    made = table(first, *(f"stakes {stake}" for stake in levels), numbers=range(1, len(levels) + 1))
    for cards, chances in _alike(result["first_stake"]):
        found = dict(chances)
        made.add_row(cards, *(share(found.get(stake, 0.0)) for stake in levels))
    return made


def doubles(result: Told) -> Any:
    """How likely the banker doubles, by his first card and the stake."""
    levels = result["stakes"]
    made = table("Banker's first", *(f"doubles {stake}" for stake in levels), numbers=range(1, len(levels) + 1))
    for cards, chances in _alike(result["banker_doubles"]):
        made.add_row(cards, *(share(chance) for _, chance in chances))
    return made


def _alike(by_card: Mapping[str, Chances]) -> Iterator[tuple[str, Chances]]:
    """Neighbouring cards that show alike, as one row."""
    shown = groupby(by_card.items(), key=lambda pair: [share(chance) for _, chance in pair[1]])
    for _, some in shown:
        cards, chances = zip(*some, strict=True)
        yield ", ".join("any card" if card == "*" else card for card in cards), chances[0]


def share(chance: float) -> str:
    """A chance in per cent."""
    return "-" if chance < LITTLE else f"{100 * chance:.3f} %"


def conditions(result: Told, title: str) -> list[tuple[str, str]]:
    """Under which rules, and how far it was worked out."""
    packs = result["packs"]
    found = [
        ("rules", f"{printable(result['rules_name'])}: {printable(title)} (digest {result['rules_id']})"),
        ("pack", f"fresh, {packs} pack{'s' * (packs > 1)} of 52"),
        ("punters", str(result["punters"])),
    ]
    if result["dealer"] is None:
        wide = {"ends": "the least and the most legal amount", "all": "any legal amount"}[result["buys"]]
        found += [
            ("stakes", " or ".join(map(str, result["stakes"]))),
            ("buys", wide if result["rules"]["first_buy_max"] else "none"),
            ("iterations", f"{result['iterations']:,}"),
        ]
    else:
        found.append(("dealer", result["dealer"]))
    if result["strategy_file"]:
        found.append(("strategy", printable(result["strategy_file"])))
    return [*found, ("time", f"{result['elapsed_s']:.1f} s")]
