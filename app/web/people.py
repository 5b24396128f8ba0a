"""What a caller is told about itself, on pages and by `/api/me`."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.codec.wire import player_json
from app.web.answers import MeAnswer, OwnTableJson
from app.web.callers import Caller
from app.web.context import WebContext, web_of


async def describe_me(connection: HTTPConnection, caller: Caller) -> MeAnswer:
    """What `/api/me` says."""
    player = caller.player
    return MeAnswer(
        player=player_json(player) if player else None,
        language=language_of(connection, caller),
        tables=await own_tables(web_of(connection), caller),
    )


def language_of(connection: HTTPConnection, caller: Caller) -> str:
    """The language that was chosen, or the one that the browser asks for."""
    words = web_of(connection).words
    chosen = caller.session.language if caller.session else None
    if chosen is not None and chosen in words.languages:
        return chosen
    return words.best(connection.headers.get("accept-language", ""))


async def own_tables(web: WebContext, caller: Caller) -> list[OwnTableJson]:
    """The caller's open and running tables, newest first."""
    if caller.player is None:
        return []
    return [
        OwnTableJson(id=own.id, game=own.game, your_move=own.your_move)
        for own in await web.house.tables_of(caller.player)
    ]
