"""Where the server listens, and the address under which people reach it."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `OSError` when the address is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    # Connections inherit it; asyncio's own loop sets it only for sockets made with IPPROTO_TCP.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def reachable_url(host: str, port: int) -> str:
    """An address that people can type: for all interfaces, this machine's own in its network."""
    name = host
    with suppress(ValueError):
        if ip_address(host).is_unspecified:
            name = own_address()
        elif ip_address(host).is_loopback:
            name = "localhost" if host == "127.0.0.1" else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def own_address() -> str:
    """This machine's address in its network: the one it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return "localhost"
    return address
