"""What the adviser answers: the value of every legal action, best first, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..arguments import whole
from ..cards import rank_of
from ..equilibrium.named import equilibrium_play, is_equilibrium
from ..errors import OptionError, quoted
from ..exact.answers import answered
from ..policy.banker import banker_policy
from ..policy.build import seats_of
from ..policy.names import is_optimal, short_name
from ..policy.tables import BankerPolicy
from ..presets import rules as find_rules
from ..rulebook import Rules
from .equilibrium import NOTES, stakes_there, valued_there, why
from .first import stakes_worth
from .reading import cards
from .reasons import first_reason, reason, spoken, units
from .understanding import stake_of, understood
from .values import Action, Chances, valued
from .view import View

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "pontoon.advise/1"


@dataclass(frozen=True)
class Advice:
    """What every legal action is worth in a situation.

    Attributes
    ----------
    rules : Rules
    banker : str
        The policy that the values hold against.
    packs, punters : int
    view : dict
        The situation as it was understood.
    actions : tuple of Action
        Best first; `ev` is the expected net of the whole hand in units, `loss` what the action gives away.
    chances : Chances or None
        How the hand stands; None before the second card.
    reason : str
        Why, in a sentence.
    notes : tuple of str
        What the values rest on.
    """

    rules: Rules
    banker: str
    packs: int
    punters: int
    view: dict[str, Any]
    actions: tuple[Action, ...]
    chances: Chances | None
    reason: str
    notes: tuple[str, ...]

    @property
    def best(self) -> Action:
        """The best action; the simplest where several are."""
        return self.actions[0]

    def to_dict(self) -> dict[str, Any]:
        """The advice as the JSON of ``pontoon advise`` (schema ``pontoon.advise/1``)."""
        return {
            "schema": SCHEMA,
            "view": self.view
            | {
                "rules": self.rules.name,
                "rules_id": self.rules.rules_id,
                "banker": self.banker,
                "punters": self.punters,
                "packs": self.packs,
            },
            "actions": [action.to_dict() for action in self.actions],
            "reason": self.reason,
            "chances": None if self.chances is None else self.chances.to_dict(),
            "method": "exact",
            "standard_error": None,
            "notes": list(self.notes),
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each action."""
        import pandas as pd

        often = ["often"] if any(action.often is not None for action in self.actions) else []
        columns = ["action", "amount", "ev", "loss", *often]
        return pd.DataFrame([action.to_dict() for action in self.actions], columns=columns)

    def headline(self) -> str:
        """The advice in a few words."""
        return f"{self.situation()}: {spoken(self.best)}, worth {units(self.best.ev)}."

    def situation(self) -> str:
        """The hand, and what lies on it."""
        view = self.view
        soft = "soft " if view["soft"] else ""
        total = f" ({soft}{view['total']})" if view["number"] > 1 else " as the first card"
        bought = view["bought"]
        staked = f", {view['staked']} staked" if bought or view["doubled"] else f", stake {view['stake']}"
        return " ".join(view["cards"]) + total + (staked if view["number"] > 1 else "")

    def __repr__(self) -> str:
        lines = [self.headline()]
        lines += [f"  {spoken(action):<12} {action.ev:+.6f}  {-action.loss:+.6f}" for action in self.actions]
        return "\n".join([*lines, self.reason, f"rules {self.rules.name}, banker {self.banker}"])

    def _repr_html_(self) -> str:
        rows = [("action", "units", "loss")]
        rows += [(spoken(action), f"{action.ev:+.4f}", f"{action.loss:.4f}") for action in self.actions]
        body = "".join(
            "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in row) + "</tr>"
            for row, cell in zip(rows, ["th"] + ["td"] * (len(rows) - 1), strict=True)
        )
        conditions = f"{self.rules.name}; banker {short_name(self.banker)}"
        notes = "<br>".join(map(escape, (conditions, *self.notes)))
        return f"<p>{escape(self.headline())}</p><table>{body}</table><p>{escape(self.reason)}</p><p>{notes}</p>"


def advise(
    hand: Any,
    bought: Any = (),
    stake: int | None = None,
    rules: str | Path | Rules = "pagat",
    banker: Any = None,
    *,
    doubled: bool = False,
    split: Any = None,
    hands: int | None = None,
    seen: Any = (),
    amount: int | None = None,
    punters: int | None = None,
) -> Advice:
    """Advise on a hand: the exact value of every legal action, best first.

    Parameters
    ----------
    hand : str or sequence of str
        All its cards, the two dealt first, as people write them: ``"A,7"``, ``"10h 9c"``. One card asks what to stake.
    bought : sequence of int
        For how much the next card after the first two was bought, and the next; 0 for one that was twisted. Cards
        beyond these were twisted.
    stake : int
        The initial stake in units, before a double; the smallest by default.
    rules : str, Path or Rules
    banker : str
        The banker's policy; by default the dealer of the rules, or ``stick-17``. ``optimal``: the ``stick-N/M`` that
        leaves a punter who plays as well as can be the least. ``equilibrium``, or a file of one: with how often the
        equilibrium does each action.
    doubled : bool
        Whether the banker has doubled.
    split, hands : str, int
        The rank that was split, where the hand came of a split, and the hands that the seat holds (2 by default).
    seen : str or sequence of str
        Other cards known to be out, such as those of the seat's other hands but for their first ones, which the split
        tells.
    amount : int
        A further amount to buy for, beside the least and the most.
    punters : int
        Punters at the table; the number of packs may hang on it.

    Returns
    -------
    Advice

    Raises
    ------
    PontoonError
        With a sentence, when something cannot be understood; a `DealError` with the code of the refusal when the rules
        do not let it come about.

    Notes
    -----
    Values are exact: expectations over all unseen cards, on condition that nothing else is known, and, where a pontoon
    of the banker's is shown at once, that he has none. Between the least and the most a buy is never worth more than
    at the better of these ends. The cards of other punters are unseen and matter to nobody.

    Examples
    --------
    >>> advise("A,7").best.action
    'buy'
    """
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    seats = seats_of(1 if punters is None else punters)
    own = cards(hand)
    money = whole(amount)
    if amount is not None and (money is None or money < 1):
        raise OptionError(f"An amount of {quoted(amount)} is no whole number of units from 1: write for instance 2.")
    if len(own) == 1:
        said = {
            "bought": bought, "doubled": doubled, "split": split, "hands": hands, "seen": seen, "amount": money,
        }  # fmt: skip
        others = [name for name, one in said.items() if one not in (None, False, (), [], "")]
        return _on_first_card(system, banker, own[0], stake, seats, others)
    view = understood(system, own, bought, stake, doubled, split, hands, seen, seats)
    if is_equilibrium(banker):
        play = equilibrium_play(banker, system)
        there = valued_there(view, play, money, seats)
        return Advice(system, play.name, view.packs, seats, view.to_dict(), there, None, why(there), _unfollowed(view))
    policy, remarks = _banker(system, banker, view.packs)
    found = valued(view, policy, money)
    return Advice(
        rules=system,
        banker=policy.name,
        packs=view.packs,
        punters=seats,
        view=view.to_dict(),
        actions=found.actions,
        chances=found.chances,
        reason=reason(view, policy.name, found.actions, found.chances),
        notes=(*remarks, *_notes(view, policy)),
    )


def _on_first_card(rules: Rules, banker: Any, card: str, asked: int | None, seats: int, others: list[str]) -> Advice:
    """What to stake on a first card."""
    if others:
        raise OptionError(
            f"Before the second card there is no --{others[0]} yet: leave it out, or give a hand of two cards or more."
        )
    if asked is not None:
        asked = stake_of(rules, asked)
    packs, rank = rules.packs_for(seats), rank_of(card)
    remarks: tuple[str, ...] = NOTES
    if is_equilibrium(banker):
        play = equilibrium_play(banker, rules)
        name, actions = play.name, stakes_there(rules, play, rank, asked, seats)
        told = why(actions)
    else:
        policy, remarks = _banker(rules, banker, packs)
        name, actions = policy.name, stakes_worth(rules, policy, packs, rank, asked)
        told = first_reason(rank, name, actions)
    view: dict[str, Any] = {
        "cards": [card],
        "total": None,
        "soft": False,
        "number": 1,
        "bought": [],
        "twisted": 0,
        "stake": asked,
    }
    view |= {"doubled": False, "staked": None, "may_buy": False, "limits": None, "split": None, "hands": 1, "seen": []}
    view |= {"stake_limits": [rules.stake_min, rules.stake_max]}
    note = (
        "Expected net of the whole deal, a pontoon of the banker's included, the hand being played as well as can be."
    )
    return Advice(
        rules=rules,
        banker=name,
        packs=packs,
        punters=seats,
        view=view,
        actions=actions,
        chances=None,
        reason=told,
        notes=(*remarks, note),
    )


def _unfollowed(view: View) -> tuple[str, ...]:
    """What values against the equilibrium's banker rest on, and what they leave out."""
    left = [name for name in ("split", "burn") if name in view.legal]
    return (*NOTES, *(f"A {name} is not valued: in the equilibrium nobody does that." for name in left))


def _banker(rules: Rules, said: Any, packs: int) -> tuple[BankerPolicy, tuple[str, ...]]:
    """The banker's policy, `optimal` being worked out."""
    if is_optimal(said):
        return _optimal_banker(rules, packs)
    return banker_policy(said if said is not None else rules.dealer or "stick-17", rules), ()


@lru_cache(maxsize=16)
def _optimal_banker(rules: Rules, packs: int) -> tuple[BankerPolicy, tuple[str, ...]]:
    found = answered(rules, 1, "optimal", "optimal", "min", packs)
    return found.banker, found.remarks


def _notes(view: View, banker: BankerPolicy) -> list[str]:
    """What the values rest on."""
    law, said = view.so_far.law, []
    if law.shown_at_once or view.rules.natural_from_all:
        said.append("The deal goes on, so the banker holds no pontoon: the values take that into account.")
    buys = view.legal.get("buy")
    if buys and buys[1] - buys[0] > 1:
        said.append("Between the least and the most a buy is never worth more than at the better of the two.")
    if "split" in view.legal:
        said.append("A split is worth what all its hands gain together, split again where that is better.")
    if "burn" in view.legal:
        said.append("What a burn is worth is exact to a hundred-thousandth of a stake, a split to some thousandths.")
    if banker.doubles.any() and not view.doubled:
        said.append(f"The banker did not double: {banker.name} holds none of the first cards on which he would.")
    if view.rules.shoot:
        said.append("Shots are bets of their own and left out.")
    return said


__all__ = ["SCHEMA", "Advice", "advise"]
