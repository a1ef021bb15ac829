"""From bytes to parsed JSON, strictly: whatever is wrong with them is ``malformed``."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, NoReturn

from ..errors import DealError, cut, quoted
from ..files import STDIN, Unreadable, decoded, read_bytes, read_stdin, shown

_HALF = re.compile("[\ud800-\udfff]")
_DIGITS = 300  # more than any number needs


def parse(data: bytes, name: str) -> Any:
    """The JSON value that is written there; `name` is what messages call it.

    Raises
    ------
    DealError
        ``malformed``, event None.
    """
    name = shown(name)
    try:
        text = decoded(data)
    except Unreadable as fault:
        raise _malformed(f"{name} {fault}") from None
    if not text.strip():
        raise _malformed(f"{name} is empty: write a deal, see `pontoon settle --help`.")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole, parse_float=_real)
    except DealError:
        raise
    except RecursionError:
        raise _malformed(f"{name} is nested too deeply to be a deal.") from None
    except ValueError as fault:
        raise _malformed(f"{name} is not JSON ({' '.join(str(fault).split())}): mend that place.") from None


def load(file: str) -> Any:
    """The JSON value in a file, or in standard input where it is called ``-``.

    Raises
    ------
    DealError
        ``malformed``, event None.
    """
    name = "Standard input" if file == STDIN else file
    try:
        data = read_stdin() if file == STDIN else read_bytes(file, "give a JSON file, or - for standard input")
    except Unreadable as fault:
        raise _malformed(f"{shown(name)} {fault}") from None
    return parse(data, name)


def has_half_characters(value: Any) -> bool:
    """Whether a text anywhere in a JSON value holds a lone surrogate, which is no character."""
    queue, seen = [value], set()
    for one in queue:  # grows while it is read
        if isinstance(one, str) and _HALF.search(one):
            return True
        if isinstance(one, dict | list | tuple) and id(one) not in seen:
            seen.add(id(one))
            queue += [*one, *one.values()] if isinstance(one, dict) else one
    return False


def _malformed(message: str) -> DealError:
    return DealError("malformed", None, message)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise _malformed(f"The key {quoted(key)} stands twice in one object: keep one of them.")
        read[key] = value
    return read


def _no_number(word: str) -> NoReturn:
    raise _malformed(f"{word} is no number of JSON: write one, or null.")


def _whole(word: str) -> int:
    if len(word) > _DIGITS:
        raise _malformed(f"{cut(word)} has {len(word):,} digits, more than a number of a deal may have: mend it.")
    return int(word)


def _real(word: str) -> float:
    number = float(word)
    if isinf(number):
        raise _malformed(f"{cut(word)} is larger than any number of a deal may be: mend it.")
    return number
