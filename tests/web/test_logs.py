"""Log lines: for machines one object each, and never a query."""

from __future__ import annotations

import asyncio
import gc
import logging
import logging.config
import sys

import pytest

from app.codec import json
from app.web.logs import AddTrace, JsonLines, TextLines, log_config, log_stray, write_access
from app.web.traces import TRACE


def record_of(error: Exception) -> logging.LogRecord:
    """A record with an exception, as `Logger.exception` makes it."""
    try:
        raise error
    except type(error):
        return logging.LogRecord(
            "kitchen_table", logging.ERROR, __file__, 1, "bad %s", ("luck",), sys.exc_info()
        )


def test_a_line_for_machines_is_one_object() -> None:
    record = record_of(ValueError("first\nsecond"))
    record.trace = "abc"
    text = JsonLines().format(record)
    line = json.loads(text)
    assert "\n" not in text
    assert isinstance(line, dict)
    assert (line["level"], line["message"], line["trace"]) == ("error", "bad luck", "abc")
    assert "ValueError: first\nsecond" in line["traceback"]


def test_the_access_line_has_the_path_alone() -> None:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    logger, keep = logging.getLogger("kitchen_table.access"), Keep()
    before = logger.level
    logger.addHandler(keep)
    logger.setLevel(logging.INFO)
    try:
        scope = {"method": "GET", "path": "/t/x\n\u202e", "query_string": b"key=hidden"}
        write_access(scope, 200, 0.0123)
    finally:
        logger.removeHandler(keep)
        logger.setLevel(before)
    (line,) = map(json.loads, lines)
    assert isinstance(line, dict)
    assert (line["method"], line["status"], line["ms"]) == ("GET", 200, 12.3)
    assert line["path"] == "/t/x?\\u202e"
    assert "hidden" not in lines[0]


def test_a_line_for_people_ends_with_what_else_is_known() -> None:
    line = TextLines("%(levelname)s %(message)s")
    record = logging.LogRecord("kitchen_table", logging.ERROR, __file__, 1, "bad", (), None)
    record.trace, record.table = "abc", "t1"
    assert line.format(record) == "ERROR bad trace=abc table=t1"
    facts = {"path": "/t/x"}
    record = logging.LogRecord(
        "kitchen_table", logging.INFO, __file__, 1, "GET %(path)s", (facts,), None
    )
    record.path = "/t/x"
    assert line.format(record) == "INFO GET /t/x"


def test_nothing_in_a_line_begins_another_one() -> None:
    line = TextLines("%(levelname)s %(message)s")
    name = "Ada\n2026 ERROR all is lost\r\x1b[2J\u2028"
    record = logging.LogRecord("kitchen_table", logging.INFO, __file__, 1, "%s", (name,), None)
    record.title = "one\ntwo"
    said = line.format(record)
    assert said == r"INFO Ada\n2026 ERROR all is lost\r\x1b[2J\u2028 title=one\ntwo"
    assert "\n" not in JsonLines().format(record)


@pytest.mark.anyio
async def test_lines_of_a_request_carry_its_trace_into_the_tasks_it_begins() -> None:
    seen: list[object] = []

    async def log_later() -> None:
        record = logging.makeLogRecord({"msg": "save failed"})
        assert AddTrace().filter(record)
        seen.append(getattr(record, "trace", None))

    before = TRACE.set("abc")
    try:
        task = asyncio.create_task(log_later())
    finally:
        TRACE.reset(before)
    await task
    await log_later()
    assert seen == ["abc", None]


def test_a_trace_that_is_named_stands() -> None:
    record = logging.makeLogRecord({"trace": "own"})
    before = TRACE.set("abc")
    try:
        assert AddTrace().filter(record)
    finally:
        TRACE.reset(before)
    assert record.trace == "own"  # type: ignore[attr-defined]


async def fail() -> None:
    """A task that nobody waits for."""
    raise ValueError("the card is 17")


@pytest.mark.anyio
async def test_a_bug_that_nobody_waits_for_is_told_without_its_values(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asyncio.get_running_loop().set_exception_handler(log_stray)
    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert "ValueError > test_logs.py" in caplog.text
    assert "the card is 17" not in caplog.text


def test_both_formats_can_be_configured() -> None:
    for name in ("text", "json"):
        config = log_config(name)  # type: ignore[arg-type]
        assert logging.config.DictConfigurator(config).config["version"] == 1
        made = JsonLines if name == "json" else TextLines
        assert config["formatters"]["line"]["()"] is made
