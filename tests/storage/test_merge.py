"""Two players become one: everything follows, or nothing has changed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from app.storage.house_schema import addresses, departures
from app.storage.schema import chat, reports, tenures
from app.storage.schema import players as stored_players
from app.storage.store import Store
from app.tables.bans import BanKind
from app.tables.people import Session
from app.tables.ports import ChatLine, Report, Tenure
from app.tables.roster import Merge
from app.tables.table import Player, SeatState, Table, empty_seats
from tests.storage.housekeeping import add_admin, ban, deeds, line
from tests.storage.samples import ANNA, BO, NOW, add_players, later, playing, table

pytestmark = pytest.mark.anyio

CLEO = Player("p-cleo", "Cleo")
HASH = bytes(32)
MERGED = line("merge_players")


@pytest.fixture(autouse=True)
async def _people(store: Store) -> None:
    await add_players(store, ANNA, BO, CLEO)
    await add_admin(store)


def at(seat: int, player: Player, **changes: Any) -> SeatState:
    """Somebody on a seat."""
    return SeatState(seat, player=player, client_seed="abc", **changes)


def with_seats(made: Table, *seats: SeatState, **changes: Any) -> Table:
    """The table with these people first."""
    return replace(made, seats=(*seats, *empty_seats(4)[len(seats) :]), **changes)


async def load(store: Store, table_id: str) -> Table:
    """A table as it is stored."""
    found = await store.tables.load(table_id)
    assert found is not None
    return found


async def test_sessions_and_credentials_follow(store: Store) -> None:
    for number, kind in enumerate(("session", "token")):
        await store.players.open_session(
            f"s{number}",
            kind,
            HASH,
            player_id=BO.id,
            at=NOW,
            until=later(60),  # type: ignore[arg-type]
        )
    await store.players.add_recovery("s0", b"back", at=NOW, until=later(60))
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    assert await store.players.find_session("session", HASH, NOW) == Session("s0", ANNA, None)
    assert await store.players.find_session("token", HASH, NOW) == Session("s1", ANNA, None)
    assert await store.players.find_session("recovery", b"back", NOW) == Session("s0", ANNA, None)
    person = await store.roster.find(BO.id)
    assert person is not None
    assert person.merged_into == ANNA.id
    assert await deeds(store) == ["merge_players"]


async def test_a_seat_at_a_running_table_becomes_the_others(store: Store) -> None:
    running = with_seats(playing(), at(0, CLEO), at(1, BO), host=BO.id, barred=(BO.id,))
    held = [Tenure(0, CLEO.id, 0, "start"), Tenure(1, BO.id, 0, "start")]
    await store.tables.create(running, (), held)
    merged = await store.roster.merge(BO.id, ANNA.id, MERGED)
    assert merged == Merge(tables=(("t1", running.version + 1),))
    found = await load(store, "t1")
    assert (found.seats[1].player, found.host, found.barred) == (ANNA, ANNA.id, (ANNA.id,))
    assert found.version == running.version + 1
    assert not await store.tables.clean_eyes("t1", ANNA.id, 0)
    assert await store.tables.clean_eyes("t1", BO.id, 0)
    assert await store.tables.save(running) is None, "who had it in memory reads it again"


@pytest.mark.parametrize("made", [table, playing])
async def test_no_merge_while_both_sit_at_one_table(store: Store, made: Any) -> None:
    await store.tables.create(with_seats(made(), at(0, ANNA), at(1, BO)), ())
    await store.players.open_session(
        "s1", "session", HASH, player_id=BO.id, at=NOW, until=later(60)
    )
    before = await load(store, "t1")
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge(conflicts=("t1",))
    assert await load(store, "t1") == before
    assert await store.players.find_session("session", HASH, NOW) == Session("s1", BO, None)
    assert await deeds(store) == []


async def test_no_merge_of_two_who_have_seen_two_hands(store: Store) -> None:
    running = with_seats(playing(), at(0, CLEO), at(1, BO))
    held = [Tenure(0, ANNA.id, 0, "start"), Tenure(1, BO.id, 0, "start")]
    await store.tables.create(running, (), held)
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge(conflicts=("t1",))


async def test_history_shows_both(store: Store) -> None:
    over = {"state": "abandoned", "ended_at": later(9)}
    await store.tables.create(with_seats(playing("t1"), at(0, BO), **over), ())
    await store.tables.create(with_seats(playing("t2"), at(0, ANNA), **over), ())
    both = with_seats(playing("t3"), at(0, ANNA), at(1, BO), **over)
    await store.tables.create(both, ())
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    past = await store.tables.list_past(ANNA.id, 9)
    assert {each.id for each in past} == {"t1", "t2", "t3"}
    assert len(past) == 3
    assert await load(store, "t3") == both, "a match against oneself stays as it was"


async def test_what_was_said_reported_and_seen_follows(store: Store) -> None:
    await store.tables.create(table(), ())
    for number, writer in enumerate((BO, CLEO, CLEO)):
        said = ChatLine(f"c{number}", "rail", writer, None, "Hi", None, NOW)
        await store.chat.add("t1", said)
    for number, (said_id, reader) in enumerate([("c1", ANNA), ("c1", BO), ("c2", BO)]):
        made = Report(f"r{number}", "t1", said_id, reader.id, "", NOW)
        assert await store.reports.add(made)

    def see(connection: Connection) -> None:
        for player, mark in ((ANNA, "m1"), (BO, "m1"), (BO, "m2")):
            values = {"player_id": player.id, "mark": mark, "first_at": NOW, "last_at": NOW}
            connection.execute(addresses.insert().values(values))

    await store.database.write(see)
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    writers = select(chat.c.player_id).order_by(chat.c.id)
    readers = select(reports.c.player_id).order_by(reports.c.id)
    read = store.database.read
    assert await read(lambda c: list(c.scalars(writers))) == [ANNA.id, CLEO.id, CLEO.id]
    assert await read(lambda c: list(c.scalars(readers))) == [ANNA.id, BO.id, ANNA.id]
    assert len(await store.roster.addresses(ANNA.id)) == 2


async def test_a_ban_is_not_shaken_off(store: Store) -> None:
    await store.bans.add(ban(), line())
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    assert [each.player for each in await store.bans.in_force(NOW)] == [ANNA.id]


@pytest.mark.parametrize("kind", ["ban", "mute"])
async def test_nobody_is_kept_out_under_an_id_that_means_nobody(
    store: Store, kind: BanKind
) -> None:
    left = departures.insert().values(player_id=CLEO.id, at=NOW)
    await store.database.write(lambda connection: connection.execute(left) and None)
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    assert not await store.bans.add(ban(kind=kind), line()), "Bo is Anna by now"
    assert not await store.bans.add(ban(kind=kind, player=CLEO.id), line()), "Cleo has left"
    assert await store.bans.add(ban(kind=kind, player=ANNA.id), line())


async def test_who_has_left_is_not_named_again(store: Store) -> None:
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    assert await store.roster.rename(BO.id, "Bob", MERGED), "old matches show it"
    await store.departing.forget(ANNA.id, "Former Finch 7", NOW)
    for player in (ANNA, BO):
        assert not await store.roster.rename(player.id, "Anna again", MERGED)
        assert await store.players.load(player.id) == Player(player.id, "Former Finch 7")


async def test_merges_lead_to_one_in_the_end_and_never_back(store: Store) -> None:
    assert await store.roster.merge(BO.id, CLEO.id, MERGED) == Merge()
    assert await store.roster.merge(ANNA.id, BO.id, MERGED) is None, "Bo is Cleo by now"
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) is None
    assert await store.roster.merge(CLEO.id, ANNA.id, MERGED) == Merge()
    names = select(stored_players.c.merged_into).order_by(stored_players.c.id)
    found = await store.database.read(lambda connection: list(connection.scalars(names)))
    assert found == [None, ANNA.id, ANNA.id]
    assert await store.roster.merge(ANNA.id, CLEO.id, MERGED) is None


async def test_nobody_is_merged(store: Store) -> None:
    assert await store.roster.merge(BO.id, BO.id, MERGED) is None
    assert await store.roster.merge(BO.id, "p-nobody", MERGED) is None
    assert await store.roster.merge("p-nobody", BO.id, MERGED) is None
    assert await deeds(store) == []


@pytest.mark.parametrize("gone", [ANNA, BO])
async def test_who_has_left_is_nobody_to_merge(store: Store, gone: Player) -> None:
    left = departures.insert().values(player_id=gone.id, at=NOW)
    await store.database.write(lambda connection: connection.execute(left) and None)
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) is None


async def test_again_it_takes_along_what_came_in_between(store: Store) -> None:
    assert await store.roster.merge(BO.id, ANNA.id, MERGED) == Merge()
    await store.tables.create(with_seats(table(), at(0, BO), host=CLEO.id), ())
    merged = await store.roster.merge(BO.id, ANNA.id, MERGED)
    assert merged == Merge(tables=(("t1", 1),))
    assert (await load(store, "t1")).seats[0].player == ANNA


async def test_of_two_who_merge_crosswise_one_is_late(store: Store) -> None:
    merge = store.roster.merge
    done = await asyncio.gather(merge(BO.id, ANNA.id, MERGED), merge(ANNA.id, BO.id, MERGED))
    assert sorted(done, key=bool) == [None, Merge()]


async def test_what_fails_in_the_middle_has_changed_nothing(store: Store) -> None:
    running = with_seats(playing(), at(0, BO), host=BO.id)
    await store.tables.create(running, (), [Tenure(0, BO.id, 0, "start")])
    nobody = replace(MERGED, admin=replace(MERGED.admin, id="a-nobody"))  # type: ignore[type-var]
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.roster.merge(BO.id, ANNA.id, nobody)
    assert await load(store, "t1") == running
    holders = select(tenures.c.player_id)
    found = await store.database.read(lambda connection: list(connection.scalars(holders)))
    assert found == [BO.id]


async def test_a_player_of_a_session_that_was_merged_is_renamed_under_the_one_id(
    store: Store,
) -> None:
    assert await store.roster.rename(BO.id, "Bobo", line("rename_player"))
    assert not await store.roster.rename("p-nobody", "X", line("rename_player"))
    assert await store.players.load(BO.id) == Player(BO.id, "Bobo")
    assert await deeds(store) == ["rename_player"]


async def test_sessions_are_listed_and_ended(store: Store) -> None:
    for number in range(2):
        await store.players.open_session(
            f"s{number}", "session", bytes([number]), player_id=BO.id, at=later(number),
            until=later(60),
        )  # fmt: skip
    assert [each.id for each in await store.roster.sessions(BO.id, NOW)] == ["s1", "s0"]
    note = line("end_session", later(5))
    assert not await store.roster.end_session(ANNA.id, "s1", note), "it is none of hers"
    assert await store.roster.end_session(BO.id, "s1", note)
    assert [each.id for each in await store.roster.sessions(BO.id, later(6))] == ["s0"]
    assert await store.players.find_session("session", bytes([1]), later(6)) is None
    assert await store.roster.sessions(BO.id, later(60)) == ()
    assert await deeds(store) == ["end_session"]


async def test_people_are_found_by_name_and_id_page_by_page(store: Store) -> None:
    def date(connection: Connection) -> None:
        for number, player in enumerate((ANNA, BO, CLEO)):
            own = update(stored_players).where(stored_players.c.id == player.id)
            connection.execute(own.values(created_at=later(number)))

    await store.database.write(date)
    await store.tables.create(table(), ())
    first = await store.roster.search("", before=None, limit=2)
    assert [each.id for each in first.people] == [CLEO.id, BO.id]
    second = await store.roster.search("", before=first.before, limit=2)
    assert [(each.id, each.tables) for each in second.people] == [(ANNA.id, 1)]
    assert second.before is None
    for words, found in (("LEO", CLEO), ("Anna ö", ANNA), (BO.id, BO), ("🂡", BO)):
        page = await store.roster.search(words, before=None, limit=9)
        assert [each.id for each in page.people] == [found.id], words
    assert (await store.roster.search("%", before=None, limit=9)).people == ()
    for bad in ("", "x", "1", "-1.p", "9" * 18 + ".p", "٣.p"):
        with pytest.raises(ValueError, match="place"):
            await store.roster.search("", before=bad, limit=9)


async def test_tables_of_somebody_are_listed(store: Store) -> None:
    await store.tables.create(table(), ())
    found = await store.roster.tables(ANNA.id, 9)
    assert [(each.id, each.game, each.state, each.seat) for each in found] == [
        ("t1", "milkuro", "open", 0)
    ]
