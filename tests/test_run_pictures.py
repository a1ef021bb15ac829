"""Pictures of a run: of the right numbers, sorted, in their bands, and never a panel too many."""

from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.colors import to_rgba

import pontoon_sim as ps
from pontoon_sim.show.looks import COLOURS, look
from pontoon_sim.show.measures import HEADLINE
from pontoon_sim.show.plot import drawn
from pontoon_sim.show.plot_sweep import MOST_ROWS, MOST_TICKS, swept
from pontoon_sim.show.report_pictures import pictures, words_of
from pontoon_sim.show.run_folder import trail_of_run
from pontoon_sim.study.experiment import experiment


def table(rows, measure=HEADLINE, axes=("rules", "punter")) -> pd.DataFrame:
    """Rows of axes, value and error."""
    made = pd.DataFrame(rows, columns=[*axes, "value", "standard_error"]).astype({"standard_error": "float64"})
    half = 1.96 * made.standard_error
    more = {"low95": made.value - half, "high95": made.value + half, "seat": 0, "deals": 900, "method": "mc"}
    return made.assign(measure=measure, **more)


SYSTEMS = table([
    ("pagat", "stick-15", 0.16, 0.001), ("pagat", "stick-17", 0.17, 0.001), ("vingt-un-1850", "stick-15", 0.15, 0.001),
    ("vingt-un-1850", "stick-17", -0.01, None),
])  # fmt: skip


def plot(kind, x="rules", by=None, measure=HEADLINE):
    return {"kind": kind, "x": x, "by": by, "measure": measure, "title": ""}


def picture(found, axes=("rules", "punter"), trail=None, **asked):
    figure = swept(found, axes, plot(**asked), "A title", trail)
    assert figure is not None
    assert drawn(figure, "png").startswith(b"\x89PNG")
    assert drawn(figure, "svg").startswith(b"<?xml")
    return figure


def test_bars_that_lie_are_sorted_and_named_in_words():
    figure = picture(SYSTEMS, kind="ranked", by="punter")
    (axes,) = figure.axes
    names = [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()]
    assert names == ["Vingt-un, 1850 (vingt-un-1850)", "Pontoon, standard British rules (pagat)"]
    widths = sorted(round(bar.get_width(), 6) for bar in axes.patches)
    assert widths == [-1.0, 15.0, 16.0, 17.0]
    texts = {text.get_text() for text in axes.texts}
    assert texts == {"+16.00 ± 0.20", "+17.00 ± 0.20", "+15.00 ± 0.20", "-1.00"}
    assert axes.get_xlabel() == "bank's edge, per cent of the initial stakes"
    assert figure.get_suptitle() == "A title"


def test_a_name_that_is_no_preset_is_its_own_words():
    found = table([("mine.toml", "stick-15", 0.1, 0.01)])
    (axes,) = picture(found, kind="ranked").axes
    assert axes.get_yticklabels()[0].get_text() == "mine.toml"


def test_too_many_rows_and_ticks_are_thinned_and_said():
    rows = [(f"r{n}", "stick-15", n / 1000, 0.001) for n in range(MOST_ROWS + 5)]
    figure = swept(table(rows), ["rules"], plot("ranked"), "T")
    assert len(figure.axes[0].get_yticklabels()) == MOST_ROWS
    assert "5 more rows are left out" in figure.get_supxlabel()
    figure = swept(table(rows), ["rules"], plot("lines"), "T")
    assert len(figure.axes[0].get_xticklabels()) <= MOST_TICKS


def test_an_axis_that_varies_with_another_makes_no_panels():
    found = SYSTEMS.assign(paired=SYSTEMS.rules.map({"pagat": "1", "vingt-un-1850": "2"}))
    assert len(picture(found, ["rules", "paired", "punter"], kind="bars", by="punter").axes) == 1
    panels = picture(found, ["rules", "paired", "punter"], kind="bars").axes
    assert [axes.get_title() for axes in panels if axes.get_visible()] == ["punter stick-15", "punter stick-17"]


def test_maps_tell_the_halves_of_their_intervals():
    (axes,) = picture(SYSTEMS, kind="heat", by="punter").axes
    assert {text.get_text() for text in axes.texts} >= {"+16.00\n± 0.20", "-1.00"}


def test_means_lie_among_their_quantiles():
    parts = [table([("min", -2.0, 0.2), ("max", 3.0, 0.9)], "mean_result", ["stakes"])]
    for level, shift in ((5, -20), (25, -8), (50, -1), (75, 6), (95, 15)):
        parts.append(
            table([("min", -2.0 + shift, None), ("max", 3.0 + 2 * shift, None)], f"result_{level}%", ["stakes"])
        )
    found = pd.concat([part.astype({"value": "float64"}) for part in parts], ignore_index=True)
    figure = picture(found, ["stakes"], kind="spread", x="stakes", measure="mean_result")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["min", "max"]
    boxes = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches)
    assert boxes == [(-13.0, 15.0), (-10.0, 4.0)]
    assert "box: 25 to 75 % of all outcomes, line: 5 to 95 %" in figure.get_supxlabel()


def test_a_picture_of_nothing_is_none():
    assert swept(SYSTEMS, ["rules"], plot("bars", measure="price"), "T") is None
    assert swept(SYSTEMS, ["rules"], plot("convergence", x=None), "T") is None


@pytest.fixture(scope="module")
def settled(tmp_path_factory):
    """A run of a few chunks, and its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pontoon_sim.study.shared.CHUNK", 60)
        folder = tmp_path_factory.mktemp("run")
        this = {
            "title": "T",
            "method": "mc",
            "deals": 400,
            "axes": {"punter": ["stick-15..16"]},
            "fixed": {"punters": 1},
        }
        return ps.sweep(experiment(this), folder, threads=1)


def test_convergence_ends_at_the_figure_in_a_band_that_narrows(settled):
    trail = trail_of_run(settled.folder)
    figure = picture(settled.to_frame(), ["punter"], trail, kind="convergence", x=None, by="punter")
    (axes,) = figure.axes
    assert axes.get_xscale() == "log"
    lines = {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}
    for name, rows in trail.groupby("punter"):
        assert list(lines[name].get_xdata()) == [60, 120, 180, 240, 360, 400]
        cell = settled.to_frame().query("punter == @name and measure == @HEADLINE").iloc[0]
        assert lines[name].get_ydata()[-1] == pytest.approx(100 * cell.value)
        widths = (rows.high95 - rows.low95).to_list()
        assert widths[-1] < widths[0]
        assert widths[-1] == pytest.approx(cell.high95 - cell.low95)


def test_a_report_draws_what_fits_where_nothing_is_asked_for(settled):
    found = list(pictures(settled.plan, settled.to_frame(), trail_of_run(settled.folder)))
    assert [one["words"].split(":")[0] for one in found] == ["Bars in order", "How it settled as deals were played"]
    assert list(pictures(settled.plan, settled.to_frame()[:0], None)) == []
    assert (
        words_of(plot("lines", by="punter"))
        == "Lines: bank's edge, per cent of the initial stakes, by rules and punter"
    )


def test_looks_stay_apart():
    seen = [look(place) for place in range(2 * len(COLOURS))]
    assert len({(one.colour, one.dash) for one in seen}) == len(seen)
    assert len({one.colour for one in seen[:8]}) == len({one.mark for one in seen[:8]}) == 8


def test_the_legend_names_what_only_a_later_panel_has():
    found = table(
        [("pagat", "stick-15", "1", 0.16, 0.001), ("pagat", "stick-16", "1", 0.17, 0.001),
         ("casino-rtg", "stick-15", "8", 0.01, 0.001), ("casino-rtg", "optimal", "8", 0.004, 0.001),
         ("casino-rtg", "optimal", "2", 0.008, 0.001)],
        axes=("rules", "punter", "packs"),
    )  # fmt: skip
    figure = picture(found, ("rules", "punter", "packs"), kind="bars", by="punter")
    (legend,) = figure.legends
    shown = {text.get_text(): bar.get_facecolor() for text, bar in zip(legend.texts, legend.get_patches(), strict=True)}
    assert set(shown) == {"stick-15", "stick-16", "optimal"}
    assert shown["optimal"] == to_rgba(look(2).colour)
