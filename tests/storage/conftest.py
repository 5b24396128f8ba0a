"""One store per test, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.storage.migrate import migrate
from app.storage.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without a schema."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def database_url(empty_url: str) -> str:
    """The URL of a database with the schema."""
    await migrate(empty_url)
    return empty_url


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
