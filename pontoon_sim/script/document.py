"""A written-down deal: its document and its events, read but not yet judged.

Ill-formed and illegal are different errors. What is wrong with the document itself is refused here at once; what is
wrong with the form of an event waits (`Event.problems`) until the deal comes to it, because a breach of the rules is
named before a fault of form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from ..arguments import plain
from ..cards import full_pack, parse_card
from ..errors import MOST_SHOWN, DealError, PontoonError, RulesError, cut, did_you_mean, quoted, written
from ..presets import rules as find_rules
from ..rulebook import Rules
from .reading import has_half_characters, load

SCHEMA = "pontoon.deal/1"
_MOST_BITS = 1100  # of a whole number, well above any that JSON brings
MOST_PUNTERS, MOST_HANDS, MOST_UNITS = 10, 4, 10**9

_IGNORED = ("schema", "id", "kind", "title", "expect", "why")
_KEYS = (
    *_IGNORED, "rules", "set", "players", "banker", "events", "pack", "kitty", "first_round_of_deal", "deals_held",
)  # fmt: skip

_ALIASES = {
    "stick": "stick", "stand": "stick", "twist": "twist", "card": "twist", "hit": "twist", "buy": "buy",
    "double": "buy", "split": "split", "burn": "burn", "shoot": "shoot", "declare": "declare", "pontoon": "declare",
    "natural": "declare",
}  # fmt: skip

# Keys of each type of event, the required ones first.
_EVENT_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "deal": (("seat", "card"), ("round", "hand")),
    "stake": (("seat", "amount"), ()),
    "action": (("seat", "hand", "action"), ("amount", "cards")),
    "shoot": (("seat", "hand", "amount"), ()),
    "banker_double": ((), ("seat",)),
    "brulet_check": (("top", "bottom"), ("seat",)),
}
_MOST_CARDS = {"twist": 1, "buy": 1, "split": 2, "burn": 2}


@dataclass(frozen=True)
class Event:
    """One event of a script.

    Attributes
    ----------
    index : int
        Its place among the events, from 0.
    kind : str
        ``deal``, ``stake``, ``banker_double``, ``brulet_check``, or an action by its main name.
    seat : int
        From 0; the banker's is the number of punters.
    hand : int or None
        From 1.
    amount : int or None
    is_double : bool
        It is a buy of the initial stake, written ``double``; the amount may then be left out.
    cards : tuple of str
    round : int or None
    problems : tuple of str
        What is wrong with its form, in sentences.
    """

    index: int
    kind: str
    seat: int
    hand: int | None = None
    amount: int | None = None
    cards: tuple[str, ...] = ()
    round: int | None = None
    is_double: bool = False
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class WrittenDeal:
    """The document of one deal: everything beside what its events mean."""

    rules: Rules
    players: tuple[str, ...]
    raw_events: tuple[Any, ...]
    pack: tuple[str, ...] | None
    kitty: int
    first_round: bool
    held: int

    @property
    def punters(self) -> int:
        """Number of punters."""
        return len(self.players) - 1

    @property
    def banker(self) -> str:
        """Name of the banker."""
        return self.players[-1]

    def event(self, index: int) -> Event:
        """Read an event.

        Raises
        ------
        DealError
            ``malformed``, when one cannot tell whose event it is or of what kind.
        """
        return _read_event(self.raw_events[index], index, self.players)


# ---- The document.


def read_deals(document: Any) -> list[WrittenDeal] | WrittenDeal:
    """The deal, or the list of deals, of a parsed JSON document or of the path of one."""
    if isinstance(document, str | PathLike):
        document = load(fspath(document))
    if isinstance(document, list):
        return [read_deal(one) for one in document]
    return read_deal(document)


def read_deal(document: Any) -> WrittenDeal:
    """The deal of a parsed JSON document.

    Raises
    ------
    DealError
        ``malformed``, for anything but a document of the schema ``pontoon.deal/1``.
    RulesError
        When its rules do not exist or contradict themselves.
    """
    if not isinstance(document, dict):
        raise _malformed("A written-down deal is a JSON object with the keys rules, players, banker and events.")
    _refuse_half_characters(document)
    for key in document:
        if key not in _KEYS:
            raise _malformed(f"{quoted(key)} is no key of a written-down deal{did_you_mean(key, _KEYS)}: leave it out.")
    if not isinstance(schema := document.get("schema", SCHEMA), str) or schema != SCHEMA:
        raise _malformed(f"The schema is {written(document['schema'])}: this version reads {SCHEMA!r}.")
    for key in ("rules", "players", "banker", "events"):
        if key not in document:
            mend = "a deal needs players, banker and events"
            if key == "rules":
                mend = "name a preset or a TOML file there, or by --rules on the command line"
            raise _malformed(f"The key {key!r} is missing: {mend}.")
    players = _read_players(document["players"], document["banker"])
    if not isinstance(document["events"], list):
        raise _malformed("events is not a list: write the events in their true order.")
    rules = _read_rules(document["rules"], document.get("set"))
    return WrittenDeal(
        rules=rules,
        players=players,
        raw_events=tuple(document["events"]),
        pack=_read_pack(document.get("pack"), rules.packs_for(len(players) - 1)),
        kitty=_read_count(document, "kitty", rules.kitty, 0),
        first_round=_read_flag(document, "first_round_of_deal"),
        held=_read_count(document, "deals_held", 1, 1),
    )


def _refuse_half_characters(document: dict[Any, Any]) -> None:
    events = document.get("events")
    for index, event in enumerate(events if isinstance(events, list) else ()):
        if has_half_characters(event):
            raise _malformed(f"Event {index} holds half a character (a lone \\ud800 to \\udfff): leave it out.", index)
    if has_half_characters(document):
        raise _malformed("The deal holds half a character (a lone \\ud800 to \\udfff): leave it out.")


def _malformed(message: str, event: int | None = None) -> DealError:
    return DealError("malformed", event, message)


def _read_players(players: Any, banker: Any) -> tuple[str, ...]:
    if not isinstance(players, list) or not all(isinstance(name, str) and name for name in players):
        raise _malformed("players is not a list of names: write them clockwise from the banker's left, banker last.")
    if longest := [name for name in players if len(name) > MOST_SHOWN]:
        raise _malformed(f"A name has {len(longest[0]):,} characters: shorten it to {MOST_SHOWN}.")
    if len(set(players)) < len(players):
        raise _malformed("Two players have the same name: give everybody a name of his own.")
    if not 1 <= len(players) - 1 <= MOST_PUNTERS:
        raise _malformed(f"There are {max(len(players) - 1, 0)} punters: a deal has 1 to {MOST_PUNTERS}, and a banker.")
    if not isinstance(banker, str) or players[-1] != banker:
        raise _malformed(f"The banker {written(banker)} is not the last of the players: write the banker's name there.")
    return tuple(players)


def _read_rules(name: Any, changes: Any) -> Rules:
    if not isinstance(name, str):
        raise _malformed("rules is not text: name a preset or a TOML file.")
    if changes is not None and not (isinstance(changes, dict) and all(isinstance(key, str) for key in changes)):
        raise _malformed("set is not an object: write the changed fields of the rules with their values.")
    for key, value in (changes or {}).items():
        if value is None:
            raise _malformed(f"set: {cut(key)} is null: give it a value, or leave it out.")
    base = find_rules(name)
    try:
        return find_rules(base, **(changes or {}))
    except RulesError as fault:
        raise RulesError(f"set: {fault}") from None


def _read_pack(pack: Any, packs: int) -> tuple[str, ...] | None:
    if pack is None:
        return None
    if not isinstance(pack, list):
        raise _malformed("pack is not a list of cards: write the order dealt from, the first card first.")
    try:
        cards = tuple(parse_card(card) for card in pack)
    except PontoonError as fault:
        raise _malformed(f"pack: {fault}") from None
    limit = full_pack(packs)
    for card in cards:
        limit[card] -= 1
        if limit[card] < 0:
            raise _malformed(f"pack holds {card} more than {packs} times, as often as it is in play: mend the list.")
    return cards


def _read_count(document: dict[str, Any], key: str, default: int, least: int) -> int:
    value = document.get(key)
    if value is None:
        return default
    count = _whole(value)
    if count is None or not least <= count <= MOST_UNITS:
        raise _malformed(f"{key} is {written(value)}: write a whole number from {least} to {MOST_UNITS}.")
    return count


def _read_flag(document: dict[str, Any], key: str) -> bool:
    value = document.get(key, False)
    if not isinstance(value, bool):
        raise _malformed(f"{key} is {written(value)}: write true or false.")
    return value


def _whole(value: Any) -> int | None:
    """A whole number, also where JSON writes it ``2.0``; None for anything else."""
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if value.bit_length() < _MOST_BITS else None


# ---- The events.


def _read_event(raw: Any, index: int, players: tuple[str, ...]) -> Event:
    if not isinstance(raw, dict):
        raise _malformed(f"Event {index} is not an object: write for instance {{'type': 'stake', ...}}.", index)
    kind = _needed(raw, "type", index)
    if not isinstance(kind, str) or kind not in _EVENT_KEYS:
        meant = did_you_mean(kind, _EVENT_KEYS)
        raise _malformed(
            f"There is no event of the type {written(kind)}{meant}: types are {', '.join(_EVENT_KEYS)}.", index
        )
    required, optional = _EVENT_KEYS[kind]
    problems = [
        f"{quoted(key)} is no key of an event of the type {kind}: leave it out."
        for key in raw
        if key != "type" and key not in required + optional
    ]
    seat = _read_seat(raw, index, players, required="seat" in required)
    hand = _read_hand(raw, index, required="hand" in required)
    if kind == "action":
        kind = _read_action(raw, index)
    return Event(
        index=index,
        kind=kind,
        seat=seat,
        hand=hand,
        amount=_whole(raw.get("amount")),
        cards=_read_cards(raw, kind, problems),
        round=_whole(raw.get("round")),
        is_double=kind == "buy" and _is_double(raw),
        problems=(*problems, *_wrong_numbers(raw, kind)),
    )


def _needed(raw: dict[str, Any], key: str, index: int) -> Any:
    if raw.get(key) is None:
        raise _malformed(f"Event {index} lacks the key {key!r}: write it.", index)
    return raw[key]


def _read_seat(raw: dict[str, Any], index: int, players: tuple[str, ...], required: bool) -> int:
    if not required and "seat" not in raw:
        return len(players) - 1
    name = _needed(raw, "seat", index)
    if not isinstance(name, str) or name not in players:
        meant = did_you_mean(name, players) if isinstance(name, str) else ""
        raise _malformed(
            f"Nobody at the table is called {written(name)}{meant}: name one of {', '.join(players)}.", index
        )
    return players.index(name)


def _read_hand(raw: dict[str, Any], index: int, required: bool) -> int | None:
    if "hand" not in raw and not required:
        return None
    hand = _whole(_needed(raw, "hand", index))
    if hand is None or not 1 <= hand <= MOST_HANDS:
        raise _malformed(
            f"hand is {written(raw['hand'])}: number a seat's hands 1 to {MOST_HANDS}, left to right.", index
        )
    return hand


def _read_action(raw: dict[str, Any], index: int) -> str:
    action = _needed(raw, "action", index)
    name = _ALIASES.get(action.strip().lower()) if isinstance(action, str) else None
    if name is None:
        meant = did_you_mean(action, _ALIASES)
        raise _malformed(f"There is no action {written(action)}{meant}: actions are {', '.join(_ALIASES)}.", index)
    return name


def _read_cards(raw: dict[str, Any], kind: str, problems: list[str]) -> tuple[str, ...]:
    """The cards that an event names, in order; what is wrong with them joins the problems."""
    if kind == "deal":
        keys: tuple[str, ...] = ("card",)
    elif kind == "brulet_check":
        keys = ("top", "bottom")
    else:
        keys = ()
    problems += [f"A {kind.replace('_', ' ')} lacks the key {key!r}: write it." for key in keys if raw.get(key) is None]
    named: Any = [raw[key] for key in keys if raw.get(key) is not None]
    if not keys:
        named = raw.get("cards", [])
        if not isinstance(named, list):
            problems.append("cards is not a list: write the cards in the order in which they came.")
            return ()
        most = _MOST_CARDS.get(kind, 0)
        if len(named) > most:
            problems.append(f"A {kind} brings {most} {'card' if most == 1 else 'cards'}, and {len(named)} are named.")
    cards = []
    for card in named:
        try:
            cards.append(parse_card(card))
        except PontoonError as fault:
            problems.append(str(fault))
    return tuple(cards)


def _wrong_numbers(raw: dict[str, Any], kind: str) -> Iterator[str]:
    amount = raw.get("amount")
    if kind in ("stake", "shoot") or (kind == "buy" and (amount is not None or not _is_double(raw))):
        if amount is None:
            yield f"A {kind} lacks the key 'amount': write a whole number of units."
        elif _whole(amount) is None:
            yield f"The amount of a {kind} is {written(amount)}: write a whole number of units."
    elif kind != "buy" and amount is not None:
        yield f"A {kind} has no amount: leave it out."
    if raw.get("round") is not None and _whole(raw["round"]) is None:
        yield f"round is {written(raw['round'])}: write 1 or 2."


def _is_double(raw: dict[str, Any]) -> bool:
    return str(raw.get("action")).strip().lower() == "double"
