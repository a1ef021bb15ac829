"""``pontoon compare``: thresholds, policies or rules on the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .convergence import HELP, Settling
from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES
from .options import common
from .output import Face, emit_json, picture_file, write_file

if TYPE_CHECKING:
    from ..estimate import Estimate
    from ..show.grids import Grid


@click.command("compare", short_help="Which of several policies or rules is better, and is it sure?")
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter",
    metavar="POLICY",
    multiple=True,
    help="One of the policies to compare (repeatable; stick-15..17 is three of them), each played by all punters. With "
    "--vary: how the punters play in all arms.  [default: stick-15..17]",
)
@click.option(
    "--vary",
    metavar="NAME=VALUES",
    multiple=True,
    help="Vary something else instead (repeatable with one name): banker=stick-15..19, stakes=1..5, rules=pagat, or a "
    "field of the rules, as in min_stick=15..17.",
)
@click.option("--stakes", metavar="SCHEDULE", default="min", show_default=True, help="Initial stakes, as for edge.")
@click.option("--banker", metavar="POLICY", help="The banker's policy, as for edge.")
@click.option("--deals", type=COUNT, metavar="N", help="Deals that each arm plays.  [default: 2M]")
@click.option("--confidence", type=float, metavar="P", help="Level of all intervals.  [default: 0.95]")
@click.option("--plot", metavar="FILE", help="Draw the differences as a picture: FILE.png, .svg or .pdf.")
@click.option("--convergence", metavar="FILE", help=HELP)
@common(random=True)
def command(
    rules: str | None,
    set_: tuple[str, ...],
    punter: tuple[str, ...],
    vary: tuple[str, ...],
    plot: str | None,
    convergence: str | None,
    face: Face,
    **given: Any,
) -> int:
    """Policies, bankers, stakes or rules under common random numbers: every deal is played by all arms.

    The same cards go to the same hands in all arms, so that a difference is known far better than from deals of each
    arm's own: the table shows how many times more deals those would take. Each difference has its own interval, and a
    wider one that holds for all of them at once; the verdict goes by the wider ones.

    \b
    Examples:
      pontoon compare
          stick on 15, 16 or 17?
      pontoon compare --punter stick-16 --punter buy-16 --punter minbuy-16
      pontoon compare --vary banker=stick-15..19 --punter buy-17:split=A
          where should the banker stick?
      pontoon compare --vary five_card_pays=1..2 --punter stick-16 --plot tricks.svg

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..arguments import threads_for
    from ..house_edge import CONFIDENCE, DEALS
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..side_by_side import compare
    from .progress import Bar

    picture = picture_file(plot) if plot is not None else None
    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    policies: Any = list(punter) or ("stick-16" if vary else ["stick-15..17"])
    given["threads"] = threads_for(given["threads"])
    level = CONFIDENCE if given["confidence"] is None else given["confidence"]
    settling = Settling(convergence, level)
    with Bar(face, "deals", given["deals"] or DEALS, None, 0.95) as bar:
        watch = settling.watching(lambda tally: _pairs(tally, level), bar.count)
        result = compare(system, punter=policies, vary=list(vary) or None, watch=watch, prepare=bar.prepare, **given)
    settling.name(lambda pair: _pair_words(pair, result.names))
    told = result.to_dict()
    face.keep(result.to_frame, lambda: _grids(told))
    if face.json:
        emit_json(told)
    elif face.draws:
        from ..show.compare import page

        face.show(*page(told))
    if picture is not None:
        from ..show.plot import drawn
        from ..show.plot_compare import compared

        write_file(picture, drawn(compared(told), picture.suffix[1:].lower()))
    settling.draw("How the differences settled", "edge_difference_per_initial_stake", "difference")
    if not result.complete:
        face.remark("Interrupted: the result is that of the deals finished before.")
    return DONE if result.complete else INTERRUPTED


def _grids(told: dict[str, Any]) -> Sequence[Grid]:
    from ..show.compare import grids

    return grids(told)


def _pairs(tally: Any, confidence: float) -> dict[str, Estimate]:
    """The differences of the bank's edge per initial stake, by the places of the two arms."""
    from ..side_by_side.differences import differences

    return {f"{pair.a},{pair.b}": pair.per_initial_stake for pair in differences(tally, confidence).pairs}


def _pair_words(pair: str, names: Sequence[str]) -> str:
    a, b = map(int, pair.split(","))
    return f"{names[a]} less {names[b]}"
