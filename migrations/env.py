"""Run by Alembic. The application hands over its connection (`app/storage/migrate.py`).

By hand (`alembic revision --autogenerate -m "Add …"`) the database is that of `DATABASE_URL`.
"""

from __future__ import annotations

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.storage import house_schema  # noqa: F401  (its tables belong to the metadata)
from app.storage.engine import open_database
from app.storage.schema import metadata


def run(connection: Connection) -> None:
    """The migrations that were asked for, in the transaction of `connection`."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_by_hand(database_url: str) -> None:
    """The same on a connection of our own."""
    database = await open_database(database_url)
    try:
        await database.write(run)
    finally:
        await database.close()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_by_hand(os.environ["DATABASE_URL"]))
