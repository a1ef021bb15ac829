"""One seat of a table of several: the game of one punter, but that five cards are not settled beforehand.

Against one punter who shows five cards the banker can but draw. Against several he may stick for the others' sake; so
here five cards are a state of its own, one for each stake: all of them are the same class.
"""

from __future__ import annotations

from concurrent.futures import Executor

from ...exact.deck import full_deck
from ...rulebook import Rules
from ..play import Field
from ..tables import Tables
from ..tree import Event, Grower, Public, branches_of

FIVE = "five"  # an event that stands in a history for five cards of any kind; its number is the total stake


class SeatGrower(Grower):
    """As `Grower`, with the states of five cards put together by their stake: which cards they are pays nothing."""

    def _link(self, place: int, spot: int, action: int, card: int, to: Public, cards: tuple[int, int]) -> None:
        rules, hand = self.tables.rules, cards[1]
        if rules.max_cards == 5 and rules.five_card_trick != "none" and self.tables.hands.cards[hand] == 5:
            history: tuple[Event, ...] = ((FIVE, to.staked),) * 3
            to, cards = Public(to.branch, history, to.staked, to.last), (hand, hand)
        super()._link(place, spot, action, card, to, cards)


def seat_field(
    rules: Rules, levels: tuple[int, ...], all_amounts: bool, punters: int, workers: Executor | None = None
) -> Field:
    """The game of one of so many punters, from a fresh pack, in which he stakes one of those levels.

    Without a limit of five cards it is not looked at in which order they were twisted: there would be too many states.
    """
    tables = Tables(rules, full_deck(rules.packs_for(punters)), settle=False)
    order = {} if rules.max_cards == 5 else {"order": 0}
    return Field(tables, SeatGrower(tables, branches_of(rules, levels), all_amounts, **order).tree(), workers)
