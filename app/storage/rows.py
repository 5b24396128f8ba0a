"""Stored tables as the domain knows them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row

from app.games.base import Outcome
from app.storage.schema import from_microseconds, to_microseconds
from app.tables.table import Agreed, Branch, Break, Pace, Pause, Player, SeatState, Table


def seat_of(row: Row[Any]) -> SeatState:
    """A stored seat as the domain knows it."""
    return SeatState(
        seat=row.seat,
        player=None if row.player_id is None else Player(row.player_id, row.name),
        bot=row.bot,
        client_seed=row.client_seed,
        away=row.away,
        held=row.held,
        given_up=row.given_up,
        since=row.since,
    )


def table_of(rows: Sequence[Row[Any]]) -> Table:
    """A stored table as the domain knows it, from one row for each seat."""
    row = rows[0]
    return Table(
        id=row.id,
        series=row.series_id,
        game=row.game,
        rules_version=row.rules_version,
        options_json=row.options_json,
        seats=tuple(seat_of(each) for each in rows if each.seat is not None),
        host=row.host_id,
        visibility=row.visibility,
        pace=Pace(row.pace, row.pace_seconds),
        commitment=row.commitment,
        server_seed=row.server_seed,
        committed_first=row.committed_first,
        created_at=row.created_at,
        state=row.state,
        auto_start=row.auto_start,
        title=row.title,
        watchable=row.watchable,
        barred=tuple(row.barred),
        next=row.next_id,
        ended_why=row.ended_why,
        match_seed=row.match_seed,
        started_at=row.started_at,
        ended_at=row.ended_at,
        result=outcome_of(row),
        seating=row.seating,
        rail_open=row.rail_open,
        paused=None if row.paused_at is None else Pause(row.paused_by, row.paused_at),
        asleep_since=row.asleep_since,
        breaks=tuple(read_break(stored) for stored in row.breaks),
        agreed=read_agreed(row.agreed),
        visited_at=row.visited_at,
        branch=None if row.branch_seq is None else Branch(row.branch_table, row.branch_seq),
        version=row.version,
    )


def read_break(stored: Sequence[int]) -> Break:
    """A break from its two times in microseconds."""
    started_at, ended_at = stored
    return Break(from_microseconds(started_at), from_microseconds(ended_at))


def read_agreed(stored: dict[str, Any]) -> Agreed:
    """What was agreed to; nothing yet is an empty object."""
    return Agreed(
        seq=stored.get("seq", 0),
        end=tuple(stored.get("end", ())),
        pause=tuple(stored.get("pause", ())),
    )


def outcome_of(row: Row[Any]) -> Outcome | None:
    """The outcome joined to a table, if its match has one."""
    if row.scores is None:
        return None
    return Outcome(tuple(row.scores), tuple(row.places), tuple(row.winners))


def values_of(table: Table) -> dict[str, Any]:
    """What the `tables` table stores of a table, its version and its start apart."""
    return {
        "id": table.id,
        "series_id": table.series,
        "next_id": table.next,
        "state": table.state,
        "ended_why": table.ended_why,
        "game": table.game,
        "rules_version": table.rules_version,
        "options_json": table.options_json,
        "host_id": table.host,
        "title": table.title,
        "visibility": table.visibility,
        "watchable": table.watchable,
        "auto_start": table.auto_start,
        "barred": list(table.barred),
        "pace": table.pace.kind,
        "pace_seconds": table.pace.seconds,
        "commitment": table.commitment,
        "committed_first": table.committed_first,
        "server_seed": table.server_seed,
        "match_seed": table.match_seed,
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "seating": table.seating,
        "rail_open": table.rail_open,
        "paused_by": table.paused.by if table.paused else None,
        "paused_at": table.paused.since if table.paused else None,
        "asleep_since": table.asleep_since,
        "breaks": [
            [to_microseconds(each.started_at), to_microseconds(each.ended_at)]
            for each in table.breaks
        ],
        "agreed": asdict(table.agreed) if table.agreed != Agreed() else {},
        "visited_at": table.visited_at,
    }
