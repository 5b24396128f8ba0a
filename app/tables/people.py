"""People, their sessions and credentials: what is known of a caller, and the port that keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from app.tables.table import Player

CredentialKind = Literal["session", "token", "recovery"]


@dataclass(frozen=True, slots=True)
class Session:
    """A browser or a program; its player is None until it needs a name."""

    id: str
    player: Player | None
    language: str | None


class Players(Protocol):
    """People, their sessions and credentials (hashed, with an end)."""

    async def create_guest(self, player: Player, at: datetime) -> None:
        """Store a new guest."""
        ...

    async def rename(self, player_id: str, name: str) -> None:
        """Another label for the same person."""
        ...

    async def load(self, player_id: str) -> Player | None:
        """The player, or None."""
        ...

    async def open_session(
        self,
        session_id: str,
        kind: CredentialKind,
        secret_hash: bytes,
        *,
        player_id: str | None,
        at: datetime,
        until: datetime,
    ) -> None:
        """A new session with its first credential."""
        ...

    async def find_session(
        self, kind: CredentialKind, secret_hash: bytes, now: datetime
    ) -> Session | None:
        """The session of a credential that has not ended."""
        ...

    async def give_player(self, session_id: str, player: Player) -> Player:
        """The session is this player's from now on, unless somebody was faster; whose it is."""
        ...

    async def set_language(self, session_id: str, language: str) -> None:
        """The language this session reads."""
        ...

    async def add_recovery(
        self, session_id: str, secret_hash: bytes, *, at: datetime, until: datetime
    ) -> None:
        """A credential by which another browser becomes the session's player."""
        ...

    async def use_recovery(self, secret_hash: bytes, *, at: datetime, until: datetime) -> bool:
        """Use the credential up: it ends at `until` at the latest. False if it has ended."""
        ...

    async def follow(self, session_id: str, by: str, at: datetime) -> None:
        """The session `by` may come in wherever the other one came in by a link."""
        ...

    async def end_recovery(self, player_id: str, at: datetime) -> None:
        """No recovery credential of this player is good for anything any more."""
        ...
