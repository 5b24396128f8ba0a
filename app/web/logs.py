"""Log lines for people or machines. Addresses go in without their query: keys are in there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.tables.bugs import trace_of
from app.web.traces import TRACE

ACCESS = logging.getLogger("kitchen_table.access")
TROUBLE = logging.getLogger("kitchen_table.trouble")
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class AddTrace(logging.Filter):
    """Lines that are written in the course of a request carry its word."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; every one is kept."""
        trace = TRACE.get()
        if trace is not None and not hasattr(record, "trace"):
            record.trace = trace
        return True


class JsonLines(logging.Formatter):
    """One JSON object a line; what was given by `extra` is in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update(extras_of(record))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class TextLines(logging.Formatter):
    """Lines for people; what was given by `extra` stands behind what the message says of it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line without its traceback."""
        said = record.args if isinstance(record.args, Mapping) else {}
        more = (f" {key}={value}" for key, value in extras_of(record).items() if key not in said)
        return one_line(super().formatMessage(record) + "".join(more))


def extras_of(record: logging.LogRecord) -> dict[str, Any]:
    """What was given by `extra`: a trace id, a table, a position."""
    return {key: value for key, value in vars(record).items() if key not in PLAIN}


def one_line(text: str) -> str:
    """The text with all that might end a line, or steer a terminal, written out."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def log_config(log_format: Literal["text", "json"]) -> dict[str, Any]:
    """For `logging.config.dictConfig`, and so for uvicorn's `log_config`."""
    text = {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": text if log_format == "text" else {"()": JsonLines}},
        "filters": {"trace": {"()": AddTrace}},
        "handlers": {
            "out": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["trace"]}
        },
        "root": {"handlers": ["out"], "level": "INFO"},
        "loggers": {name: {"level": "WARNING"} for name in ("uvicorn.access", "alembic")},
    }


def log_stray(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For `set_exception_handler`: a bug that nobody waits for, without the values it names."""
    bug = context.get("exception")
    TROUBLE.error("%s: %s", context["message"], trace_of(bug) if bug else "no exception")


class AccessLog:
    """ASGI middleware: one line for each HTTP answer."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.perf_counter) -> None:
        self.app = app
        self.clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, then write the line."""
        if scope["type"] != "http" or not ACCESS.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        started = self.clock()
        status = 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        finally:
            write_access(scope, status, self.clock() - started)


def write_access(scope: Scope, status: int, seconds: float) -> None:
    """The line: method, path without query, status, duration."""
    path = scope["path"].encode("ascii", "backslashreplace").decode()
    path = "".join(letter if letter.isprintable() else "?" for letter in path[:200])
    facts = {
        "method": scope["method"],
        "path": path,
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    ACCESS.info("%(method)s %(path)s %(status)s %(ms)s ms", facts, extra=facts)
