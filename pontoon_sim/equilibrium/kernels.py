"""The passes through the tree that take the time, compiled: what either side's hands are worth, and how play flows.

A *flow* counts the orders of particular cards that a side's play lets through to a spot or a hand: 1 for all of them.
Values are the punter's gain, times the chance of particular cards, times the other side's flow. Both are linear, so
play may be averaged by averaging flows.
"""

from __future__ import annotations

from ..jit import inlined, kernel

FOLLOW, LEARN, BEST = range(3)  # what a pass does with the choices: as planned, learn from regret, take the best


@inlined
def learned(worth, regret, plan, place, actions, mean, ahead):
    """Add the regrets of one place and plan anew, in proportion to what is positive.

    Regrets never lie below 0 (regret matching plus); so much of the last one stands for the next (its predictive form).
    """
    total = 0.0
    for action in range(actions):
        if plan[place, action] >= 0.0:
            now = worth[action] - mean
            kept = max(regret[place, action] + now, 0.0)
            regret[place, action] = kept
            plan[place, action] = max(kept + ahead * now, 0.0)
            total += plan[place, action]
    if total > 0.0:
        for action in range(actions):
            if plan[place, action] > 0.0:
                plan[place, action] /= total
        return
    free = 0
    for action in range(actions):
        free += plan[place, action] >= 0.0
    for action in range(actions):
        if plan[place, action] >= 0.0:
            plan[place, action] = 1.0 / free


@kernel
def stick_worth(places, spots, meetings, flow, out):
    """What sticking is worth at the spots of some public states of a kind, per unit staked.

    Parameters
    ----------
    places : int64 (some,)
        Those of the kind that are looked at.
    spots : int64 (n, hands)
        As in `meeting.Kind`; the last entry of `out` is for those that are not there.
    meetings : float64 (hands, 2 * columns)
    flow : float64 (n, 2 * columns)
        The banker's: of hands on which he sticks, and on which he draws.
    out : float64 (spots + 1,)
        Filled at their spots.
    """
    whole = meetings.shape[1] // 4 * 4
    for hand in range(spots.shape[1]):
        for place in places:
            if spots[place, hand] == out.size - 1:
                continue
            one, two, three, four = 0.0, 0.0, 0.0, 0.0
            for column in range(0, whole, 4):  # four sums, for one would wait for itself
                one += flow[place, column] * meetings[hand, column]
                two += flow[place, column + 1] * meetings[hand, column + 1]
                three += flow[place, column + 2] * meetings[hand, column + 2]
                four += flow[place, column + 3] * meetings[hand, column + 3]
            for column in range(whole, meetings.shape[1]):
                one += flow[place, column] * meetings[hand, column]
            out[spots[place, hand]] = one + two + three + four


@kernel
def banker_meets(sticks, meetings, met):
    """What the banker's hands meet when the punter sticks on hands of a kind.

    Parameters
    ----------
    sticks : float64 (n, hands)
        The punter's flow times what is staked.
    meetings : float64 (hands, 2 * columns)
    met : float64 (n, 2 * columns)
        Filled.
    """
    met[:] = 0.0
    for hand in range(sticks.shape[1]):
        for place in range(sticks.shape[0]):
            some = sticks[place, hand]
            if some != 0.0:
                for column in range(met.shape[1]):
                    met[place, column] += some * meetings[hand, column]


@kernel
def punter_back(how, ahead, bounds, branch, row, after, child, losses, flat, stick, regret, plan, worth, value):
    """What every spot is worth to the punter, backwards; and what he learns from it.

    Parameters
    ----------
    how : int
        `FOLLOW`, `LEARN` or `BEST`.
    ahead : float
        As `learned` has it.
    losses : float64 (rows, branches)
        `Tables.losses` weighed with the banker's first cards.
    flat : float64 (rows, branches)
        What of that is not paid, whatever is staked (`Field.off`).
    stick : float64 (spots,)
    regret : float64 (spots, actions)
    plan : float64 (spots, actions)
        How likely each action is; below 0 where it is not allowed.
    worth : float64 (actions,), scratch
    value : float64 (spots,)
        Filled.
    """
    actions = plan.shape[1]
    for public in range(branch.size - 1, -1, -1):
        for spot in range(bounds[public], bounds[public + 1]):
            mean, best = 0.0, -1
            for action in range(actions):
                if plan[spot, action] < 0.0:
                    continue
                if action == 0:
                    worth[0] = stick[spot]
                else:
                    drawn = after[public, action] * losses[row[spot], branch[public]] - flat[row[spot], branch[public]]
                    for card in range(10):
                        if child[spot, action - 1, card] >= 0:
                            drawn += value[child[spot, action - 1, card]]
                    worth[action] = drawn
                mean += plan[spot, action] * worth[action]
                if best < 0 or worth[action] > worth[best]:
                    best = action
            if how == BEST:
                for action in range(actions):
                    if plan[spot, action] >= 0.0:
                        plan[spot, action] = 1.0 if action == best else 0.0
                mean = worth[best]
            elif how == LEARN:
                learned(worth, regret, plan, spot, actions, mean, ahead)
            value[spot] = mean


@kernel
def punter_forth(bounds, branch, staked, row, after, child, losses, pontoons, plan, flow, beside):
    """How the punter's play flows through his spots, forwards.

    Parameters
    ----------
    losses, pontoons : float64 (rows, 11)
        As in `Tables`.
    flow : float64 (spots, actions)
        Holds the flow to the roots in column 0 (else 0). Filled: the flow to each action.
    beside : float64 (branches, 11)
        Is added to: what ends besides the banker's play, by his first card.
    """
    actions = plan.shape[1]
    for public in range(branch.size):
        for spot in range(bounds[public], bounds[public + 1]):
            here = flow[spot, 0]
            flow[spot, 0] = 0.0
            if here == 0.0:
                continue
            hand, side = row[spot], branch[public]
            for action in range(actions):
                some = here * plan[spot, action]
                if some <= 0.0:
                    continue
                flow[spot, action] = some
                if action == 0:
                    for card in range(1, 11):
                        beside[side, card] += some * staked[public] * pontoons[hand, card]
                    continue
                for card in range(1, 11):
                    beside[side, card] += some * after[public, action] * losses[hand, card]
                for card in range(10):
                    if child[spot, action - 1, card] >= 0:
                        flow[child[spot, action - 1, card], 0] += some


@kernel
def banker_back(how, ahead, places, branch, edges, leads, regret, plan, met, out):
    """What the banker's hands are worth (to the punter) against some public states of a kind; and what he learns.

    Parameters
    ----------
    how : int
    ahead : float
    places : int64 (some,)
    branch : int64 (some,)
        Their branches.
    edges, leads : int64 (columns + 1,), int64
        Where a column's next columns begin, and these.
    regret : float64 (n, 2 * columns)
        Of sticking, and of drawing.
    plan : float64 (n, columns)
        How likely he draws; not looked at when he takes the best.
    met : float64 (some, 2 * columns)
        What sticking on a column's hand is worth, and what a draw is that ends it. Overwritten: what they are worth.
    out : float64 (branches, columns)
        Is added to.
    """
    width = edges.size - 1
    for some, public in enumerate(places):
        for column in range(width - 1, -1, -1):
            stop, draw = met[some, column], met[some, width + column]
            for edge in range(edges[column], edges[column + 1]):
                draw += met[some, leads[edge]]  # what those hands are worth by now
            if how == BEST:
                met[some, column] = min(stop, draw)
                continue
            chance = plan[public, column]
            mean = (1.0 - chance) * stop + chance * draw
            met[some, column] = mean
            if how == LEARN:
                stop, draw = mean - stop, mean - draw  # what the banker regrets
                regret[public, column] = max(regret[public, column] + stop, 0.0)
                regret[public, width + column] = max(regret[public, width + column] + draw, 0.0)
                stop = max(regret[public, column] + ahead * stop, 0.0)
                draw = max(regret[public, width + column] + ahead * draw, 0.0)
                plan[public, column] = draw / (stop + draw) if stop + draw > 0.0 else 0.5
        for column in range(width):
            out[branch[some], column] += met[some, column]


@kernel
def banker_forth(places, branch, edges, leads, starts, plan, flow, owed, total):
    """How the banker's play flows through his hands against some public states of a kind.

    Parameters
    ----------
    places : int64 (some,)
    starts : float64 (branches, columns)
        The flow to his hands of two cards.
    flow : float64 (n, 2 * columns)
        Filled: the flow to sticking and to drawing.
    owed : float64 (n,)
        So many times what stood there before is added to a total first.
    total : float64 (n, 2 * columns)
    """
    width = edges.size - 1
    for public in places:
        if owed[public] > 0.0:
            for place in range(2 * width):
                total[public, place] += owed[public] * flow[public, place]
        for column in range(width):
            flow[public, column] = starts[branch[public], column]
        for column in range(width):
            here = flow[public, column]
            flow[public, width + column] = 0.0
            if here == 0.0:
                continue
            draws = here * plan[public, column]
            flow[public, column] = here - draws
            flow[public, width + column] = draws
            if draws > 0.0:
                for edge in range(edges[column], edges[column + 1]):
                    flow[public, leads[edge]] += draws
