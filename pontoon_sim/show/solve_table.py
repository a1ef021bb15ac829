"""The equilibrium of several punters as text, from the fields of ``pontoon.solve/1``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .page import dim, facts, strong, table
from .solve import Told, conditions, doubles, share, stakes


def page(result: Told, headline: str, title: str) -> Iterator[Any]:
    """Headline, value, what other play gains, how both sides play, conditions and limits."""
    yield strong(headline)
    yield ""
    yield _value(result)
    yield ""
    yield stakes(result)
    if result["banker_doubles"] is not None:
        yield ""
        yield doubles(result)
    yield ""
    yield _thresholds(result)
    yield ""
    if result["against_two_bought"]:
        yield _bought(result)
        yield ""
    yield facts(_conditions(result, title))
    yield ""
    for note in result["assumes"]:
        yield dim(note)
    if result["complete"] and result["precision_met"] is False:
        asked = result["precision"] * result["rules"]["stake_min"]
        yield strong(f"The precision asked for, {asked:g}, was not reached.")
    if not result["complete"]:
        yield strong("Interrupted: INCOMPLETE. The play is what was reached.")


def _value(result: Told) -> Any:
    value, gains = result["value"], result["deviations"]
    made = table("Units a deal", "gain", "standard error", numbers=(1, 2))
    made.add_row("each punter", f"{value['punter_ev_per_deal']:+.5f}", f"{value['standard_error']:.5f}")
    made.add_row("the bank, from all of them", *_figure(result["bank_ev_per_deal"]))
    made.add_row("a punter who plays otherwise, more", *_figure(gains["punter"]))
    made.add_row("the bank if it plays otherwise, more", *_figure(gains["bank"]))
    made.add_row("the bank if it also counts face-up cards, more", *_figure(gains["counting_bank"]))
    return made


def _figure(figure: Told) -> tuple[str, str]:
    return f"{figure['value']:+.5f}", f"{figure['standard_error']:.5f}"


def _thresholds(result: Told) -> Any:
    made = table("A banker who sticks on", "pays each punter", "and the best one", numbers=(1, 2))
    for total, gains in result["thresholds"].items():
        made.add_row(total, *(f"{gain:+.4f}" for gain in gains.values()))
    return made


def _bought(result: Told) -> Any:
    rows = result["against_two_bought"]
    totals = list(rows[0]["draws"])
    made = table("Against two that bought a card", *(f"draws to {total}" for total in totals), numbers=range(1, 9))
    for row in rows:
        draws = (share(row["draws"][total]) for total in totals)
        made.add_row(f"staked {row['stake']}, paid {row['paid']}", *draws)
    return made


def _conditions(result: Told, title: str) -> list[tuple[str, str]]:
    *found, last = conditions(result, title)
    drawn = f"{result['tables']:,} drawn for the banker's average play, {result['deals']:,} dealt"
    return [*found, ("tables", drawn), ("seed", str(result["seed"])), last]
