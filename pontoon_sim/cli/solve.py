"""``pontoon solve``: the equilibrium of punters against one banker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .failures import DONE, INTERRUPTED, PRECISION
from .numbers import PLACES, POSITIVE, Count
from .options import common
from .output import Face, check_file, emit_json, picture_file, write_file

if TYPE_CHECKING:
    from ..equilibrium.many.result import TableEquilibrium
    from ..equilibrium.result import Equilibrium

_ITERATIONS = Count(1, 10**7, "write for instance 1000")


@click.command("solve", short_help="The equilibrium of punters against one banker: its value, and both sides' play.")
@click.option(
    "--punters",
    type=PLACES,
    metavar="N",
    help="Punters at the table, 1 to 10; several of them all play alike.  [default: 1]",
)
@click.option(
    "--stakes-levels",
    metavar="LEVELS",
    default="ends",
    show_default=True,
    help="Stakes that may be chosen: ends, the smallest and the largest; all; or these, as in 1,3,5.",
)
@click.option(
    "--buys",
    type=click.Choice(["ends", "all"]),
    default="ends",
    show_default=True,
    help="What a buy may cost: the least and the most legal amount, or any legal one.",
)
@click.option(
    "--precision",
    type=POSITIVE,
    metavar="X",
    help="End when neither side gains more by another play, in smallest stakes.  [default: 0.0001; with several "
    "punters 0.003]",
)
@click.option("--iterations", type=_ITERATIONS, metavar="N", help="End after so many, however near.  "
              "[default: 100k; with several punters 1000]")  # fmt: skip
@click.option(
    "--burns",
    type=Count(0, 5, "write for instance 2"),
    metavar="N",
    help="Hands that the punter may burn one after the other, where the rules let him; what more of them may gain is "
    "in the upper bound.  [default: 3]",
)
@click.option("--out", metavar="FILE", help="Write both sides' play to a file, best named FILE.npz.")
@click.option(
    "--strategy",
    metavar="FILE",
    help="Solve nothing: judge the play in such a file, the rules and levels being those in it.",
)
@click.option("--plot", metavar="FILE", help="Draw how the bounds came together: FILE.png, .svg or .pdf.")
@common()
def command(
    rules: str | None, set_: tuple[str, ...], out: str | None, strategy: str | None, plot: str | None, face: Face,
    threads: int | None, seed: int | None, **given: Any,
) -> int:  # fmt: skip
    """Solve the game of punters against one banker: how both sides play when each knows how the other does.

    A deal is from a fresh pack. The banker sees the stake, the buys and the twisted cards, and plays by them; the
    punter stakes, burns, buys and twists so as to tell him little. Nobody splits or shoots, and at a table of several
    nobody burns. The answer is the value of the game, what either side is sure of, and the first stakes with their
    chances.

    Several punters all play alike, each by his own cards alone, and the banker by what all of them show. What a punter
    or the bank would gain by other play is then measured at tables that are dealt with --seed, and told with its error.

    \b
    Examples:
      pontoon solve
      pontoon solve --rules pontoon-1939 --precision 1e-5 --plot course.svg
      pontoon solve --stakes-levels all --buys all
          do stakes and buys between the ends matter?
      pontoon solve --out play.npz; pontoon solve --strategy play.npz
          keep both sides' play, and judge it
      pontoon solve --punters 5
          what is a seat worth at a full table?

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   3 --precision not met
      130 interrupted: the answer is what was reached
    """
    from ..equilibrium.result import Equilibrium
    from ..equilibrium.solving import judge

    picture = picture_file(plot) if plot is not None else None
    if out is not None:
        check_file(Path(out))
    if strategy is not None:
        _only(rules, set_, out, given)
        result = judge(strategy, threads, seed)
    else:
        result = _solved(rules, set_, out, picture, threads, seed, face, given)
    _answer(result, face)
    if picture is not None and result.course and isinstance(result, Equilibrium):
        from ..show.plot import drawn
        from ..show.plot_solve import course

        write_file(picture, drawn(course(result.to_dict()), picture.suffix[1:].lower()))
    if not result.complete and strategy is None:
        face.remark(f"Interrupted after {result.iterations:,} iterations: the play is what was reached.")
        return INTERRUPTED
    return PRECISION if given["precision"] is not None and result.precision_met is False else DONE


def _only(rules: str | None, set_: tuple[str, ...], out: str | None, given: dict[str, Any]) -> None:
    """Refuse options that would say otherwise than the file."""
    said = {
        "--rules": rules is not None,
        "--set": bool(set_),
        "--out": out is not None,
        "--punters": given["punters"] is not None,
        "--stakes-levels": given["stakes_levels"] != "ends",
        "--buys": given["buys"] != "ends",
        "--precision": given["precision"] is not None,
        "--iterations": given["iterations"] is not None,
        "--burns": given["burns"] is not None,
    }
    for name, there in said.items():
        if there:
            raise click.UsageError(f"--strategy judges what is in the file: leave out {name}.")


def _solved(
    rules: str | None, set_: tuple[str, ...], out: str | None, picture: Path | None, threads: int | None,
    seed: int | None, face: Face, given: dict[str, Any],
) -> Equilibrium | TableEquilibrium:  # fmt: skip
    from dataclasses import replace

    from ..equilibrium.many.solving import PRECISION as SEVERAL
    from ..equilibrium.solving import PRECISION, solve
    from ..errors import OptionError
    from ..jit import is_warm
    from ..presets import parse_set
    from ..presets import rules as find_rules
    from .progress import Bar

    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    if system.dealer and (out is not None or picture is not None):
        raise OptionError(
            f"{system.name} has a fixed dealer, so there is nothing to converge: leave out --out and --plot; pontoon "
            "chart writes the punter's best play."
        )
    several = (given["punters"] or 1) > 1
    if several and picture is not None:
        raise click.UsageError("--plot draws the bounds of one punter's game: leave it out with --punters above 1.")
    if not is_warm("play_tables" if several else "banker_back"):
        face.remark("compiling the kernels, once: some seconds ...")
    least = given["precision"] or (SEVERAL if several else PRECISION)
    with Bar(face, system.name, 1, None, 0.95) as bar:

        def watch(iterations: int, off: float) -> None:
            about = max(int(iterations * max(off / least, 1.0) ** 0.6), iterations)
            bar.step(iterations, about, f"exploitability {off:.1e}")

        result = solve(
            system,
            levels=given["stakes_levels"],
            buys=given["buys"],
            precision=given["precision"],
            iterations=given["iterations"],
            threads=threads,
            watch=watch,
            punters=given["punters"] or 1,
            seed=seed,
            burns=given["burns"],
        )
    if out is not None:
        result.save(out)
        result = replace(result, strategy_file=out)
    return result


def _answer(result: Equilibrium | TableEquilibrium, face: Face) -> None:
    face.keep(result.to_frame)
    if face.json:
        emit_json(result.to_dict())
    elif face.draws:
        if result.to_dict()["punters"] > 1:
            from ..show.solve_table import page
        else:
            from ..show.solve import page

        face.show(*page(result.to_dict(), result.headline(), result.rules.title))
