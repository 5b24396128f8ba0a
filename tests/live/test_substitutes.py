"""Substitutes at a running table: whose eyes, whose moves, and who knows too much."""

from __future__ import annotations

import asyncio

import pytest

from app.live.host import Host
from app.live.house import House
from app.live.orders import TableOrder
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    DAN,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    open_match,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

EVE = Player("p-eve", "Eve")


async def code_of_sitting(host: Host, player: Player, seat: int) -> Code | None:
    """How somebody fares who wants that seat."""
    try:
        await host.steward.sit(visitor(player), seat, "word")
    except Refused as refusal:
        return refusal.code
    return None


async def give_up(host: Host, seat: int) -> None:
    """The seat's player leaves for good."""
    await host.steward.vacate(visitor(host.table.seats[seat].player), seat, bar=False)


async def test_a_substitute_sees_the_hand_and_moves(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat = next_seat(host)
    hand = state_of(host, SEATED[seat])["view"]
    eve, leaver = await watch(host, EVE), await watch(host, SEATED[seat])
    kitchen.thinker.permits = asyncio.Semaphore(0)
    await give_up(host, seat)
    assert await code_of_sitting(host, EVE, seat) is None
    await settle()
    states = [message for message in eve.read() if message["type"] == "state"]
    assert states[-1]["seat"] == seat
    assert states[-1]["view"] == hand
    assert states[-1]["legal"] == legal_json(host, seat)
    last = [message for message in leaver.read() if message["type"] == "state"][-1]
    assert last["table"]["seats"][seat]["player"]["name"] == "Eve"
    assert (last["seat"], last["legal"]) == (None, [])
    assert await move(host) == host.ledger.seq
    notes = [note.params.get("why") for _, note in kitchen.store.all_notes]
    assert notes == ["left", "substitute"]


async def test_who_was_replaced_has_no_say(house: House) -> None:
    host = await open_match(house)
    await give_up(host, 1)
    assert await code_of_sitting(host, EVE, 1) is None
    with pytest.raises(Refused) as caught:
        await host.move(visitor(BO), "ref", host.ledger.seq or 0, {"type": "lead"})
    assert caught.value.code is Code.NOT_SEATED
    assert state_of(host, BO)["seat"] is None


async def test_who_was_replaced_starts_afresh_as_a_watcher(house: House) -> None:
    host = await open_match(house)
    seen = host.ledger.seq
    await give_up(host, 1)
    assert await code_of_sitting(host, EVE, 1) is None
    for player, seat in ((BO, None), (EVE, 1)):
        back = await watch(host, player, seq=seen)
        first = back.read()[0]
        assert (first["type"], first["seat"]) == ("state", seat)


FORMER_AND_WANTED = [(former, wanted) for former in range(4) for wanted in range(4)]


@pytest.mark.parametrize(("former", "wanted"), FORMER_AND_WANTED)
async def test_21_former_seat_and_wanted_seat(house: House, former: int, wanted: int) -> None:
    host = await open_match(house)
    await give_up(host, former)
    assert await code_of_sitting(host, EVE, former) is None
    if wanted != former:
        await give_up(host, wanted)
        assert await code_of_sitting(host, SEATED[former], wanted) is Code.FORBIDDEN
        assert await code_of_sitting(host, EVE, wanted) is Code.ALREADY_SEATED
        return
    assert await code_of_sitting(host, SEATED[former], wanted) is Code.SEAT_TAKEN
    await give_up(host, wanted)
    assert await code_of_sitting(host, SEATED[former], wanted) is None


async def test_21_a_substitute_who_left_takes_no_other_seat(house: House) -> None:
    host = await open_match(house)
    for seat in (1, 2):
        await give_up(host, seat)
    assert await code_of_sitting(host, EVE, 1) is None
    await give_up(host, 1)
    assert await code_of_sitting(host, BO, 1) is None
    assert await code_of_sitting(host, EVE, 2) is Code.FORBIDDEN
    assert await code_of_sitting(host, EVE, 1) is Code.SEAT_TAKEN


async def test_21_watchers_saw_no_hand(house: House) -> None:
    host = await open_match(house)
    await watch(host, EVE)
    await give_up(host, 2)
    watcher = Visitor(EVE, "session-eve", frozenset(("watch",)))
    with pytest.raises(Refused) as caught:
        await host.steward.sit(watcher, 2, "word")
    assert caught.value.code is Code.FORBIDDEN
    assert await code_of_sitting(host, EVE, 2) is None


async def test_09_two_want_to_take_over_and_one_does(kitchen: Kitchen, house: House) -> None:
    here = await open_match(house)
    there = await kitchen.house().host(here.table.id)
    await give_up(here, 3)
    await settle()
    codes = [await code_of_sitting(here, EVE, 3), await code_of_sitting(there, CLEO, 3)]
    assert codes == [None, Code.ALREADY_SEATED]
    other = Player("p-fay", "Fay")
    assert await code_of_sitting(there, other, 3) is Code.SEAT_TAKEN
    assert there.table.seats[3].player == EVE
    assert DAN not in {place.player for place in there.table.seats}
    assert there.table.host == ANNA.id


async def test_who_is_barred_is_shown_out(house: House) -> None:
    opened = await house.open_table(ANNA, TableOrder("milkuro"))
    lobby = await house.host(opened.id)
    await lobby.steward.sit(visitor(BO), 1, "word")
    bo = await watch(lobby, BO)
    await lobby.steward.vacate(visitor(ANNA), 1, bar=True)
    assert bo.wire.closed is not None
    assert [message["type"] for message in bo.read()][-2:] == ["error", "bye"]
    assert bo.told[-2]["error"]["code"] == "forbidden"
    with pytest.raises(Refused) as caught:
        await watch(lobby, BO)
    assert caught.value.code is Code.FORBIDDEN
