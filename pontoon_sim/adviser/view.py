"""A situation at the table, as a punter sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..cards import RANKS, rank_of
from ..exact.choices import Past
from ..law import PONTOON_SHIFT, plain_law
from ..rulebook import Rules
from ..script.verdict import Choices, HandSoFar, legal_moves


@dataclass(frozen=True)
class View:
    """A situation at the table, as a punter sees it.

    Attributes
    ----------
    rules : Rules
    cards : tuple of str
        His hand: ranks, with suits where they were said; the two dealt first.
    bought : tuple of int
        For how much each card after the first two was bought; 0: it was twisted.
    stake : int
        The initial stake, before a double.
    doubled : bool
        Whether the banker has doubled.
    split : str or None
        The rank that was split, where the hand came of a split.
    hands : int
        Hands that the seat holds.
    seen : tuple of str
        Other cards that are known to be out.
    packs : int
    so_far : HandSoFar
        The same as the verdict knows it.
    """

    rules: Rules
    cards: tuple[str, ...]
    bought: tuple[int, ...]
    stake: int
    doubled: bool
    split: str | None
    hands: int
    seen: tuple[str, ...]
    packs: int
    so_far: HandSoFar = field(repr=False, compare=False)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks of the hand's cards."""
        return tuple(map(rank_of, self.cards))

    @property
    def gone(self) -> tuple[int, ...]:
        """Ranks of the other cards known to be out."""
        firsts = (RANKS.index(self.split),) * (self.hands - 1) if self.split else ()
        return (*firsts, *map(rank_of, self.seen))

    @property
    def past(self) -> Past:
        """How the hand came about, as the exact walk wants it."""
        law, buys = plain_law(self.rules), [amount for amount in self.bought if amount]
        twisted = int(len(buys) < len(self.bought) and not law.buy_after_twist)
        if twisted:
            return Past(1, 0, 0, self.staked)
        return Past(0, len(buys) if law.max_buys else 0, buys[-1] if buys else 0, self.staked)

    @property
    def staked(self) -> int:
        """All that lies on the hand."""
        return self.so_far.initial + sum(self.bought)

    @property
    def is_bust(self) -> bool:
        """Whether the hand is lost."""
        return self.so_far.low > 21

    @property
    def legal(self) -> Choices:
        """What may be done, with the limits of a buy."""
        found = legal_moves(self.so_far, self.hands)
        return (
            {"stick": None, **found} if found and self.so_far.has_ended else found
        )  # two split aces, left as they are

    @property
    def pontoon(self) -> int:
        """0, or the level of the pontoon that the hand is."""
        return (self.so_far.two >> PONTOON_SHIFT) & 3 if self.so_far.has_pontoon else 0

    def to_dict(self) -> dict[str, Any]:
        """As in the JSON of advice."""
        hand, legal = self.so_far, self.legal
        limits = legal.get("buy")
        return {
            "cards": list(self.cards),
            "total": hand.total,
            "soft": not self.is_bust and hand.total > hand.low,
            "number": len(self.cards),
            "bought": [amount for amount in self.bought if amount],
            "twisted": sum(not amount for amount in self.bought),
            "stake": self.stake,
            "doubled": self.doubled,
            "staked": self.staked,
            "may_buy": limits is not None,
            "limits": None if limits is None else list(limits),
            "split": self.split,
            "hands": self.hands,
            "seen": list(self.seen),
        }
