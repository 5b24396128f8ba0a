"""A game written as `docs/adding-a-game.md` shows it: installed, certified, served and played."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import orjson
import pytest
from websockets.sync.client import connect

from app.web.modules import without_comments
from tests.installed import PAGE, ROOT, files_on_page, install
from tests.serving import ServerProcess, serving

PACKAGE = "kitchen-sugar"
SEATS = 4


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's package in it, installed."""
    folder = tmp_path_factory.mktemp("site")
    install(files_on_page(), folder)
    return folder


def settings_for(site: Path, folder: Path) -> dict[str, str]:
    """What a server needs that offers the page's game."""
    return {
        "DATABASE_URL": f"sqlite:///{folder}/tables.db",
        "RATE_LIMITS": "off",
        "PYTHONPATH": str(site),
        "GAMES_FROM": PACKAGE,
    }


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product with the page's game."""
    with serving(settings_for(site, tmp_path_factory.mktemp("kitchen"))) as running:
        yield running


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[httpx2.Client]:
    """A guest with a token."""
    with guest_of(server) as client:
        yield client


@contextmanager
def guest_of(server: ServerProcess) -> Iterator[httpx2.Client]:
    """Somebody with a token, at one server."""
    with httpx2.Client(base_url=server.url, timeout=30) as client:
        token = client.post("/api/players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`python3 -m app …` where the package is installed."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words, "--games-from", PACKAGE],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=200,
    )


def test_the_page_shows_every_part_and_readme_leads_to_it() -> None:
    assert set(files_on_page()) == {
        "pyproject.toml",
        "kitchen_sugar/__init__.py",
        "kitchen_sugar/rules.py",
        "kitchen_sugar/policy.py",
        "kitchen_sugar/search.py",
        "kitchen_sugar/static/js/games/sugar.js",
        "kitchen_sugar/static/css/games/sugar.css",
        "kitchen_sugar/static/locales/en.json",
        "kitchen_sugar/templates/rules/en/sugar.html",
        "kitchen_sugar/templates/art/sugar.html",
    }
    assert PAGE.relative_to(ROOT).as_posix() in (ROOT / "README.md").read_text()


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("ruff", "check", "--config", "pyproject.toml", "--ignore=S311"), id="ruff"),
        pytest.param(("ruff", "format", "--check", "--config", "pyproject.toml"), id="format"),
        pytest.param(("mypy", "--strict"), id="mypy"),
        pytest.param(("oxlint", "--deny-warnings"), id="oxlint"),
    ],
)
def test_the_page_keeps_our_style(site: Path, command: tuple[str, ...]) -> None:
    tool, *flags = command
    done = subprocess.run(
        [Path(sys.executable).with_name(tool), *flags, site / "kitchen_sugar"],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_certified(site: Path) -> None:
    done = run(site, "certify", "sugar")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == "Sugar Cubes is certified."
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert any("brute force" in line for line in lines)


def test_bots_play_it_in_other_processes(site: Path) -> None:
    flags = ("--matches", "4", "--levels", "hard,normal,easy", "--iterations", "5", "--jobs", "2")
    done = run(site, "simulate", "sugar", *flags)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Sugar Cubes, 3 seats, 4 matches, seed 1\n")


def test_it_speaks_the_engine_protocol(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "rules", "sugar"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(site), "GAMES_FROM": PACKAGE},
        input='{"cmd": "new", "seats": 2, "match_seed": "%s"}\n' % ("0" * 64),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert '"type":"rolled"' in done.stdout, done.stderr


def test_it_is_examined_at_the_start_and_offered(server: ServerProcess, ada: httpx2.Client) -> None:
    assert "Examining Sugar Cubes from kitchen-sugar" in server.output
    games = {game["key"]: game for game in ada.get("/api/games").json()["games"]}
    assert list(games)[-1] == "sugar"
    assert games["sugar"]["options"]["properties"]["rounds"]["enum"] == [3, 5, 7]
    assert "sugar" in ada.get("/api/schema").json()["games"]


def test_its_words_pages_and_files_are_among_ours(ada: httpx2.Client) -> None:
    files = files_on_page()
    lobby = ada.get("/").text
    assert "2 to 4 people, 5 minutes" in lobby
    assert files["kitchen_sugar/templates/art/sugar.html"].splitlines()[1].strip() in lobby
    assert "A die under every cup" in ada.get("/rules/sugar").text
    tree = re.search(r"/static/[0-9a-f]+", lobby)
    assert tree is not None
    for name in ("js/games/sugar.js", "css/games/sugar.css"):
        answer = ada.get(f"{tree[0]}/{name}")
        ours = files[f"kitchen_sugar/static/{name}"]
        assert answer.text == without_comments(ours, ending=name[name.rindex(".") :])
        assert "immutable" in answer.headers["cache-control"]
    words = ada.get(f"{tree[0]}/locales/en.json").json()
    assert words["sugar.move.lift"] == "Lift the cups"
    assert words["site.name"] == "Kitchen Table"


def play(server: ServerProcess, ada: httpx2.Client, table_id: str) -> dict[str, Any]:
    """Random legal moves over the socket until the match has ended; its result."""
    rng = Random(3)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table_id}/live"
    headers = {"Authorization": ada.headers["Authorization"]}
    with connect(address, additional_headers=headers) as wire:
        for message in map(orjson.loads, wire):
            assert message["type"] not in ("error", "bye"), message
            if message.get("result") is not None:
                return dict(message["result"])
            if message.get("legal"):
                seq, move = message["seq"], rng.choice(message["legal"])
                wire.send(json.dumps({"type": "move", "ref": f"r{seq}", "seq": seq, "move": move}))
    raise AssertionError("The socket was closed before the match had ended.")


def test_a_match_of_it_is_played_over_the_api(
    site: Path, server: ServerProcess, ada: httpx2.Client, tmp_path: Path
) -> None:
    order = {"game": "sugar", "seats": SEATS, "options": {"rounds": 7}, "start": True}
    bots = {"1": "easy", "2": "normal", "3": "hard"}
    answer = ada.post("/api/tables", json={**order, "bots": bots})
    assert answer.status_code == 201, answer.text
    table_id = answer.json()["id"]
    result = play(server, ada, table_id)
    assert sum(result["scores"]) == 7 * (SEATS - 1)
    assert ada.get(f"/api/tables/{table_id}").json()["result"] == result
    record = tmp_path / "record.json"
    record.write_text(ada.get(f"/api/tables/{table_id}/record").text)
    assert run(site, "verify", str(record)).stdout.splitlines()[-1] == "The record holds."


def test_a_package_that_is_named_no_longer_takes_its_tables_along(
    site: Path, tmp_path: Path
) -> None:
    order = {"game": "sugar", "seats": 2, "bots": {"1": "easy"}, "start": True}
    with serving(settings_for(site, tmp_path)) as server, guest_of(server) as ada:
        table = ada.post("/api/tables", json={**order, "visibility": "public"}).json()
        address = f"/api/tables/{table['id']}"
        server.stop()
        named = server.settings.pop("GAMES_FROM")
        server.restart()
        assert ada.get(address).status_code == 404
        assert ada.get(f"/t/{table['id']}").status_code == 404
        assert ada.get("/").status_code == 200
        assert ada.get("/api/me").json()["tables"] == []
        assert ada.get("/api/tables?state=playing").json()["tables"] == []
        server.stop()
        server.settings["GAMES_FROM"] = named
        server.restart()
        assert ada.get(address).json()["state"] == "playing"
        assert [own["id"] for own in ada.get("/api/me").json()["tables"]] == [table["id"]]
