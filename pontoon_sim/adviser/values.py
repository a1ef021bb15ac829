"""What each legal action is worth, exactly, and how the hand may end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import DealError, OptionError, quoted
from ..exact.against import Game
from ..exact.onward import Known, Onward, Outcome
from ..law import PONTOON, SINGLE
from ..policy.players import BUY_LEAST, BUY_MOST, TWIST
from ..policy.tables import BankerPolicy
from ..rulebook import Rules
from ..script.verdict import buy_faults, gravest
from ..tally import PUNTER_OUTCOMES
from .view import View

EVEN = 1e-12  # of a stake: a later action must be better by so much


class Action(NamedTuple):
    """An action and what it is worth.

    Attributes
    ----------
    action : str
        stick, twist, buy, split, burn; declare (a pontoon); none (the hand is finished); stake (before the second
        card).
    amount : int or None
        Of a buy or a stake.
    ev : float
        Expected net of the whole hand, or of all hands that come of it, in units.
    loss : float
        How much less that is than the best action.
    hands : int or None
        Of a split: up to how many hands the pair is best split.
    often : float or None
        How often the equilibrium does it, against whose banker it is valued.
    """

    action: str
    amount: int | None
    ev: float
    loss: float = 0.0
    hands: int | None = None
    often: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """As in the JSON of advice."""
        said = {"hands": self.hands, "often": self.often}
        more = {name: value for name, value in said.items() if value is not None}
        return {"action": self.action, "amount": self.amount, "ev": self.ev, "loss": self.loss} | more


class Chances(NamedTuple):
    """How the hand stands; shares are of deals that go on.

    Attributes
    ----------
    goes_on : float
        Chance that the banker's second card does not end the deal, given the hand (and his double).
    bust_next : float or None
        That the next card busts; None where none may be taken.
    sticking : Outcome or None
        Of ending here: win, tie, lose. None where the rules do not let it.
    playing : Outcome or None
        Of playing on as well as can be, without a split or burn; None where the hand has ended.
    endings : dict
        How the hand then ends: shares by class.
    """

    goes_on: float
    bust_next: float | None
    sticking: Outcome | None
    playing: Outcome | None
    endings: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """As in the JSON of advice."""
        said = self._asdict()
        for name in ("sticking", "playing"):
            said[name] = None if said[name] is None else said[name]._asdict()
        return said


class Valued(NamedTuple):
    """All that is known of a situation."""

    actions: tuple[Action, ...]
    chances: Chances


@lru_cache(maxsize=16)
def game_of(rules: Rules, banker: BankerPolicy) -> Game:
    """The game against a banker; kept, as one table is asked about often."""
    return Game(rules, banker)


def valued(view: View, banker: BankerPolicy, amount: int | None = None) -> Valued:
    """The value of every legal action, best first.

    Parameters
    ----------
    view : View
    banker : BankerPolicy
    amount : int, optional
        A further amount to buy for.

    Raises
    ------
    OptionError, DealError
        When the banker cannot have come to where the view says he is, or the amount is not legal.
    """
    game = game_of(view.rules, banker)
    known = Known(view.ranks, view.gone, _side(view, game), view.stake, view.past, view.hands)
    if view.is_bust:
        return _lost(view)
    onward = Onward(game, view.packs, known)
    if onward.goes_on < 1e-12:
        raise OptionError(
            f"With these cards out, a banker who plays {banker.name} cannot have "
            f"{'doubled' if view.doubled else 'left the stakes undoubled'}: change --doubled or --banker."
        )
    legal = view.legal
    if not legal:
        _no_amount(view, amount)
        return _ended(view, onward)
    found = _actions(view, onward, amount)
    return Valued(ranked(found, EVEN * view.stake), _chances(view, onward))


def ranked(actions: list[Action], even: float) -> tuple[Action, ...]:
    """Actions with their losses, best first; of those that are even, the first said comes first."""
    best = max(action.ev for action in actions)
    told = [one._replace(loss=0.0 if best - one.ev <= even else best - one.ev) for one in actions]
    return tuple(sorted(told, key=lambda one: one.loss))


def _side(view: View, game: Game) -> int:
    """Where in the game's sides the banker is: the double or not."""
    sides = {side.times == 2: place for place, side in enumerate(game.sides)}
    if view.doubled not in sides:
        raise OptionError(
            f"The banker {game.banker.name} never doubles: name one who does, as in --banker stick-17:double=A,T, or "
            "leave --doubled out."
        )
    return sides[view.doubled]


def _actions(view: View, onward: Onward, amount: int | None) -> list[Action]:
    """All legal actions; simpler ones first."""
    legal, found = view.legal, []
    if "stick" in legal:
        found.append(Action("stick", None, onward.ended(_class(view, onward))))
    if "twist" in legal:
        found.append(Action("twist", None, onward.action(TWIST)))
    if limits := legal.get("buy"):
        least, most = limits
        found.append(Action("buy", least, onward.action(BUY_MOST if least == most else BUY_LEAST)))
        if amount is not None and least < amount < most:
            found.append(Action("buy", amount, onward.bought(amount)))
        if least < most:
            found.append(Action("buy", most, onward.action(BUY_MOST)))
    _no_amount(view, amount)
    if "split" in legal:
        ev, hands = onward.split()
        found.append(Action("split", None, ev, hands=hands))
    if "burn" in legal:
        found.append(Action("burn", None, onward.burnt()))
    return found


def _no_amount(view: View, amount: int | None) -> None:
    """Refuse an amount that cannot be bought for."""
    if amount is not None and (fault := gravest(buy_faults(view.so_far, amount))):
        raise DealError(fault.code, None, f"--amount {quoted(amount)}: {fault.message}")


def _class(view: View, onward: Onward) -> int:
    """What the hand ranks as when it ends now."""
    level = view.pontoon
    if not level:
        return int(onward.game.klass[onward.node])
    single = view.split is not None and view.rules.split_pontoon == "single"
    return level - 1 + (SINGLE if single else PONTOON)


def _ended(view: View, onward: Onward) -> Valued:
    """A hand with which nothing more can be done, but for showing it."""
    klass = _class(view, onward)
    name = "declare" if klass >= PONTOON and view.pontoon else "none"
    endings = {kind: float(klass in classes) for kind, classes in PUNTER_OUTCOMES.items() if kind != "unplayed"}
    chances = Chances(onward.goes_on, None, onward.outcome(klass), None, endings)
    return Valued((Action(name, None, onward.ended(klass)),), chances)


def _lost(view: View) -> Valued:
    endings = {kind: float(kind == "bust") for kind in PUNTER_OUTCOMES if kind != "unplayed"}
    chances = Chances(1.0, None, Outcome(0.0, 0.0, 1.0), None, endings)
    return Valued((Action("none", None, -float(view.staked)),), chances)


def _chances(view: View, onward: Onward) -> Chances:
    legal = view.legal
    course = onward.course if onward.game.plain.open[onward.node] else None
    endings = {}
    if course is not None:
        endings = {
            kind: float(course.classes[list(classes)].sum())
            for kind, classes in PUNTER_OUTCOMES.items()
            if kind != "unplayed"
        }
    return Chances(
        onward.goes_on,
        onward.bust_next if "twist" in legal else None,
        onward.outcome(_class(view, onward)) if "stick" in legal else None,
        None if course is None else course.outcome,
        endings,
    )


__all__ = ["EVEN", "Action", "Chances", "Valued", "game_of", "ranked", "valued"]
