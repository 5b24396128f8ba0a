"""What was decided for the house holds at once, here and soon in every process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from app.live.connections import Connection
from app.live.host import Host
from app.live.house import House
from app.live.keeper import INTERVAL
from app.live.orders import TableOrder
from app.tables.access import Visitor
from app.tables.cautions import Caution
from app.tables.house_rules import Announcement, HouseRules, Maintenance
from app.tables.refusals import Code
from app.tables.table import Player
from tests.live.doubles import NOW, settle
from tests.live.housekeeping import Books
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    DAN,
    Kitchen,
    Viewer,
    move,
    next_seat,
    open_match,
    refused,
    visitor,
    watch,
)
from tests.live.wires import Wire

pytestmark = pytest.mark.anyio

HOME = "203.0.113.7"
ELSEWHERE = "198.51.100.1"
HOUR = timedelta(hours=1)
TEA = Announcement("n1", {"en": "Tea!"}, NOW - HOUR, NOW + HOUR, "a1")
PAINT = Maintenance(NOW - HOUR, NOW + HOUR, {"en": "Paint."})
OPEN = TableOrder("milkuro", seats=4)


@pytest.fixture
def books(kitchen: Kitchen) -> Books:
    """What the tests decide."""
    made = Books()
    kitchen.sources = made.sources
    return made


@pytest.fixture
def house(kitchen: Kitchen, books: Books) -> House:
    """One process that reads it."""
    return kitchen.house()


class Doorway:
    """Lets sockets in as the edge does, until the test ends."""

    def __init__(self, house: House, held: ExitStack) -> None:
        self.house = house
        self.held = held

    def come(
        self, host: Host, viewer: Viewer, address: str = HOME, *, news: bool = False
    ) -> Viewer:
        """A socket that is attached to a table already."""
        leave = partial(host.detach, viewer.attachment)
        outbox = viewer.attachment.outbox
        self._let_in(Connection(address, viewer.who, outbox, leave=leave, news=news))
        return viewer

    async def at_table(self, host: Host, player: Player | None, address: str = HOME) -> Viewer:
        """Somebody at the table, who has read what comes first."""
        viewer = self.come(host, await watch(host, player), address)
        assert viewer.read()[0]["type"] == "state"
        return viewer

    async def in_lobby(self, player: Player | None, *, news: bool = False) -> Wire:
        """Somebody in the lobby."""
        wire = Wire()
        outbox = await self.house.lobby.listen(wire)
        leave = partial(self.house.lobby.leave, outbox)
        who = Visitor(player, f"session-{player.id}" if player else "session")
        self._let_in(Connection(HOME, who, outbox, leave=leave, news=news))
        return wire

    def _let_in(self, connection: Connection) -> None:
        self.held.enter_context(self.house.keeper.present(connection))


@pytest.fixture
def door(house: House) -> Iterator[Doorway]:
    """The door of the house."""
    with ExitStack() as held:
        yield Doorway(house, held)


async def test_a_ban_closes_all_sockets_of_its_player_and_nobody_elses(
    door: Doorway, books: Books, house: House
) -> None:
    host = await open_match(house)
    bos = [await door.at_table(host, BO, address) for address in (HOME, ELSEWHERE)]
    anna = await door.at_table(host, ANNA)
    lobby = await door.in_lobby(BO, news=False)
    lobby.take()
    books.ban(BO.id)
    await house.keeper.refresh()
    for wire in (*(bo.wire for bo in bos), lobby):
        told = wire.take()
        error, bye = told[-2:]
        assert (error["type"], error["ref"], error["error"]["code"]) == ("error", None, "forbidden")
        assert error["error"]["detail"] == {"banned_until": None, "why": "Rude."}
        assert bye == {"type": "bye", "reason": "closed"}
        assert wire.closed == (1008, "closed")
    assert anna.wire.closed is None
    assert host.crowd.presence().connected == {ANNA.id}
    assert len(house.connections) == 1
    assert len(house.lobby) == 0


async def test_a_ban_of_a_network_means_everybody_there(
    door: Doorway, books: Books, house: House
) -> None:
    host = await open_match(house)
    at_home = [await door.at_table(host, player) for player in (ANNA, None)]
    mapped = await door.at_table(host, CLEO, f"::ffff:{HOME}")
    bo = await door.at_table(host, BO, ELSEWHERE)
    books.ban(network="203.0.113.0/24", until=NOW + HOUR)
    await house.keeper.refresh()
    assert [each.wire.closed for each in (*at_home, mapped)] == [(1008, "closed")] * 3
    assert bo.wire.closed is None


async def test_who_is_banned_while_coming_in_is_turned_away(
    door: Doorway, books: Books, house: House
) -> None:
    host = await open_match(house)
    viewer = await watch(host, BO)
    books.ban(BO.id)
    await house.keeper.refresh()
    door.come(host, viewer)
    assert viewer.wire.closed == (1008, "closed")
    assert len(house.connections) == 0


async def test_a_name_that_was_given_later_counts(
    door: Doorway, books: Books, house: House
) -> None:
    wire = await door.in_lobby(None, news=False)
    house.introduce("session", BO)
    books.ban(BO.id)
    await house.keeper.refresh()
    assert wire.closed == (1008, "closed")


async def test_a_stand_in_plays_for_who_is_kept_out_and_the_table_goes_on(
    door: Doorway, books: Books, house: House, kitchen: Kitchen
) -> None:
    host = await open_match(house)
    onlooker = await door.at_table(host, None)
    out = host.table.seats[next_seat(host)].player
    assert out is not None
    books.ban(out.id)
    await house.keeper.on_change()
    await house.keeper.show_out(out.id)
    seq = host.ledger.seq or 0
    await kitchen.clock.advance(5)
    assert (host.ledger.seq or 0) > seq
    assert any(message["type"] == "move" for message in onlooker.read())
    seat = host.table.seat_of(out.id)
    assert seat is not None
    assert (host.table.seats[seat].away, host.table.seats[seat].bot) == (True, "normal")


async def test_who_was_let_in_again_takes_the_seat_back(
    door: Doorway, books: Books, house: House
) -> None:
    host = await open_match(house)
    ban = books.ban(BO.id)
    await house.keeper.on_change()
    await house.keeper.show_out(BO.id)
    books.bans.known.remove(ban)
    await house.keeper.on_change()
    await door.at_table(host, BO)
    await host.steward.sit(visitor(BO), 1, "word")
    assert not host.table.seats[1].away


async def test_open_tables_get_their_seat_back_and_another_host(house: House) -> None:
    made = await house.open_table(ANNA, replace(OPEN, client_seed="word"))
    host = await house.host(made.id)
    await host.steward.sit(visitor(BO), 1, "word")
    await house.keeper.show_out(ANNA.id)
    assert host.table.seat_of(ANNA.id) is None
    assert host.table.host == BO.id


async def test_a_mute_keeps_a_player_from_writing_and_from_nothing_else(
    books: Books, house: House
) -> None:
    host = await open_match(house)
    mute = books.ban(BO.id, kind="mute", until=NOW + HOUR)
    await house.keeper.refresh()
    for words in ({"text": "Hi", "phrase": None}, {"text": None, "phrase": "well_played"}):
        refusal = await refused(host.say(visitor(BO), "table", **words))
        assert refusal.code is Code.FORBIDDEN
        assert refusal.detail == {"muted_until": "2026-11-30T21:15:00.000Z", "why": "Rude."}
    await host.say(visitor(ANNA), "table", text="Hi", phrase=None)
    for _ in range(4):
        await move(host)
    books.bans.known.remove(mute)
    await house.keeper.refresh()
    await host.say(visitor(BO), "table", text="Sorry", phrase=None)


@pytest.mark.parametrize("seconds", [INTERVAL])
async def test_other_processes_hear_of_it_or_find_it_soon(
    door: Doorway, books: Books, house: House, kitchen: Kitchen, seconds: float
) -> None:
    other = kitchen.house()
    elsewhere = Doorway(other, door.held)
    host = await open_match(house)
    bo = await elsewhere.at_table(await other.host(host.table.id), BO)
    books.ban(BO.id)
    await house.keeper.on_change()
    await settle()
    assert bo.wire.closed == (1008, "closed")
    other.start()
    cleo = await elsewhere.at_table(await other.host(host.table.id), CLEO)
    books.ban(CLEO.id)  # and the line on the bus is lost
    await kitchen.clock.advance(seconds)
    assert cleo.wire.closed == (1008, "closed")


async def test_while_the_store_is_away_what_was_read_last_holds(
    books: Books, house: House, kitchen: Kitchen
) -> None:
    house.start()
    books.ban(BO.id)
    await house.keeper.refresh()
    books.bans.broken = True
    await kitchen.clock.advance(3 * INTERVAL)
    assert kitchen.parts[0].rules.ban_of(BO.id, HOME, NOW) is not None
    books.bans.broken = False
    books.bans.known.clear()
    await kitchen.clock.advance(INTERVAL)
    assert kitchen.parts[0].rules.ban_of(BO.id, HOME, NOW) is None


async def test_an_ended_session_closes_its_sockets(door: Doorway, house: House) -> None:
    host = await open_match(house)
    anna, bo = [await door.at_table(host, player) for player in (ANNA, BO)]
    house.keeper.end_session(f"session-{BO.id}")
    told = bo.read()
    assert [message["type"] for message in told[-2:]] == ["error", "bye"]
    assert told[-2]["error"]["code"] == "sign_in"
    assert anna.wire.closed is None


async def test_who_was_merged_comes_again_and_the_tables_know(
    door: Doorway, house: House, kitchen: Kitchen
) -> None:
    host = await open_match(house)
    bo = await door.at_table(host, BO)
    stored = kitchen.store.tables[host.table.id]
    eve = Player("p-eve", "Eve")
    seats = tuple(
        replace(place, player=eve) if place.player == BO else place for place in stored.seats
    )
    merged = replace(stored, seats=seats, version=stored.version + 1)
    kitchen.store.tables[host.table.id] = merged
    house.keeper.tell_merged(BO.id, ((merged.id, merged.version),))
    await settle()
    assert bo.wire.closed == (1012, "restarting")
    assert host.table.seats[1].player == eve
    back = await watch(host, eve)
    assert back.read()[0]["seat"] == 1


async def test_news_are_told_to_who_asks_and_when_they_change(
    door: Doorway, books: Books, house: House, kitchen: Kitchen
) -> None:
    host = await open_match(house)
    books.book.said.append(TEA)
    await house.keeper.refresh()
    asks = door.come(host, await watch(host, ANNA), news=True)
    quiet = door.come(host, await watch(host, BO))
    lobby = await door.in_lobby(DAN, news=True)
    for wire, first in ((asks.wire, "state"), (lobby, "lobby")):
        start, house_message = wire.take()[:2]
        assert (start["type"], house_message["type"]) == (first, "house")
        assert house_message["news"]["announcements"] == [
            {"id": "n1", "texts": {"en": "Tea!"}, "ends_at": "2026-11-30T21:15:00.000Z"}
        ]
    await house.keeper.refresh()
    assert "house" not in asks.wire.take_kinds(), "nothing new"
    books.book.rules = HouseRules(maintenance=PAINT)
    await house.keeper.refresh()
    (told,) = [message for message in lobby.take() if message["type"] == "house"]
    assert told["news"]["maintenance"] == {
        "from": "2026-11-30T19:15:00.000Z",
        "until": "2026-11-30T21:15:00.000Z",
        "texts": {"en": "Paint."},
    }
    await kitchen.clock.advance(3600)
    await house.keeper.refresh()
    told = [message for message in asks.read() if message["type"] == "house"][-1]
    assert (told["news"]["announcements"], told["news"]["maintenance"]) == ([], None)
    assert "house" not in quiet.wire.take_kinds()


async def test_a_caution_is_told_to_its_player_alone_and_nothing_else_with_it(
    door: Doorway, books: Books, house: House
) -> None:
    host = await open_match(house)
    anna = door.come(host, await watch(host, ANNA), news=True)
    bo = door.come(host, await watch(host, BO), news=True)
    quiet = door.come(host, await watch(host, ANNA))
    nobody = await door.in_lobby(None, news=True)
    wires = (anna.wire, bo.wire, quiet.wire, nobody)
    for wire in wires:
        wire.take()
    books.cautions.given.append(Caution("k1", ANNA.id, "c1", NOW, "Boo"))
    await house.keeper.refresh()
    (told,) = [message for message in anna.read() if message["type"] == "house"]
    at = "2026-11-30T20:15:00.000Z"
    assert told["news"]["cautions"] == [{"id": "k1", "text": "Boo", "phrase": None, "at": at}]
    await house.keeper.refresh()
    assert "house" not in anna.wire.take_kinds(), "nothing new"
    books.cautions.given.clear()
    await house.keeper.refresh()
    (told,) = [message for message in anna.read() if message["type"] == "house"]
    assert told["news"]["cautions"] == []
    for wire in wires[1:]:
        assert "house" not in wire.take_kinds()


async def test_in_maintenance_no_table_is_opened_and_running_ones_go_on(
    books: Books, house: House
) -> None:
    host = await open_match(house, seats=2, people=2)
    books.book.rules = HouseRules(maintenance=PAINT)
    await house.keeper.refresh()
    assert (await refused(house.open_table(ANNA, OPEN))).code is Code.UNAVAILABLE
    while not host.table.ended:
        await move(host)
    refusal = await refused(house.rematch(host, visitor(ANNA)))
    assert refusal.detail == {"maintenance": True}
    books.book.rules = HouseRules()
    await house.keeper.refresh()
    follower = await house.rematch(host, visitor(ANNA))
    books.book.rules = HouseRules(maintenance=PAINT)
    await house.keeper.refresh()
    assert (await house.rematch(host, visitor(BO))).id == follower.id


async def test_no_seat_of_the_next_table_is_held_for_who_is_kept_out(
    books: Books, house: House
) -> None:
    host = await open_match(house, seats=3, people=3)
    while not host.table.ended:
        await move(host)
    books.ban(BO.id)
    await house.keeper.refresh()
    follower = await house.rematch(host, visitor(ANNA))
    held = {place.player.id for place in follower.seats if place.player}
    assert held == {ANNA.id, CLEO.id}


async def test_a_game_that_rests_and_bots_that_rest(books: Books, house: House) -> None:
    made = await house.open_table(ANNA, OPEN)
    host = await house.host(made.id)
    hard = frozenset(("hard",))
    books.book.rules = HouseRules(frozenset(("gnav",)), {"milkuro": hard})
    await house.keeper.refresh()
    resting = await refused(house.open_table(ANNA, TableOrder("gnav")))
    assert resting.detail == {"resting": "gnav"}
    with_bots = await refused(house.open_table(ANNA, replace(OPEN, bots={1: "hard"})))
    assert with_bots.detail == {"resting_level": "hard"}
    seated = await refused(host.steward.seat_bot(visitor(ANNA), 1, "hard"))
    assert seated.detail == {"resting_level": "hard"}
    await host.steward.seat_bot(visitor(ANNA), 1, "easy")
    await house.open_table(ANNA, replace(OPEN, bots={1: "easy"}))
