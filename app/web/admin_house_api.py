"""HTTP calls of the staff on the house itself: games, announcements, maintenance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import invalid
from app.codec.house_answers import (
    HouseAnnouncementsJson,
    HouseGameJson,
    HouseGamesJson,
    PlannedJson,
    certificate_json,
    certifying_json,
    house_announcement_json,
    house_game_json,
    planned_json,
)
from app.codec.house_commands import Announce, GiveReason, Maintain, SwitchGame
from app.codec.times import time_text
from app.games.base import AnyGame
from app.tables.house_rules import Announcement, Maintenance, check_maintenance, check_times
from app.tables.refusals import Code, Refused
from app.tables.staff import Target
from app.web.admin_doors import OnDutyOf, allowed, line_of
from app.web.answers import json_answer
from app.web.bodies import described, read_body, read_command
from app.web.context import WebContext, web_of
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api/admin", tags=["house"], responses=REFUSED)

GameInPath = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,32}$")]


async def tell_games(web: WebContext, games: Iterable[AnyGame]) -> list[HouseGameJson]:
    """Games as they stand in the house."""
    rules = web.house.keeper.rules.house
    running = await web.books.rules.running()
    certificates = await web.books.certifier.certificates()
    told = []
    for game in games:
        key = game.info.key
        one = house_game_json(game.info, rules, web.levels, running=running.get(key, 0))
        one["certificate"] = certificate_json(certificates.get(key))
        one["certifying"] = certifying_json(certificates.get(key))
        told.append(one)
    return told


def find_game(web: WebContext, key: str) -> AnyGame:
    """The game. Raises `not_found`."""
    game = web.registry.current().get(key)
    if game is None:
        raise Refused(Code.NOT_FOUND)
    return game


async def tell_one(web: WebContext, key: str) -> Response:
    """One game as it stands now."""
    (told,) = await tell_games(web, (find_game(web, key),))
    return json_answer(told)


async def tell_announcements(web: WebContext, status: int = 200) -> Response:
    """All announcements."""
    said = await web.books.rules.announcements(None)
    told = [house_announcement_json(each) for each in said]
    return json_answer(HouseAnnouncementsJson(announcements=told), status)


async def tell_maintenance(web: WebContext) -> Response:
    """The maintenance that runs or has yet to come."""
    planned = (await web.books.rules.load()).maintenance
    over = planned is None or planned.is_over(web.now())
    return json_answer(planned_json(None if over else planned))


@router.get("/games", summary="The games of the house", responses=answers(HouseGamesJson))
async def list_games(request: Request, duty: OnDutyOf) -> Response:
    """Whether they rest, with their bots, their running tables and certificates."""
    allowed(request, duty, "look")
    web = web_of(request)
    games = web.registry.current().values()
    return json_answer(HouseGamesJson(games=await tell_games(web, games)))


@router.patch(
    "/games/{key}",
    summary="Whether a game and its bots rest (owner)",
    responses=answers(HouseGameJson),
    openapi_extra=described(SwitchGame),
)
async def switch_game(request: Request, duty: OnDutyOf, key: GameInPath) -> Response:
    """No new tables of a game that rests; running ones go on."""
    allowed(request, duty, "switch_game")
    body = await read_command(request, SwitchGame)
    web = web_of(request)
    find_game(web, key)
    for level in body.levels:
        if level not in web.levels:
            raise invalid(f"levels.{level}", f"The levels are {', '.join(web.levels)}")
    detail: dict[str, object] = {"levels": dict(body.levels)} if body.levels else {}
    if body.resting is not None:
        detail["resting"] = body.resting
    target = Target("game", key)
    line = line_of(request, duty, "switch_game", target=target, why=body.why, detail=detail)
    await web.books.rules.save_game(key, line, resting=body.resting, levels=body.levels)
    await web.house.keeper.on_change()
    return await tell_one(web, key)


@router.post(
    "/games/{key}/certify",
    summary="Run the conformance checks on a game",
    status_code=202,
    responses=answers(HouseGameJson, 202),
)
async def certify_game(request: Request, duty: OnDutyOf, key: GameInPath) -> Response:
    """They run in a process of their own; the list of games tells how far they are."""
    allowed(request, duty, "certify_game")
    await read_body(request)
    web = web_of(request)
    find_game(web, key)
    if not web.books.certifier.start(key):
        raise Refused(Code.UNAVAILABLE, "A game is being certified. Wait until that is done.")
    await web.audit.add(line_of(request, duty, "certify_game", target=Target("game", key)))
    answer = await tell_one(web, key)
    answer.status_code = 202
    return answer


@router.get(
    "/announcements", summary="All announcements", responses=answers(HouseAnnouncementsJson)
)
async def list_announcements(request: Request, duty: OnDutyOf) -> Response:
    """The first to start first; those that are over too."""
    allowed(request, duty, "look")
    return await tell_announcements(web_of(request))


@router.post(
    "/announcements",
    summary="Tell everybody something (owner)",
    status_code=201,
    responses=answers(HouseAnnouncementsJson, 201),
    openapi_extra=described(Announce),
)
async def announce(request: Request, duty: OnDutyOf) -> Response:
    """Read in the lobby and at all tables between its times."""
    allowed(request, duty, "announce")
    body = await read_command(request, Announce)
    web = web_of(request)
    said = Announcement(
        id=web.mint.message_id(),
        texts={str(language): words for language, words in body.texts.items()},
        starts_at=body.starts_at,
        ends_at=body.ends_at,
        admin=duty.admin.id,
    )
    check_times(said, web.now())
    detail = house_announcement_json(said)
    line = line_of(
        request,
        duty,
        "announce",
        target=Target("announcement", said.id),
        why=body.why,
        detail={"on": True, "texts": detail["texts"], "until": detail["ends_at"]},
    )
    await web.books.rules.announce(said, line)
    await web.house.keeper.on_change()
    return await tell_announcements(web, 201)


@router.delete(
    "/announcements/{announcement_id}",
    summary="Take an announcement back (owner)",
    responses=answers(HouseAnnouncementsJson),
    openapi_extra=described(GiveReason),
)
async def withdraw(request: Request, duty: OnDutyOf, announcement_id: IdInPath) -> Response:
    """Nobody reads it any more."""
    allowed(request, duty, "announce")
    body = await read_command(request, GiveReason)
    web, target = web_of(request), Target("announcement", announcement_id)
    line = line_of(request, duty, "announce", target=target, why=body.why, detail={"on": False})
    if not await web.books.rules.withdraw(announcement_id, line):
        raise Refused(Code.NOT_FOUND)
    await web.house.keeper.on_change()
    return await tell_announcements(web)


@router.get("/maintenance", summary="Whether tables are opened", responses=answers(PlannedJson))
async def show_maintenance(request: Request, duty: OnDutyOf) -> Response:
    """The maintenance that runs or has yet to come."""
    allowed(request, duty, "look")
    return await tell_maintenance(web_of(request))


@router.put(
    "/maintenance",
    summary="Open no new tables for a while (owner)",
    responses=answers(PlannedJson),
    openapi_extra=described(Maintain),
)
async def maintain(request: Request, duty: OnDutyOf) -> Response:
    """Running tables go on; everybody who is here sees how long it is until then."""
    allowed(request, duty, "maintain")
    body = await read_command(request, Maintain)
    web = web_of(request)
    planned = maintenance_from(body, web) if body.on else None
    detail: dict[str, object] = {"on": body.on}
    if planned is not None:
        detail["from"] = time_text(planned.begins)
        detail["until"] = time_text(planned.until) if planned.until else None
    target = Target("maintenance", "house")
    line = line_of(request, duty, "maintain", target=target, why=body.why, detail=detail)
    await web.books.rules.save_maintenance(planned, line)
    await web.house.keeper.on_change()
    return await tell_maintenance(web)


def maintenance_from(body: Maintain, web: WebContext) -> Maintenance:
    """What was planned. Raises `invalid` if it would end before it begins."""
    texts = {str(language): words for language, words in body.text.items()}
    planned = Maintenance(body.begins or web.now(), body.until, texts)
    check_maintenance(planned, web.now())
    return planned
