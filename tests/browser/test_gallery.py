"""What the gallery notices by itself, and that a table fits whatever it is looked at on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import contact_sheet
from tests.browser.company import Company
from tests.browser.inspector import faults_of
from tests.browser.studio import SIZES, Picture

WRONG = """<!doctype html><html lang="en"><title>x</title><body style="margin: 0">
<main style="width: 400px; height: 300px; position: relative">
  <p style="width: 60px; overflow: hidden; white-space: nowrap">A sentence that is too long</p>
  <div style="width: 70px; overflow: hidden; white-space: nowrap"><b>Cut by their box</b></div>
  <div style="width: 70px; overflow: auto; white-space: nowrap"><b>Beside what is seen</b></div>
  <button style="position: absolute; left: 10px; top: 150px; width: 80px; height: 44px">One</button>
  <button style="position: absolute; left: 70px; top: 160px; width: 80px; height: 44px">Two</button>
  <button style="position: absolute; left: 200px; top: 150px">Three</button>
  <i style="position: absolute; left: 190px; top: 140px; width: 90px; height: 60px"></i>
  <div class="lately"><p style="position: absolute; top: 220px">Ada keeps.</p></div>
  <span class="gnav-bubble" style="position: absolute; left: 20px; top: 240px">Swap?</span>
</main>"""
RIGHT = """<!doctype html><html lang="en"><title>x</title><body>
<p>A sentence.</p><button>One</button> <button>Two</button> <a href="#a">Three</a>
<div style="height: 40px; overflow: auto"><p>Words</p><p>that</p><button>scroll</button></div>"""

MEASURE = """() => ({
  sideways: document.documentElement.scrollWidth - innerWidth,
  card: document.querySelector(".gnav-placed.is-mine").getBoundingClientRect().width,
})"""


def test_the_index_has_a_row_for_each_language(tmp_path: Path) -> None:
    taken = [
        Picture("gnav-4-turn", language, size, "dark")
        for language in ("th", "en")
        for size in ("1280", "320")
    ]
    index = contact_sheet.write(tmp_path, taken, {"gnav-4-turn 320: <cut>": ["en", "th"]})
    page = index.read_text()
    assert page.count('<div class="row">') == 2
    assert page.index("gnav-4-turn-en-320-dark.webp") < page.index("gnav-4-turn-en-1280-dark.webp")
    assert "<li>gnav-4-turn 320: &lt;cut&gt; (en, th)</li>" in page


def test_faults_are_told_and_nothing_else_is(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 568})
    page.set_content(WRONG)
    told = sorted(fault.split(" ")[0].rstrip(":") for fault in faults_of(page))
    assert told == ["covered", "crossed", "cut", "cut", "hides", "said", "scrolls"]
    page.set_content(RIGHT)
    assert list(faults_of(page)) == []
    page.close()


def test_a_table_grows_with_the_screen_and_never_scrolls_sideways(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "gnav")
    page.locator(".gnav-placed.is-mine").wait_for()
    cards = []
    for size in ("320", "820", "1280", "2560"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(MEASURE)
        assert seen["sideways"] <= 0
        cards.append(seen["card"])
    phone, tablet, desk, wall = cards
    assert phone < min(tablet, desk)
    assert wall > 1.5 * desk
