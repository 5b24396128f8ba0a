"""The append-only log: what goes in, what is refused, and how it is committed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from app.games.base import Outcome
from app.storage.engine import StoreUnavailable
from app.storage.log import LARGEST_GROUP, SqlLog
from app.storage.schema import outcomes
from app.storage.store import Store
from app.tables.ports import Appended, Ending, LogRow
from tests.storage.samples import ANNA, BO, add_players, later, playing, row
from tests.storage.watching import WatchedDatabase

pytestmark = pytest.mark.anyio

ENDING = Ending(Outcome((26, 0, 0, 0), (1, 2, 2, 2), (0,)), later(99))


@pytest.fixture
def watched(store: Store) -> WatchedDatabase:
    """The store's database behind an open gate."""
    database = WatchedDatabase(store.database)
    database.gate.set()
    return database


async def create_match(store: Store, *match_ids: str) -> None:
    """Tables that play, Anna's."""
    await add_players(store, ANNA, BO)
    for match_id in match_ids:
        await store.tables.create(playing(match_id), ())


async def test_rows_come_back_as_they_went_in(store: Store) -> None:
    rows = [
        row(1, "r1"),
        row(2),
        row(3, by="clock"),
        row(4, "r2", move_json=None, undo=1),
        row(5, move_json='{"type":"ä\U0001f0a1"}'),
    ]
    for each in rows:
        assert await store.log.append("m", each) is Appended.DONE
    assert await store.log.load("m") == rows
    assert await store.log.load("n") == []


async def test_what_went_in_is_counted(store: Store) -> None:
    await asyncio.gather(*(store.log.append("m", row(seq)) for seq in (1, 2, 3)))
    await store.log.append("m", row(4, by="clock"))
    await store.log.append("m", row(5, move_json=None, undo=1))
    assert await store.log.append("m", row(1)) is Appended.SEQ_TAKEN
    tally = store.log.tally
    assert tally.moves == {row(1).by: 3, "clock": 1, "undo": 1}
    assert sum(tally.groups.counts) == 4
    assert tally.groups.total == 6
    assert tally.failures == 0


async def test_parts_of_a_log(store: Store) -> None:
    for seq in range(1, 10):
        await store.log.append("m", row(seq))
        await store.log.append("other", row(seq))

    async def seqs(**part: int) -> list[int]:
        return [found.seq for found in await store.log.load("m", **part)]

    assert await seqs(after=6) == [7, 8, 9]
    assert await seqs(before=3) == [1, 2]
    assert await seqs(after=7, before=2**53 - 1) == [8, 9]
    assert await seqs(after=2, before=8, limit=2) == [6, 7]
    assert await seqs(limit=0) == []
    assert await seqs(after=9) == []


async def test_a_ref_is_found_for_its_player_only(store: Store) -> None:
    await store.log.append("m", row(1, "r1"))
    assert await store.log.find_ref("m", ANNA.id, "r1") == row(1, "r1")
    assert await store.log.find_ref("m", ANNA.id, "r2") is None
    assert await store.log.find_ref("m", BO.id, "r1") is None
    assert await store.log.find_ref("n", ANNA.id, "r1") is None


async def test_what_stands_against_a_row(store: Store) -> None:
    first = row(1, "r1")
    assert await store.log.append("m", first) is Appended.DONE
    assert await store.log.append("m", row(1, "r2")) is Appended.SEQ_TAKEN
    assert await store.log.append("m", row(1)) is Appended.SEQ_TAKEN
    assert await store.log.append("m", row(2, "r1")) is Appended.REF_TAKEN
    assert await store.log.append("m", first) is Appended.REF_TAKEN
    assert await store.log.append("m", row(2, "r1", player=BO.id)) is Appended.DONE
    assert await store.log.append("n", first) is Appended.DONE
    assert await store.log.load("m") == [first, row(2, "r1", player=BO.id)]


async def test_rivals_within_one_store(store: Store) -> None:
    fates = await asyncio.gather(*(store.log.append("m", row(1, f"r{n}")) for n in range(9)))
    assert sorted(fate.value for fate in fates) == ["done"] + ["seq_taken"] * 8
    (stored,) = await store.log.load("m")
    assert stored.ref == f"r{fates.index(Appended.DONE)}"


async def test_one_ref_sent_nine_times_at_once(store: Store) -> None:
    rows = [row(seq, "same") for seq in range(1, 10)]
    fates = await asyncio.gather(*(store.log.append("m", each) for each in rows))
    assert sorted(fate.value for fate in fates) == ["done"] + ["ref_taken"] * 8
    assert len(await store.log.load("m")) == 1


async def test_two_processes_race_for_every_position(store: Store, other_store: Store) -> None:
    """Whoever loses goes on behind the winner, so that both write one gapless log."""

    async def play(at: Store, name: str) -> list[LogRow]:
        won: list[LogRow] = []
        seq = 0
        while seq < 40:
            mine = row(seq + 1, f"{name}{seq + 1}")
            if await at.log.append("m", mine) is Appended.DONE:
                won.append(mine)
            seq += 1
        return won

    first, second = await asyncio.gather(play(store, "a"), play(other_store, "b"))
    stored = await store.log.load("m")
    assert [each.seq for each in stored] == list(range(1, 41))
    assert stored == sorted(first + second, key=lambda each: each.seq)


async def test_two_processes_with_many_tables(store: Store, other_store: Store) -> None:
    matches = [f"m{number}" for number in range(25)]
    tries = [
        at.log.append(match_id, row(seq))
        for seq in range(1, 5)
        for at, order in ((store, matches), (other_store, matches[::-1]))
        for match_id in order
    ]
    fates = await asyncio.gather(*tries)
    assert fates.count(Appended.DONE) == fates.count(Appended.SEQ_TAKEN) == 100


async def test_rows_that_wait_go_out_together(watched: WatchedDatabase) -> None:
    log = SqlLog(watched)
    watched.gate.clear()
    first = asyncio.create_task(log.append("m0", row(1)))
    await watched.reached.wait()
    rest = [asyncio.create_task(log.append(f"m{n}", row(1, "r"))) for n in range(1, 51)]
    watched.gate.set()
    assert set(await asyncio.gather(first, *rest)) == {Appended.DONE}
    assert watched.groups == 2


async def test_a_group_has_a_bound(watched: WatchedDatabase) -> None:
    log = SqlLog(watched)
    rows = [log.append(f"m{number}", row(1)) for number in range(LARGEST_GROUP + 1)]
    assert set(await asyncio.gather(*rows)) == {Appended.DONE}
    assert watched.groups == 2


async def test_nobody_is_answered_before_the_commit(
    watched: WatchedDatabase, other_store: Store
) -> None:
    log = SqlLog(watched)
    watched.gate.clear()
    waiting = asyncio.create_task(log.append("m", row(1)))
    await watched.reached.wait()
    assert not waiting.done()
    assert await other_store.log.load("m") == []
    watched.gate.set()
    assert await waiting is Appended.DONE
    assert await other_store.log.load("m") == [row(1)]


async def test_a_failed_commit_fails_its_group_and_no_other(watched: WatchedDatabase) -> None:
    log = SqlLog(watched)
    watched.failures = [OSError("the disk is full")]
    lost = [log.append(f"m{number}", row(1)) for number in range(3)]
    fates = await asyncio.gather(*lost, return_exceptions=True)
    assert [type(fate) for fate in fates] == [StoreUnavailable] * 3
    assert await log.load("m0") == []
    assert await log.append("m0", row(1)) is Appended.DONE


async def test_a_row_that_cannot_be_stored_fails_alone(store: Store) -> None:
    bad = [row(1, seat=10**30), row(1, by="nobody"), row(1, move_json=None), row(1, "\ud800")]
    tries = [store.log.append(f"bad{number}", each) for number, each in enumerate(bad)]
    good = [store.log.append(f"good{number}", row(1, "r")) for number in range(3)]
    fates = await asyncio.gather(*tries, *good, return_exceptions=True)
    assert [type(fate) for fate in fates[:4]] == [StoreUnavailable] * 4
    assert fates[4:] == [Appended.DONE] * 3
    assert await store.log.append("bad0", row(1)) is Appended.DONE


async def test_who_stops_waiting_does_not_stop_the_writer(watched: WatchedDatabase) -> None:
    log = SqlLog(watched)
    watched.gate.clear()
    under_way = asyncio.create_task(log.append("m0", row(1)))
    await watched.reached.wait()
    queued = [asyncio.create_task(log.append(f"m{n}", row(1))) for n in range(1, 4)]
    await asyncio.sleep(0)
    under_way.cancel()
    queued[0].cancel()
    watched.gate.set()
    fates = await asyncio.gather(under_way, *queued, return_exceptions=True)
    assert [type(fate) for fate in fates[:2]] == [asyncio.CancelledError] * 2
    assert fates[2:] == [Appended.DONE] * 2
    assert await log.append("m0", row(1)) is Appended.SEQ_TAKEN


async def test_closing_waits_for_what_is_under_way(watched: WatchedDatabase) -> None:
    log = SqlLog(watched)
    waiting = [asyncio.create_task(log.append("m", row(seq))) for seq in range(1, 4)]
    await asyncio.sleep(0)
    await log.close()
    assert [task.result() for task in waiting] == [Appended.DONE] * 3


async def test_the_end_goes_in_with_the_last_move(store: Store) -> None:
    await create_match(store, "t1", "t2")
    ended, other = await asyncio.gather(
        store.log.append("t1", row(1), ENDING), store.log.append("t2", row(1))
    )
    assert (ended, other) == (Appended.DONE, Appended.DONE)
    expected = replace(
        playing(), state="finished", ended_at=ENDING.at, result=ENDING.outcome, version=1
    )
    assert await store.tables.load("t1") == expected
    assert await store.tables.load("t2") == playing("t2")


async def test_a_last_move_that_came_late_ends_nothing(store: Store) -> None:
    await create_match(store, "t1")
    await store.log.append("t1", row(1))
    assert await store.log.append("t1", row(1), ENDING) is Appended.SEQ_TAKEN
    assert await store.tables.load("t1") == playing()


async def test_the_end_and_the_last_move_fail_together(
    store: Store, watched: WatchedDatabase
) -> None:
    await create_match(store, "t1")
    watched.failures = [OSError("the power went")]
    with pytest.raises(StoreUnavailable):
        await SqlLog(watched).append("t1", row(1), ENDING)
    assert await store.log.load("t1") == []
    assert await store.tables.load("t1") == playing()
    assert await store.database.read(lambda c: c.execute(select(outcomes)).all()) == []


async def test_who_saves_an_ended_table_has_to_load_it_again(store: Store) -> None:
    await create_match(store, "t1")
    before = await store.tables.load("t1")
    assert before is not None
    await store.log.append("t1", row(1), ENDING)
    assert await store.tables.save(replace(before, title="too late")) is None
