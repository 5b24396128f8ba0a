"""Static files: one hash for the tree, for ever in caches, nothing outside it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app.web.pieces import BOARDED
from app.web.statics import accepts_gzip, load_statics
from tests.web.kitchen import FILES, Kitchen, write_files


def current(kitchen: Kitchen) -> str:
    """The path of today's tree."""
    root: str = kitchen.app.state.web.templates.statics.root
    return root


def test_a_current_address_may_be_kept_for_ever(kitchen: Kitchen) -> None:
    answer = kitchen.client().get(f"{current(kitchen)}/css/base.css")
    assert answer.status_code == 200
    assert answer.text == FILES["css/base.css"]
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_stale_address_is_served_and_asked_for_again(kitchen: Kitchen) -> None:
    client = kitchen.client()
    answer = client.get("/static/0123456789abcdef/js/table.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    again = client.get("/static/0123456789abcdef/js/table.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"


def test_who_does_not_read_gzip_gets_it_plain(kitchen: Kitchen) -> None:
    answer = kitchen.client().get(
        f"{current(kitchen)}/css/base.css", headers={"Accept-Encoding": "br, gzip;q=0"}
    )
    assert "content-encoding" not in answer.headers
    assert answer.text == FILES["css/base.css"]


def test_head_tells_the_headers_alone(kitchen: Kitchen) -> None:
    answer = kitchen.client().head(f"{current(kitchen)}/img/mark.svg")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    ["", "css", "css/", "css/other.css", "../kitchen.db", "..%2Fkitchen.db", "%2e%2e/kitchen.db",
     "/etc/passwd", "css/base.css%00", ".hidden"],
)  # fmt: skip
def test_nothing_else_is_served(kitchen: Kitchen, path: str) -> None:
    answer = kitchen.client().get(f"{current(kitchen)}/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_the_hash_names_names_and_contents(tmp_path: Path) -> None:
    write_files(tmp_path)
    folder = tmp_path / "static"
    first = load_statics(folder)
    assert load_statics(folder).tree == first.tree
    (folder / "css" / "base.css").write_text("body { color: white }\n")
    second = load_statics(folder)
    (folder / "css" / "base.css").rename(folder / "css" / "other.css")
    (folder / ".hidden").write_text("a draft")
    third = load_statics(folder)
    assert len({first.tree, second.tree, third.tree}) == 3
    assert ".hidden" not in third.files


def test_packed_files_are_the_same_and_smaller(tmp_path: Path) -> None:
    write_files(tmp_path)
    file = load_statics(tmp_path / "static").files["js/table.js"]
    assert file.packed is not None
    assert len(file.packed) < len(file.body)
    assert gzip.decompress(file.packed) == file.body


@pytest.mark.parametrize(
    ("header", "accepted"),
    [("gzip", True), ("deflate, GZIP;q=0.5", True), ("", False), ("br", False),
     ("gzip; q=0", False), ("*", False)],
)  # fmt: skip
def test_accept_encoding(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_installed_games_come_into_the_same_tree_and_displace_nothing(tmp_path: Path) -> None:
    write_files(tmp_path / "ours")
    game = tmp_path / "game"
    for name, text in {
        "js/games/sugar.js": "export const say = null;\n",
        "css/base.css": "body { color: sugar }\n",
        "locales/en.json": '{"sugar.table": "The table"}',
    }.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text)
    ours = load_statics(tmp_path / "ours" / "static")
    both = load_statics(tmp_path / "ours" / "static", game)
    assert both.tree != ours.tree
    pieces = {
        "joined/table/sugar.js",
        *(f"joined/{page}/sugar.css" for page in BOARDED),
        *(f"words/table/sugar/{own}.json" for own in ("en", "fr")),
    }
    assert set(both.files) == {*ours.files, "js/games/sugar.js", *pieces}
    assert both.files["words/table/sugar/en.json"].body == b'{"sugar.table":"The table"}'
    assert both.files["css/base.css"] == ours.files["css/base.css"]
    words = both.files["locales/en.json"].body
    assert words == b'{"site.name":"Kitchen Table","sugar.table":"The table"}'
