"""How a written-down deal stands: what lies on the table, what may be done now, and what speaks against an event.

A hand's own state is judged in `verdict`; here it is joined by whose turn it is and by what the pack and the kitty
hold. Nothing here moves the deal on: that is the `Script`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from ..errors import DealError, quoted
from ..law import NOT_PLAYED, doubling, natural_from_all, plain_law, shooting
from ..tabletop import BANK_CLASS, KITTY, OUTSTANDING, new_table
from .document import Event, WrittenDeal
from .pack import WrittenPack
from .verdict import (
    Choices,
    Fault,
    HandSoFar,
    burn_faults,
    buy_faults,
    finished,
    gravest,
    legal_moves,
    split_faults,
    stick_faults,
)


class Question(NamedTuple):
    """What the deal asks: a kind (see `Ask`), of a seat, for one of its hands (from 1)."""

    kind: str
    seat: int
    hand: int = 1
    round: int = 0


class Ask(Exception):  # noqa: N818 - a question, not an error
    """The first question of a deal that its events leave open.

    Attributes
    ----------
    kind : str
        ``card`` (the next card), ``stake``, ``double`` (of the banker), ``shot``, ``move`` (of a punter's hand,
        splitting and burning included) or ``bank`` (the banker's draws).
    seat : str
        Who is asked, or gets the card.
    hand : int
        Which of the seat's hands, from 1.
    cards : tuple of str
        What that hand holds.
    events : int
        Events played so far.
    """

    def __init__(self, question: Question, seat: str, cards: tuple[str, ...], events: int, choices: Any):
        self.kind, self.hand, self.seat, self.cards, self.events = question.kind, question.hand, seat, cards, events
        self._choices = choices
        wanted = _WANTED[question.kind] if cards or question.kind != "stake" else _WANTED_BEFORE_DEAL
        super().__init__(wanted.format(seat=seat, cards=" ".join(cards) or "nothing"))

    def legal(self) -> Choices:
        """The legal answers with least and largest amount; for a card, how often each is left instead."""
        return dict(self._choices)


_WANTED = {
    "card": "The next card goes to {seat}, who holds {cards}",
    "stake": "{seat} has not put up a stake on {cards}",
    "double": "{seat} may double the stakes, holding {cards}",
    "shot": "{seat} may shoot, holding {cards}",
    "move": "{seat} must say what to do with {cards}",
    "bank": "{seat} must stick or draw, holding {cards}",
}
_WANTED_BEFORE_DEAL = "{seat} has not put up a stake, which is done before the deal"


class Position:
    """A written-down deal as far as its events have been played.

    Parameters
    ----------
    deal : WrittenDeal

    Attributes
    ----------
    table : Table
        Of the deal that is played.
    seats : list of list of HandSoFar
        The hands of each seat, the banker's last.
    at : int
        Events played so far.
    """

    def __init__(self, deal: WrittenDeal):
        self.deal = deal
        self.rules = deal.rules
        self.law: Any = plain_law(deal.rules)
        self.table: Any = new_table(deal.punters)
        self.table.result[KITTY] = deal.kitty
        self.pack = WrittenPack(deal.rules, deal.punters, deal.pack)
        self.seats = [[self._new_hand(seat)] for seat in range(deal.punters + 1)]
        self.at = 0
        self._reached = -1  # the last hand that has acted
        self._has_doubled = False

    def legal(self, seat: int, hand: int = 1) -> Choices:
        """What a hand may do, its turn provided; empty once it has ended, or when there is no such hand."""
        hands = self.seats[seat]
        if hand > len(hands):
            return {}
        choices = legal_moves(hands[hand - 1], len(hands))
        if self._may_shoot_now(hands[hand - 1]) and self.room > 0:
            choices["shoot"] = (1, self.room)
        if hands[hand - 1].shot:
            choices.pop("stick", None)
        return choices

    @property
    def room(self) -> int:
        """What can still be shot for."""
        return int(self.table.result[KITTY] - self.table.result[OUTSTANDING])

    # ---- Judging an event.

    def _judge(self, event: Event, question: Question | None) -> None:
        if fault := gravest(self._faults(event, question)):
            self._refuse(event, fault)

    def _judge_form(self, event: Event) -> None:
        if event.problems:
            self._refuse(event, Fault("malformed", event.problems[0]))

    def _refuse(self, event: Event, fault: Fault) -> NoReturn:
        raise DealError(fault.code, event.index, fault.message)

    def _faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        """All that is wrong with an event where the deal asks that question (None: when it is over)."""
        for problem in event.problems:
            yield Fault("malformed", problem)
        if event.kind == "deal":
            yield from self._deal_faults(event, question)
        elif event.kind == "stake":
            yield from self._stake_faults(event, question)
        elif event.kind == "banker_double":
            yield from self._double_faults(event, question)
        elif event.kind == "brulet_check":
            yield from self._cut_faults(event, question)
        elif event.kind == "shoot":
            yield from self._shot_faults(event, question)
        elif event.kind == "declare":
            yield from self._declare_faults(event, question)
        else:
            yield from self._action_faults(event, question)

    def _deal_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        if (
            question is None
            or question.kind != "card"
            or event.seat != question.seat
            or event.hand not in (None, question.hand)
            or event.round not in (None, question.round)
        ):
            yield self._out_of_turn(event, question)
        elif event.cards and event.cards[0] not in (candidates := self.pack.candidates()):
            yield Fault("card_not_in_pack", self._not_in_pack(event.cards[0], candidates))

    def _stake_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        least, most = self.rules.stake_min, self.rules.stake_max
        if event.amount is not None and not least <= event.amount <= most:
            limits = f"is {least}" if least == most else f"lies between {least} and {most}"
            name = self.deal.players[event.seat]
            yield Fault("stake_out_of_range", f"{name} stakes {quoted(event.amount)}: the initial stake {limits}.")
        if question is None or question.kind != "stake" or question.seat != event.seat:
            yield self._out_of_turn(event, question)

    def _double_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        if not doubling(self.law.extras):
            yield Fault("bank_cannot_double", "By these rules the banker may not double the stakes.")
        elif self._has_doubled:
            yield Fault("bank_cannot_double", "The banker has doubled the stakes already: he may do it once.")
        if event.seat != self.deal.punters or not self._is_time_to_double(question):
            yield Fault("not_in_turn", "The banker doubles after the stakes, before shots and second cards.")

    def _is_time_to_double(self, question: Question | None) -> bool:
        if question is None or (question.seat > 0 and question.kind != "double"):
            return False
        second_card = question.kind == "card" and question.round == 2 and not self.table.result[OUTSTANDING]
        return question.kind in ("double", "shot") or second_card

    def _cut_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        if question is None or question.kind != "cut" or event.seat != self.deal.punters:
            yield self._out_of_turn(event, question)
        elif len(event.cards) == 2 and not self.pack.can_cut(*event.cards):
            yield Fault("card_not_in_pack", f"{' and '.join(event.cards)} are not the top and bottom card of the pack.")

    def _shot_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        hand, amount = self._find(event), event.amount
        if amount is not None and amount < 1:
            yield Fault("malformed", f"A shot of {quoted(amount)} is none: shoot 1 unit or more.")
        room = self.room - (hand.shot if hand else 0)
        if shooting(self.law.extras) and amount is not None and amount > room:
            yield Fault(
                "shoot_exceeds_kitty", f"The shot of {quoted(amount)} exceeds the room of {room} left in the kitty."
            )
        in_turn = question is not None and (event.seat, event.hand) == question[1:3]
        if in_turn and question is not None and question.kind == "shot":
            return
        if in_turn and question is not None and question.kind == "move" and hand and self._may_shoot_now(hand):
            return
        if hand:
            yield from finished(hand)
        yield Fault("shoot_not_now", "Shots are placed after the stakes, on a new split hand, or before a fourth card.")

    def _may_shoot_now(self, hand: HandSoFar) -> bool:
        if not shooting(self.law.extras) or hand.is_bank or hand.has_ended or hand.shot:
            return False
        return hand.may_shoot_late or len(hand.cards) == 3

    def _declare_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        hand = self._find(event)
        if hand is None or len(hand.cards) < 2:
            yield self._out_of_turn(event, question)
            return
        if not hand.has_pontoon:
            yield Fault("not_a_pontoon", f"{hand.owner} declares {hand.describe()}, which is no pontoon here.")
        is_over = hand.declared or hand.stuck or hand.thrown or self._index(event) < self._reached
        if is_over or (len(hand.cards) > 2 and hand.has_ended):
            yield Fault("hand_is_finished", f"The turn of {hand.owner}'s hand {hand.describe()} is over.")
        if hand.is_bank and hand.has_pontoon and not self._banker_shows(question):
            yield self._out_of_turn(event, question)

    def _banker_shows(self, question: Question | None) -> bool:
        """Whether the banker's pontoon has come to light."""
        if self.law.shown_at_once:
            return True
        return question is None and self.table.result[BANK_CLASS] != NOT_PLAYED

    def _action_faults(self, event: Event, question: Question | None) -> Iterator[Fault]:
        hand = self._find(event)
        if hand is not None and len(hand.cards) >= 2:
            if event.kind == "stick":
                yield from stick_faults(hand)
            elif event.kind == "twist":
                yield from finished(hand)
            elif event.kind == "buy":
                yield from self._price_faults(event, hand)
            elif event.kind == "split":
                yield from split_faults(hand, len(self.seats[event.seat]))
            else:
                yield from burn_faults(hand)
        in_turn = question is not None and question.kind in ("move", "bank")
        if not in_turn or question is None or (event.seat, event.hand) != question[1:3]:
            yield self._out_of_turn(event, question)
        if event.is_double and hand is not None and event.amount not in (None, hand.initial):
            yield Fault(
                "malformed",
                f"A double buys for the initial stake, {hand.initial}: write buy for {quoted(event.amount)}.",
            )
        most = 2 if event.kind == "split" else self._cards_due(event)
        if len(event.cards) > most:
            yield Fault("malformed", "The action names too many cards: write the cards that it brings.")

    def _price_faults(self, event: Event, hand: HandSoFar) -> Iterator[Fault]:
        named = event.amount is not None or not event.problems
        yield from buy_faults(hand, self._price(event, hand) if named else None)

    def _price(self, event: Event, hand: HandSoFar) -> int:
        return hand.initial if event.amount is None else event.amount

    def _cards_due(self, event: Event) -> int:
        if event.kind == "split":
            return 1 if self.law.deal_when_reached else 2
        return {"twist": 1, "buy": 1, "burn": 2}.get(event.kind, 0)

    def _is_idle_stick(self, event: Event, question: Question | None) -> bool:
        """Whether the event is a stick on a hand that has ended at 21 anyway, or the banker's at the end."""
        hand = self._find(event) if event.kind == "stick" else None
        if hand is None or hand.stuck or hand.low > 21 or len(hand.cards) < 2 or self.ended_early():
            return False
        if hand.is_bank:
            return question is None
        turn_is_over = question is None or self._turn(question) > self._index(event)
        is_21 = hand.has_ended and hand.total == 21 and len(hand.cards) < 5
        return is_21 and turn_is_over and self._index(event) >= self._reached

    def ended_early(self) -> bool:
        """Whether the second cards end the deal, so that nobody acts."""
        if self._reached >= 0:
            return False
        pontoons = [hands[0].has_pontoon for hands in self.seats]
        if natural_from_all(self.law.extras) and any(pontoons):
            return True
        return bool(self.law.shown_at_once) and pontoons[-1]

    def _turn(self, question: Question) -> int:
        return 4 * question.seat + question.hand - 1 if question.kind in ("move", "bank") else -1

    # ---- Words, and finding hands.

    def _out_of_turn(self, event: Event, question: Question | None) -> Fault:
        name, what = self.deal.players[event.seat], event.kind.replace("_", " ")
        if question is None or question.kind == "cut":
            now = "the deal is over" if question is None else "the pack has been cut"
        else:
            now = self._ask(question).args[0]
        return Fault("not_in_turn", f"It is not the turn for a {what} of {name}: {now}.")

    def _not_in_pack(self, card: str, candidates: dict[str, int]) -> str:
        if not candidates:
            return f"The cards have run out: {card} cannot come any more."
        if len(candidates) == 1:
            return f"{card} cannot come now: the next card of the pack is {next(iter(candidates))}."
        return f"{card} is not in the pack any more: every card that is in play as often has been dealt."

    def _ask(self, question: Question) -> Ask:
        hands = self.seats[question.seat]
        cards = tuple(hands[question.hand - 1].cards)
        return Ask(question, self.deal.players[question.seat], cards, self.at, self._choices(question))

    def _choices(self, question: Question) -> dict[str, Any]:
        if question.kind == "card":
            return self.pack.candidates()
        if question.kind == "stake":
            return {"stake": (self.rules.stake_min, self.rules.stake_max)}
        if question.kind == "double":
            return {"banker_double": None, "pass": None}
        if question.kind == "shot":
            return {"shoot": (1, self.room), "pass": None}
        return self.legal(question.seat, question.hand)

    def _new_hand(self, seat: int) -> HandSoFar:
        return HandSoFar(self.law, self.rules, self.deal.players[seat], is_bank=seat == self.deal.punters)

    def _hand(self, hand: int) -> HandSoFar:
        return self.seats[hand >> 2][hand & 3]

    def _find(self, event: Event) -> HandSoFar | None:
        hands, number = self.seats[event.seat], event.hand or 1
        return hands[number - 1] if number <= len(hands) else None

    def _seat_hand(self, event: Event) -> HandSoFar:
        return self.seats[event.seat][(event.hand or 1) - 1]

    def _index(self, event: Event) -> int:
        return 4 * event.seat + (event.hand or 1) - 1
