"""``pontoon purse``: what becomes of a purse over a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import counted
from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES, SESSION, UNITS
from .options import common
from .output import Face, emit_json, picture_file, write_file

if TYPE_CHECKING:
    from ..purses.result import PurseResult
    from ..rulebook import Rules


@click.command("purse", short_help="What becomes of a purse: ruin, targets, falls, by schedule of stakes.")
@click.option(
    "--purse",
    type=UNITS,
    metavar="UNITS",
    multiple=True,
    help="What seat 1, 2, ... sits down with (repeatable; the last one fills the rest).  [default: 100]",
)
@click.option("--length", type=SESSION, metavar="N", default="100", show_default=True, help="Deals of a session.")
@click.option("--sessions", type=COUNT, metavar="N", default="20k", show_default=True, help="Sessions to play.")
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    multiple=True,
    help="By seat: min, max, A=5,T=2,*=1, optimal, a CSV file; proportional:F (a share of the purse), "
    "kelly[:FRACTION], martingale, paroli[:WINS], dalembert, levels:1=1/2,2=1/4,... (a level, and the levels after a "
    "win and a loss); with :base=A=2,*=1 for the stakes on the first card.  [default: min]",
)
@click.option(
    "--target",
    type=UNITS,
    metavar="UNITS",
    multiple=True,
    help="The purse to reach before ruin, by seat; play goes on after it.  [default: twice the purse]",
)
@click.option("--spread", is_flag=True, help="Also with largest stakes of 1, 2, 5 and 10 times the smallest.")
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter", metavar="POLICY", multiple=True, help="Policy by seat, as in `pontoon edge`.  [default: stick-16]"
)
@click.option("--banker", metavar="POLICY", help="The banker's policy.  [default: the rules' dealer, else stick-17]")
@click.option(
    "--pack",
    type=click.Choice(["fresh", "continue"]),
    default="fresh",
    show_default=True,
    help="Shuffle for every deal, or play the pack on as the rules say.",
)
@click.option("--gather", metavar="ORDER", help="How used cards go back under such a pack.  [default: by the rules]")
@click.option(
    "--moving",
    is_flag=True,
    help="Let the bank pass on as the rules say: then everybody has a purse, one person more than there are punters.",
)
@click.option("--confidence", type=float, metavar="P", help="Level of all intervals.  [default: 0.95]")
@click.option(
    "--plot", metavar="FILE", help="Draw purses and ruin over a session, of player 1: FILE.png, .svg or .pdf."
)
@common()
def command(
    rules: str | None,
    set_: tuple[str, ...],
    plot: str | None,
    face: Face,
    **given: Any,
) -> int:
    """What becomes of a purse in a session of many deals: ruin on the way, targets, quantiles, falls.

    A punter stakes what his schedule says, in whole units within the limits of the table, and no more than his purse
    pays; splits and buys are on credit within a deal. He is ruined when his purse does not hold the smallest stake
    after a deal. It then stays as it is, and nothing counts that follows. Errors come from whole sessions, for deals
    of one session are dependent.

    \b
    Examples:
      pontoon purse --punters 1
          a purse of 100, flat stakes of 1, 20,000 sessions of 100 deals
      pontoon purse --punters 1 --purse 50 --stakes martingale --set stake_max=8
          doubling after every loss
      pontoon purse --punter optimal --stakes kelly:0.5 --plot kelly.svg
          half of what would let the purse grow fastest, as a picture
      pontoon purse --stakes martingale:base=A=2,*=1 --stakes dalembert
          seat 1, and all the others
      pontoon purse --pack continue --moving --length 500
          an evening at home: the bank passes on, everybody has a purse
      pontoon purse --stakes optimal --spread
          how it changes with the room between the smallest and the largest stake

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..arguments import threads_for
    from ..house_edge import CONFIDENCE
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..purses.run import PURSE, purse
    from .progress import Bar

    system: Rules = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    picture = picture_file(plot) if plot is not None else None
    usual = {"punter": "stick-16", "stakes": "min", "purse": PURSE, "target": None}
    given |= {name: list(given[name]) or instead for name, instead in usual.items()}
    given["threads"] = threads_for(given["threads"])
    level = CONFIDENCE if given["confidence"] is None else given["confidence"]
    with Bar(face, system.name, given["length"] * given["sessions"], None, level) as bar:
        result = purse(system, watch=bar.watch, prepare=bar.prepare, **given)
    _answer(result, given["threads"], face)
    if picture is not None and result.players:
        from ..show.plot import drawn
        from ..show.plot_purse import course

        write_file(picture, drawn(course(result.to_dict()), picture.suffix[1:].lower()))
    face.warn_of_few(result.sessions, "session", "--sessions")
    if not result.complete:
        face.remark(f"Interrupted after {counted(result.sessions, 'session')}: the result is incomplete.")
    return DONE if result.complete else INTERRUPTED


def _answer(result: PurseResult, threads: int, face: Face) -> None:
    face.keep(result.to_frame)
    if face.csv == "-":
        face.remark(f"seed {result.seed}")
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.purse import page

        face.show(*page(result.to_dict(), result.headline(), result.rules.title, threads))
