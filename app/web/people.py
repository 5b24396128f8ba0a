"""What a caller is told about itself, on pages and by `/api/me`."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.codec.house_news import caution_json
from app.codec.wire import player_json
from app.web.answers import MeAnswer
from app.web.callers import Caller, language_of
from app.web.context import web_of
from app.web.lists import own_tables, past_matches


async def describe_me(connection: HTTPConnection, caller: Caller) -> MeAnswer:
    """What every page knows of its visitor."""
    web = web_of(connection)
    player = caller.player
    me = MeAnswer(
        player=player_json(player) if player else None,
        language=language_of(connection, caller),
        tables=await own_tables(web, player),
        cautions=[
            caution_json(each)
            for each in web.house.keeper.rules.cautions_of(player.id if player else None)
        ],
    )
    if player is None:
        me["suggested_name"] = web.callers.suggest_name(me["language"])
    return me


async def describe_with_history(connection: HTTPConnection, caller: Caller) -> MeAnswer:
    """What `/api/me` says."""
    me = await describe_me(connection, caller)
    me["history"] = await past_matches(web_of(connection), caller.player)
    return me
