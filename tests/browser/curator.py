"""What `python3 -m tests.browser.gallery` can be asked for.

Without a choice it shows every page and every phase in four languages, three themes and three
sizes: thousands of pictures, for which it takes its time. A part of them is chosen so:
`--languages th ro --themes dark --sizes 320 --only gnav milkman-4-dice`. The folder is `.shots`
when none is named; `index.html` in it shows them all. `--readme` renews those of README.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from tests.browser import contact_sheet, sights
from tests.browser.studio import (
    LANGUAGES,
    SIZES,
    THEMES,
    USUAL_SIZES,
    USUAL_THEMES,
    Picture,
    Wish,
    opened,
)
from tests.serving import ROOT

POSTCARDS = {
    "lobby": ("lobby", "en", "1280", "light"),
    "gnav": ("gnav-4-settle-lift", "en", "1280", "light"),
    "milkman": ("milkman-2-ready", "en", "1280", "light"),
    "milkuro-phone": ("milkuro-4-taken", "en", "360", "light"),
    "mino-dice-phone": ("mino_dice-4-full-hand", "fr", "360", "dark"),
    "gnav-phone": ("gnav-4-turn", "th", "360", "contrast"),
}
"""The pictures of README.md: file, and page, language, size and theme."""

CARDS = ROOT / "docs" / "img"
CARD_QUALITY = 82


def main(arguments: list[str]) -> int:
    """Take them and say where they are, and what looked wrong."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.browser.gallery",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".shots")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=list(USUAL_THEMES))
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(USUAL_SIZES))
    parser.add_argument("--only", nargs="+", default=[""], metavar="BEGINNING")
    parser.add_argument("--readme", action="store_true", help="renew the pictures of README.md")
    wish = vars(parser.parse_args(arguments))
    return write_cards() if wish.pop("readme") else exhibit(Wish(**wish))


def exhibit(wish: Wish) -> int:
    """All that is asked for, language by language, and the page that shows it."""
    with opened(wish) as studio:
        for studio.language in wish.languages:
            sights.see_all(studio)
    index = contact_sheet.write(wish.folder, studio.taken, studio.faults)
    sys.stdout.writelines(f"{line}\n" for line in contact_sheet.told(studio.faults))
    sys.stdout.write(f"{len(studio.taken)} pictures: {index}\n")
    return 0


def write_cards() -> int:
    """The few pictures that README.md shows."""
    with opened(Wish(CARDS, quality=CARD_QUALITY, awkward=False)) as studio:
        for file, (name, language, size, theme) in POSTCARDS.items():
            studio.language = language
            studio.wish = dataclasses.replace(
                studio.wish, sizes=[size], themes=[theme], only=[name]
            )
            sights.see_all(studio)
            picture = Picture(name, language, size, theme)
            (CARDS / picture.file).replace(CARDS / f"{file}.webp")
    sys.stdout.write(f"{len(studio.taken)} pictures in {CARDS}\n")
    return 0
