"""`python3 -m tests.browser.icons`: the icons of a home screen, drawn from the mark by Chromium."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from app import bootstrap

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "static" / "img"

ICONS = {
    "icon-192.png": (192, 0.84, 0.22),
    "icon-512.png": (512, 0.84, 0.22),
    "icon-maskable-512.png": (512, 0.62, 0.0),
    "icon-180.png": (180, 0.74, 0.0),
}
"""Pixels, and what the mark and the rounding of the corners take of them. A maskable icon may be
cut to a circle of four fifths, and Apple rounds the corners itself."""

PAGE = """<!doctype html><style>
html, body {{ margin: 0; background: transparent }}
div {{ width: {size}px; height: {size}px; border-radius: {corner}px; background: {linen};
  display: grid; place-items: center }}
img {{ width: {mark}px }}
</style><div><img src="data:image/svg+xml;base64,{svg}"></div>"""


def page_of(size: int, mark: float, corner: float) -> str:
    """The mark on linen."""
    from app.web.install import LINEN  # not before the packages are there

    svg = base64.b64encode((IMAGES / "mark.svg").read_bytes()).decode()
    return PAGE.format(
        size=size, mark=round(size * mark), corner=round(size * corner), linen=LINEN, svg=svg
    )


def draw() -> None:
    """Write all icons into the folder of images."""
    from playwright.sync_api import sync_playwright  # not before the packages are there

    from tests import services

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=services.find_chromium())
        page = browser.new_page(color_scheme="light")
        for name, (size, mark, corner) in ICONS.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(page_of(size, mark, corner))
            page.screenshot(path=IMAGES / name, omit_background=True)
        browser.close()


def main() -> int:
    """Make sure that the packages are there, and draw."""
    bootstrap.enter("tests.browser.icons", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    draw()
    return 0


if __name__ == "__main__":
    sys.exit(main())
