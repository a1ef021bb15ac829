"""People who remember cards: what they make of it before a deal, and what comes of it by sittings.

The one who remembers is the punter on the first chair, or the banker; the others play their policies. His stakes and
his play are chosen before the deal from his record (`record`) alone, as answers to each first card; where the order of
cards is remembered also from his own cards as he will have seen them when he is asked (`foresight`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..jit import is_a, jitable, overload
from .between import get_up, note, prepare, sit_down
from .foresight import foresee, foresee_draws, lay_plan, play_actual
from .record import (
    BANK_OTHERWISE,
    FEATURES,
    GONE,
    NOTHING,
    ORDER,
    OTHERWISE,
    SAMPLED,
    SITTINGS,
    UNKNOWN,
    forget,
    look,
    note_dealt,
    recall,
)
from .state import PLAYED

#: Columns of `Remembering.rows`: counted deals; net result (in 1/unit), initial stakes and all stakes of the first
#: seat; and of the bank, with the stakes of all; what the first seat and the bank would have gained on the same cards
#: had nobody remembered anything.
COLUMNS = 9


class Remembering(NamedTuple):
    """Somebody who remembers.

    Attributes
    ----------
    kind : int
        `NOTHING`, `COUNTS`, `COMPOSITION` or `ORDER`.
    bank, plays, hidden : int
        1 where it is the banker; where his play follows his memory, not his stakes only; where bust hands go under
        unseen.
    warm_up, least, most : int
        Deals that are not counted; the stakes he chooses between.
    size, reach, horizon, rollouts : int
        Cards; how many a deal is taken to be dealt from; with how few unknown cards on top he looks ahead, and how
        often.
    trust : int
        With how few unseen cards he no longer goes by what they are: the deal would reach far beyond them.
    plans : int
        Ways to play, the first being that of who remembers nothing; the rest is chosen from by what is remembered.
    graded : int
        How many of them are chosen by `steer`: the others are for who looks ahead.
    state : int64 (10,)
        See `record`.
    left, full, shares : float64 (13,)
        Unseen cards by rank, all cards, and what a deal is expected to be dealt from.
    queue : uint8 (several times `size`,)
        The cards known to follow the unknown ones, in order.
    features, model, steer, limits : float64 (FEATURES,), (14 * FEATURES,), (FEATURES,), (graded,)
        What values are estimated from; the value of a larger stake by first card (row 13: before the deal); the
        figure that chooses a plan, and from which figure on each plan is taken.
    plain : int64 (16,)
        His stakes if he remembered nothing, by first card.
    at, codes_at, rows_of : int64
        Where each plan's tables begin in the first seat's policy: `Players.at`, `codes_at` and `Aware.row`.
    draws : int8 (plans * 2 * nodes,)
        The banker's plans.
    rows : int64 (sittings * COLUMNS,)
    samples : float64 (room * 13,)
        What deals are dealt from, as many as there is room for.
    trial, table : RingPack, Table
        To look ahead with.
    sums : float64 (plans * 3,), scratch
    cards : uint8 (size,), scratch
    """

    kind: int
    bank: int
    plays: int
    hidden: int
    warm_up: int
    least: int
    most: int
    size: int
    reach: int
    horizon: int
    trust: int
    rollouts: int
    plans: int
    graded: int
    state: Any
    left: Any
    full: Any
    shares: Any
    queue: Any
    features: Any
    model: Any
    steer: Any
    limits: Any
    plain: Any
    at: Any
    codes_at: Any
    rows_of: Any
    draws: Any
    rows: Any
    samples: Any
    trial: Any
    table: Any
    sums: Any
    cards: Any

    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _sit_down(self, law, players, table, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        _prepare(self, law, ring, players, table, evening)

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        _note(self, law, ring, players, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _get_up(self, law, players, table, evening)


@jitable
def _sit_down(between, law, players, table, evening):
    forget(between)


@jitable
def _prepare(between, law, ring, players, table, evening):
    recall(between, ring, evening)
    if between.samples.size:
        look(between)
        sample(between, evening)
    if between.kind == NOTHING:
        return
    play_forgetful(between, law, ring, players)
    if between.state[GONE] == 0:  # a fresh pack: nothing to remember
        return
    look(between)
    told = between.size - between.state[GONE] >= between.trust
    plan = graded_plan(between) if between.plays and told else 0
    if between.bank:
        take_draws(between, players, plan)
        if between.kind == ORDER and between.plays:
            foresee_draws(between, law, ring, players, plan)
        return
    if told:
        choose_stakes(between, players)
    lay_plan(between, players, plan)
    if between.kind == ORDER and between.state[UNKNOWN] < between.horizon:
        foresee(between, law, ring, players, plan)


@jitable
def _note(between, law, ring, players, table, evening, moves):
    note_dealt(between, ring)
    if evening.state[PLAYED] > between.warm_up:
        add_row(between, table)


@jitable
def _get_up(between, law, players, table, evening):
    between.state[SITTINGS] += 1


@jitable
def sample(between, evening):
    """Keep what a deal is expected to be dealt from, once the warm-up is over."""
    place = between.state[SAMPLED]
    if evening.state[PLAYED] >= between.warm_up and 13 * place < between.samples.size:
        for rank in range(13):
            between.samples[13 * place + rank] = between.shares[rank]
        between.state[SAMPLED] += 1


@jitable
def graded_plan(between):
    """The plan that the composition calls for."""
    figure = 0.0
    for i in range(FEATURES):
        figure += between.steer[i] * between.features[i]
    plan = 0
    for other in range(1, between.graded):
        if figure >= between.limits[other]:
            plan = other
    return plan


@jitable
def play_forgetful(between, law, ring, players):
    """Play the coming deal as if nothing were remembered, and keep what comes of it."""
    for rank in range(16):
        players.stakes[rank] = between.plain[rank]
    if between.bank:
        take_draws(between, players, 0)
    else:
        lay_plan(between, players, 0)
    play_actual(between, law, ring, players)
    between.state[OTHERWISE] = between.table.net[0]
    between.state[BANK_OTHERWISE] = between.table.net[between.table.punters]


@jitable
def choose_stakes(between, players):
    """Stake the most on the first cards that are then worth it, and the least on the rest."""
    for rank in range(14):
        value = 0.0
        for i in range(FEATURES):
            value += between.model[rank * FEATURES + i] * between.features[i]
        players.stakes[rank if rank < 13 else 15] = between.most if value > 0.0 else between.least


@jitable
def take_draws(between, players, plan):
    """Let the banker draw by that plan."""
    size = 2 * players.nodes
    for i in range(size):
        players.bank_draws[i] = between.draws[plan * size + i]


@jitable
def add_row(between, table):
    """Add a deal to the totals of the sitting."""
    rows, place = between.rows, between.state[SITTINGS] * COLUMNS
    rows[place] += 1
    initial, staked = 0, 0
    for seat in range(table.punters):
        on_hands = 0
        for hand in range(4 * seat, 4 * seat + table.hands[seat]):
            on_hands += table.staked[hand]
        if seat == 0:
            rows[place + 1] += table.net[0]
            rows[place + 2] += table.initial[0]
            rows[place + 3] += on_hands
        initial += table.initial[seat]
        staked += on_hands
    rows[place + 4] += table.net[table.punters]
    rows[place + 5] += initial
    rows[place + 6] += staked
    if between.kind == NOTHING:
        rows[place + 7] += table.net[0]
        rows[place + 8] += table.net[table.punters]
    else:
        rows[place + 7] += between.state[OTHERWISE]
        rows[place + 8] += between.state[BANK_OTHERWISE]


def _by_memory(between: Any, answer: Any) -> Any:
    return answer if is_a(Remembering, between) else None


@overload(sit_down)
def _asked_sit_down(between, law, players, table, evening):
    return _by_memory(between, _sit_down)


@overload(prepare)
def _asked_prepare(between, law, ring, players, table, evening):
    return _by_memory(between, _prepare)


@overload(note)
def _asked_note(between, law, ring, players, table, evening, moves):
    return _by_memory(between, _note)


@overload(get_up)
def _asked_get_up(between, law, players, table, evening):
    return _by_memory(between, _get_up)


__all__ = ["COLUMNS", "Remembering"]
