"""Options as callers send them: partial, judged by the game, stored complete."""

from __future__ import annotations

from collections.abc import Mapping

from app.codec import json
from app.codec.games import GameCodec
from app.live.orders import TableChange
from app.tables import decisions
from app.tables.decisions import Changes
from app.tables.refusals import Code, Refused
from app.tables.table import Table


def complete_options(codec: GameCodec, raw: Mapping[str, object]) -> str:
    """Complete options as canonical JSON. Raises `invalid` with the place."""
    try:
        options = codec.parse_options(dict(raw))
    except ValueError as problem:
        raise Refused(Code.INVALID, str(problem), {"at": "options"}) from problem
    return json.canonical(options).decode()


def merged_options(codec: GameCodec, table: Table, raw: Mapping[str, object]) -> str:
    """The table's options with those that the host changes."""
    stored = json.loads(table.options_json)
    return complete_options(codec, {**(stored if isinstance(stored, dict) else {}), **raw})


def changes_of(codec: GameCodec, table: Table, wanted: TableChange) -> Changes:
    """What the host wants, its options judged by the game. Raises `invalid`."""
    if wanted.pace is not None:
        decisions.check_pace(wanted.pace)
    options = None if wanted.options is None else merged_options(codec, table, wanted.options)
    return Changes(
        seats=wanted.seats,
        options_json=options,
        pace=wanted.pace,
        visibility=wanted.visibility,
        watchable=wanted.watchable,
        title=wanted.title,
    )
