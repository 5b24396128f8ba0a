"""Taking back on the wire: what is told to whom, exactly once, and over restarts."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

from app.codec.patch import apply_patch, same
from app.games.milkman import GAME as MILKMAN
from app.games.registry import REGISTRY, Registry
from app.live.host import Host
from app.live.house import House
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.games import pots
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    DAN,
    SEATED,
    Kitchen,
    legal_json,
    next_seat,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

PUT = {"type": "put", "amount": 1}
SEASON = {"type": "season"}
TASTE = {"type": "taste"}
CLOSE = {"type": "close"}
NO_FARM_WORK = {"reroll", "pay_reroll", "claim", "remove_customer", "done"}
"""Moves of Milkman with dice, cards, or the end of a turn in them."""


@pytest.fixture
def kitchen(kitchen: Kitchen) -> Kitchen:
    """A kitchen where pots can be cooked in."""
    kitchen.registry = pots.REGISTRY
    return kitchen


@pytest.fixture
async def host(house: House) -> Host:
    """Anna, Bo and Cleo cook."""
    return await open_match(house, "pots", seats=3, people=3)


async def cook(host: Host, player: Player, raw: dict[str, Any], ref: str | None = None) -> int:
    """A move by somebody who has seen everything."""
    seen = host.ledger.seq or 0
    return await host.move(visitor(player), ref or f"move-{seen}", seen, raw)


def own_undo(host: Host, player: Player) -> int | None:
    """What the player is told that can be taken back."""
    can_undo: int | None = state_of(host, player)["can_undo"]
    return can_undo


async def test_what_an_undo_tells(host: Host) -> None:
    viewers = {player: await watch(host, player) for player in (ANNA, BO, None)}
    await cook(host, BO, PUT)
    await cook(host, ANNA, PUT)
    assert await host.undo(visitor(ANNA), "back", 2) == 3
    for player, viewer in viewers.items():
        *_, first, second, third = viewer.moves()
        assert (first["seq"], second["seq"]) == (1, 2)
        assert {key: third[key] for key in ("seq", "seat", "undo", "move", "by", "events")} == {
            "seq": 3, "seat": 0, "undo": 2, "move": None, "by": "player", "events": [],
        }  # fmt: skip
        assert third["view"] == first["view"] != second["view"]
        assert (third["to_act"], third["result"]) == ([0, 1, 2], None)
        told = [message["can_undo"] for message in (first, second, third)]
        expected = {ANNA: [None, 2, None], BO: [1, 1, 1], None: [None, None, None]}
        assert told == expected[player]
        assert bool(third["legal"]) == (player is not None)


async def test_what_was_taken_back_stays_in_the_log(kitchen: Kitchen, host: Host) -> None:
    await cook(host, ANNA, PUT)
    await host.undo(visitor(ANNA), "back", 1)
    await cook(host, ANNA, PUT)
    log = state_of(host, BO)["log"]
    assert [(entry["seq"], entry["move"], entry.get("undo")) for entry in log] == [
        (1, PUT, None),
        (2, None, 1),
        (3, PUT, None),
    ]
    assert log == orjson.loads(orjson.dumps(await host.log_page(visitor(BO), None)))
    rows = kitchen.store.rows[host.table.id]
    assert [(row.move_json is None, row.undo, row.ref) for row in rows] == [
        (False, None, "move-0"), (True, 1, "back"), (False, None, "move-2"),
    ]  # fmt: skip


async def test_my_whole_turn_again(host: Host) -> None:
    for raw in (PUT, PUT, CLOSE):
        await cook(host, ANNA, raw)
        await cook(host, BO, PUT)
    taken = []
    while (seq := own_undo(host, ANNA)) is not None:
        taken.append(seq)
        await host.undo(visitor(ANNA), f"back-{seq}", seq)
    assert taken == [5, 3, 1]
    state = state_of(host, ANNA)
    assert (state["view"]["pots"], state["view"]["closed"]) == ([0, 3, 0], [False] * 3)
    assert own_undo(host, BO) == 6


async def test_exactly_once(host: Host) -> None:
    await cook(host, ANNA, PUT, "first")
    await cook(host, ANNA, PUT, "second")
    viewer = await watch(host, BO)
    mover = visitor(ANNA)
    answers = await asyncio.gather(*(host.undo(mover, "back", 2) for _ in range(5)))
    assert answers == [3] * 5
    assert [message["seq"] for message in viewer.moves()] == [3]
    assert await host.undo(mover, "back", 2) == 3
    assert own_undo(host, ANNA) == 1, "the older move was not taken back as well"
    assert await host.undo(mover, "again", 1) == 4
    assert await host.undo(mover, "back", 2) == 3


async def test_a_ref_is_for_one_thing(host: Host) -> None:
    mover = visitor(ANNA)
    await cook(host, ANNA, PUT, "made")
    await cook(host, ANNA, PUT)
    await host.undo(mover, "back", 2)
    for wrong in (
        host.undo(mover, "made", 1),
        host.undo(mover, "back", 1),
        host.move(mover, "back", 3, PUT),
        host.move(mover, "back", 3, {"type": "nonsense"}),
    ):
        refusal = await refused(wrong)
        assert (refusal.code, refusal.detail) == (Code.INVALID, {"at": "ref"})
    assert host.ledger.seq == 3
    assert (await refused(host.undo(visitor(BO), "back", 2))).code is Code.CANNOT_UNDO


async def test_refs_of_undos_older_than_memory(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.ledger.REMEMBERED_REFS", 2)
    await cook(host, ANNA, PUT)
    await host.undo(visitor(ANNA), "back", 1)
    for _ in range(4):
        await cook(host, BO, PUT)
    assert await host.undo(visitor(ANNA), "back", 1) == 2
    assert (await refused(host.undo(visitor(ANNA), "back", 3))).code is Code.INVALID
    assert host.ledger.seq == 6


async def test_a_move_has_to_have_seen_the_undo(host: Host) -> None:
    await cook(host, ANNA, PUT)
    await host.undo(visitor(ANNA), "back", 1)
    assert (await refused(host.move(visitor(ANNA), "x", 1, PUT))).code is Code.STALE
    assert await host.move(visitor(ANNA), "x", 2, PUT) == 3
    assert await host.move(visitor(BO), "x", 0, PUT) == 4


async def test_what_cannot_be_taken_back_says_what_can(host: Host) -> None:
    await cook(host, ANNA, PUT)
    await cook(host, ANNA, PUT)
    await cook(host, CLEO, TASTE)
    for seq in (0, 1, 3, 99):
        refusal = await refused(host.undo(visitor(ANNA), "a", seq))
        assert (refusal.code, refusal.detail) == (Code.CANNOT_UNDO, {"can_undo": 2})
    assert (await refused(host.undo(visitor(DAN), "a", 1))).code is Code.NOT_SEATED
    assert (await refused(host.undo(visitor(None), "a", 1))).code is Code.NOT_SEATED


async def test_before_and_after_the_match(house: House) -> None:
    host = await open_match(house, "pots", seats=2, people=2)
    await cook(host, ANNA, PUT)
    await host.undo(visitor(ANNA), "back", 1)
    await cook(host, ANNA, CLOSE)
    assert own_undo(host, ANNA) == 3
    await cook(host, BO, CLOSE)
    assert host.table.state == "finished"
    assert own_undo(host, ANNA) is None
    assert (await refused(host.undo(visitor(BO), "new", 4))).code is Code.MATCH_OVER
    assert await host.undo(visitor(ANNA), "back", 1) == 2, "its answer still stands"
    document = await host.record(visitor(ANNA), draws=True)
    assert [entry.get("undo") for entry in document["log"]] == [None, 1, None, None]
    assert "move" not in document["log"][1]
    assert document["verdict"]["holds"]


async def test_who_left_and_came_back_begins_anew(kitchen: Kitchen, host: Host) -> None:
    kitchen.thinker.gate = asyncio.Event()
    await cook(host, ANNA, PUT)
    await cook(host, BO, PUT)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    assert own_undo(host, ANNA) is None
    assert (await refused(host.undo(visitor(ANNA), "a", 1))).code is Code.NOT_SEATED
    await host.steward.sit(visitor(ANNA), 0, None)
    assert own_undo(host, ANNA) is None
    assert (await refused(host.undo(visitor(ANNA), "a", 1))).code is Code.CANNOT_UNDO
    assert own_undo(host, BO) == 2
    again = await kitchen.house().host(host.table.id)
    assert (own_undo(again, ANNA), own_undo(again, BO)) == (None, 2)
    await cook(host, ANNA, PUT)
    assert own_undo(host, ANNA) == 3


async def test_a_restart_knows_what_can_be_taken_back(kitchen: Kitchen, host: Host) -> None:
    for player, raw in ((ANNA, PUT), (BO, SEASON), (ANNA, PUT), (CLEO, PUT)):
        await cook(host, player, raw)
    await host.undo(visitor(ANNA), "back", 3)
    again = await kitchen.house().host(host.table.id)
    for player in (*SEATED[:3], None):
        before, after = state_of(host, player), state_of(again, player)
        assert (before["view"], before["legal"]) == (after["view"], after["legal"])
        assert (before["can_undo"], before["log"]) == (after["can_undo"], after["log"])
    assert again.match == host.match
    assert await again.undo(visitor(ANNA), "back", 3) == 5
    assert await again.undo(visitor(ANNA), "more", 1) == 6
    await settle()
    assert host.match == again.match


async def test_two_houses_take_back_one_move_once(kitchen: Kitchen, host: Host) -> None:
    other = await kitchen.house().host(host.table.id)
    await cook(host, ANNA, PUT)
    await cook(host, ANNA, PUT)
    await settle()
    answers = await asyncio.gather(
        host.undo(visitor(ANNA), "one", 2),
        other.undo(visitor(ANNA), "two", 2),
        return_exceptions=True,
    )
    await settle()
    assert 3 in answers
    lost = [answer for answer in answers if isinstance(answer, Refused)]
    assert [refusal.code for refusal in lost] == [Code.CANNOT_UNDO]
    assert host.match == other.match
    assert own_undo(other, ANNA) == 1


async def test_an_undo_and_a_move_that_needs_what_it_takes(kitchen: Kitchen, host: Host) -> None:
    other = await kitchen.house().host(host.table.id)
    await cook(host, ANNA, PUT)
    await settle()
    answers = await asyncio.gather(
        host.undo(visitor(ANNA), "back", 1),
        other.move(visitor(CLEO), "taste", 1, TASTE),
        return_exceptions=True,
    )
    await settle()
    (lost,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert lost.code in (Code.CANNOT_UNDO, Code.ILLEGAL_MOVE)
    assert host.match == other.match
    assert host.ledger.seq == 2


async def test_a_save_that_fails_takes_nothing_back(kitchen: Kitchen, host: Host) -> None:
    await cook(host, ANNA, PUT)
    viewer = await watch(host, BO)
    kitchen.store.fail("append")
    assert (await refused(host.undo(visitor(ANNA), "back", 1))).code is Code.UNAVAILABLE
    await settle()
    assert viewer.moves() == []
    assert own_undo(host, ANNA) == 1
    kitchen.store.fail("append", after=True)
    assert (await refused(host.undo(visitor(ANNA), "back", 1))).code is Code.UNAVAILABLE
    await settle()
    assert await host.undo(visitor(ANNA), "back", 1) == 2
    assert [message["seq"] for message in viewer.moves()] == [2]


@pytest.mark.parametrize("player", [ANNA, BO, None], ids=["mover", "other", "spectator"])
async def test_resuming_over_an_undo(host: Host, player: Player | None) -> None:
    live, small = await watch(host, player), await watch(host, player, patch=True)
    view, legal = small.read()[0]["view"], None
    for who, raw in ((ANNA, PUT), (BO, PUT), (ANNA, PUT)):
        await cook(host, who, raw)
    await host.undo(visitor(ANNA), "one", 3)
    await host.undo(visitor(ANNA), "two", 1)
    whole = live.moves()
    for message, full in zip(small.moves(), whole, strict=True):
        view = apply_patch(view, message["patch"]) if "patch" in message else message["view"]
        legal = message.get("legal", legal)
        assert same(view, full["view"])
        assert legal is None or same(legal, full["legal"])
    for seq in range(6):
        told = (await watch(host, player, seq=seq)).read()
        missed = [message for message in told if message["type"] == "move"]
        if told[0]["type"] == "table":
            assert [{**m, "can_undo": 0} for m in missed] == [
                {**m, "can_undo": 0} for m in whole[seq:]
            ]
            assert all(message["can_undo"] is None for message in missed[:-1])


async def test_gnav_keep_think_again_and_swap(kitchen: Kitchen) -> None:
    kitchen.registry = REGISTRY
    host = await open_match(kitchen.house(), "gnav", seats=3, people=3)
    first = next_seat(host)
    mover = visitor(SEATED[first])
    before = state_of(host, SEATED[first])
    keep, swap = legal_json(host)
    await host.move(mover, "keep", 0, keep)
    assert next_seat(host) != first
    assert own_undo(host, SEATED[first]) == 1
    await host.undo(mover, "back", 1)
    after = state_of(host, SEATED[first])
    assert (after["view"], after["legal"]) == (before["view"], before["legal"])
    assert await host.move(mover, "swap", 2, swap) == 3
    assert own_undo(host, SEATED[first]) is None


async def test_milkman_farm_work_is_taken_back_among_four(kitchen: Kitchen) -> None:
    kitchen.registry = Registry((MILKMAN,), {})
    host = await open_match(kitchen.house(), "milkman")
    farms = state_of(host)["view"]["farms"]
    work = {}
    for seat, player in enumerate(SEATED):
        legal = legal_json(host, seat)
        (work[seat], *_) = [move for move in legal if move["type"] not in NO_FARM_WORK]
        await cook(host, player, work[seat])
    assert [own_undo(host, player) for player in SEATED] == [1, 2, 3, 4]
    await host.undo(visitor(ANNA), "back", 1)
    assert [own_undo(host, player) for player in SEATED] == [None, 2, 3, 4]
    now = state_of(host)["view"]["farms"]
    assert [farm == old for farm, old in zip(now, farms, strict=True)] == [True] + [False] * 3
    assert await cook(host, ANNA, work[0]) == 6


async def test_a_bot_answers_the_turn_that_is_and_not_the_one_that_was(kitchen: Kitchen) -> None:
    kitchen.registry = REGISTRY
    permits = kitchen.thinker.permits = asyncio.Semaphore(0)
    host = await open_match(kitchen.house(), "gnav", seats=2, people=1)
    while next_seat(host) != 0:
        permits.release()
        await settle()
    kept = await cook(host, ANNA, {"type": "keep"})
    await settle()
    asked = len(kitchen.thinker.questions)
    await host.undo(visitor(ANNA), "back", kept)
    swapped = await cook(host, ANNA, {"type": "swap"})
    assert next_seat(host) == 1
    permits.release()
    await settle()
    assert (host.ledger.seq, len(kitchen.thinker.questions)) == (swapped, asked + 1)
    permits.release()
    await settle()
    assert (host.ledger.seq or 0) > swapped
