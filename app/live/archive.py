"""What is told of an ended match: its record, and each position as its viewers were told it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.codec.record import (
    RecordJson,
    branch_of,
    draws_json,
    parse_document,
    record_json,
    record_of,
    verdict_json,
)
from app.codec.replay import ReplayAnswer, StepJson, StepsAnswer
from app.games.base import Audience, Viewer
from app.live.parts import Parts
from app.tables import access
from app.tables.access import Visitor
from app.tables.match import Position
from app.tables.record import Record, check_record, draws_of, positions
from app.tables.refusals import Code, Refused

if TYPE_CHECKING:
    from app.live.host import Host

MOST_VIEWS = 50
"""Positions of one answer that are told with their views."""

MOST_STEPS = 1000
"""Positions of one answer that are told without."""

BREATH = 8
"""Positions that are replayed before other tables have their turn."""

KEPT_POSITIONS = 4096
"""A match up to this long is replayed once for all who look at it."""


class Archive:
    """Tells one table's match once it has ended; nothing of it while it runs."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts
        self._told: tuple[Position, ...] | None = None
        self._examining = asyncio.Lock()

    async def record(self, visitor: Visitor, *, draws: bool) -> RecordJson:
        """The match record. Raises `not_started`, `forbidden` while it runs."""
        await self._check_told(visitor)
        document = await self._document()
        if draws:
            async with self._examining:
                await asyncio.to_thread(self._examine, document)
        return document

    async def _check_told(self, visitor: Visitor) -> None:
        await self._host.refresh()
        access.check_told(self._host.table, visitor)

    async def _document(self) -> RecordJson:
        rows = await self._parts.log.load(self._host.table.id)
        return record_json(self._host.table, rows, await self._read_origin())

    async def _read_origin(self) -> RecordJson | None:
        if self._host.table.branch is None:
            return None
        text = await self._parts.tables.origin(self._host.table.id)
        return None if text is None else parse_document(text)

    def _examine(self, document: RecordJson) -> None:
        """Write the verdict and every draw into a record. It replays all matches that lie in it,
        which is too long for other tables to wait: it may run in any thread."""
        record = record_of(document, self._host.ledger.codec)
        document["verdict"] = verdict_json(check_record(self._host.ledger.game, record))
        self._write_draws(document, record)

    def _write_draws(self, document: RecordJson, record: Record) -> None:
        document["draws"] = draws_json(draws_of(self._host.ledger.game, record))
        branch = branch_of(document)
        if branch is not None and record.origin is not None:
            self._write_draws(branch["record"], record.origin.record)

    async def view(self, visitor: Visitor, seq: int | None, eyes: Viewer) -> ReplayAnswer:
        """One position as those eyes saw it, the last one if none is named."""
        told = await self.positions(visitor)
        seq = check_position(told, len(told) - 1 if seq is None else seq, "query.seq")
        view = self._host.ledger.game.view(told[seq].state, self._check_eyes(eyes))
        return {"seq": seq, "view": view}

    async def steps(
        self, visitor: Visitor, first: int, last: int | None, eyes: Viewer, *, views: bool
    ) -> StepsAnswer:
        """Several positions one after another, as many as one answer holds."""
        told = await self.positions(visitor)
        check_position(told, first, "query.from")
        most = MOST_VIEWS if views else MOST_STEPS
        end = min(len(told) if last is None else last + 1, first + most)
        eyes = self._check_eyes(eyes)
        steps = [self._step(position, eyes, views=views) for position in told[first:end]]
        return {"last": len(told) - 1, "steps": steps}

    def _check_eyes(self, eyes: Viewer) -> Viewer:
        if not isinstance(eyes, Audience) and eyes >= len(self._host.table.seats):
            raise Refused(
                Code.INVALID, "This table has no such seat.", {"at": "query.seat", "seat": eyes}
            )
        return eyes

    async def positions(self, visitor: Visitor) -> Sequence[Position]:
        """Every position of the match. Raises as `record`."""
        await self._check_told(visitor)
        if self._told is not None:
            return self._told
        game = self._host.ledger.game
        record = record_of(await self._document(), self._host.ledger.codec)
        told = []
        for position in positions(game, record):
            told.append(position)
            if len(told) % BREATH == 0:
                await asyncio.sleep(0)
        if len(told) <= KEPT_POSITIONS:
            self._told = tuple(told)
        return told

    def _step(self, position: Position, eyes: Viewer, *, views: bool) -> StepJson:
        game, entry = self._host.ledger.game, position.entry
        move = None
        if entry is not None and entry.move is not None:
            move = game.shown(position.before, entry.seat, entry.move, eyes)
        step: StepJson = {
            "seq": position.seq,
            "seat": entry.seat if entry else None,
            "move": move,
            "by": entry.by if entry else None,
            "at": messages.time_text(entry.at) if entry else None,
            "events": position.events,
            "to_act": sorted(game.to_act(position.state)),
            "result": messages.result_json(game.outcome(position.state)),
        }
        if entry is not None and entry.undo is not None:
            step["undo"] = entry.undo
        if views:
            step["view"] = game.view(position.state, eyes)
        return step


def check_position(told: Sequence[Position], seq: int, place: str) -> int:
    """The position itself. Raises `invalid`, with the place in the input, if there is none."""
    if seq >= len(told):
        problem = "The match has no such position."
        raise Refused(Code.INVALID, problem, {"at": place, "last": len(told) - 1})
    return seq
