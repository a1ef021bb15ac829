"""What a banker would gain who also counts: to him every card that lies face up is out of the pack.

By symmetry the chance that a seat hides some cards and the banker then draws others is that of all of them from the
unseen ones. Five cards of a seat are one class whatever they are; and seats are independent given the banker's hand.
"""

from __future__ import annotations

from ...jit import jitable
from ...law import CLASSES

DEEP = 24  # more than a hand holds cards of a value


@jitable
def count_unseen(game, room, seats, start):
    """The unseen cards by value: the pack without what lies face up and the banker's first two."""
    for card in range(11):
        room.left[card] = game.full[card] - game.counts[start * 11 + card]
        for seat in range(seats):
            room.left[card] -= room.faced[seat * 11 + card]


@jitable
def left_after(game, room, start, column):
    """The unseen cards once the banker has drawn up to a hand, less 0, 1, 2, ...; and the product for those draws."""
    chance = 1.0
    for card in range(1, 11):
        drawn = game.counts[column * 11 + card] - game.counts[start * 11 + card]
        for deep in range(drawn):
            chance *= max(room.left[card] - deep, 0.0)
        for deep in range(DEEP):
            room.fall[card * DEEP + deep] = max(room.left[card] - drawn - deep, 0.0)
    return chance


@jitable
def fallen(count, draws):
    """``count * (count - 1) * ...``, so many factors."""
    product = 1.0
    for deep in range(draws):
        product *= max(count - deep, 1.0)
    return product


@jitable
def weigh_seat(game, play, room, seat, column, unseen, drawn, draws):
    """What a live seat makes likely and gains at a hand of the banker's: as the columns of `beliefs.Looks`.

    Filled into `Room.seen`: how likely it is, how likely with a card that ends the hand, and both gains.
    """
    public = room.public[seat]
    room.sums[:] = 0.0
    if game.five[public]:
        note_hand(room, room.klass[seat], draws / fallen(unseen, drawn), max(unseen - drawn, 1.0))
        add_up(game, room, seat, column)
        return
    for spot in range(game.bounds[public], game.bounds[public + 1]):
        chance = play.sticks[spot] * draws
        if chance <= 0.0:
            continue
        first, last = game.hidden_at[spot], game.hidden_at[spot + 1]
        for i in range(first, last):
            chance *= room.fall[game.hidden[i]]
        if chance <= 0.0:
            continue
        chance /= fallen(unseen, drawn + last - first)
        klass, left = game.klass[game.row[spot]], max(unseen - drawn - (last - first), 1.0)
        note_hand(room, klass, chance, left)
        for i in range(first, last):
            room.sums[klass * 11 + game.hidden[i] // DEEP] -= chance / left
    add_up(game, room, seat, column)


@jitable
def note_hand(room, klass, chance, left):
    """Add a possible hand to the sums by class, and by the next card as if it hid none."""
    room.sums[klass * 11] += chance
    for card in range(1, 11):
        room.sums[klass * 11 + card] += chance * room.fall[card * DEEP] / left


@jitable
def add_up(game, room, seat, column):
    """From sums by class and next card to what `weigh_seat` tells."""
    here, ends, stick, draw = 0.0, 0.0, 0.0, 0.0
    own = game.bank_klass[game.node[column]]
    for klass in range(CLASSES):
        if room.sums[klass * 11] <= 0.0:
            continue
        here += room.sums[klass * 11]
        stick += room.sums[klass * 11] * game.pay[klass * CLASSES + own]
        for card in range(1, 11):
            node = game.children[game.node[column], card - 1]
            if game.column_of[node] < 0 and room.sums[klass * 11 + card] > 0.0:
                ends += room.sums[klass * 11 + card]
                draw += room.sums[klass * 11 + card] * game.pay[klass * CLASSES + game.bank_klass[node]]
    room.seen[0], room.seen[1] = here, ends
    room.seen[2] = room.stake[seat] * stick / here if here > 0.0 else 0.0
    room.seen[3] = room.stake[seat] * draw / ends if ends > 0.0 else 0.0


@jitable
def count_table(game, play, room, seats):
    """What the banker reckons to gain by counting, over drawing as `Room.draws` says, once all punters have played."""
    start, live = game.starts[room.cards[2 * seats], room.cards[2 * seats + 1]], 0
    for seat in range(seats):
        live += room.public[seat] >= 0
    if start < 0 or live == 0:
        return 0.0
    count_unseen(game, room, seats, start)
    unseen = 0.0
    for card in range(1, 11):
        unseen += room.left[card]
    for i in range(game.reach_from[start], game.reach_from[start + 1]):
        column = game.reach[i]
        drawn = game.size[column] - 2
        draws = left_after(game, room, start, column)
        alone, last = draws / fallen(unseen, drawn), 0.0
        for card in range(1, 11):
            if game.column_of[game.children[game.node[column], card - 1]] < 0:
                last += alone * room.fall[card * DEEP] / max(unseen - drawn, 1.0)
        now, then, stop, ending = alone, last, 0.0, 0.0
        for seat in range(seats):
            if room.public[seat] >= 0 and alone > 0.0:
                weigh_seat(game, play, room, seat, column, unseen, drawn, draws)
                now *= room.seen[0] / alone
                then *= room.seen[1] / last if last > 0.0 else 0.0
                stop += room.seen[2]
                ending += room.seen[3]
        go_on(game, room, column, now, then, stop, ending)
    return room.plain[start] - room.value[start]


@jitable
def go_on(game, room, column, now, then, stop, ending):
    """What a hand of the banker's is worth, to one who counts and as he plays."""
    best, plain, weights = then * ending, then * ending, then
    for edge in range(game.edges[column], game.edges[column + 1]):
        lead = game.leads[edge]
        weights += room.weight[lead]
        best += room.weight[lead] * room.value[lead]
        plain += room.weight[lead] * room.plain[lead]
    room.weight[column] = now
    room.value[column] = min(best / weights, stop) if weights > 0.0 else stop
    room.plain[column] = stop
    if weights > 0.0:
        room.plain[column] += room.draws[column] * (plain / weights - stop)
