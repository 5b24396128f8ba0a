"""What this server offers: its games, and the schemas of everything that crosses the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from app.web.answers import GameJson, GamesAnswer, json_answer
from app.web.context import web_of

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/games", summary="The games", responses={200: {"model": GamesAnswer}})
async def list_games(request: Request) -> Response:
    """Every game with its seats, options and bots."""
    web = web_of(request)
    games = web.registry.current().values()
    return json_answer({"games": [game_json(game, web.levels) for game in games]})


@router.get("/schema", summary="JSON Schemas of all messages, moves, views and events")
async def show_schemas(request: Request) -> Response:
    """The schemas, made from the very types that parse and encode."""
    return json_answer(wire_schemas(web_of(request).registry))


def game_json(game: AnyGame, levels: Sequence[str]) -> GameJson:
    """One game as it is offered."""
    info = game.info
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
        "bots": list(levels),
    }


def wire_schemas(registry: Registry) -> dict[str, Any]:
    """Both directions of all sockets, and what each game puts into them."""
    return {
        "client": TypeAdapter(ClientMessage).json_schema(),
        "server": TypeAdapter(ServerMessage).json_schema(mode="serialization"),
        "lobby": TypeAdapter(LobbyServerMessage).json_schema(mode="serialization"),
        "admin": TypeAdapter(AdminServerMessage).json_schema(mode="serialization"),
        "games": {
            key: {"rules_version": game.info.version, **codec_for(game).schemas()}
            for key, game in registry.current().items()
        },
    }
