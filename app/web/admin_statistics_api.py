"""The numbers of the house for its staff: what it does now, and the charts of an hour or a day."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from typing_extensions import TypedDict

from app.codec.statistics import NowJson, PointJson, now_json, point_json
from app.tables.statistics import GRIDS, Span
from app.web.admin_doors import OnDutyOf, allowed
from app.web.answers import json_answer
from app.web.context import web_of
from app.web.tables_api import REFUSED, answers

router = APIRouter(prefix="/api/admin", tags=["house"], responses=REFUSED)


class StatisticsAnswer(TypedDict):
    """`GET /api/admin/statistics`: oldest first, `step_s` seconds apart."""

    step_s: int
    points: list[PointJson]


@router.get("/now", summary="What the house does now", responses=answers(NowJson))
async def show_now(request: Request, duty: OnDutyOf) -> Response:
    """The same as the socket `/api/admin/live` tells each second."""
    allowed(request, duty, "look")
    return json_answer(now_json(await web_of(request).sampler.now()))


@router.get(
    "/statistics",
    summary="An hour or a day in numbers",
    responses=answers(StatisticsAnswer),
)
async def show_statistics(request: Request, duty: OnDutyOf, span: Span = "hour") -> Response:
    """Points a minute or ten minutes long; where nobody looked all is null."""
    allowed(request, duty, "look")
    points = await web_of(request).sampler.points(span)
    step = int(GRIDS[span].step.total_seconds())
    return json_answer(StatisticsAnswer(step_s=step, points=list(map(point_json, points))))
