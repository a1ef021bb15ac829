"""What the adviser was told: understood, or refused in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..arguments import whole
from ..cards import ACE, RANKS, rank_of, value
from ..errors import DealError, LaterError, OptionError, counted, quoted
from ..hands import graph
from ..law import doubling, plain_law, split_rank
from ..rulebook import Rules
from ..script.verdict import Fault, HandSoFar, buy_faults, finished, gravest
from .reading import MOST_CARDS, cards
from .view import View

WHO = "The punter"


def understood(
    rules: Rules,
    hand: Any,
    bought: Any = (),
    stake: Any = None,
    doubled: bool = False,
    split: Any = None,
    hands: Any = None,
    seen: Any = (),
    punters: int = 1,
) -> View:
    """A situation, checked against the rules.

    Raises
    ------
    OptionError
        When something cannot be read, or does not fit together.
    DealError
        When the rules do not let it come about; with the code of the refusal.
    LaterError
        For rules that tie the seats together.
    """
    _followed(rules, punters)
    own, others = cards(hand), cards(seen, "--seen")
    if not 1 <= len(own) <= MOST_CARDS:
        raise OptionError(
            f"A hand of {len(own)} cards cannot be advised on: give one to {MOST_CARDS}, such as --hand A,7."
        )
    put_up = stake_of(rules, stake)
    came_of, held = _split_of(rules, own, split, hands)
    amounts = _amounts(bought, len(own))
    if doubled and not doubling(plain_law(rules).extras):
        raise DealError(
            "bank_cannot_double", None, f"Under {rules.name} the banker may not double: leave --doubled out."
        )
    if came_of and rank_of(own[0]) != RANKS.index(came_of):
        own = (own[1], own[0], *own[2:])
    packs = rules.packs_for(punters)
    _in_the_pack(rules, own, others, came_of, held, packs)
    so_far = _replayed(rules, own, amounts, put_up, doubled, came_of is not None)
    return View(rules, own, amounts, put_up, bool(doubled), came_of, held, others, packs, so_far)


def stake_of(rules: Rules, said: Any) -> int:
    """The initial stake that is meant; the smallest where none is said.

    Raises
    ------
    OptionError, DealError
    """
    if said is None:
        return max(1, rules.stake_min)
    stake = whole(said)
    if stake is None:
        raise OptionError(f"A stake of {quoted(said)} is no whole number of units: write for instance 1.")
    if not rules.stake_min <= stake <= rules.stake_max:
        limits = (
            f"from {rules.stake_min} to {rules.stake_max}" if rules.stake_min < rules.stake_max else rules.stake_min
        )
        raise DealError(
            "stake_out_of_range",
            None,
            f"A stake of {quoted(said)} is outside the limits of {rules.name}: stakes are {limits} (stake_min, "
            "stake_max).",
        )
    return stake


def _followed(rules: Rules, punters: int) -> None:
    if rules.natural_from_all and punters > 1:
        raise LaterError(
            "natural_from_all=true ties the seats together: advice is for one punter, leave --punters out."
        )
    if rules.brulet != "none":
        raise LaterError(f"brulet={rules.brulet} is not followed by the adviser: ask with --set brulet=none.")


def _amounts(bought: Any, size: int) -> tuple[int, ...]:
    """For how much each card after the first two was bought."""
    said = list(bought) if isinstance(bought, Sequence) and not isinstance(bought, str) else [bought]
    amounts = []
    for one in said:
        amount = whole(one)
        if amount is None or amount < 0:
            raise OptionError(f"A buy for {quoted(one)} is no whole number of units from 0: write for instance 2.")
        amounts.append(amount)
    if len(amounts) > max(size - 2, 0):
        drawn = f"{size - 2} drawn" if size > 2 else "none drawn"
        raise OptionError(
            f"--bought is given {counted(len(amounts), 'time')}, but of these cards {drawn}: the first two are dealt, "
            "and each --bought is for one card after them; list all cards in --hand."
        )
    return (*amounts, *[0] * (max(size - 2, 0) - len(amounts)))


def _split_of(rules: Rules, own: tuple[str, ...], split: Any, hands: Any) -> tuple[str | None, int]:
    """The rank that was split, and the hands held."""
    if split is None:
        if hands is not None and whole(hands) != 1:
            raise OptionError("--hands says how many hands a split made: say too what was split, as in --split 8.")
        return None, 1
    named = cards(split, "--split")
    if len(named) != 1:
        raise OptionError(f"--split {quoted(split)} is not one rank: write the rank that was split, as in --split 8.")
    rank = rank_of(named[0])
    held, most = (2 if hands is None else whole(hands)), plain_law(rules).max_hands
    if split_rank(rules, rank, rank) is None:
        which = "no pair may be split" if not rules.splits else "only aces may be split"
        code = "too_many_hands" if not rules.splits else "only_aces_split"
        raise DealError(code, None, f"Under {rules.name} {which} (split={rules.split}): {RANKS[rank]} was not.")
    if held is None or not 2 <= held <= most:
        raise DealError(
            "too_many_hands", None, f"Under {rules.name} a split makes 2 to {most} hands, not {quoted(hands)}."
        )
    if len(own) < 2 or not any(_alike(rules, rank_of(card), rank) for card in own[:2]):
        raise OptionError(
            f"A hand of {RANKS[rank]} split holds two cards or more, and one of the first two is {RANKS[rank]}: give "
            "both in --hand."
        )
    chosen = next(card for card in own[:2] if _alike(rules, rank_of(card), rank))
    return chosen[0], held


def _alike(rules: Rules, one: int, two: int) -> bool:
    return value(one) == value(two) if rules.split == "value" else one == two


def _in_the_pack(
    rules: Rules, own: tuple[str, ...], others: tuple[str, ...], split: str | None, hands: int, packs: int
) -> None:
    """Refuse cards that the pack does not hold."""
    every = (*own, *others, *([split] * (hands - 1) if split else ()))
    of = "one pack" if packs == 1 else f"{packs} packs"
    for rank, count in Counter(card[0] for card in every).items():
        if count > 4 * packs:
            beside = " (those that begin the other hands included)" if split == rank else ""
            raise DealError(
                "card_not_in_pack", None, f"There are {count} cards of rank {rank}{beside}, but {of} holds {4 * packs}."
            )
    for card, count in Counter(card for card in every if len(card) == 2).items():
        if count > packs:
            raise DealError("card_not_in_pack", None, f"{card} is there {count} times, but {of} holds {packs}.")


def _replayed(
    rules: Rules, own: tuple[str, ...], amounts: tuple[int, ...], stake: int, doubled: bool, is_split: bool
) -> HandSoFar:
    """The hand played again by the verdict, card by card."""
    hand = HandSoFar(
        plain_law(rules),
        rules,
        WHO,
        cards=list(own[:2]),
        initial=stake * (2 if doubled else 1),
        doubled=bool(doubled),
        is_split=is_split,
    )
    for card, amount in zip(own[2:], amounts, strict=True):
        fault = _finished(hand, card) or (gravest(buy_faults(hand, amount)) if amount else None)
        if fault:
            raise DealError(fault.code, None, fault.message)
        if amount:
            hand.added.append(amount)
        else:
            hand.twisted = True
        hand.cards.append(card)
    return hand


def _finished(hand: HandSoFar, card: str) -> Fault | None:
    """Why a hand takes no further card."""
    if not any(finished(hand)):
        return None
    size = len(hand.cards)
    if hand.low > 21:
        why = "is bust"
    elif hand.has_pontoon:
        why = "is a pontoon"
    elif size == 5 and hand.rules.max_cards == 5:
        why = "has five cards, which end a hand"
    elif hand.is_split and hand.law.split_aces_one_card and hand.ranks[0] == ACE:
        why = "is a split ace, which gets one card only"
    else:
        why = f"is {int(graph().best[hand.node])} and finished"
    return Fault("hand_is_finished", f"{hand.describe()} {why}: it takes no further card, so {card} cannot follow.")


__all__ = ["stake_of", "understood"]
