"""HTTP calls of the house's door: log-in and log-out, proof, the first password, sessions."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.staff import (
    AdminMeAnswer,
    AdminSessionsAnswer,
    GreetingAnswer,
    LogIn,
    OpenWelcome,
    Prove,
    Reason,
    Welcome,
    admin_json,
    admin_session_json,
)
from app.tables.admins import (
    MAY,
    OnDuty,
    check_ends_session,
    is_proved,
    may,
    sees_all_sessions,
)
from app.tables.refusals import Code, Refused
from app.tables.staff import Target
from app.web.admin_doors import OnDutyOf, check_sender, line_of
from app.web.answers import json_answer
from app.web.bodies import described, read_body, read_command, read_optional
from app.web.callers import address_of
from app.web.context import web_of
from app.web.pictures import draw_code
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api/admin", tags=["house"], responses=REFUSED)


def me_answer(request: Request, duty: OnDuty) -> Response:
    """Who is on duty, and what they may do."""
    role = duty.admin.role
    return json_answer(
        AdminMeAnswer(
            admin=admin_json(duty.admin),
            may=[deed for deed in MAY if may(role, deed)],
            proved=is_proved(duty, web_of(request).now()),
            session=duty.session,
        )
    )


def check_knock(request: Request) -> None:
    """Raises `forbidden` for foreign pages, and `rate_limited` for who tries too often."""
    check_sender(request)
    web_of(request).limits.check("login", address_of(request))


@router.get("/me", summary="Who is on duty here", responses=answers(AdminMeAnswer))
async def show_me(request: Request, duty: OnDutyOf) -> Response:
    """The role's deeds; dangerous ones want a recent proof as well."""
    return me_answer(request, duty)


@router.post(
    "/login",
    summary="Log in to keep the house",
    responses=answers(AdminMeAnswer),
    openapi_extra=described(LogIn),
)
async def log_in(request: Request) -> Response:
    """A new session. A code is good once; five wrong tries shut the door for a while."""
    check_knock(request)
    body = await read_command(request, LogIn)
    duty = await web_of(request).usher.log_in(
        request, body.name, password=body.password, code=body.code
    )
    return me_answer(request, duty)


@router.post("/logout", summary="Log out", status_code=204, response_class=Response)
async def log_out(request: Request, duty: OnDutyOf) -> Response:
    """The session ends on the server, whatever the browser keeps."""
    await read_body(request)
    line = line_of(request, duty, "log_out", target=Target("session", duty.session))
    web = web_of(request)
    await web.usher.shifts.leave(duty.session, line)
    web.sampler.check_sessions()
    return Response(status_code=204)


@router.post(
    "/proof",
    summary="Give password and code again",
    responses=answers(AdminMeAnswer),
    openapi_extra=described(Prove),
)
async def prove(request: Request, duty: OnDutyOf) -> Response:
    """What dangerous deeds want."""
    check_knock(request)
    body = await read_command(request, Prove)
    proved = await web_of(request).usher.prove(duty, password=body.password, code=body.code)
    return me_answer(request, proved)


@router.post(
    "/welcome/open",
    summary="Look at a link that sets a password",
    responses=answers(GreetingAnswer),
    openapi_extra=described(OpenWelcome),
)
async def open_welcome(request: Request) -> Response:
    """Whose it is, and the secret for codes. Looking uses nothing up."""
    check_knock(request)
    body = await read_command(request, OpenWelcome)
    row, totp, address = await web_of(request).usher.greet(body.secret)
    picture = draw_code(address).decode()
    return json_answer(
        GreetingAnswer(admin=admin_json(row.admin), totp=totp, address=address, qr=picture)
    )


@router.post(
    "/welcome",
    summary="Set a password by a link, once, and log in",
    responses=answers(AdminMeAnswer),
    openapi_extra=described(Welcome),
)
async def welcome(request: Request) -> Response:
    """The code shows that the app has the secret."""
    check_knock(request)
    body = await read_command(request, Welcome)
    duty = await web_of(request).usher.welcome(
        request, body.secret, password=body.password, code=body.code
    )
    return me_answer(request, duty)


@router.get("/sessions", summary="Who is logged in", responses=answers(AdminSessionsAnswer))
async def list_sessions(request: Request, duty: OnDutyOf) -> Response:
    """The own sessions; an owner sees all."""
    web = web_of(request)
    whose = None if sees_all_sessions(duty) else duty.admin.id
    sessions = await web.usher.shifts.list_sessions(web.now(), whose)
    told = [admin_session_json(session, duty.session) for session in sessions]
    return json_answer(AdminSessionsAnswer(sessions=told))


@router.delete(
    "/sessions/{session_id}",
    summary="End a session",
    status_code=204,
    response_class=Response,
    openapi_extra=described(Reason, required=False),
)
async def end_session(request: Request, duty: OnDutyOf, session_id: IdInPath) -> Response:
    """One's own, or as an owner anybody's."""
    body = await read_optional(request, Reason)
    web = web_of(request)
    mine = await web.usher.shifts.list_sessions(web.now(), duty.admin.id)
    own = any(session.id == session_id for session in mine)
    check_ends_session(duty, web.now(), own=own)
    target = Target("session", session_id)
    line = line_of(request, duty, "end_session", target=target, why=body.why)
    if not await web.usher.shifts.revoke(session_id, line):
        raise Refused(Code.NOT_FOUND, "That session has ended.")
    web.sampler.check_sessions()
    return Response(status_code=204)
