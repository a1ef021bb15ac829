"""What a reading banker sees while the punters play, noted hand by hand."""

from __future__ import annotations

from ...deal import TWIST
from ...jit import inlined, jitable
from ...law import HIGH_SINGLE, PONTOON
from ...ring import HAND_ROOM

SLOTS = 64  # of a split, without how: see `deal.split_slot`
RANK_ROOM = 16
MOST_BURNS = 3  # of a hand, that are told apart: of a fourth, in one of 20,000 hands, the cards count as unseen


@inlined
def look_at_stake(eyes, seat, initial, doubled):
    """A seat puts up its stake; and its turn begins, that stake, which may have been doubled, lying there."""
    eyes.notes.initial[seat] = 2 * initial + doubled
    eyes.notes.burnt[seat] = 0


@inlined
def look_at_burn(eyes, hand):
    """A hand is thrown away for two other cards."""
    eyes.notes.burnt[hand >> 2] += 1


@jitable
def doubles_on(eyes, rank):
    """Whether he doubles on that first card: where that is worth more against all stakes together."""
    books, notes = eyes.books, eyes.notes
    more = 0.0
    for seat in range(books.plan.size):
        row = books.plan[seat] * books.width + notes.initial[seat]
        more += books.doubles[row * RANK_ROOM + rank]
    return more > 0.0


@inlined
def look_at_hand(eyes, hand, slot):
    """A hand begins to be played."""
    books, notes = eyes.books, eyes.notes
    seat = hand >> 2
    row = books.plan[seat] * books.width + notes.initial[seat]
    slot = slot % SLOTS if slot > 0 else min(notes.burnt[seat], MOST_BURNS)
    notes.state[hand] = books.roots[row * SLOTS + slot]
    notes.count[hand] = 0


@jitable
def look_at_card(eyes, hand, move, card):
    """A hand gets a card: the banker's own, a twisted one, or one bought for that amount."""
    books, notes = eyes.books, eyes.notes
    sort = books.sort_of[card]
    if hand == books.bank:
        notes.left[sort] -= 1.0
        return
    count = notes.count[hand]
    notes.held[hand * HAND_ROOM + count] = 2 * card + (1 if move == TWIST else 0)
    notes.count[hand] = count + 1
    state = notes.state[hand]
    if state < 0:
        return
    if move == TWIST:
        notes.state[hand] = books.twist[state * books.sorts + sort]
        return
    buy = books.buy[state]
    while buy >= 0 and books.amount[buy] != move:
        buy = books.other[buy]
    notes.state[hand] = books.to[buy] if buy >= 0 else -1


@jitable
def look_at_table(eyes, table, one, two):
    """It is the banker's turn: what is seen is taken out of the pack, and live hands are listed."""
    books, notes = eyes.books, eyes.notes
    for sort in range(books.sorts):
        notes.left[sort] = books.full[sort]
    notes.left[books.sort_of[one]] -= 1.0
    notes.left[books.sort_of[two]] -= 1.0
    notes.live[0] = 0
    for seat in range(table.punters):
        for hand in range(4 * seat, 4 * seat + table.hands[seat]):
            look_over(eyes, table, seat, hand)


@jitable
def look_over(eyes, table, seat, hand):
    """Take what a hand shows out of the pack, and list the hand if it is in."""
    books, notes = eyes.books, eyes.notes
    klass = table.klass[hand]
    declared = PONTOON <= klass <= HIGH_SINGLE  # the two cards lie face up
    bust = klass == 0
    shown = declared or (bust and books.busts_hidden == 0)
    if shown or table.hands[seat] > 1:
        notes.left[books.sort_of[table.first[hand]]] -= 1.0
    if shown:
        notes.left[books.sort_of[table.second[hand]]] -= 1.0
    if not declared:
        for i in range(hand * HAND_ROOM, hand * HAND_ROOM + notes.count[hand]):
            if shown or notes.held[i] & 1:
                notes.left[books.sort_of[notes.held[i] >> 1]] -= 1.0
    if not bust:
        list_hand(notes, -1 if declared else notes.state[hand], books.end_of[klass], table.staked[hand])


@jitable
def list_hand(notes, at, end, stake):
    """Put a hand on the list; hands that look alike share an entry, for they are weighed alike."""
    live = notes.live[0]
    for one in range(live):
        if notes.at[one] == at and (at >= 0 or notes.end[one] == end):
            notes.stake[one] += stake
            return
    notes.at[live] = at
    notes.end[live] = end
    notes.stake[live] = stake
    notes.live[0] = live + 1
