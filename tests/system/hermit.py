"""The product under watch: it says `OUTGOING` for whatever would leave this machine or start a
program. `python3 -m tests.system.hermit serve`; it tries once itself, to show that it is heard.
The processes of bots import this module as well, and are watched like it.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

WATCHED = frozenset(
    (
        "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
        "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request", "smtplib.connect",
        "http.client.connect", "subprocess.Popen", "os.system", "os.exec", "os.startfile",
    )
)  # fmt: skip


def is_inside(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether it is a socket of this machine's own files: how processes here find each other."""
    return event == "socket.connect" and isinstance(arguments[1], str | bytes)


def listen(event: str, arguments: tuple[Any, ...]) -> None:
    """For the interpreter's audit."""
    if event in WATCHED and not is_inside(event, arguments):
        os.write(2, f"OUTGOING {event} {arguments[1:]!r}\n".encode())


sys.addaudithook(listen)
sys.modules["uvloop"] = None  # type: ignore[assignment]  # its sockets are not Python's

if __name__ == "__main__":
    from app.cli import main

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("127.0.0.1", 9))
    sys.exit(main(sys.argv[1:]))
