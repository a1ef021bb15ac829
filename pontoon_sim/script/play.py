"""Play a written-down deal: the events answer the questions of `deal.play_deal`, and the first open one is raised.

`Script` is pack and players in one. It deals and settles nothing itself; it only finds the answer to each question
in the next event, and refuses an event that does not answer it or that the rules forbid (`verdict`).
"""

from __future__ import annotations

from typing import Any

from ..cards import rank_of
from ..deal import BEFORE_FOURTH, STICK, TWIST, play_deal
from ..errors import DealError
from ..law import shooting
from ..settlement import settle_brulet
from ..tabletop import OUTSTANDING
from .document import Event, WrittenDeal, read_deal, read_deals
from .position import Ask, Position, Question
from .statement import Settlement, brulet_alone, settled, voided
from .verdict import Choices

__all__ = ["Ask", "Question", "Script", "Settlement", "Void", "legal", "settle", "settle_deal"]


class Void(Exception):  # noqa: N818 - a turn of the deal, not an error
    """A card is due and there is none."""


class Script(Position):
    """A written-down deal that answers the deal's questions, as its pack and as its players.

    Parameters
    ----------
    deal : WrittenDeal
    asks_all : bool
        Whether to ask (`Ask`) at the end of the events also for what a script may leave out: a double, a shot, the
        banker's last stick. Otherwise silence declines.
    """

    def __init__(self, deal: WrittenDeal, asks_all: bool = False):
        super().__init__(deal)
        self._asks_all = asks_all
        self._owed: list[str | None] = []  # cards of the last action that the deal has not drawn yet
        self._promised: str | None = None  # a card of the last split that is dealt when its hand is reached

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
        if state.promised and not self._owed:
            self._owed, state.promised = [state.promised], None
            self._reached = hand
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
        new.promised, self._promised = self._promised, None
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
        question = Question("double", self.deal.punters)
        event = self._optional(question)
        if event is None or event.kind != "banker_double":
            return False
        self._judge(event, question)
        self.at += 1
        self._has_doubled = True
        for hands in self.seats[:-1]:
            hands[0].initial *= 2
            hands[0].doubled = True
        return True

    def ask_shot(self, law: Any, hand: int, room: int, when: int, seen: int) -> int:
        """The amount of the shoot event; one before a fourth card came before that card's twist or buy."""
        state = self._hand(hand)
        if when == BEFORE_FOURTH:
            shot, state.shot = state.shot, 0
            return shot
        question = Question("shot", hand >> 2, (hand & 3) + 1)
        event = self._optional(question) if room > 0 else self._upcoming(question)
        if event is None or event.kind != "shoot" or (event.seat, event.hand) != question[1:3]:
            return 0
        self._judge(event, question)
        self.at += 1
        state.may_shoot_late = False
        return event.amount or 0

    def ask_situation(self, law: Any, seat: int, initial: int, doubled: int) -> int:
        """A script remembers everything itself."""
        return 0

    def ask_begin(self, law: Any, hand: int, slot: int, situation: int) -> int:
        """A script remembers everything itself."""
        return 0

    def ask_burn(self, law: Any, hand: int, node: int, situation: int) -> bool:
        """Whether the next event burns the hand."""
        event = self._move(hand)
        if event.kind == "burn":
            self._act(hand, event, 2)
        return event.kind == "burn"

    def ask_split(self, law: Any, hand: int, rank: int, hands: int, situation: int) -> bool:
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

    def ask_bank_draws(self, law: Any, node: int, doubled: int) -> bool:
        """Whether the next event is the banker's twist; his last stick may be left out."""
        bank = 4 * self.deal.punters
        question = Question("bank", self.deal.punters)
        event = self._optional(question)
        if event is None:
            return False
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

    def _optional(self, question: Question) -> Event | None:
        """The next event, for a question to which the end of the script is an answer too."""
        return self._next(question) if self._asks_all else self._upcoming(question)

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
        self._promised = event.cards[due] if event.kind == "split" and len(event.cards) > due else None

    def _split_again(self, hand: int) -> bool:
        question = Question("move", hand >> 2, (hand & 3) + 1)
        event = self._optional(question)
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
            raise Void
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
            raise Void
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
    except Void:
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
        Script(read_deal(document), asks_all=True).play()
    except Void:
        return {}
    except Ask as ask:
        return ask.legal() if seat is None or (seat, hand) == (ask.seat, ask.hand) else {}
    return {}
