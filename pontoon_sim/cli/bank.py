"""``pontoon bank``: how the bank passes, and what it is worth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES
from .options import SCHEDULES_HELP, chosen_systems, common, scheduled
from .output import Face, emit_json, picture_file, write_file

if TYPE_CHECKING:
    from ..banking.result import BankResult


@click.command("bank", short_help="How the bank passes, and what it is worth to hold it.")
@click.option("--punters", type=PLACES, metavar="N", help="Punters of a deal, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter",
    metavar="POLICY",
    multiple=True,
    help="How chair 1, 2, ... punts (repeatable; the last one fills the rest): as for `pontoon edge`. There is one "
    "chair more than punters.  [default: stick-16]",
)
@click.option(
    "--banker",
    metavar="POLICY",
    multiple=True,
    help="How chair 1, 2, ... banks (repeatable): as for `pontoon edge`.  [default: the rules' dealer, else stick-17]",
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    multiple=True,
    help=f"Initial stakes of chair 1, 2, ... (repeatable): as for `pontoon edge`; {SCHEDULES_HELP}.  [default: min]",
)
@scheduled("chair 1, 2, ...")
@click.option("--deals", type=COUNT, metavar="N", help="Deals to count.  [default: 2M]")
@click.option(
    "--evening",
    type=COUNT,
    metavar="N",
    multiple=True,
    help="Price the bank with N deals to come, up to 256 (repeatable).  [default: 1 2 4 8 16 32 64]",
)
@click.option(
    "--sale-every",
    type=COUNT,
    metavar="N",
    help="Under bank_passes=sale: the bank is sold to the next seat after every N deals.  [default: it stays]",
)
@click.option("--gather", metavar="ORDER", help="How used cards go back under the pack.  [default: by the rules]")
@click.option("--by-players", metavar="A..B", help="A row for each number of punters from A to B, as in 1..7.")
@click.option("--confidence", type=float, metavar="P", help="Level of all intervals.  [default: 0.95]")
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw tenures and prices, or with --by-players prices by the number of punters: FILE.png, .svg or .pdf.",
)
@common(
    rules_help="Rule system: a preset (see `pontoon rules`) or a TOML file; give several, or `all`, for a row of each."
    "  [default: pagat]",
    many=True,
)
def command(
    rules: tuple[str, ...],
    set_: tuple[str, ...],
    punters: int | None,
    punter: tuple[str, ...],
    banker: tuple[str, ...],
    stakes: tuple[str, ...],
    purse: tuple[int, ...],
    evening: tuple[int, ...],
    by_players: str | None,
    plot: str | None,
    face: Face,
    **given: Any,
) -> int:
    """How the bank passes, and what it is worth to hold it.

    The pack is played on and the bank moves as the rules say, everybody keeping his chair and his policies. The price
    of the bank is the value of holding it less the mean value of the other seats: for so many deals to come, and for
    an evening without end. Evenings that are played besides confirm it.

    \b
    Examples:
      pontoon bank
          standard British rules, five punters and a banker
      pontoon bank --punters 3 --evening 10 --evening 20
          four people, and what the bank is worth with 10 or 20 deals to come
      pontoon bank --punter stick-15 --punter stick-17 --banker stick-16 --banker stick-18
          chair 1 plays otherwise than the rest, punting and banking
      pontoon bank --rules parlett --set bank_passes=rotate-every
      pontoon bank --set bank_passes=sale --sale-every 6
          a bank that is sold
      pontoon bank --rules pagat --rules pontoon-1939 --by-players 1..7 --plot prices.png
          its price by the number of players

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..banking.worth import banks

    systems = chosen_systems(rules or ("pagat",), set_)
    players: list[int | None] = [punters] if by_players is None else [*_players(by_players, punters)]
    alone = len(systems) == 1 and rules != ("all",) and by_players is None
    picture = picture_file(plot) if plot is not None else None
    given |= {"punter": list(punter) or "stick-16", "stakes": list(stakes) or "min", "banker": list(banker) or None}
    given |= {"evening": list(evening) or None, "purse": list(purse) or None}
    from .progress import Bar

    with Bar(face, systems[0].name, 1, None, 0.95) as bar:
        results = banks(systems, players, watch=bar.step, prepare=bar.prepare, **given)
    _answer(results, alone, face)
    if picture is not None:
        write_file(picture, _picture(results, alone, by_players is not None, picture.suffix[1:].lower()))
    face.warn_of_few(results[0].sittings, "sitting", "--deals")
    if not results[-1].complete:
        face.remark("Interrupted: the result is incomplete.")
    return DONE if results[-1].complete else INTERRUPTED


def _players(said: str, punters: int | None) -> range:
    """The numbers of punters that a text such as 1..7 means."""
    shape = re.fullmatch(r"([0-9]{1,2})\.\.([0-9]{1,2})", said.strip())
    if punters is not None:
        raise click.UsageError("--punters and --by-players both say how many punters there are: leave one out.")
    if shape is None or not 1 <= int(shape[1]) <= int(shape[2]) <= 10:
        raise click.UsageError("--by-players takes two numbers from 1 to 10, the smaller one first, as in 1..7.")
    return range(int(shape[1]), int(shape[2]) + 1)


def _answer(results: list[BankResult], alone: bool, face: Face) -> None:
    told = [result.to_dict() for result in results]
    if face.saves:
        import pandas as pd

        face.keep(lambda: pd.concat([result.to_frame() for result in results]))
    if face.json:
        emit_json(told[0] if alone else told)
    elif face.draws:
        from ..show.bank import page, several

        face.show(*(page(told[0], results[0].headline()) if alone else several(told)))


def _picture(results: list[BankResult], alone: bool, by_players: bool, kind: str) -> bytes:
    from ..show.bank_picture import passing, prices_by_evening, prices_by_players
    from ..show.plot import drawn

    told = [result.to_dict() for result in results]
    figure = passing(told[0]) if alone else prices_by_players(told) if by_players else prices_by_evening(told)
    return drawn(figure, kind)
