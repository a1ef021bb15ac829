"""Strategy charts: the right move in every cell, pictures without overlap, colours that stay apart, files that read
back."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from pretend_strategy import pretend, pretend_chart

import pontoon_sim as ps
from pontoon_sim.charts.cells import Decision, move_of
from pontoon_sim.charts.figures import first_cards, hands, seated, thresholds
from pontoon_sim.charts.making import chart_of, chart_of_policy
from pontoon_sim.charts.strategy import Cell, Move, Row
from pontoon_sim.errors import OptionError
from pontoon_sim.hands import graph
from pontoon_sim.policy.match import State
from pontoon_sim.policy.players import BUY_LEAST, BUY_MOST, STICK, TWIST
from pontoon_sim.policy.reach import reach
from pontoon_sim.policy.walk import FIRST_AMOUNT, START, Memory
from pontoon_sim.policy.write import policy_rows, policy_states
from pontoon_sim.show import plot_figures
from pontoon_sim.show.chart_picture import strategy
from pontoon_sim.show.chart_text import markdown, page
from pontoon_sim.show.chart_words import exceptions, subtitle, together
from pontoon_sim.show.colours import FILL, FORCED, fill_of, ink_of
from pontoon_sim.show.page import draw
from pontoon_sim.show.plot import drawn

RTG = Path(__file__).parent / "policies" / "casino-rtg.csv"
LONG = "As we have always played it at my great-aunt Wilhelmina's in Wolverhampton on Boxing Day, in full"


def chart_of_name(rules, punter, **more):
    system = ps.rules(rules) if isinstance(rules, str) else rules
    return chart_of_policy(ps.punter_policy(punter, system), system, banker="stick-17", **more)


def letters(block, kind, label):
    """A row as text, a dash where nothing occurs."""
    row = Row(kind, label)
    cells = [block.cells.get((row, column)) for column in block.panel(kind)[1]]
    return "".join("-" if cell is None else cell.move.letter for cell in cells)


# ---- Cells.


def test_the_published_casino_strategy_is_what_its_chart_shows():
    """The table as it was published, row by row, from the file that plays it."""
    before, after = chart_of_name("casino-rtg", RTG).blocks
    hard = {
        "SSS": [18, 19, 20],
        "SST": [17],
        "SSB": [15, 16],
        "TTB": [8, 12, 13, 14],
        "BBB": [10, 11],
        "TBB": [9],
        "TT-": [6, 7],
    }
    soft = {"-BB": [21], "SBB": [19, 20], "TTB": [14, 15, 16, 17, 18], "TT-": [13], "T--": [12]}
    for kind, rows in (("hard", hard), ("soft", soft)):
        for row, totals in rows.items():
            assert {letters(before, kind, str(total)) for total in totals} == {row}
    assert {letters(before, "pair", pair) for pair in ("AA", "88")} == {"P"}
    assert letters(before, "pair", "10-K") == "S"
    assert letters(after, "hard", "15") == "ST"
    assert letters(after, "soft", "21") == "ST"
    assert (before.columns, after.columns) == (("2", "3", "4"), ("3", "4"))
    assert [block.title for block in (before, after)] == ["Before doubling", "Once you have doubled"]


def test_blocks_are_what_is_still_allowed():
    (alone,) = chart_of_name("pagat", "stick-16").blocks
    assert alone.note == "this policy never buys"
    assert letters(alone, "hard", "15") == "TTT"
    (free,) = chart_of_name("pagat", "buy-16").blocks
    assert free.note == "first buy: 1 to 2 stakes; later: 1 to the last buy"
    (old,) = chart_of_name("vingt-un-1850", "stick-16").blocks
    assert (old.note, old.columns) == ("no card can be bought", ("2", "3", "4", "5+"))
    free, barred = pretend_chart(ps.rules("pagat")).blocks
    assert (free.title, barred.title) == ("While you may buy", "Once you have twisted")
    assert barred.columns == ("3", "4")


def test_no_choice_is_forced():
    (block,) = chart_of_name("pagat", "stick-16").blocks
    forced = {(row.kind, row.label, column) for (row, column), cell in block.cells.items() if cell.forced}
    assert ("hard", "14", "3") in forced
    assert ("hard", "15", "3") not in forced  # it might stick
    assert ("hard", "14", "2") not in forced  # it might buy


def decisions(moves, values=None, memory=START, weights=(1.0, 1.0, 1.0)):
    """Three hard 16s of three cards, played as said."""
    nodes = [graph().node_of(ranks) for ranks in ([1, 3, 9], [3, 4, 6], [2, 2, 9])]
    return [
        Decision(State(node, None, memory), move, weight, values and values[place])
        for place, (node, move, weight) in enumerate(zip(nodes, moves, weights, strict=True))
    ]


def only_cell(made):
    (block,) = made.blocks
    ((_, cell),) = block.cells.items()
    return cell


def test_the_usual_move_is_what_is_met_most_often():
    rules = ps.rules("vingt-un-1850")
    memory = Memory(1, 0, 0, 0)
    told = decisions((STICK, TWIST, TWIST), memory=memory, weights=(5.0, 1.0, 1.0))
    cell = only_cell(chart_of(told, rules, punter="x", banker="y"))
    assert cell.move == Move("S", "stick")
    assert [special.cards for special in cell.specials] == ["4-5-7", "3-3-T"]
    assert cell.weight == 7.0


def test_costs_and_gains_are_means_of_the_hands():
    rules = ps.rules("vingt-un-1850")
    values = [{STICK: 0.0, TWIST: -0.3}, {STICK: 0.1, TWIST: -0.1}, {STICK: -0.2, TWIST: 0.2}]
    told = decisions((STICK, STICK, TWIST), values, Memory(1, 0, 0, 0), weights=(1.0, 2.0, 1.0))
    cell = only_cell(chart_of(told, rules, punter="x", banker="y"))
    assert cell.values == pytest.approx({"stick": 0.0, "twist": (-0.3 - 0.2 + 0.2) / 4})
    assert cell.cost == pytest.approx(0.075)
    (special,) = cell.specials
    assert (special.cards, special.after) == ("3-3-T", "")
    assert special.gain == pytest.approx(0.4)


def test_what_depends_on_the_last_buy_is_told():
    rules = ps.rules("pagat")
    big, small = Memory(0, 2, 2, 1), Memory(0, 1, 1, 1)
    told = [*decisions((BUY_MOST,) * 3, memory=big), *decisions((STICK,) * 3, memory=small, weights=(0.1,) * 3)]
    cell = only_cell(chart_of(told, rules, punter="x", banker="y"))
    (special,) = cell.specials
    assert (cell.move.letter, special.cards, special.after, special.move.letter) == ("B", "", "last bought 1", "S")
    made = chart_of(told, rules, punter="x", banker="y")
    assert exceptions(made)[0] == ["Hard 16 of 3 cards, last bought 1: stick"]


def test_a_buy_for_the_only_amount_differs_from_none():
    """After a buy for 1 the next is for 1: the most is the least."""
    rules = ps.rules("pagat")
    told = [
        *decisions((BUY_LEAST,) * 3, memory=Memory(0, 2, 2, 1)),
        *decisions((BUY_MOST,) * 3, memory=Memory(0, 1, 1, 1), weights=(0.1,) * 3),
    ]
    cell = only_cell(chart_of(told, rules, punter="x", banker="y"))
    assert cell.move.letter == "b"
    assert not cell.specials


def test_moves_by_their_amount():
    rules = ps.rules("pagat", stake_min=2)
    assert move_of(FIRST_AMOUNT + 3, rules) == Move("B", "buy", "1.5")
    assert move_of(FIRST_AMOUNT + 3, rules).text == "B1.5"
    assert move_of(FIRST_AMOUNT + 4, rules) == Move("B", "buy", "max")
    assert move_of(FIRST_AMOUNT + 2, rules) == Move("b", "buy", "min")
    assert move_of(FIRST_AMOUNT + 3, ps.rules("pagat")).letter == "b"  # of 1.5 units one is bought


def test_pairs_of_tens_are_one_row_only_where_they_are_played_alike():
    alike = chart_of_name("pagat", "stick-16:split=A,8").blocks[0]
    assert Row("pair", "10-K") in alike.rows
    unlike = chart_of_name("pagat", "stick-16:split=J").blocks[0]
    assert letters(unlike, "pair", "JJ") == "P"
    assert letters(unlike, "pair", "QQ") == "S"
    by_value = chart_of_name(ps.rules("pagat", split="value"), "stick-16:split=T").blocks[0]
    assert letters(by_value, "pair", "10-K") == "P"


def test_burnt_hands_are_crosses():
    block = chart_of_name(ps.rules("pagat", burn=13), "stick-16:burn=yes").blocks[0]
    assert letters(block, "hard", "13") == "XTT"


def test_rows_that_are_played_alike_come_together():
    block = together(chart_of_name("casino-rtg", RTG).blocks[0])
    hard = [row.label for row in block.rows if row.kind == "hard"]
    assert hard == ["5", "6-7", "8", "9", "10-11", "12-14", "15-16", "17", "18-20"]
    assert [row.label for row in block.rows if row.kind == "pair"][-1] == "99-K"


# ---- How often hands are met.


def test_reach_is_how_often_hands_end_there():
    """Draws to 17, against the final hands of that player as counted elsewhere."""
    rules = ps.rules("pagat", split="none", packs=1)
    policy = ps.punter_policy("stick-17", rules)
    often = reach(policy, rules, 1)
    sticks = dict(policy_states(policy, rules))
    for total, share in {17: 0.143223, 18: 0.135399, 19: 0.132001, 20: 0.172841}.items():
        found = sum(
            chance for state, chance in often.items() if sticks[state] == STICK and graph().best[state.node] == total
        )
        assert found == pytest.approx(share, abs=5e-7)


def test_reach_of_two_cards():
    rules = ps.rules("pagat", packs=1)
    often = reach(ps.punter_policy("stick-16", rules), rules, 1)
    two = {state: chance for state, chance in often.items() if graph().cards[state.node] == 2}
    assert sum(chance for state, chance in two.items() if state.pair is not None) == pytest.approx(1 / 17)
    assert sum(two.values()) == pytest.approx(1 - 32 / 663)


def test_reach_counts_the_hands_of_a_split():
    rules = ps.rules("pagat", packs=1, max_hands=2)
    often = reach(ps.punter_policy("stick-16:split=8", rules), rules, 1)
    from_split = sum(
        chance for state, chance in often.items() if state.pair is None and state.node == graph().node_of([7, 7])
    )
    assert from_split == pytest.approx(1 / 221 * 2 * 2 / 50)


# ---- The long table.


@pytest.mark.parametrize("rules", ps.preset_names())
def test_every_preset_reads_back_as_the_same_policy(rules, tmp_path):
    system = ps.rules(rules)
    policy, _, _ = pretend(system)
    names = ["stick-17", "buy-16", "minbuy-15"]
    made = [chart_of_name(system, name) for name in names] + [pretend_chart(system)]
    digests = [ps.punter_policy(name, system).digest for name in names] + [policy.digest]
    for place, (chart, digest) in enumerate(zip(made, digests, strict=True)):
        file = tmp_path / f"{place}.csv"
        file.write_text(chart.to_csv(), encoding="utf-8")
        assert ps.punter_policy(file, system).digest == digest


def test_the_long_table_is_that_of_the_policy():
    system = ps.rules("casino-rtg")
    policy = ps.punter_policy(RTG, system)
    rows = chart_of_policy(policy, system, banker="x").to_frame().to_dict("records")
    kept = [{key: row[key] for key in row if key not in ("ev", "best", "hand")} for row in rows if not row["hand"]]
    assert kept == [row for row in policy_rows(policy, system) if "hand" not in row]
    assert {row["best"] for row in rows} == {1}
    assert {row["ev"] for row in rows} == {""}


def test_every_action_has_its_value_in_the_long_table():
    frame = pretend_chart(ps.rules("pontoon-2011")).to_frame()
    assert list(frame.columns) == (
        "rules_id cards total soft pair bought twisted last_add action amount ev best hand".split()
    )
    state = [*list(frame.columns[:8]), "hand"]
    for _, rows in frame.groupby(state):
        assert (rows["best"] == 1).sum() == 1
        assert rows["ev"].max() == rows.loc[rows["best"] == 1, "ev"].iloc[0]


def test_the_chart_is_strict_json():
    import json

    told = json.loads(json.dumps(pretend_chart(ps.rules("pontoon-2011")).to_dict(), allow_nan=False))
    assert told["schema"] == "pontoon.chart/1"
    cell = told["blocks"][0]["rows"][0]["cells"]["2"]
    assert {"move", "forced", "cost", "values", "specials"} <= set(cell)


# ---- Pictures.


def extents(figure):
    """Every text with its box in pixels."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    outside = [label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in undrawn(axis)]
    return [
        (text.get_text(), text.get_window_extent(canvas.get_renderer()))
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and text not in outside
    ]


def undrawn(axis):
    """Labels of ticks beyond the ends of an axis, which are not drawn."""
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high]
    return [label for tick in ticks for label in (tick.label1, tick.label2)]


def assert_readable(figure):
    """No two texts overlap, and none leaves the figure."""
    width, height = figure.get_size_inches() * figure.dpi
    texts = extents(figure)
    for words, box in texts:
        assert -1 <= box.x0 <= box.x1 <= width + 1, words
        assert -1 <= box.y0 <= box.y1 <= height + 1, words
    for (one, a), (two, b) in itertools.combinations(texts, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        down = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across < 1 or down < 2, (one, two)


@pytest.mark.parametrize("phone", [False, True], ids=["a4", "phone"])
@pytest.mark.parametrize("rules", ps.preset_names())
def test_every_preset_fits_its_sheet(rules, phone):
    made = pretend_chart(ps.rules(rules))
    figure = strategy(made, phone=phone)
    assert_readable(figure)
    width, height = (round(inches * 160) for inches in figure.get_size_inches())
    assert width == (1080 if phone else 1323)
    assert 1920 <= height <= 2160 if phone else height == 1870  # a phone may scroll a little


@pytest.fixture(scope="module")
def crowded():
    """A long title, long names, every letter, amounts, big stakes, many exceptions."""
    made = pretend_chart(ps.rules("pontoon-2011", burn=13, stake_min=100, stake_max=1000), "A=1000,2=100,*=200")
    names = {"title": LONG, "rules": "wolverhampton with " + ", ".join(f"field_{n}={n}" for n in range(12))}
    moves = [Move(letter, "buy", "") for letter in "STBbPX"] + [Move("B", "buy", "1.5")]
    cells = iter(itertools.cycle(moves))
    blocks = tuple(
        replace(block, cells={place: replace(cell, move=next(cells)) for place, cell in block.cells.items()})
        for block in made.blocks
    )
    legend = tuple((move, "what one does then, in a few words") for move in moves)
    names |= {"punter": "my-own-" * 8 + ".csv", "banker": "stick-17/18:double=A,T,J,Q,K"}
    return replace(made, blocks=blocks, legend=legend, **names)


@pytest.mark.parametrize("phone", [False, True], ids=["a4", "phone"])
def test_everything_at_once_fits(crowded, phone):
    figure = strategy(crowded, phone=phone)
    assert_readable(figure)
    words = " ".join(text for text, _ in extents(figure))
    assert "Boxing Day" in words
    assert "1000" in words


@pytest.mark.parametrize("phone", [False, True], ids=["a4", "phone"])
@pytest.mark.parametrize("title", ["W" * 90, "x", "$\\alpha_1$ <b>\x1b[1m", "Ä" * 300])
def test_any_title_fits(title, phone):
    assert_readable(strategy(replace(chart_of_name("pagat", "stick-16"), title=title), phone=phone))


def test_every_cell_has_a_letter():
    made = pretend_chart(ps.rules("pagat"))
    texts = [words for words, _ in extents(strategy(made))]
    count = sum(len(block.cells) for block in made.blocks)
    assert sum(words in ("S", "T", "B", "b", "P", "X") for words in texts) == count + len(made.legend) + 1


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_same_chart_is_the_same_file(kind):
    made = chart_of_name("pagat", "buy-16")
    assert drawn(strategy(made), kind) == drawn(strategy(made), kind)


def linear(colour):
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE L*a*b* of linear sRGB, white D65."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = matrix @ np.clip(rgb, 0, 1) / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


# Machado, Oliveira and Fernandes 2009, severity 1.
EYES = {
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "anybody": np.eye(3),
}


@pytest.mark.parametrize("eyes", EYES)
def test_colours_stay_apart_for_all_eyes(eyes):
    for one, two in itertools.combinations(FILL.values(), 2):
        distance = np.linalg.norm(lab(EYES[eyes] @ linear(one)) - lab(EYES[eyes] @ linear(two)))
        assert distance > 10, (one, two)


def test_colours_stay_apart_in_grey():
    lightness = sorted(lab(linear(colour))[0] for colour in [*FILL.values(), FORCED])
    assert min(np.diff(lightness)) > 4
    assert min(np.diff(lightness[:-1])) > 7


def test_letters_stand_out_from_their_colour():
    for letter in FILL:
        cell = Cell(Move(letter, "x"), False, 0.0)
        luminance = sorted(float(np.array([0.2126, 0.7152, 0.0722]) @ linear(c)) for c in (fill_of(cell), ink_of(cell)))
        assert (luminance[1] + 0.05) / (luminance[0] + 0.05) > 4.5


# ---- Text.


@pytest.mark.parametrize("rules", ps.preset_names())
def test_a_terminal_of_80_columns_shows_it_in_ascii(rules):
    text = draw(page(pretend_chart(ps.rules(rules)), 80), 80, False, "cp1252")
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80


def test_blocks_stand_side_by_side_where_there_is_room():
    made = pretend_chart(ps.rules("pagat"))
    wide = draw(page(made, 80), 80, False, "utf-8")
    assert any("While you may buy" in line and "Once you have twisted" in line for line in wide.splitlines())
    narrow = draw(page(made, 60), 60, False, "utf-8")
    assert not any("While you may buy" in line and "twisted" in line for line in narrow.splitlines())


def test_a_terminal_has_colours(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    text = draw(page(pretend_chart(ps.rules("pagat")), 80), 80, True, "utf-8")
    assert "\x1b[1;38;2;26;26;26;48;2;143;198;234m" in text


def test_marks_say_what_is_close_and_what_differs():
    text = draw(page(pretend_chart(ps.rules("pontoon-2011")), 80), 80, False, "utf-8")
    assert "T~" in text
    assert "T*" in text
    assert "~ a mistake costs less than 0.02 of a stake" in text
    assert "Exceptions worth learning" in text
    plain = draw(page(chart_of_name("pagat", "stick-16"), 80), 80, False, "utf-8")
    assert "mistake" not in plain
    assert "t  twist: no choice" in plain


@pytest.mark.parametrize("rules", ["pagat", "vingt-un-1800", "casino-rtg"])
def test_markdown_has_whole_tables(rules):
    text = markdown(replace(pretend_chart(ps.rules(rules)), title="A | b *c*"))
    assert text.startswith("# A \\| b \\*c\\*\n")
    runs = itertools.groupby(text.splitlines(), lambda line: line[:1] == "|")
    tables = [list(lines) for is_table, lines in runs if is_table]
    assert len(tables) >= 5
    for lines in tables:
        assert len({line.count("|") for line in lines}) == 1
        assert set(lines[1]) <= set("|:- ")


@pytest.mark.parametrize(
    ("punter", "banker", "words"),
    [
        ("optimal", "stick-17", "Best play against a banker who sticks on 17"),
        ("stick-16", "stick-17/18", "The policy stick-16 against a banker who sticks on hard 17 and soft 18"),
        ("a/b.csv", "stick-17:double=A,T", "The policy b.csv against a banker who sticks on 17 and doubles on A,T"),
        ("x", "optimal", "The policy x against the banker's best reply"),
        ("x", "dir/me.csv", "The policy x against the banker me.csv"),
    ],
)
def test_who_plays_whom(punter, banker, words):
    assert subtitle(replace(chart_of_name("pagat", "stick-16"), punter=punter, banker=banker)) == words


# ---- The call, and exact figures.


@pytest.mark.compiled
def test_the_call_knows_what_the_policy_is_worth():
    made = ps.chart("pagat", punter="stick-16")
    assert made.gain == pytest.approx(-0.165576, abs=5e-7)
    assert made.packs == 1
    assert ps.chart("pagat", punter="stick-16", punters=7).packs == 2
    burning = ps.rules("pagat", burn=13)
    edge = ps.edge(burning, punters=1, punter="stick-16:burn=yes", method="exact").bank_edge["per_initial_stake"]
    assert ps.chart(burning, punter="stick-16:burn=yes").gain == pytest.approx(-edge.value, abs=1e-12)


def test_the_call_refuses_what_it_cannot():
    with pytest.raises(OptionError, match="whole number from 1 to 10"):
        ps.chart("pagat", punter="stick-16", punters=0)


@pytest.mark.compiled
def test_first_cards_add_up():
    told = first_cards(seated(ps.rules("pagat"), "stick-16", None, "A=5,*=1"))
    rows = told.to_frame()
    assert (rows["gain"] * rows["chance"]).sum() == pytest.approx(-0.165576, abs=5e-7)
    assert rows["stake"].tolist() == [5] + [1] * 12
    assert rows["gain"].idxmax() == 0


@pytest.mark.compiled
def test_thresholds_are_the_known_edges():
    told = thresholds(seated(ps.rules("pagat"), "stick-18", "stick-17", "min"))
    edges = {(row["side"], row["sticks_on"]): row["bank_edge"] for row in told.rows}
    assert edges["punter", 16] == pytest.approx(0.165576, abs=5e-7)
    assert edges["punter", 17] == pytest.approx(0.167490, abs=5e-7)
    assert edges["banker", 18] == pytest.approx(0.216659, abs=5e-7)
    assert min(total for side, total in edges if side == "punter") == 15  # the least that the rules allow


@pytest.mark.compiled
def test_hands_end_as_counted_elsewhere():
    rows = {row["hand"]: row for row in hands(seated(ps.rules("pagat"), "stick-16", "stick-17", "min")).rows}
    known = {"pontoon": 0.048265, "five-card trick": 0.016156, "17": 0.143223, "21": 0.070506, "bust": 0.281608}
    for name, share in known.items():
        assert rows[name]["banker"] == pytest.approx(share, abs=5e-7)
    for side in ("punter", "banker"):
        assert sum(row[side] for row in rows.values()) == pytest.approx(1)
    assert rows["pontoon"]["punter"] + rows["unplayed"]["punter"] < 0.1


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["pagat", "vingt-un-1800", "casino-rtg", LONG])
def test_pictures_of_figures_are_readable(rules):
    system = ps.rules("pagat").model_copy(update={"title": LONG}) if rules == LONG else ps.rules(rules)
    table = seated(system, "stick-16", None, "min")
    for make, draw_it in (
        (first_cards, plot_figures.first_cards),
        (thresholds, plot_figures.thresholds),
        (hands, plot_figures.hands),
    ):
        assert_readable(draw_it(make(table).to_dict()))
