"""``pontoon bench``: deals per second here, beside the yardstick."""

from __future__ import annotations

import click

from .failures import DONE
from .numbers import COUNT
from .options import common
from .output import Face, comma_table, emit_json

_COLUMNS = (
    "punters", "play", "pack", "engine", "threads", "deals_per_s", "punter_hands_per_s", "yardstick_deals_per_s",
    "ratio", "speedup", "of_fresh",
)  # fmt: skip
_DEALS = "Deals that a thread is timed for: rounded up to whole chunks of 262,144, and to four of them."


@click.command("bench", short_help="Deals per second here, beside a yardstick kernel.")
@click.option("--punters", metavar="LIST", default="1,3,5,7", show_default=True, help="Numbers of punters to time.")
@click.option("--deals", type=COUNT, metavar="N", default="3M", show_default=True, help=_DEALS)
@common(random=True)
def command(
    punters: str,
    deals: int,
    rules: str | None,
    set_: tuple[str, ...],
    seed: int | None,
    threads: int | None,
    face: Face,
) -> int:
    """Time the engine here: standard Pontoon from one pack, with stakes by card, buys, splits and all tallies.

    With a fresh pack for every deal, many deals at once (in lanes) and deal by deal; with a pack that is played on
    and a bank that moves; with a banker who reads the table; and with punters who play the equilibrium, by chance.

    Beside it runs a yardstick: a kernel written by hand for one rule system and nothing else. The ratio of the two,
    taken in the same minutes on the same machine, says more than deals per second. Each figure is the best of several
    runs, on one thread and on as many as --threads says (two by default).

    \b
    Examples:
      pontoon bench
      pontoon bench --punters 1,5 --threads 4 --json
    """
    from ..benchmark import benchmark, punters_of, timed

    if rules is not None or set_ or seed is not None:
        raise click.UsageError("The benchmark is always of the same game: leave out --rules, --set and --seed.")
    counts, seats = sorted({1, threads or 2}), punters_of(punters)
    face.remark("timing the engine and the yardstick, a minute or so ...")
    rows = benchmark(seats, counts, deals)
    face.save(comma_table(_COLUMNS, (tuple(row[name] for name in _COLUMNS) for row in rows)))
    if face.json:
        emit_json({"schema": "pontoon.bench/1", "deals": timed(deals), "rows": rows})
    elif face.draws:
        from ..show.bench import speeds

        face.show(*speeds(rows))
    return DONE
