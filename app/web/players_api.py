"""HTTP calls on people: who am I, and who is this program."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import ChangeMe, NewPlayer, invalid
from app.codec.wire import player_json
from app.tables.names import check_name
from app.tables.refusals import Code, Refused
from app.web.answers import MeAnswer, NewPlayerAnswer, json_answer
from app.web.bodies import described, read_body, read_command
from app.web.callers import Caller
from app.web.context import web_of
from app.web.doors import CallerOf
from app.web.people import describe_with_history
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api", tags=["players"], responses=REFUSED)


@router.post(
    "/players",
    summary="Make a guest for a program",
    status_code=201,
    responses=answers(NewPlayerAnswer, 201),
    openapi_extra=described(NewPlayer),
)
async def create_player(request: Request, caller: CallerOf) -> Response:
    """A new guest and its bearer token, which is shown this once."""
    body = await read_command(request, NewPlayer)
    player, token = await web_of(request).callers.create_program(caller, body.name)
    return json_answer(NewPlayerAnswer(player=player_json(player), token=token), 201)


@router.get("/me", summary="Who am I?", responses=answers(MeAnswer))
async def show_me(request: Request, caller: CallerOf) -> Response:
    """The caller's name, language and running tables."""
    return json_answer(await describe_with_history(request, caller))


@router.patch(
    "/me",
    summary="Change name or language",
    responses=answers(MeAnswer),
    openapi_extra=described(ChangeMe),
)
async def change_me(request: Request, caller: CallerOf) -> Response:
    """A name makes a browser's visitor a guest. Who is kept out may choose a language all the same,
    to read why."""
    web = web_of(request)
    body = await read_command(request, ChangeMe)
    if body.language is None or body.name is not None:
        web.callers.check_welcome(caller)
    if body.language is not None and body.language not in web.words.languages:
        raise invalid("language", f"The languages are {', '.join(web.words.languages)}")
    if body.name is not None:
        caller = await call_by_name(request, caller, body.name)
    if body.language is not None:
        caller = await web.callers.with_language(request, caller, body.language)
    return json_answer(await describe_with_history(request, caller))


@router.post(
    "/me/cautions/{caution_id}/understood",
    summary="I have read that I was warned, and understand",
    responses=answers(MeAnswer),
)
async def understand_caution(request: Request, caller: CallerOf, caution_id: IdInPath) -> Response:
    """It is told no more, on no page."""
    await read_body(request)
    web = web_of(request)
    if caller.player is None:
        raise Refused(Code.SIGN_IN)
    if not await web.books.cautions.understand(caller.player.id, caution_id, web.now()):
        raise Refused(Code.NOT_FOUND)
    await web.house.keeper.on_change()
    return json_answer(await describe_with_history(request, caller))


async def call_by_name(request: Request, caller: Caller, name: str) -> Caller:
    """A new guest of that name, or another label for the same person."""
    web, label = web_of(request), check_name(name)
    if caller.player is None:
        caller = await web.callers.with_guest(request, caller, label)
        if caller.player is not None and caller.player.name == label:
            return caller
    if caller.player is not None:
        web.house.keeper.rules.check_may_speak(caller.player.id, web.now())
    renamed = await web.callers.renamed(caller, label)
    if renamed.player is not None:
        await web.house.take_name(renamed.player)
    return renamed
