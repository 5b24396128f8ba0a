"""Where SQL runs: one small face over SQLite on threads and PostgreSQL on the event loop.

A repository hands over a plain function of a connection. With SQLite it runs whole on a worker
thread (one hop between threads per transaction, not one per statement); with PostgreSQL it runs
on the event loop, where SQLAlchemy waits for asyncpg. Neither ever blocks the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Protocol, TypeVar

from asyncpg import InterfaceError, PostgresError
from sqlalchemy import URL, Connection, Engine, Insert, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import Table

T = TypeVar("T")
Act = Callable[[Connection], T]

READERS = 4
"""Threads, with a connection each, that read a SQLite file."""
POOL = 10
"""Connections to PostgreSQL beside the log's own."""
PATIENCE = 10.0
"""Seconds to wait for a database that does not answer, or is locked."""

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"

DRIVER_ERRORS = (SQLAlchemyError, PostgresError, InterfaceError, OSError)
"""What the world outside refuses, in all the forms in which the drivers tell it."""


class StoreUnavailable(Exception):
    """The database cannot be opened or written; the text is a sentence for whoever hosts."""


class Database(Protocol):
    """Transactions on one database. Each ends with a commit, or undone by an exception."""

    name: str
    """The database in words that may be shown: without a password."""

    async def read(self, act: Act[T]) -> T:
        """`act` on a connection that only reads. What has to fit together is one query."""
        ...

    async def write(self, act: Act[T]) -> T:
        """`act` in a transaction; it is on disk when this returns."""
        ...

    async def append(self, act: Act[T], *, atomic: bool) -> T:
        """`act` on the connection kept for the log. Without `atomic` it is one statement that
        writes, which commits by itself, and reading after it."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


class SqliteDatabase:
    """One writing connection on a thread of its own, and readers that never wait for it (WAL)."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._reading = sqlite_engine(path, READERS, begin="BEGIN", pragmas=("query_only = ON",))
        self._writing = sqlite_engine(
            path,
            1,
            begin="BEGIN IMMEDIATE",
            pragmas=("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"),
        )
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")

    async def read(self, act: Act[T]) -> T:
        """`act` on one of the readers' threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, within, self._reading, act)

    async def write(self, act: Act[T]) -> T:
        """`act` on the writer's thread, after what waits there already."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, within, self._writing, act)

    async def append(self, act: Act[T], *, atomic: bool) -> T:
        """The same: SQLite has one writer anyway, and its statements travel nowhere."""
        return await self.write(act)

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        for threads, engine in ((self._writer, self._writing), (self._readers, self._reading)):
            await asyncio.to_thread(threads.shutdown)
            engine.dispose()


class PostgresDatabase:
    """A pool, and one connection that only the log uses."""

    def __init__(self, url: URL) -> None:
        self.name = f"{POSTGRESQL}{url.host or url.query.get('host', '')}/{url.database or ''}"
        self._pool = postgres_engine(url, POOL, pre_ping=True)
        self._log = postgres_engine(url, 1, pre_ping=False)

    async def read(self, act: Act[T]) -> T:
        """`act` on a connection of the pool; each statement is its own transaction."""
        async with self._pool.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            return await connection.run_sync(act)

    async def write(self, act: Act[T]) -> T:
        """`act` in a transaction on a connection of the pool."""
        async with self._pool.begin() as connection:
            return await connection.run_sync(act)

    async def append(self, act: Act[T], *, atomic: bool) -> T:
        """One round trip instead of three where one statement is all there is to commit."""
        if atomic:
            async with self._log.begin() as connection:
                return await connection.run_sync(act)
        async with self._log.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            return await connection.run_sync(act)

    async def close(self) -> None:
        """Close all connections."""
        await self._log.dispose()
        await self._pool.dispose()


def within(engine: Engine, act: Act[T]) -> T:
    """`act` in one transaction of `engine`, on this thread."""
    with engine.begin() as connection:
        return act(connection)


def sqlite_engine(path: Path, size: int, *, begin: str, pragmas: tuple[str, ...]) -> Engine:
    """`size` connections to a file. The driver's own way of beginning transactions (late, and
    not before DDL) is switched off; `begin` is sent instead."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        hide_parameters=True,  # tokens, seeds and chat stay out of every log line
        connect_args={"timeout": PATIENCE, "check_same_thread": False},
    )

    def on_connect(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("lower", 1, lowered, deterministic=True)

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
    return engine


def lowered(text: str | None) -> str | None:
    """SQL's `lower` for every alphabet; SQLite's own knows that of English."""
    return None if text is None else text.lower()


def postgres_engine(url: URL, size: int, *, pre_ping: bool) -> AsyncEngine:
    """At most `size` connections to a server."""
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_size=size,
        max_overflow=0,
        pool_pre_ping=pre_ping,
        hide_parameters=True,
        connect_args={"timeout": PATIENCE},
    )


async def open_database(database_url: str) -> Database:
    """The database behind a URL, reached once. Raises `StoreUnavailable`."""
    if database_url.startswith(SQLITE):
        return await open_sqlite(Path(database_url.removeprefix(SQLITE)))
    if database_url.startswith(POSTGRESQL):
        return await checked(PostgresDatabase(make_url(database_url)))
    raise StoreUnavailable(f"A database URL starts with {SQLITE} or {POSTGRESQL}.")


async def open_sqlite(path: Path) -> Database:
    """The file, made with its folder when there is none."""
    try:
        make_private(path)
    except OSError as error:
        raise StoreUnavailable(cannot_open(str(path), error)) from error
    return await checked(SqliteDatabase(path))


def make_private(path: Path) -> None:
    """A new file for nobody else on this machine; what SQLite lays beside it has its mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


async def checked(database: Database) -> Database:
    """The database itself once it has answered."""
    try:
        await database.write(ping)
    except DRIVER_ERRORS as error:
        await database.close()
        raise StoreUnavailable(cannot_open(database.name, error)) from error
    return database


def ping(connection: Connection) -> None:
    """Ask something that every database can answer."""
    connection.execute(text("SELECT 1"))


def cannot_open(name: str, error: BaseException) -> str:
    """That the database cannot be opened and, in its own words, why."""
    cause = (error.orig if isinstance(error, DBAPIError) else None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return f"The database {name} cannot be opened: {lines[0]}"


def insert_new(dialect: str, table: Table) -> Insert:
    """An `INSERT` that leaves out rows which some unique key holds already."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()
