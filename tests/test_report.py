"""The page about a run: one file, right for whatever a run may hold; and its findings, computed from the numbers."""

from __future__ import annotations

import html
import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

import pontoon_sim as ps
from pontoon_sim.cli.group import pontoon
from pontoon_sim.errors import OptionError
from pontoon_sim.show.findings import findings
from pontoon_sim.show.report import page
from pontoon_sim.study.experiment import Experiment, experiment, read_experiment

SMALL = {
    "title": "Small",
    "deals": 300,
    "method": "mc",
    "axes": {"punter": ["stick-15..16"], "rules": ["pagat", "pontoon-1939"]},
    "fixed": {"punters": 2},
}


def plan(**changes) -> Experiment:
    return experiment({**SMALL, **changes})


def swept(folder, this=None, **given):
    return ps.sweep(this or plan(), folder, threads=1, **given)


def manifest(**axes) -> dict:
    """What the folder of a run says, of a run that was never made."""
    this = experiment({"title": "T <b>", "axes": axes})
    return {
        "schema": "pontoon.run/1", "complete": True, "cells": 3, "impossible": [], "seed": 1, "deals": 100,
        "experiment": this.model_dump(mode="json"), "rules": {"abc": "pagat"}, "version": "0", "python": "3",
        "machine": "a machine", "started": "now", "elapsed_s": 1.0,
    }  # fmt: skip


def cells(*rows, axis="punters") -> pd.DataFrame:
    """A tidy table of rows: axis, seat, measure, value, error."""
    table = pd.DataFrame(rows, columns=[axis, "seat", "measure", "value", "standard_error"])
    table["standard_error"] = table.standard_error.astype("float64")
    ends = table.standard_error * 1.96
    numbers = pd.to_numeric(table.value, errors="coerce")
    return table.assign(
        low95=numbers - ends, high95=numbers + ends, deals=100, voided=0, method="mc", sum=None, of=None
    )


def text_of(page_: str) -> str:
    body = page_[page_.index("<body>") : page_.index("<script>")]
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def test_a_report_is_one_page_with_everything_in_it(tmp_path):
    this = plan(
        question="Where to <stick>?",
        plots=[{"kind": "lines", "x": "punter", "by": "rules"}, {"kind": "heat", "x": "punter", "by": "rules"}],
    )
    swept(tmp_path, this)
    told = ps.report(tmp_path).read_text(encoding="utf-8")
    assert "Where to &lt;stick&gt;?" in told
    assert told.count("data:image/svg+xml;base64") == 2
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", told)
    assert "url(" not in told
    first = told[told.index("<table>") : told.index("</table>")]
    assert first.count("<tr>") == 1 + 4
    again = tmp_path / "again.toml"
    last = told[told.index('id="again"') :]
    again.write_text(html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", last, re.S)[1]), encoding="utf-8")
    assert read_experiment(again) == this
    for name in (
        "Seat by seat",
        "All other figures",
        "hands that end as five card trick, %",
        "mean initial stake, units",
    ):
        assert name in told


def test_the_same_run_is_the_same_page(tmp_path):
    swept(tmp_path)
    first = ps.report(tmp_path).read_bytes()
    assert ps.report(tmp_path).read_bytes() == first


@pytest.mark.parametrize("found", ["one cell", "all alike", "nothing"])
def test_a_report_of_little_is_a_report(tmp_path, found):
    if found == "nothing":
        with pytest.raises(OptionError, match="holds no run"):
            ps.report(tmp_path)
        return
    axes = {"punter": ["stick-15"] if found == "one cell" else ["stick-14", "stick-15"]}
    swept(tmp_path, plan(axes=axes, plots=[]))
    told = ps.report(tmp_path).read_text(encoding="utf-8")
    assert "The bank's edge is" in html.unescape(told)


@pytest.mark.compiled
def test_a_report_tells_exact_cells_too(tmp_path):
    swept(tmp_path, plan(method="auto", axes={"pack": ["fresh", "continue"]}))
    told = ps.report(tmp_path).read_text(encoding="utf-8")
    first = told[told.index("<table>") : told.index("</table>")]
    assert first.count("<td>exact</td>") == 1


def test_a_run_that_is_not_finished_says_so(tmp_path):
    swept(tmp_path)
    told = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**told, "complete": False}))
    assert "The run is not finished" in ps.report(tmp_path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], "No cell has an edge."),
        ([("1", 0, "bank_edge_per_initial_stake", 0.1, None)], "The bank's edge is +10.0000 % of the initial stakes."),
        ([(n, 0, "bank_edge_per_initial_stake", 0.1, 0.001) for n in "12"], "% of the initial stakes in every cell."),
        ([("1", 0, "who_won", "<nobody>", None), ("2", 0, "who_won", "all", None)], "No cell has a figure."),
        ([("1", 0, "price_endless", None, None), ("2", 0, "price_endless", 3.5, 0.1)], "price of the bank"),
        ([("1", 1, "win_probability", 0.25, 0.01), ("1", 2, "win_probability", 0.3, 0.01)], "seat 2"),
        ([("1", 1, "result_5%", -20, None), ("2", 1, "result_5%", -30.0, None)], "5 % quantile is highest"),
        ([("1", 1, "mean_result", -2.5, 0.2), ("2", 1, "mean_result", 1.0, 0.2)], "-2.50 ± 0.39 units"),
        ([("1", 0, "change_kept", -0.01, 0.001), ("2", 0, "change_kept", float("inf"), 0.1)], "change kept"),
    ],
)  # fmt: skip
def test_a_page_is_right_for_whatever_a_table_holds(rows, expected):
    told = page(manifest(punters=[1, 2]), cells(*rows))
    assert expected in text_of(told)
    assert "T &lt;b&gt;" in told
    for number in re.findall(r'data-value="([^"]*)"', told):
        float(number)
    assert not re.search(r">(nan|None|<NA>|inf)<", told)


def test_long_tables_are_cut_and_say_so(monkeypatch):
    monkeypatch.setattr("pontoon_sim.show.report.MOST_ROWS", 20)
    rows = [(f"p{n}", 0, "bank_edge_per_initial_stake", n / 1e4, 0.001) for n in range(70)]
    told = page(manifest(punters=[1, 2]), cells(*rows))
    assert "70 rows, of which 20 are here and all in cells.csv" in told
    assert told.count("<tr>") == 1 + 20


def test_paired_differences_are_shown_where_a_run_has_them(tmp_path):
    swept(tmp_path)
    (tmp_path / "differences.csv").write_text("a,b,value,standard_error\nstick-15,stick-16,0.01234,0.0011\n")
    told = ps.report(tmp_path).read_text(encoding="utf-8")
    assert "Paired differences between cells" in told
    assert ">0.0123<" in told


def test_the_command_writes_the_page_and_tables(tmp_path):
    swept(tmp_path / "run")
    file = tmp_path / "run.md"
    done = CliRunner().invoke(pontoon, ["report", str(tmp_path / "run"), "--table", str(file), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["page"].endswith("report.html")
    told = file.read_text(encoding="utf-8")
    assert "**Cell by cell**" in told
    assert "**Seat by seat**" in told
    refused = CliRunner().invoke(pontoon, ["report", str(tmp_path / "run"), "--rules", "pagat"])
    assert refused.exit_code == 2
    assert "leave out --rules and --set" in refused.output


# ---- Findings.


def edges(*rows, **more) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=["one", "two", "value", "standard_error"])
    return table.assign(seat=0, measure="bank_edge_per_initial_stake", **more)


def test_findings_are_computed_from_the_numbers():
    table = edges(("a", "x", 0.10, 0.001), ("b", "x", 0.20, 0.001), ("a", "y", 0.30, 0.001), ("b", "y", 0.3001, 0.001))
    told = " ".join(findings(table, ["one", "two"]))
    assert "The bank gains most, +30.01 % ± 0.20 % of the initial stakes, with one b, two y." in told
    assert "It gains least, +10.00 % ± 0.20 %" in told
    assert "Of one, the punters do best with: a in 2 (of 2 comparisons with all else alike). In 1 of them" in told
    assert "Of two, the punters do best with: x in 2 (of 2 comparisons with all else alike)." in told
    assert "The widest interval of the bank's edge, at 95 %, reaches ± 0.20 %" in told


def test_findings_own_up_to_what_cannot_be_told():
    told = " ".join(findings(edges(("a", "x", 0.10, 0.01), ("b", "x", 0.11, 0.01)), ["one", "two"]))
    assert "Even these two cannot be told apart" in told
    assert "The first two cannot be told apart." in told
    told = " ".join(findings(edges(("a", "x", 0.10, 0.0001), ("b", "x", 0.11, 0.0001)), ["one", "two"]))
    assert "cannot be told apart" not in told


def test_findings_of_exact_cells_say_so_and_count_those_alike():
    table = edges(("a", "x", 0.2, None), ("b", "x", 0.2, None), ("c", "x", -0.1, None), method="exact")
    told = " ".join(findings(table.astype({"standard_error": "float64"}), ["one", "two"]))
    assert "and as much in 1 more cell)" in told
    assert "It loses most, -10.0000 %, with one c." in told
    assert told.endswith("All of these figures are exact.")


def test_what_never_differs_and_long_courses_are_left_to_the_tables():
    rows = [
        ("1", 0, "bank_edge_per_initial_stake", 0.1, 0.001), ("2", 0, "bank_edge_per_initial_stake", 0.2, 0.001),
        ("1", 0, "ruin", 0.0, 0.0), ("2", 0, "ruin", 0.0, 0.0), ("1", 0, "price_evening_8", 1.0, 0.1),
        ("2", 0, "price_evening_8", 2.0, 0.1), ("1", 0, "tenure_mean", 3.0, 0.0), ("2", 0, "tenure_mean", 4.5, 0.1),
    ]  # fmt: skip
    told = " ".join(findings(cells(*rows), ["punters"]))
    assert "ruin" not in told
    assert "evening" not in told
    assert "The length of a tenure of the bank is highest, 4.50 ± 0.20 deals, with punters 2." in told
    assert "It is lowest, 3.0000 deals, with punters 1." in told


def test_intervals_are_of_the_confidence_asked_for():
    table = edges(("a", "x", 0.10, 0.001), ("b", "x", 0.20, 0.001))
    assert "+20.00 % ± 0.26 %" in " ".join(findings(table, ["one", "two"], confidence=0.99))
