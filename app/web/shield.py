"""uvicorn's HTTP protocol within bounds: who dawdles, rambles or comes in crowds is sent away.

uvicorn itself waits for a request for as long as its sender likes, and keeps a head of any length.
Every connection here has a deadline for the head and one for the body, a bound on the head's bytes
and on requests sent ahead, and a time in which it has to take its answer; there are only so many
connections, and only so many of one address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.codec import json
from app.codec.wire import error_json
from app.tables.refusals import Code, Refused
from app.web.wire import DirectWebSocket

SPARE_FILES = 256
"""Open files that are left for the store, the log and the bots' processes."""

MOST_CONNECTIONS = 10_000
"""Where the system does not say how many files one process may open."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds, bytes and numbers that one connection may take. `from_one`: None for any number."""

    head_seconds: float = 15.0
    body_seconds: float = 20.0
    take_seconds: float = 120.0
    head_bytes: int = 32 * 1024
    requests_ahead: int = 8
    connections: int = MOST_CONNECTIONS
    from_one: int | None = 500


class TooMuch(Exception):
    """A request is longer than anybody of good will makes one."""


class Gatekeeper:
    """Counts who is connected. `trusts`: a proxy, behind whose address many people are."""

    def __init__(self, bounds: Bounds, trusts: Callable[[str], bool] | None = None) -> None:
        self.bounds = bounds
        self._trusts = trusts or trust_nobody
        self._there: Counter[str] = Counter()

    def lets_in(self, address: str, connections: int) -> bool:
        """Whether one more may come; who may is counted until `leave`."""
        most = self.bounds.from_one
        if connections > self.bounds.connections:
            return False
        if most is not None and self.count(address) >= most and not self._trusts(address):
            return False
        self._there[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One of that address has gone."""
        self._there[address] -= 1
        if not self._there[address]:
            del self._there[address]

    def count(self, address: str) -> int:
        """How many of that address are there."""
        return self._there.get(address, 0)


class ShieldedHttp(HttpToolsProtocol):
    """One connection. Made by `shielded`, which says whose gatekeeper it asks."""

    gatekeeper: Gatekeeper

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._in_head = False
        self._heard = 0
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, for as long as a head takes, or tell it that the house is full."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "local"
        if not self.gatekeeper.lets_in(address, len(self.connections)):
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE, Code.UNAVAILABLE)
            return
        self._address = address
        self._expect(self.gatekeeper.bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_clocks()
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on. Whatever comes on an idle connection has to become a head in time."""
        if self._deadline is None and self._is_idle():
            self._expect(self.gatekeeper.bounds.head_seconds)
        self._heard += len(data)
        super().data_received(data)
        if self._in_head and self._heard > self.gatekeeper.bounds.head_bytes:
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """A head begins. Raises `TooMuch` if too many wait for their answer already."""
        if len(self.pipeline) >= self.gatekeeper.bounds.requests_ahead:
            raise TooMuch
        super().on_message_begin()
        self._in_head, self._head = True, 0
        if self._deadline is None:
            self._expect(self.gatekeeper.bounds.head_seconds)

    def on_url(self, url: bytes) -> None:
        """Part of the address. Raises `TooMuch`."""
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header. Raises `TooMuch`."""
        self._measure(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there; its body has a time of its own."""
        self._in_head = False
        self._expect(self.gatekeeper.bounds.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._heard = 0
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket's; it is counted until that has gone."""
        self._stop_clocks()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, DirectWebSocket):
            socket.on_gone = self._leave
        else:
            self._leave()

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or too much of one."""
        if self.transport.is_closing():
            return
        if self._in_head and max(self._head, self._heard) > self.gatekeeper.bounds.head_bytes:
            self._turn_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, Code.TOO_LARGE)
        else:
            self._turn_away(HTTPStatus.BAD_REQUEST, Code.INVALID)

    def pause_writing(self) -> None:
        """It does not take what it asked for: not for ever."""
        super().pause_writing()
        after = self.gatekeeper.bounds.take_seconds
        self._taking = self.loop.call_later(after, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._stop_taking()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _measure(self, size: int) -> None:
        self._head += size
        if self._in_head and self._head > self.gatekeeper.bounds.head_bytes:
            raise TooMuch

    def _expect(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """Too late. Who has sent nothing at all is not spoken to: browsers connect ahead."""
        if self._is_idle() and self._heard:
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT, Code.INVALID)
        elif self._is_idle():
            self.transport.close()
        else:
            self.transport.abort()

    def _turn_away(self, status: HTTPStatus, code: Code) -> None:
        self._stop_waiting()
        self.transport.write(last_words(status, code))
        self.transport.close()

    def _leave(self) -> None:
        address, self._address = self._address, None
        if address is not None:
            self.gatekeeper.leave(address)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _stop_clocks(self) -> None:
        self._stop_waiting()
        self._stop_taking()


def last_words(status: HTTPStatus, code: Code) -> bytes:
    """A whole answer, after which the connection ends."""
    body = json.dumps({"error": error_json(Refused(code))})
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nx-content-type-options: nosniff\r\n"
        "cache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


def shielded(gatekeeper: Gatekeeper) -> type[ShieldedHttp]:
    """For uvicorn's `http`: the protocol of one server."""
    return type("ShieldedHttp", (ShieldedHttp,), {"gatekeeper": gatekeeper})


def trusting(proxies: Sequence[str]) -> Callable[[str], bool]:
    """Whether an address is a proxy's, understood as where its headers are believed."""
    hosts = ProxyHeadersMiddleware(call_nobody, list(proxies)).trusted_hosts
    return hosts.__contains__


async def call_nobody(scope: object, receive: object, send: object) -> None:
    """An application that is never called."""


def trust_nobody(address: str) -> bool:
    """Without proxies everybody comes in person."""
    return False


def most_connections() -> int:
    """As many as this process may have files open, but for those it needs itself."""
    with suppress(ImportError):
        import resource  # which Windows does not have

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(soft - SPARE_FILES, SPARE_FILES // 4)
    return MOST_CONNECTIONS
