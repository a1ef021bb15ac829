"""What can go wrong, as sentences: each message names the input, what is wrong with it and the mend."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The ``(did you mean ...?)`` tail of a message about an unknown word, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""
