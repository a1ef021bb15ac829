"""How the bank passes and what it is worth, as text, from the fields of ``pontoon.bank/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import counted
from .edge import by_seat, per_cent, session_facts, units
from .page import dim, facts, strong, table

Told = Mapping[str, Any]

SHOWN = (1, 2, 3, 4, 5, 8, 16, 32)  # lengths of tenures that are shown, up to each of them


def page(result: Told, headline: str) -> Iterator[Any]:
    """Headline, seats, tenures, prices, fates and conditions."""
    yield strong(headline)
    yield ""
    yield from _seats(result)
    yield from _tenures(result)
    yield from _prices(result)
    yield from _chairs(result)
    yield facts(_conditions(result))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The evenings were not played.")


def _seats(result: Told) -> Iterator[Any]:
    """What the banker and each seat gain a deal, over the longest evening, and how often they take the bank."""
    gain, takes = result["gain_per_deal"], result["takes_bank_next"]
    fate = result["fates"][-1] if result["fates"] and result["fates"][-1].get("by_seat") else None
    head = ["", "gain a deal", "+/- s.e.", "takes the\nbank next", "+/- s.e."]
    head += [f"over {counted(fate['deals'], 'deal')}", "+/- s.e."] if fate else []
    made = table(*head, numbers=range(1, len(head)))
    errors = gain["standard_error"]
    unsure = result["takes_bank_next_standard_error"]
    rows = [("banker", gain["banker"], errors["banker"], "-", "-")]
    for seat, row in enumerate(zip(gain["by_seat"], errors["by_seat"], takes, unsure, strict=True), start=1):
        rows.append((f"seat {seat}", row[0], row[1], per_cent(row[2]), per_cent(row[3])))
    for place, (name, value, error, *chances) in enumerate(rows):
        fates = [] if fate is None else [units(_at(fate, place), "+"), units(_at(fate["standard_error"], place))]
        made.add_row(name, units(value, "+"), units(error), *chances, *fates)
    yield made
    yield ""


def _at(fate: Told, place: int) -> float | None:
    """The figure of a place, the banker's first."""
    found: float | None = fate["by_seat"][place - 1] if place else fate["banker"]
    return found


def _tenures(result: Told) -> Iterator[Any]:
    tenure = result["tenure"]
    if tenure is None:
        return
    made = table("A tenure lasts", "share", "+/- s.e.", numbers=(1, 2))
    shares, errors = tenure["distribution"], tenure["distribution_standard_error"]
    mean = tenure["mean"]
    for low, high in zip((0, *SHOWN), (*SHOWN, len(shares)), strict=False):
        some = sum(share for _, share in shares[low:high] if share is not None)
        if mean is None or not some:
            continue
        name = counted(high, "deal") if high == low + 1 else f"{low + 1} to {high} deals"
        made.add_row(name, per_cent(some), per_cent(errors[low]) if high == low + 1 else "")
    if tenure["longer"]:
        made.add_row("longer", per_cent(tenure["longer"]), "")
    if mean is not None:
        made.add_row("on average", f"{mean:.4f}", units(tenure["standard_error"]))
    yield made
    yield ""


def _prices(result: Told) -> Iterator[Any]:
    price = result["price"]
    if price is None:
        return
    made = table("The bank is worth", "units", "+/- s.e.", "played", "+/- s.e.", numbers=(1, 2, 3, 4))
    for row in price["evenings"]:
        chained = row["method"] == "chain"
        played = [units(row["simulated"]), units(row["simulated_standard_error"])] if chained else ["", ""]
        deals = f"{counted(row['deals'], 'deal')} to go"
        made.add_row(deals, units(row["value"]), units(row["standard_error"]), *played)
    endless = price["endless"]
    made.add_row("without end", units(endless["value"]), units(endless["standard_error"]), "", "")
    yield made
    yield ""


def _chairs(result: Told) -> Iterator[Any]:
    if not result["chairs"]:
        return
    made = table("Chair", "banks", "gain a deal", "+/- s.e.", "bank worth", "+/- s.e.", numbers=range(1, 6))
    for row in result["chairs"]:
        cells = [
            units(row[what][which]) for what in ("gain_per_deal", "price") for which in ("value", "standard_error")
        ]
        made.add_row(str(row["chair"]), per_cent(row["banks"]), *cells)
    yield made
    yield ""


def _conditions(result: Told) -> list[tuple[str, str]]:
    fresh, played, rest = (result[f"{name}"] for name in ("fresh_edge", "as_played_edge", "as_played_less_fresh"))
    people = result["punters"] + 1
    sittings = result["sittings"]
    return [
        ("rules", f"{result['rules_name']} (digest {result['rules_id']})"),
        ("people", f"{people}, of whom one banks"),
        ("as punters", by_chair(result["punter"])),
        ("as bankers", by_chair(result["banker"])),
        ("stakes", by_chair(result["stakes"])),
        *session_facts(result),
        ("edge, fresh packs", f"{units(fresh['per_deal'], '+')} units a deal ({_how(fresh)})"),
        ("edge, as played", f"{units(played['per_deal'], '+')} ({_how(played)})"),
        ("difference", f"{units(rest['per_deal'], '+')} ({_how(rest)})"),
        (
            "deals",
            f"{result['deals']:,} counted, {result['voided']:,} void, in {counted(sittings['count'], 'sitting')}; "
            f"{counted(result['evenings_played'], 'evening')} besides",
        ),
        ("seed", str(result["seed"])),
        ("time", f"{result['elapsed_s']:.1f} s"),
    ]


def by_chair(names: str | Sequence[str]) -> str:
    """Names by chair, those of neighbours said once."""
    return by_seat(names).replace("seat", "chair")


def _how(edge: Told) -> str:
    error = edge["standard_error"]["per_deal"]
    return "exact" if error is None and edge["method"] == "exact" else f"+/- {units(error)} s.e."


def several(results: Sequence[Told]) -> Iterator[Any]:
    """One row for each rule system and number of punters."""
    head = ("Rules", "punters", "tenure", "+/-", "bank's gain", "+/-", "price", "+/-")
    longest = {row["price"]["evenings"][-1]["deals"] for row in results if row["price"] and row["price"]["evenings"]}
    last = f"over {max(longest)}\ndeals" if longest else "-"
    made = table(*("\n".join(part.split(" ")) for part in head), last, numbers=range(1, len(head) + 1))
    for row in results:
        tenure, price = row["tenure"], row["price"]
        endless = price["endless"] if price else {"value": None, "standard_error": None}
        evening = price["evenings"][-1]["value"] if price and price["evenings"] else None
        made.add_row(
            row["rules_name"],
            str(row["punters"]),
            *(units(tenure[name]) if tenure else "-" for name in ("mean", "standard_error")),
            units(row["gain_per_deal"]["banker"], "+"),
            units(row["gain_per_deal"]["standard_error"]["banker"]),
            units(endless["value"]),
            units(endless["standard_error"]),
            units(evening),
        )
    yield strong("How the bank passes, and what it is worth: deals, and units of the table, with standard errors")
    yield ""
    yield made
    yield ""
    yield facts(_in_common(results))
    for note in dict.fromkeys(note for row in results for note in row["reasons"].values()):
        yield dim(note)
    if not all(row["complete"] for row in results):
        yield strong("Interrupted: INCOMPLETE.")


def _in_common(results: Sequence[Told]) -> list[tuple[str, str]]:
    def said(name: str) -> str:
        return " or ".join(dict.fromkeys(by_chair(row[name]) for row in results))

    return [
        ("as punters", said("punter")),
        ("as bankers", said("banker")),
        ("stakes", said("stakes")),
        *session_facts(results[0]),
        ("deals", " or ".join(dict.fromkeys(f"{row['deals']:,}" for row in results))),
        ("seed", str(results[0]["seed"])),
        ("time", f"{sum(row['elapsed_s'] for row in results):.1f} s"),
    ]
