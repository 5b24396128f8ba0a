"""What can be had of a running match: every address there is, from everybody, scanned for secrets.

The secrets of the marker game are words of 16 letters, so that a plain search finds each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.routing import Route

from app.games.base import Audience, Viewer
from app.games.chance import Chance
from tests.games.marker import Marker, Options, Tell, Whisper
from tests.system.worlds import World, world

pytestmark = pytest.mark.anyio

SEATS = 3
SPECTATOR = Audience.SPECTATOR
VIEWERS: tuple[Viewer, ...] = (*range(SEATS), SPECTATOR)
MOVES = 7
TELLS = 4
"""This move tells the word of its seat to all."""

QUERIES = {
    "/api/tables": ("", "?state=playing", "?game=marker", "?limit=1"),
    "/api/tables/{table_id}/log": ("", "?before=3", "?before=99"),
    "/api/tables/{table_id}/record": ("", "?draws=1"),
    "/api/tables/{table_id}/replay": (
        *("", "?seq=0", "?seat=all", "?from=0&to=7&views=0"),
        *(f"?seq=3&seat={seat}" for seat in range(SEATS)),
    ),
    "/api/tables/{table_id}/qr.svg": ("", "?link=watch"),
    "/t/{table_id}/replay": ("", "?seq=3&seat=all"),
}
CHANGES = {
    "/api/tables/{table_id}/branch": {"seq": 2, "seat": 1},
    "/api/tables/{table_id}/rematch": {},
    "/api/tables/{table_id}/undo": {"ref": "u", "seq": MOVES},
    "/api/me/recovery": {},
}

HIDDEN_UNTIL_THE_END = ("record", "replay", "branch")
FOR_THE_HOST = ("links",)


def filled(path: str, table_id: str) -> str:
    """An address with its gaps filled."""
    path = path.replace("{table_id}", table_id).replace("{game}", "marker")
    return path.replace("{seat}", "0").replace("{link_id}", "link")


def readable(place: World) -> Iterator[str]:
    """Every address of the application that can be read, as it says itself."""
    app = place.kitchen.app
    yield from (path for path, calls in app.openapi()["paths"].items() if "get" in calls)
    pages = (route for route in app.routes if isinstance(route, Route))
    yield from (page.path for page in pages if not page.path.startswith("/static/"))


async def play_on(place: World, words: tuple[str, ...]) -> set[int]:
    """Half a match; whose words everybody has been told."""
    for seq in range(MOVES):
        seat = seq % SEATS
        await place.play(seat, seq, Tell() if seq == TELLS else Whisper(words[seat]))
    return {TELLS % SEATS}


async def words_of(place: World) -> tuple[str, ...]:
    """The secrets of this match."""
    seed = await place.match_seed()
    words: tuple[str, ...] = Marker().start(SEATS, Options(), Chance(seed, 0)).state.words
    return words


def found_in(answer: bytes, words: tuple[str, ...]) -> set[int]:
    """Whose words occur in it."""
    return {seat for seat, word in enumerate(words) if word.encode() in answer}


async def secrets_of(place: World) -> list[bytes]:
    """What would tell all words to whoever knows how cards are dealt."""
    table = await place.kitchen.store.tables.load(place.table_id)
    assert table is not None
    seed = await place.match_seed()
    return [seed.hex().encode(), table.server_seed.hex().encode()]


async def test_19_every_address_shows_only_the_own_view(tmp_path: Path) -> None:
    async with world(tmp_path / "marker", Marker(), SEATS) as place:
        words = await words_of(place)
        told = await play_on(place, words)
        for viewer in VIEWERS:
            answers = await ask_everything(place, viewer)
            known = told | own_of(viewer)
            for path, answer in answers.items():
                assert found_in(answer, words) <= known, path
                assert not any(seed in answer for seed in await secrets_of(place)), path
            check_codes({path: answer[:3] for path, answer in answers.items()}, viewer)
            whole = [path for path, answer in answers.items() if found_in(answer, words) == known]
            assert "/api/tables/{table_id}/state" in whole
            assert "/api/tables/{table_id}/log" in whole


def own_of(viewer: Viewer) -> set[int]:
    """The seat whose word is the viewer's own."""
    return set() if isinstance(viewer, Audience) else {viewer}


async def ask_everything(place: World, viewer: Viewer) -> dict[str, bytes]:
    """Status and body of each call that answers with something of a match, or might."""
    answers = {}
    for path in readable(place):
        for query in QUERIES.get(path, ("",)):
            answers[path + query] = await place.get(filled(path, place.table_id) + query, viewer)
    for path, body in CHANGES.items():
        where = filled(path, place.table_id)
        answers[f"POST {path}"] = await place.post(where, viewer, orjson.dumps(body))
    return answers


def check_codes(codes: dict[str, bytes], viewer: Viewer) -> None:
    """What belongs to the end is refused to everybody, what belongs to the host to all others."""
    told = 0
    for path, code in codes.items():
        address = re.fullmatch(r"(?:POST )?/api/tables/\{table_id\}(?:/(qr\.svg|\w+)\b.*)?", path)
        if address is None:
            continue
        told, kind = told + 1, address[1]
        if kind in HIDDEN_UNTIL_THE_END:
            assert code in (b"401", b"403"), path
        elif kind in FOR_THE_HOST:
            there = b"404" if "{link_id}" in path else b"200"
            assert code == (there if viewer == 0 else b"403"), path
        elif kind not in ("rematch", "undo", "qr.svg"):
            assert code == b"200", path
    assert told > 18


async def test_19_after_the_end_record_and_replay_open_to_all(tmp_path: Path) -> None:
    async with world(tmp_path / "marker", Marker(), SEATS) as place:
        words = await words_of(place)
        await play_on(place, words)
        for seq in range(MOVES, 12):
            await place.play(seq % SEATS, seq, Whisper(words[seq % SEATS]))
        path = f"/api/tables/{place.table_id}"
        for viewer in VIEWERS:
            record = await place.get(f"{path}/record", viewer)
            assert found_in(record, words) == set(range(SEATS))
            opened = await place.get(f"{path}/replay?seq=3&seat=all", viewer)
            assert found_in(opened, words) == set(range(SEATS))
            for seat in range(SEATS):
                then = await place.get(f"{path}/replay?seq=3&seat={seat}", viewer)
                assert found_in(then, words) == {seat}, "as that seat saw it"


async def test_17_whoever_comes_late_is_told_no_more(tmp_path: Path) -> None:
    """The start, a resume, patches, what was refused and tried to be undone: every byte of it."""
    async with world(tmp_path / "marker", Marker(), SEATS) as place:
        words, seeds = await words_of(place), await secrets_of(place)
        told = await play_on(place, words)
        for viewer in VIEWERS:
            heard: list[bytes] = list(place.ears[viewer].heard)
            for query in ("", "?seq=0", "?seq=3", f"?seq={MOVES}", "?seq=2&patch=1", "?seq=99"):
                heard += await hear_out(place, viewer, query, words)
            for payload in heard:
                assert found_in(payload, words) <= told | own_of(viewer)
                assert not any(seed in payload for seed in seeds)
            assert found_in(b"".join(heard), words) == told | own_of(viewer)


async def hear_out(place: World, viewer: Viewer, query: str, words: tuple[str, ...]) -> list[bytes]:
    """A fresh socket's first messages, and what it is answered when it tries what it may not."""
    ear = await place.listen(viewer, query)
    guesses: list[Any] = [
        {"type": "move", "ref": "t", "seq": MOVES, "move": Tell()},
        {"type": "move", "ref": "w", "seq": MOVES, "move": Whisper(words[1])},
        *({"type": "undo", "ref": f"u{seq}", "seq": seq} for seq in range(1, MOVES + 1)),
    ]
    mover = MOVES % SEATS
    for frame in guesses if viewer != mover else guesses[2:]:
        answer = await ear.ask(orjson.dumps(frame))
        assert orjson.loads(answer)["type"] == "error"
    ear.socket.close()
    # The word that was guessed is the guesser's own to know: answers must not echo it.
    return ear.heard
