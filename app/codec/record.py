"""The match record as JSON (protocol.md, "The match record")."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from app.codec import json
from app.codec.games import GameCodec, codec_for
from app.codec.wire import ResultJson, result_json, time_text
from app.games.base import AnyGame, Outcome
from app.games.registry import Registry, UnknownGame
from app.tables.match import By, Entry
from app.tables.ports import LogRow
from app.tables.record import Origin, PositionDraw, Record, Verdict
from app.tables.table import Table

FORMAT: Literal["kitchen-table-record/1"] = "kitchen-table-record/1"

Hex32 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
SeedWord = Annotated[str, StringConstraints(pattern="^[!-~]{1,64}$")]


class RecordSeat(TypedDict):
    """Who sat where: a label, and the level of a bot."""

    name: str
    bot: str | None


class RecordEntry(TypedDict):
    """One entry of the log; `move` is left out of an undo."""

    seq: int
    seat: int
    move: NotRequired[dict[str, Any]]
    undo: NotRequired[int]
    by: By
    at: str


class FreshStart(TypedDict):
    """A match that began at its set-up."""

    fresh: Literal[True]


class BranchJson(TypedDict):
    """The whole record of another match, and the position at which this one left it."""

    record: RecordJson
    seq: Annotated[int, Field(ge=0)]


class BranchedStart(TypedDict):
    """A match that began at a position of another one."""

    branch: BranchJson


class DrawJson(TypedDict):
    """One draw: a number, or the permutation of 0 … n - 1."""

    seq: int
    call: Literal["below", "shuffle"]
    n: int
    got: int | list[int]


class VerdictJson(TypedDict):
    """The server's answer on what a browser cannot replay."""

    commitment: bool
    match_seed: bool
    moves: bool
    result: bool
    holds: bool
    problem: str | None


class RecordJson(TypedDict):
    """One document that stands alone."""

    format: Literal["kitchen-table-record/1"]
    game: str
    rules_version: str
    seats: Annotated[list[RecordSeat], Field(min_length=1, max_length=64)]
    options: dict[str, Any]
    server_seed: Hex32
    client_seeds: list[SeedWord]
    commitment: Hex32
    committed_first: bool
    match_seed: Hex32
    start: FreshStart | BranchedStart
    log: list[RecordEntry]
    result: ResultJson | None
    draws: NotRequired[list[DrawJson]]
    verdict: NotRequired[VerdictJson]


RECORD: TypeAdapter[RecordJson] = TypeAdapter(RecordJson)


class BadRecord(ValueError):
    """The document is not a record of a game known here; says the place."""


def record_json(
    table: Table, rows: Sequence[LogRow], origin: RecordJson | None = None
) -> RecordJson:
    """The record of an ended match that had started; `origin`: the one that it branched from."""
    if table.match_seed is None:
        raise ValueError("a record needs a match")
    return {
        "format": FORMAT,
        "game": table.game,
        "rules_version": table.rules_version,
        "seats": [
            {"name": seat.player.name if seat.player else "", "bot": seat.bot}
            for seat in table.seats
        ],
        "options": _object(table.options_json),
        "server_seed": table.server_seed.hex(),
        "client_seeds": list(table.client_seeds),
        "commitment": table.commitment,
        "committed_first": table.committed_first,
        "match_seed": table.match_seed.hex(),
        "start": _start_json(table, origin),
        "log": [_entry_json(row) for row in rows],
        "result": result_json(table.result),
    }


def _start_json(table: Table, origin: RecordJson | None) -> FreshStart | BranchedStart:
    if table.branch is None:
        return {"fresh": True}
    if origin is None:
        raise ValueError("a branch needs the record that it branched from")
    return {"branch": {"record": origin, "seq": table.branch.seq}}


def _entry_json(row: LogRow) -> RecordEntry:
    entry: RecordEntry = {
        "seq": row.seq,
        "seat": row.seat,
        "by": row.by,
        "at": time_text(row.at),
    }
    if row.move_json is not None:
        entry["move"] = _object(row.move_json)
    if row.undo is not None:
        entry["undo"] = row.undo
    return entry


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise BadRecord("an object was stored")
    return value


def parse_record(data: bytes | str, registry: Registry) -> tuple[GameCodec, AnyGame, Record]:
    """The game's codec, the game and the record. Raises `BadRecord`."""
    raw = parse_document(data)
    try:
        game = registry.find(raw["game"], raw["rules_version"])
    except UnknownGame as unknown:
        raise BadRecord(f"game: {unknown} is not known here") from None
    allowed = game.info.seats
    if not allowed.min <= len(raw["seats"]) <= allowed.max:
        raise BadRecord(f"seats: {allowed.min} to {allowed.max} are possible")
    codec = codec_for(game)
    return codec, game, record_of(raw, codec)


def parse_document(data: bytes | str) -> RecordJson:
    """The document, its shape checked and nothing else. Raises `BadRecord`."""
    try:
        return RECORD.validate_json(data, strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, problem["loc"])) or "the document"
        raise BadRecord(f"{place}: {problem['msg']}") from None


def branch_of(raw: RecordJson) -> BranchJson | None:
    """What the match branched from; None if it began at its set-up."""
    return cast(BranchedStart, raw["start"])["branch"] if "branch" in raw["start"] else None


def record_of(raw: RecordJson, codec: GameCodec) -> Record:
    """The record as the domain knows it. Raises `BadRecord`."""
    if len(raw["client_seeds"]) != len(raw["seats"]):
        raise BadRecord("client_seeds: one a seat is needed")
    try:
        options = codec.parse_options(raw["options"])
    except ValueError as problem:
        raise BadRecord(str(problem)) from None
    return Record(
        options=options,
        server_seed=bytes.fromhex(raw["server_seed"]),
        client_seeds=tuple(raw["client_seeds"]),
        commitment=raw["commitment"],
        match_seed=bytes.fromhex(raw["match_seed"]),
        entries=tuple(_entry(entry, codec) for entry in raw["log"]),
        result=_outcome(raw["result"]),
        origin=_origin(raw, codec),
    )


def _origin(raw: RecordJson, codec: GameCodec) -> Origin | None:
    branch = branch_of(raw)
    if branch is None:
        return None
    other = branch["record"]
    for name in ("game", "rules_version", "options"):
        if other[name] != raw[name]:
            raise BadRecord(f"start.branch.record.{name}: a branch keeps that of its origin")
    if len(other["seats"]) != len(raw["seats"]):
        raise BadRecord("start.branch.record.seats: a branch has as many as its origin")
    return Origin(record_of(other, codec), branch["seq"])


def _entry(raw: RecordEntry, codec: GameCodec) -> Entry:
    move = raw.get("move")
    return Entry(
        seq=raw["seq"],
        seat=raw["seat"],
        move=None if move is None else codec.move_from_json(move),
        by=raw["by"],
        at=parse_time(raw["at"]),
        undo=raw.get("undo"),
    )


def parse_time(text: str) -> datetime:
    """UTC from ISO 8601. Raises `BadRecord`."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise BadRecord(f"at: {text[:40]!r} is no time") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _outcome(raw: ResultJson | None) -> Outcome | None:
    if raw is None:
        return None
    return Outcome(tuple(raw["scores"]), tuple(raw["places"]), tuple(raw["winners"]))


def draws_json(draws: Sequence[PositionDraw]) -> list[DrawJson]:
    """Every draw of a match as the browser checks it."""
    return [
        {
            "seq": each.seq,
            "call": "below" if each.draw.call == "below" else "shuffle",
            "n": each.draw.n,
            "got": each.draw.got if isinstance(each.draw.got, int) else list(each.draw.got),
        }
        for each in draws
    ]


def verdict_json(verdict: Verdict) -> VerdictJson:
    """The verdict with its sum."""
    return {
        "commitment": verdict.commitment,
        "match_seed": verdict.match_seed,
        "moves": verdict.moves,
        "result": verdict.result,
        "holds": verdict.holds,
        "problem": verdict.problem,
    }
