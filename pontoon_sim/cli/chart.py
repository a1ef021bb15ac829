"""``pontoon chart``: a strategy as a chart, and pictures of what lies behind it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .numbers import PLACES
from .options import common
from .output import PICTURES, Face, check_file, emit_json, write_file

if TYPE_CHECKING:
    from ..charts.figures import Figures
    from ..charts.strategy import StrategyChart
    from ..rulebook import Rules

STRATEGY = "strategy"
KINDS = (STRATEGY, "first-cards", "thresholds", "hands", "splits")
ENDINGS = (*PICTURES, ".csv", ".md")


@click.command("chart", short_help="A strategy as a chart: terminal, picture, Markdown, CSV.")
@click.option(
    "--punter",
    metavar="POLICY",
    help="The policy to chart: optimal, equilibrium (by chance), stick-N, buy-N, minbuy-N, with options as in `pontoon "
    "edge`, or a CSV file.  "
    "[default: optimal; stick-16 with the kinds first-cards, thresholds and hands]",
)
@click.option(
    "--banker",
    metavar="POLICY",
    help="The banker's policy: stick-N, stick-N/M (N hard, M soft), optimal, or a CSV file.  "
    "[default: the rules' dealer, else stick-17]",
)
@click.option(
    "--stakes",
    metavar="SCHEDULE",
    default="min",
    show_default=True,
    help="Initial stakes: min, max, by the first card's rank as in A=5,T=2,*=1, or a CSV file.",
)
@click.option(
    "--punters",
    type=PLACES,
    metavar="N",
    default=1,
    show_default=True,
    help="Punters at the table, 1 to 10: more of them may mean more packs.",
)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default=STRATEGY,
    show_default=True,
    help="What to show: the strategy; what each first card is worth; the bank's edge by where punter and banker stick; "
    "how hands end; what each pair is worth kept and split.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Write it as a picture (FILE.png, .svg, .pdf: a sheet of A4), a table (.csv) or Markdown (.md).",
)
@click.option("--phone", is_flag=True, help="A tall picture for a phone, 1080 by 1920 pixels, in place of A4.")
@common(random=False)
def command(
    rules: str | None,
    set_: tuple[str, ...],
    kind: str,
    out: str | None,
    phone: bool,
    face: Face,
    **given: Any,
) -> None:
    """Chart a punter's strategy: what to do with every hand.

    Rows are totals (hard, soft, pairs), columns the number of cards held, blocks what is still allowed. Every cell has
    a letter: S stick, T twist, B buy for the most, b for the least, P split, X burn. The CSV file is the policy:
    --punter FILE.csv of every command plays it.

    \b
    Examples:
      pontoon chart --punter buy-16:split=A,8
      pontoon chart --punter mine.csv --stakes A=5,*=1 --out mine.pdf
          a sheet of A4 to pin to the wall
      pontoon chart --rules pontoon-2011 --punter stick-17 --out chart.png --phone
      pontoon chart --punter buy-16 --out policy.csv
          to change it by hand; then pontoon edge --punter policy.csv
      pontoon chart --punter equilibrium --out mixed.csv
          play by chance: how often he does what; the CSV file has each state
      pontoon chart --kind first-cards --punter stick-16 --out cards.svg
          why to stake more on an ace

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage   130 interrupted
    """
    file = _file(out, phone, kind)
    from ..errors import OptionError
    from ..presets import parse_set
    from ..presets import rules as find_rules

    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    if given["punter"] is None:
        given["punter"] = "optimal" if kind in (STRATEGY, "splits") else "stick-16"
    from ..equilibrium.named import asks_for_equilibrium, is_equilibrium

    if kind == STRATEGY and is_equilibrium(given["punter"]):
        if phone:
            raise click.UsageError("--phone is for a strategy of one move each: leave it out for an equilibrium.")
        if click.get_current_context().get_parameter_source("stakes") is ParameterSource.DEFAULT:
            given["stakes"] = None
        _mixed(system, given, file, face)
    elif asks_for_equilibrium(given["punter"], given["banker"], given["stakes"]):
        raise OptionError(
            "The equilibrium is charted as a punter's strategy: write --punter equilibrium and leave --kind out, or "
            "name other policies."
        )
    elif kind == STRATEGY:
        _strategy(system, given, file, phone, face)
    else:
        _figures(kind, system, given, file, face)


def _file(out: str | None, phone: bool, kind: str) -> Path | None:
    """The file to write, refused before anything is computed where it cannot be."""
    from ..errors import OptionError, quoted

    if phone and (kind != STRATEGY or out is None or Path(out).suffix.lower() not in PICTURES):
        raise click.UsageError("--phone is for a picture of a strategy: add --out FILE.png, or leave it out.")
    if out is None:
        return None
    file = Path(out)
    if file.suffix.lower() not in ENDINGS:
        raise OptionError(f"{quoted(out)} is no chart that can be written: end its name in {', '.join(ENDINGS)}.")
    check_file(file)
    return file


def _prepare(face: Face) -> None:
    """Say what takes so long where kernels must be compiled first."""
    from ..jit import is_warm

    if not is_warm("punter_walk"):
        face.remark("compiling the kernels, once: some seconds ...")


def _strategy(system: Rules, given: dict[str, Any], file: Path | None, phone: bool, face: Face) -> None:
    from ..charts.figures import seated
    from ..charts.making import chart_of_table

    _prepare(face)
    made = chart_of_table(seated(system, **given))
    face.save(made.to_csv())
    if face.json:
        emit_json(made.to_dict())
    elif face.draws:
        from ..show.chart_text import page

        face.show(*page(made, face.width))
    if file is not None:
        write_file(file, _written(made, file.suffix.lower(), phone))


def _mixed(system: Rules, given: dict[str, Any], file: Path | None, face: Face) -> None:
    """An equilibrium's punter, who decides by chance."""
    from ..charts.mixed import mixed_chart

    made = mixed_chart(system, **given)
    told, comma = made.to_dict(), made.to_csv()
    face.save(comma)
    if face.json:
        emit_json(told)
    elif face.draws:
        from ..show.mixed import page

        face.show(*page(told))
    if file is not None:
        write_file(file, comma if file.suffix.lower() == ".csv" else _mixed_file(told, file.suffix.lower()))


def _mixed_file(told: dict[str, Any], ending: str) -> str | bytes:
    from ..show import mixed
    from ..show.plot import drawn

    return mixed.markdown(told) if ending == ".md" else drawn(mixed.picture(told), ending[1:])


def _written(made: StrategyChart, ending: str, phone: bool) -> str | bytes:
    """The chart as the file of that ending holds it."""
    if ending == ".csv":
        return made.to_csv()
    if ending == ".md":
        from ..show.chart_text import markdown

        return markdown(made)
    from ..show.chart_picture import strategy
    from ..show.plot import drawn

    return drawn(strategy(made, phone=phone), ending[1:])


def _figures(kind: str, system: Rules, given: dict[str, Any], file: Path | None, face: Face) -> None:
    from ..charts import figures as exact

    makers: dict[str, Callable[[exact.Table], Figures]] = {
        "first-cards": exact.first_cards,
        "thresholds": exact.thresholds,
        "hands": exact.hands,
        "splits": exact.splits,
    }
    table = exact.seated(system, **given)
    _prepare(face)
    made = makers[kind](table)
    comma = made.to_frame().to_csv(index=False, lineterminator="\n")
    face.save(comma)
    if face.json:
        emit_json(made.to_dict())
    elif face.draws:
        from ..show.figures import page

        face.show(*page(made.to_dict()))
    if file is not None:
        write_file(file, comma if file.suffix.lower() == ".csv" else _pictured(made, file.suffix.lower()))


def _pictured(made: Figures, ending: str) -> str | bytes:
    from ..show import plot_figures
    from ..show.figures import markdown
    from ..show.plot import drawn

    if ending == ".md":
        return markdown(made.to_dict())
    makers = {
        "first-cards": plot_figures.first_cards,
        "thresholds": plot_figures.thresholds,
        "hands": plot_figures.hands,
        "splits": plot_figures.splits,
    }
    return drawn(makers[made.kind](made.to_dict()), ending[1:])
