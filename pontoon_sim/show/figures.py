"""Exact figures as text: by first card, by where players stick, by final hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import printable
from ..policy.names import short_name
from .chart_words import against, punters_who, who_plays
from .page import dim, facts, strong, table

Told = Mapping[str, Any]

_TITLES = {"first-cards": "What the first card is worth", "thresholds": "Where to stick", "hands": "How hands end",
           "splits": "Which pairs to split"}  # fmt: skip


def page(told: Told) -> Iterator[Any]:
    """The parts of a page for a terminal."""
    yield strong(f"{_TITLES[told['kind']]}: {printable(told['title'])}")
    yield ""
    head, rows = _table(told)
    made = table(*head, numbers=range(1, len(head)))
    for row in rows:
        made.add_row(*row)
    yield made
    yield ""
    yield facts(_conditions(told))
    yield ""
    yield dim(("" if told["kind"] == "splits" else "Exact, not simulated. ") + _remark(told))


def markdown(told: Told) -> str:
    """The same as GitHub's Markdown."""
    head, rows = _table(told)
    lines = [f"# {_TITLES[told['kind']]}: {printable(told['title'])}", ""]
    lines += [f"| {' | '.join(head)} |", "| :-- |" + " --: |" * (len(head) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    lines += ["", *(f"- {name}: {words}" for name, words in _conditions(told)), "", _remark(told), ""]
    return "\n".join(lines)


def _table(told: Told) -> tuple[list[str], list[list[str]]]:
    rows = told["rows"]
    if told["kind"] == "first-cards":
        cards = [[row["card"], f"{100 * row['gain']:+.4f} %", str(row["stake"])] for row in rows]
        return ["First card", "punter's result", "stake"], cards
    if told["kind"] == "hands":
        heads = {"punter": "punter's", "played": "if no banker's pontoon", "banker": "banker's"}
        told_of = [side for side in heads if rows[0][side] is not None]
        shares = [[row["hand"], *(f"{100 * row[side]:.4f} %" for side in told_of)] for row in rows]
        return ["Hands end as", *(heads[side] for side in told_of)], shares
    if told["kind"] == "splits":
        head = ["Pair", "dealt", "as one hand", "split", "up to hands", "siblings seen"]
        return head, [_pair(row) for row in rows]
    edges = {(row["side"], row["sticks_on"]): f"{100 * row['bank_edge']:+.4f} %" for row in rows}
    totals = sorted({row["sticks_on"] for row in rows})
    sides = ("punter", "banker")
    head = ["Sticks on", "the punter does", "the banker does"]
    return head, [[str(total), *(edges.get((side, total), "-") for side in sides)] for total in totals]


def _pair(row: Mapping[str, Any]) -> list[str]:
    """What a pair is worth, in stakes."""
    seen = f"{row['siblings']:.6f} +/- {row['siblings_error']:.6f}" if row["hands"] > 1 else "-"
    values = [f"{row[name]:+.4f}" for name in ("kept", "split")]
    return [row["pair"], f"{100 * row['chance']:.4f} %", *values, str(row["hands"]) if row["hands"] > 1 else "-", seen]


def _conditions(told: Told) -> list[tuple[str, str]]:
    packs = told["packs"]
    return [
        ("rules", f"{printable(told['rules_name'])} (digest {told['rules_id']})"),
        ("punter", printable(short_name(told["punter"]))),
        ("banker", printable(short_name(told["banker"]))),
        ("stakes", printable(short_name(told["stakes"]))),
        ("pack", f"fresh, {packs} pack{'s' * (packs > 1)} of 52"),
    ]


def _remark(told: Told) -> str:
    """What the numbers are."""
    if told["kind"] == "first-cards":
        return f"{who_plays(told['punter'])}: per cent of his stake, once he has seen his first card."
    if told["kind"] == "splits":
        return (
            "Initial stakes that a pair is worth, the deal going on. Siblings seen: what it would add to a deal, at "
            "most, to look at the other hands too; this was sampled."
        )
    if told["kind"] == "hands":
        said = "Shares of each side's hands, the banker's played to its end whatever the punter has."
        ends = " The middle ones are the punter's in deals that no banker's pontoon ended."
        return said + (ends if told["rows"][0]["played"] is not None else "")
    return (
        f"The bank's edge in per cent of the initial stakes: the punter against {against(told['banker'])}, the banker "
        f"against {punters_who(told['punter'])}. A dash: below the smallest total to stick on."
    )
