"""Play a written-down deal: the events answer the questions of `deal.play_deal`, and the first open one is raised.

`Script` is pack and players in one. It deals and settles nothing itself; it only finds the answer to each question
in the next event, and refuses an event that does not answer it or that the rules forbid (`verdict`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from .cards import rank_of
from .deal import NO_CARD, STICK, TWIST, play_deal
from .errors import DealError
from .law import (
    doubling,
    natural_from_all,
    plain_law,
    shooting,
)
from .settlement import settle_brulet
from .statement import Settlement, brulet_alone, settled, voided
from .tabletop import BANK_CLASS, KITTY, OUTSTANDING, new_table
from .law import NOT_PLAYED
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
from .written import Event, WrittenDeal, read_deal, read_deals
from .written_pack import WrittenPack

ACTIONS = ("stick", "twist", "buy", "split", "burn", "declare", "shoot")


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
        super().__init__(_WANTED[question.kind].format(seat=seat, cards=" ".join(cards) or "nothing"))

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


class _Void(Exception):  # noqa: N818 - a turn of the deal, not an error
    """A card is due and there is none."""


class Script:
    """A written-down deal that answers the deal's questions, as its pack and as its players.

    Parameters
    ----------
    deal : WrittenDeal
    stands_at_end : bool
        Whether the banker's last stick may be left out; otherwise he is asked (`Ask`).

    Attributes
    ----------
    table : Table
        Of `play`.
    seats : list of list of HandSoFar
        The hands of each seat, the banker's last.
    at : int
        Events played so far.
    """

    def __init__(self, deal: WrittenDeal, stands_at_end: bool = True):
        self.deal = deal
        self.rules = deal.rules
        self.law: Any = plain_law(deal.rules)
        self.table: Any = new_table(deal.punters)
        self.table.result[KITTY] = deal.kitty
        self.pack = WrittenPack(deal.rules, deal.punters, deal.pack)
        self.seats = [[self._new_hand(seat)] for seat in range(deal.punters + 1)]
        self.at = 0
        self._stands_at_end = stands_at_end
        self._owed: list[str | None] = []  # cards of the last action that the deal has not drawn yet
        self._reached = -1  # the last hand that has acted
        self._has_doubled = False

    def play(self) -> None:
        """Play the deal to its end.

        Raises
        ------
        Ask
            At the first question that the events leave open.
        DealError
            At the first event that breaks the rules.
        """
        play_deal(self.law, self, self, self.table)
        self._finish()

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

    # ---- The pack's answers.

    def cut(self) -> tuple[int, int]:
        """Top and bottom card, where the banker looks at them; else two that are no brulet."""
        event = self._peek()
        if event is None or event.kind != "brulet_check":
            return 0, 0
        self._judge(event, Question("cut", self.deal.punters))
        self.at += 1
        self.pack.cut(*event.cards)
        return rank_of(event.cards[0]), rank_of(event.cards[1])

    def take_brulet(self) -> None:
        """The two cards join the used cards."""
        self.pack.take_brulet()

    def draw(self, hand: int) -> int:
        """The card named by the last action, or by a deal event."""
        state = self._hand(hand)
        card = self._owed_card() if self._owed else self._dealt_card(hand)
        state.cards.append(card)
        return rank_of(card)

    def throw(self, hand: int) -> None:
        """A bust hand stays to be seen, though its cards may be dealt again; a burnt one is replaced."""
        state = self._hand(hand)
        self.pack.throw(state.cards)
        if state.low > 21:
            state.thrown = True
        else:
            state.cards = []

    def part(self, hand: int, last: int) -> None:
        """The second card begins a new hand, right behind."""
        hands, number = self.seats[hand >> 2], hand & 3
        kept = hands[number]
        new = self._new_hand(hand >> 2)
        new.cards, new.initial, new.doubled = [kept.cards.pop()], kept.initial, kept.doubled
        new.is_split = kept.is_split = True
        new.may_shoot_late = bool(shooting(self.law.extras))
        hands.insert(number + 1, new)

    # ---- The players' answers.

    def ask_stake(self, law: Any, seat: int, rank: int) -> int:
        """The amount of the stake event."""
        event = self._answer(Question("stake", seat))
        self.seats[seat][0].initial = event.amount or 0
        return self.seats[seat][0].initial

    def ask_double(self, law: Any, rank: int) -> bool:
        """Whether the banker's double is the next event."""
        event = self._next(Question("double", self.deal.punters))
        if event.kind != "banker_double":
            return False
        self._judge(event, Question("double", self.deal.punters))
        self.at += 1
        self._has_doubled = True
        for hands in self.seats[:-1]:
            hands[0].initial *= 2
            hands[0].doubled = True
        return True

    def ask_shot(self, law: Any, hand: int, room: int, fresh: int) -> int:
        """The amount of the shoot event; one before a fourth card came before that card's twist or buy."""
        state = self._hand(hand)
        if not fresh:
            shot, state.shot = state.shot, 0
            return shot
        question = Question("shot", hand >> 2, (hand & 3) + 1)
        if room <= 0 and self._peek() is None:
            return 0
        event = self._next(question)
        if event.kind != "shoot" or (event.seat, event.hand) != question[1:3]:
            return 0
        self._judge(event, question)
        self.at += 1
        state.may_shoot_late = False
        return event.amount or 0

    def ask_burn(self, law: Any, hand: int, node: int) -> bool:
        """Whether the next event burns the hand."""
        event = self._move(hand)
        if event.kind == "burn":
            self._act(hand, event, 2)
        return event.kind == "burn"

    def ask_split(self, law: Any, hand: int, rank: int, hands: int) -> bool:
        """Whether the next event splits the hand."""
        state = self._hand(hand)
        if state.has_ended:  # one card to each split ace: such a pair is split again or stands, without a word
            return self._split_again(hand)
        event = self._move(hand)
        if event.kind == "split":
            self._act(hand, event, self._cards_due(event))
        return event.kind == "split"

    def ask_move(self, law: Any, hand: int, node: int, phase: int, base: int, last: int) -> tuple[int, int]:
        """What the next event does with the hand."""
        event, state = self._move(hand), self._hand(hand)
        if event.kind == "stick":
            state.stuck = True
            self._act(hand, event, 0)
            return STICK, 0
        self._act(hand, event, 1)
        if event.kind == "twist":
            state.twisted = True
            return TWIST, 0
        amount = self._price(event, state)
        state.added.append(amount)
        return amount, 0

    def ask_bank_draws(self, law: Any, node: int) -> bool:
        """Whether the next event is the banker's twist; his last stick may be left out."""
        bank = 4 * self.deal.punters
        question = Question("bank", self.deal.punters)
        if self._stands_at_end and self._upcoming(question) is None:
            return False
        event = self._next(question)
        self._judge(event, question)
        self._act(bank, event, int(event.kind == "twist"))
        self._hand(bank).stuck = event.kind == "stick"
        return event.kind == "twist"

    # ---- Finding the next event.

    def _peek(self) -> Event | None:
        return self.deal.event(self.at) if self.at < len(self.deal.raw_events) else None

    def _upcoming(self, question: Question | None) -> Event | None:
        """The next event, after those that only say what is so anyway: declarations, and sticks on 21."""
        while (event := self._peek()) is not None:
            if event.kind == "declare":
                self._judge(event, question)
                self._seat_hand(event).declared = True
            elif self._is_idle_stick(event, question):
                self._judge_form(event)
                self._seat_hand(event).stuck = True
                self._reached = max(self._reached, self._index(event))
            else:
                return event
            self.at += 1
        return None

    def _next(self, question: Question) -> Event:
        event = self._upcoming(question)
        if event is None:
            raise self._ask(question)
        return event

    def _answer(self, question: Question) -> Event:
        """The next event, which must answer the question, taken off the script."""
        event = self._next(question)
        self._judge(event, question)
        self.at += 1
        return event

    def _move(self, hand: int) -> Event:
        """The next move of a hand, not yet taken off the script; shots before it are."""
        question = Question("move", hand >> 2, (hand & 3) + 1)
        while True:
            event = self._next(question)
            self._judge(event, question)
            if event.kind != "shoot":
                return event
            self._shoot(hand, event)

    def _shoot(self, hand: int, event: Event) -> None:
        state = self._hand(hand)
        self.at += 1
        if len(state.cards) == 3:
            state.shot = event.amount or 0
            return
        state.may_shoot_late = False
        self.table.shot[hand] += event.amount or 0
        self.table.result[OUTSTANDING] += event.amount or 0

    def _act(self, hand: int, event: Event, due: int) -> None:
        """Take a move off the script; so many cards come with it."""
        self.at += 1
        self._reached = hand
        self._hand(hand).may_shoot_late = False
        self._owed = [*event.cards, None, None][:due]

    def _split_again(self, hand: int) -> bool:
        event, question = self._upcoming(None), Question("move", hand >> 2, (hand & 3) + 1)
        if event is None and not self._stands_at_end:
            raise self._ask(question)
        if event is None or event.kind not in ("split", "stick") or self._index(event) != hand:
            return False
        if event.kind == "stick":
            self._judge_form(event)
            self._hand(hand).stuck = True
            self._act(hand, event, 0)
            return False
        self._judge(event, question)
        self._act(hand, event, self._cards_due(event))
        return True

    def _owed_card(self) -> str:
        card, index = self._owed.pop(0), self.at - 1
        candidates = self.pack.candidates()
        if card is None and not candidates:
            raise _Void
        if card is None:
            raise DealError("malformed", index, "The action names too few cards: write every card that it brings.")
        if card not in candidates:
            raise DealError("card_not_in_pack", index, self._not_in_pack(card, candidates))
        self.pack.take(card)
        return card

    def _dealt_card(self, hand: int) -> str:
        state = self._hand(hand)
        question = Question("card", hand >> 2, (hand & 3) + 1, 1 if not state.cards else 2)
        if self._upcoming(question) is None and self.pack.exhausted():
            raise _Void
        card = self._answer(question).cards[0]
        self.pack.take(card)
        if state.is_split:
            self._reached = hand
        return card

    def _finish(self) -> None:
        """Nothing may follow the end of the deal but what goes without saying."""
        event = self._upcoming(None)
        if event is not None:
            self._judge(event, None)

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
            yield Fault("stake_out_of_range", f"{name} stakes {event.amount}: the initial stake {limits}.")
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
        if question is None or question.seat > 0 and question.kind != "double":
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
            yield Fault("malformed", f"A shot of {amount} is none: shoot 1 unit or more.")
        room = self.room - (hand.shot if hand else 0)
        if shooting(self.law.extras) and amount is not None and amount > room:
            yield Fault("shoot_exceeds_kitty", f"The shot of {amount} exceeds the room of {room} left in the kitty.")
        in_turn = question is not None and (event.seat, event.hand) == question[1:3]
        if in_turn and question is not None and question.kind == "shot":
            return
        if in_turn and question is not None and question.kind == "move" and hand and self._may_shoot_now(hand):
            return
        if hand:
            yield from finished(hand)
        yield Fault("shoot_not_now", "Shots are placed after the stakes, on a new split hand, and before a fourth card.")

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
        if len(event.cards) > self._cards_due(event):
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
        if hand is None or hand.stuck or hand.low > 21 or len(hand.cards) < 2 or self._ended_early():
            return False
        if hand.is_bank:
            return question is None
        turn_is_over = question is None or self._turn(question) > self._index(event)
        is_21 = hand.has_ended and hand.total == 21 and len(hand.cards) < 5
        return is_21 and turn_is_over and self._index(event) >= self._reached

    def _ended_early(self) -> bool:
        """Whether the second cards end the deal, so that nobody acts."""
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


# ---- Settling.


def settle(document: Any) -> Settlement | list[Settlement]:
    """Who pays whom for a written-down deal.

    Parameters
    ----------
    document : dict, list, str or Path
        The parsed JSON of a deal (schema ``pontoon.deal/1``) or of a list of deals, or the path of a JSON file.

    Returns
    -------
    Settlement or list of Settlement

    Raises
    ------
    DealError
        When a deal breaks the rules, is incomplete or ill-formed.
    RulesError
        When the rules of the deal do not exist or contradict themselves.
    """
    deals = read_deals(document)
    return [settle_deal(deal) for deal in deals] if isinstance(deals, list) else settle_deal(deals)


def settle_deal(deal: WrittenDeal) -> Settlement:
    """Who pays whom for one deal that has been read; see `settle`."""
    script = Script(deal)
    try:
        script.play()
    except _Void:
        return _void(script)
    except Ask as question:
        if _stopped_at_the_cut(deal):
            settle_brulet(script.law, script.table)
            return brulet_alone(script)
        message = f"The script stops after {len(deal.raw_events)} events, before the deal is over: {question}."
        raise DealError("incomplete_deal", len(deal.raw_events), message) from None
    return settled(script)


def _void(script: Script) -> Settlement:
    event = script._peek()
    if event is not None:
        raise DealError("not_in_turn", event.index, "The cards have run out and the deal is void: nothing may follow.")
    return voided(script)


def _stopped_at_the_cut(deal: WrittenDeal) -> bool:
    return len(deal.raw_events) == 1 and deal.event(0).kind == "brulet_check"


def legal(document: dict[str, Any], seat: str | None = None, hand: int = 1) -> Choices:
    """What may be done where the events of a written-down deal stop.

    Parameters
    ----------
    document : dict
        As for `settle`; the events may stop anywhere.
    seat : str, optional
        Whose hand; whoever is asked when left out.
    hand : int
        Which of the seat's hands, from 1.

    Returns
    -------
    dict
        The legal actions, with least and largest amount for those that have one. Empty when it is not the turn of
        that hand, or when it is finished.

    Raises
    ------
    DealError
        When the events so far break the rules.
    """
    try:
        Script(read_deal(document), stands_at_end=False).play()
    except _Void:
        return {}
    except Ask as ask:
        return ask.legal() if seat is None or (seat, hand) == (ask.seat, ask.hand) else {}
    return {}
