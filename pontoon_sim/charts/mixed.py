"""The chart of a punter who decides by chance: how often he does what, by hand, and how often he stakes what."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cards import RANKS
from ..equilibrium.account import exact_table
from ..equilibrium.named import with_equilibria
from ..equilibrium.policies import Play
from ..equilibrium.tables import Floats
from ..equilibrium.tree import STICK, TWIST, Event
from ..errors import OptionError
from ..hands import graph
from ..policy.build import seated
from ..rulebook import Rules
from .strategy import SCHEMA

if TYPE_CHECKING:
    import pandas as pd

STAGES = ("nothing bought or twisted yet", "after a buy", "after a twist")
MOVES = ("stick", "twist", "buy the least", "buy more")
NEVER = 1e-12  # chance below which a hand is left out: the play found never comes there


@dataclass(frozen=True)
class MixedChart:
    """How a punter plays who decides by chance.

    Attributes
    ----------
    rules : Rules
    punter, banker, stakes : str
        Names of the policies.
    gain : float
        The punter's result in units a deal.
    first_stakes : dict of str to (dict of int to float)
        How likely each stake is, by the rank of the first card.
    hands : tuple of dict
        A row for each stage, number of cards and total: ``stage``, ``cards``, ``total``, ``soft``, ``reach`` (how many
        such hands there are in a deal) and how likely each of `MOVES` is, over all stakes and doubles.
    states : tuple of dict
        A row for each stake, then for each action in each state that comes about: `to_frame`.
    """

    rules: Rules
    punter: str
    banker: str
    stakes: str
    gain: float
    first_stakes: dict[str, dict[int, float]]
    hands: tuple[dict[str, Any], ...]
    states: tuple[dict[str, Any], ...]

    def to_frame(self) -> pd.DataFrame:
        """The mixed table.

        Columns: ``kind`` (``stake`` or ``play``), ``card`` (the first one, of a stake), ``stake`` (before a double),
        ``doubled``, ``history`` (buys with their amounts and twisted values, in order), ``hidden`` (values of the
        hidden cards), ``total``, ``soft``, ``cards``, ``reach`` (how often a deal comes there), ``action``, ``amount``,
        ``probability``.
        """
        import pandas as pd

        return pd.DataFrame(list(self.states))

    def to_csv(self) -> str:
        """`to_frame` as text."""
        return self.to_frame().to_csv(index=False, lineterminator="\n")

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON: schema ``pontoon.chart/1``, of kind ``mixed``."""
        return {
            "schema": SCHEMA,
            "kind": "mixed",
            "rules_name": self.rules.name,
            "title": self.rules.title or self.rules.name,
            "rules_id": self.rules.rules_id,
            "punter": self.punter,
            "banker": self.banker,
            "stakes": self.stakes,
            "packs": self.rules.packs_for(1),
            "method": "exact",
            "punter_ev_per_deal": self.gain,
            "first_stakes": {
                card: [[stake, some] for stake, some in found.items()] for card, found in self.first_stakes.items()
            },
            "moves": list(MOVES),
            "hands": list(self.hands),
        }


def mixed_chart(rules: Rules, punter: Any, banker: Any = None, stakes: Any = None, punters: int = 1) -> MixedChart:
    """The chart of an equilibrium's punter.

    Parameters
    ----------
    rules : Rules
    punter : str, path, Strategy or Equilibrium
    banker : policy, optional
        Whom he meets: the equilibrium's banker when left out.
    stakes : schedule, optional
        The equilibrium's when left out.
    punters : int
        One only.

    Raises
    ------
    PontoonError
        As from `equilibrium.named.with_equilibria`, and for more punters.
    """
    if punters != 1:
        raise OptionError(f"The equilibrium is charted for one punter, and here are {punters}: leave --punters out.")
    meets, puts_up = (punter if one is None else one for one in (banker, stakes))
    sides = with_equilibria(rules, 1, punter, meets, puts_up)
    play: Play = sides.punter[0].play
    who = seated(rules, 1, sides.punter, sides.banker, sides.stakes)
    found = exact_table(play, rules, who.punters, who.banker, who.stakes, rules.packs_for(1))
    often = reach(play)
    return MixedChart(
        rules=rules,
        punter=who.punters[0].name,
        banker=who.banker.name,
        stakes=who.stakes[0].name,
        gain=-found.gain,
        first_stakes=_first_stakes(play),
        hands=tuple(_hands(play, often)),
        states=(*_stake_rows(play), *_play_rows(play, often.sum(axis=1))),
    )


def _first_stakes(play: Play) -> dict[str, dict[int, float]]:
    cards = ("A",) if play.strategy.field.stakes_first else RANKS
    return {"*" if len(cards) == 1 else card: play.strategy.stakes(card) for card in cards}


def reach(play: Play) -> Floats:
    """How often a deal comes to each spot and action, in equilibrium: (spots, actions)."""
    field, tree = play.strategy.field, play.strategy.field.tree
    flow = field.punter_flow(play.strategy.punter_plan).actions
    branch = tree.branch[field.public_of]
    firsts = field.firsts(play.strategy.banker_plan.doubles)[branch]
    found: Floats = flow * (field.tables.quiets[tree.row] * firsts).sum(axis=1)[:, None]
    return found


def _hands(play: Play, often: Floats) -> list[dict[str, Any]]:
    """The rows of `MixedChart.hands`."""
    field, tree, hands = play.strategy.field, play.strategy.field.tree, graph()
    sums: defaultdict[tuple[int, int, bool, int], Floats] = defaultdict(lambda: np.zeros(len(MOVES)))
    for spot, some in enumerate(often):
        node = int(field.tables.rows[tree.row[spot]])
        if some.sum() <= NEVER or not field.tables.open[node]:
            continue
        public = tree.publics[field.public_of[spot]]
        stage = 2 if public.twisted else 1 if public.buys else 0
        key = stage, int(hands.cards[node]), bool(hands.soft[node]), int(hands.best[node])
        sums[key] += [some[STICK], some[TWIST], some[TWIST + 1 : TWIST + 2].sum(), some[TWIST + 2 :].sum()]
    rows = []
    for (stage, cards, soft, total), found in sorted(sums.items()):
        said = {"stage": STAGES[stage], "cards": cards, "total": total, "soft": soft, "reach": float(found.sum())}
        rows.append(said | dict(zip(MOVES, (found / found.sum()).tolist(), strict=True)))
    return rows


def _stake_rows(play: Play) -> list[dict[str, Any]]:
    return [
        _row(kind="stake", card=card, action="stake", amount=stake, probability=chance)
        for card, some in _first_stakes(play).items()
        for stake, chance in some.items()
    ]


def _play_rows(play: Play, often: Floats) -> list[dict[str, Any]]:
    """A row for each action in each state that comes about."""
    field, tree, hands = play.strategy.field, play.strategy.field.tree, graph()
    rows = []
    for place, public in enumerate(tree.publics):
        stake, times = tree.branches[public.branch]
        for (hidden, node), spot in public.spots.items():
            at = int(tree.bounds[place]) + spot
            if often[at] <= NEVER or not field.tables.open[node]:
                continue
            said = {
                "stake": stake,
                "doubled": int(times == 2),
                "history": told(public.history),
                "hidden": " ".join(str(card) for card in range(1, 11) for _ in range(hands.counts[hidden, card])),
                "total": int(hands.best[node]),
                "soft": int(hands.soft[node]),
                "cards": int(hands.cards[node]),
                "reach": float(often[at]),
            }
            for action, chance in enumerate(play.strategy.punter_plan.actions[at]):
                if chance >= 0:
                    amount = public.amounts[action - TWIST - 1] if action > TWIST else 0
                    what = ("stick", "twist", "buy")[min(action, 2)]
                    rows.append(_row(kind="play", **said, action=what, amount=amount, probability=float(chance)))
    return rows


def _row(**said: Any) -> dict[str, Any]:
    names = ("kind", "card", "stake", "doubled", "history", "hidden", "total", "soft", "cards", "reach", "action",
             "amount", "probability")  # fmt: skip
    return {name: said.get(name, "") for name in names}


def told(history: tuple[Event, ...]) -> str:
    """A history in words, as ``buy 2, twist 7``."""
    return ", ".join(f"{what} {amount}" for what, amount in history)
