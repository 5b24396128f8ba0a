"""axe: whether a page is for everybody, in every theme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.drawn import DRAWN

THEMES = (
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
    ("dark", "more"),
)
"""The schemes and contrasts that a system may ask for."""
THRIFTY = {"preload": False, "resultTypes": ["violations"]}
"""axe looks for sheets that a sheet imports in the folder of the page, where they are not; and it
tells at length only what is wrong."""


def findings(page: Page) -> list[str]:
    """All that axe has to say, with the elements that it means."""
    report = Axe().run(page, options=THRIFTY).response
    assert len(report["passes"]) > 10
    return told_in(report)


def faint_findings(page: Page) -> list[str]:
    """The same for colours alone, of a page that was looked at in other colours already."""
    report = Axe().run(page, options={**THRIFTY, "runOnly": ["color-contrast"]}).response
    assert len(report["passes"]) == 1 or report["violations"]
    return told_in(report)


def told_in(report: dict[str, Any]) -> list[str]:
    """The findings of a report, a line each."""
    return [
        f"{rule['id']}: {node['html']} {node.get('failureSummary', '')}"
        for rule in report["violations"]
        for node in rule["nodes"]
    ]


def put_on(page: Page, theme: tuple[str, str]) -> None:
    """Show the page in a theme, as the system asks for it."""
    scheme, contrast = theme
    page.emulate_media(color_scheme=scheme, contrast=contrast)  # type: ignore[arg-type]
    page.evaluate(DRAWN)


def findings_in(page: Page, themes: Sequence[tuple[str, str]]) -> list[str]:
    """Everything in the first theme, and the colours in the others: nothing else depends on it."""
    put_on(page, themes[0])
    found = findings(page)
    for theme in themes[1:]:
        put_on(page, theme)
        found += [f"{theme}: {finding}" for finding in faint_findings(page)]
    return found


def findings_in_all_themes(page: Page) -> list[str]:
    """The same in every theme that there is."""
    return findings_in(page, THEMES)
