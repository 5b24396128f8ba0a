"""Reports are read with what was said around them, and judged once."""

from __future__ import annotations

import asyncio

import pytest

from app.storage.store import Store
from app.tables.judging import Judgement
from app.tables.ports import ChatLine, Report
from tests.storage.housekeeping import OLGA, add_admin, ban, deeds, line
from tests.storage.samples import ANNA, BO, NOW, add_players, later, table

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def _said(store: Store) -> None:
    """Bo says c00 … c29 at t1; Anna reports c15, then c01."""
    await add_players(store, ANNA, BO)
    await add_admin(store)
    await store.tables.create(table(), ())
    for number in range(30):
        said = ChatLine(f"c{number:02}", "rail", BO, None, f"say {number}", None, later(number))
        await store.chat.add("t1", said)
    await report(store, "r1", "c15", 1)
    await report(store, "r2", "c01", 2)


async def report(store: Store, report_id: str, said: str, at: float) -> None:
    """Anna wants a line looked at."""
    await store.reports.add(Report(report_id, "t1", said, ANNA.id, "Rude", later(at)))


def judged(verdict: str = "dismissed") -> Judgement:
    """Olga's verdict."""
    return Judgement(verdict, OLGA.id, NOW)  # type: ignore[arg-type]


async def test_a_case_has_its_context(store: Store) -> None:
    case = await store.cases.find("r1")
    assert case is not None
    assert (case.reporter, case.why, case.line.player, case.line.id) == (ANNA, "Rude", BO, "c15")
    assert [each.id for each in case.before] == [f"c{number:02}" for number in range(5, 15)]
    assert [each.id for each in case.after] == [f"c{number:02}" for number in range(16, 21)]
    at_the_edge = await store.cases.find("r2")
    assert at_the_edge is not None
    assert [each.id for each in at_the_edge.before] == ["c00"]
    assert await store.cases.find("r3") is None


async def test_who_waits_longest_comes_first(store: Store) -> None:
    assert [case.id for case in await store.cases.newest(9, waiting=True)] == ["r1", "r2"]
    assert [case.id for case in await store.cases.newest(9, waiting=False)] == ["r2", "r1"]
    assert [case.id for case in await store.cases.newest(1, waiting=True)] == ["r1"]
    assert [case.id for case in await store.cases.about(BO.id, 9)] == ["r2", "r1"]
    assert await store.cases.about(ANNA.id, 9) == ()


async def test_a_report_is_judged_once(store: Store) -> None:
    note = line("judge_report")
    judging = (
        store.cases.judge("r1", judged("muted"), note, ban(f"b{number}", kind="mute"))
        for number in range(3)
    )
    assert sorted(await asyncio.gather(*judging)) == [False, False, True]
    assert [case.id for case in await store.cases.newest(9, waiting=True)] == ["r2"]
    case = await store.cases.find("r1")
    assert case is not None
    assert case.judgement == judged("muted")
    assert [each.kind for each in await store.bans.in_force(NOW)] == ["mute"]
    assert await deeds(store) == ["judge_report"]


async def test_no_verdict_on_a_report_that_is_not_there(store: Store) -> None:
    assert not await store.cases.judge("r9", judged(), line("judge_report"))
    assert await deeds(store) == []
