"""Answers as JSON, and the shapes that the OpenAPI document gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired

from starlette.responses import Response
from typing_extensions import TypedDict

from app.codec import json
from app.codec.house_news import CautionJson
from app.codec.links import LinkJson
from app.codec.wire import EntryJson, ErrorJson, PlayerJson, ResultJson, TableJson, error_json
from app.tables.refusals import Code, Refused
from app.tables.table import TableState

STATUSES: Mapping[Code, int] = {
    Code.NOT_FOUND: 404,
    Code.NOT_SEATED: 403,
    Code.FORBIDDEN: 403,
    Code.SIGN_IN: 401,
    Code.SEAT_TAKEN: 409,
    Code.ALREADY_SEATED: 409,
    Code.NOT_YOUR_TURN: 409,
    Code.ILLEGAL_MOVE: 422,
    Code.STALE: 409,
    Code.MATCH_OVER: 409,
    Code.NOT_STARTED: 409,
    Code.CANNOT_UNDO: 409,
    Code.PAUSED: 409,
    Code.INVALID: 422,
    Code.TOO_LARGE: 413,
    Code.RATE_LIMITED: 429,
    Code.UNAVAILABLE: 503,
}


class ErrorAnswer(TypedDict):
    """Every refusal, HTTP and socket alike."""

    error: ErrorJson


class SeatRangeJson(TypedDict):
    """How many seats a match may have, ends included."""

    min: int
    max: int
    default: int


class GameJson(TypedDict):
    """A game that is offered; `options` is a JSON Schema, `bots` the levels."""

    key: str
    name: str
    rules_version: str
    seats: SeatRangeJson
    options: dict[str, Any]
    bots: list[str]


class GamesAnswer(TypedDict):
    """`GET /api/games`."""

    games: list[GameJson]


class SocketSchemas(TypedDict):
    """What clients say, and what the sockets of a table, the lobby and the staff say."""

    client: dict[str, Any]
    server: dict[str, Any]
    lobby: dict[str, Any]
    admin: dict[str, Any]


class SchemasAnswer(SocketSchemas):
    """`GET /api/schema`: JSON Schemas of all messages, and of each game's own words."""

    games: dict[str, Any]


class TablesAnswer(TypedDict):
    """`GET /api/tables`; `cursor` is null on the last page."""

    tables: list[TableJson]
    cursor: str | None


class MovedAnswer(TypedDict):
    """`POST /api/tables/{id}/moves`."""

    ref: str
    seq: int


class LogAnswer(TypedDict):
    """`GET /api/tables/{id}/log`."""

    log: list[EntryJson]


class SeriesMatchJson(TypedDict):
    """One table of a series; the name of a bot is empty."""

    id: str
    state: TableState
    result: ResultJson | None
    ended_at: str | None
    seats: list[str]


class StandingJson(TypedDict):
    """A person's score in a series, or that of all bots of one level."""

    player: NotRequired[PlayerJson]
    bot: NotRequired[str]
    name: str
    wins: int
    played: int


class SeriesAnswer(TypedDict):
    """`GET /api/tables/{id}/series`."""

    matches: list[SeriesMatchJson]
    score: list[StandingJson]


class NewPlayerAnswer(TypedDict):
    """`POST /api/players`; the token is shown this once."""

    player: PlayerJson
    token: str


class LinksAnswer(TypedDict):
    """`GET /api/tables/{id}/links`."""

    links: list[LinkJson]


class RecoveryAnswer(TypedDict):
    """`POST /api/me/recovery`; shown this once. `qr`: the address as an SVG picture."""

    url: str
    until: str
    qr: str


class OwnTableJson(TypedDict):
    """One of the caller's tables that are open or played at; `others`: people, not bots."""

    id: str
    game: str
    state: TableState
    others: list[str]
    your_move: bool


class PastMatchJson(TypedDict):
    """One of the caller's matches that are over; the name of a bot is empty."""

    id: str
    game: str
    state: TableState
    ended_at: str | None
    seat: int
    names: list[str]
    result: ResultJson | None
    branch: bool


class MeAnswer(TypedDict):
    """`GET /api/me` and `PATCH /api/me`; a name is suggested to who has none yet. `cautions`: what
    the caller was warned about, until they say that they understand.

    Pages get the same without `history`.
    """

    player: PlayerJson | None
    language: str
    tables: list[OwnTableJson]
    cautions: list[CautionJson]
    history: NotRequired[list[PastMatchJson]]
    suggested_name: NotRequired[str]


def json_answer(value: object, status: int = 200) -> Response:
    """The value as JSON."""
    return json_text(json.dumps(value), status)


def json_text(text: bytes, status: int = 200) -> Response:
    """JSON that is encoded already."""
    return Response(text, status, media_type="application/json")


def refusal_answer(refusal: Refused, status: int | None = None) -> Response:
    """The error object with its code's status, and the headers that belong to it."""
    answer = json_answer({"error": error_json(refusal)}, status or STATUSES[refusal.code])
    match refusal.code:
        case Code.RATE_LIMITED:
            answer.headers["Retry-After"] = str(refusal.detail["retry_after"])
        case Code.SIGN_IN:
            answer.headers["WWW-Authenticate"] = "Bearer"
        case Code.TOO_LARGE:
            answer.headers["Connection"] = "close"
    return answer
