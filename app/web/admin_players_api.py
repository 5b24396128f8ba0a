"""HTTP calls of the staff on people: look for them, name, silence, keep out, and merge them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import AfterValidator
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import check_printable
from app.codec.house_commands import (
    BanNetwork,
    BanPlayer,
    GiveReason,
    JudgeReport,
    MergePlayer,
    RenamePlayer,
)
from app.codec.people import (
    BansJson,
    FileJson,
    PeopleJson,
    PersonJson,
    address_json,
    ban_json,
    case_json,
    person_json,
    played_json,
    session_json,
)
from app.live.house_rules import end_text
from app.tables.admins import OnDuty
from app.tables.bans import Ban, BanKind, check_end
from app.tables.names import check_name
from app.tables.networks import parse_network
from app.tables.refusals import Code, Refused
from app.tables.roster import Person
from app.tables.staff import Target
from app.tables.table import Player
from app.web.admin_doors import OnDutyOf, allowed, line_of
from app.web.answers import json_answer
from app.web.bodies import described, read_command
from app.web.context import WebContext, web_of
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api/admin", tags=["house"], responses=REFUSED)

Words = Annotated[str, Query(max_length=64), AfterValidator(check_printable)]
Before = Annotated[str, Query(pattern=r"^[\w.-]{0,100}$")]

PAGE = 50
TABLES_SHOWN = 20
BANS_SHOWN = 200
REPORTS_SHOWN = 20

NOBODY = "Nobody is that any more: they have left, or are another player now."


def tell_person(web: WebContext, person: Person) -> PersonJson:
    """A player, and whether they are kept out or mute now."""
    rules, now = web.house.keeper.rules, web.now()
    return person_json(
        person,
        banned=rules.is_banned(person.id, now),
        muted=rules.mute_of(person.id, now) is not None,
    )


async def tell_file(web: WebContext, player: str) -> Response:
    """All that is known of one player now. Raises `not_found`."""
    roster, connections = web.books.roster, web.house.connections
    person = await roster.find(player)
    if person is None:
        raise Refused(Code.NOT_FOUND)
    sessions = await roster.sessions(player, web.now())
    bans = await web.books.bans.newest(BANS_SHOWN, player=player)
    return json_answer(
        FileJson(
            player=tell_person(web, person),
            sessions=[
                session_json(each, here=bool(connections.of_session(each.id))) for each in sessions
            ],
            tables=[played_json(each) for each in await roster.tables(player, TABLES_SHOWN)],
            bans=[ban_json(each) for each in bans],
            addresses=[address_json(each) for each in await roster.addresses(player)],
            reports=[
                case_json(each) for each in await web.books.cases.about(player, REPORTS_SHOWN)
            ],
        )
    )


async def tell_bans(web: WebContext) -> Response:
    """The newest bans and mutes."""
    bans = await web.books.bans.newest(BANS_SHOWN)
    return json_answer(BansJson(bans=[ban_json(each) for each in bans]))


async def enforce(web: WebContext, ban: Ban) -> None:
    """What was stored holds now: sockets are closed, and tables go on without who is kept out."""
    await web.house.keeper.on_change()
    if ban.kind == "ban" and ban.player is not None:
        await web.house.keeper.show_out(ban.player)


def ban_from(
    request: Request, duty: OnDuty, kind: BanKind, body: BanPlayer | JudgeReport, player: str
) -> Ban:
    """What was ordered. Raises `invalid` for an end that has passed."""
    web = web_of(request)
    ban = Ban(
        id=web.mint.message_id(),
        kind=kind,
        why=body.why,
        admin=duty.admin.id,
        at=web.now(),
        until=body.until,
        player=player,
    )
    check_end(ban)
    return ban


@router.get("/players", summary="Players, who came last first", responses=answers(PeopleJson))
async def find_players(
    request: Request, duty: OnDutyOf, q: Words = "", before: Before = ""
) -> Response:
    """One page. `q`: part of a name, or a whole id."""
    allowed(request, duty, "look")
    web = web_of(request)
    try:
        page = await web.books.roster.search(q.strip(), before=before or None, limit=PAGE)
    except ValueError:
        raise Refused(Code.INVALID, "That is no cursor.", {"at": "query.before"}) from None
    people = [tell_person(web, person) for person in page.people]
    return json_answer(PeopleJson(players=people, before=page.before))


@router.get("/players/{player_id}", summary="A player's file", responses=answers(FileJson))
async def show_player(request: Request, duty: OnDutyOf, player_id: IdInPath) -> Response:
    """Sessions, tables, bans, addresses and reports of one player."""
    allowed(request, duty, "look")
    return await tell_file(web_of(request), player_id)


@router.patch(
    "/players/{player_id}",
    summary="Give a player another name",
    responses=answers(FileJson),
    openapi_extra=described(RenamePlayer),
)
async def rename_player(request: Request, duty: OnDutyOf, player_id: IdInPath) -> Response:
    """Every table shows the new name at once."""
    allowed(request, duty, "rename_player")
    body = await read_command(request, RenamePlayer)
    web, name = web_of(request), check_name(body.name)
    target = Target("player", player_id)  # the log keeps no names: whoever leaves is not in it
    line = line_of(request, duty, "rename_player", target=target, why=body.why)
    if not await web.books.roster.rename(player_id, name, line):
        raise Refused(Code.NOT_FOUND, NOBODY)
    await web.house.take_name(Player(player_id, name))
    return await tell_file(web, player_id)


@router.delete(
    "/players/{player_id}/sessions/{session_id}",
    summary="End a player's session",
    responses=answers(FileJson),
    openapi_extra=described(GiveReason),
)
async def end_session(
    request: Request, duty: OnDutyOf, player_id: IdInPath, session_id: IdInPath
) -> Response:
    """That browser or program is nobody any more, and its sockets are closed."""
    allowed(request, duty, "end_session")
    body = await read_command(request, GiveReason)
    web, target = web_of(request), Target("player", player_id)
    detail = {"session": session_id}
    line = line_of(request, duty, "end_session", target=target, why=body.why, detail=detail)
    if not await web.books.roster.end_session(player_id, session_id, line):
        raise Refused(Code.NOT_FOUND)
    web.house.keeper.end_session(session_id)
    return await tell_file(web, player_id)


@router.post(
    "/players/{player_id}/mute",
    summary="Keep a player from writing",
    responses=answers(FileJson),
    openapi_extra=described(BanPlayer),
)
async def mute_player(request: Request, duty: OnDutyOf, player_id: IdInPath) -> Response:
    """They play on, and are told why and until when as soon as they write."""
    allowed(request, duty, "mute")
    return await put_ban(request, duty, "mute", player_id)


@router.post(
    "/players/{player_id}/ban",
    summary="Keep a player out",
    responses=answers(FileJson),
    openapi_extra=described(BanPlayer),
)
async def ban_player(request: Request, duty: OnDutyOf, player_id: IdInPath) -> Response:
    """All their sockets are closed, and stand-ins play for them."""
    allowed(request, duty, "ban")
    return await put_ban(request, duty, "ban", player_id)


async def put_ban(request: Request, duty: OnDuty, kind: BanKind, player_id: str) -> Response:
    """Store a ban or mute, and make it hold."""
    body = await read_command(request, BanPlayer)
    web = web_of(request)
    ban = ban_from(request, duty, kind, body, player_id)
    detail = {"ban": ban.id, "until": end_text(ban)}
    target = Target("player", player_id)
    line = line_of(request, duty, kind, target=target, why=body.why, detail=detail)
    if not await web.books.bans.add(ban, line):
        raise Refused(Code.NOT_FOUND, NOBODY)
    await enforce(web, ban)
    return await tell_file(web, player_id)


@router.post(
    "/players/{player_id}/merge",
    summary="Make a player another one",
    responses=answers(FileJson),
    openapi_extra=described(MergePlayer),
)
async def merge_player(request: Request, duty: OnDutyOf, player_id: IdInPath) -> Response:
    """Sessions, seats and history are the other's from now on; answers the other's file.

    Raises `already_seated` while both sit at one table, or have seen two hands of one match.
    """
    allowed(request, duty, "merge_players")
    body = await read_command(request, MergePlayer)
    web, target, detail = web_of(request), Target("player", player_id), {"into": body.into}
    line = line_of(request, duty, "merge_players", target=target, why=body.why, detail=detail)
    merged = await web.books.roster.merge(player_id, body.into, line)
    if merged is None:
        raise Refused(Code.NOT_FOUND, "One of them is not there, or is another one already.")
    if merged.conflicts:
        sentence = "Both are at one table that goes on. Merge them once it has ended."
        raise Refused(Code.ALREADY_SEATED, sentence, {"tables": list(merged.conflicts)})
    web.house.keeper.tell_merged(player_id, merged.tables)
    await web.house.keeper.on_change()
    return await tell_file(web, body.into)


@router.get("/bans", summary="Bans and mutes, newest first", responses=answers(BansJson))
async def list_bans(request: Request, duty: OnDutyOf) -> Response:
    """Lifted and ended ones too."""
    allowed(request, duty, "look")
    return await tell_bans(web_of(request))


@router.post(
    "/bans",
    summary="Keep a network out",
    status_code=201,
    responses=answers(BansJson, 201),
    openapi_extra=described(BanNetwork),
)
async def ban_network(request: Request, duty: OnDutyOf) -> Response:
    """Everybody who comes from there, until the end that every such ban has."""
    allowed(request, duty, "ban")
    body = await read_command(request, BanNetwork)
    web = web_of(request)
    ban = Ban(
        id=web.mint.message_id(),
        kind="ban",
        why=body.why,
        admin=duty.admin.id,
        at=web.now(),
        until=body.until,
        network=str(parse_network(body.network)),
    )
    check_end(ban)
    detail = {"network": ban.network, "until": end_text(ban)}
    target = Target("ban", ban.id)
    line = line_of(request, duty, "ban", target=target, why=body.why, detail=detail)
    await web.books.bans.add(ban, line)
    await enforce(web, ban)
    answer = await tell_bans(web)
    answer.status_code = 201
    return answer


@router.delete(
    "/bans/{ban_id}",
    summary="Lift a ban or a mute",
    responses=answers(BansJson),
    openapi_extra=described(GiveReason),
)
async def lift_ban(request: Request, duty: OnDutyOf, ban_id: IdInPath) -> Response:
    """They are let in at once."""
    allowed(request, duty, "lift_ban")
    body = await read_command(request, GiveReason)
    web = web_of(request)
    ban = await web.books.bans.find(ban_id)
    if ban is None:
        raise Refused(Code.NOT_FOUND)
    detail = {"kind": ban.kind, "player": ban.player, "network": ban.network}
    target = Target("ban", ban_id)
    line = line_of(request, duty, "lift_ban", target=target, why=body.why, detail=detail)
    if not await web.books.bans.lift(ban_id, line):
        raise Refused(Code.NOT_FOUND, "It is over already.")
    await web.house.keeper.on_change()
    return await tell_bans(web)
