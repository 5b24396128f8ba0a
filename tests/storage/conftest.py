"""One store per test, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.storage.migrate import migrate_sync
from app.storage.store import Store, open_store
from tests.schema import lay_sqlite
from tests.services import PostgresServer

NUMBERS = itertools.count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without a schema."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file with the schema."""
    return lay_sqlite(tmp_path / "store.db")


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> str:
    """The name of a PostgreSQL database with the schema, to be copied."""
    name = "storage_template"
    postgres_server.execute(f"CREATE DATABASE {name}")
    migrate_sync(postgres_server.url(name))
    return name


@pytest.fixture
def migrated_postgres_url(postgres_server: PostgresServer, postgres_template: str) -> Iterator[str]:
    """The URL of a PostgreSQL database with the schema."""
    name = f"storage_{next(NUMBERS)}"
    postgres_server.execute(f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    yield postgres_server.url(name)
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite_url", "migrated_postgres_url"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database with the schema."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store of this process."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()


@pytest.fixture
async def other_store(database_url: str) -> AsyncIterator[Store]:
    """Another process's store on the same database."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()
