"""People, sessions and credentials in SQL."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, case, insert, literal, select, update

from app.storage.engine import Database
from app.storage.house_schema import departures, visits
from app.storage.schema import UtcTime, credentials, grants, players, sessions
from app.tables.people import CredentialKind, Session
from app.tables.refusals import Code, Refused
from app.tables.table import Player


def is_somebody(connection: Connection, player_id: str) -> bool:
    """Whether there is such a player, who has neither left nor become another one; as it stays
    until this transaction ends."""
    left = select(departures.c.player_id).where(departures.c.player_id == player_id)
    query = select(players.c.id).where(
        players.c.id == player_id, players.c.merged_into.is_(None), ~left.exists()
    )
    return connection.scalar(query.with_for_update(read=True)) is not None


def check_lasts(connection: Connection, session_id: str) -> None:
    """Raises `sign_in` for a session that is gone: its person left while they were asking."""
    query = select(sessions.c.id).where(sessions.c.id == session_id)
    if connection.scalar(query.with_for_update(read=True, key_share=True)) is None:
        raise Refused(Code.SIGN_IN)


class SqlPlayers:
    """`ports.Players`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, player: Player, at: datetime) -> None:
        """Store a new guest, whose first visit this is."""
        values = {"id": player.id, "kind": "guest", "name": player.name, "created_at": at}
        first = {"player_id": player.id, "at": at}
        await self._change(insert(players).values(values), insert(visits).values(first))

    async def rename(self, player_id: str, name: str) -> None:
        """Another label for the same person, at every table at once; not for who has left."""
        left = select(departures.c.player_id).where(departures.c.player_id == player_id)
        here = (players.c.id == player_id, ~left.exists())
        await self._change(update(players).where(*here).values(name=name))

    async def load(self, player_id: str) -> Player | None:
        """The player, or None."""
        query = select(players.c.id, players.c.name).where(players.c.id == player_id)
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return None if found is None else Player(found.id, found.name)

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
        session = {"id": session_id, "player_id": player_id, "created_at": at}
        credential = {
            "kind": kind,
            "secret_hash": secret_hash,
            "session_id": session_id,
            "created_at": at,
            "until": until,
        }
        await self._change(insert(sessions).values(session), insert(credentials).values(credential))

    async def find_session(
        self, kind: CredentialKind, secret_hash: bytes, now: datetime
    ) -> Session | None:
        """The session of a credential that has not ended."""
        query = (
            select(sessions.c.id, sessions.c.language, sessions.c.player_id, players.c.name)
            .join(credentials, credentials.c.session_id == sessions.c.id)
            .outerjoin(players, players.c.id == sessions.c.player_id)
            .where(
                credentials.c.kind == kind,
                credentials.c.secret_hash == secret_hash,
                credentials.c.until > now,
            )
        )
        found = await self._database.read(lambda connection: connection.execute(query).first())
        if found is None:
            return None
        player = None if found.player_id is None else Player(found.player_id, found.name)
        return Session(found.id, player, found.language)

    async def give_player(self, session_id: str, player: Player) -> Player:
        """The first one stays: of two calls of one browser both are the same person's."""
        nobody = (sessions.c.id == session_id, sessions.c.player_id.is_(None))
        holder = (
            select(players.c.id, players.c.name)
            .join(sessions, sessions.c.player_id == players.c.id)
            .where(sessions.c.id == session_id)
        )

        def act(connection: Connection) -> Player:
            connection.execute(update(sessions).where(*nobody).values(player_id=player.id))
            found = connection.execute(holder).one()
            return Player(found.id, found.name)

        return await self._database.write(act)

    async def set_language(self, session_id: str, language: str) -> None:
        """The language this session reads."""
        await self._change_session(session_id, language=language)

    async def add_recovery(
        self, session_id: str, secret_hash: bytes, *, at: datetime, until: datetime
    ) -> None:
        """One more credential of that session."""
        credential = {
            "kind": "recovery",
            "secret_hash": secret_hash,
            "session_id": session_id,
            "created_at": at,
            "until": until,
        }

        def act(connection: Connection) -> None:
            check_lasts(connection, session_id)
            connection.execute(insert(credentials).values(credential))

        await self._database.write(act)

    async def use_recovery(self, secret_hash: bytes, *, at: datetime, until: datetime) -> bool:
        """One statement finds it and brings its end forward, never back."""
        good = (
            credentials.c.kind == "recovery",
            credentials.c.secret_hash == secret_hash,
            credentials.c.until > at,
        )
        end = case(
            (credentials.c.until > until, literal(until, UtcTime)), else_=credentials.c.until
        )
        used = update(credentials).where(*good).values(until=end)
        return await self._database.write(lambda connection: connection.execute(used).rowcount == 1)

    async def follow(self, session_id: str, by: str, at: datetime) -> None:
        """Copy the grants: the same person, so it is no use of a link."""
        own = select(literal(by), grants.c.link_id, literal(at, UtcTime)).where(
            grants.c.session_id == session_id
        )
        await self._change(insert(grants).from_select(["session_id", "link_id", "at"], own))

    async def end_recovery(self, player_id: str, at: datetime) -> None:
        """End what has not ended; the rows stay until they are swept."""
        own = select(sessions.c.id).where(sessions.c.player_id == player_id)
        running = (
            credentials.c.kind == "recovery",
            credentials.c.session_id.in_(own),
            credentials.c.until > at,
        )
        await self._change(update(credentials).where(*running).values(until=at))

    async def _change_session(self, session_id: str, **values: Any) -> None:
        await self._change(update(sessions).where(sessions.c.id == session_id).values(**values))

    async def _change(self, *statements: Executable) -> None:
        """All statements or none."""

        def act(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._database.write(act)
