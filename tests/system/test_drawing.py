"""Draw, take back, draw, over real sockets: nobody fishes for another card or better dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import orjson
import pytest

from app.games.chance import Chance
from app.games.milkman import GAME as MILKMAN
from app.games.registry import GAMES, Registry
from tests.games.pots import POTS
from tests.scale import scaled
from tests.system.chairs import Chair, House, Json, open_house

pytestmark = pytest.mark.anyio

PUT: Json = {"type": "put", "amount": 1}
SEASON: Json = {"type": "season"}
ROLLS = ("reroll", "pay_reroll")
FARM_WORK = ("milk", "bottle", "earn", "load", "drive")
"""What neither rolls nor draws, and shows nobody anything new."""


@pytest.fixture(scope="module")
async def house(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One server for all tests here."""
    registry = Registry((*GAMES, POTS), {})
    async with open_house(tmp_path_factory.mktemp("house"), registry) as opened:
        yield opened


async def seed_of(house: House, table_id: str) -> bytes:
    """What all draws of a match come from."""
    table = await house.kitchen.store.tables.load(table_id)
    assert table is not None
    assert table.match_seed is not None
    return table.match_seed


async def take_back(chair: Chair, seq: int) -> Json:
    """The answer to who wants that move back."""
    ref = f"undo-{seq}-{len(chair.answers)}"
    chair.send({"type": "undo", "ref": ref, "seq": seq})
    answer = await chair.answer(ref)
    if answer["type"] == "ok":
        await chair.reach(answer["seq"])
    return answer


async def test_20_draw_undo_draw(house: House) -> None:
    """What was drawn stands; what comes later is drawn by its own position, come what may."""
    people = await house.people(2)
    table = (await house.web.open_table("pots", people))["id"]
    seed, chair = await seed_of(house, table), await house.sit(table, people[0])
    for _ in range(scaled(10, 100)):
        put = await chair.play(PUT)
        assert (await take_back(chair, put))["seq"] == put + 1
        drawn = await chair.play(SEASON)
        for wanted in (drawn, put):
            assert (await take_back(chair, wanted))["error"]["code"] == "cannot_undo"
        again = await chair.play(SEASON)
        told = {message["seq"]: message["events"] for message in chair.moves[-2:]}
        for seq in (drawn, again):
            assert told[seq][0]["weight"] == Chance(seed, seq).below(6)


@pytest.mark.parametrize("seed", range(scaled(3, 30)))
async def test_20_a_farmer_rolls_takes_back_and_rolls(house: House, seed: int) -> None:
    """Dice that were rolled stay; farm work taken back before a roll does not change the roll."""
    rng = Random(seed)
    people = await house.people(2)
    table = (await house.web.open_table("milkman", people))["id"]
    secret, chair = await seed_of(house, table), await house.sit(table, people[0])
    state = MILKMAN.start(2, MILKMAN.info.options(), Chance(secret, 0)).state
    for _ in range(12):
        rolls = [move for move in chair.legal if move["type"] in ROLLS]
        work = [move for move in chair.legal if move["type"] in FARM_WORK]
        if work:
            seq = await chair.play(rng.choice(work))
            assert (await take_back(chair, seq))["type"] == "ok"
        if not rolls:
            break
        seq = await chair.play(rng.choice(rolls))
        move = next(each for each in MILKMAN.legal_moves(state, 0) if as_json(each) == made(chair))
        state = MILKMAN.apply(state, 0, move, Chance(secret, seq)).state
        rolled = [die.face for die in MILKMAN.view(state, 0).farms[0].dice]
        assert [die["face"] for die in chair.moves[-1]["view"]["farms"][0]["dice"]] == rolled
        assert (await take_back(chair, seq))["error"]["code"] == "cannot_undo"
    assert chair.moves


def made(chair: Chair) -> Json:
    """The move that was told last."""
    move: Json = chair.moves[-1]["move"]
    return move


def as_json(move: object) -> Json:
    """A move of the rules as a client sees it."""
    told: Json = orjson.loads(orjson.dumps(move))
    return told
