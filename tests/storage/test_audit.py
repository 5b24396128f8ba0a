"""The audit log: what was done stays told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest
from sqlalchemy import Connection, Executable, delete, text, update
from sqlalchemy.exc import DBAPIError

from app.storage.house_schema import audit
from app.storage.store import Store
from app.tables.staff import AuditLine, AuditQuery, Target
from tests.storage.staff import AT, hire, line

pytestmark = pytest.mark.anyio


async def test_lines_are_read_as_they_were_written(store: Store) -> None:
    ada = await hire(store, "Ada", ready=False)
    told = AuditLine(
        AT,
        ada.admin,
        "ban",
        Target("player", "p1"),
        "He cheats: \u201cagain\u201d",
        {"until": None, "of": 3},
    )
    await store.audit.add(told)
    await store.audit.add(AuditLine(AT, None, "log_out"))
    nothing, newest, first = await store.audit.list(AuditQuery())
    assert (newest.line, nothing.line.target, nothing.line.detail) == (told, None, {})
    assert (first.line.deed, first.line.admin) == ("hire", None)
    assert nothing.number > newest.number > first.number


async def test_pages_and_filters(store: Store) -> None:
    ada = await hire(store, "Ada", ready=False)
    for number in range(5):
        target = Target("table", f"t{number}")
        await store.audit.add(AuditLine(AT, ada.admin, "repair_table", target))
    first = await store.audit.list(AuditQuery(limit=2))
    second = await store.audit.list(AuditQuery(limit=2, before=first[-1].number))
    targets = [entry.line.target for entry in (*first, *second)]
    assert [target and target.id for target in targets] == ["t4", "t3", "t2", "t1"]
    wanted = {
        AuditQuery(deed="hire"): 1,
        AuditQuery(admin="ada"): 5,
        AuditQuery(admin="nobody"): 0,
        AuditQuery(target_kind="table"): 5,
        AuditQuery(target_kind="table", target_id="t2"): 1,
        AuditQuery(target_id="ada", deed="repair_table"): 0,
    }
    for query, count in wanted.items():
        assert len(await store.audit.list(query)) == count


ATTACKS: tuple[Executable, ...] = (
    update(audit).values(why="nothing"),
    update(audit).values(number=7),
    delete(audit),
    delete(audit).where(audit.c.number == 1),
)
ATTACKS_ON: Mapping[str, tuple[str, ...]] = {
    "sqlite": (
        "REPLACE INTO audit (number, at, deed, why, detail) VALUES (1, 0, 'ban', '', '{}')",
        "UPDATE OR REPLACE audit SET why = ''",
        "INSERT INTO audit (number, at, deed, why, detail) VALUES (1, 0, 'ban', '', '{}') "
        "ON CONFLICT (number) DO UPDATE SET why = 'nothing'",
    ),
    "postgresql": ("TRUNCATE audit", "DELETE FROM ONLY audit WHERE number > 0"),
}


async def test_no_row_is_changed_deleted_or_replaced(store: Store) -> None:
    await store.audit.add(line())
    before = await store.audit.list(AuditQuery())
    dialect = await store.database.read(lambda connection: connection.dialect.name)
    for attack in (*ATTACKS, *map(text, ATTACKS_ON[dialect])):
        with pytest.raises(DBAPIError, match="append-only"):
            await store.database.write(partial(run, attack))
    assert await store.audit.list(AuditQuery()) == before


def run(attack: Executable, connection: Connection) -> None:
    """Try it."""
    connection.execute(attack)


async def test_two_processes_number_their_lines_one_by_one(
    store: Store, other_store: Store
) -> None:
    for each in (store, other_store, store):
        await each.audit.add(line())
    numbers = [entry.number for entry in await store.audit.list(AuditQuery())]
    assert numbers == sorted(set(numbers), reverse=True)
    assert len(numbers) == 3
