"""Both sides' play at real tables: what a seat gains, and what is gained by playing otherwise, with errors."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ...estimate import Estimate
from ...law import CLASSES
from ...scratch import apart
from ..kernels import BEST
from ..play import BankerPlan, Field, PunterPlan
from ..tables import Floats
from ..tree import Tree
from .answering import Answerer
from .dealing import BANKER, FOUND, OFF, PUNTER, play_tables
from .records import CHANCES, Game, Play, Room

PARTS = 8  # of the deals: their number changes no result, for each part has its own stream of random numbers
ROOM_EACH = 3  # cards beyond the first two, where a hand has at most five


@dataclass(frozen=True)
class Measured:
    """What deals of whole tables came to, in units a deal.

    Attributes
    ----------
    deals : int
    seat : Estimate
        What a seat gains.
    off : Estimate
        How much more that is than what is reckoned with the banker's average play against one seat.
    banker : Estimate
        What the bank gains by an answer that is never soft.
    punter : Estimate
        How much more than is reckoned a punter gains by the best answer to that average play.
    """

    deals: int
    seat: Estimate
    off: Estimate
    banker: Estimate
    punter: Estimate


def measure(
    answerer: Answerer, punter: PunterPlan, banker: BankerPlan, deals: int, seed: np.random.SeedSequence
) -> Measured:
    """Deal so many tables.

    Parameters
    ----------
    answerer : Answerer
        The banker.
    punter : PunterPlan
        The play of all punters.
    banker : BankerPlan
        How he plays against one of them, on the average.
    """
    field = answerer.field
    game, play = game_of(field), play_of(answerer, punter, banker)
    apiece = [deals // PARTS + (part < deals % PARTS) for part in range(PARTS)]
    found = np.zeros((PARTS, 2, 4))
    each = ROOM_EACH if field.tables.rules.max_cards == 5 else 0

    def work(part: int) -> None:
        room = room_of(field, answerer.punters, streams[part])
        play_tables(game, play, room, answerer.punters, apiece[part], each, found[part, 0], found[part, 1])

    streams = seed.spawn(PARTS)
    if field.workers is None:
        for part in range(PARTS):
            work(part)
    else:
        list(field.workers.map(work, range(PARTS)))
    sums, squares = found.sum(axis=0)
    told = [_estimate(sums[place], squares[place], deals) for place in (FOUND, OFF, BANKER, PUNTER)]
    return Measured(deals, *told)


def _estimate(total: float, squares: float, count: int) -> Estimate:
    mean = total / count
    variance = max(squares / count - mean * mean, 0.0) / max(count - 1, 1)
    return Estimate(float(mean), sqrt(variance))


def best_answer(field: Field, banker: BankerPlan) -> tuple[PunterPlan, float]:
    """A punter's best play against that average play of the banker, and what it gains."""
    plan = field.punter_plan()
    worth = field.punter_worth(BEST, plan, field.banker_flow(banker))
    by_stake = np.broadcast_to(worth.sum(axis=0), worth.shape) if field.stakes_first else worth
    best = by_stake.argmax(axis=1)
    plan.stakes = np.eye(len(field.levels))[best]
    return plan, float((worth * plan.stakes).sum())


def game_of(field: Field) -> Game:
    """The game as the kernels see it."""
    tables, tree = field.tables, field.tree
    starts = np.full((11, 11), -1)
    starts[1:, 1:] = tables.starts[1:, 1:]
    reach_from, reach = _reach(field)
    return Game(
        public_of=field.public_of,
        staked=tree.staked,
        after=tree.after,
        row=tree.row,
        child=tree.child.astype(np.int64),
        roots=tree.roots,
        klass=tables.klass[tables.rows].astype(np.int64),
        bank_klass=tables.bank_klass.astype(np.int64),
        pay=tables.pay.ravel(),
        at_once=int(tables.at_once),
        node=tables.columns.astype(np.int64),
        column_of=tables.column_of.astype(np.int64),
        children=tables.children,
        starts=starts,
        reach_from=reach_from,
        reach=reach,
        edges=field.edges.astype(np.int64),
        leads=field.leads.astype(np.int64),
        levels=np.array(field.levels, float),
        branch_of=_branches(field, tree),
    )


def _branches(field: Field, tree: Tree) -> np.ndarray:
    found = np.zeros((2, len(field.levels)), np.int64)
    for number, branch in enumerate(tree.branches):
        found[branch.times - 1, field.level[number]] = number
    return found


def _reach(field: Field) -> tuple[np.ndarray, np.ndarray]:
    """By column: which ones may come of it, later ones first."""
    ahead: list[set[int]] = [set() for _ in range(field.width)]
    for column in range(field.width - 1, -1, -1):
        ahead[column].add(column)
        for lead in field.leads[field.edges[column] : field.edges[column + 1]]:
            ahead[column] |= ahead[int(lead)]
    rows = [sorted(some, reverse=True) for some in ahead]
    return np.cumsum([0, *map(len, rows)]), np.concatenate([np.array(row, np.int64) for row in rows])


def play_of(answerer: Answerer, punter: PunterPlan, banker: BankerPlan) -> Play:
    """Both sides' play as the kernels see it, and a deviating punter's."""
    field = answerer.field
    flow = field.punter_flow(punter)
    other, _ = best_answer(field, banker)
    look_of, out_of = np.full(field.publics, -1), np.zeros((2, len(field.levels)), np.int64)
    parts, first = [], 0
    for times in (1, 2) if field.doubles else (1,):
        looks = answerer.seat.looks(flow, times)
        sticks = len(looks.publics)
        look_of[looks.publics] = first + np.arange(sticks)
        out_of[times - 1] = first + sticks + np.arange(len(field.levels))
        parts.append(looks)
        first += len(looks.chance)

    def joined(name: str) -> Floats:
        return np.ascontiguousarray(np.vstack([getattr(part, name) for part in parts]))

    return Play(
        stakes=np.stack([punter.stakes, other.stakes]),
        actions=np.stack([punter.actions, other.actions]),
        look_of=look_of.astype(np.int64),
        out_of=out_of,
        here=joined("here"),
        ends=joined("ends"),
        stick=joined("stick"),
        draw=joined("draw"),
        chance=answerer.seat.hands.chance,
        last=answerer.seat.hands.ends,
        gains=answerer.double_gains(flow, banker) if field.doubles else np.zeros((len(field.levels), 11)),
        doubles=int(field.doubles),
        soft=answerer.soft,
        average_doubles=banker.doubles,
        average_draws=banker.draws,
    )


def room_of(field: Field, seats: int, seed: np.random.SeedSequence) -> Room:
    """Scratch memory with a pack, and a stream of random numbers."""
    cards = np.repeat(np.arange(11), field.tables.deck.values.astype(int)).astype(np.int64)
    words = apart(5, np.uint64)
    words[:4] = np.random.SFC64(seed).state["state"]["state"]
    return Room(
        cards=cards,
        words=words,
        at=np.zeros(seats + 1, np.int64),
        chances=np.zeros(seats * CHANCES),
        level=np.zeros(seats, np.int64),
        public=np.zeros(seats, np.int64),
        klass=np.zeros(seats, np.int64),
        stake=np.zeros(seats),
        look=np.zeros(seats, np.int64),
        weight=np.zeros(field.width),
        value=np.zeros(field.width),
        draws=np.zeros(field.width),
        gain=np.zeros(seats),
    )
