"""What a hand in play may do by the rules: one statement of it, to explain a refusal, to ask, and to do.

Every kind of action has one generator of the faults that the hand's own state holds against it. An action without
faults is legal (`legal_moves`); an illegal one is refused for the fault that comes first in `REFUSALS`. Whose turn it
is, is no affair of the hand's: the script judges that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..cards import ACE, RANKS, rank_of, value
from ..errors import counted, quoted
from ..hands import EMPTY, WIDTH, graph
from ..law import IS_BURNABLE, PONTOON_SHIFT, Law, buy_limits, cap_undoubled
from ..rulebook import Rules

#: Codes of refusal. Where several apply, the first one is named.
REFUSALS = (
    "buy_after_twist", "buy_above_limit", "buy_below_limit", "stick_below_minimum", "fifth_card_must_be_twisted",
    "not_a_pair", "only_aces_split", "too_many_hands", "hand_is_finished", "cannot_burn", "stake_out_of_range",
    "shoot_exceeds_kitty", "shoot_not_now", "card_owed_after_shot", "not_in_turn", "card_not_in_pack",
    "not_a_pontoon", "bank_cannot_double", "incomplete_deal", "malformed",
)  # fmt: skip

#: What may be done, with the least and the largest amount where it has one.
Choices = dict[str, tuple[int, int] | None]


class Fault(NamedTuple):
    """One reason against an event: a code of `REFUSALS` and a sentence."""

    code: str
    message: str


def gravest(faults: Iterable[Fault]) -> Fault | None:
    """The fault that is named where several apply."""
    return min(faults, key=lambda fault: REFUSALS.index(fault.code), default=None)


@dataclass
class HandSoFar:
    """A hand as far as the script has come."""

    law: Law
    rules: Rules
    owner: str
    is_bank: bool = False
    cards: list[str] = field(default_factory=list)
    initial: int = 0
    doubled: bool = False
    added: list[int] = field(default_factory=list)
    twisted: bool = False
    is_split: bool = False
    stuck: bool = False
    thrown: bool = False
    declared: bool = False
    promised: str | None = None  # its second card, named at the split though it is dealt when reached
    may_shoot_late: bool = False  # the new hand of a split, until it first acts
    shot: int = 0  # shot before the fourth card, which is therefore owed

    @property
    def ranks(self) -> list[int]:
        """Ranks of its cards."""
        return [rank_of(card) for card in self.cards]

    @property
    def node(self) -> int:
        """Its node in the graph of hands."""
        node = EMPTY
        for rank in self.ranks:
            node = self.law.take[node * WIDTH + rank]
        return node

    @property
    def low(self) -> int:
        """Total with aces low, also of a bust hand."""
        return sum(value(rank) for rank in self.ranks)

    @property
    def total(self) -> int:
        """Low total when bust, else the best."""
        return self.low if self.low > 21 else int(graph().best[self.node])

    @property
    def two(self) -> int:
        """What the law says of its two cards; 0 unless it has two."""
        ranks = self.ranks
        return self.law.pair[(ranks[0] << 4) | ranks[1]] if len(ranks) == 2 else 0

    @property
    def has_pontoon(self) -> bool:
        """Whether it is a pontoon, which on a split hand is a matter of the rules."""
        return bool((self.two >> PONTOON_SHIFT) & 3) and (not self.is_split or self.law.split_pontoon > 0)

    @property
    def has_ended(self) -> bool:
        """Whether nothing more can be done with it."""
        if len(self.cards) < 2:
            return False
        one_card = self.is_split and self.law.split_aces_one_card and self.ranks[0] == ACE
        return self.stuck or self.thrown or self.has_pontoon or bool(one_card) or not self.law.open[self.node]

    @property
    def limits(self) -> tuple[int, int]:
        """Smallest and largest next buy; (0, 0) where nothing can be bought at all."""
        law = self.law
        if law.first_buy_max == 0 or self.is_bank or (law.max_buys and len(self.added) >= law.max_buys):
            return 0, 0
        base = self.initial // 2 if self.doubled and cap_undoubled(law.extras) else self.initial
        return buy_limits(law, base, self.added[-1] if self.added else 0)

    def describe(self) -> str:
        """Its cards and total, as ``8H 4C (12)``."""
        return f"{' '.join(self.cards)} ({self.total})"


def finished(hand: HandSoFar) -> Iterator[Fault]:
    """The fault that a hand has ended, if it has."""
    if hand.has_ended:
        yield Fault("hand_is_finished", f"{hand.owner}'s hand {hand.describe()} is finished: leave it as it is.")


def stick_faults(hand: HandSoFar) -> Iterator[Fault]:
    """What speaks against sticking."""
    yield from finished(hand)
    if hand.has_ended:
        return
    least = hand.rules.min_stick
    if not hand.is_bank and not hand.law.may_stick[hand.node]:
        yield Fault("stick_below_minimum", f"{hand.owner} sticks on {hand.total}: a hand below {least} must draw.")
    if hand.shot:
        yield Fault("card_owed_after_shot", f"{hand.owner} has shot before the fourth card: twist or buy it.")


def buy_faults(hand: HandSoFar, amount: int | None) -> Iterator[Fault]:
    """What speaks against buying the next card; for some amount where it is None."""
    yield from finished(hand)
    if hand.twisted and not hand.law.buy_after_twist:
        yield Fault("buy_after_twist", f"{hand.owner} has twisted on this hand: further cards are twisted, not bought.")
    least, most = hand.limits
    if most == 0:
        yield Fault("buy_above_limit", f"{hand.owner} may not buy another card by these rules: twist, or stick.")
    elif amount is not None and amount > most:
        yield Fault("buy_above_limit", f"{hand.owner} buys for {quoted(amount)}: the most is {counted(most, 'unit')}.")
    elif amount is not None and amount < least:
        yield Fault(
            "buy_below_limit", f"{hand.owner} buys for {quoted(amount)}: the least is {counted(least, 'unit')}."
        )
    if not hand.thrown and not hand.law.may_buy[hand.node]:
        bought_from = hand.rules.fifth_card_bought_from
        yield Fault(
            "fifth_card_must_be_twisted", f"The fifth card is bought from {bought_from} on, aces low: twist it."
        )


def split_faults(hand: HandSoFar, hands: int) -> Iterator[Fault]:
    """What speaks against splitting, the seat holding so many hands."""
    rules = hand.rules
    pair = _is_pair(hand)
    one_more_ace = pair and hand.ranks[0] == ACE and not hand.stuck
    if not one_more_ace:
        yield from finished(hand)
    if not pair:
        equal = "of equal value" if rules.split == "value" else "of one rank"
        yield Fault("not_a_pair", f"{hand.owner} splits {hand.describe()}: only two cards {equal} are a pair.")
    elif rules.split == "aces" and hand.ranks[0] != ACE:
        yield Fault("only_aces_split", f"{hand.owner} splits {hand.describe()}: only aces may be split by these rules.")
    most = 1 if hand.is_bank else hand.law.max_hands
    if hands >= most:
        held = "one hand" if most == 1 else f"{most} hands"
        yield Fault("too_many_hands", f"{hand.owner} may hold no more than {held}: play on without splitting.")


def burn_faults(hand: HandSoFar) -> Iterator[Fault]:
    """What speaks against burning the two cards."""
    yield from finished(hand)
    if hand.is_bank or not hand.two & IS_BURNABLE:
        burnt = hand.rules.burn
        only = "the banker may not burn" if hand.is_bank else _what_burns(burnt)
        yield Fault("cannot_burn", f"{hand.owner} burns {hand.describe()}: {only}.")


def _what_burns(burnt: object) -> str:
    return "nothing is burnt by these rules" if burnt == "none" else f"only two cards of a hard {burnt} are burnt"


def legal_moves(hand: HandSoFar, hands: int) -> Choices:
    """What the rules let the hand do when it is its turn; nothing when it has ended."""
    if len(hand.cards) < 2:
        return {}
    tests = {
        "stick": stick_faults(hand),
        "twist": finished(hand),
        "buy": buy_faults(hand, None),
        "split": split_faults(hand, hands),
        "burn": burn_faults(hand),
    }
    return {name: hand.limits if name == "buy" else None for name, faults in tests.items() if not any(faults)}


def _is_pair(hand: HandSoFar) -> bool:
    if len(hand.cards) != 2:
        return False
    one, two = hand.ranks
    return value(one) == value(two) if hand.rules.split == "value" else RANKS[one] == RANKS[two]
