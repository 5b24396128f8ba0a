"""HTTP calls of the staff on reported lines of chat."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.house_commands import JudgeReport
from app.codec.people import CaseJson, CasesJson, case_json
from app.live.house_rules import end_text
from app.tables.admins import OnDuty
from app.tables.bans import Ban
from app.tables.cautions import Caution
from app.tables.judging import CONSEQUENCES, Case, Judgement
from app.tables.refusals import Code, Refused
from app.tables.staff import Target
from app.web.admin_doors import OnDutyOf, allowed, line_of
from app.web.admin_players_api import ban_from, enforce
from app.web.answers import json_answer
from app.web.bodies import described, read_command
from app.web.context import WebContext, web_of
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api/admin/reports", tags=["house"], responses=REFUSED)

PAGE = 50


@router.get("", summary="Reported lines of chat", responses=answers(CasesJson))
async def list_reports(
    request: Request, duty: OnDutyOf, state: Literal["waiting", "all"] = "waiting"
) -> Response:
    """Those that wait, the oldest first; or all, the newest first."""
    allowed(request, duty, "look")
    found = await web_of(request).books.cases.newest(PAGE, waiting=state == "waiting")
    return json_answer(CasesJson(reports=[case_json(each) for each in found]))


@router.post(
    "/{report_id}",
    summary="Judge a report",
    responses=answers(CaseJson),
    openapi_extra=described(JudgeReport),
)
async def judge_report(request: Request, duty: OnDutyOf, report_id: IdInPath) -> Response:
    """The first verdict stays; what follows from it holds at once."""
    allowed(request, duty, "judge_report")
    body = await read_command(request, JudgeReport)
    web = web_of(request)
    case = await find_case(web, report_id)
    ban = consequence(request, duty, body, case)
    judgement = Judgement(body.verdict, duty.admin.id, web.now())
    detail = {"verdict": body.verdict, "player": case.line.player.id}
    if ban is not None:
        detail |= {"ban": ban.id, "until": end_text(ban) or ""}
    target = Target("report", report_id)
    line = line_of(request, duty, "judge_report", target=target, why=body.why, detail=detail)
    follows = ban or caution_from(web, body, case)
    if not await web.books.cases.judge(report_id, judgement, line, follows):
        raise Refused(Code.STALE, "Somebody has judged this report already.")
    if ban is not None:
        await enforce(web, ban)
    elif follows is not None:
        await web.house.keeper.on_change()
    return json_answer(case_json(await find_case(web, report_id)))


async def find_case(web: WebContext, report_id: str) -> Case:
    """The report. Raises `not_found`."""
    case = await web.books.cases.find(report_id)
    if case is None:
        raise Refused(Code.NOT_FOUND)
    return case


def caution_from(web: WebContext, body: JudgeReport, case: Case) -> Caution | None:
    """What the player reads from now on, if they were warned."""
    if body.verdict != "warned":
        return None
    player = case.line.player.id
    return Caution(web.mint.message_id(), player, line=case.line.id, at=web.now())


def consequence(request: Request, duty: OnDuty, body: JudgeReport, case: Case) -> Ban | None:
    """The ban or mute that follows from a verdict, if the admin may do that."""
    kind = CONSEQUENCES.get(body.verdict)
    if kind is None:
        return None
    allowed(request, duty, kind)
    return ban_from(request, duty, kind, body, case.line.player.id)
