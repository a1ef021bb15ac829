"""``pontoon effects``: what each house rule is worth."""

from __future__ import annotations

from typing import Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import PLACES
from .options import common
from .output import Face, emit_json


@click.command("effects", short_help="What each house rule is worth to the bank, one change at a time.")
@click.option(
    "--field",
    "fields",
    metavar="NAME",
    multiple=True,
    help="Change this field only (repeatable).  [default: all that act within a deal]",
)
@click.option(
    "--target",
    type=float,
    metavar="EDGE",
    help="Which single change brings the edge nearest to this share of the stakes, as in 0 or 0.02 (2 %)? And at which "
    "payouts would it be there?",
)
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter", metavar="POLICY", default="optimal", show_default=True, help="How punters play before a change."
)
@click.option(
    "--banker", metavar="POLICY", help="How the banker plays before a change.  [default: the rules' dealer, or optimal]"
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    default="min",
    show_default=True,
    help="Initial stakes: min, max, by the first card as in A=5,*=1, or optimal.",
)
@common()
def command(
    rules: str | None,
    set_: tuple[str, ...],
    fields: tuple[str, ...],
    seed: int | None,
    threads: int | None,
    face: Face,
    **given: Any,
) -> int:
    """What each house rule is worth: the bank's edge with one field changed at a time.

    Each change is looked at twice. Kept: everybody plays on as before, as far as the new rules let them. Re-optimised:
    the punters answer the banker as well as can be, and the banker plays the stick-N/M that leaves them least. Figures
    are exact where they can be; what must be simulated is marked with ~.

    \b
    Examples:
      pontoon effects
          every field of standard Pontoon, the largest change first
      pontoon effects --field min_stick --field pontoon_pays
      pontoon effects --rules casino-rtg --target 0
          which single rule would make it a fair game
      pontoon effects --stakes optimal --csv effects.csv

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..rule_effects import effects
    from .progress import Bar, announce_exact

    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    announce_exact(face)
    with Bar(face, "rules", 1, None, 0.95) as bar:
        result = effects(system, fields=fields, seed=seed, threads=threads, watch=bar.step, **given)
    face.keep(result.to_frame)
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        from ..show.effects import page

        face.show(*page(result.to_dict(), result.headline()))
    if not result.complete:
        face.remark("Interrupted: the result is incomplete.")
    return DONE if result.complete else INTERRUPTED
