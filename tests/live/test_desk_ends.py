"""Staff end tables, break the glass for a reason, and examine what is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace

import pytest

from app.games.base import Audience
from app.live.house import House
from app.live.orders import TableOrder
from app.live.parts import Pacing
from app.tables.ports import Note
from app.tables.refusals import Code
from app.tables.rest import SLEEP_AFTER
from tests.live.desks import GAMES, approve, notes_at, plain, round_of
from tests.live.doubles import StoreBroken, until
from tests.live.kitchen import (
    ANNA,
    Kitchen,
    move,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


# Ends


async def test_an_end_without_a_result(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    await move(host)
    onlooker = await watch(host)
    await house.desk.end(host.table.id, "none", account=approve)
    stored = kitchen.store.tables[host.table.id]
    assert (stored.state, stored.ended_why, stored.result) == ("abandoned", "staff", None)
    assert notes_at(host) == [("ended", None, {"by": "staff"})]
    assert onlooker.read()[-1]["kind"] == "ended"
    assert (
        await refused(house.desk.end(host.table.id, "none", account=approve))
    ).code is Code.MATCH_OVER
    findings = await house.desk.examine(host.table.id)
    assert (findings["holds"], findings["replay"]["positions"]) == (True, 2)


async def test_an_open_table_is_closed(kitchen: Kitchen, house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    refusal = await refused(house.desk.end(table.id, "as_it_stands", account=approve))
    assert refusal.code is Code.NOT_STARTED
    await house.desk.end(table.id, "none", account=approve)
    assert kitchen.store.tables[table.id].state == "abandoned"


@pytest.mark.parametrize("game", GAMES)
async def test_as_it_stands_bots_play_to_the_end_at_once(kitchen: Kitchen, game: str) -> None:
    house = kitchen.house(Pacing(1, 2))
    host = await open_match(house, game, seats=3, people=2)
    await watch(host, ANNA)
    await host.steward.pause(visitor(ANNA))
    await house.desk.end(host.table.id, "as_it_stands", account=approve)
    await kitchen.clock.advance(8)  # a bot may have been about to show a move at its own pace
    await until(lambda: host.table.ended)
    stored = kitchen.store.tables[host.table.id]
    assert (stored.state, stored.ended_why) == ("finished", "staff")
    assert stored.result is not None
    assert {row.by for row in kitchen.store.rows[host.table.id]} == {"bot"}
    assert ("played_out", None, {"by": "staff"}) in notes_at(host)
    assert house.gauges.repairs == {"play_out": 1}
    assert (await house.desk.examine(host.table.id))["holds"]


async def test_nobody_holds_up_what_is_played_out(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house, people=4)
    kitchen.thinker.gate = gate = asyncio.Event()
    await house.desk.end(host.table.id, "as_it_stands", account=approve)
    state = state_of(host)["table"]
    assert (state["state"], state["ended_why"]) == ("playing", "staff")
    anna = visitor(ANNA)
    assert (await refused(host.steward.sit(anna, 0, None))).code is Code.FORBIDDEN
    assert (await refused(host.steward.pause(anna))).code is Code.FORBIDDEN
    assert (await refused(host.steward.end(anna))).code is Code.NOT_SEATED
    assert (
        await refused(house.desk.repair(host.table.id, "pause", account=approve))
    ).code is Code.FORBIDDEN
    await kitchen.clock.advance(SLEEP_AFTER.total_seconds())
    await round_of(kitchen, house)
    assert host.table.asleep_since is None
    gate.set()
    await until(lambda: host.table.ended)
    assert host.table.state == "finished"


async def test_what_is_played_out_goes_on_after_a_restart(kitchen: Kitchen) -> None:
    """Whether or not anybody comes."""
    first = kitchen.house()
    host = await open_match(first, people=4)
    kitchen.thinker.gate = gate = asyncio.Event()
    await first.desk.end(host.table.id, "as_it_stands", account=approve)
    await first.drain()
    gate.set()
    kitchen.house().start()
    await until(lambda: kitchen.store.tables[host.table.id].ended)
    stored = kitchen.store.tables[host.table.id]
    assert (stored.state, stored.ended_why) == ("finished", "staff")


# Tables that cannot be opened


async def test_a_table_whose_log_is_broken_is_told_and_written_off(
    kitchen: Kitchen, caplog: pytest.LogCaptureFixture
) -> None:
    first = kitchen.house()
    host = await open_match(first)
    await move(host)
    await first.drain()
    rows = kitchen.store.rows[host.table.id]
    rows[0] = replace(rows[0], seat=9)
    house = kitchen.house()
    detail = await house.desk.look(host.table.id)
    assert str(detail["violation"]).startswith("It cannot be opened: BrokenLog")
    assert (detail["view"], detail["table"]["state"]) == (None, "playing")
    await house.desk.end(host.table.id, "none", account=approve)
    stored = kitchen.store.tables[host.table.id]
    assert (stored.state, stored.ended_why) == ("abandoned", "staff")
    kinds = [note.kind for _, note in kitchen.store.all_notes]
    assert kinds == ["ended"]
    findings = await house.desk.examine(host.table.id)
    assert not findings["holds"]
    assert (findings["verdict"]["moves"], findings["replay"]["positions"]) == (False, 1)
    assert "position 1" in str(findings["replay"]["problem"])


async def test_no_table_is_not_found(house: House) -> None:
    for deed in (
        house.desk.look("none"),
        house.desk.log_page("none", None),
        house.desk.repair("none", "wake", account=approve),
        house.desk.end("none", "none", account=approve),
        house.desk.break_glass("none", account=approve),
        house.desk.examine("none"),
    ):
        assert (await refused(deed)).code is Code.NOT_FOUND


# Glass


async def test_the_glass_is_noted_before_it_shows_and_told_after_the_end(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    await move(host)
    anna, onlooker = await watch(host, ANNA), await watch(host)
    await round_of(kitchen, house)
    for each in (anna, onlooker):
        each.read()
    accounts: list[tuple[object, int]] = []

    async def account(particulars: Mapping[str, object]) -> None:
        accounts.append((particulars["seq"], len(kitchen.store.all_notes)))

    shown = await house.desk.break_glass(host.table.id, account=account)
    assert accounts == [(1, 0)]
    assert host.match is not None
    opened = host.match.game.view(host.match.state, Audience.OPEN)
    assert (shown["seq"], plain(shown["view"])) == (1, plain(opened))
    assert plain(shown["view"]) != state_of(host)["view"]
    await round_of(kitchen, house)
    assert (anna.read(), onlooker.read(), notes_at(host)) == ([], [], [])
    detail = await house.desk.look(host.table.id)
    assert [each["seq"] for each in detail["broken_glass"]] == [1]
    assert detail["notes"] == []
    await house.desk.end(host.table.id, "none", account=approve)
    await round_of(kitchen, house)
    for each in (anna, onlooker):
        glass = [told for told in each.read() if told.get("kind") == "glass"]
        assert [told["params"] for told in glass] == [{"seq": 1}]
    await round_of(kitchen, house)
    assert onlooker.read() == []
    assert ("glass", None, {"seq": 1}) in notes_at(host)


@pytest.mark.parametrize("trouble", ["audit", "note"])
async def test_nothing_is_shown_that_cannot_be_noted(
    kitchen: Kitchen, house: House, trouble: str
) -> None:
    host = await open_match(house)

    async def account(particulars: Mapping[str, object]) -> None:
        if trouble == "audit":
            raise StoreBroken("audit")

    if trouble == "note":
        kitchen.store.fail("note")
    with pytest.raises(StoreBroken, match=trouble):
        await house.desk.break_glass(host.table.id, account=account)
    assert kitchen.store.all_notes == []


async def test_the_glass_breaks_only_before_running_matches(house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    refusal = await refused(house.desk.break_glass(table.id, account=approve))
    assert refusal.code is Code.NOT_STARTED
    host = await open_match(house)
    await house.desk.end(host.table.id, "none", account=approve)
    refusal = await refused(house.desk.break_glass(host.table.id, account=approve))
    assert refusal.code is Code.MATCH_OVER


async def test_another_process_tells_of_broken_glass_and_so_does_a_restart(
    kitchen: Kitchen,
) -> None:
    ours, other = kitchen.house(), kitchen.house()
    host = await open_match(other, people=4)
    onlooker = await watch(host)
    await ours.desk.break_glass(host.table.id, account=approve)
    await other.desk.end(host.table.id, "as_it_stands", account=approve)
    await until(lambda: host.table.ended)
    await round_of(kitchen, other)
    kinds = [each.get("kind") for each in onlooker.read()]
    assert kinds.count("glass") == 1
    reopened = await kitchen.house().host(host.table.id)
    assert [kind for kind, _, _ in notes_at(reopened)].count("glass") == 1


async def test_the_glass_outlasts_many_notes_and_a_store_that_fails(
    kitchen: Kitchen, caplog: pytest.LogCaptureFixture
) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await house.desk.break_glass(host.table.id, account=approve)
    for number in range(60):
        note = Note(f"n{number}", kitchen.clock.now(), "back", 0)
        await host.talk.remember(note)
    onlooker = await watch(host)
    await house.desk.end(host.table.id, "none", account=approve)
    kitchen.store.fail("read glass")
    with caplog.at_level(logging.CRITICAL):
        await round_of(kitchen, house)
    assert "glass" not in [each.get("kind") for each in onlooker.read()]
    await round_of(kitchen, house)
    assert [each.get("kind") for each in onlooker.read()] == ["glass"]
    assert "glass" in [kind for kind, _, _ in notes_at(host)]


# Verifying


@pytest.mark.parametrize("game", GAMES)
async def test_a_stored_match_is_examined(kitchen: Kitchen, game: str) -> None:
    house = kitchen.house()
    host = await open_match(house, game, seats=3, people=0, seat_me=False)
    assert (await refused(house.desk.examine(host.table.id))).code is Code.FORBIDDEN
    await watch(host)
    await until(lambda: host.table.ended)
    findings = await house.desk.examine(host.table.id)
    entries = len(kitchen.store.rows[host.table.id])
    assert findings["holds"]
    assert findings["replay"] == {"positions": entries + 1, "holds": True, "problem": None}
    stored = kitchen.store.tables[host.table.id]
    kitchen.store.tables[host.table.id] = replace(stored, match_seed=bytes(32))
    assert not (await house.desk.examine(host.table.id))["holds"]


async def test_a_table_that_never_started_has_nothing_to_examine(house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    assert (await refused(house.desk.examine(table.id))).code is Code.NOT_STARTED
