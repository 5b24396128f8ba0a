"""Wires under a real uvicorn: the direct one and the queue that stands in for it."""

from __future__ import annotations

import asyncio
import http.client
import logging
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from app.codec import json
from app.live.attachment import Attachment
from app.live.wire import Parcel, frame_of
from app.web.wire import CLOSE_ABNORMAL, DirectWebSocket, DirectWire, QueueWire
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen
from tests.web.serving import served

WIRES = (
    pytest.param(DirectWebSocket, DirectWire, id="direct"),
    pytest.param("websockets-sansio", QueueWire, id="queue"),
)


class Guests:
    """Ada at a running table of a served kitchen, and sockets to it."""

    def __init__(self, kitchen: Kitchen, address: str) -> None:
        self.kitchen = kitchen
        self.address = address
        self.ada = kitchen.program()
        order = {"seats": 2, "bots": {"1": "easy"}, "start": True}
        self.table = kitchen.open_table(self.ada, **order)

    def connect(self, query: str = "", **headers: str) -> ClientConnection:
        """A socket of Ada's."""
        path = f"/api/tables/{self.table['id']}/live{query}"
        own = {"Authorization": self.ada.headers["Authorization"], **headers}
        return connect(
            f"ws://{self.address}{path}",
            additional_headers=own,
            max_queue=None,
            compression=None,
            proxy=None,
        )

    def attachments(self) -> list[Attachment]:
        """How the table's host sees its sockets."""
        host = self.kitchen.portal.call(self.kitchen.house.host, self.table["id"])
        return list(host.crowd)

    def in_loop(self, act: Callable[[], Any]) -> Any:
        """Do something where the server does its work."""
        return self.kitchen.portal.call(act)


def read(client: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message = json.loads(client.recv(timeout=10))
    assert isinstance(message, dict)
    return message


def read_to_end(client: ClientConnection) -> tuple[list[Any], int | None]:
    """All that comes, and the code of the server's close frame; None when there was none."""
    told = []
    while True:
        try:
            told.append(json.loads(client.recv(timeout=10)))
        except ConnectionClosed as closed:
            return told, closed.rcvd.code if closed.rcvd else None


@pytest.fixture
def guests(open_one: OpenKitchen, ws: object) -> Iterator[Guests]:
    """A served kitchen with that implementation of sockets."""
    kitchen = open_one(rate_limits=False)
    with served(kitchen, ws=ws) as address:
        yield Guests(kitchen, address)


@pytest.mark.parametrize(("ws", "kind"), WIRES)
def test_messages_go_both_ways(guests: Guests, kind: type) -> None:
    with guests.connect() as client:
        assert read(client)["type"] == "state"
        (attachment,) = guests.attachments()
        assert type(attachment.outbox.wire) is kind
        client.send('{"type":"ping","ref":"a"}')
        seen = [read(client)]
        while seen[-1]["type"] != "ok":
            seen.append(read(client))
        assert seen[-1]["ref"] == "a"
    with guests.connect("?seq=0") as client:
        assert read(client)["type"] in ("table", "state")


@pytest.mark.parametrize(("ws", "kind"), WIRES)
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_of_every_length_arrive_whole(guests: Guests, kind: type, size: int) -> None:
    with guests.connect() as client:
        read(client)
        (attachment,) = guests.attachments()
        payloads = (b'"' + b"x" * size + b'"', b'"then"')
        guests.in_loop(lambda: attachment.outbox.wire.send(Parcel(*payloads)))
        got = [client.recv(timeout=10)]
        while got[-1] != '"then"':
            got.append(client.recv(timeout=10))
        assert payloads[0].decode() in got


@pytest.mark.parametrize(("ws", "kind"), WIRES)
def test_closing_says_all_that_was_sent_before(guests: Guests, kind: type) -> None:
    with guests.connect() as client:
        read(client)
        (attachment,) = guests.attachments()
        guests.in_loop(lambda: attachment.outbox.farewell("restarting", 1012))
        guests.in_loop(lambda: attachment.outbox.wire.send(Parcel(b'"too late"')))
        told, code = read_to_end(client)
        assert told[-1] == {"type": "bye", "reason": "restarting"}
        assert code == 1012
    assert_gone(guests)


@pytest.mark.parametrize(("ws", "kind"), WIRES)
def test_a_cut_wire_is_gone_and_takes_nothing_more(guests: Guests, kind: type) -> None:
    with guests.connect() as client:
        read(client)
        (attachment,) = guests.attachments()
        wire = attachment.outbox.wire
        guests.in_loop(wire.abort)
        assert read_to_end(client)[1] in (None, CLOSE_ABNORMAL)
        guests.in_loop(lambda: wire.send(Parcel(b"{}")))
        guests.in_loop(lambda: wire.close(1000, ""))
        guests.in_loop(wire.abort)
    assert_gone(guests)


@pytest.mark.parametrize(("ws", "kind"), WIRES)
def test_a_client_that_vanishes_is_detached(guests: Guests, kind: type) -> None:
    with guests.connect() as client:
        read(client)
        client.socket.shutdown(socket.SHUT_RDWR)
        assert_gone(guests)


def assert_gone(guests: Guests) -> None:
    """Within a bound of looks at it, nobody is attached any more."""
    for _ in range(2000):
        if not guests.attachments():
            return
        assert guests.ada.get("/healthz").status_code == 200
    raise AssertionError("still attached")


def test_what_the_kernel_does_not_take_is_counted(open_one: OpenKitchen) -> None:
    kitchen = open_one(rate_limits=False)
    with served(kitchen, sndbuf=4096) as address:
        guests = Guests(kitchen, address)
        with guests.connect() as client:
            read(client)
            (attachment,) = guests.attachments()
            wire = attachment.outbox.wire
            assert guests.in_loop(wire.unsent) == 0
            large = Parcel(b'"' + b"x" * 16_000_000 + b'"')
            guests.in_loop(lambda: wire.send(large))
            assert guests.in_loop(wire.unsent) > 4_000_000
            guests.in_loop(wire.abort)


@pytest.mark.parametrize(("ws", "kind"), WIRES[:1])
def test_keys_stay_out_of_the_log(
    guests: Guests, kind: type, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with guests.connect("?key=a-key-that-nobody-should-read") as client:
        read(client)
    guests.ada.get(f"/api/tables/{guests.table['id']}?key=a-key-that-nobody-should-read")
    own = [each.getMessage() for each in caplog.records if not each.name.startswith("httpx")]
    assert f"GET /api/tables/{guests.table['id']} 200" in own[-1]
    assert not any("a-key-that-nobody-should-read" in line for line in own)
    assert not any(guests.ada.headers["Authorization"].split()[1] in line for line in own)


@pytest.mark.parametrize(("ws", "kind"), WIRES)
def test_a_foreign_page_is_refused_at_the_handshake(guests: Guests, kind: type) -> None:
    path = f"ws://{guests.address}/api/tables/{guests.table['id']}/live"
    headers = {"Cookie": "kt_session=whatever", "Origin": "http://elsewhere.example"}
    with pytest.raises(InvalidStatus) as refused:
        connect(path, additional_headers=headers, proxy=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(("ws", "kind"), WIRES[:1])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused_before_it_is_read(
    guests: Guests, kind: type, chunked: bool
) -> None:
    connection = http.client.HTTPConnection(guests.address, timeout=10)
    connection.putrequest("POST", "/api/players")
    if chunked:
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        for _ in range(5):
            connection.send(b"1000\r\n" + b" " * 4096 + b"\r\n")
    else:
        connection.putheader("Content-Length", str(10**12))
        connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read()) == {
        "error": {
            "code": "too_large",
            "message": "That is too large.",
            "detail": {"limit": 16384},
        }
    }
    connection.close()


def test_a_queue_that_overflows_gives_its_reader_up(kitchen: Kitchen) -> None:
    async def overflow() -> tuple[int, int]:
        wire = QueueWire(unread_socket(), max_queued=1000)
        wire.send(Parcel(b"x" * 900))
        held = wire.unsent()
        wire.send(Parcel(b"x" * 900))
        wire.send(Parcel(b"x" * 900))
        assert await wire.receive() is None
        return held, wire.unsent()

    assert kitchen.portal.call(overflow) == (900, 0)


def unread_socket() -> WebSocket:
    """A socket whose peer does nothing at all."""

    async def never() -> Any:
        await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        await never()

    return WebSocket({"type": "websocket", "headers": []}, never, send)


def test_frames_are_what_the_rfc_says() -> None:
    assert frame_of(b"{}") == b"\x81\x02{}"
    assert frame_of(b"x" * 126)[:4] == b"\x81\x7e\x00\x7e"
    assert frame_of(b"x" * 65_536)[:10] == b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"
