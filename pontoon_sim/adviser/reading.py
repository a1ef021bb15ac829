"""Cards as people write them: ``A 7``, ``10h,9``, ``AS 8D``, ``a7``, ``ten king``, ``ace of spades``."""

from __future__ import annotations

import re
from typing import Any

from ..arguments import whole
from ..cards import RANKS
from ..errors import OptionError, quoted

MOST_CARDS = 21  # of a hand that is not bust: all of them aces

_NAMES = dict(
    zip(
        ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
        RANKS,
        strict=True,
    )
) | {"aces": "A", "deuce": "2", "trey": "3", "eights": "8", "knave": "J"}
_SUITS = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_CARD = re.compile(r"(10|[A2-9TJQK])([SHDC]?)")
_ROW = re.compile(rf"(?:{_CARD.pattern})+")
_HOW = "write ranks A, 2 to 9, T (or 10), J, Q, K, with suits or without, such as A,7 or AS 10H"


def cards(said: Any, option: str = "--hand") -> tuple[str, ...]:
    """Written cards, each as its rank and, where it was said, its suit: ``A``, ``TH``.

    Parameters
    ----------
    said : str, or sequence of str or int
    option : str
        What is being read, for messages.

    Raises
    ------
    OptionError
        When something in it is no card.
    """
    if not isinstance(said, str):
        texts = [_text(one, option) for one in said] if isinstance(said, list | tuple) else [_text(said, option)]
        return tuple(card for text in texts for card in cards(text, option))
    found: list[str] = []
    for word in re.split(r"[\s,;+/|_.&-]+", said.translate(_SYMBOLS).strip()):
        name = word.lower()
        if name in ("", "of", "and"):
            continue
        if name in _NAMES:
            found.append(_NAMES[name])
        elif (suit := _SUITS.get(name.removesuffix("s"))) and found and len(found[-1]) == 1:
            found[-1] += suit
        elif len(name) == 1 and name.upper() in "SHDC" and found and len(found[-1]) == 1:
            found[-1] += name.upper()
        elif _ROW.fullmatch(word.upper()):
            found += [rank.replace("10", "T") + suit for rank, suit in _CARD.findall(word.upper())]
        else:
            raise OptionError(f"{option}: {quoted(word)} is no card: {_HOW}.")
    return tuple(found)


def _text(one: Any, option: str) -> str:
    number = whole(one)
    if number is not None:
        return str(number)
    if not isinstance(one, str):
        raise OptionError(f"{option}: {quoted(one)} is no card: {_HOW}.")
    return one


__all__ = ["MOST_CARDS", "cards"]
