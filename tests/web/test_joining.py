"""Modules in one file mean what they mean apart, or are left apart."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.web.joining import Joiner
from app.web.modules import keys_said, modules_below, without_comments
from app.web.statics import load_statics
from tests.services import find_node
from tests.serving import ROOT

ODD = {
    "js/page.js": """\
import { load } from "./lib/load.js";
import * as sums from "./lib/sums.js";
import { odd as isOdd } from "./lib/odd.js";
import "./lib/first.js";

const board = await load("gnav");
const said = [board.name, board.twice(4), sums.add(1, 2), isOdd(7), globalThis.first];
said.push(board === (await load("gnav")), board.home.endsWith("js/games/gnav/place.txt"));
process.stdout.write(JSON.stringify(said));
""",
    "js/lib/first.js": 'globalThis.first = "first";\n',
    "js/lib/load.js": "export const load = (game) => import(`../games/${game}.js`);\n",
    "js/lib/sums.js": """\
const name = "sums";
export function add(a, b) {
  return a + b;
}
export const own = name;
""",
    "js/lib/odd.js": """\
import { even } from "./even.js";
export function odd(n) {
  return n > 0 && even(n - 1);
}
""",
    "js/lib/even.js": """\
import { odd } from "./odd.js";
export async function later() {}
export function even(n) {
  return n === 0 || odd(n - 1);
}
""",
    "js/games/gnav.js": """\
export { add as plus, own } from "../lib/sums.js";
import { add } from "../lib/sums.js";
export const name = "Gnav";
export const home = new URL("gnav/place.txt", import.meta.url).href;
export class Board {}
export function twice(n) {
  return add(n, n);
}
""",
}
ENTRIES = ("js/page.js", "js/games/gnav.js")


def run(folder: Path, files: Mapping[str, str], entry: str) -> str:
    """What a script says, run from these files alone."""
    for name, text in {**files, "package.json": '{"type": "module"}'}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(
        [find_node(), folder / entry], capture_output=True, text=True, timeout=30, check=True
    )
    return done.stdout


def test_joined_modules_do_what_they_do_apart(tmp_path: Path) -> None:
    joined = Joiner(ODD).join(ENTRIES, "joined/page/gnav.js")
    assert joined is not None
    apart = run(tmp_path / "apart", ODD, "js/page.js")
    assert apart == '["Gnav",8,3,true,"first",true,true]'
    together = {"joined/page/gnav.js": joined}
    assert run(tmp_path / "together", together, "joined/page/gnav.js") == apart


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        "export let open = true;\n",
        'import all from "./lib/sums.js";\n',
        'import { nothing } from "./lib/nowhere.js";\n',
        'export * from "./lib/sums.js";\n',
        "export const one = 1, two = 2;\n",
        "export const one = [1,\n  2],\n  two = 2;\n",
        "await Promise.resolve();\n",
        "export const one = await 1;\n",
        "for await (const one of []) one;\n",
    ],
)
def test_what_would_not_mean_the_same_is_left_apart(text: str) -> None:
    assert Joiner({**ODD, "js/games/gnav.js": text}).join(ENTRIES, "joined/page.js") is None


@pytest.mark.parametrize(
    "text",
    [
        'export const one = { a: [1, 2], b: "x, y" };\n',
        "export const one = (a, b = 2) => a + b;\n",
        "export const one = async () => {\n  await two();\n};\n",
        "export class One extends Map {}\n",
    ],
)
def test_what_means_the_same_is_joined(text: str) -> None:
    assert Joiner({**ODD, "js/games/gnav.js": text}).join(ENTRIES, "joined/page.js") is not None


@pytest.mark.parametrize("told", ["export const odd = even;", "export class odd {}"])
def test_a_ring_of_more_than_functions_is_left_apart(told: str) -> None:
    ring = {**ODD, "js/lib/odd.js": f'import {{ even }} from "./even.js";\n{told}\n'}
    assert Joiner(ring).join(ENTRIES, "joined/page.js") is None


def test_every_page_of_ours_comes_in_one_piece() -> None:
    statics = load_statics(ROOT / "static")
    pages = {page for page, _ in statics.needs}
    assert {"lobby", "table", "replay", "me", "come"} <= pages
    assert [page for page, needs in statics.needs.items() if needs.modules] == []
    assert all(statics.script(*page) in statics.files for page in statics.needs)


def test_modules_are_found_all_the_way_down() -> None:
    below = modules_below(ODD, "js/lib/odd.js", "js/none.js")
    assert below == ("js/lib/even.js", "js/lib/odd.js")


def test_comments_stay_at_home_and_lines_keep_their_numbers() -> None:
    text = '/**\n * Why.\n */\nconst a = "/* no */"; // kept\n  // gone\n/** one */\nconst b = 1;\n'
    bare = without_comments(text, ending=".js")
    assert bare == '\n\n\nconst a = "/* no */"; // kept\n\n\nconst b = 1;\n'
    assert without_comments("/* a */\n// b\n", ending=".css") == "\n// b\n"


def test_what_stands_between_comments_is_kept() -> None:
    text = "  /** @type {any} */ (one).two();\n  const a = 1;\n  /** Three. */\n  three();\n"
    bare = without_comments(text, ending=".js")
    assert bare == "  /** @type {any} */ (one).two();\n  const a = 1;\n\n  three();\n"


COMMENTS = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("ending", ["css", "js"])
def test_our_own_files_lose_nothing_but_comments(ending: str) -> None:
    for path in sorted((ROOT / "static").rglob(f"*.{ending}")):
        text = path.read_text()
        bare = without_comments(text, ending=f".{ending}")
        said = [COMMENTS.sub("", one).split() for one in (text, bare)]
        assert said[0] == said[1], path


def test_words_are_those_that_scripts_may_say() -> None:
    known = ("a.one", "a.two", "a.two.more", "b.x", "b.y.z", "c.last", "gnav.any", "milkman.any")
    texts = ['t("a.two")', "t(`b.${x}`)", "t('c.las')", "const css = '.c.last';"]
    said = keys_said(texts, known, "gnav")
    assert said == {"a.two", "a.two.more", "b.x", "b.y.z", "gnav.any"}


def test_a_page_has_all_words_that_its_scripts_quote() -> None:
    statics = load_statics(ROOT / "static", templates=(ROOT / "templates",))
    words = {page: statics.files[f"{statics.words(*page)}/fr.json"].body for page in statics.needs}
    assert b'"milkman.' in words["table", "milkman"]
    assert b'"milkman.' not in words["table", "gnav"]
    assert b'"admin.' not in b"".join(words.values())
    assert b'"nav.skip"' in words["table", "gnav"]
    assert all(b'"caution.understood"' in own for own in words.values())
    assert b'"error.not_found"' in words["lobby", None]
