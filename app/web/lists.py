"""Lists of tables: the public ones of the lobby, and the caller's own."""

from __future__ import annotations

from app.codec.wire import result_json, time_text
from app.games.base import Seat
from app.tables.refusals import Code, Refused
from app.tables.table import Player, Table, TableState
from app.web.answers import OwnTableJson, PastMatchJson, TablesAnswer
from app.web.context import WebContext

OWN = 20
PAST = 50
"""So many matches of somebody's history are told, the newest ones."""


async def public_tables(
    web: WebContext,
    *,
    state: TableState | None = None,
    game: str | None = None,
    cursor: str | None = None,
    limit: int,
) -> TablesAnswer:
    """One page of public tables, newest first. Raises `invalid` for a cursor that is none."""
    try:
        page = await web.tables.list_public(state=state, game=game, cursor=cursor, limit=limit)
    except ValueError:
        raise Refused(Code.INVALID, "That is no cursor.", {"at": "query.cursor"}) from None
    tables = [web.house.public_json(table) for table in page.tables if is_offered(web, table)]
    return TablesAnswer(tables=tables, cursor=page.cursor)


def is_offered(web: WebContext, table: Table) -> bool:
    """Whether its game is here; the package that it came from may be named no longer."""
    return web.registry.knows(table.game, table.rules_version)


async def own_tables(web: WebContext, player: Player | None) -> list[OwnTableJson]:
    """The player's open and running tables, newest first."""
    if player is None:
        return []
    tables = await web.tables.list_of_player(player.id, OWN)
    return [
        own_table(table, player, your_move=await is_awaited(web, table, player))
        for table in tables
        if is_offered(web, table)
    ]


def own_table(table: Table, player: Player, *, your_move: bool) -> OwnTableJson:
    """One line of the player's present tables, told apart by who else sits there."""
    people = [place.player for place in table.seats if place.player]
    return OwnTableJson(
        id=table.id,
        game=table.game,
        state=table.state,
        others=[one.name for one in people if one.id != player.id],
        your_move=your_move,
    )


async def past_matches(web: WebContext, player: Player | None) -> list[PastMatchJson]:
    """The player's matches that are over, the last one first."""
    if player is None:
        return []
    tables = await web.tables.list_past(player.id, PAST)
    return [past_match(table, player) for table in tables if is_offered(web, table)]


def past_match(table: Table, player: Player) -> PastMatchJson:
    """One line of somebody's history."""
    return PastMatchJson(
        id=table.id,
        game=table.game,
        state=table.state,
        ended_at=time_text(table.ended_at) if table.ended_at else None,
        seat=table.seat_of(player.id) or 0,
        names=[place.player.name if place.player else "" for place in table.seats],
        result=result_json(table.result),
        branch=table.branch is not None,
    )


async def is_awaited(web: WebContext, table: Table, player: Player) -> bool:
    """Whether the table waits for a move of this very player."""
    seat = table.seat_of(player.id)
    if table.state != "playing" or seat is None:
        return False
    host = await web.house.host(table.id)
    return host.match is not None and owes_move(host.table, seat, host.match.to_act)


def owes_move(table: Table, seat: Seat, to_act: frozenset[Seat]) -> bool:
    """Whether the seat is to act and no stand-in does it."""
    return seat in to_act and not table.seats[seat].away
