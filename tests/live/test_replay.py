"""An ended match is told again just as it was told, to everybody's eyes; and goes on elsewhere."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import orjson
import pytest

from app.codec.record import parse_record
from app.games.base import Audience, Viewer
from app.games.registry import GAMES, REGISTRY
from app.live.archive import MOST_VIEWS
from app.live.branching import MOST_ORIGINS, origin_at
from app.live.host import Host
from app.live.house import House
from app.tables.branching import BranchOrder
from app.tables.record import check_record
from app.tables.refusals import Code, Refused
from tests.live import kitchen as kitchens
from tests.live.doubles import until
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    SEATED,
    Kitchen,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

SHORT: dict[str, dict[str, Any]] = {"gnav": {"lives": 1}}
TOLD_AGAIN = ("seq", "seat", "move", "undo", "by", "at", "events", "view", "to_act", "result")


def plain(value: object) -> Any:
    """As it goes over the wire."""
    return orjson.loads(orjson.dumps(value))


async def play_out(kitchen: Kitchen, host: Host, rng: Random) -> None:
    """People at all seats play at random, and now and then take a move back."""
    assert host.match is not None
    while host.match.outcome is None:
        seat = kitchens.next_seat(host)
        seq = await kitchens.move(host, raw=rng.choice(kitchens.legal_json(host)))
        player = host.table.seats[seat].player
        if rng.random() < 0.3 and state_of(host, player)["can_undo"] == seq:
            await host.undo(visitor(player), f"undo-{seq}", seq)
        await kitchen.clock.advance(0.5)


async def finished(kitchen: Kitchen, house: House, game: str = "gnav", people: int = 4) -> Host:
    """A match that was played to its end."""
    host = await open_match(house, game, people, people, options=SHORT.get(game, {}))
    await play_out(kitchen, host, Random(5))
    return host


async def tell_again(host: Host, eyes: Viewer, *, views: bool = True) -> list[dict[str, Any]]:
    """All positions, in as many answers as it takes."""
    steps: list[dict[str, Any]] = []
    while not steps or steps[-1]["result"] is None:
        answer = await host.archive.steps(visitor(ANNA), len(steps), None, eyes, views=views)
        assert 1 <= len(answer["steps"]) <= (MOST_VIEWS if views else 1000)
        steps += plain(answer["steps"])
        assert steps[-1]["seq"] <= answer["last"]
    return steps


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
async def test_everybody_sees_again_what_was_told(
    kitchen: Kitchen, house: House, game: str
) -> None:
    host = await open_match(house, game, 3, 3, options=SHORT.get(game, {}))
    watching = [await watch(host, player) for player in (*SEATED[:3], None)]
    await play_out(kitchen, host, Random(5))
    assert host.match is not None
    eyes: list[Viewer] = [0, 1, 2, Audience.SPECTATOR]
    for viewer, onlooker in zip(eyes, watching, strict=True):
        told = onlooker.read()
        moves = [message for message in told if message["type"] == "move"]
        again = await tell_again(host, viewer)
        assert again[0]["view"] == told[0]["view"]
        assert orjson.dumps(again[1:]) == orjson.dumps(
            [{key: each[key] for key in again[each["seq"]]} for each in moves]
        )
        assert [set(step) - {"undo"} for step in again] == [
            set(TOLD_AGAIN) - {"undo"} for _ in again
        ]
        assert [step["seq"] for step in again] == list(range(host.match.seq + 1))


async def test_with_everything_open_no_move_is_hidden(kitchen: Kitchen, house: House) -> None:
    host = await finished(kitchen, house, "mino_dice")
    again = await tell_again(host, Audience.OPEN)
    assert all(step["move"] is not None for step in again[1:] if "undo" not in step)
    shut = await tell_again(host, Audience.SPECTATOR)
    assert any(step["move"] is None for step in shut[1:] if "undo" not in step)
    assert again[0]["view"] != shut[0]["view"]


async def test_one_position_is_that_of_the_steps(kitchen: Kitchen, house: House) -> None:
    host = await finished(kitchen, house)
    steps = await tell_again(host, 2)
    for step in steps:
        answer = plain(await host.archive.view(visitor(None), step["seq"], 2))
        assert answer == {"seq": step["seq"], "view": step["view"]}
    last = plain(await host.archive.view(visitor(None), None, 2))
    assert last["seq"] == steps[-1]["seq"]


async def test_a_whole_match_is_told_at_once_without_its_views(
    kitchen: Kitchen, house: House
) -> None:
    host = await finished(kitchen, house)
    assert host.match is not None
    answer = await host.archive.steps(visitor(BO), 0, None, Audience.SPECTATOR, views=False)
    assert (answer["last"], len(answer["steps"])) == (host.match.seq, host.match.seq + 1)
    assert not any("view" in step for step in answer["steps"])
    some = await host.archive.steps(visitor(BO), 3, 5, Audience.SPECTATOR, views=True)
    assert [step["seq"] for step in some["steps"]] == [3, 4, 5]


async def test_what_there_is_not(kitchen: Kitchen, house: House) -> None:
    host = await finished(kitchen, house)
    assert host.match is not None
    behind = host.match.seq + 1
    wrong = [
        host.archive.view(visitor(ANNA), behind, 0),
        host.archive.view(visitor(ANNA), 0, 4),
        host.archive.steps(visitor(ANNA), behind, None, 0, views=False),
        host.archive.steps(visitor(ANNA), 0, 1, 4, views=False),
    ]
    for asked in wrong:
        assert (await refused(asked)).code is Code.INVALID


async def test_nothing_is_told_of_a_match_that_runs(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav")
    for seq in (0, None):
        assert (await refused(host.archive.view(visitor(ANNA), seq, 0))).code is Code.FORBIDDEN
    steps = host.archive.steps(visitor(ANNA), 0, None, Audience.OPEN, views=True)
    assert (await refused(steps)).code is Code.FORBIDDEN
    branch = house.branch_table(host, visitor(ANNA), BranchOrder(ANNA, 0, 0, "word"))
    assert (await refused(branch)).code is Code.FORBIDDEN
    assert len(kitchen.store.tables) == 1


# Branches


async def branch(house: House, host: Host, seq: int, seat: int = 1) -> Host:
    """Bo plays on from there."""
    order = BranchOrder(BO, seq, seat, "word")
    made = await house.branch_table(host, visitor(BO), order, "session-p-bo")
    return await house.host(made.id)


async def bo_plays_out(host: Host) -> None:
    """Bo plays whatever is legal first, bots do the rest."""
    assert host.match is not None
    mine = host.table.seat_of(BO.id)
    while host.match.outcome is None:
        await until(
            lambda: (
                host.match is not None
                and (host.match.outcome is not None or host.match.legal_moves(mine) != ())
            )
        )
        if host.match.outcome is None:
            raw = kitchens.legal_json(host, mine)[0]
            await host.move(visitor(BO), f"bo-{host.match.seq}", host.match.seq, raw)


@pytest.mark.parametrize("game", ["gnav", "milkuro"])
async def test_a_branch_is_played_to_its_end_and_its_record_stands_alone(
    kitchen: Kitchen, house: House, game: str
) -> None:
    last = await finished(kitchen, house, game)
    assert last.match is not None
    seq = last.match.seq // 2
    there = plain(await last.archive.view(visitor(BO), seq, 1))
    host = await branch(house, last, seq)
    assert state_of(host, BO)["view"] == there["view"]
    assert state_of(host, BO)["log"] == []
    assert state_of(host, BO)["table"]["branch"] == {"table": last.table.id, "seq": seq}
    assert (host.table.state, host.table.visibility) == ("playing", "link")
    await bo_plays_out(host)
    document = await host.record(visitor(BO), draws=True)
    assert document["verdict"]["holds"]
    assert document["log"][0]["seq"] == seq + 1
    assert all(draw["seq"] > seq for draw in document["draws"])
    origin = document["start"]["branch"]["record"]  # type: ignore[typeddict-item]
    assert origin["draws"][0]["seq"] == 0
    assert origin["log"] == (await last.record(visitor(BO), draws=False))["log"]
    _, found, record = parse_record(orjson.dumps(document), REGISTRY)
    assert check_record(found, record).holds


async def test_a_branch_is_read_back_from_the_store(kitchen: Kitchen, house: House) -> None:
    last = await finished(kitchen, house)
    host = await branch(house, last, 3)
    await until(lambda: host.match is not None and bool(host.match.legal_moves(1)))
    elsewhere = await kitchen.house().host(host.table.id)
    assert state_of(elsewhere, BO)["view"] == state_of(host, BO)["view"]
    assert elsewhere.ledger.seq == host.ledger.seq
    await bo_plays_out(elsewhere)
    await host.refresh()
    assert host.table.state == "finished"
    assert (await tell_again(host, 1)) == (await tell_again(elsewhere, 1))


async def test_a_branch_is_told_again_from_the_set_up_on(kitchen: Kitchen, house: House) -> None:
    last = await finished(kitchen, house)
    host = await branch(house, last, 4)
    await bo_plays_out(host)
    again, before = await tell_again(host, 2), await tell_again(last, 2)
    assert again[:5] == before[:5]
    assert [step["seq"] for step in again] == list(range(len(again)))


async def test_a_branch_of_a_branch_carries_what_it_needs(kitchen: Kitchen, house: House) -> None:
    last = await finished(kitchen, house)
    host = await branch(house, last, 2)
    await bo_plays_out(host)
    deep = await branch(house, host, 4)
    await bo_plays_out(deep)
    document = await deep.record(visitor(BO), draws=True)
    assert document["verdict"]["holds"]
    middle: Any = document["start"]["branch"]["record"]  # type: ignore[typeddict-item]
    assert middle["start"]["branch"]["record"]["start"] == {"fresh": True}
    early = await branch(house, host, 1)
    await bo_plays_out(early)
    document = await early.record(visitor(BO), draws=True)
    origin: Any = document["start"]["branch"]["record"]  # type: ignore[typeddict-item]
    assert origin["start"] == {"fresh": True}, "the match between them has no part in it"
    assert early.table.branch is not None
    assert (early.table.branch.table, early.table.branch.seq) == (host.table.id, 1)


async def test_others_have_their_turn_while_a_record_is_examined(
    kitchen: Kitchen, house: House
) -> None:
    host = await finished(kitchen, house, "milkuro")
    examining = asyncio.create_task(host.record(visitor(BO), draws=True))
    turns = 0
    while not examining.done():
        turns += 1
        await asyncio.sleep(0)
    assert (await examining)["verdict"]["holds"]
    assert turns > 100


async def test_matches_do_not_lie_in_each_other_without_end(kitchen: Kitchen, house: House) -> None:
    record = await (await finished(kitchen, house)).record(visitor(BO), draws=False)
    nested = [record]
    for seq in range(MOST_ORIGINS):
        nested.append({**nested[-1], "start": {"branch": {"record": nested[-1], "seq": seq}}})
    for seq, origin in enumerate(nested[:-1]):
        assert origin_at(nested[-1], seq) is origin
    with pytest.raises(Refused) as caught:
        origin_at(nested[-1], MOST_ORIGINS)
    assert caught.value.code is Code.FORBIDDEN


async def test_nothing_before_a_branch_is_taken_back_or_resumed(
    kitchen: Kitchen, house: House
) -> None:
    last = await finished(kitchen, house)
    host = await branch(house, last, 3)
    assert state_of(host, BO)["can_undo"] is None
    assert (await refused(host.undo(visitor(BO), "u", 3))).code is Code.CANNOT_UNDO
    for seq in (0, 2, 3):
        onlooker = await watch(host, BO, seq=seq)
        assert onlooker.read()[0]["type"] in ("state", "table")
    page = plain(await host.log_page(visitor(BO), None))
    assert page == state_of(host, BO)["log"][: len(page)]
    assert all(entry["seq"] > 3 for entry in page)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        pytest.param(BranchOrder(CLEO, 999, 1, "word"), Code.INVALID, id="no such position"),
        pytest.param(BranchOrder(CLEO, 1, 9, "word"), Code.INVALID, id="no such seat"),
        pytest.param(BranchOrder(CLEO, 1, 1, "two words"), Code.INVALID, id="no word"),
    ],
)
async def test_what_is_no_branch(
    kitchen: Kitchen, house: House, order: BranchOrder, code: Code
) -> None:
    host = await finished(kitchen, house)
    assert (await refused(house.branch_table(host, visitor(CLEO), order))).code is code
    assert host.ledger.seq is not None
    end = BranchOrder(CLEO, host.ledger.seq, 1, "word")
    assert (await refused(house.branch_table(host, visitor(CLEO), end))).code is Code.MATCH_OVER
    assert len(kitchen.store.tables) == 1
