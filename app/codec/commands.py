"""Client → server: the bodies of HTTP calls and the frames of the socket, parsed once, strictly.

The models are also what `/api/schema` and the OpenAPI document publish: one source.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from app.codec import json
from app.tables.fairness import MAX_CLIENT_SEED, can_be_client_seed
from app.tables.graphemes import is_blank
from app.tables.phrases import Phrase
from app.tables.ports import Room
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind, PaceKind, Seating, Visibility

MAX_BYTES = 16 * 1024
"""The largest body or frame that is read."""

MAX_DEPTH = 32
"""How deep lists and objects may lie in each other; moves and options stay below five."""

MAX_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

MAX_USES = 1_000_000
"""The largest number of uses that a link is limited to."""

MAX_PLACE = 120
"""How much of the place in the input is told back."""


def check_printable(text: str) -> str:
    """The text itself, unless something in it cannot be seen."""
    if not text.isprintable():
        raise ValueError("Only printable characters are allowed")
    return text


def check_writing(text: str) -> str:
    """The text itself, unless it is blank or could disturb what is written around it."""
    if all(letter.isspace() or is_blank(letter) for letter in text):
        raise ValueError("There is nothing written")
    for letter in text:
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Cs", "Co", "Cn") or unicodedata.bidirectional(letter) in _TURNS:
            raise ValueError("Control characters are not allowed")
    return text


def check_remark(text: str) -> str:
    """Writing that may be left out."""
    return text and check_writing(text)


_TURNS = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


def read_moment(written: object) -> object:
    """A time from its text, with zone; told in UTC."""
    if not isinstance(written, str):
        raise ValueError("A time is a text such as 2026-11-30T20:15:00Z")
    try:
        moment = datetime.fromisoformat(written)
        return moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        raise ValueError("A time is written like 2026-11-30T20:15:00Z") from None


def check_seed_word(word: str) -> str:
    """The word itself, if chance.md allows it as a client's seed."""
    if not can_be_client_seed(word):
        raise ValueError("A seed is 1 to 64 printable ASCII characters without spaces")
    return word


def check_bot_seats(bots: dict[str, str]) -> dict[str, str]:
    """The mapping itself, if its keys are seat numbers written plainly."""
    for seat in bots:
        if not (seat.isascii() and seat.isdecimal() and len(seat) <= 2 and str(int(seat)) == seat):
            raise ValueError("The keys are seat numbers, such as 1")
    return bots


Ref = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(check_printable)]
Seq = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
SeatNumber = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Moment = Annotated[AwareDatetime, BeforeValidator(read_moment)]
SeatCount = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
Word = Annotated[str, Field(min_length=1, max_length=32), AfterValidator(check_printable)]
Title = Annotated[str, Field(max_length=60), AfterValidator(check_printable)]
Writing = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(check_writing)]
SeedWord = Annotated[
    str, Field(min_length=1, max_length=MAX_CLIENT_SEED), AfterValidator(check_seed_word)
]
ID = r"^[A-Za-z0-9_-]{1,64}$"
MessageId = Annotated[str, Field(pattern=ID)]
Bots = Annotated[dict[str, Word], Field(max_length=16), AfterValidator(check_bot_seats)]


class Command(BaseModel):
    """Something that a client sends: no unknown keys, no `"5"` or `5.0` for 5."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class PaceBody(Command):
    """The clock's kind."""

    kind: PaceKind = "relaxed"
    seconds: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = None


class NewTable(Command):
    """`POST /api/tables`."""

    game: Word
    seats: SeatCount | None = None
    options: dict[str, Any] | None = None
    visibility: Visibility = "link"
    pace: PaceBody = PaceBody()
    seat_me: bool = True
    client_seed: SeedWord | None = None
    bots: Bots = Field(default_factory=dict)
    start: bool = False
    title: Title | None = None
    watchable: bool = True
    seating: Seating = "order"


class TakeSeat(Command):
    """`POST /api/tables/{id}/seats/{seat}`."""

    who: Literal["me", "bot"]
    client_seed: SeedWord | None = None
    level: Word = "normal"


class LeaveSeat(Command):
    """`DELETE /api/tables/{id}/seats/{seat}`; the body may be left out."""

    bar: bool = False


class ChangeTable(Command):
    """`PATCH /api/tables/{id}`; what is left out stays."""

    seats: SeatCount | None = None
    options: dict[str, Any] | None = None
    pace: PaceBody | None = None
    visibility: Visibility | None = None
    watchable: bool | None = None
    title: Title | None = None
    seating: Seating | None = None


class OpenRail(Command):
    """`POST /api/tables/{id}/rail`."""

    open: bool


class ReportLine(Command):
    """`POST /api/tables/{id}/reports`; `message` is the id of a line of chat."""

    message: MessageId
    why: Annotated[str, Field(max_length=500), AfterValidator(check_remark)] = ""


class PlayMove(Command):
    """`POST /api/tables/{id}/moves`."""

    ref: Ref
    seq: Seq
    move: dict[str, Any]


class TakeBack(Command):
    """`POST /api/tables/{id}/undo`."""

    ref: Ref
    seq: Seq


class BranchOff(Command):
    """`POST /api/tables/{id}/branch`: play on from the position `seq`, on that seat."""

    seq: Seq
    seat: SeatNumber
    client_seed: SeedWord | None = None


class NewPlayer(Command):
    """`POST /api/players`; without a name one is made up."""

    name: str | None = None


class ChangeMe(Command):
    """`PATCH /api/me`; what is left out stays."""

    name: str | None = None
    language: Word | None = None


class NewLink(Command):
    """`POST /api/tables/{id}/links`; null: without that limit."""

    kind: LinkKind
    max_uses: Annotated[int, Field(ge=1, le=MAX_USES)] | None = None
    until: Moment | None = None


class NewRecovery(Command):
    """`POST /api/me/recovery`; `table`: where the link leads. The body may be left out."""

    table: Annotated[str, Field(min_length=1, max_length=64)] | None = None


class Recover(Command):
    """`POST /api/me/recover`; `replace`: although this browser is somebody else's by now."""

    secret: Annotated[str, Field(min_length=1, max_length=256)]
    replace: bool = False


class MoveFrame(PlayMove):
    """A move, made by who had seen the log up to `seq`."""

    type: Literal["move"]


class ChatFrame(Command):
    """One line of chat: own words or a ready-made phrase."""

    type: Literal["chat"]
    ref: Ref
    room: Room
    text: Writing | None = None
    phrase: Phrase | None = None

    @model_validator(mode="after")
    def check_one(self) -> Self:
        """Either words or a phrase."""
        if (self.text is None) == (self.phrase is None):
            raise ValueError("Either text or phrase is needed")
        return self


class UndoFrame(TakeBack):
    """Take the own move at `seq` back."""

    type: Literal["undo"]


class PingFrame(Command):
    """Is anybody there?"""

    type: Literal["ping"]
    ref: Ref


class NudgeFrame(Command):
    """A friendly knock for the seat that is waited for."""

    type: Literal["nudge"]
    ref: Ref
    seat: SeatNumber


Frame = MoveFrame | ChatFrame | UndoFrame | PingFrame | NudgeFrame
ClientMessage = Annotated[Frame, Field(discriminator="type")]
"""All that a client may say on a table's socket."""

FRAMES: Mapping[object, type[Frame]] = {
    "move": MoveFrame,
    "chat": ChatFrame,
    "undo": UndoFrame,
    "ping": PingFrame,
    "nudge": NudgeFrame,
}

CommandT = TypeVar("CommandT", bound=BaseModel)


class NotAMessage(Exception):
    """A frame that is no message; `ref` where one could still be read."""

    def __init__(self, refusal: Refused, ref: str | None = None) -> None:
        super().__init__(refusal.code.value)
        self.refusal = refusal
        self.ref = ref


def parse_body(model: type[CommandT], data: bytes) -> CommandT:
    """The body as that command. Raises `too_large`, or `invalid` with the place in the input."""
    return check_command(model, read_json(data))


def parse_frame(data: bytes) -> Frame:
    """The frame as a command. Raises `NotAMessage`."""
    try:
        raw = read_json(data)
        if not isinstance(raw, dict):
            raise invalid("", "A message is an object")
    except Refused as refusal:
        raise NotAMessage(refusal) from None
    model = FRAMES.get(raw["type"]) if isinstance(raw.get("type"), str) else None
    try:
        if model is None:
            raise invalid("type", "There is no such message")
        return check_command(model, raw)
    except Refused as refusal:
        raise NotAMessage(refusal, ref_of(raw)) from None


def read_json(data: bytes) -> object:
    """The JSON value that was sent. Raises `too_large` and `invalid`."""
    if len(data) > MAX_BYTES:
        raise Refused(Code.TOO_LARGE, detail={"limit": MAX_BYTES})
    try:
        value: object = json.loads(data)
    except ValueError as error:
        position = getattr(error, "pos", 0)
        raise Refused(Code.INVALID, "That is not JSON.", {"at": "", "position": position}) from None
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        check_depth(value)
    return value


def check_depth(value: object) -> None:
    """Raises `invalid` for what is nested deeper than anything that has a meaning here."""
    layer = [value]
    for _ in range(MAX_DEPTH + 1):
        layer = [inner for outer in layer for inner in parts_of(outer)]
        if not layer:
            return
    raise invalid("", f"It is nested deeper than {MAX_DEPTH} times")


def parts_of(value: object) -> Collection[object]:
    """What lies directly in a list or an object."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def check_command(model: type[CommandT], raw: object) -> CommandT:
    """The value as that command. Raises `invalid` with the place in the input."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise invalid(place_of(problem["loc"]), problem["msg"]) from None


def place_of(path: tuple[int | str, ...]) -> str:
    """The path into the input as one text, cut where a client made it long."""
    return ".".join(map(str, path))[:MAX_PLACE]


def invalid(place: str, problem: str) -> Refused:
    """The refusal of something at `place` of the input."""
    sentence = problem.removeprefix("Value error, ") + "."
    told = f"{place}: {sentence}" if place else sentence
    return Refused(Code.INVALID, told, {"at": place})


def ref_of(raw: Mapping[str, object]) -> str | None:
    """The frame's `ref`, if it is one: an answer can name it."""
    ref = raw.get("ref")
    if isinstance(ref, str) and 1 <= len(ref) <= 64 and ref.isprintable():
        return ref
    return None
