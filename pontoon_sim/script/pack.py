"""The pack of a written-down deal: which cards may come next, and where thrown-in cards go.

Sometimes its order is written down, mostly it is not. It is kept as three layers: cards in a known order on top
(`front`), cards in no known order (`unseen`), and cards in a known order beneath (`under`), with the used cards that
are out of play (`aside`).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from ..cards import full_pack
from ..rulebook import Rules


class WrittenPack:
    """The cards that can still come in a written-down deal.

    Attributes
    ----------
    reshuffled : bool
        The cards ran out, and the used ones were shuffled for the rest of the deal.
    """

    def __init__(self, rules: Rules, punters: int, order: tuple[str, ...] | None):
        self.known = order is not None
        self.front: deque[str] = deque(order or ())
        self.unseen = Counter[str]() if self.known else full_pack(rules.packs_for(punters))
        self.under: deque[str] = deque()
        self.aside: list[str] = []
        self.brulet: list[str] = []
        self.dealt: list[str] = []
        self.reshuffled = False
        self._gather = rules.gather
        self._reshuffles = rules.exhaustion == "reshuffle-used"
        self._cut: tuple[str, str] | None = None

    def candidates(self) -> dict[str, int]:
        """The cards that may come next, with how often each is there; empty when the cards have run out."""
        self._renew()
        if self.front:
            return {self.front[0]: 1}
        if unseen := {card: count for card, count in self.unseen.items() if count > 0}:
            return unseen
        return {self.under[0]: 1} if self.under else {}

    def exhausted(self) -> bool:
        """Whether there is no card to be had."""
        return not self.candidates()

    def take(self, card: str) -> None:
        """Deal a card, one of the candidates."""
        if self.front:
            self.front.popleft()
        elif self.unseen.total():
            self.unseen[card] -= 1
        else:
            self.under.popleft()
        self.dealt.append(card)

    def throw(self, cards: Iterable[str]) -> None:
        """A hand is bust or burnt: its cards go under the pack at once, or out of play."""
        if self._gather in ("hands", "hands-mixed"):
            self.under.extend(cards)
        else:
            self.aside.extend(cards)

    def can_cut(self, top: str, bottom: str) -> bool:
        """Whether these can be the top and the bottom card before the deal."""
        if self.known:
            return len(self.front) > 1 and (top, bottom) == (self.front[0], self.front[-1])
        return not Counter((top, bottom)) - self.unseen

    def cut(self, top: str, bottom: str) -> None:
        """Note what the banker saw at the cut: these cards have their places now."""
        self._cut = (top, bottom)
        if not self.known:
            self.unseen -= Counter(self._cut)
            self.front.append(top)
            self.under.append(bottom)

    def take_brulet(self) -> None:
        """The two cards of the cut join the used cards."""
        assert self._cut is not None
        self.front.popleft()
        (self.front if self.known else self.under).pop()
        self.brulet = list(self._cut)
        self.aside.extend(self.brulet)

    def gathered(self, hands: list[list[str]]) -> list[str] | None:
        """The pack after the deal, the used cards under it; None where its order is not known.

        Parameters
        ----------
        hands : list of list of str
            The hands that were not thrown in during the deal, clockwise, the banker's last.
        """
        if not self.known or self.reshuffled or self._gather in ("hands-mixed", "mixed"):
            return None
        rest = [*self.front, *self.under]
        if self._gather == "hands":
            return [*rest, *self.brulet, *(card for hand in hands for card in hand)]
        return [*rest, *self.brulet, *self.dealt] if self._gather == "dealt" else rest

    def _renew(self) -> None:
        """Once the pack has ended, deal from the used cards, shuffled, where the rules say so."""
        if self._reshuffles and self.aside and not (self.front or self.unseen.total() or self.under):
            self.unseen = Counter(self.aside)
            self.aside.clear()
            self.reshuffled = True
