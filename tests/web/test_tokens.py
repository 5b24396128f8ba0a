"""The colours of `tokens.css` can be read: contrasts by WCAG 2.2, in every scheme."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.web.install import LINEN

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static" / "css" / "tokens.css").read_text()
DESIGN = (ROOT / "docs" / "design.md").read_text()
BLOCK = re.compile(r"(?:@media ([^{]+)\{\s*)?:root \{([^}]*)\}")
TOLD = re.compile(r"^\| `([a-z-]+)` \|((?: `#[0-9a-f]{3,6}` \|){4})", re.MULTILINE)
COMPARED = re.compile(r"^\| `([a-z-]+)` on `([a-z-]+)` \|((?: [0-9.]+ \|){4})", re.MULTILINE)
SIZED = re.compile(r"^\| `(leading[a-z-]*)` \| ([0-9.]+) \| ([0-9.]+) \|", re.MULTILINE)
COLOUR = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,6});")

PAIRS = [
    *((ink, paper) for ink in ("ink", "soft") for paper in ("page", "surface", "surface-sunk")),
    *((ink, "surface") for ink in ("accent", "go", "warn")),
    ("accent", "page"),
    ("on-accent", "accent"),
    ("on-butter", "butter"),
    ("on-table", "table"),
    ("on-table", "table-light"),
]


def schemes() -> dict[str, dict[str, str]]:
    """The colours of each scheme; each starts from the light one, the last from all others."""
    found = {
        (media or "").strip(): dict(COLOUR.findall(body)) for media, body in BLOCK.findall(CSS)
    }
    light, dark = found[""], found["(prefers-color-scheme: dark)"]
    more = found["(prefers-contrast: more)"]
    both = found["(prefers-contrast: more) and (prefers-color-scheme: dark)"]
    return {
        "light": light,
        "dark": light | dark,
        "more": light | more,
        "more, dark": light | dark | more | both,
    }


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", ["light", "dark", "more", "more, dark"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_text_can_be_read(scheme: str, ink: str, paper: str) -> None:
    colours = schemes()[scheme]
    needed = 7 if scheme.startswith("more") else 4.5
    assert contrast(colours[ink], colours[paper]) >= needed, (colours[ink], colours[paper])


def test_the_design_tells_the_colours_as_they_are() -> None:
    told = {token: re.findall("#[0-9a-f]+", row) for token, row in TOLD.findall(DESIGN)}
    assert {"page", "surface", "ink", "soft", "accent", "go", "warn", "butter"} <= told.keys()
    of_all = list(schemes().values())
    assert told == {token: [colours[token] for colours in of_all] for token in told}


def test_the_design_tells_the_contrasts_as_they_are() -> None:
    of_all = list(schemes().values())
    compared = COMPARED.findall(DESIGN)
    assert compared
    for ink, paper, row in compared:
        found = [f"{contrast(colours[ink], colours[paper]):.1f}" for colours in of_all]
        assert row.replace("|", "").split() == found, (ink, paper)


def test_the_design_tells_the_heights_of_lines_as_they_are() -> None:
    sized = SIZED.findall(DESIGN)
    assert len(sized) == 3
    for token, plain, thai in sized:
        assert re.findall(rf"--{token}: ([0-9.]+);", CSS) == [plain, thai]


def test_the_design_tells_sizes_spaces_and_times_as_they_are() -> None:
    sizes = dict(re.findall(r"^\| `(text-[a-z]+)` \| ([0-9.]+) (?:rem|to)", DESIGN, re.MULTILINE))
    assert sizes.keys() == {"text-small", "text-large", "text-title", "text-big", "text-huge"}
    for token, size in sizes.items():
        assert re.search(rf"--{token}: (clamp\()?{re.escape(size)}rem", CSS), token
    steps = re.findall(r"--space-\d+: (\d+)px;", CSS)
    assert f"Steps of 4 px: {', '.join(steps)} (`space-1` to `space-12`)" in DESIGN
    assert f"Corners are {value('radius')} (`radius`)" in DESIGN
    assert f"{value('radius-large')} for a whole sheet (`radius-large`)" in DESIGN
    assert f"{value('quick')} (`quick`)" in DESIGN
    assert f"{value('travel')} (`travel`)" in DESIGN
    assert f"Out of `{value('ease')}`" in DESIGN


def value(token: str) -> str:
    """A token in the light scheme, its unit apart, as it is written in a text."""
    found = re.search(rf"--{token}: ([^;]+);", CSS)
    assert found
    return re.sub(r"^(\d+)(px|ms)$", r"\1 \2", found[1])


def test_scripts_move_as_long_as_sheets_do() -> None:
    flip = (ROOT / "static" / "js" / "lib" / "flip.js").read_text()
    assert f"TRAVEL = {value('travel').removesuffix(' ms')};" in flip
    assert f'EASE = "{value("ease")}";' in flip


def test_what_stands_outside_the_page_has_its_colours() -> None:
    """The bar of a browser, a home screen and the little pictures of the looks."""
    of_all = schemes()
    layout = (ROOT / "templates" / "layout.html").read_text()
    metas = re.findall(r'name="theme-color" content="(#\w+)"', layout)
    pages = [whole(of_all[scheme]["page"]) for scheme in ("more, dark", "more", "dark", "light")]
    assert [whole(colour) for colour in metas] == pages
    assert of_all["light"]["page"] == LINEN
    look = (ROOT / "static" / "css" / "look.css").read_text()
    swatches = re.findall(r"--linen: (#\w+);\s+--wood: (#\w+);", look)
    lights = [of_all[scheme] for scheme in ("light", "dark", "more", "more, dark")]
    assert swatches == [(light["page"], light["table"]) for light in lights]


def whole(colour: str) -> str:
    """A colour in six digits."""
    digits = colour.removeprefix("#")
    return "#" + ("".join(2 * digit for digit in digits) if len(digits) == 3 else digits)
