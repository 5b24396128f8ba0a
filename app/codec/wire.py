"""Server → client messages (protocol.md, "The WebSocket") and the JSON of a table.

Typed dictionaries: the same types are published as JSON Schemas and encoded, so there is
one source. Views, moves and events are the games' own dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from app.codec import json
from app.codec.house_news import HouseMessage
from app.codec.times import time_text as time_text
from app.games.base import Outcome
from app.tables.match import By
from app.tables.ports import ChatLine, Note, NoteKind, Room
from app.tables.refusals import Refused
from app.tables.table import PaceKind, Pause, Player, Seating, TableState, Visibility

ByeReason = Literal["restarting", "slow", "replaced", "closed"]


class PlayerJson(TypedDict):
    """A person as others see them."""

    id: str
    name: str


class SeatJson(TypedDict):
    """One seat of a table."""

    seat: int
    player: PlayerJson | None
    bot: str | None
    away: bool
    held: bool
    given_up: bool
    connected: bool
    absent_since: str | None
    alike: bool


class PaceJson(TypedDict):
    """The clock's kind."""

    kind: PaceKind
    seconds: NotRequired[int]


class PausedJson(TypedDict):
    """Who paused the table and when; `by` None for a host without a seat."""

    by: int | None
    since: str


class LinksJson(TypedDict, total=False):
    """Whole addresses; only those that the caller may know."""

    play: str
    watch: str


class ResultJson(TypedDict):
    """How a match ended."""

    scores: Sequence[int]
    places: Sequence[int]
    winners: Sequence[int]


class BranchOfJson(TypedDict):
    """The table and the log position that a match branched from."""

    table: str
    seq: int


class TableJson(TypedDict):
    """A table as one caller may see it."""

    id: str
    game: str
    rules_version: str
    state: TableState
    paused: PausedJson | None
    asleep: bool
    ended_why: str | None
    series: str
    next: str | None
    visibility: Visibility
    pace: PaceJson
    options: Any
    host: str | None
    commitment: str
    client_seeds: list[str] | None
    seats: list[SeatJson]
    title: str | None
    watchable: bool
    seating: Seating
    rail_open: bool
    spectators: int
    seq: int | None
    to_act: list[int]
    deadlines: dict[str, str]
    agreed: dict[str, list[int]]
    result: ResultJson | None
    links: LinksJson
    may_sit: bool
    branch: BranchOfJson | None


class EntryJson(TypedDict):
    """An entry of the log as one viewer may know it."""

    seq: int
    seat: int
    move: Any
    undo: NotRequired[int]
    by: By
    at: str
    events: Sequence[Any]


class WriterJson(TypedDict):
    """Who wrote a chat line, and from which seat."""

    player: PlayerJson
    seat: int | None


ChatJson = TypedDict(
    "ChatJson",
    {
        "type": Literal["chat"],
        "id": str,
        "room": Room,
        "from": WriterJson,
        "text": NotRequired[str],
        "phrase": NotRequired[str],
        "at": str,
    },
)
"""One line of chat."""


class NoteJson(TypedDict):
    """What happened at a table outside the log."""

    type: Literal["note"]
    id: str
    at: str
    kind: NoteKind
    seat: int | None
    params: Mapping[str, int | str]


class StateMessage(TypedDict):
    """Everything a viewer may know now; replaces all that came before."""

    type: Literal["state"]
    seq: int | None
    table: TableJson
    seat: int | None
    view: Any
    legal: Sequence[Any]
    can_undo: int | None
    opening: Sequence[Any]
    log: list[EntryJson]
    now: str
    chat: list[ChatJson]
    notes: list[NoteJson]


class MoveMessage(TypedDict):
    """One log position. `patch` in place of `view`, and `legal` left out, only on request."""

    type: Literal["move"]
    seq: int
    seat: int
    move: Any
    undo: NotRequired[int]
    by: By
    at: str
    events: Sequence[Any]
    view: NotRequired[Any]
    patch: NotRequired[Any]
    legal: NotRequired[Sequence[Any]]
    can_undo: int | None
    to_act: list[int]
    deadlines: dict[str, str]
    result: ResultJson | None


class TableMessage(TypedDict):
    """A seat, presence, pace or state changed."""

    type: Literal["table"]
    seq: int | None
    table: TableJson
    now: str


class LobbyMessage(TypedDict):
    """All public tables, first on the lobby's socket."""

    type: Literal["lobby"]
    tables: list[TableJson]


class LobbyTableMessage(TypedDict):
    """A public table is new or changed."""

    type: Literal["table"]
    table: TableJson


class GoneMessage(TypedDict):
    """A table has left the lobby."""

    type: Literal["gone"]
    id: str


class OkMessage(TypedDict):
    """The answer to one message that counted."""

    type: Literal["ok"]
    ref: str
    seq: int | None


class ErrorJson(TypedDict):
    """A no with a code, a sentence and small public details."""

    code: str
    message: str
    detail: Mapping[str, object]


class ErrorMessage(TypedDict):
    """The answer to one message that did not count."""

    type: Literal["error"]
    ref: str | None
    error: ErrorJson


class ByeMessage(TypedDict):
    """Said before the server closes."""

    type: Literal["bye"]
    reason: ByeReason


NudgeMessage = TypedDict(
    "NudgeMessage", {"type": Literal["nudge"], "seat": int, "from": WriterJson}
)
"""Somebody waits for this seat."""

ServerMessage = (
    StateMessage
    | MoveMessage
    | TableMessage
    | ChatJson
    | NoteJson
    | NudgeMessage
    | OkMessage
    | ErrorMessage
    | ByeMessage
    | HouseMessage
)
"""All that a table's socket may say."""

LobbyServerMessage = (
    LobbyMessage | LobbyTableMessage | GoneMessage | ErrorMessage | ByeMessage | HouseMessage
)
"""All that the lobby's socket may say."""


def encode(message: Any) -> bytes:
    """JSON text of a message, games' dataclasses included."""
    return json.dumps(message)


def player_json(player: Player) -> PlayerJson:
    """A person as others see them."""
    return {"id": player.id, "name": player.name}


def paused_json(pause: Pause | None) -> PausedJson | None:
    """Who paused a table, None for one that goes on."""
    return None if pause is None else {"by": pause.by, "since": time_text(pause.since)}


def nudge_json(seat: int, player: Player, from_seat: int) -> NudgeMessage:
    """A knock for a seat, from somebody at the table."""
    return {
        "type": "nudge",
        "seat": seat,
        "from": {"player": player_json(player), "seat": from_seat},
    }


def result_json(outcome: Outcome | None) -> ResultJson | None:
    """How a match ended, None while it runs."""
    if outcome is None:
        return None
    return {"scores": outcome.scores, "places": outcome.places, "winners": outcome.winners}


def chat_json(line: ChatLine) -> ChatJson:
    """One line of chat."""
    message: ChatJson = {
        "type": "chat",
        "id": line.id,
        "room": line.room,
        "from": {"player": player_json(line.player), "seat": line.seat},
        "at": time_text(line.at),
    }
    if line.text is not None:
        message["text"] = line.text
    if line.phrase is not None:
        message["phrase"] = line.phrase
    return message


def note_json(note: Note) -> NoteJson:
    """One note of a table."""
    return {
        "type": "note",
        "id": note.id,
        "at": time_text(note.at),
        "kind": note.kind,
        "seat": note.seat,
        "params": note.params,
    }


def error_json(refusal: Refused) -> ErrorJson:
    """The `error` object of HTTP and socket."""
    return {
        "code": refusal.code.value,
        "message": refusal.message,
        "detail": refusal.detail,
    }


def ok(ref: str, seq: int | None) -> bytes:
    """The answer to a message that counted."""
    return encode(OkMessage(type="ok", ref=ref, seq=seq))


def error(ref: str | None, refusal: Refused) -> bytes:
    """The answer to a message that did not."""
    return encode(ErrorMessage(type="error", ref=ref, error=error_json(refusal)))


def bye(reason: ByeReason) -> bytes:
    """Said before closing."""
    return encode(ByeMessage(type="bye", reason=reason))
