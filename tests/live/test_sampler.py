"""The sampler: what it tells and keeps, and that nothing holds it up."""

from __future__ import annotations

import asyncio

import pytest

from app.live.house import House
from app.live.rounds import Liveness
from app.live.sampler import MOST_UNWRITTEN, UNWATCHED, WINDOW
from app.tables.liveness import Violation
from app.tables.statistics import MINUTE, point_of
from tests.live.doubles import NOW
from tests.live.kitchen import ANNA, Kitchen, open_match, watch
from tests.live.staff import MEMORY, Ear, Watched

pytestmark = pytest.mark.anyio


@pytest.fixture
async def watched(kitchen: Kitchen, house: House) -> Watched:
    """A house that nobody looks at yet."""
    await house.pulse.beat()
    return Watched(kitchen, house)


async def test_the_first_message_tells_what_is_now(watched: Watched) -> None:
    host = await open_match(watched.house, people=2)
    for player in (ANNA, None):
        await watch(host, player)
    (now,) = (await Ear().listen(watched.sampler())).take()
    assert (now["type"], now["at"], now["version"]) == ("now", "2026-11-30T20:15:00.000Z", "1.2.3")
    assert (now["people"], now["watchers"]) == (1, 1)
    assert now["tables"] == {"open": 1, "playing": 2, "paused": 3, "asleep": 4}
    assert now["sockets"] == {"table": 2, "lobby": 0, "admin": 0}
    assert now["workers"] == {"alive": 2, "thinking": 0, "late": 0, "failures": 0}
    assert now["database"] == {"kind": "sqlite", "ok": True, "ms": 0}
    assert now["bus"] == {"kind": "in_process", "ok": True}
    assert now["latency_ms"] == {"p50": None, "p99": None}
    assert (now["memory_mb"], now["uptime_s"]) == (50.0, 0)


async def test_rates_and_waits_are_those_of_the_last_seconds(watched: Watched) -> None:
    gauges, sampler = watched.house.gauges, watched.sampler()
    gauges.log.moves["player"] += 1000
    gauges.moves.add(900_000)
    gauges.lag.add(900_000)
    await watched.look(sampler, WINDOW)
    ear = await Ear().listen(sampler)
    gauges.log.moves["player"] += 20
    gauges.log.moves["bot"] += 10
    for _ in range(4):
        gauges.moves.add(1_500)
        gauges.lag.add(10)
    watched.cpu += 2.5
    await watched.look(sampler)
    now = ear.take()[-1]
    assert now["moves_a_second"] == 3.0
    assert now["latency_ms"] == {"p50": 1.5, "p99": 1.99}
    assert now["lag_ms"]["p99"] == 0.99
    assert now["cpu"] == 0.25
    await watched.look(sampler, WINDOW)
    now = ear.take()[-1]
    assert (now["moves_a_second"], now["latency_ms"]["p99"], now["cpu"]) == (0.0, None, 0.0)


async def test_errors_and_refusals_are_counted_since_the_start(watched: Watched) -> None:
    watched.house.gauges.bugs["http"] += 2
    watched.house.gauges.log.failures += 1
    watched.house.gauges.refusals["stale"] += 5
    (now,) = (await Ear().listen(watched.sampler())).take()
    assert (now["errors"], now["refusals"]) == (3, {"stale": 5})


async def test_each_second_now_and_each_minute_its_point(watched: Watched) -> None:
    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    await watched.look(sampler, 61)
    kinds = ear.kinds()
    assert kinds.count("now") == 62
    assert kinds.index("minute") == 60
    await watched.look(sampler, 59)
    told = ear.take()
    (minute,) = [message for message in told if message["type"] == "minute"]
    assert minute["point"]["at"] == "2026-11-30T20:16:00.000Z"
    assert [minute["point"][name] for name in ("people", "tables", "sockets")] == [0, 10, 1]
    assert sorted(watched.store.minutes) == [NOW, NOW + MINUTE]


async def test_a_minute_keeps_what_happened_in_it_and_its_peak(watched: Watched) -> None:
    sampler, gauges = watched.sampler(), watched.house.gauges
    host = await open_match(watched.house)
    viewer = await watch(host, ANNA)
    await watched.look(sampler, 30)
    host.detach(viewer.attachment)
    gauges.log.moves["player"] += 30
    gauges.bugs["socket"] += 1
    await watched.look(sampler, 30)
    kept = watched.store.minutes[NOW]
    assert (kept.seconds, kept.moves, kept.errors, kept.runs) == (60.0, 30, 1, ("a",))
    assert (kept.peak.people, kept.peak.tables, kept.peak.memory) == (1, 10, MEMORY)
    await watched.look(sampler, 60)
    after = watched.store.minutes[NOW + MINUTE]
    assert (after.moves, after.errors, after.peak.people) == (0, 0, 0)


async def test_a_restart_leaves_no_gap(watched: Watched) -> None:
    before = watched.sampler()
    watched.house.gauges.log.moves["player"] += 8
    await watched.look(before, 25)
    await before.stop()
    after = watched.sampler("b")
    await watched.look(after, 36)
    whole = watched.store.minutes[NOW]
    assert (whole.runs, whole.seconds, whole.moves) == (("a", "b"), 60.0, 8)
    assert point_of(NOW, (whole,)).known is not None


async def test_a_house_that_closes_is_remembered_as_it_was_before(watched: Watched) -> None:
    sampler = watched.sampler()
    host = await open_match(watched.house)
    await watch(host, ANNA)
    await watched.look(sampler)
    await watched.house.drain()
    await watched.look(sampler, UNWATCHED)
    await sampler.stop()
    assert watched.store.minutes[NOW].peak.people == 1


async def test_a_store_that_was_away_gets_its_minutes_later(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    sampler = watched.sampler()
    await watched.look(sampler)
    watched.store.broken = True
    await watched.look(sampler, 150)
    assert watched.store.minutes == {}
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "tables not counted",
        "numbers not stored",
        "numbers not stored",
    ]
    watched.store.broken = False
    await watched.look(sampler, 30)
    assert sorted(watched.store.minutes) == [NOW, NOW + MINUTE, NOW + 2 * MINUTE]
    assert watched.house.gauges.errors == 0


async def test_a_store_that_never_answers_holds_nothing_up(watched: Watched) -> None:
    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    watched.store.hangs, asked = asyncio.Event(), watched.store.asked
    watched.kitchen.clock.seconds += (MOST_UNWRITTEN + 5) * 60
    await watched.look(sampler, 5)
    assert ear.kinds().count("now") == 6
    assert watched.store.asked == asked + 1
    for _ in range(MOST_UNWRITTEN + 5):
        watched.kitchen.clock.seconds += 60
        sampler.look()
    watched.store.hangs.set()
    await watched.look(sampler, 120)
    assert MOST_UNWRITTEN <= len(watched.store.minutes) <= MOST_UNWRITTEN + 3


async def test_a_database_without_beats_is_not_well(watched: Watched) -> None:
    sampler = watched.sampler()
    assert (await sampler.now()).database.ok
    watched.kitchen.clock.seconds += 10
    assert not (await sampler.now()).database.ok
    await watched.house.pulse.beat()
    assert (await sampler.now()).database.ok
    watched.store.broken = True
    assert not (await sampler.now()).database.ok


async def test_what_goes_wrong_is_noted_and_the_looks_go_on(
    watched: Watched, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble() -> None:
        raise ZeroDivisionError

    sampler = watched.sampler()
    ear = await Ear().listen(sampler)
    sampler.start()
    await watched.kitchen.clock.advance(2)
    monkeypatch.setattr(watched.house, "census", stumble)
    await watched.kitchen.clock.advance(70)
    kinds = ear.kinds()
    assert kinds.count("now") == 74
    assert kinds.count("minute") == 1
    assert NOW in watched.store.minutes
    assert watched.house.gauges.bugs["sampler"] == 70
    assert "look failed: ZeroDivisionError" in caplog.text
    await sampler.stop()


async def test_everybody_is_counted_seldom_while_nobody_looks_on(watched: Watched) -> None:
    sampler = watched.sampler()
    await watched.look(sampler, 3 * UNWATCHED)
    assert watched.store.asked == 3
    await Ear().listen(sampler)
    await watched.look(sampler, 5)
    assert watched.store.asked == 3 + 1 + 5


async def test_a_table_that_stands_still_is_told_once_and_to_who_comes_later(
    watched: Watched,
) -> None:
    sampler = watched.sampler()
    early = await Ear().listen(sampler)
    stuck = Liveness(3, (Violation("t-1", "nobody owes a move", "Soup"),), 1)
    watched.house._rounds.liveness = stuck
    await watched.look(sampler, 3)
    told = early.take()
    alerts = [message for message in told if message["type"] == "alert"]
    assert alerts == [
        {"type": "alert", "table": "t-1", "title": "Soup", "why": "nobody owes a move"}
    ]
    assert told[-1]["liveness"] == {"checked": 3, "violations": 1}
    late = await Ear().listen(sampler)
    assert late.kinds() == ["now", "alert"]
    for found in (Liveness(3), stuck):
        watched.house._rounds.liveness = found
        await watched.look(sampler)
    assert early.kinds() == ["now", "alert", "now"]


async def test_a_look_adds_nothing_to_what_is_counted(watched: Watched) -> None:
    before = watched.house.gauges.counts(0, 0)
    await watched.look(watched.sampler(), 65)
    assert len(watched.store.minutes) == 1
    assert watched.house.gauges.counts(0, 0) == before
