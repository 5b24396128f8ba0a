"""A large crowd is told in batches, without a gap and nothing twice (speed.md, 2)."""

from __future__ import annotations

from typing import Any

import pytest

from app.live.crowd import BATCH_INTERVAL, CROWD, MAX_BATCH
from app.live.house import SWEEP_INTERVAL, House
from app.live.outbox import Limits
from app.tables.access import Visitor
from tests.live.doubles import Wire, settle
from tests.live.kitchen import (
    ANNA,
    Kitchen,
    Viewer,
    move,
    open_match,
    watch,
)

pytestmark = pytest.mark.anyio

TIGHT = Limits(high_mark=4096, low_mark=1024, patience=20.0)


async def crowd_of(host: Any, number: int) -> list[Viewer]:
    """So many spectators, each in a browser of its own."""
    viewers = []
    for each in range(number):
        who = Visitor(None, f"session-{each}", frozenset(("watch",)))
        wire = Wire()
        viewers.append(Viewer(who, wire, await host.attach(who, wire)))
    return viewers


async def test_a_crowd_is_told_in_batches_without_a_gap(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    crowd = await crowd_of(host, CROWD + 50)
    seat = await watch(host, ANNA)
    await kitchen.clock.advance(2)
    for viewer in crowd:
        viewer.read()
    told: list[list[int]] = [[] for _ in crowd]
    for number in range(1, 24):
        await move(host)
        assert seat.moves()[-1]["seq"] == number
        if number % 3 == 0:
            await kitchen.clock.advance(BATCH_INTERVAL)
        for viewer, seen in zip(crowd, told, strict=True):
            seen.extend(message["seq"] for message in viewer.moves())
    await kitchen.clock.advance(BATCH_INTERVAL)
    for viewer, seen in zip(crowd, told, strict=True):
        seen.extend(message["seq"] for message in viewer.moves())
        assert seen == list(range(1, 24))


async def test_a_crowd_gets_at_most_ten_batches_a_second(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    (one, *_) = await crowd_of(host, CROWD + 1)
    await kitchen.clock.advance(2)
    one.read()
    batches = 0
    for _ in range(10):
        await move(host)
        await move(host)
        await kitchen.clock.advance(BATCH_INTERVAL / 2)
        batches += bool(one.moves())
    assert batches <= 6


async def test_who_joins_between_two_batches_is_told_nothing_twice(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    await crowd_of(host, CROWD + 1)
    await kitchen.clock.advance(2)
    await move(host)  # goes out at once: the last batch was long ago
    await settle()
    await move(host)
    (late,) = await crowd_of(host, 1)
    await move(host)
    await kitchen.clock.advance(BATCH_INTERVAL)
    seqs = [message["seq"] for message in late.read() if message["type"] in ("state", "move")]
    assert seqs == [2, 3]


async def test_a_crowd_that_missed_very_much_gets_one_state(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, seats=3, people=3)
    one, *_ = await crowd_of(host, CROWD + 1)
    await kitchen.clock.advance(2)
    await move(host)
    await settle()
    one.read()
    for _ in range(MAX_BATCH + 6):
        await move(host)
    await kitchen.clock.advance(BATCH_INTERVAL)
    assert [(m["type"], m["seq"]) for m in one.read()] == [("state", MAX_BATCH + 7)]
    await move(host)
    await kitchen.clock.advance(BATCH_INTERVAL)
    assert [m["seq"] for m in one.moves()] == [MAX_BATCH + 8]


async def test_a_shrinking_crowd_misses_nothing(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    crowd = await crowd_of(host, CROWD + 1)
    await kitchen.clock.advance(2)
    await move(host)
    await settle()
    await move(host)
    for viewer in crowd[10:]:
        host.detach(viewer.attachment)
    await move(host)
    await kitchen.clock.advance(BATCH_INTERVAL)
    await move(host)
    seqs = [message["seq"] for message in crowd[0].read() if message["type"] == "move"]
    assert seqs == [1, 2, 3, 4]


async def test_a_stalled_spectator_of_a_crowd_is_resynced(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=TIGHT)
    house.start()
    host = await open_match(house)
    slow, *_ = await crowd_of(host, CROWD + 1)
    await kitchen.clock.advance(2)
    slow.read()
    slow.wire.stalled = True
    slow.wire.held = TIGHT.high_mark + 1
    for _ in range(5):
        await move(host)
        await kitchen.clock.advance(BATCH_INTERVAL)
    slow.wire.read_on()
    await kitchen.clock.advance(SWEEP_INTERVAL)
    await move(host)
    await kitchen.clock.advance(BATCH_INTERVAL)
    told = [message for message in slow.read() if message["type"] in ("state", "move")]
    assert [(message["type"], message["seq"]) for message in told] == [("state", 5), ("move", 6)]
