"""Staff look at tables as a spectator would, and mend those that nothing moves on."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
import pytest

from app.games.base import Audience
from app.live import overlook
from app.live.host import Host
from app.live.house import House
from app.live.orders import TableOrder
from app.tables.access import Visitor
from app.tables.refusals import Code
from app.tables.rest import SLEEP_AFTER
from app.tables.table import Pause, SeatState
from app.tables.table_search import FoundPage, FoundTable
from tests.live.desks import GAMES, SLOW, approve, notes_at, plain, round_of
from tests.live.doubles import StoreBroken, settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    SEATED,
    Kitchen,
    move,
    next_seat,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)
from tests.live.wires import Wire

pytestmark = pytest.mark.anyio


# Looking


@pytest.mark.parametrize("game", GAMES)
async def test_staff_see_what_a_spectator_sees_byte_for_byte(kitchen: Kitchen, game: str) -> None:
    house = kitchen.house()
    host = await open_match(house, game, seats=3, people=3)
    for _ in range(6):
        await move(host)
    wire = Wire()
    await host.attach(Visitor(None, "a browser", frozenset(("watch",))), wire)
    told = wire.take()[0]
    detail = await house.desk.look(host.table.id)
    for key in ("view", "log", "opening", "notes", "seq"):
        assert orjson.dumps(detail[key]) == orjson.dumps(told[key])  # type: ignore[literal-required]
    assert orjson.dumps(await house.desk.log_page(host.table.id, None)) == orjson.dumps(told["log"])
    table = {**plain(detail["table"]), "links": told["table"]["links"], "spectators": 0}
    assert table == told["table"]


@pytest.mark.parametrize("game", GAMES)
async def test_staff_cannot_tell_imagined_hands_from_the_true_ones(
    kitchen: Kitchen, game: str
) -> None:
    """What they are told is the same whatever the seats hold."""
    house = kitchen.house()
    host = await open_match(house, game, seats=3, people=3)
    await move(host)
    match = host.match
    assert match is not None
    before = orjson.dumps(plain(await house.desk.look(host.table.id)))
    imagined = match.game.imagine(match.state, Audience.SPECTATOR, host._parts.rng())
    newest = replace(match.recent[-1], state=imagined)
    host.ledger.match = replace(match, state=imagined, recent=(*match.recent[:-1], newest))
    assert orjson.dumps(plain(await house.desk.look(host.table.id))) == before


async def test_staff_get_no_keys_and_are_told_how_many_links_open(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    detail = plain(await house.desk.look(host.table.id))
    assert (detail["table"]["links"], detail["links_count"]) == ({}, 2)
    link = kitchen.store.links.all[0]
    await host.invitations.revoke(visitor(ANNA), link.id)
    assert (await house.desk.look(host.table.id))["links_count"] == 1


async def test_staff_may_look_where_the_host_lets_nobody_watch(house: House) -> None:
    host = await open_match(house, watchable=False)
    refusal = await refused(watch(host))
    assert refusal.code is Code.FORBIDDEN
    detail = await house.desk.look(host.table.id)
    assert detail["view"] is not None
    assert (detail["seq"], detail["violation"]) == (0, None)


async def test_who_is_connected(house: House) -> None:
    host = await open_match(house, people=2)
    for player in (ANNA, ANNA, BO, CLEO, None, None):
        await watch(host, player)
    detail = await house.desk.look(host.table.id)
    lines = [(each["name"], each["seat"], each["sockets"]) for each in detail["connected"]]
    assert lines == [("Anna", 0, 2), ("Bo", 1, 1), ("Cleo", None, 1), (None, None, 2)]


async def test_a_look_wakes_nobody(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    await kitchen.clock.advance(SLEEP_AFTER.total_seconds())
    for _ in range(3):
        await house.desk.look(host.table.id)
        await round_of(kitchen, house)
    detail = await house.desk.look(host.table.id)
    assert (detail["table"]["asleep"], detail["table"]["spectators"]) == (True, 0)


async def test_a_list_tells_how_tables_are(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1, title="Evening")
    await watch(host, ANNA)
    await watch(host)
    await plant(kitchen, host)
    stored = await house.open_table(BO, TableOrder("gnav"))
    found = (FoundTable(host.table, 0), FoundTable(stored, None))
    page = house.desk.lines(FoundPage(found, "more"))
    first, second = page["tables"]
    assert (first["title"], first["watchers"], first["seq"]) == ("Evening", 1, host.ledger.seq)
    seats = [(each["name"], each["connected"]) for each in first["seats"][:2]]
    assert seats == [("Anna", True), (None, True)]
    assert first["violation"] == house.desk.stuck()[host.table.id]
    assert (second["state"], second["seq"], second["violation"]) == ("open", None, None)
    assert page["before"] == "more"


def test_eyes_of_staff_have_no_rights() -> None:
    assert overlook.EYES.player is None
    assert overlook.EYES.session is None


# Repairs


async def plant(kitchen: Kitchen, host: Host) -> None:
    """The bot that owes a move is gone; the house's round has found it."""
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    stop_bots(host)
    await settle()
    host.driver._tasks.clear()
    rounds = kitchen.houses[0]._rounds
    host.driver._stopped = True
    rounds.check_liveness([host])
    host.driver._stopped = False


def stop_bots(host: Host) -> None:
    for task in tuple(host.driver._tasks.values()):
        task.cancel()


async def test_a_wake_mends_a_planted_table_and_is_counted(
    kitchen: Kitchen, caplog: pytest.LogCaptureFixture
) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    await watch(host, ANNA)
    with caplog.at_level(logging.CRITICAL):
        await plant(kitchen, host)
    detail = await house.desk.look(host.table.id)
    assert detail["violation"] == f"no bot is at work for seat {next_seat(host)}"
    seq = host.ledger.seq or 0
    await house.desk.repair(host.table.id, "wake", account=approve)
    assert (await house.desk.look(host.table.id))["violation"] is None
    await kitchen.clock.advance(SLOW.longest)
    assert (host.ledger.seq or 0) > seq
    assert house.gauges.repairs == {"wake": 1}
    house._rounds.check_liveness([host])
    assert house.desk.stuck() == {}


async def test_a_wake_reads_a_wrong_memory_again(house: House) -> None:
    host = await open_match(house)
    await move(host)
    assert host.match is not None
    host.ledger.match = replace(host.match, to_act=frozenset())
    detail = await house.desk.look(host.table.id)
    assert detail["violation"] == "nobody owes a move"
    await house.desk.repair(host.table.id, "wake", account=approve)
    assert (await house.desk.look(host.table.id))["violation"] is None
    assert host.ledger.seq == 1


async def test_a_wake_reaches_the_process_that_serves_the_table(kitchen: Kitchen) -> None:
    ours, other = kitchen.house(SLOW), kitchen.house(SLOW)
    host = await open_match(other, people=1)
    await watch(host, ANNA)
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    stop_bots(host)
    await settle()
    host.driver._tasks.clear()
    assert not host.driver.busy
    await ours.desk.repair(host.table.id, "wake", account=approve)
    await settle()
    assert host.driver.busy


async def test_a_wake_lets_a_sleeping_table_go_on_for_a_while(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    await kitchen.clock.advance(SLEEP_AFTER.total_seconds())
    await round_of(kitchen, house)
    assert host.table.asleep_since is not None
    await house.desk.repair(host.table.id, "wake", account=approve)
    await round_of(kitchen, house)
    assert host.table.asleep_since is None
    await kitchen.clock.advance(SLEEP_AFTER.total_seconds())
    await round_of(kitchen, house)
    assert host.table.asleep_since is not None


async def test_a_pause_without_an_owner_is_ended(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, people=0, seat_me=False)
    paused = Pause(None, kitchen.clock.now())
    await host.alter(lambda table: replace(table, paused=paused, host=None))
    detail = await house.desk.look(host.table.id)
    assert detail["violation"] == "pause without an owner"
    await house.desk.repair(host.table.id, "resume", account=approve)
    assert host.table.paused is None
    assert (await house.desk.look(host.table.id))["violation"] is None


async def test_a_stand_in_is_called_at_once(house: House) -> None:
    host = await open_match(house, people=4)
    await watch(host, ANNA)
    seat = next_seat(host)
    await house.desk.repair(host.table.id, "stand_in", seat, account=approve)
    place = host.table.seats[seat]
    assert (place.player, place.away, place.given_up) == (SEATED[seat], True, False)
    assert ("stand_in", seat, {"why": "staff"}) in notes_at(host)
    await host.steward.sit(visitor(SEATED[seat]), seat, None)
    assert not host.table.seats[seat].away


async def test_a_seat_that_nobody_holds_gets_a_bot(house: House) -> None:
    host = await open_match(house)
    seat = next_seat(host)
    seats = tuple(SeatState(seat) if each.seat == seat else each for each in host.table.seats)
    await host.alter(lambda table: replace(table, seats=seats))
    detail = await house.desk.look(host.table.id)
    assert detail["violation"] == f"nobody holds seat {seat}"
    await house.desk.repair(host.table.id, "stand_in", seat, account=approve)
    assert (await house.desk.look(host.table.id))["violation"] is None
    refusal = await refused(house.desk.repair(host.table.id, "stand_in", seat, account=approve))
    assert refusal.code is Code.FORBIDDEN


async def test_a_pause_of_staff_is_told_as_theirs(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    onlooker = await watch(host)
    onlooker.read()
    await house.desk.repair(host.table.id, "pause", account=approve)
    assert state_of(host)["table"]["paused"]["by"] is None
    assert (await refused(move(host))).code is Code.PAUSED
    await kitchen.clock.advance(7)
    await house.desk.repair(host.table.id, "resume", account=approve)
    told = [(each["kind"], each["params"]) for each in onlooker.read() if each["type"] == "note"]
    assert told == [("paused", {"by": "staff"}), ("resumed", {"seconds": 7, "by": "staff"})]
    await move(host)


async def test_repairs_reach_a_table_that_another_process_serves(kitchen: Kitchen) -> None:
    ours, other = kitchen.house(), kitchen.house()
    host = await open_match(other)
    onlooker = await watch(host)
    await ours.desk.repair(host.table.id, "pause", account=approve)
    await settle()
    assert host.table.paused is not None
    assert onlooker.read()[-1]["table"]["paused"] is not None
    await ours.desk.end(host.table.id, "none", account=approve)
    await settle()
    assert (host.table.state, host.table.ended_why) == ("abandoned", "staff")


@pytest.mark.parametrize("kind", ["wake", "pause", "resume", "stand_in"])
async def test_only_running_tables_are_repaired(house: House, kind: Any) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    refusal = await refused(house.desk.repair(table.id, kind, 0, account=approve))
    assert refusal.code is Code.NOT_STARTED
    await house.desk.end(table.id, "none", account=approve)
    refusal = await refused(house.desk.repair(table.id, kind, 0, account=approve))
    assert refusal.code is Code.MATCH_OVER
    assert house.gauges.repairs == {"end": 1}


async def test_a_deed_is_written_down_before_it_is_done_and_none_that_is_refused(
    house: House,
) -> None:
    host = await open_match(house)
    written: list[tuple[Mapping[str, object], bool]] = []

    async def account(particulars: Mapping[str, object]) -> None:
        written.append((particulars, host.table.paused is not None))

    await house.desk.repair(host.table.id, "pause", account=account)
    await refused(house.desk.repair(host.table.id, "stand_in", 17, account=account))
    await house.desk.end(host.table.id, "none", account=account)
    await refused(house.desk.end(host.table.id, "none", account=account))
    assert written == [({"kind": "pause"}, False), ({"result": "none"}, True)]


async def test_a_deed_that_cannot_be_written_down_is_not_done(house: House) -> None:
    host = await open_match(house)

    async def account(particulars: Mapping[str, object]) -> None:
        raise StoreBroken("audit")

    for deed in (
        house.desk.repair(host.table.id, "pause", account=account),
        house.desk.end(host.table.id, "none", account=account),
    ):
        with pytest.raises(StoreBroken):
            await deed
    assert (host.table.paused, host.table.state) == (None, "playing")
    assert house.gauges.repairs == {}


async def test_a_stand_in_needs_a_seat(house: House) -> None:
    host = await open_match(house)
    for seat in (None, 17):
        deed = house.desk.repair(host.table.id, "stand_in", seat, account=approve)
        refusal = await refused(deed)
        assert refusal.code is Code.INVALID
