"""When a table rests: paused by somebody's word, or asleep because nobody is here.

Nothing moves by itself meanwhile, and no deadline runs: each rest leaves a `Break` behind.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from app.games.base import Seat
from app.tables.refusals import Code, Refused
from app.tables.table import Break, Pause, Table

SLEEP_AFTER = timedelta(seconds=30)
"""How long a running table waits for anybody before it falls asleep."""

UNVISITED_AFTER = timedelta(days=1)
"""How long an open table waits for anybody before it closes."""

VISIT_STEP = timedelta(minutes=10)
"""How exactly a table remembers when somebody was last here."""

MOST_BREAKS = 100
"""So many are kept. Of more the two oldest become one, with what lies between: whoever owes a move
since before them gains by that, and nobody loses."""


def is_resting(table: Table) -> bool:
    """Whether bots, stand-ins and clock have to wait."""
    return table.paused is not None or table.asleep_since is not None


def check_running(table: Table) -> None:
    """Raises unless a match is under way here."""
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if table.state != "playing":
        raise Refused(Code.NOT_STARTED)


def check_not_paused(table: Table) -> None:
    """Raises `paused`, with whose word it was."""
    if table.paused is not None:
        raise Refused(Code.PAUSED, detail={"by": table.paused.by})


def check_not_played_out(table: Table) -> None:
    """Raises `forbidden` once bots play all seats to the end."""
    if table.played_out:
        raise Refused(Code.FORBIDDEN, "The house has ended this match: bots play the rest of it.")


def check_awake(table: Table) -> None:
    """Raises unless things may move by themselves: `match_over`, or `paused` for any rest."""
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if is_resting(table):
        raise Refused(Code.PAUSED)


def pause(table: Table, by: Seat | None, now: datetime) -> Table:
    """The table rests until somebody goes on. A paused one stays as it is."""
    if table.paused is not None:
        return table
    return replace(table, paused=Pause(by, now), agreed=replace(table.agreed, pause=()))


def resume(table: Table, now: datetime) -> Table:
    """The match goes on. One that is not paused stays as it is."""
    if table.paused is None:
        return table
    return replace(_with_break(table, table.paused.since, now), paused=None)


def may_sleep(table: Table) -> bool:
    """Whether nobody's absence puts this table to sleep: a daily match is played by leaving it,
    and one that is played out needs nobody."""
    left_alone = table.pace.kind == "daily" or table.played_out
    return table.state == "playing" and not left_alone and not is_resting(table)


def fall_asleep(table: Table, now: datetime) -> Table:
    """Nobody is here: the match waits for whoever comes."""
    return replace(table, asleep_since=now) if may_sleep(table) else table


def wake(table: Table, now: datetime) -> Table:
    """Somebody is here: the match goes on where it stood."""
    if table.asleep_since is None:
        return table
    return replace(_with_break(table, table.asleep_since, now), asleep_since=None)


def _with_break(table: Table, since: datetime, now: datetime) -> Table:
    breaks = (*table.breaks, Break(since, max(since, now)))
    if len(breaks) > MOST_BREAKS:
        oldest, second, *newer = breaks
        breaks = (Break(oldest.started_at, max(oldest.ended_at, second.ended_at)), *newer)
    return replace(table, breaks=breaks)


def last_visit(table: Table) -> datetime:
    """When somebody was last here, to `VISIT_STEP`."""
    return table.visited_at or table.created_at


def visit(table: Table, now: datetime) -> Table:
    """Somebody looks at an open table: remembered once in a while."""
    if table.state != "open" or now - last_visit(table) < VISIT_STEP:
        return table
    return replace(table, visited_at=now)


def close_unvisited(table: Table, now: datetime) -> Table:
    """An open table that nobody has looked at for a day will never start."""
    if table.state != "open" or now - last_visit(table) < UNVISITED_AFTER:
        return table
    return replace(table, state="abandoned", ended_why="unvisited", ended_at=now)
