"""``pontoon odds``: the chances of what is dealt."""

from __future__ import annotations

import click

from .numbers import PLACES, Count
from .options import common
from .output import Face, emit_json

_PACKS = Count(1, 1000, "write for instance 2")


@click.command("odds", short_help="The chances of what is dealt, as fractions: totals, pontoons, pairs, tricks, busts.")
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--packs", type=_PACKS, metavar="N", help="Packs of 52 to deal from, 1 to 1000.  [default: as the rules say]"
)
@click.option(
    "--pack",
    type=click.Choice(["fresh", "infinite"]),
    default="fresh",
    show_default=True,
    help="Deal from a fresh pack, or as from an infinite one.",
)
@common(random=False)
def command(
    rules: str | None, set_: tuple[str, ...], punters: int | None, packs: int | None, pack: str, face: Face
) -> None:
    """The chances of what is dealt, before anybody plays: exact fractions, counted over the cards of the pack.

    Totals of two cards, pontoons, pairs, hands to burn, five cards within 21, some pontoon among the hands of a table,
    what moves the bank, and how likely one card more busts a total; all of it as the rules have it.

    \b
    Examples:
      pontoon odds
      pontoon odds --packs 8 --punters 7
      pontoon odds --pack infinite --json
          the fractions of the schoolbook: 8/169 for a pontoon
      pontoon odds --rules pontoon-1939 --table odds.tex
          a table to print: every fraction, however long

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..dealt.run import odds
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from ..show.odds import grids, page

    if packs is not None and pack == "infinite":
        raise click.UsageError("--packs and --pack infinite are two answers: leave one of them out.")
    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    found = odds(system, punters=punters, packs=packs, pack=pack)
    told = found.to_dict()
    face.keep(found.to_frame, lambda: grids(told))
    if face.json:
        emit_json(told)
    elif face.draws:
        face.show(*page(told, found.headline()))
