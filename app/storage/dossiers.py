"""Everything about one person, in SQL. Nothing that lets somebody in, nothing of other hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, or_, select, union

from app.codec import json
from app.storage.departures import PORTION, selves
from app.storage.engine import Database
from app.storage.house_schema import addresses, bans, cautions, visits
from app.storage.schema import (
    chat,
    credentials,
    entries,
    grants,
    links,
    outcomes,
    players,
    reports,
    seats,
    sessions,
    tables,
    tenures,
)
from app.tables.dossiers import (
    Dossier,
    KeptAddress,
    KeptBan,
    KeptCaution,
    KeptCredential,
    KeptGrant,
    KeptLine,
    KeptMove,
    KeptPerson,
    KeptReport,
    KeptSeat,
    KeptTable,
)


class SqlDossiers:
    """`dossiers.Dossiers`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, player: str) -> Dossier | None:
        """What there is little of, at once."""

        def act(connection: Connection) -> Dossier | None:
            person = load_person(connection, player)
            if person is None:
                return None
            own = [person.id, *person.former_ids]
            return Dossier(
                player=person,
                credentials=load_credentials(connection, own),
                links=load_grants(connection, own),
                addresses=load_addresses(connection, own),
                bans=load_bans(connection, own),
                cautions=load_cautions(connection, own),
                reports=load_reports(connection, own),
            )

        return await self._database.read(act)

    async def lines(self, player: str, *, after: int = 0) -> tuple[KeptLine, ...]:
        """A portion of lines."""

        def act(connection: Connection) -> tuple[KeptLine, ...]:
            query = (
                select(chat)
                .where(chat.c.player_id.in_(selves(connection, player)), chat.c.number > after)
                .order_by(chat.c.number)
                .limit(PORTION)
            )
            return tuple(line_of(row) for row in connection.execute(query))

        return await self._database.read(act)

    async def table_ids(self, player: str) -> tuple[str, ...]:
        """By a seat of now or then, or by the host's role."""

        def act(connection: Connection) -> tuple[str, ...]:
            own = selves(connection, player)
            sat = union(
                select(seats.c.table_id).where(seats.c.player_id.in_(own)),
                select(tenures.c.match_id).where(tenures.c.player_id.in_(own)),
                select(tables.c.id).where(tables.c.host_id.in_(own)),
            )
            found = select(tables.c.id).where(tables.c.id.in_(sat))
            return tuple(connection.scalars(found.order_by(tables.c.created_at, tables.c.id)))

        return await self._database.read(act)

    async def table(self, player: str, table_id: str) -> KeptTable | None:
        """One table, its seats and moves of this player."""

        def act(connection: Connection) -> KeptTable | None:
            own = selves(connection, player)
            row = connection.execute(one_table(own, table_id)).first()
            if row is None:
                return None
            held = load_seats(connection, own, table_id)
            return table_of(row, own, held, load_moves(connection, own, table_id))

        return await self._database.read(act)


def load_person(connection: Connection, player: str) -> KeptPerson | None:
    """The player as stored."""
    query = (
        select(players, visits.c.at.label("seen_at"))
        .outerjoin(visits, visits.c.player_id == players.c.id)
        .where(players.c.id == player)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    former = tuple(selves(connection, player)[1:])
    return KeptPerson(row.id, row.name, row.kind, row.created_at, row.seen_at, former)


def load_credentials(connection: Connection, own: Sequence[str]) -> tuple[KeptCredential, ...]:
    """What lets browsers and programs in, without what they show."""
    kept = credentials.c
    query = (
        select(sessions.c.id, sessions.c.language, kept.kind, kept.created_at, kept.until)
        .join(credentials, kept.session_id == sessions.c.id)
        .where(sessions.c.player_id.in_(own))
        .order_by(kept.created_at)
    )
    return tuple(KeptCredential(*row) for row in connection.execute(query))


def load_grants(connection: Connection, own: Sequence[str]) -> tuple[KeptGrant, ...]:
    """By which links the sessions came in where."""
    query = (
        select(grants.c.session_id, links.c.series_id, links.c.kind, grants.c.at)
        .join(links, links.c.id == grants.c.link_id)
        .join(sessions, sessions.c.id == grants.c.session_id)
        .where(sessions.c.player_id.in_(own))
        .order_by(grants.c.at)
    )
    return tuple(KeptGrant(*row) for row in connection.execute(query))


def load_addresses(connection: Connection, own: Sequence[str]) -> tuple[KeptAddress, ...]:
    """Where the person came from."""
    kept = addresses.c
    query = (
        select(kept.raw, kept.mark, kept.first_at, kept.last_at)
        .where(kept.player_id.in_(own))
        .order_by(kept.first_at)
    )
    return tuple(KeptAddress(*row) for row in connection.execute(query))


def load_bans(connection: Connection, own: Sequence[str]) -> tuple[KeptBan, ...]:
    """Bans and mutes of the person; who said them is not theirs to know."""
    query = (
        select(bans.c.kind, bans.c.why, bans.c.at, bans.c.until, bans.c.lifted_at)
        .where(bans.c.player_id.in_(own))
        .order_by(bans.c.at)
    )
    return tuple(KeptBan(*row) for row in connection.execute(query))


def load_cautions(connection: Connection, own: Sequence[str]) -> tuple[KeptCaution, ...]:
    """What the person was warned about."""
    query = (
        select(cautions.c.line_id, cautions.c.at, cautions.c.understood_at)
        .where(cautions.c.player_id.in_(own))
        .order_by(cautions.c.at, cautions.c.id)
    )
    return tuple(KeptCaution(*row) for row in connection.execute(query))


def load_reports(connection: Connection, own: Sequence[str]) -> tuple[KeptReport, ...]:
    """What the person wanted looked at."""
    query = (
        select(reports.c.table_id, reports.c.line_id, reports.c.why, reports.c.at)
        .where(reports.c.player_id.in_(own))
        .order_by(reports.c.at)
    )
    return tuple(KeptReport(*row) for row in connection.execute(query))


def line_of(row: Row[Any]) -> KeptLine:
    """A stored line."""
    return KeptLine(
        number=row.number,
        id=row.id,
        table=row.table_id,
        room=row.room,
        seat=row.seat,
        text=row.text,
        phrase=row.phrase,
        at=row.at,
    )


def one_table(own: Sequence[str], table_id: str) -> Select[Any]:
    """A table with the own seat of now and the outcome; nothing of its seeds."""
    mine = (seats.c.table_id == tables.c.id) & seats.c.player_id.in_(own)
    here = or_(
        seats.c.seat.is_not(None),
        tables.c.host_id.in_(own),
        tables.c.id.in_(select(tenures.c.match_id).where(tenures.c.player_id.in_(own))),
    )
    columns = (
        tables.c.id,
        tables.c.game,
        tables.c.rules_version,
        tables.c.state,
        tables.c.visibility,
        tables.c.title,
        tables.c.host_id,
        tables.c.created_at,
        tables.c.started_at,
        tables.c.ended_at,
        seats.c.seat,
        seats.c.client_seed,
        outcomes.c.scores,
        outcomes.c.places,
    )
    joined = tables.outerjoin(seats, mine).outerjoin(outcomes, outcomes.c.match_id == tables.c.id)
    return select(*columns).select_from(joined).where(tables.c.id == table_id, here)


def table_of(
    row: Row[Any], own: Sequence[str], held: tuple[KeptSeat, ...], moves: tuple[KeptMove, ...]
) -> KeptTable:
    """A stored table as its player may carry it home."""
    ended = row.scores is not None and row.seat is not None
    return KeptTable(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        state=row.state,
        visibility=row.visibility,
        title=row.title,
        host=row.host_id in own,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seat=row.seat,
        word=row.client_seed,
        score=row.scores[row.seat] if ended else None,
        place=row.places[row.seat] if ended else None,
        seats=held,
        moves=moves,
    )


def load_seats(connection: Connection, own: Sequence[str], table_id: str) -> tuple[KeptSeat, ...]:
    """Which seats were the person's when."""
    kept = tenures.c
    query = (
        select(kept.seat, kept.from_seq, kept.to_seq, kept.why)
        .where(kept.match_id == table_id, kept.player_id.in_(own))
        .order_by(kept.id)
    )
    return tuple(KeptSeat(*row) for row in connection.execute(query))


def load_moves(connection: Connection, own: Sequence[str], table_id: str) -> tuple[KeptMove, ...]:
    """What the person did, not what stood in for them or the clock did."""
    kept = entries.c
    query = (
        select(kept.seq, kept.seat, kept.move, kept.undo, kept.at)
        .where(kept.match_id == table_id, kept.player_id.in_(own))
        .order_by(kept.seq)
    )
    return tuple(
        KeptMove(row.seq, row.seat, read_move(row.move), row.undo, row.at)
        for row in connection.execute(query)
    )


def read_move(text: str | None) -> object:
    """A stored move as JSON; an undo has none."""
    return None if text is None else json.loads(text)
