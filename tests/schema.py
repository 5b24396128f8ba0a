"""SQLite files with the schema: made once in a process, copied from then on."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from app.storage.migrate import migrate
from tests.services import outside_any_loop


def lay_sqlite(path: Path) -> str:
    """A file with the schema and nothing else; its URL."""
    path.write_bytes(empty_file())
    return f"sqlite:///{path}"


@cache
def empty_file() -> bytes:
    """What the migrations make of nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        outside_any_loop(migrate(f"sqlite:///{path}"))
        return path.read_bytes()
