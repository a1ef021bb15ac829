"""The exact table of one punter and a banker, of whom one plays the equilibrium or both do: no deal is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..cards import RANKS, value
from ..errors import LaterError
from ..exact.deck import Packs, deck_of
from ..exact.hand import Account
from ..exact.seat import SeatAccount
from ..exact.table import ExactTable
from ..policy.mixed.policies import MixedBanker, MixedPunter, check_table
from ..policy.stakes import StakeSchedule
from ..policy.tables import BankerPolicy, PunterPolicy
from ..rulebook import Rules
from .fixed import as_bank_plan, as_plan, by_value, stakes_of
from .kernels import FOLLOW
from .play import Field, PunterPlan
from .strategy import Strategy
from .tables import VALUES, Floats

if TYPE_CHECKING:
    from .policies import Play

_WHY = "Of play by chance it is followed what it gains and stakes, and not how often that ends in what."
_NONE = ("variance_per_deal", "punter_outcomes", "banker_outcomes", "shuffles_per_deal", "bank_changes_per_deal")


def exact_table(
    play: Play,
    rules: Rules,
    punters: list[PunterPolicy],
    banker: BankerPolicy,
    stakes: list[StakeSchedule],
    packs: Packs,
) -> ExactTable:
    """What one punter and the banker gain and stake, in the game of the strategy.

    Parameters
    ----------
    play : Play
        Whose game it is; the other side plays by it too, or without chance.
    rules, punters, banker, stakes, packs
        As for `exact.table.exact_table`.

    Raises
    ------
    LaterError
        For several punters, and another pack.
    LaterError, OptionError
        As from `fixed.as_plan`, and `policy.mixed.policies.check_table`.
    """
    _refuse(play, punters, packs)
    check_table(punters, banker, stakes)
    (punter,), (schedule,) = punters, stakes
    if isinstance(banker, MixedBanker):
        field, bank = banker.play.strategy.field, banker.play.strategy.banker_plan
        actions = _actions(field, punter, schedule, banker)
    else:
        field, plan = play.unsettled
        bank = as_bank_plan(field, banker)
        actions = plan.actions if isinstance(punter, MixedPunter) else as_plan(field, punter, schedule).actions
    by_rank = stakes_of(field, schedule)
    plan = PunterPlan(by_value(field, by_rank), actions)
    worth = field.punter_worth(FOLLOW, PunterPlan(plan.stakes, plan.actions.copy()), field.banker_flow(bank))
    firsts = field.firsts(bank.doubles)
    initial, staked = put_up(field, plan, firsts)
    by_card = _by_card(field, by_rank, worth)
    gain = float((plan.stakes * worth).sum())
    account = Account(gain=gain, square=float("nan"), staked=staked)
    means = by_rank @ np.array(field.levels, float)
    return ExactTable(
        seats=(SeatAccount(account, initial, by_card),),
        stakes=([int(stake) if stake == int(stake) else float(stake) for stake in means],),
        gain=-gain,
        initial=initial,
        staked=staked,
        variance=None,
        punter_outcomes=None,
        banker_outcomes=None,
        shuffles=None,
        bank_changes=None,
        runs_out=False,
        reasons=dict.fromkeys(_NONE, _WHY),
    )


def put_up(field: Field, plan: PunterPlan, firsts: Floats) -> tuple[float, float]:
    """What is staked at first, after a double, and in all: means in units."""
    tree, tables, ones = field.tree, field.tables, np.eye(11, dtype=np.int64)
    both = np.zeros((11, 11))
    both[1:, 1:] = tables.together(ones[1:], ones[1:])
    mine = plan.stakes[:, field.level] * field.units  # (11, branches)
    initial = float((mine * (both @ firsts.T)).sum())
    flow = field.punter_flow(plan).actions
    costs = tree.after[field.public_of] - tree.staked[field.public_of, None]
    bought = (flow[:, 1:] * costs[:, 1:]).sum(axis=1)
    some = np.flatnonzero(bought > 0)
    rows = tree.row[some]
    chances = tables.quiets[rows] * firsts[tree.branch[field.public_of[some]]]
    return initial, initial + float(bought[some] @ chances.sum(axis=1))


def _by_card(field: Field, by_rank: Floats, worth: Floats) -> Floats:
    """What the punter gains given each first card (13,)."""
    ranks = field.tables.deck.ranks
    found = np.zeros(len(RANKS))
    for card in VALUES:
        some = [rank for rank in range(len(RANKS)) if value(rank) == card]
        chance = ranks[some].sum() / ranks.sum()
        if chance > 0:
            found[some] = by_rank[some] @ worth[card] / chance
    return found


def _actions(field: Field, punter: PunterPolicy, schedule: StakeSchedule, banker: MixedBanker) -> Floats:
    """What a punter does at the spots of the banker's game, which may know more than his own."""
    if not isinstance(punter, MixedPunter):
        return as_plan(field, punter, schedule, banker.name).actions
    own: Strategy = punter.play.strategy
    if own.field is not field and (own.field.levels, own.all_amounts) != (
        field.levels,
        banker.play.strategy.all_amounts,
    ):
        raise LaterError(
            "The two sides were solved with other stakes or buys: solve both alike for an exact answer, or use "
            "--method mc."
        )
    return own.punter_plan.actions


def _refuse(play: Play, punters: list[PunterPolicy], packs: Packs) -> None:
    who = "An equilibrium is worked out exactly"
    if len(punters) > 1:
        raise LaterError(f"{who} for one punter only: use --punters 1, or --method mc.")
    deck, own = deck_of(packs), play.strategy.field.tables.deck
    if deck.infinite or not np.array_equal(deck.ranks, own.ranks):
        raise LaterError(f"{who} for the pack that it was solved for: use --pack fresh, or --method mc.")
