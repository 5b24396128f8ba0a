"""One socket as the real-time room sees it. Nobody here ever waits for one."""

from __future__ import annotations

from typing import Protocol

TEXT_FRAME = 0x81
"""FIN and the text opcode (RFC 6455, 5.2)."""


class Parcel:
    """Messages encoded once and framed once, whatever the number of their receivers."""

    __slots__ = ("_frame", "payloads")

    def __init__(self, *payloads: bytes) -> None:
        self.payloads = payloads
        """JSON texts, one a message."""
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        """The unmasked, uncompressed text frames that a server sends, one after another."""
        if self._frame is None:
            self._frame = b"".join(map(frame_of, self.payloads))
        return self._frame


def frame_of(payload: bytes) -> bytes:
    """The bytes on the wire of one server text frame."""
    size = len(payload)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + payload
    if size < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + payload


class Wire(Protocol):
    """What the edge gives for a socket."""

    def send(self, parcel: Parcel) -> None:
        """Hand the message on; never waits, never raises once the peer is gone."""
        ...

    def unsent(self) -> int:
        """Bytes that the kernel has not taken yet."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake after what was sent."""
        ...

    def abort(self) -> None:
        """Drop the connection at once."""
        ...
