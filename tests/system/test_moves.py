"""Moves over real sockets: sent again, sent twice, cut off, and sent by all at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import orjson
import pytest

from app.codec.record import parse_record
from app.games.base import Seat, Step
from app.games.chance import Chance
from app.games.mino_dice import GAME as MINO_DICE
from app.games.registry import GAMES, REGISTRY, Registry
from app.tables.record import check_record
from tests.scale import scaled
from tests.system.chairs import Chair, House, Json, open_house
from tests.system.people import Person

pytestmark = pytest.mark.anyio

SPECTATOR = -1
"""Where the spectator's chair stands in a list of chairs."""


class OnlyBids:
    """Mino Dice whose hands are over as soon as everybody has bid."""

    info = replace(MINO_DICE.info, key="only_bids")

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        """The bid counts; the last one shows them all and begins the next hand."""
        step = MINO_DICE.apply(state, seat, move, chance)
        if step.state.phase == "bid":
            return step
        fresh = MINO_DICE.start(state.seats, state.options, chance).state
        return Step(fresh, step.events, final=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(MINO_DICE, name)


ONLY_BIDS: Any = OnlyBids()


@pytest.fixture(scope="module")
async def house(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One server for all tests here."""
    registry = Registry((*GAMES, ONLY_BIDS), {})
    async with open_house(tmp_path_factory.mktemp("house"), registry) as opened:
        yield opened


async def take_seats(house: House, table_id: str, people: list[Person]) -> list[Chair]:
    """A socket for everybody who plays, the last one for somebody who looks on."""
    return [await house.sit(table_id, person) for person in (*people, None)]


def to_act(chairs: list[Chair]) -> list[Seat]:
    """Who may act, as the last message says."""
    newest = chairs[0].moves[-1:] or [chairs[0].state["table"]]
    seats: list[Seat] = newest[0]["to_act"]
    return seats


async def all_reach(chairs: list[Chair], seq: int) -> None:
    """Everybody has been told that position."""
    for chair in chairs:
        await chair.reach(seq)


async def check_log(house: House, table_id: str, moves: list[Json]) -> None:
    """The store has these moves and no others."""
    rows = await house.kitchen.store.log.load(table_id)
    assert [row.seq for row in rows] == list(range(1, len(moves) + 1))
    assert [orjson.loads(row.move_json or "") for row in rows] == moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_01_the_same_frame_five_times_over_two_sockets(house: House, game: Any) -> None:
    rng, made = Random(1), []
    people = await house.people(3)
    table = await house.web.open_table(game.info.key, people)
    chairs = await take_seats(house, table["id"], people)
    tabs = [await house.sit(table["id"], person) for person in people]
    for turn in range(scaled(6, 40)):
        seat = rng.choice(to_act(chairs))
        both, seen = (chairs[seat], tabs[seat]), chairs[seat].seq
        move = rng.choice(chairs[seat].legal)
        for number in range(5):
            both[number % 2].send_move(move, f"same-{turn}", seen)
        answers = [await both[0].answer(f"same-{turn}", number) for number in (1, 2, 3)]
        answers += [await both[1].answer(f"same-{turn}", number) for number in (1, 2)]
        made.append(move)
        assert {(each["type"], each.get("seq")) for each in answers} == {("ok", len(made))}
        await all_reach([*chairs, *tabs], len(made))
        again = both[1].send_move(move, f"click-{turn}", seen)
        assert (await both[1].answer(again))["error"]["code"] in ("stale", "match_over")
    for chair in (*chairs, *tabs):
        await chair.flush()
        assert [message["seq"] for message in chair.moves] == list(range(1, len(made) + 1))
    await check_log(house, table["id"], made)


# Cut between send and answer


async def play_cut_off(house: House, people: list[Person], rng: Random) -> str:
    """A match in which every move's line is cut as it goes out; each is sent again."""
    table = await house.web.open_table("gnav", people, options={"lives": 1})
    chairs = [await house.sit(table["id"], person) for person in people]
    result = None
    while result is None:
        seat = next(seat for seat, chair in enumerate(chairs) if chair.legal)
        move, seen = rng.choice(chairs[seat].legal), chairs[seat].seq or 0
        chairs[seat].send_move(move, f"cut-{seen}", seen)
        for _ in range(rng.randrange(12)):
            await asyncio.sleep(0)  # how far the server has come with it
        chairs[seat].cut()
        back = await house.sit(table["id"], people[seat], f"?seq={seen}")
        back.send_move(move, f"cut-{seen}", seen)
        answer = await back.answer(f"cut-{seen}")
        assert (answer["type"], answer["seq"]) == ("ok", seen + 1), answer
        chairs[seat] = back
        await all_reach(chairs, seen + 1)
        assert [chair.seq for chair in chairs] == [seen + 1] * len(chairs)
        result = next(m["result"] for m in chairs[seat - 1].moves if m["seq"] == seen + 1)
    return str(table["id"])


@pytest.mark.parametrize("seed", range(scaled(4, 100)))
async def test_02_a_winning_move_cut_off_is_in_the_record_once(house: House, seed: int) -> None:
    people = await house.people(3)
    table_id = await play_cut_off(house, people, Random(seed))
    stored = await house.kitchen.store.tables.load(table_id)
    assert stored is not None
    assert stored.state == "finished"
    record = await read_record(house, table_id, people[0])
    _, game, parsed = parse_record(record, REGISTRY)
    assert check_record(game, parsed).holds
    assert parsed.result == stored.result
    rows = await house.kitchen.store.log.load(table_id)
    assert len({row.ref for row in rows}) == len(rows) == len(parsed.entries)


async def read_record(house: House, table_id: str, person: Person) -> bytes:
    """The record as a file."""
    answer = await house.web.get(f"/api/tables/{table_id}/record", person)
    return orjson.dumps(answer)


# All at the same moment


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
async def test_05_all_bid_in_the_same_millisecond(house: House, seats: int) -> None:
    """Every bid counts, and none is shown before the last one is in."""
    rng = Random(seats)
    people = await house.people(seats)
    table = await house.web.open_table("only_bids", people)
    chairs = await take_seats(house, table["id"], people)
    for number in range(scaled(40, 1000)):
        bids = await bid_at_once(chairs[:SPECTATOR], rng, seen=number * seats)
        await all_reach(chairs, (number + 1) * seats)
        for viewer, chair in enumerate(chairs):
            check_round(chair.moves[-seats:], bids, viewer)
    rows = await house.kitchen.store.log.load(table["id"])
    assert len(rows) == chairs[0].seq


async def bid_at_once(players: list[Chair], rng: Random, seen: int) -> list[Json]:
    """Everybody bids without having seen another's bid; all of it counts."""
    moves = [rng.choice(chair.legal) for chair in players]
    order = rng.sample(range(len(players)), len(players))
    refs = {seat: players[seat].send_move(moves[seat], seq=seen) for seat in order}
    answers = [await players[seat].answer(ref) for seat, ref in refs.items()]
    assert [each["type"] for each in answers] == ["ok"] * len(players), answers
    assert sorted(each["seq"] for each in answers) == [seen + 1 + n for n in range(len(players))]
    return moves


def check_round(told: list[Json], bids: list[Json], viewer: Seat) -> None:
    """One's own bid is known to oneself; all of them are told with the last one."""
    assert sorted(message["seat"] for message in told) == list(range(len(bids)))
    for message in told[:-1]:
        seat = message["seat"]
        assert message["move"] == (bids[seat] if seat == viewer else None)
        assert message["events"] == [{"seat": seat, "type": "bid"}]
        hidden = [bid for at, bid in enumerate(message["view"]["bids"]) if at != viewer]
        assert hidden == [None] * len(hidden)
    (shown,) = [event for event in told[-1]["events"] if event["type"] == "bids"]
    assert shown["all"] == [bid["tricks"] for bid in bids]


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_05_all_farms_work_in_the_same_millisecond(house: House, seats: int) -> None:
    """Moves of seats that act at once do not spoil each other."""
    rng = Random(seats)
    people = await house.people(seats)
    table = await house.web.open_table("milkman", people)
    chairs = await take_seats(house, table["id"], people)
    for _ in range(scaled(20, 300)):
        together, seen = to_act(chairs), chairs[0].seq or 0
        if not together:
            break
        moves = {seat: rng.choice(chairs[seat].legal) for seat in together}
        refs = {seat: chairs[seat].send_move(moves[seat], seq=seen) for seat in together}
        answers = [await chairs[seat].answer(ref) for seat, ref in refs.items()]
        for answer in answers:
            # What another took, from the market or by ending the round, is not there for two.
            assert answer["type"] == "ok" or answer["error"]["code"] == "illegal_move", answer
        counted = [each for each in answers if each["type"] == "ok"]
        assert counted
        await all_reach(chairs, seen + len(counted))
    rows = await house.kitchen.store.log.load(table["id"])
    assert len(rows) == chairs[0].seq
