"""Tables, seats, links, grants and tenures."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from sqlalchemy import select

from app.games.base import Outcome
from app.storage.schema import tables as stored_tables
from app.storage.schema import tenures as stored_tenures
from app.storage.store import Store
from app.storage.tables import SqlTables, read_cursor
from app.tables.links import Link
from app.tables.ports import Tenure
from app.tables.table import (
    Agreed,
    Break,
    Pace,
    Pause,
    Player,
    SeatState,
    Table,
    TableState,
    empty_seats,
)
from tests.storage.samples import ANNA, BO, add_players, later, playing, table
from tests.storage.watching import WatchedDatabase

pytestmark = pytest.mark.anyio

PLAY = Link("l-play", "series-t1", "play", 0, max_uses=3, until=later(60))
WATCH = Link("l-watch", "series-t1", "watch", 0)


async def create(store: Store, *created: Table) -> None:
    """Anna, Bo and these tables."""
    await add_players(store, ANNA, BO)
    for made in created:
        await store.tables.create(made, ())


async def test_a_table_comes_back_as_it_went_in(store: Store) -> None:
    seats = (
        SeatState(0, player=ANNA, client_seed="abc"),
        SeatState(1, bot="easy", client_seed="bot"),
        SeatState(2, player=BO, client_seed="d", bot="normal", away=True, given_up=True, since=17),
        SeatState(3, held=True),
    )
    made = playing(
        seats=seats,
        pace=Pace("live", 30),
        title="Küche",
        watchable=False,
        auto_start=True,
        visibility="link",
        barred=("p-x", "p-y"),
        seating="random",
        rail_open=False,
        paused=Pause(2, later(5)),
        asleep_since=later(6),
        breaks=(Break(later(1), later(2)), Break(later(3), later(4))),
        agreed=Agreed(17, end=(0, 2), pause=(1,)),
        visited_at=later(7),
    )
    await create(store, made)
    assert await store.tables.load("t1") == made
    assert await store.tables.load("t2") is None


async def test_a_new_table_starts_fresh(store: Store) -> None:
    await create(store, table())
    starts = select(stored_tables.c.start)
    assert await store.database.read(lambda c: c.scalars(starts).all()) == [{"fresh": True}]


async def test_create_stores_everything_or_nothing(store: Store) -> None:
    await create(store, table())
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.tables.create(table("t2"), (PLAY, replace(PLAY, id="l-other")))
    assert await store.tables.load("t2") is None
    assert await store.links.of_series("series-t1") == ()


async def test_save_counts_versions(store: Store) -> None:
    await create(store, table())
    changed = playing(seats=(SeatState(0, player=BO, client_seed="x"), *empty_seats(3)[1:]))
    saved = await store.tables.save(changed)
    assert saved == replace(changed, version=1)
    assert await store.tables.load("t1") == saved


async def test_save_refuses_an_old_version_and_changes_nothing(store: Store) -> None:
    await create(store, table())
    saved = await store.tables.save(table(title="first"))
    assert await store.tables.save(table(title="second")) is None
    assert await store.tables.load("t1") == saved


async def test_save_refuses_a_table_that_is_not_there(store: Store) -> None:
    await create(store)
    assert await store.tables.save(table()) is None


async def test_one_person_does_not_hold_two_seats(store: Store) -> None:
    await create(store, table())
    twice = table(seats=(SeatState(0, player=ANNA), SeatState(1, player=ANNA)))
    assert await store.tables.save(twice) is None
    assert await store.tables.load("t1") == table()


async def test_people_swap_seats(store: Store) -> None:
    await create(store, table(seats=(SeatState(0, player=ANNA), SeatState(1, player=BO))))
    swapped = table(seats=(SeatState(0, player=BO), SeatState(1, player=ANNA)))
    assert await store.tables.save(swapped) == replace(swapped, version=1)


async def test_a_saved_result_is_joined_in(store: Store) -> None:
    await create(store, playing())
    result = Outcome((10, 0, 20, 0), (2, 3, 1, 3), (2,))
    ended = playing()
    saved = await store.tables.save(
        replace(ended, state="finished", result=result, ended_at=later(9))
    )
    assert saved is not None
    assert await store.tables.load("t1") == saved
    assert await store.tables.save(saved) == replace(saved, version=2)


async def test_09_fifty_people_want_the_last_seat(store: Store, other_store: Store) -> None:
    crowd = [Player(f"p{number}", f"Guest {number}") for number in range(50)]
    await create(store, table())
    await add_players(store, *crowd)

    async def sit(at: Store, player: Player) -> Table | None:
        found = await at.tables.load("t1")
        assert found is not None
        if found.seats[3].player is not None:
            return None
        seat = SeatState(3, player=player, client_seed="s")
        return await at.tables.save(replace(found, seats=(*found.seats[:3], seat)))

    stores = (store, other_store)
    tries = [sit(stores[number % 2], player) for number, player in enumerate(crowd)]
    saved = [result for result in await asyncio.gather(*tries) if result is not None]
    assert len(saved) == 1
    assert await store.tables.load("t1") == saved[0]
    assert saved[0].version == 1


async def test_public_tables_are_paged_newest_first(store: Store) -> None:
    made = [table(f"t{number}", created_at=later(number // 3)) for number in range(10)]
    hidden = table("t-hidden", visibility="link", created_at=later(99))
    await create(store, *made, hidden)
    expected = sorted(made, key=lambda each: (each.created_at, each.id), reverse=True)
    found: list[Table] = []
    cursor = None
    sizes = []
    while True:
        page = await store.tables.list_public(state=None, game=None, cursor=cursor, limit=4)
        found += page.tables
        sizes.append(len(page.tables))
        cursor = page.cursor
        if cursor is None:
            break
    assert found == expected
    assert sizes == [4, 4, 2]


async def test_the_last_page_says_so(store: Store) -> None:
    await create(store, table())
    page = await store.tables.list_public(state=None, game=None, cursor=None, limit=1)
    assert (len(page.tables), page.cursor) == (1, None)


async def test_public_tables_by_state_and_game(store: Store) -> None:
    await create(
        store, table("a"), playing("b"), table("c", game="gnav"), playing("d", game="gnav")
    )

    async def ids(state: TableState | None, game: str | None) -> str:
        page = await store.tables.list_public(state=state, game=game, cursor=None, limit=9)
        return "".join(sorted(found.id for found in page.tables))

    assert await ids("open", None) == "ac"
    assert await ids(None, "gnav") == "cd"
    assert await ids("playing", "milkuro") == "b"


async def test_a_bad_cursor_is_told_apart(store: Store) -> None:
    with pytest.raises(ValueError, match="cursor"):
        await store.tables.list_public(state=None, game=None, cursor="MTIz", limit=9)


@pytest.mark.parametrize("place", ["", "123", "12.", ".a", "1.a\0", "1. a", "9" * 18 + ".a", "1.é"])
def test_what_no_page_ends_with_is_no_cursor(place: str) -> None:
    cursor = urlsafe_b64encode(place.encode()).decode()
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
        read_cursor(cursor)


@pytest.mark.parametrize("cursor", ["x", "é", "%%%", "="])
def test_what_is_no_base64_is_no_cursor(cursor: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
        read_cursor(cursor)


async def test_a_list_costs_one_query(store: Store) -> None:
    await create(store, *(table(f"t{number}") for number in range(9)))
    watched = WatchedDatabase(store.database)
    page = await SqlTables(watched).list_public(state="open", game=None, cursor=None, limit=9)
    assert len(page.tables) == 9
    assert len(watched.reads) == 1


async def test_a_table_may_have_no_seat(store: Store) -> None:
    await create(store, table(seats=()))
    assert await store.tables.load("t1") == table(seats=())


async def test_tables_of_a_player(store: Store) -> None:
    with_bo = (SeatState(0, player=ANNA), SeatState(1, player=BO))
    await create(
        store,
        table("old"),
        playing("new", created_at=later(5), seats=with_bo),
        table("over", state="finished"),
        table("away", state="abandoned"),
        table("foreign", seats=empty_seats(2)),
    )
    assert [found.id for found in await store.tables.list_of_player(ANNA.id, 9)] == ["new", "old"]
    assert [found.id for found in await store.tables.list_of_player(ANNA.id, 1)] == ["new"]
    (found,) = await store.tables.list_of_player(BO.id, 9)
    assert found.seats == with_bo


async def test_running_tables_with_a_clock(store: Store) -> None:
    daily = playing("d", created_at=later(2), pace=Pace("daily", 28800))
    live = playing("l", created_at=later(1), pace=Pace("live", 30))
    waits = table("w", pace=Pace("daily", 28800))
    played_out = playing("o", created_at=later(3), ended_why="staff")
    await create(store, table("a"), playing("r"), daily, live, waits, played_out)
    assert await store.tables.list_timed() == ("l", "d", "o")


async def test_26_open_tables_that_nobody_visits(store: Store) -> None:
    await create(
        store,
        table("a", created_at=later(3)),
        table("b", created_at=later(1)),
        table("c", created_at=later(0), visited_at=later(2)),
        table("d", created_at=later(0), visited_at=later(9)),
        playing("e"),
        table("f", state="abandoned", ended_why="closed"),
    )
    assert await store.tables.list_unvisited(later(5), 9) == ("b", "c", "a")
    assert await store.tables.list_unvisited(later(5), 2) == ("b", "c")
    assert await store.tables.list_unvisited(later(1), 9) == ()


async def test_tenures_follow_each_other(store: Store) -> None:
    await add_players(store, ANNA, BO)
    start = [Tenure(0, ANNA.id, 0, "start"), Tenure(1, None, 0, "start")]
    await store.tables.create(playing(), (), start)
    left = await store.tables.save(playing(), [Tenure(0, None, 7, "left")])
    assert left is not None
    back = await store.tables.save(left, [Tenure(0, ANNA.id, 7, "back")])
    assert back is not None
    columns = stored_tenures.c
    query = select(columns.seat, columns.player_id, columns.from_seq, columns.to_seq).order_by(
        columns.id
    )
    found = await store.database.read(lambda connection: connection.execute(query).all())
    assert [tuple(each) for each in found] == [
        (0, ANNA.id, 0, 7),
        (1, None, 0, None),
        (0, None, 7, 7),
        (0, ANNA.id, 7, None),
    ]
    assert not await store.tables.clean_eyes("t1", ANNA.id, 1)
    assert await store.tables.clean_eyes("t1", ANNA.id, 0)
    assert await store.tables.clean_eyes("t1", BO.id, 1)


async def test_a_lost_save_adds_no_tenure(store: Store) -> None:
    await create(store, playing())
    await store.tables.save(playing())
    assert await store.tables.save(playing(), [Tenure(0, BO.id, 3, "substitute")]) is None
    assert await store.tables.clean_eyes("t1", BO.id, 1)


async def test_21_the_store_lets_only_clean_eyes_take_over(store: Store) -> None:
    await add_players(store, ANNA, BO)
    start = [Tenure(0, ANNA.id, 0, "start"), Tenure(1, None, 0, "start")]
    await store.tables.create(playing(), (), start)
    assert (
        await store.tables.save(playing(title="x"), [Tenure(1, ANNA.id, 3, "substitute")]) is None
    )
    assert await store.tables.load("t1") == playing()
    assert await store.tables.clean_eyes("t1", ANNA.id, 0)
    saved = await store.tables.save(playing(), [Tenure(1, BO.id, 3, "substitute")])
    assert saved is not None
    assert not await store.tables.clean_eyes("t1", BO.id, 0)
    again = await store.tables.save(saved, [Tenure(1, BO.id, 4, "substitute")])
    assert again is not None
