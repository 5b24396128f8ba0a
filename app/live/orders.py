"""What a caller asks of a house: typed, parsed at the edge, judged here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.tables.access import Visitor
from app.tables.table import Pace, Seating, Visibility


@dataclass(frozen=True, slots=True)
class TableOrder:
    """`POST /api/tables`. `seats` None: the game's default; `bots`: seat → level."""

    game: str
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    visibility: Visibility = "link"
    pace: Pace = field(default_factory=Pace)
    seat_me: bool = True
    client_seed: str | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    start: bool = False
    title: str | None = None
    watchable: bool = True
    seating: Seating = "order"


@dataclass(frozen=True, slots=True)
class TableChange:
    """`PATCH /api/tables/{id}`: what is None stays; `title` "" takes the title away."""

    seats: int | None = None
    options: Mapping[str, object] | None = None
    pace: Pace | None = None
    visibility: Visibility | None = None
    watchable: bool | None = None
    title: str | None = None
    seating: Seating | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A move, or with `undo` the taking back of one, as somebody sent it.

    `seen`: the last log position that its sender had seen. `move` None: no move of this game.
    """

    visitor: Visitor
    ref: str
    seen: int | None
    move: Any | None
    undo: int | None = None
