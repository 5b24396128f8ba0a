"""The staff's sockets: who may listen, for how long, and what becomes of slow readers."""

from __future__ import annotations

import pytest

from app.live.admin_feed import LIMITS, MOST_OF_A_SESSION
from app.live.house import House
from tests.live.doubles import settle
from tests.live.kitchen import Kitchen
from tests.live.staff import Ear, Watched

pytestmark = pytest.mark.anyio


@pytest.fixture
async def watched(kitchen: Kitchen, house: House) -> Watched:
    """A house that nobody looks at yet."""
    await house.pulse.beat()
    return Watched(kitchen, house)


async def test_a_slow_reader_is_dropped_and_nobody_else(watched: Watched) -> None:
    sampler = watched.sampler()
    slow, quick = await Ear().listen(sampler, "s-1"), await Ear().listen(sampler, "s-2")
    slow.wire.stalled = True
    await watched.look(sampler, 60)
    assert slow.wire.aborted
    assert slow.take()[-1] == {"type": "bye", "reason": "slow"}
    assert slow.wire.most_held < LIMITS.high_mark + 4096
    assert quick.kinds().count("now") == 61
    assert len(sampler.feed) == 1


async def test_a_socket_closes_when_its_session_has_ended(watched: Watched) -> None:
    sampler = watched.sampler()
    gone, here = await Ear().listen(sampler, "s-1"), await Ear().listen(sampler, "s-2")
    gone.on_duty = False
    await watched.look(sampler, 2)
    told = gone.take()
    assert told[-2]["error"]["code"] == "sign_in"
    assert told[-1] == {"type": "bye", "reason": "closed"}
    assert gone.wire.closed == (1008, "closed")
    await watched.look(sampler, 2)
    assert gone.take() == []
    assert here.kinds().count("now") == 5


async def test_who_ends_a_session_need_not_wait_for_the_next_look(watched: Watched) -> None:
    sampler = watched.sampler()
    gone, here = await Ear().listen(sampler, "s-1"), await Ear().listen(sampler, "s-2")
    gone.on_duty = False
    sampler.check_sessions()
    await settle()
    assert gone.wire.closed == (1008, "closed")
    assert here.wire.closed is None


async def test_a_store_that_is_away_ends_no_session(watched: Watched) -> None:
    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    ear.store_broken = True
    await watched.look(sampler, 4)
    assert ear.kinds() == ["now"] * 5
    ear.store_broken, ear.on_duty = False, False
    await watched.look(sampler, 2)
    assert ear.wire.closed is not None


async def test_one_session_has_few_sockets(watched: Watched) -> None:
    sampler = watched.sampler()
    ears = [await Ear().listen(sampler) for _ in range(MOST_OF_A_SESSION + 1)]
    other = await Ear().listen(sampler, "s-2")
    assert ears[0].take()[-1] == {"type": "bye", "reason": "replaced"}
    assert [ear.wire.closed for ear in (*ears[1:], other)] == [None] * (MOST_OF_A_SESSION + 1)


async def test_who_left_is_told_nothing(watched: Watched) -> None:
    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    assert ear.outbox is not None
    ear.take()
    sampler.feed.leave(ear.outbox)
    await watched.look(sampler, 2)
    assert ear.take() == []
    assert len(sampler.feed) == 0


async def test_a_server_that_stops_says_so(watched: Watched) -> None:
    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    await sampler.stop()
    assert ear.take()[-1] == {"type": "bye", "reason": "restarting"}
    assert ear.wire.closed == (1012, "restarting")
