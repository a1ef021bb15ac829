"""``pontoon memory``: what it is worth to remember the cards of a pack that is not shuffled."""

from __future__ import annotations

from typing import Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES
from .options import common
from .output import Face, emit_json, picture_file, write_file


@click.command("memory", short_help="What it is worth to remember cards while the pack is not shuffled.")
@click.option(
    "--spread",
    metavar="LEAST-MOST",
    multiple=True,
    help="Stakes to choose between, as in 1-5 (repeatable).  [default: growing ones, up to the rules' limits]",
)
@click.option(
    "--kind",
    type=click.Choice(["counts", "composition", "order"]),
    multiple=True,
    help="What is remembered (repeatable): how many tens and aces have gone, all cards that have gone, or their order "
    "too.  [default: all three]",
)
@click.option(
    "--busts",
    type=click.Choice(["shown", "hidden"]),
    default="shown",
    show_default=True,
    help="Whether bust hands go under the pack face up; hidden is the rule of 2011.",
)
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter",
    metavar="POLICY",
    multiple=True,
    help="How the one who remembers plays while he remembers nothing, and how the others play (repeatable, by chair; "
    "the last one fills the rest).  [default: optimal, the others stick-16]",
)
@click.option("--banker", metavar="POLICY", help="The banker's policy.  [default: the rules' dealer, else stick-17]")
@click.option(
    "--stakes", metavar="SCHEDULE", default="min", show_default=True, help="Initial stakes of the other punters."
)
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Deals to count at each table; a tenth of them where the order is remembered, which takes long.  "
    "[default: 1M]",
)
@click.option(
    "--confidence", type=float, metavar="P", help="Level of all intervals, strictly between 0 and 1.  [default: 0.95]"
)
@click.option("--plot", metavar="FILE", help="Draw the gains, with their intervals: FILE.png, .svg or .pdf.")
@common()
def command(
    rules: str | None,
    set_: tuple[str, ...],
    punter: tuple[str, ...],
    plot: str | None,
    face: Face,
    **given: Any,
) -> int:
    """What memory is worth to a punter, in stakes and in play, and to the banker, when the pack goes on.

    Until a pontoon turns up the used cards go under the pack and nobody shuffles. The punter on the banker's left
    remembers nothing, or how many tens and aces have gone, or all the cards, or their order too; he chooses his stake
    between two limits, and how to play. The gain over himself remembering nothing is found on the same cards. The
    banker, who keeps the bank, remembers next, and nobody else.

    \b
    Examples:
      pontoon memory
          standard British rules, five punters, stakes of 1 to 1, 2 and 5
      pontoon memory --punters 1 --spread 1-5 --kind counts
      pontoon memory --set stake_max=20 --plot memory.svg

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..jit import is_warm
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..recall.worth import memory
    from .progress import Bar

    picture = picture_file(plot) if plot is not None else None
    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    if punter:
        given["punter"] = punter

    def step(done: int, steps: int, part: str) -> None:
        if done == 0 and not is_warm("run_sittings"):
            face.remark("compiling the kernel, once: about a minute ...")
        bar.step(done, steps, part)

    with Bar(face, "memory", 1, None, 0.95) as bar:
        result = memory(system, watch=step, **given)
    face.keep(result.to_frame)
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.memory import page

        face.show(*page(result.to_dict(), result.headline()))
    if picture is not None:
        from ..show.plot import drawn
        from ..show.plot_memory import gains

        write_file(picture, drawn(gains(result.to_dict()), picture.suffix[1:].lower()))
    if not result.complete:
        face.remark("Interrupted: the result is incomplete.")
    return DONE if result.complete else INTERRUPTED
