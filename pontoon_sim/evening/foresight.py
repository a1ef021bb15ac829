"""Who remembers the order: once the cards on top are used up, they come in the order in which they went under.

Before a deal that may reach the known part he plays it through in his mind: the unknown cards in random order, the
known ones as they lie, the others by their policies. He stakes when he has seen his first card, and chooses how to
play when he has seen his second one; nothing but these and his record is looked at.
"""

from __future__ import annotations

import numpy as np

from ..deal import play_deal
from ..gathering import fill_ring
from ..jit import jitable
from ..ring import ASIDE, HAND_ROOM, HEAD, TAIL, mix
from .record import QUEUED, UNKNOWN


@jitable
def imagine(between, first, second, person):
    """Lay an order of all cards that may be: own cards (``second`` -1: not seen yet) where they lie, if unknown."""
    cards, unknown = between.cards, between.state[UNKNOWN]
    place = 0
    for rank in range(13):
        left = between.left[rank]
        if rank == first:
            left -= 1.0
        if rank == second and person < unknown:
            left -= 1.0
        for _ in range(int(left + 0.5)):
            if place < unknown:
                cards[place] = rank
                place += 1
    mix(cards, between.trial.words, 0, place)
    if second >= 0 and person < unknown:  # put own cards where they are dealt: the first on top
        cards[place] = cards[person - 1] if person - 1 < place else second
        cards[person - 1] = second
        place += 1
    for i in range(place, 0, -1):
        cards[i] = cards[i - 1]
    cards[0] = first
    for i in range(between.state[QUEUED]):
        cards[unknown + i] = between.queue[i]


@jitable
def recite(between):
    """Lay the order of all cards, which is known."""
    for i in range(between.state[QUEUED]):
        between.cards[i] = between.queue[i]


@jitable
def imagined_deal(between, law, players):
    """A deal from the trial pack, compiled once for all that plays one."""
    play_deal(law, between.trial, players, between.table)


@jitable
def play_through(between, law, players):
    """Play the imagined deal; the first seat's result."""
    fill_ring(between.trial, between.cards)
    imagined_deal(between, law, players)
    return between.table.net[0]


@jitable
def play_actual(between, law, ring, players):
    """Play the cards as they really lie: to know what would have come of it, not to decide anything by."""
    trial, begin = between.trial, ring.state[HEAD]
    for i in range(ring.state[TAIL] - begin):
        between.cards[i] = ring.cards[begin + i]
    fill_ring(trial, between.cards)
    trial.state[TAIL] = ring.state[TAIL] - begin
    trial.state[ASIDE] = ring.state[ASIDE]
    for i in range(ring.state[ASIDE]):
        trial.aside[i] = ring.aside[i]
    imagined_deal(between, law, players)


@jitable
def try_plans(between, law, players, plan, first, second):
    """Play each plan through against the same imagined cards; the one to take: `plan` unless another is clearly better.

    Its mean result is left in ``sums[0]``.
    """
    sums, plans = between.sums, between.plans if between.plays else 1
    unknown, person = between.state[UNKNOWN], between.table.punters + 1
    rounds = between.rollouts if unknown > 1 else 1
    for i in range(3 * plans):
        sums[i] = 0.0
    for _ in range(rounds):
        if unknown:
            imagine(between, first, second, person)
        else:
            recite(between)
        lay_plan(between, players, plan)
        base = play_through(between, law, players)
        for other in range(plans):
            net = base
            if other != plan:
                lay_plan(between, players, other)
                net = play_through(between, law, players)
            sums[3 * other] += net
            sums[3 * other + 1] += net - base
            sums[3 * other + 2] += (net - base) * (net - base)
    best = plan if plan < plans else 0
    for other in range(plans):
        gain = sums[3 * other + 1]
        if gain > sums[3 * best + 1] and gain * gain >= sums[3 * other + 2]:
            best = other
    sums[0] = sums[3 * best]
    return best


@jitable
def lay_plan(between, players, plan):
    """As `remembering.take_plan`."""
    players.at[0] = between.at[plan]
    players.codes_at[0] = between.codes_at[plan]
    size = 2 * players.aware.width
    for i in range(size):
        players.aware.row[i] = between.rows_of[plan * size + i]


@jitable
def foresee(between, law, ring, players, plan):
    """Choose stake and play by looking ahead."""
    head = ring.state[HEAD]
    first = np.int64(ring.cards[head])
    second = np.int64(ring.cards[head + between.table.punters + 1])
    posted = players.stakes[15]  # before the deal, when he has not seen his first card
    for rank in range(16):
        players.stakes[rank] = between.least
    try_plans(between, law, players, plan, first, -1)
    chosen = between.most if between.sums[0] > 0.0 else between.least
    if between.plays:
        plan = try_plans(between, law, players, plan, first, second)
    lay_plan(between, players, plan)
    for rank in range(15):
        players.stakes[rank] = chosen
    players.stakes[15] = posted if between.state[UNKNOWN] else chosen


@jitable
def foresee_draws(between, law, ring, players, plan):
    """Where the banker knows all cards that he may draw, let him take as many as make his best hand.

    How many cards the punters take, and his own two, he will have seen when he is asked.
    """
    trial = between.trial
    size = 2 * players.nodes
    for i in range(size):
        players.bank_draws[i] = 0
    play_actual(between, law, ring, players)
    bank, place = 4 * between.table.punters, trial.state[HEAD]
    if place >= between.state[UNKNOWN] and trial.held_count[bank] == 2:
        draw_along(between, law, players, bank, place)
    else:
        for i in range(size):
            players.bank_draws[i] = between.draws[plan * size + i]


@jitable
def draw_along(between, law, players, bank, place):
    """Draw to the best class that the coming cards make."""
    trial, begin = between.trial, bank * HAND_ROOM
    one, two = np.int64(trial.held[begin]), np.int64(trial.held[begin + 1])
    node = law.take[law.take[16 + one] * 16 + two]
    best, wanted, drawn = law.bank_klass[node], 0, 0
    there = node
    while law.open[there] and place + drawn < trial.state[TAIL]:
        there = law.take[there * 16 + np.int64(trial.cards[place + drawn])]
        drawn += 1
        if law.bank_klass[there] > best:
            best, wanted = law.bank_klass[there], drawn
    for i in range(wanted):
        players.bank_draws[node], players.bank_draws[players.nodes + node] = 1, 1
        node = law.take[node * 16 + np.int64(trial.cards[place + i])]
