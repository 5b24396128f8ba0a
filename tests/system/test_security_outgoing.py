"""No call ever leaves the house: a whole evening under the interpreter's own audit."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import orjson
from websockets.sync.client import ClientConnection, connect

from tests.serving import ROOT, serving

PATIENCE = 60
CALLERS = frozenset(
    (
        "httpx", "httpx2", "requests", "aiohttp", "urllib3", "urllib.request", "http.client",
        "ftplib", "smtplib", "telnetlib", "xmlrpc", "paramiko",
    )
)  # fmt: skip
HEALTH_CHECK = ROOT / "app" / "doctor.py"
"""Asks the server on this machine whether it is one of ours; started by hand."""


def ask(client: httpx2.Client, method: str, path: str, body: object = None) -> Any:
    """The JSON of a good answer."""
    answer = client.request(method, path, json=body)
    assert answer.status_code < 300, f"{path}: {answer.text}"
    return answer.json()


def newcomer(url: str, name: str) -> httpx2.Client:
    """A program with a token."""
    client = httpx2.Client(base_url=url, timeout=PATIENCE, trust_env=False)
    token = ask(client, "POST", "/api/players", {"name": name})["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def messages(connection: ClientConnection) -> Iterator[dict[str, Any]]:
    """What is told, one after another."""
    while True:
        yield orjson.loads(connection.recv(timeout=PATIENCE))


def play_evening(url: str) -> None:
    """Pages, a match of bots to its end, a table of people, chat, links, records, wrong turns."""
    with closing(newcomer(url, "Ada")) as ada, closing(newcomer(url, "Bob")) as bob:
        for path in ("/", "/me", "/privacy", "/rules/gnav", "/nothing", "/api/docs", "/readyz"):
            assert bob.get(path).status_code < 500
        bots = {"1": "easy", "2": "easy"}
        order = {"game": "milkuro", "seats": 3, "bots": bots, "start": True}
        table = ask(ada, "POST", "/api/tables", order)
        play_out(url, ada, table["id"])
        record = ask(ada, "GET", f"/api/tables/{table['id']}/record?draws=1")
        assert record["verdict"]["holds"]
        friends = {"game": "gnav", "seats": 4, "bots": {"2": "normal", "3": "hard"}, "start": True}
        shared = ask(ada, "POST", "/api/tables", friends)
        key = shared["links"]["play"].partition("?key=")[2]
        place = f"/api/tables/{shared['id']}"
        ask(bob, "POST", f"{place}/seats/1?key={key}", {"who": "me"})
        talk(url, bob, shared["id"])
        ask(ada, "POST", f"{place}/links", {"kind": "watch", "max_uses": 2})
        ask(ada, "POST", "/api/me/recovery", {})
        ask(ada, "POST", f"/api/tables/{table['id']}/rematch")


def play_out(url: str, client: httpx2.Client, table_id: str) -> None:
    """Always the first legal move, until there is a result."""
    with open_table(url, client, table_id) as connection:
        for message in messages(connection):
            if message["type"] not in ("state", "move"):
                continue
            if message.get("result") or message.get("table", {}).get("result"):
                return
            if message["legal"]:
                move, seq = message["legal"][0], message["seq"]
                frame = {"type": "move", "ref": f"m{seq}", "seq": seq, "move": move}
                connection.send(orjson.dumps(frame).decode())


def talk(url: str, client: httpx2.Client, table_id: str) -> None:
    """A line of chat, with an address in it that nobody looks up."""
    with open_table(url, client, table_id) as connection:
        line = {"type": "chat", "ref": "a", "room": "table", "text": "see http://192.0.2.9/a.png"}
        connection.send(orjson.dumps(line).decode())
        assert next(told for told in messages(connection) if told.get("ref") == "a")["type"] == "ok"


def open_table(url: str, client: httpx2.Client, table_id: str) -> ClientConnection:
    """A socket at the table."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table_id}/live"
    headers = {"Authorization": client.headers["Authorization"]}
    return connect(address, additional_headers=headers, compression=None, proxy=None)


def test_nothing_leaves_the_house_in_a_whole_evening(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db", "RATE_LIMITS": "off"}
    with serving(settings, module="tests.system.hermit") as server:
        assert server.output.count("OUTGOING socket.connect") == 1, "its own try is not heard"
        play_evening(server.url)
        server.stop()
        assert server.output.count("OUTGOING") == 1, server.output


def test_no_part_of_the_server_knows_how_to_call_others() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for name in imports_of(path)
        if name in CALLERS and path != HEALTH_CHECK
    ]
    assert found == []


def imports_of(path: Path) -> Iterator[str]:
    """The modules that a file imports, and the packages they are in."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from (alias.name, alias.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, node.module.partition(".")[0])
