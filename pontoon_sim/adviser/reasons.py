"""Why: sentences made of the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import RANKS, value
from ..hands import graph
from ..law import plain_law
from ..policy.names import short_name
from .values import Action, Chances
from .view import View

CLOSE = 0.005  # of a stake: less than that is next to nothing


def spoken(action: Action) -> str:
    """An action in words."""
    if action.action == "buy":
        return f"buy for {action.amount}"
    if action.action == "stake":
        return f"stake {action.amount}"
    return {"declare": "declare the pontoon", "none": "nothing to decide"}.get(action.action, action.action)


def units(number: float) -> str:
    """An amount of money, with its sign."""
    return f"{number:+.4f} unit{'' if abs(number) == 1 else 's'}"


def share(number: float) -> str:
    """A chance in per cent, as people say it."""
    text = f"{100 * number:.1f}" if 0 < number < 0.0995 else f"{100 * number:.0f}"
    return f"{text} %"


def reason(view: View, banker: str, actions: Sequence[Action], chances: Chances) -> str:
    """Why the first of the actions is the best."""
    best, bank = actions[0], short_name(banker)
    if view.is_bust:
        return f"Bust on {view.so_far.total}: the stake of {view.staked} is lost."
    if best.action in ("declare", "none"):
        return _finished(view, best, chances, bank)
    if best.action in ("split", "burn"):
        parts: tuple[str, ...] = (_pair(best, actions), _sticking(view, actions, chances, bank))
    else:
        next_card = _next_card(view, chances)
        parts = (next_card, _sticking(view, actions, chances, bank), _playing(best, chances), _buying(best, actions))
    return f"{spoken(best).capitalize()}: {'; '.join(filter(None, parts))}."


def first_reason(rank: int, banker: str, actions: Sequence[Action]) -> str:
    """The same before the second card."""
    best, most = actions[0], max(actions, key=lambda one: one.amount or 0)
    per_unit = best.ev / (best.amount or 1)
    card = RANKS[rank]
    against = f"against {short_name(banker)}"
    worth = f"{card} as the first card is worth {units(per_unit)} for each unit {against}"
    if len(actions) == 1:
        return f"Stake {best.amount}: it is the only stake; on {card} it is worth {units(best.ev)} {against}."
    if best is most:
        return f"Stake {best.amount}: {worth}, so stake the most."
    return f"Stake {best.amount}: {worth}, so stake no more than you must."


def _finished(view: View, best: Action, chances: Chances, bank: str) -> str:
    hand, sticking = view.so_far, chances.sticking
    assert sticking is not None
    worth = f"worth {units(best.ev)}"
    if best.action == "declare":
        pays = 1 if view.split and view.rules.split_pontoon == "single" else view.rules.pontoon_pays
        sure = (
            "" if sticking.win > 1 - 1e-9 else f"; it is beaten only by a banker's pontoon ({share(1 - sticking.win)})"
        )
        return f"Declare the pontoon: it ends the turn and pays {pays} to 1{sure}: {worth}."
    if hand.is_split and len(hand.cards) == 2 and hand.total < 21:
        why = "a split ace gets one card only"
    elif hand.law.klass[hand.node] == 27:
        why = "three sevens, a royal pontoon"
    elif len(hand.cards) == 5 and view.rules.max_cards == 5:
        why = "five cards end the hand" + ("" if view.rules.five_card_trick == "none" else ", a five-card trick")
    else:
        why = f"the hand is finished on {hand.total}"
    return f"Nothing to decide: {why}; it wins in {share(sticking.win)} of deals against {bank}, and is {worth}."


def _next_card(view: View, chances: Chances) -> str:
    if chances.bust_next is None:
        return ""
    hand = view.so_far
    law, node = plain_law(view.rules), hand.node
    busts = [rank for rank in range(13) if law.take[16 * node + rank] == 0]
    soft = "soft " if int(graph().best[node]) > hand.low else ""
    if not busts:
        return f"no card busts {soft}{hand.total}"
    return f"the next card busts {hand.total} in {share(chances.bust_next)} of cases ({_named(busts)})"


def _named(ranks: Sequence[int]) -> str:
    """The cards that bust, from the smallest on."""
    least = min(value(rank) for rank in ranks)
    if least == 10:
        return "any ten or court card"
    return f"{least} or more" if least > 1 else "any card"


def _sticking(view: View, actions: Sequence[Action], chances: Chances, bank: str) -> str:
    if chances.sticking is None:
        return f"below {view.rules.min_stick} you may not stick"
    tie = f" and ties in {share(chances.sticking.tie)}" if chances.sticking.tie > CLOSE else ""
    found = f"sticking wins in {share(chances.sticking.win)}{tie} against {bank}"
    stick = next(action for action in actions if action.action == "stick")
    best = actions[0]
    if best.action in ("split", "burn"):
        return found
    if best.action == "stick" and len(actions) > 1:
        return f"{found}, and the next best, to {spoken(actions[1])}, is worth {abs(actions[1].loss):.4f} less"
    return found if best.action == "stick" else f"{found} and is worth {stick.loss:.4f} less"


def _playing(best: Action, chances: Chances) -> str:
    if best.action not in ("twist", "buy") or chances.playing is None:
        return ""
    found = f"playing on wins in {share(chances.playing.win)}"
    trick, royal = chances.endings["five_card_trick"], chances.endings["royal_pontoon"]
    if trick >= 0.01:
        found += f", with a five-card trick in {share(trick)}"
    if royal >= 0.01:
        found += f", with a royal pontoon in {share(royal)}"
    return found


def _buying(best: Action, actions: Sequence[Action]) -> str:
    buys = sorted((action for action in actions if action.action == "buy"), key=lambda one: one.amount or 0)
    twist = next((action for action in actions if action.action == "twist"), None)
    if not buys or twist is None:
        return ""
    if best.action == "buy":
        if len(buys) > 1 and best is buys[-1]:
            more = f"buying for {best.amount} is {buys[0].loss:.4f} better than for {buys[0].amount}"
            return f"{more} and {twist.loss:.4f} better than twisting"
        return f"buying is {twist.loss:.4f} better than twisting"
    if best.action == "twist":
        return f"to buy the card costs {min(buy.loss for buy in buys):.4f} or more"
    return ""


def _pair(best: Action, actions: Sequence[Action]) -> str:
    what = f"the pair played as up to {best.hands} hands is" if best.action == "split" else "two new cards are"
    rest = actions[1]
    return f"{what} worth {rest.loss:.4f} more than to {spoken(rest)}"


__all__ = ["first_reason", "reason", "share", "spoken", "units"]
