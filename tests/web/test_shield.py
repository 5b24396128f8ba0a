"""The HTTP protocol's bounds: slow heads and bodies, long heads, crowds, and who reads nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.web.shield import Bounds, Gatekeeper, shielded, trusting
from app.web.wire import DirectWebSocket
from tests.serving import in_process

pytestmark = pytest.mark.anyio

PATIENCE = 20
QUICK = Bounds(head_seconds=0.2, body_seconds=0.2, take_seconds=0.2)
WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
HEAD_OF_A_BODY = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
LARGE = 40_000_000


async def echo(scope: dict[str, object], receive: object, send: object) -> None:
    """Answers with what it was sent, or with very much if that is asked for."""
    request = Request(scope, receive)  # type: ignore[arg-type]
    if request.url.path == "/large":
        answer: Response = PlainTextResponse(b"x" * LARGE)
    else:
        answer = PlainTextResponse(await request.body() or b"nothing")
    await answer(scope, receive, send)  # type: ignore[arg-type]


@asynccontextmanager
async def served(gatekeeper: Gatekeeper) -> AsyncIterator[int]:
    """The port of a server that asks this gatekeeper."""
    options = {"http": shielded(gatekeeper), "ws": DirectWebSocket, "lifespan": "off"}
    async with in_process(
        echo, **options, access_log=False, timeout_graceful_shutdown=1, timeout_keep_alive=1
    ) as url:
        yield int(url.rpartition(":")[2])


@asynccontextmanager
async def connected(
    port: int,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection without manners of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer_to(port: int, *sent: bytes) -> bytes:
    """All that comes back until the connection is over, for what was sent and no more."""
    async with connected(port) as (reader, writer), asyncio.timeout(PATIENCE):
        for piece in sent:
            writer.write(piece)
        return await read_all(reader)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """To the end, whether it is a clean one or not."""
    heard = b""
    try:
        while piece := await reader.read(1 << 16):
            heard += piece
    except ConnectionError:
        pass
    return heard


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        pytest.param(b"", b"", id="nothing at all"),
        pytest.param(b"GET / HT", b"HTTP/1.1 408 ", id="half a line"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\nX-A: ", b"HTTP/1.1 408 ", id="half a head"),
        pytest.param(HEAD_OF_A_BODY + b"four", b"", id="half a body"),
        pytest.param(WHOLE + b"\r\n", b"HTTP/1.1 200 ", id="an empty line afterwards"),
        pytest.param(WHOLE + b"GET", b"HTTP/1.1 200 ", id="half of a second request"),
    ],
)
async def test_who_does_not_go_on_is_cut_off(sent: bytes, answer: bytes) -> None:
    gatekeeper = Gatekeeper(QUICK)
    async with served(gatekeeper) as port:
        heard = await answer_to(port, sent)
        assert heard.startswith(answer)
        assert bool(heard) == bool(answer)
    assert gatekeeper.count("127.0.0.1") == 0


async def test_drops_that_come_in_time_do_not_prolong_it() -> None:
    async with served(Gatekeeper(QUICK)) as port, connected(port) as (reader, writer):
        reading = asyncio.create_task(read_all(reader))
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
        async with asyncio.timeout(PATIENCE):
            while not reading.done():
                writer.write(b"X-A: b\r\n")
                await asyncio.wait({reading}, timeout=0.02)
        assert (await reading).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n", id="a long address"),
        pytest.param(b"GET / HTTP/1.1\r\nX-A: " + b"b" * 40_000, id="a header without an end"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 5_000, id="many headers"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"X-A: bbbb\r\n" * 6_000 + b"\r\n", id="all at once"),
    ],
)
async def test_a_head_has_a_bound(sent: bytes) -> None:
    async with served(Gatekeeper(Bounds())) as port:
        heard = await answer_to(port, sent)
    assert heard.startswith(b"HTTP/1.1 431 ")
    assert b'"code":"too_large"' in heard


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01", id="TLS"),
        pytest.param(b"GET / HTTP/1.1\r\nA: b\x00c\r\n\r\n", id="a null"),
        pytest.param(b"GET / HTTP/1.1\r\nA : b\r\n\r\n", id="a blank before the colon"),
        pytest.param(
            b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            id="two lengths of one body",
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", id="two sizes"
        ),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", id="less than nothing"),
    ],
)
async def test_what_is_no_request_ends_the_connection(sent: bytes) -> None:
    async with served(Gatekeeper(QUICK)) as port:
        heard = await answer_to(port, sent)
    assert heard.startswith(b"HTTP/1.1 400 ")
    assert heard.count(b"HTTP/1.1") == 1


async def test_few_requests_are_sent_ahead() -> None:
    async with served(Gatekeeper(Bounds(requests_ahead=3))) as port:
        heard = await answer_to(port, WHOLE * 50)
    assert b"HTTP/1.1 400 " in heard
    assert heard.count(b"HTTP/1.1 200 ") <= 4


async def test_who_takes_nothing_of_an_answer_is_cut_off() -> None:
    gatekeeper = Gatekeeper(QUICK)
    async with served(gatekeeper) as port, connected(port) as (reader, writer):
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            while gatekeeper.count("127.0.0.1") == 0:
                await asyncio.wait({asyncio.ensure_future(writer.drain())}, timeout=0.02)
            while gatekeeper.count("127.0.0.1"):
                await asyncio.wait({asyncio.ensure_future(writer.drain())}, timeout=0.02)
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert len(await read_all(reader)) < LARGE


async def test_one_address_has_so_many_connections_and_others_come_in() -> None:
    gatekeeper = Gatekeeper(Bounds(from_one=2))
    async with served(gatekeeper) as port, connected(port) as (reader, writer):
        writer.write(WHOLE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        async with connected(port) as (second, there):
            there.write(WHOLE)
            assert (await second.readline()).startswith(b"HTTP/1.1 200 ")
            assert (await answer_to(port)).startswith(b"HTTP/1.1 503 ")
            assert gatekeeper.lets_in("192.0.2.1", 3)
        async with asyncio.timeout(PATIENCE):
            while gatekeeper.count("127.0.0.1") > 1:
                await asyncio.wait({asyncio.ensure_future(writer.drain())}, timeout=0.02)
        async with connected(port) as (again, there):
            there.write(WHOLE)
            assert (await again.readline()).startswith(b"HTTP/1.1 200 ")


def test_a_proxy_brings_many() -> None:
    gatekeeper = Gatekeeper(Bounds(from_one=1, connections=3), trusting(["10.0.0.0/8"]))
    assert gatekeeper.lets_in("10.1.2.3", 1)
    assert gatekeeper.lets_in("10.1.2.3", 2)
    assert not gatekeeper.lets_in("10.1.2.3", 4)
    assert gatekeeper.lets_in("192.0.2.1", 3)
    assert not gatekeeper.lets_in("192.0.2.1", 3)
