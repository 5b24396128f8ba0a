"""Options as callers send them: partial, judged by the game, stored complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.codec import json
from app.codec.games import GameCodec
from app.live.orders import TableChange
from app.tables import decisions
from app.tables.decisions import Changes
from app.tables.match import BrokenLog
from app.tables.refusals import Code, Refused
from app.tables.table import Table


def complete_options(codec: GameCodec, raw: Mapping[str, object]) -> str:
    """Complete options as canonical JSON. Raises `invalid` with the place."""
    try:
        options = codec.parse_options(dict(raw))
    except ValueError as problem:
        raise Refused(Code.INVALID, str(problem), {"at": "options"}) from problem
    return json.canonical(options).decode()


def frozen_options(codec: GameCodec, table: Table) -> Any:
    """The options that the match began with, whatever is usual by now.

    Raises `BrokenLog` when they are not complete, or none of this game: nothing is made up.
    """
    try:
        options = codec.parse_options(json.loads(table.options_json))
    except ValueError as problem:
        raise BrokenLog(f"the stored options do not fit the rules: {problem}") from problem
    if json.canonical(options) != json.canonical(json.loads(table.options_json)):
        raise BrokenLog("the stored options are not complete")
    return options


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
        seating=wanted.seating,
    )
