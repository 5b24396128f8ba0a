"""The gallery's index: all its pictures small, one page to look over with the eye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from tests.browser.studio import Picture

HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { background: #ddd; font: 14px system-ui, sans-serif; margin: 16px }
  h2 { font-size: 16px; margin: 24px 0 4px }
  .row { display: flex; gap: 8px; margin-bottom: 8px; align-items: flex-start }
  figure { margin: 0 }
  figcaption { font-size: 11px }
  img { display: block; height: 200px; max-width: 360px; object-fit: cover; object-position: top }
</style>
<h1>Gallery</h1>
"""


def write(folder: Path, taken: Iterable[Picture], faults: Mapping[str, Sequence[str]]) -> Path:
    """One row for each page and language; what looked wrong is listed below."""
    parts = [HEAD]
    for name, pictures in groupby(sorted(taken, key=in_order), key=lambda one: one.name):
        parts.append(f'<h2 id="{escape(name)}">{escape(name)}</h2>\n')
        for _, row in groupby(pictures, key=lambda one: one.language):
            parts.append(f'<div class="row">{"".join(map(thumbnail, row))}</div>\n')
    parts.append("<h2>What looks wrong</h2>\n<ul>\n")
    parts.extend(f"<li>{escape(line)}</li>\n" for line in told(faults))
    parts.append("</ul>\n</html>\n")
    file = folder / "index.html"
    file.write_text("".join(parts), encoding="utf-8")
    return file


def in_order(picture: Picture) -> tuple[str, str, int, str]:
    """By page, language, size and theme."""
    return picture.name, picture.language, int(picture.size), picture.theme


def thumbnail(picture: Picture) -> str:
    """The picture itself, small, loaded once it comes into sight."""
    words = f"{picture.language} {picture.size} {picture.theme}"
    return (
        f'<figure><a href="{picture.file}"><img loading="lazy" src="{picture.file}" alt="{words}">'
        f"</a><figcaption>{words}</figcaption></figure>"
    )


def told(faults: Mapping[str, Sequence[str]]) -> list[str]:
    """Each fault with the languages it was seen in."""
    return [f"{fault} ({', '.join(languages)})" for fault, languages in sorted(faults.items())]
