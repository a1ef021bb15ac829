"""``pontoon shoot``: what shots bring."""

from __future__ import annotations

from typing import Any

import click

from ..errors import counted
from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES
from .options import common
from .output import Face, emit_json, picture_file, write_file


@click.command("shoot", short_help="Shoot Pontoon: what shots bring, and where shooting pays.")
@click.option(
    "--shoot",
    metavar="SPEC",
    multiple=True,
    help="Shooting policy of seat 1, 2, ... (repeatable; the last one fills the rest): optimal (the whole room where a "
    "unit gains), none, all, a table such as A=1/2,*=0;4:13-16=all, or a CSV file.  [default: optimal]",
)
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5]")
@click.option(
    "--punter", metavar="POLICY", multiple=True, help="Policy of seat 1, 2, ... (repeatable).  [default: stick-16]"
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    multiple=True,
    help="Initial stakes of seat 1, 2, ... (repeatable): min, max, or by the first card as in A=5,*=1.  [default: min]",
)
@click.option("--banker", metavar="POLICY", help="The banker's policy.  [default: the rules' dealer, else stick-17]")
@click.option(
    "--top-up",
    type=int,
    default=0,
    metavar="L",
    help="The banker makes up the kitty before a deal when less than L units are left.  [default: when it is empty]",
)
@click.option(
    "--pack",
    type=click.Choice(["continue", "fresh"]),
    default="continue",
    show_default=True,
    help="Play the pack on, the bank moving and the kitty lasting as the rules say; or shuffle, and put up a new "
    "kitty, for every deal.",
)
@click.option(
    "--exact", "table", is_flag=True, help="Only the exact table of what a unit shot gains: nothing is simulated."
)
@click.option("--deals", type=COUNT, metavar="N", help="Deals to count; 2e6, 500_000, 5M are numbers.  [default: 2M]")
@click.option("--confidence", type=float, metavar="P", help="Level of all intervals.  [default: 0.95]")
@click.option("--plot", metavar="FILE", help="Draw what a unit shot gains as a picture: FILE.png, .svg or .pdf.")
@common(rules_help="Rule system with shots: a preset or a TOML file.  [default: shoot]")
def command(
    rules: str | None,
    set_: tuple[str, ...],
    shoot: tuple[str, ...],
    punter: tuple[str, ...],
    stakes: tuple[str, ...],
    table: bool,
    plot: str | None,
    face: Face,
    **given: Any,
) -> int:
    """Shoot Pontoon: bets on a hand against a kitty that the banker puts up.

    The bank's edge is told for ordinary stakes and for shots apart, with the errors of independent sittings, and what
    became of the kitty. Beside it stands the exact table of what a unit shot gains on each first card and on each three
    cards to which a fourth is taken, while play is what it is without shots.

    \b
    A shooting policy is a text of parts joined by semicolons:
      A=1/2,T=3,*=0      before the second card: half the room in the kitty on an
                         ace, 3 units on a ten, nothing on the rest
      split:8=all        on the new hand of a split (else as before the second card)
      4:13-16=1/4        before the fourth card, by total (also soft15, hard13-14)
      4:A-2-3=all        ... or by the very cards
      most=20            no shot of more than 20 units
    or a CSV file with the columns when, hand, shot; --exact --csv FILE writes one.

    \b
    Examples:
      pontoon shoot
          five punters who shoot wherever it pays
      pontoon shoot --exact --plot shots.svg
          where it pays, exactly
      pontoon shoot --shoot "A=1/2;4:hard9-11=all" --shoot none --punters 2
          seat 1 shoots, seat 2 never
      pontoon shoot --set empty_kitty=auction --set kitty=50 --top-up 25

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..house_edge import CONFIDENCE, DEALS
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..shooting.run import shoot as run
    from .progress import Bar, announce_exact

    system = find_rules("shoot" if rules is None else rules, **parse_set(set_))
    picture = picture_file(plot) if plot is not None else None
    given |= {"punter": list(punter) or "stick-16", "stakes": list(stakes) or "min", "shoot": list(shoot) or "optimal"}
    announce_exact(face)
    level = CONFIDENCE if given["confidence"] is None else given["confidence"]
    with Bar(face, system.name, given["deals"] or DEALS, None, level) as bar:
        result = run(system, table=table, watch=bar.watch, prepare=bar.prepare, **given)
    face.keep(result.to_frame)
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.shoot import page

        face.show(*page(result.to_dict(), result.headline(), result.advice()))
    if picture is not None:
        from ..show.plot import drawn
        from ..show.plot_shoot import gains

        write_file(picture, drawn(gains(result.to_dict()), picture.suffix[1:].lower()))
    if not result.complete:
        done = result.figures.deals if result.figures else 0
        face.remark(f"Interrupted after {counted(done, 'deal')}: the result is incomplete.")
    return DONE if result.complete else INTERRUPTED
