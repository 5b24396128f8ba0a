"""Secret words are searched for in every byte that is sent, and in every line that is logged."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from app.games.base import Audience, Viewer
from app.games.chance import Chance
from app.web.logs import JsonLines
from tests.games.marker import TURNS, Marker, Options, Tell, Whisper
from tests.system.worlds import World, world

pytestmark = pytest.mark.anyio

SEATS = 3
VIEWERS: tuple[Viewer, ...] = (*range(SEATS), Audience.SPECTATOR)
TELLS = {7: 1}
"""At this log position, counted from 0, that seat tells its word."""


class Lines(logging.Handler):
    """What the server would write to its log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Everything logged during a test, as the product logs it."""
    handler = Lines()
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler.lines
    root.setLevel(level)
    root.removeHandler(handler)


async def everything(place: World, viewer: Viewer) -> bytes:
    """All that this viewer was ever sent, and all that it can ask for."""
    path = f"/api/tables/{place.table_id}"
    pages = (path, f"{path}/state", f"{path}/log", "/api/tables", "/api/games", f"{path}/record")
    answers = [await place.get(page, viewer) for page in pages]
    return b"\n".join((*place.ears[viewer].heard, *answers, await place.first_of_lobby()))


def seats_in(text: bytes, words: tuple[str, ...]) -> set[int]:
    """Whose words occur in it."""
    return {seat for seat, word in enumerate(words) if word.encode() in text}


async def check_words(place: World, words: tuple[str, ...], told: set[int]) -> None:
    """Everybody has been sent its own word and those that were told, nothing else."""
    for viewer in VIEWERS:
        await place.flush(viewer, 1000 * len(told))
        own = set() if isinstance(viewer, Audience) else {viewer}
        assert seats_in(await everything(place, viewer), words) == own | told, viewer


async def test_17_words_reach_only_who_may_know_them(tmp_path: Path, lines: list[str]) -> None:
    game = Marker()
    async with world(tmp_path / "marker", game, SEATS) as place:
        table = await place.kitchen.store.tables.load(place.table_id)
        assert table is not None
        seed = await place.match_seed()
        words = game.start(SEATS, Options(), Chance(seed, 0)).state.words
        told: set[int] = set()
        for seq in range(TURNS - 1):
            seat = seq % SEATS
            tells = TELLS.get(seq) == seat
            await place.play(seat, seq, Tell() if tells else Whisper(words[seat]))
            told |= {seat} if tells else set()
            if seq in (0, 4, 7, TURNS - 2):
                await check_words(place, words, told)
        assert told == set(TELLS.values())
        for viewer in VIEWERS:
            text = await everything(place, viewer)
            assert seed.hex().encode() not in text
            assert table.server_seed.hex().encode() not in text
        for refused in (Whisper(words[0]), Whisper("A" * 16)):
            body = orjson.dumps({"ref": "x", "seq": 99, "move": refused})
            await place.post(f"/api/tables/{place.table_id}/moves", 1, body)
        tokens = [person.token for person in place.people]
    log = "\n".join(lines).encode()
    assert b"/api/tables" in log
    assert seats_in(log, words) == set()
    for secret in (seed.hex(), table.server_seed.hex(), *tokens):
        assert secret.encode() not in log
