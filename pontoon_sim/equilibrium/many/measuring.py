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
from ..tables import VALUES, Floats
from ..tree import STICK, Tree
from .answering import Answerer
from .counting import DEEP
from .dealing import BANKER, COUNTER, FOUND, OFF, PUNTER, play_tables
from .field import FIVE
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
    counter : Estimate
        What the bank reckons to gain by an answer that also counts all cards that lie face up.
    """

    deals: int
    seat: Estimate
    off: Estimate
    banker: Estimate
    punter: Estimate
    counter: Estimate


def measure(
    answerer: Answerer,
    punter: PunterPlan,
    banker: BankerPlan,
    deals: int,
    counted: int,
    seed: np.random.SeedSequence,
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
    deals, counted : int
        Tables to deal, and more at which it is reckoned what counting would bring.
    """
    field, play = answerer.field, play_of(answerer, punter, banker)
    game = game_of(field)
    each = ROOM_EACH if field.tables.rules.max_cards == 5 else 0

    def dealt(count: int, counting: bool, stream: np.random.SeedSequence) -> list[Estimate]:
        apiece = [count // PARTS + (part < count % PARTS) for part in range(PARTS)]
        streams, found = stream.spawn(PARTS), np.zeros((PARTS, 2, 5))

        def work(part: int) -> None:
            room = room_of(field, answerer.punters, streams[part])
            with np.errstate(over="ignore"):  # random words wrap around; said only where the JIT is off
                play_tables(game, play, room, answerer.punters, apiece[part], int(counting), each, *found[part])

        for _ in map(work, range(PARTS)) if field.workers is None else field.workers.map(work, range(PARTS)):
            pass
        return [_estimate(total, squares, count) for total, squares in found.sum(axis=0).T]

    streams = seed.spawn(2)
    told = dealt(deals, False, streams[0])
    counter = dealt(counted, True, streams[1])[COUNTER]
    return Measured(deals, told[FOUND], told[OFF], told[BANKER], told[PUNTER], counter)


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
    hidden_at, hidden = _hidden(field)
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
        full=tables.deck.values,
        counts=tables.counts(tables.columns).ravel(),
        size=tables.hands.cards[tables.columns].astype(np.int64),
        bounds=tree.bounds,
        five=np.array([bool(public.history) and public.history[0][0] == FIVE for public in tree.publics], np.int8),
        hidden_at=hidden_at,
        hidden=hidden,
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


def _hidden(field: Field) -> tuple[np.ndarray, np.ndarray]:
    """The hidden cards of all spots, as in `Game`."""
    rows = []
    for public in field.tree.publics:
        for node, _ in public.spots:
            counts = field.tables.hands.counts[node]
            rows.append([card * DEEP + before for card in VALUES for before in range(counts[card])])
    return np.cumsum([0, *map(len, rows)]), np.array([card for row in rows for card in row], np.int64)


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
        sticks=np.ascontiguousarray(flow.actions[:, STICK]),
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
        plain=np.zeros(field.width),
        draws=np.zeros(field.width),
        gain=np.zeros(seats),
        faced=np.zeros(seats * 11, np.int64),
        left=np.zeros(11),
        fall=np.zeros(11 * DEEP),
        sums=np.zeros(CLASSES * 11),
        seen=np.zeros(4),
    )
