"""A kitchen behind a real uvicorn, on a free port of this machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from app.web.shield import Bounds, Gatekeeper, shielded
from app.web.wire import DirectWebSocket
from tests.web.kitchen import Kitchen

MAX_FRAME = 64 * 1024
UNHURRIED = Bounds()


@contextmanager
def served(
    kitchen: Kitchen,
    *,
    ws: Any = DirectWebSocket,
    sndbuf: int = 0,
    bounds: Bounds = UNHURRIED,
) -> Iterator[str]:
    """Serve the kitchen in its own loop; `host:port`. `sndbuf`: bytes the kernel may hold.

    The socket listens already: who connects early waits in its backlog.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    if sndbuf:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, sndbuf)
    config = uvicorn.Config(
        kitchen.app,
        http=shielded(Gatekeeper(bounds)),
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=MAX_FRAME,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)

    async def serve() -> None:
        await server.serve(sockets=[listener])

    running = kitchen.portal.start_task_soon(serve)
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        running.result(timeout=20)
        listener.close()
