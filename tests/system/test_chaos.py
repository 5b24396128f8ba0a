"""A short night of `python3 -m tests.chaos` on each store."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.storage.migrate import migrate
from tests.chaos.judge import Verdict
from tests.chaos.night import Night, spend
from tests.scale import scaled

pytestmark = pytest.mark.anyio

TABLES = 8


async def spend_short(settings: dict[str, str], seed: int) -> None:
    """Judged as a long one; it must have been worth judging."""
    night, verdict = await spend(
        settings, seconds=scaled(10, 60), tables=TABLES, kill_every=scaled(6, 15), seed=seed
    )
    check_was_a_night(night, verdict)


def check_was_a_night(night: Night, verdict: Verdict) -> None:
    """Something was played, said and broken."""
    assert night.kills >= 1
    assert verdict.matches >= TABLES
    assert verdict.answered > 20
    assert verdict.views > verdict.answered


async def test_a_night_on_sqlite(tmp_path: Path) -> None:
    await spend_short({"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db"}, seed=20261130)


async def test_a_night_on_postgresql(postgres_url: str) -> None:
    await migrate(postgres_url)
    settings = {"DATABASE_URL": postgres_url, "SECRET": "a secret that only this night knows of"}
    await spend_short(settings, seed=1866)
