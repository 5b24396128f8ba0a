"""Values to store."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from app.storage.store import Store
from app.tables.ports import LogRow
from app.tables.table import Pace, Player, SeatState, Table, empty_seats

NOW = datetime(2026, 11, 30, 18, 30, 15, 123457, tzinfo=UTC)

ANNA = Player("p-anna", "Anna Ö")
BO = Player("p-bo", "Bo 🂡")


def later(seconds: float) -> datetime:
    """A time after `NOW`."""
    return NOW + timedelta(seconds=seconds)


def table(table_id: str = "t1", **changes: Any) -> Table:
    """An open public table of four seats, Anna's."""
    made = Table(
        id=table_id,
        series=f"series-{table_id}",
        game="milkuro",
        rules_version="1",
        options_json='{"rounds": 4, "note": "zwölf"}',
        seats=(SeatState(0, player=ANNA, client_seed="abc"), *empty_seats(4)[1:]),
        host=ANNA.id,
        visibility="public",
        pace=Pace(),
        commitment="c" * 64,
        server_seed=bytes(range(32)),
        committed_first=True,
        created_at=NOW,
    )
    return replace(made, **changes)


def playing(table_id: str = "t1", **changes: Any) -> Table:
    """The same, dealt."""
    return table(table_id, state="playing", match_seed=b"m" * 32, started_at=later(1), **changes)


def row(seq: int, ref: str | None = None, **changes: Any) -> LogRow:
    """An entry: Anna's if it has a `ref`, a bot's otherwise."""
    made = LogRow(
        seq=seq,
        seat=seq % 4,
        move_json='{"type":"lead","card":17}',
        by="bot" if ref is None else "player",
        at=later(seq),
        player=None if ref is None else ANNA.id,
        ref=ref,
    )
    return replace(made, **changes)


async def add_players(store: Store, *added: Player) -> None:
    """Guests who came just now."""
    for player in added:
        await store.players.create_guest(player, NOW)
