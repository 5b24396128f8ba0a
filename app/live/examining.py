"""Examines a stored match from the store alone: also one whose table can be opened no longer."""

from __future__ import annotations

import asyncio

from app.codec.games import codec_for
from app.codec.record import BadRecord, RecordJson, parse_document, record_json, record_of
from app.games.base import AnyGame
from app.games.registry import UnknownGame
from app.live.parts import Parts
from app.tables import access
from app.tables.bugs import trace_of
from app.tables.record import Verdict, check_record
from app.tables.refusals import Code, Refused
from app.tables.replay import Findings, Replayed, check_replay
from app.tables.table import Table


async def examine(parts: Parts, table_id: str) -> Findings:
    """What holds of an ended match. Raises `not_found`, `not_started`, `forbidden` while it runs.

    It replays the match twice, which is too long for tables to wait: it runs in a thread.
    """
    table = await parts.tables.load(table_id)
    if table is None:
        raise Refused(Code.NOT_FOUND)
    access.check_over(table)
    game = _game(parts, table)
    rows = await parts.log.load(table_id)
    document = record_json(table, rows, await _origin(parts, table))
    return await asyncio.to_thread(_find, game, document)


def _game(parts: Parts, table: Table) -> AnyGame:
    try:
        return parts.registry.find(table.game, table.rules_version)
    except UnknownGame:
        raise Refused(Code.NOT_FOUND, "The rules of that match are not here.") from None


async def _origin(parts: Parts, table: Table) -> RecordJson | None:
    text = None if table.branch is None else await parts.tables.origin(table.id)
    return None if text is None else parse_document(text)


def _find(game: AnyGame, document: RecordJson) -> Findings:
    try:
        record = record_of(document, codec_for(game))
        verdict = check_record(game, record)
    except BadRecord as problem:
        return _unreadable(f"The record cannot be read: {problem}.")
    except Exception as bug:
        return _unreadable(f"The rules fail: {trace_of(bug)}.")
    return Findings(verdict, check_replay(game, record, len(document["seats"])))


def _unreadable(problem: str) -> Findings:
    return Findings(Verdict(False, False, False, False, problem), Replayed(0, problem))
