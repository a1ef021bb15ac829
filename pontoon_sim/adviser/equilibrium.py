"""Advice against the banker of the equilibrium: what each action is worth, and how often the equilibrium does it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..cards import RANKS, value
from ..equilibrium.kernels import BEST
from ..equilibrium.play import Field
from ..equilibrium.policies import Play
from ..equilibrium.tables import Floats
from ..equilibrium.tree import STICK, TWIST
from ..errors import LaterError, OptionError
from ..rulebook import Rules
from .values import EVEN, Action, ranked
from .view import View

NOTES = (
    "The banker sees the stake, the buys and the twisted cards, and plays the equilibrium found; all that follows is "
    "played as well as can be against him.",
    "often is how often the equilibrium does it: what it does now and then is worth the same, but for what is left to "
    "find.",
)


class Worth(NamedTuple):
    """What a punter gains at most from the banker of a strategy.

    Attributes
    ----------
    by_card : float64 (11, levels)
        By first card and stake, times the chance of the card.
    spots, stick : float64 (spots,)
        At every spot, and by sticking there; times the chance of the cards.
    firsts : float64 (branches, 11)
        How the banker doubles.
    """

    by_card: Floats
    spots: Floats
    stick: Floats
    firsts: Floats


@lru_cache(maxsize=4)
def worth_of(play: Play) -> Worth:
    """What everything is worth to a punter who plays as well as can be; kept, for one table is asked about often."""
    field = play.strategy.field
    flow = field.banker_flow(play.strategy.banker_plan)
    by_card = field.punter_worth(BEST, field.punter_plan(), flow)
    spots, stick = field.worths()
    return Worth(by_card, spots, stick, flow.firsts)


def valued_there(view: View, play: Play, amount: int | None, punters: int) -> tuple[Action, ...]:
    """The value of every legal action on a hand, best first, with how often the equilibrium does it.

    Raises
    ------
    LaterError
        For split hands, other cards seen and more punters.
    OptionError
        For stakes and amounts that the solved game does not know, and where there is nothing to decide.
    """
    _refuse(view, punters)
    field = play.strategy.field
    spot = _spot(view, play)
    public = field.tree.publics[field.public_of[spot]]
    allowed = field.tree.allowed[spot]
    if amount is not None and amount not in public.amounts:
        raise _unknown(amount, public.amounts)
    worth = worth_of(play)
    node = int(field.tables.rows[field.tree.row[spot]])
    chance = float(
        field.tables.quiet(field.tables.counts(np.array([node])))[0]
        @ worth.firsts[field.tree.branch[field.public_of[spot]]]
    )
    if chance < 1e-12:
        raise OptionError(
            f"In the equilibrium the banker never has {'doubled' if view.doubled else 'left the stakes undoubled'} "
            "with these cards out: change --doubled."
        )
    if not field.tables.open[node]:
        return (Action("none", None, float(worth.stick[spot]) / chance),)
    found = []
    for action in np.flatnonzero(allowed).tolist():
        name, paid = _named(action, public.amounts)
        often = float(play.strategy.punter_plan.actions[spot, action])
        found.append(Action(name, paid, _worth_of_action(field, worth, spot, action) / chance, often=often))
    return ranked(found, EVEN * view.stake)


def stakes_there(rules: Rules, play: Play, rank: int, asked: int | None, punters: int) -> tuple[Action, ...]:
    """What every stake on a first card is worth, best first, with how often the equilibrium puts it up."""
    field = play.strategy.field
    if rules.stakes_when == "before-deal":
        raise OptionError(
            f"Under {rules.name} stakes are put up before the deal: on the first card there is nothing to decide; give "
            "two cards."
        )
    _alone(punters)
    if asked is not None and asked not in field.levels:
        raise _unknown_stake(asked, field)
    ranks, card = field.tables.deck.ranks, value(rank)
    chance = sum(ranks[one] for one in range(len(RANKS)) if value(one) == card) / ranks.sum()
    often = play.strategy.stakes(RANKS[rank])
    some = worth_of(play).by_card[card] / chance
    made = [Action("stake", stake, float(some[place]), often=often[stake]) for place, stake in enumerate(field.levels)]
    return ranked(made, EVEN * rules.stake_min)


def why(actions: tuple[Action, ...]) -> str:
    """The advice in a sentence."""
    if actions[0].action == "none":
        return "The hand takes no card: there is nothing to decide."
    some = [one for one in sorted(actions, key=lambda one: -(one.often or 0.0)) if (one.often or 0.0) >= 0.005]
    told = [f"{_spoken(one)} in {100 * (one.often or 0.0):.0f} %" for one in some]
    if len(told) == 1:
        return f"The equilibrium always does this: {_spoken(some[0])}."
    return f"The equilibrium mixes, so that the banker cannot tell: {', '.join(told)} of such deals."


def _spoken(one: Action) -> str:
    return one.action if one.amount is None else f"{one.action} {one.amount}"


def _worth_of_action(field: Field, worth: Worth, spot: int, action: int) -> float:
    """What an action is worth, times the chance of the cards."""
    if action == STICK:
        return float(worth.stick[spot])
    tree, public = field.tree, field.public_of[spot]
    after = tree.child[spot, action - 1]
    firsts, tables = worth.firsts[tree.branch[public]], field.tables
    ends = tree.after[public, action] * (tables.losses[tree.row[spot]] @ firsts)
    if tables.special is not None:
        ends -= field.off[tree.branch[public]] * (tables.special.losses[tree.row[spot]] @ firsts)
    return float(ends + worth.spots[after[after >= 0]].sum())


def _spot(view: View, play: Play) -> int:
    """Where the hand is in the tree."""
    field, values = play.strategy.field, [value(rank) for rank in view.ranks]
    if view.stake not in field.levels:
        raise _unknown_stake(view.stake, field)
    branch = field.tree.branches.index((view.stake, 2 if view.doubled else 1))
    spot = int(field.tree.roots[branch, values[0], values[1]])
    for card, paid in zip(values[2:], view.bought, strict=True):
        if spot < 0:
            break
        public = field.tree.publics[field.public_of[spot]]
        if paid and paid not in public.amounts:
            raise _unknown(paid, public.amounts)
        action = TWIST + 1 + public.amounts.index(paid) if paid else TWIST
        spot = int(field.tree.child[spot, action - 1, card - 1])
    if spot < 0:
        raise OptionError("This hand has ended for all to see: there is nothing to decide against an equilibrium.")
    return spot


def _named(action: int, amounts: tuple[int, ...]) -> tuple[str, int | None]:
    if action > TWIST:
        return "buy", amounts[action - TWIST - 1]
    return ("stick" if action == STICK else "twist"), None


def _unknown(amount: int, amounts: tuple[int, ...]) -> OptionError:
    known = f"for {' or '.join(map(str, amounts))}" if amounts else "no more"
    return OptionError(
        f"The equilibrium was solved with buys {known} there, and not for {amount}: solve it with all amounts (pontoon "
        "solve --buys all --out FILE.npz) and give --banker FILE.npz."
    )


def _unknown_stake(stake: int, field: Field) -> OptionError:
    known = " or ".join(map(str, field.levels))
    return OptionError(
        f"The equilibrium was solved with a stake of {known}, and not of {stake}: solve it with that level too "
        "(pontoon solve --stakes-levels all --out FILE.npz) and give --banker FILE.npz."
    )


def _alone(punters: int) -> None:
    if punters != 1:
        raise LaterError("The equilibrium is that of one punter: leave --punters out, or name another banker.")


def _refuse(view: View, punters: int) -> None:
    _alone(punters)
    if view.split is not None:
        raise LaterError("In the equilibrium nobody splits: leave --split out, or name another banker.")
    if view.seen:
        raise LaterError("The equilibrium knows a punter's own cards only: leave --seen out, or name another banker.")
