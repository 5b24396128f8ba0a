"""From what a client wrote to what it orders: words checked against what this server offers."""

from __future__ import annotations

from app.codec.commands import ChangeTable, NewTable, PaceBody, invalid
from app.live.orders import TableChange, TableOrder
from app.tables.decisions import check_pace
from app.tables.table import Pace
from app.web.context import WebContext


def order_from(body: NewTable, web: WebContext) -> TableOrder:
    """A new table. Raises `invalid` with the place in the input."""
    if body.game not in web.registry.current():
        raise invalid("game", f"The games are {', '.join(web.registry.current())}")
    for seat, level in body.bots.items():
        check_level(level, f"bots.{seat}", web)
    return TableOrder(
        game=body.game,
        seats=body.seats,
        options=body.options or {},
        visibility=body.visibility,
        pace=pace_from(body.pace),
        seat_me=body.seat_me,
        client_seed=body.client_seed,
        bots={int(seat): level for seat, level in body.bots.items()},
        start=body.start,
        title=body.title or None,
        watchable=body.watchable,
        seating=body.seating,
    )


def change_from(body: ChangeTable) -> TableChange:
    """A change of a table; a title of null takes the title away, as an empty one does."""
    title = body.title or "" if "title" in body.model_fields_set else None
    return TableChange(
        seats=body.seats,
        options=body.options,
        pace=pace_from(body.pace) if body.pace else None,
        visibility=body.visibility,
        watchable=body.watchable,
        title=title,
        seating=body.seating,
    )


def pace_from(body: PaceBody) -> Pace:
    """The pace. Raises `invalid` for a clock that this server does not run."""
    pace = Pace(body.kind, body.seconds)
    check_pace(pace)
    return pace


def check_level(level: str, place: str, web: WebContext) -> None:
    """Raises `invalid` unless bots of that level can be had."""
    if level not in web.levels:
        raise invalid(place, f"The levels are {', '.join(web.levels)}")
