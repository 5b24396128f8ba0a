"""The one place where unguessable things are made: ids, tokens, seeds."""

from __future__ import annotations

import secrets

ID_BYTES = 12
"""96 bits: 16 characters of URL-safe Base64."""

TOKEN_BYTES = 32
TRACE_BYTES = 9


def trace() -> str:
    """A word for one request, by which its lines in the log are found."""
    return secrets.token_urlsafe(TRACE_BYTES)


class SecretMint:
    """Everything from the operating system's generator."""

    def table_id(self) -> str:
        """Of a table, and of a series."""
        return secrets.token_urlsafe(ID_BYTES)

    def player_id(self) -> str:
        """Of a person."""
        return secrets.token_urlsafe(ID_BYTES)

    def session_id(self) -> str:
        """Of a session; not its secret."""
        return secrets.token_urlsafe(ID_BYTES)

    def message_id(self) -> str:
        """Of a chat line, a note, a link."""
        return secrets.token_urlsafe(ID_BYTES)

    def token(self) -> str:
        """A bearer secret or a cookie's, 256 bits."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def server_seed(self) -> bytes:
        """32 random bytes (chance.md, "Seeds")."""
        return secrets.token_bytes(32)

    def client_seed(self) -> str:
        """32 random hex digits, for who sends no word."""
        return secrets.token_hex(16)

    def bot_seed(self) -> int:
        """Where a bot's own generator begins."""
        return secrets.randbits(64)

    def seating_seed(self) -> int:
        """Where the drawing of seats begins."""
        return secrets.randbits(64)
