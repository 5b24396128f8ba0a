"""Looking for tables among all that are stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.storage.store import Store, open_store
from app.tables.table import Branch, Player, SeatState
from app.tables.table_search import FoundTable, TableQuery
from tests.schema import lay_sqlite
from tests.services import PostgresServer
from tests.storage.samples import ANNA, BO, add_players, later, playing, row, table

pytestmark = pytest.mark.anyio

ZOE = Player("p-zoe", "Zoë 100%_")


async def furnish(store: Store) -> None:
    """Five tables: open, running with and without moves, over, and a branch."""
    await add_players(store, ANNA, BO, ZOE)
    bo, zoe = SeatState(0, player=BO), SeatState(1, player=ZOE)
    for made in (
        table("open", title="Küche am Abend", visibility="link"),
        playing("fresh", seats=(bo, SeatState(1, bot="easy")), created_at=later(1)),
        playing("moved", seats=(bo, zoe), game="gnav", created_at=later(2)),
        table("closed", state="abandoned", ended_why="staff", seats=(), created_at=later(2)),
        playing("left", seats=(), branch=Branch("moved", 7), created_at=later(3)),
    ):
        origin = '{"log": []}' if made.branch else None
        await store.tables.create(made, (), origin=origin)
    for seq in (1, 2, 3):
        await store.log.append("moved", row(seq))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database with the schema."""
    if request.param == "sqlite":
        return lay_sqlite(tmp_path_factory.mktemp("search") / "store.db")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    template: str = request.getfixturevalue("postgres_template")
    server.execute(f"CREATE DATABASE table_search TEMPLATE {template}")
    return server.url("table_search")


@pytest.fixture(scope="module")
async def store(database_url: str) -> AsyncIterator[Store]:
    """One furnished store of each kind for all tests here: they only look."""
    opened = await open_store(database_url)
    await furnish(opened)
    yield opened
    await opened.close()


async def find(store: Store, **wanted: Any) -> list[str]:
    """The ids on the first page."""
    page = await store.table_search.find(TableQuery(**wanted))
    return [found.table.id for found in page.tables]


async def test_everything_is_found_newest_first(store: Store) -> None:
    assert await find(store) == ["left", "moved", "closed", "fresh", "open"]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        pytest.param({"game": "gnav"}, ["moved"], id="game"),
        pytest.param({"state": "playing"}, ["left", "moved", "fresh"], id="state"),
        pytest.param({"state": "playing", "game": "gnav"}, ["moved"], id="both"),
        pytest.param({"ids": ("open", "moved", "gone")}, ["moved", "open"], id="ids"),
        pytest.param({"ids": ()}, [], id="no ids"),
        pytest.param({"words": "KÜCHE"}, ["open"], id="title, whatever the case of its letters"),
        pytest.param({"words": "am ab"}, ["open"], id="part of a title"),
        pytest.param({"words": "bo"}, ["moved", "fresh"], id="name of somebody seated"),
        pytest.param({"words": "bo", "game": "gnav"}, ["moved"], id="name and game"),
        pytest.param({"words": ZOE.id}, ["moved"], id="id of a player"),
        pytest.param({"words": "p-zo"}, [], id="part of an id"),
        pytest.param({"words": "closed"}, ["closed"], id="id of a table"),
        pytest.param({"words": "series-fresh"}, ["fresh"], id="id of a series"),
        pytest.param({"words": "100%_"}, ["moved"], id="signs stand for themselves"),
        pytest.param({"words": "%"}, ["moved"], id="per cent is no joker"),
        pytest.param({"words": "_"}, ["moved"], id="nor is the line"),
        pytest.param({"words": "' OR 1=1 --"}, [], id="a sentence is no statement"),
    ],
)
async def test_what_is_looked_for_is_found(
    store: Store, wanted: dict[str, Any], ids: list[str]
) -> None:
    assert await find(store, **wanted) == ids


async def test_where_each_log_stands(store: Store) -> None:
    page = await store.table_search.find(TableQuery())
    stands = {found.table.id: found.seq for found in page.tables}
    assert stands == {"open": None, "closed": None, "fresh": 0, "moved": 3, "left": 7}


async def test_tables_come_whole(store: Store) -> None:
    page = await store.table_search.find(TableQuery(words="moved"))
    assert page.tables == (FoundTable(await loaded(store, "moved"), 3),)


async def loaded(store: Store, table_id: str) -> Any:
    """The table as stored."""
    return await store.tables.load(table_id)


async def test_pages_follow_each_other(store: Store) -> None:
    pages, before = [], None
    while True:
        page = await store.table_search.find(TableQuery(limit=2, before=before))
        pages.append([found.table.id for found in page.tables])
        before = page.before
        if before is None:
            break
    assert pages == [["left", "moved"], ["closed", "fresh"], ["open"]]


async def test_a_last_page_that_is_full_is_the_last(store: Store) -> None:
    page = await store.table_search.find(TableQuery(limit=5))
    assert (len(page.tables), page.before) == (5, None)


async def test_what_is_no_cursor_is_told_apart(store: Store) -> None:
    with pytest.raises(ValueError, match="cursor"):
        await store.table_search.find(TableQuery(before="bm9uc2Vuc2U"))
