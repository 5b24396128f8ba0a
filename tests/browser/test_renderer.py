"""The renderer and the travelling of things, in a real page without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).resolve().parents[2] / "static"
ORIGIN = "http://kitchen.invalid"
EMPTY_PAGE = '<!doctype html><html lang="en"><title>x</title><body><main id="root"></main>'
CSP = "default-src 'self'"

IMPORTS = """
const { h, render } = await import("/js/lib/h.js");
const { renderMoving } = await import("/js/lib/flip.js");
const root = document.getElementById("root");
const row = (keys) => h("ul", null, keys.map((key) => h("li", { key, "data-flip": key,
  style: { width: "40px" } }, h("button", null, key))));
"""


def answer(route: Route) -> None:
    """A file of the static tree, or the empty page, under the product's own policy."""
    path = route.request.url.removeprefix(ORIGIN)
    headers = {"Content-Security-Policy": CSP}
    if path == "/":
        route.fulfill(body=EMPTY_PAGE, content_type="text/html", headers=headers)
    else:
        route.fulfill(path=STATIC / path.lstrip("/"), headers=headers)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()


def run(page: Page, script: str) -> Any:
    """Run a script that has the modules at hand; answers what it returns."""
    return page.evaluate(f"(async () => {{ {IMPORTS} {script} }})()")


def test_keyed_children_keep_their_elements_through_every_order(page: Page) -> None:
    same = run(
        page,
        """
        render(row(["a", "b", "c", "d"]), root);
        const before = new Map([...root.querySelectorAll("li")].map((li) => [li.innerText, li]));
        const orders = ["dcba", "bd", "bdac", "cabd", "", "abcd"];
        return orders.map((order) => {
          render(row([...order]), root);
          const items = [...root.querySelectorAll("li")];
          const kept = items.filter((li) => before.get(li.innerText) === li).length;
          return [items.map((li) => li.innerText).join(""), kept];
        });
        """,
    )
    assert [order for order, _ in same] == ["dcba", "bd", "bdac", "cabd", "", "abcd"]
    assert [kept for _, kept in same] == [4, 2, 2, 2, 0, 0]


def test_the_focus_stays_on_a_button_that_moves(page: Page) -> None:
    focused = run(
        page,
        """
        render(row(["a", "b", "c"]), root);
        root.querySelectorAll("button")[2].focus();
        render(row(["c", "a", "b"]), root);
        return document.activeElement.innerText;
        """,
    )
    assert focused == "c"


def test_attributes_styles_and_listeners_come_and_go(page: Page) -> None:
    seen = run(
        page,
        """
        const heard = [];
        const draw = (props) => render(h("button", props, "x"), root);
        draw({ class: "lit", disabled: true, style: { "--x": 3, color: "red" } });
        const button = root.querySelector("button");
        const first = [button.className, button.disabled, button.style.getPropertyValue("--x")];
        draw({ "aria-pressed": false, onclick: () => heard.push("one"), style: { color: "blue" } });
        button.click();
        draw({ onclick: () => heard.push("two") });
        button.click();
        draw(null);
        button.click();
        const last = [button.className, button.disabled, button.style.cssText];
        return { first, last, heard, same: button === root.querySelector("button") };
        """,
    )
    assert seen == {
        "first": ["lit", True, "3"],
        "last": ["", False, ""],
        "heard": ["one", "two"],
        "same": True,
    }


def test_drawings_are_svg_and_false_is_a_value_of_aria(page: Page) -> None:
    seen = run(
        page,
        """
        render(h("p", { "aria-hidden": false, hidden: false },
          h("svg", { viewBox: "0 0 1 1" }, h("g", null, h("circle", { r: 1 }))), "after"), root);
        const p = root.firstChild;
        const circle = p.querySelector("circle");
        return [circle instanceof SVGCircleElement, p.getAttribute("aria-hidden"), p.hidden,
          p.lastChild.nodeValue];
        """,
    )
    assert seen == [True, "false", False, "after"]


def test_a_field_shows_what_it_is_told(page: Page) -> None:
    value = run(
        page,
        """
        render(h("input", { value: "a" }), root);
        root.firstChild.value = "typed";
        render(h("input", { value: "a" }), root);
        return root.firstChild.value;
        """,
    )
    assert value == "a"


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


def test_the_keyboards_place_comes_back_with_the_turn(page: Page) -> None:
    run(
        page,
        """
        const { FocusKeeper } = await import("/js/lib/focus.js");
        const keeper = new FocusKeeper("button:enabled");
        window.draw = (keys, disabled) => {
          keeper.look(root);
          render(keys.map((key) => h("button", { key, disabled }, key)), root);
          keeper.restore(root, !disabled);
        };
        window.draw(["a", "b", "c"], false);
        """,
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = "document.activeElement.innerText"
    assert page.evaluate(focused) == "b"
    page.evaluate("window.draw(['a', 'c'], true)")
    page.evaluate("window.draw(['a', 'c', 'd'], false)")
    assert page.evaluate(focused) == "c"


def test_the_focus_of_a_mouse_is_not_brought_back(page: Page) -> None:
    run(
        page,
        """
        const { FocusKeeper } = await import("/js/lib/focus.js");
        const keeper = new FocusKeeper("button:enabled");
        window.draw = (keys) => {
          keeper.look(root);
          render(keys.map((key) => h("button", { key }, key)), root);
          keeper.restore(root, true);
        };
        window.draw(["a", "b"]);
        """,
    )
    page.get_by_text("b").click()
    page.evaluate("window.draw(['a'])")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
