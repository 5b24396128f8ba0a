"""Tables as those who keep the house see them: a spectator's knowledge, and how the table is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import TypedDict

from app.codec.record import VerdictJson, verdict_json
from app.codec.wire import EntryJson, NoteJson, PaceJson, TableJson, time_text
from app.tables.ports import Note
from app.tables.replay import Findings
from app.tables.table import TableState, Visibility


class SeatLineJson(TypedDict):
    """A seat in a list of tables."""

    name: str | None
    bot: str | None
    away: bool
    connected: bool


class TableLineJson(TypedDict):
    """A table in a list. `violation`: why nothing would move it on, as the last round found."""

    id: str
    title: str | None
    game: str
    state: TableState
    paused: bool
    asleep: bool
    ended_why: str | None
    seats: list[SeatLineJson]
    watchers: int
    created_at: str
    started_at: str | None
    seq: int | None
    pace: PaceJson
    violation: str | None


class TableLinesJson(TypedDict):
    """A page of tables, newest first; `before` null on the last one."""

    tables: list[TableLineJson]
    before: str | None


class ConnectedJson(TypedDict):
    """Somebody with sockets at a table; all nameless visitors are one line."""

    player: str | None
    name: str | None
    seat: int | None
    sockets: int


class BrokenGlassJson(TypedDict):
    """When, and at which log position, the hidden state of a running match was shown."""

    at: str
    seq: int


class TableDetailJson(TypedDict):
    """One table from a spectator's side. `links_count`: links that still open it; no keys."""

    table: TableJson
    seq: int | None
    view: Any
    opening: Sequence[Any]
    log: list[EntryJson]
    notes: list[NoteJson]
    deadlines: dict[str, str]
    to_act: list[int]
    connected: list[ConnectedJson]
    violation: str | None
    commitment: str
    visibility: Visibility
    links_count: int
    broken_glass: list[BrokenGlassJson]
    created_at: str
    started_at: str | None
    now: str


class GlassJson(TypedDict):
    """The match with everything open, at one log position."""

    view: Any
    seq: int


class ReplayedJson(TypedDict):
    """Whether every position could be told to everybody."""

    positions: int
    holds: bool
    problem: str | None


class FindingsJson(TypedDict):
    """What was found of a stored match: it was dealt and played as recorded, and can be told."""

    holds: bool
    verdict: VerdictJson
    replay: ReplayedJson


def broken_glass_json(notes: Sequence[Note]) -> list[BrokenGlassJson]:
    """Every look behind the glass."""
    return [{"at": time_text(note.at), "seq": _seq_of(note.params)} for note in notes]


def _seq_of(params: Mapping[str, int | str]) -> int:
    return int(params.get("seq", 0))


def findings_json(findings: Findings) -> FindingsJson:
    """What was found, with its sum."""
    verdict, replayed = findings.verdict, findings.replayed
    return {
        "holds": verdict.holds and replayed.holds,
        "verdict": verdict_json(verdict),
        "replay": {
            "positions": replayed.positions,
            "holds": replayed.holds,
            "problem": replayed.problem,
        },
    }
