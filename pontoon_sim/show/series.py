"""Series as text, from the fields of ``pontoon.series/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..contest.words import lead_words
from ..errors import counted
from ..policy.names import short_name
from .edge import in_common, session_facts, shared_notes, time_taken, units
from .page import dim, facts, indented, strong, table

Result = Mapping[str, Any]
MOST_COLUMNS = 10  # numbers of deals left that a screen has room for


def page(result: Result, title: str, headline: str, threads: int | None) -> Iterator[Any]:
    """Headline, chances by starting position, the winning total, bold stakes, conditions."""
    yield strong(headline)
    if result["series"]:
        yield ""
        yield _positions(result)
        yield ""
        yield facts(_winning(result))
        if len(result["policies"]) > 1:
            yield ""
            yield _policies(result)
        yield from _bold(result)
    yield ""
    yield facts(_conditions(result, title, threads))
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The figures are those of the series finished before.")


def several(results: Sequence[Result], threads: int | None) -> Iterator[Any]:
    """A row for each rule system."""
    bold = any(result["bold"] for result in results)
    heads = ("Rules", "banks first\nwins", "std.\nerror", "his mean\ntotal", "std.\nerror", "winning\ntotal", "tied")
    made = table(
        *heads, *(("one bold\nwins", "instead\nof") if bold else ()), words=(0,), numbers=range(1, 9 if bold else 7)
    )
    for result in results:
        errors = result["standard_error"]
        cells = [
            result["rules_name"] + ("" if result["complete"] else " (incomplete)"),
            share(result["win_probability"][0]),
            share(errors["win_probability"][0]),
            units(result["mean_total"][0], "+"),
            units(errors["mean_total"][0]),
            units(result["winning_total"]["mean"], "+"),
            share(result["shared"]),
        ]
        if bold:
            one = (result["bold"] or {"one": None})["one"]
            cells += [share(one[key]["value"]) if one else "-" for key in ("bold", "plain")]
        made.add_row(*cells)
    yield made
    yield ""
    first = results[0]
    yield facts(
        [
            ("people", in_common(results, lambda result: f"{result['players']}: {_by_person(result['punter'])}")),
            ("as bankers", in_common(results, lambda result: _by_person(result["banker"]))),
            ("stakes", in_common(results, lambda result: _by_person(result["stakes"]))),
            *session_facts(first),
            ("series", f"{first['series']:,} of {counted(first['deals'], 'deal')} in each system"),
            ("seed", str(first["seed"])),
            ("time", time_taken(sum(result["elapsed_s"] for result in results), threads)),
        ]
    )
    yield ""
    for note in shared_notes(results):
        yield dim(note)


def position(place: int) -> str:
    """A starting position in words."""
    return "banks first" if place == 0 else f"seat {place}"


def share(value: float | None, sign: str = "") -> str:
    """A chance as per cent; a dash where it is undefined."""
    return "-" if value is None else f"{100 * value:{sign}.2f} %"


def _between(pair: Sequence[float] | None) -> str:
    return "-" if pair is None else f"{share(pair[0])} to {share(pair[1])}"


def _positions(result: Result) -> Any:
    level = f"{100 * result['confidence']:g} % interval"
    errors, intervals = result["standard_error"], result["interval95"]
    made = table(
        *("Starts as", "wins", "std. error", level, "mean total", "std. error"), words=(), numbers=(1, 2, 3, 4, 5)
    )
    for place, chance in enumerate(result["win_probability"]):
        made.add_row(
            position(place),
            share(chance),
            share(errors["win_probability"][place]),
            _between(intervals["win_probability"][place]),
            units(result["mean_total"][place], "+"),
            units(errors["mean_total"][place]),
        )
    return made


def _winning(result: Result) -> list[tuple[str, str]]:
    total, errors = result["winning_total"], result["standard_error"]
    steps = ", ".join(f"{100 * float(level):g} % {value:g}" for level, value in total["quantiles"].items())
    return [
        ("winning total", f"{units(total['mean'], '+')} units in the mean (+/- {units(errors['winning_total'])})"),
        ("its quantiles", steps),
        ("tied", f"{share(result['shared'])} of the series (+/- {share(errors['shared'])})"),
    ]


def _policies(result: Result) -> Any:
    made = table(
        *("Plays", "banks", "stakes", "people", "win together", "std. error", "even share"),
        words=(0, 1, 2),
        numbers=(3, 4, 5, 6),
    )
    for row in result["policies"]:
        made.add_row(
            *(short_name(row[what]) for what in ("punter", "banker", "stakes")),
            str(len(row["people"])),
            share(row["win_probability"]),
            share(row["standard_error"]),
            share(row["share_of_people"]),
        )
    return made


def _bold(result: Result) -> Iterator[Any]:
    bold = result["bold"]
    if bold is None:
        return
    yield ""
    yield _worth(result, bold)
    yield ""
    yield _by_position(result, bold)
    yield ""
    yield strong("Mean stake by standing and by deals left, the one to come included")
    yield _grid(bold["stakes"])
    yield ""
    yield strong("In words")
    for sentence in bold["words"]:
        yield indented(sentence, 2)


def _worth(result: Result, bold: Mapping[str, Any]) -> Any:
    made = table(
        *("One who stakes by the standings", "wins", "plainly", "gain", "std. error"), words=(0,), numbers=(1, 2, 3, 4)
    )
    rows = [(_last(row["deals"], result["deals"]), row) for row in bold["last_deals"]]
    rows.append(("never: by the first card alone, as in the first deal", bold["by_first_card_alone"]))
    rows.append(("by a rule of thumb: the most when behind, else the least", bold["most_when_behind"]))
    for name, row in rows:
        gain = row["gain"]
        made.add_row(
            name,
            share(row["bold"]["value"]),
            share(row["plain"]["value"]),
            share(gain["value"], "+"),
            share(gain["standard_error"]),
        )
    return made


def _last(deals: int, length: int) -> str:
    return "in all deals" if deals == length else f"in the last {deals} deals" if deals > 1 else "in the last deal"


def _by_position(result: Result, bold: Mapping[str, Any]) -> Any:
    everyone = bold["everyone"]
    heads = ("all bold", "change", "std. error") if everyone else ()
    made = table(
        *("Starts as", "alone bold", "plainly", "gain", "std. error", *heads), numbers=range(1, 5 + len(heads))
    )
    for place, row in enumerate(bold["by_starting_position"]):
        cells = [
            share(row["bold"]["value"]),
            share(row["plain"]["value"]),
            share(row["gain"]["value"], "+"),
            share(row["gain"]["standard_error"]),
        ]
        if everyone:
            change = everyone["change"][place]
            cells += [
                share(everyone["win_probability"][place]["value"]),
                share(change["value"], "+"),
                share(change["standard_error"]),
            ]
        made.add_row(position(place), *cells)
    return made


def mean_stake(row: Mapping[str, Any]) -> float:
    """The mean of a row's stakes over the first cards."""
    return sum(row["stakes"].values()) / len(row["stakes"])


def _grid(rows: Sequence[Mapping[str, Any]]) -> Any:
    lefts = sorted({row["deals_left"] for row in rows}, reverse=True)[-MOST_COLUMNS:]
    leads = leads_of(rows)
    stakes = {(row["lead_from"], row["lead_to"], row["deals_left"]): f"{mean_stake(row):.1f}" for row in rows}
    made = table("Standing", *map(str, lefts), numbers=range(1, len(lefts) + 1))
    for lead in leads:
        cells = [stakes.get((*lead, left), "") for left in lefts]
        if any(cells):
            made.add_row(lead_words(*lead), *cells)
    return made


def leads_of(rows: Sequence[Mapping[str, Any]]) -> list[tuple[int | None, int | None]]:
    """The classes of leads that come up, from far behind to far ahead."""
    found = {(row["lead_from"], row["lead_to"]) for row in rows}
    return sorted(found, key=lambda lead: float("-inf") if lead[0] is None else lead[0])


def _conditions(result: Result, title: str, threads: int | None) -> list[tuple[str, str]]:
    packs = result["packs"]
    return [
        ("rules", f"{result['rules_name']}: {title} (digest {result['rules_id']})"),
        ("people", f"{result['players']}: {_by_person(result['punter'])}"),
        ("as bankers", _by_person(result["banker"])),
        ("stakes", _by_person(result["stakes"])),
        *session_facts(result),
        ("banks first", "who is named first" if result["first_banker"] == "named" else "as the rules choose him"),
        ("pack", f"played on, {counted(packs, 'pack')} of 52, gathered {result['gather']}"),
        (
            "series",
            f"{result['series']:,} of {counted(result['deals'], 'deal')}, {counted(result['voided'], 'void deal')}",
        ),
        ("seed", str(result["seed"])),
        ("time", time_taken(result["elapsed_s"], threads)),
    ]


def _by_person(names: Sequence[str]) -> str:
    """Names in the order of the people; one where all are the same."""
    short = [short_name(name) for name in names]
    return short[0] if len(set(short)) == 1 else ", ".join(short)


def people_in_words(result: Result) -> str:
    """How everybody plays, in a line."""
    told = (("punters", "punter"), ("bankers", "banker"), ("stakes", "stakes"))
    return "; ".join(f"{name} {_by_person(result[key])}" for name, key in told)
