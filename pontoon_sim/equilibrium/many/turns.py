"""The turns of one deal, compiled: a punter's by his plan, and the banker's against a whole table."""

from __future__ import annotations

from ...jit import jitable
from ...law import CLASSES, PONTOON
from .records import CHANCES


@jitable
def chosen(chances, draw, count):
    """The place that a chance falls on, among those that are not below 0."""
    last = 0
    for place in range(count):
        if chances[place] > 0.0:
            last = place
            draw -= chances[place]
            if draw < 0.0:
                return place
    return last


@jitable
def take_turn(game, room, actions, seat, level, times, place):
    """Play a seat's turn to its end, from its first two cards; `place` says whose cards are next in `Room.at`."""
    branch = game.branch_of[times - 1, level]
    one, two = room.cards[2 * seat], room.cards[2 * seat + 1]
    spot = game.roots[branch, one, two]
    room.public[seat] = -1
    for card in range(11):
        room.faced[seat * 11 + card] = 0
    if spot < 0:
        room.faced[seat * 11 + 1] = room.faced[seat * 11 + 10] = 1
        room.klass[seat] = PONTOON
        room.stake[seat] = game.levels[level] * times
        return
    at = first = room.at[place]
    step = 1
    while True:
        public = game.public_of[spot]
        action = chosen(actions[spot], room.chances[seat * CHANCES + step], actions.shape[1])
        step += 1
        if action == 0:
            room.public[seat] = public
            room.klass[seat] = game.klass[game.row[spot]]
            room.stake[seat] = game.staked[public]
            break
        card = room.cards[at % room.cards.size]  # a row that ran out, which hardly happens, begins anew
        at += 1
        spot = game.child[spot, action - 1, card - 1]
        if action == 1:
            room.faced[seat * 11 + card] += 1
        if spot < 0:
            show_all(room, seat, first, at)
            room.klass[seat] = 0
            room.stake[seat] = game.after[public, action]
            break
    room.at[place] = at


@jitable
def show_all(room, seat, first, last):
    """A bust hand lies face up: its first two cards, and those from `first` to `last`."""
    for card in range(11):
        room.faced[seat * 11 + card] = 0
    room.faced[seat * 11 + room.cards[2 * seat]] += 1
    room.faced[seat * 11 + room.cards[2 * seat + 1]] += 1
    for at in range(first, last):
        room.faced[seat * 11 + room.cards[at % room.cards.size]] += 1


@jitable
def weigh_table(game, play, room, seats, start, soft):
    """How likely the banker draws to each hand that his first two cards may come to."""
    total = 0.0
    for seat in range(seats):
        if room.public[seat] >= 0:
            total += room.stake[seat]
    for i in range(game.reach_from[start], game.reach_from[start + 1]):
        column = game.reach[i]
        now, then, stop, ending = play.chance[column], play.last[column], 0.0, 0.0
        for seat in range(seats):
            look = room.look[seat]
            now *= play.here[look, column]
            then *= play.ends[look, column]
            stop += play.stick[look, column]
            ending += play.draw[look, column]
        sums, weights = then * ending, then
        for edge in range(game.edges[column], game.edges[column + 1]):
            lead = game.leads[edge]
            weights += room.weight[lead]
            sums += room.weight[lead] * room.value[lead]
        on = sums / weights if weights > 0.0 else stop
        if soft > 0.0:
            draws = min(max(0.5 + 0.5 * (stop - on) / (soft * total), 0.0), 1.0)
        else:
            draws = 1.0 if on < stop else 0.0
        room.weight[column] = now
        room.value[column] = stop + draws * (on - stop)
        room.draws[column] = draws


@jitable
def pays(game, room, seat, klass):
    """What a seat gains from a banker's class of hand."""
    if room.klass[seat] == 0:
        return -room.stake[seat]
    return room.stake[seat] * game.pay[room.klass[seat] * CLASSES + klass]


@jitable
def play_banker(game, draws, room, seat, start, at):
    """What a live seat gains, on the average of all ways in which the banker may end on the cards from `at` on."""
    column, left, gain = start, 1.0, 0.0
    while True:
        stops = left * (1.0 - draws[column])
        if stops > 0.0:
            gain += stops * pays(game, room, seat, game.bank_klass[game.node[column]])
            left -= stops
        if left <= 0.0:
            break
        node = game.children[game.node[column], room.cards[at % room.cards.size] - 1]
        at += 1
        column = game.column_of[node]
        if column < 0:
            gain += left * pays(game, room, seat, game.bank_klass[node])
            break
    room.gain[seat] = gain
