"""Coming back, and coming in while something happens (protocol.md, "Resume")."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from app.codec.patch import apply_patch, same
from app.live.host import Host
from app.live.house import House
from app.live.resume import missed_positions
from app.tables.match import RECENT_POSITIONS
from app.tables.table import Player
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    kitchen_open,
    legal_json,
    move,
    next_seat,
    open_match,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

EVERYBODY = (*SEATED, None)


async def move_at_random(host: Host, rng: Random) -> None:
    """Somebody who may act does."""
    assert host.match is not None
    seat = rng.choice(sorted(host.match.to_act))
    raw = rng.choice(legal_json(host, seat))
    await host.move(visitor(SEATED[seat]), f"r{host.match.seq}", host.match.seq, raw)


async def first_told(host: Host, player: Any, **wishes: Any) -> list[dict[str, Any]]:
    """What a new socket of this player is told first."""
    viewer = await watch(host, player, **wishes)
    told = viewer.read()
    host.detach(viewer.attachment)
    await settle()
    return told


@pytest.mark.parametrize("player", EVERYBODY, ids=lambda player: player and player.name)
async def test_what_was_missed_is_told_as_it_was_known_then(house: House, player: Any) -> None:
    host = await open_match(house)
    viewer = await watch(host, player)
    await settle()
    viewer.read()
    live = []
    for _ in range(6):
        await move(host)
        live.extend(viewer.moves())
    assert [message["seq"] for message in live] == [1, 2, 3, 4, 5, 6]
    told = await first_told(host, player, seq=5)
    assert [message["type"] for message in told] == ["table", "move"]
    assert told[0]["seq"] == 6
    assert told[1:] == live[5:]


@pytest.mark.parametrize(
    ("seq", "kinds"),
    [
        pytest.param(None, ["state"], id="nothing seen"),
        pytest.param(70, ["table"], id="all seen"),
        pytest.param(69, ["table", "move"], id="one missed"),
        pytest.param(71, ["state"], id="ahead"),
        pytest.param(10**15, ["state"], id="far ahead"),
        pytest.param(70 - RECENT_POSITIONS - 1, ["state"], id="beyond memory"),
        pytest.param(0, ["state"], id="everything missed"),
    ],
)
async def test_moves_or_one_state(house: House, seq: int | None, kinds: list[str]) -> None:
    host = await open_match(house, seats=3, people=3, options={})
    for _ in range(70):
        await move(host)
    assert [message["type"] for message in await first_told(host, None, seq=seq)] == kinds


async def test_a_gap_in_memory_cannot_be_told(house: House) -> None:
    host = await open_match(house, seats=3, people=3)
    for _ in range(RECENT_POSITIONS + 5):
        await move(host)
    told = missed_positions(host.match, 5)
    assert told is not None
    assert [position.seq for position in told] == list(range(6, RECENT_POSITIONS + 6))
    assert missed_positions(host.match, 4) is None
    assert missed_positions(None, 0) is None


async def test_whichever_is_shorter(house: House) -> None:
    host = await open_match(house)
    for _ in range(50):
        await move(host)
    for seq in range(50):
        told = await watch(host, ANNA, seq=seq)
        size = sum(len(payload) for payload in told.wire.payloads)
        state = len(host.state_json(visitor(ANNA)))
        assert size <= state + 40
        host.detach(told.attachment)
        await settle()


async def test_07_the_same_view_byte_for_byte(house: House) -> None:
    host = await open_match(house, "gnav")
    rng = Random(8)
    while host.table.state == "playing":
        await move_at_random(host, rng)
        for player in EVERYBODY:
            (told,) = await first_told(host, player)
            assert told == state_of(host, player)


@pytest.mark.parametrize("game", ["milkuro", "gnav"])
async def test_patches_give_the_very_view(house: House, game: str) -> None:
    host = await open_match(house, game)
    rng = Random(3)
    pairs = [
        (await watch(host, player, patch=True), await watch(host, player)) for player in EVERYBODY
    ]
    await settle()
    known = []
    for patched, _ in pairs:
        state = patched.read()[0]
        known.append({"view": state["view"], "legal": state["legal"]})
    for _, full in pairs:
        full.read()
    patches = left_out = 0
    while host.table.state == "playing":
        await move_at_random(host, rng)
        for mine, (patched, full) in zip(known, pairs, strict=True):
            (small,), (whole,) = patched.moves(), full.moves()
            if "patch" in small:
                assert "view" not in small
                mine["view"] = apply_patch(mine["view"], small["patch"])
                patches += 1
            else:
                mine["view"] = small["view"]
            mine["legal"] = small.get("legal", mine["legal"])
            left_out += "legal" not in small
            assert same(mine["view"], whole["view"])
            assert same(mine["legal"], whole["legal"])
            rest = {"view", "patch", "legal"}
            assert {k: v for k, v in small.items() if k not in rest} == {
                k: v for k, v in whole.items() if k not in rest
            }
    assert patches > 0
    assert left_out > 0


async def test_after_a_resume_the_first_view_is_full(house: House) -> None:
    host = await open_match(house)
    for _ in range(40):
        await move(host)
    whole = await first_told(host, ANNA, seq=37)
    small = await first_told(host, ANNA, seq=37, patch=True)
    assert [message["type"] for message in small] == ["table", "move", "move", "move"]
    view, legal = small[1]["view"], small[1]["legal"]
    for message, full in zip(small[2:], whole[2:], strict=True):
        view = apply_patch(view, message["patch"]) if "patch" in message else message["view"]
        legal = message.get("legal", legal)
        assert same(view, full["view"])
        assert same(legal, full["legal"])


async def test_after_a_resume_that_missed_nothing_the_first_view_is_full(house: House) -> None:
    host = await open_match(house)
    for _ in range(5):
        await move(host)
    viewer = await watch(host, ANNA, seq=5, patch=True)
    for _ in range(2):
        await move(host)
    first, second = viewer.moves()
    assert first["seq"] == 6
    assert "patch" not in first
    assert {"view", "legal"} <= first.keys()
    assert "patch" in second


async def test_a_role_that_changed_starts_afresh(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host = await open_match(house)
    for _ in range(3):
        await move(host)
    assert [m["type"] for m in await first_told(host, BO, seq=3)] == ["table"]
    await host.steward.vacate(visitor(BO), 1, bar=False)
    await host.steward.sit(visitor(BO), 1, None)
    assert [m["type"] for m in await first_told(host, BO, seq=3)] == ["state"]
    assert [m["type"] for m in await first_told(host, ANNA, seq=3)] == ["table"]
    kitchen.thinker.gate.set()
    await move(host)
    assert [m["type"] for m in await first_told(host, BO, seq=4)] == ["table"]


async def test_a_role_that_changed_before_a_restart_starts_afresh(
    kitchen: Kitchen, house: House
) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host, eve = await open_match(house), Player("p-eve", "Eve")
    for _ in range(3):
        await move(host)
    await host.steward.vacate(visitor(BO), 1, bar=False)
    await host.steward.sit(visitor(eve), 1, "word")
    restarted = await kitchen.house().host(host.table.id)
    for player in (eve, BO):
        assert [m["type"] for m in await first_told(restarted, player, seq=3)] == ["state"]
    for player in (ANNA, None):
        assert [m["type"] for m in await first_told(restarted, player, seq=3)] == ["table"]


async def test_lines_said_meanwhile_come_with_the_moves(house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host, ANNA)
    for number in range(4):
        await host.say(visitor(ANNA), "table", text=f"line {number}", phrase=None)
    said = [message for message in viewer.read() if message["type"] == "chat"]
    await move(host)
    told = await first_told(host, BO, seq=0, chat=said[1]["id"])
    assert [message["type"] for message in told] == ["table", "move", "chat", "chat"]
    assert told[2:] == said[2:]


async def events_while_joining(number: int, game: str) -> tuple[list[Any], int]:
    """Join at the `number`-th point at which a move waits; what the newcomer was told."""
    async with kitchen_open() as kitchen:
        host = await open_match(kitchen.house(), game)
        await move(host)
        joining: list[asyncio.Task[Any]] = []

        async def join() -> None:
            joining.append(asyncio.create_task(watch(host, ANNA)))
            await settle()

        before = len(kitchen.store.points.reached)
        kitchen.store.points.at(number, join)
        await move(host)
        points = len(kitchen.store.points.reached) - before
        if not joining:
            return [], points
        viewer = await joining[0]
        await move(host)
        await host.say(visitor(BO), "table", text="hello", phrase=None)
        return viewer.read(), points


async def test_04_a_join_at_every_await_point() -> None:
    number, points = 1, 1
    while number <= points:
        told, points = await events_while_joining(number, "milkuro")
        seqs = [message["seq"] for message in told if message["type"] in ("state", "move")]
        assert seqs in ([1, 2, 3], [2, 3])
        assert told[0]["type"] == "state"
        assert told[-1]["type"] == "chat"
        number += 1
    assert points >= 2


async def test_34_a_line_is_told_once_wherever_one_joins() -> None:
    for number in (1, 2):
        async with kitchen_open() as kitchen:
            host = await open_match(kitchen.house())
            joined: list[Any] = []

            async def join(host: Host = host, joined: list[Any] = joined) -> None:
                joined.append(await watch(host, ANNA))

            kitchen.store.points.at(number, join)
            await host.say(visitor(BO), "table", text="hello", phrase=None)
            (viewer,) = joined
            told = viewer.read()
            lines = [line for message in told for line in message.get("chat", [])]
            lines += [message for message in told if message["type"] == "chat"]
            assert [line["text"] for line in lines] == ["hello"]


async def test_a_socket_that_waited_for_its_turn_and_went_away(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    gate = asyncio.Event()
    kitchen.store.points.at(1, gate.wait)
    moving = asyncio.create_task(move(host))
    await settle()
    joining = asyncio.create_task(watch(host, BO))
    await settle()
    joining.cancel()
    gate.set()
    await moving
    await settle()
    assert len(host.crowd) == 0
    assert next_seat(host) in range(4)
