"""The numbers of the house as staff read them: `/api/admin/now`, its socket, the charts."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from app.codec import json
from app.codec.wire import ByeMessage, ErrorMessage, OkMessage, time_text
from app.tables.liveness import Violation
from app.tables.statistics import Point, Snapshot, quantile

MICROSECONDS_OF_A_MILLISECOND = 1000
MEGABYTE = 1_000_000


class TablesJson(TypedDict):
    """Tables that have not ended, each counted once."""

    open: int
    playing: int
    paused: int
    asleep: int


class SocketsJson(TypedDict):
    """Open WebSockets."""

    table: int
    lobby: int
    admin: int


class LatencyJson(TypedDict):
    """How long people and programs waited for the `ok` of their moves; null without moves."""

    p50: float | None
    p99: float | None


class LagJson(TypedDict):
    """How late the event loop was."""

    p99: float | None


class WorkersJson(TypedDict):
    """The processes in which bots think."""

    alive: int
    thinking: int
    late: int
    failures: int


class DatabaseJson(TypedDict):
    """`ok`: it answers and takes beats; `ms`: how long its last answer took."""

    kind: Literal["sqlite", "postgresql"]
    ok: bool
    ms: float | None


class BusJson(TypedDict):
    """How processes wake each other."""

    kind: str
    ok: bool


class LivenessJson(TypedDict):
    """Running tables that were looked at, and how many of them nothing would move on."""

    checked: int
    violations: int


class NowJson(TypedDict):
    """What the house does now.

    Rates, latency, lag and `cpu` (1: one processor, all the time) are those of the last ten
    seconds; `errors`, `refusals`, `late` and `failures` count since the start.
    """

    at: str
    people: int
    watchers: int
    tables: TablesJson
    sockets: SocketsJson
    moves_a_second: float
    latency_ms: LatencyJson
    lag_ms: LagJson
    errors: int
    refusals: dict[str, int]
    memory_mb: float | None
    cpu: float
    workers: WorkersJson
    database: DatabaseJson
    bus: BusJson
    liveness: LivenessJson
    uptime_s: int
    version: str


class PointJson(TypedDict):
    """One step of all charts, from `at` on: all null where nobody looked."""

    at: str
    people: int | None
    tables: int | None
    sockets: int | None
    moves_a_second: float | None
    p50_ms: float | None
    p99_ms: float | None
    errors: int | None
    memory_mb: float | None
    cpu: float | None


class NowMessage(NowJson):
    """Each second."""

    type: Literal["now"]


class MinuteMessage(TypedDict):
    """A minute is over."""

    type: Literal["minute"]
    point: PointJson


class AlertMessage(TypedDict):
    """Nothing would move this table on."""

    type: Literal["alert"]
    table: str
    title: str | None
    why: str


AdminServerMessage = (
    NowMessage | MinuteMessage | AlertMessage | OkMessage | ErrorMessage | ByeMessage
)
"""All that the staff's socket may say."""


def now_message(snapshot: Snapshot) -> bytes:
    """What the house does now, for the socket."""
    return json.dumps(NowMessage(type="now", **now_json(snapshot)))


def minute_message(point: Point) -> bytes:
    """A minute that is over, as the charts show it."""
    return json.dumps(MinuteMessage(type="minute", point=point_json(point)))


def alert_message(violation: Violation) -> bytes:
    """A table that stands still for ever."""
    table, title, why = violation.table, violation.title, violation.why
    return json.dumps(AlertMessage(type="alert", table=table, title=title, why=why))


def now_json(snapshot: Snapshot) -> NowJson:
    """What the house does now."""
    lately, tables, sockets = snapshot.lately, snapshot.tables, snapshot.sockets
    workers, database = snapshot.workers, snapshot.database
    return {
        "at": time_text(snapshot.at),
        "people": snapshot.people,
        "watchers": snapshot.watchers,
        "tables": {
            "open": tables.open,
            "playing": tables.playing,
            "paused": tables.paused,
            "asleep": tables.asleep,
        },
        "sockets": {"table": sockets.table, "lobby": sockets.lobby, "admin": sockets.admin},
        "moves_a_second": rate(lately.moves, lately.at),
        "latency_ms": {
            "p50": milliseconds(quantile(lately.waits, 0.5)),
            "p99": milliseconds(quantile(lately.waits, 0.99)),
        },
        "lag_ms": {"p99": milliseconds(quantile(lately.lags, 0.99))},
        "errors": snapshot.errors,
        "refusals": dict(sorted(snapshot.refusals.items())),
        "memory_mb": megabytes(snapshot.memory),
        "cpu": rate(lately.cpu, lately.at),
        "workers": {
            "alive": workers.alive,
            "thinking": workers.thinking,
            "late": workers.late,
            "failures": workers.failures,
        },
        "database": {"kind": database.kind, "ok": database.ok, "ms": rounded(database.ms)},
        "bus": {"kind": snapshot.bus.kind, "ok": snapshot.bus.ok},
        "liveness": {"checked": snapshot.checked, "violations": len(snapshot.violations)},
        "uptime_s": int(snapshot.uptime),
        "version": snapshot.version,
    }


def point_json(point: Point) -> PointJson:
    """One step of all charts."""
    minute = point.known
    if minute is None:
        return gap_json(point)
    return {
        "at": time_text(point.at),
        "people": minute.peak.people,
        "tables": minute.peak.tables,
        "sockets": minute.peak.sockets,
        "moves_a_second": rate(minute.moves, minute.seconds),
        "p50_ms": milliseconds(quantile(minute.waits, 0.5)),
        "p99_ms": milliseconds(quantile(minute.waits, 0.99)),
        "errors": minute.errors,
        "memory_mb": megabytes(minute.peak.memory),
        "cpu": rate(minute.cpu, minute.seconds),
    }


def gap_json(point: Point) -> PointJson:
    """A step in which nobody looked."""
    return {
        "at": time_text(point.at),
        "people": None,
        "tables": None,
        "sockets": None,
        "moves_a_second": None,
        "p50_ms": None,
        "p99_ms": None,
        "errors": None,
        "memory_mb": None,
        "cpu": None,
    }


def rate(total: float, seconds: float) -> float:
    """How much in a second; nothing in no time."""
    return round(total / seconds, 3) if seconds > 0 else 0.0


def milliseconds(microseconds: float | None) -> float | None:
    """A time of waiting as people read it."""
    return None if microseconds is None else rounded(microseconds / MICROSECONDS_OF_A_MILLISECOND)


def rounded(ms: float | None) -> float | None:
    """To what can be told apart."""
    return None if ms is None else round(ms, 2)


def megabytes(memory: int | None) -> float | None:
    """Memory as people read it; None and 0: the system does not tell."""
    return round(memory / MEGABYTE, 1) if memory else None
