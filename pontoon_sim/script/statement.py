"""The answer to a written-down deal: who pays whom, why, and what follows.

The money is the deal's own (`settlement`); here it is only read off the table, named and explained.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..aftermath import bank_moves, shuffles
from ..law import (
    CLASSES,
    HIGH_SINGLE,
    NOT_PLAYED,
    PONTOON,
    ROYAL,
    TRICK,
    TWENTY_ONE,
    UNPLAYED,
    UNPLAYED_21,
    brulet_takes,
    natural_from_all,
    shooting,
)
from ..settlement import hand_gain
from ..tabletop import BANK_CLASS, BRULET, KITTY
from .position import Position
from .reasons import reason
from .verdict import HandSoFar

SCHEMA = "pontoon.settlement/1"
Units = int | float


@dataclass(frozen=True)
class HandResult:
    """One hand at the end of a deal.

    Attributes
    ----------
    cards : tuple of str
    klass : str or None
        Class of the hand; None when the deal was void.
    stake : int or None
        All that was put on it, shots excluded; None for the banker.
    total : int
        Low total when bust, else the best.
    net : int or float
        What it won or lost, its shot included.
    why : str
        The same in a sentence.
    """

    cards: tuple[str, ...]
    klass: str | None
    stake: int | None
    total: int
    net: Units
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As in the JSON of a settlement."""
        return {
            "cards": list(self.cards),
            "class": self.klass,
            "stake": self.stake,
            "total": self.total,
            "net": self.net,
        }


@dataclass(frozen=True, repr=False)
class Settlement:
    """Who pays whom for a deal, and what follows it.

    Attributes
    ----------
    net : dict
        Result of each seat in units, a brulet and the kitty's change included; the sum is zero.
    hands : dict
        Hands of each seat (`HandResult`); empty when the deal stopped at the cut.
    banker_class : str or None
    next_banker : str
    shuffle : bool
        Whether the pack is shuffled before the next deal, or was as the cards ran out.
    kitty : int or None
        What is left of the kitty; None where nobody shoots.
    pack : tuple of str or None
        The pack for the next deal, the used cards under it; None when it is shuffled or unknown.
    counts : bool or None
        Whether the deal counts: not when it was void; None when there was none.
    rules, rules_id : dict, str
        Every effective field of the rules, and their digest.
    """

    net: dict[str, Units]
    hands: dict[str, tuple[HandResult, ...]]
    banker_class: str | None
    next_banker: str
    shuffle: bool
    kitty: int | None
    pack: tuple[str, ...] | None
    counts: bool | None
    rules: dict[str, Any]
    rules_id: str
    remarks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of a settlement, schema ``pontoon.settlement/1``."""
        return {
            "schema": SCHEMA,
            "net": dict(self.net),
            "hands": {seat: [hand.to_dict() for hand in hands] for seat, hands in self.hands.items()},
            "banker_class": self.banker_class,
            "next_banker": self.next_banker,
            "shuffle": self.shuffle,
            "kitty": self.kitty,
            "pack": None if self.pack is None else list(self.pack),
            "counts": self.counts,
            "rules": self.rules,
            "rules_id": self.rules_id,
        }

    def explain(self) -> list[str]:
        """Sentences that say why each hand won or lost, and what follows."""
        hands = [hand.why for hands in self.hands.values() for hand in hands if hand.why]
        nets = ", ".join(f"{seat} {signed(net)}" for seat, net in self.net.items())
        return [*hands, *self.remarks, f"Net: {nets}."]

    def __repr__(self) -> str:
        nets = ", ".join(f"{seat} {signed(net)}" for seat, net in self.net.items())
        return f"<Settlement: {nets}; {self.next_banker} banks next{', shuffled' if self.shuffle else ''}>"


def signed(net: Units) -> str:
    """A result with its sign; nothing won is 0."""
    return f"{net:+}" if net else "0"


def class_name(klass: int) -> str:
    """The name of a punter's class of hand."""
    if klass == 0:
        return "bust"
    if klass == TRICK:
        return "five_card_trick"
    if klass == ROYAL:
        return "royal_pontoon"
    if PONTOON <= klass <= HIGH_SINGLE:
        return "pontoon"
    return "twenty_one" if klass in (TWENTY_ONE, UNPLAYED_21) else "total"


def bank_class_name(klass: int) -> str:
    """The name of a banker's class of hand."""
    return "not_played" if klass == NOT_PLAYED else class_name(klass)


# ---- Three ways in which a deal ends.


def settled(script: Position) -> Settlement:
    """The settlement of a script whose deal was played to its end."""
    deal, law, table = script.deal, script.law, script.table
    mover = int(bank_moves(law, table, int(deal.first_round), deal.held))
    shuffle = bool(shuffles(law, table, mover != deal.punters)) or script.pack.reshuffled
    bank_class = bank_class_name(int(table.result[BANK_CLASS]))
    hands = {
        name: tuple(_hand_result(script, seat, number) for number in range(len(script.seats[seat])))
        for seat, name in enumerate(deal.players[:-1])
    }
    bank = script.seats[-1][0]
    net = _nets(script)
    on_table = [list(hand.cards) for hands in script.seats for hand in hands if hand.is_bank or not hand.thrown]
    pack = None if shuffle else script.pack.gathered(on_table)
    return Settlement(
        net=net,
        hands=hands | {deal.banker: (HandResult(tuple(bank.cards), bank_class, None, bank.total, net[deal.banker]),)},
        banker_class=bank_class,
        next_banker=deal.players[mover],
        shuffle=shuffle,
        kitty=_kitty(script),
        pack=None if pack is None else tuple(pack),
        counts=True,
        rules=deal.rules.settings(),
        rules_id=deal.rules.rules_id,
        remarks=tuple(_remarks(script, deal.players[mover], shuffle)),
    )


def voided(script: Position) -> Settlement:
    """The settlement of a deal for which there were not enough cards: everything goes back."""
    hands = {
        name: tuple(
            HandResult(tuple(hand.cards), None, None if hand.is_bank else hand.initial + sum(hand.added), hand.total, 0)
            for hand in script.seats[seat]
        )
        for seat, name in enumerate(script.deal.players)
    }
    remark = "The cards ran out: the deal is void, all payments are returned, and the pack is shuffled."
    return _without_result(script, hands, dict.fromkeys(script.deal.players, 0), True, False, None, remark)


def brulet_alone(script: Position) -> Settlement:
    """The settlement of a script that stops when the banker has looked at the cut."""
    pack = (*script.pack.front, *script.pack.under) if script.pack.known else None
    remark = _brulet_remark(script) or "The cut is no brulet."
    return _without_result(script, {}, _nets(script), False, None, pack, remark)


def _without_result(
    script: Position,
    hands: dict[str, tuple[HandResult, ...]],
    net: dict[str, Units],
    shuffle: bool,
    counts: bool | None,
    pack: tuple[str, ...] | None,
    remark: str,
) -> Settlement:
    deal = script.deal
    return Settlement(
        net=net,
        hands=hands,
        banker_class=None,
        next_banker=deal.banker,
        shuffle=shuffle,
        kitty=deal.kitty if deal.rules.shoot else None,
        pack=pack,
        counts=counts,
        rules=deal.rules.settings(),
        rules_id=deal.rules.rules_id,
        remarks=(remark,),
    )


# ---- Reading the table.


def _units(amount: Any, unit: int) -> Units:
    whole, rest = divmod(int(amount), unit)
    return whole + rest / unit if rest else whole


def _nets(script: Position) -> dict[str, Units]:
    return {name: _units(script.table.net[seat], script.law.unit) for seat, name in enumerate(script.deal.players)}


def _kitty(script: Position) -> int | None:
    return int(script.table.result[KITTY]) if shooting(script.law.extras) else None


def _hand_result(script: Position, seat: int, number: int) -> HandResult:
    law, table = script.law, script.table
    hand, state = 4 * seat + number, script.seats[seat][number]
    klass, bank_class = int(table.klass[hand]), int(table.result[BANK_CLASS])
    gain, shot = _gains(script, seat, hand)
    stake, net = int(table.staked[hand]), _units(gain + shot, law.unit)
    times = law.pay[klass * CLASSES + bank_class] / law.unit
    why = _sentence(script, state, stake, _units(gain, law.unit), _units(shot, law.unit), klass, bank_class, times)
    return HandResult(tuple(state.cards), class_name(klass), stake, state.total, net, why)


def _gains(script: Position, seat: int, hand: int) -> tuple[int, int]:
    """What a hand won or lost at the table, and with its shot, in 1/unit."""
    law, table = script.law, script.table
    if natural_from_all(law.extras) and script.ended_early():
        brulet = brulet_takes(law.extras) * law.unit if table.result[BRULET] else 0
        return int(table.net[seat]) + brulet, 0
    cell = int(table.klass[hand]) * CLASSES + int(table.result[BANK_CLASS])
    shot = int(table.shot[hand]) * law.unit if shooting(law.extras) else 0
    return int(hand_gain(law, table, hand, cell)), shot if law.pay[cell] > 0 else -shot


# ---- Words.


def _sentence(
    script: Position,
    state: HandSoFar,
    stake: int,
    gain: Units,
    shot: Units,
    klass: int,
    bank_class: int,
    times: float,
) -> str:
    """Why one hand won or lost, net and gross."""
    if natural_from_all(script.law.extras) and script.ended_early():
        why = _natural_reason(script, state, klass)
    else:
        why = reason(script.rules, state, klass, times, script.seats[-1][0], bank_class)
        if gain != times * stake:
            why += ", on what was staked before the double"
    money = f"net {signed(gain)}, staked {stake}"
    if gain >= 0:
        money += f", {stake + gain} handed back"
    if shot:
        money += f"; the shot of {abs(shot)} {'is paid from' if shot > 0 else 'goes to'} the kitty"
    return f"{state.owner}, {state.describe()}: {why}; {money}."


def _natural_reason(script: Position, state: HandSoFar, klass: int) -> str:
    holders = [hands[0].owner for hands in script.seats if hands[0].has_pontoon]
    if state.owner == holders[0]:
        return "the eldest natural collects from all who hold none, and the deal is over"
    if klass < UNPLAYED:
        return f"a natural too neither pays nor receives, {holders[0]} being older"
    return f"{holders[0]}'s natural collects, and the deal is over"


def _brulet_remark(script: Position) -> str:
    takes = brulet_takes(script.law.extras)
    if not takes or not script.table.result[BRULET]:
        return ""
    return f"The top and bottom card are a brulet: the banker takes {takes} from each punter."


def _remarks(script: Position, next_banker: str, shuffle: bool) -> list[str]:
    remarks = [_brulet_remark(script)]
    if (kitty := _kitty(script)) is not None:
        remarks.append(f"The kitty goes from {script.deal.kitty} to {kitty}, which counts as the banker's money.")
    if next_banker != script.deal.banker:
        remarks.append(f"{next_banker} takes the bank (bank_passes={script.rules.bank_passes}).")
    if shuffle:
        remarks.append(f"The pack is shuffled (shuffle={script.rules.shuffle}).")
    return [remark for remark in remarks if remark]
