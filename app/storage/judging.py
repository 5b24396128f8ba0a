"""Reports with their context and verdicts, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, select

from app.storage.audit import write_line
from app.storage.bans import insert_ban
from app.storage.cautions import insert_caution
from app.storage.chat import line_of
from app.storage.engine import Database, insert_new
from app.storage.house_schema import admins, verdicts
from app.storage.schema import chat, players, reports
from app.tables.bans import Ban
from app.tables.cautions import Caution
from app.tables.judging import LINES_AFTER, LINES_BEFORE, Case, Consequence, Judgement
from app.tables.ports import ChatLine
from app.tables.staff import AuditLine
from app.tables.table import Player


class SqlCases:
    """`judging.Cases`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, limit: int, *, waiting: bool) -> tuple[Case, ...]:
        """The newest ones, or the oldest of those that wait."""
        query = choose_cases()
        if waiting:
            query = query.where(verdicts.c.report_id.is_(None))
            query = query.order_by(reports.c.at, reports.c.id)
        else:
            query = query.order_by(reports.c.at.desc(), reports.c.id.desc())
        return await self._load(query.limit(limit))

    async def about(self, player: str, limit: int) -> tuple[Case, ...]:
        """The newest ones about a player's lines."""
        query = choose_cases().where(chat.c.player_id == player)
        query = query.order_by(reports.c.at.desc(), reports.c.id.desc())
        return await self._load(query.limit(limit))

    async def find(self, report: str) -> Case | None:
        """One of them."""
        found = await self._load(choose_cases().where(reports.c.id == report))
        return found[0] if found else None

    async def judge(
        self,
        report: str,
        judgement: Judgement,
        line: AuditLine,
        consequence: Consequence | None = None,
    ) -> bool:
        """The first verdict stays."""
        values = {
            "report_id": report,
            "admin_id": judgement.admin,
            "at": judgement.at,
            "verdict": judgement.verdict,
        }

        def act(connection: Connection) -> bool:
            known = select(reports.c.id).where(reports.c.id == report)
            if connection.scalar(known) is None:
                return False
            new = insert_new(connection.dialect.name, verdicts).returning(verdicts.c.report_id)
            if connection.execute(new, [values]).first() is None:
                return False
            insert_consequence(connection, consequence)
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def _load(self, query: Select[Any]) -> tuple[Case, ...]:
        def act(connection: Connection) -> tuple[Case, ...]:
            return tuple(read_case(connection, row) for row in connection.execute(query).all())

        return await self._database.read(act)


def insert_consequence(connection: Connection, consequence: Consequence | None) -> None:
    """What follows from a verdict, in its transaction."""
    match consequence:
        case Ban():
            insert_ban(connection, consequence)
        case Caution():
            insert_caution(connection, consequence)


def choose_cases() -> Select[Any]:
    """Reports with who made them, the number of their line, and what became of them."""
    return (
        select(
            reports,
            players.c.name,
            chat.c.number,
            verdicts.c.verdict,
            verdicts.c.admin_id,
            verdicts.c.at.label("judged_at"),
            admins.c.name.label("judge_name"),
        )
        .join(players, players.c.id == reports.c.player_id)
        .join(chat, chat.c.id == reports.c.line_id)
        .outerjoin(verdicts, verdicts.c.report_id == reports.c.id)
        .outerjoin(admins, admins.c.id == verdicts.c.admin_id)
    )


def read_case(connection: Connection, row: Row[Any]) -> Case:
    """One report with the lines around it."""
    number = chat.c.number
    before = read_lines(connection, row.table_id, number < row.number, last=LINES_BEFORE)
    after = read_lines(connection, row.table_id, number >= row.number, first=LINES_AFTER + 1)
    judged = row.verdict is not None
    return Case(
        id=row.id,
        table=row.table_id,
        reporter=Player(row.player_id, row.name),
        why=row.why,
        at=row.at,
        line=after[0],
        before=tuple(before),
        after=tuple(after[1:]),
        judgement=Judgement(row.verdict, row.admin_id, row.judged_at) if judged else None,
        judge_name=row.judge_name,
    )


def read_lines(
    connection: Connection,
    table_id: str,
    which: ColumnElement[bool],
    *,
    last: int | None = None,
    first: int | None = None,
) -> Sequence[ChatLine]:
    """Lines of a table in their order: the last or the first of those."""
    order = chat.c.number.desc() if last is not None else chat.c.number
    query = (
        select(chat, players.c.name)
        .join(players, players.c.id == chat.c.player_id)
        .where(chat.c.table_id == table_id, which)
        .order_by(order)
        .limit(last if last is not None else first)
    )
    lines = [line_of(row) for row in connection.execute(query)]
    return lines[::-1] if last is not None else lines
