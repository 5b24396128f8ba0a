"""The pages: rendered once by the server, brought to life by `boot` and the socket."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.lessons.shelf import has_lesson
from app.live.lobby import SHOWN_OF_EACH
from app.tables.refusals import Refused
from app.tables.retention import Retention
from app.tables.staff import MARK_LIFE
from app.tables.table import TableState
from app.web.callers import CREDENTIAL_LIFE, Caller, language_of
from app.web.context import web_of
from app.web.entrance import ask_in, come_with_key
from app.web.games_api import game_json, rests
from app.web.lists import public_tables
from app.web.people import describe_me, describe_with_history
from app.web.statics import Statics, accepts_gzip
from app.web.traces import TRACE
from app.web.words import Translate

RULES_FOLDER = "rules"
OPEN_PAGES = frozenset(("lobby", "rules", "privacy", "error", "offline"))
"""Pages without a key in them. The others are never packed: how long a packed page is tells
whether its keys resemble what others wrote beside them. Nor are these for whom they hold something
that is for nobody else."""

PACKED_LEVEL = 6
LOBBY_STATES: tuple[TableState, ...] = ("open", "playing")


def dump_json(value: object, **_: object) -> str:
    """JSON text for Jinja's `tojson`, which makes it safe inside a page."""
    return orjson.dumps(value).decode()


class Templates:
    """The templates, those of the first folder first, and what all of them are given."""

    def __init__(self, folders: Sequence[Path], statics: Statics) -> None:
        self.statics = statics
        self.environment = Environment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.policies["json.dumps_function"] = dump_json
        self.environment.policies["json.dumps_kwargs"] = {}

    def render(
        self,
        request: Request,
        name: str,
        *,
        caller: Caller,
        page: Mapping[str, Any],
        boot: Mapping[str, Any],
        status: int = 200,
        language: str | None = None,
    ) -> Response:
        """One page, in the caller's language unless told. `boot` is what its script starts from."""
        web = web_of(request)
        language = language or language_of(request, caller)
        t = web.words.translator(language)
        script, game = page["name"], page.get("game", {}).get("key")
        words = f"{self.statics.root}/{self.statics.words(script, game)}"
        shared = {
            "page": script,
            "lang": language,
            "languages": web.words.names,
            "static": self.statics.root,
            "words": words,
            "house": web.house.keeper.news_json(caller.player.id if caller.player else None),
        }
        told = {**shared, **boot}
        text = self.environment.get_template(f"{name}.html").render(
            static=self.statics.root,
            script=f"{self.statics.root}/{self.statics.script(script, game)}",
            preloads=self.statics.preloads(script, game),
            sheet=self.statics.sheet(script, game),
            words=words,
            lang=language,
            t=t,
            game_name=partial(name_of_game, t),
            page=page,
            boot=told,
        )
        may_pack = name in OPEN_PAGES and not is_for_one(told)
        answer = page_answer(request, text, status=status, may_pack=may_pack)
        answer.headers["Content-Language"] = language
        return answer

    async def error_page(self, request: Request, refusal: Refused, status: int) -> Response:
        """What happened, in words, and a way back."""
        page = {
            "name": "error",
            "status": status,
            "code": refusal.code.value,
            "message": refusal.message,
            "trace": TRACE.get(),
            "games": [],
            "ban": ban_in(refusal),
        }
        nobody = Caller(address="")
        return self.render(request, "error", caller=nobody, page=page, boot={}, status=status)


def is_for_one(boot: Mapping[str, Any]) -> bool:
    """Whether it holds what is for one person: their tables, or what the house told them."""
    return bool(boot["house"]["cautions"] or boot.get("me", {}).get("tables"))


def page_answer(request: Request, text: str, *, status: int, may_pack: bool) -> Response:
    """A page as it is sent."""
    headers = {"Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if not may_pack or not accepts_gzip(request.headers.get("accept-encoding", "")):
        return HTMLResponse(text, status, headers=headers)
    packed = gzip.compress(text.encode(), PACKED_LEVEL, mtime=0)
    return HTMLResponse(packed, status, headers={**headers, "Content-Encoding": "gzip"})


def name_of_game(t: Translate, game: Mapping[str, Any]) -> str:
    """What a game is called in a language; its own name where the words have none."""
    key = f"game.{game['key']}"
    told = t(key)
    return str(game["name"]) if told == key else told


def ban_in(refusal: Refused) -> Mapping[str, object] | None:
    """Why and until when somebody is kept out, if that is what it tells."""
    return refusal.detail if "banned_until" in refusal.detail else None


async def show_lobby(request: Request) -> Response:
    """`/`: the games, and the tables of others."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    games = [
        {**game_json(game, web), "resting": rests(game, web), "lesson": has_lesson(game)}
        for game in web.registry.current().values()
    ]
    lists = [await public_tables(web, state=state, limit=SHOWN_OF_EACH) for state in LOBBY_STATES]
    me = await describe_me(request, caller)
    boot = {
        "me": me,
        "games": games,
        "tables": [table for listed in lists for table in listed["tables"]],
    }
    page = {"name": "lobby", "games": games, "player": me["player"]}
    return web.templates.render(request, "lobby", caller=caller, page=page, boot=boot)


async def show_table(request: Request) -> Response:
    """`/t/{id}`: before, during and after. A key in the address becomes a grant."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    door = await come_with_key(request, caller)
    if door is None:
        return await ask_in(request, caller)
    table = door.host.table_json(door.visitor)
    game = web.registry.find(door.host.table.game, door.host.table.rules_version)
    me = await describe_me(request, door.caller)
    boot = {"me": me, "table": table, "game": game_json(game, web)}
    page = {"name": "table", "table": table, "game": boot["game"], "player": me["player"]}
    return web.templates.render(request, "table", caller=door.caller, page=page, boot=boot)


async def show_replay(request: Request) -> Response:
    """`/t/{id}/replay`: an ended match, step by step. Raises as its record does."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    door = await come_with_key(request, caller)
    if door is None:
        return await ask_in(request, caller)
    told = await door.host.archive.positions(door.visitor)
    table = door.host.table_json(door.visitor)
    game = web.registry.find(door.host.table.game, door.host.table.rules_version)
    me = await describe_me(request, door.caller)
    boot = {"me": me, "table": table, "game": game_json(game, web), "last": len(told) - 1}
    page = {"name": "replay", "table": table, "game": boot["game"], "player": me["player"]}
    return web.templates.render(request, "replay", caller=door.caller, page=page, boot=boot)


async def show_rules(request: Request) -> Response:
    """`/rules/{game}`: how it is played."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    game = web.registry.current().get(request.path_params["game"])
    if game is None:
        return tell_no_game(request, caller)
    language = language_of(request, caller)
    page = {
        "name": "rules",
        "game": game_json(game, web),
        "rules": find_rules(web.templates, language, game.info.key),
        "lesson": has_lesson(game),
    }
    return web.templates.render(
        request, "rules", caller=caller, page=page, boot={"game": page["game"]}
    )


def tell_no_game(request: Request, caller: Caller) -> Response:
    """There is no such game; those that there are."""
    web = web_of(request)
    games = [game_json(game, web) for game in web.registry.current().values()]
    page = {"name": "error", "code": "no_game", "trace": TRACE.get(), "games": games}
    return web.templates.render(
        request, "error", caller=caller, page=page, boot={}, status=HTTPStatus.NOT_FOUND
    )


def find_rules(templates: Templates, language: str, key: str) -> str | None:
    """The template with a game's rules in that language, else in English, else none."""
    wanted = [f"{RULES_FOLDER}/{spoken}/{key}.html" for spoken in (language, "en")]
    known = set(templates.environment.list_templates(extensions=["html"]))
    return next((name for name in wanted if name in known), None)


async def show_me(request: Request) -> Response:
    """`/me`: name, language, own tables."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    me = await describe_with_history(request, caller)
    page = {"name": "me", "me": me, "player": me["player"]}
    return web.templates.render(request, "me", caller=caller, page=page, boot={"me": me})


async def show_come(request: Request) -> Response:
    """`/come#SECRET`: going on as the same person in this browser."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    return web.templates.render(request, "come", caller=caller, page={"name": "come"}, boot={})


async def show_privacy(request: Request) -> Response:
    """`/privacy`: what is kept, and why."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    page = {
        "name": "privacy",
        "kept": kept_for(web.discretion.retention),
        "staff_mark": MARK_LIFE.days,
    }
    return web.templates.render(request, "privacy", caller=caller, page=page, boot={})


def kept_for(retention: Retention) -> dict[str, int]:
    """What is kept, and for how many days (addresses: hours); 0 for good."""
    return {
        "name": retention.guests.days,
        "sessions": CREDENTIAL_LIFE.days,
        "matches": 0,
        "chat": retention.chat.days,
        "address": retention.addresses // timedelta(hours=1),
        "mark": retention.marks.days,
        "bans": retention.marks.days,
        "cautions": 0,
        "deeds": 0,
    }
