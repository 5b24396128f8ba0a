"""One match after another: the next table, who goes along, and what stays as it was agreed."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import pytest

from app.live.host import Host
from app.live.house import House
from app.live.orders import TableChange, TableOrder
from app.tables.access import Visitor
from app.tables.refusals import Code
from app.tables.table import Player
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    Kitchen,
    legal_json,
    move,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


async def play_out(house: House, people: int = 2, seats: int = 2, **order: Any) -> Host:
    """A match of Gnav with a result."""
    order = {"options": {"lives": 1}, **order}
    host = await open_match(house, "gnav", seats=seats, people=people, **order)
    while not host.table.ended:
        assert host.match is not None
        person = next((s for s in host.match.to_act if host.table.seats[s].bot is None), None)
        if person is None:
            await settle()
        else:
            who = visitor(host.table.seats[person].player)
            seq = host.match.seq
            await host.move(who, f"ref-{seq}", seq, legal_json(host, person)[0])
    return host


async def next_of(house: House, host: Host, player: Player = ANNA) -> Host:
    """The table that follows, as this player asks for it."""
    return await house.host((await house.rematch(host, visitor(player))).id)


async def test_16_pressed_by_two_at_once_there_is_one_table(kitchen: Kitchen, house: House) -> None:
    first = await play_out(house)
    asked = [house.rematch(first, visitor(player)) for player in (ANNA, BO, ANNA, BO)]
    answers = await asyncio.gather(*asked)
    assert len({table.id for table in answers}) == 1
    assert len(kitchen.store.tables) == 2
    assert first.table.next == answers[0].id
    later = await house.rematch(first, visitor(BO))
    assert later.id == answers[0].id


async def test_16_pressed_in_two_processes_at_once_there_is_one_table(kitchen: Kitchen) -> None:
    here, there = kitchen.house(), kitchen.house()
    first = await play_out(here)
    elsewhere = await there.host(first.table.id)
    one, other = await asyncio.gather(
        here.rematch(first, visitor(ANNA)), there.rematch(elsewhere, visitor(BO))
    )
    await settle()
    assert one.id == other.id == first.table.next == elsewhere.table.next
    assert len(kitchen.store.tables) == 2


async def test_16_everybody_at_the_old_table_is_told_watchers_too(house: House) -> None:
    first = await play_out(house, visibility="public")
    viewers = [await watch(first, player) for player in (ANNA, BO, None)]
    for viewer in viewers:
        viewer.read()
    follower = await next_of(house, first)
    for viewer in viewers:
        told = [each for each in viewer.read() if each["type"] == "table"]
        assert [each["table"]["next"] for each in told] == [follower.table.id]


async def test_16_watchers_go_along_with_the_link_they_have(house: House) -> None:
    first = await play_out(house)
    link = first.table_json(visitor(ANNA))["links"]["watch"]
    key = link.partition("?key=")[2]
    await house.visitor(first.table, CLEO, "session-cleo", key)
    follower = await next_of(house, first)
    onlooker = await house.visitor(follower.table, CLEO, "session-cleo", None)
    assert onlooker.keys == {"watch"}
    assert follower.table_json(visitor(ANNA))["links"]["watch"].partition("?key=")[2] == key
    stranger = await house.visitor(follower.table, CLEO, "session-other", None)
    assert stranger.keys == frozenset()


async def test_16_it_waits_for_who_is_offline_and_starts_as_the_last_comes(house: House) -> None:
    first = await play_out(house, people=2, seats=3, title="Friday")
    follower = await next_of(house, first)
    assert follower.table.title == "Friday"
    held = [(seat["player"] and seat["player"]["name"], seat["held"], seat["bot"])
            for seat in state_of(follower, ANNA)["table"]["seats"]]  # fmt: skip
    assert held == [(None, False, "easy"), ("Anna", True, None), ("Bo", True, None)]
    await follower.steward.sit(visitor(ANNA), 1, "anna-again")
    assert follower.table.state == "open"
    await follower.steward.sit(visitor(BO), 2, "bo-again")
    assert follower.table.state == "playing"
    assert follower.table.client_seeds == ("bot", "anna-again", "bo-again")


async def test_16_the_host_lets_somebody_else_in_for_who_does_not_come(house: House) -> None:
    first = await play_out(house)
    follower = await next_of(house, first)
    await follower.steward.sit(visitor(ANNA), 1, None)
    await follower.steward.vacate(visitor(ANNA), 0, bar=False)
    await follower.steward.sit(visitor(CLEO), 0, None)
    assert follower.table.state == "playing"
    assert [place.player for place in follower.table.seats] == [CLEO, ANNA]


async def test_16_declined_once_it_is_offered_again(house: House) -> None:
    first = await play_out(house)
    follower = await next_of(house, first, ANNA)
    await follower.steward.vacate(visitor(BO), 0, bar=False)
    assert await next_of(house, first, BO) is follower
    await follower.steward.sit(visitor(BO), 0, None)
    await follower.steward.sit(visitor(ANNA), 1, None)
    assert follower.table.state == "playing"


async def test_16_a_next_table_that_was_closed_does_not_end_the_series(house: House) -> None:
    first = await play_out(house)
    closed = await next_of(house, first)
    await closed.steward.close(visitor(ANNA))
    follower = await next_of(house, first, BO)
    assert follower is not closed
    assert first.table.next == follower.table.id


async def test_three_matches_turn_the_seats_all_around(house: House) -> None:
    host = await play_out(house)
    order = []
    for _ in range(3):
        order.append([place.player for place in host.table.seats])
        follower = await next_of(house, host)
        for place in follower.table.seats:
            await follower.steward.sit(visitor(place.player), place.seat, None)
        while not follower.table.ended:
            await move(follower)
        host = follower
    assert order == [[ANNA, BO], [BO, ANNA], [ANNA, BO]]
    assert host.table.options_json == '{"lives":1}'


async def test_there_is_no_rematch_for_others_nor_before_the_end(house: House) -> None:
    running = await open_match(house)
    assert (await refused(house.rematch(running, visitor(ANNA)))).code is Code.FORBIDDEN
    waiting = await house.host((await house.open_table(ANNA, TableOrder("gnav"))).id)
    assert (await refused(house.rematch(waiting, visitor(ANNA)))).code is Code.NOT_STARTED
    ended = await play_out(house)
    assert (await refused(house.rematch(ended, visitor(CLEO)))).code is Code.NOT_SEATED
    assert (await refused(house.rematch(ended, Visitor(CLEO)))).code is Code.NOT_FOUND


async def test_a_closing_house_opens_no_next_table(kitchen: Kitchen, house: House) -> None:
    first = await play_out(house)
    await house.drain()
    assert (await refused(house.rematch(first, visitor(ANNA)))).code is Code.UNAVAILABLE
    assert len(kitchen.store.tables) == 1


async def test_a_store_that_fails_makes_no_promise(kitchen: Kitchen, house: House) -> None:
    first = await play_out(house)
    kitchen.store.fail("create_next")
    with pytest.raises(Exception, match="create_next"):
        await house.rematch(first, visitor(ANNA))
    assert first.table.next is None
    kitchen.store.fail("create_next", after=True)
    with pytest.raises(Exception, match="create_next"):
        await house.rematch(first, visitor(ANNA))
    follower = await next_of(house, first)
    assert len(kitchen.store.tables) == 2
    assert first.table.next == follower.table.id


# Drawn seats


async def drawn_starts(house: House, seating: Literal["order", "random"]) -> set[str]:
    """Who sat on seat 0, over some tables with that seating."""
    firsts = set()
    for _ in range(24):
        host = await open_match(house, "gnav", seats=3, people=3, seating=seating)
        player = host.table.seats[0].player
        assert player is not None
        firsts.add(player.id)
    return firsts


async def test_who_sits_where_is_drawn_only_if_the_table_says_so(house: House) -> None:
    assert await drawn_starts(house, "order") == {ANNA.id}
    assert len(await drawn_starts(house, "random")) == 3


async def test_after_the_draw_everybody_looks_from_the_own_seat(
    kitchen: Kitchen, house: House
) -> None:
    bots = {2: "easy"}
    order = TableOrder("gnav", seats=3, bots=bots, client_seed="anna", start=True, seating="random")
    for _ in range(12):
        host = await house.host((await house.open_table(ANNA, order)).id)
        viewers = {player.id: await watch(host, player) for player in (ANNA, BO)}
        await host.steward.sit(visitor(BO), 1, "bo")
        for place in host.table.seats:
            if place.player is None:
                assert (place.bot, place.client_seed) == ("easy", "bot")
                continue
            assert place.client_seed == place.player.name.lower()
            states = [each for each in viewers[place.player.id].read() if each["type"] == "state"]
            assert states[-1]["seat"] == place.seat
            tenures = [
                tenure.player
                for table, tenure in kitchen.store.tenures
                if (table, tenure.seat) == (host.table.id, place.seat)
            ]
            assert tenures == [place.player.id]


async def test_the_host_changes_how_seats_are_given(house: House) -> None:
    host = await house.host((await house.open_table(ANNA, TableOrder("gnav"))).id)
    assert state_of(host, ANNA)["table"]["seating"] == "order"
    await host.steward.change(visitor(ANNA), TableChange(seating="random"))
    assert state_of(host, ANNA)["table"]["seating"] == "random"


# Without spectators


async def test_a_table_without_spectators_is_so_from_the_beginning(house: House) -> None:
    host = await open_match(house, people=2, watchable=False, visibility="public")
    onlooker = Visitor(CLEO, "session-x")
    table = await house.visitor(host.table, None, None, None)
    assert (await refused(watch_as(host, onlooker))).code is Code.FORBIDDEN
    assert (await refused(watch_as(host, table))).code is Code.FORBIDDEN
    open_to_all = await open_match(house, people=2, visibility="public")
    await watch_as(open_to_all, onlooker)


async def watch_as(host: Host, who: Visitor) -> None:
    """Look on without a link."""
    host.state_json(who)
    await host.log_page(who, None)
