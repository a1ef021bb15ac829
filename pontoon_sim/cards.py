"""Ranks, values and the text of cards.

A *rank* is a number from 0 (ace) to 12 (king); engines see nothing else of a card. A *value* is 1 to 10, an
ace counting 1 until somebody counts the hand. A written card is rank and suit: ``AS``, ``TH``, ``10h``.
"""

from __future__ import annotations

import re
from collections import Counter

from .errors import PontoonError, quoted, written

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12

_CARD = re.compile(r"^(10|[A2-9TJQK])([SHDC♠♥♦♣])$")
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")


def value(rank: int) -> int:
    """What a rank counts, an ace 1 and a court card 10."""
    return min(rank + 1, 10)


def parse_rank(text: str) -> int:
    """The rank written as ``A``, ``2`` to ``9``, ``T`` or ``10``, ``J``, ``Q``, ``K`` (case does not matter).

    Raises
    ------
    PontoonError
        When it is none of these.
    """
    name = text.strip().upper().replace("10", "T")
    if len(name) != 1 or name not in RANKS:
        raise PontoonError(f"{quoted(text)} is not a rank: write A, 2 to 9, T (or 10), J, Q or K.")
    return RANKS.index(name)


def parse_card(text: object) -> str:
    """The two letters of a written card, rank first: ``10h`` becomes ``TH``.

    Raises
    ------
    PontoonError
        When it is not a card.
    """
    match = _CARD.match(text.strip().upper()) if isinstance(text, str) else None
    if not match:
        raise PontoonError(f"{written(text)} is not a card: write a rank and a suit, such as AS, 10H or KD.")
    return match[1].replace("10", "T") + match[2].translate(_SYMBOLS)


def rank_of(card: str) -> int:
    """The rank of a written card."""
    return RANKS.index(card[0])


def full_pack(packs: int) -> Counter[str]:
    """How often each written card occurs in that many packs of 52."""
    return Counter({rank + suit: packs for rank in RANKS for suit in SUITS})
