"""All lessons in the browser, from the first step to the last, on the smallest phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from app.lessons.shelf import LESSONS
from tests.browser.axe import findings
from tests.browser.company import Company

SMALLEST = {"width": 320, "height": 568}
MOST_KEYS = 80
WHERE_ONE_IS = """() => {
  const lesson = document.querySelector(".lesson");
  const focused = document.activeElement.outerHTML.replace(/ style="[^"]*"/g, "");
  return [lesson.dataset.step, lesson.dataset.phase, focused].join(" ");
}"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("[data-lamp], .lesson-go")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const ends = [y + 3, y + height - 3];
  return !ends.every((end) => one.contains(document.elementFromPoint(x + width / 2, end)));
}).map(({ outerHTML }) => outerHTML)"""
TOLD_AND_UNSEEN = """() => [...document.querySelectorAll(".mm-land [data-told]")].slice(-1)
.filter((one) => {
  const [land, told] = [one.closest(".mm-land"), one].map((thing) => thing.getBoundingClientRect());
  return told.top < land.top - 1 || told.bottom > land.bottom + 1 || land.bottom > innerHeight;
}).map(({ outerHTML }) => outerHTML)"""
WHERE_IT_LIES = """() => [".lesson", ".table-top"].flatMap((one) => {
  const { top, height } = document.querySelector(one).getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""
IN_SIGHT = f"""() => ({{
  unseen: ({TOLD_AND_UNSEEN})(),
  lies: ({WHERE_IT_LIES})(),
  hidden: ({OUT_OF_SIGHT})(),
  place: ({WHERE_ONE_IS})(),
  step: Number(document.querySelector(".lesson").dataset.step),
  over: document.querySelector(".lesson.is-over") !== null,
  wide: document.documentElement.scrollWidth > innerWidth,
}})"""
CHANGED = f"before => ({WHERE_ONE_IS})() !== before"
LAMPS = "document.querySelectorAll('[data-lamp]').length"


def open_lesson(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    expect(page.locator(".lesson-go")).to_be_focused()


def walk_by_enter(page: Page) -> list[int]:
    """Press Enter on whatever has the focus until the lesson is over; the steps that were seen.

    What a step speaks of is in sight, and neither the card nor the board moves until the end.
    """
    seen: list[int] = []
    places: set[tuple[int, ...]] = set()
    for _ in range(MOST_KEYS):
        sight = page.evaluate(IN_SIGHT)
        assert not sight["wide"], sight["place"]
        assert sight["hidden"] == [], sight["place"]
        assert sight["unseen"] == [], sight["place"]
        if sight["step"] not in seen:
            seen.append(sight["step"])
        if sight["over"]:
            return seen
        places.add(tuple(sight["lies"]))
        assert len(places) == 1, (sight["place"], places)
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=sight["place"])
    raise AssertionError(f"The lesson does not end: {seen}")


def test_every_lesson_is_learned_with_one_key(company: Company) -> None:
    page = company.come(viewport=SMALLEST)
    for game, lesson in LESSONS.items():
        page.goto(f"/learn/{game}")
        expect(page.locator(".lesson-go:focus, [data-lamp]:focus")).to_have_count(1)
        assert walk_by_enter(page) == [*range(1, len(lesson.steps) + 2)]
        expect(page.get_by_role("button", name="Play with bots")).to_be_focused()
        assert findings(page) == []


def test_whoever_tries_something_else_is_told_and_goes_on(company: Company) -> None:
    page = company.come()
    open_lesson(page, "gnav")
    page.get_by_role("button", name="Go on").click()
    swap, keep = (page.locator(f"[data-move={move}]") for move in ("swap", "keep"))
    expect(swap).to_have_attribute("data-lamp", "")
    assert page.evaluate(LAMPS) == 1
    keep.click()
    expect(page.locator(".lesson-else")).to_contain_text("let us ask Ladle")
    swap.click()
    expect(page.locator(".lesson-told")).to_contain_text("Ladle had to give you a IX")
    page.go_back()
    expect(page.locator(".lesson-place")).to_contain_text("1 of 7")
    page.go_forward()
    expect(page.locator(".lesson-ask")).to_have_text("Swap with Ladle.")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson-told")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".lesson-place")).to_contain_text("1 of 7")
    page.goto("/learn/gnav?step=8")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".lesson-place")).to_contain_text("1 of 7")
    page.go_back()
    page.get_by_role("button", name="Play with bots").click()
    page.wait_for_url("**/t/*")


BESIDE = """() => {
  const [card, table, go] = [".lesson", ".table-top", ".lesson-go"].map(
    (one) => document.querySelector(one).getBoundingClientRect(),
  );
  const inside = card.right <= innerWidth && card.bottom <= innerHeight;
  return inside && card.left >= table.right && go.left >= card.left && go.right <= card.right;
}"""


def test_on_a_phone_held_sideways_the_card_lies_beside_the_board(company: Company) -> None:
    page = company.come(locale="fr-FR", viewport={"width": 844, "height": 390})
    for game in LESSONS:
        page.goto(f"/learn/{game}?step=2")
        page.locator(".board > section").wait_for()
        assert page.evaluate(BESIDE), game
        assert page.evaluate(OUT_OF_SIGHT) == [], game


def test_the_tab_is_called_in_the_language_that_is_chosen_in_mid_lesson(company: Company) -> None:
    page = company.come()
    page.goto("/learn/gnav?step=2")
    expect(page).to_have_title("Learn Gnav")
    page.locator(".look-opener").click()
    page.get_by_role("button", name="Français").click()
    expect(page).to_have_title("Apprendre Gnav")
    page.keyboard.press("Escape")
    expect(page.locator(".bar-title")).to_have_text("Apprendre Gnav")
    expect(page).to_have_title("Apprendre Gnav")


GO_ON_AS_IT_CLOSES = """() => {
  const dialog = document.querySelector("dialog");
  dialog.addEventListener("close", () => document.querySelector(".lesson-back").click());
  dialog.close();
}"""


def test_a_step_that_is_taken_as_a_dialog_closes_is_not_undone_by_it(company: Company) -> None:
    page = company.come()
    open_lesson(page, "gnav")
    page.goto("/learn/gnav?step=3")
    page.locator(".look-opener").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate(GO_ON_AS_IT_CLOSES)
    page.wait_for_url("**/learn/gnav?step=2")
    expect(page.locator(".lesson")).to_have_attribute("data-step", "2")
    page.go_back()
    expect(page.locator(".lesson")).to_have_attribute("data-step", "3")


def test_two_presses_at_the_end_open_one_match(company: Company) -> None:
    page = company.come()
    opened: list[str] = []
    page.on("request", lambda call: opened.append(call.url) if call.method == "POST" else None)
    page.goto("/learn/gnav?step=99")
    page.get_by_role("button", name="Play with bots").dblclick()
    page.wait_for_url("**/t/*")
    expect(page.locator(".gnav-move").first).to_be_visible()
    assert len([url for url in opened if url.endswith("/api/tables")]) == 1
