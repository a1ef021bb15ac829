"""``pontoon settle``: who pays whom for a written-down deal."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from .failures import DONE, USAGE, say
from .options import common
from .output import Face, comma_table, emit_json

if TYPE_CHECKING:
    from ..errors import DealError
    from ..rulebook import Rules
    from ..script import Settlement

REFUSAL = "pontoon.refusal/1"
_COLUMNS = ("deal", "seat", "hand", "cards", "class", "stake", "total", "net", "error", "event", "message")


@click.command("settle", short_help="Who pays whom for a written-down deal.")
@click.argument("file", metavar="FILE.json")
@common(rules_help="Rule system of deals that name none.", random=False)
def command(file: str, rules: str | None, set_: tuple[str, ...], face: Face) -> int:
    """Settle a written-down deal: who pays whom, and why.

    FILE.json holds one deal, or a list of them, as events in their true order; - reads standard input. A deal that
    breaks the rules is refused with the reason and the place of the event, counted from 0; the exit code is 2 when any
    deal is refused. --set changes fields for all deals of the file.

    With --json, the answer has the schema pontoon.settlement/1, a refusal pontoon.refusal/1; a list gives a list.

    \b
    A deal (schema pontoon.deal/1):
      {"rules": "pagat", "players": ["Ann", "Bob"], "banker": "Bob", "events": [
        {"type": "deal", "seat": "Ann", "card": "8H", "round": 1},
        {"type": "deal", "seat": "Bob", "card": "TD", "round": 1},
        {"type": "stake", "seat": "Ann", "amount": 2},
        {"type": "deal", "seat": "Ann", "card": "9C", "round": 2},
        {"type": "deal", "seat": "Bob", "card": "7C", "round": 2},
        {"type": "action", "seat": "Ann", "hand": 1, "action": "stick"},
        {"type": "action", "seat": "Bob", "hand": 1, "action": "stick"}]}

    \b
    Its keys:
      rules     a preset or a TOML file; may be left to --rules
      players   clockwise from the banker's left, the banker last
      banker    the last of the players
      events    in their true order
    And where they are wanted:
      set                  changed fields of the rules, as in {"burn": 13}
      pack                 the order dealt from, the first card first
      kitty                what the kitty holds before the deal  [default: kitty]
      deals_held           deals of this banker, this one included  [default: 1]
      first_round_of_deal  true or false, for misericorde  [default: false]
    Also taken, and ignored: schema, id, kind, title, expect, why.

    \b
    Events, in the order of a deal (a card is AS, 9D, TH or 10H, KC ...):
      {"type": "brulet_check", "top": "AS", "bottom": "KD"}
          first of all, where the rules know a brulet
      {"type": "deal", "seat": "Ann", "card": "8H", "round": 1}
          first cards (round 1) and second ones (round 2); round may be left
          out; also the second card of a split hand that is dealt when reached
      {"type": "stake", "seat": "Ann", "amount": 2}
          after the first cards; before them where stakes_when=before-deal
      {"type": "banker_double"}
          after the stakes, where banker_doubles lets him
      {"type": "shoot", "seat": "Ann", "hand": 1, "amount": 3}
          after the stakes, on a new split hand, or before a fourth card
      {"type": "action", "seat": "Ann", "hand": 1, "action": ...}
          a move; hand counts a seat's hands left to right, from 1

    \b
    Actions, with their further keys:
      stick                     (or stand); the banker's last may be left out
      twist    "cards": ["6S"]  (or card, hit)
      buy      "amount": 3, "cards": ["6S"]
               (or double, without an amount: for the initial stake)
      split    "cards": ["6S", "9D"]
               the card of the kept hand, then of the new one right behind;
               only the first where split_dealing=when-reached
      burn     "cards": ["6S", "9D"]  the two new ones
      declare  a pontoon (or pontoon, natural); may be left out
      shoot    "amount": 3, as the event of that name

    \b
    Examples:
      pontoon settle deal.json
      pontoon settle deals.json --json
      pontoon settle deals.json --csv hands.csv
      cat deal.json | pontoon settle -
    """
    from ..errors import DealError
    from ..presets import load as load_rules
    from ..presets import parse_set
    from ..script.reading import load

    changes = parse_set(set_)
    asked = load_rules(rules) if rules is not None else None
    try:
        document = load(file)
        several = isinstance(document, list)
        deals = document if several else [document]
        if asked is not None:
            _name_others(deals, asked, face)
        answers = [_settled(_completed(deal, rules, changes)) for deal in deals]
    except DealError as fault:
        several, deals, answers = False, [None], [fault]
    face.save(comma_table(_COLUMNS, (row for place, answer in enumerate(answers) for row in _rows(place, answer))))
    refused = sum(isinstance(answer, DealError) for answer in answers)
    if face.json:
        said = [_refusal(answer) if isinstance(answer, DealError) else answer.to_dict() for answer in answers]
        emit_json(said if several else said[0])
    elif not several and refused:
        say(f"Error: {_reason(answers[0])}")
    else:
        if face.draws:
            face.show(*_told(deals, answers, several))
        if refused:
            say(f"Error: {refused} of {len(answers)} deals break the rules.")
    return USAGE if refused else DONE


def _name_others(deals: list[Any], asked: Rules, face: Face) -> None:
    """Say which rules hold where a deal names others than ``--rules``."""
    from ..errors import PontoonError, quoted
    from ..presets import load

    others: dict[str, None] = {}
    for deal in deals:
        name = deal.get("rules") if isinstance(deal, dict) else None
        if isinstance(name, str):
            with suppress(PontoonError):  # said when that deal is refused
                if load(name).rules_id != asked.rules_id:
                    others[quoted(name)] = None
    if others:
        face.remark(f"Note: --rules is for deals that name none; the deal's own rules hold ({', '.join(others)}).")


def _completed(deal: Any, rules: str | None, changes: dict[str, Any]) -> Any:
    """A deal with the rules of the command line where it names none, and the changes by ``--set``."""
    if not isinstance(deal, dict):
        return deal
    if rules is not None:
        deal = {"rules": rules, **deal}
    if changes and isinstance(deal.get("set", {}), dict):
        deal = {**deal, "set": {**deal.get("set", {}), **changes}}
    return deal


def _settled(deal: Any) -> Settlement | DealError:
    """The settlement of a deal, or why there is none."""
    from ..errors import DealError, PontoonError
    from ..script import settle

    if not isinstance(deal, dict):
        return DealError("malformed", None, "A written-down deal is a JSON object, see `pontoon settle --help`.")
    try:
        settlement = settle(deal)
    except DealError as fault:
        return fault
    except PontoonError as fault:
        return DealError("malformed", None, str(fault))
    assert not isinstance(settlement, list)
    return settlement


def _refusal(fault: DealError) -> dict[str, Any]:
    return {"schema": REFUSAL, "error": fault.code, "event": fault.event, "message": str(fault)}


def _reason(fault: Any) -> str:
    return f"{fault} ({fault.code}" + ("" if fault.event is None else f", event {fault.event}") + ")"


def _told(deals: list[Any], answers: list[Any], several: bool) -> list[Any]:
    """Sentences on every deal."""
    from ..errors import DealError, cut, printable
    from ..show.page import indented, strong

    said: list[Any] = []
    for place, (deal, answer) in enumerate(zip(deals, answers, strict=True)):
        if several:
            names = [
                printable(cut(str(deal[key]))) for key in ("id", "title") if isinstance(deal, dict) and deal.get(key)
            ]
            said.append(strong(f"Deal {place + 1}" + (f" ({', '.join(names)})" if names else "")))
        lines = [f"Refused: {_reason(answer)}"] if isinstance(answer, DealError) else answer.explain()
        lines = [printable(line) for line in lines]
        said += [indented(line, 2) if several else line for line in lines]
        if several and place + 1 < len(deals):
            said.append("")
    return said or ["The list holds no deal."]


def _rows(place: int, answer: Any) -> list[tuple[Any, ...]]:
    """A row for each hand of a settled deal, one for a refused one."""
    from ..errors import DealError

    if isinstance(answer, DealError):
        return [(place + 1, *[None] * 7, answer.code, answer.event, str(answer))]
    found = answer.to_dict()
    rows: list[tuple[Any, ...]] = []
    for seat, net in found["net"].items():
        hands = found["hands"].get(seat) or [{}]
        for number, hand in enumerate(hands, 1):
            cells = [hand.get(key) for key in ("class", "stake", "total")]
            cards = " ".join(hand.get("cards") or ())
            rows.append((place + 1, seat, number, cards, *cells, hand.get("net", net), None, None, None))
    return rows
