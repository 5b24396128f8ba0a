"""Exactly once, never blind, and two processes on one log (protocol.md, "Rules")."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.live.host import Host
from app.live.house import House
from app.live.ledger import REMEMBERED_REFS
from app.live.orders import TableOrder
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


async def test_01_the_same_ref_over_two_sockets(house: House) -> None:
    host = await open_match(house)
    seat = next_seat(host)
    mover, raw = visitor(SEATED[seat]), legal_json(host)[0]
    one, other = await watch(host, SEATED[seat]), await watch(host, SEATED[seat])
    answers = await asyncio.gather(*(host.move(mover, "r", 0, raw) for _ in range(5)))
    assert answers == [1] * 5
    assert [len(viewer.moves()) for viewer in (one, other)] == [1, 1]
    assert len(host.ledger._refs) == 1


async def test_a_ref_with_another_move_is_invalid(house: House) -> None:
    host = await open_match(house)
    mover, (raw, another, *_) = visitor(SEATED[next_seat(host)]), legal_json(host)
    assert await host.move(mover, "r", 0, raw) == 1
    for wrong in (another, {}, {**raw, "more": 1}):
        refusal = await refused(host.move(mover, "r", 0, wrong))
        assert (refusal.code, refusal.detail) == (Code.INVALID, {"at": "ref"})
    assert await host.move(mover, "r", 99, raw) == 1


async def test_everybody_has_refs_of_their_own(house: House) -> None:
    host = await open_match(house)
    assert await move(host, "r") == 1
    assert await move(host, "r") == 2


async def test_refs_older_than_memory_are_found_in_the_log(
    kitchen: Kitchen, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert REMEMBERED_REFS >= 256
    monkeypatch.setattr("app.live.ledger.REMEMBERED_REFS", 3)
    host = await open_match(house)
    seat, (raw, another, *_) = next_seat(host), legal_json(host)
    await move(host, "first")
    for _ in range(8):
        await move(host)
    mover = visitor(SEATED[seat])
    assert len(host.ledger._refs) == 3
    assert await host.move(mover, "first", 0, raw) == 1
    assert (await refused(host.move(mover, "first", 0, another))).code is Code.INVALID
    assert len(kitchen.store.rows[host.table.id]) == 9


async def test_an_old_ref_whose_move_would_be_legal_again_is_not_played_twice(
    kitchen: Kitchen, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.ledger.REMEMBERED_REFS", 1)
    host = await open_match(house, "gnav", seats=2, people=2)
    first, seat = {"type": "keep"}, next_seat(host)
    assert await move(host, "first", raw=first) == 1
    while next_seat(host) != seat or first not in legal_json(host):
        await move(host)
    assert host.match is not None
    before = len(kitchen.store.rows[host.table.id])
    assert await host.move(visitor(SEATED[seat]), "first", host.match.seq, first) == 1
    assert len(kitchen.store.rows[host.table.id]) == before


async def test_11_authority_is_looked_up_for_each_message(house: House) -> None:
    host = await open_match(house, people=3, seats=3)
    seat = next_seat(host)
    raw = legal_json(host)[0]
    assert (await refused(host.move(visitor(None), "a", 0, raw))).code is Code.NOT_SEATED
    stranger = visitor(SEATED[3])
    assert (await refused(host.move(stranger, "a", 0, raw))).code is Code.NOT_SEATED
    other = visitor(SEATED[(seat + 1) % 3])
    assert (await refused(host.move(other, "a", 0, raw))).code is Code.NOT_YOUR_TURN
    assert (await refused(host.move(visitor(SEATED[seat]), "a", 0, {}))).code is Code.ILLEGAL_MOVE


async def test_11_who_is_away_does_not_move(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host = await open_match(house)
    seat = next_seat(host)
    await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
    assert (await refused(move(host, "a"))).code is Code.NOT_SEATED
    await host.steward.sit(visitor(SEATED[seat]), seat, None)
    assert await move(host, "a") == 1


async def test_before_and_after_the_match(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav", seats=2, people=2, options={"lives": 1})
    last, raw = next_seat(host), legal_json(host)[0]
    while host.table.state == "playing":
        last, raw = next_seat(host), legal_json(host)[0]
        await move(host, "last" if host.match is None else f"ref-{host.match.seq}")
    assert host.match is not None
    mover = visitor(SEATED[last])
    assert (await refused(host.move(mover, "new", 99, raw))).code is Code.MATCH_OVER
    # the answer to the last move still stands
    assert await host.move(mover, f"ref-{host.match.seq - 1}", 0, raw) == host.match.seq


async def test_stale_is_about_the_own_previous_entry(house: House) -> None:
    host = await open_match(house, "gnav", seats=2, people=2)
    await move(host)
    await move(host)
    seat = next_seat(host)
    assert host.match is not None
    own = host.match.last_entries[seat]
    raw = legal_json(host)[0]
    mover = visitor(SEATED[seat])
    assert (await refused(host.move(mover, "x", own - 1, raw))).code is Code.STALE
    assert await host.move(mover, "x", own, raw) == 3


async def test_a_rules_bug_is_unavailable_and_nobody_forfeits(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = await open_match(house)
    await move(host)
    with monkeypatch.context() as patched:

        def breaks(*args: object) -> object:
            raise ZeroDivisionError("the card is 17")

        patched.setattr(type(host.ledger.game), "apply", breaks)
        assert (await refused(move(host, "bug"))).code is Code.UNAVAILABLE
    await settle()
    assert await move(host, "bug") == 2
    assert "ZeroDivisionError" in caplog.text
    assert "the card is 17" not in caplog.text


# Two processes


async def both(kitchen: Kitchen, game: str = "milkuro", **order: Any) -> tuple[Host, Host]:
    """The same running match in two houses."""
    host = await open_match(kitchen.house(), game, **order)
    return host, await kitchen.house().host(host.table.id)


async def test_two_houses_agree(kitchen: Kitchen) -> None:
    hosts = await both(kitchen)
    viewers = [await watch(host, player) for host in hosts for player in (ANNA, BO, None)]
    for number in range(12):
        await move(hosts[number % 2])
        await settle()
    assert hosts[0].match == hosts[1].match
    for viewer in viewers:
        assert [message["seq"] for message in viewer.moves()] == list(range(1, 13))


async def test_two_houses_race_for_a_position(kitchen: Kitchen) -> None:
    hosts = await both(kitchen, "gnav", seats=4)
    for _ in range(10):
        seat, raw = next_seat(hosts[0]), legal_json(hosts[0])[0]
        seen = hosts[0].ledger.seq or 0
        mover = visitor(SEATED[seat])
        refs = [f"one-{seen}", f"two-{seen}"]
        answers = await asyncio.gather(
            *(host.move(mover, ref, seen, raw) for host, ref in zip(hosts, refs, strict=True)),
            return_exceptions=True,
        )
        played = [answer for answer in answers if isinstance(answer, int)]
        lost = [answer for answer in answers if isinstance(answer, Refused)]
        assert played == [seen + 1]
        assert [refusal.code for refusal in lost] == [Code.STALE]
        await settle()
    assert hosts[0].match == hosts[1].match


async def test_01_the_same_ref_in_two_houses(kitchen: Kitchen) -> None:
    hosts = await both(kitchen)
    seat, raw = next_seat(hosts[0]), legal_json(hosts[0])[0]
    answers = await asyncio.gather(
        *(host.move(visitor(SEATED[seat]), "r", 0, raw) for host in hosts)
    )
    assert answers == [1, 1]
    assert len(kitchen.store.rows[hosts[0].table.id]) == 1


async def test_a_lost_message_is_found_by_the_next_ones_number(kitchen: Kitchen) -> None:
    hosts = await both(kitchen)
    viewer = await watch(hosts[1], ANNA)
    viewer.read()
    deaf = kitchen.bus._listeners.pop()
    await move(hosts[0])
    await move(hosts[0])
    await settle()
    assert viewer.moves() == []
    kitchen.bus.subscribe(deaf)
    await move(hosts[0])
    await settle()
    assert [message["seq"] for message in viewer.moves()] == [1, 2, 3]


async def test_a_house_reads_only_what_it_has_not_seen(kitchen: Kitchen) -> None:
    hosts = await both(kitchen)
    await move(hosts[0])
    await settle()
    asked: list[int] = []
    load = type(kitchen.store.log).load

    async def counted(log: Any, match_id: str, **span: Any) -> Any:
        asked.append(span.get("after", 0))
        return await load(log, match_id, **span)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(kitchen.store.log), "load", counted)
        await move(hosts[0])
        await settle()
    assert asked == [1]


async def test_seats_change_in_both_houses(kitchen: Kitchen) -> None:
    kitchen.thinker.gate = asyncio.Event()
    hosts = await both(kitchen)
    viewer = await watch(hosts[1], BO)
    other = await watch(hosts[1], ANNA)
    await kitchen.clock.advance(2)
    viewer.read()
    other.read()
    await hosts[0].steward.vacate(visitor(BO), 1, bar=False)
    await settle()
    assert hosts[1].table == hosts[0].table
    assert [message["type"] for message in viewer.read()] == ["state", "table"]
    assert [message["type"] for message in other.read()] == ["table"]


async def test_09_one_seat_and_many_who_want_it(kitchen: Kitchen) -> None:
    houses = [kitchen.house(), kitchen.house()]
    table = await houses[0].open_table(ANNA, TableOrder("milkuro", seats=2))
    hosts = [await house.host(table.id) for house in houses]
    crowd = [visitor(Player(f"p{number}", "Same name")) for number in range(50)]
    answers = await asyncio.gather(
        *(hosts[number % 2].steward.sit(who, 1, "w") for number, who in enumerate(crowd)),
        return_exceptions=True,
    )
    assert answers.count(None) == 1
    assert {each.code for each in answers if isinstance(each, Refused)} == {Code.SEAT_TAKEN}
    await settle()
    assert hosts[0].table == hosts[1].table == kitchen.store.tables[table.id]


async def test_10_one_person_in_two_houses(kitchen: Kitchen) -> None:
    houses = [kitchen.house(), kitchen.house()]
    table = await houses[0].open_table(ANNA, TableOrder("milkuro", seat_me=False))
    hosts = [await house.host(table.id) for house in houses]
    answers = await asyncio.gather(
        *(hosts[seat % 2].steward.sit(visitor(BO), seat, "w") for seat in range(4)),
        return_exceptions=True,
    )
    assert answers.count(None) == 1
    assert {each.code for each in answers if isinstance(each, Refused)} == {Code.ALREADY_SEATED}
    assert state_of(hosts[0], BO)["seat"] is not None
