"""``pontoon edge``: the banker's edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import counted
from .convergence import HELP, Settling
from .failures import DONE, INTERRUPTED, PRECISION
from .numbers import COUNT, PLACES, POSITIVE
from .options import SCHEDULES_HELP, chosen_systems, common, scheduled
from .output import Face, emit_json, picture_file, write_file
from .several import understand

if TYPE_CHECKING:
    from ..edge_result import EdgeResult
    from ..rulebook import Rules


@click.command("edge", short_help="The banker's edge under given rules, policies and stakes.")
@click.option("--punters", type=PLACES, metavar="N", help="Punters at the table, 1 to 10.  [default: 5; casinos 1]")
@click.option(
    "--punter",
    metavar="POLICY",
    multiple=True,
    help="Policy of seat 1, of seat 2, ... (repeatable; the last one fills the rest): optimal (the best answer to the "
    "banker), equilibrium (by chance, as pontoon solve finds it; or a file of it, FILE.npz), stick-N, buy-N, minbuy-N, "
    "or a CSV file; options follow a colon, as in stick-17:split=A,8 (ranks split "
    "whenever legal) and stick-16:burn=yes.  [default: stick-16]",
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    multiple=True,
    help="Initial stakes of seat 1, 2, ... (repeatable): min, max, by the first card's rank as in A=5,T=2,*=1 "
    f"(T is the rank ten only, not J, Q and K; * is the rest), optimal, equilibrium, or a CSV file; {SCHEDULES_HELP}.  "
    "[default: min]",
)
@click.option(
    "--banker",
    metavar="POLICY",
    help="The banker's policy: stick-N, stick-N/M (N hard, M soft), optimal, reads-the-table (he goes by what the "
    "punters buy, stake and show, and knows how they play; of earlier deals he remembers nothing), "
    "equilibrium (against one punter), or a CSV file; "
    "stick-17:double=A,T doubles on these first "
    "cards where the rules let him.  [default: the rules' dealer, else stick-17]",
)
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Deals to count; 2e6, 500_000, 5M are numbers.  [default: 2M; as many as it takes with --precision]",
)
@click.option(
    "--precision",
    type=POSITIVE,
    metavar="X",
    help="Stop when the interval of the edge per initial stake is no wider than +/- X, as in 0.0005 for 0.05 %. "
    "Exit code 3 when --deals are played before.",
)
@click.option(
    "--method",
    type=click.Choice(["mc", "exact"]),
    default="mc",
    show_default=True,
    help="Simulate, or work it out exactly: no error, no seed, less than a second for most tables.",
)
@click.option(
    "--pack",
    type=click.Choice(["fresh", "continue", "infinite"]),
    default="fresh",
    show_default=True,
    help="Shuffle for every deal; play the pack on as the rules say; or draw as from an infinite pack (exact only).",
)
@click.option(
    "--engine",
    metavar="NAME",
    hidden=True,
    help="What plays fresh packs: lanes, scalar, or auto (lanes wherever they apply).",
)
@click.option(
    "--variance",
    metavar="HOW",
    help="reduced: take off each deal what its hands bring one by one, whose mean is known exactly, and put that mean "
    "back: the same answer with 3 to 14 times fewer deals; plain: the deals as they fall.  [default: reduced wherever "
    "hands are played by tables from one fresh pack that surely lasts]",
)
@click.option(
    "--gather",
    metavar="ORDER",
    help="How used cards go back under a pack that is played on: hands (bust hands at once, the others by seat), "
    "hands-mixed (each hand mixed), dealt (as dealt), mixed (all of the deal mixed), or aside (out of play until the "
    "pack ends).  [default: by the rules]",
)
@click.option(
    "--shoot",
    metavar="SPEC",
    multiple=True,
    help="How seat 1, 2, ... shoot, where the rules let them (repeatable; the last one fills the rest): all, or a text "
    "such as A=1/2,*=0;4:13-16=all. See pontoon shoot.  [default: nobody shoots]",
)
@scheduled("seat 1, 2, ...")
@click.option(
    "--confidence",
    type=float,
    metavar="P",
    help="Level of all intervals, strictly between 0 and 1.  [default: 0.95]",
)
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw the edges, with their intervals, as a picture: FILE.png, .svg or .pdf.",
)
@click.option("--convergence", metavar="FILE", help=HELP)
@common(
    rules_help="Rule system: a preset (see `pontoon rules`) or a TOML file; give several, or `all`, to compare them.  "
    "[default: pagat]",
    many=True,
)
def command(
    rules: tuple[str, ...],
    set_: tuple[str, ...],
    punter: tuple[str, ...],
    stakes: tuple[str, ...],
    threads: int | None,
    plot: str | None,
    convergence: str | None,
    shoot: tuple[str, ...],
    purse: tuple[int, ...],
    face: Face,
    **given: Any,
) -> int:
    """The banker's edge, what the bank gains from the punters: simulated with its standard error, or exact.

    The edge is positive when the bank gains. It is given in three denominators: per unit of initial stake (the
    headline), per unit staked (buys and splits included), and per deal in units of the table, all punters together.

    Standard output holds the result, standard error a progress bar where it is a terminal. Ctrl-C prints what was
    finished, marked incomplete.

    \b
    Examples:
      pontoon edge
          standard British rules, five punters who stick on 16
      pontoon edge --set burn=13 --punter stick-16:burn=yes --deals 10M --seed 1
          a house rule of your own, and punters who use it; the same seed gives
          the same result, apart from the timing fields
      pontoon edge --punters 2 --punter buy-17 --punter stick-15 --stakes A=5,*=1
          two punters who differ, and who stake 5 on an ace
      pontoon edge --stakes martingale --set stake_max=50 --session 200
          doubling after each loss, in sessions of 200 deals
      pontoon edge --punters 1 --punter equilibrium --stakes equilibrium
          how much a punter who plays the equilibrium makes of a simple banker
      pontoon edge --rules vingt-un-1800 --precision 0.0005
          as many deals as it takes for +/- 0.05 % of the stakes
      pontoon edge --rules all --method exact
          without sampling: exact for fresh packs
      pontoon edge --rules all --csv edges.csv
          every rule system in one table, and in a file
      pontoon edge --rules pagat --rules pontoon-1939 --plot edges.svg
          a picture
      pontoon edge --deals 20M --convergence settled.svg
          how the edge settled, in the band of its interval
      pontoon edge --json | jq .bank_edge.per_initial_stake
          for scripts

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   3 precision not met   130 interrupted
    """
    systems = chosen_systems(rules or ("pagat",), set_)
    alone = len(systems) == 1 and rules != ("all",)
    given |= {"punter": list(punter) or "stick-16", "stakes": list(stakes) or "min", "shoot": list(shoot) or None}
    given["purse"] = list(purse) or None
    from ..arguments import threads_for
    from ..house_edge import edge

    picture = picture_file(plot) if plot is not None else None
    if convergence is not None and given["method"] == "exact":
        raise click.UsageError("An exact edge does not settle: leave out --convergence or --method exact.")
    settling = Settling(convergence, _level(given))
    workers = threads_for(threads) if given["method"] == "mc" else threads
    given["threads"] = workers
    understand(systems if not alone else (), edge, **given)
    results, complete = _run(systems, given, settling, face)
    _answer(results, alone, workers, face)
    if picture is not None:
        from ..show.plot import drawn, edges

        write_file(picture, drawn(edges([result.to_dict() for result in results]), picture.suffix[1:].lower()))
    settling.draw("How the bank's edge settled", "bank_edge_per_initial_stake", "rules")
    face.warn_of_few(*results[0].pieces(), "--deals")
    return _verdict(results, complete, len(systems), face)


def _level(given: dict[str, Any]) -> float:
    """The confidence of all intervals."""
    from ..house_edge import CONFIDENCE

    return CONFIDENCE if given["confidence"] is None else float(given["confidence"])


def _run(
    systems: Sequence[Rules], given: dict[str, Any], settling: Settling, face: Face
) -> tuple[list[EdgeResult], bool]:
    """Answer for one system after the other until all are done or somebody interrupts; and whether all are done.

    Simulations have one seed in common.
    """
    results: list[EdgeResult] = []
    for system in systems:
        try:
            if given["method"] == "mc":
                results.append(_simulated(system, given, settling, face))
            else:
                results.append(_exact(system, given, face))
        except KeyboardInterrupt:  # an exact system takes less than a second: those before it are whole
            if not results:
                raise
            return results, False
        given = given | {"seed": results[-1].seed}
        if not results[-1].complete:
            return results, False
    return results, True


def _simulated(system: Rules, given: dict[str, Any], settling: Settling, face: Face) -> EdgeResult:
    from ..estimate import bank_edge
    from ..house_edge import DEALS, MOST_DEALS, edge
    from .progress import Bar

    most = given["deals"] or (MOST_DEALS if given["precision"] else DEALS)
    with Bar(face, system.name, most, given["precision"], _level(given)) as bar:
        watch = settling.watching(lambda tally: {system.name: bank_edge(tally)["per_initial_stake"]}, bar.watch)
        return edge(system, watch=watch, prepare=bar.prepare, **given)


def _exact(system: Rules, given: dict[str, Any], face: Face) -> EdgeResult:
    from ..house_edge import edge
    from .progress import announce_exact

    return edge(system, prepare=lambda setting: announce_exact(face), **given)


def _answer(results: list[EdgeResult], alone: bool, threads: int | None, face: Face) -> None:
    if face.saves:
        tables = [result.to_frame() for result in results]
        lines = [
            table.to_csv(index=False, header=place == 0, lineterminator="\n") for place, table in enumerate(tables)
        ]
        from ..show.grids import grids_of_edges

        face.save("".join(lines), grids_of_edges)
        if face.csv == "-" and results[0].seed is not None:
            face.remark(f"seed {results[0].seed}")
    if face.json:
        emit_json(results[0].to_dict() if alone else [result.to_dict() for result in results])
    elif face.draws:
        from ..show.edge import one_system, several_systems

        if alone:
            (result,) = results
            face.show(*one_system(result.to_dict(), result.rules.title, result.headline(), threads))
        else:
            face.show(*several_systems([result.to_dict() for result in results], threads))


def _verdict(results: list[EdgeResult], complete: bool, systems: int, face: Face) -> int:
    last = results[-1]
    if not complete:
        of = f", in system {len(results)} of {systems}" if systems > 1 else ""
        done = f"{len(results)} of {systems} systems" if last.complete else f"{counted(last.figures.deals, 'deal')}{of}"
        face.remark(f"Interrupted after {done}: the result is incomplete.")
        return INTERRUPTED
    short = [result for result in results if result.precision_met is False]
    for result in short:
        interval = result.interval(result.bank_edge["per_initial_stake"])
        now = "is undefined" if interval is None else f"is +/- {(interval[1] - interval[0]) / 2:.2g}"
        face.remark(
            f"Error: the precision {result.precision:g} was not met under {result.rules.name}: after "
            f"{counted(result.figures.deals, 'deal')} the interval {now}; allow more --deals."
        )
    return PRECISION if short else DONE
