"""What can go wrong, as sentences: each message names the input, what is wrong with it and the mend."""

from __future__ import annotations

import difflib
import json
import numbers
import re
import reprlib
from collections.abc import Iterable, Sequence
from typing import Any

MOST_SHOWN = 80  # characters of a value in a message

# What moves a cursor, changes colours or turns text around; and halves of characters.
_RAW = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = MOST_SHOWN


class PontoonError(ValueError):
    """Anything that a user can mend: a rule, a policy, a file, an option."""


class RulesError(PontoonError):
    """A rule system that does not exist, does not load, or contradicts itself."""


class PolicyError(PontoonError):
    """A policy or stake schedule that does not exist, or has no legal action for a state that it meets."""


class OptionError(PontoonError):
    """An argument out of its range."""


class LaterError(PontoonError):
    """Something that the rules or an option ask for and that this version cannot answer yet."""


class OutputError(PontoonError):
    """A result that could not be written."""


class ClusterError(PontoonError):
    """Work that could not be done elsewhere: a cluster that is lost, or that plays with other code."""


class DealError(PontoonError):
    """A written-down deal that breaks the rules.

    Attributes
    ----------
    code : str
        One of the refusal codes of ``pontoon settle``.
    event : int or None
        Index of the offending event, from 0; None when the fault lies outside the events.
    """

    def __init__(self, code: str, event: int | None, message: str):
        super().__init__(message)
        self.code = code
        self.event = event


def printable(text: str) -> str:
    """A line of text with nothing in it that a terminal would obey: ``\\x1b`` is spelt out."""
    return _RAW.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def cut(text: str) -> str:
    """Text that is too long for a message, without its middle."""
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 23]}...{text[-20:]}"


def quoted(value: Any) -> str:
    """A value in a message, as Python writes it and never long; of an object its type only."""
    if isinstance(value, bool | type(None)):
        return repr(value)
    if isinstance(value, numbers.Number):
        try:
            return cut(str(value))
        except ValueError:  # Python writes no whole number of more than 4300 digits
            return "a number of very many digits"
    if isinstance(value, str | bytes):
        return cut(repr(value[:10_000]))
    if isinstance(value, list | tuple | dict | set | frozenset):
        try:
            return cut(_SHORT.repr(value))
        except (RecursionError, ValueError):
            return f"a {type(value).__name__}"
    return f"an object of type {type(value).__name__}"


def written(value: Any) -> str:
    """The same for a value from JSON: ``true``, ``null``, text in single quotes."""
    if isinstance(value, bool | type(None)):
        return json.dumps(value)
    if isinstance(value, list | dict):
        try:
            return cut(printable(json.dumps(value, ensure_ascii=False)))
        except (RecursionError, ValueError, TypeError):
            pass
    return quoted(value)


def listed(names: Sequence[str]) -> str:
    """Names as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def counted(count: Any, noun: str) -> str:
    """A number and its noun: ``1 deal``, ``2,000 deals``, ``3 series``."""
    number = f"{count:,}" if isinstance(count, int) else f"{float(count):g}"
    return f"{number} {noun}{'' if count == 1 or noun.endswith('s') else 's'}"


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The ``(did you mean ...?)`` tail of a message about an unknown word, or nothing."""
    if not isinstance(word, str) or len(word) > MOST_SHOWN:
        return ""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {quoted(close[0])}?)" if close else ""
