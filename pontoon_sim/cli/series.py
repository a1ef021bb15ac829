"""``pontoon series``: who wins a series of counted deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .failures import DONE, INTERRUPTED
from .numbers import COUNT, PLACES, Count
from .options import SCHEDULES_HELP, chosen_systems, common, scheduled
from .output import Face, check_file, emit_json, picture_file, write_file
from .several import understand

if TYPE_CHECKING:
    import pandas as pd

    from ..contest.result import SeriesResult
    from ..rulebook import Rules

FEW_SEARCHED = 1000  # series in which bold stakes are anything but chance


@click.command("series", short_help="A series of deals with a moving bank: each starting seat's chance to win.")
@click.option("--punters", type=PLACES, metavar="N", help="Punters of a deal, 1 to 10; with the banker, people at the "
              "table are one more.  [default: 5; casinos 1]")  # fmt: skip
@click.option(
    "--deals",
    "--length",
    "deals",
    type=COUNT,
    metavar="N",
    default=8,
    show_default=True,
    help="Counted deals of one series, 1 to 1000; how many series are played is --series.",
)
@click.option("--series", type=COUNT, metavar="N", default=200_000, show_default=True, help="Series to play.")
@click.option(
    "--punter",
    metavar="POLICY",
    multiple=True,
    help="How the first banker plays when he punts, then the one at his left, ... (repeatable; the last one fills the "
    "rest), as for `pontoon edge`.  [default: stick-16]",
)
@click.option(
    "--banker",
    metavar="POLICY",
    multiple=True,
    help="How each person banks, in the same order (repeatable).  [default: the rules' dealer, else stick-17]",
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    multiple=True,
    help=f"Initial stakes, in the same order (repeatable), as for `pontoon edge`; {SCHEDULES_HELP}, each series "
    "being one.  [default: min]",
)
@scheduled("each person, in the same order,", session=False)
@click.option(
    "--first-banker",
    type=click.Choice(["named", "rules"]),
    default="named",
    show_default=True,
    help="Who banks first: the person named first, or as the rules choose him, so that policies change places.",
)
@click.option(
    "--bold",
    type=click.Choice(["none", "one", "all"]),
    default="none",
    show_default=True,
    help="Look for the stakes that win most series, by the standings, the deals left and the first card, and let one "
    "person play them, each in turn; or afterwards all.",
)
@click.option("--bold-series", type=Count(1, 10**7), metavar="N", help="Series to look for them in.  [default: 40000, "
              "fewer where they are long]")  # fmt: skip
@click.option("--bold-out", metavar="FILE", help="Write what is staked boldly as a table: FILE.csv.")
@click.option("--gather", metavar="ORDER", help="How used cards go back under the pack.  [default: as the rules say]")
@click.option(
    "--confidence", type=float, metavar="P", help="Level of all intervals, strictly between 0 and 1.  [default: 0.95]"
)
@click.option("--plot", metavar="FILE", help="Draw chances and totals as a picture: FILE.png, .svg or .pdf.")
@common(
    rules_help="Rule system: a preset (see `pontoon rules`) or a TOML file; give several, or `all`, for a row of each."
    "  [default: eight-deal]",
    many=True,
)
def command(
    rules: tuple[str, ...],
    set_: tuple[str, ...],
    punter: tuple[str, ...],
    banker: tuple[str, ...],
    stakes: tuple[str, ...],
    purse: tuple[int, ...],
    bold_out: str | None,
    plot: str | None,
    face: Face,
    **given: Any,
) -> int:
    """A series of counted deals: the bank moves, balances have no limit, the highest total wins, ties share.

    The answer is the chance that each starting seat wins, the first banker's before those from his left. Deals that
    are void are not counted. With --bold, somebody looks at the standings before he puts up his stake: what that is
    worth is measured with the same cards as the plain series, none of which had a part in finding his stakes.

    \b
    Examples:
      pontoon series
          the eight-deal house table, six people
      pontoon series --punters 3 --punter buy-17 --punter stick-16 --first-banker rules
          one who buys among three who do not, wherever he starts
      pontoon series --bold all --plot series.svg --bold-out bold.csv
          what it is worth to stake more when behind
      pontoon series --rules pagat --deals 20 --series 1M --seed 1
      pontoon series --rules all --stakes martingale --stakes min
          one who doubles after each loss, under every rule system

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    from ..arguments import threads_for
    from ..contest.run import series

    systems = chosen_systems(rules or ("eight-deal",), set_)
    alone = len(systems) == 1 and rules != ("all",)
    if not alone and (plot is not None or bold_out is not None):
        raise click.UsageError(
            "--plot and --bold-out are of one rule system: name one with --rules, or leave them out; --csv takes all."
        )
    picture = picture_file(plot) if plot is not None else None
    stakes_file = _stakes_file(bold_out, given["bold"])
    given |= {"punter": list(punter) or "stick-16", "banker": list(banker) or None, "stakes": list(stakes) or "min"}
    given |= {"purse": list(purse) or None, "threads": threads_for(given["threads"])}
    understand(systems if not alone else (), series, **given)
    results = _played(systems, given, face)
    _answer(results, alone, given["threads"], face)
    result = results[0]
    if stakes_file is not None:
        from pathlib import Path

        write_file(Path(stakes_file), result.bold_frame().to_csv(index=False, lineterminator="\n"))
    if picture is not None and result.figures.series:
        from ..show.plot import drawn
        from ..show.plot_series import picture as figure

        write_file(picture, drawn(figure(result.to_dict()), picture.suffix[1:].lower()))
    return _verdict(results, len(systems), face)


def _played(systems: Sequence[Rules], given: dict[str, Any], face: Face) -> list[SeriesResult]:
    """One system after the other, with one seed, until all are done or somebody interrupts."""
    from ..contest.run import series
    from .progress import Bar

    results: list[SeriesResult] = []
    for system in systems:
        with Bar(face, system.name, given["series"], None, 0.95) as bar:
            results.append(series(system, watch=bar.step, prepare=bar.prepare, **given))
        given = given | {"seed": results[-1].seed}
        if not results[-1].complete:
            break
    return results


def _answer(results: list[SeriesResult], alone: bool, threads: int, face: Face) -> None:
    face.keep(lambda: _frame(results))
    if face.csv == "-":
        face.remark(f"seed {results[0].seed}")
    told = [result.to_dict() for result in results]
    if face.json:
        emit_json(told[0] if alone else told)
    elif face.draws:
        from ..show.series import page, several

        if alone:
            face.show(*page(told[0], results[0].rules.title, results[0].headline(), threads))
        else:
            face.show(*several(told, threads))


def _frame(results: list[SeriesResult]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat([result.to_frame() for result in results])


def _verdict(results: list[SeriesResult], systems: int, face: Face) -> int:
    first, last = results[0], results[-1]
    face.warn_of_few(first.figures.series, "series", "--series")
    if first.table is not None and first.table.series < FEW_SEARCHED:
        face.remark(
            f"Bold stakes were looked for in {first.table.series:,} series only, where nearly all is chance: ask for "
            "more with --bold-series."
        )
    if last.complete:
        return DONE
    of = f", in system {len(results)} of {systems}" if systems > 1 else ""
    face.remark(f"Interrupted after {last.figures.series:,} series{of}: the result is incomplete.")
    return INTERRUPTED


def _stakes_file(name: str | None, bold: str) -> str | None:
    """The file of bold stakes, refused before anything runs where it cannot be written."""
    from pathlib import Path

    from ..errors import OptionError, quoted

    if name is None:
        return None
    if bold == "none":
        raise click.UsageError("--bold-out is for bold stakes: add --bold one or --bold all, or leave it out.")
    if not name.lower().endswith(".csv"):
        raise OptionError(f"{quoted(name)} is no table that can be written: end its name in .csv.")
    check_file(Path(name))
    return name
