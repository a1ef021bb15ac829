"""``pontoon look``: what it is worth to a punter to look at the others' cards."""

from __future__ import annotations

from typing import Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES
from .options import common
from .output import Face, emit_json


@click.command("look", short_help="What it is worth to a punter to look at the others' cards.")
@click.option(
    "--punters", type=PLACES, metavar="N", help="The largest table, 2 to 10 punters; he sits last.  [default: 5]"
)
@click.option(
    "--others",
    metavar="POLICY",
    default="stick-16",
    show_default=True,
    help="How the seats in front play: they only twist and stick.",
)
@click.option("--banker", metavar="POLICY", help="The banker's policy.  [default: the rules' dealer, else stick-17]")
@click.option("--splits", is_flag=True, help="Let who looks split too, which takes ten times as long.")
@click.option(
    "--deals", type=COUNT, metavar="N", help="Deals of the seats in front, at each table, from 2.  [default: 200]"
)
@click.option(
    "--confidence", type=float, metavar="P", help="Level of all intervals, strictly between 0 and 1.  [default: 0.95]"
)
@common(threads=False)
def command(rules: str | None, set_: tuple[str, ...], face: Face, **given: Any) -> int:
    """What the cards face up are worth to a punter who looks at them, by the number of punters.

    Twisted cards, bust hands and declared pontoons of the seats in front lie face up when the turn of the last punter
    comes. He plays as well as can be by his own hand and by what is left of a fresh pack, and is compared with himself
    looking at his own hand only. The seats in front are dealt at random, and the rest is worked out exactly. For one
    hand, `pontoon advise --seen` gives the value of each action with such cards out.

    \b
    Examples:
      pontoon look
          standard British rules, tables of two to five punters
      pontoon look --punters 7 --deals 1000 --seed 1 --csv look.csv
      pontoon advise --hand 10,6 --seen 5,K,9

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..sight.worth import look
    from .progress import Bar, announce_exact

    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    announce_exact(face)
    with Bar(face, "look", 1, None, 0.95) as bar:
        result = look(system, watch=bar.step, **given)
    face.keep(result.to_frame)
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.look import page

        face.show(*page(result.to_dict(), result.headline()))
    if not result.complete:
        face.remark("Interrupted: the result is incomplete.")
    return DONE if result.complete else INTERRUPTED
