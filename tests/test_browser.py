"""The page about a run in a real browser: it sorts, by mouse and by keys, fits a phone, prints, asks for nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pontoon_sim as ps
from pontoon_sim.study.experiment import experiment

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: the page is not opened in a browser"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is on the PATH: the page is not opened in a browser"),
    pytest.mark.filterwarnings("default::DeprecationWarning"),  # the browser's library is not ours to mend
]

PLAN = {
    "title": "Where to stick, and with how many at the table?",
    "question": "At which total should punters stick?",
    "method": "mc",
    "deals": 200,
    "axes": {"punter": ["stick-15..17"], "rules": ["pagat", "pontoon-1939"], "punters": [1, 10]},
    "plots": [{"kind": "lines", "x": "punter", "by": "rules"}],
}


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    folder: Path = tmp_path_factory.mktemp("run")
    ps.sweep(experiment(PLAN), folder, threads=1)
    return ps.report(folder).as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with playwright.sync_playwright() as engine:
        opened = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def opened(browser, address):
    """Opens the page as some device, and says at the end whether it was quiet."""
    contexts, said, asked = [], [], []

    def see(**device):
        context = browser.new_context(**device)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda fault: said.append(str(fault)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        return page

    yield see
    for context in contexts:
        context.close()
    assert said == []
    assert [url for url in asked if not url.startswith(("data:", "file:"))] == []
    assert len({url for url in asked if url.startswith("file:")}) <= 1


def column(page, place: int) -> list[str]:
    return page.locator(f"table >> nth=0 >> css=tbody tr td:nth-child({place + 1})").all_inner_texts()


def values(page, place: int) -> list[float]:
    """The numbers of a column as they are, which its texts tell rounded by their errors, each by its own."""
    cells = page.locator(f"table >> nth=0 >> css=tbody tr td:nth-child({place + 1})").all()
    return [float(cell.get_attribute("data-value")) for cell in cells]


def head_of(page, words: str):
    return page.locator("table").first.get_by_role("columnheader", name=words).first


def test_a_head_sorts_its_table_and_turns_it_round(opened):
    page = opened()
    head = head_of(page, "bank's edge, % of the initial stakes")
    before = values(page, 3)
    assert before != sorted(before)
    head.get_by_role("button").click()
    assert values(page, 3) == sorted(before)
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    assert values(page, 3) == sorted(before, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head_of(page, "rules").get_by_role("button").click()
    assert column(page, 1) == sorted(column(page, 1))
    assert page.locator("th[aria-sort]").count() == 1


def test_numbers_sort_as_numbers_and_rows_stay_whole(opened):
    page = opened()
    rows = set(page.locator("table").first.locator("tbody tr").all_inner_texts())
    head_of(page, "punters").get_by_role("button").click()
    assert column(page, 2) == ["1"] * 6 + ["10"] * 6
    assert set(page.locator("table").first.locator("tbody tr").all_inner_texts()) == rows


def test_what_is_missing_stays_below(opened):
    page = opened()
    page.evaluate("document.querySelector('tbody tr td.number:nth-child(4)').removeAttribute('data-value')")
    lost = column(page, 3)[0]
    for _ in range(2):
        head_of(page, "bank's edge, % of the initial stakes").get_by_role("button").click()
        assert column(page, 3)[-1] == lost


def test_keys_do_what_the_mouse_does(opened):
    page = opened()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('th') !== null"):
            break
    assert page.evaluate("document.activeElement.textContent") == "punter"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert column(page, 1) == sorted(column(page, 1))
    page.keyboard.press("Space")
    assert column(page, 1) == sorted(column(page, 1), reverse=True)


def test_folded_tables_open(opened):
    page = opened()
    table = page.get_by_role("region", name="Table: Seat by seat")
    assert not table.is_visible()
    page.get_by_text("Seat by seat", exact=True).click()
    assert table.is_visible()


@pytest.mark.parametrize("width", [320, 360, 768, 1400])
def test_the_page_is_never_wider_than_the_screen(opened, width):
    page = opened(viewport={"width": width, "height": 740})
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 360:  # but a table can be pushed
        assert page.locator(".wide:has(table)").first.evaluate("one => one.scrollWidth > one.clientWidth")


def test_dark_is_dark_and_light_is_light(opened):
    sums = {}
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme)
        for what in ("color", "backgroundColor"):
            colour = page.evaluate(f"getComputedStyle(document.body).{what}")
            sums[scheme, what] = sum(int(part) for part in colour[4:-1].split(","))
    assert sums["light", "backgroundColor"] > 700 > 200 > sums["dark", "backgroundColor"]
    assert sums["light", "color"] < 200 < 600 < sums["dark", "color"]


def test_it_prints_with_nothing_folded_and_nothing_cut(opened):
    page = opened()
    sheet = page.pdf(format="A4")
    assert sheet.startswith(b"%PDF")
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.locator(".wide:has(table)").first.evaluate("one => getComputedStyle(one).overflowX") == "visible"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(opened, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = opened(color_scheme=scheme, viewport={"width": 360, "height": 740})
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    found = axe.Axe().run(page)
    assert len(found.response["passes"]) > 15
    assert found.violations_count == 0, found.generate_report()
