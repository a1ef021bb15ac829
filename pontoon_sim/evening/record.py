"""What one person at the table remembers of the cards since the last shuffle: a record that is told what he has seen.

The record is fed by `forget` (the pack was shuffled), `count` (so many cards went under the pack, which everybody
sees) and `observe` (this card went under, face up), and by nothing else. Whatever is decided by memory looks at the
record and at the person's own cards only.

Who remembers cards, but not their order, begins anew in the deal in which the last card that was unseen comes up: what
then lies above that deal's cards is the pack without them.
"""

from __future__ import annotations

from ..cards import TEN
from ..gathering import KEPT_ASIDE
from ..jit import jitable
from ..ring import ASIDE, HEAD, RENEWED, START, TAIL
from .state import AGE

#: What may be remembered: nothing, how many tens and aces have gone, which cards, and the order in which they went.
NOTHING, COUNTS, COMPOSITION, ORDER = range(4)

# Entries of the record's state. Noted of the last deal: cards dealt (-1: used cards were shuffled within it) and how
# many of them went under unseen; where the pack ended before it. Then: cards gone under since counting began; cards on
# top whose order is unknown; cards in the queue; sittings done; compositions sampled; what the first seat, and the
# bank, would have gained of the deal had nobody remembered anything.
DEALT, HIDDEN, ENDED, GONE, UNKNOWN, QUEUED, SITTINGS, SAMPLED, OTHERWISE, BANK_OTHERWISE = range(10)

FEATURES = 14  # what values are estimated from: see `look`


@jitable
def forget(between):
    """The pack was shuffled: every card is unseen again."""
    for rank in range(13):
        between.left[rank] = between.full[rank]
    between.state[GONE] = 0
    between.state[UNKNOWN] = between.size
    between.state[QUEUED] = 0


@jitable
def count(between, dealt):
    """So many cards have been dealt, and lie under the pack."""
    state = between.state
    if state[GONE] + dealt > between.size:  # the last unseen card has come up
        for rank in range(13):
            between.left[rank] = between.full[rank]
        state[GONE] = 0
    state[GONE] += dealt
    known = max(0, dealt - state[UNKNOWN])
    state[UNKNOWN] = max(0, state[UNKNOWN] - dealt)
    if between.kind == ORDER and known:
        for i in range(known, state[QUEUED]):
            between.queue[i - known] = between.queue[i]
        state[QUEUED] -= known


@jitable
def observe(between, card):
    """A card that was seen lies under the pack; who counts tens and aces takes in no more than that."""
    if between.kind == ORDER:
        between.queue[between.state[QUEUED]] = card
        between.state[QUEUED] += 1
    if between.kind == COUNTS:
        if card >= TEN:
            for rank in range(TEN, 13):
                between.left[rank] -= 0.25
        elif card > 0:
            for rank in range(1, TEN):
                between.left[rank] -= 0.125
        else:
            between.left[0] -= 1.0
    else:
        between.left[card] -= 1.0


@jitable
def note_dealt(between, ring):
    """A deal is settled: note how many cards it took, and how many went under unseen."""
    state = between.state
    state[DEALT] = ring.state[HEAD] - ring.state[START]
    state[HIDDEN] = 0
    if between.hidden:  # bust hands went under as they broke, face down
        state[HIDDEN] = ring.state[TAIL] - state[ENDED]
    if ring.state[RENEWED]:
        state[DEALT] = -1


@jitable
def recall(between, ring, evening):
    """Before a deal: tell the record what became visible since the one before."""
    state = between.state
    if evening.state[AGE] == 0:
        forget(between)
    elif ring.gather == KEPT_ASIDE:  # all that is used lies aside, seen
        forget(between)
        count(between, ring.state[ASIDE])
        for i in range(ring.state[ASIDE]):
            observe(between, ring.aside[i])
    elif state[DEALT] < 0 or state[DEALT] >= between.size:
        forget(between)
    else:
        count(between, state[DEALT])
        end = ring.state[TAIL]
        for i in range(end - state[DEALT] + state[HIDDEN], end):
            observe(between, ring.cards[i])
    state[ENDED] = ring.state[TAIL]
    state[DEALT] = 0


@jitable
def look(between):
    """What the coming deal is expected to be dealt from, into `shares` (cards by rank), and figures that tell of it.

    The unseen cards come first; as far as the deal may reach beyond them it gets those that have gone. The features
    are 1, how far the shares of the values 1 to 8 and 10 lie off a full pack's, squares and the product of those of
    aces and tens, and one over the number of cards.
    """
    state, shares, features = between.state, between.shares, between.features
    top = between.size - state[GONE]
    unseen = 0.0
    for rank in range(13):
        unseen += between.left[rank]
    beyond = max(0, between.reach - top)
    for rank in range(13):
        shares[rank] = between.left[rank] * top / max(unseen, 1.0)
        if beyond:
            gone = (between.full[rank] - between.left[rank]) / max(between.size - unseen, 1.0)
            shares[rank] += beyond * gone
    total = top + beyond
    tens = shares[9] + shares[10] + shares[11] + shares[12]
    ace, ten = shares[0] / total - 1 / 13, tens / total - 4 / 13
    features[0] = 1.0
    for value in range(1, 9):
        features[value] = shares[value - 1] / total - 1 / 13
    features[9] = ten
    features[10], features[11], features[12] = ace * ace, ace * ten, ten * ten
    features[13] = 1.0 / total
