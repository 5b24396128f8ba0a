"""Somebody is gone: since when, who plays meanwhile, and that coming back always works."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.live.host import Host
from app.live.house import IDLE_INTERVAL, House
from app.live.orders import TableOrder
from app.live.parts import Pacing
from app.live.presence import CALL_COUNTS_FOR
from app.tables.decisions import STAND_IN_AFTER
from app.tables.refusals import Code, Refused
from app.tables.succession import HOST_GONE_AFTER
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    SEATED,
    Kitchen,
    Viewer,
    legal_json,
    move,
    next_seat,
    open_match,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

LONG = STAND_IN_AFTER.total_seconds()
SLOW = Pacing(1, 1)


async def pass_time(kitchen: Kitchen, house: House, seconds: float) -> None:
    """Let time pass, with a round of the house every few seconds."""
    for _ in range(int(seconds / IDLE_INTERVAL)):
        await kitchen.clock.advance(IDLE_INTERVAL)
        house.sweep()
        await settle()


def wait_for(host: Host) -> tuple[int, int]:
    """The seat that is waited for, and another one."""
    seat = next_seat(host)
    return seat, (seat + 1) % 4


async def wait_of(host: Host, caller: int, seat: int) -> object:
    """How long this caller is told to wait."""
    with pytest.raises(Refused) as caught:
        await host.steward.call_stand_in(visitor(SEATED[caller]), seat)
    assert caught.value.code is Code.FORBIDDEN
    return caught.value.detail["wait"]


def absent_since(host: Host) -> list[str | None]:
    """What everybody is told of absence, seat by seat."""
    return [seat["absent_since"] for seat in state_of(host)["table"]["seats"]]


async def test_everybody_sees_since_when_somebody_is_gone(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, people=2)
    began = "2026-11-30T20:15:00.000Z"
    assert absent_since(host) == [began, began, None, None]
    anna = await watch(host, ANNA)
    assert absent_since(host) == [None, began, None, None]
    await kitchen.clock.advance(90)
    host.detach(anna.attachment)
    await kitchen.clock.advance(10)
    await host.come_in(visitor(BO))
    assert absent_since(host)[:2] == ["2026-11-30T20:16:30.000Z", "2026-11-30T20:16:40.000Z"]


async def test_14_a_stand_in_after_three_minutes(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house)
    seat, other = wait_for(host)
    gone, here = await watch(host, SEATED[seat]), await watch(host, SEATED[other])
    await kitchen.clock.advance(LONG * 2)
    assert await wait_of(host, other, seat) == LONG, "who has a socket is here"
    host.detach(gone.attachment)
    await kitchen.clock.advance(LONG - 7.5)
    assert await wait_of(host, other, seat) == 8
    await kitchen.clock.advance(7.5)
    here.read()
    await host.steward.call_stand_in(visitor(SEATED[other]), seat)
    note = next(message for message in here.read() if message["type"] == "note")
    assert (note["kind"], note["seat"], note["params"]) == ("stand_in", seat, {"why": "absent"})
    await kitchen.clock.advance(2)
    assert kitchen.store.rows[host.table.id][0].by == "bot"


async def test_14_a_call_over_http_is_a_connection(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat, other = wait_for(host)
    await watch(host, SEATED[other])
    await kitchen.clock.advance(LONG - 1)
    await host.come_in(visitor(SEATED[seat]))
    await kitchen.clock.advance(100)
    assert await wait_of(host, other, seat) == LONG - 100


async def test_14_a_process_knows_only_what_it_has_seen(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat, other = wait_for(host)
    await kitchen.clock.advance(LONG * 3)
    restarted = await kitchen.house().host(host.table.id)
    assert await wait_of(restarted, other, seat) == LONG
    await kitchen.clock.advance(LONG)
    await restarted.steward.call_stand_in(visitor(SEATED[other]), seat)


async def test_14_nobody_was_at_a_table_that_slept(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat, other = wait_for(host)
    await pass_time(kitchen, house, 60)
    assert host.table.asleep_since is not None
    await kitchen.clock.advance(LONG)
    again = await kitchen.house().host(host.table.id)
    await watch(again, SEATED[other])
    await again.steward.call_stand_in(visitor(SEATED[other]), seat)
    assert again.table.seats[seat].away


@pytest.mark.parametrize("game", ["milkuro", "gnav", "mino_dice", "milkman"])
async def test_07_back_at_every_step_to_the_same_seat_and_view(
    kitchen: Kitchen, house: House, game: str
) -> None:
    """Whoever drops out anywhere comes back to what was there, byte for byte."""
    rng = Random(game)
    host = await open_match(house, game, seats=3, people=3)
    viewers = [await watch(host, SEATED[seat]) for seat in range(3)]
    for _ in range(60):
        if host.match is None or host.match.outcome is not None:
            break
        dropped = rng.randrange(3)
        host.detach(viewers[dropped].attachment)
        if rng.random() < 0.5:
            await play_randomly(host, rng)
        viewers[dropped] = await watch(host, SEATED[dropped])
        await check_same(host, viewers[dropped], dropped)
        await play_randomly(host, rng)
    assert host.ledger.seq is not None
    assert host.ledger.seq > 10


async def check_same(host: Host, viewer: Viewer, seat: int) -> None:
    """The first message shows that seat as the rules show it, and its moves."""
    state = viewer.read()[0]
    own: dict[str, Any] = state_of(host, SEATED[seat])
    assert (state["type"], state["seat"]) == ("state", seat)
    for name in ("seq", "view", "legal", "log", "can_undo"):
        assert state[name] == own[name]
    assert state["view"] == state_of(await fresh(host), SEATED[seat])["view"]


async def fresh(host: Host) -> Host:
    """The same table as another process reads it."""
    made = Host(host._parts, host.table, lambda _: None, lambda *_: None)
    await made.open()
    made.stop()
    return made


async def play_randomly(host: Host, rng: Random) -> None:
    """Somebody who may act makes a random move."""
    if host.match is None or host.match.outcome is not None:
        return
    seat = rng.choice(sorted(host.match.to_act))
    raw = rng.choice(legal_json(host, seat))
    await host.move(visitor(SEATED[seat]), f"r{host.match.seq}", host.match.seq, raw)


@pytest.mark.parametrize("game", ["milkuro", "gnav", "mino_dice", "milkman"])
async def test_27_back_from_a_stand_in_at_every_step(kitchen: Kitchen, game: str) -> None:
    """A stand-in can play any seat at any step, and its player takes it over again at once."""
    rng = Random(game)
    house = kitchen.house(SLOW)
    host = await open_match(house, game, seats=3, people=3)
    await watch(host)
    for _ in range(40):
        if host.table.state != "playing":
            break
        seat = rng.randrange(3)
        await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
        assert not state_of(host, SEATED[seat])["legal"]
        await kitchen.clock.advance(rng.choice((0, 1.5, 4)))
        if host.table.state != "playing":
            break
        await host.steward.sit(visitor(SEATED[seat]), seat, None)
        place = host.table.seats[seat]
        assert (place.player, place.bot, place.away) == (SEATED[seat], None, False)
        assert host.match is not None
        legal = state_of(host, SEATED[seat])["legal"]
        assert bool(legal) is (seat in host.match.to_act)
        await play_randomly(host, rng)
    assert host.ledger.seq is not None
    assert host.ledger.seq > 10


# The host


async def test_15_the_hosts_role_passes_on_at_every_step_of_the_lobby(
    kitchen: Kitchen, house: House
) -> None:
    for others in range(1, 4):
        for leaves in ("leaves", "is gone"):
            host = await house.host((await house.open_table(ANNA, TableOrder("milkuro"))).id)
            for seat in range(1, others + 1):
                await host.steward.sit(visitor(SEATED[seat]), seat, None)
            await watch(host, SEATED[others])
            if leaves == "leaves":
                await host.steward.vacate(visitor(ANNA), 0, bar=False)
                assert host.table.host == BO.id
            else:
                await pass_time(kitchen, house, HOST_GONE_AFTER.total_seconds())
                assert host.table.host == SEATED[others].id
            starter = visitor(next(each for each in SEATED if each.id == host.table.host))
            for place in host.table.seats:
                if not place.taken:
                    await host.steward.seat_bot(starter, place.seat, "easy")
            await host.steward.start(starter)
            assert host.table.state == "playing"


async def test_15_a_host_without_a_seat_may_be_lost(kitchen: Kitchen, house: House) -> None:
    order = TableOrder("milkuro", seat_me=False)
    host = await house.host((await house.open_table(ANNA, order)).id)
    await host.steward.sit(visitor(BO), 0, None)
    await watch(host, BO)
    await pass_time(kitchen, house, HOST_GONE_AFTER.total_seconds() - IDLE_INTERVAL)
    assert host.table.host == ANNA.id
    await pass_time(kitchen, house, IDLE_INTERVAL)
    assert host.table.host == BO.id


async def test_15_a_host_who_is_here_keeps_the_role(kitchen: Kitchen, house: House) -> None:
    host = await house.host((await house.open_table(ANNA, TableOrder("milkuro"))).id)
    await host.steward.sit(visitor(BO), 1, None)
    await watch(host, BO)
    for _ in range(20):
        await host.come_in(visitor(ANNA))
        await pass_time(kitchen, house, CALL_COUNTS_FOR.total_seconds())
    assert host.table.host == ANNA.id


async def test_15_in_a_running_match_who_comes_back_first_takes_it(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house, seats=4, people=3)
    kitchen.thinker.permits = None
    for seat in (0, 2, 1):
        await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
    assert host.table.host is None
    if host.table.state == "playing":
        await host.steward.sit(visitor(CLEO), 2, None)
        assert host.table.host == CLEO.id
        await host.steward.pause(visitor(CLEO))
        assert host.table.paused is not None
        with pytest.raises(Refused):
            await move(host)
