"""Things travel from where they were to where they are, whatever picture they come with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.bare import bare_page, run


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with bare_page(browser) as page:
        yield page


def test_a_thing_that_comes_with_a_later_picture_travels_from_where_it_was(page: Page) -> None:
    moved = run(
        page,
        """
        const style = { display: "block", width: "40px", height: "40px" };
        const thing = h("i", { key: "x", "data-flip": "x", style });
        const two = (left, right) => h("main", { style: { display: "flex", gap: "100px" } },
          h("section", { key: "left", part: true, style: { width: "50px" } }, left),
          h("section", { key: "right", part: true, style: { width: "50px" } }, right));
        renderMoving(two(thing, null), root);
        beginMoving(root);
        renderBegun(two(null, { ...thing }), root, 2);
        const gone = root.querySelectorAll("i").length;
        renderOwedMoving(root, Infinity);
        const [trip] = root.querySelector("i").getAnimations();
        return [gone, owedIn(root).length, trip.effect.getKeyframes()[0].translate];
        """,
    )
    assert moved == [0, 0, "-150px"]


def test_a_part_that_travels_itself_sets_off_with_its_picture(page: Page) -> None:
    moved = run(
        page,
        """
        const at = (left) => h("main", null, h("i", { key: "x", part: true, "data-flip": "x",
          style: { display: "block", width: "40px", height: "40px", "margin-left": left } }));
        renderMoving(at("0px"), root);
        beginMoving(root);
        renderBegun(at("200px"), root, 0);
        const before = root.querySelector("i").getAnimations().length;
        renderOwedMoving(root, Infinity);
        const [trip] = root.querySelector("i").getAnimations();
        return [before, trip.effect.getKeyframes()[0].translate];
        """,
    )
    assert moved == [0, "-200px"]


def test_a_thing_on_its_way_does_not_begin_anew_when_it_is_drawn_again(page: Page) -> None:
    times = run(
        page,
        """
        renderMoving(row(["a", "b"]), root);
        renderMoving(row(["b", "a"]), root);
        const tripOf = (key) => root.querySelector(`[data-flip=${key}]`).getAnimations()[0];
        for (const key of ["a", "b"]) {
          tripOf(key).pause();
          tripOf(key).currentTime = 200;
        }
        renderMoving(row(["b", "a", "c"]), root);
        return ["a", "b"].map((key) => tripOf(key).currentTime >= 200);
        """,
    )
    assert times == [True, True]


def test_a_thing_on_its_way_goes_on_from_where_it_is(page: Page) -> None:
    """It has come further since the drawing was begun."""
    starts = run(
        page,
        """
        renderMoving(row(["a", "b"]), root);
        renderMoving(row(["b", "a"]), root);
        const a = root.querySelector("[data-flip=a]");
        const trip = a.getAnimations()[0];
        trip.pause();
        beginMoving(root);
        trip.currentTime = 300;
        const here = Math.round(a.getBoundingClientRect().y);
        renderBegun(row(["a", "b"]), root, Infinity);
        a.getAnimations()[0].pause();
        return [here, Math.round(a.getBoundingClientRect().y)];
        """,
    )
    assert starts[0] == starts[1]


def test_what_is_drawn_again_where_it_goes_keeps_its_animation(page: Page) -> None:
    kept = run(
        page,
        """
        renderMoving(row(["a", "b"]), root);
        renderMoving(row(["b", "a"]), root);
        const trips = () => root.querySelector("[data-flip=a]").getAnimations();
        const before = trips();
        renderMoving(row(["b", "a", "c"]), root);
        const same = before.length === 1 && trips()[0] === before[0];
        renderMoving(row(["b", "c", "a"]), root);
        return [same, trips().length, trips()[0] === before[0]];
        """,
    )
    assert kept == [True, 1, False]


@pytest.mark.parametrize("carrier", ["scroll", "layout"])
def test_what_is_carried_along_on_its_way_does_not_jump(page: Page, carrier: str) -> None:
    """By the page that scrolls, or by what grows above it."""
    places = run(
        page,
        f"""
        document.body.style.height = "4000px";
        const above = document.createElement("div");
        root.before(above);
        renderMoving(row(["a", "b"]), root);
        renderMoving(row(["b", "a"]), root);
        const a = root.querySelector("[data-flip=a]");
        const [trip] = a.getAnimations();
        trip.pause();
        trip.currentTime = 160;
        if ("{carrier}" === "scroll") {{
          const scrolled =
            new Promise((done) => addEventListener("scroll", done, {{ once: true }}));
          scrollTo(0, 60);
          await scrolled;
        }} else {{
          above.style.height = "60px";
        }}
        const seen = Math.round(a.getBoundingClientRect().y);
        renderMoving(row(["a", "b"]), root);
        const [next] = a.getAnimations();
        next.pause();
        next.currentTime = 0;
        return [seen, Math.round(a.getBoundingClientRect().y)];
        """,
    )
    assert places[0] == places[1]


def test_what_arrives_while_a_drawing_is_under_way_has_arrived(page: Page) -> None:
    moved = run(
        page,
        """
        const at = (left, more) => h("main", null, h("i", { key: "x", part: true, "data-flip": "x",
          style: { display: "block", width: "40px", height: "40px", "margin-left": left } }, more));
        renderMoving(at("0px", ""), root);
        renderMoving(at("200px", ""), root);
        const thing = root.querySelector("i");
        beginMoving(root);
        renderBegun(at("200px", "7"), root, 0);
        const [trip] = thing.getAnimations();
        trip.finish();
        await trip.finished;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        renderOwedMoving(root, Infinity);
        return [thing.textContent, thing.getAnimations().length];
        """,
    )
    assert moved == ["7", 0]


def test_scrolling_sends_nothing_on_its_way(page: Page) -> None:
    """Between the picture in which a drawing is begun and that in which it is drawn."""
    moved = run(
        page,
        """
        document.body.style.height = "4000px";
        renderMoving(row(["a", "b"]), root);
        beginMoving(root);
        const scrolled = new Promise((done) => addEventListener("scroll", done, { once: true }));
        scrollTo(0, 60);
        await scrolled;
        renderBegun(row(["a", "b", "c"]), root, Infinity);
        return document.getAnimations().length;
        """,
    )
    assert moved == 0


def test_things_travel_even_into_another_parent(page: Page) -> None:
    moved = run(
        page,
        """
        const card = h("b", { key: "card", "data-flip": "card" }, "17");
        const box = (id, child) => h("div", { id, style: { padding: "30px" } }, child);
        renderMoving([box("hand", card), box("trick", null)], root);
        renderMoving([box("hand", null), box("trick", card)], root);
        return root.querySelector("#trick b").getAnimations().length;
        """,
    )
    assert moved == 1


def test_nothing_travels_for_whom_motion_is_too_much(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    moved = run(
        page,
        """
        renderMoving(row(["a", "b", "c"]), root);
        renderMoving(row(["c", "b", "a"]), root);
        return document.getAnimations().length;
        """,
    )
    assert moved == 0


def test_what_lies_still_is_not_animated(page: Page) -> None:
    moved = run(
        page,
        """
        renderMoving(row(["a", "b", "c"]), root);
        renderMoving(row(["a", "b", "c", "d"]), root);
        return document.getAnimations().length;
        """,
    )
    assert moved == 0
