"""Tables for readers and for programs: rounded by their errors, escaped for their file, turned from tidy rows."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from click.testing import CliRunner

from pontoon_sim.cli.group import pontoon
from pontoon_sim.show.grids import Entry, Grid, grid_of_frame, grids_of, headline_of, others_of
from pontoon_sim.show.measures import HEADLINE, base_of, measure_of, sought
from pontoon_sim.show.rounding import rounded
from pontoon_sim.show.written import latex, markdown, table_bytes


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((0.16558, 0.00123, 100, "+"), ("+16.56", "0.12")),
        ((0.16558, 0.0000123, 100, "+"), ("+16.5580", "0.0012")),
        ((0.165576, None, 100, "+"), ("+16.5576", "-")),
        ((1234.5, 56.0), ("1,234", "56")),  # half to even
        ((0.5, 0.0996), ("0.50", "0.10")),
        ((0.5, 0.0), ("0.5000", "0.0000")),
        ((3e-7, None), ("3.00e-07", "-")),
        ((None, 0.1), ("-", "-")),
        ((float("nan"), 0.1), ("-", "-")),
        ((pd.NA, pd.NA), ("-", "-")),
        ((float("inf"), 0.1), ("-", "-")),
        (("never", None), ("never", "-")),
    ],
)
def test_figures_have_the_digits_that_their_errors_allow(given, told):
    assert rounded(*given) == told


@pytest.mark.parametrize(
    ("name", "words", "scale", "unit"),
    [
        (HEADLINE, "bank's edge", 100, "per cent of the initial stakes"),
        ("punter_ev_per_deal", "punter's gain", 1, "units a deal"),
        ("punter_share_five_card_trick", "share of the punter's hands that end as five card trick", 100, "per cent"),
        ("kitty_gain_per_deal", "kitty gain", 1, "units a deal"),
        ("ruin_probability", "ruin probability", 100, "per cent"),
        ("result_5%", "result, 5 % quantile", 1, "units"),
        ("purse_5%_200", "purse after 200 deals, 5 % quantile", 1, "units"),
        ("mean_deepest_fall", "mean deepest fall of the purse", 1, "units"),
        (
            "change_kept_per_initial_stake:min_stick=15",
            "change kept (min_stick=15)",
            100,
            "per cent of the initial stakes",
        ),
        ("price_evening_8", "price of the bank with 8 deals to go", 1, "units"),
        ("tenure_share_3", "share of tenures of 3 deals", 100, "per cent"),
        ("ruin_by_then_50", "ruin within 50 deals", 100, "per cent"),
        ("something_else", "something else", 1, ""),
    ],
)
def test_measures_are_told_in_words(name, words, scale, unit):
    found = measure_of(name)
    assert (found.words, found.scale, found.unit) == (words, scale, unit)
    assert found.label == (f"{words}, {unit}" if unit else words)


def test_quantiles_know_what_they_are_of():
    assert (base_of("result_97.5%"), measure_of("result_97.5%").level) == ("result", "97.5")
    assert (base_of("purse_5%_200"), measure_of("purse_5%_200").level) == ("purse_200", "5")
    assert (base_of("price"), measure_of("price").level) == ("price", None)


def tidy() -> pd.DataFrame:
    rows = [
        (rules, seat, name, value, error)
        for rules, shift in (("pagat", 0.0), ("my|rules.csv", 0.1))
        for seat, name, value, error in (
            (0, "bank_edge_per_deal", 0.3 + shift, 0.012),
            (0, HEADLINE, 0.15 + shift, 0.006),
            (0, "shuffles_per_deal", 0.25, None),
            (1, "punter_ev_per_deal", -0.1, 0.01),
            (2, "punter_ev_per_deal", -0.2, 0.01),
        )
    ]
    table = pd.DataFrame(rows, columns=["rules", "seat", "measure", "value", "standard_error"])
    return table.astype({"standard_error": "float64"}).assign(deals=20_000, method="mc")


def test_tidy_rows_turn_into_a_row_for_each_cell():
    cells, seats = grids_of(tidy(), ["rules"])
    assert cells.heads == [
        "rules", "bank's edge, % of the initial stakes", "std. error", "bank's edge, units a deal", "std. error",
        "method", "deals",
    ]  # fmt: skip
    assert [cell.text for cell in cells.rows[0]] == ["pagat", "+15.00", "0.60", "+0.300", "0.012", "mc", "20k"]
    assert cells.rows[0][1].value == pytest.approx(15.0)
    assert [[cell.text for cell in row][:3] for row in seats.rows] == [
        ["pagat", "1", "-0.100"], ["pagat", "2", "-0.200"], ["my|rules.csv", "1", "-0.100"],
        ["my|rules.csv", "2", "-0.200"],
    ]  # fmt: skip
    (rest,) = others_of(tidy(), ["rules"])
    assert rest.heads == ["rules", "shuffles, a deal", "method", "deals"]


def test_many_measures_stand_below_each_other():
    names = [f"fair_payout:{letter}" for letter in "abcdefghi"]
    rows = [("pagat", 0, name, place + 0.5, 0.1 * place) for place, name in enumerate(names)]
    table = pd.DataFrame(rows, columns=["rules", "seat", "measure", "value", "standard_error"])
    (grid,) = grids_of(table.assign(deals=None, method="exact"), ["rules"])
    assert grid.heads == ["rules", "measure", "value", "std. error", "method", "deals"]
    assert [cell.text for cell in grid.rows[1]] == ["pagat", "fair payout (b)", "1.50", "0.10", "exact", "-"]
    assert grid.numbers == {2, 3, 5}


def test_what_is_sought_comes_with_the_edge_first():
    assert sought(tidy()) == [HEADLINE, "bank_edge_per_deal", "punter_ev_per_deal"]
    assert headline_of(tidy()[tidy().measure == "shuffles_per_deal"]) == "shuffles_per_deal"
    assert headline_of(tidy()[:0]) is None


def test_axes_of_numbers_stand_at_the_right():
    table = tidy().rename(columns={"rules": "punters"}).replace({"punters": {"pagat": "2", "my|rules.csv": "10"}})
    grid = grids_of(table, ["punters"])[0]
    assert 0 in grid.numbers
    assert [row[0] for row in grid.rows] == [Entry("2", 2.0), Entry("10", 10.0)]


def test_markdown_is_aligned_and_escaped():
    text = markdown(grids_of(tidy(), ["rules"])[0])
    lines = text.splitlines()[2:]
    assert len({len(line) for line in lines}) == 1
    assert r"my\|rules.csv" in lines[3]
    assert re.fullmatch(r"\| -+ \|( -+: \|)+ -+ \| -+: \|", lines[1])
    assert all(len(re.split(r"(?<!\\)\|", line)) == 9 for line in lines)


def test_latex_is_of_booktabs_and_escaped():
    grid = Grid("A_b 50 %", ["a_b & c", "x %"], {1}, [[Entry(r"\x{y}~#$^<|>"), Entry("-0.5", -0.5)]])
    text = latex(grid)
    assert text.startswith("% A_b 50 %\n\\begin{tabular}{lr}\n\\toprule\n")
    assert r"a\_b \& c & x \% \\" in text
    cell = text.splitlines()[-3]
    assert cell.endswith(r" & $-$0.5 \\")
    for part in (r"\textbackslash ", r"\{y\}", r"\textasciitilde ", r"\#\$\textasciicircum ", r"\textless{}",
                 r"\textbar{}", r"\textgreater{}"):  # fmt: skip
        assert part in cell


def test_any_frame_is_rounded_by_its_errors():
    frame = pd.DataFrame({
        "name": ["a", None], "value": [0.123456, 2.0], "standard_error": [0.0123, None], "per_deal": [1.23456, 2.5],
        "per_deal_standard_error": [0.2, 0.3], "deals": [1000, 2000], "sure": [True, False],
    })  # fmt: skip
    grid = grid_of_frame(frame)
    assert [cell.text for cell in grid.rows[0]] == ["a", "0.123", "0.012", "1.23", "0.20", "1000", "True"]
    assert [cell.text for cell in grid.rows[1]] == ["-", "2.0000", "-", "2.50", "0.30", "2000", "False"]
    assert grid.numbers == {1, 2, 3, 4, 5}


def test_parquet_and_csv_keep_every_digit(tmp_path):
    frame = pd.DataFrame({"value": [1 / 3, 2 / 3], "mixed": ["a", 1]})
    path = tmp_path / "t.parquet"
    path.write_bytes(table_bytes(".parquet", frame))
    assert pd.read_parquet(path).value.tolist() == [1 / 3, 2 / 3]
    assert table_bytes(".csv", frame) == b"value,mixed\n0.3333333333333333,a\n0.6666666666666666,1\n"


@pytest.mark.parametrize("ending", ["md", "tex", "csv", "parquet"])
def test_commands_write_their_table_in_any_form(tmp_path, ending):
    path = tmp_path / f"edge.{ending}"
    given = ["edge", "--rules", "pagat", "--rules", "pontoon-1939", "--punters", "2", "--deals", "40", "--seed", "1"]
    done = CliRunner().invoke(pontoon, [*given, "--quiet", "--table", str(path)])
    assert done.exit_code == 0, done.output
    if ending == "parquet":
        assert set(pd.read_parquet(path).rules) == {"pagat", "pontoon-1939"}
    else:
        told = path.read_text(encoding="utf-8")
        assert told.startswith({"md": "**Cell by cell", "tex": "% Cell by cell", "csv": "rules,"}[ending])
        assert told.count("pontoon-1939") >= 3


def test_edges_for_readers_have_columns_in_words(tmp_path):
    path = tmp_path / "edges.md"
    args = ["edge", "--rules", "pagat", "--rules", "pontoon-1939", "--method", "exact", "--punters", "1", "--quiet"]
    done = CliRunner().invoke(pontoon, [*args, "--table", str(path)])
    assert done.exit_code == 0, done.output
    title, _, heads, _, first, *_ = path.read_text(encoding="utf-8").splitlines()
    assert title == "**Cell by cell, punter stick-16, banker stick-17, stakes min**"
    assert [head.strip() for head in heads.split("|")[1:3]] == ["rules", "bank's edge, % of the initial stakes"]
    assert [cell.strip() for cell in first.split("|")[1:3]] == ["pagat", "+16.5576"]


def test_comparisons_for_readers_have_columns_in_words(tmp_path):
    path = tmp_path / "arms.md"
    args = ["compare", "--punter", "stick-15..16", "--punters", "1", "--deals", "200", "--seed", "1", "--quiet"]
    done = CliRunner().invoke(pontoon, [*args, "--table", str(path)])
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    assert "_" not in text
    assert text.count("| stick-15 ") == 2
    assert "95 % interval for all at once" in text


def test_a_table_that_cannot_be_written_is_refused_before_anything_runs(tmp_path):
    done = CliRunner().invoke(pontoon, ["edge", "--table", str(tmp_path / "edge.xls")])
    assert done.exit_code == 2
    assert "end its name in .md, .tex, .csv or .parquet" in done.output
    done = CliRunner().invoke(pontoon, ["edge", "--table", str(tmp_path / "none" / "edge.md")])
    assert "There is no folder" in done.output


def test_a_dry_run_lists_its_cells_as_a_table(tmp_path):
    plan, path = tmp_path / "plan.toml", tmp_path / "cells.md"
    plan.write_text('title = "T"\nmethod = "mc"\n[axes]\npunter = ["stick-15..16"]\n')
    done = CliRunner().invoke(pontoon, ["sweep", str(plan), "--dry-run", "--table", str(path), "--csv", "-"])
    assert done.exit_code == 0, done.output
    assert done.stdout == "cell,punter,method\n0,stick-15,mc\n1,stick-16,mc\n"
    assert path.read_text(encoding="utf-8").splitlines()[3] == "|    1 | stick-16 | mc     |"


def test_tables_of_commas_have_the_other_forms_too(tmp_path):
    path = tmp_path / "rules.md"
    done = CliRunner().invoke(pontoon, ["rules", "--table", str(path)])
    assert done.exit_code == 0, done.output
    assert "pontoon-1939" in path.read_text(encoding="utf-8")
