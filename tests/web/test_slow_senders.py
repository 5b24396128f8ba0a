"""Who calls is asked when all of a call is there, not before its sender has come to an end."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import orjson
import pytest

from tests.web.kitchen import Kitchen
from tests.web.serving import served
from tests.web.staff import Keeper, keeper_of

PATIENCE = 20


@dataclass(frozen=True)
class Server:
    """A kitchen behind a real socket."""

    kitchen: Kitchen
    address: str

    def slowly(
        self, path: str, body: object, headers: dict[str, str], meanwhile: Callable[[], object]
    ) -> int:
        """The status of a POST whose second half is sent after something else has happened."""
        sent = orjson.dumps(body)
        host, _, port = self.address.rpartition(":")
        lines = {"Host": self.address, "Content-Length": str(len(sent)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        with closing(socket.create_connection((host, int(port)), PATIENCE)) as line:
            line.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + sent[:4])
            meanwhile()
            line.sendall(sent[4:])
            return int(line.recv(4096).split()[1])


@pytest.fixture
def server(kitchen: Kitchen) -> Iterator[Server]:
    """The kitchen, served."""
    with served(kitchen) as address:
        yield Server(kitchen, address)


def headers_of(keeper: Keeper, server: Server) -> dict[str, str]:
    """What a browser of the staff sends along."""
    cookies = "; ".join(f"{name}={value}" for name, value in keeper.client.cookies.items())
    return {"Cookie": cookies, "Origin": f"http://{server.address}"}


@pytest.mark.parametrize(
    ("change", "status"), [("dismissed", 401), ("a moderator", 403), ("logged out", 401)]
)
def test_the_staff_is_asked_at_the_end_of_a_call(server: Server, change: str, status: int) -> None:
    olga, bo = keeper_of(server.kitchen), keeper_of(server.kitchen)
    changes = {
        "dismissed": lambda: olga.client.delete(f"/api/admin/staff/{bo.id}"),
        "a moderator": lambda: olga.client.patch(
            f"/api/admin/staff/{bo.id}", json={"role": "moderator"}
        ),
        "logged out": lambda: bo.client.post("/api/admin/logout"),
    }
    order = {"name": "Ilse the second", "role": "owner"}
    said = server.slowly("/api/admin/staff", order, headers_of(bo, server), changes[change])
    assert said == status
    listed = olga.client.get("/api/admin/staff").json()["staff"]
    assert order["name"] not in [each["name"] for each in listed]


def test_who_has_left_opens_no_table_any_more(server: Server) -> None:
    ada = server.kitchen.program()
    headers = {"Authorization": ada.headers["Authorization"]}

    def leave() -> None:
        assert ada.delete("/api/me").status_code == 200

    assert server.slowly("/api/tables", {"game": "gnav"}, headers, leave) == 401
