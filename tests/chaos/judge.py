"""The judgement: what was said, shown and stored at each table has to be one and the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.codec import json
from app.codec.games import GameCodec, codec_for
from app.games.base import Audience, Viewer
from app.games.registry import REGISTRY
from app.storage.store import Store
from app.tables.match import Entry, Match, replay, start_match
from app.tables.ports import LogRow
from app.tables.table import Table
from tests.chaos.ear import Eyes, Wrong, canonical
from tests.chaos.guest import Guest


@dataclass
class Verdict:
    """What was looked at, and what was found wrong."""

    matches: int = 0
    finished: int = 0
    entries: int = 0
    undone: int = 0
    timed_out: int = 0
    views: int = 0
    answered: int = 0


async def judge(store: Store, guests: Sequence[Guest], verdict: Verdict) -> None:
    """Compare one table's log with what its guests sent and were told. Raises `Wrong`."""
    table_id = guests[0].table_id
    table = await store.tables.load(table_id)
    if table is None:
        raise Wrong(f"table {table_id} is gone")
    rows = await store.log.load(table_id)
    check_result(table, check_views(table, rows, guests, verdict))
    for guest in guests:
        if guest.wrong:
            raise Wrong(f"{table_id}: {guest.wrong}")
        check_answers(guest, rows, verdict)
    verdict.matches += 1
    verdict.finished += table.state == "finished"
    verdict.entries += len(rows)
    verdict.undone += sum(1 for row in rows if row.undo is not None)
    verdict.timed_out += sum(1 for row in rows if row.by == "clock")


def check_result(table: Table, match: Match) -> None:
    """The log replays to the stored outcome."""
    if table.state == "abandoned":
        return
    if (match.outcome, table.state == "finished") != (table.result, match.outcome is not None):
        raise Wrong(f"{table.id}: {table.state} {table.result}, replayed {match.outcome}")


def check_views(
    table: Table, rows: Sequence[LogRow], guests: Sequence[Guest], verdict: Verdict
) -> Match:
    """Every view that was shown is the one that the log gives; the match as it stands."""
    game = REGISTRY.find(table.game, table.rules_version)
    codec = codec_for(game)
    if table.match_seed is None:
        raise Wrong(f"{table.id} never started")
    options = codec.parse_options(json.loads(table.options_json))
    match = start_match(game, len(table.seats), options, table.match_seed)
    shown: dict[int, dict[Eyes, list[bytes]]] = {}
    for guest in guests:
        for (seq, eyes), view in guest.transcript.shown.items():
            shown.setdefault(seq, {}).setdefault(eyes, []).append(view)
    compare(match, shown.pop(0, {}), verdict)
    for row in rows:
        match = replay(match, [entry_of(codec, row)])
        compare(match, shown.pop(row.seq, {}), verdict)
    if shown:
        raise Wrong(f"{table.id}: positions {sorted(shown)} were shown but are not stored")
    return match


def compare(match: Match, shown: dict[Eyes, list[bytes]], verdict: Verdict) -> None:
    """The views of one position."""
    for eyes, told in shown.items():
        viewer: Viewer = Audience.SPECTATOR if eyes is None else eyes
        right = canonical(json.loads(json.dumps(match.game.view(match.state, viewer))))
        verdict.views += len(told)
        if any(view != right for view in told):
            raise Wrong(f"position {match.seq} was shown to {eyes} as {told[0][:300]!r}")


def entry_of(codec: GameCodec, row: LogRow) -> Entry:
    """A stored row with its move as the game knows it."""
    move = None if row.move_json is None else codec.move_from_json(move_of(row))
    return Entry(
        row.seq, row.seat, move, row.by, row.at, undo=row.undo, player=row.player, ref=row.ref
    )


def move_of(row: LogRow) -> Any:
    """The stored move as JSON."""
    return None if row.move_json is None else json.loads(row.move_json)


def check_answers(guest: Guest, rows: Sequence[LogRow], verdict: Verdict) -> None:
    """Nothing answered with `ok` is missing, nothing was played twice, nothing made up."""
    stored = {row.ref: row for row in rows if row.player == guest.person.id}
    for ref, sent in guest.sent.items():
        row = stored.pop(ref, None)
        if sent.ok is None:
            continue  # refused, or a copy of it counted and that answer was lost
        verdict.answered += 1
        wanted = (sent.ok, sent.frame.get("move"))
        if row is None or (row.seq, move_of(row)) != wanted:
            raise Wrong(f"{ref} was answered with {sent.ok}; the log says {row}")
        if row.undo != (sent.frame["seq"] if sent.frame["type"] == "undo" else None):
            raise Wrong(f"{ref} took back {row.undo}")
    if stored:
        raise Wrong(f"nobody sent {sorted(map(str, stored))}")
