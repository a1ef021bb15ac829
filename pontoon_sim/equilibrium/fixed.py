"""Players without chance in the solved game: what a policy of the usual kind does there, as a plan."""

from __future__ import annotations

from collections import defaultdict
from weakref import WeakKeyDictionary

import numpy as np

from ..cards import RANKS, value
from ..errors import LaterError, OptionError, counted, quoted
from ..exact.seat import stakes_by_card
from ..policy.mixed.policies import MixedStakes
from ..policy.names import EQUILIBRIUM
from ..policy.players import STICK, TWIST, added
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from .play import BankerPlan, Field, PunterPlan
from .strategy import Strategy
from .tables import VALUES, Floats, Tables
from .tree import TWIST as DRAW
from .tree import Grower

_KNOWN: WeakKeyDictionary[Field, dict[tuple[str, str], PunterPlan]] = WeakKeyDictionary()


def stakes_of(field: Field, schedule: StakeSchedule) -> Floats:
    """How likely a schedule puts up which stake: (13, levels), by rank of the first card.

    Raises
    ------
    OptionError
        Where it puts up what the game does not know.
    """
    values = [value(rank) for rank in range(len(RANKS))]
    if isinstance(schedule, MixedStakes):
        other: Floats = schedule.play.strategy.punter_plan.stakes
        found = np.zeros((len(RANKS), len(field.levels)))
        found[:, [_level(field, level, schedule.name) for level in schedule.turn.levels]] = other[values]
        return found
    by_card = stakes_by_card(field.tables.rules, schedule.stakes)
    return np.eye(len(field.levels))[[_level(field, stake, schedule.name) for stake in by_card]]


def _level(field: Field, stake: int, name: str) -> int:
    if stake not in field.levels:
        known = ", ".join(map(str, field.levels))
        raise OptionError(
            f"The equilibrium was solved with the stakes {known}, and {quoted(name)} puts up {int(stake)}: solve it "
            "with that level too (pontoon solve --stakes-levels), or name other stakes."
        )
    return field.levels.index(int(stake))


def by_value(field: Field, by_rank: Floats) -> Floats:
    """Figures by rank as means by value: (11, ...); the faces of tens are alike in all else."""
    ranks = field.tables.deck.ranks
    found = np.zeros((11, *by_rank.shape[1:]))
    for card in VALUES:
        some = [rank for rank in range(len(RANKS)) if value(rank) == card]
        weights = ranks[some] if ranks[some].sum() > 0 else np.ones(len(some))
        found[card] = np.tensordot(weights / weights.sum(), by_rank[some], axes=1)
    return found


def as_plan(field: Field, policy: PunterPolicy, schedule: StakeSchedule, banker: str = EQUILIBRIUM) -> PunterPlan:
    """What a punter without chance does at every spot that he comes to; `banker` names whose game it is.

    Where his own memory tells apart what the spot does not, he does each thing as often as he comes there so.

    Raises
    ------
    LaterError
        Where he splits or burns.
    OptionError
        Where he stakes or buys for what the game does not know.
    """
    known = _KNOWN.setdefault(field, {})
    key = policy.digest, schedule.digest
    if key not in known:
        known[key] = _as_plan(field, policy, schedule, banker)
    return known[key]


def _as_plan(field: Field, policy: PunterPolicy, schedule: StakeSchedule, banker: str) -> PunterPlan:
    for what, does in (("splits pairs", policy.ever_splits.any()), ("burns hands", policy.ever_burns)):
        if does:
            raise LaterError(
                f"In the game of the policy {quoted(banker)} nobody splits or burns, and {quoted(policy.name)} {what}: "
                "leave that out, or name other policies."
            )
    tree = field.tree
    stakes = by_value(field, stakes_of(field, schedule))
    comes: defaultdict[int, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for number, branch in enumerate(tree.branches):
        phase = policy.begin(branch.stake, branch.times == 2)
        for one in VALUES:
            chance = stakes[one, field.level[number]]
            for two in VALUES:
                if chance > 0 and tree.roots[number, one, two] >= 0:
                    comes[int(tree.roots[number, one, two])][phase] += chance
    flow = np.zeros(tree.allowed.shape)
    for spot in range(field.spots):  # children come later
        for phase, some in comes.pop(spot, {}).items():
            action, after = _action(field, policy, spot, phase, banker)
            flow[spot, action] += some
            if action >= DRAW:
                for child in tree.child[spot, action - 1]:
                    if child >= 0:
                        comes[int(child)][after] += some
    total = flow.sum(axis=1, keepdims=True)
    first = tree.allowed & (np.cumsum(tree.allowed, axis=1) == 1)
    actions = np.divide(flow, total, out=first.astype(float), where=total > 0)
    actions[tree.allowed == 0] = -1.0
    return PunterPlan(stakes, actions)


def _action(field: Field, policy: PunterPolicy, spot: int, phase: int, banker: str) -> tuple[int, int]:
    """What a policy does at a spot, and its next phase."""
    tree, tables = field.tree, field.tables
    node = int(tables.rows[tree.row[spot]])
    if not tables.open[node]:
        return STICK, phase
    code = int(policy.moves[phase, node])
    after = int(policy.following[phase, code])
    if code in (STICK, TWIST):
        return code, after
    public = tree.publics[field.public_of[spot]]
    stake, times = tree.branches[public.branch]
    base = stake if tables.law.extras.cap_undoubled else stake * times
    amount = added(tables.law, policy, base, public.last, code)
    if amount not in public.amounts:
        raise OptionError(
            f"In the game of the policy {quoted(banker)} some buy costs {' or '.join(map(str, public.amounts))}, and "
            f"{quoted(policy.name)} buys for {counted(amount, 'unit')}: solve it with all amounts (pontoon solve "
            "--buys all), or name another policy."
        )
    return DRAW + 1 + public.amounts.index(amount), after


def unsettled(strategy: Strategy) -> tuple[Field, PunterPlan]:
    """The game of a strategy for a banker who may do anything, and the punter's play in it.

    In the solved game he draws to the last where nothing else is as good (`Tables.settled`); a banker without chance
    need not.
    """
    field, plan = strategy.field, strategy.punter_plan
    if not field.tables.settled.any():
        return field, plan
    tables = Tables(field.tables.rules, field.tables.deck, settle=False)
    wide = Field(tables, Grower(tables, field.tree.branches, strategy.all_amounts).tree())
    places = {(public.branch, public.history): place for place, public in enumerate(field.tree.publics)}
    allowed = wide.tree.allowed
    actions = (allowed & (np.cumsum(allowed, axis=1) == 1)).astype(float)
    for place, public in enumerate(wide.tree.publics):
        known = places.get((public.branch, public.history))
        spots = {} if known is None else field.tree.publics[known].spots
        for cards, spot in public.spots.items():
            if known is not None and cards in spots:
                row = plan.actions[field.tree.bounds[known] + spots[cards]]
                actions[wide.tree.bounds[place] + spot, : len(row)] = np.maximum(row, 0.0)
    actions[allowed == 0] = -1.0
    return wide, PunterPlan(plan.stakes, actions)


def as_bank_plan(field: Field, policy: BankerPolicy) -> BankerPlan:
    """What a banker without chance does in every state."""
    doubles = np.zeros((len(field.levels), 11))
    if field.doubles:
        doubles[:] = by_value(field, policy.doubles[: len(RANKS)].astype(float))
    doubled = np.array([branch.times == 2 for branch in field.tree.branches], np.int64)[field.tree.branch]
    return BankerPlan(doubles, policy.draws[doubled][:, field.tables.columns].astype(float))
