"""The banker's edge as text, from the fields of ``pontoon.edge/1``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..errors import counted, listed
from ..policy.names import short_name
from .page import dim, facts, strong, table

Result = Mapping[str, Any]

ENOUGH = 1000  # deals that do not come out alike by chance
EXACT = "exact: all deals weighed by their chances, none drawn at random"

_DENOMINATORS = (
    ("per_initial_stake", "per initial stake"),
    ("per_unit_staked", "per unit staked"),
    ("per_deal", "per deal, in units"),
)
OUTCOMES = (
    ("pontoon", "pontoon"),
    ("royal_pontoon", "royal pontoon"),
    ("five_card_trick", "five-card trick"),
    ("twenty_one", "twenty-one"),
    ("stood", "stood"),
    ("bust", "bust"),
    ("unplayed", "unplayed"),
    ("not_played", "not played"),
)


def per_cent(value: float | None, sign: str = "") -> str:
    """A share as per cent; a dash where it is undefined."""
    return "-" if value is None else f"{100 * value:{sign}.4f} %"


def units(value: float | None, sign: str = "") -> str:
    """An amount of money in units of the table; a dash where it is undefined."""
    return "-" if value is None else f"{value:{sign}.4f}"


def by_seat(names: str | Sequence[str]) -> str:
    """Names by seat, those of neighbours said once."""
    if isinstance(names, str):
        return short_name(names)
    runs, seat = [], 1
    for name, same in groupby(map(short_name, names)):
        count = len(list(same))
        runs.append((f"seat {seat}" if count == 1 else f"seats {seat}-{seat + count - 1}", name))
        seat += count
    return runs[0][1] if len(runs) == 1 else "; ".join(f"{where} {name}" for where, name in runs)


def one_system(result: Result, title: str, headline: str, threads: int | None) -> Iterator[Any]:
    """All about one result: headline, edge, seats, outcomes, conditions."""
    yield strong(headline)
    for part in (_edges, _as_played, _seats, _first_cards, _outcomes) if result["deals"] != 0 else ():
        drawn = part(result)
        if drawn is not None:
            yield ""
            yield drawn
    yield ""
    yield _conditions(result, title, threads)
    yield ""
    for note in result["notes"]:
        yield dim(note)
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The figures are those of the deals finished before.")


def _edges(result: Result) -> Any:
    errors = _has_errors(result)
    heads = ("std. error", f"{100 * result['confidence']:g} % interval") if errors else ()
    made = table("Bank edge", "value", *heads, numbers=(1, 2, 3))
    for key, name in _DENOMINATORS:
        show = units if key == "per_deal" else per_cent
        low, high = result["interval95"][key] or (None, None)
        between = "-" if low is None else f"{show(low, '+')} to {show(high, '+')}"
        cells = (show(result["standard_error"][key]), between) if errors else ()
        made.add_row(name, show(result["bank_edge"][key], "+"), *cells)
    return made


def _as_played(result: Result) -> Any:
    """The edge of a pack that is played on, beside that of a fresh one for every deal."""
    if "fresh_edge" not in result:
        return None
    fresh, difference = result["fresh_edge"], result["as_played_less_fresh"]
    made = table("Pack", "as played", "fresh", "difference", "std. error", numbers=(1, 2, 3, 4))
    for key, name in _DENOMINATORS:
        show = units if key == "per_deal" else per_cent
        cells = (result["bank_edge"][key], fresh[key], difference[key])
        made.add_row(name, *(show(value, "+") for value in cells), show(difference["standard_error"][key]))
    return made


def _has_errors(result: Result) -> bool:
    """Whether the figures come from a sample."""
    return bool(result["method"] == "mc")


def _seats(result: Result) -> Any:
    errors = _has_errors(result)
    heads = ("Seat", "policy", "units a deal", *(("std. error",) if errors else ()), "mean stake", "mean staked")
    made = table(*heads, words=(1,), numbers=range(2, len(heads)))
    for seat in result["seats"]:
        made.add_row(
            str(seat["seat"]),
            short_name(seat["punter"]),
            units(seat["punter_ev_per_deal"], "+"),
            *((units(seat["standard_error"]),) if errors else ()),
            units(seat["mean_initial_stake"]),
            units(seat["mean_staked"]),
        )
    return made


def _first_cards(result: Result) -> Any:
    """What each seat expects on its first card: a column for seats that expect the same, a row for such ranks."""
    columns: dict[tuple[tuple[float, int], ...], list[int]] = {}
    for seat in result["seats"]:
        if "by_first_card" not in seat:
            return None
        told = tuple((card["punter_ev_per_deal"], card["stake"]) for card in seat["by_first_card"].values())
        columns.setdefault(told, []).append(seat["seat"])
    ranks = list(result["seats"][0]["by_first_card"])
    heads = [f"seat{'s' * (len(seats) > 1)} {_ranges(seats)}" for seats in columns.values()]
    made = table(
        "Units a deal by first card", *(heads if len(columns) > 1 else ["all seats"]), numbers=range(1, len(heads) + 1)
    )
    rows = [[units(told[place][0], "+") for told in columns] for place in range(len(ranks))]
    for cells, places in groupby(range(len(ranks)), key=rows.__getitem__):
        made.add_row(", ".join(ranks[place] for place in places), *cells)
    return made


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers in short: ``1-3, 5``."""
    runs = [[seat for _, seat in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _outcomes(result: Result) -> Any:
    made = table("Hands end as", "punters'", "banker's", numbers=(1, 2))
    rules = result["rules"]
    absent = {
        "royal_pontoon": not rules["royal_pontoon"],
        "five_card_trick": rules["five_card_trick"] == "none",
    }
    for key, name in OUTCOMES:
        sides = [(result[side] or {}).get(key) for side in ("punter_outcomes", "banker_outcomes")]
        if not absent.get(key):
            made.add_row(name, *(per_cent(share) for share in sides))
    return made


def _conditions(result: Result, title: str, threads: int | None) -> Any:
    packs, punters = result["packs"], result["punters"]
    said = [
        ("rules", f"{result['rules_name']}: {title} (digest {result['rules_id']})"),
        ("punters", f"{punters}: {by_seat(result['punter'])}"),
        ("stakes", by_seat(result["stakes"])),
        *session_facts(result),
        ("banker", short_name(result["banker"])),
        ("pack", result["pack"] + ("" if packs is None else f", {counted(packs, 'pack')} of 52")),
        ("per deal", _calls(result)),
    ]
    if not _has_errors(result):
        return facts([*said, ("method", EXACT), ("time", time_taken(result["elapsed_s"], threads))])
    rate = f"{result['deals_per_s'] or 0:,.0f} deals a second"
    return facts(
        [
            *said,
            ("deals", f"{result['deals']:,} counted, {result['voided']:,} void{_as_good_as(result)}"),
            *_fresh(result),
            ("seed", str(result["seed"])),
            ("time", f"{time_taken(result['elapsed_s'], threads)}, {rate}"),
        ]
    )


def _as_good_as(result: Result) -> str:
    """How many deals would do as well as they fall, to two digits, where the variance is reduced."""
    plain = result["plain_deals"]
    return "" if plain is None else f"; as good as {float(f'{plain:.2g}'):,.0f} without reduced variance"


def session_facts(result: Result) -> Iterator[tuple[str, str]]:
    """The session of stakes that follow a schedule over one, and the purses that it begins with."""
    session = result["session"]
    if session is None:
        return
    yield "session", counted(session["deals"], "deal")
    if session["purse"] is not None:
        yield "purse", by_seat([f"{purse:,}" for purse in session["purse"]])


def _fresh(result: Result) -> Iterator[tuple[str, str]]:
    if "fresh_edge" in result:
        yield "fresh pack", {"exact": "exact", "mc": "from as many deals"}[result["fresh_edge"]["method"]]


def time_taken(seconds: float, threads: int | None) -> str:
    """How long it took, and on how many threads."""
    return f"{seconds:.2f} s" + ("" if threads is None else f" on {counted(threads, 'thread')}")


def _calls(result: Result) -> str:
    shuffles, moves = result["shuffles_per_deal"], result["bank_changes_per_deal"]
    return f"{units(shuffles)} shuffles and {units(moves)} changes of the bank (what the rules call for)"


def several_systems(results: Sequence[Result], threads: int | None) -> Iterator[Any]:
    """A row for each rule system."""
    errors = _has_errors(results[0])
    heads = (
        "Rules",
        "bank edge\n% of stake",
        "std.\nerror",
        "% of all\nstaked",
        "units\na deal",
        "mean\nstake",
        "deals",
    )
    kept = [place for place in range(len(heads)) if errors or place not in (2, 6)]
    made = table(*(heads[place] for place in kept), words=(0,), numbers=range(1, len(kept)))
    for result in results:
        edge, error = result["bank_edge"], result["standard_error"]
        cells = (
            result["rules_name"] + ("" if result["complete"] else " (incomplete)"),
            per_cent(edge["per_initial_stake"], "+").removesuffix(" %"),
            per_cent(error["per_initial_stake"]).removesuffix(" %"),
            per_cent(edge["per_unit_staked"], "+").removesuffix(" %"),
            units(edge["per_deal"], "+"),
            units(result["mean_initial_stake"]),
            short_count(result["deals"] or 0),
        )
        made.add_row(*(cells[place] for place in kept))
    yield made
    yield ""
    with_error = ", with its standard error" if errors else ""
    yield dim(
        f"The bank's edge in per cent of the initial stakes{with_error}; in per cent of all that is "
        "staked, buys and splits included; and in units a deal from all punters together."
    )
    first = results[0]
    said = [
        ("punters", in_common(results, lambda result: f"{result['punters']}: {by_seat(result['punter'])}")),
        ("stakes", in_common(results, lambda result: by_seat(result["stakes"]))),
        *session_facts(first),
        ("banker", in_common(results, lambda result: short_name(result["banker"]))),
        ("pack", first["pack"]),
        ("seed", str(first["seed"])) if errors else ("method", EXACT),
        ("time", time_taken(sum(result["elapsed_s"] for result in results), threads)),
    ]
    yield facts(said)
    yield ""
    for note in (*_same_games(results), *shared_notes(results)):
        yield dim(note)


def _same_games(results: Sequence[Result]) -> Iterator[str]:
    """Which systems came out alike to the last unit, and why."""
    groups: dict[str, list[str]] = {}
    for result in results:
        if result["deals"] is None or result["deals"] >= ENOUGH:
            found = ("bank_edge", "standard_error", "punter_outcomes", "banker_outcomes", "deals", "voided")
            played = json.dumps([[result[key] for key in found], [_money(seat) for seat in result["seats"]]])
            groups.setdefault(played, []).append(_system(result))
    alike = [listed(names) for names in groups.values() if len(names) > 1]
    for names in alike:
        yield f"{names} are the same game for these policies in a single deal."
    if alike:
        yield "Such systems differ in what acts between deals, or in what nobody uses here."


def _money(seat: Result) -> list[Any]:
    """What a seat wins and stakes."""
    return [value for key, value in seat.items() if key not in ("seat", "punter")]


def shared_notes(results: Sequence[Result]) -> Iterator[str]:
    """What is to be known about all systems, or about some."""
    for note in dict.fromkeys(note for result in results for note in result["notes"]):
        names = [_system(result) for result in results if note in result["notes"]]
        yield note if len(names) == len(results) else f"{note.removesuffix('.')} ({listed(names)})."


def _system(result: Result) -> str:
    """The name of a system, without the changes that its row tells."""
    return str(result["rules_name"]).partition(" with ")[0]


def in_common(results: Sequence[Result], what: Callable[[Result], str]) -> str:
    """What holds for the systems: the usual, then those that differ."""
    values = [what(result) for result in results]
    usual = max(values, key=values.count)
    others = {
        other: [_system(result) for result in results if what(result) == other]
        for other in dict.fromkeys(values)
        if other != usual
    }
    return "; ".join([usual, *(f"{other} ({', '.join(names)})" for other, names in others.items())])


def short_count(count: int) -> str:
    """A count in few characters: 2M, 20k, 1,234."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count and count % size == 0:
            return f"{count // size}{letter}"
    return f"{count:,}"
