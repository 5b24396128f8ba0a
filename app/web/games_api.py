"""What this server offers: its games, and the schemas of everything that crosses the wire."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import ClientMessage
from app.codec.games import codec_for
from app.codec.statistics import AdminServerMessage
from app.codec.wire import LobbyServerMessage, ServerMessage
from app.games.base import AnyGame
from app.games.registry import Registry
from app.web.answers import GameJson, GamesAnswer, SchemasAnswer, SocketSchemas, json_answer
from app.web.context import WebContext, web_of
from app.web.tables_api import REFUSED, answers

router = APIRouter(prefix="/api", tags=["games"], responses=REFUSED)


@router.get("/games", summary="The games", responses=answers(GamesAnswer))
async def list_games(request: Request) -> Response:
    """Every game with its seats, options and bots, but those that rest."""
    web = web_of(request)
    games = [game for game in web.registry.current().values() if not rests(game, web)]
    return json_answer({"games": [game_json(game, web) for game in games]})


@router.get(
    "/schema",
    summary="JSON Schemas of all messages, moves, views and events",
    responses=answers(SchemasAnswer),
)
async def show_schemas(request: Request) -> Response:
    """The schemas, made from the very types that parse and encode."""
    return json_answer(wire_schemas(web_of(request).registry))


def rests(game: AnyGame, web: WebContext) -> bool:
    """Whether no new tables of it are opened for now."""
    return game.info.key in web.house.keeper.rules.house.resting


def game_json(game: AnyGame, web: WebContext) -> GameJson:
    """One game as it is offered, with the levels of bots that do not rest."""
    info, rules = game.info, web.house.keeper.rules.house
    return {
        "key": info.key,
        "name": info.name,
        "rules_version": info.version,
        "seats": {
            "min": info.seats.min,
            "max": info.seats.max,
            "default": info.seats.default,
        },
        "options": codec_for(game).schemas()["options"],
        "bots": [level for level in web.levels if not rules.level_rests(info.key, level)],
    }


def wire_schemas(registry: Registry) -> SchemasAnswer:
    """Both directions of all sockets, and what each game puts into them."""
    return {
        **socket_schemas(),
        "games": {
            key: {"rules_version": game.info.version, **codec_for(game).schemas()}
            for key, game in registry.current().items()
        },
    }


@cache
def socket_schemas() -> SocketSchemas:
    """What is said on sockets, whatever is played: made once."""
    return {
        "client": TypeAdapter(ClientMessage).json_schema(),
        "server": TypeAdapter(ServerMessage).json_schema(mode="serialization"),
        "lobby": TypeAdapter(LobbyServerMessage).json_schema(mode="serialization"),
        "admin": TypeAdapter(AdminServerMessage).json_schema(mode="serialization"),
    }
