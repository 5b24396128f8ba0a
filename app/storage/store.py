"""The whole store, opened by a URL."""

from __future__ import annotations

from dataclasses import dataclass

from app.storage.addresses import SqlAddresses
from app.storage.admins import SqlStaff
from app.storage.audit import SqlAudit
from app.storage.bans import SqlBans
from app.storage.cautions import SqlCautions
from app.storage.certificates import SqlCertificates
from app.storage.chat import SqlChat, SqlNotes
from app.storage.departures import SqlDeparting
from app.storage.dossiers import SqlDossiers
from app.storage.engine import DRIVER_ERRORS, Database, StoreUnavailable, open_database, ping
from app.storage.heartbeat import SqlHeart
from app.storage.house_rules import SqlRuleBook
from app.storage.judging import SqlCases
from app.storage.links import SqlLinks
from app.storage.log import SqlLog
from app.storage.players import SqlPlayers
from app.storage.reports import SqlReports
from app.storage.roster import SqlRoster
from app.storage.shifts import SqlShifts
from app.storage.statistics import SqlStatistics
from app.storage.sweeping import SqlSweeping
from app.storage.table_search import SqlTableSearch
from app.storage.tables import SqlTables


@dataclass(frozen=True, slots=True)
class Store:
    """Every port that is kept in the database, and the database behind them."""

    database: Database
    log: SqlLog
    tables: SqlTables
    links: SqlLinks
    players: SqlPlayers
    chat: SqlChat
    notes: SqlNotes
    heart: SqlHeart
    reports: SqlReports
    table_search: SqlTableSearch
    staff: SqlStaff
    shifts: SqlShifts
    audit: SqlAudit
    statistics: SqlStatistics
    bans: SqlBans
    rule_book: SqlRuleBook
    roster: SqlRoster
    cases: SqlCases
    cautions: SqlCautions
    certificates: SqlCertificates
    addresses: SqlAddresses
    departing: SqlDeparting
    dossiers: SqlDossiers
    sweeping: SqlSweeping

    async def ping(self) -> None:
        """Return if the database answers. Raises `StoreUnavailable`."""
        try:
            await self.database.read(ping)
        except DRIVER_ERRORS as error:
            raise StoreUnavailable(f"The database {self.database.name} does not answer.") from error

    async def close(self) -> None:
        """Let what is on its way into the log arrive, then let go of the database."""
        await self.log.close()
        await self.database.close()


async def open_store(database_url: str) -> Store:
    """The store in `sqlite:///path` or `postgresql://…`. Raises `StoreUnavailable`.

    The schema is expected to be there: see `migrate.py`.
    """
    database = await open_database(database_url)
    return Store(
        database=database,
        log=SqlLog(database),
        tables=SqlTables(database),
        links=SqlLinks(database),
        players=SqlPlayers(database),
        chat=SqlChat(database),
        notes=SqlNotes(database),
        heart=SqlHeart(database),
        reports=SqlReports(database),
        table_search=SqlTableSearch(database),
        staff=SqlStaff(database),
        shifts=SqlShifts(database),
        audit=SqlAudit(database),
        statistics=SqlStatistics(database),
        bans=SqlBans(database),
        rule_book=SqlRuleBook(database),
        roster=SqlRoster(database),
        cases=SqlCases(database),
        cautions=SqlCautions(database),
        certificates=SqlCertificates(database),
        addresses=SqlAddresses(database),
        departing=SqlDeparting(database),
        dossiers=SqlDossiers(database),
        sweeping=SqlSweeping(database),
    )
