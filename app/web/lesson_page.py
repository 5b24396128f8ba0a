"""`/learn/{game}`: a guided first match. Nothing of it is stored, and nobody has to be anybody."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.codec.lessons import LessonJson, lesson_json
from app.lessons.base import Lesson
from app.lessons.shelf import lesson_for
from app.web.context import web_of
from app.web.games_api import game_json, rests
from app.web.pages import tell_no_game


async def show_lesson(request: Request) -> Response:
    """The lesson with all its steps; the rules of a game that has none."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    game = web.registry.current().get(request.path_params["game"])
    if game is None:
        return tell_no_game(request, caller)
    lesson = lesson_for(game)
    if lesson is None:
        return RedirectResponse(f"/rules/{game.info.key}", HTTPStatus.SEE_OTHER)
    offered = {**game_json(game, web), "resting": rests(game, web)}
    page = {"name": "learn", "game": offered}
    boot = {"game": offered, "lesson": told(lesson)}
    return web.templates.render(request, "learn", caller=caller, page=page, boot=boot)


@cache
def told(lesson: Lesson) -> LessonJson:
    """A lesson is the same for everybody: played once, at the first asking."""
    return lesson_json(lesson)
