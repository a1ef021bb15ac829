"""From bytes to parsed JSON, strictly: whatever is wrong with them is ``malformed``."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import DealError


def parse(data: bytes, name: str) -> Any:
    """The JSON value that is written there; `name` is what messages call it.

    Raises
    ------
    DealError
        ``malformed``, event None.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _malformed(f"{name} is not text in UTF-8: save it as UTF-8.") from None
    if not text.strip():
        raise _malformed(f"{name} is empty: write a deal, see `pontoon settle --help`.")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except DealError:
        raise
    except RecursionError:
        raise _malformed(f"{name} is nested too deeply to be a deal.") from None
    except ValueError as fault:
        raise _malformed(f"{name} is not JSON ({' '.join(str(fault).split())}): mend that place.") from None


def unreadable(name: str, fault: Exception) -> DealError:
    """The refusal of a file that cannot be read."""
    return _malformed(f"{name} cannot be read ({getattr(fault, 'strerror', None) or fault}): give a JSON file.")


def _malformed(message: str) -> DealError:
    return DealError("malformed", None, message)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise _malformed(f"The key {key!r} stands twice in one object: keep one of them.")
        read[key] = value
    return read


def _no_number(word: str) -> NoReturn:
    raise _malformed(f"{word} is no number of JSON: write one, or null.")
