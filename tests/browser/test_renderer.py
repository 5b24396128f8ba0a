"""The renderer and the travelling of things, in a real page without a server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.bare import bare_page, run


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with bare_page(browser) as page:
        yield page


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


def test_parts_that_are_too_much_for_a_picture_stay_as_they_are_until_the_next(page: Page) -> None:
    seen = run(
        page,
        """
        render(parts({ a: "one", b: "one", c: "one" }), root);
        render(parts({ a: "two", b: "two", c: "two" }), root, 2);
        const pictures = [[told(), owedIn(root).length]];
        while (owedIn(root).length > 0) {
          renderOwed(root, 1);
          pictures.push([told(), owedIn(root).length]);
        }
        return pictures;
        """,
    )
    assert seen == [
        [["two:two", "one:one", "one:one"], 2],
        [["two:two", "two:two", "one:one"], 1],
        [["two:two", "two:two", "two:two"], 0],
    ]


def test_parts_of_the_same_name_come_together(page: Page) -> None:
    seen = run(
        page,
        """
        const named = (word) => h("main", null, ["a", "b", "c"].map((key) =>
          h("p", { key, part: key === "a" || "reveal", class: word }, word)));
        render(named("one"), root);
        render(named("two"), root, 0);
        const pictures = [told()];
        while (owedIn(root).length > 0) {
          renderOwed(root, 1);
          pictures.push(told());
        }
        return pictures;
        """,
    )
    assert seen == [
        ["one:one", "one:one", "one:one"],
        ["two:two", "one:one", "one:one"],
        ["two:two", "two:two", "two:two"],
    ]


def test_a_new_part_is_there_before_its_inside(page: Page) -> None:
    seen = run(
        page,
        """
        render(parts({ a: "one" }), root);
        render(parts({ a: "one", b: "new" }), root, 1);
        const hollow = told();
        renderOwed(root, Infinity);
        return [hollow, told(), owedIn(root).length];
        """,
    )
    assert seen == [["one:one", "new:"], ["one:one", "new:new"], 0]


def test_what_is_drawn_next_counts_and_nothing_that_was_owed_before(page: Page) -> None:
    seen = run(
        page,
        """
        const first = parts({ a: "one", b: "one", c: "one" });
        render(first, root);
        render(parts({ a: "two", b: "two", c: "two" }), root, 1);
        render(parts({ a: "three", b: "three" }), root);
        const whole = [told(), owedIn(root).length];
        render(parts({ a: "four", b: "four" }), root, 1);
        const same = h("main", null, h("p", { key: "b", part: true, class: "five" }, "five"));
        render(same, root, 0);
        render(same, root, 0);
        const late = told();
        renderOwed(root, Infinity);
        return [whole, late, told(), owedIn(root).length];
        """,
    )
    assert seen == [[["three:three", "three:three"], 0], ["three:three"], ["five:five"], 0]


def test_a_part_goes_back_to_what_it_was_drawn_from(page: Page) -> None:
    """The same description as the one that is drawn takes away what was owed in between."""
    seen = run(
        page,
        """
        const part = (word) => h("p", { key: "a", part: true, class: word }, word);
        const [one, two] = [part("one"), part("two")];
        render(h("main", null, one), root);
        render(h("main", null, two), root, 0);
        render(h("main", null, one), root, 0);
        renderOwed(root, Infinity);
        return told();
        """,
    )
    assert seen == ["one:one"]


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
