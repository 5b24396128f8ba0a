"""What is told of an ended match: its record, every draw, and whether all of it holds."""

from __future__ import annotations

from collections.abc import Sequence

from app.codec.record import RecordJson, draws_json, record_json, verdict_json
from app.live.ledger import Ledger
from app.tables.match import Entry
from app.tables.ports import LogRow
from app.tables.record import Record, check_record, draws_of
from app.tables.table import Table


def write_record(
    ledger: Ledger, table: Table, rows: Sequence[LogRow], *, draws: bool
) -> RecordJson:
    """The record of an ended match; with `draws` what the browser checks it with."""
    document = record_json(table, rows)
    if draws:
        start = ledger.set_up(table)
        entries = tuple(map(ledger.entry_of, rows))
        document["draws"] = draws_json(draws_of(start, entries))
        record = _record_of(table, entries, start.options, start.match_seed)
        document["verdict"] = verdict_json(check_record(ledger.game, record))
    return document


def _record_of(
    table: Table, entries: tuple[Entry, ...], options: object, match_seed: bytes
) -> Record:
    return Record(
        options=options,
        server_seed=table.server_seed,
        client_seeds=table.client_seeds,
        commitment=table.commitment,
        match_seed=match_seed,
        entries=entries,
        result=table.result,
    )
