"""Everybody is told, nobody is waited for (speed.md, 1 and 2)."""

from __future__ import annotations

from typing import Any

import pytest

from app.live.crowd import MAX_SOCKETS_OF_ONE
from app.live.house import SWEEP_INTERVAL, House
from app.live.orders import TableChange, TableOrder
from app.live.outbox import CLOSE_POLICY, MAX_ANSWERS, Limits
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.live.doubles import Wire, settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    SEATED,
    Kitchen,
    Viewer,
    move,
    open_match,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

TIGHT = Limits(high_mark=4096, low_mark=1024, patience=20.0)


async def stall(viewer: Viewer) -> None:
    """This reader stops reading, its buffer full."""
    viewer.read()
    viewer.wire.stalled = True
    viewer.wire.held = TIGHT.high_mark + 1


async def test_30_a_slow_reader_is_resynced_by_one_state(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house)
    slow, quick = await watch(host, ANNA), await watch(host, ANNA)
    await kitchen.clock.advance(2)
    await stall(slow)
    quick.read()
    for _ in range(6):
        await move(host)
    await kitchen.clock.advance(5)
    assert slow.read() == []
    assert [message["seq"] for message in quick.moves()] == [1, 2, 3, 4, 5, 6]
    slow.wire.read_on()
    await kitchen.clock.advance(SWEEP_INTERVAL)
    (state,) = slow.read()
    assert state == {**state_of(host, ANNA), "now": state["now"]}
    await move(host)
    assert [message["seq"] for message in slow.moves()] == [7]


async def test_30_what_is_held_for_a_stalled_reader_has_a_bound(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house, "gnav", seats=4)
    slow = await watch(host)
    biggest = max(len(payload) for payload in slow.wire.payloads)
    await kitchen.clock.advance(2)
    slow.read()
    slow.wire.stalled = True
    longest = 0
    viewer = await watch(host)
    while host.table.state == "playing":
        await move(host)
        longest = max([longest, *map(len, viewer.wire.payloads)])
        viewer.read()
    assert TIGHT.high_mark < slow.wire.most_held <= TIGHT.high_mark + max(longest, biggest) + 16


async def test_30_after_patience_it_is_bye_slow(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house)
    slow, other = await watch(host, ANNA), await watch(host, BO)
    await stall(slow)
    await move(host)
    await kitchen.clock.advance(TIGHT.patience - 1)
    assert not slow.wire.aborted
    await kitchen.clock.advance(2)
    assert slow.wire.aborted
    assert slow.read() == [{"type": "bye", "reason": "slow"}]
    assert len(host.crowd) == 1
    await kitchen.clock.advance(2)
    assert other.read()[-1]["table"]["seats"][0]["connected"] is False


async def test_a_view_that_fails_keeps_no_other_reader_waiting(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    failing, sound = await open_match(house), await open_match(house, "gnav", seats=4)
    slow, other = await watch(failing, ANNA), await watch(sound, ANNA)
    await kitchen.clock.advance(2)
    for viewer, host in ((slow, failing), (other, sound)):
        await stall(viewer)
        await move(host)
        viewer.wire.read_on()

    def breaks(*args: object) -> object:
        raise ZeroDivisionError("the card is 17")

    monkeypatch.setattr(type(failing.ledger.game), "view", breaks)
    await kitchen.clock.advance(SWEEP_INTERVAL)
    assert slow.wire.aborted
    assert [message["type"] for message in other.read()] == ["state"]
    assert "ZeroDivisionError" in caplog.text
    assert "the card is 17" not in caplog.text


async def test_answers_are_kept_back_within_a_bound(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house)
    slow = await watch(host, ANNA)
    await stall(slow)
    for number in range(MAX_ANSWERS):
        slow.attachment.answer_ok(f"r{number}", 0)
    assert slow.read() == []
    slow.wire.read_on()
    await kitchen.clock.advance(SWEEP_INTERVAL)
    told = slow.read()
    assert [message["type"] for message in told] == ["state"] + ["ok"] * MAX_ANSWERS
    assert [message["ref"] for message in told[1:]] == [f"r{n}" for n in range(MAX_ANSWERS)]


async def test_one_answer_too_many_is_too_slow(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    host = await open_match(house)
    slow = await watch(host, ANNA)
    await stall(slow)
    for number in range(MAX_ANSWERS):
        slow.attachment.answer_error(f"r{number}", Refused(Code.INVALID))
    assert not slow.wire.aborted
    slow.attachment.answer_ok("last", 0)
    assert slow.wire.aborted
    assert slow.read() == [{"type": "bye", "reason": "slow"}]


async def test_fifty_stalled_readers_hold_up_nobody(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house)
    stalled = [await watch(host) for _ in range(50)]
    quick = await watch(host, ANNA)
    await kitchen.clock.advance(2)
    for viewer in stalled:
        await stall(viewer)
    quick.read()
    for _ in range(5):
        await move(host)
        assert len(quick.moves()) == 1
    await kitchen.clock.advance(TIGHT.patience + 1)
    assert all(viewer.wire.aborted for viewer in stalled)
    assert len(host.crowd) == 1


async def test_a_ninth_socket_replaces_the_first(house: House) -> None:
    host = await open_match(house)
    sockets = [await watch(host, ANNA) for _ in range(MAX_SOCKETS_OF_ONE)]
    other = await watch(host, BO)
    assert all(viewer.wire.closed is None for viewer in sockets)
    newest = await watch(host, ANNA)
    assert sockets[0].read()[-1] == {"type": "bye", "reason": "replaced"}
    assert sockets[0].wire.closed == (1000, "replaced")
    host.detach(sockets[0].attachment)
    assert len(host.crowd) == MAX_SOCKETS_OF_ONE + 1
    await move(host)
    for viewer in (*sockets[1:], newest, other):
        assert [message["seq"] for message in viewer.moves()] == [1]


async def test_a_seats_sockets_all_get_everything(house: House) -> None:
    host = await open_match(house)
    sockets = [await watch(host, ANNA) for _ in range(3)]
    await settle()
    for viewer in sockets:
        viewer.read()
    for _ in range(3):
        await move(host)
    assert len({tuple(viewer.wire.payloads) for viewer in sockets}) == 1


# Tables


async def test_the_link_to_play_goes_to_who_belongs(kitchen: Kitchen, house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro", seat_me=False))
    host = await house.host(table.id)
    await host.steward.sit(visitor(BO), 1, "w")
    viewers = {player: await watch(host, player) for player in (ANNA, BO, CLEO, None)}
    await kitchen.clock.advance(2)
    for player, viewer in viewers.items():
        for message in viewer.read():
            assert ("play" in message["table"]["links"]) is (player in (ANNA, BO))
            assert message["table"]["links"]["watch"].startswith("http://kitchen.example/t/")


async def test_presence_is_told_once_a_second(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host, ANNA)
    await kitchen.clock.advance(5)
    viewer.read()
    guests = [await watch(host, Player(f"g{number}", "Guest")) for number in range(10)]
    await settle()
    assert [message["table"]["spectators"] for message in viewer.read()] == [10]
    for guest in guests[:5]:
        host.detach(guest.attachment)
    await kitchen.clock.advance(0.5)
    for guest in guests[5:]:
        host.detach(guest.attachment)
    assert viewer.read() == []
    await kitchen.clock.advance(0.6)
    assert [message["table"]["spectators"] for message in viewer.read()] == [0]
    await kitchen.clock.advance(10)
    assert viewer.read() == []


async def test_a_seat_that_changes_is_told_at_once(kitchen: Kitchen, house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    host = await house.host(table.id)
    viewer = await watch(host, ANNA)
    await kitchen.clock.advance(5)
    viewer.read()
    for seat, player in enumerate((BO, CLEO), start=1):
        await host.steward.sit(visitor(player), seat, "w")
        assert viewer.read()[-1]["table"]["seats"][seat]["player"]["id"] == player.id


async def test_who_sits_down_sees_as_that_seat_on_all_sockets(house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro", seats=2, start=True))
    host = await house.host(table.id)
    sockets = [await watch(host, BO) for _ in range(2)]
    onlooker = await watch(host, CLEO)
    await settle()
    for viewer in (*sockets, onlooker):
        viewer.read()
    await host.steward.sit(visitor(BO), 1, "w")  # which starts the match
    for viewer in sockets:
        state = viewer.read()[0]
        assert (state["type"], state["seat"], state["seq"]) == ("state", 1, 0)
        assert state["view"] == state_of(host, BO)["view"]
    assert [message["seat"] for message in onlooker.read() if message["type"] == "state"] == [None]


async def test_visitors_who_may_no_longer_watch_are_closed(kitchen: Kitchen, house: House) -> None:
    order = TableOrder("milkuro", seats=2, visibility="public", bots={1: "easy"})
    table = await house.open_table(ANNA, order)
    host = await house.host(table.id)
    stranger = Visitor(CLEO, "session-cleo")
    wire = Wire()
    await host.attach(stranger, wire)
    invited, owner = await watch(host, BO), await watch(host, ANNA)
    await settle()
    wire.take()
    await host.steward.change(visitor(ANNA), TableChange(visibility="link"))
    told = wire.take()
    assert [message["type"] for message in told] == ["error", "bye"]
    assert (told[0]["ref"], told[0]["error"]["code"]) == (None, "not_found")
    assert (told[1]["reason"], wire.closed) == ("closed", (CLOSE_POLICY, "closed"))
    assert invited.wire.closed is None
    await host.steward.change(visitor(ANNA), TableChange(watchable=False))
    await host.steward.start(visitor(ANNA))
    assert invited.wire.closed == (CLOSE_POLICY, "closed")
    assert owner.wire.closed is None
    with pytest.raises(Refused) as caught:
        await watch(host, BO)
    assert caught.value.code is Code.FORBIDDEN


async def test_each_audience_is_encoded_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await open_match(house)
    for player in (*SEATED, *SEATED, None, None, None):
        await watch(host, player)
    await settle()
    views = 0
    view = type(host.ledger.game).view

    def counted(game: Any, state: Any, viewer: Any) -> Any:
        nonlocal views
        views += 1
        return view(game, state, viewer)

    monkeypatch.setattr(type(host.ledger.game), "view", counted)
    await move(host)
    assert views == len(SEATED) + 1


async def test_29_bye_restarting_to_everybody(house: House) -> None:
    host = await open_match(house)
    viewers = [await watch(host, player) for player in (ANNA, BO, None)]
    lobby = Wire()
    await house.lobby.listen(lobby)
    await house.drain()
    await house.drain()
    for wire in (*(viewer.wire for viewer in viewers), lobby):
        assert wire.take()[-1] == {"type": "bye", "reason": "restarting"}
        assert wire.closed == (1012, "restarting")
    with pytest.raises(Refused) as caught:
        await house.open_table(ANNA, TableOrder("milkuro"))
    assert caught.value.code is Code.UNAVAILABLE
