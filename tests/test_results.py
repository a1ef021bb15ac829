"""What ships: the experiments are understood and run, and results/ holds what they found, as they stand now."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from numbers_check import (
    BANK_PASSES,
    CLOSED_FORMS,
    DEALER,
    DRAWS_TO,
    MEAN_WAGER,
    PLAYER,
    SOME_PONTOON,
)

import pontoon_sim as ps
from pontoon_sim.estimate import quantile
from pontoon_sim.show.measures import measure_of
from pontoon_sim.show.plot import drawn
from pontoon_sim.show.plot_sweep import swept
from pontoon_sim.show.report import PAGE
from pontoon_sim.show.rounding import rounded
from pontoon_sim.show.run_folder import cells_of_run
from pontoon_sim.show.run_index import INDEX, README, entries_of, listing, page
from pontoon_sim.study.cells import cells_of
from pontoon_sim.study.experiment import JOINED, Experiment, read_experiment, spread
from pontoon_sim.study.known import refuse_measure
from pontoon_sim.study.options import UNPLAYED
from pontoon_sim.study.run import _digest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results"
EXPERIMENTS = sorted((ROOT / "experiments").glob("*.toml"))
NAMES = [path.stem for path in EXPERIMENTS]

#: What the punter of the first home games wins a deal, flat stakes of 1: rules, punter and banker, his net.
FIGURES = [
    ("pagat", "stick-15", "stick-15", -0.117844),
    ("pagat", "stick-16", "stick-17", -0.165576),
    ("pagat", "stick-17", "stick-17", -0.167490),
    ("pagat", "stick-18", "stick-18", -0.216659),
    ("pontoon-2011", "stick-17", "stick-17", -0.123746),
    ("pontoon-1939", "stick-17", "stick-17", -0.115755),
    ("vingt-un-1800", "stick-16", "stick-16", -0.027898),
    ("vingt-un-1850", "stick-16", "stick-16", -0.124733),
]
CASINOS = [("casino-rtg", "0.4274"), ("casino-microgaming", "0.378")]  # the bank's edge in per cent


def small(plan: Experiment) -> Experiment:
    """The experiment with one value of each axis, none of them to be looked for, so that it is done at once."""
    changes: dict[str, Any] = {"exclude": []}
    changes["axes"] = {name: (spread(said) if JOINED not in name else said)[:1] for name, said in plan.axes.items()}
    if plan.command == "edge":
        changes |= {"method": "mc", "budget": None, "compare": None}
    fixed = {
        "effects": {"field": ["pontoon_pays"]},
        "series": {"series": 20, "bold_series": 1000},
        "purse": {"sessions": 20},
        "memory": {"punter": "stick-16"},
        "solve": {"precision": 0.05},
        "chart": {"punter": "stick-17"},
    }
    if plan.command in fixed:
        changes["fixed"] = {**plan.fixed, **fixed[plan.command]}
    return plan.model_copy(update=changes)


def says_its_own_effort(plan: Experiment) -> bool:
    return plan.command in UNPLAYED or "series" in plan.fixed or "sessions" in plan.fixed


#: What a shot gains is worked out before its policy is understood, which takes long as plain Python.
UNDERSTOOD = [pytest.param(file, marks=[pytest.mark.compiled] * (file.stem == "shoot")) for file in EXPERIMENTS]


@pytest.mark.parametrize("file", UNDERSTOOD, ids=NAMES)
def test_shipped_experiments_say_their_question_and_are_understood(file, monkeypatch):
    monkeypatch.chdir(ROOT)  # policies of an experiment lie where its reader stands
    plan = read_experiment(file)
    assert plan.question.endswith("?")
    assert plan.plots
    assert file.read_text(encoding="utf-8").startswith("# ")
    cells, impossible = cells_of(small(plan))
    assert len(cells) == 1
    assert not impossible


def run_small(file: Path, folder: Path) -> None:
    this = small(read_experiment(file))
    result = ps.sweep(this, folder, deals=None if says_its_own_effort(this) else 300, threads=1)
    assert result.complete
    table = result.to_frame()
    for plot in this.plots:
        picture = drawn(swept(table, this.names(), plot.model_dump(), this.question), "svg")
        assert picture.startswith(b"<?xml")


def is_quick(file: Path) -> bool:
    """Without compiled kernels too."""
    return read_experiment(file).command in ("edge", "purse", "chart", "odds")


@pytest.mark.parametrize("file", [file for file in EXPERIMENTS if is_quick(file)], ids=lambda file: file.stem)
def test_shipped_experiments_run(file, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)  # policies of an experiment lie where its reader stands
    run_small(file, tmp_path)


#: Of memory where its other tests are, for its kernel compiles for minutes (`.ci/test` keeps groups on one worker).
COMPILING = [
    pytest.param(file, id=file.stem, marks=[pytest.mark.xdist_group("memory")] * (file.stem == "memory"))
    for file in EXPERIMENTS
    if not is_quick(file)
]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("file", COMPILING)
def test_shipped_experiments_of_other_commands_run(file, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    run_small(file, tmp_path)


# ---- The figures that others may check.


def assert_known(table: pd.DataFrame) -> None:
    edges = table[table.measure == "bank_edge_per_initial_stake"]
    assert len(edges) == len(FIGURES) + len(CASINOS)
    assert set(edges.method) == {"exact"}
    for rules, punter, banker, net in FIGURES:
        (value,) = edges.value[(edges.rules == rules) & (edges.punter == punter) & (edges.banker == banker)]
        assert f"{-value:.6f}" == f"{net:.6f}", (rules, punter, banker)
    for rules, printed in CASINOS:
        (value,) = edges.value[edges.rules == rules]
        assert f"{100 * value:.{len(printed) - 2}f}" == printed, rules


def test_the_figures_in_results_are_the_known_ones():
    assert_known(cells_of_run(RESULTS / "numbers"))


@pytest.mark.slow
@pytest.mark.compiled
def test_the_known_figures_come_out(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert_known(ps.sweep("experiments/numbers.toml", tmp_path).to_frame())


def of_cells(name: str, measure: str, **where: object) -> dict[str, float]:
    """Values of a measure by the cell's last axis, from results."""
    table = cells_of_run(RESULTS / name)
    table = table[table.measure == measure]
    for axis, value in where.items():
        table = table[table[axis] == value]
    return dict(zip(table[table.columns[0]].astype(str), table.value, strict=True))


def test_casinos_by_the_number_of_packs():
    edges = of_cells("packs", "bank_edge_per_initial_stake", rules="casino-rtg")
    assert [f"{100 * edges[packs]:.4f}" for packs in ("8", "6", "2")] == ["0.4274", "0.4726", "0.8443"]


@pytest.mark.parametrize("sticks_on", DRAWS_TO)
def test_final_hands_are_the_known_ones(sticks_on):
    for hand, share in DRAWS_TO[sticks_on].items():
        found = of_cells("final-hands", f"banker_share_{hand}", rules="pagat")[f"stick-{sticks_on}"]
        assert found == pytest.approx(share, abs=5.1e-7)


def test_what_is_dealt_is_the_known_fractions():
    """As `sum` / `of` of the cells; what is told in decimals to the last of them."""
    table = cells_of_run(RESULTS / "closed-forms").set_index(["packs", "pack", "measure"])
    assert set(table.method) == {"exact"}

    def told(name: str, pack: str = "fresh") -> Fraction:
        row = table.loc[("1", pack, f"chance_{name}")]
        assert row.value == int(row["sum"]) / int(row["of"])
        return Fraction(int(row["sum"]), int(row["of"]))

    for name, chance in CLOSED_FORMS.items():
        assert told(name) == chance, name
    assert told("burnable_hand") == CLOSED_FORMS["two_cards_hard_13"]
    assert told("royal_pontoon") == CLOSED_FORMS["three_sevens"]
    assert told("pontoon", "infinite") == Fraction(8, 169)
    for name, known in (("some_pontoon", SOME_PONTOON), ("bank_passes", BANK_PASSES)):
        for hands, share in enumerate(known, start=1):
            assert f"{float(told(f'{name}_{hands}')):.6f}" == f"{share:.6f}", (name, hands)


def test_how_hands_end_in_a_casino():
    """The player's shares are as other programs found them, so that the last digit may be another."""
    for hand, share in DEALER.items():
        assert f"{of_cells('casino-hands', f'banker_share_{hand}')['8']:.5f}" == f"{share:.5f}", hand
    for hand, share in PLAYER.items():
        assert of_cells("casino-hands", f"played_share_{hand}")["8"] == pytest.approx(share, abs=2e-5)
    staked = of_cells("packs", "mean_staked", rules="casino-rtg")["8"]
    assert f"{staked:.4f}" == f"{MEAN_WAGER:.4f}"


def test_how_often_the_bank_passes_and_somebody_holds_a_pontoon():
    for measure, known in (("bank_changes_per_deal", BANK_PASSES), ("shuffles_per_deal", SOME_PONTOON[1:])):
        found = of_cells("players", measure, pack="fresh")
        assert [f"{found[n]:.6f}" for n in "1234567"] == [f"{share:.6f}" for share in known]


def test_who_has_the_edge_at_best_play():
    """As `pontoon solve` tells it with its bounds; see also the README."""
    value = of_cells("equilibrium", "punter_ev_per_deal", **{"set.stake_max": "5", "set.banker_doubles": "no"})
    assert f"{value['pagat']:.4f} {value['pontoon-2011']:.4f}" == "0.2915 0.1140"
    changed = of_cells("back-to-the-bank", "punter_ev_per_deal")
    assert {change for change, gain in changed.items() if gain < 0} == {"stake_max=1", "stakes_when=before-deal"}
    assert changed["none"] == value["pagat"]


# ---- Results are those of the experiments as they are.

MEND = "the experiment changed: sh .ci/results"


def manifest(name: str) -> dict:
    return json.loads((RESULTS / name / "manifest.json").read_text(encoding="utf-8"))


def test_each_experiment_has_a_result_and_no_other():
    assert sorted(path.parent.name for path in RESULTS.glob("*/manifest.json")) == NAMES


@pytest.mark.parametrize("file", EXPERIMENTS, ids=NAMES)
def test_results_are_of_the_experiments_as_they_are(file):
    plan, told = read_experiment(file), manifest(file.stem)
    assert told["experiment"] == plan.model_dump(mode="json"), MEND
    assert told["complete"]
    assert told["version"] == ps.__version__, MEND
    for name in ("cells.csv", PAGE, *(f"figures/{plot.file()}.svg" for plot in plan.plots)):
        assert (RESULTS / file.stem / name).is_file(), name


@pytest.mark.slow
@pytest.mark.compiled
def test_results_are_of_the_rules_and_policies_as_they_are(monkeypatch):
    """Digests hold all that a cell depends on, the fields of its rules and the rows of its policies too."""
    monkeypatch.chdir(ROOT)
    for file in EXPERIMENTS:
        plan = read_experiment(file)
        assert manifest(file.stem)["digest"] == _digest(plan, cells_of(plan)[0]), f"{file.stem}: {MEND}"


def test_the_index_says_what_the_tables_say():
    entries = entries_of(RESULTS)
    for name, text in ((README, listing(entries)), (INDEX, page(entries))):
        assert (RESULTS / name).read_text(encoding="utf-8") == text, f"{name}: pontoon report results"
    assert all(entry.complete and entry.findings and entry.figures for entry in entries)


@pytest.mark.parametrize("name", NAMES)
def test_every_measure_is_known_to_plots_and_no_misspelt_one(name):
    command = read_experiment(ROOT / "experiments" / f"{name}.toml").command
    for measure in set(cells_of_run(RESULTS / name).measure):
        refuse_measure(command, measure)
    with pytest.raises(ValueError, match="which no cell has"):
        refuse_measure(command, "price_endles")


def test_the_results_are_small():
    size = sum(path.stat().st_size for name in NAMES for path in (RESULTS / name).rglob("*.*") if is_kept(path))
    assert size < 15_000_000


def is_kept(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".parquet", ".png") and "parts" not in path.parts


# ---- The table in the README.

ROW = re.compile(r"^\| \[(?P<title>[^]]+)\]\(experiments/(?P<name>[\w-]+)\.toml\) \| (?P<found>[^|]+) \|$", re.M)
FIGURE = re.compile(r"[+-]?\d+(?:\.\d+)?(?: %)?(?: ± \d+(?:\.\d+)?)?(?: %)?")


def figures_of(name: str) -> set[str]:
    """All figures of a run with their intervals, as findings tell them, with and without a sign."""
    plan, table = read_experiment(ROOT / "experiments" / f"{name}.toml"), cells_of_run(RESULTS / name)
    made, by = set(), quantile(plan.confidence)
    for row in table.itertuples(index=False):
        measure = measure_of(row.measure)
        error = None if pd.isna(row.standard_error) or not row.standard_error else by * row.standard_error
        for sign in (1, -1):
            text, half = rounded(sign * row.value, error, measure.scale, "+")
            unit = " %" if measure.scale == 100 else ""
            told = f"{text}{unit}" + ("" if error is None else f" ± {half}{unit}")
            made |= {told, told.lstrip("+-")}
    return made


def test_the_readme_tells_of_each_experiment_what_was_found():
    rows = {row["name"]: row["found"] for row in ROW.finditer((ROOT / "README.md").read_text(encoding="utf-8"))}
    assert sorted(rows) == NAMES
    for name, found in rows.items():
        known = figures_of(name)
        told = re.findall(r"\*\*(.+?)\*\*", found)
        assert told, f"{name} has no figure"
        for figure in told:
            assert FIGURE.fullmatch(figure), figure
            assert figure in known, f"{name}: {figure}"
