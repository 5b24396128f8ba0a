"""A page of nothing but the modules that draw, under the product's own policy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).resolve().parents[2] / "static"
ORIGIN = "http://kitchen.invalid"
EMPTY_PAGE = '<!doctype html><html lang="en"><title>x</title><body><main id="root"></main>'
CSP = "default-src 'self'"

IMPORTS = """
const { h, owedIn, render, renderOwed } = await import("/js/lib/h.js");
const { beginMoving, renderBegun, renderMoving, renderOwedMoving } =
  await import("/js/lib/flip.js");
const root = document.getElementById("root");
const parts = (words) => h("main", null, Object.entries(words).map(([key, word]) =>
  h("p", { key, part: true, class: word }, h("b", null, word))));
const told = () => [...root.querySelectorAll("p")].map((p) => `${p.className}:${p.innerText}`);
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


@contextmanager
def bare_page(browser: Browser) -> Iterator[Page]:
    """An empty page that has the static tree."""
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()


def run(page: Page, script: str) -> Any:
    """Run a script that has the modules at hand; answers what it returns."""
    return page.evaluate(f"(async () => {{ {IMPORTS} {script} }})()")
