"""``pontoon selfcheck``: simulation against exact analysis."""

from __future__ import annotations

import click

from .failures import DONE, INTERRUPTED, OUT_OF_LINE
from .numbers import COUNT
from .options import chosen_systems, common
from .output import Face, emit_json


@click.command("selfcheck", short_help="Simulation against exact analysis, for every preset.")
@click.option(
    "--deals", type=COUNT, metavar="N", default="1M", show_default=True, help="Deals to simulate of each case."
)
@common(
    rules_help="Rule system to check: a preset or a TOML file; several, or `all`.  [default: all]",
    many=True,
)
def command(
    rules: tuple[str, ...],
    set_: tuple[str, ...],
    deals: int,
    seed: int | None,
    threads: int | None,
    face: Face,
) -> int:
    """Check the program here: are its numbers right?

    Each case, a rule system or a variation of one with policies that use what it offers, is simulated and worked out
    exactly, and the two are compared in standard errors. Beside that, short packs are dealt out in every order through
    the one deal of the rule book, and must give the exact analysis to 1e-12.

    The verdict on all figures together is wrong about a right program once in 10,000 runs.

    \b
    Examples:
      pontoon selfcheck
      pontoon selfcheck --rules vingt-un-1800 --deals 20M --seed 1
      pontoon selfcheck --rules aunt.toml --json

    \b
    Exit codes:
      0 in line   1 failed   2 wrong usage   3 out of line   130 interrupted
    """
    from ..checks.run import selfcheck
    from .progress import Bar, announce_exact

    systems = chosen_systems(rules or ("all",), set_)
    announce_exact(face)
    with Bar(face, "selfcheck", 0, None, 0.95) as bar:
        result = selfcheck(systems, deals=deals, seed=seed, threads=threads, watch=bar.step, prepare=bar.prepare)
    told = result.to_dict()
    face.keep(result.to_frame)
    if face.csv == "-":
        face.remark(f"seed {result.seed}")
    if face.json:
        emit_json(told)
    elif face.draws:
        from ..show.selfcheck import comparison

        face.show(*comparison(told, result.headline()))
    for fault in result.faults():
        face.remark(f"Error: {fault}")
    if not result.complete:
        face.remark(f"Interrupted after {len(result.checks)} cases: the result is incomplete.")
        return INTERRUPTED
    return DONE if result.in_line else OUT_OF_LINE
