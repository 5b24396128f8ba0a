"""Takes the pictures of `python3 -m tests.browser.gallery [FOLDER]`.

Every page is shown in each language, size and theme that is asked for; `index.html` in the folder
shows all of them small. What looks wrong to the machine (see inspector.py) is said at the end.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from tests import services
from tests.browser.company import Company
from tests.browser.drawn import DRAWN
from tests.browser.inspector import faults_of
from tests.serving import ServerProcess, serving

LANGUAGES = {"en": "en-GB", "fr": "fr-FR", "ro": "ro-RO", "th": "th-TH"}
SIZES = {
    "320": (320, 568),
    "360": (360, 640),
    "820": (820, 1180),
    "1280": (1280, 800),
    "2560": (2560, 1440),
    "568": (568, 320),
}
DESK: ViewportSize = {"width": 1280, "height": 800}
"""How a page is between its pictures, with room for everything that is pressed."""
USUAL_SIZES = ("320", "820", "1280")
TALLEST = 12_000
"""Pixels of a long page that are shown: the format of the pictures ends at 16 383."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What a person asks of their system."""

    colours: Literal["light", "dark"]
    contrast: Literal["no-preference", "more"]


THEMES = {
    "light": Theme("light", "no-preference"),
    "dark": Theme("dark", "no-preference"),
    "contrast": Theme("light", "more"),
    "dark-contrast": Theme("dark", "more"),
}
USUAL_THEMES = ("light", "dark", "contrast")


@dataclass(frozen=True, slots=True)
class Wish:
    """Which pictures, and where to."""

    folder: Path
    languages: Sequence[str] = tuple(LANGUAGES)
    themes: Sequence[str] = USUAL_THEMES
    sizes: Sequence[str] = USUAL_SIZES
    only: Sequence[str] = ("",)
    quality: int = 78
    awkward: bool = True
    """Whether somebody's name is as wide as a name can be."""

    def may_want(self, beginning: str) -> bool:
        """Whether some picture may be asked for whose name begins like that."""
        return any(one.startswith(beginning) or beginning.startswith(one) for one in self.only)

    def wants(self, name: str) -> bool:
        """Whether this picture is asked for."""
        return name.startswith(tuple(self.only))


@dataclass(frozen=True, slots=True)
class Picture:
    """One file of the gallery."""

    name: str
    language: str
    size: str
    theme: str

    @property
    def file(self) -> str:
        """Its name in the folder."""
        return f"{self.name}-{self.language}-{self.size}-{self.theme}.webp"


@dataclass(slots=True)
class Studio:
    """Takes pictures of one page at a time; `language` is that of whoever comes."""

    company: Company
    wish: Wish
    server: ServerProcess
    language: str = "en"
    taken: list[Picture] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=dict)
    _cameras: dict[Page, CDPSession] = field(default_factory=dict)

    def come(self) -> Page:
        """Somebody new who reads this language."""
        return self.company.come(locale=LANGUAGES[self.language], viewport=DESK)

    def shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        """The page as it is now; `whole`: with what lies below the fold."""
        if not self.wish.wants(name):
            return
        for size in self.wish.sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for theme in self.wish.themes:
                put_on(page, THEMES[theme])
                picture = Picture(name, self.language, size, theme)
                self._develop(page, self.wish.folder / picture.file, whole=whole)
                self.taken.append(picture)
                self._look(page, f"{name} {size}")
        page.set_viewport_size(DESK)

    def _look(self, page: Page, place: str) -> None:
        for fault in faults_of(page):
            seen = self.faults.setdefault(f"{place}: {fault}", [])
            if self.language not in seen:
                seen.append(self.language)

    def _develop(self, page: Page, file: Path, *, whole: bool) -> None:
        if page not in self._cameras:
            self._cameras[page] = page.context.new_cdp_session(page)
        settings: dict[str, Any] = {"format": "webp", "quality": self.wish.quality}
        if whole:
            page.evaluate("scrollTo(0, 0)")  # what stays where one looks stands at the top
            width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
            clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST), "scale": 1}
            settings |= {"captureBeyondViewport": True, "clip": clip}
        answer = self._cameras[page].send("Page.captureScreenshot", settings)
        file.write_bytes(base64.b64decode(answer["data"]))


def put_on(page: Page, theme: Theme) -> None:
    """Show the page as to somebody who wishes for this theme, and wait until it is drawn."""
    page.emulate_media(color_scheme=theme.colours, contrast=theme.contrast, reduced_motion="reduce")
    page.evaluate(DRAWN)


def settings_in(folder: str) -> dict[str, str]:
    """Those of a house of its own that nobody is in a hurry in."""
    return {"DATABASE_URL": f"sqlite:///{folder}/tables.db", "RATE_LIMITS": "off"}


@contextmanager
def opened(wish: Wish) -> Iterator[Studio]:
    """A studio with a server and a browser of its own."""
    wish.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(settings_in(data), "tests.browser.stuck") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=services.find_chromium(), args=list(services.CHROMIUM_FLAGS)
        )
        studio = Studio(Company(browser, server.url), wish, server)
        yield studio
        studio.company.go_home()
        sys.stderr.writelines(f"{words}\n" for words in studio.company.complaints)
        browser.close()
