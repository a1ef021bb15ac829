"""The banker's answer to a whole table, compiled: many tables at once, for all that one seat may show.

Seats are taken to be independent given the banker's hand: what each shows tells of his next card, and their chances
are multiplied. His hands are taken backwards. He draws for certain only where that is better by more than a small
part of all that is at stake, and sticks likewise; in between the chance rises evenly (*soft* below).
"""

from __future__ import annotations

from ...jit import kernel


@kernel
def others_show(seen, here, ends, stick, draw, staked, out_here, out_ends, out_stick, out_draw, out_staked):
    """Put together what the other seats show.

    Parameters
    ----------
    seen : int64 (tables, others)
        Their looks.
    here, ends, stick, draw, staked
        As in `beliefs.Looks`.
    out_here, out_ends, out_stick, out_draw : float64 (tables, columns)
        Filled: products of the former two, sums of the latter.
    out_staked : float64 (tables,)
    """
    for table in range(seen.shape[0]):
        out_here[table] = 1.0
        out_ends[table] = 1.0
        out_stick[table] = 0.0
        out_draw[table] = 0.0
        out_staked[table] = 0.0
        for seat in range(seen.shape[1]):
            look = seen[table, seat]
            out_staked[table] += staked[look]
            for column in range(here.shape[1]):
                out_here[table, column] *= here[look, column]
                out_ends[table, column] *= ends[look, column]
                out_stick[table, column] += stick[look, column]
                out_draw[table, column] += draw[look, column]


@kernel
def answers(
    soft, edges, leads, chance, last, here, ends, stick, draw, staked, level,
    all_here, all_ends, all_stick, all_draw, all_staked, factor, weight, value, total, weights,
):  # fmt: skip
    """Add up how likely the banker draws, over many tables, against each look of some.

    Parameters
    ----------
    soft : float
        The part of all that is at stake within which he mixes.
    edges, leads : as in `kernels.banker_back`
    chance, last : float64 (columns,)
        As in `beliefs.Hands`.
    here, ends, stick, draw : float64 (columns, looks)
    staked, level : (looks,)
    all_here, ..., all_staked
        What the others show, from `others_show`.
    factor : float64 (tables, levels, columns)
        How likely he has (or has not) doubled there.
    weight, value : float64 (columns, looks), scratch
    total, weights : float64 (columns, looks)
        Are added to: chances to draw times how likely the table is with his hand; and these.
    """
    looks = staked.size
    for table in range(all_here.shape[0]):
        for column in range(edges.size - 2, -1, -1):
            now = all_here[table, column] * chance[column]
            then = all_ends[table, column] * last[column]
            ending, sticking = all_draw[table, column], all_stick[table, column]
            mine, sums = weight[column], value[column]
            for look in range(looks):
                mine[look] = then * ends[column, look]
                sums[look] = mine[look] * (ending + draw[column, look])
            for edge in range(edges[column], edges[column + 1]):
                lead = leads[edge]
                for look in range(looks):
                    mine[look] += weight[lead, look]
                    sums[look] += weight[lead, look] * value[lead, look]
            for look in range(looks):
                stop = sticking + stick[column, look]
                on = sums[look] / mine[look] if mine[look] > 0.0 else stop
                off = (stop - on) / (soft * (all_staked[table] + staked[look]))
                draws = min(max(0.5 + 0.5 * off, 0.0), 1.0)
                mine[look] = now * here[column, look]
                sums[look] = stop + draws * (on - stop)
                counts = all_here[table, column] * factor[table, level[look], column]
                total[column, look] += counts * draws
                weights[column, look] += counts
